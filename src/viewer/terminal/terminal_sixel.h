/// Pictures for terminals that show sixels, as the VT340 did.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_SIXEL_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_SIXEL_H

#include "viewer/terminal/terminal_image.h"

typedef struct terminal_sixel terminal_sixel;

/// For pictures of a layout, which fill [picture columns × cell width] × [picture rows × cell height] pixels of the
/// terminal. Returns NULL when memory runs out.
terminal_sixel *terminal_sixel_create(const terminal_layout *layout);

/// NULL is fine.
void terminal_sixel_destroy(terminal_sixel *sixel);

/// Puts a picture at the top; each of its pixels becomes a square, cut at the right and at the bottom.
void terminal_put_sixel(terminal_sixel *sixel, const terminal_pixels *pixels, sinew__buffer *out);

#endif
