#include "author/export/glb/clip_times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/glb/key_samples.h"

enum { MAX_TIMES = 1 << 20, MAX_FRAMES = 1 << 17 };

/// Limit of values at frames: components of all joints and morphs in all clips.
static const double max_file_values = 1 << 27;

static const double apart = 1e-4; // seconds: frames closer to a key are left out

/// Returns the end of the clip as the smallest float that is not before it, because a curve may jump there.
static float end_of(const sinew_clip *clip)
{
    const float end = (float)clip->duration;
    return (double)end < clip->duration ? nextafterf(end, INFINITY) : end;
}

static int add(sinew__clip_times *times, const sinew_clip *clip, float time, sinew__arena *memory)
{
    if (!(time >= 0) || time > end_of(clip)) return 1;
    float *items = sinew__arena_grow(memory, times->items, times->count, &times->capacity, sizeof *items);
    if (!items) return 0;
    times->items = items;
    items[times->count++] = time;
    return 1;
}

/// Adds a time; rounds it to the float after or before it if the curve jumps there.
static int add_key(sinew__clip_times *times, const sinew_clip *clip, double time, int jumps_before, int jumps_after,
                   sinew__arena *memory)
{
    float near = (float)time;
    if (jumps_before && (double)near < time) near = nextafterf(near, INFINITY);
    if (jumps_after && (double)near > time) near = nextafterf(near, -INFINITY);
    int ok = add(times, clip, near, memory);
    if (jumps_before) ok = ok && add(times, clip, nextafterf(near, -INFINITY), memory);
    if (jumps_after) ok = ok && add(times, clip, nextafterf(near, INFINITY), memory);
    return ok;
}

static int add_curve(sinew__clip_times *times, const sinew_model *model, const sinew_clip *clip, int32_t index,
                     sinew__arena *memory)
{
    if (index == SINEW_NONE) return 1;
    const sinew_curve *curve = &model->curves[index];
    const sinew_curve_key *keys = &model->curve_keys[curve->first_key];
    int ok = 1;
    for (int32_t i = 0; i < curve->key_count && ok; ++i) {
        const double time = (double)keys[i].ticks / (double)model->info->ticks_per_second - clip->start;
        const int before = i > 0 && keys[i - 1].interpolation == SINEW_STEP && keys[i].value != keys[i - 1].value;
        const int after =
            i + 1 < curve->key_count && keys[i].interpolation == SINEW_STEP_NEXT && keys[i].value != keys[i + 1].value;
        ok = add_key(times, clip, time, before, after, memory);
    }
    return ok;
}

int sinew__clip_times_add(sinew__clip_times *times, const glb_sampler *sampler, const sinew__joint_motion *motion,
                          sinew__arena *memory)
{
    const sinew_model *model = sampler->scene->model;
    const sinew_clip *clip = &model->clips[sampler->clip];
    int ok = 1;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        for (int c = 0; c < 3 && ok; ++c) ok = add_curve(times, model, clip, channel->curve[c], memory);
        if (ok) ok = add_curve(times, model, clip, model->layers[channel->layer].weight_curve, memory);
    }
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        const sinew_track_key *keys = &model->track_keys[track->first_key];
        for (int32_t k = 0; k < track->key_count && ok; ++k)
            ok = add_key(times, clip, keys[k].time, k > 0 && track->interpolation == SINEW_STEP, 0, memory);
    }
    return ok;
}

