/// Baking as the last step of a load, with a share of its time and memory; and replacing the images of a baked model.
#ifndef SINEW_AUTHOR_BAKE_BAKE_H
#define SINEW_AUTHOR_BAKE_BAKE_H

#include "sinew/bake.h"

/// Returns options for a load that has used `used` of its `seconds` of processor time and may use `memory` bytes.
/// `error` is sinew_bake_options.error.
sinew_bake_options sinew__bake_options_in_load(double error, size_t memory, double used, double seconds);

/// The image file of a texture.
typedef struct sinew__image_file {
    const void *bytes;
    size_t size;        ///< 0: the texture is not changed
    const char *format; ///< "png", "jpg", …
} sinew__image_file;

/// Copies a model's block with the image files `files` [texture_count] embedded; `files` NULL removes all embedded
/// images. Release *out_block with sinew_free; it is NULL on failure.
SINEW_NODISCARD sinew_result sinew__replace_images(const sinew_model *model, const sinew__image_file *files,
                                                   void **out_block, size_t *out_size, sinew_error *error);

#endif
