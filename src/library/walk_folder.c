#include "library/walk_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/memory.h"
#include "platform/folder.h"

typedef struct folder_walk {
    library_files *files;
    library_sought_names *sought; ///< or NULL
    library_skipped_folders *skipped;
    sinew_error *error;
} folder_walk;

int library_format_of_name(const char *name)
{
    static const char *const extensions[LIBRARY_FORMATS] = {"fbx", "glb", "gltf", "dae", "bvh", "sinew"};
    const char *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && dot != name && i < LIBRARY_FORMATS; ++i) {
        size_t k = 0;
        while (dot[k + 1] && sinew__ascii_lower(dot[k + 1]) == extensions[i][k]) ++k;
        if (!dot[k + 1] && !extensions[i][k]) return i;
    }
    return -1;
}

/// folder/name, or name in the top folder; from the allocator, NULL when out of memory.
static char *join(const char *folder, const char *name)
{
    return sinew__join_texts(folder, *folder ? "/" : "", name);
}

static sinew_result add_file(folder_walk *walk, const char *folder, const char *name, const sinew__file_status *status)
{
    library_files *files = walk->files;
    if (files->count == LIBRARY_MAX_FILES)
        return sinew__fail(walk->error, SINEW_ERROR_LIMIT, "more than %d model files", LIBRARY_MAX_FILES);
    if (files->count == files->capacity) {
        const size_t capacity = files->capacity ? 2 * files->capacity : 256;
        library_file *items = sinew__resize(files->items, capacity * sizeof *items);
        if (!items) return sinew__fail_memory(walk->error);
        files->items = items;
        files->capacity = capacity;
    }
    char *path = join(folder, name);
    if (!path) return sinew__fail_memory(walk->error);
    files->items[files->count++] = (library_file){path, status->size, status->modified};
    return SINEW_OK;
}

static sinew_result walk_below(folder_walk *walk, const char *root, const char *path, int depth);

static sinew_result add_entry(folder_walk *walk, const sinew__folder *folder, const char *root, const char *path,
                              const char *name, int depth)
{
    sinew__file_status status;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return SINEW_OK;
    if (walk->sought) library_see_name(walk->sought, path, name);
    if (library_format_of_name(name) >= 0 && sinew__folder_file_status(folder, name, &status))
        return add_file(walk, path, name, &status);
    if (!sinew__folder_has_folder(folder, name)) return SINEW_OK;
    char *below = join(path, name);
    if (!below) return sinew__fail_memory(walk->error);
    const sinew_result result = walk_below(walk, root, below, depth + 1);
    sinew_free(below);
    return result;
}

static void skip_deep(library_skipped_folders *skipped, const char *path)
{
    if (skipped->too_deep++ == 0) snprintf(skipped->first_too_deep, sizeof skipped->first_too_deep, "%s", path);
}

static sinew_result walk_below(folder_walk *walk, const char *root, const char *path, int depth)
{
    if (depth > LIBRARY_MAX_DEPTH) {
        skip_deep(walk->skipped, path);
        return SINEW_OK;
    }
    char *full = *path ? join(root, path) : join("", root);
    if (!full) return sinew__fail_memory(walk->error);
    sinew__folder *folder = sinew__folder_read(full);
    sinew_free(full);
    if (!folder) {
        ++walk->skipped->unreadable;
        return depth ? SINEW_OK : sinew__fail(walk->error, SINEW_ERROR_NOT_FOUND, "cannot read the folder");
    }
    sinew_result result = SINEW_OK;
    for (const char *name; result == SINEW_OK && (name = sinew__folder_next(folder));)
        result = add_entry(walk, folder, root, path, name, depth);
    sinew__folder_close(folder);
    return result;
}

static int in_order(const void *a, const void *b)
{
    return strcmp(((const library_file *)a)->path, ((const library_file *)b)->path);
}

sinew_result library_walk(const char *folder, library_sought_names *sought, library_files *out_files,
                          library_skipped_folders *out_skipped, sinew_error *out_error)
{
    *out_files = (library_files){0};
    *out_skipped = (library_skipped_folders){0};
    folder_walk walk = {.files = out_files, .sought = sought, .skipped = out_skipped, .error = out_error};
    sinew_result result = walk_below(&walk, folder, "", 0);
    if (result == SINEW_OK && sought && sought->failed) result = sinew__fail_memory(out_error);
    if (result != SINEW_OK)
        library_files_free(out_files);
    else if (out_files->count)
        qsort(out_files->items, out_files->count, sizeof *out_files->items, in_order);
    return result;
}

void library_files_free(library_files *files)
{
    for (size_t i = 0; i < files->count; ++i) sinew_free(files->items[i].path);
    sinew_free(files->items);
    *files = (library_files){0};
}
