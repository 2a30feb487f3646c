// A model, a clip and a time → a pose. One table lists the engines, which pose from baked clips, from curves, or from
// the importer's nodes. To follow a palette: sinew_pose_evaluate_palette in this file → sampler/compact_sample.c, which
// finds the keys around the time → kernels/play_formulas.h, which walks the hierarchy with values that
// kernels/compact_formulas.h decodes.
#include "runtime/pose/engine.h"

#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/compact_sample.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/pose_fits.h"

// ---- baked clips ---------------------------------------------------------------------------------------------------

void sinew__inherit_pose(const sinew_model *model, const sinew__baked_clip *baked, const sinew__compact_sample *sample,
                         sinew_pose *pose)
{
    sinew__compact_transforms(model, sample, pose->local);
    memcpy(pose->animated, sinew__baked_animated(model, baked), (size_t)model->joint_count);
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}

/// Poses from a compact clip. Computes the joint matrices that the palette depends on, or with `all_joints` all of
/// them.
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
    memcpy(pose->visible, sinew__compact_visible(model, baked, place.tick), (size_t)model->joint_count);
    return 1;
}

/// Poses from a baked clip; with `all_joints`, computes the joint matrices of all joints.
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
    const int is_skeleton = model->skin_joint_count == 0; // a pose without a palette is computed for its globals
    return play(model, clip, time, is_skeleton, pose);
}

// ---- completing a pose of sinew__fast_palette -----------------------------------------------------------------------

/// Returns the model's root transform, or NULL if it is the identity. Calling it once for all joints instead of per
/// joint saves 25 % of a whole pose.
static const sinew_affine *root_of(const sinew_model *model)
{
    return sinew__affine_is_identity(&model->info->root) ? NULL : &model->info->root;
}

static const sinew_affine *binds_of(const sinew_model *model)
{
    return sinew__baked_at(model->baked, sinew__baked_header_of(model)->binds);
}

static void put_global(const sinew_affine *root, const float *joint_matrix, const sinew_affine *bind, sinew_affine *out)
{
    sinew_affine skinning;
    for (int i = 0; i < 12; ++i) skinning.row[i / 4][i % 4] = (double)joint_matrix[i];
    *out = sinew__affine_multiply(&skinning, bind);
    if (root) *out = sinew__affine_multiply(root, out);
}

sinew_affine sinew__global_of_skinning(const sinew_model *model, const float *joint_matrix, int32_t joint)
{
    sinew_affine global;
    put_global(root_of(model), joint_matrix, &binds_of(model)[joint], &global);
    return global;
}

sinew_affine sinew__global_of_placed(const sinew_model *model, const sinew_affine *place, const float *joint_matrix,
                                     int32_t joint)
{
    sinew_affine global;
    put_global(NULL, joint_matrix, &binds_of(model)[joint], &global);
    for (int r = 0; r < 3; ++r) global.row[r][3] += place->row[r][3];
    return global;
}

static void set_globals(const sinew_model *model, sinew_pose *pose)
{
    sinew__play_kernel_best()->put_globals(pose->joint_matrices + SINEW__JOINT_MATRIX_FLOATS, binds_of(model),
                                           root_of(model), model->joint_count, pose->global);
}

static void set_moved(const sinew_model *model, int32_t clip, sinew_pose *pose)
{
    memcpy(pose->animated, sinew__baked_animated(model, sinew__baked_clip_of(model, clip)), (size_t)model->joint_count);
}

/// Computes what sinew__fast_palette does, globals in double precision, and which joints are animated.
static int fast_pose(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    if (!play(model, clip, time, 1, pose)) return 0;
    if (pose->baked_clip == SINEW_NONE) return 1; // locals and globals are set already
    set_globals(model, pose);
    set_moved(model, clip, pose);
    return 1;
}

void sinew_pose_compute_locals(const sinew_model *model, sinew_pose *pose)
{
    const int32_t clip = pose->baked_clip;
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (clip == SINEW_NONE || !sinew__pose_fits(model, pose)) return;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    // These fail only if the pose is of another model.
    if (!baked || !sinew__compact_sample_at(model, baked, pose->timeline, &position, &sample)) return;
    const sinew__walk walk = sinew__walk_of(model, baked);
    sinew__play_kernel_best()->walk_compact(&walk, &sample, 1, pose->joint_matrices, pose->palette);
    set_globals(model, pose);
    set_moved(model, clip, pose);
    sinew__compact_transforms(model, &sample, pose->local);
    pose->baked_clip = SINEW_NONE;
}

