/// Baking at its limits: values that do not fit, no joints, the most joints, and changed bytes.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"
#include "sinew/memory.h"
#include "support/cmocka_close.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/scenes.h"
#include "support/wave_chain.h"

static const double bound = 1e-4;

static const char *last_warning(const sinew_model *model)
{
    assert_true(model->warning_count > 0);
    return sinew_text(model, model->warnings[model->warning_count - 1].code);
}

/// A clip that does not fit plays from its curves: the same bits as the exact engine, and a note that names the clip.
static void clips_over_a_limit_play_from_their_curves(void **state)
{
    (void)state;
    const sinew_bake_options limits[] = {
        {.byte_limit = 1000}, {.total_byte_limit = 1000}, {.work_limit = 1000}, {.seconds = 1e-9}, {.error = 1e-15}};
    const char *const codes[] = {"I53", "I53", "I53", "I53", "I54"};
    for (int i = 0; i < 5; ++i) {
        sinew_model *model = make_baked(make_model(&make_chain(20)->raw), &limits[i]);
        assert_int_equal(sinew_clip_baked_info(model, 0).frame_count, 0);
        assert_string_equal(last_warning(model), codes[i]);
        const sinew_warning *warning = &model->warnings[model->warning_count - 1];
        assert_string_equal(sinew_text(model, warning->object), "wave");
        assert_int_equal(warning->severity, SINEW_SEVERITY_INFO); // the picture is right
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.3, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.3, fast);
        assert_memory_equal(exact->global, fast->global, sizeof *fast->global * (size_t)model->joint_count);
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

enum { TAKE_JOINTS = 22, MOST_TAKE_KEYS = 1531 };

/// A captured take: three angles of each joint, linear between keys at 30 per second that are up to 1/3 frame
/// off the frames. The keys of `own` takes have other times in every curve.
typedef struct take {
    sinew_raw_joint joints[TAKE_JOINTS];
    sinew_transform_stack stacks[TAKE_JOINTS];
    sinew_curve_key keys[TAKE_JOINTS][3][MOST_TAKE_KEYS];
    sinew_raw_curve curves[TAKE_JOINTS][3];
    sinew_raw_channel channels[TAKE_JOINTS];
    sinew_raw_clip clip;
    sinew_raw_model raw;
} take;

static void move_joint(take *made, int32_t joint, int32_t frames, int own)
{
    uint32_t values = (uint32_t)joint * 7 + 1;
    for (int k = 0; k < 3; ++k) {
        uint32_t times = own ? (uint32_t)(3 * joint + k + 1) : 1;
        double swing = random_number(&values, -20, 20);
        for (int32_t i = 0; i < frames; ++i) {
            const double off = i && i + 1 < frames ? random_number(&times, -0.33, 0.33) : 0;
            swing = 0.98 * swing + random_number(&values, -2, 2);
            made->keys[joint][k][i] = (sinew_curve_key){
                .ticks = (int64_t)((i + off) * (double)second / 30), .value = swing, .interpolation = SINEW_LINEAR};
        }
        made->curves[joint][k] = (sinew_raw_curve){.keys = made->keys[joint][k], .key_count = frames};
        made->channels[joint].curve[k] = &made->curves[joint][k];
    }
}

/// Limbs of five joints that begin at the hips. The model is unbaked.
static sinew_model *make_take(int32_t joints, int32_t frames, int own)
{
    static take made;
    for (int32_t i = 0; i < joints; ++i) {
        made.joints[i] = (sinew_raw_joint){.name = "j",
                                           .parent = i % 5 ? i - 1
                                                     : i   ? 0
                                                           : SINEW_NONE,
                                           .node = SINEW_NONE};
        made.joints[i].stack = &made.stacks[i];
        made.stacks[i] = (sinew_transform_stack){.translation = {i % 5 ? 0 : i, 20, 0}, .scaling = {1, 1, 1}};
        made.channels[i] = (sinew_raw_channel){.joint = i, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION};
        move_joint(&made, i, frames, own);
    }
    made.clip = (sinew_raw_clip){
        .name = "take", .duration = (frames - 1) / 30.0, .channels = made.channels, .channel_count = joints};
    made.raw = (sinew_raw_model){
        .joints = made.joints, .joint_count = joints, .clips = &made.clip, .clip_count = 1, .fps = 30};
    return make_model(&made.raw);
}

/// 51 seconds, without options: within the bound also half way between any two keys of a curve.
static void long_takes_off_the_frames_are_baked(void **state)
{
    (void)state;
    for (int own = 0; own < 2; ++own) {
        sinew_model *model = make_baked(make_take(TAKE_JOINTS, MOST_TAKE_KEYS, own), NULL);
        assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
        assert_true(sinew_clip_baked_info(model, 0).error <= bound);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        for (double time = 0; time < 51; time += 0.0712) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
            assert_close(farthest_joint(model, fast, exact), 0, bound);
        }
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

/// Returns the least work that bakes a take of own key times, within 5 %.
static double least_work(int32_t joints, int32_t frames)
{
    uint64_t low = 1, high = UINT64_C(1) << 22;
    while (high - low > high / 20) {
        const uint64_t middle = low + (high - low) / 2;
        sinew_model *model = make_baked(make_take(joints, frames, 1), &(sinew_bake_options){.work_limit = middle});
        *(sinew_clip_baked_info(model, 0).frame_count ? &high : &low) = middle;
        sinew_model_destroy(model);
    }
    return (double)high;
}

/// Four times as long, or four times as many joints with key times of their own: four times the work.
static void work_grows_with_the_keys(void **state)
{
    (void)state;
    const double work = least_work(5, 80);
    assert_close(least_work(5, 320) / work, 4, 1);
    assert_close(least_work(20, 80) / work, 4, 1);
}

enum { NOISE_KEYS = 15000 };

/// A joint that is rotated by noise: cubics between keys at 100 a second, which baking cuts into many pieces. The model
/// is unbaked.
static sinew_model *make_noise(void)
{
    static sinew_curve_key keys[3][NOISE_KEYS];
    uint32_t seed = 7;
    sinew_raw_curve curves[3];
    const sinew_transform_stack stack = {.scaling = {1, 1, 1}};
    const sinew_raw_joint joint = {.name = "j", .parent = SINEW_NONE, .node = SINEW_NONE, .stack = &stack};
    sinew_raw_channel channel = {.joint = 0, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION};
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < NOISE_KEYS; ++i)
            keys[k][i] = (sinew_curve_key){.ticks = i * second / 100,
                                           .value = random_number(&seed, -60, 60),
                                           .in_time = -0.003f,
                                           .in_value = (float)random_number(&seed, -0.5, 0.5),
                                           .out_time = 0.004f,
                                           .out_value = (float)random_number(&seed, -0.5, 0.5),
                                           .interpolation = SINEW_CUBIC};
        curves[k] = (sinew_raw_curve){.keys = keys[k], .key_count = NOISE_KEYS};
        channel.curve[k] = &curves[k];
    }
    const sinew_raw_clip clip = {
        .name = "noise", .duration = (NOISE_KEYS - 1) / 100.0, .channels = &channel, .channel_count = 1};
    return make_model(
        &(sinew_raw_model){.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1, .fps = 100});
}

