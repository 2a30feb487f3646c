/// Writes curves made by the writer: one key per frame, or keys fitted to the motion.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "author/export/glb/key_samples.h"
#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/sampler/curve.h"

static const double degrees = 57.29577951308232, per_cent = 100;

enum { TRANSFORM_WIDTH = 9, USUAL_RATE = 30, MAX_FRAMES = 1 << 20 };

/// Returns a time on the model's timeline. `time` is relative to the clip's start; it may exceed the duration by
/// rounding.
static double timeline(const fbx_clip_sampler *clip, double time)
{
    return clip->start + fmin(time, clip->duration);
}

// ---- Euler angles -------------------------------------------------------------------------------------------------

/// Adds whole turns to `angles`, degrees, to bring them near to `like`. Returns the remaining distance.
static double turn_near(const double like[3], double angles[3])
{
    double distance = 0;
    for (int i = 0; i < 3; ++i) {
        const double turns = (like[i] - angles[i]) / 360;
        if (fabs(turns) > 0.5) angles[i] += 360 * round(turns); // exactly half a turn is not changed
        distance += fabs(like[i] - angles[i]);
    }
    return distance;
}

static void sample_transform(void *user, double time, double *out)
{
    const fbx_clip_sampler *clip = user;
    if (clip->has_channels) {
        const sinew_model *model = clip->writer->model;
        sinew_transform_stack stack;
        sinew_transform local;
        sinew__joint_sample(model, clip->sampler.clip, clip->item, &clip->sampler.motions[clip->item],
                            sinew__ticks(model, timeline(clip, time)), &clip->sampler.cursor, &stack, &local);
        for (int i = 0; i < 3; ++i) out[i] = stack.translation[i] * clip->writer->length;
        memcpy(out + 3, stack.rotation, sizeof stack.rotation);
        memcpy(out + 6, stack.scaling, sizeof stack.scaling);
        return;
    }
    sinew_transform local = sinew__glb_local(&clip->sampler, clip->item, timeline(clip, time));
    if (sinew__fbx_divides_scale(clip->writer, clip->item)) {
        const int32_t parent = clip->writer->model->joints[clip->item].parent;
        const double divisor = sinew__glb_local(&clip->sampler, parent, timeline(clip, time)).s.x;
        local.s = sinew__vec3_scale(local.s, divisor != 0 ? 1 / divisor : 0);
    }
    sinew__fbx_convert_local(clip->writer, clip->item, &local);
    sinew__fbx_solve_stack(&clip->writer->stacks[clip->item], &local, out);
}

/// Replaces Euler angles by the equivalent angles nearest to the previous sample, or to the rest angles if there is
/// none. Apart from whole turns, two triples give the same rotation: in the second one, the outer angles differ by half
/// a turn and the middle angle is mirrored.
static void follow_angles(void *user, const double *previous, double *values)
{
    // XYZ XZY YZX YXZ ZXY ZYX, and spheric, which is read as XYZ.
    static const int middle_axes[] = {1, 2, 2, 0, 0, 1, 1};
    const fbx_clip_sampler *clip = user;
    const sinew_transform_stack *stack = &clip->writer->stacks[clip->item];
    const int middle = middle_axes[stack->rotation_active ? stack->rotation_order : SINEW_ROTATE_XYZ];
    const double *like = previous ? previous + 3 : stack->rotation;
    double *angles = values + 3, other[3];
    for (int i = 0; i < 3; ++i) other[i] = i == middle ? 180 - angles[i] : angles[i] + 180;
    const double distance = turn_near(like, angles), other_distance = turn_near(like, other);
    if (other_distance < distance) memcpy(angles, other, sizeof other);
}

// ---- writing keys -------------------------------------------------------------------------------------------------

/// A path to write: a curve node of a property, and a curve for each component.
typedef struct out_path {
    sinew__key_path fit;
    const char *name;                      ///< name of the curve node
    fbx_property_name property, component; ///< the property, and the first component of the curve node
    const double *rest;                    ///< [fit.count]
    int64_t object;
} out_path;

static int64_t put_node(const fbx_clip_sampler *clip, const out_path *path)
{
    return sinew__fbx_put_curve_node(clip->writer, path->name, path->component, path->rest, path->fit.count,
                                     clip->layer, path->object, path->property);
}

