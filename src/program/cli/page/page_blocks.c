// Blocks of data in a page: bytes as base64, which the page finds by id, and the keys of joints.
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake_block.h"
#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "program/cli/page/page.h"
#include "runtime/model/look_up.h"
#include "runtime/model/make_model.h"
#include "sinew/bake.h"
#include "sinew/memory.h"

void cli_put_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size)
{
    sinew__buffer_format(out, "<script type=\"application/octet-stream\" id=\"%s\">", id);
    char *text = sinew__buffer_reserve(out, SINEW__BASE64_SIZE(size));
    if (text) out->size += sinew__base64_encode(bytes, size, text);
    sinew__buffer_put_text(out, "</script>\n");
}

void cli_put_packed_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(12);
    const size_t bound = compressor ? libdeflate_gzip_compress_bound(compressor, size) : 0;
    void *packed = bound ? malloc(bound) : NULL;
    if (packed)
        cli_put_page_block(out, id, packed, libdeflate_gzip_compress(compressor, bytes, size, packed, bound));
    else
        out->failed = 1;
    free(packed);
    if (compressor) libdeflate_free_compressor(compressor);
}

sinew_result cli_put_page_model(sinew__buffer *out, const char *id, const sinew_model *model,
                                const sinew_export_image *images, sinew_error *out_error)
{
    void *block, *bytes = NULL;
    uint8_t *planes = NULL;
    size_t size;
    sinew_model *stripped = NULL;
    sinew_result result = sinew__stripped_block(model, &block, &size, out_error);
    if (result == SINEW_OK && size > CLI_MAX_PAGE_BYTES) {
        sinew_free(block);
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "a model of %zu MB", size >> 20);
    }
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, &stripped, out_error);
    if (result == SINEW_OK) cli_leave_out_page_images(stripped, images);
    if (result == SINEW_OK) result = sinew_model_save(stripped, &bytes, &size, out_error);
    if (result == SINEW_OK && !(planes = malloc(size))) result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        // Sort the bytes of four-byte numbers: all first bytes, then all second bytes …. 75 % of a model are floats
        // with similar exponents, so this makes the compressed data 14 % smaller.
        const uint8_t *from = bytes;
        const size_t count = size / 4;
        for (size_t plane = 0; plane < 4; ++plane)
            for (size_t i = 0; i < count; ++i) planes[plane * count + i] = from[4 * i + plane];
        memcpy(planes + 4 * count, from + 4 * count, size - 4 * count);
        cli_put_packed_page_block(out, id, planes, size);
    }
    free(planes);
    sinew_free(bytes);
    sinew_model_destroy(stripped);
    return result;
}

// ---- keys of joints -------------------------------------------------------------------------------------------------

/// The keys of joints in a clip, as indices of the clip's own keys, because a stripped model has only those. Joints
/// with the same keys share a set.
typedef struct key_sets {
    int32_t *numbers; ///< [size] indices of all sets, one set after the other
    size_t size, capacity;
    size_t *ends; ///< [set_count] index after each set's last number
    int32_t set_count;
} key_sets;

enum { MAX_KEY_NUMBERS = 1 << 22 }; ///< limit in one clip; joints beyond it have no key marks of their own

/// Appends the indices of a joint's keys. Returns 0 when out of memory.
static int add_key_numbers(key_sets *sets, const double *all, int32_t all_count, const double *own, int32_t own_count)
{
    const size_t wanted = sets->size + (size_t)own_count;
    if (wanted > sets->capacity) {
        int32_t *grown = sinew__resize(sets->numbers, 2 * wanted * sizeof *grown);
        if (!grown) return 0;
        sets->numbers = grown;
        sets->capacity = 2 * wanted;
    }
    for (int32_t i = 0, at = 0; i < own_count; ++i) {
        while (at < all_count - 1 && all[at] < own[i]) ++at;
        sets->numbers[sets->size++] = at;
    }
    return 1;
}

/// Ends the set that begins at `begin`. Returns its index. If an equal set exists, drops the new one and returns that
/// set's index.
static int32_t join_sets(key_sets *sets, size_t begin)
{
    const size_t size = sets->size - begin;
    for (int32_t i = 0; i < sets->set_count; ++i) {
        const size_t first = i ? sets->ends[i - 1] : 0;
        if (sets->ends[i] - first != size ||
            (size > 0 && memcmp(sets->numbers + first, sets->numbers + begin, size * sizeof *sets->numbers) != 0))
            continue;
        sets->size = begin;
        return i;
    }
    sets->ends[sets->set_count] = sets->size;
    return sets->set_count++;
}

/// Puts the key sets of a clip, and the set of each joint. Returns 0 when out of memory.
static int put_clip_keys(sinew__json_writer *json, const sinew_model *model, int32_t clip)
{
    const int32_t count = model->clips[clip].key_time_count;
    const double *times = model->timeline_key_times + model->clips[clip].first_key_time;
    key_sets sets = {.ends = malloc((size_t)model->joint_count * sizeof *sets.ends + 1)};
    int is_ready = sets.ends != NULL;
    sinew__json_put_object(json, NULL);
    sinew__json_put_array(json, "of");
    for (int32_t joint = 0; joint < model->joint_count && is_ready; ++joint) {
        const size_t begin = sets.size;
        double *own;
        const int32_t own_count = sinew__collect_key_times(model, &model->clips[clip], joint, &own);
        const int fits = own_count >= 0 && own_count <= count && sets.size + (size_t)own_count <= MAX_KEY_NUMBERS;
        is_ready = own_count >= 0 && (!fits || add_key_numbers(&sets, times, count, own, own_count));
        sinew__json_put_whole(json, NULL, fits ? join_sets(&sets, begin) : -1);
        sinew_free(own);
    }
    sinew__json_end_array(json);
    if (is_ready) {
        size_t at = 0;
        sinew__json_put_array(json, "sets");
        for (int32_t i = 0; i < sets.set_count; ++i) {
            sinew__json_put_array(json, NULL);
            for (; at < sets.ends[i]; ++at) sinew__json_put_whole(json, NULL, sets.numbers[at]);
            sinew__json_end_array(json);
        }
        sinew__json_end_array(json);
    }
    sinew__json_end_object(json);
    sinew_free(sets.numbers);
    free(sets.ends);
    return is_ready;
}

void cli_put_page_keys(sinew__buffer *out, const char *id, const sinew_model *model)
{
    sinew__buffer text = {0};
    sinew__json_writer json = sinew__json_begin(&text);
    json.is_plain = 1;
    sinew__json_put_array(&json, NULL);
    for (int32_t clip = 0; clip < model->clip_count; ++clip)
        if (!put_clip_keys(&json, model, clip)) text.failed = 1;
    sinew__json_end_array(&json);
    if (text.failed) out->failed = 1;
    if (!text.failed) cli_put_packed_page_block(out, id, text.text, text.size);
    sinew__buffer_free(&text);
}
