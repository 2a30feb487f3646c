/// `--reference`: comparison of a rendered image with an expected one.
#ifndef SINEW_CLI_COMMANDS_REFERENCE_IMAGE_H
#define SINEW_CLI_COMMANDS_REFERENCE_IMAGE_H

#include "cli/framework/command.h"
#include "output/output.h"

typedef struct cli_reference_image {
    const char *path;       ///< of a PNG file, or NULL
    const char *difference; ///< output path of an image of the differences, or NULL
    double threshold;       ///< largest error that counts as alike
} cli_reference_image;

/// Prints the error between the rendered image and the reference, as text or JSON, on standard output; `to_stderr`
/// while standard output receives the image. `path` is that of the model. Returns the exit code: 0 alike, 1 different,
/// another after printing an error.
int cli_compare_image(const cli_context *context, const char *path, const cli_reference_image *reference,
                      const output_image *drawn, int to_stderr);

#endif
