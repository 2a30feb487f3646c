/// Retargeting of clips, used by sinew_model_create_with_clips.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_CLIPS_H
#define SINEW_AUTHOR_RETARGET_RETARGET_CLIPS_H

#include "sinew/retarget.h"

/// Creates a model with the joints of `character`, without meshes, and with the clips of `animation` on these joints;
/// add it with `sinew__model_add_clips`. Clips are sampled at the frame rate of `animation`, or at the multiple of it
/// that keeps `error`. Joints that are not part of the body are animated if both models have a joint of that name, and
/// rest otherwise. Morphs are not animated.
///
/// The caller destroys *out_model; it is NULL on failure. Errors are the errors of `sinew_body_map_find` and
/// `sinew_body_map_check`, with the model's name in the message; SINEW_ERROR_NO_CLIP if `animation` has no clip;
/// SINEW_ERROR_LIMIT if the clips need more than 2^22 joints × frames.
SINEW_NODISCARD sinew_result sinew__retarget_clips(const sinew_model *character, const sinew_model *animation,
                                                   const sinew_retarget_options *options, sinew_model **out_model,
                                                   sinew_error *out_error);

#endif
