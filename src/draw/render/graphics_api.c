#include "draw/render/graphics_api.h"

#ifdef __wasm__ // WebGL 2 has only OpenGL ES

int sinew__graphics_is_es(void)
{
    return 1;
}

int sinew__graphics_is_supported(int *out_version)
{
    *out_version = 30;
    return 1;
}

void sinew__graphics_encode_srgb(int encodes)
{
    (void)encodes;
}

void sinew__graphics_texture_multisample(GLint samples, GLenum format, GLsizei width, GLsizei height)
{
    (void)samples, (void)format, (void)width, (void)height; // never called, because shaders cannot read single samples
}

GLenum sinew__graphics_window_colors(void)
{
    return GL_BACK;
}

enum { SAMPLED_TARGET = GL_TEXTURE_2D, MAX_TEXTURE_SAMPLES = GL_MAX_SAMPLES };

#else

int sinew__graphics_is_es(void)
{
    return !epoxy_is_desktop_gl();
}

int sinew__graphics_is_supported(int *out_version)
{
    *out_version = epoxy_gl_version();
    return *out_version >= (sinew__graphics_is_es() ? 30 : 33);
}

void sinew__graphics_encode_srgb(int encodes)
{
    if (sinew__graphics_is_es()) return;
    (encodes ? glEnable : glDisable)(GL_FRAMEBUFFER_SRGB);
}

void sinew__graphics_texture_multisample(GLint samples, GLenum format, GLsizei width, GLsizei height)
{
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, format, width, height, GL_TRUE);
}

GLenum sinew__graphics_window_colors(void)
{
    return sinew__graphics_is_es() ? GL_BACK : GL_BACK_LEFT;
}

enum { SAMPLED_TARGET = GL_TEXTURE_2D_MULTISAMPLE, MAX_TEXTURE_SAMPLES = GL_MAX_COLOR_TEXTURE_SAMPLES };

#endif

const char *sinew__graphics_shader_version(void)
{
    if (!sinew__graphics_is_es()) return "#version 330 core\n";
    return "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
           "precision highp usampler2D;\n";
}

int sinew__graphics_reads_samples(void)
{
    return !sinew__graphics_is_es();
}

GLint sinew__graphics_max_samples(void)
{
    GLint samples = 1;
    glGetIntegerv(sinew__graphics_reads_samples() ? MAX_TEXTURE_SAMPLES : GL_MAX_SAMPLES, &samples);
    return samples;
}

GLenum sinew__graphics_sampled_target(GLint samples)
{
    return samples > 1 && sinew__graphics_reads_samples() ? SAMPLED_TARGET : GL_TEXTURE_2D;
}
