/// The model files that a command line names: files as they are, and the models in directories.
#ifndef SINEW_PROGRAM_CLI_CHECK_MODEL_FILES_H
#define SINEW_PROGRAM_CLI_CHECK_MODEL_FILES_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"

enum {
    CLI_MAX_LISTED_FILES = 65536, ///< of all directories
    CLI_MAX_LISTED_DEPTH = 16,
};

/// Lists files; a directory becomes the models in it and below, in byte order, chosen by their extension. Links to
/// directories are not followed. Paths are in the arena. A directory without models is a warning. Returns 0, or the
/// exit code after printing the error: no models at all, or more than CLI_MAX_LISTED_FILES.
int cli_list_models(const cli_context *context, const cli_files *named, sinew__arena *arena, cli_files *out_files);

#endif
