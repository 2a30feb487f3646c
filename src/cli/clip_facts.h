/// What the outputs say about a clip, computed in one place.
#ifndef SINEW_CLI_CLIP_FACTS_H
#define SINEW_CLI_CLIP_FACTS_H

#include "sinew/model.h"

/// Frames between the first and the last instant of a clip.
double cli_whole_frames(double duration, double fps);

/// Whether a time is not a whole frame, to a thousandth of one.
int cli_is_between_frames(double seconds, double fps);

/// Keys of a clip that fall between frames.
int32_t cli_count_subframe_keys(const sinew_model *model, const sinew_clip *clip, double fps);

/// Animated properties: authored channels, else tracks that drive something.
int32_t cli_count_channels(const sinew_model *model, const sinew_clip *clip);

#endif
