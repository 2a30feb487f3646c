/// Completion scripts, one writer a shell; all read the option tables.
#ifndef SINEW_CLI_HELP_COMPLETION_H
#define SINEW_CLI_HELP_COMPLETION_H

#include "base/buffer.h"
#include "cli/framework/command.h"

/// Shell commands that print the clips and the joints of a file, one name a line; the file is the first argument of the
/// function they stand in. They stop after a second, so that a slow file does not hold up the prompt.
#define CLI_COMPLETION_CLIPS                                                                                           \
    "timeout 1 sinew info --json \"$1\" 2>/dev/null | grep -o '\"number\":[0-9]*,\"name\":\"[^\"]*\"' | cut -d'\"' "   \
    "-f6"
#define CLI_COMPLETION_JOINTS                                                                                          \
    "timeout 1 sinew tree --quiet --format csv \"$1\" 2>/dev/null | sed -nE '1d;s/^[0-9]+,([^\",]*),.*/\\1/;"          \
    "s/^[0-9]+,\"(([^\"]|\"\")*)\",.*/\\1/;s/\"\"/\"/g;p'"

void cli_put_bash_completion(sinew__buffer *out);
void cli_put_zsh_completion(sinew__buffer *out);
void cli_put_fish_completion(sinew__buffer *out);

/// "text json dot csv" of "text|json|dot|csv".
void cli_put_choices(sinew__buffer *out, const char *choices);

/// Text in single quotes, as all three shells read it.
void cli_put_quoted(sinew__buffer *out, const char *text);

#endif
