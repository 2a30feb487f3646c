/// Blend spaces from inside: the clips and markers of their points.
#ifndef SINEW_RUNTIME_MIXER_BLEND_SPACE_H
#define SINEW_RUNTIME_MIXER_BLEND_SPACE_H

#include "core/base/arena.h"
#include "runtime/mixer/phase.h"
#include "sinew/blend_space.h"

typedef struct sinew__space_point {
    int32_t clip;
    double position[2]; ///< in parts of the ranges
    double speed;
    sinew__markers markers; ///< `count` is that of the space
} sinew__space_point;

struct sinew_blend_space {
    const sinew_model *model;
    int32_t dimensions, count, marker_count;
    sinew__space_point *points; ///< [count]
    int32_t *order;             ///< [count] one dimension: points by position
    int32_t (*triangles)[3];    ///< [triangle_count] two dimensions
    int32_t triangle_count;
    double least[2], per_range[2]; ///< positions of the caller → parts of the ranges
    uint64_t identity;             ///< of names of clips and positions: equal in any process
    sinew__arena arena;
};

#endif
