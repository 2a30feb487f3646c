// Draws text over an image: labels of joints, the legend of colours, the status line and the help panel.
#include "draw/render/renderer.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/pixels.h"
#include "core/base/printable.h"
#include "draw/render/target.h"
#include "draw/render/text/font_file.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/view/view.h"

// Collects the glyphs and filled rectangles of one image, in pixels from its top left corner.

/// A vertex of a glyph or a rectangle.
typedef struct render_text_vertex {
    float position[2]; ///< pixels
    float texcoord[2]; ///< in the glyph atlas
    float color[4];    ///< linear light, premultiplied
} render_text_vertex;

enum { RENDER_MAX_QUADS = 6000 };

/// The quads of one image; quads beyond the limit are left out.
typedef struct render_text_quads {
    render_text_vertex vertices[6 * RENDER_MAX_QUADS];
    int count;
    render_glyph_atlas *atlas;
} render_text_quads;

// Colours are in linear light with straight alpha.
static const float text_plate_color[4] = {0.010f, 0.012f, 0.016f, 0.92f}; ///< background of text

static const float text_color[4] = {0.86f, 0.88f, 0.90f, 1.0f};

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

/// Adds a filled rectangle.
static void add_bar(render_text_quads *quads, float left, float top, float right, float bottom, const float color[4])
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

/// Adds the glyph of a character with its origin at `x`, rounded to a fraction of a pixel for which the atlas has
/// glyphs.
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

/// Adds the glyphs of a text from `x` on, with the baseline `base` on a whole pixel. Glyphs that reach beyond `end` are
/// left out.
static void add_text(render_text_quads *quads, const char *text, const char *text_end, float x, float base, float end,
                     const float color[4])
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

// Draws labels of joints, as many as have space.

enum { MAX_NAMES = 160, MAX_GLYPHS = 24, NAME_BYTES = 4 * MAX_GLYPHS + 3 };

static const float plate_color[4] = {0.010f, 0.012f, 0.016f, 0.62f}, selected_plate[4] = {0.55f, 0.13f, 0.005f, 0.95f};

/// A rectangle of the image, in pixels.
typedef struct rectangle {
    float left, top, right, bottom;
} rectangle;

/// The label of a joint and its place.
typedef struct placed_name {
    rectangle plate;
    float at[2]; ///< position of the joint, pixels
    int32_t joint;
} placed_name;

typedef struct placed_names {
    placed_name items[MAX_NAMES];
    int32_t count;
    sinew__joint_prefix prefix; ///< prefix of all joint names, which labels leave out
} placed_names;

/// Projects a joint into the image. Returns whether it is visible.
static int project_joint(const render_frame *frame, int32_t joint, float out[2])
{
    const float(*matrix)[4] = frame->view_projection;
    double position[3];
    float clip[4];
    sinew__render_joint_position(frame->pose, joint, position);
    for (int i = 0; i < 4; ++i) {
        clip[i] = matrix[3][i];
        for (int k = 0; k < 3; ++k) clip[i] += matrix[k][i] * (float)position[k];
    }
    if (!(clip[3] > 0.0f) || clip[2] < -clip[3]) return 0;
    const float x = clip[0] / clip[3], y = clip[1] / clip[3];
    if (!(fabsf(x) <= 1.0f && fabsf(y) <= 1.0f)) return 0;
    out[0] = (0.5f + 0.5f * x) * (float)frame->options->width;
    out[1] = (0.5f - 0.5f * y) * (float)frame->options->height;
    return 1;
}

static int is_unoccupied(const placed_names *placed, const render_frame *frame, const rectangle *box)
{
    const float width = (float)frame->options->width, height = (float)frame->options->height;
    if (box->left < 0.0f || box->top < 0.0f || box->right > width || box->bottom > height) return 0;
    for (int32_t i = 0; i < placed->count; ++i) {
        const rectangle *other = &placed->items[i].plate;
        if (other->left < box->right && box->left < other->right && other->top < box->bottom &&
            box->top < other->bottom)
            return 0;
    }
    return 1;
}

