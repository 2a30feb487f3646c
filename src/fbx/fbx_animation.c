// Reads animation stacks and curves as they are stored.
#include "fbx/fbx_animation.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "fbx/fbx_index.h"
#include "fbx/fbx_parse.h"

// ---- stacks ------------------------------------------------------------------------------------------------------

static int read_span(const fbx_record *span, int64_t *out_start, int64_t *out_stop)
{
    if (!span || span->value_count < 2) return 0;
    *out_start = sinew__fbx_record_integer(span, 0, 0);
    *out_stop = sinew__fbx_record_integer(span, 1, 0);
    return 1;
}

/// Returns the name of the stack that the file calls current, in its scene's properties or among the takes.
static fbx_bytes current_name(const fbx_document *document)
{
    const fbx_record *documents = sinew__fbx_record_child(document->root, FBX_NAME(DOCUMENTS));
    const fbx_object scene = {.properties = sinew__fbx_record_child(
                                  sinew__fbx_record_child(documents, FBX_NAME(DOCUMENT)), FBX_NAME(PROPERTIES70))};
    const fbx_bytes active = sinew__fbx_property_text(&scene, FBX_PROPERTY_ACTIVE_ANIM_STACK_NAME);
    return active.size
               ? active
               : sinew__fbx_child_bytes(sinew__fbx_record_child(document->root, FBX_NAME(TAKES)), FBX_NAME(CURRENT));
}

static fbx_stack read_stack(const fbx_object *object, fbx_bytes current)
{
    fbx_stack stack = {.object = object, .name = object->name};
    stack.has_span =
        sinew__fbx_property(object, FBX_PROPERTY_LOCAL_START) || sinew__fbx_property(object, FBX_PROPERTY_LOCAL_STOP);
    stack.start = sinew__fbx_property_integer(object, FBX_PROPERTY_LOCAL_START, 0);
    stack.stop = sinew__fbx_property_integer(object, FBX_PROPERTY_LOCAL_STOP, 0);
    stack.reference_start = sinew__fbx_property_integer(object, FBX_PROPERTY_REFERENCE_START, 0);
    stack.reference_stop = sinew__fbx_property_integer(object, FBX_PROPERTY_REFERENCE_STOP, 0);
    stack.is_current = current.size && current.size == object->raw_name.size &&
                       memcmp(current.bytes, object->raw_name.bytes, current.size) == 0;
    return stack;
}

/// Sets the time ranges that stacks do not state, from the takes: files of FBX 7 also contain takes in the form of FBX
/// 6, `Take: "name" { LocalTime: start,stop }`.
static sinew_result read_takes(const fbx_document *document, fbx_stack *stacks, size_t count, sinew_error *error)
{
    const fbx_record *takes = sinew__fbx_record_child(document->root, FBX_NAME(TAKES));
    for (const fbx_record *take = sinew__fbx_record_child(takes, FBX_NAME(TAKE)); take;
         take = sinew__fbx_record_next_same(take)) {
        const fbx_bytes bytes = sinew__fbx_record_bytes(take, 0);
        const char *name = sinew__arena_text(document->arena, bytes.bytes, bytes.size);
        if (!name) return sinew__arena_fail(document->arena, error);
        const fbx_object *object = sinew__fbx_object_by_name(document, FBX_ANIMATION_STACK, name);
        if (!object) continue;
        size_t next = 1; // stacks are sorted by the index of their object
        SINEW__LOWER_BOUND(next, count, stacks[next].object->index <= object->index);
        fbx_stack *stack = &stacks[next - 1];
        if (stack->start == stack->stop &&
            read_span(sinew__fbx_record_child(take, FBX_NAME(LOCAL_TIME)), &stack->start, &stack->stop))
            stack->has_span = 1;
        if (stack->reference_start == stack->reference_stop)
            read_span(sinew__fbx_record_child(take, FBX_NAME(REFERENCE_TIME)), &stack->reference_start,
                      &stack->reference_stop);
    }
    return SINEW_OK;
}

