/// Where a time lies in a compact clip.
#ifndef SINEW_RUNTIME_SAMPLER_COMPACT_FIND_H
#define SINEW_RUNTIME_SAMPLER_COMPACT_FIND_H

#include "runtime/model/compact_clip.h"

enum { SINEW__KEY_ROWS = 3 };

/// The rows of one grid that hold the keys around a time, and the weights of the keys.
typedef struct sinew__grid_position {
    int32_t rows[SINEW__KEY_ROWS];
    int32_t row_count;                ///< the other rows have no weight
    int32_t weights[SINEW__KEY_ROWS]; ///< of the even key of each row in the low half, of the odd one in the high half,
                                      ///< signed; their sum is SINEW__KEY_WEIGHT_SUM
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
                        sinew__compact_position *out_position);

/// Visibility, [joint_count] bytes. Lives with the model.
const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__compact_clip *clip, int64_t tick);

#endif
