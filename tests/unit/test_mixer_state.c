/// Inertial fades; states of mixers, written and read; mixers that play another model.
#include "support/cmocka_close.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/mixer.h"
#include "support/make_model.h"
#include "support/make_walkers.h"
#include "support/random_number.h"
#include "support/wave_chain.h"

static sinew_model *model;
static sinew_blender *blender;
static sinew_root_motion_tables *motions;

static sinew_blend_space *make_gaits(const sinew_model *of, const int *clips)
{
    sinew_blend_space *space = NULL;
    const sinew_blend_point points[] = {
        {.clip = clips[0], .x = 0}, {.clip = clips[1], .x = 2}, {.clip = clips[2], .x = 5}};
    assert_int_equal(
        sinew_blend_space_create(of, points, 3, &(sinew_blend_space_options){.marker_track = "step"}, &space, NULL),
        SINEW_OK);
    return space;
}

static int make(void **state)
{
    (void)state;
    const sinew_root_motion_table_options hips = {.joint = 1, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    model = make_walkers(NULL);
    return sinew_blender_create(model, &blender, NULL) != SINEW_OK ||
           sinew_root_motion_tables_create(model, &hips, &motions, NULL) != SINEW_OK;
}

static int unmake(void **state)
{
    (void)state;
    sinew_root_motion_tables_destroy(motions);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
    return 0;
}

static sinew_mixer *make_mixer(const sinew_model *of)
{
    sinew_mixer *mixer = NULL;
    assert_int_equal(sinew_mixer_create(of, &mixer, NULL), SINEW_OK);
    return mixer;
}

static void play(sinew_mixer *mixer, int32_t layer, sinew_mixer_clip clip)
{
    sinew_error error = {0};
    if (sinew_mixer_play(mixer, layer, &clip, &error) != SINEW_OK) fail_msg("%s", error.message);
}

// ---- inertial fades -------------------------------------------------------------------------------------------------

static sinew_local_group pose_of(const sinew_mixer *mixer)
{
    sinew_local_pose *pose;
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_mixer_evaluate(mixer, blender, pose);
    const sinew_local_group group = pose->groups[0];
    sinew_local_pose_destroy(pose);
    return group;
}

/// From a still pose at 0.5 to a still pose at 1, the difference of −0.5 is 1 − 10 s³ + 15 s⁴ − 6 s⁵ of
/// itself: a half at the middle, 0.896 at 1/4; then it is gone and only one clip plays.
static void a_difference_at_rest_vanishes_smoothly(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.clip = POSE});
    play(mixer, 0,
         (sinew_mixer_clip){.clip = SINEW_NONE, .fade = 0.4, .fade_kind = SINEW_FADE_INERTIAL, .blender = blender});
    assert_close(pose_of(mixer).ty[1], 0.5, 1e-6);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2); // the new clip and the difference
    sinew_mixer_advance(mixer, 0.1);
    assert_close(pose_of(mixer).ty[1], 1 - 0.5 * 0.896484375, 1e-6);
    sinew_mixer_advance(mixer, 0.1);
    assert_close(pose_of(mixer).ty[1], 0.75, 1e-6);
    sinew_mixer_advance(mixer, 0.2);
    assert_close(pose_of(mixer).ty[1], 1, 1e-6);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    sinew_mixer_destroy(mixer);
}

/// The first clip of the base has no pose to come from, so it plays at once; one above an empty base comes from the
/// rest pose, which is twice as high.
static void only_the_first_clip_of_the_base_comes_from_nothing(void **state)
{
    (void)state;
    for (int layer = 0; layer < 2; ++layer) {
        const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1};
        sinew_mixer *mixer = make_mixer(model);
        assert_int_equal(sinew_mixer_set_layer(mixer, 1, &over, NULL), SINEW_OK);
        play(mixer, layer,
             (sinew_mixer_clip){.clip = POSE, .fade = 0.4, .fade_kind = SINEW_FADE_INERTIAL, .blender = blender});
        assert_close(pose_of(mixer).ty[1], layer ? 1 : 0.5, 1e-6);
        sinew_mixer_advance(mixer, 0.1);
        assert_close(pose_of(mixer).ty[1], layer ? 0.5 + 0.5 * 0.896484375 : 0.5, 1e-6);
        sinew_mixer_destroy(mixer);
    }
}

