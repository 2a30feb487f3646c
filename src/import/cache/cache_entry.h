/// The cache entry of one model file: the block that an earlier load stored, or the one that this load stores.
///
/// The key of an entry is the model file's folder (device and inode) and name, the load key, and the layout of this
/// version's blocks. The entry is a `.sinew` file with the dependencies of its block appended (dependencies.h). It is
/// used when every file that the model was made of, and every one that was not found, is unchanged. It is validated
/// like any file: other programs may write to the folder of the cache.
///
/// No failure of the cache fails a load.
#ifndef SINEW_IMPORT_CACHE_CACHE_ENTRY_H
#define SINEW_IMPORT_CACHE_CACHE_ENTRY_H

#include "core/platform/side_files.h"
#include "import/cache/dependencies.h"
#include "runtime/model/validate/validation.h"
#include "sinew/model.h"

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
