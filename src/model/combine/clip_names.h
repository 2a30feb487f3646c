/// Unique names for the clips of several files.
#ifndef SINEW_MODEL_COMBINE_CLIP_NAMES_H
#define SINEW_MODEL_COMBINE_CLIP_NAMES_H

#include "base/arena.h"

/// A name that is in use, and the number that the next clip of the same name gets.
typedef struct sinew__clip_name_entry {
    const char *name; ///< NULL: free
    int32_t next;
} sinew__clip_name_entry;

/// A hash table of the names in use. It lives in the arena.
typedef struct sinew__clip_names {
    sinew__arena *memory;
    sinew__clip_name_entry *entries; ///< [mask + 1]
    size_t mask;
} sinew__clip_names;

/// Creates a table for the clips of at most `count` calls of _keep and _choose. Returns 0 when out of memory.
int sinew__clip_names_init(sinew__clip_names *names, size_t count, sinew__arena *memory);

/// Marks a name as used. The text must outlive the table.
void sinew__clip_names_keep(sinew__clip_names *names, const char *name);

/// Returns the name of a clip: its own, else with the name of the file before it ("run|walk" for `walk` of run.fbx),
/// else also with a number ("run|walk 2"). Marks it as used. Returns NULL when out of memory.
const char *sinew__clip_names_choose(sinew__clip_names *names, const char *name, const char *file);

#endif
