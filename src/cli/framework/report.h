/// Messages on stderr: one line `sinew: FILE: what is wrong`, perhaps a line `  hint: …`; with --json one
/// `sinew.error/1` object.
#ifndef SINEW_CLI_FRAMEWORK_REPORT_H
#define SINEW_CLI_FRAMEWORK_REPORT_H

#include "base/error.h"
#include "cli/framework/command.h"

/// Exit code of a result.
int cli_exit_of(sinew_result result);

/// Prints an error about `file` (NULL: about none) and gives its exit code.
int cli_fail(const cli_context *context, const char *file, const sinew_error *error);

/// Prints a usage error, exit 2. `code` is the short name in JSON; `hint` may be NULL.
int cli_fail_usage(const cli_context *context, const char *code, const char *hint, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Out of memory, exit 70.
int cli_fail_memory(const cli_context *context);

/// Prints `sinew: FILE: warning: …`, unless --quiet.
void cli_warn(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// How the files of a command went. Zero it.
typedef struct cli_tally {
    size_t count, failed;
    int code;      ///< exit code of the first that failed
    int differing; ///< another failed with another code
} cli_tally;

/// Counts one file that ended with an exit code.
void cli_count_file(cli_tally *tally, int code);

/// Exit code of all: 0, the code that all failed with, or 7 with the message for it.
int cli_fail_some(const cli_context *context, const cli_tally *tally);

/// Whether colours go to stdout: --color, NO_COLOR, TERM, and whether it is a terminal.
int cli_wants_color(const cli_context *context);

#endif
