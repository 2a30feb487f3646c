/// Measuring the files of one shard into a result of its own.
#ifndef SINEW_LIBRARY_SHARDS_WORK_SHARD_H
#define SINEW_LIBRARY_SHARDS_WORK_SHARD_H

#include "library/shards/plan_shards.h"
#include "library/update_library.h"

/// Measures the files of a shard, from 0, and writes the result to `path`. `folder` replaces the plan's where it is
/// mounted elsewhere; NULL: the plan's. Nothing but the folder is shared with other shards.
///
/// The result appears when it is complete. Work that was interrupted or killed goes on in the temporary file
/// `<path>.part`; if another program works at the same shard, this call waits for it. A shard whose result exists is
/// not measured again. Files that have vanished are recorded as such. The results of library_update;
/// SINEW_ERROR_NOT_FOUND: no such folder.
SINEW_NODISCARD sinew_result library_work_shard(const library_plan *plan, int32_t shard, const char *folder,
                                                const char *path, const library_update_options *options,
                                                library_update_counts *out_counts, sinew_error *out_error);

#endif
