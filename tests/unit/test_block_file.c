/// `.sinew` files: written files are read again; foreign or damaged files are refused with one line that
/// says why.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/model/baked_clips.h"
#include "runtime/model/block_file.h"
#include "sinew/bake.h"
#include "sinew/load.h"
#include "sinew/memory.h"
#include "support/full_block.h"
#include "support/temporary_folder.h"

static unsigned char *file;
static size_t file_size;

static int make_file(void **state)
{
    void *block;
    size_t size;
    sinew_model *model;
    make_temporary_folder(state);
    make_full_block(&block, &size);
    assert_int_equal(sinew__model_from_block(block, size, &model, NULL), SINEW_OK);
    void *bytes;
    assert_int_equal(sinew_model_save(model, &bytes, &file_size, NULL), SINEW_OK);
    file = bytes;
    sinew_model_destroy(model);
    return 0;
}

static int free_file(void **state)
{
    free(file);
    return remove_temporary_folder(state);
}

static sinew_result load(size_t size, sinew_error *out_error)
{
    sinew_model *model;
    const sinew_result result = sinew_model_open(file, size, &model, out_error);
    assert_int_equal(model != NULL, result == SINEW_OK);
    sinew_model_destroy(model);
    return result;
}

/// Loads with `count` bytes at `at` changed for the time of the call.
static sinew_result load_changed(size_t at, const void *bytes, size_t count, sinew_error *out_error)
{
    unsigned char before[8];
    memcpy(before, file + at, count);
    memcpy(file + at, bytes, count);
    const sinew_result result = load(file_size, out_error);
    memcpy(file + at, before, count);
    return result;
}

static void what_is_saved_is_loaded(void **state)
{
    (void)state;
    void *block, *again;
    size_t size, again_size;
    sinew_model *model;
    make_full_block(&block, &size);
    assert_int_equal(sinew_model_open(file, file_size, &model, NULL), SINEW_OK);
    const void *loaded = sinew_model_block(model, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(loaded, block, size);
    assert_int_equal(sinew_model_save(model, &again, &again_size, NULL), SINEW_OK);
    assert_int_equal(again_size, file_size);
    assert_memory_equal(again, file, file_size);
    free(again);
    free(block);
    sinew_model_destroy(model);
}

static void the_bytes_may_go_after_loading(void **state)
{
    (void)state;
    sinew_model *model;
    unsigned char *copy = malloc(file_size + 1);
    assert_non_null(copy);
    memcpy(copy + 1, file, file_size); // and may be at any address
    assert_int_equal(sinew_model_open(copy + 1, file_size, &model, NULL), SINEW_OK);
    memset(copy, 0xff, file_size + 1);
    assert_int_equal(model->joints[0].parent, SINEW_NONE);
    free(copy);
    sinew_model_destroy(model);
}

static void another_format_is_named(void **state)
{
    (void)state;
    sinew_error error;
    const uint32_t newer = SINEW__FILE_VERSION + 6;
    assert_int_equal(load_changed(offsetof(sinew__file_header, version), &newer, sizeof newer, &error),
                     SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "a .sinew file of format 11; this sinew reads format 5");
    assert_string_equal(error.hint, "a newer sinew reads it");
    const uint32_t older = 0;
    assert_int_equal(load_changed(offsetof(sinew__file_header, version), &older, sizeof older, &error),
                     SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.hint, "bake it again from its source");
}

static void the_other_byte_order_is_named(void **state)
{
    (void)state;
    sinew_error error;
    const uint32_t foreign = 0x04030201u; // 0x01020304 as the other kind of machine stores it
    assert_int_equal(load_changed(offsetof(sinew__file_header, endian), &foreign, sizeof foreign, &error),
                     SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "a .sinew file of the other byte order");
}

static void other_shapes_of_sections_are_refused(void **state)
{
    (void)state;
    sinew_error error;
    const uint64_t other = sinew__block_layout(SINEW__BLOCK_MODEL) + 1;
    assert_int_equal(load_changed(offsetof(sinew__file_header, layout), &other, sizeof other, &error),
                     SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "a .sinew file of another version of sinew");
}

/// Their first word is the version; the header of the file has the layout of this program.
static void baked_clips_of_another_version_are_refused(void **state)
{
    (void)state;
    sinew_error error = {0};
    sinew_model *model;
    void *block;
    size_t size;
    make_baked_block(&block, &size);
    const sinew__block_section *table = (const sinew__block_section *)((const sinew__block_header *)block + 1);
    const uint32_t version = SINEW__BAKED_VERSION - 1;
    memcpy((uint8_t *)block + table[SINEW__SECTION_BAKED].offset, &version, sizeof version);
    const sinew__file_header header = sinew__file_header_of(block, size, 0, NULL, 0);
    uint8_t *bytes = malloc(sizeof header + size);
    assert_non_null(bytes);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, block, size);
    assert_int_equal(
        sinew_model_load(write_temporary_file("other.sinew", bytes, sizeof header + size), NULL, &model, &error),
        SINEW_ERROR_DAMAGED);
    assert_null(model);
    free(bytes);
    sinew_free(block);
}

