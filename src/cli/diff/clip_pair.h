/// The clips of two models that are the same by name.
#ifndef SINEW_CLI_DIFF_CLIP_PAIR_H
#define SINEW_CLI_DIFF_CLIP_PAIR_H

#include "cli/diff/diff_times.h"
#include "cli/framework/command.h"

/// Finds the clip of `a` that `pattern` means and the clip of `b` that has its name: as it stands, else ignoring case
/// and what stands before the last `|`. A clip that is the only one of its file pairs with the only one of the other
/// whatever they are called. Without a pattern, it is the first clip of `a` that has a partner, the default one before
/// all others; rest poses where no file has clips. SINEW_NONE stands for a rest pose. On failure the message is printed
/// and the exit code given, else 0.
int cli_pair_clips(const cli_context *context, const char *path_a, const char *path_b, const char *pattern,
                   cli_clip_of *a, cli_clip_of *b);

#endif
