#define _POSIX_C_SOURCE 200809L
#include "platform/file_status.h"

#include <sys/stat.h>

/// Wraps around for times that are centuries away. The result still differs between different times.
static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)((uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec);
}

static int convert(int failed, const struct stat *status, sinew__file_status *out)
{
    *out = (sinew__file_status){0};
    if (failed) return 0;
    *out = (sinew__file_status){.device = (uint64_t)status->st_dev,
                                .inode = (uint64_t)status->st_ino,
                                .size = (uint64_t)status->st_size,
                                .links = (uint64_t)status->st_nlink,
                                .modified = nanoseconds(status->st_mtim),
                                .changed = nanoseconds(status->st_ctim)};
    return 1;
}

int sinew__file_status_of_path(const char *path, sinew__file_status *out)
{
    struct stat status;
    return convert(stat(path, &status), &status, out);
}

int sinew__file_status_of(int descriptor, sinew__file_status *out)
{
    struct stat status;
    return convert(descriptor < 0 || fstat(descriptor, &status) != 0, &status, out);
}

int sinew__is_same_file(const char *a, const char *b)
{
    sinew__file_status first, second;
    return sinew__file_status_of_path(a, &first) && sinew__file_status_of_path(b, &second) &&
           first.device == second.device && first.inode == second.inode;
}
