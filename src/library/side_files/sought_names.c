#include "library/side_files/sought_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/lower_bound.h"
#include "base/memory.h"
#include "platform/side_files.h"

// ---- keys ---------------------------------------------------------------------------------------------------------

/// A number that names share if they differ only in case; never 0. `name` is changed to lower case.
static uint64_t key_of(char *name)
{
    for (char *c = name; *c; ++c) *c = sinew__ascii_lower(*c);
    const uint64_t key = sinew__hash_name(name, strlen(name));
    return key ? key : 1;
}

/// The keys of a name as it is, and as a URI. Returns how many there are, 0 when out of memory.
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

/// The cell of a key, or the empty one where it belongs. The table is never full.
static uint64_t *cell_of(uint64_t *keys, size_t capacity, uint64_t key)
{
    size_t at = (size_t)key & (capacity - 1);
    while (keys[at] && keys[at] != key) at = (at + 1) & (capacity - 1);
    return &keys[at];
}

static void grow(library_sought_names *names)
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
        if (2 * names->count >= names->capacity) grow(names);
        if (names->failed) return;
        uint64_t *cell = cell_of(names->keys, names->capacity, keys[i]);
        if (!*cell) ++names->count;
        *cell = keys[i];
    }
}

// ---- what was seen ------------------------------------------------------------------------------------------------

/// The folder with a slash at its end. Names of one folder come one after another and share it.
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
    char copy[256]; // longer names do not exist
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

static int in_order(const void *a, const void *b)
{
    const library_seen_name *first = a, *second = b;
    return first->key != second->key ? (first->key < second->key ? -1 : 1) : strcmp(first->folder, second->folder);
}

void library_sort_seen(library_sought_names *names)
{
    if (names->seen_count) qsort(names->seen, names->seen_count, sizeof *names->seen, in_order);
}

/// The first item that is not before `item` in the order.
static size_t find_first(const library_sought_names *names, const library_seen_name *item)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, names->seen_count, in_order(&names->seen[i], item) < 0);
    return i;
}

int library_was_seen_below(library_sought_names *names, const char *authored, const char *folder)
{
    uint64_t keys[2];
    const int count = names->seen_count ? keys_of(authored, keys) : 0;
    if (names->seen_count && count == 0) names->failed = 1;
    for (int i = 0; i < count; ++i) {
        const size_t first = find_first(names, &(library_seen_name){keys[i], folder});
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
