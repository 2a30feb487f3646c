/// The panels of the window, which surround the viewport.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANELS_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANELS_H

#include "draw/render/interface.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/panels/panel_layout.h"

typedef struct viewer_panels viewer_panels;

/// Creates the panels in the current OpenGL context. The caller destroys *out_panels while the context is current.
SINEW_NODISCARD sinew_result viewer_panels_create(viewer_panels **out_panels, sinew_error *out_error);
void viewer_panels_destroy(viewer_panels *panels);

/// Lays out the panels in a window of a size, and builds them for the current state. Mouse input changes `viewer`
/// immediately. Sets the viewport in `input`.
void viewer_panels_build(viewer_panels *panels, viewer_state *viewer, panel_input *input, const viewer_size *size);

/// Returns whether the panels must be built again without any input: to hide the timeline's buttons, or to show a new
/// thumbnail.
int viewer_panels_need_frame(const viewer_panels *panels);

/// Returns whether a file is loading for a thumbnail, so that viewer_panels_need_frame should be called again soon.
int viewer_panels_are_busy(const viewer_panels *panels);

/// Draws the panels around the renderer's image. *out_contents is the window's contents, to be shown or read.
SINEW_NODISCARD sinew_result viewer_panels_draw(viewer_panels *panels, const viewer_state *viewer,
                                                sinew_renderer *renderer, const render_interface **out_contents,
                                                sinew_error *out_error);

#endif
