/// Draws text over the image.
#ifndef SINEW_RENDER_TEXT_DRAW_TEXT_H
#define SINEW_RENDER_TEXT_DRAW_TEXT_H

#include "render/frame.h"

/// Draws status line, panel, legend and joint names over the image.
SINEW_NODISCARD sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame,
                                                     sinew_error *out_error);

#endif
