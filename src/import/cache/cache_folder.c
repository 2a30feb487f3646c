// The folder of the model cache: reads and writes its files, and limits their total size.
#include "import/cache/cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"

// A file of the cache is called `<16 hexadecimal digits>.sinew`: a `.sinew` file with the dependencies of its block
// appended.
//
// The file is written under a temporary name and renamed, so that it is always complete. It is not synced: damage by a
// power failure shows in its checksums, and the model file can be imported again.

#define SINEW__CACHE_SUFFIX ".sinew"

enum { SINEW__CACHE_KEY_DIGITS = 16 };

// Reads a `.sinew` file or a cache file into memory, after checking its header and size.

sinew_result sinew__read_block_file(int descriptor, size_t size, size_t max_size, void **out_bytes, size_t *out_size,
                                    sinew_error *error)
{
    sinew__file_header start, header;
    *out_bytes = NULL;
    *out_size = 0;
    const ptrdiff_t read = sinew__read_all(descriptor, &start, sizeof start);
    if (read < 0) return sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(errno));
    if ((size_t)read < sizeof start) size = (size_t)read; // the file was truncated
    const sinew_result result = sinew__block_file_judge(&start, size, &header, error);
    if (result != SINEW_OK) return result;
    if (size > max_size) {
        char has[SINEW__SIZE_TEXT], may[SINEW__SIZE_TEXT];
        sinew__size_text((double)size, has);
        sinew__size_text((double)max_size, may);
        return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the file has %s, the memory limit is %s", has, may);
    }
    return sinew__file_read_open(descriptor, size, out_bytes, out_size, error);
}

/// Resolution of the recorded time of use in nanoseconds. A use is not recorded if the last record is not older,
/// because each record is a write.
static const int64_t use_resolution = INT64_C(60000000000);

char *sinew__cache_file_path(const char *folder, uint64_t key)
{
    const size_t size = strlen(folder) + 1 + SINEW__CACHE_KEY_DIGITS + sizeof SINEW__CACHE_SUFFIX;
    char *path = sinew__allocate(size);
    if (path) snprintf(path, size, "%s/%0*" PRIx64 SINEW__CACHE_SUFFIX, folder, (int)SINEW__CACHE_KEY_DIGITS, key);
    return path;
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// Reads a cache file and updates its modification time, which is the time of its last use. Links are rejected, because
/// in a shared folder another user could point them at any file. A file with a second hard link may be used outside the
/// cache, and keeps its time.
static sinew_result read_file(const char *path, size_t limit, void **out_bytes, size_t *out_size)
{
    int descriptor;
    sinew_result result = sinew__file_open_itself(path, &descriptor, out_size, NULL);
    if (result != SINEW_OK) return result == SINEW_ERROR_EMPTY ? result : SINEW_ERROR_NOT_FOUND;
    sinew__file_status status;
    if (sinew__file_status_of(descriptor, &status) && status.links == 1 &&
        sinew__wall_clock() - status.modified > use_resolution)
        sinew__file_touch(descriptor);
    result = sinew__read_block_file(descriptor, *out_size, limit, out_bytes, out_size, NULL);
    sinew__close(descriptor);
    return result == SINEW_ERROR_NO_PERMISSION ? SINEW_ERROR_NOT_FOUND : result;
}

sinew_result sinew__cache_file_open(const char *path, size_t limit, sinew__cache_file *out)
{
    size_t size;
    *out = (sinew__cache_file){0};
    sinew_result result = read_file(path, limit, &out->bytes, &size);
    if (result != SINEW_OK) return result;
    result = sinew__block_file_open(out->bytes, size, &out->parts, NULL);
    if (result == SINEW_OK &&
        !sinew__dependencies_read(out->parts.appendix, out->parts.appendix_size, &out->dependencies))
        result = sinew__dependencies_failed(&out->dependencies) ? SINEW_ERROR_OUT_OF_MEMORY : SINEW_ERROR_DAMAGED;
    if (result != SINEW_OK) sinew__cache_file_close(out);
    return result;
}

sinew_result sinew__cache_file_model(sinew__cache_file *file, const sinew__validation_limits *limits,
                                     sinew_model **out_model)
{
    file->bytes = NULL;
    return sinew__block_file_model(&file->parts, NULL, limits, out_model, NULL);
}

void sinew__cache_file_close(sinew__cache_file *file)
{
    sinew_free(file->bytes);
    sinew__dependencies_free(&file->dependencies);
}

// ---- writing ------------------------------------------------------------------------------------------------------

int sinew__cache_file_write(const char *path, const sinew_model *model, const sinew__dependencies *dependencies)
{
    sinew__buffer appendix = {0};
    sinew__dependencies_put(dependencies, &appendix);
    size_t size;
    const void *block = sinew_model_block(model, &size);
    const sinew__file_header header = sinew__file_header_of(block, size, 0, appendix.text, appendix.size);
    const sinew__file_part parts[] = {{&header, sizeof header}, {block, size}, {appendix.text, appendix.size}};
    if (!appendix.failed) sinew__folders_create_above(path, 1);
    const int done =
        !appendix.failed && sinew__file_write_unsynced(path, parts, sizeof parts / sizeof *parts) == SINEW_OK;
    sinew__buffer_free(&appendix);
    return done;
}

enum { SUFFIX_LENGTH = sizeof SINEW__CACHE_SUFFIX - 1, NAME_LENGTH = SINEW__CACHE_KEY_DIGITS + SUFFIX_LENGTH };

/// Smallest number of bytes for which a file counts towards the limit of the folder.
static const uint64_t smallest_share = 65536;

/// Age in nanoseconds from which a temporary file is abandoned.
static const int64_t hour = INT64_C(3600000000000);

// ---- the files ----------------------------------------------------------------------------------------------------

typedef struct entry {
    char name[NAME_LENGTH + 8]; ///< with space for the suffix of a temporary file
    int is_whole;               ///< 0: a temporary file
    uint64_t bytes;
    int64_t used; ///< nanoseconds since 1970
} entry;

/// The files in a folder.
typedef struct listing {
    sinew__folder *folder; ///< NULL if the folder does not exist
    sinew__buffer files;   ///< array of entry
} listing;

static entry *file_at(const listing *list, size_t index)
{
    return (entry *)(void *)list->files.text + index;
}

static size_t file_count(const listing *list)
{
    return list->files.size / sizeof(entry);
}

/// Whether a name is the name of a cache file or of its temporary file.
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

/// Lists the files of a folder; a missing folder is empty.
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

/// Counts the files, and removes the ones for which `must_go` returns 1 (NULL: none). `progress` may be NULL.
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
            if (remove_file(&list, file))
                out->removed += (size_t)file->is_whole;
            else
                result = sinew__fail(error, SINEW_ERROR_WRITE, "cannot remove %s: %s", file->name, strerror(errno));
        } else {
            out->files += (size_t)file->is_whole;
            out->bytes += file->bytes;
        }
        if (progress) progress->call(progress->user, i + 1, file_count(&list));
    }
    close_listing(&list);
    return result;
}

/// Whether a load would find a file damaged. Missing or unreadable files and files of other versions are not damaged.
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
