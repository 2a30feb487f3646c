/// Fonts for names in scripts that the font of labels lacks, such as Japanese.
#ifndef SINEW_DRAW_SCENE_LABEL_FONTS_H
#define SINEW_DRAW_SCENE_LABEL_FONTS_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/render.h"

/// Adds system fonts for the characters of the model's joint names that the built-in font lacks. Characters without a
/// font are drawn as boxes.
void scene_add_label_fonts(sinew_renderer *renderer, const sinew_model *model);

/// Adds fonts for the characters of a text.
void scene_add_text_fonts(sinew_renderer *renderer, const char *text);

enum { EXTRA_GLYPHS_MAX = 2048 };

/// Code points that a font must have in addition to scene_default_glyphs; all zero: none.
typedef struct extra_glyphs {
    uint16_t codes[EXTRA_GLYPHS_MAX]; ///< [count] rising
    int count;
} extra_glyphs;

/// Ranges of code points that the panels' font always has: Latin, Greek, Cyrillic, dashes and quotes, arrows. Pairs of
/// the first and last code point, terminated by 0.
extern const uint16_t scene_default_glyphs[];

/// Adds the code points of a text that are not in the default ranges, if they fit into 16 bits and there is space.
void scene_extra_glyphs_add(extra_glyphs *extra, const char *text);

/// The file of a font. `bytes` is from malloc.
typedef struct found_font {
    void *bytes;
    size_t size;
    int number;   ///< index of the font in the file
    float height; ///< distance from ascender to descender, em
} found_font;

/// Finds the font that has most of the `*count` glyphs, if fontconfig is installed, and reads the font's file. Removes
/// the glyphs that the font has from the list. Returns 0 if no font has any of them; otherwise the caller frees the
/// bytes.
int scene_find_font(uint16_t *glyphs, int *count, found_font *out_font);

#endif
