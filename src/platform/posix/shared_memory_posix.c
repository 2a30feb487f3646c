#define _GNU_SOURCE
#include "platform/shared_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform/descriptor.h"

#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

/// A file without a name.
static int create_nameless_file(void)
{
    char path[] = "/tmp/sinew-XXXXXX";
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}

static int create_sealable(void)
{
#ifdef MFD_ALLOW_SEALING
    const int memory = memfd_create("sinew-result", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory >= 0 || errno != ENOSYS) return memory;
#endif
    return create_nameless_file();
}

int sinew__shared_memory_create(size_t size)
{
    const int memory = create_sealable();
    if (memory < 0) return -1;
    struct rlimit limit; // writing beyond it would raise a signal in the host
    const int is_limited =
        getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < size;
    if (is_limited || ftruncate(memory, (off_t)size) != 0) {
        const int code = is_limited ? EFBIG : errno;
        close(memory);
        errno = code;
        return -1;
    }
#ifdef F_ADD_SEALS
    fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
#endif
    return memory;
}

int sinew__shared_memory_copy(const void *bytes, size_t size)
{
    const int memory = sinew__shared_memory_create(size);
    const int code = memory < 0 ? errno : sinew__write_all(memory, bytes, size);
    if (memory >= 0 && code == 0) {
        sinew__rewind(memory);
        return memory;
    }
    sinew__close(memory);
    errno = code;
    return -1;
}

/// Whether no process can write any more. Fails while the worker has it mapped.
static int seal(int descriptor)
{
#ifdef F_ADD_SEALS
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL) == 0;
#else
    (void)descriptor;
    return 0;
#endif
}

/// MAP_PRIVATE: some kernels refuse shared mappings of sealed files. The memory may be written to, as
/// sinew_model_show_hidden does; the pages that change are copied.
void *sinew__shared_memory_take(int descriptor, size_t size)
{
    const int is_sealed = seal(descriptor);
    const int flags = is_sealed ? MAP_PRIVATE | MAP_POPULATE : MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, is_sealed ? descriptor : -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (is_sealed || sinew__read_all(descriptor, memory, size) == (ptrdiff_t)size) return memory;
    munmap(memory, size);
    return NULL;
}

void sinew__shared_memory_release(void *memory, size_t size)
{
    if (memory) munmap(memory, size);
}
