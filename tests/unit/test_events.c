/// Events of clips: in loops, backward, at the ends; and the events that a model keeps.
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/events.h"
#include "sinew/with_clips.h"
#include "support/make_model.h"
#include "support/random_number.h"

/// Two clips of 2 s. The first has five usable events, given in another order than theirs, the second has one.
static sinew_model *make_eventful(void)
{
    static const sinew_raw_joint joint = {
        .name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    static const sinew_track_key key = {.value = {1, 2, 3}};
    static const sinew_raw_track track = {
        .node = SINEW_NONE, .path = SINEW_TRACK_TRANSLATION, .keys = &key, .key_count = 1};
    static const sinew_raw_event walk[] = {{"step", "left", 0.5, 1},
                                           {"end", NULL, 2, 0},
                                           {"start", NULL, 0, 0},
                                           {"step", "right", 1.5, 2},
                                           {"puff", NULL, 0.5, (double)NAN},
                                           {"late", NULL, 2.1, 0},
                                           {"early", NULL, -0.1, 0},
                                           {"", NULL, 1, 0},
                                           {NULL, NULL, 1, 0},
                                           {"never", NULL, (double)NAN, 0}},
                                 wave[] = {{"hello", NULL, 1, 0}};
    const sinew_raw_clip clips[] = {{.name = "walk",
                                     .duration = 2,
                                     .events = walk,
                                     .event_count = sizeof walk / sizeof *walk,
                                     .tracks = &track,
                                     .track_count = 1},
                                    {.name = "wave", .duration = 2, .events = wave, .event_count = 1},
                                    {.name = "pose", .duration = 0}};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = clips, .clip_count = 3};
    return make_model(&raw);
}

static void usable_events_are_kept_in_order(void **state)
{
    (void)state;
    static const char *const tracks[] = {"start", "step", "puff", "step", "end", "hello"};
    static const double times[] = {0, 0.5, 0.5, 1.5, 2, 1}, values[] = {0, 1, 0, 2, 0, 0};
    sinew_model *model = make_eventful();
    int32_t first;
    assert_int_equal(model->event_count, 6);
    for (int i = 0; i < 6; ++i) {
        assert_string_equal(sinew_text(model, model->events[i].track), tracks[i]);
        assert_close(model->events[i].time, times[i], 0);
        assert_close(model->events[i].value, values[i], 0);
        assert_int_equal(model->events[i].clip, i == 5);
    }
    assert_string_equal(sinew_text(model, model->events[1].text), "left");
    assert_int_equal(sinew_clip_events(model, 1, &first), 1);
    assert_int_equal(first, 5);
    assert_int_equal(sinew_clip_events(model, 2, &first), 0);
    sinew_model_destroy(model);
}

/// Compares hits with indices of events in the first clip.
static void assert_hits(const sinew_model *model, double from, double to, int loops, int32_t count, const int *events)
{
    sinew_event_hit hits[16];
    memset(hits, 0xde, sizeof hits);
    assert_int_equal(sinew_events_between(model, 0, from, to, loops, hits, 16), count);
    for (int32_t i = 0; i < count; ++i) assert_int_equal(hits[i].event, events[i]);
}

static void the_start_counts_and_the_end_does_not(void **state)
{
    (void)state;
    sinew_model *model = make_eventful();
    assert_hits(model, 0, 0.5, 1, 2, (int[]){4, 0}); // the end of a loop is the start of the next
    assert_hits(model, 0, 0.5, 0, 1, (int[]){0});
    assert_hits(model, 0.5, 1.5, 1, 2, (int[]){1, 2});
    assert_hits(model, 0.6, 1.4, 1, 0, NULL);
    assert_hits(model, 0.5, 0.5, 1, 0, NULL);
    sinew_model_destroy(model);
}

/// From the second loop back into the one before the first: −0.5 is 1.5 of the loop −1.
static void loops_continue_in_both_directions(void **state)
{
    (void)state;
    sinew_model *model = make_eventful();
    sinew_event_hit hits[16];
    assert_hits(model, 1.6, 2.6, 1, 4, (int[]){4, 0, 1, 2});
    assert_hits(model, -0.6, 0.1, 1, 3, (int[]){3, 4, 0});
    assert_hits(model, 2.6, 1.6, 1, 4, (int[]){2, 1, 0, 4});
    assert_int_equal(sinew_events_between(model, 0, -0.6, 2.6, 1, hits, 16), 10);
    assert_close(hits[0].time, -0.5, 1e-12);
    assert_close(hits[9].time, 2.5, 1e-12);
    assert_int_equal(sinew_events_between(model, 0, 0, 2e6, 1, hits, 2), 5000000);
    sinew_model_destroy(model);
}

