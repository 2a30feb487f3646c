/// Time → rows of a baked clip, without any state: a time that is far from the last one costs what the next one costs.
#ifndef SINEW_SAMPLER_ROWS_FIND_H
#define SINEW_SAMPLER_ROWS_FIND_H

#include "model/baked_rows.h"

/// The rows around a time, and how far it lies from the earlier to the later.
typedef struct sinew__row_pair {
    const uint8_t *before, *after; ///< the same row where there is one only
    float part;                    ///< 0 … 1
    int16_t shares[2];             ///< of `before` and `after` in whole 32767ths, for rotations in int16
} sinew__row_pair;

/// Finds the rows around `time` (seconds on the file's timeline). Returns 0 where the rows do not say what the clip is
/// at that time: outside a clip whose curves go on there.
int sinew__rows_find(const sinew_model *model, const sinew__baked_clip *clip, double time, sinew__row_pair *out_pair);

/// Morph weights, [morph_count], at a place between rows.
void sinew__rows_weights(const sinew_model *model, const sinew__baked_clip *clip, const sinew__row_pair *pair,
                         float *out_weights);

/// Visibility, [joint_count] bytes. Lives with the model.
const uint8_t *sinew__rows_visible(const sinew_model *model, const sinew__baked_clip *clip,
                                   const sinew__row_pair *pair);

#endif
