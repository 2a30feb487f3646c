#include "runtime/view/joint_curves.h"

#include <math.h>

#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/compact_sample.h"
#include "runtime/sampler/curve.h"

void sinew__joint_curves_free(joint_curves *curves)
{
    sinew_free(curves->curves);
    sinew_free(curves->point_memory);
    sinew_free(curves->key_memory);
    sinew_free(curves->range_memory);
    *curves = (joint_curves){.most = curves->most};
}

// ---- curves of the joint ------------------------------------------------------------------------------------------

const char *sinew__joint_curve_property(const joint_curve *curve)
{
    static const char *const tracks[] = {[SINEW_TRACK_TRANSLATION] = "translation",
                                         [SINEW_TRACK_ROTATION] = "rotation",
                                         [SINEW_TRACK_SCALE] = "scale",
                                         [SINEW_TRACK_MORPH_WEIGHT] = "morph weight"};
    static const char *const kinds[JOINT_CURVE_KINDS] = {"translation", "rotation", "scale", "other"};
    if (curve->is_baked) return kinds[curve->kind];
    return curve->channel ? sinew__channel_rows[curve->channel->property].word : tracks[curve->track->path];
}

/// Counts a curve, and stores it if the array is allocated already.
static void add_curve(joint_curves *curves, const joint_curve *curve)
{
    if (curves->most > 0 && curves->count == curves->most) return;
    if (curves->curves) curves->curves[curves->count] = *curve;
    ++curves->count;
}

static void find_channels(joint_curves *curves, const sinew_clip *clip)
{
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint != curves->joint || channel->property == SINEW_CHANNEL_OTHER) continue;
        const joint_curve_kind kind = channel->property == SINEW_CHANNEL_TRANSLATION ? JOINT_CURVE_TRANSLATION
                                      : channel->property == SINEW_CHANNEL_ROTATION  ? JOINT_CURVE_ROTATION
                                      : channel->property == SINEW_CHANNEL_SCALING   ? JOINT_CURVE_SCALING
                                                                                     : JOINT_CURVE_OTHER;
        for (int c = 0; c < 3; ++c) {
            if (channel->curve[c] == SINEW_NONE) continue;
            add_curve(curves, &(joint_curve){.kind = kind,
                                             .component = c,
                                             .channel = channel,
                                             .curve = &model->curves[channel->curve[c]]});
        }
    }
}

static void find_tracks(joint_curves *curves, const sinew_clip *clip)
{
    static const struct {
        joint_curve_kind kind;
        int components;
    } paths[] = {[SINEW_TRACK_TRANSLATION] = {JOINT_CURVE_TRANSLATION, 3},
                 [SINEW_TRACK_ROTATION] = {JOINT_CURVE_ROTATION, 4},
                 [SINEW_TRACK_SCALE] = {JOINT_CURVE_SCALING, 3},
                 [SINEW_TRACK_MORPH_WEIGHT] = {JOINT_CURVE_OTHER, 1}};
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != curves->joint) continue;
        for (int c = 0; c < paths[track->path].components; ++c)
            add_curve(curves, &(joint_curve){.kind = paths[track->path].kind, .component = c, .track = track});
    }
}

/// Finds the authored curves of the joint; if it has none, its tracks; in a stripped model, the properties that the
/// baked clip animates.
static void find_curves(joint_curves *curves)
{
    const sinew_clip *clip = sinew__model_clip(curves->model, curves->clip);
    curves->count = 0;
    find_channels(curves, clip);
    if (curves->count == 0) find_tracks(curves, clip);
    if (curves->count > 0 || !curves->model->info->is_stripped) return;
    sinew__authored_joint values;
    if (!sinew__compact_authored(curves->model, curves->clip, curves->joint, clip->start, &values)) return;
    for (int kind = JOINT_CURVE_TRANSLATION; kind <= JOINT_CURVE_SCALING; ++kind)
        for (int c = 0; c < 4; ++c)
            if (values.moves[kind] >> c & 1)
                add_curve(curves, &(joint_curve){.kind = (joint_curve_kind)kind, .component = c, .is_baked = 1});
}