/// The height and the position of the hips, which walk and run without root motion: no jump when a fade begins, nor of
/// the velocity, nor where another fade interrupts it; at the end it is the clip.
static void poses_and_velocities_do_not_jump(void **state)
{
    (void)state;
    static const double tick = 1.0 / 960;
    sinew_mixer *mixer = make_mixer(model);
    double z[2] = {0, 0}, velocity = 2;
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    for (int i = 0; i < 480; ++i) {
        const int32_t clip = i == 96 ? TURN : i == 200 ? WALK : i == 260 ? TURN : SINEW_NONE;
        const double start = i == 260 ? 1.2 : 0.6; // ahead of the hips, which approach
        if (clip != SINEW_NONE)
            play(mixer, 0,
                 (sinew_mixer_clip){
                     .clip = clip, .fade = 0.2, .start = start, .fade_kind = SINEW_FADE_INERTIAL, .blender = blender});
        const double now = (double)pose_of(mixer).tz[1];
        assert_true(!isnan(now));
        if (i > 0) assert_close(now, z[0], 0.02);
        if (i > 1) velocity = (z[0] - z[1]) / tick;
        if (i > 1) assert_close((now - z[0]) / tick, velocity, 1.5); // 0.0016 in a tick: a jump would be 0.3
        z[1] = z[0];
        z[0] = now;
        sinew_mixer_advance(mixer, tick);
    }
    double time, end = (double)pose_of(mixer).tz[1];
    assert_int_equal(sinew_mixer_current(mixer, 0, &time, NULL), TURN);
    assert_close(end, time, 1e-4); // it goes 1 unit per second
    sinew_mixer_destroy(mixer);
}

/// The velocity of the character fades from 2 units per second to 5, without a jump; over the fade it is the mean
/// of both, because the polynomial is symmetrical.
static void the_motion_of_the_character_does_not_jump(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(model);
    sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
    sinew_mixer_result result = {.character = &character};
    assert_int_equal(sinew_mixer_set_motions(mixer, motions, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    sinew_mixer_advance(mixer, 0.5);
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .fade = 0.5, .fade_kind = SINEW_FADE_INERTIAL, .blender = blender});
    double last = 2;
    for (int i = 0; i < 60; ++i) {
        sinew_mixer_step(mixer, 1.0 / 120, &result);
        const double velocity = result.motion.translation.z * 120;
        assert_true(velocity >= last - 1e-9 && velocity < last + 0.15);
        last = velocity;
    }
    assert_close(character.translation.z, 0.5 * 3.5, 1e-4);
    sinew_mixer_step(mixer, 1.0 / 120, &result);
    assert_close(result.motion.translation.z * 120, 5, 1e-9);
    sinew_mixer_destroy(mixer);
}

/// The turn goes by a quarter in 2 s, the walk goes straight on. Over an inertial fade of half a second from one to the
/// other, a half of the rate is the mean, for any division of time; after it the rate is the new clip's.
static void the_rotation_of_the_character_fades(void **state)
{
    static const double rate = 3.14159265358979323846 / 4, steps[] = {0.5, 1.0 / 120, 0.0037};
    (void)state;
    for (int to_turn = 0; to_turn < 2; ++to_turn)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
            sinew_mixer *mixer = make_mixer(model);
            double yaw = 0, now = 0;
            assert_int_equal(sinew_mixer_set_motions(mixer, motions, NULL), SINEW_OK);
            play(mixer, 0, (sinew_mixer_clip){.clip = to_turn ? WALK : TURN, .start = 0.2});
            sinew_mixer_advance(mixer, 0.1);
            play(mixer, 0,
                 (sinew_mixer_clip){.clip = to_turn ? TURN : WALK,
                                    .start = 0.3,
                                    .fade = 0.497,
                                    .fade_kind = SINEW_FADE_INERTIAL,
                                    .blender = blender});
            while (now < 1 - 1e-9) {
                const double step = fmin(steps[i], (now < 0.5 - 1e-9 ? 0.5 : 1) - now);
                sinew_mixer_result result = {0};
                sinew_mixer_step(mixer, step, &result);
                yaw += 2 * atan2(result.motion.rotation.y, result.motion.rotation.w);
                now += step;
                if (fabs(now - 0.5) < 1e-9)
                    assert_close(yaw, to_turn ? rate * (0.497 / 2 + 0.003) : rate * 0.497 / 2, 1e-4);
            }
            assert_close(yaw, to_turn ? rate * (0.497 / 2 + 0.503) : rate * 0.497 / 2, 1e-4);
            sinew_mixer_destroy(mixer);
        }
}

