// Draws the page of charts with cairo, as SVG or PNG.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/file.h"
#include "draw/render/text/font_file.h"
#include "draw/render/text/glyph_atlas.h"
#include "draw/scene/timeline_scale.h"
#include "program/cli/curves/charts.h"
#include "program/cli/curves/load_cairo.h"

// ---- the page ----------------------------------------------------------------------------------------------------

/// Heights in pixels.
enum {
    TITLE_HEIGHT = 26,
    SOURCE_HEIGHT = 17,
    RULER_HEIGHT = 20,
    CHART_TITLE = 20,
    CHART_GAP = 8,
    PLOT_HEIGHT = 132,
    MIN_CHART = 24
};

enum { LEFT = 76, RIGHT = 20, MARGIN = 14 };

typedef struct chart_color {
    double red, green, blue;
} chart_color;

static const chart_color text_color = {0.16, 0.18, 0.21}, dim_color = {0.45, 0.49, 0.53},
                         grid_color = {0.88, 0.90, 0.91}, outside_color = {0.955, 0.96, 0.965},
                         frame_color = {0.78, 0.80, 0.82}, mark_color = {0.05, 0.52, 0.66};

/// Colours of x, y, z and w. They are darker than in the player, because the page is white.
static const chart_color axis_colors[4] = {
    {0.82, 0.22, 0.20}, {0.26, 0.56, 0.14}, {0.16, 0.38, 0.86}, {0.55, 0.32, 0.72}};

typedef struct chart_canvas {
    const chart_page *page;
    cairo_t *cairo;
    render_outlines *font;
    timeline_scale scale;
    double chart_height;
    int *lacks_memory; ///< set if a glyph could not be drawn
} chart_canvas;

static void set_color(const chart_canvas *canvas, chart_color color, double alpha)
{
    cli_cairo.set_source_rgba(canvas->cairo, color.red, color.green, color.blue, alpha);
}

// ---- text --------------------------------------------------------------------------------------------------------

static double text_width(const chart_canvas *canvas, const char *text, double em)
{
    const char *end = text + strlen(text);
    double width = 0.0;
    uint32_t code;
    for (size_t length; text < end && (length = sinew__utf8_decode(text, end, &code)) > 0; text += length)
        width += (double)sinew__render_outlines_advance(canvas->font, sinew__render_outlines_find(canvas->font, code),
                                                        (float)em);
    return width;
}

/// Adds the outline of a glyph to the path. TrueType's quadratic curves become cubic ones for cairo.
static void add_glyph(const chart_canvas *canvas, int glyph)
{
    render_outline_step steps[512];
    const int count = sinew__render_outlines_trace(canvas->font, glyph, steps, (int)(sizeof steps / sizeof *steps));
    double x = 0.0, y = 0.0;
    if (count < 0) *canvas->lacks_memory = 1;
    for (int i = 0; i < count; ++i) {
        const double end_x = (double)steps[i].end[0], end_y = (double)steps[i].end[1];
        const double control_x = (double)steps[i].control[0], control_y = (double)steps[i].control[1];
        if (steps[i].is_move && i > 0) cli_cairo.close_path(canvas->cairo);
        if (steps[i].is_move)
            cli_cairo.move_to(canvas->cairo, end_x, end_y);
        else if (steps[i].is_curve)
            cli_cairo.curve_to(canvas->cairo, x + 2.0 / 3.0 * (control_x - x), y + 2.0 / 3.0 * (control_y - y),
                               end_x + 2.0 / 3.0 * (control_x - end_x), end_y + 2.0 / 3.0 * (control_y - end_y), end_x,
                               end_y);
        else
            cli_cairo.line_to(canvas->cairo, end_x, end_y);
        x = end_x;
        y = end_y;
    }
    if (count > 0) cli_cairo.close_path(canvas->cairo);
}

