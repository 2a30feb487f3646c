/// The mixer: fades, sync groups, one-shots, layers, held poses and crowds. Weights and times are arithmetic on paper.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/thread.h"
#include "sinew/crowd.h"
#include "sinew/mixer.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

/// Two chains of joints in one: clip 0 lasts 1 s, clip 1 2 s, clip 2 is clip 0 that begins at 10 s.
static sinew_model *make_three_clips(int32_t count)
{
    static sinew_raw_clip clips[3];
    chain *made = make_chain(count);
    for (int i = 0; i < 3; ++i) clips[i] = made->clip;
    clips[0].name = "run";
    clips[1].name = "walk";
    clips[1].duration = 2;
    clips[2].name = "wave";
    clips[2].start = 10;
    made->raw.clips = clips;
    made->raw.clip_count = 3;
    return make_baked(make_model(&made->raw), NULL);
}

static sinew_mixer *make_mixer(const sinew_model *model)
{
    sinew_mixer *mixer = NULL;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    return mixer;
}

static void play(sinew_mixer *mixer, int32_t layer, sinew_mixer_clip clip)
{
    sinew_error error = {0};
    if (sinew_mixer_play(mixer, layer, &clip, &error) != SINEW_OK) fail_msg("%s", error.message);
}

static void assert_layer(const sinew_blend_input *layer, int32_t clip, double time, double weight)
{
    assert_int_equal(layer->source.clip, clip);
    assert_close(layer->source.time, time, 1e-9);
    assert_close(layer->weight, weight, 1e-6);
}

static void invalid_clips_are_named_and_change_nothing(void **state)
{
    (void)state;
    static const double markers[2] = {0.6, 0.2}, late[3] = {0.2, 0.4, 1}, early[2] = {-0.1, 0.2},
                        alike[3] = {0, 0.5, 0.5};
    const struct {
        int32_t layer;
        sinew_mixer_clip clip;
        const char *message;
    } cases[] = {
        {4, {.clip = 0}, "mixer layer 4 is out of range [0, 3]"},
        {0, {.clip = 3}, "clip 3 does not exist: there are 3"},
        {0, {.clip = 0, .fade = -1}, "a fade of -1 s is out of range"},
        {0, {.clip = 0, .fade_kind = (sinew_fade_kind)3}, "fade kind 3 is invalid"},
        {0, {.clip = 0, .speed = (double)NAN}, "speed or start is not finite"},
        {0, {.clip = 0, .sync = -1}, "sync group -1 is negative"},
        {0, {.clip = 0, .markers = markers, .marker_count = 2}, "sync marker 2 at 0.2 s is out of order or range"},
        {0, {.clip = 0, .marker_count = 2}, "2 sync markers"},
        {0, {.clip = 0, .markers = markers, .marker_count = -1}, "-1 sync markers"},
        {0, {.clip = 0, .markers = late, .marker_count = 3}, "sync marker 3 at 1 s is out of order or range"},
        {0, {.clip = 0, .markers = late + 2, .marker_count = 1}, "sync marker 1 at 1 s is out of order or range"},
        {0, {.clip = 0, .markers = early, .marker_count = 2}, "sync marker 1 at -0.1 s is out of order or range"},
        {-1, {.clip = 0}, "mixer layer -1 is out of range [0, 3]"},
        {0, {.clip = 0, .fade = (double)INFINITY}, "a fade of inf s is out of range"},
        {0, {.clip = 0, .fade_out = -2}, "a fade of -2 s is out of range"},
        {0, {.clip = 0, .fade_kind = (sinew_fade_kind)-1}, "fade kind -1 is invalid"},
        {0, {.clip = 0, .start = (double)INFINITY}, "speed or start is not finite"},
        {0, {.clip = 0, .loop = (sinew_loop_mode)-1}, "loop mode -1 is invalid"},
        {0, {.clip = 0, .loop = (sinew_loop_mode)(SINEW_LOOP_PINGPONG + 1)}, "loop mode 3 is invalid"},
    };
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        assert_int_equal(sinew_mixer_play(mixer, cases[i].layer, &cases[i].clip, &error), SINEW_ERROR_INVALID_ARGUMENT);
        if (i != 1) assert_string_equal(error.message, cases[i].message);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 0);
    }
    play(mixer, 3, (sinew_mixer_clip){.clip = 0, .markers = alike, .marker_count = 3}); // not invalid
    play(mixer, 0, (sinew_mixer_clip){.clip = 0, .sync = 1});
    static const double steps[2] = {0.2, 0.6};
    const sinew_mixer_clip stepped = {.clip = 1, .sync = 1, .markers = steps, .marker_count = 2};
    assert_int_equal(sinew_mixer_play(mixer, 0, &stepped, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "2 sync markers, expected 1 as in sync group 1");
    const sinew_mixer_layer settings = {.mode = SINEW_BLEND_AVERAGE, .weight = 1};
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &settings, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_mixer_set_layer(mixer, 0, &settings, &error), SINEW_ERROR_INVALID_ARGUMENT);
    const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1};
    for (int32_t layer = -1; layer <= SINEW_MIXER_LAYERS_MAX; ++layer)
        assert_int_equal(sinew_mixer_set_layer(mixer, layer, &over, &error),
                         layer >= 1 && layer < SINEW_MIXER_LAYERS_MAX ? SINEW_OK : SINEW_ERROR_INVALID_ARGUMENT);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// A paused clip stays at its start, also in a saved state; a paused one-shot does not end.