static fbx_out_key plain_key(int64_t ticks, double value)
{
    return (fbx_out_key){.ticks = ticks,
                         .value = value,
                         .flags = FBX_KEY_LINEAR,
                         .right_weight = FBX_WEIGHT_THIRD,
                         .next_left_weight = FBX_WEIGHT_THIRD};
}

/// Returns the time of a fitted key in ticks of the file.
static int64_t node_ticks(const fbx_clip_sampler *clip, const sinew__key_samples *samples, int32_t node)
{
    return sinew__fbx_ticks(clip->writer, timeline(clip, (double)samples->times[node * SINEW__CHECKS]));
}

/// Writes the fitted keys of one component and returns the curve's id. If the times of two keys are the same tick, the
/// later key wins. Morph weights are fractions in the model and per cent in the file.
static int64_t put_fitted(const fbx_clip_sampler *clip, const sinew__key_samples *samples,
                          const sinew__fitted_keys *fitted, int component, fbx_out_key *keys)
{
    static const fbx_out_ends ends = {FBX_EXTRAPOLATE_CONSTANT, FBX_EXTRAPOLATE_CONSTANT, 0, 0};
    const double third = (double)(1.0f / 3.0f), second = (double)FBX_TICKS_PER_SECOND;
    const double scale = clip->is_morph ? per_cent : 1;
    const size_t width = (size_t)samples->function.width;
    size_t count = 0;
    for (int32_t i = 0; i < fitted->count; ++i) {
        const int32_t node = fitted->nodes[i];
        // In-slope; the out-slope is `width` numbers further.
        const double *slopes = samples->slopes + (size_t)node * 2 * width + component;
        const double value = sinew__key_sample(samples, node * SINEW__CHECKS)[component];
        fbx_out_key key = plain_key(node_ticks(clip, samples, node), value);
        if (count > 0 && keys[count - 1].ticks == key.ticks) --count;
        if (fitted->is_cubic) {
            const int64_t next = i + 1 < fitted->count ? node_ticks(clip, samples, fitted->nodes[i + 1]) : key.ticks;
            const double gap_after = (double)(next - key.ticks) / second;
            key.flags = FBX_KEY_CUBIC | FBX_KEY_USER;
            if (gap_after > 0) key.right = sinew__fbx_slope(slopes[width] / scale, gap_after * third, scale);
            if (count > 0) {
                fbx_out_key *before = &keys[count - 1];
                const double gap = (double)(key.ticks - before->ticks) / second;
                before->next_left = sinew__fbx_slope(slopes[0] / scale, gap * third, scale);
                if (gap_after > 0 && sinew__fbx_is_broken(before->next_left, key.right)) key.flags |= FBX_KEY_BREAK;
            }
        }
        keys[count++] = key;
    }
    return sinew__fbx_put_keys(clip->writer, keys, count, &ends);
}

/// Fits the keys of a path and writes them: one key if the path is constant, none if it is constant at its rest values.
static sinew_result put_path(fbx_clip_sampler *clip, const sinew__key_samples *samples, const out_path *path,
                             sinew_error *error)
{
    // Bytes per key: linear keys share their attributes, cubic ones have their own slopes.
    static const sinew__key_cost cost = {.linear = 12, .cubic = 36};
    sinew__fitted_keys fitted = {.nodes = SINEW__ARENA_ARRAY(&clip->memory, int32_t, 1), .count = 1};
    if (!fitted.nodes) return sinew__fail_memory(error);
    if (!sinew__key_path_is_constant(samples, &path->fit) &&
        !sinew__fit_keys(samples, &path->fit, &cost, &clip->memory, &fitted)) {
        const sinew_result result = sinew__glb_check_budget(&clip->writer->scene, error);
        return result != SINEW_OK ? result : sinew__fail_memory(error);
    }
    const double *first = sinew__key_sample(samples, 0) + path->fit.first;
    int is_at_rest = fitted.count == 1;
    for (int i = 0; i < path->fit.count; ++i)
        if (fabs(first[i] - path->rest[i]) > path->fit.tolerance / 4) is_at_rest = 0;
    if (is_at_rest) return SINEW_OK;
    fbx_out_key *keys = SINEW__ARENA_ARRAY(&clip->memory, fbx_out_key, fitted.count);
    if (!keys) return sinew__fail_memory(error);
    const int64_t node = put_node(clip, path);
    for (int i = 0; i < path->fit.count; ++i) {
        const int64_t curve = put_fitted(clip, samples, &fitted, path->fit.first + i, keys);
        sinew__fbx_put_property_connection(clip->writer, curve, node, sinew__fbx_component(path->component, i));
    }
    return SINEW_OK;
}