/// Draws text on a baseline; `align` is the fraction of the text's width left of `x`: 0 … 1. Returns the text's right
/// edge.
static double draw_text(const chart_canvas *canvas, double x, double baseline, double align, double em,
                        chart_color color, const char *text)
{
    const char *end = text + strlen(text);
    uint32_t code;
    x -= align * text_width(canvas, text, em);
    for (size_t length; text < end && (length = sinew__utf8_decode(text, end, &code)) > 0; text += length) {
        const int glyph = sinew__render_outlines_find(canvas->font, code);
        cli_cairo.save(canvas->cairo);
        cli_cairo.translate(canvas->cairo, x, baseline);
        cli_cairo.scale(canvas->cairo, em, em);
        add_glyph(canvas, glyph);
        cli_cairo.restore(canvas->cairo);
        x += (double)sinew__render_outlines_advance(canvas->font, glyph, (float)em);
    }
    set_color(canvas, color, 1.0);
    cli_cairo.fill(canvas->cairo);
    return x;
}

/// Draws text of a file with escapes for unprintable characters. If it is wider than `space` pixels, its end is cut
/// off.
static double draw_name(const chart_canvas *canvas, double x, double baseline, double em, chart_color color,
                        const char *name, double space)
{
    char printable[256];
    size_t length;
    sinew__printable(name, printable, sizeof printable);
    length = strlen(printable);
    while (length > 0 && text_width(canvas, printable, em) > space) {
        do --length;
        while (length > 0 && (printable[length] & 0xc0) == 0x80);
        snprintf(printable + length, sizeof printable - length, "%s", length + 4 < sizeof printable ? "\u2026" : "");
    }
    return draw_text(canvas, x, baseline, 0.0, em, color, printable);
}

// ---- lines -------------------------------------------------------------------------------------------------------

/// The plot of one chart: its box in pixels, and the range of its values.
typedef struct chart_plot {
    double top, height;
    double middle, half; ///< middle of the range of values, and half its size; half > 0
} chart_plot;

/// Clamps a coordinate to numbers that fit cairo's fixed point.
static double hold(double pixels)
{
    return fmin(fmax(pixels, -1e5), 1e5);
}

static double x_of(const chart_canvas *canvas, double seconds)
{
    const timeline_scale *scale = &canvas->scale;
    return hold(scale->left + scale->width * ((seconds - scale->begin) / (scale->end - scale->begin)));
}

static double y_of(const chart_plot *plot, double value)
{
    return hold(plot->top + 0.5 * plot->height * (1.0 - (value - plot->middle) / plot->half));
}

static void stroke_path(const chart_canvas *canvas, const chart_plot *plot, const chart_path *path)
{
    for (size_t i = 0; i < path->count; ++i) {
        const chart_step *step = &path->steps[i];
        double x[3] = {0}, y[3] = {0};
        for (int k = 0; k < (step->kind == CHART_BEZIER ? 3 : 1); ++k) {
            x[k] = x_of(canvas, step->to[k].seconds);
            y[k] = y_of(plot, step->to[k].value);
        }
        switch (step->kind) {
        case CHART_MOVE: cli_cairo.move_to(canvas->cairo, x[0], y[0]); break;
        case CHART_LINE: cli_cairo.line_to(canvas->cairo, x[0], y[0]); break;
        case CHART_BEZIER: cli_cairo.curve_to(canvas->cairo, x[0], y[0], x[1], y[1], x[2], y[2]); break;
        }
    }
    if (path->count > 0) cli_cairo.stroke(canvas->cairo);
}

/// Sets the dashes of a source's lines: solid for the first source.
static void set_source_dash(const chart_canvas *canvas, int source)
{
    static const struct {
        double lengths[4];
        int count;
    } dashes[] = {{{0}, 0}, {{6, 3}, 2}, {{1.5, 2.5}, 2}, {{8, 3, 2, 3}, 4}};
    const int which = source % (int)(sizeof dashes / sizeof *dashes);
    cli_cairo.set_dash(canvas->cairo, dashes[which].lengths, dashes[which].count, 0.0);
}

static chart_color color_of(const curve_chart *chart, const chart_line *line)
{
    return chart->kind >= CHART_SPEED ? mark_color : axis_colors[line->component];
}

/// Draws the tangent handle of a key: a thin line with a ring at its end.
static void draw_handle(const chart_canvas *canvas, const chart_plot *plot, const joint_curve_key *key, double seconds,
                        double value)
{
    const double x = x_of(canvas, key->seconds + seconds), y = y_of(plot, key->value + value);
    if (seconds == 0.0 && value == 0.0) return;
    cli_cairo.move_to(canvas->cairo, x_of(canvas, key->seconds), y_of(plot, key->value));
    cli_cairo.line_to(canvas->cairo, x, y);
    cli_cairo.new_sub_path(canvas->cairo);
    cli_cairo.arc(canvas->cairo, x, y, 1.8, 0.0, 2.0 * 3.14159265358979323846);
    cli_cairo.stroke(canvas->cairo);
}

