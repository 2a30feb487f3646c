// The memory in which a worker returns its result. It is reserved before the import, so that there is space even for an
// error.
#define _DEFAULT_SOURCE
#include "import/worker/guest/worker.h"

#if defined(__GLIBC__) &&                                                                                              \
    !defined(SINEW_SANITIZED) // sanitizers have their own allocator, and glibc's would open a file
#define HAS_MALLOC_TRIM
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "core/base/error.h"

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif
#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

enum { RESULT_SHARE = 8 };

/// Reserved addresses without memory.
static struct {
    void *start;
    size_t size;
} reserve;

void worker_reserve_result(const worker_job *job)
{
    reserve.size = (size_t)job->memory_limit / RESULT_SHARE;
    reserve.start = mmap(NULL, reserve.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

void worker_deliver_failure(sinew_result result, const sinew_error *error)
{
    const int out_of_memory = result == SINEW_ERROR_OUT_OF_MEMORY;
    worker_message message = {.kind = WORKER_DONE, .number = out_of_memory ? SINEW_ERROR_MEMORY_LIMIT : result};
    if (message.number == SINEW_ERROR_MEMORY_LIMIT) message.size = worker_sandbox_inherited_limit();
    snprintf(message.text, sizeof message.text, "%s", error->message);
    snprintf(message.hint, sizeof message.hint, "%s", error->hint);
    worker_send(&message);
}

void *worker_result_begin(const worker_job *job, size_t size)
{
    if (reserve.size && reserve.start != MAP_FAILED) munmap(reserve.start, reserve.size);
    reserve.size = 0;
#ifdef HAS_MALLOC_TRIM
    malloc_trim(0); // without it, malloc keeps freed memory, because of the settings of the host
#endif
    if (size == 0 || size > job->result_limit) return NULL;
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, WORKER_RESULT, 0);
    return shared == MAP_FAILED ? NULL : shared;
}

void worker_result_end(void *result, size_t size, const worker_message *done)
{
    munmap(result, size);
    worker_send(done);
}

void worker_deliver(const worker_job *job, const void *bytes, size_t size)
{
    void *shared = worker_result_begin(job, size);
    if (!shared) {
        worker_deliver_failure(SINEW_ERROR_MEMORY_LIMIT, &(sinew_error){0});
        return;
    }
    memcpy(shared, bytes, size);
    worker_result_end(shared, size, &(worker_message){.kind = WORKER_DONE, .number = SINEW_OK, .size = size});
}
