/// A pose in a file: what `sinew pose --json` writes, read back.
#ifndef SINEW_PROGRAM_CLI_POSING_STORED_POSE_H
#define SINEW_PROGRAM_CLI_POSING_STORED_POSE_H

#include "draw/scene/pose_edits.h"
#include "program/cli/framework/command.h"

/// Reads a file of one pose into the stored locals and weights of `edits`, joints and morphs by name. Warns of joints
/// that the model lacks. Returns 0, or the exit code after printing the error: a file that is no pose, or holds none of
/// the model's joints.
int cli_read_stored_pose(const cli_context *context, const char *pose_path, const sinew_model *model,
                         pose_edits *edits);

#endif
