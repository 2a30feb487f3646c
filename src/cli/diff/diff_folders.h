/// Comparing the models of two directories.
#ifndef SINEW_CLI_DIFF_DIFF_FOLDERS_H
#define SINEW_CLI_DIFF_DIFF_FOLDERS_H

#include "cli/diff/diff_run.h"

/// Compares the files that have the same path below the directories `paths` [2], without their extensions, and prints
/// the results. Returns the exit code: 0 when all are equal, 1 when a file differs or exists in one directory only, 7
/// when some could not be compared.
int cli_diff_folders(const cli_context *context, const cli_diff_options *options, const char *const *paths);

#endif
