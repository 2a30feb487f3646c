/// The folder of the cache. What is not called as the cache's files are is left alone.
///
/// Any number of processes use one folder at once: a file that is removed stays readable for who has it open, and two
/// who remove one do no harm.
#ifndef SINEW_CACHE_CACHE_FOLDER_H
#define SINEW_CACHE_CACHE_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Bytes that all files may take where nothing else is said. A file counts for 64 KiB at least, so that their number is
/// bounded, too.
#define SINEW__CACHE_LIMIT ((size_t)1 << 30)

/// Removes what was used least lately until all files fit the limit, and what writers left behind that were ended.
void sinew__cache_folder_shrink(const char *folder, uint64_t limit);

typedef struct sinew__cache_totals {
    size_t files; ///< that there are
    uint64_t bytes;
    size_t removed; ///< by the call
} sinew__cache_totals;

/// Counts. A folder that is not there holds nothing. SINEW_ERROR_NO_PERMISSION, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_folder_count(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

/// Opens every file as a load would, and removes those that are damaged.
SINEW_NODISCARD sinew_result sinew__cache_folder_check(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

/// Removes all files. SINEW_ERROR_WRITE when one cannot be removed.
SINEW_NODISCARD sinew_result sinew__cache_folder_clear(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

#endif
