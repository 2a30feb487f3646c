/// The report of a mixer's step: events and motion, on paper and for any division of time; and the tables of motion.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/math.h"
#include "sinew/mixer.h"
#include "support/make_pose.h"
#include "support/make_walkers.h"
#include "support/random_number.h"

enum { CAPACITY = 512 };

static sinew_model *model;
static sinew_root_motion_tables *motions;
static sinew_blend_space *gaits; ///< IDLE at 0, WALK at 2, RUN at 5, by the markers "step"

static int make(void **state)
{
    (void)state;
    const sinew_blend_point points[] = {{.clip = IDLE, .x = 0}, {.clip = WALK, .x = 2}, {.clip = RUN, .x = 5}};
    model = make_walkers(NULL);
    const sinew_root_motion_table_options hips = {.joint = 1, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    return sinew_root_motion_tables_create(model, &hips, &motions, NULL) != SINEW_OK ||
           sinew_blend_space_create(model, points, 3, &(sinew_blend_space_options){.marker_track = "step"}, &gaits,
                                    NULL) != SINEW_OK;
}

static int unmake(void **state)
{
    (void)state;
    sinew_blend_space_destroy(gaits);
    sinew_root_motion_tables_destroy(motions);
    sinew_model_destroy(model);
    return 0;
}

static sinew_mixer *make_mixer(void)
{
    sinew_mixer *mixer = NULL;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_set_motions(mixer, motions, NULL), SINEW_OK);
    return mixer;
}

static void play(sinew_mixer *mixer, int32_t layer, sinew_mixer_clip clip)
{
    sinew_error error = {0};
    if (sinew_mixer_play(mixer, layer, &clip, &error) != SINEW_OK) fail_msg("%s", error.message);
}

/// All events and the way of a character, over several steps.
typedef struct diary {
    sinew_mixer_event events[CAPACITY];
    int32_t count;
    double now;
    sinew_root_delta character;
} diary;

static void step(sinew_mixer *mixer, double seconds, diary *out)
{
    sinew_mixer_result result = {
        .events = out->events + out->count, .capacity = CAPACITY - out->count, .character = &out->character};
    sinew_mixer_step(mixer, seconds, &result);
    assert_int_equal(result.left_out, 0);
    for (int32_t i = out->count; i < out->count + result.event_count; ++i) out->events[i].time += out->now;
    out->count += result.event_count;
    out->now += seconds;
}

static void assert_event(const diary *of, int32_t index, int32_t clip, const char *track, double clip_time, double time,
                         double weight)
{
    assert_true(index < of->count);
    const sinew_mixer_event *event = &of->events[index];
    const sinew_event *found = &model->events[event->event];
    assert_int_equal(found->clip, clip);
    assert_string_equal(sinew_text(model, found->track), track);
    assert_close(found->time, clip_time, 1e-12);
    assert_close(event->time, time, 1e-9);
    assert_close(event->weight, weight, 1e-6);
}

static const sinew_root_delta start = {.rotation = {0, 0, 0, 1}};

/// Two loops and a half of the walk at double speed, from 0.5: in 1.25 s of real time it ends at 3.0.
static void a_clip_reports_its_events_in_loops(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.5, .speed = 2});
    step(mixer, 1.2, &own);
    assert_int_equal(own.count, 9);
    assert_event(&own, 0, WALK, "step", 0.75, 0.125, 1);
    assert_event(&own, 1, WALK, "start", 0, 0.25, 1); // at one time in the order of the model
    assert_event(&own, 2, WALK, "end", 1, 0.25, 1);
    assert_event(&own, 3, WALK, "step", 0.25, 0.375, 1);
    assert_event(&own, 4, WALK, "step", 0.75, 0.625, 1);
    assert_event(&own, 8, WALK, "step", 0.75, 1.125, 1);
    assert_close(own.character.translation.z, 4.8, 1e-9);
    sinew_mixer_destroy(mixer);
}

