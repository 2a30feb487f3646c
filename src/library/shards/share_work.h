/// Distributing files over shards so that all shards take about the same time.
#ifndef SINEW_LIBRARY_SHARDS_SHARE_WORK_H
#define SINEW_LIBRARY_SHARDS_SHARE_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Assigns each of `count` costs to one of `shards` shards, out_shards[i] from 0: the longest first, each to the shard
/// with the least work so far. The largest shard takes at most 4/3 of the least possible time, and close to it when
/// costs differ as much as those of files do. Equal costs are assigned in their order, so that the result depends on
/// nothing else. Costs are finite and not negative; `shards` > 0. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_share_work(const double *costs, size_t count, int32_t shards, int32_t *out_shards,
                                                sinew_error *out_error);

#endif
