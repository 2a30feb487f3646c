/// Finds a system font for glyphs that the font of panels and labels lacks.
#ifndef SINEW_SCENE_FIND_FONT_H
#define SINEW_SCENE_FIND_FONT_H

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
int scene_find_font(uint16_t *glyphs, int *count, found_font *out_font);

#endif
