#include "cli/framework/commands.h"

const cli_command *const cli_commands[] = {
    &cli_play, &cli_info,  &cli_tree, &cli_keys,  &cli_pose,       &cli_render, &cli_export,
    &cli_diff, &cli_bench, &cli_bake, &cli_cache, &cli_completion, &cli_help,   NULL,
};
