#include "viewer/headless_context.h"

#include <stdlib.h>

#include "base/error.h"
#include "viewer/gl_attributes.h"

struct viewer_headless {
    SDL_Window *window;
    SDL_GLContext context;
};

static sinew_result open_context(viewer_headless *headless, sinew_error *out_error)
{
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: no driver");
    }
    viewer_ask_for_gl();
    headless->window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (headless->window) headless->context = SDL_GL_CreateContext(headless->window);
    if (headless->context) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", SDL_GetError());
}

sinew_result viewer_headless_create(viewer_headless **out_headless, sinew_error *out_error)
{
    *out_headless = NULL;
    viewer_headless *headless = calloc(1, sizeof *headless);
    if (!headless) return sinew__fail_memory(out_error);
    const sinew_result result = open_context(headless, out_error);
    if (result != SINEW_OK) {
        viewer_headless_destroy(headless);
        return result;
    }
    *out_headless = headless;
    return SINEW_OK;
}

void viewer_headless_destroy(viewer_headless *headless)
{
    if (!headless) return;
    if (headless->context) SDL_GL_DeleteContext(headless->context);
    if (headless->window) SDL_DestroyWindow(headless->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(headless);
}
