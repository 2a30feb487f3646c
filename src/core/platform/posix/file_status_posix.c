#define _POSIX_C_SOURCE 200809L
#include "core/platform/file_status.h"

#include <stddef.h>
#include <sys/stat.h>

/// Wraps around for times that are centuries away. The result still differs between different times.
static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec);
}

sinew__file_status sinew__file_status_from(const struct stat *status)
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
    *out = exists ? sinew__file_status_from(&status) : (sinew__file_status){0};
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
    *out = exists ? sinew__file_status_from(&status) : (sinew__file_status){0};
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
