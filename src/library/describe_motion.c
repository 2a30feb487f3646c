// Twelve numbers for each phase, of the middles of all bones weighted by mass, in units of a typical bone. None depends
// on where the character stands or looks, and none on left and right.
#include "library/describe_motion.h"

#include <math.h>
#include <string.h>

#include "ik/vector.h"
#include "library/bone_middles.h"
#include "sinew/render.h"

enum feature {
    HEIGHT,        // mean height above the ground, where the lowest long bone ends in the clip
    HEIGHT_SPREAD, // standard deviation of the heights
    RADIUS,        // mean horizontal distance from the centre
    RADIUS_SPREAD,
    TOP,             // height of the highest long bone
    BOTTOM,          // of the lowest one
    ELONGATION,      // how far the body stretches along one horizontal direction more than across it
    TRAVEL,          // horizontal way of the centre since the phase before
    RISE,            // its vertical way
    ACTIVITY,        // mean way of the bones, relative to the centre
    ACTIVITY_HEIGHT, // where the bones are that move: mean height, weighted by mass and way
    ACTIVITY_RADIUS,
};

/// About how much each number differs between motions that have nothing in common; measured on walks, runs, jumps,
/// dances and fights.
static const double feature_scale[LIBRARY_FEATURES] = {
    [HEIGHT] = 0.35, [HEIGHT_SPREAD] = 0.25, [RADIUS] = 0.25,         [RADIUS_SPREAD] = 0.15,
    [TOP] = 0.6,     [BOTTOM] = 0.3,         [ELONGATION] = 0.3,      [TRAVEL] = 0.25,
    [RISE] = 0.1,    [ACTIVITY] = 0.15,      [ACTIVITY_HEIGHT] = 0.5, [ACTIVITY_RADIUS] = 0.3,
};

// ---- features -----------------------------------------------------------------------------------------------------

static double spread(double mean_of_squares, double mean)
{
    return sqrt(fmax(mean_of_squares - mean * mean, 0));
}

void library_describe_shape(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles,
                            double *out)
{
    const library_upright centre = library_centre_of(model, scratch, middles);
    double heights = 0, radius = 0, radii = 0, aa = 0, ab = 0, bb = 0, top = -(double)INFINITY,
           bottom = (double)INFINITY, heaviest = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) heaviest = fmax(heaviest, scratch->mass[i]);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const double mass = scratch->mass[i];
        if (mass == 0) continue;
        const library_upright at = library_upright_of(model, middles[i]);
        const double a = at.a - centre.a, b = at.b - centre.b, from_centre = hypot(a, b);
        heights += mass * at.height * at.height;
        radius += mass * from_centre;
        radii += mass * from_centre * from_centre;
        aa += mass * a * a;
        ab += mass * a * b;
        bb += mass * b * b;
        if (mass < library_long_bone * heaviest) continue;
        top = fmax(top, at.height);
        bottom = fmin(bottom, at.height);
    }
    out[HEIGHT] = centre.height - scratch->ground;
    out[HEIGHT_SPREAD] = spread(heights, centre.height);
    out[RADIUS] = radius;
    out[RADIUS_SPREAD] = spread(radii, radius);
    out[TOP] = top - scratch->ground;
    out[BOTTOM] = bottom - scratch->ground;
    out[ELONGATION] = sqrt(hypot(aa - bb, 2 * ab)); // of the covariance: difference of the two eigenvalues
}

/// Numbers of the way between two poses.
static void describe_step(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *before,
                          const sinew_vec3 *after, double *out)
{
    const double least = 1e-3; // less than a thousandth of a bone in a phase is rest
    const library_upright from = library_centre_of(model, scratch, before),
                          to = library_centre_of(model, scratch, after);
    double way = 0, height = 0, radius = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (scratch->mass[i] == 0) continue;
        const library_upright p = library_upright_of(model, before[i]), q = library_upright_of(model, after[i]);
        const double h = (q.height - to.height) - (p.height - from.height), a = (q.a - to.a) - (p.a - from.a),
                     b = (q.b - to.b) - (p.b - from.b);
        const double moved = scratch->mass[i] * sqrt(h * h + a * a + b * b);
        way += moved;
        height += moved * (q.height - scratch->ground);
        radius += moved * hypot(q.a - to.a, q.b - to.b);
    }
    out[TRAVEL] = hypot(to.a - from.a, to.b - from.b);
    out[RISE] = fabs(to.height - from.height);
    out[ACTIVITY] = way;
    out[ACTIVITY_HEIGHT] = height / (way + least);
    out[ACTIVITY_RADIUS] = radius / (way + least);
}

int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor)
{
    if (!library_find_bones(model, clip, scratch)) return 0;
    int is_finite = 1;
    for (int phase = -1; phase < LIBRARY_PHASES; ++phase) { // one more than there are, before the first
        sinew_vec3 *middles = scratch->positions + (phase & 1) * model->joint_count;
        const sinew_vec3 *before = scratch->positions + (~phase & 1) * model->joint_count;
        library_pose_phase(model, clip, phase, scratch);
        library_find_middles(model, scratch, middles);
        if (phase < 0) continue;
        double features[LIBRARY_FEATURES] = {0};
        library_describe_shape(model, scratch, middles, features);
        describe_step(model, scratch, before, middles, features);
        for (int i = 0; i < LIBRARY_FEATURES; ++i) {
            is_finite &= fabs(features[i]) < 1e9;
            out_descriptor[phase * LIBRARY_FEATURES + i] = (float)features[i];
        }
    }
    return is_finite;
}

