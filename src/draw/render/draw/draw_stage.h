/// Draws the final image: background, ground and character.
#ifndef SINEW_DRAW_RENDER_DRAW_DRAW_STAGE_H
#define SINEW_DRAW_RENDER_DRAW_DRAW_STAGE_H

#include "draw/render/frame.h"

/// Draws the final image: background, ground, and the character drawn before.
SINEW_NODISCARD sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                                      const float shadow_rectangle[4], sinew_error *out_error);

/// Draws the character's shadow into the shadow texture. `out_rectangle` is its rectangle on the ground: centre and
/// half size.
SINEW_NODISCARD sinew_result sinew__render_draw_shadow(sinew_renderer *renderer, const render_frame *frame,
                                                       float out_rectangle[4], sinew_error *out_error);

#endif
