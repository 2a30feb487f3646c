/// Where side files and pictures may come from: beside the model or in folders below, its `.fbm` and `_fpc` folders,
/// one more folder. Never elsewhere.
///
/// What a file calls its side file is only a hint. A path that stays below the model's folder is followed; of any
/// other, folders, drives and schemes are ignored and its last part is looked for. Links that lead out of the folder,
/// pipes and devices are not there.
#ifndef SINEW_BASE_BESIDE_H
#define SINEW_BASE_BESIDE_H

#include <stddef.h>

#include "sinew/result.h"

/// The name without its folders, of any system's kind.
const char *sinew__base_name(const char *path);

/// Opens the regular file that `authored` means: from beside `model_path`, from `<model>.fbm` or `<model>_fpc` there,
/// or from `extra_folder` (may be NULL), in this order. SINEW_ERROR_NOT_FOUND when there is none, or _OUT_OF_MEMORY.
/// *out_descriptor is the caller's to close.
SINEW_NODISCARD sinew_result sinew__beside_open(const char *model_path, const char *extra_folder, const char *authored,
                                                int *out_descriptor, size_t *out_size);

/// The same, read into memory from malloc.
SINEW_NODISCARD sinew_result sinew__beside_read(const char *model_path, const char *extra_folder, const char *authored,
                                                void **out_bytes, size_t *out_size);

#endif
