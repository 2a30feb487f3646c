/// The load of files that are open already.
#ifndef SINEW_WORKER_HOST_LOAD_FILE_H
#define SINEW_WORKER_HOST_LOAD_FILE_H

#include "platform/model_files.h"
#include "sinew/load.h"

/// Loads a model from its open files; the results of sinew_model_load_file. Uses the cache of the options, if their
/// side files lie in folders.
SINEW_NODISCARD sinew_result sinew__load_model_files(const sinew__model_files *files, const sinew_load_options *options,
                                                     sinew_model **out_model, sinew_error *out_error);

#endif
