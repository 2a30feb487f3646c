/// The elements of the window's panels: regions, lists, mouse areas, text and shapes. They are implemented with Dear
/// ImGui, which only widgets_imgui.cpp includes.
///
/// Positions are in pixels from the window's top left corner, y downwards; text is printable UTF-8. There is a current
/// region: region functions are called between widgets_begin and widgets_end, all others between the begin and the end
/// of a region. There is only one window at a time.
#ifndef SINEW_PROGRAM_VIEWER_WINDOW_WIDGETS_H
#define SINEW_PROGRAM_VIEWER_WINDOW_WIDGETS_H

#include "draw/render/interface.h"
#include "program/viewer/panels/panel_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- widget set -----------------------------------------------------------------------------------------------------

typedef struct widget_set widget_set;

/// Creates a widget set in the current OpenGL context. The caller destroys *out_set while the context is current, even
/// after a failure.
SINEW_NODISCARD sinew_result widgets_create(widget_set **out_set, sinew_error *out_error);
void widgets_destroy(widget_set *set);

/// Requests the glyphs of a text. They are available from the next widgets_begin on, if the system has a font with
/// them. Latin, Greek and Cyrillic glyphs are always available. A missing glyph is drawn as "?".
void widgets_request_glyphs(widget_set *set, const char *text);

/// Sets a thumbnail for widget_draw_picture, with the arguments of sinew__render_interface_set_picture.
void widgets_set_picture(widget_set *set, int picture, int side, const uint8_t *pixels);

/// Begins a frame, `seconds` after the previous one. Glyphs are drawn at `scale` pixels per point.
void widgets_begin(widget_set *set, int width, int height, double scale, const panel_mouse *mouse, double seconds);
void widgets_end(widget_set *set);

/// Draws the frame around the renderer's image, whose corner is at (left, top). *out_contents is the window's contents.
SINEW_NODISCARD sinew_result widgets_draw(widget_set *set, sinew_renderer *renderer, int left, int top,
                                          const render_interface **out_contents, sinew_error *out_error);

// ---- regions and text lines -----------------------------------------------------------------------------------------

typedef struct widget_box {
    float left, top, right, bottom;
} widget_box;

typedef struct widget_point {
    float x, y;
} widget_point;

/// Begins a region that fills a box. If `scrolls`, the mouse wheel scrolls contents that do not fit.
void widget_begin_panel(const char *name, const panel_box *box, int scrolls);
void widget_end_panel(void);

/// Begins an overlay in the centre of the window, with space for `width` × `height` pixels. If the window has less
/// space (widget_overlay_space), the overlay scrolls. Returns its box.
panel_box widget_begin_overlay(const char *name, float width, float height);
void widget_end_overlay(float height);
widget_point widget_overlay_space(void);

/// A range of rows in a list: first ≤ row < end.
typedef struct widget_rows {
    int first, end;
} widget_rows;

/// Begins a scrolling list in a panel, `height` pixels high (0: the rest of the panel), with rows of uniform height.
void widget_begin_list(const char *name, float height);
/// Scrolls to a row, if it is not visible, in the next frame.
void widget_list_reveal(int row, float row_height);
/// Returns the visible ones of `count` rows. Add them one after the other by widget_add_area and drawing functions.
widget_rows widget_list_rows(int count, float row_height);
void widget_end_list(int count, float row_height);

/// Returns the free part of the region, below the last line.
widget_box widget_remaining(void);
/// Leaves `height` pixels free below the last line.
void widget_skip(float height);
/// Returns whether the region has no contents so far.
int widget_is_first(void);

/// Write a line of text; widget_write_wrapped wraps it at the edge of the region.
void widget_write(uint32_t color, const char *text);
void widget_write_wrapped(uint32_t color, const char *text);
/// Continues the current line at its end, or, if `x` > 0, at `x` pixels from the region's left edge.
void widget_same_line(float x);

// ---- mouse ---------------------------------------------------------------------------------------------------------

/// The state of the mouse in an area.
typedef struct widget_response {
    int is_clicked; ///< a button was pressed and released in the area
    int is_held;    ///< a button was pressed in the area and is not released yet, wherever the mouse is now
    int is_pressed; ///< a button was pressed in the area since the last frame
    int is_hovered;
    float wheel; ///< movement of the wheel over the area
    float pan;   ///< pixels to the right that the right or middle button dragged the area
} widget_response;

/// Adds an area that reacts to the mouse. If two areas overlap, the one added first reacts. `name` and `id` together
/// must be unique.
widget_response widget_add_area(const char *name, int id, widget_box box);
float widget_mouse_x(void);
float widget_mouse_y(void);

// ---- text and shapes -----------------------------------------------------------------------------------------------

/// A colour as 0xAABBGGRR: sRGB with straight alpha.
#define WIDGET_COLOR(r, g, b, a) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(g) << 8 | (uint32_t)(r))

/// Selects the small font, until widget_end_small.
void widget_begin_small(void);
void widget_end_small(void);
float widget_font_size(void);

/// Returns the width of a text in pixels. `end` NULL: the whole text.
float widget_text_width(const char *text, const char *end);
/// Draws text, vertically centred at `middle`; the fraction `align`, 0 … 1, of its width is left of `x`.
void widget_draw_text(float x, float middle, float align, uint32_t color, const char *text, const char *end);

/// Clips drawing to a box, and to the clip boxes around it.
void widget_begin_clip(widget_box box);
void widget_end_clip(void);

/// Draws in two layers until widget_end_layers. The lower layer appears below the upper one, whichever is filled first.
void widget_begin_layers(void);
void widget_choose_layer(int is_upper);
void widget_end_layers(void);

/// Draws a thumbnail in a box; its corners should be whole pixels.
void widget_draw_picture(int picture, widget_box box);
void widget_fill_box(widget_box box, uint32_t color, float rounding);
/// Fills a box above all regions.
void widget_fill_over(widget_box box, uint32_t color);
void widget_frame_box(widget_box box, uint32_t color, float rounding, float width);
/// Fills a convex polygon whose corners are in clockwise order.
void widget_fill_polygon(const widget_point *corners, int count, uint32_t color);
void widget_draw_lines(const widget_point *points, int count, uint32_t color, float width);
/// Draws a quadratic Bézier curve.
void widget_draw_arc(widget_point from, widget_point control, widget_point to, uint32_t color, float width);
void widget_fill_circle(widget_point center, float radius, uint32_t color, int corners);
void widget_draw_circle(widget_point center, float radius, uint32_t color, int corners, float width);

#ifdef __cplusplus
}
#endif

#endif
