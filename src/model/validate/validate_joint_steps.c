#include "model/validate/validate_joint_steps.h"

#include "model/compact_clip.h"

/// Steps while they are taken.
typedef struct step_check {
    const sinew_model *model;
    const int32_t *copies;
    sinew__joint_set walked, *needed;
} step_check;

static void add_joint(sinew__joint_set *set, int32_t joint)
{
    set->bits[joint / 8] |= (uint8_t)(1 << joint % 8);
}

/// Whether a joint's step writes its own palette entry, or one that a later step writes, or what follows all steps.
static int write_fits(const step_check *steps, int32_t joint, uint32_t palette)
{
    const sinew_model *model = steps->model;
    const uint32_t skin_joint = palette / SINEW__MATRIX_FLOATS;
    if (palette % SINEW__MATRIX_FLOATS != 0 || skin_joint >= (uint32_t)model->skin_joint_count) return 0;
    if (steps->copies[joint] != SINEW_NONE) return steps->copies[joint] == (int32_t)skin_joint;
    const int32_t owner = model->skin_joints[skin_joint].joint;
    return steps->copies[owner] != (int32_t)skin_joint || !sinew__joint_set_has(&steps->walked, owner);
}

/// Whether a step is that of a joint that was not walked before, after its parent; for the palette, if the parent was
/// walked for it.
static int step_fits(step_check *steps, const sinew__joint_step *step, int32_t joint, int is_needed)
{
    const int32_t parent = steps->model->joints[joint].parent;
    if (sinew__joint_set_has(&steps->walked, joint) || step->map != sinew__map_of_joint(joint) ||
        step->slot != (uint32_t)(joint + 1) * SINEW__SLOT_FLOATS ||
        step->parent != (uint32_t)(parent + 1) * SINEW__SLOT_FLOATS)
        return 0;
    if (parent != SINEW_NONE && !sinew__joint_set_has(is_needed ? steps->needed : &steps->walked, parent)) return 0;
    if (is_needed ? !write_fits(steps, joint, step->palette) : step->palette != 0 || steps->copies[joint] != SINEW_NONE)
        return 0;
    add_joint(&steps->walked, joint);
    if (is_needed) add_joint(steps->needed, joint);
    return 1;
}

int sinew__joint_steps_fit(sinew__baked_check *check, const int32_t *copies, sinew__joint_set *out_needed)
{
    const int32_t joints = check->model->joint_count, chunks = sinew__joint_chunks_of(joints);
    step_check steps = {.model = check->model, .copies = copies, .needed = out_needed};
    const sinew__joint_step *step = sinew__take(check, check->header->steps, joints, sizeof *step);
    const int32_t *needed = step ? sinew__take(check, check->header->needed, chunks, sizeof *needed) : NULL;
    for (int32_t chunk = 0; chunk < chunks && needed; ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_JOINTS, left = joints - first,
                      count = left < SINEW__CHUNK_JOINTS ? left : SINEW__CHUNK_JOINTS;
        if (needed[chunk] < 0 || needed[chunk] > count) return 0;
        for (int32_t i = 0; i < count; ++i, ++step) {
            const int64_t joint = (int64_t)(step->slot / SINEW__SLOT_FLOATS) - 1;
            if (joint < first || joint >= first + count || !step_fits(&steps, step, (int32_t)joint, i < needed[chunk]))
                return 0;
        }
    }
    return needed != NULL;
}
