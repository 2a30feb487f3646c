/// One model file's place in the cache: the block that an earlier load left there, or the one that this load leaves.
///
/// A slot is named by where the model file lies (folder by device and inode, name), by how it is loaded, and by the
/// shape of this sinew's blocks. What lies in it is a `.sinew` file with the origin of its block behind
/// (cache/origin.h). It is looked for first, and used when every file that the model was made of, and every one that
/// was missing then, still is what it was. It goes through the same door as any file: the cache is somebody's folder,
/// not a place of trust.
///
/// Nothing here fails a load. A cache that cannot be read or written is no cache.
#ifndef SINEW_CACHE_CACHE_ENTRY_H
#define SINEW_CACHE_CACHE_ENTRY_H

#include "cache/dependencies.h"
#include "platform/side_files.h"
#include "sinew/model.h"

/// Set the first group, zero the rest.
typedef struct sinew__cache_entry {
    const char *folder;           ///< of the cache; NULL: there is none, and the functions do nothing
    size_t limit;                 ///< bytes that all files of the cache may take; 0: SINEW__CACHE_LIMIT
    const char *model_path;       ///< as it was opened
    sinew__side_folders *folders; ///< in which its side files lie
    int file;                     ///< the model file, open
    uint64_t recipe;              ///< everything else that the block depends on

    char *path;                 ///< of the slot's file
    sinew__dependencies origin; ///< of the block that is being made; whoever opens its side files notes them here
    int was_damaged;            ///< what lay there was no model, and has been removed
} sinew__cache_entry;

/// Names the slot and notes the model file.
void sinew__cache_entry_begin(sinew__cache_entry *slot);
void sinew__cache_entry_end(sinew__cache_entry *slot);

/// The model that lies in the slot, if it is one of today's files; else NULL.
sinew_model *sinew__cache_entry_open(sinew__cache_entry *slot);

/// Leaves a model that was made of the noted files, unless one of them has changed meanwhile; then removes what was
/// used least lately, until the cache is as small as it has to be.
void sinew__cache_entry_keep(sinew__cache_entry *slot, const sinew_model *model);

#endif
