/// JSON output of transforms, matrices and joint paths.
#ifndef SINEW_CLI_COMMANDS_JSON_POSE_H
#define SINEW_CLI_COMMANDS_JSON_POSE_H

#include "base/json.h"
#include "cli/commands/author_joints.h"

/// {"t":[…],"r":{"x":…},"s":[…]}
void cli_json_transform(sinew__json_writer *json, const char *key, const sinew_transform *transform);

/// Sixteen numbers in column-major order.
void cli_json_matrix(sinew__json_writer *json, const char *key, const sinew_affine *matrix);
void cli_json_palette_matrix(sinew__json_writer *json, const char *key, const sinew_palette_matrix *matrix);

/// `Hips/Spine/Head`, or null where the path is too long (see cli_put_joint_path).
void cli_json_joint_path(sinew__json_writer *json, const char *key, const cli_joints *joints, int32_t id);

#endif
