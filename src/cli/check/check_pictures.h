/// Drawing the findings: their `render` commands, run in this process.
#ifndef SINEW_CLI_CHECK_CHECK_PICTURES_H
#define SINEW_CLI_CHECK_CHECK_PICTURES_H

#include "cli/check/check_files.h"

/// Draws one image per finding that has a `render` command into `folder`, which is created when missing, as
/// FILE-CODE-N.png. Returns 0, or the exit code of the first failure after printing the error.
int cli_draw_findings(const cli_check_run *run, const char *folder);

#endif
