/// The edits of the command line. Each option is one edit, applied to the result of the option before it.
#ifndef SINEW_PROGRAM_CLI_EDIT_EDIT_STEPS_H
#define SINEW_PROGRAM_CLI_EDIT_EDIT_STEPS_H

#include "program/cli/framework/command.h"
#include "sinew/edit.h"
#include "sinew/export.h"

/// Default of --ease in seconds.
#define EDIT_EASE 0.25

/// A model that is edited. Free it with edit_job_free.
typedef struct edit_job {
    const cli_context *context;
    const char *path;   ///< path of the model's file
    sinew_model *model; ///< the result of the edits so far
    int32_t *clips;     ///< [clip_count] from sinew_allocate: clips that --clip chose; NULL: all
    int32_t clip_count;
    const char *during; ///< text of --during, the range of pose edits; NULL: the whole clip
    double ease;        ///< fade before and after edited poses, in seconds
    double error;       ///< allowed error of sampled motion, as in sinew_edit_options
    const char *option; ///< name of the option that is being done, for messages
} edit_job;

/// Applies one option: its name, and its value or NULL. Returns 0, or the exit code after printing the error. After an
/// error the model is unchanged.
int edit_apply(edit_job *job, const char *option, const char *text);

void edit_job_free(edit_job *job);

/// Selects the output format by name, or by the output's extension if `format` is NULL. *out_format is NULL for a
/// .sinew file. Returns 0, or the exit code after printing the error.
int edit_choose_format(const cli_context *context, const char *format, const char *output,
                       const sinew_export_format **out_format);

/// Loads a file with the clips of others, applies all steps and writes the model. Returns the exit code.
int edit_write_file(const cli_context *context, const char *path, const cli_texts *animations, const cli_steps *steps,
                    const sinew_export_format *format, const char *name);

/// Writes the model to a file in a format that holds clips; `format` NULL: as a .sinew file. On failure no partial file
/// remains. Returns the exit code.
int edit_write(const edit_job *job, const sinew_export_format *format, const char *name);

// clang-format off
/// Rows of an option table. `field` is a cli_steps.
#define EDIT_STEP(name, value, help, settings, field) {name, 0, CLI_STEP, value, help, CLI_FIELD(settings, field)}
#define EDIT_STEP_OPTIONS(settings, field)                                                                             \
    {"clip", 0, CLI_STEP, "CLIP", "change only these clips in the following edits: name, #N or glob (all)",              \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_CLIP},                                                       \
    {"keep", 0, CLI_STEP, "CLIP", "drop all other clips: name, #N or glob", CLI_FIELD(settings, field),                \
     .complete = CLI_COMPLETE_CLIP},                                                                                   \
    EDIT_STEP("rename", "OLD=NEW", "rename a clip", settings, field),                                                  \
    EDIT_STEP("name-clips", "file", "give clips the file's name if a program named them (mixamo.com, Take 001, Armature|...)", \
              settings, field),                                                                                        \
    EDIT_STEP("trim", "A..B", "keep only the range from one time to another", settings, field),                            \
    EDIT_STEP("split", "TIME,...", "split at times, or at the events of a track, into clips", settings, field),        \
    EDIT_STEP("join", NULL, "join clips into one", settings, field),                                                     \
    EDIT_STEP("start", "TIME", "move to this time of the file's timeline", settings, field),                           \
    EDIT_STEP("fps", "N", "set the frame rate; keys stay at their seconds", settings, field),                          \
    EDIT_STEP("speed", "FACTOR", "multiply the speed by this factor", settings, field),                                       \
    EDIT_STEP("reverse", NULL, "play backwards", settings, field),                                                     \
    EDIT_STEP("mirror", NULL, "exchange left and right", settings, field),                                             \
    EDIT_STEP("in-place", NULL, "remove the motion along the ground and about the up axis", settings, field),          \
    EDIT_STEP("close", "FRAMES", "blend the last frames of a loop into its first", settings, field),                  \
    EDIT_STEP("reduce", "FRACTION", "remove keys; the largest error is this fraction of the diagonal", settings, field),  \
    EDIT_STEP("during", "A..B", "apply the following poses in this range (the whole clip)", settings, field),           \
    EDIT_STEP("ease", "TIME", "fade the following poses in and out over this time (0.25)", settings, field),               \
    EDIT_STEP("still", "NAME", "add a clip of one frame, the start of the range of --during, and choose it", settings,   \
              field),                                                                                                  \
    {"set", 0, CLI_STEP, "EDIT", "edit a joint: 'UpperArm:rz=45 tx:=2'; = adds, := replaces",                          \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_JOINT},                                                      \
    {"ik", 0, CLI_STEP, "TARGET", "move a limb: 'LeftFoot=X,Y,Z' in model space", CLI_FIELD(settings, field),          \
     .complete = CLI_COMPLETE_JOINT},                                                                                  \
    {"pose", 0, CLI_STEP, "FILE", "pose the joints as in this file, which sinew pose --json wrote",                    \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_FILE, .is_input = 1},                                                       \
    {"keys", 0, CLI_STEP, "FILE", "add the poses of this file at their times, as the player marked them",              \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_FILE, .is_input = 1},                                                       \
    EDIT_STEP("scale", "FACTOR", "multiply all lengths of the model", settings, field),                                \
    {"drop-joints", 0, CLI_STEP, "JOINTS", "drop joints and all below them: names or globs, separated by commas",      \
     CLI_FIELD(settings, field), .complete = CLI_COMPLETE_JOINT_LIST},                                                 \
    EDIT_STEP("rename-joints", "OLD=NEW", "rename a joint, or all that fit a pattern with one *", settings, field),    \
    EDIT_STEP("strip-prefix", "PREFIX", "remove this from the start of joint names", settings, field)
// clang-format on

#endif
