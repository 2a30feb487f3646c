#include "draw/scene/headless_context.h"

#include <stdio.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/thread.h"
#include "draw/scene/load_sdl.h"

typedef struct gl_profile {
    int kind, major, minor;
} gl_profile;

sinew_result scene_gl_window_create(const char *title, int width, int height, uint32_t flags, scene_gl_window *out,
                                    sinew_error *out_error)
{
    static const gl_profile profiles[] = {{SDL_GL_CONTEXT_PROFILE_CORE, 3, 3}, {SDL_GL_CONTEXT_PROFILE_ES, 3, 0}};
    char reason[sizeof out_error->message] = ""; // the reason why OpenGL 3.3 failed, which users look for
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; ++i) {
        scene_sdl.GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, profiles[i].major);
        scene_sdl.GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, profiles[i].minor);
        scene_sdl.GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, profiles[i].kind);
        scene_sdl.GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
        scene_sdl.GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
        scene_sdl.GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, 0);
        *out = (scene_gl_window){
            scene_sdl.CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags), NULL};
        if (out->window) out->context = scene_sdl.GL_CreateContext(out->window);
        if (out->context) return SINEW_OK;
        if (i == 0) snprintf(reason, sizeof reason, "%s", scene_sdl.GetError());
        if (out->window) scene_sdl.DestroyWindow(out->window);
        *out = (scene_gl_window){0};
    }
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", reason);
}

struct scene_headless {
    scene_gl_window gl;
    sinew__thread thread;
    int is_opening; ///< whether `thread` is opening the context
    sinew_result result;
    sinew_error error;
};

static sinew_result open_context(scene_headless *headless, sinew_error *out_error)
{
    const sinew_result result = scene_load_sdl(out_error);
    if (result != SINEW_OK) return result;
    scene_sdl.SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    scene_sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (scene_sdl.InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: no driver");
    }
    return scene_gl_window_create("", 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN, &headless->gl, out_error);
}

static void *open_beside(void *user)
{
    scene_headless *headless = user;
    headless->result = open_context(headless, &headless->error);
    if (headless->gl.context) scene_sdl.GL_MakeCurrent(headless->gl.window, NULL);
    if (scene_sdl.TLSCleanup) scene_sdl.TLSCleanup(); // SDL cannot know when a thread ends that it did not start
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
    if (scene_sdl.GL_MakeCurrent(headless->gl.window, headless->gl.context) == 0) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", scene_sdl.GetError());
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
    if (headless->gl.context) scene_sdl.GL_DeleteContext(headless->gl.context);
    if (headless->gl.window) scene_sdl.DestroyWindow(headless->gl.window);
    if (scene_sdl.QuitSubSystem) scene_sdl.QuitSubSystem(SDL_INIT_VIDEO);
    sinew_free(headless);
}
