/// --base, --pose, --set, --ik: options of `pose`, `render`, `export` and `play` that edit a pose by hand.
#ifndef SINEW_PROGRAM_CLI_POSING_POSE_EDIT_OPTIONS_H
#define SINEW_PROGRAM_CLI_POSING_POSE_EDIT_OPTIONS_H

#include "program/cli/framework/command.h"
#include "runtime/view/pose_edits.h"

typedef struct cli_pose_edits {
    int base;          ///< a pose_base
    const char *pose;  ///< path of a pose file, or NULL
    cli_texts edits;   ///< edits of joints, such as "UpperArm:rz=45"
    cli_texts targets; ///< targets of limbs, such as "LeftFoot=1,2,3"
} cli_pose_edits;

extern const sinew__word cli_pose_bases[]; ///< words of pose_base

// clang-format off
/// Rows of an option table. `field` is a cli_pose_edits.
#define CLI_POSE_EDIT_OPTIONS(settings, field)                                                                         \
    {"base", 0, CLI_CHOICE, "POSE", "start from the clip, the rest pose or the bind pose",                             \
     CLI_FIELD(settings, field.base), .choices = cli_pose_bases},                                                       \
    {"pose", 0, CLI_TEXT, "FILE", "pose the joints as in this file, which sinew pose --json wrote",                    \
     CLI_FIELD(settings, field.pose), .complete = CLI_COMPLETE_FILE, .is_input = 1},                                                  \
    {"set", 0, CLI_TEXTS, "EDIT", "edit a joint: 'UpperArm:rz=45 tx:=2'; = adds, := replaces; repeatable",             \
     CLI_FIELD(settings, field.edits), .complete = CLI_COMPLETE_JOINT},                                                \
    {"ik", 0, CLI_TEXTS, "TARGET", "move a limb: 'LeftFoot=X,Y,Z' in model space; repeatable",                         \
     CLI_FIELD(settings, field.targets), .complete = CLI_COMPLETE_JOINT}

// clang-format on

/// Returns whether any of the options is given.
int cli_has_pose_edits(const cli_pose_edits *options);

/// Lists the options as words of a command line. Returns [*out_count] words to release with free(); NULL when out of
/// memory.
const char **cli_pose_edit_words(const cli_pose_edits *options, size_t *out_count);

/// Resolves the options for a model. Returns 0, and the caller frees *out_edits; or the exit code after printing the
/// error.
int cli_resolve_pose_edits(const cli_context *context, const char *path, const sinew_model *model,
                           const cli_pose_edits *options, pose_edits *out_edits);

/// Reads a file with one pose into `edits`, as stored local transforms and weights; joints and morphs are found by
/// name. Warns of joints that the model lacks. Returns 0, or the exit code after printing the error: the file is not a
/// pose, or has none of the model's joints.
int cli_read_stored_pose(const cli_context *context, const char *pose_path, const sinew_model *model,
                         pose_edits *edits);

/// One of the poses of a file.
typedef struct cli_stored_pose {
    double time; ///< seconds from the start of the clip
    char *clip;  ///< name of the clip in the file, or NULL
    pose_edits edits;
} cli_stored_pose;

/// Reads all poses of a file, sorted by time. Returns 0, or the exit code after printing the error; the caller frees
/// the poses in both cases.
int cli_read_stored_poses(const cli_context *context, const char *path, const sinew_model *model,
                          cli_stored_pose **out_poses, size_t *out_count);
void cli_free_stored_poses(cli_stored_pose *poses, size_t count);

#endif
