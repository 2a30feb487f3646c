/// Pixels turned into what a terminal shows.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_IMAGE_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_IMAGE_H

#include "base/buffer.h"
#include "viewer/terminal/terminal_layout.h"

typedef struct terminal_image terminal_image;

/// For pictures of one layout, which has room for one. `colors`: how many the terminal has.
SINEW_NODISCARD sinew_result terminal_image_create(viewer_term term, int colors, const terminal_layout *layout,
                                                   terminal_image **out_picture, sinew_error *out_error);

/// NULL is fine.
void terminal_image_destroy(terminal_image *image);

/// What a picture is made of.
typedef struct terminal_pixels {
    int width, height; ///< up to those of the layout
    uint8_t *rgba;     ///< [width × height × 4], as sinew_renderer_read gives it; it is changed
    int tolerance;     ///< differences from what is shown that need not be put, of 255
} terminal_pixels;

/// Puts a picture at the top of the screen, or what has changed of it. The cursor is somewhere afterwards, colours are
/// normal.
void terminal_image_put(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out);

/// The screen shows something else now: the next picture is put whole.
void terminal_image_invalidate(terminal_image *image);

/// Whether pictures are to be drawn without what is behind the figure.
int terminal_image_is_on_black(viewer_term term);

/// Takes all pictures away that are not made of characters.
extern const char terminal_image_clear[];

#endif
