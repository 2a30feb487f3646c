/// Likeness of motions: descriptors do not change with invisible differences, and differ otherwise.
/// Expressions: tests/cli/library.sh tests their results; here, that none is read beyond its end.
#define _POSIX_C_SOURCE 200809L // strndup
#include "author/retarget/retarget_clips.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/check/check_model.h"
#include "program/library/find_clips.h"
#include "program/library/measure_clip.h"
#include "support/make_body.h"
#include "support/make_dancer.h"

static const dancer original = {.scale = 1, .tempo = 1};

static void describe_with_heading(uint32_t seed, const dancer *like, float out[LIBRARY_DESCRIPTOR],
                                  int16_t out_heading[LIBRARY_HEADING])
{
    dancer of = *like;
    of.seed = seed;
    sinew_model *model = make_dancer(&of, NULL);
    assert_non_null(model);
    library_scratch scratch;
    library_clip_facts facts;
    assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
    assert_int_equal(library_measure_clip(model, 0, &scratch, &facts), SINEW_OK);
    assert_true(facts.has_descriptor);
    assert_int_equal(facts.moved_joints, DANCER_JOINTS);
    memcpy(out, facts.descriptor, sizeof facts.descriptor);
    memcpy(out_heading, facts.heading, sizeof facts.heading);
    library_scratch_free(&scratch);
    sinew_model_destroy(model);
}

static void describe(uint32_t seed, const dancer *like, float out[LIBRARY_DESCRIPTOR])
{
    int16_t heading[LIBRARY_HEADING];
    describe_with_heading(seed, like, out, heading);
}

static void what_makes_no_difference_gives_the_same_descriptor(void **state)
{
    (void)state;
    const dancer copies[] = {{.scale = 0.01, .tempo = 1},
                             {.scale = 1, .tempo = 1, .is_mirrored = 1},
                             {.scale = 1, .tempo = 1, .is_renamed = 1},
                             {.scale = 1, .tempo = 0.8},
                             {.scale = 3, .tempo = 1.25, .is_mirrored = 1, .is_renamed = 1}};
    float first[LIBRARY_DESCRIPTOR], second[LIBRARY_DESCRIPTOR];
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        describe(seed, &original, first);
        assert_true(library_is_moving(first));
        for (size_t i = 0; i < sizeof copies / sizeof *copies; ++i) {
            describe(seed, &copies[i], second);
            assert_close(library_motion_distance(first, second), 0, 2e-3); // of single precision, and of times in ticks
        }
    }
}

/// Half a degree of noise moves a motion less than any other motion is away.
static void the_nearest_of_many_is_the_noisy_copy(void **state)
{
    (void)state;
    enum { MANY = 60 };
    static float all[MANY][LIBRARY_DESCRIPTOR];
    const dancer noisy = {.scale = 2, .tempo = 1.2, .noise = 0.5, .is_mirrored = 1, .is_renamed = 1};
    float looked_for[LIBRARY_DESCRIPTOR];
    for (uint32_t i = 0; i < MANY; ++i) describe(i + 1, &original, all[i]);
    for (uint32_t i = 0; i < MANY; ++i) {
        describe(i + 1, &noisy, looked_for);
        const double own = library_motion_distance(all[i], looked_for);
        for (uint32_t k = 0; k < MANY; ++k)
            if (k != i && library_motion_distance(all[k], looked_for) < 3 * own)
                fail_msg("%u is as near to %u as its copy", (unsigned)k, (unsigned)i);
    }
}

