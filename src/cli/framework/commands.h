/// The table of commands.
#ifndef SINEW_CLI_FRAMEWORK_COMMANDS_H
#define SINEW_CLI_FRAMEWORK_COMMANDS_H

#include "cli/framework/command.h"

extern const cli_command cli_play, cli_info, cli_tree, cli_keys, cli_pose, cli_render, cli_export, cli_diff, cli_bench,
    cli_bake, cli_cache, cli_completion, cli_help;

/// In the order of `sinew help`; NULL ends it.
extern const cli_command *const cli_commands[];

/// The command of that name, or NULL.
const cli_command *cli_command_named(const char *name);

#endif
