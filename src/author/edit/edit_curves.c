#include "author/edit/edit_curves.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "runtime/sampler/curve.h"

/// Largest number of keys that the repetitions of a curve may become.
enum { MAX_UNROLLED = 1 << 20 };

int sinew__visit_curves(const sinew_raw_clip *clip, sinew__curve_visit visit, void *user)
{
    for (int32_t i = 0; i < clip->layer_count; ++i) {
        sinew_raw_curve *curve = (sinew_raw_curve *)(uintptr_t)clip->layers[i].weight_curve;
        if (curve && !visit(user, curve)) return 0;
    }
    for (int32_t i = 0; i < clip->channel_count; ++i) {
        for (int c = 0; c < 3; ++c) {
            sinew_raw_curve *curve = (sinew_raw_curve *)(uintptr_t)clip->channels[i].curve[c];
            if (curve && curve->key_count > 0 && !visit(user, curve)) return 0;
        }
    }
    return 1;
}

// ---- values --------------------------------------------------------------------------------------------------------

double sinew__raw_curve_value(const sinew_model *model, const sinew_raw_curve *curve, int64_t ticks)
{
    const sinew_model view = {.info = model->info, .curve_keys = curve->keys};
    const sinew_curve item = {.key_count = curve->key_count,
                              .before = curve->before,
                              .after = curve->after,
                              .before_count = curve->before_count,
                              .after_count = curve->after_count};
    return sinew__curve_evaluate(&view, &item, ticks);
}

/// Computes the value of a track. The tangents of a track must follow its keys in memory, because the sampler expects
/// them there; models and the functions of this file store them so.
void sinew__raw_track_value(const sinew_model *model, const sinew_raw_track *track, double time, double out[4])
{
    const sinew_model view = {.info = model->info, .track_keys = track->keys};
    const sinew_track item = {
        .path = track->path, .key_count = track->key_count, .interpolation = track->interpolation};
    sinew__track_evaluate(&view, &item, 0, sinew__ticks(model, time), out);
}

int sinew__curve_multiply(sinew__arena *memory, double factor, sinew_raw_curve *curve)
{
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(memory, sinew_curve_key, curve->key_count);
    for (int32_t i = 0; keys && i < curve->key_count; ++i) {
        keys[i] = curve->keys[i];
        keys[i].value *= factor;
        keys[i].in_value = (float)((double)keys[i].in_value * factor);
        keys[i].out_value = (float)((double)keys[i].out_value * factor);
    }
    curve->keys = keys;
    return keys != NULL;
}

sinew_track_key *sinew__track_own_keys(sinew__arena *memory, sinew_raw_track *track)
{
    const size_t count = (size_t)track->key_count, tangents = track->interpolation == SINEW_CUBIC ? 2 * count : 0;
    sinew_track_key *keys = SINEW__ARENA_ARRAY(memory, sinew_track_key, count + tangents);
    if (!keys) return NULL;
    if (count) memcpy(keys, track->keys, count * sizeof *keys);
    if (tangents) memcpy(keys + count, track->tangents, tangents * sizeof *keys);
    track->keys = keys;
    track->tangents = tangents ? keys + count : NULL;
    return keys;
}

// ---- time ----------------------------------------------------------------------------------------------------------

static int64_t map_ticks(const sinew__time_map *map, int64_t ticks)
{
    if (map->scale == 1) return map->to + (ticks - map->from);
    if (map->scale == -1) return map->to - (ticks - map->from);
    return map->to + sinew__far_ticks(round((double)(ticks - map->from) * map->scale));
}

/// Reverses the order of keys. The interpolation of a segment is stored in its first key, so each key takes over the
/// interpolation of the key before it in the old order. The last key of the new order begins no segment. It gets the
/// interpolation of the old last key, so that reversing twice gives the author's keys.
static void reverse_keys(const sinew_curve_key *keys, int32_t count, sinew_curve_key *out)
{
    for (int32_t i = 0; i < count; ++i) {
        const sinew_curve_key *key = &keys[count - 1 - i];
        out[i] = *key;
        out[i].in_time = -key->out_time, out[i].in_value = key->out_value;
        out[i].out_time = -key->in_time, out[i].out_value = key->in_value;
        if (i + 1 == count) {
            out[i].interpolation = keys[count - 1].interpolation;
            break;
        }
        const uint32_t ended = keys[count - 2 - i].interpolation;
        out[i].interpolation = ended == SINEW_STEP ? SINEW_STEP_NEXT : ended == SINEW_STEP_NEXT ? SINEW_STEP : ended;
    }
}

