/// Missing protections of a worker, as an error or a warning.
#ifndef SINEW_WORKER_HOST_MISSING_PROTECTIONS_H
#define SINEW_WORKER_HOST_MISSING_PROTECTIONS_H

#include "sinew/load.h"

/// Fails because the load requires protections that are `missing` (worker_protection bits).
sinew_result sinew__fail_unprotected(uint32_t missing, sinew_error *out_error);

/// Calls options->warn with one line if protections are missing. `work` is "the import", say; `options` may be NULL.
void sinew__warn_unprotected(const sinew_load_options *options, const char *work, uint32_t missing);

#endif
