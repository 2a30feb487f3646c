/// Pictures for terminals that speak kitty's graphics protocol.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_KITTY_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_KITTY_H

#include "viewer/terminal/terminal_image.h"

/// Puts a picture over the place that the layout has for one, compressed. `number`: 1 or 2, by turns: each takes the
/// one before it away once it is there itself, so that nothing flickers and the terminal keeps one.
void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

#endif
