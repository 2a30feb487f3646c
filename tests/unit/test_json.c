/// JSON: values of RFC 8259, invalid texts, limits, changed trees, and written text.
#include "support/cmocka_close.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"

static const sinew__json_limits limits = {.max_bytes = 1 << 20, .max_values = 1000};

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
    const sinew__json_value *top = json.root, *a = sinew__json_member(top, "a"), *b = sinew__json_member(top, "b");
    assert_int_equal(json.count, 10);
    assert_int_equal(top->count, 4);
    assert_int_equal(a->kind, SINEW__JSON_ARRAY);
    assert_int_equal(a->count, 3);
    assert_close(sinew__json_first(a)->number, 1, 0);
    assert_close(sinew__json_first(a)->next->number, -0.0025, 0);
    assert_int_equal(sinew__json_first(a)->next->next->kind, SINEW__JSON_NULL);
    assert_null(sinew__json_first(a)->next->next->next);
    assert_ptr_equal(a->next, b);
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
    assert_string_equal(json.root->text, "\"\\/\b\f\n\r\t\xc3\xa9\xe2\x82\xac\xf0\x9f\xa6\x8a\xc3\xa9");
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
        assert_int_equal(json.root->kind, SINEW__JSON_NUMBER);
        assert_close(json.root->number, rows[i].number, 0);
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
        assert_null(json.root);
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
    const sinew__json_limits few = {.max_bytes = 8, .max_values = 3};
    assert_int_equal(sinew__json_read("[1,2]", 5, &few, &json, &error), SINEW_OK);
    sinew__json_free(&json);
    assert_int_equal(sinew__json_read("[1,2,3]", 7, &few, &json, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "line 1: more than 3 values");
    assert_int_equal(sinew__json_read("[1,    2]", 9, &few, &json, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "9 bytes; at most 8 are supported");
}

/// glTF files of some programs end with NULs, and have names that are no UTF-8.
static void lenient_reading_takes_what_gltf_files_have(void **state)
{
    (void)state;
    const sinew__json_limits lenient = {.max_bytes = 1 << 20, .max_values = 10, .max_depth = 2, .is_lenient = 1};
    static const char text[] = "[\"a\xff\n\t\\u0000\",2]\0\0";
    sinew__json json;
    sinew_error error;
    assert_int_equal(sinew__json_read(text, sizeof text, &lenient, &json, &error), SINEW_OK);
    assert_string_equal(sinew__json_first(json.root)->text, "a\xff\n\t\xef\xbf\xbd");
    assert_int_equal(sinew__json_first(json.root)->next->line, 2);
    sinew__json_free(&json);
    assert_int_equal(sinew__json_read("[\"\0\"]", 5, &lenient, &json, &error), SINEW_ERROR_DAMAGED);
    assert_int_equal(sinew__json_read("[[[]]]", 6, &lenient, &json, &error), SINEW_ERROR_LIMIT);
    const sinew__json_limits small = {.max_bytes = 1 << 20, .max_values = 1000, .max_memory = 1};
    assert_int_equal(sinew__json_read("[1]", 3, &small, &json, &error), SINEW_ERROR_MEMORY_LIMIT);
}

/// Writes for programs: the text that reads back.
static void assert_written(const sinew__json_value *value, const char *expected)
{
    sinew__buffer out = {0};
    sinew__json_writer writer = sinew__json_begin(&out);
    writer.is_plain = 1;
    sinew__json_put_value(&writer, NULL, value);
    sinew__buffer_put_character(&out, '\0');
    assert_false(out.failed);
    assert_string_equal(out.text, expected);
    sinew__buffer_free(&out);
}

static void trees_are_changed(void **state)
{
    (void)state;
    sinew__json json = read("{\"a\":[1,2,3],\"b\":\"x\",\"b\":null,\"c\":{}}");
    sinew__json_value *a = sinew__json_member(json.root, "a");
    sinew__json_remove_after(a, sinew__json_first(a)->next); // the last
    sinew__json_add_number(&json.arena, a, NULL, 1e15);
    sinew__json_remove_after(a, NULL);
    sinew__json_remove_member(json.root, "b"); // both
    sinew__json_remove_member(json.root, "none");
    sinew__json_remove_member(a, "b");
    assert_int_equal(a->count, 2);
    assert_int_equal(json.root->count, 2);
    sinew__json_add_text(&json.arena, sinew__json_member(json.root, "c"), "t", "y");
    assert_non_null(sinew__json_add_copy(&json.arena, a, sinew__json_member(json.root, "c")));
    assert_null(sinew__json_add_number(&json.arena, sinew__json_first(a), "of a number", 1));
    assert_null(sinew__json_add(&json.arena, NULL, NULL, SINEW__JSON_NULL));
    assert_written(json.root, "{\"a\":[2,1000000000000000,{\"t\":\"y\"}],\"c\":{\"t\":\"y\"}}");
    sinew__json_remove_after(a, NULL);
    sinew__json_remove_after(a, NULL);
    sinew__json_remove_after(a, NULL);
    sinew__json_add(&json.arena, a, NULL, SINEW__JSON_TRUE);
    assert_written(a, "[true]");
    sinew__json_free(&json);
}

/// Text written for programs gives every text and number back, also in a locale with a decimal comma.
static void what_is_written_reads_back(void **state)
{
    (void)state;
    static const char text[] =
        "[0.1,-2.5e-07,1e+300,5e-324,-3,\"\\\"\\\\\\u0001\\u007f\xc3\xa9\",[],{},false,{\"k\\n\":null}]";
    static const char expected[] =
        "[0.1,-2.5e-07,1e+300,4.94065645841247e-324,-3,\"\\\"\\\\\\u0001\\u007f\xc3\xa9\",[],{},"
        "false,{\"k\\u000a\":null}]";
    setlocale(LC_NUMERIC, "de_DE.UTF-8");
    sinew__json json = read(text);
    assert_written(json.root, expected);
    sinew__json_free(&json);
    setlocale(LC_NUMERIC, "C");
}

/// Text for people has only printable characters, and numbers of one type.
static void what_is_printed_moves_no_cursor(void **state)
{
    (void)state;
    sinew__buffer out = {0};
    sinew__json_writer writer = sinew__json_begin(&out);
    sinew__json_put_object(&writer, NULL);
    sinew__json_put_text(&writer, "\x1b[2J", "\xff\xe2\x80\xae\xf0\x9d\x85\xb3");
    sinew__json_put_number(&writer, "one", 1);
    sinew__json_put_number(&writer, "none", (double)NAN);
    sinew__json_put_float(&writer, "tenth", 0.1f);
    sinew__json_end_object(&writer);
    sinew__buffer_put_character(&out, '\0');
    assert_string_equal(out.text,
                        "{\"\\u001b[2J\":\"\\\\xff\\u202e\\ud834\\udd73\",\"one\":1.0,\"none\":null,\"tenth\":0.1}");
    sinew__buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_json_is_refused_with_its_line),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(escapes_become_utf8),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(lenient_reading_takes_what_gltf_files_have),
        cmocka_unit_test(trees_are_changed),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(what_is_printed_moves_no_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
