/// The progress line of a long import or of baking, and the key that cancels it.
#ifndef SINEW_CLI_FRAMEWORK_LOAD_PROGRESS_H
#define SINEW_CLI_FRAMEWORK_LOAD_PROGRESS_H

#include "cli/framework/command.h"

typedef struct cli_load_progress {
    const cli_context *context;
    const char *path;
    const char *verb; ///< NULL: "reading"
    int shown;        ///< elapsed time that the line shows, in tenths of a second; 0: no line yet
} cli_load_progress;

/// For sinew_load_options.progress and sinew_bake_options.progress, with a cli_load_progress as `user`. Prints nothing
/// in the first half second, or when stderr is not a terminal. Returns 1 when `q` is pressed, which cancels it.
int cli_load_progress_show(void *user, double seconds);

/// Erases the line and restores the terminal.
void cli_load_progress_end(cli_load_progress *progress);

#endif