sinew_result sinew__fbx_read_stacks(fbx_document *document, const fbx_stack **out_stacks, size_t *out_count,
                                    sinew_error *out_error)
{
    *out_stacks = NULL;
    *out_count = 0;
    const fbx_bytes current = current_name(document);
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; ++i) count += document->objects[i].kind == FBX_ANIMATION_STACK;
    fbx_stack *stacks = SINEW__ARENA_ARRAY(document->arena, fbx_stack, count);
    if (!stacks) return sinew__arena_fail(document->arena, out_error);
    for (size_t i = 0; i < document->object_count; ++i)
        if (document->objects[i].kind == FBX_ANIMATION_STACK)
            stacks[(*out_count)++] = read_stack(&document->objects[i], current);
    *out_stacks = stacks;
    return read_takes(document, stacks, count, out_error);
}

// ---- curves ------------------------------------------------------------------------------------------------------

/// The arrays of a curve. Consecutive keys can share an attribute: `ref_counts` has the number of keys of each
/// attribute.
typedef struct curve_arrays {
    const int64_t *times;
    const double *values;
    const int32_t *flags, *ref_counts;
    const float *data; // four for each attribute
    size_t time_count, value_count, flag_count, data_count, ref_count;
} curve_arrays;

/// Whether a text of numbers contains no point and no exponent.
static int is_text_of_integers(const fbx_array *array)
{
    for (size_t i = 0; i < array->size; ++i)
        if (array->bytes[i] == '.' || array->bytes[i] == 'e' || array->bytes[i] == 'E') return 0;
    return 1;
}

/// Whether a record stores the floats of attributes as integers with the same bits, as ASCII files do.
static int holds_bits(const fbx_document *document, const fbx_record *record)
{
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (!first || document->is_binary) return 0;
    if (first->kind == FBX_VALUE_ARRAY && first->as.array->encoding == FBX_ARRAY_TEXT)
        return is_text_of_integers(first->as.array);
    if (first->kind == FBX_VALUE_ARRAY) return first->as.array->type == 'l';
    for (uint32_t i = 0; i < record->value_count; ++i)
        if (record->values[i].kind != FBX_VALUE_INTEGER) return 0;
    return 1;
}

static sinew_result read_attribute_data(const fbx_document *document, sinew__arena *arena, const fbx_record *record,
                                        curve_arrays *out, sinew_error *error)
{
    if (!holds_bits(document, record))
        return sinew__fbx_record_floats(arena, record, &out->data, &out->data_count, error);
    const int64_t *bits = NULL;
    const sinew_result result = sinew__fbx_record_int64s(arena, record, &bits, &out->data_count, error);
    if (result != SINEW_OK) return result;
    float *data = SINEW__ARENA_ARRAY(arena, float, out->data_count);
    if (!data) return sinew__arena_fail(arena, error);
    for (size_t i = 0; i < out->data_count; ++i) {
        const uint32_t pattern = (uint32_t)(uint64_t)bits[i];
        memcpy(&data[i], &pattern, sizeof pattern);
    }
    out->data = data;
    return SINEW_OK;
}

static sinew_result read_arrays(const fbx_document *document, sinew__arena *arena, const fbx_record *record,
                                curve_arrays *out, sinew_error *error)
{
    sinew_result result = sinew__fbx_record_int64s(arena, sinew__fbx_record_child(record, FBX_NAME(KEY_TIME)),
                                                   &out->times, &out->time_count, error);
    if (result == SINEW_OK)
        result = sinew__fbx_record_doubles(arena, sinew__fbx_record_child(record, FBX_NAME(KEY_VALUE_FLOAT)),
                                           &out->values, &out->value_count, error);
    if (result == SINEW_OK)
        result = sinew__fbx_record_int32s(arena, sinew__fbx_record_child(record, FBX_NAME(KEY_ATTR_FLAGS)), &out->flags,
                                          &out->flag_count, error);
    if (result == SINEW_OK)
        result = sinew__fbx_record_int32s(arena, sinew__fbx_record_child(record, FBX_NAME(KEY_ATTR_REF_COUNT)),
                                          &out->ref_counts, &out->ref_count, error);
    if (result == SINEW_OK)
        result = read_attribute_data(document, arena, sinew__fbx_record_child(record, FBX_NAME(KEY_ATTR_DATA_FLOAT)),
                                     out, error);
    return result;
}

static float weight_of(uint32_t half)
{
    return (float)(half & 0xffff) / (float)FBX_WEIGHT_ONE;
}

