// Edits of clips with keys of every kind, layers, scales and visibility, as curves and as tracks. Edits that undo each
// other give the clip with its keys; one edit gives what arithmetic on the time of the clip gives.
#include "author/edit/edits.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/events.h"
#include "sinew/pose.h"
#include "sinew/root_motion.h"
#include "support/make_body.h"
#include "support/make_model.h"
#include "support/make_person.h"

enum { JOINTS = 3, KEYS = 7 };

static const int64_t ticks_per_second = INT64_C(46186158000); // of FBX

/// Hips, spine and a hidden hand. Two layers: the second turns the spine on top, with a weight that changes.
typedef struct rig {
    sinew_transform_stack stacks[JOINTS];
    sinew_raw_joint joints[JOINTS];
    sinew_curve_key keys[5][KEYS];
    sinew_raw_curve curves[5];
    sinew_raw_layer layers[2];
    sinew_raw_channel channels[6];
    sinew_track_key track_keys[3][3 * KEYS];
    sinew_raw_track tracks[3];
    sinew_raw_event events[3];
    sinew_raw_clip clips[2];
    sinew_raw_model raw;
} rig;

static int64_t ticks(double seconds)
{
    return llround(seconds * (double)ticks_per_second);
}

/// Keys from 0.5 s, where the clip starts, to 3.5 s, where it ends: each segment interpolates in another way.
static void fill_keys(sinew_curve_key *keys, double first, double step)
{
    static const double times[KEYS] = {0.5, 0.9, 1.3, 2.0, 2.45, 3.1, 3.5};
    static const uint32_t kinds[KEYS] = {SINEW_CUBIC,     SINEW_LINEAR, SINEW_CUBIC, SINEW_STEP,
                                         SINEW_STEP_NEXT, SINEW_CUBIC,  SINEW_LINEAR};
    for (int i = 0; i < KEYS; ++i) {
        const double gap = i + 1 < KEYS ? times[i + 1] - times[i] : 0, before = i > 0 ? times[i] - times[i - 1] : 0;
        const double part = i == 2 ? 0.7 : 1.0 / 3, end = i == 3 ? 0.1 : 1.0 / 3; // segment 2 has weighted tangents
        keys[i] = (sinew_curve_key){.ticks = ticks(times[i]),
                                    .value = first + step * (i * 2 % 5),
                                    .in_time = (float)(-end * before),
                                    .in_value = (float)(step / 3),
                                    .out_time = (float)(part * gap),
                                    .out_value = (float)(step / 2),
                                    .interpolation = kinds[i]};
    }
}

static void fill_curves(rig *made)
{
    static const double first[5] = {0, -40, 1, 0, 20}, step[5] = {1.5, 30, 0.25, 1, 15};
    for (int i = 0; i < 5; ++i) {
        fill_keys(made->keys[i], first[i], step[i]);
        made->curves[i] = (sinew_raw_curve){.keys = made->keys[i], .key_count = KEYS};
    }
    for (int k = 0; k < KEYS; ++k) made->keys[3][k].value = k % 2, made->keys[3][k].interpolation = SINEW_STEP;
    made->keys[4][0].value = 100;
    made->curves[0].key_count = 4; // ends at 2 s and repeats, higher each time
    made->curves[0].after = SINEW_EXTRAPOLATE_REPEAT_RELATIVE;
    made->curves[0].after_count = -1;
}

static void fill_channels(rig *made)
{
    const sinew_raw_curve *curves = made->curves;
    const sinew_raw_channel channels[] = {
        {.joint = 0, .property = SINEW_CHANNEL_TRANSLATION, .value = {0, 5, 0}, .curve = {&curves[0]}},
        {.joint = 1, .property = SINEW_CHANNEL_ROTATION, .curve = {&curves[1], NULL, &curves[1]}},
        {.joint = 1, .property = SINEW_CHANNEL_SCALING, .value = {1, 1, 1}, .curve = {NULL, &curves[2]}},
        {.joint = 2, .property = SINEW_CHANNEL_VISIBILITY, .curve = {&curves[3]}},
        {.layer = 1, .joint = 1, .property = SINEW_CHANNEL_ROTATION, .value = {0, 30, 0}, .curve = {&curves[1]}},
        {.joint = 2, .property = SINEW_CHANNEL_ROTATION_PIVOT, .value = {0, 1, 0}},
    };
    memcpy(made->channels, channels, sizeof channels);
    for (int i = 0; i < 6; ++i) made->channels[i].mesh = made->channels[i].morph = SINEW_NONE;
    made->layers[0] = (sinew_raw_layer){.name = "base", .weight = 1};
    made->layers[1] =
        (sinew_raw_layer){.name = "top", .weight = 1, .weight_curve = &made->curves[4], .rotation_by_layer = 1};
}

/// A translation that is linear, a rotation of cubic splines, and a scale that holds.
static void fill_tracks(rig *made)
{
    static const uint32_t kinds[3] = {SINEW_LINEAR, SINEW_CUBIC, SINEW_STEP};
    static const double times[KEYS] = {0, 0.4, 0.8, 1.5, 1.95, 2.6, 3};
    for (int i = 0; i < 3; ++i) {
        sinew_track_key *keys = made->track_keys[i];
        for (int k = 0; k < KEYS; ++k) {
            const double angle = 0.3 * (k * 2 % 5);
            keys[k] = (sinew_track_key){.time = times[k], .value = {1 + k % 3, 2, 1 + 0.1 * k}};
            if (i == 1) keys[k] = (sinew_track_key){.time = times[k], .value = {sin(angle), 0, 0, cos(angle)}};
        }
        for (int k = 0; k < 2 * KEYS; ++k) keys[KEYS + k] = (sinew_track_key){.value = {0.1 * (k % 3), 0.05}};
        made->tracks[i] = (sinew_raw_track){.joint = 2,
                                            .node = SINEW_NONE,
                                            .mesh = SINEW_NONE,
                                            .morph = SINEW_NONE,
                                            .path = (uint32_t)i,
                                            .keys = keys,
                                            .tangents = keys + KEYS,
                                            .key_count = KEYS,
                                            .interpolation = kinds[i]};
    }
}

static void fill_rig(rig *made)
{
    static const char *const names[JOINTS] = {"a:hips", "a:spine", "a:hand"};
    *made = (rig){0};
    for (int i = 0; i < JOINTS; ++i) {
        made->stacks[i] = (sinew_transform_stack){.translation = {0, i ? 3 : 5, 0},
                                                  .scaling = {1, 1, 1},
                                                  .pre_rotation = {10.0 * i, 0, 0},
                                                  .rotation_order = SINEW_ROTATE_YZX,
                                                  .inherit_type = SINEW_INHERIT_RSrs,
                                                  .rotation_active = 1};
        made->joints[i] = (sinew_raw_joint){.name = names[i],
                                            .parent = i - 1,
                                            .kind = SINEW_JOINT_BONE,
                                            .node = SINEW_NONE,
                                            .stack = i < 2 ? &made->stacks[i] : NULL};
    }
    fill_curves(made);
    fill_channels(made);
    fill_tracks(made);
    made->events[0] = (sinew_raw_event){.track = "step", .text = "left", .time = 1};
    made->events[1] = (sinew_raw_event){.track = "step", .text = "right", .time = 2};
    made->events[2] = (sinew_raw_event){.track = "sound", .time = 0.25, .value = 3};
    made->clips[0] = (sinew_raw_clip){.name = "curves",
                                      .start = 0.5,
                                      .duration = 3,
                                      .layers = made->layers,
                                      .layer_count = 2,
                                      .channels = made->channels,
                                      .channel_count = 5,
                                      .events = made->events,
                                      .event_count = 3};
    made->clips[1] =
        (sinew_raw_clip){.name = "tracks", .start = 0, .duration = 3, .tracks = made->tracks, .track_count = 3};
    made->raw = (sinew_raw_model){.ticks_per_second = ticks_per_second,
                                  .fps = 30,
                                  .joints = made->joints,
                                  .joint_count = JOINTS,
                                  .clips = made->clips,
                                  .clip_count = 2};
}

