// sinew-worker: reads one model file in a cage and ends.
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "import/bake_block.h"
#include "import/worker_cage.h"
#include "import/worker_channel.h"
#include "import/worker_crash.h"
#include "import/worker_library.h"
#include "import/worker_result.h"
#include "pose/bake_in_load.h"
#include "sinew/import.h"

static void say_importing(void *user)
{
    (void)user;
    worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_IMPORTING});
}

static void bake(const worker_job *job, double start, void **block, size_t *size)
{
    const sinew_bake_options options =
        sinew__bake_options_in_load(job->bake_error, (size_t)job->memory_limit, start, job->seconds);
    worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_BAKING});
    sinew__bake_block(&options, block, size);
}

static void import_model(const worker_job *job)
{
    const double start = sinew__now();

    sinew_error error = {0};
    size_t size, block_size;
    void *block;
    void *bytes = worker_read_all(WORKER_FILE, (size_t)job->file_size, &size);
    const sinew_import_options options = {.side_file = worker_side_file,
                                          .leave_scene = 1,
                                          .document_only = job->attempt == WORKER_WITHOUT_IMPORTER,
                                          .document_only_because = job->reason,
                                          .before_assimp = say_importing,
                                          .memory_limit = (size_t)job->memory_limit};
    const sinew_result result = bytes
                                    ? sinew_import_block(job->name, bytes, size, &options, &block, &block_size, &error)
                                    : sinew__fail_memory(&error);
    if (result == SINEW_OK && !job->unbaked) bake(job, start, &block, &block_size);
    if (result == SINEW_OK)
        worker_deliver(job, block, block_size, 0, 0);
    else
        worker_deliver_failure(result, &error);
}

int main(void)
{
    worker_job job;
    worker_cage_close_descriptors();
    worker_say_library();
    if (!worker_receive_job(&job)) return 1;
    worker_crash_report();
    const uint32_t protections = worker_cage_enter(&job);
    worker_reserve_result(&job);
    if (job.task == WORKER_PROBE)
        worker_send(&(worker_message){.kind = WORKER_DONE, .protections = protections});
    else
        import_model(&job);
    _exit(0);
}
