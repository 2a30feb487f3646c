/// Labels of joints, as many as fit.
#ifndef SINEW_RENDER_TEXT_DRAW_NAMES_H
#define SINEW_RENDER_TEXT_DRAW_NAMES_H

#include "render/frame.h"
#include "render/text/text_quads.h"

/// Adds the label of the selected joint first, then those of the other joints in the model's order. A label that would
/// overlap another is omitted.
void sinew__render_add_names(render_text_quads *quads, const sinew_renderer *renderer, const render_frame *frame);

#endif
