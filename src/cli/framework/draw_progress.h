/// The progress line of drawing many images.
#ifndef SINEW_CLI_FRAMEWORK_DRAW_PROGRESS_H
#define SINEW_CLI_FRAMEWORK_DRAW_PROGRESS_H

#include <stddef.h>

#include "cli/framework/command.h"

typedef struct cli_draw_progress {
    const cli_context *context;
    size_t total;   ///< images
    size_t done;    ///< of them
    double started; ///< of sinew__now
    double shown;   ///< when the line was last printed; 0: never
} cli_draw_progress;

/// Counts an image as done, and updates the line ten times per second. Prints nothing in the first second, or when
/// stderr is not a terminal.
void cli_draw_progress_add(cli_draw_progress *progress);

/// Erases the line.
void cli_draw_progress_end(cli_draw_progress *progress);

#endif
