/// Pictures for terminals that speak kitty's graphics protocol.
#ifndef SINEW_VIEWER_TERMINAL_KITTY_H
#define SINEW_VIEWER_TERMINAL_KITTY_H

#include <stdint.h>

#include "base/buffer.h"
#include "viewer/terminal_layout.h"

/// Puts a picture [layout width × height × 4] at the top left, compressed. `number`: 1 or 2, by turns: each takes the
/// one before it away once it is there itself, so that nothing flickers and the terminal keeps one.
void terminal_put_kitty(const uint8_t *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

#endif
