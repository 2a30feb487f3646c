/// Where a time lies in a compact clip.
#ifndef SINEW_SAMPLER_COMPACT_FIND_H
#define SINEW_SAMPLER_COMPACT_FIND_H

#include "model/compact_clip.h"

/// The keys and weights of one grid at a time.
typedef struct sinew__grid_position {
    int32_t key; ///< the first that counts
    float weight[4];
} sinew__grid_position;

typedef struct sinew__compact_position {
    sinew__grid_position grids[SINEW__COMPACT_GRIDS];
    int32_t cell;
    float part; ///< of the cell, 0 … 1
    int64_t tick;
} sinew__compact_position;

/// Finds a time, in seconds on the file's timeline. Returns 0 where the clip does not say what happens then: outside a
/// clip whose curves go on there.
int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_place);

/// Visibility, [joint_count] bytes. Lives with the model.
const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__compact_clip *clip, int64_t tick);

#endif
