/// Where the data of a command goes: complete, or not at all. Only long answers go to stdout in pieces.
#ifndef SINEW_CLI_FRAMEWORK_OUTPUT_H
#define SINEW_CLI_FRAMEWORK_OUTPUT_H

#include "base/buffer.h"
#include "cli/framework/command.h"

/// The format of --format, else JSON or text, as --json says.
int cli_format_of(const cli_context *context, int asked);

/// Writes the text to stdout and frees it. Gives the exit code: 0 also when nobody reads on, 6 when the disk is full,
/// 70 when the text ran out of memory.
int cli_write_stdout(const cli_context *context, sinew__buffer *text);

/// Writes the beginning of a text that goes on to stdout, and empties it: for data that memory need not hold at once,
/// where nothing can go wrong any more. *out_is_read: whether anybody reads on. Gives the exit code as above.
int cli_write_part(const cli_context *context, sinew__buffer *text, int *out_is_read);

/// cli_write_stdout into the file at `path`, whole or not at all; `-` is stdout.
int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text);

/// Whether a file may be written: not over one that the command reads, whatever it is called there. `inputs` [count]
/// are paths, NULL where none was given. Prints the message and gives the exit code, else 0.
int cli_check_output(const cli_context *context, const char *path, const char *const *inputs, size_t count);

/// Whether the name of an output ends as its only format does: ".sinew", in any case of letters; "-" may be anything.
/// Prints the message and gives the exit code, else 0.
int cli_check_ending(const cli_context *context, const char *path, const char *ending);

/// What messages call an output: its path, or "standard output".
const char *cli_output_called(const char *path);

#endif
