/// Names of side files that were missing, and the folders in which a walk has seen files of these names since.
///
/// Whether a missing file has appeared is then known without a search near each model that lacks it. Names are compared
/// without folders, ignoring the case of ASCII letters; percent signs of URIs count as well when they are decoded.
#ifndef SINEW_LIBRARY_SIDE_FILES_SOUGHT_NAMES_H
#define SINEW_LIBRARY_SIDE_FILES_SOUGHT_NAMES_H

#include <stdint.h>

#include "base/arena.h"

/// Where a name was seen.
typedef struct library_seen_name {
    uint64_t key;       ///< of the name
    const char *folder; ///< relative to the folder of the library, with a slash at its end; "" for that folder
} library_seen_name;

/// Zeroed: no names.
typedef struct library_sought_names {
    uint64_t *keys; ///< [capacity] a hash table; 0: empty
    size_t count, capacity;
    library_seen_name *seen; ///< [seen_count]
    size_t seen_count, seen_capacity;
    sinew__arena arena; ///< of `seen`
    int failed;         ///< out of memory; names may be missing
} library_sought_names;

/// Adds the name of a missing file, as a model has it.
void library_seek_name(library_sought_names *names, const char *authored);

/// Notes a name that a walk has found in a folder, which is relative and has no slash at its end.
void library_see_name(library_sought_names *names, const char *folder, const char *name);

/// Sorts what was seen, after the walk.
void library_sort_seen(library_sought_names *names);

/// Whether a name was seen in a folder (with a slash at its end, or "") or below it.
int library_was_seen_below(library_sought_names *names, const char *authored, const char *folder);

void library_sought_names_free(library_sought_names *names);

#endif
