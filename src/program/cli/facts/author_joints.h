/// The joints that the author created, in file order, without the helper joints of the import; matrices as JSON.
#ifndef SINEW_PROGRAM_CLI_FACTS_AUTHOR_JOINTS_H
#define SINEW_PROGRAM_CLI_FACTS_AUTHOR_JOINTS_H

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "sinew/pose.h"

typedef struct cli_joints {
    const sinew_model *model;
    int32_t count;
    int32_t *joint;       ///< [count] index in `model->joints`; the index here is the `id` of the outputs
    int32_t *id_of;       ///< [joint_count] index here, or SINEW_NONE for a helper joint
    int32_t *parent;      ///< [count] id, or SINEW_NONE; less than the joint's own id
    int32_t *depth;       ///< [count] 0 for a root
    int32_t *first_child; ///< [count] id, or SINEW_NONE
    const char **name;    ///< [count] as authored
} cli_joints;

/// Returns 0 when out of memory. Free with cli_joints_free.
int cli_joints_init(cli_joints *joints, const sinew_model *model);
void cli_joints_free(cli_joints *joints);

const char *cli_joint_name(const cli_joints *joints, int32_t id);

/// Local transform relative to the parent in this list, with the transforms of helper joints in between.
sinew_transform cli_joint_local(const cli_joints *joints, int32_t id, const sinew_pose *pose);

/// Marks the joints that --joints selects in `chosen` [count]: names, paths and globs, separated by commas (`\,` is a
/// comma in a name). Without patterns all joints are marked. Returns 0, or the exit code after printing the error for a
/// pattern that matches no joint.
int cli_joints_choose(const cli_context *context, const char *path, const cli_joints *joints, const cli_texts *patterns,
                      uint8_t *chosen);

// clang-format off
/// Row of an option table; `field` is a cli_texts.
#define CLI_JOINTS_OPTION(settings, field)                                                                             \
    {"joints", 0, CLI_TEXTS, "GLOB", "select joints: names, globs or paths, separated by commas ('\\,' for one in a name)",   \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_JOINT_LIST}
// clang-format on

/// Sixteen numbers in column-major order.
void cli_json_matrix(sinew__json_writer *json, const char *key, const sinew_affine *matrix);
void cli_json_palette_matrix(sinew__json_writer *json, const char *key, const sinew_palette_matrix *matrix);

/// Puts the path `Hips/Spine/Head` as unescaped text of the file. Returns 0, and puts nothing, for a joint deeper than
/// 512 levels: all paths of a deep chain together would be far larger than the file.
int cli_put_joint_path(const cli_joints *joints, int32_t id, sinew__buffer *out);

#endif