int sinew__curve_map_time(sinew__arena *memory, const sinew__time_map *map, sinew_raw_curve *curve)
{
    const int32_t count = curve->key_count;
    const float length = (float)fabs(map->scale);
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(memory, sinew_curve_key, count);
    if (!keys) return 0;
    if (map->scale < 0) {
        reverse_keys(curve->keys, count, keys);
        const uint32_t before = curve->before;
        const int32_t before_count = curve->before_count;
        curve->before = curve->after, curve->before_count = curve->after_count;
        curve->after = before, curve->after_count = before_count;
    } else {
        memcpy(keys, curve->keys, (size_t)count * sizeof *keys);
    }
    for (int32_t i = 0; i < count; ++i) {
        keys[i].ticks = map_ticks(map, keys[i].ticks);
        keys[i].in_time *= length;
        keys[i].out_time *= length;
        if (i > 0 && keys[i].ticks <= keys[i - 1].ticks) keys[i].ticks = keys[i - 1].ticks + 1; // keeps a jump
    }
    curve->keys = keys;
    return 1;
}

int sinew__track_map_time(sinew__arena *memory, double from, double to, double scale, double tick,
                          sinew_raw_track *track)
{
    const int32_t count = track->key_count;
    const sinew_track_key *old = track->keys, *old_tangents = track->tangents;
    sinew_track_key *keys = sinew__track_own_keys(memory, track), *tangents = keys ? keys + count : NULL;
    if (!keys) return 0;
    for (int32_t i = 0; i < count; ++i) {
        keys[i] = old[scale < 0 ? count - 1 - i : i];
        keys[i].time = to + (keys[i].time - from) * scale;
    }
    if (scale < 0 && track->interpolation == SINEW_STEP) {
        // A stepped value holds from its key on, so in the reversed track it must hold up to that key. It is therefore
        // stored at the reversed time of the key that came after that key, one tick late. The first key's time has no
        // meaning then; it is set to the start of the clip if the other keys are later.
        for (int32_t i = 0; i < count; ++i) {
            const sinew_track_key *key = &old[count - 1 - i];
            keys[i] = *key;
            keys[i].time = i == 0 ? fmin(0, to + (key->time - from) * scale) : to + (key[1].time - from) * scale + tick;
        }
    }
    for (int32_t i = 0; track->interpolation == SINEW_CUBIC && i < 2 * count; ++i) {
        tangents[i] = old_tangents[scale < 0 ? 2 * count - 1 - i : i];
        for (int c = 0; c < 4; ++c) tangents[i].value[c] /= scale;
    }
    return 1;
}

// ---- lists of keys -------------------------------------------------------------------------------------------------

int sinew__key_list_append(sinew__arena *memory, sinew__key_list *list, const sinew_curve_key *keys, int32_t count,
                           int64_t shift, double raise)
{
    for (int32_t i = 0; i < count; ++i) {
        sinew_curve_key key = keys[i];
        sinew_curve_key *last = list->count > 0 ? &list->keys[list->count - 1] : NULL;
        key.ticks += shift;
        key.value += raise;
        if (i == 0 && last && key.ticks <= last->ticks) {
            if (key.value == last->value) {
                key.in_time = last->in_time, key.in_value = last->in_value, key.ticks = last->ticks;
                *last = key;
                continue;
            }
            last->interpolation = SINEW_STEP;
            key.ticks = last->ticks + 1;
        }
        sinew_curve_key *grown =
            sinew__arena_grow(memory, list->keys, (size_t)list->count, &list->capacity, sizeof *list->keys);
        if (!grown) return 0;
        list->keys = grown;
        grown[list->count++] = key;
    }
    return 1;
}

// ---- segments ------------------------------------------------------------------------------------------------------

/// A control point of a Bézier segment: seconds since its first key, and value.
typedef struct point {
    double time, value;
} point;

static point between(point a, point b, double part)
{
    return (point){a.time + (b.time - a.time) * part, a.value + (b.value - a.value) * part};
}

