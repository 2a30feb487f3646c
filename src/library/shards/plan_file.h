/// The text of a plan, as JSON. docs/14-library.md describes it.
#ifndef SINEW_LIBRARY_SHARDS_PLAN_FILE_H
#define SINEW_LIBRARY_SHARDS_PLAN_FILE_H

#include "base/buffer.h"
#include "library/shards/plan_shards.h"

#define LIBRARY_MAX_PLAN ((size_t)1 << 30) ///< bytes

/// Puts a plan as JSON. Names that are not printable UTF-8 are put as hexadecimal bytes.
void library_put_plan(const library_plan *plan, sinew__buffer *out);

/// Reads a plan, which may come from anywhere: names that are absolute, empty or contain "..", and names that occur
/// twice in a shard are refused. The caller frees *out_plan. SINEW_ERROR_DAMAGED, SINEW_ERROR_LIMIT,
/// SINEW_ERROR_UNSUPPORTED: made by another version; SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_read_plan(const char *bytes, size_t size, library_plan *out_plan,
                                               sinew_error *out_error);

#endif
