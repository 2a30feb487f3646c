/// The load of files that are open already.
#ifndef SINEW_IMPORT_WORKER_HOST_LOAD_FILE_H
#define SINEW_IMPORT_WORKER_HOST_LOAD_FILE_H

#include "core/platform/side_files.h"
#include "import/cache/dependencies.h"
#include "sinew/load.h"

/// As sinew_model_load_file, with side files in folders and without the cache. Adds the side files that the import
/// asked for to `dependencies`, found and missing ones, also on failure.
SINEW_NODISCARD sinew_result sinew__load_with_dependencies(const char *path, const sinew_load_options *options,
                                                           sinew__dependencies *dependencies, sinew_model **out_model,
                                                           sinew_error *out_error);

#endif