static void an_inertial_fade_needs_a_blender(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(model);
    sinew_error error;
    const sinew_mixer_clip clip = {.clip = WALK, .fade_kind = SINEW_FADE_INERTIAL};
    assert_int_equal(sinew_mixer_play(mixer, 0, &clip, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "an inertial fade needs a blender of the model");
    sinew_mixer_destroy(mixer);
}

// ---- states ---------------------------------------------------------------------------------------------------------

static const double turn_steps[2] = {0.5, 1.5};

/// A fade from a space to a clip of its group, and a one-shot above it.
static sinew_mixer *make_busy(const sinew_mixer_clip known[2])
{
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_clip space = known[0], turn = known[1];
    space.x = 3.1;
    turn.fade = 0.7;
    turn.fade_kind = SINEW_FADE_SMOOTH;
    play(mixer, 0, space);
    sinew_mixer_set_position(mixer, 0, space.space, 1.2, 0);
    sinew_mixer_advance(mixer, 0.213);
    play(mixer, 0, turn);
    play(mixer, 2,
         (sinew_mixer_clip){
             .clip = IDLE, .loop = SINEW_LOOP_ONCE, .start = 2.2, .fade_out = 0.3, .fade_kind = SINEW_FADE_SMOOTH});
    play(mixer, 3, (sinew_mixer_clip){.clip = WALK, .loop = SINEW_LOOP_PINGPONG, .weighted = 1});
    sinew_mixer_set_weight(mixer, 3, WALK, 0.25);
    sinew_mixer_advance(mixer, 0.127);
    return mixer;
}

static void assert_same_mixers(const sinew_mixer *a, const sinew_mixer *b)
{
    const sinew_local_group of_a = pose_of(a), of_b = pose_of(b);
    assert_memory_equal(&of_a, &of_b, sizeof of_a);
}

/// A mixer that gets a state continues to the last bit like the mixer that wrote the state.
static void a_state_continues_to_the_last_bit(void **state)
{
    (void)state;
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN});
    const sinew_mixer_clip known[2] = {{.space = gaits, .sync = 1, .half_life = 0.2},
                                       {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 2}};
    sinew_mixer *mixer = make_busy(known), *other = make_mixer(model);
    sinew_mixer_state saved, again;
    sinew_mixer_event events[2][64];
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(sinew_mixer_set_state(other, &saved, known, 2, NULL), SINEW_OK);
    sinew_mixer_get_state(other, &again);
    assert_memory_equal(&saved, &again, sizeof saved);
    for (int i = 0; i < 150; ++i) {
        sinew_mixer_result results[2] = {{.events = events[0], .capacity = 64}, {.events = events[1], .capacity = 64}};
        sinew_mixer_step(mixer, 0.0173, &results[0]);
        sinew_mixer_step(other, 0.0173, &results[1]);
        assert_int_equal(results[0].event_count, results[1].event_count);
        for (int32_t k = 0; k < results[0].event_count; ++k) {
            const sinew_mixer_event *a = &events[0][k], *b = &events[1][k];
            assert_true(a->clip == b->clip && a->event == b->event && a->layer == b->layer && a->time == b->time &&
                        a->weight == b->weight && a->is_dominant == b->is_dominant);
        }
        assert_same_mixers(mixer, other);
    }
    sinew_mixer_destroy(other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(gaits);
}

static void states_that_do_not_match_are_refused(void **state)
{
    (void)state;
    sinew_model *other = make_model(&make_chain(2)->raw);
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN});
    const sinew_mixer_clip known[2] = {{.space = gaits, .sync = 1},
                                       {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 2}};
    sinew_mixer *mixer = make_busy(known), *of_other = make_mixer(other);
    sinew_mixer_state saved, bad, after;
    sinew_error error;
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(sinew_mixer_set_state(of_other, &saved, NULL, 0, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the mixer state belongs to another model");
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, NULL, 0, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.message, "the blend space 1 of layer 0 was not found");
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, known, 1, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.message, "the clip with markers 2 of layer 0, 'turn', was not found");
    const sinew_mixer_clip unmarked[2] = {known[0], {.clip = TURN, .sync = 1}};
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, unmarked, 2, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.message, "the clip with markers 2 of layer 0, 'turn', was not found");
    bad = saved;
    bad.version = 9;
    assert_int_equal(sinew_mixer_set_state(mixer, &bad, known, 2, &error), SINEW_ERROR_UNSUPPORTED);
    bad = saved;
    bad.layers[2].clips[0].speed = (double)NAN;
    assert_int_equal(sinew_mixer_set_state(mixer, &bad, known, 2, &error), SINEW_ERROR_DAMAGED);
    assert_string_equal(error.message, "the mixer state is damaged: layer 2, clip 1");
    sinew_mixer_get_state(mixer, &after);
    assert_memory_equal(&saved, &after, sizeof saved);
    sinew_mixer_destroy(of_other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(gaits);
    sinew_model_destroy(other);
}

