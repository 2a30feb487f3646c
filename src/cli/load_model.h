/// The one place where commands get their models from.
#ifndef SINEW_CLI_LOAD_MODEL_H
#define SINEW_CLI_LOAD_MODEL_H

#include "cli/command.h"
#include "sinew/model.h"

/// Loads a model file and prints its warnings on stderr. On failure it has printed the message and gives the exit code, else 0 and *out_model is
/// the caller's to destroy.
int cli_load_model(const cli_context *context, const char *path, sinew_model **out_model);

/// The same without the warnings, for commands that show them themselves.
int cli_load_model_quietly(const cli_context *context, const char *path, sinew_model **out_model);

#endif
