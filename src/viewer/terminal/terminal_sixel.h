/// Images as sixels.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_SIXEL_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_SIXEL_H

#include "viewer/terminal/terminal_image.h"

typedef struct terminal_sixel terminal_sixel;

/// Creates the encoder for images of a layout, which fill [image columns × cell width] × [image rows × cell height]
/// pixels of the terminal. Returns NULL when out of memory.
terminal_sixel *terminal_sixel_create(const terminal_layout *layout);

/// Accepts NULL.
void terminal_sixel_destroy(terminal_sixel *sixel);

/// Writes an image at the top; each of its pixels becomes a square, clipped at the right and at the bottom.
void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out);

#endif
