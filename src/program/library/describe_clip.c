// Computes descriptors of motions, bodies and poses, and their distances, which find similar clips.
#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "program/library/measure_clip.h"
#include "runtime/model/look_up.h"
#include "sinew/render.h"

// ---- motions -------------------------------------------------------------------------------------------------------

// The descriptor of a motion has twelve numbers per phase. They are computed from the middles of all bones, weighted by
// mass, in lengths of a typical bone. They do not depend on the character's position and direction, nor on left and
// right.

enum feature {
    HEIGHT,        // mean height above the ground, which is the lowest end of a long bone in the clip
    HEIGHT_SPREAD, // standard deviation of the heights
    RADIUS,        // mean horizontal distance from the centre
    RADIUS_SPREAD,
    TOP,             // height of the highest end of a long bone
    BOTTOM,          // height of the lowest end of a long bone
    ELONGATION,      // how much farther the body extends along its longest horizontal direction than across it
    TRAVEL,          // horizontal movement of the centre since the previous phase
    RISE,            // vertical movement of the centre since the previous phase
    ACTIVITY,        // mean movement of the bones relative to the centre
    ACTIVITY_HEIGHT, // mean height of the moving bones, weighted by mass and distance
    ACTIVITY_RADIUS,
};

/// Typical difference of each number between unrelated motions; measured on walks, runs, jumps, dances and fights.
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

/// Computes the first LIBRARY_SHAPE_FEATURES numbers, which need only one pose.
static void describe_shape(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles,
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
    out[ELONGATION] = sqrt(hypot(aa - bb, 2 * ab)); // difference of the eigenvalues of the covariance
}

/// Computes the numbers that describe the movement between two poses.
static void describe_step(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *before,
                          const sinew_vec3 *after, double *out)
{
    const double least = 1e-3; // bone lengths per phase; less counts as rest
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
    for (int phase = -1; phase < LIBRARY_PHASES; ++phase) { // begins one phase before the first, for its movement
        sinew_vec3 *middles = scratch->positions + (phase & 1) * model->joint_count;
        const sinew_vec3 *before = scratch->positions + (~phase & 1) * model->joint_count;
        library_pose_phase(model, clip, phase, scratch);
        library_find_middles(model, scratch, middles);
        if (phase < 0) continue;
        double features[LIBRARY_FEATURES] = {0};
        describe_shape(model, scratch, middles, features);
        describe_step(model, scratch, before, middles, features);
        for (int i = 0; i < LIBRARY_FEATURES; ++i) {
            is_finite &= fabs(features[i]) < 1e9;
            out_descriptor[phase * LIBRARY_FEATURES + i] = (float)features[i];
        }
    }
    return is_finite;
}

// ---- heading ------------------------------------------------------------------------------------------------------

static const double heading_steps = 1024; ///< stored numbers are multiples of 1 / heading_steps

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
    double up[3], axes[2][3]; // left and front
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
    // Pairs of numbers are complex numbers: the angle of Σ ā b is a rotation; |Σ a b| is larger than |Σ ā b| for a
    // mirror image.
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
    const double degrees = atan2(-same[1], same[0]) * 57.29577951308232; // about up, left is 90° ahead of front
    if (as_same > 0 && fabs(degrees) >= least) *out_degrees = degrees;
    return 0;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