static sinew_model *made_model(void)
{
    rig made;
    fill_rig(&made);
    return make_model(&made.raw);
}

/// The result of an edit, which replaces its model.
static sinew_model *edited(sinew_model *from, sinew_model *to, sinew_result result, const sinew_error *error)
{
    if (result != SINEW_OK) fail_msg("%s", error->message);
    sinew_model_destroy(from);
    return to;
}

#define EDIT(model, call)                                                                                              \
    do {                                                                                                               \
        sinew_model *out_ = NULL;                                                                                      \
        sinew_error error_;                                                                                            \
        const sinew_result result_ = (call);                                                                           \
        (model) = edited((model), out_, result_, &error_);                                                             \
    } while (0)
#define OUT &out_, &error_

// ---- comparing -----------------------------------------------------------------------------------------------------

static double most(double a, double b)
{
    return a > b ? a : b;
}

/// The largest difference of an element of a global; a joint that is shown in one and not in the other is 1000.
static double pose_difference(const sinew_pose *a, const sinew_pose *b, int32_t joints)
{
    double difference = 0;
    for (int32_t i = 0; i < joints; ++i) {
        for (int k = 0; k < 12; ++k)
            difference = most(difference, fabs(a->global[i].row[k / 4][k % 4] - b->global[i].row[k / 4][k % 4]));
        if (a->visible[i] != b->visible[i]) difference = 1000;
    }
    return difference;
}

/// The largest difference of two clips, where time `t` of `b` is `from` + t · `scale` of `a`.
static double clip_difference(const sinew_model *a, int32_t clip_a, const sinew_model *b, int32_t clip_b, double from,
                              double scale)
{
    sinew_pose *pose_a, *pose_b;
    double difference = 0;
    assert_int_equal(sinew_pose_create(a, &pose_a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(b, &pose_b, NULL), SINEW_OK);
    const double duration = b->clips[clip_b].duration;
    for (double t = 0.00313; t < duration; t += duration / 98.41421356237) {
        sinew_pose_evaluate(a, SINEW_ENGINE_EXACT, clip_a, from + t * scale, pose_a);
        sinew_pose_evaluate(b, SINEW_ENGINE_EXACT, clip_b, t, pose_b);
        difference = most(difference, pose_difference(pose_a, pose_b, a->joint_count));
    }
    sinew_pose_destroy(pose_a);
    sinew_pose_destroy(pose_b);
    return difference;
}

static const double identical = 2e-6; ///< handles are floats, and values up to 100

/// Both clips play the same and have as many keys.
static void assert_same_clips(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->clip_count, b->clip_count);
    assert_int_equal(a->curve_key_count, b->curve_key_count);
    assert_int_equal(a->track_key_count, b->track_key_count);
    for (int32_t i = 0; i < a->clip_count; ++i) {
        assert_string_equal(sinew_text(a, a->clips[i].name), sinew_text(b, b->clips[i].name));
        assert_close(a->clips[i].start, b->clips[i].start, 1e-9);
        assert_close(a->clips[i].duration, b->clips[i].duration, 1e-9);
        assert_close(clip_difference(a, i, b, i, 0, 1), 0, identical);
    }
    assert_int_equal(a->event_count, b->event_count);
    for (int32_t i = 0; i < a->event_count; ++i) assert_close(a->events[i].time, b->events[i].time, 1e-9);
}

// ---- edits that undo each other ------------------------------------------------------------------------------------

