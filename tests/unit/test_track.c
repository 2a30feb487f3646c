/// Cubic tracks, by paper arithmetic. At thirds of a segment the Hermite functions of its first value, first tangent,
/// second value and second tangent are 20/27, 4/27, 7/27, −2/27 and 7/27, 2/27, 20/27, −4/27.
#include "runtime/model/combine/with_clips.h"
#include "support/cmocka_close.h"

#include <math.h>

#include "runtime/sampler/curve.h"
#include "sinew/bake.h"
#include "sinew/with_clips.h"
#include "support/make_model.h"
#include "support/make_pose.h"

enum { TICKS = 3000 }; // thirds of the segments lie on ticks

/// 1 s to 2.5 s. The outermost tangents belong to no segment.
static const sinew_track_key positions[2] = {{.time = 1, .value = {1, 2, 0}}, {.time = 2.5, .value = {4, 2, 3}}};
static const sinew_track_key velocities[4] = {
    {.value = {99, 99, 99}}, {.value = {4, 0, 2}}, {.value = {-2, 0, 0}}, {.value = {99, 99, 99}}};

/// 180° about z, 0 s to 2 s.
static const sinew_track_key rotations[2] = {{.time = 0, .value = {0, 0, 0, 1}}, {.time = 2, .value = {0, 0, 1, 0}}};
static const sinew_track_key spins[4] = {
    {.value = {99}}, {.value = {0, 0, 1.5, 0}}, {.value = {0, 0, 0, -1.5}}, {.value = {99}}};

static sinew_raw_track translation_track(void)
{
    return (sinew_raw_track){.node = SINEW_NONE,
                             .path = SINEW_TRACK_TRANSLATION,
                             .keys = positions,
                             .tangents = velocities,
                             .key_count = 2,
                             .interpolation = SINEW_CUBIC};
}

static sinew_raw_track rotation_track(void)
{
    return (sinew_raw_track){.node = SINEW_NONE,
                             .path = SINEW_TRACK_ROTATION,
                             .keys = rotations,
                             .tangents = spins,
                             .key_count = 2,
                             .interpolation = SINEW_CUBIC};
}

static sinew_model *make_model_of_tracks(const sinew_raw_track *tracks, int32_t count, double unit_cm)
{
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "c", .duration = 3, .tracks = tracks, .track_count = count};
    return make_model(&(sinew_raw_model){.joints = &joint,
                                         .joint_count = 1,
                                         .clips = &clip,
                                         .clip_count = 1,
                                         .unit_cm = unit_cm,
                                         .ticks_per_second = TICKS});
}

static void assert_translation(const sinew_model *model, double seconds, double x, double y, double z)
{
    double value[4];
    sinew__track_evaluate(model, model->tracks, 0, (int64_t)(seconds * TICKS), value);
    assert_close(value[0], x, 1e-12);
    assert_close(value[1], y, 1e-12);
    assert_close(value[2], z, 1e-12);
}

/// Over 1.5 s: x = (20 + 4·6 + 7·4 + 2·3)/27 = 78/27, then (7 + 2·6 + 20·4 + 4·3)/27 = 111/27; z = (4·3 + 7·3)/27, then
/// (2·3 + 20·3)/27.
static void tangents_are_scaled_by_the_segment(void **state)
{
    (void)state;
    const sinew_raw_track track = translation_track();
    sinew_model *model = make_model_of_tracks(&track, 1, 1);
    assert_translation(model, 1.5, 78.0 / 27, 2, 33.0 / 27);
    assert_translation(model, 2, 111.0 / 27, 2, 66.0 / 27);
    sinew_model_destroy(model);
}

static void keys_are_met_and_held_outside(void **state)
{
    (void)state;
    const sinew_raw_track track = translation_track();
    sinew_model *model = make_model_of_tracks(&track, 1, 1);
    assert_translation(model, 0, 1, 2, 0);
    assert_translation(model, 1, 1, 2, 0);
    assert_translation(model, 2.5, 4, 2, 3);
    assert_translation(model, 3, 4, 2, 3);
    sinew_model_destroy(model);
}

/// z = (4·3 + 7)/27 = 19/27 and w = (20 + 2·3)/27 = 26/27 before they are normalised; at two thirds the other way
/// round.
static void rotations_are_normalised(void **state)
{
    (void)state;
    const sinew_raw_track track = rotation_track();
    sinew_model *model = make_model_of_tracks(&track, 1, 1);
    const double length = sqrt(19 * 19 + 26 * 26);
    double value[4];
    sinew__track_evaluate(model, model->tracks, 0, 2000, value);
    assert_close(value[2], 19 / length, 1e-12);
    assert_close(value[3], 26 / length, 1e-12);
    sinew__track_evaluate(model, model->tracks, 0, 4000, value);
    assert_close(value[0], 0, 1e-12);
    assert_close(value[2], 26 / length, 1e-12);
    assert_close(value[3], 19 / length, 1e-12);
    sinew_model_destroy(model);
}

