#include "scene/pose_overrides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/affine.h"
#include "base/memory.h"
#include "render/vector.h"

void pose_overrides_free(pose_overrides *overrides)
{
    sinew_free(overrides->rotations);
    sinew_free(overrides->targets);
    *overrides = (pose_overrides){.edits = overrides->edits};
}

int pose_overrides_reset(pose_overrides *overrides)
{
    const int had_any = overrides->rotations || overrides->target_count > 0;
    const int32_t changes = overrides->changes;
    pose_overrides_free(overrides);
    overrides->changes = changes + 1;
    return had_any;
}

sinew_quat pose_overrides_get(const pose_overrides *overrides, int32_t joint)
{
    return overrides->rotations ? overrides->rotations[joint] : sinew__quat_identity();
}

void pose_overrides_set(pose_overrides *overrides, const sinew_model *model, int32_t joint, sinew_quat rotation)
{
    if (!overrides->rotations) {
        overrides->rotations = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *overrides->rotations);
        if (!overrides->rotations) return;
        for (int32_t i = 0; i < model->joint_count; ++i) overrides->rotations[i] = sinew__quat_identity();
    }
    overrides->rotations[joint] = rotation;
    ++overrides->changes;
}

static pose_target *find_target(const pose_overrides *overrides, int32_t end)
{
    for (int32_t i = 0; i < overrides->target_count; ++i)
        if (overrides->targets[i].end == end) return &overrides->targets[i];
    return NULL;
}

const sinew_vec3 *pose_overrides_find_target(const pose_overrides *overrides, int32_t end)
{
    const pose_target *found = find_target(overrides, end);
    return found ? &found->target : NULL;
}

void pose_overrides_set_target(pose_overrides *overrides, const sinew_model *model, int32_t end, sinew_vec3 target)
{
    if (!overrides->targets) {
        overrides->targets = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *overrides->targets);
        if (!overrides->targets) return;
    }
    pose_target *found = find_target(overrides, end);
    if (!found) found = &overrides->targets[overrides->target_count++];
    *found = (pose_target){end, target};
    ++overrides->changes;
}

void pose_overrides_remove_target(pose_overrides *overrides, int32_t end)
{
    pose_target *found = find_target(overrides, end);
    if (!found) return;
    const pose_target *last = &overrides->targets[--overrides->target_count];
    memmove(found, found + 1, (size_t)(last - found) * sizeof *found);
    ++overrides->changes;
}

int pose_overrides_affect(const pose_overrides *overrides, const sinew_model *model, int32_t joint)
{
    if (overrides->edits && !pose_edits_is_empty(overrides->edits)) return 1;
    if (overrides->target_count > 0) return 1;
    if (!overrides->rotations) return 0;
    for (int32_t i = model->joints[joint].parent; i != SINEW_NONE; i = model->joints[i].parent) {
        if (overrides->rotations[i].w != 1.0) return 1;
    }
    return 0;
}

static void add_rotations(const pose_overrides *overrides, const sinew_model *model, sinew_pose *pose)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (overrides->rotations[i].w == 1.0) continue;
        pose->local[i].r = sinew__quat_multiply(pose->local[i].r, overrides->rotations[i]);
        pose->animated[i] = 1;
    }
}

void pose_overrides_apply(const pose_overrides *overrides, const sinew_model *model, int32_t clip, double time,
                          sinew_pose *pose)
{
    const int has_edits = overrides->edits && !pose_edits_is_empty(overrides->edits);
    if (!overrides->rotations && !has_edits && overrides->target_count == 0) return;
    sinew_pose_sample(model, clip, time, pose);
    if (has_edits) (void)!pose_edits_apply(overrides->edits, model, pose, NULL);
    if (overrides->rotations) add_rotations(overrides, model, pose);
    if (overrides->rotations || !has_edits) sinew_pose_local_to_global(model, pose);
    for (int32_t i = 0; i < overrides->target_count; ++i)
        (void)!pose_target_reach(&overrides->targets[i], model, pose, NULL); // out of reach, it points at the target
}

sinew_vec3 pose_overrides_find_reached(const pose_overrides *overrides, const sinew_model *model, int32_t clip,
                                       double time, int32_t index, sinew_pose *pose)
{
    pose_overrides first = *overrides;
    first.target_count = index + 1;
    pose_overrides_apply(&first, model, clip, time, pose);
    const sinew_affine *end = &pose->global[overrides->targets[index].end];
    return (sinew_vec3){end->row[0][3], end->row[1][3], end->row[2][3]};
}

static sinew_quat about(const double axis[3], double radians)
{
    const double sine = sin(0.5 * radians);
    return (sinew_quat){axis[0] * sine, axis[1] * sine, axis[2] * sine, cos(0.5 * radians)};
}

int pose_overrides_parse(const char *text, sinew_quat *out_rotation)
{
    const double degree = RENDER_PI / 180.0;
    *out_rotation = sinew__quat_identity();
    do {
        text += strspn(text, " ");
        const char *axes = "xyz", *axis = text[0] == 'r' && text[1] ? strchr(axes, text[1]) : NULL;
        if (!axis || text[2] != '=' || !strchr("+-.0123456789", text[3])) return 0;
        char *end;
        const double degrees = strtod(text + 3, &end);
        if (end == text + 3 || !isfinite(degrees) || !strchr(" ", *end)) return 0;
        double direction[3] = {0.0, 0.0, 0.0};
        direction[axis - axes] = 1.0;
        *out_rotation = sinew__quat_multiply(*out_rotation, about(direction, fmod(degrees, 720.0) * degree));
        text = end + strspn(end, " ");
    } while (*text);
    return 1;
}

/// Expresses a direction of model space in the joint's normalised axes.
static void into_joint(const sinew_affine *global, const double direction[3], double out[3])
{
    for (int k = 0; k < 3; ++k) {
        double along = 0.0, length = 0.0;
        for (int r = 0; r < 3; ++r) {
            along += global->row[r][k] * direction[r];
            length += global->row[r][k] * global->row[r][k];
        }
        out[k] = length > 0.0 ? along / sqrt(length) : 0.0;
    }
    render_normalize(out, (const double[3]){0.0, 0.0, 0.0});
}

static int is_mirrored(const sinew_affine *global)
{
    double a[3], b[3], c[3], across[3];
    for (int r = 0; r < 3; ++r) {
        a[r] = global->row[r][0];
        b[r] = global->row[r][1];
        c[r] = global->row[r][2];
    }
    render_cross(b, c, across);
    return render_dot(a, across) < 0.0;
}

sinew_quat pose_overrides_drag(sinew_quat rotation, const sinew_affine *global, const double up[3], double about_up,
                               const double right[3], double about_right)
{
    double own_up[3], own_right[3];
    into_joint(global, up, own_up);
    into_joint(global, right, own_right);
    const double mirrors = is_mirrored(global) ? -1.0 : 1.0;
    rotation = sinew__quat_multiply(rotation, about(own_up, mirrors * about_up));
    return sinew__quat_multiply(rotation, about(own_right, mirrors * about_right));
}
