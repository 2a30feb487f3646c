// Patterns of names. Expected: the matches of a POSIX shell (2.13 of the Shell Command Language), but `?` is a
// character of UTF-8, whatever the locale.
#include "support/cmocka_close.h"

#include <string.h>
#include <time.h>

#include "core/base/glob.h"

static void stars_match_any_text(void **state)
{
    (void)state;
    assert_true(sinew__glob_matches("*", ""));
    assert_true(sinew__glob_matches("walk*", "walk"));
    assert_true(sinew__glob_matches("*|walk", "Armature|walk"));
    assert_true(sinew__glob_matches("a*b*c", "a--b-b--c"));
    assert_false(sinew__glob_matches("a*b*c", "a--b-b--"));
    assert_false(sinew__glob_matches("walk", "walking"));
    assert_true(sinew__glob_matches("**", "/a/b"));
}

static void a_question_mark_matches_one_character(void **state)
{
    (void)state;
    assert_true(sinew__glob_matches("Arm?", "ArmL"));
    assert_false(sinew__glob_matches("Arm?", "Arm"));
    assert_true(sinew__glob_matches("?", "\xe8\x85\x95")); // 腕
    assert_false(sinew__glob_matches("??", "\xe8\x85\x95"));
    assert_true(sinew__glob_matches("?", "\xff")); // not UTF-8: a byte
}

static void sets_match_one_byte(void **state)
{
    (void)state;
    assert_true(sinew__glob_matches("[LR]Foot", "LFoot"));
    assert_false(sinew__glob_matches("[LR]Foot", "MFoot"));
    assert_true(sinew__glob_matches("Spine[0-9]", "Spine7"));
    assert_false(sinew__glob_matches("Spine[!0-9]", "Spine7"));
    assert_true(sinew__glob_matches("Spine[^0-9]", "SpineA"));
    assert_true(sinew__glob_matches("[]]", "]"));
    assert_true(sinew__glob_matches("[a-]", "-"));
    assert_false(sinew__glob_matches("[a]", ""));
}

static void a_set_without_an_end_is_text(void **state)
{
    (void)state;
    assert_true(sinew__glob_matches("a[b", "a[b"));
    assert_false(sinew__glob_matches("a[b", "ab"));
    assert_true(sinew__glob_matches("[", "["));
    assert_false(sinew__glob_matches("[!", "a"));
}

static void a_backslash_quotes(void **state)
{
    (void)state;
    assert_true(sinew__glob_matches("a\\*", "a*"));
    assert_false(sinew__glob_matches("a\\*", "ab"));
    assert_true(sinew__glob_matches("a\\", "a\\"));
}

/// A matcher that tries every split of every star needs 4000^10 steps here.
static void many_stars_take_no_time(void **state)
{
    (void)state;
    static char name[4001];
    memset(name, 'a', sizeof name - 1);
    const clock_t begin = clock();
    assert_false(sinew__glob_matches("*a*a*a*a*a*a*a*a*a*a*b", name));
    assert_true((clock() - begin) / CLOCKS_PER_SEC < 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_match_any_text), cmocka_unit_test(a_question_mark_matches_one_character),
        cmocka_unit_test(sets_match_one_byte),  cmocka_unit_test(a_set_without_an_end_is_text),
        cmocka_unit_test(a_backslash_quotes),   cmocka_unit_test(many_stars_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
