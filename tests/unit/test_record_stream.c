/// A stream of records reads as it was written, and no cut or changed stream is read beyond its end.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/record_stream.h"

static void put_example(sinew__buffer *out)
{
    static const char floats[8] = {0, 0, 0, 63, 0, 0, 0, 64}; // 0.5 and 2
    const sinew__stream_value values[] = {{.type = 'I', .number = -128},
                                          {.type = 'I', .number = 128},
                                          {.type = 'D', .real = 3},
                                          {.type = 'D', .real = -0.0},
                                          {.type = 'F', .real = 0.25},
                                          {.type = 'S', .bytes = "name\0\1Model", .size = 11},
                                          {.type = 'f', .bytes = floats, .size = 8, .count = 2}};
    sinew__record_stream_put_version(out, 7500);
    sinew__record_stream_open(out, "List", 1);
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) sinew__record_stream_put(out, &values[i]);
    sinew__record_stream_end_values(out);
    sinew__record_stream_open(out, "Empty", 0);
    sinew__record_stream_end_values(out);
    sinew__record_stream_close(out);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    sinew__buffer bytes = {0};
    sinew__record_stream stream;
    sinew__stream_value value;
    const char *name;
    put_example(&bytes);
    // 4 of the version; "{List" and 0, I in 2 and 5, D in 2 and 9, F in 5, S in 2 + 11, f in 13 + 8, 0; "(Empty" 0 0; }
    assert_int_equal(bytes.size, 4 + 6 + 2 + 5 + 2 + 9 + 5 + 13 + 21 + 1 + 8 + 1);
    assert_true(sinew__record_stream_begin(&stream, bytes.text, bytes.size));
    assert_int_equal(stream.version, 7500);
    assert_int_equal(sinew__record_stream_next(&stream, &name), SINEW__STREAM_LIST);
    assert_string_equal(name, "List");
    static const int64_t numbers[] = {-128, 128};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_VALUE);
        assert_int_equal(value.type, 'I');
        assert_int_equal(value.number, numbers[i]);
    }
    static const double reals[] = {3, -0.0, 0.25};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_VALUE);
        assert_memory_equal(&value.real, &reals[i], sizeof value.real);
    }
    assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_VALUE);
    assert_int_equal(value.size, 11);
    assert_memory_equal(value.bytes, "name\0\1Model", 11);
    assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_VALUE);
    assert_int_equal(value.count, 2);
    assert_int_equal(value.size, 8);
    assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_END);
    assert_int_equal(sinew__record_stream_next(&stream, &name), SINEW__STREAM_RECORD);
    assert_string_equal(name, "Empty");
    assert_int_equal(sinew__record_stream_value(&stream, &value), SINEW__STREAM_END);
    assert_int_equal(sinew__record_stream_next(&stream, &name), SINEW__STREAM_CLOSE);
    assert_int_equal(sinew__record_stream_next(&stream, &name), SINEW__STREAM_END);
    sinew__buffer_free(&bytes);
}

/// Reads to the end or to damage.
static sinew__stream_token read_all(const void *bytes, size_t size)
{
    sinew__record_stream stream;
    sinew__stream_value value;
    const char *name;
    sinew__stream_token token = SINEW__STREAM_DAMAGED;
    if (!sinew__record_stream_begin(&stream, bytes, size)) return token;
    while ((token = sinew__record_stream_next(&stream, &name)) != SINEW__STREAM_END) {
        if (token == SINEW__STREAM_DAMAGED) return token;
        if (token == SINEW__STREAM_CLOSE) continue;
        while ((token = sinew__record_stream_value(&stream, &value)) == SINEW__STREAM_VALUE) {
        }
        if (token == SINEW__STREAM_DAMAGED) return token;
    }
    return token;
}

/// Every copy is as long as the stream, so that sanitizers see a byte too many.
static void cuts_and_changes_are_noticed(void **state)
{
    (void)state;
    sinew__buffer bytes = {0};
    put_example(&bytes);
    for (size_t size = 0; size <= bytes.size; ++size) {
        char *copy = malloc(size ? size : 1);
        assert_non_null(copy);
        if (size) memcpy(copy, bytes.text, size);
        // A stream with only a version has no records.
        assert_int_equal(read_all(copy, size),
                         size == 4 || size == bytes.size ? SINEW__STREAM_END : SINEW__STREAM_DAMAGED);
        for (size_t at = 4; at < size; ++at)
            for (int bit = 0; bit < 8; ++bit) {
                copy[at] ^= (char)(1 << bit);
                (void)read_all(copy, size);
                copy[at] ^= (char)(1 << bit);
            }
        free(copy);
    }
    sinew__buffer_free(&bytes);
}

static void arrays_state_what_their_bytes_can_hold(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, encoding, size;
        int holds;
    } arrays[] = {{2, 0, 16, 1}, {3, 0, 16, 0}, {1, 0, 16, 0}, {2, 2, 16, 0}, {10000, 1, 16, 1}, {100000, 1, 16, 0}};
    static const char bytes[16] = {0};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        sinew__buffer out = {0};
        sinew__record_stream_put_version(&out, 7400);
        sinew__record_stream_open(&out, "A", 0);
        sinew__record_stream_put(&out, &(sinew__stream_value){.type = 'd',
                                                              .bytes = bytes,
                                                              .size = arrays[i].size,
                                                              .count = arrays[i].count,
                                                              .encoding = arrays[i].encoding});
        sinew__record_stream_end_values(&out);
        assert_int_equal(read_all(out.text, out.size), arrays[i].holds ? SINEW__STREAM_END : SINEW__STREAM_DAMAGED);
        sinew__buffer_free(&out);
    }
}

/// The short form of no type was once read as an array with its head after the end.
static void a_short_form_needs_a_type(void **state)
{
    (void)state;
    static const char stream[] = "\0\0\0\0(A\0\x80";
    assert_int_equal(read_all(stream, sizeof stream - 1), SINEW__STREAM_DAMAGED);
    assert_int_equal(read_all(stream, sizeof stream), SINEW__STREAM_DAMAGED);
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    for (int depth = SINEW__RECORD_STREAM_DEPTH; depth <= SINEW__RECORD_STREAM_DEPTH + 1; ++depth) {
        sinew__buffer out = {0};
        sinew__record_stream_put_version(&out, 7400);
        for (int i = 0; i < depth; ++i) {
            sinew__record_stream_open(&out, "A", 1);
            sinew__record_stream_end_values(&out);
        }
        for (int i = 0; i < depth; ++i) sinew__record_stream_close(&out);
        assert_int_equal(read_all(out.text, out.size),
                         depth <= SINEW__RECORD_STREAM_DEPTH ? SINEW__STREAM_END : SINEW__STREAM_DAMAGED);
        sinew__buffer_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(cuts_and_changes_are_noticed),
        cmocka_unit_test(arrays_state_what_their_bytes_can_hold), cmocka_unit_test(a_short_form_needs_a_type),
        cmocka_unit_test(depth_has_a_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
