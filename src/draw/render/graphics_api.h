/// The header of OpenGL, and everything in which OpenGL 3.3 core and OpenGL ES 3.0 (small boards, phones, WebGL 2 of a
/// page) differ for the renderer. What both have is used wherever there is a choice: a palette is a two-dimensional
/// texture, because ES 3.0 has no buffer textures; indices count from the model's first vertex, because it has no base
/// vertices.
#ifndef SINEW_DRAW_RENDER_GRAPHICS_API_H
#define SINEW_DRAW_RENDER_GRAPHICS_API_H

#ifdef __wasm__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

/// Returns whether the current context is OpenGL ES.
int sinew__graphics_is_es(void);

/// Returns whether the current context is OpenGL 3.3 or later, or OpenGL ES 3.0 or later, and its version: 33 is 3.3.
int sinew__graphics_is_supported(int *out_version);

/// Returns what begins every shader: version and precisions.
const char *sinew__graphics_shader_version(void);

/// Sets whether colours are encoded when they are written to an sRGB framebuffer. ES always encodes.
void sinew__graphics_encode_srgb(int encodes);

/// Returns the largest number of samples of a colour framebuffer.
GLint sinew__graphics_max_samples(void);

/// Returns whether shaders can read the single samples of a texture. Where they cannot (ES), samples lie in
/// renderbuffers and are resolved before they are read.
int sinew__graphics_reads_samples(void);

/// Creates the texels of the bound multisampled texture. Only where sinew__graphics_reads_samples.
void sinew__graphics_texture_multisample(GLint samples, GLenum format, GLsizei width, GLsizei height);

/// The target of a texture with several samples; of one sample where shaders cannot read single ones.
GLenum sinew__graphics_sampled_target(GLint samples);

#endif