/// |mean of a − mean of b| ≤ d · √12: Cauchy and Schwarz.
static void means_bound_the_distance(void **state)
{
    (void)state;
    float first[LIBRARY_DESCRIPTOR], second[LIBRARY_DESCRIPTOR];
    double first_means[LIBRARY_FEATURES], second_means[LIBRARY_FEATURES];
    for (uint32_t seed = 1; seed <= 40; ++seed) {
        describe(seed, &original, first);
        describe(seed + 1, &original, second);
        library_motion_means(first, first_means);
        library_motion_means(second, second_means);
        const double bound = library_motion_distance(first, second) * sqrt(LIBRARY_FEATURES);
        for (int i = 0; i < LIBRARY_FEATURES; ++i)
            assert_true(fabs(first_means[i] - second_means[i]) <= bound * 1.0001);
    }
}

/// Whether `check` says of the clip of a dancer that it closes like a loop.
static int check_finds_loop(const sinew_model *model)
{
    check_report report = {0};
    check_file_facts facts;
    check_contract contract;
    const char *const codes[] = {"L04"};
    const check_selection selection = {.only = codes, .only_count = 1};
    check_contract_init(&contract);
    assert_int_equal(check_model(model, "dancer.fbx", NULL, NULL, &contract, &selection, &report, &facts, NULL),
                     SINEW_OK);
    const int found = report.count > 0;
    check_contract_free(&contract);
    sinew__arena_free(&report.arena);
    return found;
}

/// Dancers whose last key is their first one are loops, whether they travel or not, unless their
/// velocity jumps there by more than anywhere else. Others are not loops.
static void library_and_check_agree_on_loops(void **state)
{
    (void)state;
    int seen = 0; // 1: in place, 2: travelling
    for (uint32_t i = 0; i < 16; ++i) {
        const dancer of = {.seed = i + 1, .scale = 1, .tempo = 1, .speed = i & 1 ? 120 : 0, .is_loop = (i & 2) != 0};
        sinew_model *model = make_dancer(&of, NULL);
        library_scratch scratch;
        library_clip_facts facts;
        assert_non_null(model);
        assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
        assert_int_equal(library_measure_clip(model, 0, &scratch, &facts), SINEW_OK);
        assert_true(facts.loops >= 0);
        assert_int_equal(check_finds_loop(model), facts.loops);
        assert_true(of.is_loop || !facts.loops);
        if (facts.loops) seen |= i & 1 ? 2 : 1;
        assert_close(facts.travel.speed, of.speed / 100, 1e-4);
        library_scratch_free(&scratch);
        sinew_model_destroy(model);
    }
    assert_int_equal(seen, 3);
}

/// Properties that the distance ignores: the direction and the side.
static void copies_that_are_rotated_or_mirrored_are_told(void **state)
{
    (void)state;
    static const dancer copies[] = {{.scale = 0.01, .tempo = 1, .is_renamed = 1},
                                    {.scale = 1, .tempo = 0.8, .heading = 90},
                                    {.scale = 1, .tempo = 1, .heading = -30},
                                    {.scale = 3, .tempo = 1, .is_mirrored = 1},
                                    {.scale = 1, .tempo = 1, .heading = 45, .is_mirrored = 1}};
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        float motion[LIBRARY_DESCRIPTOR];
        int16_t first[LIBRARY_HEADING], second[LIBRARY_HEADING];
        double degrees;
        describe_with_heading(seed, &original, motion, first);
        for (size_t i = 0; i < sizeof copies / sizeof *copies; ++i) {
            describe_with_heading(seed, &copies[i], motion, second);
            assert_int_equal(library_compare_headings(first, second, &degrees), copies[i].is_mirrored);
            if (!copies[i].is_mirrored) assert_close(degrees, copies[i].heading, 0.5);
        }
    }
}

static void describe_body(const dancer *of, int8_t out[LIBRARY_BODY_DESCRIPTOR])
{
    sinew_model *model = make_dancer(of, NULL);
    library_scratch scratch;
    sinew_body_map map;
    assert_non_null(model);
    assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
    assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
    assert_int_equal(library_describe_body(model, 0, &map, sinew_body_leg_length(model, &map), &scratch, out), 1);
    library_scratch_free(&scratch);
    sinew_model_destroy(model);
}

