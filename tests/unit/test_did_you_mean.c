/// Distances between words, counted by hand.
#include "support/cmocka_close.h"

#include <string.h>

#include "core/base/word_table.h"

static void one_change_is_one_step(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int distance;
    } rows[] = {
        {"", "", 0},         {"", "abc", 3},           {"clip", "clip", 0}, {"clip", "clipp", 1},
        {"clip", "cip", 1},  {"clip", "slip", 1},      {"info", "inof", 1}, {"Info", "iNFO", 0},
        {"tree", "keys", 4}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, // an exchanged pair is not edited again
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_int_equal(sinew__word_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(sinew__word_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
}

static void words_of_any_length_are_compared(void **state)
{
    (void)state;
    char longest[64], longer[1000];
    memset(longest, 'a', 63);
    longest[63] = '\0';
    memset(longer, 'a', 999);
    longer[999] = '\0';
    assert_int_equal(sinew__word_distance(longest, longest), 0);
    assert_int_equal(sinew__word_distance(longest, longer), 999);
    assert_int_equal(sinew__word_distance(longer, "a"), 999);
}

static void short_words_must_be_nearer(void **state)
{
    (void)state;
    assert_true(sinew__word_is_near("at", 1));
    assert_false(sinew__word_is_near("at", 2));
    assert_true(sinew__word_is_near("format", 2));
    assert_false(sinew__word_is_near("format", 3));
    assert_true(sinew__word_is_near("LeftForeArm", 3));
    assert_false(sinew__word_is_near("LeftForeArm", 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_change_is_one_step),
        cmocka_unit_test(words_of_any_length_are_compared),
        cmocka_unit_test(short_words_must_be_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
