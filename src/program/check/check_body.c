/// W27 to W29: the size, the sides and the up axis of the body.
#include <math.h>

#include "core/base/vec3.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "sinew/camera.h"

// ---- W27: size ------------------------------------------------------------------------------------------------------

/// A body that is a hundred times too tall was written in one unit and declared in another.
static void check_height(const sinew__check_task *task)
{
    const double height = sinew__reference_height(task->body), factor = sinew__likely_unit_factor(height);
    if (factor == 1) return;
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    spot.measured = height;
    spot.unit = "m";
    if (factor > 0) {
        spot.expected = height * factor;
        sinew__check_find(task, SINEW__CHECK_W27, &spot,
                          "the body is about %.3g m tall; with a unit of %.4g cm instead of %.4g it would be %.3g m",
                          height, task->model->info->unit_cm * factor, task->model->info->unit_cm, height * factor);
    } else {
        sinew__check_find(task, SINEW__CHECK_W27, &spot, "the body is about %.3g m tall", height);
    }
}

// ---- W28: sides -----------------------------------------------------------------------------------------------------

static double determinant_of(const sinew_affine *map)
{
    sinew_vec3 rows[3];
    for (int i = 0; i < 3; ++i) rows[i] = (sinew_vec3){map->row[i][0], map->row[i][1], map->row[i][2]};
    return sinew__vec3_dot(rows[0], sinew__vec3_cross(rows[1], rows[2]));
}

/// The names say where left is, and left and up say where the front is. If the toes of both feet point back, the names
/// are wrong. A body that a negative scale mirrors is skipped: its left is where its author's right is.
static void check_sides(const sinew__check_task *task)
{
    const sinew__reference_body *body = task->body;
    const sinew_vec3 front = sinew__quat_rotate(body->frame, (sinew_vec3){0, 0, 1});
    double least_back = -1;
    if (!sinew__check_wants(task, SINEW__CHECK_W28)) return;
    for (int side = 0; side < 2; ++side) {
        const sinew__sole *sole = &body->soles[side];
        if (!sole->has_toes && !sole->is_of_skin) return;
        // Without toes, the skin reaches farther from the ankle on the side of the toes.
        const sinew_vec3 toes = sole->has_toes ? sole->toes : sinew__vec3_add(sole->heel, sole->tip);
        const sinew_vec3 level =
            sinew__vec3_subtract(toes, sinew__vec3_scale(body->up, sinew__vec3_dot(toes, body->up)));
        const double length = sinew__vec3_length(level);
        if (!(length > sinew__check_toes * body->leg_length)) return;
        least_back = fmax(least_back, sinew__vec3_dot(level, front) / length);
    }
    if (!(least_back < sinew__check_swapped)) return;
    const int32_t hips = body->map->joint[SINEW_BODY_HIPS];
    sinew__check_pose(task, SINEW_NONE, 0);
    if (determinant_of(&task->model->info->root) * determinant_of(&task->pose->global[hips]) < 0) return;
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, body->map->joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT],
                                                  SINEW_NONE, SINEW__VIEW_TREE);
    spot.measured = acos(fmax(-1, least_back)) * 180 / SINEW__PI;
    spot.expected = 0;
    spot.unit = "deg";
    sinew__check_find(task, SINEW__CHECK_W28, &spot,
                      "the toes of both feet point back: the joints named left are on the right; swap the names");
}

// ---- W29: the up axis -----------------------------------------------------------------------------------------------

static sinew_vec3 joint_position(const sinew__check_task *task, int32_t part)
{
    const sinew_affine *global = &task->pose->global[task->body->map->joint[part]];
    return sinew__affine_point(&task->model->info->root,
                               (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

static sinew_vec3 middle_of(const sinew__check_task *task, int32_t side_part)
{
    return sinew__vec3_scale(sinew__vec3_add(joint_position(task, SINEW_BODY_LEFT + side_part),
                                             joint_position(task, SINEW_BODY_RIGHT + side_part)),
                             0.5);
}

/// Returns the axis along which the trunk points in the pose of the task, within 45°; 0 0 0 if it points between
/// axes. Counts the poses in which the legs point the other way.
static sinew_vec3 trunk_axis(const sinew__check_task *task, int32_t top, int32_t *opposed)
{
    const sinew_vec3 middle = middle_of(task, SINEW_SIDE_THIGH),
                     trunk = sinew__vec3_normalize(sinew__vec3_subtract(joint_position(task, top), middle), 0),
                     legs = sinew__vec3_normalize(sinew__vec3_subtract(middle_of(task, SINEW_SIDE_FOOT), middle), 0),
                     axis = sinew__nearest_axis(trunk);
    *opposed += sinew__vec3_dot(legs, trunk) < -sinew__check_upright;
    return sinew__vec3_dot(trunk, axis) > sinew__check_upright ? axis : (sinew_vec3){0, 0, 0};
}

/// At rest and in all clips the trunk points along one axis that is not the file's up axis. In most of these poses the
/// legs point the other way, which those of an animal on four feet do not.
static void check_up_axis(const sinew__check_task *task)
{
    enum { SAMPLES = 16 }; // of a clip
    const sinew_model *model = task->model;
    double axes[2][3];
    int32_t top = SINEW_BODY_HEAD, opposed = 0;
    if (!sinew__check_wants(task, SINEW__CHECK_W29)) return;
    while (top > SINEW_BODY_HIPS && task->body->map->joint[top] == SINEW_NONE) --top;
    if (top == SINEW_BODY_HIPS) return;
    sinew_model_axes(model, axes[0], axes[1]);
    sinew__check_pose(task, SINEW_NONE, 0);
    const sinew_vec3 up = {axes[0][0], axes[0][1], axes[0][2]}, axis = trunk_axis(task, top, &opposed);
    if (!(sinew__vec3_dot(axis, axis) > 0.5) || sinew__vec3_dot(axis, up) > 0.5) return;
    for (int32_t clip = 0; clip < model->clip_count; ++clip)
        for (int32_t i = 0; i < SAMPLES; ++i) {
            if (!sinew__check_spend(task, 1)) {
                sinew__check_skip(task, SINEW__CHECK_W29, SINEW_NONE, "the clips of the file have too many frames");
                return;
            }
            sinew__check_pose(task, clip, model->clips[clip].duration * i / (SAMPLES - 1));
            if (!(sinew__vec3_dot(trunk_axis(task, top, &opposed), axis) > 0.5)) return;
        }
    if (opposed <= ((int64_t)model->clip_count * SAMPLES + 1) / 2) return;
    const sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    sinew__finding *finding = sinew__check_find(task, SINEW__CHECK_W29, &spot,
                                                "the body never stands: its trunk points along %c%c, and up is %s",
                                                axis.x + axis.y + axis.z < 0 ? '-' : '+',
                                                axis.x != 0   ? 'X'
                                                : axis.y != 0 ? 'Y'
                                                              : 'Z',
                                                sinew_text(model, model->info->up));
    if (finding && model->clip_count == 0 && finding->severity == SINEW_SEVERITY_WARNING)
        finding->severity = SINEW_SEVERITY_INFO; // clips may make it stand
}

void sinew__check_body(const sinew__check_task *task)
{
    if (!task->body) return;
    check_height(task);
    check_sides(task);
    check_up_axis(task);
}