/// Numbers are stored in 1/127, which is 0.02 of the distance's unit.
static void a_body_is_alike_when_it_is_scaled_mirrored_or_slower(void **state)
{
    (void)state;
    int8_t first[LIBRARY_BODY_DESCRIPTOR], second[LIBRARY_BODY_DESCRIPTOR];
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        describe_body(&(dancer){.seed = seed, .scale = 1, .tempo = 1, .speed = 100}, first);
        describe_body(&(dancer){.seed = seed, .scale = 3, .tempo = 0.8, .speed = 80, .is_mirrored = 1}, second);
        assert_close(library_body_distance(first, second), 0, 0.02);
        describe_body(&(dancer){.seed = seed, .scale = 1, .tempo = 1, .speed = 100, .has_other_leg = 1}, second);
        assert_true(library_body_distance(first, second) > 0.1);
        describe_body(&(dancer){.seed = seed + 1, .scale = 1, .tempo = 1, .speed = 100}, second);
        assert_true(library_body_distance(first, second) > 0.3);
    }
}

/// The arm points to the left, up and backwards; mirrored with and without an exchange of the names.
static void both_kinds_of_mirror_are_at_no_distance(void **state)
{
    (void)state;
    int8_t first[LIBRARY_BODY_DESCRIPTOR] = {0}, kept[LIBRARY_BODY_DESCRIPTOR] = {0},
           exchanged[LIBRARY_BODY_DESCRIPTOR] = {0}, other[LIBRARY_BODY_DESCRIPTOR] = {0};
    const int left_arm = 3, right_arm = 15; // after the spine, and after four segments of the left side
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        const int at = phase * LIBRARY_BODY_FEATURES;
        const int8_t arm[] = {60, 90, -60};
        memcpy(first + at + left_arm, arm, 3);
        memcpy(kept + at + left_arm, ((const int8_t[]){60, 90, 60}), 3);
        memcpy(exchanged + at + right_arm, ((const int8_t[]){60, -90, -60}), 3);
        memcpy(other + at + right_arm, arm, 3);
    }
    assert_close(library_body_distance(first, kept), 0, 0);
    assert_close(library_body_distance(first, exchanged), 0, 0);
    // Of 31 numbers 2 · (60² + 90² + 60²) differ, in units of 0.4 · 127. After an exchange it would be 180².
    assert_close(library_body_distance(first, other), sqrt(30600.0 / 31) / (0.4 * 127), 1e-9);
}

// ---- other bodies -------------------------------------------------------------------------------------------------

/// The library's data of a clip.
typedef struct described {
    float motion[LIBRARY_DESCRIPTOR];
    int8_t body[LIBRARY_BODY_DESCRIPTOR];
    int is_body;
} described;

static void describe_clip(const sinew_model *model, described *out)
{
    library_scratch scratch;
    sinew_body_map map;
    assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
    assert_int_equal(library_describe_motion(model, 0, &scratch, out->motion), 1);
    out->is_body = sinew_body_map_find(model, &map, NULL) == SINEW_OK &&
                   library_describe_body(model, 0, &map, sinew_body_leg_length(model, &map), &scratch, out->body);
    library_scratch_free(&scratch);
}

static double clip_distance(const described *a, const described *b)
{
    const double motions = library_motion_distance(a->motion, b->motion);
    return a->is_body && b->is_body ? fmin(motions, library_body_distance(a->body, b->body)) : motions;
}

