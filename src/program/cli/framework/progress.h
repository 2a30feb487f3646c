/// The progress line of the program, of which there is one: how many steps of some work are done and the time to go, or
/// the file that is read. Any thread may update it, and messages of any thread go above it.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_PROGRESS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_PROGRESS_H

#include <stddef.h>

#include "program/cli/framework/command.h"

typedef struct cli_progress {
    const cli_context *context;
    const char *verb, *unit; ///< "drawn", "images"
    size_t total;            ///< steps
    size_t done;             ///< of them
    double started;          ///< of sinew__now
    double shown;            ///< when the line was last printed; 0: never
} cli_progress;

/// Starts the clock of work of `total` steps.
cli_progress cli_progress_begin(const cli_context *context, const char *verb, const char *unit, size_t total);

/// Counts a step as done, and updates the line ten times per second. Prints nothing in the first second, or when
/// stderr is not a terminal.
void cli_progress_add(cli_progress *progress);

/// Sets how many of how many steps are done, for work whose steps are not known before; updates the line likewise.
void cli_progress_set(cli_progress *progress, size_t done, size_t total);

/// Erases the line.
void cli_progress_end(cli_progress *progress);

/// Whether there is a progress line: on a terminal, unless --quiet or --json.
int cli_progress_is_wanted(const cli_context *context);

/// Shows a printable text as the line, or erases it for NULL.
void cli_progress_put_line(const char *text);

/// Writes a message of `size` bytes to stderr in place of the line. The next step shows it again.
void cli_progress_put_message(const char *text, size_t size);

#endif