static void a_paused_clip_stands(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew_mixer_state saved;
    play(mixer, 0, (sinew_mixer_clip){.clip = 0, .start = 0.5, .speed = 2, .paused = true});
    play(mixer, 1, (sinew_mixer_clip){.clip = 1, .start = 0.1, .loop = SINEW_LOOP_ONCE, .paused = true});
    sinew_mixer_advance(mixer, 7);
    sinew_mixer_get_state(mixer, &saved);
    assert_int_equal(sinew_mixer_set_state(mixer, &saved, NULL, 0, NULL), SINEW_OK);
    sinew_mixer_advance(mixer, 7);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], 0, 0.5, 1);
    assert_layer(&layers[1], 1, 0.1, 1);
    assert_false(sinew_mixer_finished(mixer, 1));
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

static void a_fade_is_linear_and_ends(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.clip = 0, .fade = 5}); // the first clip has nothing to fade from
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], 0, 0, 1);
    sinew_mixer_advance(mixer, 0.25);
    play(mixer, 0, (sinew_mixer_clip){.clip = 2, .fade = 0.4, .start = 0.5, .speed = 0.5});
    sinew_mixer_advance(mixer, 0.1);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], 0, 0.35, 0.75);
    assert_layer(&layers[1], 2, 0.55, 0.25);                    // from the clip's start, not on the timeline
    play(mixer, 0, (sinew_mixer_clip){.clip = 1, .fade = 0.2}); // interrupted: 0.75 and 0.25 fade together
    sinew_mixer_advance(mixer, 0.1);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 3);
    assert_layer(&layers[0], 0, 0.45, 0.375);
    assert_layer(&layers[1], 2, 0.6, 0.125);
    assert_layer(&layers[2], 1, 0.1, 0.5);
    sinew_mixer_advance(mixer, 0.1);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], 1, 0.2, 1);
    sinew_mixer_advance(mixer, (double)NAN);
    sinew_mixer_advance(mixer, -0.3); // before the start: two seconds, repeating
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], 1, 1.9, 1);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// While a clip of 1 s fades to one of 2 s, the pace falls linearly from one loop per second to half of one: 1 − t / 2.
/// Its integral is 0.4375 from 0 to 0.5 s, and 0.14 from there to 0.7 s.
static void a_sync_group_keeps_one_phase(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.clip = 0, .sync = 3, .start = 0.5});
    play(mixer, 0, (sinew_mixer_clip){.clip = 1, .sync = 3, .fade = 1, .start = 0.1});
    (void)sinew_mixer_layers(mixer, layers);
    sinew_mixer_advance(mixer, 0.5);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], 0, 0.9375, 0.5);
    assert_layer(&layers[1], 1, 1.875, 0.5);
    sinew_mixer_advance(mixer, 0.2);
    (void)sinew_mixer_layers(mixer, layers);
    assert_layer(&layers[0], 0, 0.0775, 0.3);
    assert_layer(&layers[1], 1, 0.155, 0.7);
    for (int i = 0; i < 1000; ++i) {
        sinew_mixer_advance(mixer, 0.0001);
        (void)sinew_mixer_layers(mixer, layers);
        assert_close(2 * layers[0].source.time, layers[1].source.time, 1e-9);
    }
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// Of two sync groups each keeps its own pace while one fades to the other: after half a second both are at 0.5 s.
static void sync_groups_do_not_share_a_pace(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.clip = 0, .sync = 1});
    play(mixer, 0, (sinew_mixer_clip){.clip = 1, .sync = 2, .fade = 1});
    sinew_mixer_advance(mixer, 0.5);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[0], 0, 0.5, 0.5);
    assert_layer(&layers[1], 1, 0.5, 0.5);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// Footsteps at 0.2 and 0.6 of one second, and at 0.5 and 1.5 of two: halfway between the steps, at 0.4, the other clip
