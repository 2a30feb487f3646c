/// What the window's panels are made of: regions, lists, areas that the mouse can touch, letters and shapes. Made with
/// Dear ImGui, which only this header's source knows.
///
/// Places are pixels from the window's top left, y down; texts are UTF-8 and printable. As in OpenGL, what is drawn
/// goes into what was begun last: between widgets_begin and widgets_end a region, between its begin and end everything
/// else. There is one window at a time.
#ifndef SINEW_VIEWER_WINDOW_WIDGETS_H
#define SINEW_VIEWER_WINDOW_WIDGETS_H

#include "render/interface.h"
#include "viewer/panels/panel_input.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- a window's -----------------------------------------------------------------------------------------------------

typedef struct widget_set widget_set;

/// In the current OpenGL context. *out_set is the caller's to destroy while that is current, after a failure too.
SINEW_NODISCARD sinew_result widgets_create(widget_set **out_set, sinew_error *out_error);
void widgets_destroy(widget_set *set);

/// Says which letters will be needed; from the next widgets_begin on they are there, if the system has a font for them.
/// Latin, Greek and Cyrillic ones are always there. Those that are not are drawn as "?".
void widgets_request_glyphs(widget_set *set, const char *text);

/// Begins a window's widgets, `seconds` after the last time. Letters are made for `scale` pixels to a point.
void widgets_begin(widget_set *set, int width, int height, double scale, const panel_mouse *mouse, double seconds);
void widgets_end(widget_set *set);

/// Draws what was built last, around the renderer's picture at (left, top). Returns the window's contents.
SINEW_NODISCARD sinew_result widgets_draw(widget_set *set, sinew_renderer *renderer, int left, int top,
                                          const render_interface **out_contents, sinew_error *out_error);

// ---- regions and the flow of lines in them --------------------------------------------------------------------------

typedef struct widget_box {
    float left, top, right, bottom;
} widget_box;

typedef struct widget_point {
    float x, y;
} widget_point;

/// A region that fills a box, on paper. What has no room below is reached by the wheel where `scrolls`.
void widget_begin_panel(const char *name, const panel_box *box, int scrolls);
void widget_end_panel(void);

/// A sheet over everything, in the middle of the window, with room for `width` × `height` pixels; where the window has
/// less (widget_overlay_space) it scrolls. Returns its place.
panel_box widget_begin_overlay(const char *name, float width, float height);
void widget_end_overlay(float height);
widget_point widget_overlay_space(void);

/// Rows of a list: first ≤ row < end.
typedef struct widget_rows {
    int first, end;
} widget_rows;

/// A part of a panel `height` pixels high (0: all that is left) with rows of one height, which scrolls by itself.
void widget_begin_list(const char *name, float height);
/// Scrolls to a row that is not seen, from the next time on.
void widget_list_reveal(int row, float row_height);
/// The rows that are seen, of `count`. Put them with widget_put_row, one after the other.
widget_rows widget_list_rows(int count, float row_height);
void widget_end_list(int count, float row_height);

/// What is left of the region, from where the next line goes.
widget_box widget_remaining(void);
/// Leaves room for `height` pixels that are drawn otherwise.
void widget_skip(float height);
/// Whether nothing has been put into the region yet.
int widget_is_first(void);

/// A line of text. widget_write_wrapped goes on in the next line where the region ends.
void widget_write(uint32_t color, const char *text);
void widget_write_wrapped(uint32_t color, const char *text);
/// The next line goes on in this one: after it, or `x` > 0 pixels from the region's left.
void widget_same_line(float x);

// ---- the mouse -----------------------------------------------------------------------------------------------------

/// What the mouse does to an area.
typedef struct widget_response {
    int is_clicked; ///< pressed and released in it
    int is_held;    ///< pressed in it and not released yet, wherever the mouse is
    int is_hovered;
} widget_response;

/// An area that the mouse can touch; where two overlap it is the earlier one's. `name` and `id` together are its own.
widget_response widget_add_area(const char *name, int id, widget_box box);
float widget_mouse_x(void);

// ---- letters and shapes --------------------------------------------------------------------------------------------

/// 0xAABBGGRR: sRGB, straight alpha.
#define WIDGET_COLOR(r, g, b, a) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(g) << 8 | (uint32_t)(r))

/// Small letters, until they are ended.
void widget_begin_small(void);
void widget_end_small(void);
float widget_font_size(void);

/// `end` NULL: up to the text's own.
float widget_text_width(const char *text, const char *end);
/// Text whose middle lies at a height; `part` 0 … 1 of its width is left of `x`.
void widget_draw_text(float x, float middle, float part, uint32_t color, const char *text, const char *end);

/// What is drawn is cut off at a box, and at those that were begun before.
void widget_begin_clip(widget_box box);
void widget_end_clip(void);

/// Draws in two layers until they are ended: the lower first, whatever comes last.
void widget_begin_layers(void);
void widget_choose_layer(int is_upper);
void widget_end_layers(void);

void widget_fill_box(widget_box box, uint32_t color, float rounding);
void widget_frame_box(widget_box box, uint32_t color, float rounding, float width);
/// A convex polygon, clockwise.
void widget_fill_polygon(const widget_point *corners, int count, uint32_t color);
void widget_draw_lines(const widget_point *points, int count, uint32_t color, float width);
/// A quadratic Bézier curve.
void widget_draw_arc(widget_point from, widget_point control, widget_point to, uint32_t color, float width);
void widget_fill_circle(widget_point center, float radius, uint32_t color, int corners);
void widget_draw_circle(widget_point center, float radius, uint32_t color, int corners, float width);

#ifdef __cplusplus
}
#endif

#endif
