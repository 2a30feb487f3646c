// Twelve numbers for each phase, of the middles of all bones weighted by mass, in units of a typical bone. None depends
// on where the character stands or looks, and none on left and right.
#include "library/describe_motion.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "model/clip_span.h"

enum feature {
    HEIGHT,        // mean height above the lowest bone of the clip
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

// ---- axes ---------------------------------------------------------------------------------------------------------

/// A position as height and two horizontal coordinates.
typedef struct upright {
    double height, a, b;
} upright;

static int up_axis(const sinew_model *model)
{
    const char *up = sinew_text(model, model->info->up);
    return up[0] && (up[1] == 'X' || up[1] == 'Y' || up[1] == 'Z') ? up[1] - 'X' : 1;
}

static upright upright_of(const sinew_model *model, sinew_vec3 position)
{
    const double p[3] = {position.x, position.y, position.z};
    const int axis = up_axis(model);
    const double sign = *sinew_text(model, model->info->up) == '-' ? -1 : 1;
    return (upright){sign * p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

// ---- bones --------------------------------------------------------------------------------------------------------

static sinew_vec3 position_of(const sinew_affine *global)
{
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static int is_bone_joint(const sinew_model *model, int32_t joint)
{
    return joint != SINEW_NONE && model->joints[joint].kind == SINEW_JOINT_BONE;
}

/// Whether a bone ends at a joint. What begins at the top of a skeleton is none: it leads from the ground to the hips.
static int is_bone(const sinew_model *model, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    return is_bone_joint(model, joint) && is_bone_joint(model, parent) &&
           is_bone_joint(model, model->joints[parent].parent);
}

void library_weigh_bones(const sinew_model *model, library_scratch *scratch)
{
    double sum = 0, cubes = 0;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, scratch->pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        scratch->mass[i] = 0;
        if (!is_bone(model, i)) continue;
        const sinew_vec3 begin = position_of(&scratch->pose->global[model->joints[i].parent]),
                         end = position_of(&scratch->pose->global[i]);
        const double x = end.x - begin.x, y = end.y - begin.y, z = end.z - begin.z;
        scratch->mass[i] = x * x + y * y + z * z;
        sum += scratch->mass[i];
        cubes += scratch->mass[i] * sqrt(scratch->mass[i]);
    }
    scratch->length = sum > 0 && isfinite(cubes) ? cubes / sum : 0;
    for (int32_t i = 0; i < model->joint_count && sum > 0; ++i) scratch->mass[i] /= sum;
}

/// Middles of the bones at a time, in units of a typical bone.
static void find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (scratch->mass[i] == 0) continue;
        const sinew_vec3 begin = position_of(&scratch->pose->global[model->joints[i].parent]),
                         end = position_of(&scratch->pose->global[i]);
        const double half = 0.5 / scratch->length;
        out[i] = (sinew_vec3){(begin.x + end.x) * half, (begin.y + end.y) * half, (begin.z + end.z) * half};
    }
}

// ---- features -----------------------------------------------------------------------------------------------------

static upright centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles)
{
    upright centre = {0, 0, 0};
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const upright at = upright_of(model, middles[i]);
        centre.height += scratch->mass[i] * at.height;
        centre.a += scratch->mass[i] * at.a;
        centre.b += scratch->mass[i] * at.b;
    }
    return centre;
}

static double spread(double mean_of_squares, double mean)
{
    return sqrt(fmax(mean_of_squares - mean * mean, 0));
}

/// Numbers of one pose.
static void describe_pose(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles,
                          double ground, double *out)
{
    const double long_bone = 0.25; // of the heaviest possible mass of a typical bone: leaves out hands and feet
    const upright centre = centre_of(model, scratch, middles);
    double heights = 0, radius = 0, radii = 0, aa = 0, ab = 0, bb = 0, top = -(double)INFINITY,
           bottom = (double)INFINITY, heaviest = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) heaviest = fmax(heaviest, scratch->mass[i]);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const double mass = scratch->mass[i];
        if (mass == 0) continue;
        const upright at = upright_of(model, middles[i]);
        const double a = at.a - centre.a, b = at.b - centre.b, from_centre = hypot(a, b);
        heights += mass * at.height * at.height;
        radius += mass * from_centre;
        radii += mass * from_centre * from_centre;
        aa += mass * a * a;
        ab += mass * a * b;
        bb += mass * b * b;
        if (mass < long_bone * heaviest) continue;
        top = fmax(top, at.height);
        bottom = fmin(bottom, at.height);
    }
    out[HEIGHT] = centre.height - ground;
    out[HEIGHT_SPREAD] = spread(heights, centre.height);
    out[RADIUS] = radius;
    out[RADIUS_SPREAD] = spread(radii, radius);
    out[TOP] = top - ground;
    out[BOTTOM] = bottom - ground;
    out[ELONGATION] = sqrt(hypot(aa - bb, 2 * ab)); // of the covariance: difference of the two eigenvalues
}

