// Finds the pairs of joints, the plane between the sides, and the relation between the axes of two partners.
#include "author/edit/mirror_sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/retarget/joint_names.h"
#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/vec3.h"
#include "sinew/camera.h"
#include "sinew/pose.h"

static const double same_axes = 0.0872, ///< 5° in radians, for rigs that are not exactly symmetric
    same_offset = 0.05,                 ///< fraction of the bones' length
    same_place = 0.02,                  ///< largest distance from the mirrored position, fraction of the model's size
    in_plane = 0.002;                   ///< distance from the mirror plane, fraction of the model's size

/// The state while the sides are found.
typedef struct side_search {
    const sinew_model *model;
    sinew__sides *sides;
    const sinew_vec3 *positions; ///< [joint_count] in the reference pose
    const sinew_quat *rotations;
    sinew_vec3 normal; ///< normal of the plane, from the right side to the left
    double middle;     ///< distance of the plane from the origin along the normal
} side_search;

// ---- pairs by names ------------------------------------------------------------------------------------------------

typedef struct named {
    const char *name;
    int32_t index;
} named;

static int compare_named(const void *left, const void *right)
{
    const named *a = left, *b = right;
    const int names = strcmp(a->name, b->name);
    return names ? names : (a->index > b->index) - (a->index < b->index);
}

/// Returns the index of the first entry with a name in a sorted list, or SINEW_NONE.
static int32_t find_named(const named *list, int32_t count, const char *name)
{
    size_t at = 0;
    SINEW__LOWER_BOUND(at, count, strcmp(list[at].name, name) < 0);
    return at < (size_t)count && strcmp(list[at].name, name) == 0 ? list[at].index : SINEW_NONE;
}

static const char *joint_name(const side_search *job, int32_t joint)
{
    return sinew_text(job->model, job->model->joints[joint].name);
}

/// Pairs joints whose names differ only in the side; other joints get SINEW_NONE. Returns 0 when out of memory.
static int pair_by_names(const side_search *job, const sinew_body_map *map, sinew__arena *memory)
{
    const int32_t count = job->model->joint_count;
    int32_t *partner = job->sides->partner;
    named *list = SINEW__ARENA_ARRAY(memory, named, count);
    if (!list) return 0;
    for (int32_t i = 0; i < count; ++i) list[i] = (named){joint_name(job, i), i};
    qsort(list, (size_t)count, sizeof *list, compare_named);
    for (int32_t i = 0; i < count; ++i) {
        const char *other = sinew__name_of_other_side(joint_name(job, i), memory);
        partner[i] = other ? find_named(list, count, other) : SINEW_NONE;
    }
    for (int32_t part = 0; map && part < SINEW_SIDE_PART_COUNT; ++part) {
        const int32_t left = map->joint[SINEW_BODY_LEFT + part], right = map->joint[SINEW_BODY_RIGHT + part];
        if (left == SINEW_NONE || right == SINEW_NONE) continue;
        partner[left] = right;
        partner[right] = left;
    }
    for (int32_t part = 0; map && part < SINEW_BODY_LEFT; ++part)
        if (map->joint[part] != SINEW_NONE) partner[map->joint[part]] = map->joint[part];
    for (int32_t i = 0; i < count; ++i)
        if (partner[i] != SINEW_NONE && partner[partner[i]] != i) partner[i] = SINEW_NONE;
    return !memory->failed;
}

// ---- the plane -----------------------------------------------------------------------------------------------------

/// Finds the plane, with its normal from the right side to the left: the body's, else the plane between the pairs found
/// by name, else the plane of the file's axes.
static void find_plane(side_search *job, const sinew__reference_body *body)
{
    double axes[2][3];
    sinew_model_axes(job->model, axes[0], axes[1]);
    const sinew_vec3 up = {axes[0][0], axes[0][1], axes[0][2]}, front = {axes[1][0], axes[1][1], axes[1][2]};
    sinew_vec3 sum = {0, 0, 0};
    double middle = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        const int32_t other = job->sides->partner[i];
        if (other == SINEW_NONE || other <= i) continue;
        const double sign = sinew__side_of_name(joint_name(job, i)).side == SINEW_BODY_RIGHT ? -1 : 1;
        sum = sinew__vec3_add(sum,
                              sinew__vec3_scale(sinew__vec3_subtract(job->positions[i], job->positions[other]), sign));
        ++count;
    }
    const int has_pairs = sinew__vec3_length(sum) > 1e-6 * job->model->info->size;
    job->normal = has_pairs ? sinew__vec3_normalize(sum, 0) : sinew__vec3_cross(up, front);
    const sinew_vec3 axis = sinew__nearest_axis(job->normal); // use the axis if the body only leans a little
    if (has_pairs && sinew__vec3_dot(axis, job->normal) > 0.9) job->normal = axis;
    if (body) job->normal = sinew__quat_rotate(body->frame, (sinew_vec3){1, 0, 0});
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        const int32_t other = job->sides->partner[i];
        if (other == SINEW_NONE || other <= i) continue;
        middle += sinew__vec3_dot(job->normal, sinew__vec3_add(job->positions[i], job->positions[other])) / 2;
    }
    job->middle = count > 0 ? middle / count : 0;
}

