/// Loads models for the commands, and finds models in the directories that a command line names.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_LOAD_MODEL_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_LOAD_MODEL_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"
#include "sinew/clip.h"
#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

/// Converts the global options to the library's load options.
sinew_load_options cli_load_options(const cli_context *context);

/// Callback sinew_load_options.warn. `user` is a cli_load_progress.
void cli_load_warn(void *user, const char *text);

/// Loads a model file and prints its warnings. Clips are baked only if the engine plays baked clips. Returns 0, and the
/// caller owns *out_model; or the exit code after printing the error.
int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model);

/// Does the same as cli_load_model, and adds the clips of the files `animations`.
int cli_load_animated(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                      sinew_model **out_model);

enum { CLI_SUBJECT_SIZE = 1024 };

/// Opens a clip file (clip.h); the caller closes it. For any other file, and for a file that cannot be read, returns
/// SINEW_OK with *out_clip NULL.
SINEW_NODISCARD sinew_result cli_read_clip_file(const char *path, sinew_clip_file **out_clip, sinew_error *out_error);

/// Does the same as cli_load_animated without printing anything, for threads of the player. On failure `out_subject`
/// names the file that the error concerns, or "FILE on FILE" if it concerns two.
SINEW_NODISCARD sinew_result cli_read_animated(const cli_context *context, const char *path,
                                               const cli_texts *animations, const sinew_load_options *options,
                                               sinew_model **out_model, char out_subject[CLI_SUBJECT_SIZE],
                                               sinew_error *out_error);

/// Finds the reference pose that --reference names for a body. `key` is the body, "character" or "animation"; in
/// --reference, a pose without a key is for the animation. If --reference names no pose for the body, the best pose is
/// found.
SINEW_NODISCARD sinew_result cli_find_reference(const cli_context *context, const sinew_model *model, const char *key,
                                                sinew_reference *out_reference, sinew_error *out_error);

/// Checks that the selected engine can play clips of other files, and that there are animations if --retarget is given.
/// Returns 0, or the exit code after printing the error.
int cli_check_animation(const cli_context *context, const cli_texts *animations);

/// Does the same as cli_check_output for a command that reads the file `path` (or NULL) and the animations.
int cli_check_animated_output(const cli_context *context, const char *output, const char *path,
                              const cli_texts *animations);

/// Does the same as cli_load_animated, but prints no warnings, for commands that show the warnings in their output.
int cli_load_quietly(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                     sinew_model **out_model);

/// Prints a model's warnings on stderr: the first eight; with --verbose all of them, and the notes.
void cli_print_warnings(const cli_context *context, const char *path, const sinew_model *model);

/// Returns the engine for a loaded model: `engine`, or `fast` instead of `exact` if the model was stripped of its
/// curves. Prints a warning if the user selected `exact`.
sinew_engine cli_engine_of_model(const cli_context *context, const char *path, const sinew_model *model,
                                 sinew_engine engine);

/// Checks that a model has its curves, which stripping removes. Returns 0, or the exit code after printing the error.
int cli_check_curves(const cli_context *context, const char *path, const sinew_model *model);

int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip);

// clang-format off
/// A row of an option table. `field` is a const char *.
#define CLI_CLIP_OPTION(settings, field)                                                                               \
    {"clip", 0, CLI_TEXT, "CLIP", "select the clip: name, #N or glob; none is the rest pose", CLI_FIELD(settings, field),       \
     .complete = CLI_COMPLETE_CLIP}

/// A row for `--anim FILE`, files whose clips are added. `field` is a cli_texts.
#define CLI_ANIM_OPTION(settings, field)                                                                               \
    {"anim", 0, CLI_TEXTS, "FILE", "add the clips of this file; repeatable", CLI_FIELD(settings, field),  \
     .complete = CLI_COMPLETE_FILE, .is_input = 1}

/// A row for `--in-place` of commands that show poses. `field` is an int. Commands that write clips have a row of their
/// own: they also remove the rotation about the up axis.
#define CLI_IN_PLACE_OPTION(settings, field)                                                                           \
    {"in-place", 0, CLI_SWITCH, NULL, "remove the motion of the character over the ground", CLI_FIELD(settings, field)}

// clang-format on

typedef struct cli_load_progress {
    const cli_context *context;
    const char *path;
    const char *verb; ///< verb of the progress line; NULL: "reading"
    int shown;        ///< seconds × 10 that the line shows; 0: not shown yet
} cli_load_progress;

/// Callback for sinew_load_options.progress and sinew_bake_options.progress; `user` is a cli_load_progress. Shows the
/// elapsed time, but not in the first half second, nor if stderr is not a terminal. Returns 1 if `q` was pressed, which
/// cancels the work.
int cli_load_progress_show(void *user, double seconds);

/// Erases the progress line, and restores the terminal.
void cli_load_progress_end(cli_load_progress *progress);

/// Lists the named files. A directory stands for the models in it and below it, which are recognized by their
/// extensions and listed in the byte order of their paths; links to directories are not followed. Paths and `below` are
/// in the arena. A directory without models causes a warning. Returns 0, or the exit code after printing the error:
/// there is no model, or there are more than 65536.
int cli_list_models(const cli_context *context, const cli_files *named, sinew__arena *arena, cli_files *out_files);

/// Replaces each directory in `files` by the models directly in it and, if `is_recursive`, also by the models below it:
/// at most 10000 models in all.
int cli_expand_folders(const cli_context *context, int is_recursive, sinew__arena *arena, cli_files *files);

// clang-format off
/// A row of an option table. `field` is an int. Directories among the arguments of a command with this option are
/// replaced by their models before the command runs.
#define CLI_RECURSIVE_OPTION(settings, field)                                                                          \
    {"recursive", 0, CLI_SWITCH, NULL, "also take the models in the directories below a directory",                    \
     CLI_FIELD(settings, field)}
// clang-format on

#endif
