/// The folder of the cache. Files without a name of the cache are not touched.
///
/// Any number of processes use one folder at once: a removed file stays readable where it is open, and two processes
/// may remove the same file.
#ifndef SINEW_IMPORT_CACHE_CACHE_FOLDER_H
#define SINEW_IMPORT_CACHE_CACHE_FOLDER_H

#include <stddef.h>
#include <stdint.h>

#include "import/cache/dependencies.h"
#include "runtime/model/block_file.h"
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

/// Path (allocated) of the file of a key; NULL when out of memory.
char *sinew__cache_file_path(const char *folder, uint64_t key);

/// A file in memory.
typedef struct sinew__cache_file {
    void *bytes; ///< allocated; NULL when a model owns them
    sinew__block_file parts;
    sinew__dependencies dependencies;
} sinew__cache_file;

/// Reads and parses a file, and records the time of this use, to the minute. The file is not mapped, because another
/// process could change it after validation. A file of more than `limit` bytes, the limit of the whole cache, is
/// damaged. Returns SINEW_ERROR_NOT_FOUND if no file can be read, or _OUT_OF_MEMORY; other errors mean that it is
/// damaged. On failure nothing has to be closed.
SINEW_NODISCARD sinew_result sinew__cache_file_open(const char *path, size_t limit, sinew__cache_file *out_file);

/// Makes a model of its block. Call once.
SINEW_NODISCARD sinew_result sinew__cache_file_model(sinew__cache_file *file, const sinew__validation_limits *limits,
                                                     sinew_model **out_model);
void sinew__cache_file_close(sinew__cache_file *file);

/// Writes a model and its dependencies to `path`, creating the folders above it. Returns 0 on failure, without leaving
/// a file.
int sinew__cache_file_write(const char *path, const sinew_model *model, const sinew__dependencies *dependencies);

/// Reads an open file of `size` bytes into allocated memory, *out_bytes. Nothing but the header is read if it
/// does not match the size or this version of sinew (the results of sinew__block_file_open), or if the file has more
/// than `max_size` bytes (SINEW_ERROR_MEMORY_LIMIT).
SINEW_NODISCARD sinew_result sinew__read_block_file(int descriptor, size_t size, size_t max_size, void **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

#endif