/// Whether the palette of a baked clip depends on a joint, so that a walk has computed its matrix. The needed steps of
/// a chunk come first, by rising joint.
static int palette_needs(const sinew__walk *walk, int32_t joint)
{
    const sinew__joint_step *all = sinew__baked_at(walk->section, walk->header->steps);
    const int32_t *needed = sinew__baked_at(walk->section, walk->header->needed);
    const int32_t chunk = joint / SINEW__CHUNK_JOINTS;
    const uint32_t joint_matrix = (uint32_t)(joint + 1) * SINEW__JOINT_MATRIX_FLOATS;
    const sinew__joint_step *steps = all + (ptrdiff_t)chunk * SINEW__CHUNK_JOINTS;
    size_t i = 0;
    SINEW__LOWER_BOUND(i, needed[chunk], steps[i].joint_matrix < joint_matrix);
    return i < (size_t)needed[chunk] && steps[i].joint_matrix == joint_matrix;
}

sinew_affine sinew_pose_joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint)
{
    const int32_t clip = pose->baked_clip;
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!sinew__is_item(joint, model->joint_count) || !sinew__pose_fits(model, pose)) return (sinew_affine){0};
    const sinew__baked_clip *baked = clip == SINEW_NONE ? NULL : sinew__baked_clip_of(model, clip);
    if (!baked) return pose->global[joint];
    const sinew__walk walk = sinew__walk_of(model, baked);
    if (!palette_needs(&walk, joint)) {
        if (!sinew__compact_sample_at(model, baked, pose->timeline, &position, &sample)) return pose->global[joint];
        sinew__play_kernel_best()->walk_compact(&walk, &sample, 1, pose->joint_matrices, pose->palette);
    }
    return sinew__global_of_skinning(model, pose->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1),
                                     joint);
}

// ---- from local to global ------------------------------------------------------------------------------------------

// The hierarchy walk as a loop, and as a recursion that tests compare with it.

/// A loop over the joints: parents come before children.
void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose)
{
    if (!sinew__pose_fits(model, pose)) return;
    sinew_pose_compute_locals(model, pose); // a fast pose lacks locals
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}

static void walk_children(const sinew_model *model, sinew_pose *pose, int32_t parent)
{
    size_t first = 0; // parents rise, so that children are consecutive
    SINEW__LOWER_BOUND(first, model->joint_count, model->joints[first].parent < parent);
    for (int32_t i = (int32_t)first; i < model->joint_count && model->joints[i].parent == parent; ++i) {
        sinew__joint_global(model, pose, i);
        walk_children(model, pose, i);
    }
}

void sinew__pose_walk_hierarchy(const sinew_model *model, sinew_pose *pose)
{
    if (!sinew__pose_fits(model, pose)) return;
    sinew_pose_compute_locals(model, pose); // a fast pose lacks locals
    walk_children(model, pose, SINEW_NONE);
    sinew__palette_from_globals(model, pose);
}

// ---- the importer's nodes ------------------------------------------------------------------------------------------

/// Sets the locals of nodes: from the clip's keys, or without keys from the file. Assimp counts a clip's time from its
/// start.
static void sample_nodes(const sinew_model *model, int32_t clip, double time, sinew_affine *local)
{
    for (int32_t i = 0; i < model->node_count; ++i) local[i] = model->nodes[i].local;
    if (clip == SINEW_NONE) return;
    const sinew_clip *from = sinew__model_clip(model, clip);
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

/// Computes global = parent's global · local for a node and its descendants; `nodes` are depth-first. Returns the first
/// node after the subtree.
static int32_t walk_node(const sinew_model *model, sinew_affine *nodes, int32_t node)
{
    const int32_t parent = model->nodes[node].parent;
    if (parent != SINEW_NONE) nodes[node] = sinew__affine_multiply(&nodes[parent], &nodes[node]);
    int32_t next = node + 1;
    while (next < model->node_count && model->nodes[next].parent == node) next = walk_node(model, nodes, next);
    return next;
}

/// Takes the transforms of joints from their nodes. A joint without a node has its rest transform below its parent.
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

/// Poses the importer's nodes at a time, in seconds from the clip's start, and takes joints and palette from them.
static void pose_nodes(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
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
            sinew__affine_multiply(&global, node ? &skin_joint->node_offset : &skin_joint->inverse_bind);
        pose->palette[i] = sinew__palette_matrix(&entry);
    }
}

// ---- engines -------------------------------------------------------------------------------------------------------

