/// Stripped models: they play as before, without curves, and what needs curves refuses them.
#include "author/bake/bake_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/model/baked_clips.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/load.h"
#include "sinew/locals.h"
#include "sinew/pose.h"
#include "sinew/with_clips.h"
#include "support/full_block.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

static sinew_model *stripped_of(const sinew_model *model)
{
    void *block;
    size_t size;
    sinew_model *stripped = NULL;
    sinew_error error = {0};
    if (sinew__stripped_block(model, &block, &size, &error) != SINEW_OK ||
        sinew__model_from_block(block, size, &stripped, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    return stripped;
}

static sinew_model *full_model(int is_stripped)
{
    void *block;
    size_t size;
    sinew_model *model = NULL;
    sinew_error error = {0};
    if (is_stripped)
        make_stripped_block(&block, &size);
    else
        make_baked_block(&block, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static void wrong_input_is_refused(void **state)
{
    (void)state;
    sinew_model *unbaked = make_model(&make_chain(3)->raw);
    void *block = unbaked;
    size_t size = 0;
    sinew_error error = {0};
    assert_int_equal(sinew__stripped_block(NULL, &block, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(block);
    assert_int_equal(sinew__stripped_block(unbaked, &block, &size, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "clip 'wave' is not baked and cannot be stripped");
    assert_null(block);
    sinew_model_destroy(unbaked);
}

static void curves_and_nodes_are_gone(void **state)
{
    (void)state;
    sinew_model *model = full_model(0), *stripped = full_model(1);
    assert_true(model->curve_key_count > 0 && model->track_key_count > 0 && model->node_count > 0);
    assert_int_equal(stripped->layer_count + stripped->channel_count + stripped->curve_count, 0);
    assert_int_equal(stripped->curve_key_count + stripped->track_count + stripped->track_key_count, 0);
    assert_int_equal(stripped->node_count, 0);
    assert_int_equal(stripped->info->is_stripped, 1);
    assert_int_equal(stripped->clip_count, model->clip_count);
    assert_int_equal(stripped->key_time_count, model->key_time_count);
    assert_int_equal(stripped->corner_count, model->corner_count);
    sinew_model_destroy(model);
    sinew_model_destroy(stripped);
}

static void poses_have_the_same_bits(void **state)
{
    (void)state;
    sinew_model *model = full_model(0), *stripped = full_model(1);
    sinew_pose *before = make_pose(model), *after = make_pose(stripped);
    for (int i = 0; i < 200; ++i) {
        const int32_t clip = i % model->clip_count;
        const double time = model->clips[clip].duration * i / 199;
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, before);
        sinew_pose_evaluate(stripped, SINEW_ENGINE_FAST, clip, time, after);
        sinew_pose_compute_locals(model, before);
        sinew_pose_compute_locals(stripped, after);
        const size_t joints = (size_t)model->joint_count;
        assert_memory_equal(before->palette, after->palette, (size_t)model->skin_joint_count * sizeof *after->palette);
        assert_memory_equal(before->local, after->local, joints * sizeof *after->local);
        assert_memory_equal(before->visible, after->visible, joints);
        assert_memory_equal(before->animated, after->animated, joints);
        assert_memory_equal(before->morph_weights, after->morph_weights, (size_t)model->morph_count * sizeof(float));
    }
    sinew_pose_destroy(before);
    sinew_pose_destroy(after);
    sinew_model_destroy(model);
    sinew_model_destroy(stripped);
}

/// Sampling instead of curves: locals within the bound of the curves' locals.
static void sampling_takes_the_compact_clip(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain(20)->raw), NULL), *stripped = stripped_of(model);
    sinew_pose *exact = make_pose(model), *sampled = make_pose(stripped);
    for (int i = 0; i < 50; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, i / 49.0, exact);
        memset(sampled->local, 0xde, (size_t)model->joint_count * sizeof *sampled->local);
        sinew_pose_sample(stripped, 0, i / 49.0, sampled);
        sinew_pose_local_to_global(stripped, sampled);
        assert_close(farthest_joint(model, sampled, exact), 0, 1e-4 * model->info->size);
        assert_memory_equal(sampled->animated, exact->animated, (size_t)model->joint_count);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(sampled);
    sinew_model_destroy(model);
    sinew_model_destroy(stripped);
}

/// A curve that repeats goes on outside the clip; without it, the first and the last pose remain.
static void outside_its_range_a_clip_holds_its_ends(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    for (int32_t i = 0; i < 3; ++i) made->curves[i].before = made->curves[i].after = SINEW_EXTRAPOLATE_SLOPE;
    sinew_model *model = make_baked(make_model(&made->raw), NULL), *stripped = stripped_of(model);
    sinew_pose *at_end = make_pose(stripped), *outside = make_pose(stripped);
    const double ends[2] = {0, 1}, times[2] = {-5, 1e9};
    for (int i = 0; i < 2; ++i) {
        const size_t size = (size_t)model->skin_joint_count * sizeof *at_end->palette;
        sinew_local_group group;
        assert_false(sinew_clip_sample_locals(model, 0, times[i], &group, NULL));
        sinew_pose_evaluate(stripped, SINEW_ENGINE_FAST, 0, ends[i], at_end);
        sinew_pose_evaluate(stripped, SINEW_ENGINE_FAST, 0, times[i], outside);
        assert_memory_equal(at_end->palette, outside->palette, size);
    }
    sinew_pose_destroy(at_end);
    sinew_pose_destroy(outside);
    sinew_model_destroy(model);
    sinew_model_destroy(stripped);
}

static void what_needs_curves_refuses(void **state)
{
    (void)state;
    sinew_model *model = full_model(0), *stripped = full_model(1), *joined;
    void *block;
    size_t size;
    sinew_error error = {0};
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        const int plays_baked = engine == SINEW_ENGINE_FAST || engine == SINEW_ENGINE_GPU;
        assert_int_equal(sinew_engine_accepts(stripped, (sinew_engine)engine, &error),
                         plays_baked ? SINEW_OK : SINEW_ERROR_NO_CURVES);
    }
    assert_string_equal(error.message, "the model was stripped: its clips have no curves");
    assert_int_equal(sinew__baked_block(stripped, NULL, &block, &size, &error), SINEW_ERROR_NO_CURVES);
    assert_null(block);
    assert_int_equal(sinew__model_with_clips(model, stripped, NULL, &joined, &error), SINEW_ERROR_NO_CURVES);
    assert_null(joined);
    assert_int_equal(sinew_clip_key_times(stripped, 0, 0, NULL, 0), 0);
    assert_int_equal(sinew_clip_key_times(stripped, 0, SINEW_NONE, NULL, 0), 2);
    assert_int_equal(sinew__model_with_clips(stripped, model, NULL, &joined, &error), SINEW_OK);
    assert_int_equal(joined->info->is_stripped, 0);
    assert_int_equal(sinew_engine_accepts(joined, SINEW_ENGINE_EXACT, &error), SINEW_OK);
    sinew_model_destroy(joined);
    sinew_model_destroy(model);
    sinew_model_destroy(stripped);
}

/// A stripped model whose clips do not play at every time has nothing to fall back on.
static void the_validator_wants_compact_clips(void **state)
{
    (void)state;
    sinew_model *model, *stripped = full_model(1);
    size_t size;
    const uint8_t *block = sinew_model_block(stripped, &size);
    const size_t flags = (size_t)((const uint8_t *)&sinew__baked_clip_of(stripped, 1)->flags - block),
                 is_stripped = (size_t)((const uint8_t *)&stripped->info->is_stripped - block);
    sinew_error error = {0};
    uint8_t *copy = memcpy(malloc(size), block, size);
    copy[flags] &= (uint8_t)~SINEW__BAKED_HOLDS_AFTER;
    assert_int_equal(sinew__model_from_block(copy, size, &model, &error), SINEW_ERROR_DAMAGED);
    copy = memcpy(malloc(size), block, size);
    copy[is_stripped] = 2;
    assert_int_equal(sinew__model_from_block(copy, size, &model, &error), SINEW_ERROR_DAMAGED);
    make_full_block((void **)&copy, &size);
    assert_int_equal(sinew__model_from_block(copy, size, &model, &error), SINEW_OK);
    copy = memcpy(malloc(size), model->block, size);
    copy[(const uint8_t *)&model->info->is_stripped - (const uint8_t *)model->block] = 1; // with curves, not baked
    sinew_model_destroy(model);
    assert_int_equal(sinew__model_from_block(copy, size, &model, &error), SINEW_ERROR_DAMAGED);
    sinew_model_destroy(stripped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_input_is_refused),
        cmocka_unit_test(curves_and_nodes_are_gone),
        cmocka_unit_test(poses_have_the_same_bits),
        cmocka_unit_test(sampling_takes_the_compact_clip),
        cmocka_unit_test(outside_its_range_a_clip_holds_its_ends),
        cmocka_unit_test(what_needs_curves_refuses),
        cmocka_unit_test(the_validator_wants_compact_clips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
