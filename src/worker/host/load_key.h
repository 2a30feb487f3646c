/// What a model's block depends on beside its files.
#ifndef SINEW_WORKER_HOST_LOAD_KEY_H
#define SINEW_WORKER_HOST_LOAD_KEY_H

#include <stdint.h>

#include "sinew/load.h"

/// How a model is loaded and by which build of the worker, as one number. What only decides whether a load succeeds,
/// like its time, is no part of it. `options` may be NULL.
uint64_t sinew__load_key(const sinew_load_options *options);

#endif
