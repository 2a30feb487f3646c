#include "program/library/walk_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "core/base/model_formats.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"

// ---- keys ---------------------------------------------------------------------------------------------------------

/// Returns a hash that is equal for names that differ only in case; never 0. Converts `name` to lower case.
static uint64_t key_of(char *name)
{
    for (char *c = name; *c; ++c) *c = sinew__ascii_lower(*c);
    const uint64_t key = sinew__hash_name(name, strlen(name));
    return key ? key : 1;
}

/// Computes the hashes of a name, as written and decoded as a URI. Returns their number, 0 when out of memory.
static int keys_of(const char *authored, uint64_t out[2])
{
    char *name = sinew__copy_text(authored);
    if (!name) return 0;
    out[0] = key_of((char *)(uintptr_t)sinew__base_name(name));
    int count = 1;
    if (strchr(authored, '%')) {
        strcpy(name, authored);
        sinew__decode_uri(name);
        out[count++] = key_of((char *)(uintptr_t)sinew__base_name(name));
    }
    sinew_free(name);
    return count;
}

// ---- the table ----------------------------------------------------------------------------------------------------

/// Returns the cell of a key in the hash table, or the empty cell for it. The table is never full.
static uint64_t *cell_of(uint64_t *keys, size_t capacity, uint64_t key)
{
    size_t at = (size_t)key & (capacity - 1);
    while (keys[at] && keys[at] != key) at = (at + 1) & (capacity - 1);
    return &keys[at];
}

static void grow_table(library_sought_names *names)
{
    const size_t capacity = names->capacity ? 2 * names->capacity : 1024;
    uint64_t *keys = sinew__allocate_zeroed(capacity, sizeof *keys);
    if (!keys) {
        names->failed = 1;
        return;
    }
    for (size_t i = 0; i < names->capacity; ++i)
        if (names->keys[i]) *cell_of(keys, capacity, names->keys[i]) = names->keys[i];
    sinew_free(names->keys);
    names->keys = keys;
    names->capacity = capacity;
}

void library_seek_name(library_sought_names *names, const char *authored)
{
    uint64_t keys[2];
    const int count = keys_of(authored, keys);
    if (count == 0) names->failed = 1;
    for (int i = 0; i < count && !names->failed; ++i) {
        if (2 * names->count >= names->capacity) grow_table(names);
        if (names->failed) return;
        uint64_t *cell = cell_of(names->keys, names->capacity, keys[i]);
        if (!*cell) ++names->count;
        *cell = keys[i];
    }
}

// ---- names that were seen -----------------------------------------------------------------------------------------

/// Returns the folder's path with a slash at its end. Names of one folder are added in a row, and share the text.
static const char *keep_folder(library_sought_names *names, const char *folder)
{
    const char *last = names->seen_count ? names->seen[names->seen_count - 1].folder : NULL;
    const size_t length = strlen(folder);
    if (last && strncmp(last, folder, length) == 0 && (length == 0 ? !*last : strcmp(last + length, "/") == 0))
        return last;
    return sinew__arena_format(&names->arena, "%s%s", folder, length ? "/" : "");
}

void library_see_name(library_sought_names *names, const char *folder, const char *name)
{
    char copy[256]; // names of files have at most 255 bytes
    const size_t length = strlen(name);
    if (names->count == 0 || length >= sizeof copy) return;
    memcpy(copy, name, length + 1);
    const uint64_t key = key_of(copy);
    if (!*cell_of(names->keys, names->capacity, key)) return;
    library_seen_name *seen =
        sinew__arena_grow(&names->arena, names->seen, names->seen_count, &names->seen_capacity, sizeof *seen);
    const char *kept = seen ? keep_folder(names, folder) : NULL;
    if (seen) names->seen = seen;
    if (kept) seen[names->seen_count++] = (library_seen_name){key, kept};
    names->failed |= names->arena.failed;
}

static int seen_in_order(const void *a, const void *b)
{
    const library_seen_name *first = a, *second = b;
    return first->key != second->key ? (first->key < second->key ? -1 : 1) : strcmp(first->folder, second->folder);
}

void library_sort_seen(library_sought_names *names)
{
    if (names->seen_count) qsort(names->seen, names->seen_count, sizeof *names->seen, seen_in_order);
}

int library_was_seen_below(library_sought_names *names, const char *authored, const char *folder)
{
    uint64_t keys[2];
    const int count = names->seen_count ? keys_of(authored, keys) : 0;
    if (names->seen_count && count == 0) names->failed = 1;
    for (int i = 0; i < count; ++i) {
        const library_seen_name item = {keys[i], folder};
        size_t first = 0;
        SINEW__LOWER_BOUND(first, names->seen_count, seen_in_order(&names->seen[first], &item) < 0);
        const library_seen_name *seen = first < names->seen_count ? &names->seen[first] : NULL;
        if (seen && seen->key == keys[i] && strncmp(seen->folder, folder, strlen(folder)) == 0) return 1;
    }
    return 0;
}

void library_sought_names_free(library_sought_names *names)
{
    sinew_free(names->keys);
    sinew__arena_free(&names->arena);
    *names = (library_sought_names){0};
}

// ---- the walk ------------------------------------------------------------------------------------------------------

typedef struct folder_walk {
    library_files *files;
    library_sought_names *sought; ///< notes the names of all files; or NULL
    library_skipped_folders *skipped;
    sinew_error *error;
} folder_walk;

/// Returns folder/name, or `name` if the folder is the top one, in allocated memory; NULL when out of memory.
static char *join(const char *folder, const char *name)
{
    return sinew__join_texts(folder, *folder ? "/" : "", name);
}

/// Makes space for one more item in an array. Returns the items, or NULL when out of memory.
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

/// Skips a folder that cannot be read or is too deep. *count counts such folders; `first` is the path of the first.
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

static sinew_result walk_below(folder_walk *walk, const char *root, const char *path, int depth)
{
    library_skipped_folders *skipped = walk->skipped;
    if (depth > LIBRARY_MAX_DEPTH) return skip(walk, path, &skipped->too_deep, skipped->first_too_deep);
    char *full = *path ? join(root, path) : join("", root);
    if (!full) return sinew__fail_memory(walk->error);
    sinew__folder *folder = sinew__folder_read(full);
    sinew_free(full);
    sinew_result result = SINEW_OK;
    int is_listed = 0;
    if (folder && sinew__folder_has_folder(folder, ".")) { // if not, the folder is not searchable: only names are known
        for (const char *name; result == SINEW_OK && (name = sinew__folder_next(folder));)
            result = add_entry(walk, folder, root, path, name, depth);
        is_listed = result == SINEW_OK && errno == 0;
    }
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
    size_t kept = 0; // drops skipped folders inside a folder that was read only in part
    for (size_t i = 0; i < out_files->skipped_count; ++i) {
        char *inner = out_files->skipped[i], *outer = kept ? out_files->skipped[kept - 1] : NULL;
        if (outer && strncmp(outer, inner, strlen(outer)) == 0)
            sinew_free(inner);
        else
            out_files->skipped[kept++] = inner;
    }
    out_files->skipped_count = kept;
    return result;
}

/// Skipped folders do not contain each other, so only the last skipped folder that does not come after the path can
/// contain the path.
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
