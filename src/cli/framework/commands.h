/// The table of commands. Only main.c reads it; commands get it in their cli_context.
#ifndef SINEW_CLI_FRAMEWORK_COMMANDS_H
#define SINEW_CLI_FRAMEWORK_COMMANDS_H

#include "cli/framework/command.h"

extern const cli_command cli_play, cli_info, cli_tree, cli_keys, cli_pose, cli_render, cli_export, cli_diff, cli_bench,
    cli_bake, cli_cache, cli_completion, cli_help;

/// In the order of `sinew help`; NULL-terminated.
extern const cli_command *const cli_commands[];

#endif
