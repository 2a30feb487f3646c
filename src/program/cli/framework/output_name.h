/// Output names and labels with the placeholders {file} {clip} {number} {frame} {time}; {frame:04} pads with zeros, {{
/// and }} are braces. The frame is the author's, on the file's timeline; the time is in seconds from the clip's start.
/// A value is part of one name in its folder, whatever a file or a clip is called; a name that is too long for a folder
/// is shortened. Outputs whose names come of values replace links instead of following them.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_NAME_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_OUTPUT_NAME_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

/// The times of a clip that are written, one output each.
typedef struct cli_output_times {
    const char *path; ///< of the model; {file} is its name without directory and extension
    const sinew_model *model;
    int32_t clip;  ///< SINEW_NONE: {clip} is "rest"
    double *times; ///< [count] seconds from the clip's start; {number} counts them from 1
    size_t count;
    double fps; ///< 0: {frame} is an error
} cli_output_times;

/// Number of outputs of all `clips` [clip_count].
size_t cli_count_output_times(const cli_output_times *clips, size_t clip_count);

/// Fills in the placeholders for every time of `clips` [clip_count]. *out_names is [cli_count_output_times], clip after
/// clip, to be freed by cli_free_names. Returns 0, or the exit code after printing the error (an unknown placeholder,
/// or two equal names), with *out_names NULL.
int cli_name_outputs(const cli_context *context, const char *pattern, const cli_output_times *clips, size_t clip_count,
                     char ***out_names);
/// Names an output without times, where {file} is the only placeholder. *out_name is from malloc.
int cli_name_output(const cli_context *context, const char *pattern, const char *path, char **out_name);
/// Fails when two of `names` [count] are equal. Returns 0, or the exit code after printing the error.
int cli_check_names(const cli_context *context, char *const *names, size_t count);

/// Fails when several files would get the one name of a pattern without {file}. Returns 0, or the exit code after
/// printing the error.
int cli_check_file_names(const cli_context *context, const char *pattern, size_t file_count);

/// Puts a label: printable text, in which names are as they are. `seconds` count from the start of the clip of
/// `of`, whose times are not read. Returns 0, or the exit code after printing the error of an unknown placeholder.
int cli_put_label(const cli_context *context, const char *pattern, const cli_output_times *of, double seconds,
                  int number, sinew__buffer *out);

/// Whether a pattern has the placeholder {word}.
int cli_name_has(const char *pattern, const char *word);

/// Puts the pattern of a name that is taken as it is.
void cli_put_name_pattern(sinew__buffer *out, const char *name);

void cli_free_names(char **names, size_t count);

#endif
