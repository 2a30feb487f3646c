/// Includes the header of OpenGL, and hides the differences between OpenGL 3.3 core and OpenGL ES 3.0 (small boards,
/// phones, WebGL 2). The rest of the renderer uses only what both have: a palette is a two-dimensional texture, and
/// indices count from the model's first vertex, because ES 3.0 has no buffer textures and no base vertices.
#ifndef SINEW_DRAW_RENDER_GRAPHICS_API_H
#define SINEW_DRAW_RENDER_GRAPHICS_API_H

#ifdef __wasm__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

/// Returns whether the current context is OpenGL ES.
int sinew__graphics_is_es(void);

/// Returns whether the current context is OpenGL 3.3, OpenGL ES 3.0 or later. Sets *out_version, in which 33 means 3.3.
int sinew__graphics_is_supported(int *out_version);

/// Returns the first lines of every shader: version and precisions.
const char *sinew__graphics_shader_version(void);

/// Sets whether colours are encoded when they are written to an sRGB framebuffer. ES always encodes.
void sinew__graphics_encode_srgb(int encodes);

/// Returns the OpenGL name of the colour buffer of the window's framebuffer.
GLenum sinew__graphics_window_colors(void);

/// Returns the largest number of samples of a colour framebuffer.
GLint sinew__graphics_max_samples(void);

/// Returns whether shaders can read single samples of a texture. If not (ES), samples are stored in renderbuffers and
/// are resolved before they are read.
int sinew__graphics_reads_samples(void);

/// Allocates the texels of the bound multisampled texture. Requires sinew__graphics_reads_samples.
void sinew__graphics_texture_multisample(GLint samples, GLenum format, GLsizei width, GLsizei height);

/// Returns the target of a texture with `samples` samples; the target of a plain texture if shaders cannot read single
/// samples.
GLenum sinew__graphics_sampled_target(GLint samples);

// ---- the state of a context ----------------------------------------------------------------------------------------
// Saves and restores the state that the renderer shares with the owner of the context.

enum { GRAPHICS_SWITCHES = 24, GRAPHICS_PIXEL_STORES = 12 };
enum { GRAPHICS_UNITS = 16 }; ///< texture units: the number that every driver has for one stage

/// All state that the renderer changes, except its own objects and the current values of vertex attributes. Blending
/// and colour mask are only those of draw buffer 0.
typedef struct graphics_state {
    GLboolean switches[GRAPHICS_SWITCHES];
    GLint pixel_stores[GRAPHICS_PIXEL_STORES];
    GLint program, vertex_array, array_buffer, pack_buffer, unpack_buffer;
    GLint draw_framebuffer, read_framebuffer, renderbuffer;
    GLint active_texture, textures[GRAPHICS_UNITS], sampled_textures[GRAPHICS_UNITS], samplers[GRAPHICS_UNITS];
    GLint feedback_object, feedback_buffer;
    struct {
        GLint buffer;
        GLint64 start, size; ///< size 0: the whole buffer
    } captured[2];
    GLint viewport[4], scissor[4];
    GLfloat clear_color[4], clear_depth, depth_range[2], line_width, offset_factor, offset_units;
    GLboolean color_mask[4], depth_mask;
    GLint depth_function, cull_face, front_face;
    GLenum blend[6]; ///< source and destination factors of colours, then of alpha, then both equations
    GLint polygon_mode, provoking_vertex, clip_origin, clip_depth; ///< not in OpenGL ES
} graphics_state;

void sinew__graphics_state_take(graphics_state *out);

/// Sets all state that passes of the renderer rely on and do not set themselves.
void sinew__graphics_state_begin(void);

void sinew__graphics_state_restore(const graphics_state *state);

#endif