// ---- fitted keys --------------------------------------------------------------------------------------------------

static sinew_result put_fitted_paths(fbx_clip_sampler *clip, int32_t motion, const sinew__key_function *function,
                                     const out_path *paths, int count, sinew_error *error)
{
    sinew__clip_times times = {0};
    sinew__key_samples samples;
    sinew__key_path fits[3];
    for (int i = 0; i < count; ++i) fits[i] = paths[i].fit;
    if (!sinew__clip_times_add(&times, &clip->sampler, &clip->sampler.motions[motion], &clip->memory))
        return sinew__arena_fail(&clip->memory, error);
    sinew_result result = sinew__clip_times_complete(&times, &clip->sampler, function->width, &clip->memory, error);
    if (result != SINEW_OK) return result;
    result = sinew__key_samples_init(&samples, function, fits, count, times.items, (int32_t)times.count, &clip->budget);
    if (result == SINEW_ERROR_TIMED_OUT)
        result = sinew__glb_check_budget(&clip->writer->scene, error);
    else if (result != SINEW_OK)
        result = sinew__fail_memory(error);
    for (int i = 0; i < count && result == SINEW_OK; ++i) result = put_path(clip, &samples, &paths[i], error);
    clip->is_coarse |= samples.is_coarse;
    sinew__key_samples_free(&samples);
    return result;
}

// ---- one key per frame --------------------------------------------------------------------------------------------

/// Times of a clip's frames and of jumps between them. A stepped key becomes two linear keys 1/64 of a frame apart.
/// With keys one tick apart, programs would show the earlier value at the step's frame, because Blender merges keys
/// within 1/10,000 of a frame and three.js stores times as floats.
typedef struct frame_times {
    int64_t *ticks; ///< [count] rising, on the model's timeline
    size_t count, capacity;
} frame_times;

static const double max_values = 1 << 27; ///< largest number of key values in a file, counting each component

static sinew_result check_count(double values, sinew_error *error)
{
    if (values <= max_values) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_LIMIT, "the clips have more than %.0f keys", max_values);
}

static double frame_rate(const sinew_model *model)
{
    return model->info->fps > 0 ? model->info->fps : USUAL_RATE;
}

/// Returns the distance in ticks between the keys before and after a jump.
static int64_t jump_ticks(const sinew_model *model)
{
    static const double parts_of_frame = 64;
    return (int64_t)fmax((double)model->info->ticks_per_second / frame_rate(model) / parts_of_frame, 1);
}

static int add_tick(fbx_clip_sampler *clip, frame_times *times, int64_t ticks)
{
    const sinew_model *model = clip->writer->model;
    if (ticks < sinew__ticks(model, clip->start) || ticks > sinew__ticks(model, clip->start + clip->duration)) return 1;
    int64_t *items = sinew__arena_grow(&clip->memory, times->ticks, times->count, &times->capacity, sizeof *items);
    if (!items) return 0;
    times->ticks = items;
    items[times->count++] = ticks;
    return 1;
}

static int add_jumps_of_curve(fbx_clip_sampler *clip, frame_times *times, int32_t index)
{
    if (index == SINEW_NONE) return 1;
    const sinew_curve *curve = &clip->writer->model->curves[index];
    const sinew_curve_key *keys = &clip->writer->model->curve_keys[curve->first_key];
    const int64_t jump = jump_ticks(clip->writer->model);
    int ok = 1;
    for (int32_t i = 0; i + 1 < curve->key_count && ok; ++i) {
        const int64_t at = keys[i].ticks, next = keys[i + 1].ticks, gap = next - at < jump ? next - at : jump;
        if (keys[i].value == keys[i + 1].value) continue;
        if (keys[i].interpolation == SINEW_STEP || next - at <= jump)
            ok = add_tick(clip, times, next - gap) && add_tick(clip, times, next);
        else if (keys[i].interpolation == SINEW_STEP_NEXT)
            ok = add_tick(clip, times, at) && add_tick(clip, times, at + gap);
    }
    return ok;
}

