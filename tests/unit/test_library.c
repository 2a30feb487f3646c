/// Likeness of motions: descriptors do not change with what makes no difference to the eye, and differ otherwise.
/// Expressions: what they select is tested by tests/cli/library.sh; here, that none is read beyond its end.
#define _POSIX_C_SOURCE 200809L // strndup
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/describe_motion.h"
#include "library/query.h"
#include "support/make_model.h"
#include "support/random_number.h"

enum { JOINTS = 17, KEYS = 9 };

/// What makes no difference.
typedef struct variant {
    double scale, speed, noise; ///< noise in degrees
    int is_mirrored, is_renamed;
} variant;

static const variant original = {.scale = 1, .speed = 1};

/// Hips, three joints of spine, and three of each limb, with a random motion of `seed`.
static sinew_model *make_dancer(uint32_t seed, const variant *like)
{
    static const int parent[JOINTS] = {SINEW_NONE, 0, 1, 2, 3, 3, 5, 6, 3, 8, 9, 1, 11, 12, 1, 14, 15};
    static const double place[JOINTS][3] = {{0, 0, 0},   {0, 95, 0},  {0, 20, 0},  {0, 25, 0},   {0, 20, 0},
                                            {15, 10, 0}, {28, 0, 0},  {25, 0, 0},  {-15, 10, 0}, {-28, 0, 0},
                                            {-25, 0, 0}, {10, -5, 0}, {0, -42, 0}, {0, -40, 5},  {-10, -5, 0},
                                            {0, -42, 0}, {0, -40, 5}};
    static char names[JOINTS][16];
    sinew_raw_joint joints[JOINTS];
    sinew_transform_stack stacks[JOINTS];
    sinew_curve_key keys[JOINTS][3][KEYS];
    sinew_raw_curve curves[JOINTS][3];
    sinew_raw_channel channels[JOINTS];
    memset(joints, 0, sizeof joints);
    memset(stacks, 0, sizeof stacks);
    memset(keys, 0, sizeof keys);
    memset(curves, 0, sizeof curves);
    memset(channels, 0, sizeof channels);
    uint32_t noise = 99;
    const double range = random_number(&seed, 10, 70), mirror = like->is_mirrored ? -1 : 1;
    for (int i = 0; i < JOINTS; ++i) {
        snprintf(names[i], sizeof names[i], like->is_renamed ? "bone_%d" : "j%d", i);
        for (int k = 0; k < 3; ++k) {
            stacks[i].translation[k] = place[i][k] * like->scale * (k == 0 ? mirror : 1);
            stacks[i].scaling[k] = 1;
        }
        stacks[i].rotation_active = 1;
        stacks[i].inherit_type = SINEW_INHERIT_RSrs;
        joints[i] = (sinew_raw_joint){
            .name = names[i], .parent = parent[i], .stack = &stacks[i], .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
        channels[i] = (sinew_raw_channel){.joint = i, .property = SINEW_CHANNEL_ROTATION};
        for (int k = 0; k < 3; ++k) {
            const double side = k == 0 ? 1 : mirror; // a mirror turns rotations about y and z round
            for (int t = 0; t < KEYS; ++t)
                keys[i][k][t] = (sinew_curve_key){.ticks = (int64_t)(t * 46186158000.0 / 4 / like->speed),
                                                  .value = side * random_number(&seed, -range, range) * (i > 0) +
                                                           random_number(&noise, -like->noise, like->noise),
                                                  .interpolation = SINEW_LINEAR};
            curves[i][k] = (sinew_raw_curve){.keys = keys[i][k], .key_count = KEYS};
            channels[i].curve[k] = &curves[i][k];
        }
    }
    const sinew_raw_clip clip = {
        .name = "dance", .duration = (KEYS - 1) / 4.0 / like->speed, .channels = channels, .channel_count = JOINTS};
    return make_model(&(sinew_raw_model){.joints = joints, .joint_count = JOINTS, .clips = &clip, .clip_count = 1});
}

static void describe(uint32_t seed, const variant *like, float out[LIBRARY_DESCRIPTOR])
{
    sinew_model *model = make_dancer(seed, like);
    library_scratch scratch;
    library_clip_facts facts;
    assert_int_equal(library_scratch_create(model, &scratch, NULL), SINEW_OK);
    library_measure_clip(model, 0, SINEW_NONE, &scratch, &facts);
    assert_true(facts.has_descriptor);
    assert_int_equal(facts.moved_joints, JOINTS);
    memcpy(out, facts.descriptor, sizeof facts.descriptor);
    library_scratch_free(&scratch);
    sinew_model_destroy(model);
}

static void what_makes_no_difference_gives_the_same_descriptor(void **state)
{
    (void)state;
    const variant copies[] = {{.scale = 0.01, .speed = 1},
                              {.scale = 1, .speed = 1, .is_mirrored = 1},
                              {.scale = 1, .speed = 1, .is_renamed = 1},
                              {.scale = 1, .speed = 0.8},
                              {.scale = 3, .speed = 1.25, .is_mirrored = 1, .is_renamed = 1}};
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
    const variant noisy = {.scale = 2, .speed = 1.2, .noise = 0.5, .is_mirrored = 1, .is_renamed = 1};
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

// ---- expressions --------------------------------------------------------------------------------------------------

static void expressions_cut_short_anywhere_end_within_their_bytes(void **state)
{
    (void)state;
    static const char whole[] = "not (speed 1.2..1.6 or loop) and clip='a b' and changed>=2026-11-01 and walk*";
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
        cmocka_unit_test(expressions_cut_short_anywhere_end_within_their_bytes),
        cmocka_unit_test(values_are_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