// ---- pairs by positions --------------------------------------------------------------------------------------------

/// Returns the joint below `above` without a partner that is nearest to the mirror image of `joint`: within 2 % of the
/// model's size and half of the joint's distance from the plane. SINEW_NONE for a joint in the plane, or if no joint is
/// that near.
static int32_t find_image(const side_search *job, int32_t joint, int32_t above)
{
    const sinew_vec3 at = job->positions[joint];
    const double beside = sinew__vec3_dot(job->normal, at) - job->middle, away_from_plane = fabs(beside);
    const sinew_vec3 image = sinew__vec3_subtract(at, sinew__vec3_scale(job->normal, 2 * beside));
    double nearest = fmin(same_place * job->model->info->size, away_from_plane / 2);
    int32_t found = SINEW_NONE;
    if (away_from_plane < in_plane * job->model->info->size) return SINEW_NONE;
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        if (i == joint || job->model->joints[i].parent != above || job->sides->partner[i] != SINEW_NONE) continue;
        if (sinew__side_of_name(joint_name(job, i)).side != sinew__side_of_name(joint_name(job, joint)).side) continue;
        const double away = sinew__vec3_length(sinew__vec3_subtract(job->positions[i], image));
        if (!(away < nearest)) continue;
        nearest = away;
        found = i;
    }
    return found;
}

/// Pairs the remaining joints, parents before children, so that the parents of partners are also partners. A joint
/// without an image becomes its own partner if its parent is its own partner. Otherwise it has no partner and follows
/// its parent.
static void pair_the_rest(const side_search *job)
{
    int32_t *partner = job->sides->partner;
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        const int32_t parent = job->model->joints[i].parent,
                      above = parent == SINEW_NONE ? SINEW_NONE : partner[parent], other = partner[i];
        const int is_free = parent != SINEW_NONE && above == SINEW_NONE; // below a joint that follows its parent
        if (other != SINEW_NONE && !is_free && job->model->joints[other].parent == above) continue;
        if (other != SINEW_NONE && other != i) partner[other] = SINEW_NONE;
        partner[i] = SINEW_NONE;
        if (is_free) continue;
        const int32_t image = find_image(job, i, above);
        if (image != SINEW_NONE && find_image(job, image, parent) == i) {
            partner[i] = image;
            partner[image] = i;
        } else if (above == parent) {
            partner[i] = i;
        }
    }
}

// ---- axes ----------------------------------------------------------------------------------------------------------

/// Returns one of the 24 rotations that exchange axes and change their signs.
static sinew_quat quarter_turns(int index)
{
    static const double s = 0.70710678118654752440;
    static const sinew_quat all[24] = {
        {0, 0, 0, 1},           {1, 0, 0, 0},           {0, 1, 0, 0},           {0, 0, 1, 0},
        {s, 0, 0, s},           {-s, 0, 0, s},          {0, s, 0, s},           {0, -s, 0, s},
        {0, 0, s, s},           {0, 0, -s, s},          {s, s, 0, 0},           {s, -s, 0, 0},
        {s, 0, s, 0},           {s, 0, -s, 0},          {0, s, s, 0},           {0, s, -s, 0},
        {0.5, 0.5, 0.5, 0.5},   {-0.5, 0.5, 0.5, 0.5},  {0.5, -0.5, 0.5, 0.5},  {0.5, 0.5, -0.5, 0.5},
        {-0.5, -0.5, 0.5, 0.5}, {-0.5, 0.5, -0.5, 0.5}, {0.5, -0.5, -0.5, 0.5}, {-0.5, -0.5, -0.5, 0.5}};
    return all[index];
}
enum { QUARTER_TURNS = 24 };

