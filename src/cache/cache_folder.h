/// The folder of the cache. Files without a name of the cache are not touched.
///
/// Any number of processes use one folder at once: a removed file stays readable where it is open, and two processes
/// may remove the same file.
#ifndef SINEW_CACHE_CACHE_FOLDER_H
#define SINEW_CACHE_CACHE_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Default limit on the bytes of all files. A file counts for at least 64 KiB, so that their number is bounded as well.
#define SINEW__CACHE_LIMIT ((size_t)1 << 30)

/// Removes the least recently used files until the rest fits the limit, and abandoned temporary files.
void sinew__cache_folder_shrink(const char *folder, uint64_t limit);

typedef struct sinew__cache_totals {
    size_t files; ///< in the folder
    uint64_t bytes;
    size_t removed; ///< by the call
} sinew__cache_totals;

/// Counts the files. A missing folder has none. SINEW_ERROR_NO_PERMISSION, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_folder_count(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

/// Is told how many of the files are done.
typedef struct sinew__cache_progress {
    void (*call)(void *user, size_t done, size_t total);
    void *user;
} sinew__cache_progress;

/// Opens every file as a load would, and removes those that are damaged. `progress` may be NULL.
SINEW_NODISCARD sinew_result sinew__cache_folder_check(const char *folder, const sinew__cache_progress *progress,
                                                       sinew__cache_totals *out_totals, sinew_error *out_error);

/// Removes all files. SINEW_ERROR_WRITE when one cannot be removed.
SINEW_NODISCARD sinew_result sinew__cache_folder_clear(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

#endif
