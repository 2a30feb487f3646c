/// The legend of the surface colours, in the upper right corner of the image.
#ifndef SINEW_RENDER_DRAW_DRAW_LEGEND_H
#define SINEW_RENDER_DRAW_DRAW_LEGEND_H

#include "render/draw/text_quads.h"
#include "render/frame.h"

void sinew__render_add_legend(render_text_quads *quads, const render_frame *frame);

#endif