/// is at 1.0; after the second step, at 0.8 of 0.6 … 1.2, it is at 1.5 + 1/3.
static void markers_meet_markers(void **state)
{
    (void)state;
    static const double run[2] = {0.2, 0.6}, walk[2] = {0.5, 1.5};
    static const double times[4][2] = {{0.4, 1.0}, {0.8, 1.5 + 1.0 / 3}, {0.1, 0.5 - 1.0 / 6}, {0.2, 0.5}};
    sinew_model *model = make_three_clips(2);
    for (int i = 0; i < 4; ++i) {
        sinew_mixer *mixer = make_mixer(model);
        sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
        play(mixer, 0,
             (sinew_mixer_clip){.clip = 0, .sync = 1, .start = times[i][0], .markers = run, .marker_count = 2});
        play(mixer, 0, (sinew_mixer_clip){.clip = 1, .sync = 1, .markers = walk, .marker_count = 2});
        assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
        assert_close(layers[0].source.time, times[i][1], 1e-9);
        sinew_mixer_destroy(mixer);
    }
    sinew_model_destroy(model);
}

/// A clip without markers has one at its start: it plays beside one that says so, and the phase of either is the same.
static void no_markers_are_one_at_the_start(void **state)
{
    (void)state;
    static const double start[1] = {0};
    sinew_model *model = make_three_clips(2);
    for (int first_has_marker = 0; first_has_marker < 2; ++first_has_marker) {
        sinew_mixer *mixer = make_mixer(model);
        sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
        sinew_mixer_clip plain = {.clip = 0, .sync = 1, .start = 0.25}, marked = plain;
        marked.markers = start;
        marked.marker_count = 1;
        play(mixer, 0, first_has_marker ? marked : plain);
        sinew_mixer_clip next = first_has_marker ? plain : marked;
        next.clip = 1;
        play(mixer, 0, next);
        assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
        assert_layer(&layers[0], 1, 0.5, 1);
        sinew_mixer_destroy(mixer);
    }
    sinew_model_destroy(model);
}

static void a_one_shot_above_the_base_fades_in_and_out(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_joint_mask *mask = NULL;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    assert_int_equal(sinew_joint_mask_create(model, 1, &mask, NULL), SINEW_OK);
    const sinew_mixer_layer settings = {.mode = SINEW_BLEND_OVERRIDE, .weight = 0.8f, .mask = mask};
    assert_int_equal(sinew_mixer_set_layer(mixer, 2, &settings, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = 1});
    play(mixer, 2, (sinew_mixer_clip){.clip = 2, .fade = 0.2, .loop = SINEW_LOOP_ONCE, .fade_out = 0.4});
    sinew_mixer_advance(mixer, 0.1);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    assert_layer(&layers[1], 2, 0.1, 0.4); // half of 0.8
    assert_ptr_equal(layers[1].mask, mask);
    sinew_mixer_advance(mixer, 0.4);
    (void)sinew_mixer_layers(mixer, layers);
    assert_layer(&layers[1], 2, 0.5, 0.8);
    assert_false(sinew_mixer_finished(mixer, 2));
    sinew_mixer_advance(mixer, 0.1); // 0.6: the fade begins
    sinew_mixer_advance(mixer, 0.3);
    (void)sinew_mixer_layers(mixer, layers);
    assert_layer(&layers[1], 2, 0.9, 0.2);
    sinew_mixer_advance(mixer, 0.11);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_true(sinew_mixer_finished(mixer, 2));
    assert_int_equal(sinew_mixer_current(mixer, 2, NULL, NULL), SINEW_NONE);
    assert_int_equal(sinew_mixer_current(mixer, 0, NULL, NULL), 1);
    sinew_mixer_destroy(mixer);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

/// Clips that fade within a layer over the base: 0.3 and 0.7 of the layer's 0.5 leave half of the base.
static void clips_of_a_layer_keep_their_weights(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    const sinew_mixer_layer settings = {.mode = SINEW_BLEND_OVERRIDE, .weight = 0.5};
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &settings, NULL), SINEW_OK);
    play(mixer, 1, (sinew_mixer_clip){.clip = 0});
    play(mixer, 1, (sinew_mixer_clip){.clip = 1, .fade = 1});
    sinew_mixer_advance(mixer, 0.7);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 2);
    const double earlier = (double)layers[0].weight, later = (double)layers[1].weight;
    assert_close(later, 0.35, 1e-6);
    assert_close(earlier * (1 - later), 0.15, 1e-6);
    const sinew_mixer_layer additive = {.mode = SINEW_BLEND_ADDITIVE, .weight = 0.5};
    assert_int_equal(sinew_mixer_set_layer(mixer, 1, &additive, NULL), SINEW_OK);
    play(mixer, 1, (sinew_mixer_clip){.clip = 2});
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_int_equal(layers[0].reference.kind, SINEW_BLEND_NONE); // the start of the clip
    sinew_mixer_stop(mixer, 1, 0);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 0);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// A held pose is the last shown pose; the fade begins there. At its end only the new clip plays.
