/// The images of a model's textures.
#ifndef SINEW_CLI_COMMANDS_MODEL_IMAGES_H
#define SINEW_CLI_COMMANDS_MODEL_IMAGES_H

#include "base/buffer.h"
#include "sinew/load.h"

/// Decodes all textures. *out_images is [texture_count], with NULL pixels for a missing one, for which `out_missing`
/// gets a NUL-terminated reason. Fails only when out of memory or cancelled by options->progress.
SINEW_NODISCARD sinew_result cli_model_images_load(const sinew_model *model, const char *path,
                                                   const sinew_load_options *options, sinew_image **out_images,
                                                   sinew__buffer *out_missing, sinew_error *out_error);
void cli_model_images_free(const sinew_model *model, sinew_image *images);

typedef enum cli_texture_location {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_location;

/// Searches for the image of a texture (see platform/side_files.h) without reading it; `texture_path` may be NULL.
cli_texture_location cli_find_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const char *texture_path);

#endif
