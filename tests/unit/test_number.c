/// Numbers as text: shortest, and read back to the same.
#include "support/cmocka_close.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"

static void plain_numbers_look_plain(void **state)
{
    (void)state;
    static const struct {
        float number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-0.0f, "0"},
        {1, "1"},
        {-1, "-1"},
        {0.5f, "0.5"},
        {0.1f, "0.1"},
        {100, "100"},
        {1e6f, "1000000"},
        {12.25f, "12.25"},
        {-0.001f, "-0.001"},
        {0.0001f, "0.0001"},
        {3.1415927f, "3.1415927"},
        {16777216, "16777216"},
        {1e-5f, "1e-05"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[SINEW__NUMBER_SIZE];
        const size_t length = sinew__format_float(rows[i].number, text);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(length, strlen(text));
    }
}

static void floats_read_back_and_no_shorter_text_does(void **state)
{
    (void)state;
    uint32_t bits = 0x2545f491u;
    for (int i = 0; i < 300000; ++i) {
        bits ^= bits << 13, bits ^= bits >> 17, bits ^= bits << 5; // xorshift
        float number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) continue;
        if (i % 2) number = (float)((double)(int32_t)bits / 4e6); // coordinates, mostly
        char text[SINEW__NUMBER_SIZE], shorter[SINEW__NUMBER_SIZE];
        sinew__format_float(number, text);
        if (strtof(text, NULL) != number) fail_msg("%.9g was written as %s", (double)number, text);
        if (strchr(text, 'e')) continue; // its digits are not all of its text
        int digits = 9;
        for (; digits > 1; --digits) {
            snprintf(shorter, sizeof shorter, "%.*g", digits - 1, (double)number);
            if (strtof(shorter, NULL) != number) break;
        }
        int written = 0;
        const char *digit = text + strspn(text, "-0.");
        for (const char *c = digit; *c; ++c) written += *c != '.';
        if (!strchr(text, '.')) continue; // zeros at the end of a whole number
        if (written > digits) fail_msg("%s is longer than %d digits", text, digits);
    }
}

static void doubles_read_back(void **state)
{
    (void)state;
    static const double numbers[] = {0,         1,      0.1, 1.0 / 3, 1e-300, DBL_MAX, DBL_MIN, 123456789.123456789,
                                     0.1 + 0.2, -2.5e-7};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        char text[SINEW__NUMBER_SIZE];
        const size_t length = sinew__format_double(numbers[i], text);
        assert_int_equal(length, strlen(text));
        assert_close(strtod(text, NULL), numbers[i], 0);
    }
    char text[SINEW__NUMBER_SIZE];
    sinew__format_double(0.1, text);
    assert_string_equal(text, "0.1");
    sinew__format_double(0.1 + 0.2, text);
    assert_string_equal(text, "0.30000000000000004");
}

static void numbers_are_rounded_to_digits(void **state)
{
    (void)state;
    char text[SINEW__NUMBER_SIZE];
    assert_int_equal(sinew__format_rounded(3.14159, 3, text), 4);
    assert_string_equal(text, "3.14");
    sinew__format_rounded(25, 3, text);
    assert_string_equal(text, "25");
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("skipped: no de_DE.UTF-8 locale here\n");
        skip();
    }
    char small[SINEW__NUMBER_SIZE], usual[SINEW__NUMBER_SIZE], precise[SINEW__NUMBER_SIZE], rounded[SINEW__NUMBER_SIZE];
    sinew__format_float(1.5e-9f, small);
    sinew__format_float(1.5f, usual);
    const size_t length = sinew__format_double(1.5, precise);
    sinew__format_rounded(1.53, 2, rounded);
    setlocale(LC_NUMERIC, "C");
    assert_close(strtof(small, NULL), 1.5e-9f, 0);
    assert_string_equal(usual, "1.5");
    assert_string_equal(precise, "1.5");
    assert_string_equal(rounded, "1.5");
    assert_int_equal(length, 3);
}

static void sizes_are_named_for_people(void **state)
{
    (void)state;
    static const struct {
        double bytes;
        const char *text;
    } rows[] = {{0, "0 bytes"},           {1023, "1023 bytes"},   {1024, "1 KB"},
                {285 * 0x1p20, "285 MB"}, {0x1p30 - 1, "1.0 GB"}, {2 * 0x1p30, "2.0 GB"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[SINEW__SIZE_TEXT];
        sinew__size_text(rows[i].bytes, text);
        assert_string_equal(text, rows[i].text);
    }
}

static void doubles_are_sorted_in_ascending_order(void **state)
{
    (void)state;
    const double numbers[] = {-(double)INFINITY, -2, -0.0, 1e-300, 3, (double)INFINITY};
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k)
            assert_int_equal(sinew__compare_doubles(&numbers[i], &numbers[k]), (i > k) - (i < k));
    const double zero = 0, nan = (double)NAN;
    assert_int_equal(sinew__compare_doubles(&zero, &numbers[2]), 0);
    assert_int_equal(sinew__compare_doubles(&nan, &numbers[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_numbers_look_plain),
        cmocka_unit_test(sizes_are_named_for_people),
        cmocka_unit_test(doubles_are_sorted_in_ascending_order),
        cmocka_unit_test(floats_read_back_and_no_shorter_text_does),
        cmocka_unit_test(doubles_read_back),
        cmocka_unit_test(numbers_are_rounded_to_digits),
        cmocka_unit_test(a_comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
