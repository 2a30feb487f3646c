/// One of the things that `diff` compares: a clip of a model, posed and perhaps skinned by an engine.
#ifndef SINEW_CLI_DIFF_DIFF_SIDE_H
#define SINEW_CLI_DIFF_DIFF_SIDE_H

#include "cli/commands/author_joints.h"
#include "scene/headless_context.h"
#include "sinew/render.h"

typedef struct cli_diff_side {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< or SINEW_NONE: the rest pose
    sinew_engine engine;
    cli_joints joints;
    sinew_pose *pose;
    float *positions; ///< [vertex_count × 3] of all meshes, or NULL where vertices are not compared
    float *normals;   ///< the same; the skinners give both
    float *scratch;
    scene_headless *headless; ///< for an engine that skins on the GPU
    sinew_renderer *renderer;
} cli_diff_side;

/// Gets a side ready whose path, model and engine are set, with its vertices where `with_vertices`. On failure the
/// message is printed and the exit code given, else 0. Free in both cases.
int cli_diff_side_init(const cli_context *context, cli_diff_side *side, int with_vertices);
void cli_diff_side_free(cli_diff_side *side);

/// Poses the side at so many seconds from its clip's start and skins its meshes.
sinew_result cli_diff_side_pose(cli_diff_side *side, double time, sinew_error *out_error);

#endif
