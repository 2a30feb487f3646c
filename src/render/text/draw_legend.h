/// The legend of the surface colours, in the upper right corner of the image.
#ifndef SINEW_RENDER_TEXT_DRAW_LEGEND_H
#define SINEW_RENDER_TEXT_DRAW_LEGEND_H

#include "render/frame.h"
#include "render/text/text_quads.h"

void sinew__render_add_legend(render_text_quads *quads, const render_frame *frame);

#endif