static int add_jumps(fbx_clip_sampler *clip, const sinew__joint_motion *motion, frame_times *times)
{
    const sinew_model *model = clip->writer->model;
    int ok = 1;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        for (int c = 0; c < 3 && ok; ++c) ok = add_jumps_of_curve(clip, times, model->channels[i].curve[c]);
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        for (int32_t k = 1; track->interpolation == SINEW_STEP && k < track->key_count && ok; ++k) {
            const int64_t at = sinew__ticks(model, clip->start + model->track_keys[track->first_key + k].time);
            ok = add_tick(clip, times, at - jump_ticks(model)) && add_tick(clip, times, at);
        }
    }
    return ok;
}

static int compare_ticks(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/// The range of ticks in which a joint or morph moves. It may be much shorter than the clip: some clips begin days
/// before their first key.
typedef struct moving_range {
    int64_t first, last;
} moving_range;

static void include_ticks(moving_range *range, int64_t ticks)
{
    if (ticks < range->first) range->first = ticks;
    if (ticks > range->last) range->last = ticks;
}

/// Whether the value stays the same until the next key.
static int is_level(const sinew_curve_key *key)
{
    return key[0].value == key[1].value && key->interpolation != SINEW_CUBIC;
}

static void include_curve(const sinew_model *model, int32_t index, moving_range *range)
{
    if (index == SINEW_NONE || model->curves[index].key_count < 1) return;
    const sinew_curve *curve = &model->curves[index];
    const sinew_curve_key *first = &model->curve_keys[curve->first_key], *last = first + curve->key_count - 1;
    if (curve->before != SINEW_EXTRAPOLATE_HOLD) range->first = INT64_MIN;
    if (curve->after != SINEW_EXTRAPOLATE_HOLD) range->last = INT64_MAX;
    while (first < last && is_level(first)) ++first;
    while (first < last && is_level(last - 1)) --last;
    if (first == last) return;
    include_ticks(range, first->ticks);
    include_ticks(range, last->ticks);
}

static void include_motion(const fbx_clip_sampler *clip, const sinew__joint_motion *motion, moving_range *range)
{
    const sinew_model *model = clip->writer->model;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        for (int c = 0; c < 3; ++c) include_curve(model, channel->curve[c], range);
        include_curve(model, model->layers[channel->layer].weight_curve, range);
    }
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        const sinew_track_key *keys = &model->track_keys[model->tracks[i].first_key];
        const int32_t count = model->tracks[i].key_count;
        if (count < 1) continue;
        include_ticks(range, sinew__ticks(model, clip->start + keys[0].time));
        include_ticks(range, sinew__ticks(model, clip->start + keys[count - 1].time));
    }
}

/// Finds the first frame at which a joint or morph moves, and the last one.
static void find_frames(const fbx_clip_sampler *clip, int32_t motion, double out[2])
{
    const sinew_model *model = clip->writer->model;
    const double rate = frame_rate(model), count = ceil(clip->duration * rate - 1e-6),
                 second = (double)model->info->ticks_per_second;
    moving_range range = {INT64_MAX, INT64_MIN};
    include_motion(clip, &clip->sampler.motions[motion], &range);
    const int is_joint = motion < model->joint_count;
    if (is_joint && sinew__fbx_divides_scale(clip->writer, motion))
        include_motion(clip, &clip->sampler.motions[model->joints[motion].parent], &range);
    const int is_whole = is_joint && motion == clip->sampler.in_place_root;
    out[0] = is_whole ? 0 : fmax(floor(((double)range.first / second - clip->start) * rate), 0);
    out[1] = is_whole ? count : fmin(ceil(((double)range.last / second - clip->start) * rate) + 1, count);
}

/// Returns the interval of the keys, in frames, for a joint or morph that moves in `frames` frames.
static double frame_step(double frames)
{
    return fmax(ceil(frames / MAX_FRAMES), 1);
}

