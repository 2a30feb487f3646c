#include "draw/render/text/glyph_atlas.h"

#include <math.h>
#include <stddef.h>

#include "core/base/memory.h"
#include "draw/render/text/font_file.h"

// Rasterises the outlines of a TrueType font with antialiasing.

/// The pixels of a glyph, relative to its origin on the baseline; y points down.
typedef struct render_glyph_box {
    int32_t left, top, right, bottom;
} render_glyph_box;

static _Thread_local int lacks_memory; ///< whether the rasteriser failed to allocate memory

static void *allocate(size_t size)
{
    void *memory = sinew__allocate(size);
    if (!memory) lacks_memory = 1;
    return memory;
}

// The rasteriser is compiled into this file, so that programs need no further library and it allocates with sinew's
// functions. When out of memory, it draws nothing. Its assertions are off, because they would abort the program then.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#define STBTT_malloc(size, user) ((void)(user), allocate(size))
#define STBTT_free(memory, user) ((void)(user), sinew_free(memory))
#define STBTT_assert(condition) ((void)0)
#include <stb_truetype.h>

struct render_outlines {
    stbtt_fontinfo info;
};

render_outlines *sinew__render_outlines_open(const void *bytes, int number)
{
    render_outlines *outlines = sinew__allocate_zeroed(1, sizeof *outlines);
    const int offset = stbtt_GetFontOffsetForIndex(bytes, number);
    if (outlines && offset >= 0 && stbtt_InitFont(&outlines->info, bytes, offset)) return outlines;
    sinew_free(outlines);
    return NULL;
}

void sinew__render_outlines_close(render_outlines *outlines)
{
    sinew_free(outlines);
}

float sinew__render_outlines_height(const render_outlines *outlines)
{
    return stbtt_ScaleForMappingEmToPixels(&outlines->info, 1.0f) / stbtt_ScaleForPixelHeight(&outlines->info, 1.0f);
}

int sinew__render_outlines_find(const render_outlines *outlines, uint32_t code)
{
    return stbtt_FindGlyphIndex(&outlines->info, (int)code);
}

static float scale_of(const render_outlines *outlines, float em)
{
    return stbtt_ScaleForMappingEmToPixels(&outlines->info, em);
}

float sinew__render_outlines_advance(const render_outlines *outlines, int glyph, float em)
{
    int advance, bearing;
    stbtt_GetGlyphHMetrics(&outlines->info, glyph, &advance, &bearing);
    return (float)advance * scale_of(outlines, em);
}

int sinew__render_outlines_trace(const render_outlines *outlines, int glyph, render_outline_step *out_steps, int max)
{
    stbtt_vertex *vertices = NULL;
    lacks_memory = 0;
    const int count = stbtt_GetGlyphShape(&outlines->info, glyph, &vertices);
    const float scale = scale_of(outlines, 1.0f);
    for (int i = 0; i < count && i < max; ++i) {
        const stbtt_vertex *vertex = &vertices[i];
        out_steps[i] = (render_outline_step){.is_move = vertex->type == STBTT_vmove,
                                             .is_curve = vertex->type == STBTT_vcurve,
                                             .control = {scale * (float)vertex->cx, -scale * (float)vertex->cy},
                                             .end = {scale * (float)vertex->x, -scale * (float)vertex->y}};
    }
    stbtt_FreeShape(&outlines->info, vertices);
    if (lacks_memory) return -1;
    return count < max ? count : max;
}

static render_glyph_box outlines_box(const render_outlines *outlines, int glyph, float em, float shift)
{
    const float scale = scale_of(outlines, em);
    int left, top, right, bottom;
    stbtt_GetGlyphBitmapBoxSubpixel(&outlines->info, glyph, scale, scale, shift, 0.0f, &left, &top, &right, &bottom);
    return (render_glyph_box){left, top, right, bottom};
}

/// Writes the coverage of the glyph's box, one byte per pixel, top row first. Returns 0 when out of memory.
static int outlines_draw(render_outlines *outlines, int glyph, float em, float shift, const render_glyph_box *box,
                         uint8_t *out_pixels, int32_t stride)
{
    const float scale = scale_of(outlines, em);
    lacks_memory = 0;
    stbtt_MakeGlyphBitmapSubpixel(&outlines->info, out_pixels, box->right - box->left, box->bottom - box->top, stride,
                                  scale, scale, shift, 0.0f, glyph);
    return !lacks_memory;
}

/// Size of the font in points, as in panels, and its largest size in pixels: for glyphs wider than 64 pixels, the
/// rasteriser would allocate further memory.
static const float points_per_em = 12.0f, max_em = 60.0f;

enum { MAX_WIDTH = 64, SIDE_IN_EM = 40, MAX_GLYPHS = RENDER_GLYPH_SLOTS * 3 / 4 };

// ---- create and destroy -------------------------------------------------------------------------------------------