/// Adds the symbol of a key to the path: a disc for cubic, a diamond for linear, a square for stepped interpolation.
static void draw_key(const chart_canvas *canvas, const chart_line *line, double x, double y, uint32_t interpolation)
{
    const double radius = line->source == 0 ? 2.8 : 2.2;
    if (interpolation == SINEW_CUBIC) {
        cli_cairo.new_sub_path(canvas->cairo);
        cli_cairo.arc(canvas->cairo, x, y, radius, 0.0, 2.0 * 3.14159265358979323846);
    } else if (interpolation == SINEW_LINEAR) {
        cli_cairo.move_to(canvas->cairo, x, y - 1.2 * radius);
        cli_cairo.line_to(canvas->cairo, x + 1.2 * radius, y);
        cli_cairo.line_to(canvas->cairo, x, y + 1.2 * radius);
        cli_cairo.line_to(canvas->cairo, x - 1.2 * radius, y);
        cli_cairo.close_path(canvas->cairo);
    } else {
        cli_cairo.rectangle(canvas->cairo, x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
    }
}

/// Draws the keys of a line. Handles of keys closer than 24 pixels would overlap and are left out.
static void draw_keys(const chart_canvas *canvas, const curve_chart *chart, const chart_plot *plot,
                      const chart_line *line)
{
    const chart_color color = color_of(chart, line);
    const int has_handles = line->key_count <= canvas->scale.width / 24.0;
    set_color(canvas, color, 0.6);
    cli_cairo.set_line_width(canvas->cairo, 0.8);
    for (int32_t i = 0; i < line->key_count && has_handles; ++i) {
        const joint_curve_key *key = &line->keys[i];
        draw_handle(canvas, plot, key, key->in_seconds, key->in_value);
        draw_handle(canvas, plot, key, key->out_seconds, key->out_value);
    }
    set_color(canvas, color, 1.0);
    for (int32_t i = 0; i < line->key_count; ++i) {
        const joint_curve_key *key = &line->keys[i];
        draw_key(canvas, line, x_of(canvas, key->seconds), y_of(plot, key->value), key->interpolation);
        if (line->source == 0) {
            cli_cairo.fill(canvas->cairo);
        } else { // hollow, so that overlapping keys can be distinguished
            cli_cairo.set_source_rgba(canvas->cairo, 1.0, 1.0, 1.0, 1.0);
            cli_cairo.fill_preserve(canvas->cairo);
            set_color(canvas, color, 1.0);
            cli_cairo.stroke(canvas->cairo);
        }
    }
}

// ---- axes --------------------------------------------------------------------------------------------------------

static void draw_vertical(const chart_canvas *canvas, double x, double top, double bottom)
{
    cli_cairo.move_to(canvas->cairo, x, top);
    cli_cairo.line_to(canvas->cairo, x, bottom);
    cli_cairo.stroke(canvas->cairo);
}

/// Returns the seconds between two marks of the time axis.
static double seconds_step(const chart_canvas *canvas)
{
    return scene_timeline_step(canvas->scale.width / (canvas->scale.end - canvas->scale.begin), 72.0);
}

static void draw_background(const chart_canvas *canvas, const chart_plot *plot)
{
    const timeline_scale *scale = &canvas->scale;
    const double left = fmax(x_of(canvas, 0.0), scale->left);

    // The background is grey outside the longest clip.
    double duration = 0.0;
    for (int i = 0; i < canvas->page->source_count; ++i)
        duration = fmax(duration, canvas->page->sources[i].model->clips[canvas->page->sources[i].clip].duration);
    const double right = fmin(x_of(canvas, duration), scale->left + scale->width);
    const double step = seconds_step(canvas);
    set_color(canvas, outside_color, 1.0);
    cli_cairo.rectangle(canvas->cairo, scale->left, plot->top, scale->width, plot->height);
    cli_cairo.fill(canvas->cairo);
    cli_cairo.set_source_rgba(canvas->cairo, 1.0, 1.0, 1.0, 1.0);
    if (right > left) cli_cairo.rectangle(canvas->cairo, left, plot->top, right - left, plot->height);
    cli_cairo.fill(canvas->cairo);
    set_color(canvas, grid_color, 1.0);
    cli_cairo.set_line_width(canvas->cairo, 1.0);
    for (double n = ceil(scale->begin / step - 1e-6); n * step <= scale->end + 1e-6 * step; n += 1.0)
        draw_vertical(canvas, floor(x_of(canvas, n * step)) + 0.5, plot->top, plot->top + plot->height);
}

/// Draws horizontal lines at round values, with their numbers.
static void draw_value_axis(const chart_canvas *canvas, const chart_plot *plot)
{
    const double step = scene_timeline_step(0.5 * plot->height / plot->half, 26.0), left = canvas->scale.left;
    const int decimals = scene_timeline_decimals(step),
              is_plain = step >= 1e-6 && fabs(plot->middle) + plot->half < 1e7;
    cli_cairo.set_line_width(canvas->cairo, 1.0);
    for (double n = ceil((plot->middle - plot->half) / step); n * step <= plot->middle + plot->half; n += 1.0) {
        char text[40];
        const double y = floor(y_of(plot, n * step)) + 0.5;
        if (!(n < 1e15) || !(n > -1e15)) break; // a double has no such small steps
        set_color(canvas, n == 0.0 ? frame_color : grid_color, 1.0);
        cli_cairo.move_to(canvas->cairo, left, y);
        cli_cairo.line_to(canvas->cairo, left + canvas->scale.width, y);
        cli_cairo.stroke(canvas->cairo);
        snprintf(text, sizeof text, is_plain ? "%.*f" : "%.*g", is_plain ? decimals : 4, n * step + 0.0);
        draw_text(canvas, left - 6.0, y + 3.5, 1.0, 10.0, dim_color, text);
    }
}

/// Draws the frame numbers of the first clip's timeline above the charts.
static void draw_frames(const chart_canvas *canvas, double baseline)
{
    const chart_source *source = &canvas->page->sources[0];
    const double fps = canvas->page->fps, start = source->model->clips[source->clip].start;
    const double first = (start + canvas->scale.begin) * fps, last = (start + canvas->scale.end) * fps;
    const double step = fmax(scene_timeline_step(canvas->scale.width / (last - first), 48.0), 1.0);
    for (double n = ceil(first / step - 1e-6); n * step <= last + 1e-6 * step; n += 1.0) {
        char text[40];
        snprintf(text, sizeof text, "%.0f", n * step + 0.0);
        const double x = x_of(canvas, n * step / fps - start);
        if (x > MARGIN + 56.0) draw_text(canvas, x, baseline, 0.5, 10.0, dim_color, text);
        set_color(canvas, frame_color, 1.0);
        cli_cairo.set_line_width(canvas->cairo, 1.0);
        draw_vertical(canvas, floor(x) + 0.5, baseline + 3.0, baseline + 7.0);
    }
    draw_text(canvas, MARGIN, baseline, 0.0, 10.0, dim_color, "frame");
}

// ---- charts ------------------------------------------------------------------------------------------------------

/// Draws the title of a chart: the joint, the property, and the components in their colours.
static void draw_chart_title(const chart_canvas *canvas, const curve_chart *chart, double baseline)
{
    static const char *const components[] = {"x", "y", "z", "w"};
    const double right = canvas->scale.left + canvas->scale.width;
    unsigned shown = 0;
    double x =
        draw_name(canvas, canvas->scale.left, baseline, 12.0, text_color, chart->joint, 0.6 * canvas->scale.width);
    x = draw_name(canvas, x + 8.0, baseline, 12.0, dim_color, chart->property, fmax(right - x - 150.0, 20.0));
    if (chart->unit[0]) {
        char unit[40];
        snprintf(unit, sizeof unit, "(%s)", chart->unit);
        draw_text(canvas, x + 6.0, baseline, 0.0, 10.0, dim_color, unit);
    }
    for (size_t i = 0; i < chart->count && chart->kind < CHART_SPEED; ++i) shown |= 1u << chart->lines[i].component;
    double left = right;
    for (int i = 3; i >= 0; --i) {
        if (!(shown >> i & 1)) continue;
        draw_text(canvas, left, baseline, 1.0, 12.0, axis_colors[i], components[i]);
        left -= 16.0;
    }
}

static void draw_chart(const chart_canvas *canvas, const curve_chart *chart, double top)
{
    const double least = 1e-3; // smallest range, so that the rounding errors of a constant curve are not magnified
    const double min = fmax(chart->extent.min, -1e300), max = fmin(chart->extent.max, 1e300);
    const double middle = 0.5 * min + 0.5 * max;
    const double half = 1.08 * fmax(0.5 * max - 0.5 * min, least * fmax(fabs(middle), 1.0));
    const chart_plot plot = (chart_plot){top + CHART_TITLE, canvas->chart_height, middle, half};
    const timeline_scale *scale = &canvas->scale;
    draw_chart_title(canvas, chart, top + CHART_TITLE - 6.0);
    draw_background(canvas, &plot);
    draw_value_axis(canvas, &plot);
    cli_cairo.save(canvas->cairo);
    cli_cairo.rectangle(canvas->cairo, scale->left - 4.0, plot.top, scale->width + 8.0, plot.height);
    cli_cairo.clip(canvas->cairo);
    for (size_t i = 0; i < chart->count; ++i) {
        // Played values are drawn as a wide band below the author's line. If the values are equal, the line covers the
        // middle of the band.
        set_color(canvas, color_of(chart, &chart->lines[i]), 0.25);
        cli_cairo.set_line_width(canvas->cairo, 6.0);
        stroke_path(canvas, &plot, &chart->lines[i].played);
    }
    for (size_t i = chart->count; i-- > 0;) {
        const chart_color color = color_of(chart, &chart->lines[i]);
        set_source_dash(canvas, chart->lines[i].source);
        set_color(canvas, color, 0.45);
        cli_cairo.set_line_width(canvas->cairo, 1.0);
        stroke_path(canvas, &plot, &chart->lines[i].before);
        stroke_path(canvas, &plot, &chart->lines[i].after);
        set_color(canvas, color, chart->lines[i].source == 0 ? 1.0 : 0.8);
        cli_cairo.set_line_width(canvas->cairo, chart->lines[i].source == 0 ? 1.6 : 1.3);
        stroke_path(canvas, &plot, &chart->lines[i].authored);
        cli_cairo.set_dash(canvas->cairo, NULL, 0, 0.0);
    }
    for (size_t i = chart->count; i-- > 0;) draw_keys(canvas, chart, &plot, &chart->lines[i]);
    set_color(canvas, mark_color, 0.8);
    cli_cairo.set_line_width(canvas->cairo, 1.0);
    for (int k = 0; k < canvas->page->mark_count; ++k)
        draw_vertical(canvas, x_of(canvas, canvas->page->marks[k]), plot.top, plot.top + plot.height);
    cli_cairo.restore(canvas->cairo);
    set_color(canvas, frame_color, 1.0);
    cli_cairo.set_line_width(canvas->cairo, 1.0);
    cli_cairo.rectangle(canvas->cairo, scale->left + 0.5, plot.top + 0.5, scale->width - 1.0, plot.height - 1.0);
    cli_cairo.stroke(canvas->cairo);
}

/// Draws a legend: file and clip of each source, and its dashes if there are several sources.
static void draw_sources(const chart_canvas *canvas)
{
    const chart_page *page = canvas->page;
    for (int i = 0; i < page->source_count; ++i) {
        const chart_source *source = &page->sources[i];
        const double baseline = TITLE_HEIGHT - 6.0 + i * SOURCE_HEIGHT;
        double x = MARGIN;
        if (page->source_count > 1) {
            set_color(canvas, text_color, 1.0);
            cli_cairo.set_line_width(canvas->cairo, 1.6);
            set_source_dash(canvas, i);
            cli_cairo.move_to(canvas->cairo, x, baseline - 4.0);
            cli_cairo.line_to(canvas->cairo, x + 40.0, baseline - 4.0);
            cli_cairo.stroke(canvas->cairo);
            cli_cairo.set_dash(canvas->cairo, NULL, 0, 0.0);
            x += 50.0;
        }
        x = draw_name(canvas, x, baseline, 13.0, text_color, sinew__file_name(source->path), 0.5 * page->width);
        draw_name(canvas, x + 10.0, baseline, 13.0, dim_color,
                  sinew_text(source->model, source->model->clips[source->clip].name), page->width - x - 24.0);
    }
}

static double header_height(const chart_page *page)
{
    return TITLE_HEIGHT + (page->source_count - 1) * SOURCE_HEIGHT + (page->fps > 0.0 ? RULER_HEIGHT : 0.0);
}

/// Returns the height of one plot in a page of a height, both in pixels.
static double plot_height(const chart_page *page, double height)
{
    return (height - header_height(page) - RULER_HEIGHT) / (double)page->count - CHART_TITLE - CHART_GAP;
}

static double page_height(const chart_page *page)
{
    const double charts = (double)page->count * (CHART_TITLE + PLOT_HEIGHT + CHART_GAP);
    return page->height > 0 ? page->height : header_height(page) + charts + RULER_HEIGHT;
}

static void draw_page(const chart_canvas *canvas)
{
    const chart_page *page = canvas->page;
    const double height = page_height(page), one = CHART_TITLE + canvas->chart_height + CHART_GAP;
    double top = header_height(page);
    cli_cairo.set_source_rgba(canvas->cairo, 1.0, 1.0, 1.0, 1.0);
    cli_cairo.rectangle(canvas->cairo, 0.0, 0.0, page->width, height);
    cli_cairo.fill(canvas->cairo);
    cli_cairo.set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    draw_sources(canvas);
    if (page->fps > 0.0) draw_frames(canvas, top - 8.0);
    for (size_t i = 0; i < page->count; ++i, top += one) draw_chart(canvas, &page->charts[i], top);

    // Seconds below the charts.
    const timeline_scale *scale = &canvas->scale;
    const double step = seconds_step(canvas);
    for (double n = ceil(scale->begin / step - 1e-6); n * step <= scale->end + 1e-6 * step; n += 1.0) {
        char text[40];
        snprintf(text, sizeof text, "%.*f s", scene_timeline_decimals(step), n * step + 0.0);
        draw_text(canvas, x_of(canvas, n * step), top + 6.0, 0.5, 10.0, dim_color, text);
    }
}

// ---- formats -----------------------------------------------------------------------------------------------------

static cairo_status_t put_bytes(void *user, const unsigned char *bytes, unsigned count)
{
    sinew__buffer *out = user;
    sinew__buffer_put(out, (const char *)bytes, count);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

sinew_result chart_page_draw(const chart_page *page, int is_png, sinew__buffer *out, sinew_error *out_error)
{
    const double height = page_height(page);
    sinew_result result = cli_load_cairo(out_error);
    if (result != SINEW_OK) return result;
    if (plot_height(page, height) < MIN_CHART)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d pixels are too few for %zu charts", page->height,
                           page->count);
    int lacks_memory = 0;
    chart_canvas canvas = {.page = page,
                           .lacks_memory = &lacks_memory,
                           .scale = {page->begin, page->end, LEFT, chart_axis_width(page)},
                           .chart_height = plot_height(page, height),
                           .font = sinew__render_outlines_open(sinew__render_font_file, 0)};
    if (!canvas.font) return sinew__fail_memory(out_error);
    cairo_surface_t *surface = is_png ? cli_cairo.image_surface_create(CAIRO_FORMAT_RGB24, page->width, (int)height)
                                      : cli_cairo.svg_surface_create_for_stream(put_bytes, out, page->width, height);
    canvas.cairo = cli_cairo.create(surface);
    draw_page(&canvas);
    int failed = lacks_memory || cli_cairo.status(canvas.cairo) != CAIRO_STATUS_SUCCESS;
    cli_cairo.destroy(canvas.cairo);
    if (is_png && !failed)
        failed = cli_cairo.surface_write_to_png_stream(surface, put_bytes, out) != CAIRO_STATUS_SUCCESS;
    cli_cairo.surface_finish(surface);
    failed |= cli_cairo.surface_status(surface) != CAIRO_STATUS_SUCCESS;
    cli_cairo.surface_destroy(surface);
    sinew__render_outlines_close(canvas.font);
    return failed ? sinew__fail_memory(out_error) : SINEW_OK;
}
