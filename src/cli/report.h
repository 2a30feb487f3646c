/// Messages on stderr: one line `sinew: FILE: what is wrong`, perhaps a line `  hint: …`; with --json one `sinew.error/1` object.
#ifndef SINEW_CLI_REPORT_H
#define SINEW_CLI_REPORT_H

#include "base/error.h"
#include "cli/command.h"

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

/// Exit code of a command that went through several files: 0, the code that all failed with, or 7 with the message for it.
int cli_fail_some(const cli_context *context, size_t failed, size_t count, int code, int alike);

/// Whether colours go to stdout: --color, NO_COLOR, TERM, and whether it is a terminal.
int cli_wants_color(const cli_context *context);

#endif
