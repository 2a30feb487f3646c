#include "cache/cache_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "cache/cache_file.h"
#include "platform/clock.h"
#include "platform/folder.h"

enum { SUFFIX_LENGTH = sizeof SINEW__CACHE_SUFFIX - 1, NAME_LENGTH = SINEW__CACHE_KEY_DIGITS + SUFFIX_LENGTH };

/// Smallest number of bytes that a file counts for.
static const uint64_t smallest_share = 65536;

/// Nanoseconds after which a temporary file is abandoned.
static const int64_t hour = INT64_C(3600000000000);

// ---- the files ----------------------------------------------------------------------------------------------------

typedef struct entry {
    char name[NAME_LENGTH + 8]; ///< with the suffix of a file being written
    int is_whole;               ///< 0: temporary
    uint64_t bytes;
    int64_t used; ///< nanoseconds since 1970
} entry;

/// The files in a folder, in a buffer of entry.
typedef struct listing {
    sinew__folder *folder; ///< NULL: does not exist
    sinew__buffer files;
} listing;

static entry *file_at(const listing *list, size_t index)
{
    return (entry *)(void *)list->files.text + index;
}

static size_t file_count(const listing *list)
{
    return list->files.size / sizeof(entry);
}

/// Whether a name is that of a cache file or of its temporary file.
static int is_of_cache(const char *name)
{
    const size_t length = strlen(name);
    return strspn(name, "0123456789abcdef") == SINEW__CACHE_KEY_DIGITS &&
           strncmp(name + SINEW__CACHE_KEY_DIGITS, SINEW__CACHE_SUFFIX, SUFFIX_LENGTH) == 0 &&
           (length == NAME_LENGTH || (length == NAME_LENGTH + 7 && name[NAME_LENGTH] == '.'));
}

static void add_file(listing *list, const char *name)
{
    sinew__file_status status;
    if (!is_of_cache(name) || !sinew__folder_file_status(list->folder, name, &status)) return;
    entry file = {.is_whole = strlen(name) == NAME_LENGTH, .bytes = status.size, .used = status.modified};
    snprintf(file.name, sizeof file.name, "%s", name);
    sinew__buffer_put(&list->files, (const char *)&file, sizeof file);
}

static void close_listing(listing *list)
{
    sinew__folder_close(list->folder);
    sinew__buffer_free(&list->files);
}

/// A missing folder is empty.
static sinew_result open_listing(const char *folder, listing *out, sinew_error *error)
{
    *out = (listing){.folder = sinew__folder_read(folder)};
    if (!out->folder && errno != ENOENT)
        return sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(errno));
    for (const char *name; out->folder && (name = sinew__folder_next(out->folder));) add_file(out, name);
    if (!out->files.failed) return SINEW_OK;
    close_listing(out);
    return sinew__fail_memory(error);
}

static int remove_file(const listing *list, const entry *file)
{
    return sinew__folder_remove_file(list->folder, file->name);
}

static sinew_result remove_or_fail(const listing *list, const entry *file, sinew_error *error)
{
    if (remove_file(list, file)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_WRITE, "cannot remove %s: %s", file->name, strerror(errno));
}

// ---- the limit ----------------------------------------------------------------------------------------------------

static int by_use(const void *a, const void *b)
{
    const entry *first = a, *second = b;
    if (first->used != second->used) return first->used < second->used ? -1 : 1;
    return strcmp(first->name, second->name);
}

static uint64_t share_of(const entry *file)
{
    return file->bytes > smallest_share ? file->bytes : smallest_share;
}

void sinew__cache_folder_shrink(const char *folder, uint64_t limit)
{
    listing list;
    if (open_listing(folder, &list, NULL) != SINEW_OK) return;
    const size_t count = file_count(&list);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i) sum += share_of(file_at(&list, i));
    if (count) qsort(list.files.text, count, sizeof(entry), by_use);
    for (size_t i = 0; i < count; ++i) {
        const entry *file = file_at(&list, i);
        const int is_too_much = file->is_whole && sum > limit;
        const int is_abandoned = !file->is_whole && sinew__wall_clock() - file->used > hour;
        if ((is_too_much || is_abandoned) && remove_file(&list, file)) sum -= share_of(file);
    }
    close_listing(&list);
}

// ---- maintenance --------------------------------------------------------------------------------------------------

/// Counts the files, and removes those that `must_go` selects (NULL: none). `progress` may be NULL.
static sinew_result sweep(const char *folder, int (*must_go)(const char *folder, const entry *file),
                          const sinew__cache_progress *progress, sinew__cache_totals *out, sinew_error *error)
{
    listing list;
    *out = (sinew__cache_totals){0};
    sinew_result result = open_listing(folder, &list, error);
    if (result != SINEW_OK) return result;
    for (size_t i = 0; i < file_count(&list) && result == SINEW_OK; ++i) {
        const entry *file = file_at(&list, i);
        if (must_go && must_go(folder, file)) {
            result = remove_or_fail(&list, file, error);
            out->removed += result == SINEW_OK && file->is_whole;
        } else {
            out->files += (size_t)file->is_whole;
            out->bytes += file->bytes;
        }
        if (progress) progress->call(progress->user, i + 1, file_count(&list));
    }
    close_listing(&list);
    return result;
}

/// Whether a load could not open a file. Missing or unreadable files and those of other versions are not touched.
static int is_damaged(const char *folder, const entry *listed)
{
    if (!listed->is_whole) return 0;
    sinew__cache_file file;
    sinew_model *model = NULL;
    char *path = sinew__cache_file_path(folder, strtoull(listed->name, NULL, 16));
    sinew_result result = path ? sinew__cache_file_open(path, SINEW__CACHE_LIMIT, &file) : SINEW_ERROR_OUT_OF_MEMORY;
    if (result == SINEW_OK) {
        result = sinew__cache_file_model(&file, NULL, &model);
        sinew__cache_file_close(&file);
    }
    sinew_model_destroy(model);
    sinew_free(path);
    return result != SINEW_OK && result != SINEW_ERROR_NOT_FOUND && result != SINEW_ERROR_UNSUPPORTED &&
           result != SINEW_ERROR_OUT_OF_MEMORY;
}

static int is_any(const char *folder, const entry *file)
{
    (void)folder, (void)file;
    return 1;
}

sinew_result sinew__cache_folder_count(const char *folder, sinew__cache_totals *out, sinew_error *error)
{
    return sweep(folder, NULL, NULL, out, error);
}

sinew_result sinew__cache_folder_check(const char *folder, const sinew__cache_progress *progress,
                                       sinew__cache_totals *out, sinew_error *error)
{
    return sweep(folder, is_damaged, progress, out, error);
}

sinew_result sinew__cache_folder_clear(const char *folder, sinew__cache_totals *out, sinew_error *error)
{
    return sweep(folder, is_any, NULL, out, error);
}
