/// Access to the library cairo, which draws SVG and PNG: cli_cairo.move_to(…). It is loaded only when a chart is drawn.
#ifndef SINEW_PROGRAM_CLI_CURVES_LOAD_CAIRO_H
#define SINEW_PROGRAM_CLI_CURVES_LOAD_CAIRO_H

#include <cairo-svg.h>
#include <cairo.h>

#include "sinew/result.h"

#define CAIRO_FUNCTIONS(X)                                                                                             \
    X(cairo_surface_t *, svg_surface_create_for_stream, (cairo_write_func_t, void *, double, double))                  \
    X(cairo_surface_t *, image_surface_create, (cairo_format_t, int, int))                                             \
    X(cairo_status_t, surface_write_to_png_stream, (cairo_surface_t *, cairo_write_func_t, void *))                    \
    X(cairo_status_t, surface_status, (cairo_surface_t *))                                                             \
    X(void, surface_finish, (cairo_surface_t *))                                                                       \
    X(void, surface_destroy, (cairo_surface_t *))                                                                      \
    X(cairo_t *, create, (cairo_surface_t *))                                                                          \
    X(void, destroy, (cairo_t *))                                                                                      \
    X(cairo_status_t, status, (cairo_t *))                                                                             \
    X(void, save, (cairo_t *))                                                                                         \
    X(void, restore, (cairo_t *))                                                                                      \
    X(void, translate, (cairo_t *, double, double))                                                                    \
    X(void, scale, (cairo_t *, double, double))                                                                        \
    X(void, move_to, (cairo_t *, double, double))                                                                      \
    X(void, line_to, (cairo_t *, double, double))                                                                      \
    X(void, curve_to, (cairo_t *, double, double, double, double, double, double))                                     \
    X(void, close_path, (cairo_t *))                                                                                   \
    X(void, new_sub_path, (cairo_t *))                                                                                 \
    X(void, rectangle, (cairo_t *, double, double, double, double))                                                    \
    X(void, arc, (cairo_t *, double, double, double, double, double))                                                  \
    X(void, clip, (cairo_t *))                                                                                         \
    X(void, fill_preserve, (cairo_t *))                                                                                \
    X(void, fill, (cairo_t *))                                                                                         \
    X(void, stroke, (cairo_t *))                                                                                       \
    X(void, set_source_rgba, (cairo_t *, double, double, double, double))                                              \
    X(void, set_line_width, (cairo_t *, double))                                                                       \
    X(void, set_line_join, (cairo_t *, cairo_line_join_t))                                                             \
    X(void, set_dash, (cairo_t *, const double *, int, double))

typedef struct cairo_functions {
#define X(type, name, arguments) type(*name) arguments;
    CAIRO_FUNCTIONS(X)
#undef X
} cairo_functions;

extern cairo_functions cli_cairo;

/// Loads the library on the first call. SINEW_ERROR_WRITE if it is not installed.
SINEW_NODISCARD sinew_result cli_load_cairo(sinew_error *out_error);

#endif