static double cosine_of(sinew_quat a, sinew_quat b)
{
    return fabs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

/// Returns the quarter turns that a rotation is almost equal to, so that axes are exchanged exactly; else the rotation
/// itself.
static sinew_quat snapped(sinew_quat q)
{
    for (int i = 0; i < QUARTER_TURNS; ++i)
        if (cosine_of(q, quarter_turns(i)) > cos(same_axes / 2)) return quarter_turns(i);
    return q;
}

/// Returns the distance of a joint's children from the mirror images of its partner's children, as a fraction of the
/// children's distance from their parents; 0 without children. The offsets of children are the same in every pose.
static double offset_error(const side_search *job, int32_t joint, sinew_quat turn)
{
    double error = 0, length = 0;
    for (int32_t i = joint + 1; i < job->model->joint_count; ++i) {
        const int32_t other = job->sides->partner[i];
        if (job->model->joints[i].parent != joint || other == SINEW_NONE) continue;
        const sinew_vec3 own = job->model->joints[i].rest.t, its = job->model->joints[other].rest.t;
        error += sinew__vec3_length(sinew__vec3_add(sinew__quat_rotate(turn, own), its));
        length += sinew__vec3_length(own) + sinew__vec3_length(its);
    }
    return length > 0 ? 2 * error / length : 0;
}

static int has_pairs_below(const side_search *job, int32_t joint)
{
    for (int32_t i = joint + 1; i < job->model->joint_count; ++i)
        if (job->model->joints[i].parent == joint && job->sides->partner[i] != SINEW_NONE &&
            sinew__vec3_length(job->model->joints[i].rest.t) > 1e-6 * job->model->info->size)
            return 1;
    return 0;
}

/// Returns the quarter turns nearest to `turn` that make the children mirror images; `turn` if there are none.
static sinew_quat fitting_turn(const side_search *job, int32_t joint, sinew_quat turn)
{
    const int is_middle = job->sides->partner[joint] == joint;
    sinew_quat best = turn;
    double nearest = -1;
    for (int i = 0; i < QUARTER_TURNS; ++i) {
        const sinew_quat candidate = quarter_turns(i);
        if (is_middle && fabs(candidate.w) > 1e-9) continue; // a reflection is its own inverse
        if (cosine_of(candidate, turn) <= nearest || offset_error(job, joint, candidate) > same_offset) continue;
        nearest = cosine_of(candidate, turn);
        best = candidate;
    }
    return best;
}

/// Returns the rotation of a joint relative to its parent in the reference pose.
static sinew_quat local_rotation(const side_search *job, int32_t joint)
{
    const int32_t parent = job->model->joints[joint].parent;
    if (parent == SINEW_NONE) return job->rotations[joint];
    return sinew__quat_multiply(sinew__quat_conjugate(job->rotations[parent]), job->rotations[joint]);
}

/// Returns `turn` of a joint (sinew__sides), computed from its parent's `turn` and the local rotations of both partners
/// in the reference pose. If the reference is a step or a gesture, the children may not be mirror images with that
/// result; then quarter turns that fit are used.
static sinew_quat find_turn(const side_search *job, int32_t joint)
{
    const int32_t other = job->sides->partner[joint], parent = job->model->joints[joint].parent;
    // A reflection in a plane is −1 times a half turn about the plane's normal.
    const sinew_quat half_turn = {job->normal.x, job->normal.y, job->normal.z, 0},
                     above = parent == SINEW_NONE ? half_turn : job->sides->turn[parent];
    const sinew_quat posed = snapped(sinew__quat_normalize(sinew__quat_multiply(
        sinew__quat_conjugate(local_rotation(job, other)), sinew__quat_multiply(above, local_rotation(job, joint)))));
    if (!has_pairs_below(job, joint) || offset_error(job, joint, posed) <= same_offset) return posed;
    return fitting_turn(job, joint, posed);
}

static int is_part(const sinew_body_map *map, int32_t joint)
{
    for (int32_t part = 0; map && part < SINEW_BODY_PART_COUNT; ++part)
        if (map->joint[part] == joint) return 1;
    return 0;
}

/// Keeps the rest position of a joint that is beside the plane and has no partner, and mirrors the joint's motion at
/// this position.
static void mirror_in_place(const side_search *job, int32_t joint)
{
    sinew__sides *sides = job->sides;
    const sinew_transform *rest = &job->model->joints[joint].rest;
    const sinew_quat above = sides->turn[job->model->joints[joint].parent];
    const sinew_vec3 image = sinew__vec3_scale(sinew__quat_rotate(sinew__quat_conjugate(above), rest->t), -1),
                     offset = sinew__vec3_subtract(rest->t, image);
    if (!(sinew__vec3_length(offset) > 2 * same_place * job->model->info->size)) return;
    if (sides->in_place++ == 0) sides->first_in_place = joint;
    sides->offset[joint] = offset;
    sides->turn[joint] = sinew__quat_normalize(
        sinew__quat_multiply(sinew__quat_conjugate(rest->r), sinew__quat_multiply(above, rest->r)));
}

static void find_turns(const side_search *job, const sinew_body_map *map)
{
    sinew__sides *sides = job->sides;
    const sinew_quat half_turn = {job->normal.x, job->normal.y, job->normal.z, 0};
    sinew_transform root;
    sinew__transform_nearest(&job->model->info->root, &root);
    sides->root = snapped(sinew__quat_normalize(
        sinew__quat_multiply(sinew__quat_conjugate(root.r), sinew__quat_multiply(half_turn, root.r))));
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        const int32_t other = sides->partner[i];
        sides->turn[i] = sinew__quat_identity();
        if (other == SINEW_NONE) {
            if (sides->following++ == 0) sides->first_following = i;
            continue;
        }
        // The exact inverse, so that mirroring twice changes nothing.
        sides->turn[i] = other < i ? sinew__quat_conjugate(sides->turn[other]) : find_turn(job, i);
        if (other == i && job->model->joints[i].parent != SINEW_NONE && !is_part(map, i)) mirror_in_place(job, i);
    }
}