static double bake_time(sinew_model *model, double seconds)
{
    const clock_t begin = clock();
    void *block;
    size_t size;
    const sinew_bake_options options = {.seconds = seconds, .byte_limit = (size_t)1 << 30, .work_limit = UINT64_MAX};
    assert_int_equal(sinew__baked_block(model, &options, &block, &size, NULL), SINEW_OK);
    sinew_free(block);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/// Most of a clip's time goes into cutting its cells, which checks the clock as well.
static void the_time_limit_holds_for_a_clip_of_noise(void **state)
{
    (void)state;
    sinew_model *model = make_noise();
    const double whole = bake_time(model, 0), limited = bake_time(model, whole / 40);
    if (!(limited < whole / 10)) fail_msg("%g s of %g s", limited, whole);
    sinew_model_destroy(model);
}

static int has_note(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), code) == 0) return 1;
    return 0;
}

/// A second baking, with room enough, leaves no note of the first.
static void baking_again_removes_the_note(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain(20)->raw), &(sinew_bake_options){.work_limit = 1000});
    const int32_t before = model->warning_count;
    assert_true(has_note(model, "I53"));
    model = make_baked(model, NULL);
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
    assert_false(has_note(model, "I53"));
    assert_int_equal(model->warning_count, before - 1);
    sinew_model_destroy(model);
}

static int count_questions(void *user, double seconds)
{
    int *left = user;
    assert_true(seconds >= 0);
    return --*left <= 0;
}

