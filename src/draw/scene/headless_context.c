#include "draw/scene/headless_context.h"

#include <SDL.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/thread.h"

void scene_request_gl(void)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 0);
}

struct scene_headless {
    SDL_Window *window;
    SDL_GLContext context;
    sinew__thread thread;
    int is_opening; ///< in progress on that thread
    sinew_result result;
    sinew_error error;
};

static sinew_result open_context(scene_headless *headless, sinew_error *out_error)
{
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: no driver");
    }
    scene_request_gl();
    headless->window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (headless->window) headless->context = SDL_GL_CreateContext(headless->window);
    if (headless->context) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", SDL_GetError());
}

static void *open_beside(void *user)
{
    scene_headless *headless = user;
    headless->result = open_context(headless, &headless->error);
    if (headless->context) SDL_GL_MakeCurrent(headless->window, NULL);
    SDL_TLSCleanup(); // SDL did not start this thread
    return NULL;
}

scene_headless *scene_headless_begin(void)
{
    scene_headless *headless = sinew__allocate_zeroed(1, sizeof *headless);
    if (!headless) return NULL;
    headless->is_opening = sinew__thread_start(&headless->thread, open_beside, headless);
    if (headless->is_opening) return headless;
    sinew_free(headless);
    return NULL;
}

static void await(scene_headless *headless)
{
    if (headless->is_opening) sinew__thread_join(headless->thread);
    headless->is_opening = 0;
}

static sinew_result take_over(scene_headless *headless, sinew_error *out_error)
{
    await(headless);
    if (headless->result != SINEW_OK) {
        if (out_error) *out_error = headless->error;
        return headless->result;
    }
    if (SDL_GL_MakeCurrent(headless->window, headless->context) == 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", SDL_GetError());
}

sinew_result scene_headless_finish(scene_headless **headless, sinew_error *out_error)
{
    const int is_begun = *headless != NULL;
    if (!is_begun) *headless = sinew__allocate_zeroed(1, sizeof **headless);
    if (!*headless) return sinew__fail_memory(out_error);
    const sinew_result result = is_begun ? take_over(*headless, out_error) : open_context(*headless, out_error);
    if (result == SINEW_OK) return SINEW_OK;
    scene_headless_destroy(*headless);
    *headless = NULL;
    return result;
}

sinew_result scene_headless_create(scene_headless **out_headless, sinew_error *out_error)
{
    *out_headless = NULL;
    return scene_headless_finish(out_headless, out_error);
}

void scene_headless_destroy(scene_headless *headless)
{
    if (!headless) return;
    await(headless);
    if (headless->context) SDL_GL_DeleteContext(headless->context);
    if (headless->window) SDL_DestroyWindow(headless->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    sinew_free(headless);
}
