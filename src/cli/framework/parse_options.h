/// Words of the command line → settings.
#ifndef SINEW_CLI_FRAMEWORK_PARSE_OPTIONS_H
#define SINEW_CLI_FRAMEWORK_PARSE_OPTIONS_H

#include "base/arena.h"
#include "cli/framework/command.h"

/// What one command line says. Lists live in the arena; texts are the words themselves.
typedef struct cli_line {
    cli_context context;
    void *settings;
    cli_files files;
    sinew__arena arena;
} cli_line;

/// Reads `words` by the command's table and the global one. On failure it has printed the message and gives the exit
/// code, else 0. `line->context` holds what is known already (json, for messages).
int cli_parse(const cli_command *command, int count, char **words, cli_line *line);

/// Whether --json is among the words, wherever: it counts for every message.
int cli_wants_json(int count, char **words);

#endif
