/// The load of files that are open already.
#ifndef SINEW_WORKER_HOST_LOAD_FILE_H
#define SINEW_WORKER_HOST_LOAD_FILE_H

#include "cache/dependencies.h"
#include "platform/model_files.h"
#include "sinew/load.h"

/// Loads a model from its open files; the results of sinew_model_load_file. Uses the cache of the options, if their
/// side files lie in folders.
SINEW_NODISCARD sinew_result sinew__load_model_files(const sinew__model_files *files, const sinew_load_options *options,
                                                     sinew_model **out_model, sinew_error *out_error);

/// As sinew_model_load_file, with side files in folders and without the cache. Adds the side files that the import
/// asked for to `dependencies`, found and missing ones, also on failure.
SINEW_NODISCARD sinew_result sinew__load_with_dependencies(const char *path, const sinew_load_options *options,
                                                           sinew__dependencies *dependencies, sinew_model **out_model,
                                                           sinew_error *out_error);

#endif
