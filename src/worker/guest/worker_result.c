#define _DEFAULT_SOURCE
#include "worker/guest/worker_result.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "worker/guest/worker_channel.h"

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif
#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

enum { RESULT_SHARE = 8 };

/// Addresses without memory.
static struct {
    void *start;
    size_t size;
} reserve;

void worker_reserve_result(const worker_job *job)
{
    reserve.size = (size_t)job->memory_limit / RESULT_SHARE;
    reserve.start = mmap(NULL, reserve.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static void give_reserve_back(void)
{
    if (reserve.size && reserve.start != MAP_FAILED) munmap(reserve.start, reserve.size);
    reserve.size = 0;
}

void worker_deliver_failure(sinew_result result, const sinew_error *error)
{
    const int out_of_memory = result == SINEW_ERROR_OUT_OF_MEMORY;
    worker_message message = {.kind = WORKER_DONE, .number = out_of_memory ? SINEW_ERROR_MEMORY_LIMIT : result};
    snprintf(message.text, sizeof message.text, "%s", error->message);
    snprintf(message.hint, sizeof message.hint, "%s", error->hint);
    worker_send(&message);
}

void worker_deliver(const worker_job *job, const void *bytes, size_t size, int32_t width, int32_t height)
{
    sinew_error error = {.result = SINEW_ERROR_MEMORY_LIMIT};
    give_reserve_back();
    void *shared = size == 0 || size > job->result_limit
                       ? MAP_FAILED
                       : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, WORKER_RESULT, 0);
    if (shared == MAP_FAILED) {
        worker_deliver_failure(SINEW_ERROR_MEMORY_LIMIT, &error);
        return;
    }
    memcpy(shared, bytes, size);
    munmap(shared, size);
    const worker_message message = {
        .kind = WORKER_DONE, .number = SINEW_OK, .size = size, .width = width, .height = height};
    worker_send(&message);
}