/// Every number of a state has a range: one beyond it is refused, and named by its layer and clip.
static void each_number_out_of_range_is_refused(void **state)
{
    (void)state;
#define CLIP_FIELD(field)                                                                                              \
    offsetof(sinew_mixer_state, layers[2].clips[0].field), sizeof(((sinew_mixer_state_clip *)0)->field)
#define LAYER_FIELD(index, field)                                                                                      \
    offsetof(sinew_mixer_state, layers[index].field), sizeof(((sinew_mixer_state_layer *)0)->field)
#define STATE_FIELD(field) offsetof(sinew_mixer_state, field), sizeof(double)
    static const struct {
        size_t offset, size;
        double value;
        const char *where;
    } faults[] = {
        {CLIP_FIELD(duration), -1, ", clip 1"},
        {CLIP_FIELD(duration), 1e301, ", clip 1"},
        {CLIP_FIELD(speed), 1e301, ", clip 1"},
        {CLIP_FIELD(speed), -1e301, ", clip 1"},
        {CLIP_FIELD(anchor), 1e301, ", clip 1"},
        {CLIP_FIELD(anchor), -1e301, ", clip 1"},
        {CLIP_FIELD(elapsed), 1e301, ", clip 1"},
        {CLIP_FIELD(elapsed), -1e301, ", clip 1"},
        {CLIP_FIELD(phase), -1e-9, ", clip 1"},
        {CLIP_FIELD(phase), 1.1e9, ", clip 1"},
        {CLIP_FIELD(weight), -1e-9, ", clip 1"},
        {CLIP_FIELD(weight), 1.001, ", clip 1"},
        {CLIP_FIELD(fade_weight), -1e-9, ", clip 1"},
        {CLIP_FIELD(fade_weight), 1.001, ", clip 1"},
        {CLIP_FIELD(fade_to), 0.5, ", clip 1"},
        {CLIP_FIELD(fade_to), 2, ", clip 1"},
        {CLIP_FIELD(share), -1e-9, ", clip 1"},
        {CLIP_FIELD(share), 2 * (double)SINEW_BLEND_WEIGHT_MAX, ", clip 1"},
        {CLIP_FIELD(fade_out), -1e-9, ", clip 1"},
        {CLIP_FIELD(position[0]), 1e301, ", clip 1"},
        {CLIP_FIELD(position[1]), -1e301, ", clip 1"},
        {CLIP_FIELD(wanted[0]), -1e301, ", clip 1"},
        {CLIP_FIELD(wanted[1]), 1e301, ", clip 1"},
        {CLIP_FIELD(half_life), -1e-9, ", clip 1"},
        {CLIP_FIELD(kind), -1, ", clip 1"},
        {CLIP_FIELD(kind), 3, ", clip 1"},
        {CLIP_FIELD(loop), SINEW_LOOP_REPEAT - 1, ", clip 1"},
        {CLIP_FIELD(loop), SINEW_LOOP_PINGPONG + 1, ", clip 1"},
        {CLIP_FIELD(sync), -1, ", clip 1"},
        {CLIP_FIELD(weighted), 2, ", clip 1"},
        {CLIP_FIELD(weighted), -1, ", clip 1"},
        {CLIP_FIELD(fade_kind), SINEW_FADE_LINEAR - 1, ", clip 1"},
        {CLIP_FIELD(fade_kind), SINEW_FADE_SMOOTH + 1, ", clip 1"},
        {CLIP_FIELD(reserved), 1, ", clip 1"},
        {LAYER_FIELD(2, fade_kind), SINEW_FADE_LINEAR - 1, ""},
        {LAYER_FIELD(2, fade_kind), SINEW_FADE_SMOOTH + 1, ""},
        {LAYER_FIELD(2, reserved), 1, ""},
        {LAYER_FIELD(2, count), -1, ""},
        {LAYER_FIELD(2, count), SINEW_MIXER_CLIPS_MAX + 1, ""},
        {LAYER_FIELD(2, mode), SINEW_BLEND_AVERAGE, ""},
        {LAYER_FIELD(0, mode), SINEW_BLEND_OVERRIDE, ""},
        {LAYER_FIELD(2, weight), -1e-9, ""},
        {LAYER_FIELD(2, weight), 1.001, ""},
        {LAYER_FIELD(2, fade), -1, ""},
        {LAYER_FIELD(2, fade), 1e301, ""},
        {LAYER_FIELD(2, elapsed), -1e-9, ""},
        {LAYER_FIELD(2, elapsed), 1e9, ""},
        {STATE_FIELD(within), -1e-9, NULL},
        {STATE_FIELD(within), 0.01, NULL},
        {STATE_FIELD(begun), -1e-9, NULL},
        {STATE_FIELD(begun), 0.01, NULL},
        {STATE_FIELD(ahead), 1e-3, NULL},
        {STATE_FIELD(ahead), -1e-3, NULL},
    };
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN});
    const sinew_mixer_clip known[2] = {{.space = gaits, .sync = 1},
                                       {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 2}};
    sinew_mixer *mixer = make_busy(known), *other = make_mixer(model);
    sinew_mixer_state saved;
    sinew_error error;
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(saved.layers[2].count, 1);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        sinew_mixer_state bad = saved;
        char expected[96] = "the mixer state is damaged: its time is out of range";
        const int32_t whole = (int32_t)faults[i].value;
        const int is_whole = faults[i].size == sizeof whole;
        memcpy((char *)&bad + faults[i].offset, is_whole ? (const void *)&whole : &faults[i].value, faults[i].size);
        if (faults[i].where)
            snprintf(expected, sizeof expected, "the mixer state is damaged: layer %d%s",
                     faults[i].offset < offsetof(sinew_mixer_state, layers[1]) ? 0 : 2, faults[i].where);
        if (sinew_mixer_set_state(other, &bad, known, 2, &error) != SINEW_ERROR_DAMAGED)
            fail_msg("fault %zu of value %g is taken", i, faults[i].value);
        assert_string_equal(error.message, expected);
        memcpy((char *)&bad + faults[i].offset, (const char *)&saved + faults[i].offset, faults[i].size);
        assert_int_equal(sinew_mixer_set_state(other, &bad, known, 2, NULL), SINEW_OK);
    }
    sinew_mixer_destroy(other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(gaits);
}