static int compare_floats(const void *left, const void *right)
{
    const float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static void sort(sinew__clip_times *times)
{
    size_t count = 0;
    qsort(times->items, times->count, sizeof *times->items, compare_floats);
    for (size_t i = 0; i < times->count; ++i)
        if (count == 0 || times->items[i] > times->items[count - 1]) times->items[count++] = times->items[i];
    times->count = count;
}

/// Returns the author's frame rate, limited to 24 … 60 so that rotations between frames stay below half a turn. A lower
/// rate if the clip would have more than `max_frames`.
static double frame_rate(const sinew_model *model, const sinew_clip *clip, double max_frames)
{
    const double rate = model->info->fps > 0 ? fmin(fmax(model->info->fps, 24), 60) : 30;
    return clip->duration * rate > max_frames ? max_frames / clip->duration : rate;
}

double sinew__clip_frame_share(const glb_scene *scene, const int32_t *clips, int32_t count)
{
    const sinew_model *model = scene->model;
    double width = (double)model->joint_count * 10, values = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) width += scene->mesh_targets[i];
    for (int32_t i = 0; i < count; ++i) {
        const sinew_clip *clip = &model->clips[clips[i]];
        values += clip->duration * frame_rate(model, clip, MAX_FRAMES) * width;
    }
    return values > max_file_values ? max_file_values / values : 1;
}

/// Adds the frames that are not close to a key. Returns 0 when out of memory.
static int add_frames(sinew__clip_times *times, const sinew_clip *clip, double rate, sinew__arena *memory)
{
    const double count = ceil(clip->duration * rate);
    const size_t keys = times->count;
    size_t next = 0;
    for (double frame = 1; frame < count; ++frame) {
        const double time = frame / rate;
        while (next < keys && (double)times->items[next] < time - apart) ++next;
        if (next < keys && (double)times->items[next] < time + apart) continue;
        if (!add(times, clip, (float)time, memory)) return 0;
    }
    return 1;
}

/// Adds the start, the end and the frames, and sorts the times. Returns 0 when out of memory.
static int complete(sinew__clip_times *times, const sinew_clip *clip, double rate, sinew__arena *memory)
{
    int ok = add(times, clip, 0, memory) && add(times, clip, end_of(clip), memory);
    sort(times);
    if (ok) ok = add_frames(times, clip, rate, memory);
    sort(times);
    return ok;
}

/// Returns SINEW_ERROR_LIMIT if there are more times than a function of `width` components may have.
static sinew_result check_count(const glb_sampler *sampler, double count, int width, sinew_error *error)
{
    const sinew_model *model = sampler->scene->model;
    const size_t max_times = width > SINEW__MAX_VALUES / MAX_TIMES ? (size_t)(SINEW__MAX_VALUES / width) : MAX_TIMES;
    if (count <= (double)max_times) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_LIMIT, "clip '%s' has more than %zu key times",
                       sinew_text(model, model->clips[sampler->clip].name), max_times);
}

sinew_result sinew__clip_times_complete(sinew__clip_times *times, const glb_sampler *sampler, int width,
                                        sinew__arena *memory, sinew_error *error)
{
    const sinew_model *model = sampler->scene->model;
    const sinew_clip *clip = &model->clips[sampler->clip];
    const double max_frames = fmin(MAX_FRAMES, (double)SINEW__MAX_VALUES / 2 / width);
    const double rate = frame_rate(model, clip, max_frames) * sampler->frame_share;
    const sinew_result result = check_count(sampler, (double)times->count, width, error);
    if (result != SINEW_OK) return result;
    return complete(times, clip, rate, memory) ? SINEW_OK : sinew__arena_fail(memory, error);
}

sinew_result sinew__clip_times_of_frames(sinew__clip_times *times, const glb_sampler *sampler, double rate, int width,
                                         sinew__arena *memory, sinew_error *error)
{
    const sinew_clip *clip = &sampler->scene->model->clips[sampler->clip];
    const sinew_result result = check_count(sampler, clip->duration * rate, width, error);
    if (result != SINEW_OK) return result;
    times->count = 0;
    return complete(times, clip, rate, memory) ? SINEW_OK : sinew__arena_fail(memory, error);
}

int sinew__clip_times_merge(sinew__clip_times *times, const sinew__clip_times *added, sinew__arena *memory)
{
    for (size_t i = 0; i < added->count; ++i) {
        float *items = sinew__arena_grow(memory, times->items, times->count, &times->capacity, sizeof *items);
        if (!items) return 0;
        times->items = items;
        items[times->count++] = added->items[i];
    }
    sort(times);
    return 1;
}
