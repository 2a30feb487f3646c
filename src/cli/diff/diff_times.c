#include "cli/diff/diff_times.h"

#include <stdlib.h>

#include "base/error.h"
#include "cli/commands/clip_facts.h"
#include "model/clip_span.h"
#include "model/key_times.h"

/// None for the rest pose, or without a frame rate.
static sinew_result frames_of(const cli_clip_of *of, cli_frames *out_frames, sinew_error *out_error)
{
    const double fps = of->model->info->fps;
    *out_frames = (cli_frames){0};
    if (of->clip == SINEW_NONE || !(fps > 0)) return SINEW_OK;
    return cli_clip_frames(&of->model->clips[of->clip], fps, out_frames, out_error);
}

static size_t put_times(const cli_clip_of *of, const cli_frames *frames, double *times)
{
    size_t count = 0;
    times[count++] = 0;
    if (of->clip == SINEW_NONE) return count;
    const sinew_clip *clip = &of->model->clips[of->clip];
    times[count++] = clip->duration;
    for (int32_t i = 0; i < clip->key_time_count; ++i) times[count++] = sinew__key_time(of->model, clip, i);
    for (size_t i = 0; i < frames->count; ++i)
        times[count++] = (frames->first + (double)i) / of->model->info->fps - clip->start;
    return count;
}

sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                 sinew_error *out_error)
{
    cli_frames frames[2];
    size_t capacity = 0, count = 0;
    for (int i = 0; i < 2; ++i) {
        const sinew_result result = frames_of(&clips[i], &frames[i], out_error);
        if (result != SINEW_OK) return result;
        const int32_t keys = clips[i].clip == SINEW_NONE ? 0 : clips[i].model->clips[clips[i].clip].key_time_count;
        capacity += 2 + (size_t)keys + frames[i].count;
    }
    double *times = malloc(capacity * sizeof *times);
    if (!times) return sinew__fail_memory(out_error);
    for (int i = 0; i < 2; ++i) count += put_times(&clips[i], &frames[i], times + count);
    *out_times = times;
    *out_count = sinew__sort_times(times, count, cli_time_tolerance);
    return SINEW_OK;
}
