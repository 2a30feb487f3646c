#include "runtime/model/block_file.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "runtime/model/packed_block.h"
#include "sinew/model.h"

/// The first bytes of a file: not ASCII, and with line ends that a transfer as text would change.
#define SINEW__FILE_MAGIC "\x89SNW\r\n\x1a\n"

_Static_assert(sizeof(sinew__file_header) == 64, "a block is aligned to a cache line when its file is");

uint64_t sinew__block_layout(sinew__block_kind kind)
{
    uint32_t shapes[SINEW__SECTION_ALL + 1][2] = {{0}};
    size_t count = 0;
    for (int i = 0; i < SINEW__SECTION_ALL; ++i) {
        if (!sinew__kind_has_section(kind, i)) continue;
        shapes[count][0] = sinew__sections[i].version;
        shapes[count++][1] = sinew__sections[i].stride;
    }
    shapes[count][0] = SINEW__BLOCK_VERSION;
    shapes[count++][1] = SINEW__BAKED_VERSION;
    return sinew__hash(shapes, count * sizeof *shapes);
}

static sinew__block_kind kind_of(uint64_t flags)
{
    return flags & SINEW__FILE_IS_CLIP ? SINEW__BLOCK_CLIP : SINEW__BLOCK_MODEL;
}

sinew__file_header sinew__file_header_of(const void *block, size_t block_size, uint64_t flags, const void *appendix,
                                         size_t appendix_size)
{
    sinew__file_header header = {.endian = SINEW__BLOCK_ENDIAN,
                                 .version = SINEW__FILE_VERSION,
                                 .layout = sinew__block_layout(kind_of(flags)),
                                 .block_size = block_size,
                                 .appendix_size = appendix_size,
                                 .block_sum = sinew__sum(block, block_size),
                                 .appendix_sum = sinew__sum(appendix, appendix_size),
                                 .flags = flags};
    memcpy(header.magic, SINEW__FILE_MAGIC, sizeof header.magic);
    return header;
}

int sinew__is_block_file(const void *bytes, size_t size)
{
    return size >= 8 && memcmp(bytes, SINEW__FILE_MAGIC, 8) == 0;
}

/// Checks that this machine and this version of sinew can read the file.
static sinew_result check_reader(const sinew__file_header *header, sinew_error *error)
{
    if (header->endian != SINEW__BLOCK_ENDIAN) {
        sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a .sinew file of the other byte order");
        sinew__hint(error, "bake it again on a machine of this kind");
        return SINEW_ERROR_UNSUPPORTED;
    }
    if (header->version != SINEW__FILE_VERSION) {
        sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a .sinew file of format %u; this sinew reads format %u",
                    (unsigned)header->version, SINEW__FILE_VERSION);
        sinew__hint(error,
                    header->version > SINEW__FILE_VERSION ? "a newer sinew reads it" : "bake it again from its source");
        return SINEW_ERROR_UNSUPPORTED;
    }
    if (header->layout != sinew__block_layout(kind_of(header->flags))) {
        sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a .sinew file of another version of sinew");
        sinew__hint(error, "bake it again from its source");
        return SINEW_ERROR_UNSUPPORTED;
    }
    return SINEW_OK;
}

sinew_result sinew__block_file_judge(const void *start, size_t size, sinew__file_header *out, sinew_error *error)
{
    if (!sinew__is_block_file(start, size)) return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a .sinew file");
    if (size < sizeof *out)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of its header", size);
    memcpy(out, start, sizeof *out);
    const sinew_result result = check_reader(out, error);
    if (result != SINEW_OK) return result;
    const uint64_t most = UINT64_MAX / 4, rest = size - sizeof *out;
    if (out->block_size > most || out->appendix_size > most)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the .sinew file is damaged: its header gives a senseless size");
    const uint64_t said = out->block_size + out->appendix_size;
    if (said > rest)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of %llu", size,
                           (unsigned long long)(said + sizeof *out));
    if (said < rest) return sinew__fail(error, SINEW_ERROR_DAMAGED, "the .sinew file is damaged: it has trailing data");
    return SINEW_OK;
}

sinew_result sinew__block_file_open(const void *bytes, size_t size, sinew__block_file *out, sinew_error *error)
{
    sinew__file_header header;
    *out = (sinew__block_file){0};
    const sinew_result result = sinew__block_file_judge(bytes, size, &header, error);
    if (result != SINEW_OK) return result;
    const unsigned char *block = (const unsigned char *)bytes + sizeof header, *appendix = block + header.block_size;
    if (sinew__sum(block, (size_t)header.block_size) != header.block_sum ||
        sinew__sum(appendix, (size_t)header.appendix_size) != header.appendix_sum)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "the .sinew file is damaged: its contents do not match the checksum in its header");
    *out = (sinew__block_file){block,
                               appendix,
                               (size_t)header.block_size,
                               (size_t)header.appendix_size,
                               (header.flags & SINEW__FILE_IS_PACKED) != 0,
                               kind_of(header.flags)};
    return SINEW_OK;
}

