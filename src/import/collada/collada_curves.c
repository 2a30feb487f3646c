// Converts a sampler of Collada to a curve: keys in order and within limits, and handles of Bézier and Hermite
// segments.
#include "import/collada/collada.h"

#include <math.h>
#include <stdlib.h>

static const double one_third = 1.0 / 3;

// ---- keys in order ------------------------------------------------------------------------------------------------

/// The faults in the keys of a sampler: numbers of keys, and whether they are unsorted.
typedef struct key_faults {
    size_t without_value, not_finite, unknown, without_tangents, same_time;
    int are_unsorted;
} key_faults;

static size_t values_in(const collada_source *source)
{
    if (!source || source->number_count < source->offset) return 0;
    return (source->number_count - source->offset) / source->stride;
}

static double number_at(const collada_source *source, size_t place, size_t component)
{
    return source->numbers[source->offset + place * source->stride + component];
}

static int is_finite_key(const collada_sampler *sampler, size_t place)
{
    const collada_source *output = sampler->sources[COLLADA_OUTPUT];
    if (!isfinite(number_at(sampler->sources[COLLADA_INPUT], place, 0))) return 0;
    for (size_t i = 0; i < output->stride; ++i)
        if (!isfinite(number_at(output, place, i))) return 0;
    return 1;
}

/// Whether a key has a tangent in the source of a side, which stores one number per component, a pair per component, or
/// one time for all components.
static int has_tangent(const collada_sampler *sampler, collada_input side, size_t place)
{
    const collada_source *source = sampler->sources[side];
    const size_t width = sampler->sources[COLLADA_OUTPUT]->stride;
    if (place >= values_in(source)) return 0;
    if (source->stride != width && source->stride != width + 1 && source->stride != 2 * width) return 0;
    for (size_t i = 0; i < source->stride; ++i)
        if (!isfinite(number_at(source, place, i))) return 0;
    return 1;
}

static uint8_t interpolation_at(const collada_sampler *sampler, size_t place, key_faults *faults)
{
    const collada_source *source = sampler->sources[COLLADA_INTERPOLATION];
    if (!source) return COLLADA_LINEAR; // the specification leaves the default to the reader
    const uint8_t kind = place < source->number_count ? source->words[place] : (uint8_t)COLLADA_OTHER_INTERPOLATION;
    if (kind != COLLADA_OTHER_INTERPOLATION) return kind;
    ++faults->unknown;
    return COLLADA_LINEAR;
}