/// The dance of a seed on another body, whose joints have names that say nothing if it is `unnamed`.
static void describe_retargeted(uint32_t seed, const body_options *like, int is_unnamed, described *out)
{
    static const char *const nameless[BODY_JOINTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l",
                                                      "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w"};
    body_options options = *like;
    sinew_model *named = make_body(&options), *retargeted, *dance;
    options.names = is_unnamed ? nameless : NULL;
    sinew_model *body = make_body(&options);
    sinew_body_map map;
    dance = make_dancer(&(dancer){.seed = seed, .scale = 1, .tempo = 1, .speed = seed % 4 * 50}, NULL);
    assert_int_equal(sinew_body_map_find(named, &map, NULL), SINEW_OK);
    const sinew_retarget_options how = {.character_map = &map};
    assert_int_equal(sinew__retarget_clips(body, dance, &how, &retargeted, NULL), SINEW_OK);
    describe_clip(retargeted, out);
    assert_int_equal(out->is_body, !is_unnamed);
    sinew_model_destroy(named);
    sinew_model_destroy(body);
    sinew_model_destroy(dance);
    sinew_model_destroy(retargeted);
}

/// Five bodies with other proportions, none to three wrappers, other axes and units. The source is the nearest of all.
static void a_clip_on_another_body_is_nearest_to_its_source(void **state)
{
    (void)state;
    enum { MANY = 60, BODIES = 5, TRIED = 20 };
    static const body_options bodies[BODIES] = {
        {.size = 1},
        {.size = 2, .arms_down = 40, .axes_seed = 3, .forearm = 0.35, .wrappers = 1},
        {.size = 90, .forearm = 0.2, .hips = 0.14, .wrappers = 2, .wrapper_scale = 100},
        {.size = 1.5, .arms_down = 60, .shin = 0.38, .wrappers = 3, .wrapper_scale = 0.01},
        {.size = 100, .shin = 0.52, .forearm = 0.3, .axes_seed = 8, .wrappers = 3}};
    static described all[MANY];
    int found[2] = {0, 0};
    for (uint32_t i = 0; i < MANY; ++i) {
        sinew_model *dance =
            make_dancer(&(dancer){.seed = i + 1, .scale = 1, .tempo = 1, .speed = (i + 1) % 4 * 50}, NULL);
        describe_clip(dance, &all[i]);
        sinew_model_destroy(dance);
    }
    for (uint32_t i = 0; i < TRIED; ++i)
        for (int of = 0; of < 2 * BODIES; ++of) {
            described looked_for;
            describe_retargeted(i + 1, &bodies[of / 2], of % 2, &looked_for);
            const double own = clip_distance(&all[i], &looked_for);
            int nearer = 0;
            for (uint32_t k = 0; k < MANY; ++k) nearer += k != i && clip_distance(&all[k], &looked_for) <= own;
            found[of % 2] += nearer == 0;
        }
    assert_true(found[0] >= 0.95 * TRIED * BODIES);
    assert_true(found[1] >= 0.95 * TRIED * BODIES);
}

// ---- poses --------------------------------------------------------------------------------------------------------

static void describe_poses(uint32_t seed, sinew__arena *arena, library_poses *out)
{
    dancer of = original;
    of.seed = seed;
    sinew_model *model = make_dancer(&of, NULL);
    library_scratch scratch;
    assert_non_null(model);
    assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
    *out = library_describe_poses(model, 0, &scratch, arena);
    assert_int_equal(out->count, 31); // two seconds at 15 per second, and the first
    library_scratch_free(&scratch);
    sinew_model_destroy(model);
}

/// A pose of a copy, whatever was done to it, is found in its own motion at its own time, and is in no other motion.
static void a_pose_is_found_in_its_motion_at_its_time(void **state)
{
    (void)state;
    enum { MANY = 40 };
    library_poses all[MANY];
    sinew__arena arena = {0};
    for (uint32_t i = 0; i < MANY; ++i) describe_poses(i + 1, &arena, &all[i]);
    for (uint32_t i = 0; i < MANY; ++i) {
        const dancer copy = {.seed = i + 1, .scale = 0.5, .tempo = 0.8, .is_mirrored = 1, .is_renamed = 1};
        const double expected = 0.1 + 0.02 * i;
        double pose[LIBRARY_POSE_FEATURES], part, other;
        sinew_model *model = make_dancer(&copy, NULL);
        library_scratch scratch;
        assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
        assert_int_equal(library_describe_pose(model, 0, expected * 2 / 0.8, &scratch, pose), 1);
        const double own = library_pose_distance(&all[i], pose, &part);
        assert_close(part, expected, 0.02);
        for (uint32_t k = 0; k < MANY; ++k)
            if (k != i) assert_true(library_pose_distance(&all[k], pose, &other) > own);
        library_scratch_free(&scratch);
        sinew_model_destroy(model);
    }
    sinew__arena_free(&arena);
}

