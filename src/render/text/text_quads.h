/// Glyphs and filled rectangles of one image, in pixels from its top left corner.
#ifndef SINEW_RENDER_TEXT_TEXT_QUADS_H
#define SINEW_RENDER_TEXT_TEXT_QUADS_H

#include "render/text/glyph_atlas.h"

/// A vertex of a glyph or a rectangle.
typedef struct render_text_vertex {
    float position[2]; ///< pixels
    float texcoord[2]; ///< in the glyph atlas
    float color[4];    ///< linear light, premultiplied
} render_text_vertex;

enum { RENDER_MAX_QUADS = 6000 };

/// Quads beyond the limit are omitted.
typedef struct render_text_quads {
    render_text_vertex vertices[6 * RENDER_MAX_QUADS];
    int count;
    render_glyph_atlas *atlas;
} render_text_quads;

// Colours are linear light with straight alpha.
extern const float SINEW__RENDER_PLATE_COLOR[4]; ///< background of text
extern const float SINEW__RENDER_TEXT_COLOR[4];

/// Adds a filled rectangle.
void sinew__render_add_bar(render_text_quads *quads, float left, float top, float right, float bottom,
                           const float color[4]);

/// Adds glyphs from `x` on the baseline `base`, a whole pixel, as far as they fit before `end`.
void sinew__render_add_text(render_text_quads *quads, const char *text, const char *text_end, float x, float base,
                            float end, const float color[4]);

float sinew__render_text_width(const render_glyph_atlas *atlas, const char *text, const char *text_end);

#endif
