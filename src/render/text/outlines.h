/// The outlines of a TrueType font, rasterised with antialiasing.
#ifndef SINEW_RENDER_TEXT_OUTLINES_H
#define SINEW_RENDER_TEXT_OUTLINES_H

#include <stdint.h>

typedef struct render_outlines render_outlines;

/// The pixels of a glyph relative to its origin on the baseline, y down.
typedef struct render_glyph_box {
    int32_t left, top, right, bottom;
} render_glyph_box;

/// Opens the font `number` of a file, which must be valid as long as the outlines are used. The file is trusted.
/// Returns NULL if it has no readable font, or when out of memory.
render_outlines *sinew__render_outlines_open(const void *bytes, int number);

void sinew__render_outlines_close(render_outlines *outlines);

/// Returns the distance from ascender to descender, in em.
float sinew__render_outlines_height(const render_outlines *outlines);

/// Returns the index of a character's glyph; 0, which is a box, if the font has none.
int sinew__render_outlines_find(const render_outlines *outlines, uint32_t code);

// `em` is the size of the font in pixels, `shift` the distance of the origin from a whole pixel to its left.

float sinew__render_outlines_advance(const render_outlines *outlines, int glyph, float em);

render_glyph_box sinew__render_outlines_box(const render_outlines *outlines, int glyph, float em, float shift);

/// Writes one byte of coverage per pixel of the glyph's box, top row first. Returns 0 when out of memory.
int sinew__render_outlines_draw(render_outlines *outlines, int glyph, float em, float shift,
                                const render_glyph_box *box, uint8_t *out_pixels, int32_t stride);

#endif