/// Backward from 0.5 by 1.1 s.
static void backward_events_come_in_reverse(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.5, .speed = -1});
    step(mixer, 1.1, &own);
    assert_int_equal(own.count, 4);
    assert_event(&own, 0, WALK, "step", 0.25, 0.25, 1);
    assert_event(&own, 1, WALK, "start", 0, 0.5, 1);
    assert_event(&own, 2, WALK, "end", 1, 0.5, 1);
    assert_event(&own, 3, WALK, "step", 0.75, 0.75, 1);
    assert_close(own.character.translation.z, -2.2, 1e-9);
    step(mixer, -1.1, &own);
    assert_close(own.character.translation.z, 0, 1e-9);
    sinew_mixer_destroy(mixer);
}

/// Once: the event at the end when it is reached, and then nothing. Forth and back: each event twice, the ends once.
static void other_loop_modes_have_their_events(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .loop = SINEW_LOOP_ONCE});
    step(mixer, 3, &own);
    assert_int_equal(own.count, 4);
    assert_event(&own, 3, WALK, "end", 1, 1, 1);
    assert_close(own.character.translation.z, 2, 1e-9);
    own.count = 0;
    own.now = 0;
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .loop = SINEW_LOOP_PINGPONG});
    step(mixer, 2.5, &own);
    static const double times[] = {0, 0.25, 0.75, 1, 1.25, 1.75, 2, 2.25};
    assert_int_equal(own.count, 8);
    for (int i = 0; i < 8; ++i) assert_close(own.events[i].time, times[i], 1e-9);
    assert_close(own.character.translation.z, 3, 1e-9);
    sinew_mixer_destroy(mixer);
}

/// From the walk to the run in 1 s: weights of events belong to their times, in the middle of a piece of 1/120 s.
static void events_of_a_fade_have_weights(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1});
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .start = 0.2, .fade = 1});
    step(mixer, 1.3, &own);
    assert_event(&own, 0, WALK, "step", 0.25, 0.15, 1 - 18.5 / 120);
    assert_event(&own, 1, RUN, "step", 0.4, 0.2, 24.5 / 120);
    assert_true(own.events[0].is_dominant && !own.events[1].is_dominant);
    assert_event(&own, own.count - 1, RUN, "step", 0.1, 1.1, 1);
    // 2 units per second turn into 5: 1 · 3.5 while they fade, 0.3 · 5 after it.
    assert_close(own.character.translation.z, 5, 1e-3);
    sinew_mixer_destroy(mixer);
}

/// A fade that ends between two grid points of 1/120 s: the way is the integral of the speeds, 2 units per second of
/// the walk and 5 of the run.
static void a_way_is_exact_where_a_fade_ends(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK});
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .fade = 0.123});
    step(mixer, 1, &own);
    assert_close(own.character.translation.z, 0.123 * (2 + 5) / 2 + (1 - 0.123) * 5, 1e-6);
    sinew_mixer_destroy(mixer);
}

/// A smooth fade from 2 units per second to 5: after the part t of its time, weights have changed by 3 t² − 2 t³, and
/// the integral of this is t³ − t⁴ / 2. So after half of 0.5 s the way is 2 · 0.25 + 3 · 0.5 · 3/32, and in the end as
/// long as with a linear fade. The weight of an event in a piece of 1/120 s is the mean of the piece.
static void a_smooth_fade_is_slow_at_both_ends(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1});
    play(mixer, 0, (sinew_mixer_clip){.clip = RUN, .start = 0.2, .fade = 0.5, .fade_kind = SINEW_FADE_SMOOTH});
    step(mixer, 0.125, &own);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_close(layers[1].weight, 5.0 / 32, 1e-7); // 3/16 − 2/64
    step(mixer, 0.125, &own);
    assert_close(own.character.translation.z, 2 * 0.25 + 3 * 0.5 * 3 / 32, 1e-6);
    const double from = 18 / 60.0, to = 19 / 60.0; // the walk's step at 0.25 is in the nineteenth piece of sixty
    const double whole = to * to * to - to * to * to * to / 2 - from * from * from + from * from * from * from / 2;
    assert_event(&own, 0, WALK, "step", 0.25, 0.15, 1 - 60 * whole);
    step(mixer, 0.25, &own);
    assert_close(own.character.translation.z, 0.5 * (2 + 5) / 2, 1e-6);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    sinew_mixer_destroy(mixer);
}

