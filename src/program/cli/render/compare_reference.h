/// `render --reference`: the difference between the drawn image and an expected one.
#ifndef SINEW_PROGRAM_CLI_RENDER_COMPARE_REFERENCE_H
#define SINEW_PROGRAM_CLI_RENDER_COMPARE_REFERENCE_H

#include "program/cli/render/render_job.h"

/// Prints the difference between the drawn image and the reference, as text or JSON, on standard output; with
/// `to_stderr`, because the image itself goes to standard output, on stderr. `path` is the model's. Returns the exit
/// code: 0 alike, 1 different, another one after printing an error.
int render_compare_image(const cli_context *context, const char *path, const cli_reference_image *reference,
                             const output_image *drawn, int to_stderr);

#endif
