/// The names of joints beside them, as many as there is room for.
#ifndef SINEW_RENDER_DRAW_DRAW_NAMES_H
#define SINEW_RENDER_DRAW_DRAW_NAMES_H

#include "render/draw/text_quads.h"
#include "render/renderer.h"

/// Joints that come first in the model come first here; the selected joint before all. A name that would lie on another
/// is left out.
void sinew__render_put_names(render_text_quads *quads, const sinew_renderer *renderer, const render_frame *frame);

#endif
