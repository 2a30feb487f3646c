/// Time → frames of a baked clip, without any state: a time that is far from the last one costs what the next one
/// costs.
#ifndef SINEW_SAMPLER_FRAMES_FIND_H
#define SINEW_SAMPLER_FRAMES_FIND_H

#include "model/baked_clips.h"

/// The frames around a time, and how far it lies from the earlier to the later.
typedef struct sinew__frame_pair {
    const uint8_t *before, *after; ///< the same frame where there is one only
    float part;                    ///< 0 … 1
    int16_t shares[2];             ///< of `before` and `after` in whole 32767ths, for rotations in int16
} sinew__frame_pair;

/// Finds the frames around `time` (seconds on the file's timeline). Returns 0 where the frames do not say what the clip
/// is at that time: outside a clip whose curves go on there.
int sinew__frames_find(const sinew_model *model, const sinew__baked_clip *clip, double time,
                       sinew__frame_pair *out_pair);

/// Morph weights, [morph_count], at a place between frames.
void sinew__frame_weights(const sinew_model *model, const sinew__baked_clip *clip, const sinew__frame_pair *pair,
                          float *out_weights);

/// Visibility, [joint_count] bytes. Lives with the model.
const uint8_t *sinew__frame_visible(const sinew_model *model, const sinew__baked_clip *clip,
                                    const sinew__frame_pair *pair);

#endif
