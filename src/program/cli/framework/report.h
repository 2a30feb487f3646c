/// Output of commands. Results go to stdout or a file, progress and messages to stderr. A message is one line `sinew:
/// FILE: problem` and an optional line `  hint: …`; with --json it is one `sinew.error/1` object.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_REPORT_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "program/cli/framework/command.h"

/// Returns the exit code for a result.
int cli_exit_of(sinew_result result);

/// Prints an error about `file` (may be NULL). Adds a hint if an option of the program helps, because the library's
/// text cannot name options. Returns the exit code.
int cli_fail(const cli_context *context, const char *file, const sinew_error *error);

/// Does the same as cli_fail for a model of the command line. If it is a directory, the hint names the commands that
/// take directories.
int cli_fail_model(const cli_context *context, const char *path, const sinew_error *error);

/// Prints a usage error and returns exit code 2. `code` is the error's short name in JSON; `hint` may be NULL.
int cli_fail_usage(const cli_context *context, const char *code, const char *hint, const char *format, ...)
    SINEW_PRINTF(4, 5);

/// Prints that this build lacks `what`, and how to get it. Returns CLI_EXIT_NOT_BUILT.
int cli_fail_not_built(const cli_context *context, const char *what, const char *hint);

/// Prints that an option does not take a word, and the words that it takes. Returns exit code 2.
int cli_fail_choice(const cli_context *context, const cli_option *option, const char *word);

/// Prints that no format has this name (NULL: the extension of `output`), and the words that --format takes. Returns
/// exit code 2.
int cli_fail_format(const cli_context *context, const cli_option *option, const char *name, const char *output);

/// Prints "out of memory" and returns exit code 70.
int cli_fail_memory(const cli_context *context);

/// Prints `sinew: FILE: warning: …`, unless --quiet.
void cli_warn(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// Prints `sinew: FILE: …` about a decision of the program, unless --quiet or --json.
void cli_note(const cli_context *context, const char *file, const char *format, ...) SINEW_PRINTF(3, 4);

/// Restarts the limit of processor time, now for `files` files. When the limit is exceeded, the program ends with exit
/// code 70 and a message. Commands call this function if directories hold more files than the command line names.
void cli_limit_time(const cli_context *context, size_t files);

/// Counts the exit codes of several files. A zeroed one is empty.
typedef struct cli_tally {
    size_t count, failed;
    int code;      ///< exit code of the first failed file
    int differing; ///< whether failed files have different exit codes
} cli_tally;

/// Adds the exit code of one file.
void cli_count_file(cli_tally *tally, int code);

/// Returns the exit code of a run over several files: 0; the common code if all files failed with the same one; else 7,
/// after printing a message.
int cli_fail_some(const cli_context *context, const cli_tally *tally);

/// Returns whether stdout is coloured, by --color, NO_COLOR, TERM, and by whether stdout is a terminal.
int cli_wants_color(const cli_context *context);

/// Returns the output format: the requested one; without a request JSON with --json, else text.
int cli_format_of(const cli_context *context, int requested);

/// Writes a text to stdout and frees it. Returns the exit code: 0, even if the reader closed the pipe; 6 for a write
/// error; 70 if the text is incomplete because memory ran out.
int cli_write_stdout(const cli_context *context, sinew__buffer *text);

/// Writes a part of a long output to stdout and empties the buffer, so that the output need not fit in memory. Call it
/// only if no later step can fail. *out_is_open becomes 0 when the reader has closed the pipe. Returns the exit code.
int cli_write_chunk(const cli_context *context, sinew__buffer *text, int *out_is_open);

/// Does the same as cli_write_stdout for a file `path`, which is written completely or not at all; "-" is stdout.
int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text);

/// Fails if an output would overwrite a file that the command has read or will read, under any name. `inputs` [count]
/// are the paths that will be read, or NULL. Returns 0, or the exit code after printing the error.
int cli_check_output(const cli_context *context, const char *path, const char *const *inputs, size_t count);

/// Checks that the name of an output has an extension (".sinew"), ignoring case; "-" passes. Returns 0, or the exit
/// code after printing the error.
int cli_check_extension(const cli_context *context, const char *path, const char *extension);

/// Creates a directory and its missing parents, with the permissions of the umask. Returns 0, or the exit code after
/// printing the error.
int cli_create_folder(const cli_context *context, const char *folder);

/// Creates the directory of an output, if it is missing. Returns 0, or the exit code after printing the error.
int cli_create_folder_of(const cli_context *context, const char *name);

/// Returns the name of an output for messages: its path, or "standard output".
const char *cli_output_label(const char *path);

typedef struct cli_progress {
    const cli_context *context;
    const char *verb, *unit; ///< verb and unit of the line, such as "drawn" and "images"
    size_t total;            ///< number of steps
    size_t done;             ///< steps that are done
    double started;          ///< sinew__now() when the work began
    double shown;            ///< sinew__now() when the line was last printed; 0: never
} cli_progress;

/// Begins work of `total` steps, and stores the time.
cli_progress cli_progress_begin(const cli_context *context, const char *verb, const char *unit, size_t total);

/// Counts a step as done, and updates the line at most ten times per second. The line is not shown in the first second,
/// nor if stderr is not a terminal.
void cli_progress_add(cli_progress *progress);

/// Sets the number of steps done and in total, for work whose number of steps is not known before. Updates the line as
/// cli_progress_add does.
void cli_progress_set(cli_progress *progress, size_t done, size_t total);

/// Erases the line.
void cli_progress_end(cli_progress *progress);

/// Erases the line and writes a message of `size` bytes to stderr. The next step shows the line again.
void cli_progress_put_message(const char *text, size_t size);

/// Returns whether a progress line is wanted: stderr is a terminal, without --quiet and --json.
int cli_progress_is_wanted(const cli_context *context);

/// Shows a printable text as the progress line; NULL erases the line.
void cli_progress_put_line(const char *text);

#endif
