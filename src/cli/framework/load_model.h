/// The one place where commands get their models from.
#ifndef SINEW_CLI_FRAMEWORK_LOAD_MODEL_H
#define SINEW_CLI_FRAMEWORK_LOAD_MODEL_H

#include "cli/framework/command.h"
#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/pose.h"

/// What the options of the command line mean for the library.
sinew_load_options cli_load_options(const cli_context *context);

/// Loads a model file and prints its warnings on stderr. Clips are baked where `engine` plays rows: the others would
/// pay for it and use nothing. On failure it has printed the message and gives the exit code, else 0 and *out_model is
/// the caller's to destroy.
int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model);

/// The same with the clips of another file, `animation`, in place of its own; NULL: its own.
int cli_load_animated(const cli_context *context, const char *path, const char *animation, sinew_engine engine,
                      sinew_model **out_model);

enum { CLI_ABOUT = 1024 };

/// The same without a word, for a thread that plays. `out_about` gets what an error is about: one of the files, or
/// "one on another".
SINEW_NODISCARD sinew_result cli_read_animated(const char *path, const char *animation,
                                               const sinew_load_options *options, sinew_model **out_model,
                                               char out_about[CLI_ABOUT], sinew_error *out_error);

/// Whether the engine chosen can play another file's clips. On failure the message is printed and the exit code given,
/// else 0.
int cli_check_animation(const cli_context *context, const char *animation);

/// cli_load_animated without the warnings, for commands that show them themselves.
int cli_load_quietly(const cli_context *context, const char *path, const char *animation, sinew_engine engine,
                     sinew_model **out_model);

/// Prints a model's warnings on stderr; many only with --verbose.
void cli_print_warnings(const cli_context *context, const char *path, const sinew_model *model);

/// The clip that --clip means (NULL: the default one). On failure the message is printed and the exit code given, else
/// 0.
int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip);

// clang-format off
/// Row of an option table; `field` is a const char *.
#define CLI_CLIP_OPTION(settings, field)                                                                               \
    {"clip", 0, CLI_TEXT, "CLIP", "a clip: name, #N or glob; none is the rest pose", CLI_FIELD(settings, field),       \
     .complete = CLI_COMPLETE_CLIP}
/// The same for the file that the clips come from.
#define CLI_ANIM_OPTION(settings, field)                                                                               \
    {"anim", 0, CLI_TEXT, "FILE", "play the clips of this file, matching joints by name", CLI_FIELD(settings, field),  \
     .complete = CLI_COMPLETE_FILE}
// clang-format on

#endif
