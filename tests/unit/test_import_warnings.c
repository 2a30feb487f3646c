/// Warnings of an import: one line per kind.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

#include "import/import_pass.h"

static const sinew_raw_warning *line(const sinew_raw_model *raw, int32_t index)
{
    assert_true(index < raw->warning_count);
    return &raw->warnings[index];
}

static void warnings_that_differ_in_names_and_numbers_are_one_line(void **state)
{
    (void)state;
    import_pass pass = {0};
    static const char *const objects[] = {"Leg", "Leg", "Arm", "Hand", "Arm", "Foot", "Toe"};
    for (int i = 0; i < 7; ++i)
        sinew__import_warn(&pass, IMPORT_WARNING_CONSTRAINT, objects[i], "its '%d' follows '%s' by %d", i, objects[i],
                           10 * i);
    sinew__import_warn(&pass, IMPORT_WARNING_CONSTRAINT, "Leg", "another text");
    sinew__import_warn(&pass, IMPORT_WARNING_APPROXIMATED, "Leg", "another text");
    sinew__import_warn(&pass, IMPORT_WARNING_APPROXIMATED, "Leg", "another text");
    sinew__import_warnings_finish(&pass);
    assert_int_equal(pass.raw.warning_count, 3);
    assert_string_equal(line(&pass.raw, 0)->code, "I16");
    assert_string_equal(line(&pass.raw, 0)->object, "Leg");
    assert_string_equal(line(&pass.raw, 0)->text, "its '0' follows 'Leg' by 0 (and 6 more: 'Arm', 'Hand', 'Foot', …)");
    assert_string_equal(line(&pass.raw, 1)->text, "another text");
    assert_string_equal(line(&pass.raw, 2)->code, "I17");
    assert_string_equal(line(&pass.raw, 2)->text, "another text (and 1 more)");
    sinew__arena_free(&pass.arena);
}

static void kinds_of_a_code_are_limited(void **state)
{
    (void)state;
    import_pass pass = {0};
    for (int i = 0; i < IMPORT_WARNING_KINDS + 5; ++i) {
        char text[64] = {0};
        memset(text, 'a' + i % 26, (size_t)i + 1);
        sinew__import_warn(&pass, IMPORT_WARNING_DOCUMENT, "x", "%s", text);
    }
    sinew__import_warnings_finish(&pass);
    assert_int_equal(pass.raw.warning_count, IMPORT_WARNING_KINDS + 1);
    assert_string_equal(line(&pass.raw, IMPORT_WARNING_KINDS)->text, "and 5 more: the FBX document contradicts itself");
    sinew__arena_free(&pass.arena);
}

static void muted_warnings_are_not_kept(void **state)
{
    (void)state;
    import_pass pass = {0};
    sinew__import_warn(&pass, IMPORT_WARNING_BAD_KEYS, "a", "text");
    pass.warnings.is_muted = 1;
    sinew__import_warn(&pass, IMPORT_WARNING_BAD_KEYS, "b", "text");
    pass.warnings.is_muted = 0;
    sinew__import_warnings_finish(&pass);
    assert_int_equal(pass.raw.warning_count, 1);
    assert_string_equal(line(&pass.raw, 0)->text, "text");
    sinew__arena_free(&pass.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_that_differ_in_names_and_numbers_are_one_line),
        cmocka_unit_test(kinds_of_a_code_are_limited),
        cmocka_unit_test(muted_warnings_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
