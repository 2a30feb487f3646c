/// Baking as the last part of a load: a share of the load's time and memory. The images of a baked model.
#ifndef SINEW_AUTHOR_BAKE_BAKE_H
#define SINEW_AUTHOR_BAKE_BAKE_H

#include "sinew/bake.h"

/// Options for a load that has used `used` of its `seconds` of processor time and may take `memory` bytes. `error` as
/// in sinew_bake_options.
sinew_bake_options sinew__bake_options_in_load(double error, size_t memory, double used, double seconds);

/// The image file of a texture.
typedef struct sinew__image_file {
    const void *bytes;
    size_t size;        ///< 0: the texture stays as it is
    const char *format; ///< "png", "jpg", …
} sinew__image_file;

/// Copies a model's block with `files` [texture_count] embedded; NULL: without any embedded image. *out_block is
/// released by sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__replace_images(const sinew_model *model, const sinew__image_file *files,
                                                   void **out_block, size_t *out_size, sinew_error *error);

#endif