/// The mean weight of a smooth fade over a piece of 1/120 s belongs to each event of the piece, also if a step ends
/// within the piece. As above: 1 − 60 (t³ − t⁴ / 2) from 18/60 to 19/60 of the fade.
static void weights_of_a_smooth_fade_are_means_of_whole_pieces(void **state)
{
    static const double steps[] = {0.25, 1.0 / 120, 1.0 / 240, 1.0 / 360, 0.0031, 0.0123, 0.0997};
    const double from = 18 / 60.0, to = 19 / 60.0;
    const double whole = to * to * to - to * to * to * to / 2 - from * from * from + from * from * from * from / 2;
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        sinew_mixer *mixer = make_mixer();
        diary own = {.character = start};
        play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.0975}); // passes 0.25 in the middle of the piece
        play(mixer, 0, (sinew_mixer_clip){.clip = IDLE, .fade = 0.5, .fade_kind = SINEW_FADE_SMOOTH});
        while (own.now < 0.25) step(mixer, steps[i], &own);
        assert_event(&own, 0, WALK, "step", 0.25, 0.1525, 1 - 60 * whole);
        sinew_mixer_destroy(mixer);
    }
}

/// A smooth fade of 1/60 s begins half a piece before the next multiple of 1/120 s: an event in this half piece, a
/// quarter of the fade, has the mean weight 1 − 4 (t³ − t⁴ / 2) at t = 1/4, also if an earlier step ended just before.
static void a_fade_within_a_piece_begins_with_it(void **state)
{
    (void)state;
    for (int is_stopped = 0; is_stopped < 2; ++is_stopped) {
        const sinew_mixer_clip idle = {.clip = IDLE, .fade = 1.0 / 60, .fade_kind = SINEW_FADE_SMOOTH};
        sinew_mixer *mixer = make_mixer();
        diary own = {.character = start};
        play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.25 - 1.0 / 240 - 1.0 / 480});
        step(mixer, 1.0 / 240, &own);
        assert_int_equal(own.count, 0);
        if (is_stopped) {
            sinew_mixer_stop(mixer, 0, 1.0 / 60); // linear: the mean of 1 − t
            step(mixer, 0.1, &own);
            assert_event(&own, 0, WALK, "step", 0.25, 1.0 / 240 + 1.0 / 480, 1 - 0.125);
        } else {
            play(mixer, 0, idle);
            step(mixer, 0.1, &own);
            assert_event(&own, 0, WALK, "step", 0.25, 1.0 / 240 + 1.0 / 480, 1 - 4 * (1.0 / 64 - 1.0 / 512));
        }
        sinew_mixer_destroy(mixer);
    }
}

/// A clip at 300 times its speed passes ten events in a piece of 1/120 s. If it is blended with itself, each of them is
/// reported once with the whole weight, in order of time.
static void many_events_in_a_piece_are_told_apart(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1, .speed = 300});
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1, .speed = 300, .fade = 1});
    step(mixer, 1.0 / 120, &own);
    static const double positions[] = {0.25, 0.75, 1, 1, 1.25, 1.75, 2, 2, 2.25}; // to 0.1 + 2.5
    assert_int_equal(own.count, 9);
    for (int i = 0; i < 9; ++i) {
        assert_close(own.events[i].time, (positions[i] - 0.1) / 300, 1e-9);
        assert_close(own.events[i].weight, 1, 1e-6);
    }
    sinew_mixer_destroy(mixer);
}