// ---- everything ----------------------------------------------------------------------------------------------------

/// Uses the bind pose and rest pose of a model without a body as the reference.
static sinew_result take_rest(side_search *job, sinew__arena *memory, sinew_error *error)
{
    const sinew_model *model = job->model;
    sinew_vec3 *positions = SINEW__ARENA_ARRAY(memory, sinew_vec3, model->joint_count);
    sinew_quat *rotations = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    sinew_pose *pose;
    if (!positions || !rotations) return sinew__fail_memory(error);
    const sinew_result result = sinew_pose_create(model, &pose, error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(model, SINEW_NONE, 0, pose);
    sinew_pose_local_to_global(model, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine *global = &pose->global[i];
        positions[i] = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
        rotations[i] = sinew__quat_normalize(pose->global_rotation[i]);
    }
    sinew_pose_destroy(pose);
    job->positions = positions;
    job->rotations = rotations;
    snprintf(job->sides->reference, sizeof job->sides->reference, "rest pose");
    return SINEW_OK;
}

/// Finds the body and its reference pose. The body may be missing unless the caller named its parts.
static sinew_result find_body(side_search *job, const sinew_body_map *map, sinew_body_map *found,
                              sinew__reference_body *body, int *out_is_body, sinew__arena *memory, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    *out_is_body = 0;
    if (map)
        *found = *map;
    else
        result = sinew_body_map_find(job->model, found, error);
    if (result == SINEW_OK) result = sinew__reference_body_init(body, job->model, found, NULL, memory, error);
    if (result == SINEW_ERROR_OUT_OF_MEMORY || (result != SINEW_OK && map)) return result;
    if (result != SINEW_OK) return take_rest(job, memory, error);
    *out_is_body = 1;
    job->positions = body->positions;
    job->rotations = body->rotations;
    sinew__reference_name(job->model, &body->candidates[body->chosen], job->sides->reference);
    return SINEW_OK;
}

sinew_result sinew__sides_find(const sinew_model *model, const sinew_body_map *map, sinew__arena *memory,
                               sinew__sides *out, sinew_error *error)
{
    *out = (sinew__sides){.partner = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count),
                          .turn = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count),
                          .offset = SINEW__ARENA_ARRAY(memory, sinew_vec3, model->joint_count)};
    if (!out->partner || !out->turn || !out->offset) return sinew__fail_memory(error);
    side_search job = {.model = model, .sides = out};
    sinew__reference_body body;
    sinew_body_map found;
    int is_body;
    const sinew_result result = find_body(&job, map, &found, &body, &is_body, memory, error);
    if (result != SINEW_OK) return result;
    if (!pair_by_names(&job, is_body ? &found : NULL, memory)) return sinew__fail_memory(error);
    find_plane(&job, is_body ? &body : NULL);
    pair_the_rest(&job);
    find_turns(&job, is_body ? &found : NULL);
    return SINEW_OK;
}
