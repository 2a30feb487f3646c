// The key lists of FBX 5 and 6. A key is: time, value, then a letter for what leads to the next key:
//   C  constant; s holds this key's value, n takes the next one's
//   L  linear
//   U  cubic: a letter for the slopes (s user: right, next left; b broken: the same; a auto; p auto, flat at extremes;
//   t TCB: three
//      numbers), then one for the weights (n none; a right and next left; r right; l next left).
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_parse.h"
#include "fbx/legacy.h"

/// Reading position in a list.
typedef struct key_list {
    const fbx_record *record;
    size_t at;
    int bad; // something was not what had to be there
} key_list;

/// Arrays of the new curve, all of them with one item (data: four) for each key.
typedef struct key_arrays {
    int64_t *times;
    double *values;
    int32_t *flags, *ref_counts;
    float *data;
} key_arrays;

static double next_number(key_list *list)
{
    const fbx_value *value = fbx_record_value(list->record, list->at++);
    if (value && value->kind == FBX_VALUE_NUMBER) return value->as.number;
    if (value && value->kind == FBX_VALUE_INTEGER && value->type != 'C') return (double)value->as.integer;
    list->bad = 1;
    return 0;
}

static int64_t next_time(key_list *list)
{
    const fbx_value *value = fbx_record_value(list->record, list->at);
    if (value && value->kind == FBX_VALUE_INTEGER && value->type != 'C') {
        list->at++;
        return value->as.integer;
    }
    const double time = next_number(list);
    if (!(time > -9e18 && time < 9e18)) list->bad = 1;
    return list->bad ? 0 : (int64_t)time;
}

/// The next value's letter, or 0 when it is none.
static char peek_letter(const key_list *list)
{
    const fbx_value *value = fbx_record_value(list->record, list->at);
    const int is_letter = value && (value->kind == FBX_VALUE_WORD || value->kind == FBX_VALUE_TEXT ||
                                    (value->kind == FBX_VALUE_INTEGER && value->type == 'C'));
    return is_letter ? fbx_record_letter(list->record, list->at, 0) : 0;
}

static char next_letter(key_list *list)
{
    const char letter = peek_letter(list);
    if (!letter) list->bad = 1;
    list->at++;
    return letter;
}

/// Slopes, by their letter.
static uint32_t read_slopes(key_list *list, float data[4])
{
    int numbers = 0;
    uint32_t flags = 0;
    switch (next_letter(list)) {
    case 's':
        flags = FBX_KEY_USER;
        numbers = 2;
        break;
    case 'b':
        flags = FBX_KEY_USER | FBX_KEY_BREAK;
        numbers = 2;
        break;
    case 't':
        flags = FBX_KEY_TCB;
        numbers = 3;
        break;
    case 'a': flags = FBX_KEY_AUTO; break;
    case 'p': flags = FBX_KEY_AUTO | FBX_KEY_TIME_INDEPENDENT | FBX_KEY_CLAMP_PROGRESSIVE; break;
    default: list->bad = 1; break;
    }
    for (int i = 0; i < numbers; i++) data[i] = (float)next_number(list);
    return flags;
}

static uint32_t pack_weight(double weight)
{
    const double scaled = weight * 9999.0;
    if (!(scaled > 0)) return 0;
    return scaled < 32767 ? (uint32_t)(scaled + 0.5) : 32767;
}

/// Weights, by their letter, packed as FBX 7 packs them.
static uint32_t read_weights(key_list *list, float *out_packed)
{
    const char letter = next_letter(list);
    uint32_t flags = 0, right = 3333, next_left = 3333;
    if (letter != 'n' && letter != 'a' && letter != 'r' && letter != 'l') list->bad = 1;
    if (letter == 'a' || letter == 'r') {
        flags |= FBX_KEY_WEIGHTED_RIGHT;
        right = pack_weight(next_number(list));
    }
    if (letter == 'a' || letter == 'l') {
        flags |= FBX_KEY_WEIGHTED_NEXT_LEFT;
        next_left = pack_weight(next_number(list));
    }
    const uint32_t packed = next_left << 16 | right;
    memcpy(out_packed, &packed, sizeof packed);
    return flags;
}

static uint32_t read_cubic(key_list *list, float data[4])
{
    uint32_t flags = FBX_KEY_CUBIC | read_slopes(list, data);
    if (flags & FBX_KEY_TCB) {
        float unused;
        if (peek_letter(list)) read_weights(list, &unused);
        return flags;
    }
    return flags | read_weights(list, &data[2]);
}

static uint32_t read_attributes(key_list *list, float data[4])
{
    switch (next_letter(list)) {
    case 'C': return next_letter(list) == 'n' ? FBX_KEY_CONSTANT | FBX_KEY_CONSTANT_NEXT : FBX_KEY_CONSTANT;
    case 'L': return FBX_KEY_LINEAR;
    case 'U': return read_cubic(list, data);
    default: list->bad = 1; return 0;
    }
}

static size_t read_keys(key_list *list, key_arrays *out)
{
    size_t count = 0;
    while (!list->bad && list->at < list->record->value_count) {
        out->times[count] = next_time(list);
        out->values[count] = next_number(list);
        out->flags[count] = (int32_t)read_attributes(list, out->data + 4 * count);
        out->ref_counts[count] = 1;
        count++;
    }
    return count;
}

sinew_result legacy_upgrade_keys(legacy_scene *scene, const fbx_record *channel, fbx_record *curve, size_t *out_count)
{
    *out_count = 0;
    sinew__arena *arena = scene->arena;
    key_list list = {.record = fbx_record_child(channel, "Key")};
    if (!list.record || list.record->value_count == 0) return SINEW_OK;
    const size_t most = list.record->value_count / 3 + 1;
    key_arrays arrays = {
        .times = SINEW__ARENA_ARRAY(arena, int64_t, most),
        .values = SINEW__ARENA_ARRAY(arena, double, most),
        .flags = SINEW__ARENA_ARRAY(arena, int32_t, most),
        .ref_counts = SINEW__ARENA_ARRAY(arena, int32_t, most),
        .data = SINEW__ARENA_ARRAY(arena, float, most * 4),
    };
    if (!arrays.times || !arrays.values || !arrays.flags || !arrays.ref_counts || !arrays.data)
        return fbx_no_memory(scene->error, arena);
    const size_t count = read_keys(&list, &arrays);
    if (list.bad) return fbx_damaged(scene->error, list.record->at, "a key of an animation is not understood");
    fbx_record_add_array(arena, curve, "KeyTime", 'l', arrays.times, count);
    fbx_record_add_array(arena, curve, "KeyValueFloat", 'd', arrays.values, count);
    fbx_record_add_array(arena, curve, "KeyAttrFlags", 'i', arrays.flags, count);
    fbx_record_add_array(arena, curve, "KeyAttrDataFloat", 'f', arrays.data, count * 4);
    fbx_record_add_array(arena, curve, "KeyAttrRefCount", 'i', arrays.ref_counts, count);
    *out_count = count;
    return SINEW_OK;
}
