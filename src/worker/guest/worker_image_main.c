// sinew-image-worker: decodes one image in a sandbox and ends. It is a separate program, because the decoders'
// libraries start slowly.
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "base/error.h"
#include "sinew/import.h"
#include "worker/guest/worker_channel.h"
#include "worker/guest/worker_crash.h"
#include "worker/guest/worker_result.h"
#include "worker/guest/worker_sandbox.h"

static void decode_image(const worker_job *job)
{
    sinew_error error = {0};
    sinew_image image;
    size_t size;
    void *bytes = worker_read_all(WORKER_FILE, (size_t)job->file_size, &size);
    const sinew_result result =
        bytes ? sinew_import_image(bytes, size, job->name, job->max_size, &image, &error) : sinew__fail_memory(&error);
    if (result == SINEW_OK)
        worker_deliver(job, image.pixels, (size_t)image.width * (size_t)image.height * 4, image.width, image.height);
    else
        worker_deliver_failure(result, &error);
}

int main(void)
{
    worker_job job;
    worker_sandbox_close_descriptors();
    if (!worker_receive_job(&job)) return 1;
    worker_crash_report();
    worker_sandbox_enter(&job);
    decode_image(&job);
    _exit(0);
}
