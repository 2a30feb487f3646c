/// Loading models for the commands, and finding them in the folders that a command line names.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_LOAD_MODEL_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_LOAD_MODEL_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"
#include "sinew/clip.h"
#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"

/// Converts the global options to load options of the library.
sinew_load_options cli_load_options(const cli_context *context);

/// For sinew_load_options.warn; `user` is a cli_load_progress.
void cli_load_warn(void *user, const char *text);

/// Loads a model file and prints its warnings on stderr. Clips are baked only for an engine that plays baked frames.
/// Returns 0, and the caller owns *out_model; or the exit code after printing the error.
int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model);

/// Like cli_load_model, and adds the clips of the files `animations`.
int cli_load_animated(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                      sinew_model **out_model);

enum { CLI_SUBJECT_SIZE = 1024 };

/// Opens a file that holds a clip of its own (clip.h). *out_clip is NULL for any other file, and for one that cannot be
/// read, with SINEW_OK; the caller closes it.
SINEW_NODISCARD sinew_result cli_read_clip_file(const char *path, sinew_clip_file **out_clip, sinew_error *out_error);

/// Like cli_load_animated, but prints nothing, for a thread of the player. On failure `out_subject` names the file that
/// the error concerns, or "one on another".
SINEW_NODISCARD sinew_result cli_read_animated(const cli_context *context, const char *path,
                                               const cli_texts *animations, const sinew_load_options *options,
                                               sinew_model **out_model, char out_subject[CLI_SUBJECT_SIZE],
                                               sinew_error *out_error);

/// Finds the reference pose that --reference names for a body: `key` is "character" or "animation", which a pose
/// without a body is of. Without one, the best is.
SINEW_NODISCARD sinew_result cli_find_reference(const cli_context *context, const sinew_model *model, const char *key,
                                                sinew_reference *out_reference, sinew_error *out_error);

/// Checks that the selected engine can play the clips of other files, and that there are some to retarget. Returns 0,
/// or the exit code after printing the error.
int cli_check_animation(const cli_context *context, const cli_texts *animations);

/// Like cli_check_output, for a command that reads the file `path` (or NULL) and the animations.
int cli_check_animated_output(const cli_context *context, const char *output, const char *path,
                              const cli_texts *animations);

/// Like cli_load_animated, but does not print the warnings, for commands that show them in their output.
int cli_load_quietly(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                     sinew_model **out_model);

/// Prints a model's warnings on stderr: the first eight, or all of them and the notes with --verbose.
void cli_print_warnings(const cli_context *context, const char *path, const sinew_model *model);

/// The engine for a loaded model: `engine`, or `fast` in place of the exact one if the model is stripped of the curves
/// that it reads. Prints a warning if the user selected the exact one.
sinew_engine cli_engine_of_model(const cli_context *context, const char *path, const sinew_model *model,
                                 sinew_engine engine);

/// Checks that a model has curves: whether it was not stripped. Returns 0, or the exit code after printing the error.
int cli_check_curves(const cli_context *context, const char *path, const sinew_model *model);

/// Finds the clip that --clip selects (NULL: the default clip). Returns 0, or the exit code after printing the error.
int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip);

// clang-format off
/// Row of an option table; `field` is a const char *.
#define CLI_CLIP_OPTION(settings, field)                                                                               \
    {"clip", 0, CLI_TEXT, "CLIP", "select the clip: name, #N or glob; none is the rest pose", CLI_FIELD(settings, field),       \
     .complete = CLI_COMPLETE_CLIP}

/// `--anim FILE`, the files whose clips are added; `field` is a cli_texts.
#define CLI_ANIM_OPTION(settings, field)                                                                               \
    {"anim", 0, CLI_TEXTS, "FILE", "add the clips of this file; repeatable", CLI_FIELD(settings, field),  \
     .complete = CLI_COMPLETE_FILE, .is_input = 1}

/// `--in-place` of commands that show a pose; `field` is an int. Commands that write clips also remove the turning.
#define CLI_IN_PLACE_OPTION(settings, field)                                                                           \
    {"in-place", 0, CLI_SWITCH, NULL, "remove the motion of the character over the ground", CLI_FIELD(settings, field)}

// clang-format on

typedef struct cli_load_progress {
    const cli_context *context;
    const char *path;
    const char *verb; ///< NULL: "reading"
    int shown;        ///< elapsed time that the line shows, in tenths of a second; 0: no line yet
} cli_load_progress;

/// For sinew_load_options.progress and sinew_bake_options.progress, with a cli_load_progress as `user`. Prints nothing
/// in the first half second, or when stderr is not a terminal. Returns 1 when `q` is pressed, which cancels it.
int cli_load_progress_show(void *user, double seconds);

/// Erases the line and restores the terminal.
void cli_load_progress_end(cli_load_progress *progress);

/// Lists files; a directory becomes the models in it and below, in byte order, chosen by their extension. Links to
/// directories are not followed. Paths and `below` are in the arena. A directory without models is a warning. Returns
/// 0, or the exit code after printing the error: no models at all, or more than 65536.
int cli_list_models(const cli_context *context, const cli_files *named, sinew__arena *arena, cli_files *out_files);

/// Lists files in place; a directory becomes the models directly in it, or also those below if `is_recursive`, at most
/// 10000 of them.
int cli_expand_folders(const cli_context *context, int is_recursive, sinew__arena *arena, cli_files *files);

// clang-format off
/// Row of an option table; `field` is an int. Directories among the arguments of a command that has it are expanded
/// before it runs.
#define CLI_RECURSIVE_OPTION(settings, field)                                                                          \
    {"recursive", 0, CLI_SWITCH, NULL, "also take the models in the directories below a directory",                    \
     CLI_FIELD(settings, field)}
// clang-format on

#endif
