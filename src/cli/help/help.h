/// Help text, generated from the command and option tables.
#ifndef SINEW_CLI_HELP_HELP_H
#define SINEW_CLI_HELP_HELP_H

#include "base/buffer.h"
#include "cli/framework/command.h"

/// Puts the explanation of an option, with its choices.
void cli_put_option_meaning(sinew__buffer *text, const cli_option *option);

/// Puts usage, description and options of one command.
void cli_put_command_help(sinew__buffer *text, const cli_command *command);

/// Puts the list of commands, the global options and the topics.
void cli_put_program_help(sinew__buffer *text, const cli_command *const *commands);

/// Wraps help text, writes it to stdout and frees it. Returns the exit code.
int cli_write_help(const cli_context *context, sinew__buffer *text);

#endif
