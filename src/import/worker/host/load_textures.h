/// Collects the problems of a model's textures: one line per kind of problem, not per texture.
#ifndef SINEW_IMPORT_WORKER_HOST_LOAD_TEXTURES_H
#define SINEW_IMPORT_WORKER_HOST_LOAD_TEXTURES_H

#include "sinew/load.h"

/// Decodes the image file at `path` in the image worker, whole: SINEW_ERROR_MEMORY_LIMIT if its pixels take more than
/// the memory limit. Other results as sinew_model_load_texture. `options` may be NULL. The caller frees *out_image.
SINEW_NODISCARD sinew_result sinew__load_image(const char *path, const sinew_load_options *options,
                                               sinew_image *out_image, sinew_error *out_error);

#endif
