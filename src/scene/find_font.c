#include "scene/find_font.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "platform/file.h"
#include "render/text/glyph_atlas.h"
#include "sinew/memory.h"

/// The functions of fontconfig, which is loaded only when a glyph is missing; its objects are opaque.
typedef struct fontconfig {
    void *(*create_pattern)(void);
    void *(*create_letters)(void);
    int (*add_letter)(void *glyphs, uint32_t glyph);
    int (*add_letters)(void *pattern, const char *object, const void *glyphs);
    int (*add_bool)(void *pattern, const char *object, int value);
    int (*substitute)(void *config, void *pattern, int kind);
    void (*substitute_default)(void *pattern);
    void *(*match)(void *config, void *pattern, int *out_result);
    int (*get_text)(const void *pattern, const char *object, int n, unsigned char **out_text);
    int (*get_integer)(const void *pattern, const char *object, int n, int *out_value);
    void (*destroy_letters)(void *glyphs);
    void (*destroy_pattern)(void *pattern);
} fontconfig;

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
    {"FcPatternCreate", offsetof(fontconfig, create_pattern)},
    {"FcCharSetCreate", offsetof(fontconfig, create_letters)},
    {"FcCharSetAddChar", offsetof(fontconfig, add_letter)},
    {"FcPatternAddCharSet", offsetof(fontconfig, add_letters)},
    {"FcPatternAddBool", offsetof(fontconfig, add_bool)},
    {"FcConfigSubstitute", offsetof(fontconfig, substitute)},
    {"FcDefaultSubstitute", offsetof(fontconfig, substitute_default)},
    {"FcFontMatch", offsetof(fontconfig, match)},
    {"FcPatternGetString", offsetof(fontconfig, get_text)},
    {"FcPatternGetInteger", offsetof(fontconfig, get_integer)},
    {"FcCharSetDestroy", offsetof(fontconfig, destroy_letters)},
    {"FcPatternDestroy", offsetof(fontconfig, destroy_pattern)},
};

static int load(fontconfig *out)
{
    void *library = SDL_LoadObject("libfontconfig.so.1"); // not unloaded: it caches its results
    for (size_t i = 0; library && i < sizeof functions / sizeof functions[0]; ++i) {
        void *found = SDL_LoadFunction(library, functions[i].name);
        if (!found) return 0;
        memcpy((char *)out + functions[i].offset, &found, sizeof found); // ISO C has no cast to a function
    }
    return library != NULL;
}

/// Creates a pattern for a scalable font with these glyphs. NULL when out of memory.
static void *describe(const fontconfig *fc, const uint16_t *glyphs, int count)
{
    void *pattern = fc->create_pattern(), *set = fc->create_letters();
    for (int i = 0; set && i < count; ++i) fc->add_letter(set, glyphs[i]);
    if (pattern && set) {
        fc->add_letters(pattern, "charset", set);
        fc->add_bool(pattern, "outline", 1);
        fc->substitute(NULL, pattern, 0); // FcMatchPattern
        fc->substitute_default(pattern);
    }
    if (set) fc->destroy_letters(set);
    return pattern;
}

/// Writes the path of a font file and the font's index in it. Returns whether a font was found.
static int find(const uint16_t *glyphs, int count, char *out_path, size_t size, int *out_number)
{
    fontconfig fc;
    if (!load(&fc)) return 0;
    int result = 0, length = 0;
    unsigned char *path = NULL;
    void *pattern = describe(&fc, glyphs, count), *font = pattern ? fc.match(NULL, pattern, &result) : NULL;
    *out_number = 0;
    if (font && fc.get_text(font, "file", 0, &path) == 0) length = snprintf(out_path, size, "%s", (const char *)path);
    if (font) (void)fc.get_integer(font, "index", 0, out_number);
    *out_number &= 0xffff; // the upper bits are the instance of a variable font
    if (font) fc.destroy_pattern(font);
    if (pattern) fc.destroy_pattern(pattern);
    return length > 0 && (size_t)length < size;
}

/// Measures a font and removes the glyphs it has from the list. Returns how many are left: all if the file contains no
/// readable font.
static int take_letters(found_font *font, uint16_t *glyphs, int count)
{
    render_outlines *outlines = sinew__render_outlines_open(font->bytes, font->number);
    if (!outlines) return count;
    int left = 0;
    font->height = sinew__render_outlines_height(outlines);
    const int is_usable = font->height > 0.5f && font->height < 4.0f;
    for (int i = 0; i < count && is_usable; ++i) {
        if (!sinew__render_outlines_find(outlines, glyphs[i])) glyphs[left++] = glyphs[i];
    }
    sinew__render_outlines_close(outlines);
    return is_usable ? left : count;
}

int scene_find_font(uint16_t *glyphs, int *count, found_font *out_font)
{
    char path[4096];
    *out_font = (found_font){0};
    if (!find(glyphs, *count, path, sizeof path, &out_font->number)) return 0;
    if (sinew__file_read(path, &out_font->bytes, &out_font->size, NULL) != SINEW_OK) return 0;
    const int left = take_letters(out_font, glyphs, *count);
    if (left == *count) {
        sinew_free(out_font->bytes);
        return 0;
    }
    *count = left;
    return 1;
}
