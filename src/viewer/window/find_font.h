/// A font of the system for letters that the panels' own has not.
#ifndef SINEW_VIEWER_WINDOW_FIND_FONT_H
#define SINEW_VIEWER_WINDOW_FIND_FONT_H

#include <stddef.h>
#include <stdint.h>

/// A font's file, from malloc.
typedef struct found_font {
    void *bytes;
    size_t size;
    int number;   ///< of the font in the file
    float height; ///< from its highest letter to its lowest, in its em
} found_font;

/// Asks fontconfig, where that is installed, for the font that has most of `*count` letters, and reads it. Returns
/// whether there is one that has some; it takes those out of the letters, and its bytes are the caller's to free.
int viewer_find_font(uint16_t *glyphs, int *count, found_font *out_font);

#endif
