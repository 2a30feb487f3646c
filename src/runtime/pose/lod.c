// Levels of detail: decides which joints stay, and which joint replaces each of the others.
#include "runtime/pose/lod.h"

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/crowd_lanes.h"

/// Fills kept_of: first marks the joints that are left out with 1, then includes their descendants. Parents come before
/// children.
static void divide_joints(sinew_lod *lod, const int32_t *left_out, int32_t count)
{
    const sinew_joint *joints = lod->model->joints;
    for (int32_t i = 0; i < count; ++i) lod->kept_of[left_out[i]] = 1;
    for (int32_t i = 0; i < lod->model->joint_count; ++i) {
        const int32_t parent = joints[i].parent;
        const int is_below = parent != SINEW_NONE && lod->joints[lod->kept_of[parent]] != parent;
        if (lod->kept_of[i] || is_below) {
            lod->kept_of[i] = lod->kept_of[parent];
        } else {
            lod->joints[lod->joint_count] = i;
            lod->kept_of[i] = lod->joint_count++;
        }
    }
}

static void link_skin_joints(sinew_lod *lod)
{
    const sinew_model *model = lod->model;
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *own = &model->skin_joints[i];
        const int32_t joint = sinew__stands_for(lod, own->joint);
        if (joint == own->joint) continue;
        sinew_affine rest = sinew__affine_identity(); // rest transform of the joint in the space of its replacement
        for (int32_t k = own->joint; k != joint; k = model->joints[k].parent)
            rest = sinew__affine_multiply(&model->joints[k].rest_matrix, &rest);
        const int32_t first = model->meshes[own->mesh].first_skin_joint,
                      end = first + model->meshes[own->mesh].skin_joint_count;
        int32_t from = first; // the mesh's skin joint of the replacement, if there is one
        while (from < end && model->skin_joints[from].joint != joint) ++from;
        lod->links[lod->link_count++] = (sinew__lod_link){.skin_joint = i,
                                                          .joint = joint,
                                                          .from = from < end ? from : SINEW_NONE,
                                                          .offset = sinew__affine_multiply(&rest, &own->inverse_bind)};
    }
}

static sinew_result check_joints(const sinew_model *model, const int32_t *left_out, int32_t count, sinew_error *error)
{
    if (count < 0) return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d joints are left out", (int)count);
    if (count > 0 && SINEW__LACKS_ARGUMENT(error, left_out)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < count; ++i) {
        if (sinew__lacks_item(error, "joint", left_out[i], model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
        const sinew_joint *joint = &model->joints[left_out[i]];
        if (joint->parent == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s' is a root: nothing can stand for it",
                               sinew_text(model, joint->name));
    }
    return SINEW_OK;
}

sinew_result sinew_lod_create(const sinew_model *model, const int32_t *left_out, int32_t count, sinew_lod **out_lod,
                              sinew_error *out_error)
{
    if (out_lod) *out_lod = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_lod)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = check_joints(model, left_out, count, out_error);
    if (result != SINEW_OK) return result;
    sinew_lod *lod = sinew__allocate_zeroed(1, sizeof *lod);
    if (!lod) return sinew__fail_memory(out_error);
    lod->model = model;
    lod->joints = SINEW__ARENA_ARRAY(&lod->memory, int32_t, (size_t)model->joint_count + 1);
    lod->kept_of = SINEW__ARENA_ARRAY(&lod->memory, int32_t, (size_t)model->joint_count + 1);
    lod->links = SINEW__ARENA_ARRAY(&lod->memory, sinew__lod_link, (size_t)model->skin_joint_count + 1);
    if (lod->memory.failed) {
        result = sinew__fail_memory(out_error);
    } else {
        divide_joints(lod, left_out, count);
        link_skin_joints(lod);
        lod->played = *model;
        lod->played.joint_count = lod->joint_count;
        result = sinew__lod_pack(lod, &lod->section, &lod->played.baked_byte_count, out_error);
        lod->played.baked = lod->section;
        lod->matrix_of = SINEW__ARENA_ARRAY(&lod->memory, int32_t, (size_t)lod->joint_count + 1);
        int32_t *own = SINEW__ARENA_ARRAY(&lod->memory, int32_t, SINEW__ASSIGN_MEMORY * ((size_t)lod->joint_count + 1));
        if (lod->matrix_of && own)
            lod->matrix_count = sinew__assign_model_matrices(&lod->played, NULL, 0, own, lod->matrix_of);
        if (result == SINEW_OK && lod->memory.failed) result = sinew__fail_memory(out_error);
    }
    if (result != SINEW_OK) {
        sinew_lod_destroy(lod);
        return result;
    }
    *out_lod = lod;
    return SINEW_OK;
}

void sinew_lod_destroy(sinew_lod *lod)
{
    if (!lod) return;
    sinew_free(lod->section);
    sinew__arena_free(&lod->memory);
    sinew_free(lod);
}

int32_t sinew_lod_joint(const sinew_lod *lod, int32_t joint)
{
    return sinew__is_item(joint, lod->model->joint_count) ? sinew__stands_for(lod, joint) : SINEW_NONE;
}
