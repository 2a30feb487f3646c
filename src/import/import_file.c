// Imports a model file and its side files in this process.
#include "import/import_file.h"
#include "import/import_block.h"
#include "runtime/model/make_model.h"

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "fbx/fbx_format.h"
#include "fbx/fbx_parse.h"
#include "import/import_stages.h"
#include "import/sniff_format.h"
#include "sinew/import.h"

// Checks a large model file by its first bytes and its size before the rest is read: a sparse file of any size with a
// few valid bytes takes almost no disk space.

enum {
    START = 16384,         ///< bytes read from the start of a file
    FBX_HEADER = 27,       ///< bytes before the first record
    MOST_FBX_SECTIONS = 64 ///< records followed at the top level of a document; a dozen are usual
};

/// Size in bytes of the smallest files that are checked.
static const size_t large = (size_t)64 << 20;

/// Bytes allowed after the end that a header states, such as the footer of an FBX or padding.
static const uint64_t largest_rest = (uint64_t)1 << 20;

static sinew_result check_end(uint64_t end, size_t size, sinew_error *error)
{
    if (end > size)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of %llu", size,
                           (unsigned long long)end);
    if (size - end > largest_rest)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "the file has trailing data: its contents end at byte %llu of %zu", (unsigned long long)end,
                           size);
    return SINEW_OK;
}

static uint64_t read_little(const unsigned char *at, int width)
{
    uint64_t value = 0;
    for (int i = 0; i < width; ++i) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/// Follows the records at the top level of a document, each of which begins with the offset of its end, and compares
/// the last offset with the size.
static sinew_result judge_binary_fbx(int descriptor, const unsigned char *start, size_t size, sinew_error *error)
{
    const int is_big_endian = start[FBX_ENDIANNESS_AT] != 0; // rare; the reader checks them
    const int width = read_little(start + FBX_VERSION_AT, 4) >= FBX_WIDE_FROM ? 8 : 4;
    uint64_t at = FBX_HEADER;
    for (int i = 0; i < MOST_FBX_SECTIONS && !is_big_endian; ++i) {
        unsigned char end_bytes[8] = {0};
        if (sinew__read_at(descriptor, (size_t)at, end_bytes, (size_t)width) < width) break;
        const uint64_t end = read_little(end_bytes, width);
        if (end == 0) return check_end(at, size, error);
        if (end > size) return check_end(end, size, error);
        if (end <= at)
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged at byte %llu: a record ends before it begins",
                               (unsigned long long)at);
        at = end;
    }
    return SINEW_OK;
}

sinew_result sinew__judge_file(int descriptor, const char *name, size_t size, sinew_error *error)
{
    unsigned char start[START];
    import_format format;
    if (size <= large || sinew__read_all(descriptor, start, START) != START) return SINEW_OK;
    sinew_result result = sinew__sniff_start(name, start, START, size, sinew__assimp_knows_extension, &format, error);
    if (result != SINEW_OK) return result;
    if (sinew__fbx_is_binary(start, START)) result = judge_binary_fbx(descriptor, start, size, error);
    if (read_little(start, 4) == 0x46546c67) result = check_end(read_little(start + 8, 4), size, error); // "glTF"
    return result;
}

static sinew_result read_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    return sinew__side_file_read(user, NULL, name, out_bytes, out_size);
}

sinew_result sinew_model_import(const char *path, const sinew_import_options *options, sinew_model **out_model,
                                sinew_error *error)
{
    static const sinew_import_options defaults = {0};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, path, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!options) options = &defaults;
    void *read = NULL, *block = NULL;
    size_t size = options->size, block_size = 0;
    if (options->bytes && size == 0) return sinew__fail(error, SINEW_ERROR_EMPTY, "the file is empty");
    sinew_result result = options->bytes ? SINEW_OK : sinew__file_read(path, &read, &size, error);
    if (result != SINEW_OK) return result;
    sinew__import_options how = {.side_file = options->side_file,
                                 .user = options->user,
                                 .up = options->up,
                                 .memory_limit = options->memory_limit};
    if (!options->bytes && !options->side_file) {
        how.side_file = read_side_file;
        how.user = (void *)(uintptr_t)path;
    }
    result = sinew__import_block(sinew__base_name(path), options->bytes ? options->bytes : read, size, &how, &block,
                                 &block_size, error);
    sinew_free(read);
    if (result != SINEW_OK) return result;
    if (!options->only_curves) sinew__bake_block(&(sinew_bake_options){0}, &block, &block_size);
    return sinew__model_from_block(block, block_size, out_model, error);
}
