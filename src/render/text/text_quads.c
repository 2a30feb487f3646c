#include "render/text/text_quads.h"

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
static const char *next_glyph(const char *text, const char *text_end, int *out_glyph)
{
    uint32_t code = '?';
    const size_t length = sinew__utf8_decode(text, text_end, &code);
    *out_glyph = sinew__render_font_glyph(code);
    return text + (length ? length : 1);
}

/// Adds a glyph with its origin at `x`.
static void add_glyph(render_text_quads *quads, int glyph, float x, float base, const float color[4])
{
    const render_font_size *size = quads->size;
    const float column = (float)(glyph % RENDER_FONT_COLUMNS), row = (float)(glyph / RENDER_FONT_COLUMNS);
    const float width = (float)size->cell_width, height = (float)size->cell_height;
    // A glyph's origin is two units below the baseline and a margin inside its cell.
    const float left = x - size->margin, bottom = base + (float)(int)(2.0f * size->unit + 0.5f) + size->margin;
    const float from[2] = {left, bottom - height}, to[2] = {left + width, bottom};
    const float texcoord_from[2] = {column / RENDER_FONT_COLUMNS, row / RENDER_FONT_ROWS};
    const float texcoord_to[2] = {(column + 1.0f) / RENDER_FONT_COLUMNS, (row + 1.0f) / RENDER_FONT_ROWS};
    add_quad(quads, from, to, texcoord_from, texcoord_to, color);
}

void sinew__render_add_text(render_text_quads *quads, const char *text, const char *text_end, float x, float base,
                            float end, const float color[4])
{
    while (text < text_end) {
        int glyph;
        float origin;
        text = next_glyph(text, text_end, &glyph);
        const float advance = sinew__render_font_advance(quads->size, glyph, &origin);
        if (x + advance > end) return;
        add_glyph(quads, glyph, x + origin, base, color);
        x += advance;
    }
}

float sinew__render_text_width(const render_font_size *size, const char *text, const char *text_end)
{
    float width = 0.0f, origin;
    for (int glyph; text < text_end;) {
        text = next_glyph(text, text_end, &glyph);
        width += sinew__render_font_advance(size, glyph, &origin);
    }
    return width;
}
