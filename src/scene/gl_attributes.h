/// What sinew asks of an OpenGL context, window or not.
#ifndef SINEW_SCENE_GL_ATTRIBUTES_H
#define SINEW_SCENE_GL_ATTRIBUTES_H

#include <SDL.h>

/// Asks SDL for OpenGL 3.3 core without buffers that the renderer brings itself.
static inline void viewer_ask_for_gl(void)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 0);
}

#endif
