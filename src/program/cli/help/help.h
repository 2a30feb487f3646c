/// Help text, generated from the command and option tables, and the topics.
#ifndef SINEW_PROGRAM_CLI_HELP_HELP_H
#define SINEW_PROGRAM_CLI_HELP_HELP_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

/// Puts the explanation of an option, and its choices.
void cli_put_option_meaning(sinew__buffer *text, const cli_option *option);

/// Puts a sentence with the limit of processor time of a command; nothing if it has none.
void cli_put_limit(sinew__buffer *text, const cli_command *command);

/// Puts usage, description and options of a command.
void cli_put_command_help(sinew__buffer *text, const cli_command *command);

/// Puts the list of commands, the global options and the topics.
void cli_put_program_help(sinew__buffer *text, const cli_command *const *commands);

/// Wraps help text, writes it to stdout and frees it. Returns the exit code.
int cli_write_help(const cli_context *context, sinew__buffer *text);

typedef struct cli_topic {
    const char *name, *summary;
    const char *heading;             ///< title in the manual page; NULL: the first line of the text
    const char *text;                ///< text of the topic; NULL: `put` makes it
    void (*put)(sinew__buffer *out); ///< makes the text of a topic from a table; NULL: use `text`
} cli_topic;

/// The help topics. An entry without a name ends the table.
extern const cli_topic cli_topics[];

#endif
