/// The names in an open folder and its subfolders, for finding files ignoring case. Each folder is read once for any
/// number of searches.
#ifndef SINEW_PLATFORM_FOLDER_NAMES_H
#define SINEW_PLATFORM_FOLDER_NAMES_H

#include <stddef.h>

enum {
    SINEW__MAX_LISTED_FOLDERS = 16,  ///< below one folder; names in further folders must match exactly
    SINEW__MAX_LISTED_NAMES = 16384, ///< of one folder; names in larger folders must match exactly
};

/// The names in one folder, ordered ignoring case, then by their bytes.
typedef struct sinew__name_list {
    char *path;         ///< below the folder, "." for the folder itself
    char *text;         ///< the terminated names
    const char **names; ///< [count]
    size_t count;
} sinew__name_list;

/// Zeroed: no folder read yet.
typedef struct sinew__folder_names {
    sinew__name_list lists[SINEW__MAX_LISTED_FOLDERS];
    int count;
} sinew__folder_names;

/// Replaces each part of a path below `folder` by the existing name that differs from it only in the case of ASCII
/// letters: the exact name if it exists, else the first in byte order. Returns 0 if a part does not exist; the path is
/// unspecified then.
int sinew__folder_names_spell(sinew__folder_names *known, int folder, char *path);

void sinew__folder_names_free(sinew__folder_names *known);

#endif
