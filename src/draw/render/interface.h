/// The contents of a window: an image, and the triangles of a user interface around and over it.
///
/// Colours are sRGB bytes and are blended as bytes, not in linear light.
#ifndef SINEW_DRAW_RENDER_INTERFACE_H
#define SINEW_DRAW_RENDER_INTERFACE_H

#include "sinew/render.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct render_interface render_interface;

typedef struct render_interface_vertex {
    float position[2]; ///< pixels from the top left
    float texcoord[2]; ///< in the atlas or the grid of pictures
    uint8_t color[4];  ///< sRGB, straight alpha
} render_interface_vertex;

/// Triangles clipped to one rectangle.
typedef struct render_interface_run {
    int32_t left, top, right, bottom; ///< pixels
    int32_t first_index, index_count;
    int32_t base_vertex;  ///< added to each index
    int32_t has_pictures; ///< whether the triangles show pictures of the grid; 0: surfaces and glyphs of the atlas
} render_interface_run;

/// Triangles that share vertices.
typedef struct render_interface_layer {
    const render_interface_vertex *vertices; ///< [vertex_count]
    const uint16_t *indices;                 ///< [index_count] three per triangle
    const render_interface_run *runs;        ///< [run_count]
    int32_t vertex_count, index_count, run_count;
} render_interface_layer;

/// Creates an interface in the current OpenGL context. The caller destroys it while the context is current.
SINEW_NODISCARD sinew_result sinew__render_interface_create(render_interface **out_interface, sinew_error *out_error);
void sinew__render_interface_destroy(render_interface *interface);

/// Sets the atlas to [width × height] bytes of coverage, which are copied.
void sinew__render_interface_set_atlas(render_interface *interface, int32_t width, int32_t height,
                                       const uint8_t *coverage);

/// The size of the grid of pictures, which are numbered row by row.
enum { RENDER_PICTURE_COLUMNS = 8, RENDER_PICTURES = RENDER_PICTURE_COLUMNS * RENDER_PICTURE_COLUMNS };

/// Sets a picture of the grid from [side × side × 4] bytes, sRGB, straight alpha, top row first, which are copied. If
/// it is the first picture, or has another side than the grid's pictures, the grid is emptied before.
void sinew__render_interface_set_picture(render_interface *interface, int32_t picture, int32_t side,
                                         const uint8_t *pixels);

/// Begins the contents of a window of `width` × `height` pixels with the renderer's last image, `left` and `top` pixels
/// from the top left corner.
SINEW_NODISCARD sinew_result sinew__render_interface_begin(render_interface *interface, sinew_renderer *renderer,
                                                           int32_t width, int32_t height, int32_t left, int32_t top,
                                                           sinew_error *out_error);

/// Draws a layer over the current contents.
SINEW_NODISCARD sinew_result sinew__render_interface_draw(render_interface *interface,
                                                          const render_interface_layer *layer, sinew_error *out_error);

/// Copies the contents to the window's framebuffer. The caller swaps the buffers.
void sinew__render_interface_blit(const render_interface *interface);

/// Reads the contents into [width × height × 4] bytes, sRGB, top row first.
void sinew__render_interface_read(const render_interface *interface, uint8_t *out_pixels);

#ifdef __cplusplus
}
#endif

#endif
