/// The output of a command: its results on stdout or in a file, its progress, and messages on stderr: one line `sinew:
/// FILE: problem` and an optional line `  hint: …`; with --json one `sinew.error/1` object.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "program/cli/framework/command.h"

/// The exit code for a result.
int cli_exit_of(sinew_result result);

/// Prints an error about `file` (may be NULL) and returns its exit code. Adds a hint that names the option to use where
/// the library cannot know it.
int cli_fail(const cli_context *context, const char *file, const sinew_error *error);

/// Like cli_fail, for a model that the command line names: for a directory, adds a hint with the commands that take
/// one.
int cli_fail_model(const cli_context *context, const char *path, const sinew_error *error);

/// Prints a usage error and returns exit code 2. `code` is the short name in JSON; `hint` may be NULL.
int cli_fail_usage(const cli_context *context, const char *code, const char *hint, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Prints that `what` is not part of this build of sinew, and how to get it. Returns CLI_EXIT_NOT_BUILT.
int cli_fail_not_built(const cli_context *context, const char *what, const char *hint);

/// Prints that an option does not take this word, and which words it takes. Returns exit code 2.
int cli_fail_choice(const cli_context *context, const cli_option *option, const char *word);

/// Prints that no format has this name or, if it is NULL, that none has the extension of `output`, and which words
/// --format takes. Returns exit code 2.
int cli_fail_format(const cli_context *context, const cli_option *option, const char *name, const char *output);

/// Prints "out of memory" and returns exit code 70.
int cli_fail_memory(const cli_context *context);

/// Prints `sinew: FILE: warning: …`, unless --quiet.
void cli_warn(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// Prints `sinew: FILE: …` about a choice that the user did not make, unless --quiet or --json.
void cli_note(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// Lets the processor time of the command begin anew, for this many files: beyond it the program ends with exit code 70
/// and a message. Call it when a command learns that directories hold more files than were named.
void cli_limit_time(const cli_context *context, size_t files);

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

/// Returns the requested --format; without one, JSON with --json and text otherwise.
int cli_format_of(const cli_context *context, int requested);

/// Writes the text to stdout and frees it. Returns the exit code: 0 (also for a closed pipe), 6 for a write error, 70
/// when the text is incomplete for lack of memory.
int cli_write_stdout(const cli_context *context, sinew__buffer *text);

/// Writes a chunk of a long output to stdout and empties the buffer, so that the output need not fit in memory. Call it
/// only when no later step can fail. *out_is_open is 0 when the reader has closed the pipe. Returns the exit code.
int cli_write_chunk(const cli_context *context, sinew__buffer *text, int *out_is_open);

/// Like cli_write_stdout, but writes the file `path` completely or not at all; "-" is stdout.
int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text);

/// Refuses to overwrite a file that the command has opened so far, or will read, under any name. `inputs` [count] are
/// paths of the latter or NULL. Returns 0, or the exit code after printing the error.
int cli_check_output(const cli_context *context, const char *path, const char *const *inputs, size_t count);

/// Checks that an output name has the given extension (".sinew"), ignoring case; "-" passes. Returns 0, or the exit
/// code after printing the error.
int cli_check_extension(const cli_context *context, const char *path, const char *extension);

/// Creates a directory, and those above it, if they are missing, as the umask says. Returns 0, or the exit code
/// after printing the error.
int cli_create_folder(const cli_context *context, const char *folder);

/// Creates the directory that an output is in, likewise.
int cli_create_folder_of(const cli_context *context, const char *name);

/// The name of an output in messages: its path, or "standard output".
const char *cli_output_label(const char *path);

typedef struct cli_progress {
    const cli_context *context;
    const char *verb, *unit; ///< "drawn", "images"
    size_t total;            ///< steps
    size_t done;             ///< steps that are done
    double started;          ///< sinew__now() at the start
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

/// Writes `size` bytes of text to stderr in place of the line. The next step shows the line again.
void cli_progress_put_message(const char *text, size_t size);

/// Whether there is a progress line: on a terminal, unless --quiet or --json.
int cli_progress_is_wanted(const cli_context *context);

/// Shows a printable text as the line, or erases it for NULL.
void cli_progress_put_line(const char *text);

#endif
