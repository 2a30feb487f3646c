/// Messages on stderr: one line `sinew: FILE: problem` and an optional line `  hint: …`; with --json one
/// `sinew.error/1` object.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H

#include "core/base/error.h"
#include "program/cli/framework/command.h"

/// The exit code for a result.
int cli_exit_of(sinew_result result);

/// Prints an error about `file` (may be NULL) and returns its exit code. Adds a hint that names the option to use where
/// the library cannot know it.
int cli_fail(const cli_context *context, const char *file, const sinew_error *error);

/// Prints a usage error and returns exit code 2. `code` is the short name in JSON; `hint` may be NULL.
int cli_fail_usage(const cli_context *context, const char *code, const char *hint, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Prints that an option does not take this word, and which words it takes. Returns exit code 2.
int cli_fail_choice(const cli_context *context, const cli_option *option, const char *word);

/// Prints "out of memory" and returns exit code 70.
int cli_fail_memory(const cli_context *context);

/// Prints `sinew: FILE: warning: …`, unless --quiet.
void cli_warn(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// Exit codes of several files. Initialize to zero.
typedef struct cli_tally {
    size_t count, failed;
    int code;      ///< exit code of the first failed file
    int differing; ///< whether the failed files have different exit codes
} cli_tally;

/// Adds the exit code of one file.
void cli_count_file(cli_tally *tally, int code);

/// Returns the exit code of the command: 0, the code that all files failed with, or 7 after printing the message.
int cli_fail_some(const cli_context *context, const cli_tally *tally);

/// Whether stdout gets colours, by --color, NO_COLOR, TERM and whether stdout is a terminal.
int cli_wants_color(const cli_context *context);

#endif