int library_is_moving(const float *descriptor)
{
    const double least = 0.02; // in lengths of a typical bone, over the whole clip
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

// ---- bodies --------------------------------------------------------------------------------------------------------

enum { HIPS_HEIGHT = 3 * LIBRARY_BODY_SEGMENTS, HIPS_TRAVEL };

static const double body_steps = 127; ///< stored numbers are multiples of 1 / body_steps

/// Typical difference of the numbers between unrelated motions.
static const double direction_scale = 0.4, height_scale = 0.15, travel_scale = 0.1;

/// The horizontal axes of a body.
typedef struct body_axes {
    double left[2], forward[2]; ///< in the horizontal coordinates of library_upright
} body_axes;

// ---- one pose -----------------------------------------------------------------------------------------------------

static library_upright position_of(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return library_upright_of(model, (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

/// Finds the joints at both ends of a segment. The trunk ends at the head, else at the neck, else at the spine.
static void find_segment(const sinew_body_map *map, int segment, int32_t *out_from, int32_t *out_to)
{
    static const int32_t parts[][2] = {{SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM},
                                       {SINEW_SIDE_FOREARM, SINEW_SIDE_HAND},
                                       {SINEW_SIDE_THIGH, SINEW_SIDE_SHIN},
                                       {SINEW_SIDE_SHIN, SINEW_SIDE_FOOT}};
    const int32_t side = segment < 5 ? SINEW_BODY_LEFT : SINEW_BODY_RIGHT;
    const int32_t *joints = map->joint;
    if (segment > 0) {
        *out_from = joints[side + parts[(segment - 1) % 4][0]];
        *out_to = joints[side + parts[(segment - 1) % 4][1]];
        return;
    }
    int32_t top = SINEW_BODY_HEAD;
    while (top > SINEW_BODY_HIPS && joints[top] == SINEW_NONE) --top;
    *out_from = joints[SINEW_BODY_HIPS];
    *out_to = top > SINEW_BODY_HIPS ? joints[top] : SINEW_NONE;
}

/// Finds the axes of the hips. If the line between the hips is upright, because the body lies on its side, the previous
/// axes are kept.
static void find_axes(const sinew_model *model, const sinew_pose *pose, const sinew_body_map *map, body_axes *axes)
{
    const library_upright left = position_of(model, pose, map->joint[SINEW_BODY_LEFT + SINEW_SIDE_THIGH]),
                          right = position_of(model, pose, map->joint[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH]);
    const double a = left.a - right.a, b = left.b - right.b, level = hypot(a, b);
    if (!(level > 0.3 * fabs(left.height - right.height)) || !(level > 0)) return;
    *axes = (body_axes){{a / level, b / level}, {-b / level, a / level}};
}

static void put_vector(const body_axes *axes, double height, double a, double b, double *out)
{
    out[0] = height;
    out[1] = a * axes->left[0] + b * axes->left[1];
    out[2] = a * axes->forward[0] + b * axes->forward[1];
}

/// Computes the direction of a segment in the body's axes; 0 if the body lacks the segment.
static void put_direction(const sinew_model *model, const sinew_pose *pose, const sinew_body_map *map, int segment,
                          const body_axes *axes, double *out)
{
    int32_t from, to;
    find_segment(map, segment, &from, &to);
    out[0] = out[1] = out[2] = 0;
    if (from == SINEW_NONE || to == SINEW_NONE) return;
    const library_upright p = position_of(model, pose, from), q = position_of(model, pose, to);
    const double h = q.height - p.height, a = q.a - p.a, b = q.b - p.b, length = sqrt(h * h + a * a + b * b);
    if (length > 0) put_vector(axes, h / length, a / length, b / length, out);
}

// ---- the clip -----------------------------------------------------------------------------------------------------

int library_describe_body(const sinew_model *model, int32_t clip, const sinew_body_map *map, double leg,
                          library_scratch *scratch, int8_t out[LIBRARY_BODY_DESCRIPTOR])
{
    const int32_t feet[2] = {map->joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT],
                             map->joint[SINEW_BODY_RIGHT + SINEW_SIDE_FOOT]};
    double ground = (double)INFINITY; // lowest height of a foot in the clip
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        library_pose_phase(model, clip, phase, scratch);
        ground = fmin(ground, position_of(model, scratch->pose, feet[0]).height);
        ground = fmin(ground, position_of(model, scratch->pose, feet[1]).height);
    }
    const int32_t hips = map->joint[SINEW_BODY_HIPS];
    body_axes axes = {{0, 1}, {-1, 0}};
    library_pose_phase(model, clip, -1, scratch);
    library_upright before = position_of(model, scratch->pose, hips);
    int is_finite = 1;
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        double features[LIBRARY_BODY_FEATURES];
        library_pose_phase(model, clip, phase, scratch);
        const library_upright at = position_of(model, scratch->pose, hips);
        find_axes(model, scratch->pose, map, &axes);
        for (int i = 0; i < LIBRARY_BODY_SEGMENTS; ++i)
            put_direction(model, scratch->pose, map, i, &axes, &features[3 * i]);
        features[HIPS_HEIGHT] = (at.height - ground) / leg / 2;
        put_vector(&axes, (at.height - before.height) / leg, (at.a - before.a) / leg, (at.b - before.b) / leg,
                   &features[HIPS_TRAVEL]);
        int8_t *stored = out + phase * LIBRARY_BODY_FEATURES;
        for (int i = 0; i < LIBRARY_BODY_FEATURES; ++i) {
            is_finite &= isfinite(features[i]) != 0;
            stored[i] = (int8_t)lround(is_finite ? fmin(fmax(features[i], -1), 1) * body_steps : 0);
        }
        before = at;
    }
    return is_finite;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// A mirror image: sides are exchanged, axes are reversed, or both.
typedef struct mirror_kind {
    int does_swap_sides;
    int left, forward; ///< 1, or −1 for a reversed axis
} mirror_kind;

static double squared(const int8_t *a, const int8_t *b, const mirror_kind *mirror)
{
    const double up = a[0] - b[0], left = a[1] - mirror->left * b[1], forward = a[2] - mirror->forward * b[2];
    return up * up + left * left + forward * forward;
}

static double squared_phase(const int8_t *a, const int8_t *b, const mirror_kind *mirror)
{
    const double height = 2 * (a[HIPS_HEIGHT] - b[HIPS_HEIGHT]) / (height_scale * body_steps);
    double directions = 0;
    for (int i = 0; i < LIBRARY_BODY_SEGMENTS; ++i) {
        const int other = mirror->does_swap_sides && i > 0 ? (i + 3) % 8 + 1 : i; // the same segment on the other side
        directions += squared(&a[3 * i], &b[3 * other], mirror);
    }
    return directions / (direction_scale * direction_scale * body_steps * body_steps) + height * height +
           squared(&a[HIPS_TRAVEL], &b[HIPS_TRAVEL], mirror) / (travel_scale * travel_scale * body_steps * body_steps);
}

double library_body_distance(const int8_t *a, const int8_t *b)
{
    // If mirroring keeps the joint names, the left leg is then called right, and the body seems to look backwards.
    static const mirror_kind mirrors[] = {{0, 1, 1}, {1, -1, 1}, {0, 1, -1}, {1, -1, -1}};
    double least = (double)INFINITY;
    for (size_t i = 0; i < sizeof mirrors / sizeof *mirrors; ++i) {
        double sum = 0;
        for (int phase = 0; phase < LIBRARY_PHASES && sum < least; ++phase)
            sum += squared_phase(a + phase * LIBRARY_BODY_FEATURES, b + phase * LIBRARY_BODY_FEATURES, &mirrors[i]);
        least = fmin(least, sum);
    }
    return sqrt(least / LIBRARY_BODY_DESCRIPTOR);
}

// ---- poses ---------------------------------------------------------------------------------------------------------

// The descriptor of a pose has the numbers of the shape, and moments of the bones' middles about the centre of mass. h
// is the height above the centre, (a, b) the horizontal position. A rotation about the up axis rotates (a, b), and a
// mirror reflects it; only lengths and products are used that neither changes.

enum {
    UPPER_LEAN = LIBRARY_SHAPE_FEATURES, // length of Σ h (a, b) over the bones above the centre
    LOWER_LEAN,                          // length of Σ h (a, b) over the bones below the centre
    OPPOSITION,                          // scalar product of Σ |h| (a, b) above and below; negative if the body leans
                                         // like a straight line
    UPPER_WIDTH,                         // Σ h (a² + b²) over the bones above
    LOWER_WIDTH,
    UPPER_STRETCH, // length of Σ h (a² − b², 2ab) over the bones above: large for arms stretched out to both sides
    LOWER_STRETCH,
    HEIGHT_SKEW, // Σ h³
    SKEW,        // length of Σ (a² + b²) (a, b): large if one limb is stretched out
};

/// Typical difference of each number between unrelated poses; measured in the same way as for motions.
static const double pose_scale[LIBRARY_POSE_FEATURES] = {
    0.35,
    0.25,
    0.25,
    0.15,
    0.6,
    0.3,
    0.3, // the numbers of the shape end here
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

static const double pose_steps = 1024; ///< stored numbers are multiples of 1 / pose_steps

/// Sums over the bones above or below the centre.
typedef struct half_moments {
    double a, b, width, aa_bb, ab;
} half_moments;

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
        half_moments *half = h > 0 ? &upper : &lower;
        const double weight = mass * fabs(h);
        half->a += weight * a;
        half->b += weight * b;
        half->width += weight * (a * a + b * b);
        half->aa_bb += weight * (a * a - b * b);
        half->ab += weight * 2 * a * b;
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

/// Computes the descriptor of the pose at a time in seconds from the clip's start. Returns whether all numbers are
/// finite.
static int describe(const sinew_model *model, int32_t clip, double time, library_scratch *scratch, double *out)
{
    int is_finite = 1;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, scratch->pose);
    library_find_middles(model, scratch, scratch->positions);
    describe_shape(model, scratch, scratch->positions, out);
    describe_moments(model, scratch, scratch->positions, out);
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) is_finite &= isfinite(out[i]) != 0;
    return is_finite;
}

int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          double out_pose[LIBRARY_POSE_FEATURES])
{
    return library_find_bones(model, clip, scratch) && describe(model, clip, time, scratch, out_pose);
}

