#include "draw/scene/label_fonts.h"

#include <stdio.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/base/printable.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/file.h"
#include "draw/render/renderer.h"
#include "sinew/memory.h"

// Collects glyphs that names need and that the panels' font does not contain by default.

const uint16_t scene_default_glyphs[] = {0x20, 0x24f, 0x370, 0x52f, 0x2010, 0x2027, 0x2190, 0x2193, 0};

static int is_default(uint32_t code)
{
    for (const uint16_t *pair = scene_default_glyphs; *pair; pair += 2) {
        if (code >= pair[0] && code <= pair[1]) return 1;
    }
    return code < 0x20;
}

static void insert(extra_glyphs *extra, uint16_t code)
{
    const size_t count = (size_t)extra->count;
    size_t i = 0;
    SINEW__LOWER_BOUND(i, count, extra->codes[i] < code);
    if (i < count && extra->codes[i] == code) return;
    if (count == EXTRA_GLYPHS_MAX) return;
    memmove(&extra->codes[i + 1], &extra->codes[i], (count - i) * sizeof extra->codes[0]);
    extra->codes[i] = code;
    ++extra->count;
}

void scene_extra_glyphs_add(extra_glyphs *extra, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t code = 0;
        const size_t length = sinew__utf8_decode(text, end, &code);
        if (length > 1 && code <= 0xffff && sinew__is_printable(code) && !is_default(code))
            insert(extra, (uint16_t)code);
        text += length ? length : 1;
    }
}

// Finds a system font for glyphs that the font of panels and labels lacks.

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

static int load(fontconfig *out)
{
    const sinew__function functions[] = {
        {"FcPatternCreate", &out->create_pattern},
        {"FcCharSetCreate", &out->create_letters},
        {"FcCharSetAddChar", &out->add_letter},
        {"FcPatternAddCharSet", &out->add_letters},
        {"FcPatternAddBool", &out->add_bool},
        {"FcConfigSubstitute", &out->substitute},
        {"FcDefaultSubstitute", &out->substitute_default},
        {"FcFontMatch", &out->match},
        {"FcPatternGetString", &out->get_text},
        {"FcPatternGetInteger", &out->get_integer},
        {"FcCharSetDestroy", &out->destroy_letters},
        {"FcPatternDestroy", &out->destroy_pattern},
    };
    return sinew__load_functions("libfontconfig.so.1", functions, sizeof functions / sizeof *functions);
}

/// Creates a pattern for a scalable font with these glyphs. Returns NULL when out of memory.
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

/// Writes the path of the font file that has most of the glyphs, and the font's index in it. Returns 0 if there is
/// none.
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
    *out_number &= 0xffff; // the upper bits select an instance of a variable font
    if (font) fc.destroy_pattern(font);
    if (pattern) fc.destroy_pattern(pattern);
    return length > 0 && (size_t)length < size;
}

/// Measures a font and removes the glyphs that it has from the list. Returns the number of glyphs left: all of them if
/// the font cannot be read.
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

static void add_fonts(sinew_renderer *renderer, extra_glyphs *missing)
{
    found_font found;
    missing->count = sinew__render_remove_known(renderer, missing->codes, missing->count);
    while (missing->count > 0 && scene_find_font(missing->codes, &missing->count, &found)) {
        if (sinew__render_add_font(renderer, found.bytes, found.number)) continue;
        sinew_free(found.bytes);
        return;
    }
}

void scene_add_label_fonts(sinew_renderer *renderer, const sinew_model *model)
{
    extra_glyphs missing;
    missing.count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        scene_extra_glyphs_add(&missing, sinew_text(model, model->joints[i].name));
    add_fonts(renderer, &missing);
}

void scene_add_text_fonts(sinew_renderer *renderer, const char *text)
{
    extra_glyphs missing;
    missing.count = 0;
    scene_extra_glyphs_add(&missing, text);
    add_fonts(renderer, &missing);
}
