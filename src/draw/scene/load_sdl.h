/// Loads SDL when the first window or context is opened; call its functions as scene_sdl.CreateWindow(…). SDL loads
/// fifty libraries for windows and sound. If SDL were linked, loading them would take two thirds of the time of every
/// command that draws nothing.
#ifndef SINEW_DRAW_SCENE_LOAD_SDL_H
#define SINEW_DRAW_SCENE_LOAD_SDL_H

#include <SDL.h>
#include <SDL_syswm.h>

#include "sinew/result.h"

#define SDL_FUNCTIONS(X)                                                                                               \
    X(CreateWindow)                                                                                                    \
    X(DestroyWindow)                                                                                                   \
    X(GL_CreateContext)                                                                                                \
    X(GL_DeleteContext)                                                                                                \
    X(GL_GetDrawableSize)                                                                                              \
    X(GL_MakeCurrent)                                                                                                  \
    X(GL_SetAttribute)                                                                                                 \
    X(GL_SetSwapInterval)                                                                                              \
    X(GL_SwapWindow)                                                                                                   \
    X(GetClipboardText)                                                                                                \
    X(GetCurrentDisplayMode)                                                                                           \
    X(GetCurrentVideoDriver)                                                                                           \
    X(GetDisplayDPI)                                                                                                   \
    X(GetDisplayUsableBounds)                                                                                          \
    X(GetError)                                                                                                        \
    X(GetModState)                                                                                                     \
    X(GetWindowDisplayIndex)                                                                                           \
    X(GetWindowSize)                                                                                                   \
    X(GetWindowWMInfo)                                                                                                 \
    X(InitSubSystem)                                                                                                   \
    X(PollEvent)                                                                                                       \
    X(QuitSubSystem)                                                                                                   \
    X(SetClipboardText)                                                                                                \
    X(SetHint)                                                                                                         \
    X(SetHintWithPriority)                                                                                             \
    X(SetWindowFullscreen)                                                                                             \
    X(SetWindowPosition)                                                                                               \
    X(SetWindowSize)                                                                                                   \
    X(SetWindowTitle)                                                                                                  \
    X(ShowWindow)                                                                                                      \
    X(TLSCleanup)                                                                                                      \
    X(WaitEventTimeout)                                                                                                \
    X(free)

typedef struct sdl_functions {
#define X(name) __typeof__(SDL_##name) *name;
    SDL_FUNCTIONS(X)
#undef X
} sdl_functions;

extern sdl_functions scene_sdl;

/// Loads the library, unless it is loaded. SINEW_ERROR_NO_GL if it is not installed. Any thread may call it, but only
/// one at a time.
SINEW_NODISCARD sinew_result scene_load_sdl(sinew_error *out_error);

#endif
