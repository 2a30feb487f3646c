// Besides the shape, moments of the bones' middles about the centre of mass: h is the height above it, (a, b) the
// horizontal position, which a rotation about the vertical turns and a mirror reflects. Only lengths and products that
// neither changes are kept.
#include "library/describe_poses.h"

#include <math.h>

#include "library/bone_middles.h"
#include "library/describe_motion.h"
#include "model/clip_span.h"

enum {
    UPPER_LEAN = LIBRARY_SHAPE_FEATURES, // length of Σ h (a, b) of what is above the centre
    LOWER_LEAN,                          // of what is below
    OPPOSITION,                          // their product: negative if the body leans over on one line
    UPPER_WIDTH,                         // Σ h (a² + b²) above
    LOWER_WIDTH,
    UPPER_STRETCH, // length of Σ h (a² − b², 2ab) above: arms to both sides of one line
    LOWER_STRETCH,
    HEIGHT_SKEW, // Σ h³
    SKEW,        // length of Σ (a² + b²) (a, b): one limb stretched out
};

/// About how much each number differs between poses that have nothing in common; measured as for motions.
static const double feature_scale[LIBRARY_POSE_FEATURES] = {
    0.35,
    0.25,
    0.25,
    0.15,
    0.6,
    0.3,
    0.3, // shape
    [UPPER_LEAN] = 0.15,
    [LOWER_LEAN] = 0.15,
    [OPPOSITION] = 0.03,
    [UPPER_WIDTH] = 0.2,
    [LOWER_WIDTH] = 0.2,
    [UPPER_STRETCH] = 0.15,
    [LOWER_STRETCH] = 0.15,
    [HEIGHT_SKEW] = 0.5,
    [SKEW] = 0.3,
};

static const double steps = 1024; ///< of a stored number

/// Sums of one half of the body.
typedef struct half_moments {
    double a, b, width, aa_bb, ab;
} half_moments;

static void add_to_half(half_moments *half, double weight, double a, double b)
{
    half->a += weight * a;
    half->b += weight * b;
    half->width += weight * (a * a + b * b);
    half->aa_bb += weight * (a * a - b * b);
    half->ab += weight * 2 * a * b;
}

static void describe_moments(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles,
                             double *out)
{
    const library_upright centre = library_centre_of(model, scratch, middles);
    half_moments upper = {0}, lower = {0};
    double cubes = 0, skew_a = 0, skew_b = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const double mass = scratch->mass[i];
        if (mass == 0) continue;
        const library_upright at = library_upright_of(model, middles[i]);
        const double h = at.height - centre.height, a = at.a - centre.a, b = at.b - centre.b;
        add_to_half(h > 0 ? &upper : &lower, mass * fabs(h), a, b);
        cubes += mass * h * h * h;
        skew_a += mass * (a * a + b * b) * a;
        skew_b += mass * (a * a + b * b) * b;
    }
    out[UPPER_LEAN] = hypot(upper.a, upper.b);
    out[LOWER_LEAN] = hypot(lower.a, lower.b);
    out[OPPOSITION] = upper.a * lower.a + upper.b * lower.b;
    out[UPPER_WIDTH] = upper.width;
    out[LOWER_WIDTH] = lower.width;
    out[UPPER_STRETCH] = hypot(upper.aa_bb, upper.ab);
    out[LOWER_STRETCH] = hypot(lower.aa_bb, lower.ab);
    out[HEIGHT_SKEW] = cubes;
    out[SKEW] = hypot(skew_a, skew_b);
}

/// The pose at a time in seconds from the clip's start. Returns whether all numbers are finite.
static int describe(const sinew_model *model, int32_t clip, double time, library_scratch *scratch, double *out)
{
    int is_finite = 1;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, scratch->pose);
    library_find_middles(model, scratch, scratch->positions);
    library_describe_shape(model, scratch, scratch->positions, out);
    describe_moments(model, scratch, scratch->positions, out);
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) is_finite &= isfinite(out[i]) != 0;
    return is_finite;
}

int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          double out_pose[LIBRARY_POSE_FEATURES])
{
    return library_find_bones(model, clip, scratch) && describe(model, clip, time, scratch, out_pose);
}

static int32_t count_poses(double seconds)
{
    const double count = ceil(seconds * LIBRARY_POSES_PER_SECOND) + 1;
    return count < LIBRARY_MAX_POSES ? (int32_t)count : LIBRARY_MAX_POSES;
}

library_poses library_describe_poses(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                     sinew__arena *arena)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    library_poses poses = {.count = count_poses(span.duration)};
    if (!library_find_bones(model, clip, scratch)) return (library_poses){0};
    poses.features = SINEW__ARENA_ARRAY(arena, int16_t, poses.count * LIBRARY_POSE_FEATURES);
    if (!poses.features) return (library_poses){0};
    const double last = poses.count > 1 ? poses.count - 1 : 1;
    for (int32_t i = 0; i < poses.count; ++i) {
        double features[LIBRARY_POSE_FEATURES];
        if (!describe(model, clip, span.start + span.duration * i / last, scratch, features)) return (library_poses){0};
        for (int k = 0; k < LIBRARY_POSE_FEATURES; ++k)
            poses.features[i * LIBRARY_POSE_FEATURES + k] =
                (int16_t)lround(fmin(fmax(features[k] * steps, INT16_MIN), INT16_MAX));
    }
    return poses;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// The squared distance of a pose to the line between two, and where on the line it is, 0 … 1.
static double distance_to_line(const int16_t *from, const int16_t *to, const double *pose, double *out_part)
{
    double along = 0, length = 0, start = 0;
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) {
        const double unit = steps * feature_scale[i];
        const double step = (to[i] - from[i]) / unit, rest = pose[i] / feature_scale[i] - from[i] / unit;
        along += step * rest;
        length += step * step;
        start += rest * rest;
    }
    const double part = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
    *out_part = part;
    return start - 2 * part * along + part * part * length;
}

double library_pose_distance(const library_poses *poses, const double pose[LIBRARY_POSE_FEATURES], double *out_part)
{
    double least = (double)INFINITY, part;
    const int32_t last = poses->count > 1 ? poses->count - 1 : 1;
    *out_part = 0;
    for (int32_t i = 0; i < last; ++i) {
        const int16_t *from = poses->features + i * LIBRARY_POSE_FEATURES,
                      *to = poses->count > 1 ? from + LIBRARY_POSE_FEATURES : from;
        const double distance = distance_to_line(from, to, pose, &part);
        if (distance >= least) continue;
        least = distance;
        *out_part = (i + part) / last;
    }
    return sqrt(fmax(least, 0) / LIBRARY_POSE_FEATURES);
}
