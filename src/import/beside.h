/// Where side files and pictures may come from: beside the model, its `.fbm` folder, one more folder. Never elsewhere.
#ifndef SINEW_IMPORT_BESIDE_H
#define SINEW_IMPORT_BESIDE_H

#include <stddef.h>

#include "sinew/result.h"

/// Reads the regular file called like the last part of `authored` (which may hold folders of any system's kind; they
/// are ignored) from beside `model_path`, from `<model>.fbm` there, or from `extra_folder` (may be NULL), in this
/// order. SINEW_ERROR_NOT_FOUND when there is none. *out_bytes is from malloc.
SINEW_NODISCARD sinew_result beside_read(const char *model_path, const char *extra_folder, const char *authored,
                                         void **out_bytes, size_t *out_size);

#endif
