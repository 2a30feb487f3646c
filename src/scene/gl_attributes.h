/// The OpenGL context attributes that sinew needs, with or without a window.
#ifndef SINEW_SCENE_GL_ATTRIBUTES_H
#define SINEW_SCENE_GL_ATTRIBUTES_H

#include <SDL.h>

/// Requests OpenGL 3.3 core from SDL, without the buffers that the renderer creates itself.
static inline void scene_request_gl(void)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 0);
}

#endif
