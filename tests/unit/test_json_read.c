/// The JSON reader: values of RFC 8259, what is no JSON, and limits.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"

static const sinew__json_limits limits = {1 << 20, 1000};

static sinew__json read(const char *text)
{
    sinew__json json;
    sinew_error error;
    // A copy without a terminator, so that sanitizers see a read beyond the end.
    const size_t size = strlen(text);
    char *bytes = malloc(size ? size : 1);
    assert_non_null(bytes);
    memcpy(bytes, text, size);
    if (sinew__json_read(bytes, size, &limits, &json, &error) != SINEW_OK) fail_msg("%s: %s", text, error.message);
    free(bytes);
    return json;
}

static void values_are_read(void **state)
{
    (void)state;
    sinew__json json =
        read("\xef\xbb\xbf { \"a\" : [1, -2.5e-3, null],\r\n\t\"b\":{\"c\":true,\"d\":false},\"e\":\"\",\"f\":[]}\n");
    const sinew__json_value *top = json.values, *a = sinew__json_member(top, "a"), *b = sinew__json_member(top, "b");
    assert_int_equal(json.count, 10);
    assert_int_equal(top->span, 10);
    assert_int_equal(top->count, 4);
    assert_int_equal(a->kind, SINEW__JSON_ARRAY);
    assert_int_equal(a->count, 3);
    assert_close(sinew__json_first(a)->number, 1, 0);
    assert_close(sinew__json_first(a)[1].number, -0.0025, 0);
    assert_int_equal(sinew__json_first(a)[2].kind, SINEW__JSON_NULL);
    assert_ptr_equal(a + a->span, b);
    assert_int_equal(b->line, 2);
    assert_int_equal(sinew__json_member(b, "c")->kind, SINEW__JSON_TRUE);
    assert_int_equal(sinew__json_member(b, "d")->kind, SINEW__JSON_FALSE);
    assert_string_equal(sinew__json_member(top, "e")->text, "");
    assert_null(sinew__json_first(sinew__json_member(top, "f")));
    assert_null(sinew__json_member(top, "c"));
    assert_null(sinew__json_member(a, "a"));
    assert_null(sinew__json_member(NULL, "a"));
    sinew__json_free(&json);
}

/// U+00E9, U+20AC and, as a surrogate pair, U+1F98A.
static void escapes_become_utf8(void **state)
{
    (void)state;
    sinew__json json = read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\ud83e\\udd8a\xc3\xa9\"");
    assert_string_equal(json.values->text, "\"\\/\b\f\n\r\t\xc3\xa9\xe2\x82\xac\xf0\x9f\xa6\x8a\xc3\xa9");
    sinew__json_free(&json);
}

static void numbers_are_exact(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double number;
    } rows[] = {{"0", 0},
                {"-0.0", 0},
                {"0.1", 0.1},
                {"1E2", 100},
                {"1e+2", 100},
                {"123456789.125", 123456789.125},
                {"1e-400", 0},
                {"5e-324", 5e-324},
                {"1.7976931348623157e308", 1.7976931348623157e308},
                {"0.30000000000000004", 0.30000000000000004}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew__json json = read(rows[i].text);
        assert_int_equal(json.values->kind, SINEW__JSON_NUMBER);
        assert_close(json.values->number, rows[i].number, 0);
        sinew__json_free(&json);
    }
}

static void what_is_no_json_is_refused_with_its_line(void **state)
{
    (void)state;
    const struct {
        const char *text, *message;
    } rows[] = {
        {"", "line 1: the file ends early"},
        {"\n\n", "line 3: the file ends early"},
        {"[1,\n2", "line 2: expected ',' or ']'"},
        {"[1,]", "line 1: expected a value"},
        {"{\"a\":1,}", "line 1: expected '\"'"},
        {"{\"a\" 1}", "line 1: expected ':'"},
        {"{\"a\":1 \"b\":2}", "line 1: expected ',' or '}'"},
        {"{a:1}", "line 1: expected '\"'"},
        {"[] []", "line 1: unexpected text behind the value"},
        {"nul", "line 1: expected a value"},
        {"NaN", "line 1: expected a value"},
        {"// c\n1", "line 1: expected a value"},
        {"01", "line 1: invalid number"},
        {"-", "line 1: invalid number"},
        {"1.", "line 1: invalid number"},
        {".5", "line 1: expected a value"},
        {"1e", "line 1: invalid number"},
        {"1e999", "line 1: a number is out of range"},
        {"\"a", "line 1: a text without an end"},
        {"\"\n\"", "line 1: a control character in a text"},
        {"\"\xff\"", "line 1: invalid UTF-8"},
        {"\"\\x\"", "line 1: invalid escape sequence"},
        {"\"\\u12\"", "line 1: invalid escape sequence"},
        {"\"\\u0000\"", "line 1: invalid escape sequence"},
        {"\"\\ud800\"", "line 1: invalid escape sequence"},
        {"\"\\udc00\"", "line 1: invalid escape sequence"},
        {"\"\\", "line 1: invalid escape sequence"},
        {"1111111111111111111111111111111111111111111111111111111111111111111", "line 1: a number is too long"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew__json json;
        sinew_error error;
        memset(&json, 0xde, sizeof json);
        assert_int_equal(sinew__json_read(rows[i].text, strlen(rows[i].text), &limits, &json, &error),
                         SINEW_ERROR_DAMAGED);
        assert_string_equal(error.message, rows[i].message);
        assert_null(json.values);
        assert_int_equal(sinew__json_read(rows[i].text, strlen(rows[i].text), &limits, &json, NULL),
                         SINEW_ERROR_DAMAGED);
    }
}

static void limits_hold(void **state)
{
    (void)state;
    sinew__json json;
    sinew_error error;
    char deep[200];
    memset(deep, '[', sizeof deep);
    assert_int_equal(sinew__json_read(deep, sizeof deep, &limits, &json, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "line 1: nested deeper than 64 levels");
    memset(deep, '[', 64);
    memset(deep + 64, ']', 64);
    assert_int_equal(sinew__json_read(deep, 128, &limits, &json, &error), SINEW_OK);
    sinew__json_free(&json);
    const sinew__json_limits few = {8, 3};
    assert_int_equal(sinew__json_read("[1,2]", 5, &few, &json, &error), SINEW_OK);
    sinew__json_free(&json);
    assert_int_equal(sinew__json_read("[1,2,3]", 7, &few, &json, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "line 1: more than 3 values");
    assert_int_equal(sinew__json_read("[1,    2]", 9, &few, &json, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "9 bytes; at most 8 are supported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_json_is_refused_with_its_line),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(escapes_become_utf8),
        cmocka_unit_test(numbers_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
