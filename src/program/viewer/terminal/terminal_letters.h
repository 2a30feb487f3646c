/// Converts images to ASCII letters, and finds the number of the terminal's colours. With chafa, letters are chosen by
/// shape; in builds without chafa, by brightness.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LETTERS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LETTERS_H

#include "program/viewer/terminal/terminal_image.h"

typedef struct terminal_letters terminal_letters;

/// Returns a converter for `columns` × `rows` letters in a terminal with `colors`; NULL when out of memory. The caller
/// destroys it.
terminal_letters *terminal_letters_create(int columns, int rows, int colors);
void terminal_letters_destroy(terminal_letters *letters); ///< accepts NULL

/// Converts an image to [columns × rows] cells.
void terminal_letters_fill(terminal_letters *letters, const terminal_pixels *pixels, terminal_cell *out_cells);

/// Returns the number of colours of the terminal, by the environment: 0, 8, 16, 256 or 1 << 24.
int terminal_letters_colors(void);

#endif