/// Of several spaces the state finds its own, also behind another one of the model.
static void a_state_finds_its_space_among_others(void **state)
{
    (void)state;
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN}),
                      *turns = make_gaits(model, (int[]){WALK, TURN, RUN});
    const sinew_mixer_clip known[2] = {{.space = turns, .sync = 1}, {.space = gaits, .sync = 1}};
    sinew_mixer *mixer = make_mixer(model), *other = make_mixer(model);
    sinew_mixer_state saved, again;
    sinew_mixer_clip space = known[1];
    space.x = 3.1;
    space.start = 0.4;
    play(mixer, 0, space);
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(sinew_mixer_set_state(other, &saved, known, 2, NULL), SINEW_OK);
    assert_same_mixers(mixer, other);
    sinew_mixer_get_state(other, &again);
    assert_memory_equal(&saved, &again, sizeof saved);
    sinew_mixer_destroy(other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(turns);
    sinew_blend_space_destroy(gaits);
}

/// A state does not take a space that differs in the number of axes, in the clip or a coordinate of a point, first or
/// last, or in the origin or scale of an axis.
static void a_state_knows_its_space(void **state)
{
    enum { ROWS = 13 };
    static const sinew_blend_point own[3] = {{.clip = IDLE}, {.clip = WALK, .x = 2}, {.clip = RUN, .x = 1, .y = 4}};
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_state saved;
    sinew_blend_space *space;
    (void)state;
    assert_int_equal(
        sinew_blend_space_create(model, own, 3, &(sinew_blend_space_options){.dimensions = 2}, &space, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.space = space});
    sinew_mixer_get_state(mixer, &saved);
    for (int row = 0; row < ROWS; ++row) {
        sinew_blend_point points[3] = {own[0], own[1], own[2]};
        sinew_blend_space *other;
        if (row >= 1 && row <= 3) points[row - 1].clip = TURN;
        if (row == 4) points[2].x = 1.5;
        if (row == 5) points[1].y = 0.5;
        for (int i = 0; i < 3; ++i) {
            if (row == 6) points[i].x += 1;
            if (row == 7) points[i].y += 1;
            if (row == 8) points[i].x *= 2;
            if (row == 9) points[i].y *= 2;
        }
        if (row == 10) points[0].speed = 2; // not part of it
        if (row == 11) points[2].clip = SINEW_NONE;
        const sinew_blend_space_options options = {.dimensions = row == 12 ? 1 : 2};
        assert_int_equal(sinew_blend_space_create(model, points, 3, &options, &other, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_set_state(mixer, &saved, &(sinew_mixer_clip){.space = other}, 1, NULL),
                         row == 0 || row == 10 ? SINEW_OK : SINEW_ERROR_NO_CLIP);
        sinew_mixer_stop(mixer, 0, 0); // uses the space no more
        sinew_blend_space_destroy(other);
    }
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
}

/// One marker is a reason to ask for the clip, as two are.
static void a_clip_with_one_marker_has_to_be_known(void **state)
{
    (void)state;
    const sinew_mixer_clip turn = {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 1};
    sinew_mixer *mixer = make_mixer(model), *other = make_mixer(model);
    sinew_mixer_state saved;
    sinew_error error;
    play(mixer, 0, turn);
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(sinew_mixer_set_state(other, &saved, NULL, 0, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.message, "the clip with markers 1 of layer 0, 'turn', was not found");
    assert_int_equal(sinew_mixer_set_state(other, &saved, &turn, 1, NULL), SINEW_OK);
    sinew_mixer_destroy(other);
    sinew_mixer_destroy(mixer);
}

/// The rest pose and a space have no name and no duration; a clip has both.
static void entries_without_a_clip_have_no_name(void **state)
{
    (void)state;
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN});
    const sinew_mixer_clip known = {.space = gaits};
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_state saved;
    play(mixer, 0, known);
    play(mixer, 0, (sinew_mixer_clip){.clip = SINEW_NONE, .fade = 1});
    play(mixer, 0, (sinew_mixer_clip){.clip = TURN, .fade = 1});
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(saved.layers[0].count, 3);
    for (int i = 0; i < 3; ++i) {
        assert_string_equal(saved.layers[0].clips[i].clip, i == 2 ? "turn" : "");
        assert_close(saved.layers[0].clips[i].duration, i == 2 ? 2 : 0, 0);
        assert_int_equal(saved.layers[0].clips[i].name == 0, i == 1);
    }
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, &known, 1, NULL), SINEW_OK);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(gaits);
}

