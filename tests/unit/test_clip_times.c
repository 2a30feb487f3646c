/// Times of the public functions are seconds from the clip's start: a clip that starts at frame 20 of the file's
/// timeline gives the results of the same clip that starts at frame 0, from every function that takes or gives a time.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/sinew_render.h"
#include "sinew/sinew_tools.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { LATE_FRAME = 20, FPS = 30, TIMES = 9 };

static const double late_start = (double)LATE_FRAME / FPS;

/// The clip from frame 0 and from frame 20. Times are of the clip: some are outside it, some on keys.
typedef struct two_starts {
    sinew_model *models[2];
    sinew_pose *poses[2];
} two_starts;

static const double times[TIMES] = {-0.4, 0, 1e-3, 0.1, 1.0 / 3, 0.5, 0.77, 1, 1.6};

static sinew_model *make_model_from(int frame)
{
    static const sinew_raw_event events[] = {{"step", "left", 0.25, 1}, {"step", "right", 0.75, 1}};
    chain *made = make_busy_chain(0);
    for (int i = 0; i < 16; ++i)
        for (int k = 0; k < KEYS; ++k) made->keys[i][k].ticks += second * frame / FPS;
    made->clip.start = (double)frame / FPS;
    made->clip.events = events;
    made->clip.event_count = 2;
    made->raw.fps = FPS;
    return make_baked(make_model(&made->raw), NULL);
}

static int open_models(void **state)
{
    static two_starts test;
    for (int i = 0; i < 2; ++i) {
        test.models[i] = make_model_from(i * LATE_FRAME);
        test.poses[i] = make_pose(test.models[i]);
    }
    assert_close(test.models[1]->clips[0].start, late_start, 1e-12);
    *state = &test;
    return 0;
}

static int close_models(void **state)
{
    two_starts *test = *state;
    for (int i = 0; i < 2; ++i) {
        sinew_pose_destroy(test->poses[i]);
        sinew_model_destroy(test->models[i]);
    }
    return 0;
}

static void assert_same_palette(const two_starts *test)
{
    const size_t size = (size_t)test->models[0]->skin_joint_count * sizeof(sinew_palette_matrix);
    assert_memory_equal(test->poses[0]->palette, test->poses[1]->palette, size);
}

// ---- conversions --------------------------------------------------------------------------------------------------

static void the_timeline_has_its_conversions(void **state)
{
    const sinew_model *model = ((two_starts *)*state)->models[1];
    assert_close(sinew_clip_to_timeline(model, 0, 0.5), late_start + 0.5, 1e-15);
    assert_close(sinew_clip_from_timeline(model, 0, late_start + 0.5), 0.5, 1e-15);
    assert_close(sinew_clip_to_timeline(model, SINEW_NONE, 0.5), 0.5, 0);
    assert_close(sinew_clip_from_timeline(model, SINEW_NONE, 0.5), 0.5, 0);
}

// ---- poses --------------------------------------------------------------------------------------------------------

static void every_engine_poses_at_the_time_of_the_clip(void **state)
{
    two_starts *test = *state;
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        for (int t = 0; t < TIMES; ++t) {
            for (int i = 0; i < 2; ++i)
                sinew_pose_evaluate(test->models[i], (sinew_engine)engine, 0, times[t], test->poses[i]);
            assert_same_palette(test);
            assert_close(test->poses[1]->timeline - test->poses[0]->timeline, late_start, 1e-12);
        }
    }
    for (int t = 0; t < TIMES; ++t) {
        for (int i = 0; i < 2; ++i) sinew_pose_evaluate_palette(test->models[i], 0, times[t], test->poses[i]);
        assert_same_palette(test);
        for (int i = 0; i < 2; ++i) sinew_pose_sample(test->models[i], 0, times[t], test->poses[i]);
        assert_memory_equal(test->poses[0]->local, test->poses[1]->local, 16 * sizeof(sinew_transform));
    }
}