static void reversed_twice_is_the_clip(void **state)
{
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    EDIT(model, sinew__edit_reverse_clips(model, NULL, OUT));
    for (int32_t i = 0; i < 2; ++i) assert_close(clip_difference(source, i, model, i, 3, -1), 0, identical);
    assert_close(model->events[0].time, 1, 1e-9); // "right", of 2 s
    assert_string_equal(sinew_text(model, model->events[0].text), "right");
    EDIT(model, sinew__edit_reverse_clips(model, NULL, OUT));
    assert_same_clips(source, model);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static void speed_and_its_inverse_are_the_clip(void **state)
{
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    EDIT(model, sinew__edit_speed_clips(model, 2, NULL, OUT));
    for (int32_t i = 0; i < 2; ++i) assert_close(clip_difference(source, i, model, i, 0, 2), 0, identical);
    assert_close(model->clips[0].duration, 1.5, 1e-12);
    EDIT(model, sinew__edit_speed_clips(model, 0.5, NULL, OUT));
    assert_same_clips(source, model);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static void moved_and_back_is_the_clip(void **state)
{
    (void)state;
    const int32_t first = 0;
    const sinew__edit_options options = {.clips = &first, .clip_count = 1};
    sinew_model *source = made_model(), *model = made_model();
    EDIT(model, sinew__edit_start_clips(model, 100, &options, OUT));
    assert_close(model->clips[0].start, 100, 0);
    assert_close(model->clips[1].start, 0, 0);
    assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, identical);
    EDIT(model, sinew__edit_start_clips(model, 0.5, &options, OUT));
    assert_same_clips(source, model);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static void scaled_and_back_is_the_clip(void **state)
{
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    EDIT(model, sinew__edit_scale(model, 4, OUT));
    assert_close(model->joints[0].rest.t.y, 20, 1e-12);
    EDIT(model, sinew__edit_scale(model, 0.25, OUT));
    assert_same_clips(source, model);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

// ---- cutting -------------------------------------------------------------------------------------------------------

static void trimmed_clips_play_their_range(void **state)
{
    static const double ranges[][2] = {{0.1, 2.9}, {0.37, 0.38}, {1.01, 1.2}, {1.7, 2.3}, {0, 3}, {2.75, 3}};
    (void)state;
    sinew_model *source = made_model();
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        sinew_model *model = made_model();
        EDIT(model, sinew__edit_trim_clips(model, ranges[i][0], ranges[i][1], NULL, OUT));
        for (int32_t clip = 0; clip < 2; ++clip) {
            assert_close(model->clips[clip].duration, ranges[i][1] - ranges[i][0], 1e-9);
            assert_close(model->clips[clip].start, source->clips[clip].start + ranges[i][0], 1e-9);
            assert_close(clip_difference(source, clip, model, clip, ranges[i][0], 1), 0, identical);
        }
        sinew_model_destroy(model);
    }
    sinew_model_destroy(source);
}

/// A cut inserts keys where segments cross it, and no more.
static void a_cut_adds_a_key_a_curve(void **state)
{
    (void)state;
    sinew_model *model = made_model();
    EDIT(model, sinew__edit_trim_clips(model, 0.1, 2.9, NULL, OUT));
    for (int32_t i = 0; i < model->channel_count; ++i)
        for (int c = 0; c < 3; ++c)
            if (model->channels[i].curve[c] != SINEW_NONE && model->channels[i].joint == 1)
                assert_int_equal(model->curves[model->channels[i].curve[c]].key_count, KEYS);
    sinew_model_destroy(model);
}

/// A segment from 0 to 10 in one second, with handles of these parts of it. Time passes slowest, and the value fastest,
/// in the middle.
static sinew_model *made_swing(double out, double in)
{
    const sinew_curve_key keys[] = {
        {.ticks = 0, .value = 0, .out_time = (float)out, .out_value = 1, .interpolation = SINEW_CUBIC},
        {.ticks = ticks(1), .value = 10, .in_time = (float)-in, .in_value = -1, .interpolation = SINEW_LINEAR}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {
        .joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "swing", .duration = 1, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE, .node = SINEW_NONE};
    return make_model(
        &(sinew_raw_model){.fps = 30, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
}

/// A part on the far side of the middle would need a handle longer than itself: a key in the middle keeps the shape.
/// Handles of 1/3 need none. The value moves by 10 in one second, up to 60 times as fast in the middle.
static void long_handles_keep_their_shape(void **state)
{
    (void)state;
    static const double handles[][2] = {{1.0 / 3, 1.0 / 3}, {0.7, 0.7}, {0.9, 0.95}, {0.98, 0.98}, {0.05, 0.99}};
    static const double cuts[] = {0.1, 0.45, 0.55, 0.9};
    for (size_t h = 0; h < sizeof handles / sizeof *handles; ++h) {
        for (size_t c = 0; c < sizeof cuts / sizeof *cuts; ++c) {
            sinew_model *whole = made_swing(handles[h][0], handles[h][1]),
                        *first = made_swing(handles[h][0], handles[h][1]),
                        *second = made_swing(handles[h][0], handles[h][1]);
            EDIT(first, sinew__edit_trim_clips(first, 0, cuts[c], NULL, OUT));
            EDIT(second, sinew__edit_trim_clips(second, cuts[c], 1, NULL, OUT));
            const double difference =
                most(clip_difference(whole, 0, first, 0, 0, 1), clip_difference(whole, 0, second, 0, cuts[c], 1));
            if (!(difference <= 1e-5))
                fail_msg("handles %g %g at %g: %g", handles[h][0], handles[h][1], cuts[c], difference);
            assert_in_range(first->curve_key_count + second->curve_key_count, 4, h == 0 ? 4 : 5);
            sinew_model_destroy(first);
            sinew_model_destroy(second);
            sinew_model_destroy(whole);
        }
    }
}

static void split_and_joined_is_the_clip(void **state)
{
    static const double times[] = {0.4, 1.23, 2.5};
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    const int32_t joined[2][4] = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    EDIT(model, sinew__edit_split_clip(model, 1, times, 3, NULL, OUT));
    EDIT(model, sinew__edit_split_clip(model, 0, times, 3, NULL, OUT));
    assert_int_equal(model->clip_count, 8);
    assert_string_equal(sinew_text(model, model->clips[1].name), "curves 2");
    assert_close(model->clips[1].start, 0.9, 1e-12);
    assert_close(clip_difference(source, 0, model, 1, 0.4, 1), 0, identical);
    assert_close(clip_difference(source, 1, model, 7, 2.5, 1), 0, identical);
    for (int i = 0; i < 2; ++i) {
        const sinew__edit_options options = {.clips = joined[i], .clip_count = 4};
        EDIT(model, sinew__edit_join_clips(model, NULL, &options, OUT));
    }
    assert_int_equal(model->clip_count, 2);
    for (int32_t i = 0; i < 2; ++i) {
        assert_string_equal(sinew_text(source, source->clips[i].name), sinew_text(model, model->clips[i].name));
        assert_close(clip_difference(source, i, model, i, 0, 1), 0, identical);
    }
    assert_int_equal(model->event_count, 3);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// A joint that the second clip does not animate rests there.
static void joined_clips_follow_each_other(void **state)
{
    (void)state;
    rig made;
    fill_rig(&made);
    made.clips[1] = made.clips[0];
    made.clips[1].name = "short";
    made.clips[1].channel_count = 1;
    sinew_model *source = make_model(&made.raw), *model = make_model(&made.raw);
    EDIT(model, sinew__edit_join_clips(model, "both", NULL, OUT));
    assert_int_equal(model->clip_count, 1);
    assert_string_equal(sinew_text(model, model->clips[0].name), "both");
    EDIT(model, sinew__edit_trim_clips(model, 3.0001, 6, NULL, OUT));
    assert_close(clip_difference(source, 1, model, 0, 0.0001, 1), 0, identical);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

// ---- joints --------------------------------------------------------------------------------------------------------

static void joints_are_renamed(void **state)
{
    const char *const names[JOINTS] = {"hips", NULL, "hand"};
    const char *const same[JOINTS] = {"b", "b", NULL};
    (void)state;
    sinew_model *model = made_model(), *out = NULL;
    sinew_error error;
    EDIT(model, sinew__edit_rename_joints(model, names, OUT));
    assert_string_equal(sinew_text(model, model->joints[0].name), "hips");
    assert_string_equal(sinew_text(model, model->joints[1].name), "a:spine");
    assert_int_equal(sinew__edit_rename_joints(model, same, &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "joints 'a:spine' and 'hips' would both be called 'b'");
    assert_null(out);
    sinew_model_destroy(model);
}

static void dropped_joints_leave_the_others_alone(void **state)
{
    const uint8_t spine[JOINTS] = {0, 1, 0}, all[JOINTS] = {1, 0, 0};
    (void)state;
    sinew_model *source = made_model(), *model = made_model(), *out = NULL;
    sinew_pose *pose, *expected;
    EDIT(model, sinew__edit_drop_joints(model, spine, NULL, OUT));
    assert_int_equal(model->joint_count, 1); // the hand is below the spine
    assert_int_equal(model->channel_count, 1);
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(source, &expected, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1.1, pose);
    sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, 1.1, expected);
    assert_close(pose_difference(pose, expected, 1), 0, 0);
    assert_int_equal(sinew__edit_drop_joints(source, all, NULL, &out, NULL), SINEW_ERROR_UNSUPPORTED);
    sinew_pose_destroy(pose);
    sinew_pose_destroy(expected);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

// ---- motion --------------------------------------------------------------------------------------------------------

static sinew_model *made_body(uint32_t axes_seed)
{
    return make_body(&(body_options){.has_clip = 1, .axes_seed = axes_seed});
}

/// The left side plays the right side's motion, reflected in x = 0; twice mirrored is the clip.
static void mirrored_clips_exchange_sides(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 2; ++seed) {
        sinew_model *source = made_body(seed), *model = made_body(seed);
        sinew_pose *a, *b;
        EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
        assert_int_equal(sinew_pose_create(source, &a, NULL), SINEW_OK);
        assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
        double most_x = 0;
        for (double t = 0.0177; t < 2; t += 0.1731) {
            sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, t, a);
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, t, b);
            for (int i = 0; i < BODY_SIDE_JOINTS; ++i) {
                const sinew_affine *left = &a->global[body_joint(source, body_names_mixamo, BODY_LEFT + i)],
                                   *right = &b->global[body_joint(model, body_names_mixamo, BODY_RIGHT + i)];
                assert_close(right->row[0][3], -left->row[0][3], 1e-6);
                assert_close(right->row[1][3], left->row[1][3], 1e-6);
                assert_close(right->row[2][3], left->row[2][3], 1e-6);
                most_x = most(most_x, fabs(left->row[0][3]));
            }
        }
        assert_true(most_x > 0.1);
        EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
        assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, 1e-6);
        assert_int_equal(source->track_key_count, model->track_key_count);
        sinew_pose_destroy(a);
        sinew_pose_destroy(b);
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

/// Notes of an edit, one after the other.
static void add_note(void *user, const char *text)
{
    char *notes = user;
    const size_t length = strlen(notes);
    snprintf(notes + length, 400 - length, "%s\n", text);
}

/// An animal without a part of a body, in a file whose up axis is z: paws by their names, ears by their positions, a
/// tail in the middle, an antenna that only the left side has, and an object in the left paw.
static void animals_are_mirrored_by_pairs_and_plane(void **state)
{
    (void)state;
    enum { TORSO, PAW_L, PAW_R, EAR_A, EAR_B, TAIL, ANTENNA, STICK, COUNT };
    static const struct {
        const char *name;
        int32_t parent;
        sinew_vec3 at;
    } made[COUNT] = {{"torso", SINEW_NONE, {0.3, 0.2, 1}},   {"paw_L", TORSO, {0.4, 0.1, -1}},
                     {"paw_R", TORSO, {-0.4, 0.1, -1}},      {"flap", TORSO, {0.2, -0.5, 0.3}},
                     {"flap.001", TORSO, {-0.2, -0.5, 0.3}}, {"tail", TORSO, {0, 0.9, 0.2}},
                     {"antenna", TORSO, {0.3, -0.4, 0.6}},   {"stick", PAW_L, {0.1, 0.2, 0.3}}};
    static const int image[COUNT] = {TORSO, PAW_R, PAW_L, EAR_B, EAR_A, TAIL, ANTENNA, SINEW_NONE};
    sinew_raw_joint joints[COUNT];
    sinew_raw_track tracks[COUNT];
    sinew_track_key keys[COUNT][2];
    for (int i = 0; i < COUNT; ++i) {
        const double turn = 0.1 * (i + 1);
        joints[i] = (sinew_raw_joint){.name = made[i].name,
                                      .parent = made[i].parent,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = made[i].at, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        keys[i][0] = (sinew_track_key){0, {0, 0, 0, 1}};
        keys[i][1] = (sinew_track_key){1, {sin(turn), 0, 0, cos(turn)}};
        tracks[i] = (sinew_raw_track){.joint = i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_ROTATION,
                                      .keys = keys[i],
                                      .key_count = 2,
                                      .interpolation = SINEW_LINEAR};
    }
    joints[TORSO].rest.t.x = 0;
    const sinew_raw_clip clip = {.name = "wag", .duration = 1, .tracks = tracks, .track_count = COUNT};
    const sinew_raw_model raw = {
        .up = "+Z", .front = "-Y", .fps = 30, .joints = joints, .joint_count = COUNT, .clips = &clip, .clip_count = 1};
    sinew_model *source = make_model(&raw), *model = make_model(&raw);
    char notes[400] = "";
    const sinew__edit_options options = {.note = add_note, .user = notes};
    sinew_pose *a, *b;
    EDIT(model, sinew__edit_mirror_clips(model, NULL, &options, OUT));
    assert_non_null(strstr(notes, "both sides are those of the rest pose"));
    assert_non_null(strstr(notes, "1 joints have no other side and are mirrored in place, 'antenna' first"));
    assert_non_null(strstr(notes, "1 joints have no other side and follow the joint above them, 'stick' first"));
    assert_int_equal(sinew_pose_create(source, &a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
    for (double t = 0; t <= 1; t += 0.25) {
        sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, t, a);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, t, b);
        for (int i = 0; i < COUNT; ++i) {
            int32_t own, other;
            assert_int_equal(sinew_model_find_joint(model, made[i].name, &own, NULL), SINEW_OK);
            // The object stays in the paw; the antenna keeps its position, and its rotation about x is its own
            // image.
            if (image[i] == SINEW_NONE || image[i] == ANTENNA) {
                assert_close(b->local[own].t.x, made[i].at.x, 1e-12);
                assert_close(b->local[own].r.x, a->local[own].r.x, 1e-9);
                continue;
            }
            assert_int_equal(sinew_model_find_joint(model, made[image[i]].name, &other, NULL), SINEW_OK);
            const sinew_affine *now = &b->global[own], *before = &a->global[other];
            assert_close(now->row[0][3], -before->row[0][3], 1e-9);
            assert_close(now->row[1][3], before->row[1][3], 1e-9);
            assert_close(now->row[2][3], before->row[2][3], 1e-9);
        }
    }
    EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
    assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, 1e-9);
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

enum { LEGGED_JOINTS = 9 };

/// Two legs below hips, and three curves for them.
typedef struct legged {
    sinew_transform_stack stacks[LEGGED_JOINTS];
    sinew_raw_joint joints[LEGGED_JOINTS];
    sinew_curve_key keys[3][KEYS];
    sinew_raw_curve curves[3];
} legged;

/// `turn` is the pre-rotation of the left leg about z, in degrees.
static sinew_model *made_legs(legged *made, double turn, const sinew_raw_channel *channels, int32_t channel_count)
{
    static const char *const names[] = {"Hips",     "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg",
                                        "RightLeg", "RightFoot", "Spine",   "Head"};
    static const int32_t parents[] = {-1, 0, 1, 2, 0, 4, 5, 0, 7};
    static const double places[][3] = {{0, 1, 0},     {0.1, 0, 0},   {0, -0.45, 0}, {0, -0.45, 0}, {-0.1, 0, 0},
                                       {0, -0.45, 0}, {0, -0.45, 0}, {0, 0.3, 0},   {0, 0.3, 0}};
    for (int i = 0; i < LEGGED_JOINTS; ++i) {
        made->stacks[i] = (sinew_transform_stack){.translation = {places[i][0], places[i][1], places[i][2]},
                                                  .scaling = {1, 1, 1},
                                                  .inherit_type = SINEW_INHERIT_RSrs,
                                                  .rotation_active = 1};
        made->joints[i] = (sinew_raw_joint){.name = names[i],
                                            .parent = parents[i],
                                            .kind = SINEW_JOINT_BONE,
                                            .node = SINEW_NONE,
                                            .stack = &made->stacks[i]};
    }
    made->stacks[1].pre_rotation[2] = turn;
    for (int i = 0; i < 3; ++i) {
        fill_keys(made->keys[i], 5 * i, 7 + i);
        made->curves[i] = (sinew_raw_curve){.keys = made->keys[i], .key_count = KEYS};
    }
    const sinew_raw_clip clip = {
        .name = "walk", .start = 0.5, .duration = 3, .channels = channels, .channel_count = channel_count};
    return make_model(&(sinew_raw_model){.fps = 30,
                                         .ticks_per_second = ticks_per_second,
                                         .joints = made->joints,
                                         .joint_count = LEGGED_JOINTS,
                                         .clips = &clip,
                                         .clip_count = 1});
}

/// The curve of a channel of a joint; NULL: there is none.
static const sinew_curve *curve_of(const sinew_model *model, const char *joint, uint32_t property, int component)
{
    for (int32_t i = 0; i < model->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property != property || channel->curve[component] == SINEW_NONE) continue;
        if (strcmp(sinew_text(model, model->joints[channel->joint].name), joint) == 0)
            return &model->curves[channel->curve[component]];
    }
    return NULL;
}

static void assert_keys(const sinew_model *model, const sinew_curve *curve, const sinew_curve_key *keys, double sign)
{
    assert_non_null(curve);
    assert_int_equal(curve->key_count, KEYS);
    for (int k = 0; k < KEYS; ++k) {
        const sinew_curve_key *key = &model->curve_keys[curve->first_key + k];
        assert_true(key->ticks == keys[k].ticks && key->interpolation == keys[k].interpolation);
        assert_close(key->value, sign * keys[k].value, 0);
    }
}

/// Keys of curves change signs if the axes of both sides are mirror images: by arithmetic, the reflection of x
/// reverses rotations about y and z, and translations along x.
static void mirrored_curves_keep_their_keys(void **state)
{
    (void)state;
    legged made = {0};
    const sinew_raw_curve *curves = made.curves;
    const sinew_raw_channel channels[] = {
        {.joint = 0, .mesh = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .value = {0.3, 1, 0}},
        {.joint = 1,
         .mesh = SINEW_NONE,
         .property = SINEW_CHANNEL_ROTATION,
         .curve = {&curves[0], &curves[1], &curves[2]}}};
    sinew_model *source = made_legs(&made, 0, channels, 2), *model = NULL;
    sinew_error error;
    assert_int_equal(sinew__edit_mirror_clips(source, NULL, NULL, &model, &error), SINEW_OK);
    assert_int_equal(model->channel_count, 2);
    assert_int_equal(model->track_count, 0);
    assert_close(model->channels[0].value[0], -0.3, 0);
    for (int c = 0; c < 3; ++c)
        assert_keys(model, curve_of(model, "RightUpLeg", SINEW_CHANNEL_ROTATION, c), made.keys[c], c == 0 ? 1 : -1);
    EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
    assert_same_clips(source, model);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// If the axes of a leg are rotated by 40 degrees on one side, the rotation is sampled; the translation, whose axes are
/// the hips', keeps its keys.
static void mirrored_translations_keep_their_keys_below_other_axes(void **state)
{
    (void)state;
    legged made = {0};
    const sinew_raw_curve *curves = made.curves;
    const sinew_raw_channel channels[] = {{.joint = 1,
                                           .mesh = SINEW_NONE,
                                           .property = SINEW_CHANNEL_TRANSLATION,
                                           .curve = {&curves[0], &curves[1], &curves[2]}},
                                          {.joint = 1,
                                           .mesh = SINEW_NONE,
                                           .property = SINEW_CHANNEL_ROTATION,
                                           .curve = {&curves[0], &curves[1], &curves[2]}}};
    sinew_model *source = made_legs(&made, 40, channels, 2), *model = made_legs(&made, 40, channels, 2);
    const double size = source->info->size;
    EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
    for (int c = 0; c < 3; ++c)
        assert_keys(model, curve_of(model, "RightUpLeg", SINEW_CHANNEL_TRANSLATION, c), made.keys[c], c == 0 ? -1 : 1);
    assert_null(curve_of(model, "RightUpLeg", SINEW_CHANNEL_ROTATION, 0));
    EDIT(model, sinew__edit_mirror_clips(model, NULL, NULL, OUT));
    for (int c = 0; c < 3; ++c)
        assert_keys(model, curve_of(model, "LeftUpLeg", SINEW_CHANNEL_TRANSLATION, c), made.keys[c], 1);
    assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, 2e-3 * most(size, 1));
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// Hips that go about and do not turn lose their keys along the ground, and nothing is sampled; the others stay. Where
/// they turn about the up axis, only the rotation is sampled.
static void in_place_keeps_what_does_not_move_along_the_ground(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; ++turns) {
        legged made = {0};
        const sinew_raw_curve *curves = made.curves;
        const sinew_raw_channel channels[] = {{.joint = 0,
                                               .mesh = SINEW_NONE,
                                               .property = SINEW_CHANNEL_TRANSLATION,
                                               .curve = {&curves[0], &curves[1], &curves[2]}},
                                              {.joint = 0,
                                               .mesh = SINEW_NONE,
                                               .property = SINEW_CHANNEL_ROTATION,
                                               .curve = {turns ? NULL : &curves[0], turns ? &curves[0] : NULL}}};
        sinew_model *model = made_legs(&made, 0, channels, 2);
        EDIT(model, sinew__edit_in_place(model, NULL, OUT));
        assert_keys(model, curve_of(model, "Hips", SINEW_CHANNEL_TRANSLATION, 1), made.keys[1], 1);
        assert_null(curve_of(model, "Hips", SINEW_CHANNEL_TRANSLATION, 0));
        assert_null(curve_of(model, "Hips", SINEW_CHANNEL_TRANSLATION, 2));
        assert_int_equal(model->track_count, turns); // the rotation
        if (!turns) assert_keys(model, curve_of(model, "Hips", SINEW_CHANNEL_ROTATION, 0), made.keys[0], 1);
        const sinew_root_motion root = {0, 0, SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
        sinew_pose *pose;
        assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
        for (double t = 0.05; t < 3; t += 0.1731) {
            const sinew_root_delta motion = sinew_root_motion_at(model, &root, t, pose);
            assert_close(fabs(motion.translation.x) + fabs(motion.translation.z), 0, 1e-9);
            assert_close(fabs(motion.rotation.w), 1, 1e-6);
        }
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// A clip in place, with the motion of the clip put back, is the clip.
static void in_place_and_its_motion_are_the_clip(void **state)
{
    (void)state;
    sinew_model *source = made_body(0), *model = made_body(0);
    sinew_pose *a, *b;
    const sinew_root_motion root = {0, sinew_model_find_motion_joint(source), SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    const double size = source->info->size;
    EDIT(model, sinew__edit_in_place(model, NULL, OUT));
    assert_int_equal(sinew_pose_create(source, &a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
    double farthest = 0;
    for (double t = 0.01; t < 2; t += 0.0173) {
        const sinew_root_delta motion = sinew_root_motion_at(source, &root, t, a);
        const sinew_root_delta still = sinew_root_motion_at(model, &root, t, b);
        farthest = most(farthest, fabs(motion.translation.x) + fabs(motion.translation.z));
        assert_close(fabs(still.translation.x) + fabs(still.translation.z), 0, 4e-4 * size);
        sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, t, a);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, t, b);
        for (int32_t i = 0; i < source->joint_count; ++i) {
            const sinew_root_delta place = {{b->global[i].row[0][3], b->global[i].row[1][3], b->global[i].row[2][3]},
                                            {0, 0, 0, 1}};
            const sinew_root_delta moved = sinew_root_delta_multiply(&motion, &place);
            assert_close(moved.translation.x, a->global[i].row[0][3], 2e-4 * size);
            assert_close(moved.translation.y, a->global[i].row[1][3], 2e-4 * size);
            assert_close(moved.translation.z, a->global[i].row[2][3], 2e-4 * size);
        }
    }
    assert_true(farthest > 0.01);
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// The last pose is the first, and nothing before the seam's frames changes.
static void closed_loops_end_as_they_begin(void **state)
{
    static const int32_t curves = 0;
    static const sinew__edit_options options = {.clips = &curves, .clip_count = 1};
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    sinew_pose *a, *b;
    EDIT(model, sinew__edit_close_loop(model, 10, &options, OUT));
    assert_int_equal(sinew_pose_create(model, &a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0, a);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 3, b);
    b->visible[2] = a->visible[2]; // stays as it was
    assert_close(a->global[1].row[0][0], b->global[1].row[0][0], 1e-5);
    assert_close(a->global[1].row[1][0], b->global[1].row[1][0], 1e-5);
    sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, 3, a);
    assert_true(fabs(a->global[1].row[1][0] - b->global[1].row[1][0]) > 1e-3); // it was open
    EDIT(model, sinew__edit_trim_clips(model, 0, 3 - 10 / 30.0, &options, OUT));
    assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, identical);
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

static int frame_with_pose, frame_with_kick; ///< of a person: a T-pose elsewhere, and an arm that is 4° off

static void plant_frames(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double half = 3.14159265358979323846 / 360;
    if (frame == frame_with_pose) {
        locals[PERSON_HIPS].t = (sinew_vec3){-300, 95, 40};
        locals[PERSON_LEFT_ARM].r = (sinew_quat){0, 0, sin(90 * half), cos(90 * half)};
        locals[PERSON_RIGHT_ARM].r = (sinew_quat){0, 0, -sin(90 * half), cos(90 * half)};
    }
    if (frame == frame_with_kick)
        locals[PERSON_LEFT_ARM].r =
            sinew__quat_multiply(locals[PERSON_LEFT_ARM].r, (sinew_quat){sin(4 * half), 0, 0, cos(4 * half)});
}

/// Thirty of the 31 frames of a stride: closing adds the frame that the whole stride has there.
static void open_loops_get_the_frame_that_they_lack(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        person of = {.body = i & 1 ? 140 : 0, .steps = 140, .sway = 6, .frames = 31};
        frame_with_pose = frame_with_kick = -1;
        of.fault = i & 2 ? plant_frames : NULL;
        sinew_model *whole = make_person(&of);
        of.frames = 30;
        sinew_model *model = make_person(&of);
        EDIT(model, sinew__edit_close_loop(model, 6, NULL, OUT));
        assert_close(model->clips[0].duration, 1, 1e-9);
        assert_close(clip_difference(whole, 0, model, 0, 0, 1), 0, 0.02); // cm: the hips' sway is not a straight line
        sinew_model_destroy(whole);
        sinew_model_destroy(model);
    }
}

/// The T-pose in the first frame is not the end pose of the loop.
static void a_reference_pose_is_not_the_start_of_a_loop(void **state)
{
    (void)state;
    frame_with_pose = 0;
    frame_with_kick = 31; // of the 31 frames after the T-pose the last
    const person of = {.body = 140, .steps = 140, .frames = 32, .fault = plant_frames};
    sinew_model *source = make_person(&of), *model = make_person(&of);
    sinew_pose *first, *last;
    EDIT(model, sinew__edit_close_loop(model, 6, NULL, OUT));
    assert_int_equal(sinew_pose_create(model, &first, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &last, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1.0 / 30, first);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 31.0 / 30, last);
    for (int i = 0; i < PERSON_JOINTS; ++i)
        for (int r = 0; r < 3; ++r)
            assert_close(last->global[i].row[r][3] - first->global[i].row[r][3], r == 2 && i > 0 ? 140 : 0, 1e-3);
    EDIT(source, sinew__edit_trim_clips(source, 0, 25.0 / 30, NULL, OUT));
    EDIT(model, sinew__edit_trim_clips(model, 0, 25.0 / 30, NULL, OUT));
    assert_close(clip_difference(source, 0, model, 0, 0, 1), 0, identical);
    sinew_pose_destroy(first);
    sinew_pose_destroy(last);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

/// Hips that go from 1 2 3 to 11 6 10 in one second, and a leg that moves by the same from its position: by curves or
/// by tracks.
static sinew_model *made_walker(int has_tracks)
{
    static const char *const names[3] = {"hips", "left", "right"};
    static const double from[3] = {1, 2, 3}, to[3] = {11, 6, 10};
    sinew_raw_joint joints[3];
    sinew_curve_key keys[3][2];
    sinew_raw_curve curves[3];
    sinew_raw_channel channels[2];
    sinew_raw_track tracks[2];
    const sinew_track_key track_keys[2] = {{0, {1, 2, 3}}, {1, {11, 6, 10}}};
    const sinew_raw_layer layer = {.name = "base", .weight = 1, .is_base = 1};
    for (int i = 0; i < 3; ++i) {
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = i ? 0 : SINEW_NONE,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        for (int k = 0; k < 2; ++k)
            keys[i][k] =
                (sinew_curve_key){.ticks = ticks(k), .value = k ? to[i] : from[i], .interpolation = SINEW_LINEAR};
        curves[i] = (sinew_raw_curve){.keys = keys[i], .key_count = 2};
    }
    for (int i = 0; i < 2; ++i) {
        channels[i] = (sinew_raw_channel){.joint = i,
                                          .mesh = SINEW_NONE,
                                          .morph = SINEW_NONE,
                                          .property = SINEW_CHANNEL_TRANSLATION,
                                          .curve = {&curves[0], &curves[1], &curves[2]}};
        tracks[i] = (sinew_raw_track){.joint = i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = track_keys,
                                      .key_count = 2,
                                      .interpolation = SINEW_LINEAR};
    }
    const sinew_raw_clip clip = {.name = "walk",
                                 .duration = 1,
                                 .layers = &layer,
                                 .layer_count = !has_tracks,
                                 .channels = channels,
                                 .channel_count = has_tracks ? 0 : 2,
                                 .tracks = tracks,
                                 .track_count = has_tracks ? 2 : 0};
    return make_model(&(sinew_raw_model){.ticks_per_second = ticks_per_second,
                                         .fps = 30,
                                         .joints = joints,
                                         .joint_count = 3,
                                         .clips = &clip,
                                         .clip_count = 1});
}

/// The joint that moves the character keeps its motion along the ground, x and z, and comes back to its height; every
/// other joint comes back to its first position. Halfway, long before the seam, nothing changes. By arithmetic.
static void closed_loops_travel_along_the_ground_alone(void **state)
{
    static const double halfway[3] = {6, 4, 6.5}, ends[2][3] = {{11, 2, 10}, {1, 2, 3}};
    (void)state;
    for (int has_tracks = 0; has_tracks < 2; ++has_tracks) {
        sinew_model *model = made_walker(has_tracks);
        sinew_pose *pose;
        assert_int_equal(sinew_model_find_motion_joint(model), 0);
        EDIT(model, sinew__edit_close_loop(model, 10, NULL, OUT));
        assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
        for (int joint = 0; joint < 2; ++joint) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, pose);
            for (int c = 0; c < 3; ++c) assert_close((&pose->local[joint].t.x)[c], halfway[c], 1e-5);
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1, pose);
            for (int c = 0; c < 3; ++c) assert_close((&pose->local[joint].t.x)[c], ends[joint][c], 1e-5);
        }
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// A curve from 0 at 1 s to 10 at 2 s, cut to the second before it, has the values that it repeats there. By
/// arithmetic: in front of its first key a curve repeats, is reflected, goes on lower each time, or holds after the
/// repetitions that it has.
static void cuts_before_the_first_key_keep_what_repeats_there(void **state)
{
    static const struct {
        uint32_t mode;
        int32_t count;
        double at[2]; ///< after 0.25 s and 0.75 s of a clip that starts 1 s before the first key
    } rows[] = {{SINEW_EXTRAPOLATE_HOLD, -1, {0, 0}},
                {SINEW_EXTRAPOLATE_REPEAT, -1, {2.5, 7.5}},
                {SINEW_EXTRAPOLATE_MIRROR, -1, {7.5, 2.5}},
                {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, -1, {-7.5, -2.5}},
                {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, 1, {-7.5, -2.5}},
                {SINEW_EXTRAPOLATE_SLOPE, -1, {-7.5, -2.5}}};
    const sinew_curve_key keys[2] = {{.ticks = ticks(1), .value = 0, .interpolation = SINEW_LINEAR},
                                     {.ticks = ticks(2), .value = 10, .interpolation = SINEW_LINEAR}};
    const sinew_raw_joint joint = {
        .name = "a", .parent = SINEW_NONE, .node = SINEW_NONE, .rest = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const sinew_raw_layer layer = {.name = "base", .weight = 1, .is_base = 1};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const sinew_raw_curve curve = {
            .keys = keys, .key_count = 2, .before = rows[i].mode, .before_count = rows[i].count};
        const sinew_raw_channel channel = {
            .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
        const sinew_raw_clip clip = {.name = "walk",
                                     .duration = 2,
                                     .layers = &layer,
                                     .layer_count = 1,
                                     .channels = &channel,
                                     .channel_count = 1};
        sinew_model *model = make_model(&(sinew_raw_model){.ticks_per_second = ticks_per_second,
                                                           .fps = 30,
                                                           .joints = &joint,
                                                           .joint_count = 1,
                                                           .clips = &clip,
                                                           .clip_count = 1});
        sinew_pose *pose;
        assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
        for (int is_cut = 0; is_cut < 2; ++is_cut) {
            if (is_cut) EDIT(model, sinew__edit_trim_clips(model, 0, 0.9, NULL, OUT));
            for (int k = 0; k < 2; ++k) {
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, k ? 0.75 : 0.25, pose);
                assert_close(pose->local[0].t.x, rows[i].at[k], 1e-5);
            }
        }
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// Fewer keys, and no joint farther from the source than the error at seven points between any two frames.
static void reduced_keys_hold_their_error(void **state)
{
    static const double errors[] = {1e-3, 1e-2};
    (void)state;
    for (size_t i = 0; i < 2; ++i) {
        sinew_model *source = made_body(3), *model = made_body(3);
        const sinew__edit_options options = {.error = errors[i]};
        sinew_pose *a, *b;
        EDIT(model, sinew__edit_reduce_keys(model, &options, OUT));
        int32_t before = 0, after = 0;
        for (int32_t k = 0; k < source->track_count; ++k) before += source->tracks[k].key_count;
        for (int32_t k = 0; k < model->track_count; ++k) after += model->tracks[k].key_count;
        assert_true(after < before * 3 / 4);
        assert_int_equal(sinew_pose_create(source, &a, NULL), SINEW_OK);
        assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
        for (int frame = 0; frame < 60; ++frame)
            for (int point = 1; point <= 7; ++point) {
                const double t = (frame + fmod(point * 1.4142135623730951, 1)) / 30;
                sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, t, a);
                sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, t, b);
                for (int32_t k = 0; k < source->joint_count; ++k) {
                    double square = 0;
                    for (int r = 0; r < 3; ++r)
                        square += (a->global[k].row[r][3] - b->global[k].row[r][3]) *
                                  (a->global[k].row[r][3] - b->global[k].row[r][3]);
                    assert_true(sqrt(square) <= errors[i] * source->info->size);
                }
            }
        sinew_pose_destroy(a);
        sinew_pose_destroy(b);
        sinew_model_destroy(source);
        sinew_model_destroy(model);
    }
}

// ---- poses ---------------------------------------------------------------------------------------------------------

static const sinew_model *posed_model;

/// Raises the spine by 2.
static sinew_result raise_spine(void *user, sinew_pose *pose, sinew_error *error)
{
    (void)user;
    (void)error;
    pose->local[1].t.y += 2;
    sinew_pose_local_to_global(posed_model, pose);
    return SINEW_OK;
}

static void poses_hold_over_their_range_and_fade(void **state)
{
    static const sinew_edit_pose pose = {.from = 1, .to = 2, .edit = raise_spine};
    static const double expected[][2] = {{0.2, 0}, {0.75, 1}, {1, 2}, {1.6, 2}, {2, 2}, {2.25, 1}, {2.9, 0}};
    static const int32_t curves = 0;
    static const sinew__edit_options options = {.clips = &curves, .clip_count = 1};
    (void)state;
    sinew_model *source = made_model(), *model = made_model();
    sinew_pose *a, *b;
    posed_model = source;
    EDIT(model, sinew__edit_pose_clips(model, &pose, 1, 0.5, &options, OUT));
    assert_int_equal(sinew_pose_create(source, &a, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        sinew_pose_evaluate(source, SINEW_ENGINE_EXACT, 0, expected[i][0], a);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, expected[i][0], b);
        assert_close(b->local[1].t.y - a->local[1].t.y, expected[i][1], 1e-3);
        assert_close(b->local[0].t.x, a->local[0].t.x, 1e-12);
    }
    EDIT(model, sinew__edit_add_still(model, 0, 1.5, "aim", OUT));
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1.5, a);
    assert_int_equal(model->clip_count, 3);
    assert_close(model->clips[2].duration, 0, 0);
    sinew_pose_destroy(b);
    assert_int_equal(sinew_pose_create(model, &b, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 2, 0, b);
    assert_close(pose_difference(a, b, JOINTS), 0, 1e-9);
    sinew_pose_destroy(a);
    sinew_pose_destroy(b);
    sinew_model_destroy(source);
    sinew_model_destroy(model);
}

// ---- refused edits -------------------------------------------------------------------------------------------------

static void edits_without_a_result_are_refused(void **state)
{
    static const double outside[] = {3.5}, twice[] = {1, 1};
    (void)state;
    sinew_model *model = made_model(), *out = NULL;
    sinew_error error;
    assert_int_equal(sinew__edit_trim_clips(model, 2, 2, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_string_equal(error.message, "clip 'curves': nothing is left from 2 s to 2 s");
    assert_int_equal(sinew__edit_trim_clips(model, 1, 4, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_string_equal(error.message, "clip 'curves': 1 s to 4 s is not inside its 3 s");
    assert_int_equal(sinew__edit_trim_clips(model, (double)NAN, 1, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_int_equal(sinew__edit_split_clip(model, 0, outside, 1, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_int_equal(sinew__edit_split_clip(model, 0, twice, 2, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_int_equal(sinew__edit_rename_clip(model, 0, "tracks", &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "there is a clip 'tracks' already");
    assert_int_equal(sinew__edit_rename_clip(model, 0, "", &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_speed_clips(model, 0, NULL, &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_set_rate(model, -1, NULL, &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_scale(model, 0, &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_close_loop(model, 1000, NULL, &out, &error), SINEW_ERROR_NO_TIME);
    assert_int_equal(sinew__edit_close_loop(model, 0, NULL, &out, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_reduce_keys(model, &(sinew__edit_options){.error = -1}, &out, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__edit_add_still(model, 0, 4, "aim", &out, &error), SINEW_ERROR_NO_TIME);
    assert_int_equal(sinew__edit_join_clips(model, NULL, NULL, &out, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "clips 'curves' and 'tracks' have different layers");
    assert_null(out);
    sinew_model_destroy(model);
}

// ---- lists ---------------------------------------------------------------------------------------------------------

/// Angles that go from a start to an end in a second, closed over a third of a second: the last keys have the angles of
/// the first frame that are nearest to the end, by whole turns or as the other triple of the same rotation.
static void closed_angles_take_no_turn_more(void **state)
{
    (void)state;
    static const struct {
        double start[3], end[3], closed[3];
    } cases[] = {
        {{0, 0, 0}, {370, 0, 0}, {360, 0, 0}},           {{0, 0, 0}, {0, 10, 370}, {0, 0, 360}},
        {{0, 0, 0}, {-350, 0, 715}, {-360, 0, 720}},     {{170, 0, 0}, {560, 0, 0}, {530, 0, 0}},
        {{0, 0, 170}, {0, 0, -200}, {0, 0, -190}},       {{0, 0, 0}, {175, 183, 178}, {180, 180, 180}},
        {{0, 0, 0}, {-175, 183, 178}, {-180, 180, 180}}, {{0, 0, 0}, {185, 170, -182}, {180, 180, -180}},
    };
    enum { LAST = 30 };
    static sinew_curve_key keys[3][LAST + 1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_transform_stack stacks[2] = {{.scaling = {1, 1, 1}}, {.translation = {0, 10, 0}, .scaling = {1, 1, 1}}};
        sinew_raw_joint joints[2];
        sinew_raw_curve curves[3];
        for (int32_t k = 0; k < 2; ++k)
            joints[k] = (sinew_raw_joint){.name = k ? "arm" : "root",
                                          .parent = k - 1,
                                          .kind = SINEW_JOINT_BONE,
                                          .node = SINEW_NONE,
                                          .stack = &stacks[k]};
        sinew_raw_channel channel = {
            .joint = 1, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION};
        for (int c = 0; c < 3; ++c) {
            for (int32_t k = 0; k <= LAST; ++k)
                keys[c][k] =
                    (sinew_curve_key){.ticks = k * INT64_C(1539538600),
                                      .value = cases[i].start[c] + (cases[i].end[c] - cases[i].start[c]) * k / LAST,
                                      .interpolation = SINEW_LINEAR};
            curves[c] = (sinew_raw_curve){.keys = keys[c], .key_count = LAST + 1};
            channel.curve[c] = &curves[c];
        }
        const sinew_raw_clip clip = {
            .name = "turn", .is_default = 1, .duration = -1, .channels = &channel, .channel_count = 1};
        sinew_model *source = make_model(&(sinew_raw_model){
                        .fps = 30, .joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1}),
                    *closed = NULL;
        assert_int_equal(sinew__edit_close_loop(source, 10, &(sinew__edit_options){.error = 1e-3}, &closed, NULL),
                         SINEW_OK);
        for (int c = 0; c < 3; ++c) {
            const sinew_curve *curve = &closed->curves[closed->channels[0].curve[c]];
            const sinew_curve_key *of = closed->curve_keys + curve->first_key;
            assert_close(of[0].value, cases[i].start[c], 1e-9);
            assert_close(of[curve->key_count - 1].value, cases[i].closed[c], 1e-6);
            for (int32_t k = 0; k < curve->key_count; ++k) // no way round in between
                assert_close(of[k].value, keys[c][k].value, 60);
        }
        sinew_model_destroy(closed);
        sinew_model_destroy(source);
    }
}

static void expect_same(sinew_model *made, sinew_model *expected, int kind)
{
    size_t size, expected_size;
    const void *block = sinew_model_block(made, &size), *expected_block = sinew_model_block(expected, &expected_size);
    if (size != expected_size || memcmp(block, expected_block, size) != 0)
        fail_msg("kind %d makes another model", kind);
    sinew_model_destroy(made);
    sinew_model_destroy(expected);
}

static void each_kind_of_step_is_its_edit(void **state)
{
    (void)state;
    static const int32_t first = 0;
    static const double time = 1;
    static const char *const names[JOINTS] = {NULL, "back", NULL};
    static const uint8_t drops[JOINTS] = {0, 0, 1};
    const sinew__edit_options of_first = {.clips = &first, .clip_count = 1, .error = 1e-3};
    sinew_model *model = made_model();
    static const sinew_edit_step steps[] = {
        {.kind = SINEW_EDIT_KEEP, .clips = &first, .clip_count = 1},
        {.kind = SINEW_EDIT_RENAME, .clips = &first, .clip_count = 1, .name = "other"},
        {.kind = SINEW_EDIT_SPLIT, .clips = &first, .clip_count = 1, .times = &time, .time_count = 1},
        {.kind = SINEW_EDIT_STILL, .clips = &first, .clip_count = 1, .from = 1, .name = "still"},
        {.kind = SINEW_EDIT_TRIM, .clips = &first, .clip_count = 1, .error = 1e-3, .from = 0.5, .to = 1.5},
        {.kind = SINEW_EDIT_START, .clips = &first, .clip_count = 1, .error = 1e-3, .from = 3},
        {.kind = SINEW_EDIT_SPEED, .clips = &first, .clip_count = 1, .error = 1e-3, .factor = 2},
        {.kind = SINEW_EDIT_REVERSE, .clips = &first, .clip_count = 1, .error = 1e-3},
        {.kind = SINEW_EDIT_RATE, .clips = &first, .clip_count = 1, .error = 1e-3, .fps = 12},
        {.kind = SINEW_EDIT_MIRROR, .clips = &first, .clip_count = 1, .error = 1e-3},
        {.kind = SINEW_EDIT_CLOSE, .clips = &first, .clip_count = 1, .error = 1e-3, .frames = 3},
        {.kind = SINEW_EDIT_REDUCE, .clips = &first, .clip_count = 1, .error = 1e-3},
        {.kind = SINEW_EDIT_RENAME_JOINTS, .names = names},
        {.kind = SINEW_EDIT_DROP_JOINTS, .drops = drops},
        {.kind = SINEW_EDIT_SCALE, .factor = 3},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        sinew_model *made = NULL, *out = NULL;
        sinew_result expected = SINEW_ERROR_INVALID_ARGUMENT;
        switch (steps[i].kind) {
        case SINEW_EDIT_KEEP: expected = sinew__edit_keep_clips(model, &of_first, &out, NULL); break;
        case SINEW_EDIT_RENAME: expected = sinew__edit_rename_clip(model, 0, "other", &out, NULL); break;
        case SINEW_EDIT_SPLIT: expected = sinew__edit_split_clip(model, 0, &time, 1, NULL, &out, NULL); break;
        case SINEW_EDIT_STILL: expected = sinew__edit_add_still(model, 0, 1, "still", &out, NULL); break;
        case SINEW_EDIT_TRIM: expected = sinew__edit_trim_clips(model, 0.5, 1.5, &of_first, &out, NULL); break;
        case SINEW_EDIT_START: expected = sinew__edit_start_clips(model, 3, &of_first, &out, NULL); break;
        case SINEW_EDIT_SPEED: expected = sinew__edit_speed_clips(model, 2, &of_first, &out, NULL); break;
        case SINEW_EDIT_REVERSE: expected = sinew__edit_reverse_clips(model, &of_first, &out, NULL); break;
        case SINEW_EDIT_RATE: expected = sinew__edit_set_rate(model, 12, &of_first, &out, NULL); break;
        case SINEW_EDIT_MIRROR: expected = sinew__edit_mirror_clips(model, NULL, &of_first, &out, NULL); break;
        case SINEW_EDIT_CLOSE: expected = sinew__edit_close_loop(model, 3, &of_first, &out, NULL); break;
        case SINEW_EDIT_REDUCE: expected = sinew__edit_reduce_keys(model, &of_first, &out, NULL); break;
        case SINEW_EDIT_RENAME_JOINTS: expected = sinew__edit_rename_joints(model, names, &out, NULL); break;
        case SINEW_EDIT_DROP_JOINTS: expected = sinew__edit_drop_joints(model, drops, NULL, &out, NULL); break;
        case SINEW_EDIT_SCALE: expected = sinew__edit_scale(model, 3, &out, NULL); break;
        default: break;
        }
        assert_int_equal(expected, SINEW_OK);
        assert_int_equal(sinew_model_edit(model, &steps[i], 1, NULL, &made, NULL), SINEW_OK);
        expect_same(made, out, (int)steps[i].kind);
    }
    sinew_model_destroy(model);
}

/// A step edits the result of the step before: its clips are the clips of that model.
static void steps_are_done_in_order(void **state)
{
    (void)state;
    sinew_model *model = made_model(), *made = NULL, *split = NULL, *expected = NULL;
    static const int32_t first = 0, third = 2;
    static const double time = 1;
    sinew_error error;
    sinew_edit_step steps[] = {
        {.kind = SINEW_EDIT_SPLIT, .clips = &first, .clip_count = 1, .times = &time, .time_count = 1},
        {.kind = SINEW_EDIT_SPEED, .clips = &third, .clip_count = 1, .factor = 2}, // there is one since the split
    };
    assert_int_equal(sinew__edit_split_clip(model, 0, &time, 1, NULL, &split, NULL), SINEW_OK);
    const sinew__edit_options of_third = {.clips = &third, .clip_count = 1};
    assert_int_equal(sinew__edit_speed_clips(split, 2, &of_third, &expected, NULL), SINEW_OK);
    assert_int_equal(sinew_model_edit(model, steps, 2, NULL, &made, &error), SINEW_OK);
    expect_same(made, expected, -1);
    steps[1].factor = (double)NAN;
    assert_int_equal(sinew_model_edit(model, steps, 2, NULL, &made, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(strncmp(error.message, "step 2: ", 8), 0);
    assert_null(made);
    steps[0].clip_count = 0;
    assert_int_equal(sinew_model_edit(model, steps, 1, NULL, &made, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the step takes one clip");
    assert_int_equal(sinew_model_edit(model, steps, 0, NULL, &made, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_model_destroy(split);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reversed_twice_is_the_clip),
        cmocka_unit_test(speed_and_its_inverse_are_the_clip),
        cmocka_unit_test(moved_and_back_is_the_clip),
        cmocka_unit_test(scaled_and_back_is_the_clip),
        cmocka_unit_test(trimmed_clips_play_their_range),
        cmocka_unit_test(a_cut_adds_a_key_a_curve),
        cmocka_unit_test(long_handles_keep_their_shape),
        cmocka_unit_test(split_and_joined_is_the_clip),
        cmocka_unit_test(joined_clips_follow_each_other),
        cmocka_unit_test(mirrored_clips_exchange_sides),
        cmocka_unit_test(animals_are_mirrored_by_pairs_and_plane),
        cmocka_unit_test(mirrored_curves_keep_their_keys),
        cmocka_unit_test(mirrored_translations_keep_their_keys_below_other_axes),
        cmocka_unit_test(in_place_keeps_what_does_not_move_along_the_ground),
        cmocka_unit_test(in_place_and_its_motion_are_the_clip),
        cmocka_unit_test(closed_loops_end_as_they_begin),
        cmocka_unit_test(open_loops_get_the_frame_that_they_lack),
        cmocka_unit_test(a_reference_pose_is_not_the_start_of_a_loop),
        cmocka_unit_test(closed_loops_travel_along_the_ground_alone),
        cmocka_unit_test(cuts_before_the_first_key_keep_what_repeats_there),
        cmocka_unit_test(reduced_keys_hold_their_error),
        cmocka_unit_test(poses_hold_over_their_range_and_fade),
        cmocka_unit_test(joints_are_renamed),
        cmocka_unit_test(dropped_joints_leave_the_others_alone),
        cmocka_unit_test(edits_without_a_result_are_refused),
        cmocka_unit_test(closed_angles_take_no_turn_more),
        cmocka_unit_test(each_kind_of_step_is_its_edit),
        cmocka_unit_test(steps_are_done_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
