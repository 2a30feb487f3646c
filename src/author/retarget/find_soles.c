// Finds the soles of a body in its reference pose, from the skin of its feet or from their joints.
#include "author/retarget/retarget.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "sinew/pose.h"

/// Fractions of the leg length. `foot_part`: distance from the ankle to the ball of a foot without a toe joint, by the
/// proportions of adult men (Winter, "Biomechanics and Motor Control", 1990). `sole_thickness`: height above the lowest
/// point up to which skin belongs to the sole.
static const double foot_part = 0.15, sole_thickness = 0.03;

/// A foot in the reference pose. Positions are relative to the ankle.
typedef struct foot {
    const sinew__reference_body *body;
    int32_t ankle, toe; ///< joints; `toe` may be SINEW_NONE
    sinew_vec3 forward; ///< horizontal direction
    double length;      ///< horizontal distance from the ankle to the ball
    double below;       ///< distance from the ankle down to the sole
    double back, front; ///< horizontal distances from the ankle to the heel and to the tip
    int is_of_skin;
} foot;

// ---- joints -------------------------------------------------------------------------------------------------------

static void measure_joints(foot *of)
{
    const sinew__reference_body *body = of->body;
    const sinew_vec3 front = sinew__quat_rotate(body->frame, (sinew_vec3){0, 0, 1}), ankle = body->positions[of->ankle];
    const double height = sinew__vec3_dot(ankle, body->up);
    of->forward = front;
    of->length = foot_part * body->leg_length;
    of->below = sinew__ankle_part * body->leg_length;
    if (of->toe != SINEW_NONE) {
        const sinew_vec3 toes = sinew__vec3_subtract(body->positions[of->toe], ankle),
                         forward = sinew__vec3_across(toes, body->up);
        if (sinew__vec3_dot(forward, forward) > 0.5) {
            of->forward = forward;
            of->length = sinew__vec3_dot(toes, forward);
        }
        of->below = fmax(0, -sinew__vec3_dot(toes, body->up)) + sinew__toe_height * body->leg_length;
    }
    if (body->stands_on_ground && height > of->below / 2) of->below = height;
    of->back = 0.4 * of->length;
    of->front = 1.55 * of->length;
    for (int32_t i = of->toe + 1; of->toe != SINEW_NONE && i < body->model->joint_count; ++i) { // tips of the toes
        if (body->model->joints[i].parent != of->toe) continue;
        of->front = fmax(of->front, sinew__vec3_dot(sinew__vec3_subtract(body->positions[i], ankle), of->forward));
    }
}

// ---- skin ---------------------------------------------------------------------------------------------------------

/// Calls `visit` for each vertex that a foot moves, with its position relative to the ankle.
static void for_each_vertex(const foot *of, const sinew_pose *rest, void (*visit)(foot *of, sinew_vec3 at), foot *out)
{
    const sinew__reference_body *body = of->body;
    const sinew_model *model = body->model;
    for (int32_t m = 0; m < model->mesh_count; ++m) {
        const sinew_mesh *mesh = &model->meshes[m];
        if (!(mesh->flags & SINEW_MESH_SKINNED) || (mesh->flags & SINEW_MESH_HIDDEN)) continue;
        for (int32_t v = mesh->first_vertex; v < mesh->first_vertex + mesh->vertex_count; ++v) {
            const sinew_influence *most = NULL;
            for (uint32_t i = model->influence_start[v]; i < model->influence_start[v + 1]; ++i)
                if (!most || model->influences[i].weight > most->weight) most = &model->influences[i];
            if (!most || most->weight < 0.5f) continue;
            const sinew_skin_joint *skin = &model->skin_joints[most->skin_joint];
            if (skin->joint != of->ankle && !sinew__is_below(model, skin->joint, of->ankle)) continue;
            const float *at = model->positions + 3 * (size_t)v;
            const sinew_vec3 own =
                sinew__affine_point(&skin->inverse_bind, (sinew_vec3){(double)at[0], (double)at[1], (double)at[2]});
            const sinew_affine *global = &rest->global[skin->joint];
            double size[3];
            for (int c = 0; c < 3; ++c)
                size[c] = sinew__vec3_length((sinew_vec3){global->row[0][c], global->row[1][c], global->row[2][c]});
            const sinew_vec3 sized = {size[0] * own.x, size[1] * own.y, size[2] * own.z};
            const sinew_vec3 point =
                sinew__vec3_add(body->positions[skin->joint], sinew__quat_rotate(body->rotations[skin->joint], sized));
            visit(out, sinew__vec3_subtract(point, body->positions[of->ankle]));
        }
    }
}

static void take_lowest(foot *of, sinew_vec3 at)
{
    of->below = fmax(of->below, -sinew__vec3_dot(at, of->body->up));
}

static void take_ends(foot *of, sinew_vec3 at)
{
    if (of->below + sinew__vec3_dot(at, of->body->up) > sole_thickness * of->body->leg_length) return;
    of->back = fmax(of->back, -sinew__vec3_dot(at, of->forward));
    of->front = fmax(of->front, sinew__vec3_dot(at, of->forward));
}

static void measure_skin(foot *of, const sinew_pose *rest)
{
    foot skin = *of;
    skin.below = skin.back = skin.front = -(double)INFINITY;
    for_each_vertex(of, rest, take_lowest, &skin);
    for_each_vertex(of, rest, take_ends, &skin);
    const double most = 0.6 * of->body->leg_length; // if the skin extends farther, it belongs to a skirt or a board
    if (!(skin.below > 0 && skin.below < most && skin.front > 0 && skin.front < most && skin.back < most)) return;
    of->below = skin.below;
    of->back = skin.back;
    of->front = skin.front;
    of->is_of_skin = 1;
}

// ---- soles --------------------------------------------------------------------------------------------------------

static sinew_vec3 sole_point(const foot *of, double ahead)
{
    return sinew__vec3_subtract(sinew__vec3_scale(of->forward, ahead), sinew__vec3_scale(of->body->up, of->below));
}

sinew_result sinew__find_soles(sinew__reference_body *body, sinew_error *error)
{
    sinew_pose *rest;
    const sinew_result result = sinew_pose_create(body->model, &rest, error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(body->model, SINEW_NONE, 0, rest);
    sinew_pose_local_to_global(body->model, rest);
    for (int side = 0; side < 2; ++side) {
        const int32_t *joint = body->map->joint + (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT);
        foot of = {.body = body, .ankle = joint[SINEW_SIDE_FOOT], .toe = joint[SINEW_SIDE_TOES]};
        measure_joints(&of);
        measure_skin(&of, rest);
        sinew__sole *sole = &body->soles[side];
        *sole = (sinew__sole){.has_toes = of.toe != SINEW_NONE,
                              .is_of_skin = of.is_of_skin,
                              .heel = sole_point(&of, -of.back),
                              .ball = sole_point(&of, fmin(of.length, of.front)),
                              .tip = sole_point(&of, of.front)};
        if (!sole->has_toes) continue;
        sole->toes = sinew__vec3_subtract(body->positions[of.toe], body->positions[of.ankle]);
        sole->tip = sinew__vec3_subtract(sole->tip, sole->toes);
    }
    sinew_pose_destroy(rest);
    return SINEW_OK;
}
