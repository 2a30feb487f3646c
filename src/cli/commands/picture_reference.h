/// `--reference`: a picture held against what it should look like.
#ifndef SINEW_CLI_COMMANDS_PICTURE_REFERENCE_H
#define SINEW_CLI_COMMANDS_PICTURE_REFERENCE_H

#include "cli/framework/command.h"
#include "output/output.h"

typedef struct cli_picture_reference {
    const char *path;       ///< of a PNG file, or NULL
    const char *difference; ///< where a picture of the differences goes, or NULL
    double threshold;       ///< the largest error that counts as alike
} cli_picture_reference;

/// Prints the error, as JSON where that is asked for: on standard output, or `as_message` on standard error, where the
/// picture has the other. Gives the exit code: 0 alike, 1 not, another after a failure, which has been printed. `path`
/// is that of the model.
int cli_compare_picture(const cli_context *context, const char *path, const cli_picture_reference *reference,
                        const output_image *drawn, int as_message);

#endif