sinew_result sinew__fbx_count_frames(fbx_clip_sampler *clip, int32_t motion, sinew_error *error)
{
    const sinew_model *model = clip->writer->model;
    double frames[2], width = TRANSFORM_WIDTH;
    find_frames(clip, motion, frames);
    if (motion >= model->joint_count) width = model->morphs[motion - model->joint_count].shape_count;
    clip->planned += fmax((frames[1] - frames[0]) / frame_step(frames[1] - frames[0]), 0) * width;
    return check_count(clip->planned, error);
}

/// Adds the author's keys, for a clip that has too many frames for one key per frame. Returns 0 when out of memory.
static int add_keys(fbx_clip_sampler *clip, const sinew__joint_motion *motion, frame_times *times)
{
    const sinew_model *model = clip->writer->model;
    int ok = 1;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        for (int c = 0; c < 3; ++c) {
            if (model->channels[i].curve[c] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[model->channels[i].curve[c]];
            for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count && ok; ++k)
                ok = add_tick(clip, times, model->curve_keys[k].ticks);
        }
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        for (int32_t k = track->first_key; k < track->first_key + track->key_count && ok; ++k)
            ok = add_tick(clip, times, sinew__ticks(model, clip->start + model->track_keys[k].time));
    }
    return ok;
}

/// Sorts times and removes duplicates.
static void sort_times(frame_times *times)
{
    size_t kept = 0;
    if (times->count == 0) return;
    qsort(times->ticks, times->count, sizeof *times->ticks, compare_ticks);
    for (size_t i = 0; i < times->count; ++i)
        if (kept == 0 || times->ticks[i] > times->ticks[kept - 1]) times->ticks[kept++] = times->ticks[i];
    times->count = kept;
}

/// Adds every `step`th frame of a range, except frames within a tick of a time in `times` (sorted): in a clip of days,
/// rounding can move a key of an earlier export by one tick. Returns 0 when out of memory.
static int add_frames(fbx_clip_sampler *clip, frame_times *times, const double frames[2], double step)
{
    const sinew_model *model = clip->writer->model;
    const double rate = frame_rate(model);
    const size_t keys = times->count;
    size_t next = 0;
    int ok = 1;
    for (double i = floor(frames[0] / step) * step; i < frames[1] && ok; i += step) {
        const int64_t ticks = sinew__ticks(model, clip->start + i / rate);
        while (next < keys && times->ticks[next] < ticks - 1) ++next;
        if (next == keys || times->ticks[next] > ticks + 1) ok = add_tick(clip, times, ticks);
    }
    return ok;
}

static sinew_result list_frames(fbx_clip_sampler *clip, int32_t motion, frame_times *out, sinew_error *error)
{
    const sinew_model *model = clip->writer->model;
    double frames[2];
    find_frames(clip, motion, frames);
    const double step = frame_step(frames[1] - frames[0]);
    if (step > 1 && step > clip->frame_step) {
        sinew__export_note(clip->writer->options,
                           "clip '%s' is too long for one key per frame: there is one every %.0f frames",
                           sinew_text(model, model->clips[clip->sampler.clip].name), step);
        clip->frame_step = step;
    }
    int ok = step == 1 || add_keys(clip, &clip->sampler.motions[motion], out);
    sort_times(out);
    ok = ok && add_frames(clip, out, frames, step) && add_tick(clip, out, sinew__ticks(model, clip->start)) &&
         add_tick(clip, out, sinew__ticks(model, clip->start + clip->duration)) &&
         add_jumps(clip, &clip->sampler.motions[motion], out);
    if (!ok) return sinew__arena_fail(&clip->memory, error);
    sort_times(out);
    return SINEW_OK;
}

/// Whether a path has the same values at two times, as floats, which is how the file stores them.
static int are_equal(const double *a, const double *b, const sinew__key_path *path)
{
    for (int c = path->first; c < path->first + path->count; ++c)
        if ((float)a[c] != (float)b[c]) return 0;
    return 1;
}

/// Lists the keys to write: the first, the last, and all keys from the start of the motion to its end. A second export
/// then writes the same keys. Returns their number.
static size_t list_keys(const frame_times *times, const double *values, size_t width, const sinew__key_path *path,
                        size_t *out)
{
    const size_t last = times->count - 1;
    size_t begin = 0, end = last, count = 0;
    while (begin < last && are_equal(values, values + (begin + 1) * width, path)) ++begin;
    while (end > begin && are_equal(values + (end - 1) * width, values + last * width, path)) --end;
    if (begin > 0) out[count++] = 0;
    for (size_t i = begin; i <= end; ++i) out[count++] = i;
    if (end < last) out[count++] = last;
    return count;
}

