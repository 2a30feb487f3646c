/// What the colours of the surface mean, in the picture's upper right corner.
#ifndef SINEW_RENDER_DRAW_DRAW_LEGEND_H
#define SINEW_RENDER_DRAW_DRAW_LEGEND_H

#include "render/draw/text_quads.h"
#include "render/renderer.h"

void sinew__render_put_legend(render_text_quads *quads, const render_frame *frame);

#endif