/// Splits a segment by De Casteljau's construction, so that both parts together have its shape.
static void split_cubic(sinew_curve_key *a, sinew_curve_key *b, double length, double time, sinew_curve_key *middle)
{
    const double out = fmin((double)a->out_time, length), in = fmin(-(double)b->in_time, length);
    const double part = sinew__curve_parameter(a, b, length, time);
    const point p0 = {0, a->value}, p1 = {out, a->value + (double)a->out_value},
                p2 = {length - in, b->value + (double)b->in_value}, p3 = {length, b->value};
    const point left = between(p0, p1, part), top = between(p1, p2, part), right = between(p2, p3, part);
    const point left_in = between(left, top, part), right_out = between(top, right, part);
    const point at = between(left_in, right_out, part);
    middle->value = at.value;
    a->out_time = (float)left.time, a->out_value = (float)(left.value - p0.value);
    middle->in_time = (float)(left_in.time - at.time), middle->in_value = (float)(left_in.value - at.value);
    middle->out_time = (float)(right_out.time - at.time), middle->out_value = (float)(right_out.value - at.value);
    b->in_time = (float)(right.time - p3.time), b->in_value = (float)(right.value - p3.value);
}

/// Splits the segment from `a` to `b` at a tick inside it, and returns the new key. Changes the handles of `a` and `b`,
/// so that the shape stays.
static sinew_curve_key split_segment(const sinew_model *model, sinew_curve_key *a, sinew_curve_key *b, int64_t ticks)
{
    const double rate = (double)model->info->ticks_per_second;
    const double length = (double)(b->ticks - a->ticks) / rate, time = (double)(ticks - a->ticks) / rate;
    sinew_curve_key middle = {.ticks = ticks, .value = a->value, .interpolation = a->interpolation};
    middle.is_computed = a->is_computed && b->is_computed;
    switch ((sinew_interpolation)a->interpolation) {
    case SINEW_STEP: break;
    case SINEW_STEP_NEXT: middle.value = b->value; break;
    case SINEW_LINEAR: middle.value += (b->value - a->value) * (time / length); break;
    case SINEW_CUBIC: split_cubic(a, b, length, time, &middle); break;
    }
    return middle;
}

// ---- repetitions ---------------------------------------------------------------------------------------------------

/// Returns how many repetitions of a curve cover the distance `beyond` on one side of its keys; 0 if it does not repeat
/// on that side.
static int64_t repetitions(const sinew_raw_curve *curve, int after, int64_t beyond)
{
    const uint32_t mode = after ? curve->after : curve->before;
    const int32_t most = after ? curve->after_count : curve->before_count;
    const int64_t length = curve->keys[curve->key_count - 1].ticks - curve->keys[0].ticks;
    if (beyond <= 0 || length <= 0 || mode == SINEW_EXTRAPOLATE_HOLD || mode == SINEW_EXTRAPOLATE_SLOPE) return 0;
    const int64_t wanted = (beyond + length - 1) / length;
    return most >= 0 && most < wanted ? most : wanted;
}

/// Appends a copy of all keys, moved to the repetition `turn`: 0 is the first after the keys, −1 the first before them.
/// Returns 0 when out of memory.
static int repeat_keys(sinew__arena *memory, const sinew_raw_curve *curve, const sinew_curve_key *reversed,
                       int64_t turn, sinew__key_list *list)
{
    const sinew_curve_key *first = &curve->keys[0], *last = &curve->keys[curve->key_count - 1];
    const uint32_t mode = turn >= 0 ? curve->after : curve->before;
    const int64_t step = turn >= 0 ? turn + 1 : turn, shift = step * (last->ticks - first->ticks);
    if (mode == SINEW_EXTRAPOLATE_MIRROR && step % 2 != 0)
        return sinew__key_list_append(memory, list, reversed, curve->key_count, shift, 0);
    const double raise = mode == SINEW_EXTRAPOLATE_REPEAT_RELATIVE ? (double)step * (last->value - first->value) : 0;
    return sinew__key_list_append(memory, list, curve->keys, curve->key_count, shift, raise);
}

