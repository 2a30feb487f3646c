/// Writes curves and curve nodes, including the author's curves unchanged.
#include <math.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"

enum { CURVE_VERSION = 4009, CURVE_NODE_COMPONENTS = 3 };

// ---- records ------------------------------------------------------------------------------------------------------

/// Attributes of keys. Successive keys with equal attributes share one entry.
typedef struct key_attributes {
    int32_t *flags, *counts; ///< [count]
    uint32_t *data;          ///< [4 × count] bits of floats
    size_t count;
} key_attributes;

static uint32_t float_bits(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/// Whether the key at index `at` has other attributes than the previous key.
static int begins_run(const fbx_out_key *keys, size_t at)
{
    if (at == 0) return 1;
    const fbx_out_key *a = &keys[at - 1], *b = &keys[at];
    return a->flags != b->flags || float_bits(a->right) != float_bits(b->right) ||
           float_bits(a->next_left) != float_bits(b->next_left) || a->right_weight != b->right_weight ||
           a->next_left_weight != b->next_left_weight;
}

/// Collects the attributes. Counts the entries before allocating them: hours of linear keys need only one.
static key_attributes make_attributes(sinew__arena *memory, const fbx_out_key *keys, size_t count)
{
    size_t runs = 0;
    for (size_t i = 0; i < count; ++i) runs += (size_t)begins_run(keys, i);
    key_attributes out = {SINEW__ARENA_ARRAY(memory, int32_t, runs), SINEW__ARENA_ARRAY(memory, int32_t, runs),
                          SINEW__ARENA_ARRAY(memory, uint32_t, 4 * runs), 0};
    for (size_t i = 0; i < count && !memory->failed; ++i) {
        const uint32_t weights = (uint32_t)keys[i].next_left_weight << 16 | keys[i].right_weight;
        const uint32_t data[4] = {float_bits(keys[i].right), float_bits(keys[i].next_left), weights, 0};
        if (begins_run(keys, i)) {
            memcpy(out.data + 4 * out.count, data, sizeof data);
            out.flags[out.count++] = (int32_t)keys[i].flags;
        }
        out.counts[out.count - 1]++;
    }
    return out;
}

static void put_extrapolation(fbx_writer *writer, fbx_record *curve, fbx_record_name name, fbx_extrapolation kind,
                              int32_t count)
{
    if (kind == FBX_EXTRAPOLATE_CONSTANT || !curve) return;
    fbx_record *record = sinew__fbx_put(writer, curve, name);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_EXTRAPOLATION_TYPE, FBX_EXTRAPOLATION_LETTERS[kind]);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_REPETITION, count < 0 ? -1 : (int)count);
}

int64_t sinew__fbx_put_keys(fbx_writer *writer, const fbx_out_key *keys, size_t count, const fbx_out_ends *ends)
{
    int64_t id, *times = SINEW__ARENA_ARRAY(&writer->memory, int64_t, count);
    float *values = SINEW__ARENA_ARRAY(&writer->memory, float, count);
    const key_attributes attributes = make_attributes(&writer->memory, keys, count);
    fbx_record *curve = sinew__fbx_put_object(writer, FBX_ANIMATION_CURVE, "", "", &id);
    if (writer->memory.failed) return id;
    for (size_t i = 0; i < count; ++i) {
        times[i] = keys[i].ticks;
        values[i] = (float)keys[i].value + 0.0f; // no −0, as in properties
    }
    (void)sinew__fbx_put(writer, curve, FBX_RECORD_DEFAULT, (double)values[0]);
    (void)sinew__fbx_put(writer, curve, FBX_RECORD_KEY_VER, CURVE_VERSION);
    sinew__fbx_put_array(writer, curve, FBX_RECORD_KEY_TIME, times, count);
    sinew__fbx_put_array(writer, curve, FBX_RECORD_KEY_VALUE_FLOAT, values, count);
    sinew__fbx_put_array(writer, curve, FBX_RECORD_KEY_ATTR_FLAGS, attributes.flags, attributes.count);
    sinew__fbx_put_array(writer, curve, FBX_RECORD_KEY_ATTR_DATA_FLOAT, attributes.data, 4 * attributes.count);
    sinew__fbx_put_array(writer, curve, FBX_RECORD_KEY_ATTR_REF_COUNT, attributes.counts, attributes.count);
    put_extrapolation(writer, curve, FBX_RECORD_PRE_EXTRAPOLATION, ends->before, ends->before_count);
    put_extrapolation(writer, curve, FBX_RECORD_POST_EXTRAPOLATION, ends->after, ends->after_count);
    return id;
}

