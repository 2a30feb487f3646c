// Converts the key lists of FBX 5 and 6. A key is its time, its value, and a letter for the segment to the next key:
//   C  constant; then s: holds this key's value, n: takes the next key's
//   L  linear
//   U  cubic; then a letter for the slopes (SLOPES below), and letters for the weights: n and c without a weight;
//      r with the right weight; l with the next key's left weight; a with both weights
// The letters after the first changed over the years. A key begins with a number, so the next value shows whether
// another letter follows.
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

/// The reading position in a list.
typedef struct key_list {
    const fbx_record *record;
    size_t at;
    int bad;            // whether an unexpected value was read
    uint32_t automatic; // flags for the letter a
    // Whether the key read last has no weight on its left side, whatever the previous key stores for it.
    int resets_left;
} key_list;

/// Arrays of the new curve, with one item per key; `data` has four.
typedef struct key_arrays {
    int64_t *times;
    double *values;
    int32_t *flags, *ref_counts;
    float *data;
} key_arrays;

static double next_number(key_list *list)
{
    const fbx_value *value = sinew__fbx_record_value(list->record, list->at++);
    if (value && value->kind == FBX_VALUE_NUMBER) return value->as.number;
    if (value && value->kind == FBX_VALUE_INTEGER && value->type != 'C') return (double)value->as.integer;
    list->bad = 1;
    return 0;
}

static int64_t next_time(key_list *list)
{
    const fbx_value *value = sinew__fbx_record_value(list->record, list->at);
    if (value && value->kind == FBX_VALUE_INTEGER && value->type != 'C') {
        ++list->at;
        return value->as.integer;
    }
    const double time = next_number(list);
    if (!(time > -9e18 && time < 9e18)) list->bad = 1;
    return list->bad ? 0 : (int64_t)time;
}

/// Returns the next value if it is a letter, else 0.
static char peek_letter(const key_list *list)
{
    const fbx_value *value = sinew__fbx_record_value(list->record, list->at);
    const int is_letter = value && (value->kind == FBX_VALUE_WORD || value->kind == FBX_VALUE_TEXT ||
                                    (value->kind == FBX_VALUE_INTEGER && value->type == 'C'));
    return is_letter ? sinew__fbx_record_letter(list->record, list->at, 0) : 0;
}

static char next_letter(key_list *list)
{
    const char letter = peek_letter(list);
    if (!letter) list->bad = 1;
    ++list->at;
    return letter;
}

/// For each letter of the slopes: the key flags, the first index in the key's data at which the numbers after the
/// letter are stored, and how many numbers follow. The numbers of automatic keys are biases.
static const struct slope_mode {
    char letter;
    uint32_t flags;
    int first, numbers;
} SLOPES[] = {
    {'s', FBX_KEY_USER, 0, 2}, {'b', FBX_KEY_USER | FBX_KEY_BREAK, 0, 2}, {'t', FBX_KEY_TCB, 0, 3},
    {'p', FBX_KEY_AUTO, 0, 2}, {'q', FBX_KEY_AUTO | FBX_KEY_BREAK, 0, 2}, {'d', FBX_KEY_AUTO, 1, 1},
};

static uint32_t read_slopes(key_list *list, float data[4])
{
    const char letter = next_letter(list);
    list->resets_left = letter == 'a' || letter == 'd';
    if (letter == 'a') return list->automatic;
    for (size_t i = 0; i < sizeof SLOPES / sizeof *SLOPES; ++i) {
        if (SLOPES[i].letter != letter) continue;
        for (int n = 0; n < SLOPES[i].numbers; ++n) data[SLOPES[i].first + n] = (float)next_number(list);
        return SLOPES[i].flags;
    }
    list->bad = 1;
    return 0;
}

/// Returns a weight in units of 1/9999, truncated. The product is rounded to float first, so that a weight that was
/// computed from whole units gives the same number of units.
static uint32_t pack_weight(double weight)
{
    const float scaled = (float)weight * 9999.0f;
    if (!(scaled > 0)) return 0;
    return scaled < 32767 ? (uint32_t)scaled : 32767;
}

enum { THIRD = 3333 }; // the weight 1/3, packed

/// The weights of both sides, as FBX 7 stores them.
typedef struct key_weights {
    uint32_t flags, right, next_left;
} key_weights;

