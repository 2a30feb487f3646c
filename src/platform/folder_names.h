/// The names in an open folder and in the folders below it, for finding files whose names differ in case. Each folder
/// is read once, however many files are looked for.
#ifndef SINEW_PLATFORM_FOLDER_NAMES_H
#define SINEW_PLATFORM_FOLDER_NAMES_H

#include <stddef.h>

enum {
    SINEW__MOST_LISTED_FOLDERS = 16,  ///< below one folder; names in further ones must match exactly
    SINEW__MOST_LISTED_NAMES = 16384, ///< of one folder; names in a larger one must match exactly
};

/// The names in one folder, in the order of their letters without case, then of their bytes.
typedef struct sinew__name_list {
    char *path;         ///< below the folder, "." for the folder itself
    char *text;         ///< the terminated names
    const char **names; ///< [count]
    size_t count;
} sinew__name_list;

/// Zeroed: nothing read yet.
typedef struct sinew__folder_names {
    sinew__name_list lists[SINEW__MOST_LISTED_FOLDERS];
    int count;
} sinew__folder_names;

/// Spells a path below `folder` as the folders do, where only the case of ASCII letters differs: each part becomes the
/// name that is exactly alike, else the first in the order of bytes. Returns 0, with the path in any spelling, when
/// there is nothing of the kind.
int sinew__folder_names_spell(sinew__folder_names *known, int folder, char *path);

void sinew__folder_names_free(sinew__folder_names *known);

#endif
