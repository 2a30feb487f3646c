/// The engines: one table of what each is made of.
#include <assert.h>

#include "base/arguments.h"
#include "base/error.h"
#include "model/key_times.h"
#include "pose/fast_pose.h"
#include "pose/node_walk.h"
#include "sinew/pose.h"

static const sinew_engine_parts engines[SINEW_ENGINE_COUNT] = {
    [SINEW_ENGINE_FAST] = {"fast", SINEW_SOURCE_BAKED, SINEW_WALK_FLAT, SINEW_SKINNER_CPU,
                           "baked clips, flat walk in single precision: the default of play"},
    [SINEW_ENGINE_EXACT] = {"exact", SINEW_SOURCE_DOCUMENT, SINEW_WALK_FLAT, SINEW_SKINNER_CPU,
                            "authored curves in double precision, flat walk: the default of the data commands"},
    [SINEW_ENGINE_REFERENCE] = {"reference", SINEW_SOURCE_DOCUMENT, SINEW_WALK_RECURSIVE, SINEW_SKINNER_PLAIN,
                                "authored curves, the recursive walk, plain loops"},
    [SINEW_ENGINE_ASSIMP] = {"assimp", SINEW_SOURCE_NODES, SINEW_WALK_RECURSIVE, SINEW_SKINNER_CPU,
                             "Assimp's own nodes and keys, the recursive walk"},
    [SINEW_ENGINE_GPU] = {"gpu", SINEW_SOURCE_BAKED, SINEW_WALK_FLAT, SINEW_SKINNER_SHADER,
                          "fast, skinned by the shader"},
};

const sinew_engine_parts *sinew_engine_info(sinew_engine engine)
{
    assert(engine >= 0 && engine < SINEW_ENGINE_COUNT);
    return &engines[engine];
}

static int32_t deepest_joint(const sinew_model *model)
{
    return model->joint_count ? model->joints[model->joint_count - 1].depth : 0; // breadth-first: the last is deepest
}

/// Depth of the node tree, in one pass over depth-first nodes: steps up are never more than steps down.
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

sinew_result sinew_engine_accepts(sinew_engine engine, const sinew_model *model, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result curves =
        engines[engine].source == SINEW_SOURCE_BAKED ? SINEW_OK : sinew__check_curves(model, out_error);
    if (curves != SINEW_OK || engines[engine].walk != SINEW_WALK_RECURSIVE) return curves;
    const int nodes = engines[engine].source == SINEW_SOURCE_NODES;
    if (nodes && model->node_count == 0)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "the engine '%s' needs a model that Assimp has read",
                           engines[engine].name);
    const int32_t depth = nodes ? deepest_node(model) : deepest_joint(model);
    if (depth >= SINEW_RECURSION_LIMIT)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "joints %d deep, the limit of the engine '%s' is %d",
                           (int)depth, engines[engine].name, SINEW_RECURSION_LIMIT);
    return SINEW_OK;
}

void sinew_pose_evaluate(const sinew_model *model, sinew_engine engine, int32_t clip, double time, sinew_pose *pose)
{
    assert(clip == SINEW_NONE || (clip >= 0 && clip < model->clip_count));
    if (engines[engine].source == SINEW_SOURCE_BAKED && sinew__fast_pose(model, clip, time, pose)) return;
    sinew_pose_sample(model, clip, time, pose);
    if (engines[engine].source == SINEW_SOURCE_NODES && model->node_count > 0)
        sinew__pose_nodes(model, clip, time, pose);
    else if (engines[engine].walk == SINEW_WALK_RECURSIVE)
        sinew_pose_walk_hierarchy(model, pose);
    else
        sinew_pose_local_to_global(model, pose);
}

void sinew_pose_evaluate_palette(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    assert(clip == SINEW_NONE || (clip >= 0 && clip < model->clip_count));
    if (!sinew__fast_palette(model, clip, time, pose)) sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
}
