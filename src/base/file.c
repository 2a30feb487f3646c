#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

/// Length of the folder part of a path, its slash included.
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/// Hints at a file beside `path` whose name differs only in case.
static void hint_other_case(const char *path, sinew_error *error)
{
    const size_t length = folder_length(path);
    char *folder = length ? strndup(path, length) : strdup(".");
    DIR *directory = folder ? opendir(folder) : NULL;
    free(folder);
    if (!directory) return;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (strcasecmp(entry->d_name, path + length) != 0) continue;
        sinew__hint(error, "did you mean '%.*s%s'?", (int)length, path, entry->d_name);
        break;
    }
    closedir(directory);
}

static sinew_result fail_open(const char *path, int code, sinew_error *error)
{
    if (code == ENOENT || code == ENOTDIR) {
        sinew__fail(error, SINEW_ERROR_NOT_FOUND, "no such file");
        if (error) hint_other_case(path, error);
        return SINEW_ERROR_NOT_FOUND;
    }
    return sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(code));
}

static sinew_result check_kind(const struct stat *status, sinew_error *error)
{
    if (S_ISDIR(status->st_mode)) return sinew__fail(error, SINEW_ERROR_NOT_A_FILE, "is a directory");
    if (!S_ISREG(status->st_mode)) return sinew__fail(error, SINEW_ERROR_NOT_A_FILE, "is not a regular file");
    if (status->st_size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    return SINEW_OK;
}

static sinew_result read_all(int descriptor, size_t size, void **out_bytes, size_t *out_size, sinew_error *error)
{
    unsigned char *bytes = malloc(size);
    if (!bytes) return sinew__fail_memory(error);
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(descriptor, bytes + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            free(bytes);
            return sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(errno));
        }
        if (got == 0) break; // shortened meanwhile
        done += (size_t)got;
    }
    if (done == 0) {
        free(bytes);
        return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    }
    *out_bytes = bytes;
    *out_size = done;
    return SINEW_OK;
}

sinew_result sinew__file_open(const char *path, int *out_descriptor, size_t *out_size, sinew_error *out_error)
{
    *out_descriptor = -1;
    // O_NONBLOCK: a FIFO must not hang the open; regular files ignore it.
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return fail_open(path, errno, out_error);
    struct stat status;
    const sinew_result result = fstat(descriptor, &status) == 0 ? check_kind(&status, out_error)
                                                                : fail_open(path, errno, out_error);
    if (result != SINEW_OK) {
        close(descriptor);
        return result;
    }
    *out_descriptor = descriptor;
    *out_size = (size_t)status.st_size;
    return SINEW_OK;
}

sinew_result sinew__file_read(const char *path, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    *out_bytes = NULL;
    *out_size = 0;
    int descriptor;
    size_t size;
    sinew_result result = sinew__file_open(path, &descriptor, &size, out_error);
    if (result != SINEW_OK) return result;
    result = read_all(descriptor, size, out_bytes, out_size, out_error);
    close(descriptor);
    return result;
}

static sinew_result fail_write(int code, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}

static int write_all(int descriptor, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(descriptor, bytes, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno;
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

/// Permissions of the file that is replaced, else those that the umask leaves.
static mode_t target_mode(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) return status.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/// Devices and pipes (/dev/stdout, /dev/full) cannot be replaced by a rename; they are written in place.
static int is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static sinew_result write_in_place(const char *path, const void *bytes, size_t size, sinew_error *error)
{
    const int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return fail_write(errno, error);
    int code = write_all(descriptor, bytes, size);
    if (close(descriptor) != 0 && code == 0) code = errno;
    return code == 0 ? SINEW_OK : fail_write(code, error);
}

sinew_result sinew__file_write(const char *path, const void *bytes, size_t size, sinew_error *out_error)
{
    if (is_special(path)) return write_in_place(path, bytes, size, out_error);
    const size_t length = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(length);
    if (!temporary) return sinew__fail_memory(out_error);
    snprintf(temporary, length, "%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    if (descriptor < 0) {
        free(temporary);
        return fail_write(errno, out_error);
    }
    int code = write_all(descriptor, bytes, size);
    if (code == 0 && fchmod(descriptor, target_mode(path)) != 0) code = errno;
    if (code == 0 && fsync(descriptor) != 0 && errno != EINVAL) code = errno;
    if (close(descriptor) != 0 && code == 0) code = errno;
    if (code == 0 && rename(temporary, path) != 0) code = errno;
    if (code != 0) unlink(temporary);
    free(temporary);
    return code == 0 ? SINEW_OK : fail_write(code, out_error);
}
