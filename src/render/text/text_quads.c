#include "render/text/text_quads.h"

#include <math.h>

#include "base/printable.h"

const float SINEW__RENDER_PLATE_COLOR[4] = {0.010f, 0.012f, 0.016f, 0.92f};
const float SINEW__RENDER_TEXT_COLOR[4] = {0.86f, 0.88f, 0.90f, 1.0f};

static void add_quad(render_text_quads *quads, const float from[2], const float to[2], const float texcoord_from[2],
                     const float texcoord_to[2], const float color[4])
{
    static const int corners[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 1}, {1, 0}};
    if (quads->count + 6 > 6 * RENDER_MAX_QUADS) return;
    for (int i = 0; i < 6; ++i) {
        render_text_vertex *vertex = &quads->vertices[quads->count++];
        for (int k = 0; k < 2; ++k) {
            vertex->position[k] = corners[i][k] ? to[k] : from[k];
            vertex->texcoord[k] = corners[i][k] ? texcoord_to[k] : texcoord_from[k];
        }
        for (int k = 0; k < 4; ++k) vertex->color[k] = color[k] * (k < 3 ? color[3] : 1.0f);
    }
}

// Negative texture coordinates mark a rectangle for the shader.
void sinew__render_add_bar(render_text_quads *quads, float left, float top, float right, float bottom,
                           const float color[4])
{
    const float none[2] = {-1.0f, -1.0f};
    add_quad(quads, (const float[2]){left, top}, (const float[2]){right, bottom}, none, none, color);
}

/// Decodes the next character of a text. Returns its end.
static const char *next_character(const char *text, const char *text_end, uint32_t *out_code)
{
    *out_code = '?';
    const size_t length = sinew__utf8_decode(text, text_end, out_code);
    return text + (length ? length : 1);
}

/// Adds the glyph of a character with its origin at `x`, at the nearest fraction of a pixel that the atlas has.
static void add_glyph(render_text_quads *quads, uint32_t code, float x, float base, const float color[4])
{
    const int32_t position = (int32_t)floorf(x * RENDER_GLYPH_SHIFTS + 0.5f);
    const int32_t whole = (int32_t)floorf((float)position / RENDER_GLYPH_SHIFTS);
    const render_glyph *glyph = sinew__render_glyph_find(quads->atlas, code, position - whole * RENDER_GLYPH_SHIFTS);
    if (!glyph || glyph->width == 0) return;
    const float side = (float)quads->atlas->side, width = (float)glyph->width, height = (float)glyph->height;
    const float from[2] = {(float)(whole + glyph->left), base + (float)glyph->top};
    const float to[2] = {from[0] + width, from[1] + height};
    const float texcoord_from[2] = {(float)glyph->x / side, (float)glyph->y / side};
    const float texcoord_to[2] = {texcoord_from[0] + width / side, texcoord_from[1] + height / side};
    add_quad(quads, from, to, texcoord_from, texcoord_to, color);
}

void sinew__render_add_text(render_text_quads *quads, const char *text, const char *text_end, float x, float base,
                            float end, const float color[4])
{
    while (text < text_end) {
        uint32_t code;
        text = next_character(text, text_end, &code);
        const float advance = sinew__render_glyph_advance(quads->atlas, code);
        if (x + advance > end) return;
        add_glyph(quads, code, x, base, color);
        x += advance;
    }
}

float sinew__render_text_width(const render_glyph_atlas *atlas, const char *text, const char *text_end)
{
    float width = 0.0f;
    for (uint32_t code; text < text_end;) {
        text = next_character(text, text_end, &code);
        width += sinew__render_glyph_advance(atlas, code);
    }
    return width;
}
