/// Converts pixels to what a terminal shows: cells, sixels or kitty's images.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_IMAGE_H

#include "core/base/buffer.h"
#include "program/viewer/terminal/terminal_layout.h"

typedef struct terminal_image terminal_image;

/// Creates the converter for a layout with space for an image. `colors`: number of colours of the terminal.
SINEW_NODISCARD sinew_result terminal_image_create(viewer_term term, int colors, const terminal_layout *layout,
                                                   terminal_image **out_picture, sinew_error *out_error);

/// Accepts NULL.
void terminal_image_destroy(terminal_image *image);

/// An image to show.
typedef struct terminal_pixels {
    int width, height; ///< at most those of the layout
    uint8_t *rgba;     ///< [width × height × 4], as read by sinew_renderer_read; modified
    int tolerance;     ///< differences from the screen that may be ignored, of 255
} terminal_pixels;

/// Writes an image, or its changes, at the top of the screen. Afterwards the cursor position is unspecified and colours
/// are the default.
void terminal_image_put(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out);

/// The screen has been overwritten: the next image is written in full.
void terminal_image_invalidate(terminal_image *image);

/// Returns whether images should be drawn without a background.
int terminal_image_is_on_black(viewer_term term);

/// Removes all images that are not made of characters.
extern const char terminal_image_clear[];

/// Writes an image to the layout's image area, compressed. `number` alternates between 1 and 2: each image replaces the
/// previous one after it is shown, so that nothing flickers and the terminal keeps one image.
void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out);

#endif