/// A pose that is held is not part of a state, but the clip that fades in over it is, with its weight.
static void held_poses_are_left_out_of_states(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_state saved;
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    sinew_mixer_freeze(mixer, blender);
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(saved.layers[0].count, 0);
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .fade = 1});
    sinew_mixer_advance(mixer, 0.25);
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(saved.layers[0].count, 1);
    assert_string_equal(saved.layers[0].clips[0].clip, "run");
    assert_close(saved.layers[0].clips[0].weight, 0.25, 1e-9);
    sinew_mixer_destroy(mixer);
}

/// A layer that plays nothing has no clip, no time and no weight, and has finished; a layer that does not exist has
/// not.
static void empty_layers_have_nothing(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(model);
    play(mixer, 1, (sinew_mixer_clip){.clip = WALK, .start = 0.5});
    for (int32_t layer = -1; layer <= SINEW_MIXER_LAYERS_MAX; ++layer) {
        double time = 9;
        float weight = 9;
        assert_int_equal(sinew_mixer_current(mixer, layer, &time, &weight), layer == 1 ? WALK : SINEW_NONE);
        assert_close(time, layer == 1 ? 0.5 : 0, 1e-12);
        assert_close(weight, layer == 1, 0);
        assert_int_equal(sinew_mixer_finished(mixer, layer) != 0,
                         layer >= 0 && layer < SINEW_MIXER_LAYERS_MAX && layer != 1);
    }
    sinew_mixer_destroy(mixer);
}

/// One bad clip or marker among the known clips is refused in each position, and the mixer does not change.
static void bad_known_clips_are_refused(void **state)
{
    static const double late = 1;
    static const sinew_mixer_clip bad[] = {{.clip = WALKER_CLIPS},
                                           {.clip = -2},
                                           {.clip = WALK, .marker_count = -1},
                                           {.markers = &late, .marker_count = 1}};
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_state saved, after;
    (void)state;
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    sinew_mixer_get_state(mixer, &saved);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        for (int at = 0; at < 3; ++at) {
            sinew_mixer_clip known[3] = {{.clip = WALK}, {.clip = RUN}, {.clip = SINEW_NONE}};
            known[at] = bad[i];
            assert_int_equal(sinew_mixer_set_state(mixer, &saved, known, 3, NULL), SINEW_ERROR_INVALID_ARGUMENT);
            assert_int_equal(sinew_mixer_rebind(mixer, model, known, 3, NULL), SINEW_ERROR_INVALID_ARGUMENT);
            assert_int_equal(sinew_mixer_set_state(mixer, &saved, known, at, NULL), SINEW_OK);
        }
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, &bad[0], -1, NULL), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_mixer_get_state(mixer, &after);
    assert_memory_equal(&saved, &after, sizeof saved);
    sinew_mixer_destroy(mixer);
}

