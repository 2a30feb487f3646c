/// The joints as the author knows them: helper joints left out, in the order of the file, with parents to match.
#ifndef SINEW_CLI_COMMANDS_AUTHOR_JOINTS_H
#define SINEW_CLI_COMMANDS_AUTHOR_JOINTS_H

#include "base/buffer.h"
#include "cli/framework/command.h"
#include "sinew/pose.h"

typedef struct cli_joints {
    const sinew_model *model;
    int32_t count;
    int32_t *joint;       ///< [count] in `model->joints`; the position here is the `id` of the outputs
    int32_t *id_of;       ///< [joint_count] position here, or SINEW_NONE for a helper
    int32_t *parent;      ///< [count] id, or SINEW_NONE; smaller than the joint's own id
    int32_t *depth;       ///< [count] 0 for a root
    int32_t *first_child; ///< [count] id, or SINEW_NONE
    const char **name;    ///< [count] as authored
} cli_joints;

/// Gives 0 when memory runs out. Freed by `cli_joints_free`.
int cli_joints_init(cli_joints *joints, const sinew_model *model);
void cli_joints_free(cli_joints *joints);

const char *cli_joint_name(const cli_joints *joints, int32_t id);

/// Local transform of a pose between a joint and its author's parent; helper joints between them count in.
sinew_transform cli_joint_local(const cli_joints *joints, int32_t id, const sinew_pose *pose);

/// Marks the joints that --joints means in `chosen` [count]: names, paths and globs, with commas between them, `\,` for
/// a comma in a name; no filter means all. A pattern that fits no joint is an error: the message is printed and the
/// code given, else 0.
int cli_joints_choose(const cli_context *context, const char *path, const cli_joints *joints, const cli_texts *patterns,
                      uint8_t *chosen);

/// `Hips/Spine/Head`, as raw text of the file; nothing for joints deeper than 512, whose paths would outgrow the file
/// by far. Returns whether it did.
int cli_put_joint_path(const cli_joints *joints, int32_t id, sinew__buffer *out);

// clang-format off
/// Row of an option table; `field` is a cli_texts.
#define CLI_JOINTS_OPTION(settings, field)                                                                             \
    {"joints", 0, CLI_TEXTS, "GLOB", "only these joints: names, globs or paths, with commas; '\\,' is one in a name",     \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_JOINT_LIST}
// clang-format on

#endif
