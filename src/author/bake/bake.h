/// Baking as the last part of a load: a share of the load's time and memory.
#ifndef SINEW_AUTHOR_BAKE_BAKE_H
#define SINEW_AUTHOR_BAKE_BAKE_H

#include "sinew/bake.h"

/// Options for a load that has used `used` of its `seconds` of processor time and may take `memory` bytes. `error` as
/// in sinew_bake_options.
sinew_bake_options sinew__bake_options_in_load(double error, size_t memory, double used, double seconds);

#endif
