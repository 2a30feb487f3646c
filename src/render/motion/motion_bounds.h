/// The room that a motion takes, as seen by somebody who stands still or goes along.
#ifndef SINEW_RENDER_MOTION_MOTION_BOUNDS_H
#define SINEW_RENDER_MOTION_MOTION_BOUNDS_H

#include "sinew/render.h"

/// sinew_motion_bounds; with `follow`, everything is moved back by its offset of the moment.
SINEW_NODISCARD sinew_result sinew__render_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                         double from, double to, const sinew_tracking_camera *follow,
                                                         sinew_bounds *out_bounds, sinew_error *out_error);

#endif
