#include "bake/bake_binds.h"

#include <math.h>

#include "base/affine.h"

/// What exporters that write few digits leave of a rotation.
static const double almost = 1e-5;

/// The map itself where it is a turn, an even scale and a shift, else the nearest that is. Returns 0 where that is none
/// with an inverse.
static int nearest_similarity(const sinew_affine *map, sinew_affine *out)
{
    sinew_transform transform;
    const double skew = sinew__transform_from_affine(map, &transform);
    const sinew_vec3 s = transform.s;
    const double even = (s.x + s.y + s.z) / 3;
    if (!(fabs(even) > 0) || !isfinite(even)) return 0;
    const double uneven = fmax(fabs(s.x - even), fmax(fabs(s.y - even), fabs(s.z - even))) / fabs(even);
    transform.s = (sinew_vec3){even, even, even};
    *out = skew < almost && uneven < almost ? *map : sinew__affine_from_transform(&transform);
    sinew_affine inverse;
    return sinew__affine_inverse(out, &inverse) && sinew__affine_is_finite(&inverse);
}

/// Joints that move vertices, from the first skin_joint of each.
static void bind_by_offsets(const sinew_model *model, sinew__binds *binds, uint8_t *known)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        if (known[skin_joint->joint] || !nearest_similarity(&skin_joint->offset, &binds->back[skin_joint->joint]))
            continue;
        (void)sinew__affine_inverse(&binds->back[skin_joint->joint], &binds->of[skin_joint->joint]);
        known[skin_joint->joint] = 1;
    }
}

static double even_scale(const sinew_affine *map)
{
    double square = 0;
    for (int i = 0; i < 9; ++i) square += map->row[i / 3][i % 3] * map->row[i / 3][i % 3];
    return sqrt(square / 3);
}

/// The others stand where they rest on their parents, unturned: then a scale of their own stays one along axes.
static void bind_by_rest(const sinew_model *model, sinew__binds *binds, const uint8_t *known)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (known[i]) continue;
        const sinew_affine above = joint->parent == SINEW_NONE ? sinew__affine_identity() : binds->of[joint->parent];
        const sinew_affine rest = sinew__affine_multiply(&above, &joint->rest_matrix);
        const double scale = even_scale(&above);
        binds->of[i] = sinew__affine_scale((double[3]){scale, scale, scale});
        for (int k = 0; k < 3; ++k) binds->of[i].row[k][3] = rest.row[k][3];
        (void)sinew__affine_inverse(&binds->of[i], &binds->back[i]);
    }
}

sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory)
{
    sinew__binds binds = {.of = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count),
                          .back = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count),
                          .offset = SINEW__ARENA_ARRAY(memory, sinew_affine, model->skin_joint_count)};
    uint8_t *known = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    if (memory->failed) return binds;
    bind_by_offsets(model, &binds, known);
    bind_by_rest(model, &binds, known);
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        binds.offset[i] = sinew__affine_multiply(&binds.of[model->skin_joints[i].joint], &model->skin_joints[i].offset);
    return binds;
}

int sinew__is_in_bind_space(const sinew__binds *binds, const sinew_model *model, int32_t skin_joint)
{
    const sinew_affine identity = sinew__affine_identity();
    for (int i = 0; i < 12; ++i) {
        const double unit = i % 4 == 3 ? model->info->size : 1;
        if (!(fabs(binds->offset[skin_joint].row[i / 4][i % 4] - identity.row[i / 4][i % 4]) <= 1e-7 * unit)) return 0;
    }
    return 1;
}
