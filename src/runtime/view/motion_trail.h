/// The smoothed path of a motion trail.
#ifndef SINEW_RUNTIME_VIEW_MOTION_TRAIL_H
#define SINEW_RUNTIME_VIEW_MOTION_TRAIL_H

#include "sinew/render.h"

/// Returns the offset of the smoothed path at a time from its start, world space.
void sinew__render_trail_offset(const sinew_trail *trail, double time, double out_offset[3]);

#endif
