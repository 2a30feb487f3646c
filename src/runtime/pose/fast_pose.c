// A pose of a compact clip: what its globals and palette leave out is filled in; and the reference walk of the
// hierarchy.
#include "runtime/pose/fast_pose.h"

#include <assert.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/lower_bound.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/compact_sample.h"

void sinew__inherit_pose(const sinew_model *model, const sinew__baked_clip *baked, const sinew__compact_sample *sample,
                         sinew_pose *pose)
{
    sinew__compact_transforms(model, sample, pose->local);
    memcpy(pose->animated, model->baked + baked->animated, (size_t)model->joint_count);
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}

/// Poses from a compact clip. Fills the joint matrices of all joints, or of those on which the palette depends.
static int play_compact(const sinew_model *model, const sinew__baked_clip *baked, double timeline, int all_joints,
                        sinew_pose *pose)
{
    sinew__compact_position place;
    sinew__compact_sample sample;
    if (!sinew__compact_sample_at(model, baked, timeline, &place, &sample)) return 0;
    const sinew__walk walk = sinew__walk_of(model, baked);
    if (baked->flags & SINEW__BAKED_INHERITS)
        sinew__inherit_pose(model, baked, &sample, pose);
    else
        sinew__play_kernel_best()->walk_compact(&walk, &sample, all_joints, pose->joint_matrices, pose->palette);
    if (model->morph_count > 0)
        sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, pose->morph_weights);
    memcpy(pose->visible, sinew__compact_visible(model, sinew__compact_of(model, baked), place.tick),
           (size_t)model->joint_count);
    return 1;
}

/// Poses from a baked clip. With `all_joints`, the joint matrices of all joints are filled.
static int play(const sinew_model *model, int32_t clip, double time, int all_joints, sinew_pose *pose)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    if (!baked) return 0;
    const double timeline = sinew__timeline(model, clip, time);
    if (!play_compact(model, baked, timeline, all_joints, pose)) return 0;
    pose->timeline = timeline;
    pose->baked_clip = baked->flags & SINEW__BAKED_INHERITS ? SINEW_NONE : clip;
    return 1;
}

int sinew__fast_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    const int is_skeleton = model->skin_joint_count == 0; // posed for its globals, which are asked for next
    return play(model, clip, time, is_skeleton, pose);
}

// ---- the rest of a pose -------------------------------------------------------------------------------------------

/// A joint's global: its skinning matrix times its bind matrix, and the importer's root.
static void set_globals(const sinew_model *model, sinew_pose *pose)
{
    const sinew_affine *binds =
        (const sinew_affine *)(const void *)(model->baked + sinew__baked_header_of(model)->binds);
    const int has_root = !sinew__affine_is_identity(&model->info->root);
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        const float *joint_matrix = pose->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1);
        sinew_affine skinning;
        for (int i = 0; i < 12; ++i) skinning.row[i / 4][i % 4] = (double)joint_matrix[i];
        pose->global[joint] = sinew__affine_multiply(&skinning, &binds[joint]);
        if (has_root) pose->global[joint] = sinew__affine_multiply(&model->info->root, &pose->global[joint]);
    }
}

static void set_moved(const sinew_model *model, int32_t clip, sinew_pose *pose)
{
    memcpy(pose->animated, model->baked + sinew__baked_clip_of(model, clip)->animated, (size_t)model->joint_count);
}

int sinew__fast_pose(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    if (!play(model, clip, time, 1, pose)) return 0;
    if (pose->baked_clip == SINEW_NONE) return 1; // complete
    set_globals(model, pose);
    set_moved(model, clip, pose);
    return 1;
}

void sinew_pose_compute_locals(const sinew_model *model, sinew_pose *pose)
{
    const int32_t clip = pose->baked_clip;
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (clip == SINEW_NONE) return;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    const int is_posed = sinew__compact_sample_at(model, baked, pose->timeline, &position, &sample);
    assert(is_posed); // it was, for the palette
    (void)is_posed;
    const sinew__walk walk = sinew__walk_of(model, baked);
    sinew__play_kernel_best()->walk_compact(&walk, &sample, 1, pose->joint_matrices, pose->palette);
    set_globals(model, pose);
    set_moved(model, clip, pose);
    sinew__compact_transforms(model, &sample, pose->local);
    pose->baked_clip = SINEW_NONE;
}

// From local to global: the recursive walk as one would explain it, a joint, then each of its children; and the same as
// a loop, which is held to it.

/// The walk as a loop: parents come before children.
void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose); // a fast pose has left locals out
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}

/// First joint whose parent is not before `parent`: the parents of joints never fall, so children lie side by side.
static int32_t first_child(const sinew_model *model, int32_t parent)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, model->joint_count, model->joints[i].parent < parent);
    return (int32_t)i;
}

static void walk_children(const sinew_model *model, sinew_pose *pose, int32_t parent)
{
    for (int32_t i = first_child(model, parent); i < model->joint_count && model->joints[i].parent == parent; ++i) {
        sinew__joint_global(model, pose, i);
        walk_children(model, pose, i);
    }
}

void sinew_pose_walk_hierarchy(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose); // a fast pose has left locals out
    walk_children(model, pose, SINEW_NONE);
    sinew__palette_from_globals(model, pose);
}