library_poses library_describe_poses(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                     sinew__arena *arena)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    const double wanted = ceil(span.duration * LIBRARY_POSES_PER_SECOND) + 1;
    library_poses poses = {.count = wanted < LIBRARY_MAX_POSES ? (int32_t)wanted : LIBRARY_MAX_POSES};
    if (!library_find_bones(model, clip, scratch)) return (library_poses){0};
    poses.features = SINEW__ARENA_ARRAY(arena, int16_t, poses.count * LIBRARY_POSE_FEATURES);
    if (!poses.features) return (library_poses){0};
    const double last = poses.count > 1 ? poses.count - 1 : 1;
    for (int32_t i = 0; i < poses.count; ++i) {
        double features[LIBRARY_POSE_FEATURES];
        if (!describe(model, clip, span.start + span.duration * i / last, scratch, features)) return (library_poses){0};
        for (int k = 0; k < LIBRARY_POSE_FEATURES; ++k)
            poses.features[i * LIBRARY_POSE_FEATURES + k] =
                (int16_t)lround(fmin(fmax(features[k] * pose_steps, INT16_MIN), INT16_MAX));
    }
    return poses;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// Returns the squared distance of a pose from the line between two poses. *out_part is the nearest point of the line:
/// 0 … 1.
static double distance_to_line(const int16_t *from, const int16_t *to, const double *pose, double *out_part)
{
    double along = 0, length = 0, start = 0;
    for (int i = 0; i < LIBRARY_POSE_FEATURES; ++i) {
        const double unit = pose_steps * pose_scale[i];
        const double step = (to[i] - from[i]) / unit, rest = pose[i] / pose_scale[i] - from[i] / unit;
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
