#include "render/text/draw_legend.h"

#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "base/srgb.h"
#include "render/draw/color_ramp.h"
#include "render/draw/vertex_values.h"

enum { RAMP_STEPS = 100, MAX_SWATCHES = 12 };

/// Layout of a legend, in pixels.
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

/// Adds the background with its title. A narrow image truncates the title.
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
    sinew__render_add_bar(quads, plate.left, plate.top, plate.right, plate.bottom, SINEW__RENDER_PLATE_COLOR);
    plate.left += plate.border;
    plate.right -= plate.border;
    plate.top += plate.border;
    const float base = (float)(int)(plate.top + quads->atlas->cap_height + 0.5f);
    sinew__render_add_text(quads, title, title + strlen(title), plate.left, base, plate.right,
                           SINEW__RENDER_TEXT_COLOR);
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
    sinew__render_add_text(quads, label, end, (float)(int)(left + 0.5f), base, plate->right + quads->atlas->space,
                           SINEW__RENDER_TEXT_COLOR);
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
    set_color((const double[3]){SINEW__RENDER_RAMP_NONE[0] / 255.0, SINEW__RENDER_RAMP_NONE[1] / 255.0,
                                SINEW__RENDER_RAMP_NONE[2] / 255.0},
              color);
    sinew__render_add_bar(quads, plate->left, plate->top, plate->left + swatch, bottom, color);
    add_label(quads, plate, "none", plate->left + 0.5f * swatch);
    for (int i = 0; i < RAMP_STEPS; ++i) {
        double srgb[3];
        sinew__render_ramp_color((i + 0.5) / RAMP_STEPS, srgb);
        set_color(srgb, color);
        sinew__render_add_bar(quads, from + width * (float)i / RAMP_STEPS, plate->top,
                              from + width * (float)(i + 1) / RAMP_STEPS, bottom, color);
    }
    for (int i = 0; i < 3; ++i) {
        const float x = from + width * 0.5f * (float)i;
        add_label(quads, plate, labels[i], i == 0 ? x + quads->atlas->space : x);
    }
}

/// Adds a swatch for each count, or for some of them if there are many.
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
        sinew__render_add_bar(quads, left, plate->top, right, bottom, color);
        snprintf(label, sizeof label, "%d", number);
        add_label(quads, plate, label, 0.5f * (left + right));
    }
}

void sinew__render_add_legend(render_text_quads *quads, const render_frame *frame)
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
