/// An atlas of glyphs at one size. Each glyph is rasterised when a text first needs it.
#ifndef SINEW_DRAW_RENDER_TEXT_GLYPH_ATLAS_H
#define SINEW_DRAW_RENDER_TEXT_GLYPH_ATLAS_H

#include <stdint.h>

#include "sinew/render.h"

typedef struct render_outlines render_outlines;

/// Opens the font `number` of a file, whose bytes must be valid while the outlines are used. The file is trusted.
/// Returns NULL if the font cannot be read, or when out of memory.
render_outlines *sinew__render_outlines_open(const void *bytes, int number);
void sinew__render_outlines_close(render_outlines *outlines);

/// Returns the distance from ascender to descender, in em.
float sinew__render_outlines_height(const render_outlines *outlines);

/// Returns the index of a character's glyph; 0, a box, if the font has no glyph for it.
int sinew__render_outlines_find(const render_outlines *outlines, uint32_t code);

/// Returns the distance between the origins of a glyph and the next one, for a font of size `em`, in the unit of `em`.
float sinew__render_outlines_advance(const render_outlines *outlines, int glyph, float em);

/// A step of a glyph's outline, y down: a move or a line to `end`, or a quadratic curve to `end` with the control point
/// `control`.
typedef struct render_outline_step {
    int is_move, is_curve; ///< if both are 0, the step is a line
    float control[2], end[2];
} render_outline_step;

/// Writes the closed outlines of a glyph with its origin at 0, 0 and an em of 1, at most `max` steps. Returns the
/// number of steps; −1 when out of memory.
int sinew__render_outlines_trace(const render_outlines *outlines, int glyph, render_outline_step *out_steps, int max);

/// A glyph in the atlas. `width` is 0 for a glyph without pixels, such as a space.
typedef struct render_glyph {
    uint32_t key;                ///< code point and fraction of a pixel; 0: unused
    int16_t left, top;           ///< from the origin on the baseline, in pixels, y down
    int16_t width, height, x, y; ///< in the atlas, in pixels
} render_glyph;

/// RENDER_GLYPH_SHIFTS: positions within a pixel at which the origin of a glyph can be. RENDER_GLYPH_SLOTS: size of the
/// table of glyphs.
enum { RENDER_GLYPH_SHIFTS = 4, RENDER_GLYPH_SLOTS = 4096 };

enum { RENDER_MAX_ADDED_FONTS = 3, RENDER_MAX_FONTS = 1 + RENDER_MAX_ADDED_FONTS };

#define RENDER_SIGN_PLAY "\xe2\x96\xb6"  ///< U+25B6
#define RENDER_SIGN_PAUSE "\xe2\x80\x96" ///< U+2016

typedef struct render_glyph_atlas {
    float em;                                 ///< size of the font in pixels
    float cap_height;                         ///< height of capital letters, whole pixels
    float space;                              ///< width of a space
    render_outlines *fonts[RENDER_MAX_FONTS]; ///< the built-in font, then others for characters that it lacks
    int font_count;
    render_glyph glyphs[RENDER_GLYPH_SLOTS]; ///< a hash table with linear probing
    int glyph_count;
    uint8_t *coverage; ///< [side × side] bytes, top row first
    int32_t side;
    int32_t x, y, row_height; ///< position of the next glyph, and height of its row
    int has_changed;          ///< whether the atlas changed since the caller last cleared this
    int has_failed;           ///< whether a glyph is missing for lack of memory since the caller last cleared this
} render_glyph_atlas;

/// Creates an empty atlas for `scale` pixels per point. Text is 12 points high, but at most 60 pixels. Returns NULL
/// when out of memory.
render_glyph_atlas *sinew__render_glyph_atlas_create(double scale);

/// Adds the font `number` of a file for characters that the earlier fonts lack. The bytes must stay valid. Does nothing
/// if there is no space for another font or it cannot be read.
void sinew__render_glyph_atlas_add_font(render_glyph_atlas *atlas, const void *bytes, int number);
void sinew__render_glyph_atlas_destroy(render_glyph_atlas *atlas);

/// Returns the distance in pixels between the origins of a character and the next one.
float sinew__render_glyph_advance(const render_glyph_atlas *atlas, uint32_t code);

/// Returns the glyph of a character with its origin `shift`/RENDER_GLYPH_SHIFTS pixels to the right of a whole pixel. A
/// box if no font has the character, NULL if the atlas is full. Valid until the next call.
const render_glyph *sinew__render_glyph_find(render_glyph_atlas *atlas, uint32_t code, int shift);

#endif
