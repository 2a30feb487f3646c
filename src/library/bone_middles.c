#include "library/bone_middles.h"

#include <math.h>

#include "base/affine.h"
#include "model/clip_span.h"

// ---- axes ---------------------------------------------------------------------------------------------------------

static int up_axis(const sinew_model *model)
{
    const char *up = sinew_text(model, model->info->up);
    return up[0] && (up[1] == 'X' || up[1] == 'Y' || up[1] == 'Z') ? up[1] - 'X' : 1;
}

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position)
{
    const double p[3] = {position.x, position.y, position.z};
    const int axis = up_axis(model);
    const double sign = *sinew_text(model, model->info->up) == '-' ? -1 : 1;
    return (library_upright){sign * p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]};
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

void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (scratch->mass[i] == 0) continue;
        const sinew_vec3 begin = position_of(&scratch->pose->global[model->joints[i].parent]),
                         end = position_of(&scratch->pose->global[i]);
        const double half = 0.5 / scratch->length;
        out[i] = (sinew_vec3){(begin.x + end.x) * half, (begin.y + end.y) * half, (begin.z + end.z) * half};
    }
}

library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles)
{
    library_upright centre = {0, 0, 0};
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const library_upright at = library_upright_of(model, middles[i]);
        centre.height += scratch->mass[i] * at.height;
        centre.a += scratch->mass[i] * at.a;
        centre.b += scratch->mass[i] * at.b;
    }
    return centre;
}

void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch)
{
    const sinew__span span = sinew__clip_span(model, clip);
    const double at = fmax((phase + 0.5) / LIBRARY_PHASES, 0);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, span.start + at * span.duration, scratch->pose);
}

double library_find_ground(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    double lowest = (double)INFINITY;
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        library_pose_phase(model, clip, phase, scratch);
        library_find_middles(model, scratch, scratch->positions);
        for (int32_t i = 0; i < model->joint_count; ++i)
            if (scratch->mass[i] > 0) lowest = fmin(lowest, library_upright_of(model, scratch->positions[i]).height);
    }
    return lowest;
}