/// The rest of a step below a billionth of a second is not lost: 9e-5 s after a hundred thousand steps.
static void rests_of_steps_are_kept(void **state)
{
    (void)state;
    enum { STEPS = 100000 };
    const double each = 1.0 / 120 + 9e-10;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_mixer *mixer = make_mixer();
    play(mixer, 0, (sinew_mixer_clip){.clip = IDLE});
    for (int i = 0; i < STEPS; ++i) sinew_mixer_advance(mixer, each);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_close(layers[0].source.time, fmod(STEPS * each, 3), 1e-6);
    sinew_mixer_destroy(mixer);
}

/// A one-shot above the base begins to fade out between two grid points, 0.117 s before its end at 0.6 s.
static void a_fade_out_begins_between_grid_points(void **state)
{
    (void)state;
    const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1};
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_mixer *mixer = make_mixer();
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &over, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = IDLE});
    play(mixer, 1, (sinew_mixer_clip){.clip = RUN, .loop = SINEW_LOOP_ONCE, .fade_out = 0.117});
    sinew_mixer_advance(mixer, 0.5);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_int_equal(layers[1].source.clip, RUN);
    assert_close(layers[1].weight, (0.6 - 0.5) / 0.117, 1e-6);
    const sinew_mixer_clip smooth = {
        .clip = RUN, .loop = SINEW_LOOP_ONCE, .fade_out = 0.2, .fade_kind = SINEW_FADE_SMOOTH};
    play(mixer, 1, smooth);
    sinew_mixer_advance(mixer, 0.45); // 1/4 of the fade-out
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_close(layers[1].weight, 1 - 5.0 / 32, 1e-6);
    sinew_mixer_destroy(mixer);
}

/// The same events at the same times, and the same way, however time is divided: equal bits for multiples of 1/120 s.
static void division_does_not_matter(void **state)
{
    (void)state;
    static const int grid_ticks[] = {24, 1, 2, 4, 12}; // of 1/120 s
    static diary all[12];
    for (int way = 0; way < 12; ++way) {
        uint32_t seed = (uint32_t)way;
        sinew_mixer *mixer = make_mixer();
        diary *own = &all[way];
        *own = (diary){.character = start};
        const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 0.5};
        assert_int_equal(sinew_mixer_set_layer(mixer, 1, &over, NULL), SINEW_OK);
        for (int act = 0; act < 24; ++act) { // each takes 0.2 s
            if (act == 0) play(mixer, 0, (sinew_mixer_clip){.space = gaits, .x = 2, .half_life = 0.2, .sync = 1});
            if (act % 5 == 1) sinew_mixer_set_position(mixer, 0, gaits, act % 2 ? 4.4 : 1.3, 0);
            if (act % 7 == 2)
                play(mixer, 0, (sinew_mixer_clip){.clip = TURN, .fade = 0.317, .fade_kind = SINEW_FADE_SMOOTH});
            if (act % 7 == 5)
                play(mixer, 0, (sinew_mixer_clip){.space = gaits, .x = 3, .half_life = 0.1, .fade = 0.55});
            if (act == 9)
                play(mixer, 1,
                     (sinew_mixer_clip){.clip = RUN, .loop = SINEW_LOOP_ONCE, .fade = 0.1, .fade_out = 0.217});
            const double end = 0.2 * (act + 1);
            if (way < 5)
                for (int i = 0; i < 24; i += grid_ticks[way]) step(mixer, grid_ticks[way] / 120.0, own);
            else
                while (own->now < end - 1e-12)
                    step(mixer, fmin(end - own->now, way == 5 ? 1 / 50.0 : random_number(&seed, 1e-4, 0.03)), own);
        }
        sinew_mixer_destroy(mixer);
        assert_int_equal(own->count, all[0].count);
        for (int32_t i = 0; i < own->count; ++i) {
            const sinew_mixer_event *a = &own->events[i], *b = &all[0].events[i];
            assert_int_equal(a->event, b->event);
            assert_int_equal(a->layer, b->layer);
            assert_close(a->time, b->time, 1e-6);
            assert_close(a->weight, b->weight, 1e-2);
        }
        if (way < 5) assert_memory_equal(&own->character, &all[0].character, sizeof own->character);
        const double path = 12; // units, more than two seconds per second
        assert_close(own->character.translation.x, all[0].character.translation.x, 1e-3 * path);
        assert_close(own->character.translation.z, all[0].character.translation.z, 1e-3 * path);
        assert_close(own->character.rotation.y, all[0].character.rotation.y, 1e-3);
    }
    assert_true(all[0].count > 20);
}