render_glyph_atlas *sinew__render_glyph_atlas_create(double scale)
{
    render_glyph_atlas *atlas = sinew__allocate_zeroed(1, sizeof *atlas);
    if (!atlas) return NULL;
    atlas->em = fminf(fmaxf(points_per_em * (float)scale, 1.0f), max_em);
    atlas->side = (int32_t)(SIDE_IN_EM * atlas->em) / 4 * 4 + 4;
    atlas->coverage = sinew__allocate_zeroed((size_t)atlas->side * (size_t)atlas->side, 1);
    atlas->fonts[0] = sinew__render_outlines_open(sinew__render_font_file, 0);
    if (!atlas->coverage || !atlas->fonts[0]) {
        sinew__render_glyph_atlas_destroy(atlas);
        return NULL;
    }
    atlas->font_count = 1;
    const int capital = sinew__render_outlines_find(atlas->fonts[0], 'H');
    const render_glyph_box box = outlines_box(atlas->fonts[0], capital, atlas->em, 0.0f);
    atlas->cap_height = (float)-box.top;
    atlas->space = sinew__render_glyph_advance(atlas, ' ');
    return atlas;
}

void sinew__render_glyph_atlas_destroy(render_glyph_atlas *atlas)
{
    if (!atlas) return;
    for (int i = 0; i < RENDER_MAX_FONTS; ++i) sinew__render_outlines_close(atlas->fonts[i]);
    sinew_free(atlas->coverage);
    sinew_free(atlas);
}

void sinew__render_glyph_atlas_add_font(render_glyph_atlas *atlas, const void *bytes, int number)
{
    if (atlas->font_count == RENDER_MAX_FONTS) return;
    render_outlines *font = sinew__render_outlines_open(bytes, number);
    if (font) atlas->fonts[atlas->font_count++] = font;
}

// ---- glyphs -------------------------------------------------------------------------------------------------------

/// Returns the first font that has the character, and its glyph; if none has it, the built-in font with its box.
static render_outlines *find_font(const render_glyph_atlas *atlas, uint32_t code, int *out_glyph)
{
    for (int i = 0; i < atlas->font_count; ++i) {
        *out_glyph = sinew__render_outlines_find(atlas->fonts[i], code);
        if (*out_glyph) return atlas->fonts[i];
    }
    *out_glyph = 0;
    return atlas->fonts[0];
}

float sinew__render_glyph_advance(const render_glyph_atlas *atlas, uint32_t code)
{
    int glyph;
    const render_outlines *font = find_font(atlas, code, &glyph);
    return sinew__render_outlines_advance(font, glyph, atlas->em);
}

/// Finds space for a glyph with a pixel around it; glyphs fill rows from left to right. Returns 0 if the atlas is full.
static int reserve(render_glyph_atlas *atlas, render_glyph *glyph)
{
    if (atlas->x + glyph->width + 1 > atlas->side) {
        atlas->x = 0;
        atlas->y += atlas->row_height;
        atlas->row_height = 0;
    }
    if (atlas->y + glyph->height + 1 > atlas->side) return 0;
    glyph->x = (int16_t)atlas->x;
    glyph->y = (int16_t)atlas->y;
    atlas->x += glyph->width + 1;
    if (glyph->height + 1 > atlas->row_height) atlas->row_height = glyph->height + 1;
    return 1;
}

/// Rasterises a glyph into an unused slot of the table. Returns 0 if the atlas is full.
static int add(render_glyph_atlas *atlas, uint32_t code, int shift, render_glyph *out)
{
    int index;
    render_outlines *font = find_font(atlas, code, &index);
    const float offset = (float)shift / RENDER_GLYPH_SHIFTS;
    const render_glyph_box box = outlines_box(font, index, atlas->em, offset);
    const int32_t width = box.right - box.left, height = box.bottom - box.top;
    if (width > MAX_WIDTH || height > 2 * MAX_WIDTH) return 0;
    render_glyph glyph = {
        .left = (int16_t)box.left, .top = (int16_t)box.top, .width = (int16_t)width, .height = (int16_t)height};
    if (width > 0 && !reserve(atlas, &glyph)) return 0;
    uint8_t *pixels = atlas->coverage + glyph.y * atlas->side + glyph.x;
    if (width > 0 && !outlines_draw(font, index, atlas->em, offset, &box, pixels, atlas->side)) {
        atlas->has_failed = 1;
        return 0;
    }
    *out = glyph;
    atlas->has_changed = 1;
    ++atlas->glyph_count;
    return 1;
}

const render_glyph *sinew__render_glyph_find(render_glyph_atlas *atlas, uint32_t code, int shift)
{
    const uint32_t key = code * RENDER_GLYPH_SHIFTS + (uint32_t)shift + 1;
    render_glyph *slot = &atlas->glyphs[key * 2654435761u % RENDER_GLYPH_SLOTS];
    while (slot->key && slot->key != key) {
        ++slot;
        if (slot == atlas->glyphs + RENDER_GLYPH_SLOTS) slot = atlas->glyphs;
    }
    if (slot->key) return slot;
    if (atlas->glyph_count == MAX_GLYPHS || !add(atlas, code, shift, slot)) return NULL;
    slot->key = key;
    return slot;
}
