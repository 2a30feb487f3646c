/// The cache of imported models: the dependencies of an entry, the folder with its budget, and entries.
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
// The files that a model was made of, as its host saw them, so that a later load can tell whether they have changed.
//
// The identity of a file – device, inode, size, times – tells almost every change, and costs a microsecond. A program
// can set back the time of modification, but not the time of the inode's last change. File systems round times, so a
// file that changed less than two seconds before it was recorded is not *settled*: its content decides.

typedef enum sinew__dependency_state {
    SINEW__DEPENDENCY_MISSING, ///< was looked up and not found
    SINEW__DEPENDENCY_RECENT,
    SINEW__DEPENDENCY_SETTLED,
    SINEW__DEPENDENCY_LIBRARY, ///< the importer's library, which is not read: compared by identity only
} sinew__dependency_state;

/// One file. All numbers but `hash` are 0 for a missing one.
typedef struct sinew__dependency {
    uint64_t device, inode, size;
    int64_t modified, changed; ///< nanoseconds since 1970: times of modification and of the inode's change
    uint64_t hash;             ///< sinew__hash of the content; 0: not known yet, or never of a library
    uint32_t name;             ///< in `names`: as the model names it; "": the model file; of a library, its path
    uint32_t state;            ///< sinew__dependency_state
} sinew__dependency;

/// Zeroed: none.
typedef struct sinew__dependencies {
    sinew__buffer files; ///< sinew__dependency[]
    sinew__buffer names; ///< terminated
} sinew__dependencies;

/// Records a file, open at `descriptor`, or -1 for one that was not found. A repeated name is ignored.
void sinew__dependencies_record(sinew__dependencies *dependencies, const char *name, int descriptor);

/// Records the importer's library by its path; a missing one is ignored.
void sinew__dependencies_record_library(sinew__dependencies *dependencies, const char *path);

size_t sinew__dependencies_count(const sinew__dependencies *dependencies);
sinew__dependency *sinew__dependencies_at(const sinew__dependencies *dependencies, size_t index);
const char *sinew__dependencies_name(const sinew__dependencies *dependencies, const sinew__dependency *file);

/// Whether recording or reading ran out of memory.
int sinew__dependencies_failed(const sinew__dependencies *dependencies);

void sinew__dependencies_free(sinew__dependencies *dependencies);

/// Writes the dependencies to an empty buffer, for a file of the cache.
void sinew__dependencies_put(const sinew__dependencies *dependencies, sinew__buffer *out);

/// Reads dependencies from such bytes, which are not trusted. Returns 0 when they are invalid or when out of memory.
int sinew__dependencies_read(const void *bytes, size_t size, sinew__dependencies *out_dependencies);

typedef enum sinew__dependency_comparison {
    SINEW__DEPENDENCY_SAME,
    SINEW__DEPENDENCY_SAME_CONTENT, ///< the identity differs or is not settled; the content is the same
    SINEW__DEPENDENCY_CHANGED,
} sinew__dependency_comparison;

/// Compares a recorded file with the one that is open at `descriptor` now (-1: none).
sinew__dependency_comparison sinew__dependencies_compare(const sinew__dependency *recorded, int descriptor);

/// Compares a recorded library with the file at its path now, without opening it.
sinew__dependency_comparison sinew__dependencies_compare_library(const sinew__dependency *recorded, const char *path);

/// Hash of a file's content, 0 when it cannot be read.
uint64_t sinew__dependencies_hash(int descriptor);

// ---- folder --------------------------------------------------------------------------------------------------------
// The folder of the cache. Files without a name of the cache are not touched.
//
// Any number of processes use one folder at once: a removed file stays readable while it is open, and two processes
// may remove the same file.

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

// ---- entries -------------------------------------------------------------------------------------------------------
// The cache entry of one model file: the block that an earlier load stored, or the one that this load stores.
//
// The key of an entry is the model file's folder (device and inode) and name, the load key, and the layout of this
// version's blocks. The entry is a `.sinew` file with the dependencies of its block appended. It is
// used when every file that the model was made of, and every one that was not found, is unchanged. It is validated
// like any file: other programs may write to the folder of the cache.
//
// No failure of the cache fails a load.

/// Set the first group, zero the rest.
typedef struct sinew__cache_entry {
    const char *folder;                  ///< of the cache; NULL: there is no cache, and the functions do nothing
    size_t limit;                        ///< bytes of all files of the cache; 0: SINEW__CACHE_LIMIT
    const sinew__model_files *files;     ///< of the model
    uint64_t load_key;                   ///< everything else that the block depends on
    sinew__validation_limits validation; ///< when the load's time is up

    char *path;                       ///< of the entry's file; NULL: not cached
    sinew__dependencies dependencies; ///< of the block being made; opened side files are recorded here
    int was_damaged;                  ///< the stored file was not a valid model, and has been removed
} sinew__cache_entry;

/// Computes the entry's path and records the model file.
void sinew__cache_entry_begin(sinew__cache_entry *entry);
void sinew__cache_entry_end(sinew__cache_entry *entry);

/// Loads the stored model if its files are unchanged; else NULL.
sinew_model *sinew__cache_entry_open(sinew__cache_entry *entry);

/// Stores a model that was made of the recorded files, unless one of them has changed meanwhile; then removes the least
/// recently used entries until the cache fits its limit.
void sinew__cache_entry_store(sinew__cache_entry *entry, const sinew_model *model);

#endif
