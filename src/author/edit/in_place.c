/// Clips without what they move the character: along the ground and about the up axis.
#include <math.h>

#include "author/edit/fit_keys.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "sinew/pose.h"

/// The root of a clip while its motion is removed.
typedef struct still_root {
    const sinew_model *model;
    int32_t clip, joint, top; ///< the joint whose motion counts, and the root above it
    sinew_transform first;    ///< of the joint, at the start of the clip
    sinew_pose *scratch;
} still_root;

enum { PARTS = SINEW_MOTION_GROUND | SINEW_MOTION_YAW };

static sinew_motion motion_at(const still_root *root, double time)
{
    const sinew_transform now = sinew__motion_joint_at(root->model, root->clip, root->joint, time, root->scratch);
    return sinew__motion_between(root->model, PARTS, &root->first, &now);
}

static void still_local(void *user, double time, sinew_transform *out)
{
    const still_root *root = user;
    const sinew_motion motion = motion_at(root, time), back = sinew_motion_inverse(&motion);
    const sinew_transform local = root->scratch->local[root->top];
    *out = local;
    out->t = sinew__vec3_add(back.translation, sinew__quat_rotate(back.rotation, local.t));
    out->r = sinew__quat_normalize(sinew__quat_multiply(back.rotation, local.r));
}

/// Whether the character moves at any frame; a clip in place keeps its keys.
static int moves(const still_root *root)
{
    static const double least = 1e-9;
    const sinew_clip *clip = &root->model->clips[root->clip];
    const double rate = root->model->info->fps > 0 ? root->model->info->fps : 30;
    const double frames = fmin(ceil(clip->duration * rate), 1 << 16);
    for (double i = 1; i <= frames; ++i) {
        const sinew_motion motion = motion_at(root, clip->duration * i / frames);
        if (sinew__vec3_length(motion.translation) > least * root->model->info->size ||
            fabs(motion.rotation.w) < 1 - least)
            return 1;
    }
    return 0;
}

/// The joints between the root and the one whose motion counts.
static int32_t list_chain(const still_root *root, sinew__arena *memory, int32_t **out)
{
    int32_t count = 0;
    *out = SINEW__ARENA_ARRAY(memory, int32_t, root->model->joint_count);
    for (int32_t i = root->joint; *out && i != SINEW_NONE; i = root->model->joints[i].parent) (*out)[count++] = i;
    return count;
}

static sinew_result still_clip(sinew__key_fitter *fitter, still_root *root, int32_t index)
{
    sinew_raw_clip *clip = &fitter->editor->clips[index];
    int32_t *chain;
    root->clip = index;
    root->first = sinew__motion_joint_at(root->model, index, root->joint, 0, root->scratch);
    if (!moves(root)) return SINEW_OK;
    const int32_t count = list_chain(root, &fitter->editor->memory, &chain);
    sinew_result result = chain ? sinew__key_fitter_select(fitter, index) : sinew__fail_memory(fitter->editor->error);
    if (result == SINEW_OK)
        result = sinew__fit_joint(fitter, clip, root->top, chain, count, NULL, 0, still_local, root);
    if (result == SINEW_OK)
        sinew__edit_note(fitter->editor, "clip '%s': joint '%s' is sampled", clip->name,
                         sinew_text(root->model, root->model->joints[root->top].name));
    return result;
}

sinew_result sinew_edit_in_place(const sinew_model *model, const sinew_edit_options *options, sinew_model **out_model,
                                 sinew_error *out_error)
{
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    still_root root = {.model = model, .joint = sinew_model_find_motion_joint(model)};
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK && root.joint == SINEW_NONE)
        result = sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no joint moves the character");
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, editor.options->error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &root.scratch, out_error);
    if (result == SINEW_OK) root.top = sinew__root_above(model, root.joint);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = still_clip(&fitter, &root, i);
    sinew_pose_destroy(root.scratch);
    return sinew__edit_finish(&editor, result, out_model);
}
