/// Creates an OpenGL context without a display, by SDL's offscreen driver; it needs no X server and no GPU.
#ifndef SINEW_DRAW_SCENE_HEADLESS_CONTEXT_H
#define SINEW_DRAW_SCENE_HEADLESS_CONTEXT_H

#include <stdint.h>

#include "sinew/result.h"

struct SDL_Window;

/// A window of SDL with its OpenGL context; all zero: none.
typedef struct scene_gl_window {
    struct SDL_Window *window;
    void *context; ///< SDL_GLContext, current
} scene_gl_window;

/// Creates a window with SDL's `flags`, which must contain SDL_WINDOW_OPENGL, and its context: OpenGL 3.3 core or, if
/// the driver lacks it, OpenGL ES 3.0. The window has no depth and no multisample buffers, because the renderer creates
/// its own. *out is zeroed on failure.
SINEW_NODISCARD sinew_result scene_gl_window_create(const char *title, int width, int height, uint32_t flags,
                                                    scene_gl_window *out, sinew_error *out_error);

typedef struct scene_headless scene_headless;

/// Starts creating a context on another thread, because drivers take long. Only that thread may use SDL until
/// scene_headless_finish. Returns NULL if no thread can be started.
scene_headless *scene_headless_begin(void);

/// Waits for the context that was started and makes it current; if *headless is NULL, creates a context on this thread.
/// On failure *headless is NULL.
SINEW_NODISCARD sinew_result scene_headless_finish(scene_headless **headless, sinew_error *out_error);

/// Creates a context and makes it current. Fails with SINEW_ERROR_NO_GL if no driver supports it.
SINEW_NODISCARD sinew_result scene_headless_create(scene_headless **out_headless, sinew_error *out_error);

/// Destroys the context, even one that was only started. NULL is allowed.
void scene_headless_destroy(scene_headless *headless);

#endif