/// Replaces the repetitions that reach into a range by keys.
static sinew_result unroll(sinew__clip_editor *editor, sinew__tick_range range, sinew_raw_curve *curve)
{
    sinew__arena *memory = &editor->memory;
    const sinew_curve_key *first = &curve->keys[0], *last = &curve->keys[curve->key_count - 1];
    const int64_t before = repetitions(curve, 0, first->ticks - range.from),
                  after = repetitions(curve, 1, range.to - last->ticks);
    if (before + after == 0) return SINEW_OK;
    if (before + after > MAX_UNROLLED / curve->key_count)
        return sinew__fail(editor->error, SINEW_ERROR_LIMIT, "a curve repeats too often for keys of its own");
    sinew_curve_key *reversed = SINEW__ARENA_ARRAY(memory, sinew_curve_key, curve->key_count);
    sinew__key_list list = {0};
    int ok = reversed != NULL;
    if (ok) reverse_keys(curve->keys, curve->key_count, reversed);
    for (int32_t i = 0; ok && i < curve->key_count; ++i)
        reversed[i].ticks = first->ticks + last->ticks - reversed[i].ticks;
    for (int64_t turn = -before; turn < 0 && ok; ++turn) ok = repeat_keys(memory, curve, reversed, turn, &list);
    ok = ok && sinew__key_list_append(memory, &list, curve->keys, curve->key_count, 0, 0);
    for (int64_t turn = 0; turn < after && ok; ++turn) ok = repeat_keys(memory, curve, reversed, turn, &list);
    if (!ok) return sinew__fail_memory(editor->error);
    curve->keys = list.keys;
    curve->key_count = list.count;
    if (before > 0) curve->before = SINEW_EXTRAPOLATE_HOLD;
    if (after > 0) curve->after = SINEW_EXTRAPOLATE_HOLD;
    return SINEW_OK;
}

// ---- cutting -------------------------------------------------------------------------------------------------------

/// Copies the keys of a curve, with space for one more key at index `next`. NULL when out of memory.
static sinew_curve_key *make_space(sinew__arena *memory, int32_t next, sinew_raw_curve *curve)
{
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(memory, sinew_curve_key, (size_t)curve->key_count + 1);
    if (!keys) return NULL;
    memcpy(keys, curve->keys, (size_t)next * sizeof *keys);
    memcpy(keys + next + 1, curve->keys + next, (size_t)(curve->key_count - next) * sizeof *keys);
    curve->keys = keys;
    ++curve->key_count;
    return keys;
}

/// Whether the handles of a segment end within it; players shorten longer ones.
static int handles_fit(const sinew_model *model, const sinew_curve_key *a, const sinew_curve_key *b)
{
    static const double rounding = 1 + 1e-6;
    const double length = (double)(b->ticks - a->ticks) / (double)model->info->ticks_per_second;
    return (double)a->out_time <= length * rounding && -(double)b->in_time <= length * rounding;
}

/// Returns the tick at which the time of a cubic segment advances slowest per curve parameter. Only a part of the
/// segment with this tick inside can have a handle longer than the part.
static int64_t slowest_tick(const sinew_model *model, const sinew_curve_key *a, const sinew_curve_key *b)
{
    const double length = (double)(b->ticks - a->ticks) / (double)model->info->ticks_per_second;
    const double x1 = fmin((double)a->out_time / length, 1), x2 = 1 - fmin(-(double)b->in_time / length, 1);
    // Coefficients of the second derivative, which is linear.
    const double at_start = x2 - 2 * x1, at_end = 1 - 2 * x2 + x1;
    const double t = at_start / (at_start - at_end), s = 1 - t;
    const double x = 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t;
    return a->ticks + llround(x * (double)(b->ticks - a->ticks));
}

/// Returns the tick of the first cut when a segment is to be cut at `ticks`. This is the slowest tick if a part of a
/// segment cut at `ticks` would have handles longer than the part, else `ticks`.
static int64_t first_cut(const sinew_model *model, const sinew_curve_key *keys, int64_t ticks)
{
    sinew_curve_key a = keys[0], b = keys[1];
    const sinew_curve_key middle = split_segment(model, &a, &b, ticks);
    if (a.interpolation != SINEW_CUBIC) return ticks;
    if (handles_fit(model, &a, &middle) && handles_fit(model, &middle, &b)) return ticks;
    const int64_t slowest = slowest_tick(model, &keys[0], &keys[1]);
    return slowest > keys[0].ticks && slowest < keys[1].ticks ? slowest : ticks;
}

