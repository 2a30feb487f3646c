/// Letters and even rectangles of one picture, in pixels from its top left.
#ifndef SINEW_RENDER_DRAW_TEXT_QUADS_H
#define SINEW_RENDER_DRAW_TEXT_QUADS_H

#include "render/draw/stroke_font.h"

/// A corner of a letter or a rectangle.
typedef struct render_text_vertex {
    float position[2]; ///< pixels
    float texcoord[2]; ///< of the letters' atlas
    float color[4];    ///< linear light, premultiplied
} render_text_vertex;

enum { RENDER_MOST_QUADS = 6000 };

/// More quads than that are left out.
typedef struct render_text_quads {
    render_text_vertex vertices[6 * RENDER_MOST_QUADS];
    int count;
    const render_font_size *size;
} render_text_quads;

// Colours are linear light with straight alpha.
extern const float SINEW__RENDER_PLATE_COLOR[4]; ///< of what lies behind text
extern const float SINEW__RENDER_TEXT_COLOR[4];

/// An even rectangle.
void sinew__render_put_bar(render_text_quads *quads, float left, float top, float right, float bottom,
                           const float color[4]);

/// Letters from `x` on, standing on the line `base`, as far as they fit before `end`.
void sinew__render_put_text(render_text_quads *quads, const char *text, const char *text_end, float x, float base,
                            float end, const float color[4]);

float sinew__render_text_width(const render_font_size *size, const char *text, const char *text_end);

#endif
