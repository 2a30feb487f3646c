/// No byte of a file reaches a terminal unescaped.
#include "support/cmocka_close.h"

#include <string.h>

#include "core/base/buffer.h"
#include "core/base/printable.h"
#include "core/base/quoted_text.h"

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

/// The controls of ECMA-48 and DEL, overrides of direction and the separators of lines of Unicode, for each
/// destination.
static void each_destination_has_its_characters(void **state)
{
    (void)state;
    static const sinew__sink sinks[] = {SINEW__SINK_LINE, SINEW__SINK_JSON, SINEW__SINK_TERMINAL};
    for (size_t i = 0; i < sizeof sinks / sizeof *sinks; ++i) {
        for (uint32_t code = 0; code < 0xa0; ++code) {
            const int is_control = code < 0x20 || code >= 0x7f;
            const int is_line = sinks[i] == SINEW__SINK_TERMINAL && (code == '\n' || code == '\t');
            const int is_quoted = sinks[i] == SINEW__SINK_JSON && (code == '"' || code == '\\');
            assert_int_equal(sinew__may_contain(sinks[i], code) != 0, (!is_control || is_line) && !is_quoted);
        }
        for (uint32_t code = 0x2028; code <= 0x202e; ++code) assert_false(sinew__may_contain(sinks[i], code));
        for (uint32_t code = 0x2066; code <= 0x2069; ++code) assert_false(sinew__may_contain(sinks[i], code));
        assert_true(sinew__may_contain(sinks[i], 0xe4));
        assert_true(sinew__may_contain(sinks[i], 0x8d70));
    }
}

static void a_terminal_gets_lines_and_colours_of_tables(void **state)
{
    (void)state;
    static const char text[] = "a\tb\n\x1b[31mred\x1b[0m\x1b[8mhidden\x1b]0;x\x07\xc2\x9b\x9b\xe2\x80\xae\xc3\xa4\r";
    sinew__buffer out = {0};
    sinew__buffer_put_for_terminal(&out, text, sizeof text - 1, 1);
    sinew__buffer_put_character(&out, '\0');
    assert_string_equal(out.text, "a\tb\n\x1b[31mred\x1b[0m\\x1b[8mhidden\\x1b]0;x\\x07\\x9b\\x9b\\u202e\xc3\xa4\\x0d");
    out.size = 0;
    sinew__buffer_put_for_terminal(&out, text, 9, 0); // text of a file
    sinew__buffer_put_character(&out, '\0');
    assert_string_equal(out.text, "a\tb\n\\x1b[31m");
    sinew__buffer_free(&out);
}

/// As the manual of bash says in QUOTING: between double quotes $ ` " and a backslash are escaped, and a backslash
/// before ! stays; between single quotes there are no escapes.
static void a_word_that_is_typed_is_escaped_for_its_quote(void **state)
{
    (void)state;
    static const struct {
        char quote;
        const char *rest, *out;
    } cases[] = {
        {0, "walk", "walk"},
        {0, "$(touch x)", "\\$\\(touch\\ x\\)"},
        {0, "'\"`\\", "\\'\\\"\\`\\\\"},
        {0, "\xc3\xa4=~#!", "\xc3\xa4\\=\\~\\#\\!"},
        {'"', "$(touch x)", "\\$(touch x)"},
        {'"', "'\"`\\", "'\\\"\\`\\\\"},
        {'"', "a!b", "a\"'!'\"b"},
        {'\'', "$(touch x)`!\\\"", "$(touch x)`!\\\""},
        {'\'', "it's", "it'\\''s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew__buffer out = {0};
        sinew__put_shell_rest(&out, cases[i].rest, cases[i].quote);
        sinew__buffer_put_character(&out, '\0');
        assert_string_equal(out.text, cases[i].out);
        sinew__buffer_free(&out);
    }
}

/// The examples of RFC 3629 and the ends of each length, which are decoded again.
static void code_points_are_written_as_utf8(void **state)
{
    (void)state;
    static const struct {
        uint32_t code;
        const char *utf8;
    } cases[] = {{0x41, "A"},
                 {0x7f, "\x7f"},
                 {0x80, "\xc2\x80"},
                 {0x391, "\xce\x91"},
                 {0x7ff, "\xdf\xbf"},
                 {0x800, "\xe0\xa0\x80"},
                 {0x2262, "\xe2\x89\xa2"},
                 {0xffff, "\xef\xbf\xbf"},
                 {0x10000, "\xf0\x90\x80\x80"},
                 {0x233b4, "\xf0\xa3\x8e\xb4"},
                 {0x10ffff, "\xf4\x8f\xbf\xbf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char out[4] = {0};
        uint32_t code = 0;
        const size_t length = sinew__utf8_encode(cases[i].code, out);
        assert_int_equal(length, strlen(cases[i].utf8));
        assert_memory_equal(out, cases[i].utf8, length);
        assert_int_equal(sinew__utf8_decode(out, out + length, &code), length);
        assert_int_equal(code, cases[i].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_put_into_an_empty_buffer),
        cmocka_unit_test(escapes_what_a_terminal_would_obey),
        cmocka_unit_test(cuts_between_characters),
        cmocka_unit_test(each_destination_has_its_characters),
        cmocka_unit_test(a_terminal_gets_lines_and_colours_of_tables),
        cmocka_unit_test(code_points_are_written_as_utf8),
        cmocka_unit_test(a_word_that_is_typed_is_escaped_for_its_quote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
