#define _POSIX_C_SOURCE 200809L
#include "program/cli/render/frame_source.h"

#include <stdlib.h>

#include "core/base/error.h"
#include "core/platform/thread.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/comparison.h"

/// Smallest number of frames per process: they take about as long to draw as a process takes to start.
enum { MIN_FRAMES_PER_PROCESS = 6 };

/// Limits in bytes for all copies of the process together: the frames that they have drawn in advance, and the model in
/// the memory of their drivers.
static const double max_frame_memory = 0x1p29, max_model_memory = 0x1p31;

static double model_memory(const render_job *job)
{
    const sinew_model *model = job->scene.model;
    double bytes = 100.0 * (double)model->vertex_count;
    for (int32_t i = 0; i < model->texture_count && job->scene.textures.images; ++i) {
        const sinew_image *image = &job->scene.textures.images[i];
        bytes += 4.0 * image->width * image->height * 4 / 3; // 4/3: with mipmaps
    }
    return bytes;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

int render_max_processes(const render_settings *settings)
{
    enum { MAX_PROCESSES = 16 };
    const int wanted = settings->threads > 0 ? settings->threads : (int)sinew__processor_count();
    return wanted < MAX_PROCESSES ? wanted : MAX_PROCESSES;
}

/// Returns the number of processes that draw; 1: only this one.
static int choose_processes(const render_job *job, size_t count)
{
    if (job->is_copy) return 1;
    double processes = smaller(render_max_processes(job->settings), (double)count / MIN_FRAMES_PER_PROCESS);
    processes = smaller(processes, max_frame_memory / SINEW__FORK_SLOTS / (double)render_job_frame_size(job));
    const double model = model_memory(job) + (job->other ? model_memory(job->other) : 0);
    processes = smaller(processes, max_model_memory / model);
    return processes < 2 ? 1 : (int)processes;
}

frame_index *render_frame_index_list(const render_job *job, size_t count)
{
    frame_index *order = malloc((count + 1) * sizeof *order);
    size_t listed = 0;
    for (size_t clip = 0; clip < job->clip_count && order; ++clip)
        for (size_t i = 0; i < job->clips[clip].count; ++i) order[listed++] = (frame_index){clip, i};
    return order;
}

// ---- in a copy -----------------------------------------------------------------------------------------------------

/// Starts drawing in a copy of the process. Mesa's software driver would start a thread per processor, but here each
/// processor already has a process.
static sinew_result begin_drawing(void *user, sinew_error *out_error)
{
    frame_source *source = user;
    setenv("LP_NUM_THREADS", "0", 0);
    return render_comparison_begin_drawing(source->job, out_error);
}

static sinew_result draw_frame(void *user, size_t index, void *out_pixels, sinew_error *out_error)
{
    frame_source *source = user;
    const frame_index *at = &source->order[index];
    return render_comparison_draw(source->job, &source->job->clips[at->clip], at->frame, out_pixels, out_error);
}

// ---- in this process -----------------------------------------------------------------------------------------------

static int fail(const frame_source *source, const sinew_error *error)
{
    cli_progress_end(source->progress);
    return cli_fail(source->job->context, error->result == SINEW_ERROR_NO_GL ? NULL : source->job->scene.path, error);
}

int render_frame_source_open(frame_source *source, render_job *job, const frame_index *order, size_t count,
                             cli_progress *progress)
{
    *source = (frame_source){.job = job, .order = order, .count = count, .progress = progress};
    const int may_fork = choose_processes(job, count) > 1;
    const int failed = render_comparison_load(job, !may_fork);
    if (failed) return failed;
    sinew_error error;
    sinew_result result = render_comparison_select(job, &job->clips[order[0].clip], &error); // once for all copies
    if (result != SINEW_OK) return fail(source, &error);
    const int processes = choose_processes(job, count);
    const sinew__fork_work work = {
        .count = source->count,
        .item_size = render_job_frame_size(source->job),
        .user = source,
        .begin = begin_drawing,
        .compute = draw_frame,
    };
    if (processes > 1 && sinew__fork_pool_start(&work, processes, &source->pool, NULL) == SINEW_OK) return 0;
    result = render_comparison_begin_drawing(job, &error);
    source->pixels = malloc(render_job_frame_size(job));
    if (result == SINEW_OK && !source->pixels) result = sinew__fail_memory(&error);
    return result == SINEW_OK ? 0 : fail(source, &error);
}

int render_frame_source_next(frame_source *source, const uint8_t **out_pixels)
{
    sinew_error error;
    sinew_result result;
    const void *item = source->pixels;
    if (source->pool)
        result = sinew__fork_pool_take(source->pool, &item, &error);
    else
        result = draw_frame(source, source->taken, source->pixels, &error);
    if (result != SINEW_OK) return fail(source, &error);
    ++source->taken;
    cli_progress_add(source->progress);
    *out_pixels = item;
    return 0;
}

void render_frame_source_close(frame_source *source)
{
    sinew__fork_pool_stop(source->pool);
    free(source->pixels);
}
