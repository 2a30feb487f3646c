// Folders, and the kinds of paths.
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/folder.h"

/// Converts a time to nanoseconds. Times that are centuries away wrap around, but different times still give different
/// results.
static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec);
}

static sinew__file_status status_from(const struct stat *status)
{
    return (sinew__file_status){.device = (uint64_t)status->st_dev,
                                .inode = (uint64_t)status->st_ino,
                                .size = (uint64_t)status->st_size,
                                .links = (uint64_t)status->st_nlink,
                                .modified = nanoseconds(status->st_mtim),
                                .changed = nanoseconds(status->st_ctim)};
}

int sinew__file_status_of_path(const char *path, sinew__file_status *out)
{
    struct stat status;
    const int exists = stat(path, &status) == 0;
    *out = exists ? status_from(&status) : (sinew__file_status){0};
    return exists;
}

sinew__file_kind sinew__file_kind_of(const char *path)
{
    struct stat status;
    if (lstat(path, &status) != 0) return SINEW__NO_FILE;
    return S_ISREG(status.st_mode) ? SINEW__REGULAR_FILE : S_ISLNK(status.st_mode) ? SINEW__LINK : SINEW__OTHER_FILE;
}

int sinew__file_status_of(int descriptor, sinew__file_status *out)
{
    struct stat status;
    const int exists = descriptor >= 0 && fstat(descriptor, &status) == 0;
    *out = exists ? status_from(&status) : (sinew__file_status){0};
    return exists;
}

void sinew__file_touch(int descriptor)
{
    (void)futimens(descriptor, NULL);
}

int sinew__is_same_file(const char *a, const char *b)
{
    sinew__file_status first, second;
    return sinew__file_status_of_path(a, &first) && sinew__file_status_of_path(b, &second) &&
           first.device == second.device && first.inode == second.inode;
}

/// Returns the DIR that a sinew__folder is.
static DIR *stream_of(const sinew__folder *folder)
{
    return (DIR *)(uintptr_t)folder;
}

sinew__folder *sinew__folder_read(const char *path)
{
    return (sinew__folder *)opendir(path);
}

sinew__folder *sinew__folder_read_open(int descriptor)
{
    DIR *stream = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!stream) sinew__close(descriptor);
    return (sinew__folder *)stream;
}

const char *sinew__folder_next(sinew__folder *folder)
{
    errno = 0;
    const struct dirent *entry = readdir(stream_of(folder));
    return entry ? entry->d_name : NULL;
}

int sinew__folder_file_status(const sinew__folder *folder, const char *name, sinew__file_status *out)
{
    struct stat status;
    if (fstatat(dirfd(stream_of(folder)), name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
        return 0;
    *out = status_from(&status);
    return 1;
}

int sinew__folder_has_folder(const sinew__folder *folder, const char *name)
{
    struct stat status;
    return fstatat(dirfd(stream_of(folder)), name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

int sinew__folder_remove_file(const sinew__folder *folder, const char *name)
{
    return unlinkat(dirfd(stream_of(folder)), name, 0) == 0 || errno == ENOENT;
}

void sinew__folder_close(sinew__folder *folder)
{
    if (folder) closedir(stream_of(folder));
}

int sinew__is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

void sinew__folders_create_above(const char *path, int is_private)
{
    char *above = sinew__copy_text(path);
    for (char *slash = above ? strchr(above + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(above, is_private ? 0700 : 0777);
        *slash = '/';
    }
    sinew_free(above);
}

void sinew__folder_remove(const char *path)
{
    (void)rmdir(path);
}
