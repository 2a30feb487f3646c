/// Lines and dots in world space with a width in pixels.
#ifndef SINEW_DRAW_RENDER_DRAW_DRAW_STROKES_H
#define SINEW_DRAW_RENDER_DRAW_DRAW_STROKES_H

#include "draw/render/frame.h"

/// Draws the local axes of every skeletal joint: x red, y green, z blue.
SINEW_NODISCARD sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Draws the motion trail of a joint, with a dot per frame.
SINEW_NODISCARD sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame,
                                                      sinew_error *out_error);

#endif
