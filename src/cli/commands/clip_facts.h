/// What the outputs say about a clip, computed in one place.
#ifndef SINEW_CLI_COMMANDS_CLIP_FACTS_H
#define SINEW_CLI_COMMANDS_CLIP_FACTS_H

#include "sinew/model.h"

extern const double cli_same_frame; ///< times this part of a frame apart are one
extern const double cli_same_time;  ///< seconds: keys that are nearer to each other are one keyframe

/// Whole frames that a clip covers.
typedef struct cli_frames {
    double first; ///< number on the file's timeline
    size_t count;
} cli_frames;

/// The frames from the clip's first instant to its last, both included. SINEW_ERROR_LIMIT, and no frames, when there
/// are more than a million.
SINEW_NODISCARD sinew_result cli_clip_frames(const sinew_clip *clip, double fps, cli_frames *out_frames,
                                             sinew_error *out_error);

/// Frames between the first and the last instant of a clip.
double cli_whole_frames(double duration, double fps);

/// Whether a time is not a whole frame.
int cli_is_between_frames(double seconds, double fps);

/// Keys of a clip that fall between frames.
int32_t cli_count_subframe_keys(const sinew_model *model, const sinew_clip *clip, double fps);

/// Animated properties: authored channels, else tracks that drive something.
int32_t cli_count_channels(const sinew_model *model, const sinew_clip *clip);

#endif
