/// Bounds of two motions together.
#ifndef SINEW_RENDER_MOTION_JOIN_BOUNDS_H
#define SINEW_RENDER_MOTION_JOIN_BOUNDS_H

#include "sinew/render.h"

/// Extends `bounds` to `other`. Both are in the same space, with the same up axis; `ground` becomes the lower one.
void sinew__render_join_bounds(sinew_bounds *bounds, const sinew_bounds *other);

#endif
