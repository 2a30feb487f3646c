#include "render/renderer.h"
sinew_result render_draw_text(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    (void)renderer;
    (void)frame;
    (void)out_error;
    return SINEW_OK;
}