/// A clock within the clip stays, and one outside is at the nearer end. A position that is not finite is the start.
static void clocks_of_states_stay_in_their_clips(void **state)
{
    static const struct {
        double anchor, elapsed, speed, time;
    } rows[] = {{0.25, 0.5, 1, 0.75}, {0.25, 0.75, 1, 1},   {0.25, 1.5, 1, 1},
                {0.25, -0.5, 1, 0},   {0, 1e300, 1e300, 0}, {0, 1e300, -1e300, 0}};
    sinew_mixer *mixer = make_mixer(model);
    sinew_mixer_state saved;
    (void)state;
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    sinew_mixer_get_state(mixer, &saved);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double time;
        saved.layers[0].clips[0].anchor = rows[i].anchor;
        saved.layers[0].clips[0].elapsed = rows[i].elapsed;
        saved.layers[0].clips[0].speed = rows[i].speed;
        assert_int_equal(sinew_mixer_set_state(mixer, &saved, NULL, 0, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_current(mixer, 0, &time, NULL), WALK);
        assert_close(time, rows[i].time, 1e-12);
    }
    sinew_mixer_destroy(mixer);
}

/// Bits of a state that are changed at random give an error or a mixer that plays numbers.
static void damaged_states_are_refused_or_play(void **state)
{
    (void)state;
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN});
    const sinew_mixer_clip known[2] = {{.space = gaits, .sync = 1},
                                       {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 2}};
    sinew_mixer *mixer = make_busy(known), *other = make_mixer(model);
    sinew_mixer_state saved;
    uint32_t seed = 7;
    int taken = 0;
    sinew_mixer_get_state(mixer, &saved);
    for (int i = 0; i < 4000; ++i) {
        sinew_mixer_state damaged = saved;
        for (int k = 0; k < 1 + i % 3; ++k)
            ((uint8_t *)&damaged)[(size_t)random_number(&seed, 0, sizeof damaged)] ^=
                (uint8_t)(1 << (int)random_number(&seed, 0, 8));
        if (sinew_mixer_set_state(other, &damaged, known, 2, NULL) != SINEW_OK) continue;
        ++taken;
        sinew_mixer_advance(other, 0.1);
        const sinew_local_group group = pose_of(other);
        for (int k = 0; k < 3; ++k) assert_true(isfinite(group.tz[k]) && isfinite(group.qw[k]));
    }
    assert_true(taken > 100 && taken < 3900);
    sinew_mixer_destroy(other);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(gaits);
}

/// The same clips in another order: the mixer plays them by name, in the middle of its fade.
static void a_mixer_goes_to_another_model_by_names(void **state)
{
    (void)state;
    static const int reversed[WALKER_CLIPS] = {POSE, IDLE, TURN, RUN, WALK};
    sinew_model *other = make_walkers(reversed);
    sinew_blend_space *gaits = make_gaits(model, (int[]){IDLE, WALK, RUN}),
                      *others = make_gaits(other, (int[]){1, 4, 3});
    const sinew_mixer_clip known[2] = {{.space = gaits, .sync = 1},
                                       {.clip = TURN, .sync = 1, .markers = turn_steps, .marker_count = 2}},
                           of_other[2] = {{.space = others, .sync = 1},
                                          {.clip = 2, .sync = 1, .markers = turn_steps, .marker_count = 2}};
    sinew_mixer *mixer = make_busy(known), *same = make_busy(known);
    sinew_blend_input before[SINEW_MIXER_BLEND_INPUTS_MAX], after[SINEW_MIXER_BLEND_INPUTS_MAX];
    assert_int_equal(sinew_mixer_rebind(mixer, other, of_other, 2, NULL), SINEW_OK);
    for (int i = 0; i < 40; ++i) {
        const int32_t count = sinew_mixer_layers(same, before);
        assert_int_equal(sinew_mixer_layers(mixer, after), count);
        for (int32_t k = 0; k < count; ++k) {
            assert_int_equal(after[k].source.clip, WALKER_CLIPS - 1 - before[k].source.clip);
            assert_close(after[k].source.time, before[k].source.time, 0);
            assert_close(after[k].weight, before[k].weight, 0);
        }
        sinew_mixer_advance(same, 0.03);
        sinew_mixer_advance(mixer, 0.03);
    }
    assert_int_equal(sinew_mixer_rebind(mixer, model, NULL, 0, NULL), SINEW_OK); // spaces and markers are gone
    for (int32_t k = sinew_mixer_layers(mixer, after) - 1; k >= 0; --k) assert_ptr_equal(after[k].source.pose, NULL);
    sinew_mixer_destroy(same);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(others);
    sinew_blend_space_destroy(gaits);
    sinew_model_destroy(other);
}

