// sinew-image-worker: decodes one image in a sandbox and exits. It is a separate program because the libraries of the
// decoders take long to load.
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "import/side_files/images.h"
#include "import/worker/guest/worker.h"

/// Reads the file, after checking that its first bytes belong to an image.
static sinew_result read_picture(const worker_job *job, sinew__picture *out, sinew_error *error)
{
    unsigned char start[4096];
    const size_t file_size = (size_t)job->file_size;
    const ptrdiff_t start_size =
        sinew__read_all(WORKER_FILE, start, file_size < sizeof start ? file_size : sizeof start);
    sinew_result result =
        start_size < 0 ? sinew__fail_memory(error)
                       : sinew__picture_judge(start, (size_t)start_size, file_size, job->name, job->max_size, error);
    if (result != SINEW_OK) return result;
    size_t size;
    void *bytes = sinew__read_allocated(WORKER_FILE, file_size, &size);
    result =
        bytes ? sinew__picture_decode(bytes, size, job->name, job->max_size, out, error) : sinew__fail_memory(error);
    sinew_free(bytes);
    return result;
}

/// Delivers the image at the largest size that the limits and memory allow: whole, or with its sides halved once,
/// twice, … Returns 0 if no size fits.
static int deliver_picture(const worker_job *job, const sinew__picture *picture)
{
    for (int halvings = 0; halvings <= SINEW__MOST_HALVINGS; ++halvings) {
        const int32_t width = sinew__picture_side(picture->width, halvings);
        const int32_t height = sinew__picture_side(picture->height, halvings);
        const size_t size = (size_t)width * (size_t)height * 4;
        void *pixels = worker_result_begin(job, size);
        if (!pixels) continue;
        if (sinew__picture_read(picture, halvings, pixels)) {
            const worker_message done = {.kind = WORKER_DONE,
                                         .number = SINEW_OK,
                                         .size = size,
                                         .width = width,
                                         .height = height,
                                         .halvings = (uint32_t)halvings};
            worker_result_end(pixels, size, &done);
            return 1;
        }
        munmap(pixels, size);
    }
    return 0;
}

int main(void)
{
    worker_job job;
    worker_sandbox_close_descriptors();
    if (!worker_receive_job(&job)) return 1;
    worker_crash_report();
    if (!worker_sandbox_enter(&job)) _exit(1);
    sinew_error error = {0};
    sinew__picture picture;
    const sinew_result result = read_picture(&job, &picture, &error);
    if (result != SINEW_OK)
        worker_deliver_failure(result, &error);
    else if (!deliver_picture(&job, &picture))
        worker_deliver_failure(SINEW_ERROR_MEMORY_LIMIT, &error);
    _exit(0);
}
