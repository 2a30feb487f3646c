/// Textures and framebuffers. The character is drawn first, multisampled, into a texture. Then the stage shader draws
/// the final image with one sample per pixel: it averages the character's samples and composites them over the
/// background. (On software drivers, multisampling the background is slow, and resolving it is slower.) All colours are
/// sRGB.
#ifndef SINEW_DRAW_RENDER_TARGET_H
#define SINEW_DRAW_RENDER_TARGET_H

#include "draw/render/graphics_api.h"
#include "sinew/image.h"
#include "sinew/result.h"

/// The framebuffers of a renderer; all zero: nothing created.
typedef struct render_target {
    int32_t width, height;
    int32_t requested_samples, samples;                   ///< samples per pixel: as requested, and as supported by the
                                                          ///< driver
    GLuint character, character_texture, character_depth; ///< framebuffer and its attachments; colours are
                                                          ///< premultiplied
    GLenum character_target; ///< target of character_texture: GL_TEXTURE_2D_MULTISAMPLE, or GL_TEXTURE_2D if shaders
                             ///< read one sample
    GLint read_samples;      ///< samples per pixel that shaders read: `samples`, or 1 if they are resolved first
    GLuint translucent, translucent_colors, translucent_weights; ///< framebuffer of translucent surfaces and its
                                                                 ///< textures, with the character's samples and depth;
                                                                 ///< created for the first translucent surface
    GLuint storage[3];         ///< renderbuffers for the samples of character, colours and weights if shaders cannot
                               ///< read them, or 0
    GLuint resolved[3];        ///< framebuffers of the textures into which `storage` is resolved, or 0
    GLuint image, image_color; ///< framebuffer and its texture
} render_target;

/// Creates the framebuffers of a size, unless they exist.
SINEW_NODISCARD sinew_result sinew__render_target_prepare(render_target *target, int32_t width, int32_t height,
                                                          int32_t samples, sinew_error *out_error);
void sinew__render_target_delete(render_target *target);

/// Binds the character framebuffer for drawing; `clears` 0 keeps its contents.
void sinew__render_target_begin_character(const render_target *target, int clears);

/// Clears the framebuffer of translucent surfaces and binds it for drawing. It shares the character's depth; its
/// contents are described in draw_meshes.c. Fails with SINEW_ERROR_LIMIT.
SINEW_NODISCARD sinew_result sinew__render_target_begin_translucent(render_target *target, sinew_error *out_error);

/// Resolves translucent surfaces, if needed, so that they can be read, and binds the character framebuffer again.
void sinew__render_target_end_translucent(const render_target *target);

/// Resolves the character, if needed, so that it can be read, and binds the image framebuffer for drawing.
void sinew__render_target_begin_image(const render_target *target);

/// Reads the image: [width × height × 4] bytes, top row first, straight alpha; `opaque` sets alpha to 255.
void sinew__render_target_read(const render_target *target, int opaque, uint8_t *out_pixels);

/// Replaces the image by bytes in the format of sinew__render_target_read.
SINEW_NODISCARD sinew_result sinew__render_target_write(const render_target *target, int opaque, const uint8_t *pixels,
                                                        sinew_error *out_error);

/// Creates a texture without texels and binds it. `filter` is GL_NEAREST or GL_LINEAR, for minification and
/// magnification.
GLuint sinew__render_texture_create(GLint filter);

/// Sets the wrap mode of the bound texture to clamp to edge.
void sinew__render_texture_clamp(void);

/// Fills the bound texture with one byte per texel, [width × height] or NULL.
void sinew__render_texture_set_coverage(int32_t width, int32_t height, const uint8_t *coverage);

/// Uploads an image with all mip levels. For an image larger than the driver's limit, the first level is the largest
/// that fits. `is_data`: the channels are numbers, not sRGB colours.
SINEW_NODISCARD sinew_result sinew__render_texture_from_image(const sinew_image *image, int is_data,
                                                              GLuint *out_texture, sinew_error *out_error);

/// Creates a texture of one white texel, for materials without an image.
GLuint sinew__render_texture_white(void);

#endif
