/// What shaders are compiled for: the model's materials, its skinning and the skinning method of the image.
#ifndef SINEW_DRAW_RENDER_DRAW_SHADER_FEATURES_H
#define SINEW_DRAW_RENDER_DRAW_SHADER_FEATURES_H

#include "draw/render/frame.h"
#include "draw/render/model_buffers.h"

/// Sets the skinning method of the following poses, and the features that the model needs with it. Fails with
/// SINEW_ERROR_LIMIT if the driver cannot hold the palette.
SINEW_NODISCARD sinew_result sinew__render_choose_skin(sinew_renderer *renderer, sinew_draw_skin skin,
                                                       sinew_error *out_error);

#endif
