#include "cli/diff_times.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/key_times.h"

enum { MOST_FRAMES = 1000000 };

static const double same_time = 2e-6;  // seconds, as for keyframes
static const double same_frame = 1e-3; // frames

/// Whole frames of a clip on its file's timeline.
typedef struct frame_range {
    double first, count, fps;
} frame_range;

static frame_range frames_of(const cli_clip_of *of)
{
    const double fps = of->model->info->fps;
    if (of->clip == SINEW_NONE || !(fps > 0)) return (frame_range){0};
    const sinew_clip *clip = &of->model->clips[of->clip];
    const double first = ceil(clip->start * fps - same_frame),
                 last = floor((clip->start + clip->duration) * fps + same_frame);
    return (frame_range){first, last < first ? 0 : last - first + 1, fps};
}

static size_t put_times(const cli_clip_of *of, double *times)
{
    size_t count = 0;
    times[count++] = 0;
    if (of->clip == SINEW_NONE) return count;
    const sinew_clip *clip = &of->model->clips[of->clip];
    times[count++] = clip->duration;
    for (int32_t i = 0; i < clip->key_time_count; ++i)
        times[count++] = of->model->key_times[clip->first_key_time + i] - clip->start;
    const frame_range frames = frames_of(of);
    for (double i = 0; i < frames.count; ++i) times[count++] = (frames.first + i) / frames.fps - clip->start;
    return count;
}

sinew_result cli_list_diff_times(const cli_clip_of *clips, size_t clip_count, double **out_times, size_t *out_count,
                                 sinew_error *out_error)
{
    size_t room = 0;
    for (size_t i = 0; i < clip_count; ++i) {
        const frame_range frames = frames_of(&clips[i]);
        if (!(frames.count < MOST_FRAMES)) {
            return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%.0f frames, the limit is %d", frames.count, MOST_FRAMES);
        }
        const int32_t keys = clips[i].clip == SINEW_NONE ? 0 : clips[i].model->clips[clips[i].clip].key_time_count;
        room += 2 + (size_t)keys + (size_t)frames.count;
    }
    double *times = malloc(room * sizeof *times);
    if (!times) return sinew__fail_memory(out_error);
    size_t count = 0;
    for (size_t i = 0; i < clip_count; ++i) count += put_times(&clips[i], times + count);
    *out_times = times;
    *out_count = sinew__sort_times(times, count, same_time);
    return SINEW_OK;
}