/// Of an additive layer, in a model with the clips in another order; a pose and a mask of the old model are dropped.
static void references_that_are_clips_go_by_names_too(void **state)
{
    (void)state;
    static const int reversed[WALKER_CLIPS] = {POSE, IDLE, TURN, RUN, WALK};
    sinew_model *other = make_walkers(reversed);
    sinew_joint_mask *mask = NULL;
    sinew_local_pose *pose = NULL;
    sinew_mixer *mixer = NULL;
    assert_int_equal(sinew_joint_mask_create(model, 0.5, &mask, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    const sinew_blend_source references[3] = {{.kind = SINEW_BLEND_CLIP, .clip = RUN, .time = 0.25},
                                              {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE, .time = 0.5},
                                              {.kind = SINEW_BLEND_POSE, .pose = pose}};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    for (int32_t i = 0; i < 3; ++i) {
        const sinew_mixer_layer settings = {
            .mode = SINEW_BLEND_ADDITIVE, .weight = 0.5, .mask = mask, .reference = references[i]};
        assert_int_equal(sinew_mixer_set_layer(mixer, i + 1, &settings, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_play(mixer, i + 1, &(sinew_mixer_clip){.clip = WALK}, NULL), SINEW_OK);
    }
    assert_int_equal(sinew_mixer_rebind(mixer, other, NULL, 0, NULL), SINEW_OK);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    assert_int_equal(sinew_mixer_layers(mixer, layers), 3);
    for (int32_t i = 0; i < 3; ++i) {
        assert_int_equal(layers[i].source.clip, WALKER_CLIPS - 1 - WALK);
        assert_int_equal(layers[i].mode, SINEW_BLEND_ADDITIVE);
        assert_null(layers[i].mask);
    }
    assert_int_equal(layers[0].reference.clip, WALKER_CLIPS - 1 - RUN);
    assert_close(layers[0].reference.time, 0.25, 0);
    assert_int_equal(layers[1].reference.kind, SINEW_BLEND_CLIP);
    assert_int_equal(layers[1].reference.clip, SINEW_NONE);
    assert_int_equal(layers[2].reference.kind, SINEW_BLEND_NONE);
    sinew_mixer_destroy(mixer);
    sinew_local_pose_destroy(pose);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_difference_at_rest_vanishes_smoothly),
        cmocka_unit_test(only_the_first_clip_of_the_base_comes_from_nothing),
        cmocka_unit_test(poses_and_velocities_do_not_jump),
        cmocka_unit_test(the_motion_of_the_character_does_not_jump),
        cmocka_unit_test(the_rotation_of_the_character_fades),
        cmocka_unit_test(an_inertial_fade_needs_a_blender),
        cmocka_unit_test(a_state_continues_to_the_last_bit),
        cmocka_unit_test(each_number_out_of_range_is_refused),
        cmocka_unit_test(a_state_finds_its_space_among_others),
        cmocka_unit_test(a_state_knows_its_space),
        cmocka_unit_test(a_clip_with_one_marker_has_to_be_known),
        cmocka_unit_test(states_that_do_not_match_are_refused),
        cmocka_unit_test(entries_without_a_clip_have_no_name),
        cmocka_unit_test(held_poses_are_left_out_of_states),
        cmocka_unit_test(empty_layers_have_nothing),
        cmocka_unit_test(bad_known_clips_are_refused),
        cmocka_unit_test(clocks_of_states_stay_in_their_clips),
        cmocka_unit_test(damaged_states_are_refused_or_play),
        cmocka_unit_test(a_mixer_goes_to_another_model_by_names),
        cmocka_unit_test(references_that_are_clips_go_by_names_too),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
