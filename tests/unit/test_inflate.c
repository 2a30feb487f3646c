// Arrays are inflated by libdeflate, and by stb in the module of pages. Both must say the same of every stream, and
// give the same bytes. stb's function is called inflate_by_stb here.
#include "support/cmocka_close.h"

#include <libdeflate.h>
#include <string.h>

#include "fbx/fbx_parse.h"
#include "support/random_number.h"

sinew_result inflate_by_stb(const void *bytes, size_t size, void *out, size_t out_size);

enum { MOST = 70000, EXTRA = 64 };

static unsigned char plain[MOST], stream[2 * MOST], first[MOST + 1 + EXTRA], second[MOST + 1 + EXTRA];
static uint32_t seed = 46;

/// A whole number below `end`.
static size_t below(size_t end)
{
    return (size_t)random_number(&seed, 0, (double)end);
}

static int forbidden_symbols; ///< streams that only libdeflate takes

/// Compares what both say of a stream, and returns it.
static sinew_result judge(const void *bytes, size_t size, size_t out_size)
{
    memset(first, 0xde, sizeof first);
    memset(second, 0xde, sizeof second);
    const sinew_result result = sinew__fbx_inflate(bytes, size, first, out_size);
    const sinew_result by_stb = inflate_by_stb(bytes, size, second, out_size);
    if (result == SINEW_OK && by_stb == SINEW_ERROR_DAMAGED)
        ++forbidden_symbols;
    else
        assert_int_equal(by_stb, result);
    if (by_stb == SINEW_OK) assert_memory_equal(first, second, out_size);
    for (size_t i = 0; i < EXTRA; ++i) assert_int_equal(second[out_size + i], 0xde);
    return result;
}

/// Bytes as in arrays: zeros, indices, floats, or anything.
static void fill(size_t kind, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        const float number = (float)(i / 4) * 0.01f;
        unsigned char bytes[4];
        memcpy(bytes, &number, sizeof bytes);
        plain[i] = kind == 0   ? 0
                   : kind == 1 ? (unsigned char)(i % 4 ? 0 : i / 4)
                   : kind == 2 ? bytes[i % 4]
                               : (unsigned char)below(256);
    }
}

/// Deflates as a writer of files would, and returns the size.
static size_t deflate(int level, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    const size_t written = libdeflate_zlib_compress(compressor, plain, size, stream, sizeof stream - EXTRA);
    libdeflate_free_compressor(compressor);
    assert_true(written > 0);
    return written;
}

static void every_stream_is_inflated(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 5, 300, 4096, 5552, 5553, 65535, 65536, MOST};
    for (size_t kind = 0; kind < 4; ++kind)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
            for (int level = 0; level <= 12; level += 3) {
                fill(kind, sizes[i]);
                const size_t size = deflate(level, sizes[i]);
                assert_int_equal(judge(stream, size, sizes[i]), SINEW_OK);
                assert_memory_equal(second, plain, sizes[i]);
                memset(stream + size, 0x55, EXTRA); // bytes after the stream are ignored
                assert_int_equal(judge(stream, size + EXTRA, sizes[i]), SINEW_OK);
                assert_int_equal(judge(stream, size, sizes[i] + 1), SINEW_ERROR_DAMAGED);
                if (sizes[i]) assert_int_equal(judge(stream, size, sizes[i] - 1), SINEW_ERROR_DAMAGED);
            }
    assert_int_equal(forbidden_symbols, 0);
}

static void a_stream_is_refused_wherever_it_ends_early(void **state)
{
    (void)state;
    fill(2, 500);
    for (int level = 0; level <= 12; level += 6) {
        const size_t size = deflate(level, 500);
        for (size_t end = 0; end < size; ++end) assert_int_equal(judge(stream, end, 500), SINEW_ERROR_DAMAGED);
    }
}

static void damage_is_seen(void **state)
{
    (void)state;
    size_t refused = 0;
    for (int i = 0; i < 20000; ++i) {
        const size_t out_size = below(2000);
        fill(below(4), out_size);
        const size_t size = deflate((int)below(13), out_size);
        for (size_t n = below(3) + 1; n > 0; --n) stream[below(size)] ^= (unsigned char)(1u << below(8));
        refused += judge(stream, size, out_size) != SINEW_OK;
    }
    assert_in_range(refused, 19000, 19999);     // a bit that was changed and changed back does no harm
    assert_in_range(forbidden_symbols, 0, 100); // zlib refuses each of these too
}

static void headers_are_checked(void **state)
{
    (void)state;
    // RFC 1950: the window and the method, then a check, no dictionary; RFC 1951: a block of no bytes; the sum of none.
    static const struct {
        unsigned char bytes[8];
        size_t size;
        sinew_result expected;
    } cases[] = {
        {{0x78, 0x9c, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_OK},
        {{0x78, 0x01, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_OK},
        {{0x08, 0x1d, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_OK},            // the smallest window
        {{0x88, 0x1c, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_ERROR_DAMAGED}, // larger than there is
        {{0x79, 0x9c, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_ERROR_DAMAGED}, // another method
        {{0x78, 0x9d, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_ERROR_DAMAGED}, // the check does not fit
        {{0x78, 0xbb, 0x03, 0x00, 0, 0, 0, 1}, 8, SINEW_ERROR_DAMAGED}, // a dictionary
        {{0x78, 0x9c, 0x03, 0x00, 0, 0, 0, 2}, 8, SINEW_ERROR_DAMAGED}, // the sum of other bytes
        {{0x78, 0x9c, 0x07, 0x00, 0, 0, 0, 1}, 8, SINEW_ERROR_DAMAGED}, // a kind of block that does not exist
        {{0x78, 0x9c, 0x03, 0x00, 0, 0, 1}, 7, SINEW_ERROR_DAMAGED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_int_equal(judge(cases[i].bytes, cases[i].size, 0), cases[i].expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(every_stream_is_inflated),
        cmocka_unit_test(a_stream_is_refused_wherever_it_ends_early),
        cmocka_unit_test(damage_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