static void locals_and_crowds_have_the_time_of_the_clip(void **state)
{
    two_starts *test = *state;
    const size_t palette = (size_t)test->models[0]->skin_joint_count;
    sinew_crowd_agent characters[TIMES];
    for (int t = 0; t < TIMES; ++t) characters[t] = (sinew_crowd_agent){.clip = 0, .time = times[t]};
    sinew_palette_matrix *palettes = malloc(2 * TIMES * palette * sizeof *palettes);
    for (int i = 0; i < 2; ++i) {
        sinew_crowd *crowd;
        assert_int_equal(sinew_crowd_create(test->models[i], TIMES, NULL, &crowd, NULL), SINEW_OK);
        const sinew_crowd_output output = {.palettes = palettes + (size_t)i * TIMES * palette,
                                           .palette_entries = (int64_t)(TIMES * palette)};
        assert_int_equal(sinew_crowd_evaluate(crowd, characters, TIMES, &output, NULL), SINEW_OK);
        sinew_crowd_destroy(crowd);
    }
    assert_memory_equal(palettes, palettes + TIMES * palette, TIMES * palette * sizeof *palettes);
    free(palettes);
    for (int t = 1; t < TIMES - 1; ++t) {
        _Alignas(64) sinew_local_group groups[2];
        for (int i = 0; i < 2; ++i)
            assert_true(sinew_clip_sample_locals(test->models[i], 0, times[t], &groups[i], NULL));
        assert_memory_equal(&groups[0], &groups[1], sizeof groups[0]);
    }
}

// ---- blending and playing -----------------------------------------------------------------------------------------

