/// A proportional stroke font, drawn at any size. Digits are equally wide.
#ifndef SINEW_RENDER_TEXT_STROKE_FONT_H
#define SINEW_RENDER_TEXT_STROKE_FONT_H

#include <stdint.h>

enum {
    RENDER_FONT_GLYPHS = 142, ///< printable ASCII, a box for any other character, play and pause, Cyrillic letters
    RENDER_FONT_COLUMNS = 14, ///< of the atlas
    RENDER_FONT_ROWS = 11,
};

#define RENDER_SIGN_PLAY "\xe2\x96\xb6"  ///< U+25B6
#define RENDER_SIGN_PAUSE "\xe2\x80\x96" ///< U+2016

/// Sizes in pixels at some scale.
typedef struct render_font_size {
    float unit;                      ///< of the glyph grid: capitals are 7 units high
    float space;                     ///< width of a space
    int32_t cell_width, cell_height; ///< of the atlas
    float margin;                    ///< from a cell's left and bottom edge to the glyph's origin
} render_font_size;

/// Returns the sizes for `scale` pixels per point.
render_font_size sinew__render_font_size_for(double scale);

/// Returns the glyph index of a code point. Accented letters map to plain ones.
int sinew__render_font_glyph(uint32_t code);

/// Returns the width of a glyph in pixels, and the distance from its left edge to its origin, both whole numbers.
float sinew__render_font_advance(const render_font_size *size, int glyph, float *out_origin);

/// Draws all glyphs, one byte of coverage per pixel, top row first: [RENDER_FONT_COLUMNS × cell_width by
/// RENDER_FONT_ROWS × cell_height].
void sinew__render_font_draw_atlas(const render_font_size *size, uint8_t *out_atlas);

#endif
