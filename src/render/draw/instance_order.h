/// Which figures of a crowd are drawn before which.
#ifndef SINEW_RENDER_DRAW_INSTANCE_ORDER_H
#define SINEW_RENDER_DRAW_INSTANCE_ORDER_H

#include "sinew/render.h"

/// Figures in the order in which they are drawn, [count] from malloc, or NULL: near ones first, since they hide the
/// others; far ones first where something lets light through.
int32_t *sinew__render_order_instances(const sinew_model *model, const sinew_instances *figures,
                                       const sinew_camera *camera);

#endif
