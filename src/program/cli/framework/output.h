/// Writing the data of a command: to a file completely or not at all, to stdout at once or in chunks.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

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

/// Refuses to overwrite a file that the command reads, under any name. `inputs` [count] are paths or NULL. Returns 0,
/// or the exit code after printing the error.
int cli_check_output(const cli_context *context, const char *path, const char *const *inputs, size_t count);

/// Checks that an output name has the given extension (".sinew"), ignoring case; "-" passes. Returns 0, or the exit
/// code after printing the error.
int cli_check_extension(const cli_context *context, const char *path, const char *extension);

/// Creates a directory, and those above it, where they are missing, as the umask says. Returns 0, or the exit code
/// after printing the error.
int cli_create_folder(const cli_context *context, const char *folder);

/// The name of an output in messages: its path, or "standard output".
const char *cli_output_label(const char *path);

#endif