/// Keys that are not finite, go back or are repeated; the others keep their own tangents.
static void dropped_keys_take_their_tangents_along(void **state)
{
    (void)state;
    const sinew_track_key keys[6] = {{.time = 0.5, .value = {(double)NAN}},
                                     positions[0],
                                     {.time = 0.75},
                                     {.time = 2.5},
                                     positions[1],
                                     {.time = 2.75}};
    const sinew_track_key tangents[12] = {[2] = velocities[0],
                                          [3] = velocities[1],
                                          [8] = velocities[2],
                                          [9] = velocities[3],
                                          [10] = {.value = {0, (double)INFINITY}}};
    sinew_raw_track track = translation_track();
    track.keys = keys;
    track.tangents = tangents;
    track.key_count = 6;
    sinew_model *model = make_model_of_tracks(&track, 1, 1);
    assert_int_equal(model->tracks[0].key_count, 2);
    assert_int_equal(model->track_key_count, 6);
    assert_int_equal(model->warning_count, 1);
    assert_string_equal(sinew_text(model, model->warnings[0].code), "I52");
    assert_translation(model, 1.5, 78.0 / 27, 2, 33.0 / 27);
    sinew_model_destroy(model);
}

static void a_cubic_track_needs_tangents(void **state)
{
    (void)state;
    sinew_raw_track track = translation_track();
    track.tangents = NULL;
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "c", .tracks = &track, .track_count = 1};
    sinew_model *model;
    sinew_error error;
    assert_int_equal(
        sinew_model_from_raw(&(sinew_raw_model){.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1},
                             &model, &error),
        SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "clip 'c': a track's tangents are missing");
}

/// From centimetres to a model in metres.
static void tangents_follow_a_clip_to_another_unit(void **state)
{
    (void)state;
    const sinew_raw_track track = translation_track();
    sinew_model *centimetres = make_model_of_tracks(&track, 1, 1), *metres = make_model_of_tracks(&track, 1, 100),
                *both;
    sinew_error error;
    if (sinew__model_with_clips(metres, centimetres, NULL, &both, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_translation(both, 1.5, 0.78 / 27, 0.02, 0.33 / 27);
    sinew_model_destroy(centimetres);
    sinew_model_destroy(metres);
    sinew_model_destroy(both);
}

/// Positions: the bound says nothing about the rotation of a joint that moves nothing.
static void baked_clips_follow_the_splines(void **state)
{
    (void)state;
    static const double bound = 1e-2; // of the size, which is 1
    const sinew_raw_track tracks[2] = {translation_track(), rotation_track()};
    sinew_model *authored = make_model_of_tracks(tracks, 2, 1);
    sinew_model *baked = make_baked(make_model_of_tracks(tracks, 2, 1), &(sinew_bake_options){.error = bound});
    assert_true(sinew_clip_baked_info(baked, 0).frame_count > 0);
    sinew_pose *exact = make_pose(authored), *played = make_pose(baked);
    for (int i = 0; i <= 300; ++i) {
        sinew_pose_evaluate(authored, SINEW_ENGINE_REFERENCE, 0, i / 100.0, exact);
        sinew_pose_evaluate(baked, SINEW_ENGINE_FAST, 0, i / 100.0, played);
        for (int k = 0; k < 3; ++k) assert_close(played->global[0].row[k][3], exact->global[0].row[k][3], bound);
    }
    sinew_pose_evaluate(baked, SINEW_ENGINE_FAST, 0, 1.5, played);
    assert_close(played->global[0].row[0][3], 78.0 / 27, bound);
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
    sinew_model_destroy(authored);
    sinew_model_destroy(baked);
}

/// A jump for an instant, as a glTF stores it: three keys at floats beside each other, of which no tick is exactly one.
/// A time at a key has the value of the key.
static void the_tick_of_a_key_has_its_value(void **state)
{
    (void)state;
    sinew_track_key keys[5] = {{.time = 0}, {.time = 0}, {.time = 0.5, .value = {2}}, {.time = 0}, {.time = 1}};
    keys[1].time = (double)nextafterf(0.5f, 0);
    keys[3].time = (double)nextafterf(0.5f, 1);
    const sinew_raw_track track = {.node = SINEW_NONE,
                                   .path = SINEW_TRACK_TRANSLATION,
                                   .keys = keys,
                                   .key_count = 5,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "c", .duration = 1, .tracks = &track, .track_count = 1};
    sinew_model *model = make_model(&(sinew_raw_model){
        .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1, .ticks_per_second = INT64_C(46186158000)});
    for (int i = 0; i < 5; ++i) {
        double value[4];
        sinew__track_evaluate(model, model->tracks, 0, llround(keys[i].time * 46186158000), value);
        assert_close(value[0], keys[i].value[0], 0);
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_are_scaled_by_the_segment), cmocka_unit_test(keys_are_met_and_held_outside),
        cmocka_unit_test(rotations_are_normalised),           cmocka_unit_test(dropped_keys_take_their_tangents_along),
        cmocka_unit_test(a_cubic_track_needs_tangents),       cmocka_unit_test(tangents_follow_a_clip_to_another_unit),
        cmocka_unit_test(baked_clips_follow_the_splines),     cmocka_unit_test(the_tick_of_a_key_has_its_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
