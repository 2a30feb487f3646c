/// Counts frames, keys and channels of a clip for outputs.
#ifndef SINEW_PROGRAM_CLI_FACTS_CLIP_FACTS_H
#define SINEW_PROGRAM_CLI_FACTS_CLIP_FACTS_H

#include "sinew/model.h"

extern const double cli_frame_tolerance; ///< in frames; times this close are the same frame
extern const double cli_time_tolerance;  ///< in seconds; keys this close are one keyframe

/// The whole frames in a clip.
typedef struct cli_frames {
    double first; ///< frame number of the first, on the file's timeline
    size_t count;
} cli_frames;

/// Finds the whole frames of a clip, including its first and last time. SINEW_ERROR_LIMIT, with no frames, if there are
/// more than a million.
SINEW_NODISCARD sinew_result cli_clip_frames(const sinew_clip *clip, double fps, cli_frames *out_frames,
                                             sinew_error *out_error);

/// Returns the number of whole frames in a duration.
double cli_whole_frames(double duration, double fps);

/// Returns the frame number of a time on the file's timeline. It is made whole if only the rounding of the time in
/// seconds separates it from a whole number.
double cli_frame_at(double timeline, double fps);

/// Returns whether a time on the file's timeline is between whole frames.
int cli_is_between_frames(double timeline, double fps);

/// Returns the number of a clip's keyframes that are between whole frames.
int32_t cli_count_subframe_keys(const sinew_model *model, const sinew_clip *clip, double fps);

/// Returns the number of animated properties: the author's channels, or, in a clip without channels, its tracks.
int32_t cli_count_channels(const sinew_model *model, const sinew_clip *clip);

#endif
