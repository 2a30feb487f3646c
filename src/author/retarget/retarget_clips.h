/// Retargeting of clips, behind sinew_model_create_with_clips.
#ifndef SINEW_AUTHOR_RETARGET_RETARGET_CLIPS_H
#define SINEW_AUTHOR_RETARGET_RETARGET_CLIPS_H

#include "sinew/retarget.h"

/// Creates a model with the joints of `character`, without meshes, and the clips of `animation` on them, to be added
/// with `sinew__model_add_clips`. Clips are sampled at the frame rate of `animation`, or at a multiple of it if that
/// keeps `error`. Joints that do not belong to the body are animated if both models have them by name; others rest.
/// Morphs are not animated.
///
/// The caller destroys *out_model; it is NULL on failure. Errors are the errors of `sinew_body_map_find` and
/// `sinew_body_map_check`, and the message names the model; SINEW_ERROR_NO_CLIP when
/// `animation` has no clip; SINEW_ERROR_LIMIT when the clips would take more than 2^22 joints times frames.
SINEW_NODISCARD sinew_result sinew__retarget_clips(const sinew_model *character, const sinew_model *animation,
                                                   const sinew_retarget_options *options, sinew_model **out_model,
                                                   sinew_error *out_error);

#endif
