#include "render/text/draw_text.h"

#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "render/draw/visible_meshes.h"
#include "render/image_texture.h"
#include "render/renderer.h"
#include "render/text/draw_legend.h"
#include "render/text/draw_names.h"
#include "render/text/text_quads.h"
#include "render/vertex_attribute.h"

// The status line is a dark bar at the bottom, with the played fraction of the clip as a line on top, text on the left
// and, after a tab, on the right. The panel is a dark rectangle in the centre with two columns of text.

static const float TRACK[4] = {0.08f, 0.09f, 0.10f, 0.92f};
static const float PLAYED[4] = {0.10f, 0.58f, 0.78f, 1.0f};

static void add_status(render_text_quads *quads, const sinew_draw_options *options, float scale)
{
    const render_glyph_atlas *atlas = quads->atlas;
    const float width = (float)options->width, height = (float)options->height;
    const float bar = (float)(int)(24.0f * scale + 0.5f), line = (float)(int)(2.0f * scale + 0.5f);
    const float border = (float)(int)(9.0f * scale + 0.5f), top = height - bar;
    sinew__render_add_bar(quads, 0.0f, top, width, height, SINEW__RENDER_PLATE_COLOR);
    if (options->progress >= 0.0) {
        const float played = width * (float)(options->progress < 1.0 ? options->progress : 1.0);
        sinew__render_add_bar(quads, 0.0f, top - line, width, top, TRACK);
        sinew__render_add_bar(quads, 0.0f, top - line, played, top, PLAYED);
    }
    // Centre capitals vertically in the bar.
    const float base = (float)(int)(height - 0.5f * (bar - atlas->cap_height) + 0.5f);
    const char *text_end = options->status + strlen(options->status), *tab = strchr(options->status, '\t');
    float right = width - border;
    if (tab) {
        const float start = right - sinew__render_text_width(atlas, tab + 1, text_end);
        sinew__render_add_text(quads, tab + 1, text_end, start > border ? start : border, base, width,
                               SINEW__RENDER_TEXT_COLOR);
        right = start - 2.0f * atlas->space;
        text_end = tab;
    }
    sinew__render_add_text(quads, options->status, text_end, border, base, right, SINEW__RENDER_TEXT_COLOR);
}

/// Measures the two columns of a panel. Returns the number of lines.
static int measure_panel(const render_glyph_atlas *atlas, const char *panel, float out_widths[2])
{
    int lines = 0;
    out_widths[0] = out_widths[1] = 0.0f;
    for (; *panel; ++lines) {
        const char *end = panel + strcspn(panel, "\n"), *tab = panel + strcspn(panel, "\t\n");
        const float first = sinew__render_text_width(atlas, panel, tab),
                    second = tab < end ? sinew__render_text_width(atlas, tab + 1, end) : 0.0f;
        if (first > out_widths[0]) out_widths[0] = first;
        if (second > out_widths[1]) out_widths[1] = second;
        panel = *end ? end + 1 : end;
    }
    return lines;
}

static void add_panel(render_text_quads *quads, const sinew_draw_options *options, float scale)
{
    const float line = (float)(int)(18.0f * scale + 0.5f), border = (float)(int)(16.0f * scale + 0.5f);
    float widths[2];
    const int lines = measure_panel(quads->atlas, options->panel, widths);
    const float gap = 4.0f * quads->atlas->space, width = widths[0] + gap + widths[1] + 2.0f * border;
    const float height = (float)lines * line + 2.0f * border;
    float left = (float)(int)(0.5f * ((float)options->width - width));
    float top = (float)(int)(0.5f * ((float)options->height - height));
    if (left < 0.0f) left = 0.0f;
    if (top < 0.0f) top = 0.0f;
    sinew__render_add_bar(quads, left, top, left + width, top + height, SINEW__RENDER_PLATE_COLOR);
    float base = top + border + 0.5f * (line + quads->atlas->cap_height);
    for (const char *text = options->panel; *text; base += line) {
        const char *end = text + strcspn(text, "\n"), *tab = text + strcspn(text, "\t\n");
        const float right = left + width, second = left + border + widths[0] + gap;
        sinew__render_add_text(quads, text, tab, left + border, (float)(int)base, right, SINEW__RENDER_TEXT_COLOR);
        if (tab < end)
            sinew__render_add_text(quads, tab + 1, end, second, (float)(int)base, right, SINEW__RENDER_TEXT_COLOR);
        text = *end ? end + 1 : end;
    }
}

