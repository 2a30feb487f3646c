#define _XOPEN_SOURCE 700 // realpath
#include "core/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/word_table.h"
#include "core/platform/descriptor.h"
#include "core/platform/folder.h"
#include "core/platform/standard_input.h"

size_t sinew__folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

char *sinew__folder_of(const char *path)
{
    const size_t length = sinew__folder_length(path);
    return length ? sinew__copy_text_part(path, length) : sinew__copy_text(".");
}

char *sinew__absolute_path(const char *path)
{
    char resolved[PATH_MAX];
    if (!realpath(path, resolved)) return NULL;
    char *copy = sinew__copy_text(resolved);
    if (!copy) errno = ENOMEM; // an allocator need not set errno
    return copy;
}

enum { MAX_COMPARED = 4096 };

/// Sets a hint to the file in the same folder whose name is most similar, the first in byte order if there are several;
/// or says that the name itself is a link.
static void hint_nearest(const char *path, sinew_error *error)
{
    const size_t length = sinew__folder_length(path);
    const char *wanted = path + length, *name;
    char stem[64]; // the name without its extension, because extensions are mostly equal
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(wanted, "."), wanted);
    char *folder = sinew__folder_of(path), best[256] = "";
    sinew__folder *names = folder ? sinew__folder_read(folder) : NULL;
    sinew_free(folder);
    int least = INT_MAX;
    for (int i = 0; names && i < MAX_COMPARED && (name = sinew__folder_next(names)) != NULL; ++i) {
        if (strcmp(name, wanted) == 0) {
            sinew__hint(error, "it is a dangling link");
            best[0] = '\0';
            break;
        }
        if (*name == '.' && *wanted != '.') continue; // skips the folder itself and hidden files
        const int distance = sinew__word_distance(wanted, name);
        if (!sinew__word_is_near(stem, distance) || distance > least || strlen(name) >= sizeof best) continue;
        if (distance < least || strcmp(name, best) < 0) strcpy(best, name);
        least = distance;
    }
    if (*best) sinew__hint(error, "did you mean '%.*s%s'?", (int)length, path, best);
    sinew__folder_close(names);
}

static sinew_result fail_open(const char *path, int code, sinew_error *error)
{
    if (code == ENOENT || code == ENOTDIR) {
        sinew__fail(error, SINEW_ERROR_NOT_FOUND, "no such file");
        if (error) hint_nearest(path, error);
        return SINEW_ERROR_NOT_FOUND;
    }
    // the system is out of resources; the file is not the cause
    const int is_short = code == EMFILE || code == ENFILE || code == ENOMEM;
    return sinew__fail(error, is_short ? SINEW_ERROR_SYSTEM : SINEW_ERROR_NO_PERMISSION, "cannot read: %s",
                       strerror(code));
}

static sinew_result check_kind(const struct stat *status, sinew_error *error)
{
    if (S_ISDIR(status->st_mode)) return sinew__fail(error, SINEW_ERROR_NOT_A_FILE, "is a directory");
    if (!S_ISREG(status->st_mode)) return sinew__fail(error, SINEW_ERROR_NOT_A_FILE, "is not a regular file");
    if (status->st_size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    return SINEW_OK;
}

static sinew_result open_regular(const char *path, int flags, int *out_descriptor, size_t *out_size,
                                 sinew_error *out_error)
{
    *out_descriptor = -1;
    if (sinew__is_standard_input(path)) return sinew__standard_input_open(path, out_descriptor, out_size, out_error);
    // O_NONBLOCK keeps open from waiting for a FIFO; regular files ignore it.
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    if (descriptor < 0) return fail_open(path, errno, out_error);
    struct stat status;
    const sinew_result result =
        fstat(descriptor, &status) == 0 ? check_kind(&status, out_error) : fail_open(path, errno, out_error);
    if (result != SINEW_OK) {
        close(descriptor);
        return result;
    }
    sinew__input_note((uint64_t)status.st_dev, (uint64_t)status.st_ino);
    *out_descriptor = descriptor;
    *out_size = (size_t)status.st_size;
    return SINEW_OK;
}

sinew_result sinew__file_open(const char *path, int *out_descriptor, size_t *out_size, sinew_error *out_error)
{
    return open_regular(path, 0, out_descriptor, out_size, out_error);
}

sinew_result sinew__file_open_itself(const char *path, int *out_descriptor, size_t *out_size, sinew_error *out_error)
{
    return open_regular(path, O_NOFOLLOW, out_descriptor, out_size, out_error);
}

/// Checks the path first, because opening a device may have effects, and then the opened file.
int sinew__open_itself(const char *path, int flags, int mode)
{
    struct stat status;
    const int reads = (flags & O_ACCMODE) == O_RDONLY;
    if (reads && strcmp(path, "/dev/urandom") == 0) return open(path, flags | O_CLOEXEC);
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode) && !(reads && S_ISDIR(status.st_mode))) {
        errno = S_ISLNK(status.st_mode) ? ELOOP : EINVAL;
        return -1;
    }
    const int descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, (mode_t)mode);
    if (descriptor < 0) return -1;
    const int is_known = fstat(descriptor, &status) == 0;
    if (is_known &&
        (reads ? S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) : S_ISREG(status.st_mode) && status.st_nlink == 1))
        return descriptor;
    close(descriptor);
    errno = is_known && S_ISREG(status.st_mode) ? EMLINK : EINVAL;
    return -1;
}

sinew_result sinew__file_read_open(int descriptor, size_t size, void **out_bytes, size_t *out_size, sinew_error *error)
{
    *out_bytes = NULL;
    *out_size = 0;
    unsigned char *bytes = sinew__allocate_lines(size); // aligned, because a block in it is used in place
    if (!bytes) return sinew__fail_memory(error);
    const ptrdiff_t done = sinew__read_all(descriptor, bytes, size); // less than `size` if the file was truncated
    if (done <= 0) {
        const int code = errno;
        sinew_free(bytes);
        return done < 0 ? sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(code))
                        : sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    }
    *out_bytes = bytes;
    *out_size = (size_t)done;
    return SINEW_OK;
}

int sinew__file_remove(const char *path)
{
    return unlink(path) == 0;
}

sinew_result sinew__file_read(const char *path, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    return sinew__file_read_within(path, SIZE_MAX, out_bytes, out_size, out_error);
}

sinew_result sinew__file_read_within(const char *path, size_t max_size, void **out_bytes, size_t *out_size,
                                     sinew_error *out_error)
{
    *out_bytes = NULL;
    *out_size = 0;
    int descriptor;
    size_t size = 0;
    sinew_result result = sinew__file_open(path, &descriptor, &size, out_error);
    if (result != SINEW_OK) return result;
    if (size > max_size) {
        char has[SINEW__SIZE_TEXT], may[SINEW__SIZE_TEXT];
        sinew__size_text((double)size, has);
        sinew__size_text((double)max_size, may);
        result = sinew__fail(out_error, SINEW_ERROR_LIMIT, "the file has %s, the limit is %s", has, may);
    } else
        result = sinew__file_read_open(descriptor, size, out_bytes, out_size, out_error);
    close(descriptor);
    return result;
}
