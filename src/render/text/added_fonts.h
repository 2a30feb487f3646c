/// Fonts for characters that the built-in font lacks.
#ifndef SINEW_RENDER_TEXT_ADDED_FONTS_H
#define SINEW_RENDER_TEXT_ADDED_FONTS_H

#include <stdint.h>

#include "sinew/render.h"

/// Adds the font `number` of a file. The renderer frees the bytes with sinew_free. Returns 0 if it has no space for
/// another font; the bytes are the caller's then.
int sinew__render_add_font(sinew_renderer *renderer, void *bytes, int number);

/// Removes the characters that the fonts of the renderer have from a list. Returns how many are left.
int sinew__render_remove_known(const sinew_renderer *renderer, uint16_t *codes, int count);

#endif
