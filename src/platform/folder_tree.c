#define _POSIX_C_SOURCE 200809L // strdup
#include "platform/folder_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/memory.h"
#include "platform/folder.h"
#include "platform/open_beneath.h"

// ---- order --------------------------------------------------------------------------------------------------------

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int depth_of(const char *path)
{
    int depth = 0;
    for (; *path; ++path) depth += *path == '/';
    return depth;
}

/// Like strcmp, but for the case of ASCII letters.
static int compare_letters(const char *a, const char *b)
{
    while (*a && sinew__ascii_lower(*a) == sinew__ascii_lower(*b)) ++a, ++b;
    return (unsigned char)sinew__ascii_lower(*a) - (unsigned char)sinew__ascii_lower(*b);
}

static int in_order(const void *a, const void *b)
{
    const char *const *first = a, *const *second = b;
    const int letters = compare_letters(name_of(*first), name_of(*second));
    const int depth = letters ? 0 : depth_of(*first) - depth_of(*second);
    return letters ? letters : depth ? depth : strcmp(*first, *second);
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// The folders that are still to be read, in the order of their depth.
typedef struct folder_queue {
    char *paths[SINEW__MAX_TREE_FOLDERS]; ///< "" for the tree's own folder
    int count;
} folder_queue;

static char *join_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = sinew__allocate(size);
    if (path) snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
    return path;
}

static void add_file(sinew__folder_tree *tree, const char *folder, const char *name)
{
    if (tree->count == tree->capacity) {
        const size_t capacity = tree->capacity ? 2 * tree->capacity : 64;
        char **paths = sinew__resize(tree->paths, capacity * sizeof *paths);
        if (!paths) return;
        tree->paths = paths;
        tree->capacity = capacity;
    }
    char *path = join_path(folder, name);
    if (path) tree->paths[tree->count++] = path;
}

static void add_folder(folder_queue *queue, const char *folder, const char *name)
{
    if (queue->count == SINEW__MAX_TREE_FOLDERS || depth_of(folder) + (*folder != '\0') >= SINEW__MAX_TREE_DEPTH)
        return;
    char *path = join_path(folder, name);
    if (path) queue->paths[queue->count++] = path;
}

static void read_folder(sinew__folder_tree *tree, int root, const char *path, folder_queue *queue)
{
    sinew__folder *folder = sinew__folder_read_open(sinew__inside_open_folder(root, *path ? path : "."));
    if (!folder) return;
    for (const char *name; tree->count < SINEW__MAX_TREE_FILES && (name = sinew__folder_next(folder));) {
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        if (sinew__folder_has_folder(folder, name))
            add_folder(queue, path, name);
        else
            add_file(tree, path, name);
    }
    sinew__folder_close(folder);
}

static void read_tree(sinew__folder_tree *tree, int folder)
{
    tree->is_read = 1;
    folder_queue *queue = sinew__allocate_zeroed(1, sizeof *queue);
    if (!queue) return;
    queue->paths[queue->count] = sinew__copy_text("");
    queue->count += queue->paths[0] != NULL;
    for (int i = 0; i < queue->count; ++i) {
        read_folder(tree, folder, queue->paths[i], queue);
        sinew_free(queue->paths[i]);
    }
    sinew_free(queue);
    if (tree->count) qsort(tree->paths, tree->count, sizeof *tree->paths, in_order);
}

const char *sinew__folder_tree_find(sinew__folder_tree *tree, int folder, const char *name, int any_case)
{
    if (!tree->is_read) read_tree(tree, folder);
    size_t low = 0, high = tree->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_letters(name_of(tree->paths[middle]), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < tree->count && compare_letters(name_of(tree->paths[low]), name) == 0; ++low)
        if (any_case || strcmp(name_of(tree->paths[low]), name) == 0) return tree->paths[low];
    return NULL;
}

void sinew__folder_tree_free(sinew__folder_tree *tree)
{
    for (size_t i = 0; i < tree->count; ++i) sinew_free(tree->paths[i]);
    sinew_free(tree->paths);
    *tree = (sinew__folder_tree){0};
}
