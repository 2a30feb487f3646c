/// A line on the terminal while a long import goes on, and the key that ends it.
#ifndef SINEW_CLI_FRAMEWORK_LOAD_PROGRESS_H
#define SINEW_CLI_FRAMEWORK_LOAD_PROGRESS_H

#include "cli/framework/command.h"

typedef struct cli_load_progress {
    const cli_context *context;
    const char *path;
    int shown; ///< tenths of a second that the line says; 0: no line yet
} cli_load_progress;

/// For sinew_load_options.progress, with a cli_load_progress as `user`. Shows nothing in the first half second, nor
/// where stderr is no terminal. Answers 1 when `q` is pressed. (Ctrl-C ends the program, and the worker with it.)
int cli_load_progress_show(void *user, double seconds);

/// Takes the line away and gives the terminal its usual habits back.
void cli_load_progress_end(cli_load_progress *progress);

#endif