/// Creates the glyph atlas for the scale of the image, unless it exists.
static sinew_result prepare_atlas(sinew_renderer *renderer, float scale, sinew_error *out_error)
{
    if (renderer->atlas && renderer->glyph_scale == (double)scale) return SINEW_OK;
    sinew__render_glyph_atlas_destroy(renderer->atlas);
    renderer->atlas = sinew__render_glyph_atlas_create((double)scale);
    if (!renderer->atlas) return sinew__fail_memory(out_error);
    for (int i = 0; i < renderer->font_count; ++i)
        sinew__render_glyph_atlas_add_font(renderer->atlas, renderer->fonts[i].bytes, renderer->fonts[i].number);
    renderer->atlas->has_changed = 1;
    renderer->glyph_scale = (double)scale;
    return SINEW_OK;
}

static void upload_atlas(sinew_renderer *renderer)
{
    render_glyph_atlas *atlas = renderer->atlas;
    if (!atlas->has_changed) return;
    if (!renderer->glyphs) renderer->glyphs = sinew__render_texture_create(GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, renderer->glyphs);
    sinew__render_texture_set_coverage(atlas->side, atlas->side, atlas->coverage);
    atlas->has_changed = 0;
}

static void make_arrays(sinew_renderer *renderer)
{
    glGenVertexArrays(1, &renderer->text_array);
    glGenBuffers(1, &renderer->text_buffer);
    glBindVertexArray(renderer->text_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
    render_set_attribute(0, 2, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, position));
    render_set_attribute(1, 2, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, texcoord));
    render_set_attribute(2, 4, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, color));
}

static void draw_quads(const sinew_renderer *renderer, const render_text_quads *quads)
{
    const size_t size = (size_t)quads->count * sizeof quads->vertices[0];
    glBindVertexArray(renderer->text_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, quads->vertices, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_2D, renderer->glyphs);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, quads->count);
    glDisable(GL_BLEND);
}

sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_draw_options *options = frame->options;
    sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_TEXT, out_error);
    if (result == SINEW_OK) result = prepare_atlas(renderer, frame->pixel_scale, out_error);
    if (result != SINEW_OK) return result;

    render_text_quads *quads = sinew__allocate(sizeof *quads);
    if (!quads) return sinew__fail_memory(out_error);
    quads->count = 0;
    quads->atlas = renderer->atlas;
    if (options->names && !options->hide_text && !frame->is_crowd) sinew__render_add_names(quads, renderer, frame);
    if (options->status) add_status(quads, options, frame->pixel_scale);
    if (sinew__render_shows_values(renderer, options) && !options->hide_text) sinew__render_add_legend(quads, frame);
    if (options->panel) add_panel(quads, options, frame->pixel_scale);
    if (renderer->atlas->has_failed) {
        renderer->atlas->has_failed = 0;
        sinew_free(quads);
        return sinew__fail_memory(out_error);
    }
    upload_atlas(renderer);
    if (!renderer->text_array) make_arrays(renderer);
    sinew__render_set_vec2(&renderer->programs, RENDER_PROGRAM_TEXT, "image_size", (float)options->width,
                           (float)options->height);
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_TEXT, "letters", RENDER_UNIT_TEXTURE);
    draw_quads(renderer, quads);
    sinew_free(quads);
    return SINEW_OK;
}
