#include "render/text/outlines.h"

#include <stddef.h>

#include "base/memory.h"

static _Thread_local int lacks_memory; ///< the rasteriser has failed to allocate

static void *allocate(size_t size)
{
    void *memory = sinew__allocate(size);
    if (!memory) lacks_memory = 1;
    return memory;
}

// The rasteriser is compiled here and not linked, so that programs that link the library need no further one, and its
// memory is the library's. Out of memory it draws nothing; its assertion of the contrary is left out.
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

render_glyph_box sinew__render_outlines_box(const render_outlines *outlines, int glyph, float em, float shift)
{
    const float scale = scale_of(outlines, em);
    int left, top, right, bottom;
    stbtt_GetGlyphBitmapBoxSubpixel(&outlines->info, glyph, scale, scale, shift, 0.0f, &left, &top, &right, &bottom);
    return (render_glyph_box){left, top, right, bottom};
}

int sinew__render_outlines_draw(render_outlines *outlines, int glyph, float em, float shift,
                                const render_glyph_box *box, uint8_t *out_pixels, int32_t stride)
{
    const float scale = scale_of(outlines, em);
    lacks_memory = 0;
    stbtt_MakeGlyphBitmapSubpixel(&outlines->info, out_pixels, box->right - box->left, box->bottom - box->top, stride,
                                  scale, scale, shift, 0.0f, glyph);
    return !lacks_memory;
}
