#include "library/describe_body.h"

#include <math.h>

#include "library/bone_middles.h"

enum { HEIGHT = 3 * LIBRARY_BODY_SEGMENTS, TRAVEL };

static const double steps = 127; ///< of a stored number

/// About how much the numbers differ between motions that have nothing in common.
static const double direction_scale = 0.4, height_scale = 0.15, travel_scale = 0.1;

/// Up, left and forward.
typedef struct body_axes {
    double left[2], forward[2]; ///< in the horizontal coordinates of library_upright
} body_axes;

// ---- one pose -----------------------------------------------------------------------------------------------------

static library_upright position_of(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return library_upright_of(model, (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

/// The last joint of the upper body that is mapped: the head, else the neck, else the spine.
static int32_t top_of(const sinew_body_map *map)
{
    for (int32_t part = SINEW_BODY_HEAD; part > SINEW_BODY_HIPS; --part)
        if (map->joint[part] != SINEW_NONE) return map->joint[part];
    return SINEW_NONE;
}

/// The joints at both ends of a segment.
static void find_segment(const sinew_body_map *map, int segment, int32_t *out_from, int32_t *out_to)
{
    static const int32_t parts[][2] = {{SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM},
                                       {SINEW_SIDE_FOREARM, SINEW_SIDE_HAND},
                                       {SINEW_SIDE_THIGH, SINEW_SIDE_SHIN},
                                       {SINEW_SIDE_SHIN, SINEW_SIDE_FOOT}};
    const int32_t side = segment < 5 ? SINEW_BODY_LEFT : SINEW_BODY_RIGHT;
    *out_from = segment == 0 ? map->joint[SINEW_BODY_HIPS] : map->joint[side + parts[(segment - 1) % 4][0]];
    *out_to = segment == 0 ? top_of(map) : map->joint[side + parts[(segment - 1) % 4][1]];
}

/// The axes of the hips. A body whose hips are upright, lying on its side, keeps those that it had.
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

/// The direction of a segment; 0 for one that the body lacks.
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

/// Where the lower one of the feet comes to in the clip.
static double ground_of(const sinew_model *model, int32_t clip, const sinew_body_map *map, library_scratch *scratch)
{
    double lowest = (double)INFINITY;
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        library_pose_phase(model, clip, phase, scratch);
        const int32_t left = map->joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT],
                      right = map->joint[SINEW_BODY_RIGHT + SINEW_SIDE_FOOT];
        lowest = fmin(lowest, position_of(model, scratch->pose, left).height);
        lowest = fmin(lowest, position_of(model, scratch->pose, right).height);
    }
    return lowest;
}

static int store(const double *features, int8_t *out)
{
    int is_finite = 1;
    for (int i = 0; i < LIBRARY_BODY_FEATURES; ++i) {
        is_finite &= isfinite(features[i]) != 0;
        out[i] = (int8_t)lround(is_finite ? fmin(fmax(features[i], -1), 1) * steps : 0);
    }
    return is_finite;
}

int library_describe_body(const sinew_model *model, int32_t clip, const sinew_body_map *map, library_scratch *scratch,
                          int8_t out[LIBRARY_BODY_DESCRIPTOR])
{
    const double leg = sinew_body_leg_length(model, map), ground = ground_of(model, clip, map, scratch);
    const int32_t hips = map->joint[SINEW_BODY_HIPS];
    body_axes axes = {{0, 1}, {-1, 0}};
    if (!(leg > 0)) return 0;
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
        features[HEIGHT] = (at.height - ground) / leg / 2;
        put_vector(&axes, (at.height - before.height) / leg, (at.a - before.a) / leg, (at.b - before.b) / leg,
                   &features[TRAVEL]);
        is_finite &= store(features, out + phase * LIBRARY_BODY_FEATURES);
        before = at;
    }
    return is_finite;
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// How a mirror exchanges and reverses.
typedef struct mirror_kind {
    int does_swap_sides;
    int left, forward; ///< factors
} mirror_kind;

static double squared(const int8_t *a, const int8_t *b, const mirror_kind *mirror)
{
    const double up = a[0] - b[0], left = a[1] - mirror->left * b[1], forward = a[2] - mirror->forward * b[2];
    return up * up + left * left + forward * forward;
}

/// The segment of the other side.
static int swapped(int segment)
{
    return segment == 0 ? 0 : (segment + 3) % 8 + 1;
}

static double squared_phase(const int8_t *a, const int8_t *b, const mirror_kind *mirror)
{
    const double height = 2 * (a[HEIGHT] - b[HEIGHT]) / (height_scale * steps);
    double directions = 0;
    for (int i = 0; i < LIBRARY_BODY_SEGMENTS; ++i)
        directions += squared(&a[3 * i], &b[3 * (mirror->does_swap_sides ? swapped(i) : i)], mirror);
    return directions / (direction_scale * direction_scale * steps * steps) + height * height +
           squared(&a[TRAVEL], &b[TRAVEL], mirror) / (travel_scale * travel_scale * steps * steps);
}

double library_body_distance(const int8_t *a, const int8_t *b)
{
    // A mirror that keeps the names makes the left leg the right one: the body seems to look backwards.
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
