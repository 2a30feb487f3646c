/// Fonts for names in scripts that the font of labels lacks, such as Japanese.
#ifndef SINEW_DRAW_SCENE_LABEL_FONTS_H
#define SINEW_DRAW_SCENE_LABEL_FONTS_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/render.h"

/// Adds system fonts for the characters of the model's joint names that the built-in font lacks. Without such fonts
/// they are drawn as boxes.
void scene_add_label_fonts(sinew_renderer *renderer, const sinew_model *model);

/// Adds fonts for the characters of a text.
void scene_add_text_fonts(sinew_renderer *renderer, const char *text);

enum { EXTRA_GLYPHS_MAX = 2048 };

/// Zeroed: none.
typedef struct extra_glyphs {
    uint16_t codes[EXTRA_GLYPHS_MAX]; ///< [count] rising
    int count;
} extra_glyphs;

/// Ranges of code points that the panels' font always has, as pairs of first and last: Latin, Greek, Cyrillic, dashes
/// and quotes, arrows. Terminated by 0.
extern const uint16_t scene_default_glyphs[];

/// Adds the code points of a text that are not in the default ranges, as long as there is space and they fit 16 bits.
void scene_extra_glyphs_add(extra_glyphs *extra, const char *text);

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
