/// Help made from the tables.
#ifndef SINEW_CLI_HELP_HELP_H
#define SINEW_CLI_HELP_HELP_H

#include "base/buffer.h"
#include "cli/framework/command.h"

/// The explanation of an option, with its choices.
void cli_put_option_meaning(sinew__buffer *text, const cli_option *option);

/// Usage, description and options of one command.
void cli_put_command_help(sinew__buffer *text, const cli_command *command);

/// The program: its commands, the options of all of them, the topics.
void cli_put_program_help(sinew__buffer *text);

/// Writes help to stdout, filled, and frees it. Returns the exit code.
int cli_write_help(const cli_context *context, sinew__buffer *text);

#endif
