#include "program/viewer/panels/joint_curves.h"

#include <math.h>
#include <stdlib.h>

#include "runtime/sampler/curve.h"

void joint_curves_free(joint_curves *curves)
{
    free(curves->curves);
    free(curves->memory);
    free(curves->range_memory);
    *curves = (joint_curves){0};
}

// ---- curves of the joint ------------------------------------------------------------------------------------------

static joint_curve_kind kind_of_property(uint32_t property)
{
    switch (property) {
    case SINEW_CHANNEL_TRANSLATION: return JOINT_CURVE_TRANSLATION;
    case SINEW_CHANNEL_ROTATION: return JOINT_CURVE_ROTATION;
    case SINEW_CHANNEL_SCALING: return JOINT_CURVE_SCALING;
    default: return JOINT_CURVE_OTHER;
    }
}

static joint_curve_kind kind_of_path(uint32_t path)
{
    switch (path) {
    case SINEW_TRACK_TRANSLATION: return JOINT_CURVE_TRANSLATION;
    case SINEW_TRACK_ROTATION: return JOINT_CURVE_ROTATION;
    case SINEW_TRACK_SCALE: return JOINT_CURVE_SCALING;
    default: return JOINT_CURVE_OTHER;
    }
}

/// Counts a curve, and stores it once the array is allocated.
static void add_curve(joint_curves *curves, const joint_curve *curve)
{
    if (curves->curves) curves->curves[curves->count] = *curve;
    ++curves->count;
}

static void find_channels(joint_curves *curves, const sinew_clip *clip)
{
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint != curves->joint || channel->property == SINEW_CHANNEL_OTHER) continue;
        for (int c = 0; c < 3; ++c) {
            if (channel->curve[c] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[channel->curve[c]];
            add_curve(curves,
                      &(joint_curve){.kind = kind_of_property(channel->property), .component = c, .curve = curve});
        }
    }
}

static void find_tracks(joint_curves *curves, const sinew_clip *clip)
{
    const sinew_model *model = curves->model;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != curves->joint) continue;
        const int components = track->path == SINEW_TRACK_ROTATION       ? 4
                               : track->path == SINEW_TRACK_MORPH_WEIGHT ? 1
                                                                         : 3;
        for (int c = 0; c < components; ++c) {
            add_curve(curves, &(joint_curve){.kind = kind_of_path(track->path), .component = c, .track = track});
        }
    }
}

/// Finds authored curves, or tracks if the joint has none.
static void find_curves(joint_curves *curves)
{
    const sinew_clip *clip = &curves->model->clips[curves->clip];
    curves->count = 0;
    find_channels(curves, clip);
    if (curves->count == 0) find_tracks(curves, clip);
}

// ---- points -------------------------------------------------------------------------------------------------------

double joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds)
{
    const double start = curves->model->clips[curves->clip].start;
    const int64_t ticks = sinew__ticks(curves->model, start + seconds);
    if (curve->curve) return sinew__curve_evaluate(curves->model, curve->curve, ticks);
    double value[4];
    sinew__track_evaluate(curves->model, curve->track, start, ticks, value);
    return value[curve->component];
}

static int32_t all_keys(const joint_curve *curve)
{
    return curve->curve ? curve->curve->key_count : curve->track->key_count;
}

static joint_curve_point key_at(const joint_curves *curves, const joint_curve *curve, int32_t index)
{
    const sinew_model *model = curves->model;
    if (!curve->curve) {
        const sinew_track_key *key = &model->track_keys[curve->track->first_key + index];
        return (joint_curve_point){key->time, key->value[curve->component]};
    }
    const sinew_curve_key *key = &model->curve_keys[curve->curve->first_key + index];
    const double time = (double)key->ticks / (double)model->info->ticks_per_second;
    return (joint_curve_point){time - model->clips[curves->clip].start, key->value};
}

static void include(joint_curve_range *range, double value)
{
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

/// Values sampled from one point up to the next: a clip that repeats a few keys has extremes where no key is.
enum { SAMPLES_PER_STEP = 4 };

static void fill_points(const joint_curves *curves, joint_curve *curve)
{
    const int32_t steps = curves->point_count - 1;
    const double duration = curves->model->clips[curves->clip].duration;
    for (int32_t i = 0; i <= steps; ++i) {
        const double seconds = duration * i / steps, value = joint_curve_value(curves, curve, seconds);
        curve->points[i] = (joint_curve_point){seconds, value};
        if (i > 0) include(&curve->ranges[i - 1], value);
        if (i == steps) break;
        curve->ranges[i] = (joint_curve_range){value, value};
        for (int sample_index = 1; sample_index < SAMPLES_PER_STEP; ++sample_index) {
            const double between = duration * (i + (double)sample_index / SAMPLES_PER_STEP) / steps;
            include(&curve->ranges[i], joint_curve_value(curves, curve, between));
        }
    }
}

static void fill_keys(const joint_curves *curves, joint_curve *curve)
{
    const int32_t steps = curves->point_count - 1;
    const double duration = curves->model->clips[curves->clip].duration;
    for (int32_t i = 0; i < all_keys(curve); ++i) {
        const joint_curve_point key = key_at(curves, curve, i);
        if (key.seconds < -1e-6 || key.seconds > duration + 1e-6) continue;
        curve->keys[curve->key_count++] = key;
        const double fraction = duration > 0.0 ? key.seconds / duration : 0.0;
        include(&curve->ranges[(int32_t)fmin(fmax(fraction * steps, 0.0), steps - 1.0)], key.value);
    }
}

/// Fills the curve's arrays, and extends the extent of its kind.
static void fill(joint_curves *curves, joint_curve *curve)
{
    joint_curve_range *extent = &curves->extent[curve->kind];
    fill_points(curves, curve);
    fill_keys(curves, curve);
    for (int32_t i = 0; i < curves->point_count - 1; ++i) {
        include(extent, curve->ranges[i].min);
        include(extent, curve->ranges[i].max);
    }
}

static void sample(joint_curves *curves)
{
    const size_t points = (size_t)curves->point_count;
    size_t keys = 1;
    for (int32_t i = 0; i < curves->count; ++i) keys += (size_t)all_keys(&curves->curves[i]);
    curves->memory = malloc(((size_t)curves->count * points + keys) * sizeof *curves->memory);
    curves->range_memory = malloc(((size_t)curves->count + 1) * points * sizeof *curves->range_memory);
    if (!curves->memory || !curves->range_memory) {
        curves->count = 0;
        return;
    }
    joint_curve_point *memory = curves->memory;
    for (int32_t i = 0; i < curves->count; ++i) {
        joint_curve *curve = &curves->curves[i];
        curve->points = memory;
        curve->keys = memory + points;
        curve->ranges = curves->range_memory + (size_t)i * points;
        fill(curves, curve);
        memory = curve->keys + curve->key_count;
    }
}

void joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                         int32_t point_count)
{
    const int is_same = curves->model == model && curves->clip == clip && curves->joint == joint;
    if (is_same && curves->point_count == point_count) return;
    joint_curves_free(curves);
    *curves = (joint_curves){.model = model, .clip = clip, .joint = joint, .point_count = point_count};
    for (int kind = 0; kind < JOINT_CURVE_KINDS; ++kind) {
        curves->extent[kind] = (joint_curve_range){(double)INFINITY, -(double)INFINITY};
    }
    if (clip == SINEW_NONE || joint == SINEW_NONE) return;
    find_curves(curves);
    curves->curves = calloc((size_t)curves->count + 1, sizeof *curves->curves);
    if (!curves->curves) {
        curves->count = 0;
        return;
    }
    find_curves(curves);
    sample(curves);
}