static void set_attributes(fbx_key *key, uint32_t flags, const float data[4])
{
    key->flags = flags;
    key->right_weight = key->next_left_weight = 1.0f / 3.0f;
    key->data[0] = data[0];
    key->data[1] = data[1];
    if ((flags & FBX_KEY_TANGENT) == FBX_KEY_TCB && flags & FBX_KEY_CUBIC) {
        key->data[2] = data[2];
        return;
    }
    uint32_t weights; // units of 1/9999: the right side's weight in the low half, the weight of the next key's left
                      // side in the high half
    memcpy(&weights, &data[2], sizeof weights);
    if (flags & FBX_KEY_WEIGHTED_RIGHT) key->right_weight = weight_of(weights);
    if (flags & FBX_KEY_WEIGHTED_NEXT_LEFT) key->next_left_weight = weight_of(weights >> 16);
}

static sinew_result make_keys(const fbx_document *document, sinew__arena *arena, const curve_arrays *arrays,
                              fbx_curve *out, sinew_error *error)
{
    fbx_key *keys = SINEW__ARENA_ARRAY(arena, fbx_key, arrays->time_count);
    if (!keys) return sinew__arena_fail(arena, error);
    // Assimp writes attributes without meaning for its keys, which are linear; flags of 0 are read as linear.
    static const char assimp[] = "Open Asset Import Library";
    const int is_of_assimp = strncmp(document->creator, assimp, sizeof assimp - 1) == 0;
    static const float no_data[4];
    size_t attribute = 0;
    int32_t used = 0;
    for (size_t i = 0; i < arrays->time_count; ++i) {
        keys[i] = (fbx_key){.time = arrays->times[i], .value = arrays->values[i], .flags = FBX_KEY_LINEAR};
        if (arrays->flag_count == 0) continue;
        for (; attribute + 1 < arrays->flag_count; ++attribute, used = 0) {
            // Without a valid count, the writer meant one attribute per key.
            const int32_t shared = attribute < arrays->ref_count ? arrays->ref_counts[attribute] : 1;
            if (used < shared) break;
        }
        ++used;
        const float *data = arrays->data_count / 4 > attribute ? &arrays->data[attribute * 4] : no_data;
        set_attributes(&keys[i], (uint32_t)arrays->flags[attribute], data);
        if (is_of_assimp && keys[i].flags == 0) keys[i].flags = FBX_KEY_LINEAR;
    }
    out->keys = keys;
    out->key_count = arrays->time_count;
    return SINEW_OK;
}

static fbx_extrapolation read_extrapolation(const fbx_record *record, int32_t *out_count)
{
    const char letter = sinew__fbx_record_letter(sinew__fbx_record_child(record, FBX_NAME(TYPE)), 0, 'C');
    const int64_t count = sinew__fbx_child_integer(record, FBX_NAME(REPETITION), letter == 'K' ? 0 : -1);
    *out_count = count > INT32_MAX ? INT32_MAX : count < 0 ? -1 : (int32_t)count;
    if (letter == 'K' && count != -1) return FBX_EXTRAPOLATE_CONSTANT; // the FBX SDK repeats a slope for ever or never
    const char *found = letter ? strchr(FBX_EXTRAPOLATION_LETTERS, letter) : NULL;
    return found ? (fbx_extrapolation)(found - FBX_EXTRAPOLATION_LETTERS) : FBX_EXTRAPOLATE_CONSTANT;
}

sinew_result sinew__fbx_read_curve(const fbx_document *document, sinew__arena *arena, const fbx_object *object,
                                   fbx_curve *out_curve, sinew_error *out_error)
{
    *out_curve = (fbx_curve){.object = object};
    out_curve->pre =
        read_extrapolation(sinew__fbx_record_child(object->record, FBX_NAME(PRE_EXTRAPOLATION)), &out_curve->pre_count);
    out_curve->post = read_extrapolation(sinew__fbx_record_child(object->record, FBX_NAME(POST_EXTRAPOLATION)),
                                         &out_curve->post_count);
    curve_arrays arrays = {0};
    const sinew_result result = read_arrays(document, arena, object->record, &arrays, out_error);
    if (result != SINEW_OK) return result;
    if (arrays.time_count != arrays.value_count)
        return sinew__fail(
            out_error, SINEW_ERROR_DAMAGED,
            "damaged at byte %zu: animation curve '%s' (%lld) has different numbers of key times and values",
            object->record->at, object->name, (long long)object->id);
    return make_keys(document, arena, &arrays, out_curve, out_error);
}