/// Finds a free rectangle for a label: to the right of the joint, to the left, above or below, then farther away.
/// Returns 0 if none exists.
static int find_space(const placed_names *placed, const render_frame *frame, const float at[2], float width,
                      float height, rectangle *out)
{
    static const float sides[6][2] = {{1, 0}, {-1, 0}, {1, -0.8f}, {-1, -0.8f}, {1, 0.8f}, {-1, 0.8f}};
    for (int ring = 0; ring < 2; ++ring) {
        const float away = (7.0f + 13.0f * (float)ring) * frame->pixel_scale;
        for (int i = 0; i < 6; ++i) {
            const float x = at[0] + sides[i][0] * away - (sides[i][0] < 0.0f ? width : 0.0f);
            const float y = at[1] + sides[i][1] * (away + 0.5f * height) - 0.5f * height;
            *out = (rectangle){floorf(x), floorf(y), floorf(x) + width, floorf(y) + height};
            if (is_unoccupied(placed, frame, out)) return 1;
        }
    }
    return 0;
}

/// Writes the label of a joint: its name without the prefix of all names. If that needs more than a third of the
/// image's width, writes only the end of the name, because names often share their beginning.
static void make_label(const render_text_quads *quads, const render_frame *frame, sinew__joint_prefix prefix,
                       int32_t joint, char out[NAME_BYTES])
{
    static const char glyph[] = "m";
    const float space = (float)frame->options->width / 3.0f / sinew__render_text_width(quads->atlas, glyph, glyph + 1);
    const size_t max_glyphs = space < 1.0f ? 1 : space < (float)MAX_GLYPHS ? (size_t)space : MAX_GLYPHS;
    char name[256];
    size_t begin = sinew__printable(sinew__joint_label(frame->model, joint, prefix), name, sizeof name), glyphs = 0;
    while (begin > 0 && glyphs < max_glyphs) glyphs += ((unsigned char)name[--begin] & 0xc0) != 0x80;
    snprintf(out, NAME_BYTES, "%s%s", begin > 0 ? ".." : "", name + begin);
}

static float border_of(const render_frame *frame)
{
    return floorf(3.0f * frame->pixel_scale);
}

static void place_name(const render_text_quads *quads, const render_frame *frame, int32_t joint, placed_names *placed)
{
    placed_name item = {.joint = joint};
    char name[NAME_BYTES];
    if (placed->count == MAX_NAMES || !project_joint(frame, joint, item.at)) return;
    make_label(quads, frame, placed->prefix, joint, name);
    const float border = border_of(frame);
    const float width = ceilf(sinew__render_text_width(quads->atlas, name, name + strlen(name))) + 2.0f * border;
    const float height = quads->atlas->cap_height + 2.0f * border + floorf(frame->pixel_scale);
    if (find_space(placed, frame, item.at, width, height, &item.plate)) placed->items[placed->count++] = item;
}

/// Adds the dots of the joints, then their labels over the dots.
static void add_placed(render_text_quads *quads, const render_frame *frame, const placed_names *placed)
{
    const sinew_draw_options *options = frame->options;
    const float border = border_of(frame), dot = 1.5f * frame->pixel_scale;
    char name[NAME_BYTES];
    for (int32_t i = 0; i < placed->count; ++i) {
        const float *at = placed->items[i].at;
        add_bar(quads, at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot, text_color);
    }
    for (int32_t i = 0; i < placed->count; ++i) {
        const placed_name *item = &placed->items[i];
        const rectangle *plate = &item->plate;
        const int is_selected = options->has_joint && options->joint == item->joint;
        make_label(quads, frame, placed->prefix, item->joint, name);
        add_bar(quads, plate->left, plate->top, plate->right, plate->bottom,
                is_selected ? selected_plate : plate_color);
        add_text(quads, name, name + strlen(name), plate->left + border, plate->bottom - border, plate->right,
                 text_color);
    }
}