/// A clip that is blended with itself has its own events, once, and its own motion.
static void a_blend_of_a_clip_with_itself_is_the_clip(void **state)
{
    (void)state;
    static const double steps[2] = {0.5, 1.5};
    static diary alone, twice;
    for (int sync = 0; sync < 2; ++sync) {
        sinew_mixer *mixers[2] = {make_mixer(), make_mixer()};
        sinew_mixer_clip clip = {.clip = TURN, .start = 0.4, .sync = sync, .markers = steps, .marker_count = 2};
        alone = twice = (diary){.character = start};
        play(mixers[0], 0, clip);
        play(mixers[1], 0, clip);
        clip.fade = 3;
        play(mixers[1], 0, clip);
        for (int i = 0; i < 200; ++i) {
            step(mixers[0], 0.0147, &alone);
            step(mixers[1], 0.0147, &twice);
        }
        assert_int_equal(alone.count, 3);
        assert_int_equal(alone.count, twice.count);
        for (int32_t i = 0; i < alone.count; ++i) {
            assert_int_equal(alone.events[i].event, twice.events[i].event);
            assert_close(alone.events[i].time, twice.events[i].time, 1e-9);
            assert_close(twice.events[i].weight, 1, 1e-6);
            assert_true(alone.events[i].is_dominant && twice.events[i].is_dominant);
        }
        assert_close(alone.character.translation.x, twice.character.translation.x, 1e-9);
        assert_close(alone.character.translation.z, twice.character.translation.z, 1e-9);
        assert_close(alone.character.rotation.y, twice.character.rotation.y, 1e-9);
        sinew_mixer_destroy(mixers[0]);
        sinew_mixer_destroy(mixers[1]);
    }
}

/// Two layers that play one clip report its events each, and a blend of the clip with itself above the base is one.
static void each_layer_has_its_own_events(void **state)
{
    (void)state;
    const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1};
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &over, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1});
    play(mixer, 1, (sinew_mixer_clip){.clip = WALK, .start = 0.1});
    play(mixer, 1, (sinew_mixer_clip){.clip = WALK, .start = 0.1, .fade = 1});
    step(mixer, 0.3, &own);
    assert_int_equal(own.count, 2);
    for (int32_t i = 0; i < 2; ++i) {
        assert_event(&own, i, WALK, "step", 0.25, 0.15, 1);
        assert_int_equal(own.events[i].layer, i);
    }
    sinew_mixer_destroy(mixer);
}

/// The turn fades out to a space of 0.8 walk and 0.2 run. At 0.9 s, in the middle of the piece from 108/120 s, the
/// turn has 11.5/120, less than the walk; and the run never has as much.
static void the_heaviest_clip_of_a_space_is_dominant(void **state)
{
    (void)state;
    int counts[WALKER_CLIPS] = {0};
    sinew_mixer *mixer = make_mixer();
    diary own = {.character = start};
    play(mixer, 0, (sinew_mixer_clip){.clip = TURN, .start = 0.6});
    play(mixer, 0, (sinew_mixer_clip){.space = gaits, .x = 2.6, .start = 0.25, .fade = 1});
    step(mixer, 0.85, &own);
    own.count = 0;
    step(mixer, 2, &own);
    for (int32_t i = 0; i < own.count; ++i) {
        ++counts[own.events[i].clip];
        assert_int_equal(own.events[i].is_dominant, own.events[i].clip == WALK);
    }
    assert_int_equal(counts[TURN], 1);
    assert_true(counts[WALK] > 3 && counts[RUN] > 3);
    sinew_mixer_destroy(mixer);
}