static int compare_keys(const void *left, const void *right)
{
    const collada_key *a = left, *b = right;
    if (a->ticks != b->ticks) return a->ticks < b->ticks ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/// Separates keys with equal times: the first holds at that time, the last a tick later, and the others are dropped.
static void separate_equal_times(collada_sampler *sampler, key_faults *faults)
{
    collada_key *keys = sampler->keys;
    size_t kept = 0;
    for (size_t first = 0, last; first < sampler->key_count; first = last + 1) {
        for (last = first; last + 1 < sampler->key_count && keys[last + 1].ticks == keys[first].ticks;) last++;
        const int64_t time = keys[first].ticks;
        const int has_room = last + 1 == sampler->key_count || keys[last + 1].ticks > time + 1;
        const int is_jump = last > first && has_room;
        faults->same_time += last - first - (size_t)is_jump;
        if (is_jump) keys[kept++] = keys[first];
        keys[kept] = keys[last];
        keys[kept++].ticks += is_jump;
    }
    sampler->key_count = kept;
}

/// Makes segments without tangents linear.
static void check_tangents(collada_sampler *sampler, key_faults *faults)
{
    for (size_t i = 0; i < sampler->key_count; ++i) {
        collada_key *key = &sampler->keys[i];
        if (key->interpolation != COLLADA_BEZIER && key->interpolation != COLLADA_HERMITE) continue;
        const int is_last = i + 1 == sampler->key_count;
        if (is_last || (has_tangent(sampler, COLLADA_OUT_TANGENT, key->place) &&
                        has_tangent(sampler, COLLADA_IN_TANGENT, sampler->keys[i + 1].place)))
            continue;
        ++faults->without_tangents;
        key->interpolation = COLLADA_LINEAR;
    }
}

static void warn_of_faults(import_pass *pass, const char *node, const key_faults *faults)
{
    const struct {
        size_t count;
        import_warning_code code;
        const char *what;
    } rows[] = {
        {faults->without_value, IMPORT_WARNING_BAD_KEYS, "times or values have no counterpart and were dropped"},
        {faults->not_finite, IMPORT_WARNING_BAD_KEYS, "keys are not finite and were dropped"},
        {faults->same_time, IMPORT_WARNING_BAD_KEYS, "keys have the time of others and were dropped"},
        {faults->without_tangents, IMPORT_WARNING_SPLINES, "cubic keys have no tangents and are interpolated linearly"},
        {faults->unknown, IMPORT_WARNING_SPLINES,
         "keys have an interpolation other than LINEAR, STEP, BEZIER and HERMITE and are interpolated linearly"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (rows[i].count) sinew__import_warn(pass, rows[i].code, node, "%zu %s", rows[i].count, rows[i].what);
    if (faults->are_unsorted) sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, node, "keys were not sorted by time");
}

int sinew__collada_order_keys(import_pass *pass, collada_sampler *sampler, const char *node)
{
    if (sampler->is_ordered) return 1;
    sampler->is_ordered = 1;
    for (int i = 0; i < COLLADA_INPUT_COUNT; ++i) {
        collada_source *source = sampler->sources[i];
        if (!source) continue;
        const int ok = i == COLLADA_INTERPOLATION ? sinew__collada_read_words(pass, source)
                                                  : sinew__collada_read_numbers(pass, source);
        if (!ok) return 0;
    }
    const size_t times = values_in(sampler->sources[COLLADA_INPUT]),
                 values = values_in(sampler->sources[COLLADA_OUTPUT]);
    const size_t count = times < values ? times : values;
    key_faults faults = {.without_value = times > values ? times - values : values - times};
    sampler->keys = SINEW__ARENA_ARRAY(&pass->arena, collada_key, count);
    if (!sampler->keys) return 0;
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite_key(sampler, i)) {
            ++faults.not_finite;
            continue;
        }
        collada_key *key = &sampler->keys[sampler->key_count++];
        *key = (collada_key){
            // within three years of zero
            .ticks = llround(
                fmax(-4e18, fmin(number_at(sampler->sources[COLLADA_INPUT], i, 0) * (double)COLLADA_TICKS, 4e18))),
            .place = i,
            .interpolation = interpolation_at(sampler, i, &faults)};
        if (sampler->key_count > 1 && key[-1].ticks > key->ticks) faults.are_unsorted = 1;
    }
    if (faults.are_unsorted) qsort(sampler->keys, sampler->key_count, sizeof *sampler->keys, compare_keys);
    separate_equal_times(sampler, &faults);
    if (sampler->key_count) check_tangents(sampler, &faults);
    warn_of_faults(pass, node, &faults);
    return 1;
}

double sinew__collada_key_value(const collada_sampler *sampler, const collada_key *key, size_t component)
{
    return number_at(sampler->sources[COLLADA_OUTPUT], key->place, component);
}

size_t sinew__collada_width(const collada_sampler *sampler)
{
    return sampler->key_count ? sampler->sources[COLLADA_OUTPUT]->stride : 0;
}

// ---- handles ------------------------------------------------------------------------------------------------------

/// A handle relative to its key: seconds and value.
typedef struct handle {
    double time, value;
} handle;

