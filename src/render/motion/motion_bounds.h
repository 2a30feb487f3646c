/// The bounds of a motion, as seen by a static or a tracking camera.
#ifndef SINEW_RENDER_MOTION_MOTION_BOUNDS_H
#define SINEW_RENDER_MOTION_MOTION_BOUNDS_H

#include "sinew/render.h"

/// sinew_motion_bounds(); with `root`, every point is moved back by sinew__render_trail_offset.
SINEW_NODISCARD sinew_result sinew__render_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                         double from, double to, const sinew_trail *root,
                                                         sinew_bounds *out_bounds, sinew_error *out_error);

#endif
