// sinew-worker: reads one model file in a sandbox and exits.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "author/bake/bake.h"
#include "core/base/error.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "import/import_block.h"
#include "import/import_file.h"
#include "import/import_stages.h"
#include "import/worker/guest/worker.h"
#include "sinew/import.h"

/// Sends the path of the importer's library, so that the host can tell later whether a stored result was made with
/// another library. The host accepts this message only before the worker reads the job.
static void say_library(void)
{
    worker_message message = {.kind = WORKER_USES};
    const char *path = sinew__assimp_library_path();
    if (!path) return;
    const int length = snprintf(message.text, sizeof message.text, "%s", path);
    if (length > 0 && (size_t)length < sizeof message.text && message.text[0] == '/') worker_send(&message);
}

static void say_importing(void *user)
{
    (void)user;
    worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_IMPORTING});
}

static sinew_result make_block(const worker_job *job, void **out_block, size_t *out_size, sinew_error *error)
{
    const sinew__import_options options = {.side_file = worker_side_file,
                                           .leave_scene = 1,
                                           .document_only = job->attempt == WORKER_WITHOUT_IMPORTER,
                                           .document_only_because = job->reason,
                                           .keep_document = job->keep_document,
                                           .up = (char)job->up,
                                           .before_assimp = say_importing,
                                           .memory_limit = (size_t)job->memory_limit};
    size_t size;
    const sinew_result result = sinew__judge_file(WORKER_FILE, job->name, (size_t)job->file_size, error);
    if (result != SINEW_OK) return result;
    void *bytes = sinew__read_allocated(WORKER_FILE, (size_t)job->file_size, &size);
    return bytes ? sinew__import_block(job->name, bytes, size, &options, out_block, out_size, error)
                 : sinew__fail_memory(error);
}

static void import_model(const worker_job *job)
{
    sinew_error error = {0};
    size_t block_size = 0;
    void *block = NULL;
    const sinew_result result = make_block(job, &block, &block_size, &error);
    if (result == SINEW_OK && !job->only_curves) {
        const sinew_bake_options options =
            sinew__bake_options_in_load(job->bake_error, (size_t)job->memory_limit, sinew__thread_time(), job->seconds);
        worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_BAKING});
        sinew__bake_block(&options, &block, &block_size);
    }
    if (result == SINEW_OK)
        worker_deliver(job, block, block_size);
    else
        worker_deliver_failure(result, &error);
}

int main(void)
{
    worker_job job;
    worker_sandbox_close_descriptors();
    say_library();
    if (!worker_receive_job(&job)) return 1;
    worker_crash_report();
    if (!worker_sandbox_enter(&job)) _exit(1);
    worker_reserve_result(&job);
    if (job.task == WORKER_PROBE)
        worker_send(&(worker_message){.kind = WORKER_DONE});
    else
        import_model(&job);
    _exit(0);
}

// ---- Assimp's assertions -------------------------------------------------------------------------------------------

/// Replaces the failure function of Assimp's assertions by one that continues. Distributions build Assimp with
/// assertions, which would end the program on some files. A build without assertions continues as well, and the host
/// validates the result.
void worker_pass_assertion(const char *expression, const char *file,
                           int line) __asm__("_ZN6Assimp17aiAssertViolationEPKcS1_i")
    __attribute__((visibility("default")));

void worker_pass_assertion(const char *expression, const char *file, int line)
{
    (void)expression;
    (void)file;
    (void)line;
}