static void events_that_do_not_fit_are_counted(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer();
    sinew_mixer_event events[3];
    sinew_mixer_result result = {.events = events, .capacity = 3};
    play(mixer, 0, (sinew_mixer_clip){.clip = WALK, .start = 0.1});
    sinew_mixer_step(mixer, 2, &result); // 0.25, 0.75, 0, 1, 0.25, 0.75, 0, 1
    assert_int_equal(result.event_count, 3);
    assert_int_equal(result.left_out, 5);
    assert_close(events[2].time, 0.9, 1e-9);
    result = (sinew_mixer_result){0};
    sinew_mixer_step(mixer, 2, &result);
    assert_int_equal(result.event_count, 0);
    assert_int_equal(result.left_out, 8);
    sinew_mixer_step(mixer, 1e6, &result);      // time beyond ten seconds is advanced in one piece
    assert_int_equal(result.left_out, 4000000); // four per second
    assert_close(result.motion.translation.z, 2e6, 1e-3);
    sinew_mixer_step(mixer, (double)NAN, &result);
    assert_int_equal(result.left_out, 0);
    assert_memory_equal(&result.motion, &start, sizeof start);
    sinew_mixer_destroy(mixer);
}

/// The motion and the remaining pose together give the clip.
static void a_pose_in_place_and_its_motion_are_the_clip(void **state)
{
    (void)state;
    sinew_mixer *mixer = make_mixer(), *moving = NULL;
    sinew_blender *blender;
    sinew_local_pose *pose;
    diary own = {.character = start};
    assert_int_equal(sinew_mixer_create(model, &moving, NULL), SINEW_OK);
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = TURN});
    play(moving, 0, (sinew_mixer_clip){.clip = TURN});
    for (int tick = 0; tick < 100; ++tick) {
        step(mixer, 0.0193, &own);
        sinew_mixer_advance(moving, 0.0193);
        sinew_mixer_evaluate(moving, blender, pose);
        sinew_blend_globals(blender, pose);
        const sinew_affine hand = sinew_blend_joint_global(blender, 2);
        sinew_mixer_evaluate(mixer, blender, pose);
        sinew_blend_globals(blender, pose);
        const sinew_affine in_place = sinew_blend_joint_global(blender, 2);
        const sinew_transform world = {own.character.translation, own.character.rotation, {1, 1, 1}};
        const sinew_affine to_world = sinew_affine_from_transform(&world),
                           product = sinew_affine_multiply(&to_world, &in_place);
        assert_close(in_place.row[2][3], 0, 1e-3); // the hand is beside hips that stay
        for (int i = 0; i < 3; ++i) assert_close(product.row[i][3], hand.row[i][3], 1e-5);
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(moving);
    sinew_mixer_destroy(mixer);
}

