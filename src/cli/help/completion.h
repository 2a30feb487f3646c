/// Completion scripts, generated from the option tables, one writer per shell.
#ifndef SINEW_CLI_HELP_COMPLETION_H
#define SINEW_CLI_HELP_COMPLETION_H

#include "base/buffer.h"
#include "cli/framework/command.h"

/// Shell commands that print the clips or the joints of the file $1, one name per line. They stop after a second, so
/// that a slow file does not block the prompt.
#define CLI_COMPLETION_CLIPS                                                                                           \
    "timeout 1 sinew info --json \"$1\" 2>/dev/null | grep -o '\"number\":[0-9]*,\"name\":\"[^\"]*\"' | cut -d'\"' "   \
    "-f6"
#define CLI_COMPLETION_JOINTS                                                                                          \
    "timeout 1 sinew tree --quiet --format csv \"$1\" 2>/dev/null | sed -nE '1d;s/^[0-9]+,([^\",]*),.*/\\1/;"          \
    "s/^[0-9]+,\"(([^\"]|\"\")*)\",.*/\\1/;s/\"\"/\"/g;p'"

void cli_put_bash_completion(sinew__buffer *out, const cli_command *const *commands);
void cli_put_zsh_completion(sinew__buffer *out, const cli_command *const *commands);
void cli_put_fish_completion(sinew__buffer *out, const cli_command *const *commands);

/// Puts text in single quotes, in the form that all three shells read.
void cli_put_quoted(sinew__buffer *out, const char *text);

#endif
