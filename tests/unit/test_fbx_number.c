// Numbers of ASCII files. Expected values are the C library's: strtod in the C locale rounds correctly.
#include "support/cmocka_close.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_parse.h"

static double parse(const char *text)
{
    double number = 77;
    int64_t integer;
    int is_integer;
    const char *end = text + strlen(text);
    assert_ptr_equal(sinew__fbx_parse_number(text, end, &number, &integer, &is_integer), end);
    return number;
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"", "-", "+", ".", "-.", "x", "e5", "--1"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; ++i) {
        double number;
        int64_t integer;
        int is_integer;
        assert_null(sinew__fbx_parse_number(WRONG[i], WRONG[i] + strlen(WRONG[i]), &number, &integer, &is_integer));
    }
}

static void integers_keep_all_64_bits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
        int is_integer;
    } CASES[] = {
        {"9223372036854775807", INT64_MAX, 1},
        {"-9223372036854775808", INT64_MIN, 1},
        {"9223372036854775808", 0, 0},
        {"46186158001", INT64_C(46186158001), 1},
        {"-0007", -7, 1},
        {"1.0", 0, 0},
        {"1e3", 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        double number;
        int64_t integer = 5;
        int is_integer;
        const char *end = CASES[i].text + strlen(CASES[i].text);
        assert_ptr_equal(sinew__fbx_parse_number(CASES[i].text, end, &number, &integer, &is_integer), end);
        assert_int_equal(is_integer, CASES[i].is_integer);
        if (is_integer) assert_true(integer == CASES[i].value);
    }
}

static void numbers_are_rounded_as_strtod_rounds(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "0.999999940395355",
        "-2.71626615524292",
        "1.78813934326172e-07",
        "6.12323399573677e-17",
        "1e308",
        "4.9e-324",
        "1e-400",
        "1e400",
        "9007199254740993",
        "9007199254740992.99999999999999999999",
        "179769313486231580793e289",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000123456789012345678901",
        "2.2250738585072011e-308",
        "5",
        ".5",
        "5.",
        "-.5e-3",
        "1e22",
        "1e23",
        "8.41e21",
        "0",
        "-0",
        "0.0000",
        "4503599627370496.5", // between two doubles: to the even one
        "4503599627370497.5",
        "4503599627370497.501",
        "9999999999999999999e-27",
        "9007199254740993e-27",
        "9007199254740993e-28",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        const double expected = strtod(TEXTS[i], NULL), actual = parse(TEXTS[i]);
        if (memcmp(&expected, &actual, sizeof actual) != 0)
            fail_msg("%s: %.17g, expected %.17g", TEXTS[i], actual, expected);
    }
}

/// Xorshift (Marsaglia 2003).
static uint64_t next_random(uint64_t seed)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^ seed << 17;
}

static void random_numbers_are_rounded_as_strtod_rounds(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 200000; ++i) {
        seed = next_random(seed);
        double number;
        memcpy(&number, &seed, sizeof number);
        if (!isfinite(number)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.*g", 1 + i % 20, number);
        if (parse(text) != strtod(text, NULL)) fail_msg("%s", text);
    }
}

/// Positions and angles as ASCII files have them: 16 to 19 digits, up to 27 of them after the point.
static void random_decimals_are_rounded_as_strtod_rounds(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 200000; ++i) {
        seed = next_random(seed);
        char text[64];
        snprintf(text, sizeof text, "%llue-%d", (unsigned long long)(seed % UINT64_C(10000000000000000000)), i % 28);
        if (parse(text) != strtod(text, NULL)) fail_msg("%s", text);
    }
}

static void infinite_and_undefined_numbers_are_read_as_they_are(void **state)
{
    (void)state;
    assert_true(isnan(parse("nan")));
    assert_true(isnan(parse("-nan")));
    assert_true(isnan(parse("-1.#IND")));
    assert_true(isnan(parse("1.#QNAN0")));
    assert_true(isnan(parse("-nan(ind)")));
    assert_true(isnan(parse("nan(snan)")));
    assert_true(parse("1.#INF") == HUGE_VAL);
    assert_true(parse("-inf") == -HUGE_VAL);
    assert_true(parse("Infinity") == HUGE_VAL);
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const LOCALES[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C"};
    for (size_t i = 0; i < sizeof LOCALES / sizeof *LOCALES; ++i)
        if (setlocale(LC_NUMERIC, LOCALES[i])) break;
    assert_close(parse("0.12345678901234567"), 1234567890123456.0 / 1e16, 1e-15);
    assert_close(parse("3.25"), 3.25, 0);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(integers_keep_all_64_bits),
        cmocka_unit_test(numbers_are_rounded_as_strtod_rounds),
        cmocka_unit_test(random_numbers_are_rounded_as_strtod_rounds),
        cmocka_unit_test(random_decimals_are_rounded_as_strtod_rounds),
        cmocka_unit_test(infinite_and_undefined_numbers_are_read_as_they_are),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