int64_t sinew__fbx_put_curve_node(fbx_writer *writer, const char *name, fbx_property_name component,
                                  const double *values, int count, int64_t layer, int64_t object,
                                  fbx_property_name property)
{
    int64_t id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_ANIMATION_CURVE_NODE, name, "", &id);
    fbx_record *properties = sinew__fbx_put_properties(writer, record);
    for (int i = 0; i < count; ++i)
        sinew__fbx_put_property(writer, properties, sinew__fbx_component(component, i), values[i]);
    sinew__fbx_put_connection(writer, id, layer);
    sinew__fbx_put_property_connection(writer, id, object, property);
    return id;
}

// ---- the author's curves ------------------------------------------------------------------------------------------

/// A tangent as the file stores it: the slope, and the weight in units of 1/9999 of the segment.
typedef struct out_handle {
    float slope;
    uint16_t weight;
    int is_weighted;
} out_handle;

static float finite_float(double number)
{
    return number < 3e38 ? number > -3e38 ? (float)number : -3e38f : number > 0 ? 3e38f : 0.0f;
}

float sinew__fbx_slope(double slope, double length, double scale)
{
    enum { MAX_ROUNDS = 8 };
    float out = finite_float(slope * scale);
    for (int i = 0; i < MAX_ROUNDS; ++i) {
        const float handle = finite_float(length * (double)out / scale);
        const float again = finite_float((double)handle / length * scale);
        if (again == out) break;
        out = again;
    }
    return out;
}

/// Converts a handle. `time` and `value` are its distances from its key; `gap` is the segment's length in seconds.
static out_handle make_handle(double time, double value, double gap, double scale)
{
    static const double same = 1e-6;
    const double third = (double)(1.0f / 3.0f), weight = gap > 0 ? time / gap : third;
    out_handle out = {.weight = FBX_WEIGHT_THIRD, .is_weighted = fabs(weight - third) > same};
    if (out.is_weighted) out.weight = (uint16_t)fmin(fmax(round(weight * FBX_WEIGHT_ONE), value != 0), UINT16_MAX);
    const double length = gap * (out.is_weighted ? (double)((float)out.weight / (float)FBX_WEIGHT_ONE) : third);
    if (!(length > 0)) return out;
    out.slope = sinew__fbx_slope(value / length, length, scale);
    return out;
}

static uint32_t flags_of(const sinew_curve_key *key)
{
    switch ((sinew_interpolation)key->interpolation) {
    case SINEW_STEP: return FBX_KEY_CONSTANT;
    case SINEW_STEP_NEXT: return FBX_KEY_CONSTANT | FBX_KEY_CONSTANT_NEXT;
    case SINEW_LINEAR: return FBX_KEY_LINEAR;
    case SINEW_CUBIC: break;
    }
    return FBX_KEY_CUBIC | FBX_KEY_USER;
}

int sinew__fbx_is_broken(float left, float right)
{
    const float larger = fmaxf(fabsf(left), fabsf(right));
    return fabsf(left - right) > 1e-5f * larger;
}

/// Returns the nearest tick, clamped so that it can still be shifted.
static int64_t nearest_tick(double ticks)
{
    const double most = 3 * sinew__fbx_clip_ticks;
    return (int64_t)llround(fmax(-most, fmin(ticks, most)));
}