/// Frees a block that is inside an allocated file: the allocation begins with the header, in front of the block.
static void release_file(void *block, size_t size)
{
    (void)size;
    sinew_free((unsigned char *)block - sizeof(sinew__file_header));
}

/// Creates a model from a packed block and frees the file's bytes.
static sinew_result model_of_packed(const sinew__block_file *file, sinew__run_unpacker unpack_clip_run,
                                    const sinew__validation_limits *limits, sinew_model **out_model, sinew_error *error)
{
    const sinew__packed_header *header = sinew__packed_block_header(file->block, file->block_size);
    // A key of 16 bits or a word of 32 takes at least 7/16 of a bit when packed, so that a block is at most 74 times as
    // large as its packed form. 128 leaves room.
    const int is_impossible = !header || header->block_size / 128 > file->block_size;
    const int has_room = !is_impossible && header->block_size < SIZE_MAX / 2;
    const size_t size = has_room ? (size_t)header->block_size : 0;
    unsigned char *bytes = has_room ? sinew__allocate_lines(sizeof(sinew__file_header) + size) : NULL;
    sinew_result result = is_impossible ? SINEW_ERROR_DAMAGED : bytes ? SINEW_OK : sinew__fail_memory(error);
    if (bytes &&
        !sinew__packed_block_unpack(file->block, file->block_size, unpack_clip_run, bytes + sizeof(sinew__file_header)))
        result = SINEW_ERROR_DAMAGED;
    release_file((void *)(uintptr_t)file->block, file->block_size);
    if (result == SINEW_ERROR_DAMAGED)
        sinew__fail(error, SINEW_ERROR_DAMAGED, "the .sinew file is damaged: its packed clips are invalid");
    if (result == SINEW_OK)
        return sinew__model_from_memory(bytes + sizeof(sinew__file_header), size, release_file, file->kind, limits,
                                        out_model, error);
    sinew_free(bytes);
    return result;
}

sinew_result sinew__block_file_model(const sinew__block_file *file, sinew__run_unpacker unpack_clip_run,
                                     const sinew__validation_limits *limits, sinew_model **out_model,
                                     sinew_error *error)
{
    *out_model = NULL;
    if (file->is_packed) return model_of_packed(file, unpack_clip_run, limits, out_model, error);
    return sinew__model_from_memory((void *)(uintptr_t)file->block, file->block_size, release_file, file->kind, limits,
                                    out_model, error);
}

sinew_result sinew__block_file_load(void *bytes, size_t size, sinew__block_kind kind,
                                    sinew__run_unpacker unpack_clip_run, const sinew__validation_limits *limits,
                                    sinew_model **out_model, sinew_error *error)
{
    sinew__block_file file;
    *out_model = NULL;
    sinew_result result = sinew__block_file_open(bytes, size, &file, error);
    if (result == SINEW_OK && file.kind != kind) {
        const int is_clip = file.kind == SINEW__BLOCK_CLIP;
        result = sinew__fail(error, SINEW_ERROR_NOT_A_MODEL,
                             is_clip ? "a clip without a character, not a model" : "a model, not the file of a clip");
        if (is_clip) sinew__hint(error, "it plays on the character that it was baked for");
    }
    if (result == SINEW_OK) return sinew__block_file_model(&file, unpack_clip_run, limits, out_model, error);
    sinew_free(bytes);
    return result;
}

// ---- `.sinew` files in memory, read without a worker: every block is validated ------------------------------------

sinew_result sinew_model_open(const void *bytes, size_t size, sinew_model **out_model, sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, out_model) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    // A copy, so that the caller cannot change validated bytes.
    void *copy = sinew__allocate_lines(size);
    if (!copy) return sinew__fail_memory(error);
    if (size) memcpy(copy, bytes, size);
    return sinew__block_file_load(copy, size, SINEW__BLOCK_MODEL, NULL, NULL, out_model, error);
}

sinew_result sinew__block_file_write(const sinew_model *model, void **out_bytes, size_t *out_size, sinew_error *error)
{
    sinew__buffer file = {0};
    char *head = sinew__buffer_reserve(&file, sizeof(sinew__file_header));
    if (head) file.size = sizeof(sinew__file_header);
    sinew__packed_block_put(model, &file);
    if (file.failed) {
        sinew__buffer_free(&file);
        return sinew__fail_memory(error);
    }
    const size_t block_size = file.size - sizeof(sinew__file_header);
    const uint64_t flags = SINEW__FILE_IS_PACKED | (model->clip_skeleton ? SINEW__FILE_IS_CLIP : 0);
    const sinew__file_header header = sinew__file_header_of(file.text + sizeof header, block_size, flags, NULL, 0);
    memcpy(file.text, &header, sizeof header);
    *out_bytes = file.text;
    *out_size = file.size;
    return SINEW_OK;
}

sinew_result sinew_model_save(const sinew_model *model, void **out_bytes, size_t *out_size, sinew_error *error)
{
    if (out_bytes) *out_bytes = NULL;
    if (SINEW__LACKS_ARGUMENT(error, model, out_bytes, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    return sinew__block_file_write(model, out_bytes, out_size, error);
}
