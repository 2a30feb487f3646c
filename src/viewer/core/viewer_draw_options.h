/// The player's state as options of the renderer.
#ifndef SINEW_VIEWER_CORE_VIEWER_DRAW_OPTIONS_H
#define SINEW_VIEWER_CORE_VIEWER_DRAW_OPTIONS_H

#include "viewer/core/viewer.h"

/// How the picture of this moment is drawn. `status` is text for a line in it, kept by the caller; the size is the
/// window's.
void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options);

/// Adds what shows the motion around this moment, and moves the camera along. Ghosts are posed in `viewer->motion`.
SINEW_NODISCARD sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
