/// What a model's block depends on besides its files.
#ifndef SINEW_WORKER_HOST_LOAD_KEY_H
#define SINEW_WORKER_HOST_LOAD_KEY_H

#include <stdint.h>

#include "platform/file_status.h"
#include "sinew/load.h"

/// A hash of the load options and of the worker's build. Options that only decide whether a load succeeds, such as its
/// timeout, are not part of it. `extra_folder` is the status of `options->texture_path`, zeroed if there is none.
uint64_t sinew__load_key(const sinew_load_options *options, const sinew__file_status *extra_folder);

#endif
