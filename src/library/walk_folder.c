#include "library/walk_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/lower_bound.h"
#include "base/memory.h"
#include "base/model_formats.h"
#include "platform/folder.h"

typedef struct folder_walk {
    library_files *files;
    library_sought_names *sought; ///< or NULL
    library_skipped_folders *skipped;
    sinew_error *error;
} folder_walk;

/// folder/name, or name in the top folder; from the allocator, NULL when out of memory.
static char *join(const char *folder, const char *name)
{
    return sinew__join_texts(folder, *folder ? "/" : "", name);
}

/// Makes room for one item more. Returns the items, or NULL when out of memory.
static void *grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return items;
    const size_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = sinew__resize(items, wanted * size);
    if (grown) *capacity = wanted;
    return grown;
}

static sinew_result add_file(folder_walk *walk, const char *folder, const char *name, const sinew__file_status *status)
{
    library_files *files = walk->files;
    if (files->count == LIBRARY_MAX_FILES)
        return sinew__fail(walk->error, SINEW_ERROR_LIMIT, "more than %d model files", LIBRARY_MAX_FILES);
    library_file *items = grow(files->items, files->count, &files->capacity, sizeof *items);
    if (items) files->items = items;
    char *path = items ? join(folder, name) : NULL;
    if (!path) return sinew__fail_memory(walk->error);
    files->items[files->count++] = (library_file){path, status->size, status->modified};
    return SINEW_OK;
}

/// Skips a folder that cannot be read or is too deep. `count` is of these, `first` the path of the first one.
static sinew_result skip(folder_walk *walk, const char *path, size_t *count, char first[256])
{
    library_files *files = walk->files;
    if ((*count)++ == 0) snprintf(first, 256, "%s", path);
    if (files->skipped_count == LIBRARY_MAX_FILES)
        return sinew__fail(walk->error, SINEW_ERROR_LIMIT, "more than %d folders that are skipped", LIBRARY_MAX_FILES);
    char **skipped = grow(files->skipped, files->skipped_count, &files->skipped_capacity, sizeof *skipped);
    if (skipped) files->skipped = skipped;
    char *folder = skipped ? join(path, "") : NULL;
    if (!folder) return sinew__fail_memory(walk->error);
    files->skipped[files->skipped_count++] = folder;
    return SINEW_OK;
}

static sinew_result walk_below(folder_walk *walk, const char *root, const char *path, int depth);

static sinew_result add_entry(folder_walk *walk, const sinew__folder *folder, const char *root, const char *path,
                              const char *name, int depth)
{
    sinew__file_status status;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return SINEW_OK;
    if (walk->sought) library_see_name(walk->sought, path, name);
    if (sinew__model_format_of_path(name) >= 0 && sinew__folder_file_status(folder, name, &status))
        return add_file(walk, path, name, &status);
    if (!sinew__folder_has_folder(folder, name)) return SINEW_OK;
    char *below = join(path, name);
    if (!below) return sinew__fail_memory(walk->error);
    const sinew_result result = walk_below(walk, root, below, depth + 1);
    sinew_free(below);
    return result;
}

/// Returns 0 if not everything in the folder can be listed: without the permission to search it, the names alone say
/// nothing.
static int list_folder(folder_walk *walk, sinew__folder *folder, const char *root, const char *path, int depth,
                       sinew_result *out_result)
{
    if (!sinew__folder_has_folder(folder, ".")) return 0;
    const char *name;
    while ((name = sinew__folder_next(folder))) {
        *out_result = add_entry(walk, folder, root, path, name, depth);
        if (*out_result != SINEW_OK) return 1;
    }
    return errno == 0;
}

static sinew_result walk_below(folder_walk *walk, const char *root, const char *path, int depth)
{
    library_skipped_folders *skipped = walk->skipped;
    if (depth > LIBRARY_MAX_DEPTH) return skip(walk, path, &skipped->too_deep, skipped->first_too_deep);
    char *full = *path ? join(root, path) : join("", root);
    if (!full) return sinew__fail_memory(walk->error);
    sinew__folder *folder = sinew__folder_read(full);
    sinew_free(full);
    sinew_result result = SINEW_OK;
    const int is_listed = folder && list_folder(walk, folder, root, path, depth, &result);
    sinew__folder_close(folder);
    if (is_listed || result != SINEW_OK) return result;
    if (depth == 0) return sinew__fail(walk->error, SINEW_ERROR_NOT_FOUND, "cannot read the folder");
    return skip(walk, path, &skipped->unreadable, skipped->first_unreadable);
}

static int in_order(const void *a, const void *b)
{
    return strcmp(((const library_file *)a)->path, ((const library_file *)b)->path);
}

static int texts_in_order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Leaves out skipped folders that lie in skipped ones, which were read in part.
static void keep_outer_folders(library_files *files)
{
    size_t kept = 0;
    for (size_t i = 0; i < files->skipped_count; ++i) {
        char *folder = files->skipped[i], *outer = kept ? files->skipped[kept - 1] : NULL;
        if (outer && strncmp(outer, folder, strlen(outer)) == 0)
            sinew_free(folder);
        else
            files->skipped[kept++] = folder;
    }
    files->skipped_count = kept;
}

sinew_result library_walk(const char *folder, library_sought_names *sought, library_files *out_files,
                          library_skipped_folders *out_skipped, sinew_error *out_error)
{
    *out_files = (library_files){0};
    *out_skipped = (library_skipped_folders){0};
    folder_walk walk = {.files = out_files, .sought = sought, .skipped = out_skipped, .error = out_error};
    sinew_result result = walk_below(&walk, folder, "", 0);
    if (result == SINEW_OK && sought && sought->failed) result = sinew__fail_memory(out_error);
    if (result != SINEW_OK) library_files_free(out_files);
    if (out_files->count) qsort(out_files->items, out_files->count, sizeof *out_files->items, in_order);
    if (out_files->skipped_count)
        qsort(out_files->skipped, out_files->skipped_count, sizeof *out_files->skipped, texts_in_order);
    keep_outer_folders(out_files);
    return result;
}

/// Skipped folders are not in one another: only the last one that is not behind the path can hold it.
int library_is_in_skipped(const library_files *files, const char *path)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, files->skipped_count, strcmp(files->skipped[i], path) <= 0);
    return i > 0 && strncmp(files->skipped[i - 1], path, strlen(files->skipped[i - 1])) == 0;
}

void library_files_free(library_files *files)
{
    for (size_t i = 0; i < files->count; ++i) sinew_free(files->items[i].path);
    for (size_t i = 0; i < files->skipped_count; ++i) sinew_free(files->skipped[i]);
    sinew_free(files->items);
    sinew_free(files->skipped);
    *files = (library_files){0};
}
