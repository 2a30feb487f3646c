/// Letters that names have beside those that the panels' font is always made with.
#ifndef SINEW_VIEWER_WINDOW_EXTRA_GLYPHS_H
#define SINEW_VIEWER_WINDOW_EXTRA_GLYPHS_H

#include <stdint.h>

enum { EXTRA_GLYPHS_MAX = 2048 };

/// Zeroed: none.
typedef struct extra_glyphs {
    uint16_t codes[EXTRA_GLYPHS_MAX]; ///< [count] rising
    int count;
} extra_glyphs;

/// From the first to the last of each pair the panels' font has all: Latin, Greek, Cyrillic, dashes and quotes, arrows.
/// Ends with 0.
extern const uint16_t default_glyphs[];

/// Adds what is not among the usual letters, as far as there is room and 16 bits hold it.
void extra_glyphs_add(extra_glyphs *extra, const char *text);

#endif
