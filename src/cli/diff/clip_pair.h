/// Matching of clips between two files by name.
#ifndef SINEW_CLI_DIFF_CLIP_PAIR_H
#define SINEW_CLI_DIFF_CLIP_PAIR_H

#include "cli/diff/diff_times.h"
#include "cli/framework/command.h"

/// Finds the clip of `a` that `pattern` selects and the clip of `b` with the same name: exactly, else ignoring case and
/// the part up to the last `|`. If both files have one clip only, these match under any names. Without a pattern the
/// default clip of `a` is tried first, then the others in order; files without clips compare their rest poses
/// (SINEW_NONE). Returns 0, or the exit code after printing the error.
int cli_pair_clips(const cli_context *context, const char *path_a, const char *path_b, const char *pattern,
                   cli_clip_of *a, cli_clip_of *b);

#endif
