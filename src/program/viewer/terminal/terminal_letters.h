/// Images made of ASCII letters, and the number of colours of the terminal. Implemented with chafa, or without it in a
/// build that lacks it.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LETTERS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LETTERS_H

#include "program/viewer/terminal/terminal_image.h"

typedef struct terminal_letters terminal_letters;

/// Returns a converter for `columns` × `rows` letters in a terminal with `colors`, or NULL when out of memory. The
/// caller destroys it.
terminal_letters *terminal_letters_create(int columns, int rows, int colors);
void terminal_letters_destroy(terminal_letters *letters); ///< accepts NULL

/// Converts an image to cells [columns × rows].
void terminal_letters_fill(terminal_letters *letters, const terminal_pixels *pixels, terminal_cell *out_cells);

/// Returns how many colours the terminal of this environment has: 0, 8, 16, 256 or 1 << 24.
int terminal_letters_colors(void);

#endif
