/// Names of output files with `{file} {clip} {number} {frame} {time}` in them; `{frame:04}` is padded with zeros.
#ifndef SINEW_CLI_FRAMEWORK_OUTPUT_NAME_H
#define SINEW_CLI_FRAMEWORK_OUTPUT_NAME_H

#include "cli/framework/command.h"

/// What the outputs of a clip show, one each: moments of it.
typedef struct cli_named_moments {
    const char *path; ///< of the model; {file} is its name without folder and extension
    const sinew_model *model;
    int32_t clip;  ///< SINEW_NONE: {clip} is "rest"
    double *times; ///< [count] seconds on the file's timeline; {number} counts them from 1
    size_t count;
    double fps; ///< 0: {frame} is an error
} cli_named_moments;

/// How many outputs `clips` [clip_count] have together.
size_t cli_count_moments(const cli_named_moments *clips, size_t clip_count);

/// Fills in the braces for every moment of `clips` [clip_count]: *out_names is [cli_count_moments], one clip after the
/// other. On failure (an unknown word in braces, or two names that are equal) it is NULL, the message is printed and
/// the exit code given, else 0.
int cli_name_outputs(const cli_context *context, const char *pattern, const cli_named_moments *clips, size_t clip_count,
                     char ***out_names);
/// The same for an output that shows no moment: {file} alone stands for something. *out_name is from malloc.
int cli_name_output(const cli_context *context, const char *pattern, const char *path, char **out_name);
void cli_free_names(char **names, size_t count);

#endif