/// Returns the handle of a tangent. A Bézier tangent is a control point, a Hermite tangent is three times the vector to
/// it. Tangents without a time are at 1/3 of the segment. `direction` is 1 for outgoing handles, −1 for incoming ones.
static handle read_handle(const collada_sampler *sampler, const collada_key *key, collada_input side, int is_hermite,
                          size_t component, double length, double direction)
{
    const collada_source *source = sampler->sources[side];
    const size_t width = sampler->sources[COLLADA_OUTPUT]->stride;
    const int has_time = source->stride != width, has_pairs = has_time && source->stride == 2 * width;
    const double y = number_at(source, key->place, has_pairs ? 2 * component + 1 : component + (size_t)has_time);
    const double x = has_time ? number_at(source, key->place, has_pairs ? 2 * component : 0) : 0.0;
    const double time = number_at(sampler->sources[COLLADA_INPUT], key->place, 0);
    handle out = is_hermite ? (handle){direction * x * one_third, direction * y * one_third}
                            : (handle){x - time, y - sinew__collada_key_value(sampler, key, component)};
    if (!has_time) out.time = direction * length * one_third;
    return out;
}

/// Limits a handle to its segment, so that time does not run backwards. A handle that is too long keeps its direction;
/// a handle that points out of the segment gets the time 0.
static handle keep_inside(handle at, double length, double direction)
{
    const double reach = at.time * direction;
    if (!(reach > 0.0)) at.time = 0.0;
    if (reach > length) at.value *= length / reach, at.time = direction * length;
    return at;
}

/// Converts a number to float, clamped to the range of floats.
static float narrow(double number)
{
    return number < 3e38 ? number > -3e38 ? (float)number : -3e38f : 3e38f;
}

static void put_handles(const collada_sampler *sampler, size_t index, size_t component, double scale,
                        sinew_curve_key *keys)
{
    const collada_key *a = &sampler->keys[index], *b = a + 1;
    const double length = (double)(b->ticks - a->ticks) / (double)COLLADA_TICKS;
    const int is_hermite = a->interpolation == COLLADA_HERMITE;
    const handle out =
        keep_inside(read_handle(sampler, a, COLLADA_OUT_TANGENT, is_hermite, component, length, 1.0), length, 1.0);
    const handle in =
        keep_inside(read_handle(sampler, b, COLLADA_IN_TANGENT, is_hermite, component, length, -1.0), length, -1.0);
    keys[index].out_time = narrow(out.time);
    keys[index].out_value = narrow(out.value * scale);
    keys[index + 1].in_time = narrow(in.time);
    keys[index + 1].in_value = narrow(in.value * scale);
}

static uint32_t interpolation_of(uint8_t kind)
{
    switch ((collada_interpolation)kind) {
    case COLLADA_STEP: return SINEW_STEP;
    case COLLADA_BEZIER:
    case COLLADA_HERMITE: return SINEW_CUBIC;
    case COLLADA_LINEAR:
    case COLLADA_OTHER_INTERPOLATION: break;
    }
    return SINEW_LINEAR;
}

int sinew__collada_curve(import_pass *pass, const collada_sampler *sampler, size_t component, double scale,
                         double offset, const sinew_raw_curve **out)
{
    const size_t count = sampler->key_count;
    if (count == 0) return 1;
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_curve, 1);
    sinew_curve_key *keys = count <= INT32_MAX ? SINEW__ARENA_ARRAY(&pass->arena, sinew_curve_key, count) : NULL;
    if (!curve || !keys) return 0;
    for (size_t i = 0; i < count; ++i) {
        keys[i].ticks = sampler->keys[i].ticks;
        keys[i].value = sinew__collada_key_value(sampler, &sampler->keys[i], component) * scale + offset;
        keys[i].interpolation = interpolation_of(sampler->keys[i].interpolation);
    }
    for (size_t i = 0; i + 1 < count; ++i)
        if (keys[i].interpolation == SINEW_CUBIC) put_handles(sampler, i, component, scale, keys);
    *curve = (sinew_raw_curve){.keys = keys, .key_count = (int32_t)count};
    *out = curve;
    return 1;
}