// ---- dates --------------------------------------------------------------------------------------------------------

/// Expected values come from `date -u -d … +%s`.
static void dates_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t seconds;
    } known[] = {{"1970-01-01", 0},
                 {"2000-02-29", 951782400},
                 {"2026-11-01", 1793491200},
                 {"2100-03-01", 4107542400},
                 {"9999-12-31", 253402214400}};
    static const char *const wrong[] = {"1969-12-31", "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-01",
                                        "2026-1-1",   "26-11-01",   "2026-11-00", "yesterday",  ""};
    char text[LIBRARY_DATE_SIZE];
    int64_t seconds;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        const char *end = library_read_date(known[i].text, &seconds);
        assert_true(end && !*end);
        assert_int_equal(seconds, known[i].seconds);
        library_write_time(seconds + 45296, text); // 12:34:56
        assert_memory_equal(text, known[i].text, 10);
        assert_string_equal(text + 10, "T12:34:56Z");
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) assert_null(library_read_date(wrong[i], &seconds));
    library_write_time(-1, text);
    assert_string_equal(text, "");
}

// ---- expressions --------------------------------------------------------------------------------------------------

static void expressions_cut_short_anywhere_end_within_their_bytes(void **state)
{
    (void)state;
    static const char whole[] = "not (speed 1.2..1.6 or loop) and check!=W18 and range('a b')>=3 and clip='a b' and "
                                "changed>=2026-11-01 and walk*";
    for (size_t length = 0; length < sizeof whole; ++length) {
        char *text = strndup(whole, length); // whose end a sanitizer guards
        library_query query;
        sinew_error error = {0};
        const sinew_result result = library_parse_query(text, &query, &error);
        assert_true(result == SINEW_OK || (result == SINEW_ERROR_INVALID_ARGUMENT && error.message[0]));
        if (length + 1 == sizeof whole) assert_int_equal(result, SINEW_OK);
        library_query_free(&query);
        free(text);
    }
}

/// The values of a statement are never part of its text.
static void values_are_bound(void **state)
{
    (void)state;
    library_query query;
    assert_int_equal(library_parse_query("clip=\"x'; DROP TABLE files; --\" and speed>=1e3", &query, NULL), SINEW_OK);
    assert_null(strstr(query.sql.text, "DROP"));
    assert_int_equal(query.value_count, 2);
    assert_string_equal(query.texts[0], "x'; DROP TABLE files; --");
    assert_close(query.numbers[1], 1000, 0);
    library_query_free(&query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_difference_gives_the_same_descriptor),
        cmocka_unit_test(the_nearest_of_many_is_the_noisy_copy),
        cmocka_unit_test(means_bound_the_distance),
        cmocka_unit_test(library_and_check_agree_on_loops),
        cmocka_unit_test(copies_that_are_rotated_or_mirrored_are_told),
        cmocka_unit_test(a_body_is_alike_when_it_is_scaled_mirrored_or_slower),
        cmocka_unit_test(both_kinds_of_mirror_are_at_no_distance),
        cmocka_unit_test(a_clip_on_another_body_is_nearest_to_its_source),
        cmocka_unit_test(a_pose_is_found_in_its_motion_at_its_time),
        cmocka_unit_test(dates_are_read_and_written),
        cmocka_unit_test(expressions_cut_short_anywhere_end_within_their_bytes),
        cmocka_unit_test(values_are_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