/// The first answer that is not 0 ends baking, which then makes no block.
static void baking_ends_when_it_is_told_to(void **state)
{
    (void)state;
    sinew_model *model = make_model(&make_chain(20)->raw);
    int left = 1;
    const sinew_bake_options options = {.progress = count_questions, .user = &left};
    sinew_error error;
    size_t size = 1;
    void *block = &size;
    assert_int_equal(sinew__baked_block(model, &options, &block, &size, &error), SINEW_ERROR_CANCELLED);
    assert_null(block);
    assert_int_equal(size, 0);
    assert_int_equal(left, 0);
    sinew_model_destroy(model);
}

static void models_without_joints_bake_to_themselves_without_clips_to_their_skeleton(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    made->raw.clip_count = 0;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(model->baked_byte_count > 0); // for clips of other files
    sinew_model_destroy(model);
    model = make_baked(make_model(&(sinew_raw_model){.format = "none"}), NULL);
    assert_int_equal(model->baked_byte_count, 0);
    sinew_model_destroy(model);
}

/// A tree with eight children at every joint, whose root turns by 90 degrees in one second: at 0.5 s all joints
/// are rotated by 45 about the z axis.
static void one_joint_and_the_most_joints_play(void **state)
{
    (void)state;
    const int32_t counts[] = {1, 2, 65535};
    const sinew_curve_key keys[] = {{.ticks = 0, .interpolation = SINEW_LINEAR},
                                    {.ticks = second, .value = 90, .interpolation = SINEW_LINEAR}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {
        .joint = 0, .morph = SINEW_NONE, .property = SINEW_CHANNEL_ROTATION, .curve = {NULL, NULL, &curve}};
    const sinew_raw_clip clip = {.name = "turn", .duration = 1, .channels = &channel, .channel_count = 1};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        sinew_raw_joint *joints = calloc((size_t)counts[k], sizeof *joints);
        assert_non_null(joints);
        for (int32_t i = 0; i < counts[k]; ++i)
            joints[i] = (sinew_raw_joint){.name = "j",
                                          .parent = i ? (i - 1) / 8 : SINEW_NONE,
                                          .node = SINEW_NONE,
                                          .rest = {{1, 0, i % 8}, {0, 0, 0, 1}, {1, 1, 1}}};
        sinew_model *model = make_baked(
            make_model(&(sinew_raw_model){.joints = joints, .joint_count = counts[k], .clips = &clip, .clip_count = 1}),
            NULL);
        free(joints);
        assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.5, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        assert_close(fast->global[counts[k] - 1].row[0][0], sqrt(0.5), 1e-3);
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

static void the_same_model_gives_the_same_bytes(void **state)
{
    (void)state;
    sinew_model *models[2];
    for (int i = 0; i < 2; ++i) models[i] = make_baked(scene_tube(9), NULL);
    size_t sizes[2];
    const void *blocks[2];
    for (int i = 0; i < 2; ++i) blocks[i] = sinew_model_block(models[i], &sizes[i]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(blocks[0], blocks[1], sizes[0]);
    for (int i = 0; i < 2; ++i) sinew_model_destroy(models[i]);
}

// ---- the door -----------------------------------------------------------------------------------------------------

/// Every byte of the rows in turn becomes 0xff, then 0x80 with its neighbours: refused, or safe to play.
static void every_changed_byte_of_rows_is_refused_or_harmless(void **state)
{
    (void)state;
    chain *made = make_chain(9);
    made->clip.duration = 0.1;
    made->channels[8].property = SINEW_CHANNEL_VISIBILITY;
    made->channels[8].curve[0] = &made->curves[8];
    made->channels[4].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[3].property = SINEW_CHANNEL_SCALING;
    sinew_model *model = make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 1e-2});
    size_t size;
    const uint8_t *block = sinew_model_block(model, &size);
    const size_t first = (size_t)(model->baked - block);
    int refused = 0;
    for (size_t i = 0; i < 2 * model->baked_byte_count; ++i) {
        uint8_t *changed = malloc(size);
        assert_non_null(changed);
        memcpy(changed, block, size);
        changed[first + i / 2] = (uint8_t)(i % 2 ? changed[first + i / 2] ^ 0x80 : 0xff);
        sinew_model *other;
        if (sinew__model_from_block(changed, size, &other, NULL) != SINEW_OK) {
            ++refused;
            continue;
        }
        sinew_pose *pose = make_pose(other);
        for (double time = -0.01; time < 0.13; time += 0.011)
            sinew_pose_evaluate(other, SINEW_ENGINE_FAST, 0, time, pose);
        sinew_pose_destroy(pose);
        sinew_model_destroy(other);
    }
    assert_true(refused > 500); // the check looks at the changed bytes
    sinew_model_destroy(model);
}

/// A character that allows a change of every number that a file stores in double precision.
typedef struct wild_character {
    chain *made;
    sinew_raw_mesh meshes[2];
    sinew_raw_skin_joint skin_joints[2], hat[3]; ///< of each mesh; the hat's last moves no vertex
    sinew_raw_model raw;
} wild_character;

static void make_wild(wild_character *out)
{
    out->made = make_busy_chain(0);
    out->raw = out->made->raw;
    out->raw.root = turn_z(0, 0, 0);
    for (int i = 0; i < 2; ++i) {
        out->meshes[i] = out->made->raw.meshes[0];
        out->skin_joints[i] = out->hat[i] = out->meshes[i].skin_joints[i];
        out->skin_joints[i].inverse_bind = out->hat[i].inverse_bind = turn_z(0, 0, -8 * (i + 1));
    }
    out->hat[2] = out->hat[0];
    out->meshes[0].skin_joints = out->skin_joints;
    out->meshes[1].skin_joints = out->hat;
    out->meshes[1].skin_joint_count = 3;
    out->raw.meshes = out->meshes;
    out->raw.mesh_count = 2;
}

/// The n-th number, or NULL after the last.
static double *number_of(wild_character *of, int n)
{
    chain *made = of->made;
    double *const numbers[] = {
        &of->raw.root.row[0][0],
        &of->raw.root.row[1][3],
        &of->skin_joints[0].inverse_bind.row[0][0],
        &of->skin_joints[1].inverse_bind.row[2][3],
        &of->skin_joints[1].inverse_bind.row[0][1],
        &made->stacks[0].translation[0],
        &made->stacks[15].translation[1],
        &made->stacks[3].scaling[1],
        &made->stacks[7].scaling[0],
        &made->stacks[9].rotation_pivot[2],
        &made->stacks[15].scaling_offset[0],
        &made->stacks[5].rotation[2],
        &made->keys[2][3].value,
        &made->keys[3][9].value,
        &made->keys[15][0].value,
        &of->hat[2].inverse_bind.row[1][3],
        &of->hat[2].inverse_bind.row[2][2],
        &made->channels[2].value[2],
        &made->channels[3].value[1],
        &made->clip.start,
    };
    return n < (int)(sizeof numbers / sizeof *numbers) ? numbers[n] : NULL;
}

/// Frames are stored in float. A clip with values outside the range of float plays from its curves, and validation
/// still accepts the block.
static void numbers_beyond_floats_bake_to_a_valid_block(void **state)
{
    (void)state;
    static const double values[] = {1e39, -1e39, 3.4e38, 1e60, 1e200, 1e300, 1e-310};
    int baked = 0, plain = 0;
    for (int n = 0;; ++n) {
        wild_character wild;
        make_wild(&wild);
        if (!number_of(&wild, n)) break;
        for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
            make_wild(&wild);
            *number_of(&wild, n) = values[i];
            sinew_model *model = NULL;
            if (sinew_model_from_raw(&wild.raw, &model, NULL) != SINEW_OK) continue; // refused before baking
            model = make_baked(model, NULL);                                         // fails if the block is refused
            *(sinew_clip_baked_info(model, 0).frame_count ? &baked : &plain) += 1;
            sinew_model_destroy(model);
        }
    }
    assert_true(baked > 10 && plain > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_changed_byte_of_rows_is_refused_or_harmless),
        cmocka_unit_test(clips_over_a_limit_play_from_their_curves),
        cmocka_unit_test(long_takes_off_the_frames_are_baked),
        cmocka_unit_test(the_time_limit_holds_for_a_clip_of_noise),
        cmocka_unit_test(work_grows_with_the_keys),
        cmocka_unit_test(baking_again_removes_the_note),
        cmocka_unit_test(baking_ends_when_it_is_told_to),
        cmocka_unit_test(models_without_joints_bake_to_themselves_without_clips_to_their_skeleton),
        cmocka_unit_test(one_joint_and_the_most_joints_play),
        cmocka_unit_test(numbers_beyond_floats_bake_to_a_valid_block),
        cmocka_unit_test(the_same_model_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
