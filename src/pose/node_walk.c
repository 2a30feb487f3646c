#include "pose/node_walk.h"

#include "base/affine.h"
#include "pose/joint_global.h"
#include "sampler/curve.h"
#include "sampler/track.h"

/// Node locals: as in the file, or from the clip's keys. Assimp counts a clip's time from its start.
static void sample_nodes(const sinew_model *model, int32_t clip, double time, sinew_affine *local)
{
    for (int32_t i = 0; i < model->node_count; ++i) local[i] = model->nodes[i].local;
    if (clip == SINEW_NONE) return;
    const sinew_clip *from = &model->clips[clip];
    const int64_t ticks = sinew__ticks(model, from->start + time);
    const sinew_track *tracks = model->tracks + from->first_track;
    for (int32_t first = 0, end; first < from->track_count; first = end) {
        const int32_t node = tracks[first].node;
        end = first + 1;
        while (end < from->track_count && tracks[end].node == node) ++end;
        if (node == SINEW_NONE) continue;
        sinew_transform transform;
        (void)sinew__transform_from_affine(&local[node], &transform);
        for (int32_t i = first; i < end; ++i) sinew__track_apply(model, &tracks[i], from->start, ticks, &transform);
        local[node] = sinew__affine_from_transform(&transform);
    }
}

/// global = parent's global · local, for a node and all below it; `nodes` are depth-first. Returns the first node after
/// the subtree.
static int32_t walk_node(const sinew_model *model, sinew_affine *nodes, int32_t node)
{
    const int32_t parent = model->nodes[node].parent;
    if (parent != SINEW_NONE) nodes[node] = sinew__affine_multiply(&nodes[parent], &nodes[node]);
    int32_t next = node + 1;
    while (next < model->node_count && model->nodes[next].parent == node) next = walk_node(model, nodes, next);
    return next;
}

/// Joints stand where their nodes stand; a joint without a node rests on its parent.
static void take_joints(const sinew_model *model, const sinew_affine *root_inverse, sinew_pose *pose)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->node == SINEW_NONE) {
            pose->local[i] = joint->rest;
            pose->global[i] = joint->parent == SINEW_NONE
                                  ? joint->rest_matrix
                                  : sinew__affine_multiply(&pose->global[joint->parent], &joint->rest_matrix);
            continue;
        }
        const sinew_affine rootless = sinew__affine_multiply(root_inverse, &pose->node_global[joint->node]);
        pose->global[i] = sinew__affine_multiply(&model->info->root, &rootless);
        sinew_affine local = pose->global[i], above;
        if (joint->parent != SINEW_NONE && sinew__affine_inverse(&pose->global[joint->parent], &above))
            local = sinew__affine_multiply(&above, &pose->global[i]);
        (void)sinew__transform_from_affine(&local, &pose->local[i]);
    }
}

void sinew__pose_nodes(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    sample_nodes(model, clip, time, pose->node_global);
    sinew_affine root_inverse;
    if (!sinew__affine_inverse(&pose->node_global[0], &root_inverse)) root_inverse = sinew__affine_identity();
    walk_node(model, pose->node_global, 0);
    take_joints(model, &root_inverse, pose);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        const sinew_affine *node = skin_joint->node == SINEW_NONE ? NULL : &pose->node_global[skin_joint->node];
        const sinew_affine global =
            node ? sinew__affine_multiply(&root_inverse, node)
                 : sinew__affine_multiply(&model->info->global_inverse, &pose->global[skin_joint->joint]);
        const sinew_affine entry =
            sinew__affine_multiply(&global, node ? &skin_joint->node_offset : &skin_joint->offset);
        pose->palette[i] = sinew__palette_matrix(&entry);
    }
}