/// Adds the label of the selected joint first, then the labels of other joints in the model's order. A label that would
/// overlap another is omitted.
static void add_names(render_text_quads *quads, const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_draw_options *options = frame->options;
    placed_names placed;
    placed.count = 0;
    placed.prefix = sinew__find_joint_prefix(renderer->model);
    if (options->has_joint) place_name(quads, frame, options->joint, &placed);
    for (int32_t i = 0; i < renderer->bones.count; ++i) {
        const int32_t joint = renderer->bones.bones[i].joint;
        if (!options->has_joint || options->joint != joint) place_name(quads, frame, joint, &placed);
    }
    add_placed(quads, frame, &placed);
}

// Draws the legend of the surface colours in the upper right corner of the image.

enum { RAMP_STEPS = 100, MAX_SWATCHES = 12 };

/// Layout of the legend, pixels.
typedef struct legend {
    float scale; ///< pixels per point
    float left, top, right, bottom;
    float border, line;
} legend;

static void set_color(const double srgb[3], float out[4])
{
    for (int i = 0; i < 3; ++i) out[i] = sinew__srgb_to_linear((float)srgb[i]);
    out[3] = 1.0f;
}

/// Adds the background of the legend with its title, which a narrow image truncates.
static legend add_plate(render_text_quads *quads, const render_frame *frame, const char *title)
{
    const float scale = frame->pixel_scale, margin = (float)(int)(10.0f * scale + 0.5f);
    legend plate = {.scale = scale, .top = margin, .border = (float)(int)(9.0f * scale + 0.5f)};
    plate.line = (float)(int)(17.0f * scale + 0.5f);
    const float text = sinew__render_text_width(quads->atlas, title, title + strlen(title));
    const float image = (float)frame->options->width, max = image - 2.0f * margin;
    const float usual = (float)(int)(170.0f * scale), value = (float)(int)(0.36f * image);
    const float colors = usual < value ? usual : value;
    float width = (text > colors ? text : colors) + 2.0f * plate.border;
    if (width > max) width = max;
    plate.right = (float)frame->options->width - margin;
    plate.left = plate.right - width;
    plate.bottom = plate.top + 2.0f * plate.border + 2.0f * plate.line + 11.0f * scale;
    add_bar(quads, plate.left, plate.top, plate.right, plate.bottom, text_plate_color);
    plate.left += plate.border;
    plate.right -= plate.border;
    plate.top += plate.border;
    const float base = (float)(int)(plate.top + quads->atlas->cap_height + 0.5f);
    add_text(quads, title, title + strlen(title), plate.left, base, plate.right, text_color);
    plate.top += (float)(int)(14.0f * scale + 0.5f);
    return plate;
}

/// Adds a label in the row below the colours, centred at `x` and kept inside the legend.
static void add_label(render_text_quads *quads, const legend *plate, const char *label, float x)
{
    const char *end = label + strlen(label);
    const float width = sinew__render_text_width(quads->atlas, label, end);
    float left = x - 0.5f * width;
    if (left + width > plate->right) left = plate->right - width;
    if (left < plate->left) left = plate->left;
    const float base = (float)(int)(plate->bottom - plate->border + 0.5f);
    add_text(quads, label, end, (float)(int)(left + 0.5f), base, plate->right + quads->atlas->space, text_color);
}

static float colors_bottom(const legend *plate)
{
    return plate->top + (float)(int)(13.0f * plate->scale + 0.5f);
}

/// Adds a swatch for no value, then the ramp from 0 to 1.
static void add_weight_ramp(render_text_quads *quads, const legend *plate)
{
    static const char *const labels[] = {"0", "0.5", "1"};
    const float swatch = (float)(int)(36.0f * plate->scale + 0.5f), gap = (float)(int)(12.0f * plate->scale + 0.5f);
    const float bottom = colors_bottom(plate), from = plate->left + swatch + gap, width = plate->right - from;
    float color[4];
    set_color((const double[3]){sinew__render_ramp_none[0] / 255.0, sinew__render_ramp_none[1] / 255.0,
                                sinew__render_ramp_none[2] / 255.0},
              color);
    add_bar(quads, plate->left, plate->top, plate->left + swatch, bottom, color);
    add_label(quads, plate, "none", plate->left + 0.5f * swatch);
    for (int i = 0; i < RAMP_STEPS; ++i) {
        double srgb[3];
        sinew__render_ramp_color((i + 0.5) / RAMP_STEPS, srgb);
        set_color(srgb, color);
        add_bar(quads, from + width * (float)i / RAMP_STEPS, plate->top, from + width * (float)(i + 1) / RAMP_STEPS,
                bottom, color);
    }
    for (int i = 0; i < 3; ++i) {
        const float x = from + width * 0.5f * (float)i;
        add_label(quads, plate, labels[i], i == 0 ? x + quads->atlas->space : x);
    }
}

