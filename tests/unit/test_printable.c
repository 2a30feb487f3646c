/// No byte of a file reaches a terminal unescaped.
#include "support/cmocka_close.h"

#include <string.h>

#include "core/base/buffer.h"
#include "core/base/printable.h"

static void escapes_what_a_terminal_would_obey(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"Hips", "Hips"},
        {"", ""},
        {"a\x1b[31mb", "a\\x1b[31mb"},
        {"line\nbreak\ttab", "line\\x0abreak\\x09tab"},
        {"\x7f", "\\x7f"},
        {"r\xe2\x80\xaei", "r\\u202ei"},     // right-to-left override
        {"\xc2\x9b", "\\x9b"},               // C1 control sequence introducer
        {"\xff\xfe", "\\xff\\xfe"},          // no UTF-8
        {"\xc0\xaf", "\\xc0\\xaf"},          // overlong slash
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"}, // surrogate
        {"Läufer 走る", "Läufer 走る"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char out[128];
        const size_t length = sinew__printable(cases[i].in, out, sizeof out);
        assert_string_equal(out, cases[i].out);
        assert_int_equal(length, strlen(out));
    }
}

static void cuts_between_characters(void **state)
{
    (void)state;
    char out[5];
    sinew__printable("abc\xc3\xa4", out, sizeof out);
    assert_string_equal(out, "abc");
    sinew__printable("ab\x1b", out, sizeof out);
    assert_string_equal(out, "ab");
}

/// A sanitizer watches: fuzzing found arithmetic on the memory that an empty buffer has not.
static void nothing_is_put_into_an_empty_buffer(void **state)
{
    (void)state;
    sinew__buffer buffer = {0};
    sinew__buffer_put(&buffer, "", 0);
    assert_int_equal(buffer.size, 0);
    assert_false(buffer.failed);
    sinew__buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_put_into_an_empty_buffer),
        cmocka_unit_test(escapes_what_a_terminal_would_obey),
        cmocka_unit_test(cuts_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
