/// Adding the results of shards to a library.
#ifndef SINEW_LIBRARY_SHARDS_MERGE_RESULT_H
#define SINEW_LIBRARY_SHARDS_MERGE_RESULT_H

#include <stddef.h>

#include "library/database.h"

typedef struct library_merge_counts {
    size_t files;     ///< of the results
    size_t unchanged; ///< the library has the same or knows them from a later time
    size_t merged, failed, vanished;
} library_merge_counts;

/// Adds what the result at `path` has to a library, completely or not at all, and adds to *counts. With `plan`
/// (library_plan.id) the results of other plans are refused; 0: any plan. A file is taken
/// unless the library has the same content, measured in the same way, or knows of the file from a later time. Adding a
/// result again changes nothing. SINEW_ERROR_DAMAGED for files that are incomplete or no results,
/// SINEW_ERROR_UNSUPPORTED for results of another version, SINEW_ERROR_WRITE, SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_merge_result(library_database *database, const char *path, uint64_t plan,
                                                  library_merge_counts *counts, sinew_error *out_error);

#endif