int64_t sinew__fbx_ticks(const fbx_writer *writer, double seconds)
{
    return nearest_tick(seconds * (double)FBX_TICKS_PER_SECOND) + writer->shift;
}

int64_t sinew__fbx_model_ticks(const fbx_writer *writer, int64_t ticks)
{
    const int64_t rate = writer->model->info->ticks_per_second;
    if (rate == FBX_TICKS_PER_SECOND) return ticks + writer->shift;
    return nearest_tick((double)ticks * ((double)FBX_TICKS_PER_SECOND / (double)rate)) + writer->shift;
}

/// Makes the key at `index`. On entry, *left is the slope at the end of the segment before the key; on return, at the
/// end of the segment after the key.
static fbx_out_key make_key(fbx_writer *writer, const sinew_curve *curve, int32_t index, double scale, float *left)
{
    const sinew_curve_key *keys = &writer->model->curve_keys[curve->first_key], *key = &keys[index];
    fbx_out_key out = {.ticks = sinew__fbx_model_ticks(writer, key->ticks),
                       .value = key->value * scale,
                       .flags = flags_of(key),
                       .right_weight = FBX_WEIGHT_THIRD,
                       .next_left_weight = FBX_WEIGHT_THIRD};

    writer->computed_keys += key->is_computed;
    if (index + 1 == curve->key_count || key->interpolation != SINEW_CUBIC) {
        *left = 0;
        return out;
    }
    const sinew_curve_key *next = key + 1;
    const double gap = ((double)next->ticks - (double)key->ticks) / (double)writer->model->info->ticks_per_second;
    const out_handle right = make_handle((double)key->out_time, (double)key->out_value, gap, scale);
    const out_handle end = make_handle(-(double)next->in_time, -(double)next->in_value, gap, scale);
    if (right.is_weighted) out.flags |= FBX_KEY_WEIGHTED_RIGHT;
    if (end.is_weighted) out.flags |= FBX_KEY_WEIGHTED_NEXT_LEFT;
    if (index > 0 && key[-1].interpolation == SINEW_CUBIC && sinew__fbx_is_broken(*left, right.slope))
        out.flags |= FBX_KEY_BREAK;
    out.right = right.slope, out.next_left = end.slope;
    out.right_weight = right.weight, out.next_left_weight = end.weight;
    *left = end.slope;
    return out;
}

static fbx_extrapolation extrapolation_of(uint32_t kind)
{
    switch ((sinew_extrapolation)kind) {
    case SINEW_EXTRAPOLATE_HOLD: return FBX_EXTRAPOLATE_CONSTANT;
    case SINEW_EXTRAPOLATE_REPEAT: return FBX_EXTRAPOLATE_REPEAT;
    case SINEW_EXTRAPOLATE_MIRROR: return FBX_EXTRAPOLATE_MIRROR;
    case SINEW_EXTRAPOLATE_SLOPE: return FBX_EXTRAPOLATE_SLOPE;
    case SINEW_EXTRAPOLATE_REPEAT_RELATIVE: return FBX_EXTRAPOLATE_RELATIVE;
    }
    return FBX_EXTRAPOLATE_CONSTANT;
}

int64_t sinew__fbx_put_author_curve(fbx_writer *writer, const sinew_curve *curve, double scale)
{
    const fbx_out_ends ends = {extrapolation_of(curve->before), extrapolation_of(curve->after), curve->before_count,
                               curve->after_count};
    sinew__arena scratch = {0};
    fbx_out_key *keys = SINEW__ARENA_ARRAY(&scratch, fbx_out_key, curve->key_count);
    float left = 0;
    int64_t id = 0;
    if (!keys) writer->memory.failed = 1;
    for (int32_t i = 0; keys && i < curve->key_count; ++i) keys[i] = make_key(writer, curve, i, scale, &left);
    if (keys) id = sinew__fbx_put_keys(writer, keys, (size_t)curve->key_count, &ends);
    sinew__arena_free(&scratch);
    return id;
}
