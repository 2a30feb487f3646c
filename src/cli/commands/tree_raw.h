/// `sinew tree --raw`: all nodes of the importer, including pivot nodes.
#ifndef SINEW_CLI_COMMANDS_TREE_RAW_H
#define SINEW_CLI_COMMANDS_TREE_RAW_H

#include "cli/framework/command.h"
#include "sinew/model.h"

/// Prints `depth` levels of nodes as text or JSON; returns the exit code.
int cli_print_raw_tree(const cli_context *context, const char *path, const sinew_model *model, int32_t depth,
                       int as_json);

#endif
