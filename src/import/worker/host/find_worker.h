/// Finds the worker programs.
#ifndef SINEW_IMPORT_WORKER_HOST_FIND_WORKER_H
#define SINEW_IMPORT_WORKER_HOST_FIND_WORKER_H

#include <stddef.h>

#include "sinew/load.h"
#include "sinew/result.h"

#define SINEW__MODEL_WORKER "sinew-worker"
#define SINEW__IMAGE_WORKER "sinew-image-worker"

/// Writes the absolute path of a worker program. If `folder` is not NULL, only that folder is searched. Otherwise these
/// are, in this order: the folder of the running program (/proc/self/exe) and its prefix, the folder of this library if
/// it is a shared one and its prefix, the configured install folder. There the worker must belong to root, to the
/// current user, or to the owner of the program or library, and must not be writable by everyone. SINEW_ERROR_NO_WORKER
/// if no folder has it. The current folder, PATH and argv[0] have no influence.
SINEW_NODISCARD sinew_result sinew__worker_find(const char *folder, const char *name, char *out_path, size_t size,
                                                sinew_error *out_error);

/// Fails because the load requires protections that are `missing` (worker_protection bits).
sinew_result sinew__fail_unprotected(uint32_t missing, sinew_error *out_error);

/// Calls options->warn with one line if protections are missing. `work` is "the import", say; `options` may be NULL.
void sinew__warn_unprotected(const sinew_load_options *options, const char *work, uint32_t missing);

#endif
