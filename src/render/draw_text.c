#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/printable.h"
#include "render/buffer_offset.h"
#include "render/renderer.h"
#include "render/stroke_font.h"

// The status line: a dark bar along the lower border, the part of the clip that has been played as a line on top of it,
// text to the left and, after a tab, to the right. The panel: a dark field in the middle, two columns of text.

/// A corner of a letter or a bar.
typedef struct text_vertex {
    float position[2]; ///< pixels from the top left
    float texcoord[2];
    float color[4]; ///< linear light, premultiplied
} text_vertex;

enum { MOST_LETTERS = 4096, MOST_BARS = 4, MOST_VERTICES = 6 * (MOST_LETTERS + MOST_BARS) };

/// The quads of one picture.
typedef struct text_quads {
    text_vertex vertices[MOST_VERTICES];
    int count;
    const render_font_size *size;
} text_quads;

static const float BAR[4] = {0.010f, 0.012f, 0.016f, 0.92f};
static const float TRACK[4] = {0.08f, 0.09f, 0.10f, 0.92f};
static const float PLAYED[4] = {0.10f, 0.58f, 0.78f, 1.0f};
static const float LETTER[4] = {0.86f, 0.88f, 0.90f, 1.0f};

static void put_quad(text_quads *quads, const float from[2], const float to[2], const float texcoord_from[2],
                     const float texcoord_to[2], const float color[4])
{
    static const int corners[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 1}, {1, 0}};
    if (quads->count + 6 > MOST_VERTICES) return;
    for (int i = 0; i < 6; ++i) {
        text_vertex *vertex = &quads->vertices[quads->count++];
        for (int k = 0; k < 2; ++k) {
            vertex->position[k] = corners[i][k] ? to[k] : from[k];
            vertex->texcoord[k] = corners[i][k] ? texcoord_to[k] : texcoord_from[k];
        }
        for (int k = 0; k < 4; ++k) vertex->color[k] = color[k] * (k < 3 ? color[3] : 1.0f);
    }
}

/// An even rectangle; negative texture coordinates tell the shader.
static void put_bar(text_quads *quads, float left, float top, float right, float bottom, const float color[4])
{
    const float none[2] = {-1.0f, -1.0f};
    put_quad(quads, (const float[2]){left, top}, (const float[2]){right, bottom}, none, none, color);
}

static void put_letter(text_quads *quads, uint32_t code, float x, float base)
{
    const render_font_size *size = quads->size;
    const int glyph = render_font_glyph(code);
    const float column = (float)(glyph % RENDER_FONT_COLUMNS), row = (float)(glyph / RENDER_FONT_COLUMNS);
    const float width = (float)size->cell_width, height = (float)size->cell_height;
    // The origin of a letter lies two units under the base line and a margin inside its cell.
    const float left = x - size->margin, bottom = base + (float)(int)(2.0f * size->unit + 0.5f) + size->margin;
    const float from[2] = {left, bottom - height}, to[2] = {left + width, bottom};
    const float texcoord_from[2] = {column / RENDER_FONT_COLUMNS, row / RENDER_FONT_ROWS};
    const float texcoord_to[2] = {(column + 1.0f) / RENDER_FONT_COLUMNS, (row + 1.0f) / RENDER_FONT_ROWS};
    put_quad(quads, from, to, texcoord_from, texcoord_to, LETTER);
}

/// Letters from `x` on, as far as they fit before `end`.
static void put_text(text_quads *quads, const char *text, const char *text_end, float x, float base, float end)
{
    while (text < text_end && x + quads->size->advance <= end) {
        uint32_t code = '?';
        const size_t length = sinew__utf8_decode(text, text_end, &code);
        text += length ? length : 1;
        put_letter(quads, code, x, base);
        x += quads->size->advance;
    }
}

static float text_width(const render_font_size *size, const char *text, const char *end)
{
    int letters = 0;
    for (; text < end; ++text) letters += ((unsigned char)*text & 0xc0) != 0x80;
    return (float)letters * size->advance;
}

static void put_status(text_quads *quads, const sinew_draw_options *options, float scale)
{
    const render_font_size *size = quads->size;
    const float width = (float)options->width, height = (float)options->height;
    const float bar = (float)(int)(24.0f * scale + 0.5f), line = (float)(int)(2.0f * scale + 0.5f);
    const float border = (float)(int)(9.0f * scale + 0.5f), top = height - bar;
    put_bar(quads, 0.0f, top, width, height, BAR);
    if (options->progress >= 0.0) {
        const float played = width * (float)(options->progress < 1.0 ? options->progress : 1.0);
        put_bar(quads, 0.0f, top - line, width, top, TRACK);
        put_bar(quads, 0.0f, top - line, played, top, PLAYED);
    }
    // Capitals stand in the middle of the bar.
    const float base = (float)(int)(height - 0.5f * (bar - 7.0f * size->unit) + 0.5f);
    const char *text_end = options->status + strlen(options->status), *tab = strchr(options->status, '\t');
    float right = width - border;
    if (tab) {
        const float start = right - text_width(size, tab + 1, text_end);
        put_text(quads, tab + 1, text_end, start > border ? start : border, base, width);
        right = start - size->advance;
        text_end = tab;
    }
    put_text(quads, options->status, text_end, border, base, right);
}

