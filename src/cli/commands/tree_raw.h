/// `sinew tree --raw`: the nodes as the importer has them, its pivot nodes included.
#ifndef SINEW_CLI_COMMANDS_TREE_RAW_H
#define SINEW_CLI_COMMANDS_TREE_RAW_H

#include "cli/framework/command.h"
#include "sinew/model.h"

/// Prints the nodes down to `depth` levels, as text or JSON; gives the exit code.
int cli_print_raw_tree(const cli_context *context, const char *path, const sinew_model *model, int32_t depth,
                       int as_json);

#endif
