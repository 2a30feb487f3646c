/// An OpenGL 3.3 context without a display, through SDL's offscreen driver: no X server, no GPU needed.
#ifndef SINEW_SCENE_HEADLESS_CONTEXT_H
#define SINEW_SCENE_HEADLESS_CONTEXT_H

#include "sinew/result.h"

typedef struct scene_headless scene_headless;

/// Begins to make a context on a thread beside the caller's: drivers take their time. SDL is that thread's until
/// scene_headless_finish. NULL when there is no thread for it.
scene_headless *scene_headless_begin(void);

/// Waits for what was begun, and makes it current; makes a context here where *headless is NULL. On failure *headless
/// is NULL.
SINEW_NODISCARD sinew_result scene_headless_finish(scene_headless **headless, sinew_error *out_error);

/// Makes a context and makes it current. SINEW_ERROR_NO_GL when there is no driver for it.
SINEW_NODISCARD sinew_result scene_headless_create(scene_headless **out_headless, sinew_error *out_error);

/// Ends the context, also one that was only begun. NULL is fine.
void scene_headless_destroy(scene_headless *headless);

#endif
