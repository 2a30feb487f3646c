/// Letters drawn as strokes, at any size: sinew's own, one width for all.
#ifndef SINEW_RENDER_DRAW_STROKE_FONT_H
#define SINEW_RENDER_DRAW_STROKE_FONT_H

#include <stdint.h>

enum {
    RENDER_FONT_GLYPHS = 142, ///< the printable ASCII characters, a box for any other, play and pause, Cyrillic letters
    RENDER_FONT_COLUMNS = 14, ///< of the atlas
    RENDER_FONT_ROWS = 11,
};

#define RENDER_SIGN_PLAY "\xe2\x96\xb6"  ///< U+25B6
#define RENDER_SIGN_PAUSE "\xe2\x80\x96" ///< U+2016

/// Sizes in pixels of letters at some scale.
typedef struct render_font_size {
    float unit;                      ///< of the letters' grid: capitals are 7 high
    float advance;                   ///< from one letter to the next
    int32_t cell_width, cell_height; ///< of the atlas
    float margin;                    ///< from a cell's left and lower border to the letter's origin
} render_font_size;

/// Sizes for `scale` pixels per point.
render_font_size sinew__render_font_size_for(double scale);

/// Number of the glyph that shows a code point. Accented letters show as plain ones.
int sinew__render_font_glyph(uint32_t code);

/// Draws all glyphs, one byte of coverage a pixel, top row first:
/// [RENDER_FONT_COLUMNS × cell_width by RENDER_FONT_ROWS × cell_height].
void sinew__render_font_draw_atlas(const render_font_size *size, uint8_t *out_atlas);

#endif
