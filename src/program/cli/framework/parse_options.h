/// Parses the command line into settings.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_PARSE_OPTIONS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_PARSE_OPTIONS_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"

/// A parsed command line. Lists are in the arena; texts point into the words.
typedef struct cli_line {
    cli_context context;
    void *settings;
    cli_files files;
    sinew__arena arena;
} cli_line;

/// Parses `words` with the options of the command, including the global ones that it takes. `commands` is the table of
/// all commands, for hints. Returns 0, or the exit code after printing the error. In both cases line->context is valid,
/// and line->arena must be freed.
int cli_parse(const cli_command *command, const cli_command *const *commands, int count, char **words, cli_line *line);

/// Returns whether --json is among the words. It applies to all messages, even about parsing.
int cli_wants_json(int count, char **words);

#endif
