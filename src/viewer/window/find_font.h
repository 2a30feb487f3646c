/// Finds a system font for glyphs that the panels' font lacks.
#ifndef SINEW_VIEWER_WINDOW_FIND_FONT_H
#define SINEW_VIEWER_WINDOW_FIND_FONT_H

#include <stddef.h>
#include <stdint.h>

/// A font's file, from malloc.
typedef struct found_font {
    void *bytes;
    size_t size;
    int number;   ///< index of the font in the file
    float height; ///< from ascender to descender, in em
} found_font;

/// Asks fontconfig, if installed, for the font that has most of `*count` glyphs, and reads it. Removes the glyphs it
/// has from the list. Returns whether it has any; the caller frees its bytes.
int viewer_find_font(uint16_t *glyphs, int *count, found_font *out_font);

#endif