// ---- heading ------------------------------------------------------------------------------------------------------

static const double heading_steps = 1024; ///< of a stored number

static void put_heading(const double axes[2][3], double x, double y, double z, int16_t *out)
{
    for (int i = 0; i < 2; ++i) {
        const double along = axes[i][0] * x + axes[i][1] * y + axes[i][2] * z;
        out[i] = (int16_t)lround(fmin(fmax(along * heading_steps, INT16_MIN), INT16_MAX));
    }
}

void library_describe_heading(const sinew_model *model, int32_t clip, library_scratch *scratch,
                              int16_t out[LIBRARY_HEADING])
{
    double up[3], axes[2][3]; // left, front
    sinew_vec3 before = {0, 0, 0};
    sinew_model_axes(model, up, axes[1]);
    for (int i = 0; i < 3; ++i)
        axes[0][i] = up[(i + 1) % 3] * axes[1][(i + 2) % 3] - up[(i + 2) % 3] * axes[1][(i + 1) % 3];
    for (int phase = -1; phase < LIBRARY_PHASES; ++phase) {
        sinew_vec3 centre = {0, 0, 0}, lean = {0, 0, 0}, skew = {0, 0, 0};
        library_pose_phase(model, clip, phase, scratch);
        library_find_middles(model, scratch, scratch->positions);
        for (int32_t i = 0; i < model->joint_count; ++i)
            if (scratch->mass[i] > 0)
                centre = sinew__vec3_add(centre, sinew__vec3_scale(scratch->positions[i], scratch->mass[i]));
        for (int32_t i = 0; i < model->joint_count; ++i) {
            if (scratch->mass[i] == 0) continue;
            const sinew_vec3 p = sinew__vec3_subtract(scratch->positions[i], centre);
            const double height = up[0] * p.x + up[1] * p.y + up[2] * p.z,
                         square = sinew__vec3_dot(p, p) - height * height;
            lean = sinew__vec3_add(lean, sinew__vec3_scale(p, scratch->mass[i] * height));
            skew = sinew__vec3_add(skew, sinew__vec3_scale(p, scratch->mass[i] * square));
        }
        const sinew_vec3 way = sinew__vec3_subtract(centre, before);
        before = centre;
        if (phase < 0) continue;
        int16_t *of_phase = out + phase * LIBRARY_HEADING_VECTORS * 2;
        put_heading((const double(*)[3])axes, way.x, way.y, way.z, of_phase);
        put_heading((const double(*)[3])axes, lean.x, lean.y, lean.z, of_phase + 2);
        put_heading((const double(*)[3])axes, skew.x, skew.y, skew.z, of_phase + 4);
    }
}

int library_compare_headings(const int16_t *a, const int16_t *b, double *out_degrees)
{
    const double least = 5, weak = 0.02;
    // As complex numbers: Σ ā b has the angle of a rotation; Σ a b is larger for a mirror image.
    double same[2] = {0, 0}, mirrored[2] = {0, 0}, squares[2] = {0, 0};
    for (int i = 0; i < LIBRARY_HEADING; i += 2) {
        same[0] += (double)a[i] * b[i] + (double)a[i + 1] * b[i + 1];
        same[1] += (double)a[i] * b[i + 1] - (double)a[i + 1] * b[i];
        mirrored[0] += (double)a[i] * b[i] - (double)a[i + 1] * b[i + 1];
        mirrored[1] += (double)a[i] * b[i + 1] + (double)a[i + 1] * b[i];
        squares[0] += (double)a[i] * a[i] + (double)a[i + 1] * a[i + 1];
        squares[1] += (double)b[i] * b[i] + (double)b[i + 1] * b[i + 1];
    }
    const double whole = sqrt(squares[0] * squares[1]), as_same = hypot(same[0], same[1]),
                 as_mirrored = hypot(mirrored[0], mirrored[1]);
    *out_degrees = 0;
    if (as_mirrored - as_same > weak * whole) return 1;
    const double degrees = atan2(-same[1], same[0]) * 57.29577951308232; // about up, left comes after front
    if (as_same > 0 && fabs(degrees) >= least) *out_degrees = degrees;
    return 0;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

int library_is_moving(const float *descriptor)
{
    const double least = 0.02; // of a bone in the whole clip
    double way = 0;
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase)
        way += (double)descriptor[phase * LIBRARY_FEATURES + ACTIVITY] +
               (double)descriptor[phase * LIBRARY_FEATURES + TRAVEL];
    return way > least;
}

double library_motion_distance(const float *a, const float *b)
{
    double sum = 0;
    for (int i = 0; i < LIBRARY_DESCRIPTOR; ++i) {
        const double difference = (double)(a[i] - b[i]) / feature_scale[i % LIBRARY_FEATURES];
        sum += difference * difference;
    }
    return sqrt(sum / LIBRARY_DESCRIPTOR);
}

void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES])
{
    for (int i = 0; i < LIBRARY_FEATURES; ++i) {
        double sum = 0;
        for (int phase = 0; phase < LIBRARY_PHASES; ++phase) sum += (double)descriptor[phase * LIBRARY_FEATURES + i];
        out_means[i] = sum / (LIBRARY_PHASES * feature_scale[i]);
    }
}
