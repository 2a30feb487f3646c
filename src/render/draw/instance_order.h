/// The drawing order of a crowd's instances.
#ifndef SINEW_RENDER_DRAW_INSTANCE_ORDER_H
#define SINEW_RENDER_DRAW_INSTANCE_ORDER_H

#include "sinew/render.h"

/// Returns the instances in drawing order, [count], allocated, or NULL: near ones first because they hide the others;
/// far ones first if the model has a translucent material.
int32_t *sinew__render_order_instances(const sinew_model *model, const sinew_instances *instances,
                                       const sinew_camera *camera);

#endif