static const sinew__engine_parts engines[SINEW_ENGINE_COUNT] = {
    [SINEW_ENGINE_FAST] = {"fast", SINEW__SOURCE_BAKED, SINEW__WALK_FLAT, SINEW__SKINNER_CPU,
                           "baked clips, flat walk in single precision: the default of play"},
    [SINEW_ENGINE_EXACT] = {"exact", SINEW__SOURCE_DOCUMENT, SINEW__WALK_FLAT, SINEW__SKINNER_CPU,
                            "authored curves in double precision, flat walk: the default of the data commands"},
    [SINEW_ENGINE_REFERENCE] = {"reference", SINEW__SOURCE_DOCUMENT, SINEW__WALK_RECURSIVE, SINEW__SKINNER_PLAIN,
                                "authored curves, the recursive walk, plain loops"},
    [SINEW_ENGINE_ASSIMP] = {"assimp", SINEW__SOURCE_NODES, SINEW__WALK_RECURSIVE, SINEW__SKINNER_CPU,
                             "Assimp's own nodes and keys, the recursive walk"},
    [SINEW_ENGINE_GPU] = {"gpu", SINEW__SOURCE_BAKED, SINEW__WALK_FLAT, SINEW__SKINNER_SHADER,
                          "fast, skinned by the shader"},
};

const sinew__engine_parts *sinew__engine_info(sinew_engine engine)
{
    return sinew__is_item((int32_t)engine, SINEW_ENGINE_COUNT) ? &engines[engine] : NULL;
}

/// Returns the depth of the tree of nodes, in one pass over the depth-first nodes.
static int32_t deepest_node(const sinew_model *model)
{
    int32_t deepest = 0, depth = 0;
    for (int32_t i = 1; i < model->node_count; ++i) {
        ++depth;
        for (int32_t before = i - 1; before != model->nodes[i].parent; before = model->nodes[before].parent) --depth;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

sinew_result sinew_engine_accepts(const sinew_model *model, sinew_engine engine, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result curves =
        engines[engine].source == SINEW__SOURCE_BAKED ? SINEW_OK : sinew__check_curves(model, out_error);
    if (curves != SINEW_OK || engines[engine].walk != SINEW__WALK_RECURSIVE) return curves;
    const int nodes = engines[engine].source == SINEW__SOURCE_NODES;
    if (nodes && model->node_count == 0)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "the engine '%s' needs a model that Assimp has read",
                           engines[engine].name);
    const int32_t depth = nodes ? deepest_node(model)
                          : model->joint_count
                              // breadth-first: the last joint is the deepest
                              ? model->joints[model->joint_count - 1].depth
                              : 0;
    if (depth >= SINEW_RECURSION_MAX)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "joints %d deep, the limit of the engine '%s' is %d",
                           (int)depth, engines[engine].name, SINEW_RECURSION_MAX);
    return SINEW_OK;
}

sinew_result sinew__engine_takes_clip(const sinew_model *model, sinew_engine engine, int32_t clip,
                                      sinew_error *out_error)
{
    const sinew_result result = sinew_engine_accepts(model, engine, out_error);
    if (result != SINEW_OK) return result;
    if (sinew__lacks_clip(model, clip, out_error)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (clip < model->clip_count || engines[engine].source == SINEW__SOURCE_BAKED) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_CURVES, "clip '%.200s' was bound from a file and has no curves",
                       sinew__clip_name(model, clip));
}

void sinew_pose_evaluate(const sinew_model *model, sinew_engine engine, int32_t clip, double time, sinew_pose *pose)
{
    if (!sinew__can_pose_clip(model, clip) || !sinew__is_item((int32_t)engine, SINEW_ENGINE_COUNT) ||
        !sinew__pose_fits(model, pose))
        return;
    if (engines[engine].source == SINEW__SOURCE_BAKED && fast_pose(model, clip, time, pose)) return;
    sinew_pose_sample(model, clip, time, pose);
    if (engines[engine].source == SINEW__SOURCE_NODES && model->node_count > 0 && pose->node_count == model->node_count)
        pose_nodes(model, clip, time, pose);
    else if (engines[engine].walk == SINEW__WALK_RECURSIVE)
        sinew__pose_walk_hierarchy(model, pose);
    else
        sinew_pose_local_to_global(model, pose);
}

void sinew_pose_evaluate_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    if (!sinew__can_pose_clip(model, clip) || !sinew__pose_fits(model, pose)) return;
    if (!sinew__fast_palette(model, clip, time, pose)) sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
}
