/// Finds the worker programs.
#ifndef SINEW_WORKER_HOST_FIND_WORKER_H
#define SINEW_WORKER_HOST_FIND_WORKER_H

#include <stddef.h>

#include "sinew/result.h"

#define SINEW__MODEL_WORKER "sinew-worker"
#define SINEW__IMAGE_WORKER "sinew-image-worker"

/// Writes the absolute path of a worker program: in `folder` when that is not NULL, else near this library, near the
/// running program, or in the configured install folder. SINEW_ERROR_NO_WORKER when it is in none of them. The current
/// folder and PATH are not searched.
SINEW_NODISCARD sinew_result sinew__worker_find(const char *folder, const char *name, char *out_path, size_t size,
                                                sinew_error *out_error);

#endif
