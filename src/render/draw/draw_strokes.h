/// Lines and dots in the world whose width is in pixels.
#ifndef SINEW_RENDER_DRAW_DRAW_STROKES_H
#define SINEW_RENDER_DRAW_DRAW_STROKES_H

#include "render/renderer.h"

/// A line with round ends, world space; from a point to itself it is a dot.
typedef struct render_stroke {
    float from[3], to[3];
    float color[4]; ///< linear light, straight alpha
    float width;    ///< pixels
} render_stroke;

render_stroke sinew__render_make_stroke(const double from[3], const double to[3], const float color[4], double width);

/// Draws strokes over the figure, each with a dark rim so that it shows on any ground. `behind` is how much of them
/// shows where the figure hides them, 0 … 1; 1 takes no notice of the figure.
SINEW_NODISCARD sinew_result sinew__render_draw_strokes(sinew_renderer *renderer, const render_frame *frame,
                                                        const render_stroke *strokes, int32_t count, double behind,
                                                        sinew_error *out_error);

/// The local axes of every joint that is drawn: x red, y green, z blue.
SINEW_NODISCARD sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

/// The way of a joint, with a dot for each frame.
SINEW_NODISCARD sinew_result sinew__render_draw_trail(sinew_renderer *renderer, const render_frame *frame,
                                                      sinew_error *out_error);

#endif