static void layers_and_mixers_have_the_time_of_the_clip(void **state)
{
    two_starts *test = *state;
    sinew_blender *blenders[2];
    sinew_mixer *mixers[2];
    sinew_local_pose *locals[2];
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(sinew_blender_create(test->models[i], &blenders[i], NULL), SINEW_OK);
        assert_int_equal(sinew_local_pose_create(test->models[i], &locals[i], NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_create(test->models[i], &mixers[i], NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_play(mixers[i], 0, &(sinew_mixer_clip){.clip = 0, .start = 0.3}, NULL), SINEW_OK);
    }
    for (int t = 0; t < TIMES; ++t) {
        for (int i = 0; i < 2; ++i)
            sinew_blend(
                blenders[i],
                &(sinew_blend_input){.source = {.kind = SINEW_BLEND_CLIP, .clip = 0, .time = times[t]}, .weight = 1}, 1,
                locals[i]);
        assert_memory_equal(locals[0]->groups, locals[1]->groups, sizeof *locals[0]->groups);
    }
    for (int tick = 0; tick < 20; ++tick) { // past the end: the mixer repeats
        double now[2];
        for (int i = 0; i < 2; ++i) {
            sinew_mixer_advance(mixers[i], 0.1);
            sinew_mixer_evaluate(mixers[i], blenders[i], locals[i]);
            assert_int_equal(sinew_mixer_current(mixers[i], 0, &now[i], NULL), 0);
        }
        assert_memory_equal(locals[0]->groups, locals[1]->groups, sizeof *locals[0]->groups);
        assert_close(now[0], now[1], 0);
        sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
        assert_int_equal(sinew_mixer_layers(mixers[1], layers), 1);
        assert_close(layers[0].source.time, now[1], 0); // the times of mixer and player equal the blended time
    }
    for (int i = 0; i < 2; ++i) {
        sinew_mixer_destroy(mixers[i]);
        sinew_local_pose_destroy(locals[i]);
        sinew_blender_destroy(blenders[i]);
    }
}

static void the_time_of_a_player_is_that_of_a_pose(void **state)
{
    two_starts *test = *state;
    sinew_playback player;
    sinew_playback_init(&player, test->models[1]->clips[0].duration);
    sinew_playback_advance(&player, 2.5);
    sinew_pose_evaluate(test->models[0], SINEW_ENGINE_EXACT, 0, 0.5, test->poses[0]); // halfway through the third loop
    sinew_pose_evaluate(test->models[1], SINEW_ENGINE_EXACT, 0, sinew_playback_time(&player), test->poses[1]);
    assert_same_palette(test);
}

// ---- events and keys of a clip ------------------------------------------------------------------------------------

static void keys_are_at_times_of_the_clip(void **state)
{
    two_starts *test = *state;
    double keys[2][KEYS];
    for (int32_t joint = SINEW_NONE; joint < 16; ++joint) {
        for (int i = 0; i < 2; ++i)
            assert_int_equal(sinew_clip_key_times(test->models[i], 0, joint, keys[i], KEYS), KEYS);
        for (int k = 0; k < KEYS; ++k) {
            assert_close(keys[0][k], k / 30.0, 1e-12);
            assert_close(keys[1][k], k / 30.0, 1e-12);
        }
    }
    // The value of a key equals the pose's value at its time: joint 0 rotates about z.
    sinew_pose_sample(test->models[1], 0, keys[1][7], test->poses[1]);
    assert_close(test->poses[1]->local[0].r.z, sin(10 * sin(0.7 * 7) * 3.14159265358979 / 360), 1e-9);
}

static void events_contacts_and_root_motion_have_times_of_the_clip(void **state)
{
    two_starts *test = *state;
    for (int i = 0; i < 2; ++i) {
        const sinew_model *model = test->models[i];
        sinew_event_hit hits[2];
        assert_int_equal(sinew_events_between(model, 0, 0, 0.5, 0, hits, 2), 1);
        assert_close(hits[0].time, 0.25, 1e-12);
        const sinew_foot feet[1] = {{.ankle = 3, .toe = SINEW_NONE, .leg_length = 100}};
        sinew_contacts contacts;
        assert_int_equal(sinew_contacts_find(model, 0, feet, 1, NULL, &contacts, NULL), SINEW_OK);
        for (int32_t c = 0; c < contacts.count; ++c)
            assert_true(contacts.items[c].from >= 0 && contacts.items[c].from <= model->clips[0].duration);
        sinew_contacts_free(&contacts);
    }
    const sinew_root_motion root = {0, 2, SINEW_MOTION_GROUND | SINEW_MOTION_HEIGHT};
    for (int t = 1; t < TIMES - 1; ++t) {
        sinew_root_delta motions[2];
        for (int i = 0; i < 2; ++i) motions[i] = sinew_root_motion_at(test->models[i], &root, times[t], test->poses[i]);
        assert_memory_equal(&motions[0], &motions[1], sizeof motions[0]);
    }
}

static void text_names_times_of_the_clip(void **state)
{
    const sinew_model *model = ((two_starts *)*state)->models[1];
    static const struct {
        const char *text;
        double seconds;
    } rows[] = {{"0.25", 0.25}, {"35f", 0.5}, {"#4", 0.1},           {"50%", 0.5},
                {"end", 1},     {"+3f", 0.6}, {"@1s", 1 - 20 / 30.0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_time time;
        double seconds;
        assert_int_equal(sinew_time_parse(rows[i].text, &time, NULL), SINEW_OK);
        assert_int_equal(
            sinew_time_resolve(&time, &(sinew_time_context){.model = model, .clip = 0, .current = 0.5}, &seconds, NULL),
            SINEW_OK);
        assert_close(seconds, rows[i].seconds, 1e-12);
    }
}

// ---- drawing ------------------------------------------------------------------------------------------------------

static void bounds_trails_and_ghosts_have_times_of_the_clip(void **state)
{
    two_starts *test = *state;
    sinew_bounds bounds[2];
    sinew_trail *trails[2];
    sinew_tracking_camera *cameras[2];
    sinew_onion *onions[2];
    for (int i = 0; i < 2; ++i) {
        const sinew_model *model = test->models[i];
        assert_int_equal(sinew_motion_bounds(model, SINEW_ENGINE_EXACT, 0, 0.2, 0.6, &bounds[i], NULL), SINEW_OK);
        assert_int_equal(sinew_trail_create(model, SINEW_ENGINE_EXACT, 0, 15, &trails[i], NULL), SINEW_OK);
        assert_int_equal(sinew_tracking_camera_create(model, SINEW_ENGINE_EXACT, 0, &cameras[i], NULL), SINEW_OK);
        assert_int_equal(sinew_onion_create(model, 2, &onions[i], NULL), SINEW_OK);
        sinew_onion_pose(onions[i], model, SINEW_ENGINE_EXACT, 0, 0.1, 0.2);
    }
    assert_close(bounds[0].radius, bounds[1].radius, 0);
    for (int t = 0; t < TIMES; ++t) {
        double at[2][3], offset[2][3];
        for (int i = 0; i < 2; ++i) {
            sinew_trail_position(trails[i], times[t], at[i]);
            sinew_tracking_camera_offset(cameras[i], times[t], offset[i]);
        }
        for (int k = 0; k < 3; ++k) assert_close(at[0][k], at[1][k], 0);
        for (int k = 0; k < 3; ++k) assert_close(offset[0][k], offset[1][k], 0);
    }
    double on_trail[3];
    sinew_trail_position(trails[1], 0.5, on_trail);
    sinew_pose_evaluate(test->models[1], SINEW_ENGINE_EXACT, 0, 0.5, test->poses[1]);
    for (int k = 0; k < 3; ++k) assert_close(on_trail[k], test->poses[1]->global[15].row[k][3], 1e-9);
    for (int32_t g = 0; g < onions[0]->count; ++g) {
        assert_int_equal(onions[0]->ghosts[g].is_shown, onions[1]->ghosts[g].is_shown);
        if (!onions[0]->ghosts[g].is_shown) continue;
        assert_memory_equal(onions[0]->ghosts[g].pose->global, onions[1]->ghosts[g].pose->global,
                            16 * sizeof(sinew_affine));
    }
    for (int i = 0; i < 2; ++i) {
        sinew_trail_destroy(trails[i]);
        sinew_tracking_camera_destroy(cameras[i]);
        sinew_onion_destroy(onions[i]);
    }
}

// ---- export -------------------------------------------------------------------------------------------------------

/// Removes what says where on the timeline a pose is: from a comment of OBJ, and the third column of CSV.
static void remove_timeline(char *text, int is_table)
{
    char *comment = strstr(text, "' at @");
    if (comment) memmove(comment, strchr(comment, '\n'), strlen(strchr(comment, '\n')) + 1);
    for (char *line = text; is_table && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *frame = strchr(strchr(line, ',') + 1, ',');
        memmove(frame, strchr(frame + 1, ','), strlen(strchr(frame + 1, ',')) + 1);
    }
}

static void exports_have_times_of_the_clip(void **state)
{
    two_starts *test = *state;
    static const char *const formats[] = {"obj", "bvh", "csv"};
    static const double steps[] = {0, 0.1, 0.2, 0.3};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) {
        const sinew_export_format *format = sinew__export_format_named(formats[f]);
        char *texts[2];
        for (int i = 0; i < 2; ++i) {
            const sinew_export_options options = {.times = f == 0 ? &steps[2] : steps,
                                                  .time_count = f == 0 ? 1 : 4,
                                                  .engine = SINEW_ENGINE_EXACT,
                                                  .in_place = f == 2 ? SINEW_MOTION_GROUND : 0,
                                                  .in_place_joint = 2};
            char *bytes;
            size_t size;
            assert_int_equal(sinew_export(test->models[i], format->name, &options, (uint8_t **)&bytes, &size, NULL),
                             SINEW_OK);
            texts[i] = calloc(size + 1, 1);
            memcpy(texts[i], bytes, size);
            sinew_free(bytes);
            assert_non_null(texts[i]);
        }
        if (f == 2) assert_non_null(strstr(texts[1], "wave,0.2,26,"));
        if (f == 0) assert_non_null(strstr(texts[1], "frame 26"));
        for (int i = 0; i < 2; ++i) remove_timeline(texts[i], f == 2);
        assert_string_equal(texts[0], texts[1]);
        for (int i = 0; i < 2; ++i) free(texts[i]);
    }
}

/// Of FBX, whose settings name the range of the timeline: 20 / 30 s and 50 / 30 s in ticks.
static void fbx_has_the_range_of_the_timeline(void **state)
{
    const two_starts *test = *state;
    const sinew_export_options options = {0};
    char *bytes;
    size_t size;
    assert_int_equal(sinew__export_fbx_ascii(test->models[1], &options, &bytes, &size, NULL), SINEW_OK);
    char *text = calloc(size + 1, 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    const char *start = strstr(text, "TimeSpanStart"), *stop = strstr(text, "TimeSpanStop");
    assert_true(start && strstr(start, "30790772000") && strstr(start, "30790772000") < stop);
    assert_true(stop && strstr(stop, "76976930000") && strstr(stop, "76976930000") < stop + 60);
    free(text);
    sinew_free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_timeline_has_its_conversions),
        cmocka_unit_test(every_engine_poses_at_the_time_of_the_clip),
        cmocka_unit_test(locals_and_crowds_have_the_time_of_the_clip),
        cmocka_unit_test(layers_and_mixers_have_the_time_of_the_clip),
        cmocka_unit_test(the_time_of_a_player_is_that_of_a_pose),
        cmocka_unit_test(keys_are_at_times_of_the_clip),
        cmocka_unit_test(events_contacts_and_root_motion_have_times_of_the_clip),
        cmocka_unit_test(text_names_times_of_the_clip),
        cmocka_unit_test(bounds_trails_and_ghosts_have_times_of_the_clip),
        cmocka_unit_test(exports_have_times_of_the_clip),
        cmocka_unit_test(fbx_has_the_range_of_the_timeline),
    };
    return cmocka_run_group_tests(tests, open_models, close_models);
}
