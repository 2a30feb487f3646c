/// Names of outputs and labels with the placeholders {file} {clip} {number} {frame} {time}. {frame:04} pads with zeros;
/// {{ and }} are braces. {frame} is the author's frame, on the file's timeline; {time} is seconds from the clip's
/// start. The name of a file or clip never adds a folder to a path. Names too long for a file system are shortened. If
/// a name contains placeholders, its output replaces a link instead of following it.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_NAME_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_NAME_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

/// A clip, and its times that are written, one output per time.
typedef struct cli_output_times {
    const char *path; ///< path of the model; {file} is its name without directory and extension
    const sinew_model *model;
    int32_t clip;  ///< index; SINEW_NONE: {clip} is "rest"
    double *times; ///< [count] seconds from the clip's start; {number} is the index + 1
    size_t count;
    double fps; ///< frames per second; 0: {frame} is an error
} cli_output_times;

/// Returns the number of outputs of all `clips` [clip_count].
size_t cli_count_output_times(const cli_output_times *clips, size_t clip_count);

/// Names the outputs for all times of `clips` [clip_count]. *out_names is [cli_count_output_times] in the order of the
/// clips; free it with cli_free_names. Returns 0, or the exit code after printing the error (an unknown placeholder, or
/// two equal names), with *out_names NULL.
int cli_name_outputs(const cli_context *context, const char *pattern, const cli_output_times *clips, size_t clip_count,
                     char ***out_names);
/// Names an output without times; only {file} can be used. *out_name is from malloc.
int cli_name_output(const cli_context *context, const char *pattern, const char *path, char **out_name);
/// Fails if two of `names` [count] are equal. Returns 0, or the exit code after printing the error.
int cli_check_names(const cli_context *context, char *const *names, size_t count);

/// Fails if a pattern without {file} would give several files one name. Returns 0, or the exit code after printing the
/// error.
int cli_check_file_names(const cli_context *context, const char *pattern, size_t file_count);

/// Puts an expanded label as printable text; names are not changed to be parts of a path. `seconds` counts from the
/// start of the clip in `of`; the other times of `of` are not used. Returns 0, or the exit code after printing the
/// error: an unknown placeholder.
int cli_put_label(const cli_context *context, const char *pattern, const cli_output_times *of, double seconds,
                  int number, sinew__buffer *out);

/// Returns whether a pattern has the placeholder {word}.
int cli_name_has(const char *pattern, const char *word);

/// Puts a pattern that expands to `name`: braces are doubled.
void cli_put_name_pattern(sinew__buffer *out, const char *name);

void cli_free_names(char **names, size_t count);

#endif
