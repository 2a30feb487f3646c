/// The joints that the author made, in file order, without the importer's helper joints. Matrices as JSON.
#ifndef SINEW_PROGRAM_CLI_FACTS_AUTHOR_JOINTS_H
#define SINEW_PROGRAM_CLI_FACTS_AUTHOR_JOINTS_H

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "sinew/pose.h"

typedef struct cli_joints {
    const sinew_model *model;
    int32_t count;
    int32_t *joint;       ///< [count] index in `model->joints`; this array's own index is the `id` in outputs
    int32_t *id_of;       ///< [joint_count] id of each joint of the model, or SINEW_NONE for a helper joint
    int32_t *parent;      ///< [count] id of the parent, or SINEW_NONE; smaller than the joint's own id
    int32_t *depth;       ///< [count] 0 for a root
    int32_t *first_child; ///< [count] id of the first child, or SINEW_NONE
    const char **name;    ///< [count] as authored
} cli_joints;

/// Lists the joints of a model. Returns 0 when out of memory. Free with cli_joints_free.
int cli_joints_init(cli_joints *joints, const sinew_model *model);
void cli_joints_free(cli_joints *joints);

const char *cli_joint_name(const cli_joints *joints, int32_t id);

/// Returns a joint's transform relative to its parent in this list, including the helper joints between the two.
sinew_transform cli_joint_local(const cli_joints *joints, int32_t id, const sinew_pose *pose);

/// Marks in `chosen` [count] the joints that --joints selects: names, paths and globs, separated by commas (`\,` is a
/// comma in a name). Without patterns all joints are marked. Returns 0, or the exit code after printing the error if a
/// pattern matches no joint.
int cli_joints_choose(const cli_context *context, const char *path, const cli_joints *joints, const cli_texts *patterns,
                      uint8_t *chosen);

// clang-format off
/// A row of an option table. `field` is a cli_texts.
#define CLI_JOINTS_OPTION(settings, field)                                                                             \
    {"joints", 0, CLI_TEXTS, "GLOB", "select joints: names, globs or paths, separated by commas ('\\,' for one in a name)",   \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_JOINT_LIST}
// clang-format on

/// Put a matrix as an array of sixteen numbers, column by column.
void cli_json_matrix(sinew__json_writer *json, const char *key, const sinew_affine *matrix);
void cli_json_palette_matrix(sinew__json_writer *json, const char *key, const sinew_palette_matrix *matrix);

/// Puts the path of a joint, `Hips/Spine/Head`, with names unescaped. Returns 0, and puts nothing, for a joint deeper
/// than 512 levels: the paths of a deep chain together would be far larger than the file.
int cli_put_joint_path(const cli_joints *joints, int32_t id, sinew__buffer *out);

#endif