static void read_weight(key_list *list, key_weights *weights)
{
    const char letter = next_letter(list);
    if (!strchr("nacrl", letter)) list->bad = 1;
    if (letter == 'a' || letter == 'r') {
        weights->flags |= FBX_KEY_WEIGHTED_RIGHT;
        weights->right = pack_weight(next_number(list));
    }
    if (letter == 'a' || letter == 'l') {
        weights->flags |= FBX_KEY_WEIGHTED_NEXT_LEFT;
        weights->next_left = pack_weight(next_number(list));
    }
}

static uint32_t read_cubic(key_list *list, float data[4])
{
    const uint32_t slopes = read_slopes(list, data);
    key_weights weights = {.right = THIRD, .next_left = THIRD};
    while (!list->bad && peek_letter(list)) read_weight(list, &weights);
    if (slopes & FBX_KEY_TCB) return FBX_KEY_CUBIC | slopes; // the third number is stored in place of weights
    const uint32_t packed = weights.next_left << 16 | weights.right;
    memcpy(&data[2], &packed, sizeof packed);
    return FBX_KEY_CUBIC | slopes | weights.flags;
}

static uint32_t read_attributes(key_list *list, float data[4])
{
    switch (next_letter(list)) {
    case 'C':
        return peek_letter(list) && next_letter(list) == 'n' ? FBX_KEY_CONSTANT | FBX_KEY_CONSTANT_NEXT
                                                             : FBX_KEY_CONSTANT;
    case 'L': return FBX_KEY_LINEAR;
    case 'U': return read_cubic(list, data);
    default: list->bad = 1; return 0;
    }
}

/// Returns the flags of automatic keys. The FBX SDK reads them without clamping. Programs that use its version 2014 or
/// later write scenes whose keys are clamped progressively, which FBX 7 can state and FBX 6 cannot.
static uint32_t meaning_of_automatic(const char *creator)
{
    static const char sdk[] = "FBX SDK/FBX Plugins version ";
    enum { FIRST_CLAMPED = 2014 };
    const int is_sdk = strncmp(creator, sdk, sizeof sdk - 1) == 0;
    const int clamps = is_sdk && strtol(creator + sizeof sdk - 1, NULL, 10) >= FIRST_CLAMPED;
    return clamps ? FBX_KEY_AUTO | FBX_KEY_CLAMP_PROGRESSIVE : FBX_KEY_AUTO;
}

static size_t read_keys(key_list *list, key_arrays *out)
{
    size_t count = 0;
    while (!list->bad && list->at < list->record->value_count) {
        float *data = out->data + 4 * count;
        list->resets_left = 0;
        out->times[count] = next_time(list);
        out->values[count] = next_number(list);
        out->flags[count] = (int32_t)read_attributes(list, data);
        if (list->resets_left && count > 0) {
            // Removes the weight that the previous key stores for this key's left side. A TCB key stores its bias in
            // the same bits and loses it, as in the FBX SDK.
            uint32_t packed;
            memcpy(&packed, data - 2, sizeof packed);
            packed = (uint32_t)THIRD << 16 | (packed & 0xffff);
            memcpy(data - 2, &packed, sizeof packed);
        }
        out->ref_counts[count] = 1;
        ++count;
    }
    return count;
}

sinew_result sinew__legacy_upgrade_keys(legacy_scene *scene, const fbx_record *channel, fbx_record *curve,
                                        int *out_understood)
{
    *out_understood = 1;
    sinew__arena *arena = scene->arena;
    key_list list = {.record = sinew__fbx_record_child(channel, "Key"),
                     .automatic = meaning_of_automatic(scene->document->creator)};
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
        return sinew__arena_fail(arena, scene->error);
    const size_t count = read_keys(&list, &arrays);
    *out_understood = !list.bad;
    if (list.bad) return SINEW_OK;
    sinew__fbx_record_add_array(arena, curve, "KeyTime", 'l', arrays.times, count);
    sinew__fbx_record_add_array(arena, curve, "KeyValueFloat", 'd', arrays.values, count);
    sinew__fbx_record_add_array(arena, curve, "KeyAttrFlags", 'i', arrays.flags, count);
    sinew__fbx_record_add_array(arena, curve, "KeyAttrDataFloat", 'f', arrays.data, count * 4);
    sinew__fbx_record_add_array(arena, curve, "KeyAttrRefCount", 'i', arrays.ref_counts, count);
    return SINEW_OK;
}
