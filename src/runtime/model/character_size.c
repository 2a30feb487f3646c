#include "runtime/model/character_size.h"

#include <float.h>
#include <math.h>

static const sinew__bounds empty = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};

void sinew__character_bounds_init(sinew__character_bounds *bounds)
{
    bounds->skinned = bounds->skeleton = bounds->all = empty;
}

sinew__character_joint sinew__character_joint_of(const sinew_joint *joint, int file_has_bones,
                                                 const sinew__character_joint *parent)
{
    const int is_thing = joint->kind == SINEW_JOINT_CAMERA || joint->kind == SINEW_JOINT_LIGHT ||
                         (joint->flags & SINEW_JOINT_HELPER) != 0;
    const int is_skeletal = !is_thing && (!file_has_bones || joint->kind == SINEW_JOINT_BONE);
    return (sinew__character_joint){.is_skeletal = (uint8_t)is_skeletal,
                                    .holds_meshes =
                                        (uint8_t)(is_skeletal || (!is_thing && parent && parent->holds_meshes))};
}

static void include(sinew__bounds *bounds, sinew_vec3 position)
{
    const double p[3] = {position.x, position.y, position.z};
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) return;
    for (int i = 0; i < 3; ++i) {
        if (p[i] < bounds->min[i]) bounds->min[i] = p[i];
        if (p[i] > bounds->max[i]) bounds->max[i] = p[i];
    }
}

void sinew__character_include_joint(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position)
{
    include(&bounds->all, position);
    if (joint->is_skeletal) include(&bounds->skeleton, position);
}

void sinew__character_include_skinned(sinew__character_bounds *bounds, sinew_vec3 position)
{
    include(&bounds->all, position);
    include(&bounds->skinned, position);
}

void sinew__character_include_rigid(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position)
{
    include(&bounds->all, position);
    if (joint->holds_meshes) include(&bounds->skeleton, position);
}

double sinew__character_size(const sinew__character_bounds *bounds)
{
    const sinew__bounds *const candidates[] = {&bounds->skinned, &bounds->skeleton, &bounds->all};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; ++i) {
        double sum = 0; // NaN, infinite or 0 if the box is empty, a point, or too large for a double
        for (int k = 0; k < 3; ++k) {
            const double side = candidates[i]->max[k] - candidates[i]->min[k];
            if (side > 0) sum += side * side;
        }
        if (sum > 0 && isfinite(sum)) return sqrt(sum);
    }
    return 1;
}
