/// The cache of imported models: the dependencies of an entry, the cache folder with its size limit, and entries.
#ifndef SINEW_IMPORT_CACHE_CACHE_H
#define SINEW_IMPORT_CACHE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "core/platform/side_files.h"
#include "runtime/model/block_file.h"
#include "runtime/model/validate/validation.h"
#include "sinew/model.h"
#include "sinew/result.h"

// ---- dependencies --------------------------------------------------------------------------------------------------
// The files that a model was made from, as its host saw them, so that a later load can tell whether they have changed.
//
// The identity of a file (device, inode, size, times) shows almost every change, and reading it takes a microsecond. A
// program can reset the time of modification, but not the time of the inode's last change. File systems round times, so
// a file that changed less than two seconds before it was recorded is not *settled*: its content is compared.

typedef enum sinew__dependency_state {
    SINEW__DEPENDENCY_MISSING, ///< was looked up and not found
    SINEW__DEPENDENCY_RECENT,  ///< changed less than two seconds before it was recorded; its content is compared
    SINEW__DEPENDENCY_SETTLED,
    SINEW__DEPENDENCY_LIBRARY, ///< the importer's library; only its identity is compared
} sinew__dependency_state;

/// A recorded file. All numbers except `state` and `name` are 0 for a missing file.
typedef struct sinew__dependency {
    uint64_t device, inode, size;
    int64_t modified, changed; ///< nanoseconds since 1970: times of modification and of the inode's change
    uint64_t hash;             ///< sinew__hash of the content; 0: not known yet; always 0 for a library
    uint32_t name;             ///< offset in `names`: the name in the model file, "" for the model file itself, or the
                               ///< path of a library
    uint32_t state;            ///< sinew__dependency_state
} sinew__dependency;

/// Recorded files; all zero: none.
typedef struct sinew__dependencies {
    sinew__buffer files; ///< array of sinew__dependency
    sinew__buffer names; ///< terminated names
} sinew__dependencies;

/// Records a file that is open at `descriptor`, or −1 for a file that was not found. A repeated name is ignored.
void sinew__dependencies_record(sinew__dependencies *dependencies, const char *name, int descriptor);

/// Records the importer's library by its path; a missing library is ignored.
void sinew__dependencies_record_library(sinew__dependencies *dependencies, const char *path);

size_t sinew__dependencies_count(const sinew__dependencies *dependencies);
sinew__dependency *sinew__dependencies_at(const sinew__dependencies *dependencies, size_t index);
const char *sinew__dependencies_name(const sinew__dependencies *dependencies, const sinew__dependency *file);

/// Whether recording or reading ran out of memory.
int sinew__dependencies_failed(const sinew__dependencies *dependencies);

void sinew__dependencies_free(sinew__dependencies *dependencies);

/// Writes the dependencies to an empty buffer, for a file of the cache.
void sinew__dependencies_put(const sinew__dependencies *dependencies, sinew__buffer *out);

/// Reads dependencies from bytes of sinew__dependencies_put, which are not trusted. Returns 0 if they are invalid, or
/// when out of memory.
int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out_dependencies);

typedef enum sinew__dependency_comparison {
    SINEW__DEPENDENCY_SAME,
    SINEW__DEPENDENCY_SAME_CONTENT, ///< the identity differs or is not settled, but the content is the same
    SINEW__DEPENDENCY_CHANGED,
} sinew__dependency_comparison;

/// Compares a recorded file with the file that is now open at `descriptor` (−1: none).
sinew__dependency_comparison sinew__dependencies_compare(const sinew__dependency *recorded, int descriptor);

/// Compares a recorded library with the file that is now at its path, without opening it.
sinew__dependency_comparison sinew__dependencies_compare_library(const sinew__dependency *recorded, const char *path);

/// Returns the hash of a file's content; 0 if it cannot be read.
uint64_t sinew__dependencies_hash(int descriptor);

// ---- folder --------------------------------------------------------------------------------------------------------
// The folder of the cache. Files whose names are not names of the cache are not touched.
//
// Any number of processes may use one folder at once: a removed file stays readable while it is open, and two processes
// may remove the same file.

/// Default limit on the bytes of all files. Each file counts for at least 64 KiB, so that the number of files is
/// bounded as well.
#define SINEW__CACHE_LIMIT ((size_t)1 << 30)

/// Removes abandoned temporary files, and the least recently used files until the rest is within the limit.
void sinew__cache_folder_shrink(const char *folder, uint64_t limit);

typedef struct sinew__cache_totals {
    size_t files; ///< number of files in the folder
    uint64_t bytes;
    size_t removed; ///< number of files removed by the call
} sinew__cache_totals;

