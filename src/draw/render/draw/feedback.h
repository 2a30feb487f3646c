/// Skins meshes once for several passes, by transform feedback.
#ifndef SINEW_DRAW_RENDER_DRAW_FEEDBACK_H
#define SINEW_DRAW_RENDER_DRAW_FEEDBACK_H

#include "draw/render/frame.h"

/// Skins the visible meshes once for all passes.
SINEW_NODISCARD sinew_result sinew__render_skin_once(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

#endif
