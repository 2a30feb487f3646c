/// The pictures of a model's textures.
#ifndef SINEW_CLI_COMMANDS_MODEL_IMAGES_H
#define SINEW_CLI_COMMANDS_MODEL_IMAGES_H

#include "base/buffer.h"
#include "sinew/load.h"

/// Decodes them; [texture_count] in *out_images, NULL pixels where one is missing. Why goes to `out_missing`, one
/// terminated text for each. Fails without memory, or when the progress that the options name wants no more.
SINEW_NODISCARD sinew_result cli_model_images_load(const sinew_model *model, const char *path,
                                                   const sinew_load_options *options, sinew_image **out_images,
                                                   sinew__buffer *out_missing, sinew_error *out_error);
void cli_model_images_free(const sinew_model *model, sinew_image *images);

#endif