static void without_loops_times_are_held_at_the_ends(void **state)
{
    (void)state;
    sinew_model *model = make_eventful();
    assert_hits(model, -5, 9, 0, 5, (int[]){0, 1, 2, 3, 4});
    assert_hits(model, 9, -5, 0, 5, (int[]){4, 3, 2, 1, 0});
    assert_hits(model, 1.6, 2, 0, 1, (int[]){4});
    assert_hits(model, 2, 9, 0, 0, NULL);
    sinew_model_destroy(model);
}

static void ticks_report_each_event_once(void **state)
{
    (void)state;
    sinew_model *model = make_eventful();
    uint32_t seed = 4;
    for (int round = 0; round < 200; ++round) {
        const double begin = random_number(&seed, -7, 7);
        double time = begin;
        int32_t count = 0;
        sinew_event_hit hits[64];
        for (int tick = 0; tick < 20; ++tick) {
            // Every fourth tick ends at an event or at a seam.
            const double next = time + (tick % 4 ? random_number(&seed, 0, 0.9) : ceil(2 * time + 0.1) / 2 - time);
            const int32_t forward = sinew_events_between(model, 0, time, next, 1, NULL, 0);
            assert_int_equal(sinew_events_between(model, 0, next, time, 1, NULL, 0), forward);
            count += forward;
            time = next;
        }
        assert_int_equal(sinew_events_between(model, 0, begin, time, 1, hits, 64), count);
        for (int32_t i = 1; i < count && i < 64; ++i) assert_true(hits[i].time >= hits[i - 1].time);
    }
    sinew_model_destroy(model);
}

static void bad_times_and_clips_have_no_events(void **state)
{
    (void)state;
    sinew_model *model = make_eventful();
    assert_hits(model, (double)NAN, 1, 1, 0, NULL);
    assert_hits(model, 0, (double)INFINITY, 0, 0, NULL);
    assert_hits(model, 0, 1e300, 1, 0, NULL);
    assert_int_equal(sinew_events_between(model, 7, 0, 1, 1, NULL, 0), 0);
    assert_int_equal(sinew_events_between(model, -1, 0, 1, 1, NULL, 0), 0);
    assert_int_equal(sinew_events_between(model, 2, 0, 1, 1, NULL, 0), 0);
    sinew_model_destroy(model);
}

static void events_move_with_their_clips_to_a_character(void **state)
{
    (void)state;
    sinew_model *animation = make_eventful(), *character = make_eventful(), *both, *only;
    assert_int_equal(sinew__model_with_clips(character, animation, NULL, &only, NULL), SINEW_OK);
    assert_int_equal(only->event_count, 6);
    assert_int_equal(sinew__model_add_clips(character, (const sinew_model *const *)&animation, 1, NULL, &both, NULL),
                     SINEW_OK);
    assert_int_equal(both->clip_count, 6);
    assert_int_equal(both->event_count, 12);
    assert_int_equal(both->events[11].clip, 4);
    assert_string_equal(sinew_text(both, both->events[11].track), "hello");
    sinew_model_destroy(animation);
    sinew_model_destroy(character);
    sinew_model_destroy(both);
    sinew_model_destroy(only);
}

/// A block whose events are not in order, beyond their clip, of a missing clip or without a name is refused.
static void damaged_events_are_refused(void **state)
{
    (void)state;
    const sinew_event wrong[] = {{.clip = 0, .time = 1.9},         {.clip = 0, .time = 2.5}, {.clip = 0, .time = -1},
                                 {.clip = 2, .time = 0},           {.clip = 9, .time = 0.5}, {.clip = -1, .time = 0.5},
                                 {.clip = 0, .time = (double)NAN}, {.clip = 0, .time = 0.5}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_model *model = make_eventful(), *opened;
        sinew_error error;
        size_t size;
        const char *block = sinew_model_block(model, &size);
        const size_t offset = (size_t)((const char *)&model->events[1] - block);
        char *changed = malloc(size);
        assert_non_null(changed);
        memcpy(changed, block, size);
        sinew_event event = wrong[i];
        event.track = i == 7 ? 0 : model->events[1].track;
        memcpy(changed + offset, &event, sizeof event);
        assert_int_equal(sinew__model_from_block(changed, size, &opened, &error), SINEW_ERROR_DAMAGED);
        assert_non_null(strstr(error.message, "events"));
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_times_and_clips_have_no_events),
        cmocka_unit_test(damaged_events_are_refused),
        cmocka_unit_test(usable_events_are_kept_in_order),
        cmocka_unit_test(the_start_counts_and_the_end_does_not),
        cmocka_unit_test(loops_continue_in_both_directions),
        cmocka_unit_test(without_loops_times_are_held_at_the_ends),
        cmocka_unit_test(ticks_report_each_event_once),
        cmocka_unit_test(events_move_with_their_clips_to_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
