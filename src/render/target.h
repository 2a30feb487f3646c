/// Where a picture is drawn: first the figure alone, with several samples a pixel, into a texture; then the whole
/// picture, one sample a pixel, whose shader averages the figure's samples and lays them over the stage. (Software
/// drivers take long for a stage with samples, which needs none, and longer to resolve them.) Everything is sRGB.
#ifndef SINEW_RENDER_TARGET_H
#define SINEW_RENDER_TARGET_H

#include <epoxy/gl.h>

#include "sinew/result.h"

/// Zeroed: nothing made yet.
typedef struct render_target {
    int32_t width, height;
    int32_t asked_samples, samples;              ///< as asked for; as the driver gives
    GLuint figure, figure_texture, figure_depth; ///< premultiplied
    GLenum figure_kind; ///< GL_TEXTURE_2D_MULTISAMPLE, or GL_TEXTURE_2D where one sample is all
    GLuint picture, picture_color;
} render_target;

/// Makes the target that size, unless it is already.
SINEW_NODISCARD sinew_result sinew__render_target_prepare(render_target *target, int32_t width, int32_t height,
                                                          int32_t samples, sinew_error *out_error);
void sinew__render_target_delete(render_target *target);

/// Clears the figure and makes it the place to draw.
void sinew__render_target_begin_character(const render_target *target);

/// Makes the picture the place to draw.
void sinew__render_target_begin_picture(const render_target *target);

/// [width × height × 4] bytes, top row first, straight alpha; `opaque` sets it to 255.
void sinew__render_target_read(const render_target *target, int opaque, uint8_t *out_pixels);

/// Copies the picture to framebuffer 0.
void sinew__render_target_show(const render_target *target);

#endif
