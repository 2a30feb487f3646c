#include "cache/cache_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "cache/read_block_file.h"
#include "platform/clock.h"
#include "platform/descriptor.h"
#include "platform/file.h"
#include "platform/file_status.h"
#include "platform/folder.h"

/// Uses are recorded with this resolution, because each is a write. Nanoseconds.
static const int64_t use_resolution = INT64_C(60000000000);

char *sinew__cache_file_path(const char *folder, uint64_t key)
{
    const size_t size = strlen(folder) + 1 + SINEW__CACHE_KEY_DIGITS + sizeof SINEW__CACHE_SUFFIX;
    char *path = sinew__allocate(size);
    if (path) snprintf(path, size, "%s/%0*" PRIx64 SINEW__CACHE_SUFFIX, folder, (int)SINEW__CACHE_KEY_DIGITS, key);
    return path;
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// The modification time of a cache file is the time of its last use. A file with a second hard link may be
/// used outside the cache, and keeps its time.
static void record_use(int descriptor)
{
    sinew__file_status status;
    if (sinew__file_status_of(descriptor, &status) && status.links == 1 &&
        sinew__wall_clock() - status.modified > use_resolution)
        sinew__file_touch(descriptor);
}

/// Refuses links, which another user of a shared folder could point at any file.
static sinew_result read_file(const char *path, size_t limit, void **out_bytes, size_t *out_size)
{
    int descriptor;
    sinew_result result = sinew__file_open_itself(path, &descriptor, out_size, NULL);
    if (result != SINEW_OK) return result == SINEW_ERROR_EMPTY ? result : SINEW_ERROR_NOT_FOUND;
    record_use(descriptor);
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
    return sinew__block_file_model(&file->parts, limits, out_model, NULL);
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