/// Adds a key at a tick between the keys of a curve, unless there is one. Adds a second key if a part would have
/// handles longer than itself. Returns 0 when out of memory.
static int insert_inside(const sinew_model *model, sinew__arena *memory, int64_t ticks, sinew_raw_curve *curve)
{
    int64_t cut;
    do {
        int32_t next = 0;
        while (next < curve->key_count && curve->keys[next].ticks < ticks) ++next;
        if (next == 0 || next == curve->key_count || curve->keys[next].ticks == ticks) return 1;
        cut = first_cut(model, &curve->keys[next - 1], ticks);
        sinew_curve_key *keys = make_space(memory, next, curve);
        if (!keys) return 0;
        keys[next] = split_segment(model, &keys[next - 1], &keys[next + 1], cut);
    } while (cut != ticks);
    return 1;
}

/// Adds a key before or after the keys of a curve, with the extrapolated value: held, or along the slope. Returns 0
/// when out of memory.
static int insert_outside(const sinew_model *model, sinew__arena *memory, int64_t ticks, sinew_raw_curve *curve)
{
    const int after = ticks > curve->keys[curve->key_count - 1].ticks;
    if (!after && ticks >= curve->keys[0].ticks) return 1;
    const sinew_curve_key key = {
        .ticks = ticks, .value = sinew__raw_curve_value(model, curve, ticks), .interpolation = SINEW_LINEAR};
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(memory, sinew_curve_key, (size_t)curve->key_count + 1);
    if (!keys) return 0;
    memcpy(keys + !after, curve->keys, (size_t)curve->key_count * sizeof *keys);
    keys[after ? curve->key_count : 0] = key;
    if (after) keys[curve->key_count - 1].interpolation = SINEW_LINEAR;
    curve->keys = keys;
    ++curve->key_count;
    return 1;
}

sinew_result sinew__curve_add_key(sinew__clip_editor *editor, int64_t ticks, sinew_raw_curve *curve)
{
    sinew__arena *memory = &editor->memory;
    const sinew_result result = unroll(editor, (sinew__tick_range){ticks, ticks}, curve);
    if (result != SINEW_OK) return result;
    return insert_inside(editor->model, memory, ticks, curve) && insert_outside(editor->model, memory, ticks, curve)
               ? SINEW_OK
               : sinew__fail_memory(editor->error);
}

sinew_result sinew__curve_cut(sinew__clip_editor *editor, sinew__tick_range range, sinew_raw_curve *curve)
{
    const sinew_model *model = editor->model;
    sinew__arena *memory = &editor->memory;
    const int64_t first = curve->keys[0].ticks, last = curve->keys[curve->key_count - 1].ticks;
    if (range.from <= first && last <= range.to) return SINEW_OK;
    const sinew_result result = unroll(editor, range, curve);
    if (result != SINEW_OK) return result;
    int ok = insert_inside(model, memory, range.from, curve) && insert_inside(model, memory, range.to, curve);
    const int64_t from = curve->keys[0].ticks, to = curve->keys[curve->key_count - 1].ticks;
    if (to < range.from || from > range.to) // only the extrapolation of the curve is inside the range
        ok = ok && insert_outside(model, memory, to < range.from ? range.to : range.from, curve) &&
             insert_inside(model, memory, to < range.from ? range.from : range.to, curve);
    if (!ok) return sinew__fail_memory(editor->error);
    int32_t kept = 0, end = curve->key_count;
    while (kept < end && curve->keys[kept].ticks < range.from) ++kept;
    while (end > kept && curve->keys[end - 1].ticks > range.to) --end;
    if (kept > 0) curve->before = SINEW_EXTRAPOLATE_HOLD;
    if (end < curve->key_count) curve->after = SINEW_EXTRAPOLATE_HOLD;
    curve->keys += kept;
    curve->key_count = end - kept;
    return SINEW_OK;
}

/// Computes the derivative of a cubic segment per second at `time`, before the normalisation of rotations.
static void cubic_tangent(const sinew_raw_track *track, int32_t index, double time, double out[4])
{
    const sinew_track_key *a = &track->keys[index], *b = a + 1;
    const double *leave = track->tangents[2 * index + 1].value, *arrive = track->tangents[2 * index + 2].value;
    const double length = b->time - a->time, t = (time - a->time) / length, t2 = t * t;
    for (int i = 0; i < 4; ++i)
        out[i] = (6 * t2 - 6 * t) * (a->value[i] - b->value[i]) / length + (3 * t2 - 4 * t + 1) * leave[i] +
                 (3 * t2 - 2 * t) * arrive[i];
}

