/// Draws the final image: background, ground and character.
#ifndef SINEW_RENDER_DRAW_DRAW_STAGE_H
#define SINEW_RENDER_DRAW_DRAW_STAGE_H

#include "render/frame.h"

/// Draws the final image: background, ground, and the character drawn before.
SINEW_NODISCARD sinew_result sinew__render_draw_stage(sinew_renderer *renderer, const render_frame *frame,
                                                      const float shadow_rectangle[4], sinew_error *out_error);

/// Computes world → ground: x and y on the ground relative to the centre of the motion, z the height above it, scaled
/// to a motion of radius 1.
void sinew__render_ground_matrix(const render_frame *frame, float out_matrix[4][4]);

#endif
