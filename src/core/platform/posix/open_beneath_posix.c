#define _DEFAULT_SOURCE
#include "core/platform/open_beneath.h"

#include "core/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif
#endif

/// Bytes: larger side files are rejected.
static const off_t largest = (off_t)1 << 30;

int sinew__folder_open(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Opens `path` below a folder component by component, without following links or "..".
static int open_by_parts(int folder, const char *path, int flags)
{
    int at = folder;
    for (;;) {
        char part[256];
        const size_t length = strcspn(path, "/");
        const int is_last = path[length] == '\0';
        int next = -1;
        if (length < sizeof part) {
            memcpy(part, path, length);
            part[length] = '\0';
            if (strcmp(part, "..") != 0)
                next = openat(at, part, (is_last ? flags : O_DIRECTORY) | O_CLOEXEC | O_NOFOLLOW);
        }
        if (at != folder) close(at);
        if (next < 0 || is_last) return next;
        at = next;
        path += length + 1;
    }
}

/// Opens `path` below a folder without leaving the folder.
static int open_below(int folder, const char *path, int flags)
{
    flags |= O_RDONLY | O_CLOEXEC;
#ifdef SYS_openat2
    const struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    const long opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)opened;
#endif
    return open_by_parts(folder, path, flags);
}

int sinew__open_beneath(int folder, const char *path, size_t *out_size)
{
    // O_NONBLOCK keeps open from waiting for a pipe.
    const int file = open_below(folder, path, O_NONBLOCK | O_NOCTTY);
    if (file < 0) return -1;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest) {
        close(file);
        return -1;
    }
    sinew__input_note((uint64_t)status.st_dev, (uint64_t)status.st_ino);
    *out_size = (size_t)status.st_size;
    return file;
}

int sinew__open_in_subfolder(int folder, const char *path, size_t *out_size)
{
    char name[256];
    const size_t length = strcspn(path, "/");
    if (path[length] == '\0' || length >= sizeof name) return -1;
    memcpy(name, path, length);
    name[length] = '\0';
    const int subfolder = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (subfolder < 0) return -1;
    const int file = sinew__open_beneath(subfolder, path + length + 1, out_size);
    close(subfolder);
    return file;
}

int sinew__inside_open_folder(int folder, const char *path)
{
    return open_below(folder, path, O_DIRECTORY);
}
