/// Fills the renderer's options from the player's state.
#ifndef SINEW_VIEWER_CORE_VIEWER_DRAW_OPTIONS_H
#define SINEW_VIEWER_CORE_VIEWER_DRAW_OPTIONS_H

#include "viewer/core/viewer.h"

/// Fills the options of the current frame, except for its size. `status` is the caller's.
void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options);

/// Adds motion trail, ghosts and tracking camera. Ghosts are posed in `viewer->motion`.
SINEW_NODISCARD sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