static void put_frames(fbx_clip_sampler *clip, const frame_times *times, const double *values, int width,
                       const out_path *path, fbx_out_key *keys, size_t *list)
{
    static const fbx_out_ends ends = {FBX_EXTRAPOLATE_CONSTANT, FBX_EXTRAPOLATE_CONSTANT, 0, 0};
    const size_t count = list_keys(times, values, (size_t)width, &path->fit, list);
    const int64_t node = put_node(clip, path);
    for (int i = 0; i < path->fit.count; ++i) {
        for (size_t k = 0; k < count; ++k) {
            keys[k] = plain_key(sinew__fbx_model_ticks(clip->writer, times->ticks[list[k]]),
                                values[list[k] * (size_t)width + (size_t)(path->fit.first + i)]);
        }
        const int64_t curve = sinew__fbx_put_keys(clip->writer, keys, count, &ends);
        sinew__fbx_put_property_connection(clip->writer, curve, node, sinew__fbx_component(path->component, i));
    }
}

/// Smallest displacement of a joint from its rest position that counts as leaving it, as a fraction of the joint's
/// distance from its parent.
static const double least_move = 1e-4;

static sinew_result put_frame_paths(fbx_clip_sampler *clip, int32_t motion, const sinew__key_function *function,
                                    const out_path *paths, int count, sinew_error *error)
{
    frame_times times = {0};
    const sinew_model *model = clip->writer->model;
    const sinew_result result = list_frames(clip, motion, &times, error);
    if (result != SINEW_OK) return result;
    const size_t width = (size_t)function->width;
    clip->values += (double)times.count * function->width;
    if (check_count(clip->values, error) != SINEW_OK) return SINEW_ERROR_LIMIT;
    double *values = SINEW__ARENA_ARRAY(&clip->memory, double, times.count *width);
    fbx_out_key *keys = SINEW__ARENA_ARRAY(&clip->memory, fbx_out_key, times.count);
    size_t *list = SINEW__ARENA_ARRAY(&clip->memory, size_t, times.count);
    if (!values || !keys || !list) return sinew__fail_memory(error);
    for (size_t i = 0; i < times.count; ++i) {
        const double time = (double)times.ticks[i] / (double)model->info->ticks_per_second - clip->start;
        function->evaluate(function->user, time, values + i * width);
        if (function->follow)
            function->follow(function->user, i > 0 ? values + (i - 1) * width : NULL, values + i * width);
        if (clip->is_morph) continue;
        const double *rest = clip->writer->stacks[clip->item].translation;
        double square = 0, distance = 0;
        for (size_t c = 0; c < 3; ++c) {
            const double moved = values[i * width + c] - rest[c];
            square += rest[c] * rest[c];
            distance += moved * moved;
        }
        clip->writer->leaves_rest[clip->item] |= distance > least_move * least_move * square;
    }
    for (int i = 0; i < count; ++i) put_frames(clip, &times, values, function->width, &paths[i], keys, list);
    return SINEW_OK;
}

// ---- joints and morphs --------------------------------------------------------------------------------------------

static sinew_result put_paths(fbx_clip_sampler *clip, int32_t motion, const sinew__key_function *function,
                              const out_path *paths, int count, sinew_error *error)
{
    return clip->writer->is_portable ? put_frame_paths(clip, motion, function, paths, count, error)
                                     : put_fitted_paths(clip, motion, function, paths, count, error);
}