/// Adds a key between the keys of a track, unless there is one. Returns 0 when out of memory.
static int insert_track_key(const sinew_model *model, double time, sinew__arena *memory, sinew_raw_track *track)
{
    const int is_cubic = track->interpolation == SINEW_CUBIC;
    const double apart = 0.5 / (double)model->info->ticks_per_second;
    int32_t next = 0;
    while (next < track->key_count && track->keys[next].time < time - apart) ++next;
    if (next == 0 || next == track->key_count || track->keys[next].time <= time + apart) return 1;
    const size_t count = (size_t)track->key_count + 1;
    sinew_track_key *keys = SINEW__ARENA_ARRAY(memory, sinew_track_key, count * (is_cubic ? 3 : 1));
    if (!keys) return 0;
    memcpy(keys, track->keys, (size_t)next * sizeof *keys);
    memcpy(keys + next + 1, track->keys + next, (count - 1 - (size_t)next) * sizeof *keys);
    sinew_track_key key = {.time = time};
    sinew__raw_track_value(model, track, time, key.value);
    keys[next] = key;
    if (is_cubic) {
        sinew_track_key *tangents = keys + count;
        memcpy(tangents, track->tangents, 2 * (size_t)next * sizeof *keys);
        memcpy(tangents + 2 * next + 2, track->tangents + 2 * next, 2 * (count - 1 - (size_t)next) * sizeof *keys);
        cubic_tangent(track, next - 1, time, tangents[2 * next].value);
        tangents[2 * next + 1] = tangents[2 * next];
        track->tangents = tangents;
    }
    track->keys = keys;
    track->key_count = (int32_t)count;
    return 1;
}

/// Adds a key before or after the keys of a track, with the held value. Returns 0 when out of memory.
static int extend_track(const sinew_model *model, double time, sinew__arena *memory, sinew_raw_track *track)
{
    const double apart = 0.5 / (double)model->info->ticks_per_second;
    const int after = time > track->keys[track->key_count - 1].time + apart;
    if (!after && !(time < track->keys[0].time - apart)) return 1;
    const size_t count = (size_t)track->key_count, tangents = track->interpolation == SINEW_CUBIC ? 2 : 0;
    sinew_track_key *keys = SINEW__ARENA_ARRAY(memory, sinew_track_key, (count + 1) * (1 + tangents));
    if (!keys) return 0;
    memcpy(keys + !after, track->keys, count * sizeof *keys);
    keys[after ? count : 0] = track->keys[after ? count - 1 : 0];
    keys[after ? count : 0].time = time;
    if (tangents) {
        sinew_track_key *out = keys + count + 1;
        memcpy(out + (after ? 0 : 2), track->tangents, 2 * count * sizeof *keys);
        memset(after ? &out[2 * count - 1] : &out[2], 0, sizeof *keys); // the held value has slope 0
        track->tangents = out;
    }
    track->keys = keys;
    ++track->key_count;
    return 1;
}

int sinew__track_add_key(const sinew_model *model, double time, sinew__arena *memory, sinew_raw_track *track)
{
    return insert_track_key(model, time, memory, track) && extend_track(model, time, memory, track);
}

int sinew__track_cut(const sinew_model *model, double from, double to, sinew__arena *memory, sinew_raw_track *track)
{
    const double apart = 0.5 / (double)model->info->ticks_per_second;
    const int keeps_outer = track->interpolation == SINEW_CUBIC && track->path == SINEW_TRACK_ROTATION;
    if (track->key_count == 0) return 1;
    if (!keeps_outer && !(insert_track_key(model, from, memory, track) && insert_track_key(model, to, memory, track)))
        return 0;
    int32_t first = 0, end = track->key_count;
    while (first + 1 < end && track->keys[first + keeps_outer].time < from - apart) ++first;
    while (end - 1 > first && track->keys[end - 1 - keeps_outer].time > to + apart) --end;
    if (keeps_outer && first + 1 < end && track->keys[first + 1].time <= from + apart) ++first;
    if (keeps_outer && first + 1 < end && track->keys[end - 2].time >= to - apart) --end;
    track->keys += first;
    track->key_count = end - first;
    if (track->interpolation == SINEW_CUBIC) track->tangents += 2 * first;
    if (!sinew__track_own_keys(memory, track)) return 0;
    if (end - first == 1) // a single key holds at all times
        ((sinew_track_key *)(uintptr_t)track->keys)->time = fmax(from, fmin(track->keys->time, to));
    return 1;
}