/// Widths of the two columns of a panel, and how many lines it has.
static int measure_panel(const render_font_size *size, const char *panel, float out_widths[2])
{
    int lines = 0;
    out_widths[0] = out_widths[1] = 0.0f;
    for (; *panel; ++lines) {
        const char *end = panel + strcspn(panel, "\n"), *tab = panel + strcspn(panel, "\t\n");
        const float first = text_width(size, panel, tab), second = tab < end ? text_width(size, tab + 1, end) : 0.0f;
        if (first > out_widths[0]) out_widths[0] = first;
        if (second > out_widths[1]) out_widths[1] = second;
        panel = *end ? end + 1 : end;
    }
    return lines;
}

static void put_panel(text_quads *quads, const sinew_draw_options *options, float scale)
{
    const render_font_size *size = quads->size;
    const float line = (float)(int)(18.0f * scale + 0.5f), border = (float)(int)(16.0f * scale + 0.5f);
    float widths[2];
    const int lines = measure_panel(size, options->panel, widths);
    const float gap = 2.0f * size->advance, width = widths[0] + gap + widths[1] + 2.0f * border;
    const float height = (float)lines * line + 2.0f * border;
    float left = (float)(int)(0.5f * ((float)options->width - width));
    float top = (float)(int)(0.5f * ((float)options->height - height));
    if (left < 0.0f) left = 0.0f;
    if (top < 0.0f) top = 0.0f;
    put_bar(quads, left, top, left + width, top + height, BAR);
    float base = top + border + 0.5f * (line + 7.0f * size->unit);
    for (const char *text = options->panel; *text; base += line) {
        const char *end = text + strcspn(text, "\n"), *tab = text + strcspn(text, "\t\n");
        const float right = left + width, second = left + border + widths[0] + gap;
        put_text(quads, text, tab, left + border, (float)(int)base, right);
        if (tab < end) put_text(quads, tab + 1, end, second, (float)(int)base, right);
        text = *end ? end + 1 : end;
    }
}

/// The atlas at the scale of the picture, made anew only when that changes.
static sinew_result prepare_atlas(sinew_renderer *renderer, const render_font_size *size, float scale,
                                  sinew_error *out_error)
{
    if (renderer->letters && renderer->letters_scale == (double)scale) return SINEW_OK;
    const int32_t width = RENDER_FONT_COLUMNS * size->cell_width, height = RENDER_FONT_ROWS * size->cell_height;
    uint8_t *atlas = malloc((size_t)width * (size_t)height);
    if (!atlas) return sinew__fail_memory(out_error);
    render_font_draw_atlas(size, atlas);
    if (!renderer->letters) glGenTextures(1, &renderer->letters);
    glBindTexture(GL_TEXTURE_2D, renderer->letters);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    free(atlas);
    renderer->letters_scale = (double)scale;
    return SINEW_OK;
}

static void set_attribute(GLuint attribute, GLint components, size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, sizeof(text_vertex), render_buffer_offset(offset));
}

static void make_arrays(sinew_renderer *renderer)
{
    glGenVertexArrays(1, &renderer->text_array);
    glGenBuffers(1, &renderer->text_buffer);
    glBindVertexArray(renderer->text_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
    set_attribute(0, 2, offsetof(text_vertex, position));
    set_attribute(1, 2, offsetof(text_vertex, texcoord));
    set_attribute(2, 4, offsetof(text_vertex, color));
}

static void draw_quads(const sinew_renderer *renderer, const text_quads *quads)
{
    const size_t size = (size_t)quads->count * sizeof quads->vertices[0];
    glBindVertexArray(renderer->text_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, quads->vertices, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_2D, renderer->letters);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, quads->count);
    glDisable(GL_BLEND);
}

sinew_result render_draw_text(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_draw_options *options = frame->options;
    const render_font_size size = render_font_size_for((double)frame->pixel_scale);
    sinew_result result = render_use_program(&renderer->programs, RENDER_PROGRAM_TEXT, out_error);
    if (result == SINEW_OK) result = prepare_atlas(renderer, &size, frame->pixel_scale, out_error);
    if (result != SINEW_OK) return result;

    text_quads *quads = malloc(sizeof *quads);
    if (!quads) return sinew__fail_memory(out_error);
    quads->count = 0;
    quads->size = &size;
    if (options->status) put_status(quads, options, frame->pixel_scale);
    if (options->panel) put_panel(quads, options, frame->pixel_scale);
    if (!renderer->text_array) make_arrays(renderer);
    render_set_vec2(&renderer->programs, RENDER_PROGRAM_TEXT, "picture_size", (float)options->width,
                    (float)options->height);
    render_set_int(&renderer->programs, RENDER_PROGRAM_TEXT, "letters", RENDER_UNIT_TEXTURE);
    draw_quads(renderer, quads);
    free(quads);
    return SINEW_OK;
}
