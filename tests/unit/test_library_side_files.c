/// Names of side files that were missing, and whether a walk has seen them in a folder that a model would search.
#include "support/cmocka_close.h"

#include <stdio.h>

#include "program/library/walk_folder.h"

static void a_name_is_seen_in_its_folder_and_below_in_any_case(void **state)
{
    (void)state;
    library_sought_names names = {0};
    library_seek_name(&names, "C:\\art\\maps\\Skin.PNG");
    library_seek_name(&names, "my%20buffer.bin");
    library_see_name(&names, "men", "other.png"); // not sought
    library_see_name(&names, "men/maps", "sKIN.png");
    library_see_name(&names, "men-x", "skin.png");
    library_see_name(&names, "", "MY BUFFER.bin");
    library_see_name(&names, "men/maps", "my%20buffer.bin");
    library_sort_seen(&names);
    assert_int_equal(names.seen_count, 4);
    assert_true(library_was_seen_below(&names, "skin.png", ""));
    assert_true(library_was_seen_below(&names, "maps/skin.png", "men/"));
    assert_true(library_was_seen_below(&names, "skin.png", "men/maps/"));
    assert_true(library_was_seen_below(&names, "skin.png", "men-x/"));
    assert_false(library_was_seen_below(&names, "skin.png", "men/maps/deeper/"));
    assert_false(library_was_seen_below(&names, "skin.png", "m/"));
    assert_true(library_was_seen_below(&names, "my%20buffer.bin", "")); // as it is, and decoded
    assert_true(library_was_seen_below(&names, "my%20buffer.bin", "men/"));
    assert_false(library_was_seen_below(&names, "my buffer.bin", "men/"));
    assert_false(library_was_seen_below(&names, "other.png", ""));
    assert_false(names.failed);
    library_sought_names_free(&names);
}

/// More names than the table begins with.
static void any_number_of_names_is_sought(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    library_sought_names names = {0};
    char name[32];
    for (int i = 0; i < 2 * COUNT; ++i) { // each twice
        snprintf(name, sizeof name, "walk%d.events.json", i % COUNT);
        library_seek_name(&names, name);
    }
    assert_int_equal(names.count, COUNT);
    for (int i = 0; i < COUNT; i += 2) {
        snprintf(name, sizeof name, "Walk%d.Events.json", i);
        library_see_name(&names, "deep/er", name);
        library_see_name(&names, "deep/er", "walk-1.events.json");
    }
    library_sort_seen(&names);
    assert_int_equal(names.seen_count, COUNT / 2);
    for (int i = 0; i < COUNT; ++i) {
        snprintf(name, sizeof name, "walk%d.events.json", i);
        assert_int_equal(library_was_seen_below(&names, name, "deep/"), i % 2 == 0);
    }
    library_sought_names_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_seen_in_its_folder_and_below_in_any_case),
        cmocka_unit_test(any_number_of_names_is_sought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