/// Adds a swatch for each number of influences, or for some of them if there are many.
static void add_count_swatches(render_text_quads *quads, const legend *plate, int32_t max)
{
    const int32_t swatches = max < MAX_SWATCHES ? max : MAX_SWATCHES;
    const float width = (plate->right - plate->left) / (float)swatches, bottom = colors_bottom(plate);
    const float gap = swatches > 1 ? (float)(int)(2.0f * plate->scale + 0.5f) : 0.0f;
    for (int32_t i = 0; i < swatches; ++i) {
        const double value = swatches > 1 ? (double)i / (swatches - 1) : 0.0;
        const int32_t number = 1 + (int32_t)(value * (max - 1) + 0.5);
        char label[16];
        double srgb[3];
        float color[4];
        sinew__render_ramp_color(value, srgb);
        set_color(srgb, color);
        const float left = (float)(int)(plate->left + width * (float)i + 0.5f);
        const float right = (float)(int)(plate->left + width * (float)(i + 1) + 0.5f) - gap;
        add_bar(quads, left, plate->top, right, bottom, color);
        snprintf(label, sizeof label, "%d", number);
        add_label(quads, plate, label, 0.5f * (left + right));
    }
}

static void add_legend(render_text_quads *quads, const render_frame *frame)
{
    const sinew_draw_options *options = frame->options;
    char title[100] = "influences", name[64];
    if (options->colors == SINEW_COLORS_WEIGHTS) {
        snprintf(title, sizeof title, "weights: no joint selected");
        if (options->has_joint) {
            sinew__printable(sinew_text(frame->model, frame->model->joints[options->joint].name), name, sizeof name);
            snprintf(title, sizeof title, "weight of %s", name);
        }
    }
    const legend plate = add_plate(quads, frame, title);
    if (options->colors == SINEW_COLORS_WEIGHTS)
        add_weight_ramp(quads, &plate);
    else
        add_count_swatches(quads, &plate, sinew__render_max_influences(frame->model));
}

// Adds fonts for characters that the built-in font lacks.

int sinew__render_add_font(sinew_renderer *renderer, void *bytes, int number)
{
    if (renderer->font_count == RENDER_MAX_ADDED_FONTS) return 0;
    renderer->fonts[renderer->font_count++] = (render_added_font){bytes, number};
    sinew__render_glyph_atlas_destroy(renderer->atlas); // the atlas contains boxes in place of the font's characters
    renderer->atlas = NULL;
    return 1;
}

static int remove_those_of(const void *bytes, int number, uint16_t *codes, int count)
{
    render_outlines *font = sinew__render_outlines_open(bytes, number);
    int left = 0;
    for (int i = 0; i < count; ++i)
        if (!font || !sinew__render_outlines_find(font, codes[i])) codes[left++] = codes[i];
    sinew__render_outlines_close(font);
    return left;
}

int sinew__render_remove_known(const sinew_renderer *renderer, uint16_t *codes, int count)
{
    count = remove_those_of(sinew__render_font_file, 0, codes, count);
    for (int i = 0; i < renderer->font_count; ++i)
        count = remove_those_of(renderer->fonts[i].bytes, renderer->fonts[i].number, codes, count);
    return count;
}

// Draws the status line and the panel. The status line is a dark bar at the bottom with the played fraction of the clip
// as a line at its top; its text is at the left, and after a tab at the right. The panel is a dark rectangle in the
// centre with two columns of text.

