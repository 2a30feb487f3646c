#define _GNU_SOURCE // memfd_create
#include "core/platform/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/memory.h"

ptrdiff_t sinew__read_at(int descriptor, size_t offset, void *out_bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(descriptor, (char *)out_bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ptrdiff_t)done;
}

ptrdiff_t sinew__read_all(int descriptor, void *out_bytes, size_t size)
{
    return sinew__read_at(descriptor, 0, out_bytes, size);
}

void *sinew__read_allocated(int descriptor, size_t size, size_t *out_size)
{
    char *bytes = sinew__allocate(size ? size : 1);
    const ptrdiff_t read = bytes ? sinew__read_all(descriptor, bytes, size) : 0;
    *out_size = read > 0 ? (size_t)read : 0;
    return bytes;
}

int sinew__memory_file_create(const char *name)
{
#ifdef MFD_ALLOW_SEALING
    const int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory >= 0 || errno != ENOSYS) return memory;
#else
    (void)name;
#endif
    char path[] = "/tmp/sinew-XXXXXX";
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}

int sinew__move_above(int descriptor, int least)
{
    if (descriptor < 0 || descriptor >= least) return descriptor;
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, least), code = errno;
    close(descriptor);
    errno = code;
    return moved;
}

int sinew__write_all(int descriptor, const void *bytes, size_t size)
{
    const char *next = bytes;
    while (size > 0) {
        const ssize_t put = write(descriptor, next, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno;
        next += put;
        size -= (size_t)put;
    }
    return 0;
}

void sinew__rewind(int descriptor)
{
    lseek(descriptor, 0, SEEK_SET);
}

void sinew__close(int descriptor)
{
    if (descriptor >= 0) close(descriptor);
}

int sinew__is_terminal(int descriptor)
{
    return isatty(descriptor);
}

void sinew__occupy_standard_streams(void)
{
    for (int descriptor = SINEW__STDIN; descriptor <= SINEW__STDERR; ++descriptor)
        if (fcntl(descriptor, F_GETFD) < 0) (void)open("/dev/null", O_RDONLY);
}