sinew_result sinew__fbx_put_sampled_joint(fbx_clip_sampler *clip, int32_t joint, uint32_t parts, sinew_error *error)
{
    static const char *const names[] = {"T", "R", "S"};
    static const fbx_property_name properties[] = {FBX_PROPERTY_LCL_TRANSLATION, FBX_PROPERTY_LCL_ROTATION,
                                                   FBX_PROPERTY_LCL_SCALING};
    fbx_writer *writer = clip->writer;
    const sinew_transform_stack *stack = &writer->stacks[joint];
    const double *rest[3] = {stack->translation, stack->rotation, stack->scaling};
    const int32_t parent = writer->model->joints[joint].parent;
    const double share = clip->tolerance.share[joint] / writer->scene.unit, reach = clip->tolerance.reach[joint],
                 scale_above = parent == SINEW_NONE ? 1 : clip->tolerance.scale[parent];
    const double angle = clip->tolerance.share[joint] / reach;
    const double tolerances[3] = {share * writer->length / scale_above, angle * degrees, angle};
    out_path paths[3];
    const sinew__joint_motion *motion = &clip->sampler.motions[joint];
    clip->item = joint;
    clip->is_morph = 0;
    clip->has_channels = motion->channel_count > 0 && motion->track_count == 0 &&
                         joint != clip->sampler.in_place_root && sinew__fbx_keeps_stack(writer, joint);
    int count = 0;
    for (int i = 0; i < 3; ++i)
        if (parts >> i & 1)
            paths[count++] = (out_path){{.first = 3 * i, .count = 3, .tolerance = tolerances[i]},
                                        names[i],
                                        properties[i],
                                        FBX_PROPERTY_D_X,
                                        rest[i],
                                        writer->joint_id[joint]};
    const sinew__key_function function = {sample_transform, follow_angles, clip, TRANSFORM_WIDTH,
                                          writer->scene.deadline};
    const sinew_result result = put_paths(clip, joint, &function, paths, count, error);
    sinew__arena_free(&clip->memory);
    return result;
}

static double morph_weight(const fbx_clip_sampler *clip, double time)
{
    const sinew_model *model = clip->writer->model;
    return sinew__morph_sample(model, clip->sampler.clip, clip->item,
                               &clip->sampler.motions[model->joint_count + clip->item],
                               sinew__ticks(model, timeline(clip, time)), &clip->sampler.cursor);
}

static void sample_weight(void *user, double time, double *out)
{
    *out = per_cent * morph_weight(user, time);
}

/// Computes the weights of the shapes of a morph that is split into one channel per shape, in per cent.
static void sample_shapes(void *user, double time, double *out)
{
    const fbx_clip_sampler *clip = user;
    const sinew_morph *morph = &clip->writer->model->morphs[clip->item];
    sinew__glb_target_weights(clip->writer->model, morph, morph_weight(clip, time), out);
    for (int32_t i = 0; i < morph->shape_count; ++i) out[i] *= per_cent;
}

sinew_result sinew__fbx_put_sampled_morph(fbx_clip_sampler *clip, int32_t index, sinew_error *error)
{
    fbx_writer *writer = clip->writer;
    const sinew_morph *morph = &writer->model->morphs[index];
    const double rest = per_cent * (double)morph->weight,
                 tolerance = sinew__weight_tolerance(&clip->tolerance, &writer->scene, morph->mesh);
    const int is_split = writer->is_portable && morph->shape_count > 1;
    const int count = is_split ? morph->shape_count : 1;
    out_path *paths = SINEW__ARENA_ARRAY(&clip->memory, out_path, count);
    double *rests = SINEW__ARENA_ARRAY(&clip->memory, double, count);
    if (tolerance < 0 || !paths || !rests) return sinew__fail_memory(error);
    clip->item = index;
    clip->is_morph = 1;
    rests[0] = rest;
    if (is_split) sinew__glb_target_weights(writer->model, morph, (double)morph->weight, rests);
    for (int i = 0; i < count; ++i) {
        if (is_split) rests[i] *= per_cent;
        paths[i] = (out_path){{.first = i, .count = 1, .tolerance = per_cent * tolerance},
                              "DeformPercent",
                              FBX_PROPERTY_DEFORM_PERCENT,
                              FBX_PROPERTY_D_DEFORM_PERCENT,
                              &rests[i],
                              is_split ? writer->shape_channel[morph->first_shape + i] : writer->morph_id[index]};
    }
    const sinew__key_function function = {is_split ? sample_shapes : sample_weight, NULL, clip, count,
                                          writer->scene.deadline};
    const sinew_result result = put_paths(clip, writer->model->joint_count + index, &function, paths, count, error);
    sinew__arena_free(&clip->memory);
    return result;
}
