#include "cli/framework/commands.h"

#include <string.h>

const cli_command *const cli_commands[] = {
    &cli_play, &cli_info,  &cli_tree, &cli_keys,  &cli_pose,       &cli_render, &cli_export,
    &cli_diff, &cli_bench, &cli_bake, &cli_cache, &cli_completion, &cli_help,   NULL,
};

const cli_command *cli_command_named(const char *name)
{
    for (const cli_command *const *row = cli_commands; *row; ++row) {
        if (strcmp((*row)->name, name) == 0) return *row;
    }
    return NULL;
}