/// Numbers of the way between two poses.
static void describe_step(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *before,
                          const sinew_vec3 *after, double ground, double *out)
{
    const double least = 1e-3; // less than a thousandth of a bone in a phase is rest
    const upright from = centre_of(model, scratch, before), to = centre_of(model, scratch, after);
    double way = 0, height = 0, radius = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (scratch->mass[i] == 0) continue;
        const upright p = upright_of(model, before[i]), q = upright_of(model, after[i]);
        const double h = (q.height - to.height) - (p.height - from.height), a = (q.a - to.a) - (p.a - from.a),
                     b = (q.b - to.b) - (p.b - from.b);
        const double moved = scratch->mass[i] * sqrt(h * h + a * a + b * b);
        way += moved;
        height += moved * (q.height - ground);
        radius += moved * hypot(q.a - to.a, q.b - to.b);
    }
    out[TRAVEL] = hypot(to.a - from.a, to.b - from.b);
    out[RISE] = fabs(to.height - from.height);
    out[ACTIVITY] = way;
    out[ACTIVITY_HEIGHT] = height / (way + least);
    out[ACTIVITY_RADIUS] = radius / (way + least);
}

/// Poses the clip in the middle of a part; −1 is its start.
static void pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch)
{
    const sinew__span span = sinew__clip_span(model, clip);
    const double at = fmax((phase + 0.5) / LIBRARY_PHASES, 0);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, span.start + at * span.duration, scratch->pose);
}

/// The ground is where the lowest bone comes in the clip. (The rest pose may be anywhere.)
static double lowest_middle(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    double lowest = (double)INFINITY;
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        pose_phase(model, clip, phase, scratch);
        find_middles(model, scratch, scratch->positions);
        for (int32_t i = 0; i < model->joint_count; ++i)
            if (scratch->mass[i] > 0) lowest = fmin(lowest, upright_of(model, scratch->positions[i]).height);
    }
    return lowest;
}

int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor)
{
    if (!(scratch->length > 0)) return 0;
    const double ground = lowest_middle(model, clip, scratch);
    int is_finite = 1;
    for (int phase = -1; phase < LIBRARY_PHASES; ++phase) { // one more than there are, before the first
        sinew_vec3 *middles = scratch->positions + (phase & 1) * model->joint_count;
        const sinew_vec3 *before = scratch->positions + (~phase & 1) * model->joint_count;
        pose_phase(model, clip, phase, scratch);
        find_middles(model, scratch, middles);
        if (phase < 0) continue;
        double features[LIBRARY_FEATURES] = {0};
        describe_pose(model, scratch, middles, ground, features);
        describe_step(model, scratch, before, middles, ground, features);
        for (int i = 0; i < LIBRARY_FEATURES; ++i) {
            is_finite &= fabs(features[i]) < 1e9;
            out_descriptor[phase * LIBRARY_FEATURES + i] = (float)features[i];
        }
    }
    return is_finite;
}

int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          float *out_pose)
{
    double features[LIBRARY_FEATURES];
    int is_finite = 1;
    if (!(scratch->length > 0)) return 0;
    const double ground = lowest_middle(model, clip, scratch);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, sinew__clip_span(model, clip).start + time, scratch->pose);
    find_middles(model, scratch, scratch->positions);
    describe_pose(model, scratch, scratch->positions, ground, features);
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) {
        is_finite &= fabs(features[i]) < 1e9;
        out_pose[i] = (float)features[i];
    }
    return is_finite;
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

/// The part of the line from `a` to `b`, 0 … 1, that comes nearest to a pose.
static double nearest_part(const float *a, const float *b, const float *pose)
{
    double along = 0, length = 0;
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) {
        const double step = (double)(b[i] - a[i]) / feature_scale[i];
        along += step * (double)(pose[i] - a[i]) / feature_scale[i];
        length += step * step;
    }
    return length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
}

double library_pose_distance(const float *descriptor, const float *pose, double *out_part)
{
    double least = (double)INFINITY;
    for (int phase = 0; phase + 1 < LIBRARY_PHASES; ++phase) {
        const float *a = descriptor + phase * LIBRARY_FEATURES, *b = a + LIBRARY_FEATURES;
        const double part = nearest_part(a, b, pose);
        double sum = 0;
        for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) {
            const double difference =
                ((double)pose[i] - (1 - part) * (double)a[i] - part * (double)b[i]) / feature_scale[i];
            sum += difference * difference;
        }
        const double distance = sqrt(sum / LIBRARY_POSE_FEATURES);
        if (distance >= least) continue;
        least = distance;
        *out_part = (phase + part + 0.5) / LIBRARY_PHASES;
    }
    return least;
}

void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES])
{
    for (int i = 0; i < LIBRARY_FEATURES; ++i) {
        double sum = 0;
        for (int phase = 0; phase < LIBRARY_PHASES; ++phase) sum += (double)descriptor[phase * LIBRARY_FEATURES + i];
        out_means[i] = sum / (LIBRARY_PHASES * feature_scale[i]);
    }
}