static void a_held_pose_fades_to_a_clip(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(20);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blender *blender = NULL;
    sinew_local_pose *before = NULL, *after = NULL;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &before, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &after, NULL), SINEW_OK);
    play(mixer, 0, (sinew_mixer_clip){.clip = 0});
    play(mixer, 0, (sinew_mixer_clip){.clip = 1, .start = 0.8, .fade = 1});
    sinew_mixer_advance(mixer, 0.3);
    sinew_mixer_evaluate(mixer, blender, before);
    for (int again = 0; again < 2; ++again) { // also from a held pose
        sinew_mixer_freeze(mixer, blender);
        play(mixer, 0, (sinew_mixer_clip){.clip = 2, .fade = 0.5});
        sinew_mixer_evaluate(mixer, blender, after);
        assert_memory_equal(before->groups, after->groups, 2 * sizeof *before->groups);
    }
    sinew_mixer_advance(mixer, 0.5);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], 2, 0.5, 1);
    sinew_local_pose_destroy(before);
    sinew_local_pose_destroy(after);
    sinew_blender_destroy(blender);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// The held pose is the rest pose when nothing plays, or only layers above the base do.
static void holding_without_a_base_is_the_rest_pose(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(20);
    sinew_blender *blender = NULL;
    sinew_local_pose *rest = NULL, *held = NULL;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &rest, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &held, NULL), SINEW_OK);
    sinew_blend(blender, NULL, 0, rest);
    for (int has_layer = 0; has_layer < 2; ++has_layer) {
        sinew_mixer *mixer = make_mixer(model);
        const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 1};
        assert_int_equal(sinew_mixer_set_layer(mixer, 1, &over, NULL), SINEW_OK);
        if (has_layer) play(mixer, 1, (sinew_mixer_clip){.clip = 1, .start = 0.8});
        sinew_mixer_freeze(mixer, blender);
        sinew_mixer_stop(mixer, 1, 0);
        sinew_mixer_evaluate(mixer, blender, held);
        assert_memory_equal(rest->groups, held->groups, 2 * sizeof *rest->groups); // the third is not full
        sinew_mixer_destroy(mixer);
    }
    sinew_local_pose_destroy(rest);
    sinew_local_pose_destroy(held);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// A layer has room for four clips. The fifth takes the place of the lightest, which may be the newest of them: after
