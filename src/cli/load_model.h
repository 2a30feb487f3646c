/// The one place where commands get their models from.
#ifndef SINEW_CLI_LOAD_MODEL_H
#define SINEW_CLI_LOAD_MODEL_H

#include "cli/command.h"
#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/pose.h"

/// What the options of the command line mean for the library.
sinew_load_options cli_load_options(const cli_context *context);

/// Loads a model file and prints its warnings on stderr. Clips are baked where `engine` plays rows: the others would
/// pay for it and use nothing. On failure it has printed the message and gives the exit code, else 0 and *out_model is
/// the caller's to destroy.
int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model);

/// The same without the warnings, for commands that show them themselves.
int cli_load_model_quietly(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model);

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
// clang-format on

#endif
