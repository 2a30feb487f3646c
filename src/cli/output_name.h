/// Names of output files with `{file} {clip} {number} {frame} {time}` in them; `{frame:04}` is padded with zeros.
#ifndef SINEW_CLI_OUTPUT_NAME_H
#define SINEW_CLI_OUTPUT_NAME_H

#include "cli/command.h"

/// What the braces stand for.
typedef struct cli_name_facts {
    const char *path; ///< of the model; {file} is its name without folder and extension
    const char *clip; ///< or NULL: "rest"
    int32_t number;   ///< of the output, from 1
    double seconds;   ///< on the file's timeline
    double fps;       ///< 0: {frame} is an error
} cli_name_facts;

/// Fills in the braces; *out_name is from malloc. On failure (an unknown word in braces) the message is printed and the
/// exit code given, else 0.
int cli_fill_name(const cli_context *context, const char *pattern, const cli_name_facts *facts, char **out_name);

/// Whether two of the names are equal: then the message is printed and the exit code given, else 0. `names` [count] are
/// left as they are.
int cli_check_names(const cli_context *context, char *const *names, size_t count);

#endif
