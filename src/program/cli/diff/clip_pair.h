/// Matching of clips between two files by name, and the times at which two clips are compared.
#ifndef SINEW_PROGRAM_CLI_DIFF_CLIP_PAIR_H
#define SINEW_PROGRAM_CLI_DIFF_CLIP_PAIR_H

#include <stddef.h>

#include "program/cli/framework/command.h"
#include "sinew/model.h"

/// Clips of two files that match, and those that exist in one file only. Zeroed: none.
typedef struct cli_clip_pairs {
    int32_t (*clips)[2]; ///< [count] of the first and of the second file; SINEW_NONE in both: the rest poses
    size_t count;
    uint8_t *only_in[2]; ///< [clip_count] of each file: 1 without a match
} cli_clip_pairs;

/// Matches the clips of `a` that `pattern` selects with those of `b` of the same name: exactly, else ignoring case and
/// the part up to the last `|`. If both files have one clip only, or one with keys, these match under any names.
/// Without a pattern, all clips of both files are matched; files without clips compare their rest poses, and one model
/// given twice its default clip. Returns 0, or the exit code after printing the error: a selected clip without a match,
/// or none that matches. Free in both cases.
int cli_clip_pairs_init(const cli_context *context, const char *const paths[2], const sinew_model *const models[2],
                        const char *pattern, cli_clip_pairs *pairs);
void cli_clip_pairs_free(cli_clip_pairs *pairs);

/// A clip of a model. SINEW_NONE is the rest pose, which has one time.
typedef struct cli_clip_of {
    const sinew_model *model;
    int32_t clip;
} cli_clip_of;

/// Lists the keyframes, whole frames, starts and ends of both clips in ascending order, in seconds from the start of
/// each clip. Times within cli_time_tolerance are merged. *out_times is from malloc. SINEW_ERROR_LIMIT when a clip has
/// too many frames.
SINEW_NODISCARD sinew_result cli_list_diff_times(const cli_clip_of clips[2], double **out_times, size_t *out_count,
                                                 sinew_error *out_error);

#endif