/// Tables equal the curves, also between samples.
static void tables_are_the_motion_of_the_curves(void **state)
{
    (void)state;
    sinew_pose *scratch = make_pose(model);
    uint32_t seed = 5;
    for (int i = 0; i < 300; ++i) {
        const sinew_root_motion root = {i % 3, 1, SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
        const double from = random_number(&seed, -3, 3), to = random_number(&seed, -3, 3);
        const sinew_root_delta exact = sinew_root_motion_between(model, &root, from, to, scratch),
                               found = sinew_root_motion_tables_between(motions, i % 3, from, to);
        assert_close(found.translation.x, exact.translation.x, 2e-4);
        assert_close(found.translation.z, exact.translation.z, 2e-4);
        assert_close(fabs(found.rotation.y * exact.rotation.y + found.rotation.w * exact.rotation.w), 1, 1e-6);
    }
    const sinew_root_delta idle = sinew_root_motion_tables_between(motions, IDLE, 0, 1.5); // sways and returns
    assert_memory_equal(&idle, &start, sizeof idle);
    const sinew_root_delta nowhere = sinew_root_motion_tables_between(motions, WALK, 0, (double)INFINITY);
    assert_memory_equal(&nowhere, &start, sizeof nowhere);
    sinew_root_motion_tables *other = (sinew_root_motion_tables *)scratch;
    const sinew_root_motion_table_options bad = {.joint = 7, .parts = SINEW_MOTION_YAW};
    assert_int_equal(sinew_root_motion_tables_create(model, &bad, &other, NULL), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(other);
    sinew_pose_destroy(scratch);
}

/// Whatever numbers come, times and weights stay numbers.
static void extreme_numbers_stay_numbers(void **state)
{
    (void)state;
    static const double extremes[] = {0,     -0.0,        1e-300,          1e-6, 0.3, -0.3, 1e9, -1e9, 1e300, -1e300,
                                      1e308, (double)NAN, (double)INFINITY};
    enum { COUNT = sizeof extremes / sizeof *extremes };
    sinew_mixer_event events[4];
    for (int i = 0; i < COUNT * COUNT; ++i) {
        const double x = extremes[i % COUNT], y = extremes[i / COUNT];
        sinew_mixer *mixer = make_mixer();
        sinew_mixer_result result = {.events = events, .capacity = 4};
        const sinew_mixer_clip clips[] = {{.space = gaits, .x = x, .half_life = fabs(y), .speed = y},
                                          {.clip = IDLE, .speed = x, .start = y, .fade = fabs(y)},
                                          {.clip = TURN, .speed = y, .fade = fabs(x), .loop = SINEW_LOOP_PINGPONG}};
        for (int k = 0; k < 3; ++k) {
            (void)!sinew_mixer_play(mixer, 0, &clips[k], NULL);
            sinew_mixer_set_position(mixer, 0, gaits, y, x);
            for (int n = 0; n < 3; ++n) {
                sinew_mixer_step(mixer, n == 1 ? x : 0.0123, &result);
                assert_true(isfinite(result.motion.translation.x) && isfinite(result.motion.translation.z) &&
                            isfinite(result.motion.rotation.w));
            }
            sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
            for (int32_t n = sinew_mixer_layers(mixer, layers) - 1; n >= 0; --n)
                assert_true(isfinite(layers[n].weight) && isfinite(layers[n].source.time));
        }
        sinew_mixer_destroy(mixer);
    }
}

static void motions_of_another_model_are_refused(void **state)
{
    (void)state;
    sinew_model *other = make_walkers(NULL);
    sinew_mixer *mixer;
    sinew_error error;
    assert_int_equal(sinew_mixer_create(other, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_set_motions(mixer, motions, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the clip motions belong to another model");
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_reports_its_events_in_loops),
        cmocka_unit_test(backward_events_come_in_reverse),
        cmocka_unit_test(other_loop_modes_have_their_events),
        cmocka_unit_test(a_way_is_exact_where_a_fade_ends),
        cmocka_unit_test(a_smooth_fade_is_slow_at_both_ends),
        cmocka_unit_test(weights_of_a_smooth_fade_are_means_of_whole_pieces),
        cmocka_unit_test(a_fade_within_a_piece_begins_with_it),
        cmocka_unit_test(many_events_in_a_piece_are_told_apart),
        cmocka_unit_test(rests_of_steps_are_kept),
        cmocka_unit_test(a_fade_out_begins_between_grid_points),
        cmocka_unit_test(events_of_a_fade_have_weights),
        cmocka_unit_test(division_does_not_matter),
        cmocka_unit_test(a_blend_of_a_clip_with_itself_is_the_clip),
        cmocka_unit_test(each_layer_has_its_own_events),
        cmocka_unit_test(the_heaviest_clip_of_a_space_is_dominant),
        cmocka_unit_test(events_that_do_not_fit_are_counted),
        cmocka_unit_test(a_pose_in_place_and_its_motion_are_the_clip),
        cmocka_unit_test(tables_are_the_motion_of_the_curves),
        cmocka_unit_test(extreme_numbers_stay_numbers),
        cmocka_unit_test(motions_of_another_model_are_refused),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