/// two fades that are interrupted halfway and one after a tenth, weights are 0.225, 0.225, 0.45 and 0.1.
static void a_fifth_clip_takes_the_place_of_the_lightest(void **state)
{
    (void)state;
    static const int32_t clips[] = {0, 1, 2, SINEW_NONE};
    static const double times[] = {0.5, 0.5, 0.1};
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    play(mixer, 0, (sinew_mixer_clip){.clip = clips[0]});
    for (int i = 0; i < 3; ++i) {
        play(mixer, 0, (sinew_mixer_clip){.clip = clips[i + 1], .fade = 1});
        sinew_mixer_advance(mixer, times[i]);
    }
    assert_int_equal(sinew_mixer_layers(mixer, layers), 4);
    play(mixer, 0, (sinew_mixer_clip){.clip = 1, .start = 0.3, .fade = 1});
    assert_int_equal(sinew_mixer_layers(mixer, layers), 3); // the new one has no weight yet
    assert_layer(&layers[0], 0, 0.1, 0.225);                // 1.1 s of a loop of 1 s
    assert_layer(&layers[1], 1, 1.1, 0.225);
    assert_layer(&layers[2], 2, 0.6, 0.45);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

static void many_interrupted_fades_keep_a_whole_weight(void **state)
{
    (void)state;
    sinew_model *model = make_three_clips(2);
    sinew_mixer *mixer = make_mixer(model);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    for (int i = 0; i < 50; ++i) {
        play(mixer, 0, (sinew_mixer_clip){.clip = i % 3, .fade = 0.3});
        sinew_mixer_advance(mixer, 0.02);
        const int32_t count = sinew_mixer_layers(mixer, layers);
        double sum = 0;
        for (int32_t k = 0; k < count; ++k) sum += (double)layers[k].weight;
        assert_true(count >= 1 && count <= SINEW_MIXER_CLIPS_MAX);
        assert_true(sum > 0.1 && sum < 1.0001);
    }
    sinew_mixer_stop(mixer, 0, 0.1);
    sinew_mixer_advance(mixer, 0.2);
    assert_int_equal(sinew_mixer_layers(mixer, layers), 1);
    assert_layer(&layers[0], SINEW_NONE, 0, 1);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
}

/// Compares the outputs of a crowd with the outputs of single characters, to the last bit: palettes, sockets, or both.
static void check_crowd(const sinew_model *model, sinew_mixer *const *mixers, int32_t count,
                        const sinew_crowd_options *options)
{
    const size_t skin_joints = (size_t)model->skin_joint_count;
    const int32_t sockets[2] = {model->joint_count - 1, 3};
    sinew_palette_matrix *palettes = calloc((size_t)count * skin_joints + 1, sizeof *palettes),
                         *alone = calloc(skin_joints + 1, sizeof *alone);
    sinew_affine *globals = calloc((size_t)count * 2, sizeof *globals);
    sinew_crowd_agent *characters = calloc((size_t)count, sizeof *characters);
    sinew_blender *blender = NULL;
    sinew_crowd *crowd = NULL;
    assert_non_null(characters);
    for (int32_t i = 0; i < count; ++i) characters[i].mixer = mixers[i];
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    assert_int_equal(sinew_crowd_create(model, count, options, &crowd, NULL), SINEW_OK);
    for (int outputs = 1; outputs <= 3; ++outputs) {
        const int has_palettes = outputs & 1, has_sockets = outputs >> 1;
        memset(palettes, 0xde, (size_t)count * skin_joints * sizeof *palettes);
        memset(globals, 0xde, (size_t)count * 2 * sizeof *globals);
        const sinew_crowd_output output = {.palettes = has_palettes ? palettes : NULL,
                                           .palette_entries = (int64_t)count * model->skin_joint_count,
                                           .sockets = sockets,
                                           .socket_count = has_sockets ? 2 : 0,
                                           .socket_globals = globals};
        assert_int_equal(sinew_crowd_evaluate(crowd, characters, count, &output, NULL), SINEW_OK);
        for (int32_t i = 0; i < count; ++i) {
            sinew_mixer_evaluate_palette(mixers[i], blender, alone, NULL);
            if (has_palettes)
                assert_memory_equal(palettes + (size_t)i * skin_joints, alone, skin_joints * sizeof *alone);
            for (int k = 0; k < 2 && has_sockets; ++k) {
                const sinew_affine socket = sinew_blend_joint_global(blender, sockets[k]);
                assert_memory_equal(&globals[2 * i + k], &socket, sizeof socket);
            }
        }
    }
    sinew_crowd_destroy(crowd);
    sinew_blender_destroy(blender);
    free(characters);
    free(globals);
    free(palettes);
    free(alone);
}

enum { COUNT = 37 }; ///< of a crowd: full vectors of characters, and some that are left

static void make_fading(const sinew_model *model, const sinew_joint_mask *mask, sinew_mixer *mixers[COUNT])
{
    for (int i = 0; i < COUNT; ++i) {
        mixers[i] = make_mixer(model);
        play(mixers[i], 0, (sinew_mixer_clip){.clip = 0, .start = 0.02 * i});
        play(mixers[i], 0, (sinew_mixer_clip){.clip = 0, .start = 1 - 0.02 * i, .fade = 1});
        if (mask && i % 2) {
            const sinew_mixer_layer over = {.mode = SINEW_BLEND_OVERRIDE, .weight = 0.7f, .mask = mask};
            assert_int_equal(sinew_mixer_set_layer(mixers[i], 1, &over, NULL), SINEW_OK);
            play(mixers[i], 1, (sinew_mixer_clip){.clip = 0, .start = 0.5});
        }
        sinew_mixer_advance(mixers[i], 0.013 * i);
    }
}

static void destroy_all(sinew_mixer *mixers[COUNT])
{
    for (int i = 0; i < COUNT; ++i) sinew_mixer_destroy(mixers[i]);
}

/// Characters of a crowd get the bits of single ones, on one thread and on three.
static void a_crowd_is_its_characters(void **state)
{
    (void)state;
    chain *made = make_tree();
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_joint_mask *mask = NULL;
    sinew_mixer *mixers[COUNT];
    assert_int_equal(sinew_joint_mask_create(model, 0.25, &mask, NULL), SINEW_OK);
    make_fading(model, mask, mixers);
    sinew__thread_pool *pool = sinew__thread_pool_create(3);
    check_crowd(model, mixers, COUNT, NULL);
    check_crowd(model, mixers, COUNT,
                &(sinew_crowd_options){.parallel_for = sinew__thread_pool_for, .user = pool, .worker_count = 3});
    sinew__thread_pool_destroy(pool);
    destroy_all(mixers);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

/// Most joints lead to no palette entry. Sockets are asked for all the same.
static void a_crowd_of_few_skin_joints_is_its_characters(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_partly_skinned_tree()->raw), NULL);
    sinew_joint_mask *mask = NULL;
    sinew_mixer *mixers[COUNT];
    assert_int_equal(sinew_joint_mask_create(model, 0.25, &mask, NULL), SINEW_OK);
    make_fading(model, mask, mixers);
    check_crowd(model, mixers, COUNT, NULL);
    destroy_all(mixers);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

/// Seventeen joints: a group and one joint, which a single character computes by itself.
static void a_crowd_with_a_joint_left_over_is_its_characters(void **state)
{
    (void)state;
    chain *made = make_chain(17);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_mixer *mixers[COUNT];
    make_fading(model, NULL, mixers);
    check_crowd(model, mixers, COUNT, NULL);
    destroy_all(mixers);
    sinew_model_destroy(model);
}

/// Scales that children take over, and scales that they do not: those are computed in double precision, for the
/// characters whose joint is scaled.
static void a_crowd_with_scales_is_its_characters(void **state)
{
    (void)state;
    for (int inherits = 0; inherits < 2; ++inherits) {
        chain *made = make_busy_chain(1);
        for (int32_t i = 0; i < 16; ++i)
            made->stacks[i].inherit_type = inherits ? SINEW_INHERIT_Rrs : SINEW_INHERIT_RSrs;
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        sinew_mixer *mixers[COUNT];
        for (int i = 0; i < COUNT; ++i) {
            mixers[i] = make_mixer(model);
            play(mixers[i], 0, (sinew_mixer_clip){.clip = 0, .start = !inherits || i == 11 || i == 30 ? 0.5 : 0});
        }
        check_crowd(model, mixers, COUNT, NULL);
        destroy_all(mixers);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_clips_are_named_and_change_nothing),
        cmocka_unit_test(a_paused_clip_stands),
        cmocka_unit_test(a_fade_is_linear_and_ends),
        cmocka_unit_test(a_sync_group_keeps_one_phase),
        cmocka_unit_test(sync_groups_do_not_share_a_pace),
        cmocka_unit_test(markers_meet_markers),
        cmocka_unit_test(no_markers_are_one_at_the_start),
        cmocka_unit_test(a_one_shot_above_the_base_fades_in_and_out),
        cmocka_unit_test(clips_of_a_layer_keep_their_weights),
        cmocka_unit_test(a_held_pose_fades_to_a_clip),
        cmocka_unit_test(holding_without_a_base_is_the_rest_pose),
        cmocka_unit_test(a_fifth_clip_takes_the_place_of_the_lightest),
        cmocka_unit_test(many_interrupted_fades_keep_a_whole_weight),
        cmocka_unit_test(a_crowd_is_its_characters),
        cmocka_unit_test(a_crowd_of_few_skin_joints_is_its_characters),
        cmocka_unit_test(a_crowd_with_a_joint_left_over_is_its_characters),
        cmocka_unit_test(a_crowd_with_scales_is_its_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
