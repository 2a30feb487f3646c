/// An OpenGL 3.3 context without a display, through SDL's offscreen driver: no X server, no GPU needed.
#ifndef SINEW_VIEWER_HEADLESS_CONTEXT_H
#define SINEW_VIEWER_HEADLESS_CONTEXT_H

#include "sinew/result.h"

typedef struct viewer_headless viewer_headless;

/// Makes a context and makes it current. SINEW_ERROR_NO_GL when there is no driver for it.
SINEW_NODISCARD sinew_result viewer_headless_create(viewer_headless **out_headless, sinew_error *out_error);

/// Ends the context. NULL is fine.
void viewer_headless_destroy(viewer_headless *headless);

#endif
