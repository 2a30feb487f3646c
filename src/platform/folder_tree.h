/// The files in an open folder and in all folders below it, by name. The tree is read once, when a file is first looked
/// for.
#ifndef SINEW_PLATFORM_FOLDER_TREE_H
#define SINEW_PLATFORM_FOLDER_TREE_H

#include <stddef.h>

enum {
    SINEW__MAX_TREE_FOLDERS = 4096, ///< folders beyond these, in the order of their depth, are not searched
    SINEW__MAX_TREE_FILES = 65536,
    SINEW__MAX_TREE_DEPTH = 16,
};

/// Zeroed: nothing read yet.
typedef struct sinew__folder_tree {
    int is_read;
    char **paths; ///< [count] below the folder; in the order of their last names without case, then of depth, then of
                  ///< bytes
    size_t count, capacity;
} sinew__folder_tree;

/// Finds a file by its name; with `any_case` one whose name differs in the case of ASCII letters. Of several, returns
/// the path of the one with the fewest folders, then the first in byte order. NULL if there is none. Links to folders
/// are not followed. The path is the tree's.
const char *sinew__folder_tree_find(sinew__folder_tree *tree, int folder, const char *name, int any_case);

void sinew__folder_tree_free(sinew__folder_tree *tree);

#endif