// ---- keys ---------------------------------------------------------------------------------------------------------

int32_t sinew__joint_curve_key_count(const joint_curve *curve)
{
    if (curve->is_baked) return 0;
    return curve->curve ? curve->curve->key_count : curve->track->key_count;
}

static double key_seconds(const sinew_model *model, int32_t clip, const joint_curve *curve, int32_t number)
{
    if (!curve->curve) return model->track_keys[curve->track->first_key + number].time;
    const int64_t ticks = model->curve_keys[curve->curve->first_key + number].ticks;
    return (double)ticks / (double)model->info->ticks_per_second - sinew__model_clip(model, clip)->start;
}

joint_curve_key sinew__joint_curve_key_at(const sinew_model *model, int32_t clip, const joint_curve *curve,
                                          int32_t number)
{
    const int32_t count = sinew__joint_curve_key_count(curve);
    joint_curve_key key = {.seconds = key_seconds(model, clip, curve, number), .number = number};
    const double before = number > 0 ? key.seconds - key_seconds(model, clip, curve, number - 1) : 0.0;
    const double after = number + 1 < count ? key_seconds(model, clip, curve, number + 1) - key.seconds : 0.0;
    if (curve->curve) {
        const sinew_curve_key *keys = model->curve_keys + curve->curve->first_key;
        key.value = keys[number].value;
        key.interpolation = keys[number].interpolation;
        key.is_computed = (int)keys[number].is_computed;
        // Handles as they are evaluated: not longer than their segment.
        if (number > 0 && keys[number - 1].interpolation == SINEW_CUBIC) {
            key.in_seconds = fmax((double)keys[number].in_time, -before);
            key.in_value = (double)keys[number].in_value;
        }
        if (number + 1 < count && keys[number].interpolation == SINEW_CUBIC) {
            key.out_seconds = fmin((double)keys[number].out_time, after);
            key.out_value = (double)keys[number].out_value;
        }
        return key;
    }
    const sinew_track *track = curve->track;
    key.value = model->track_keys[track->first_key + number].value[curve->component];
    key.interpolation = track->interpolation;
    if (track->interpolation != SINEW_CUBIC) return key;
    // Converts the Hermite tangents of a track to handles of a Bézier curve, 1/3 of a segment long.
    const sinew_track_key *tangents = model->track_keys + track->first_key + track->key_count + 2 * (size_t)number;
    key.in_seconds = -before / 3.0;
    key.in_value = key.in_seconds * tangents[0].value[curve->component];
    key.out_seconds = after / 3.0;
    key.out_value = key.out_seconds * tangents[1].value[curve->component];
    return key;
}

/// Seconds: keys this close to an end of the range belong to the range.
static const double key_tolerance = 1e-6;

/// Returns the index of the first key in the range.
static int32_t first_key(const joint_curves *curves, const joint_curve *curve)
{
    size_t key = 0;
    SINEW__LOWER_BOUND(key, sinew__joint_curve_key_count(curve),
                       key_seconds(curves->model, curves->clip, curve, (int32_t)key) < curves->begin - key_tolerance);
    return (int32_t)key;
}

// ---- points -------------------------------------------------------------------------------------------------------

double sinew__joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds)
{
    const double start = sinew__model_clip(curves->model, curves->clip)->start;
    const int64_t ticks = sinew__ticks(curves->model, start + seconds);
    if (curve->is_baked) {
        sinew__authored_joint values;
        (void)sinew__compact_authored(curves->model, curves->clip, curves->joint, start + seconds, &values);
        const double *const of[] = {values.translation, values.rotation, values.scale};
        return of[curve->kind][curve->component];
    }
    if (curve->curve) return sinew__curve_evaluate(curves->model, curve->curve, ticks);
    double value[4];
    sinew__track_evaluate(curves->model, curve->track, start, ticks, value);
    return value[curve->component];
}