static const float track[4] = {0.08f, 0.09f, 0.10f, 0.92f};

static const float played_color[4] = {0.10f, 0.58f, 0.78f, 1.0f};

static void add_status(render_text_quads *quads, const sinew_draw_options *options, float scale)
{
    const render_glyph_atlas *atlas = quads->atlas;
    const float width = (float)options->width, height = (float)options->height;
    const float bar = (float)(int)(24.0f * scale + 0.5f), line = (float)(int)(2.0f * scale + 0.5f);
    const float border = (float)(int)(9.0f * scale + 0.5f), top = height - bar;
    add_bar(quads, 0.0f, top, width, height, text_plate_color);
    if (options->progress >= 0.0) {
        const float played = width * (float)(options->progress < 1.0 ? options->progress : 1.0);
        add_bar(quads, 0.0f, top - line, width, top, track);
        add_bar(quads, 0.0f, top - line, played, top, played_color);
    }
    // Centre capitals vertically in the bar.
    const float base = (float)(int)(height - 0.5f * (bar - atlas->cap_height) + 0.5f);
    const char *text_end = options->status + strlen(options->status), *tab = strchr(options->status, '\t');
    float right = width - border;
    if (tab) {
        const float start = right - sinew__render_text_width(atlas, tab + 1, text_end);
        add_text(quads, tab + 1, text_end, start > border ? start : border, base, width, text_color);
        right = start - 2.0f * atlas->space;
        text_end = tab;
    }
    add_text(quads, options->status, text_end, border, base, right, text_color);
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
    add_bar(quads, left, top, left + width, top + height, text_plate_color);
    float base = top + border + 0.5f * (line + quads->atlas->cap_height);
    for (const char *text = options->panel; *text; base += line) {
        const char *end = text + strcspn(text, "\n"), *tab = text + strcspn(text, "\t\n");
        const float right = left + width, second = left + border + widths[0] + gap;
        add_text(quads, text, tab, left + border, (float)(int)base, right, text_color);
        if (tab < end) add_text(quads, tab + 1, end, second, (float)(int)base, right, text_color);
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
    if (options->names && options->text != SINEW_SHOW_OFF && !frame->is_crowd) add_names(quads, renderer, frame);
    if (options->status) add_status(quads, options, frame->pixel_scale);
    if (sinew__render_shows_values(renderer, options) && options->text != SINEW_SHOW_OFF) add_legend(quads, frame);
    if (options->panel) add_panel(quads, options, frame->pixel_scale);
    if (renderer->atlas->has_failed) {
        renderer->atlas->has_failed = 0;
        sinew_free(quads);
        return sinew__fail_memory(out_error);
    }
    if (renderer->atlas->has_changed) {
        const render_glyph_atlas *atlas = renderer->atlas;
        if (!renderer->glyphs) renderer->glyphs = sinew__render_texture_create(GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, renderer->glyphs);
        sinew__render_texture_set_coverage(atlas->side, atlas->side, atlas->coverage);
        renderer->atlas->has_changed = 0;
    }
    if (!renderer->text_array) {
        glGenVertexArrays(1, &renderer->text_array);
        glGenBuffers(1, &renderer->text_buffer);
        glBindVertexArray(renderer->text_array);
        glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
        render_set_attribute(0, 2, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, position));
        render_set_attribute(1, 2, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, texcoord));
        render_set_attribute(2, 4, GL_FLOAT, sizeof(render_text_vertex), offsetof(render_text_vertex, color));
    }
    sinew__render_set_vec2(&renderer->programs, RENDER_PROGRAM_TEXT, "image_size", (float)options->width,
                           (float)options->height);
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_TEXT, "letters", RENDER_UNIT_TEXTURE);
    glBindVertexArray(renderer->text_array);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->text_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)quads->count * sizeof quads->vertices[0]), quads->vertices,
                 GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_2D, renderer->glyphs);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, quads->count);
    glDisable(GL_BLEND);
    sinew_free(quads);
    return SINEW_OK;
}