/// Counts the files of the cache; a missing folder has none. SINEW_ERROR_NO_PERMISSION, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_folder_count(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

/// A callback that is called after each file with the number of files done.
typedef struct sinew__cache_progress {
    void (*call)(void *user, size_t done, size_t total);
    void *user;
} sinew__cache_progress;

/// Opens every file as a load would, and removes the damaged ones. `progress` may be NULL.
SINEW_NODISCARD sinew_result sinew__cache_folder_check(const char *folder, const sinew__cache_progress *progress,
                                                       sinew__cache_totals *out_totals, sinew_error *out_error);

/// Removes all files of the cache. SINEW_ERROR_WRITE if one cannot be removed.
SINEW_NODISCARD sinew_result sinew__cache_folder_clear(const char *folder, sinew__cache_totals *out_totals,
                                                       sinew_error *out_error);

/// Returns the path, allocated, of the file for a key; NULL when out of memory.
char *sinew__cache_file_path(const char *folder, uint64_t key);

/// A cache file in memory.
typedef struct sinew__cache_file {
    void *bytes; ///< allocated; NULL once a model owns them
    sinew__block_file parts;
    sinew__dependencies dependencies;
} sinew__cache_file;

/// Reads and parses a cache file, and records the time of this use, with a resolution of a minute. The file is not
/// mapped, because another process could change it after validation. Returns SINEW_ERROR_NOT_FOUND if the file cannot
/// be read, SINEW_ERROR_OUT_OF_MEMORY, or another error if the file is damaged or larger than `limit` bytes. Close the
/// file only after success.
SINEW_NODISCARD sinew_result sinew__cache_file_open(const char *path, size_t limit, sinew__cache_file *out_file);

/// Makes a model from the block of the file. Call it once.
SINEW_NODISCARD sinew_result sinew__cache_file_model(sinew__cache_file *file, const sinew__validation_limits *limits,
                                                     sinew_model **out_model);
void sinew__cache_file_close(sinew__cache_file *file);

/// Writes a model and its dependencies to `path`, and creates the folders above it. Returns 0 on failure, without
/// leaving a file.
int sinew__cache_file_write(const char *path, const sinew_model *model, const sinew__dependencies *dependencies);

/// Reads an open file of `size` bytes into allocated memory, *out_bytes. First checks the header and reads nothing else
/// if it does not match the size or this version of sinew (the errors of sinew__block_file_open), or if the file has
/// more than `max_size` bytes (SINEW_ERROR_MEMORY_LIMIT).
SINEW_NODISCARD sinew_result sinew__read_block_file(int descriptor, size_t size, size_t max_size, void **out_bytes,
                                                    size_t *out_size, sinew_error *out_error);

// ---- entries -------------------------------------------------------------------------------------------------------
// The cache entry of one model file: the block that an earlier load stored, or that this load will store.
//
// The key of an entry is made of the model file's folder (device and inode) and name, the load key, and the layout of
// this version's blocks. The entry is a `.sinew` file with the dependencies of its block appended. It is used if every
// file that the model was made from, and every file that was not found, is unchanged. It is validated like any file,
// because other programs may write to the cache folder.
//
// A failure of the cache never fails a load.

/// An entry. Set the members up to `validation` and zero the rest.
typedef struct sinew__cache_entry {
    const char *folder;                  ///< the cache folder; NULL: there is no cache, and the functions do nothing
    size_t limit;                        ///< limit on the bytes of all files in the cache; 0: SINEW__CACHE_LIMIT
    const sinew__model_files *files;     ///< files of the model
    uint64_t load_key;                   ///< hash of everything else that the block depends on
    sinew__validation_limits validation; ///< has the deadline of the load

    char *path;                       ///< path of the entry's file; NULL: not cached
    sinew__dependencies dependencies; ///< dependencies of the block being made; a side file is recorded when it is
                                      ///< opened
    int was_damaged;                  ///< whether the stored file was not a valid model and has been removed
} sinew__cache_entry;

/// Computes the entry's path and records the model file.
void sinew__cache_entry_begin(sinew__cache_entry *entry);
void sinew__cache_entry_end(sinew__cache_entry *entry);

/// Returns the stored model if its files are unchanged, else NULL.
sinew_model *sinew__cache_entry_open(sinew__cache_entry *entry);

/// Stores a model that was made from the recorded files, unless one of them has changed in the meantime. Then removes
/// the least recently used entries until the cache is within its limit.
void sinew__cache_entry_store(sinew__cache_entry *entry, const sinew_model *model);

#endif
