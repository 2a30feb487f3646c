/// Frames, keys and channels of a clip, as the outputs report them.
#ifndef SINEW_PROGRAM_CLI_FACTS_CLIP_FACTS_H
#define SINEW_PROGRAM_CLI_FACTS_CLIP_FACTS_H

#include "sinew/model.h"

extern const double cli_frame_tolerance; ///< frames; times within this distance are the same frame
extern const double cli_time_tolerance;  ///< seconds; keys within this distance are one keyframe

/// Whole frames that a clip covers.
typedef struct cli_frames {
    double first; ///< number on the file's timeline
    size_t count;
} cli_frames;

/// The whole frames of a clip, first and last instant included. SINEW_ERROR_LIMIT, and no frames, for more than a
/// million.
SINEW_NODISCARD sinew_result cli_clip_frames(const sinew_clip *clip, double fps, cli_frames *out_frames,
                                             sinew_error *out_error);

/// Number of whole frames in a duration.
double cli_whole_frames(double duration, double fps);

/// The frame at a time on the file's timeline, without the rounding noise of seconds if it is whole.
double cli_frame_at(double timeline, double fps);

/// Whether a time on the file's timeline is not a whole frame.
int cli_is_between_frames(double timeline, double fps);

/// Number of keyframes of a clip between whole frames.
int32_t cli_count_subframe_keys(const sinew_model *model, const sinew_clip *clip, double fps);

/// Number of animated properties: authored channels, or tracks of a joint or morph in a clip without channels.
int32_t cli_count_channels(const sinew_model *model, const sinew_clip *clip);

#endif