static void include(joint_curve_range *range, double value)
{
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

/// Samples between two points: a clip that repeats a few keys has extremes between the points.
enum { SAMPLES_PER_STEP = 4 };

/// Fills the arrays of a curve, and extends the extent of its kind.
static void fill(joint_curves *curves, joint_curve *curve)
{
    const int32_t steps = curves->point_count - 1;
    const double duration = curves->end - curves->begin;
    for (int32_t i = 0; i <= steps; ++i) {
        const double seconds = curves->begin + duration * i / steps;
        const double value = sinew__joint_curve_value(curves, curve, seconds);
        curve->points[i] = (joint_curve_point){seconds, value};
        if (i > 0) include(&curve->ranges[i - 1], value);
        if (i == steps) break;
        curve->ranges[i] = (joint_curve_range){value, value};
        for (int sample_index = 1; sample_index < SAMPLES_PER_STEP; ++sample_index) {
            const double between = curves->begin + duration * (i + (double)sample_index / SAMPLES_PER_STEP) / steps;
            include(&curve->ranges[i], sinew__joint_curve_value(curves, curve, between));
        }
    }
    const int32_t first = first_key(curves, curve);
    for (int32_t i = 0; i < curve->key_count; ++i) {
        const joint_curve_key key = sinew__joint_curve_key_at(curves->model, curves->clip, curve, first + i);
        const double fraction = duration > 0.0 ? (key.seconds - curves->begin) / duration : 0.0;
        curve->keys[i] = key;
        include(&curve->ranges[(int32_t)fmin(fmax(fraction * steps, 0.0), steps - 1.0)], key.value);
    }
    for (int32_t i = 0; i < steps; ++i) {
        include(&curves->extent[curve->kind], curve->ranges[i].min);
        include(&curves->extent[curve->kind], curve->ranges[i].max);
    }
}

static void sample(joint_curves *curves)
{
    const size_t points = (size_t)curves->point_count;
    size_t keys = 1;
    for (int32_t i = 0; i < curves->count; ++i) {
        joint_curve *curve = &curves->curves[i];
        const int32_t first = first_key(curves, curve), count = sinew__joint_curve_key_count(curve);
        size_t end = (size_t)first;
        SINEW__LOWER_BOUND(
            end, count, key_seconds(curves->model, curves->clip, curve, (int32_t)end) <= curves->end + key_tolerance);
        curve->key_count = (int32_t)end - first;
        keys += (size_t)curve->key_count;
    }
    curves->point_memory = sinew__allocate(((size_t)curves->count + 1) * points * sizeof *curves->point_memory);
    curves->range_memory = sinew__allocate(((size_t)curves->count + 1) * points * sizeof *curves->range_memory);
    curves->key_memory = sinew__allocate(keys * sizeof *curves->key_memory);
    if (!curves->point_memory || !curves->range_memory || !curves->key_memory) {
        curves->count = 0;
        curves->is_out_of_memory = 1;
        return;
    }
    joint_curve_key *memory = curves->key_memory;
    for (int32_t i = 0; i < curves->count; ++i) {
        joint_curve *curve = &curves->curves[i];
        curve->points = curves->point_memory + (size_t)i * points;
        curve->ranges = curves->range_memory + (size_t)i * points;
        curve->keys = memory;
        fill(curves, curve);
        memory += curve->key_count;
    }
}

void sinew__joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                                double begin, double end, int32_t point_count)
{
    const int is_same_joint = curves->model == model && curves->clip == clip && curves->joint == joint;
    const int is_same_range = curves->begin == begin && curves->end == end && curves->point_count == point_count;
    if (is_same_joint && is_same_range) return;
    sinew__joint_curves_free(curves);
    curves->model = model;
    curves->clip = clip;
    curves->joint = joint;
    curves->begin = begin;
    curves->end = end;
    curves->point_count = point_count;
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        curves->extent[kind] = (joint_curve_range){(double)INFINITY, -(double)INFINITY};
    }
    if (clip == SINEW_NONE || joint == SINEW_NONE) return;
    find_curves(curves);
    curves->curves = sinew__allocate_zeroed((size_t)curves->count + 1, sizeof *curves->curves);
    if (!curves->curves) {
        curves->count = 0;
        curves->is_out_of_memory = 1;
        return;
    }
    find_curves(curves);
    sample(curves);
}