static void other_files_are_no_sinew_files(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model;
    assert_int_equal(sinew_model_open("Kaydara FBX Binary  ", 21, &model, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sinew_model_open("", 0, &model, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sinew_model_open(NULL, 0, &model, &error), SINEW_ERROR_NOT_A_MODEL);
    // A transfer as text changes line ends; the magic does not survive it.
    assert_int_equal(load_changed(4, "\n\x1a\n", 3, &error), SINEW_ERROR_NOT_A_MODEL);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    for (size_t cut = 8; cut < file_size; cut += 5) {
        sinew_error error;
        assert_int_equal(load(cut, &error), SINEW_ERROR_TRUNCATED);
        assert_non_null(strstr(error.message, "ends early"));
    }
}

static void more_bytes_than_the_header_says_are_refused(void **state)
{
    (void)state;
    unsigned char *longer = malloc(file_size + 1);
    sinew_model *model;
    assert_non_null(longer);
    memcpy(longer, file, file_size);
    longer[file_size] = 0;
    assert_int_equal(sinew_model_open(longer, file_size + 1, &model, NULL), SINEW_ERROR_DAMAGED);
    free(longer);
}

/// The block's own checks let many changed numbers pass; the sum does not.
static void every_changed_byte_of_the_block_is_refused(void **state)
{
    (void)state;
    for (size_t at = sizeof(sinew__file_header); at < file_size; ++at) {
        sinew_error error;
        const unsigned char changed = file[at] ^ 0x80;
        assert_int_equal(load_changed(at, &changed, 1, &error), SINEW_ERROR_DAMAGED);
    }
}

static void senseless_sizes_are_refused(void **state)
{
    (void)state;
    sinew_error error;
    const uint64_t huge[] = {UINT64_MAX, UINT64_MAX - 63, UINT64_MAX / 4 + 1, (uint64_t)file_size};
    for (size_t i = 0; i < sizeof huge / sizeof *huge; ++i) {
        assert_int_not_equal(load_changed(offsetof(sinew__file_header, block_size), &huge[i], 8, &error), SINEW_OK);
        assert_int_not_equal(load_changed(offsetof(sinew__file_header, appendix_size), &huge[i], 8, &error), SINEW_OK);
    }
}

/// With its sum made to fit, a bad block still meets the door.
static void a_right_sum_does_not_open_the_door(void **state)
{
    (void)state;
    unsigned char *copy = malloc(file_size);
    sinew_model *model;
    sinew_error error;
    assert_non_null(copy);
    memcpy(copy, file, file_size);
    unsigned char *block = copy + sizeof(sinew__file_header);
    const size_t block_size = file_size - sizeof(sinew__file_header);
    block[0] ^= 1;
    const sinew__file_header header = sinew__file_header_of(block, block_size, 0, NULL, 0);
    memcpy(copy, &header, sizeof header);
    assert_int_equal(sinew_model_open(copy, file_size, &model, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_string_equal(error.message, "not a model block");
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_loaded),
        cmocka_unit_test(the_bytes_may_go_after_loading),
        cmocka_unit_test(another_format_is_named),
        cmocka_unit_test(the_other_byte_order_is_named),
        cmocka_unit_test(other_shapes_of_sections_are_refused),
        cmocka_unit_test(baked_clips_of_another_version_are_refused),
        cmocka_unit_test(other_files_are_no_sinew_files),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(more_bytes_than_the_header_says_are_refused),
        cmocka_unit_test(every_changed_byte_of_the_block_is_refused),
        cmocka_unit_test(senseless_sizes_are_refused),
        cmocka_unit_test(a_right_sum_does_not_open_the_door),
    };
    return cmocka_run_group_tests(tests, make_file, free_file);
}
