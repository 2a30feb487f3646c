/// One side of a comparison: a clip of a model, posed and optionally skinned by an engine.
#ifndef SINEW_CLI_DIFF_DIFF_SIDE_H
#define SINEW_CLI_DIFF_DIFF_SIDE_H

#include "cli/commands/author_joints.h"
#include "scene/headless_context.h"
#include "sinew/render.h"

typedef struct cli_diff_side {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< or SINEW_NONE: the rest pose
    int is_bind;  ///< the bind pose instead
    sinew_engine engine;
    cli_joints joints;
    sinew_affine to_first;      ///< from the axes of this side to those of the first: a rotation
    sinew_quat rotate_to_first; ///< the same
    sinew_pose *pose;
    float *positions; ///< [vertex_count × 3] of all meshes; NULL when vertices are not compared
    float *normals;   ///< [vertex_count × 3] output of skinning, not compared
    float *scratch;
    scene_headless *headless; ///< for an engine that skins on the GPU
    sinew_renderer *renderer;
} cli_diff_side;

/// Initializes a side whose path, model and engine are set. Returns 0, or the exit code after printing the error. Free
/// in both cases.
int cli_diff_side_init(const cli_context *context, cli_diff_side *side, int with_vertices);
void cli_diff_side_free(cli_diff_side *side);

/// Sets the rotation to the axes of `first` where the up axes differ. Returns whether they do.
int cli_diff_side_rotate_to(cli_diff_side *side, const sinew_model *first);

/// Evaluates the pose at `time` seconds from the start of the clip and skins the meshes.
sinew_result cli_diff_side_pose(cli_diff_side *side, double time, sinew_error *out_error);

#endif
