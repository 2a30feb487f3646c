/// Lines and dots in world space with a width in pixels.
#ifndef SINEW_RENDER_DRAW_DRAW_STROKES_H
#define SINEW_RENDER_DRAW_DRAW_STROKES_H

#include "render/frame.h"

/// A line with round ends, world space; a line from a point to itself is a dot.
typedef struct render_stroke {
    float from[3], to[3];
    float color[4]; ///< linear light, straight alpha
    float width;    ///< pixels
} render_stroke;

render_stroke sinew__render_make_stroke(const double from[3], const double to[3], const float color[4], double width);

/// Draws strokes over the character, each with a dark outline for contrast. `behind` is their opacity where the
/// character hides them, 0 … 1; with 1 the character is ignored.
SINEW_NODISCARD sinew_result sinew__render_draw_strokes(sinew_renderer *renderer, const render_frame *frame,
                                                        const render_stroke *strokes, int32_t count, double behind,
                                                        sinew_error *out_error);

/// Draws the local axes of every skeletal joint: x red, y green, z blue.
SINEW_NODISCARD sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// Draws the motion trail of a joint, with a dot per frame.
SINEW_NODISCARD sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame,
                                                      sinew_error *out_error);

#endif
