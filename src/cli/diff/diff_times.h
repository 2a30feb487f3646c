/// The times at which two clips are compared.
#ifndef SINEW_CLI_DIFF_DIFF_TIMES_H
#define SINEW_CLI_DIFF_DIFF_TIMES_H

#include <stddef.h>

#include "sinew/model.h"

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
