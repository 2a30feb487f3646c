/// The picture that is drawn into: sRGB, with several samples a pixel, and resolved to one.
#ifndef SINEW_RENDER_TARGET_H
#define SINEW_RENDER_TARGET_H

#include <epoxy/gl.h>

#include "sinew/result.h"

/// Zeroed: nothing made yet.
typedef struct render_target {
    int32_t width, height;
    int32_t asked_samples, samples;         ///< as asked for; as the driver gives
    GLuint drawn, drawn_color, drawn_depth; ///< `drawn` is `resolved` where one sample is all
    GLuint resolved, resolved_color;
} render_target;

/// Makes the target that size, unless it is already.
SINEW_NODISCARD sinew_result render_target_prepare(render_target *target, int32_t width, int32_t height,
                                                   int32_t samples, sinew_error *out_error);
void render_target_delete(render_target *target);

/// Makes the samples the place to draw.
void render_target_begin(const render_target *target);

/// Averages the samples, in linear light; what is drawn after goes over the averaged picture.
void render_target_resolve(const render_target *target);

/// [width × height × 4] bytes, top row first, straight alpha; `opaque` sets it to 255.
void render_target_read(const render_target *target, int opaque, uint8_t *out_pixels);

/// Copies the picture to framebuffer 0.
void render_target_show(const render_target *target);

#endif
