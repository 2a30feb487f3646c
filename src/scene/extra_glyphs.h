/// Glyphs that names need in addition to those the panels' font always has.
#ifndef SINEW_SCENE_EXTRA_GLYPHS_H
#define SINEW_SCENE_EXTRA_GLYPHS_H

#include <stdint.h>

enum { EXTRA_GLYPHS_MAX = 2048 };

/// Zeroed: none.
typedef struct extra_glyphs {
    uint16_t codes[EXTRA_GLYPHS_MAX]; ///< [count] rising
    int count;
} extra_glyphs;

/// Ranges of code points that the panels' font always has, as pairs of first and last: Latin, Greek, Cyrillic, dashes
/// and quotes, arrows. Terminated by 0.
extern const uint16_t default_glyphs[];

/// Adds the code points of a text that are not in the default ranges, as long as there is space and they fit 16 bits.
void extra_glyphs_add(extra_glyphs *extra, const char *text);

#endif
