/// Baking at its limits: what does not fit, nobody, the most joints, and bytes that were changed.
#include "support/both_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/// What does not fit plays from its curves: the same bits as the exact engine, and a note that names the clip.
static void clips_over_a_limit_play_from_their_curves(void **state)
{
    (void)state;
    const sinew_bake_options limits[] = {
        {.byte_limit = 1000}, {.total_byte_limit = 1000}, {.work_limit = 1000}, {.seconds = 1e-9}, {.error = 1e-15}};
    const char *const codes[] = {"I53", "I53", "I53", "I53", "I54"};
    for (int i = 0; i < 5; ++i) {
        sinew_model *model = make_played(make_model(&make_chain(20)->raw), &limits[i]);
        assert_int_equal(sinew_clip_baked_rows(model, 0).row_count, 0);
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

static int count_questions(void *user, double seconds)
{
    int *left = user;
    assert_true(seconds >= 0);
    return --*left <= 0;
}

/// The first answer that is not 0 ends it, and there is no block.
static void baking_ends_when_it_is_told_to(void **state)
{
    (void)state;
    sinew_model *model = make_model(&make_chain(20)->raw);
    int left = 1;
    const sinew_bake_options options = {.progress = count_questions, .user = &left};
    sinew_error error;
    size_t size = 1;
    void *block = &size;
    assert_int_equal(sinew_model_bake(model, &options, &block, &size, &error), SINEW_ERROR_CANCELLED);
    assert_null(block);
    assert_int_equal(size, 0);
    assert_int_equal(left, 0);
    sinew_model_destroy(model);
}

static void models_without_joints_or_clips_bake_to_themselves(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    made->raw.clip_count = 0;
    sinew_model *model = make_played(make_model(&made->raw), NULL);
    assert_int_equal(model->row_byte_count, 0);
    sinew_model_destroy(model);
    model = make_played(make_model(&(sinew_raw_model){.format = "none"}), NULL);
    assert_int_equal(model->row_byte_count, 0);
    sinew_model_destroy(model);
}

/// A tree in which every joint has eight children, whose root turns by 90 degrees in a second: at 0.5 s all is turned
/// by 45 about the z axis.
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
        sinew_model *model = make_played(
            make_model(&(sinew_raw_model){.joints = joints, .joint_count = counts[k], .clips = &clip, .clip_count = 1}),
            NULL);
        free(joints);
        assert_true(sinew_clip_baked_rows(model, 0).row_count > 0);
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
    for (int i = 0; i < 2; ++i) models[i] = make_played(scene_tube(9), NULL);
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
    sinew_model *model = make_played(make_model(&made->raw), &(sinew_bake_options){.error = 1e-2});
    size_t size;
    const uint8_t *block = sinew_model_block(model, &size);
    const size_t first = (size_t)(model->rows - block);
    int refused = 0;
    for (size_t i = 0; i < 2 * model->row_byte_count; ++i) {
        uint8_t *changed = malloc(size);
        assert_non_null(changed);
        memcpy(changed, block, size);
        changed[first + i / 2] = (uint8_t)(i % 2 ? changed[first + i / 2] ^ 0x80 : 0xff);
        sinew_model *other;
        if (sinew_model_from_block(changed, size, &other, NULL) != SINEW_OK) {
            ++refused;
            continue;
        }
        sinew_pose *pose = make_pose(other);
        for (double time = -0.01; time < 0.13; time += 0.011)
            sinew_pose_evaluate(other, SINEW_ENGINE_FAST, 0, time, pose);
        sinew_pose_destroy(pose);
        sinew_model_destroy(other);
    }
    assert_true(refused > 500); // the check looks at what lies there
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_changed_byte_of_rows_is_refused_or_harmless),
        BOTH(clips_over_a_limit_play_from_their_curves),
        BOTH(baking_ends_when_it_is_told_to),
        cmocka_unit_test(models_without_joints_or_clips_bake_to_themselves),
        BOTH(one_joint_and_the_most_joints_play),
        BOTH(the_same_model_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
