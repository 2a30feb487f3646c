/// The bounds of a motion, as seen by a static or a tracking camera.
#ifndef SINEW_RUNTIME_VIEW_MOTION_BOUNDS_H
#define SINEW_RUNTIME_VIEW_MOTION_BOUNDS_H

#include "sinew/render.h"

/// Extends `bounds` to `other`. Both are in the same space, with the same up axis; `ground` becomes the lower one.
void sinew__render_join_bounds(sinew_bounds *bounds, const sinew_bounds *other);

/// Converts bounds to a space with other axes, which the rows of a rotation give, and another unit.
void sinew__render_convert_bounds(const sinew_bounds *bounds, const double rows[3][3], double scale,
                                  sinew_bounds *out_bounds);

#endif
