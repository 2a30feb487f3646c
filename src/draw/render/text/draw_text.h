/// Draws text over the image.
#ifndef SINEW_DRAW_RENDER_TEXT_DRAW_TEXT_H
#define SINEW_DRAW_RENDER_TEXT_DRAW_TEXT_H

#include <stdint.h>

#include "draw/render/frame.h"
#include "draw/render/text/glyph_atlas.h"
#include "sinew/render.h"

/// Draws status line, panel, legend and joint names over the image.
SINEW_NODISCARD sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);
float sinew__render_text_width(const render_glyph_atlas *atlas, const char *text, const char *text_end);

/// Adds the font `number` of a file. The renderer frees the bytes with sinew_free. Returns 0 if it has no space for
/// another font; the bytes are the caller's then.
int sinew__render_add_font(sinew_renderer *renderer, void *bytes, int number);

/// Removes the characters that the fonts of the renderer have from a list. Returns how many are left.
int sinew__render_remove_known(const sinew_renderer *renderer, uint16_t *codes, int count);

#endif
