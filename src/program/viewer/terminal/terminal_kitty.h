/// Images by kitty's graphics protocol.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KITTY_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KITTY_H

#include "program/viewer/terminal/terminal_image.h"

/// Writes an image to the layout's image area, compressed. `number` alternates between 1 and 2: each image replaces the
/// previous one after it is shown, so that nothing flickers and the terminal keeps one image.
void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

#endif
