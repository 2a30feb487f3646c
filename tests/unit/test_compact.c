/// Compact clips: exact between keys, the same bits on every kernel, small, and refused if they are damaged.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/compact_clip.h"
#include "runtime/model/packed_block.h"
#include "runtime/pose/crowd_lanes.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/compact_sample.h"
#include "sinew/load.h"
#include "sinew/locals.h"
#include "support/each_kernel.h"
#include "support/full_block.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/scenes.h"
#include "support/wave_chain.h"

static const double bound = 1e-4;

static const sinew__compact_clip *compact_of(const sinew_model *model)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, 0);
    assert_non_null(baked);
    assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
    return sinew__compact_of(model, baked);
}

/// Characters posed several at once, at times of their own, against one at a time: the same bits.
static void check_lanes(const sinew_model *model, double duration)
{
    const sinew__crowd_kernel *kernel = sinew__crowd_kernel_best();
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, 0);
    const size_t size = (size_t)model->skin_joint_count * sizeof(sinew_palette_matrix);
    sinew__arena memory = {0};
    sinew__crowd_lanes lanes;
    sinew_pose *alone = make_pose(model);
    float *weights[SINEW__MAX_LANES];
    sinew__lane_output output = {.is_placed = 0};
    double times[SINEW__MAX_LANES];
    uint32_t seed = 5;
    sinew__crowd_lanes_create(model, kernel, 1, &memory, &lanes);
    for (int i = 0; i < SINEW__MAX_LANES; ++i) {
        output.palettes[i] = SINEW__ARENA_ARRAY(&memory, float, size / sizeof(float));
        weights[i] = SINEW__ARENA_ARRAY(&memory, float, model->morph_count);
    }
    assert_false(memory.failed);
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < kernel->lanes; ++i) {
            times[i] = random_number(&seed, 0, duration);
            memset(output.palettes[i], 0xde, size);
        }
        assert_true(sinew__crowd_lanes_pose(&lanes, 0, model, lanes.matrix_of, baked, times, &output, weights));
        for (int i = 0; i < kernel->lanes; ++i) {
            assert_true(sinew__fast_palette(model, 0, times[i], alone));
            assert_memory_equal(output.palettes[i], alone->palette, size);
            assert_memory_equal(weights[i], alone->morph_weights, (size_t)model->morph_count * sizeof(float));
        }
    }
    sinew_pose_destroy(alone);
    sinew__arena_free(&memory);
}

static void check_all_lanes(const sinew_model *model, double duration)
{
    for (int kernels = -1; force_next_kernels(&kernels);) check_lanes(model, duration);
}

static int has_uneven_grid(const sinew_model *model)
{
    int is_uneven = 0;
    const sinew__compact_clip *clip = compact_of(model);
    for (int32_t i = 0; i < clip->grid_count; ++i) is_uneven |= clip->grids[i].taps == SINEW__UNEVEN;
    return is_uneven;
}

/// Fills the joint matrices of all joints, although playing leaves out matrices that no palette entry depends on.
static void fill_joint_matrices(const sinew_model *model, double time, sinew_pose *pose)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, 0);
    const sinew__walk walk = sinew__walk_of(model, baked);
    sinew__compact_position position;
    sinew__compact_sample sample;
    assert_true(sinew__compact_sample_at(model, baked, time, &position, &sample));
    sinew__play_kernel_best()->walk_compact(&walk, &sample, 1, pose->joint_matrices, pose->palette);
}

/// Every kernel against the curves at many times: places of joints, and morph weights and visibility.
static void check_kernels(const sinew_model *model, double duration)
{
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    uint32_t seed = 3;
    for (int kernels = -1; force_next_kernels(&kernels);) {
        for (int i = 0; i < 150; ++i) {
            const double time = i < 31 ? i * duration / 30 : random_number(&seed, 0, duration);
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
            assert_true(sinew__fast_palette(model, 0, time, played));
            fill_joint_matrices(model, time, played);
            for (int32_t j = 0; j < model->joint_count; ++j) {
                const float *joint_matrix = played->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(j + 1);
                const sinew_affine *binds =
                    (const sinew_affine *)(const void *)(model->baked + sinew__baked_header_of(model)->binds);
                for (int row = 0; row < 3; ++row) {
                    double place = (double)joint_matrix[4 * row + 3];
                    for (int c = 0; c < 3; ++c) place += (double)joint_matrix[4 * row + c] * binds[j].row[c][3];
                    assert_close(place, exact->global[j].row[row][3], bound * model->info->size);
                }
            }
            for (int32_t m = 0; m < model->morph_count; ++m)
                assert_close(played->morph_weights[m], exact->morph_weights[m], 1e-3);
            assert_memory_equal(played->visible, exact->visible, (size_t)model->joint_count);
        }
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
    check_all_lanes(model, duration);
}

/// Gives all joints curves about all axes, cubic with the slopes that pass smoothly through the keys.
static void wave_in_cubics(chain *made, int32_t count)
{
    static sinew_curve_key keys[MOST_JOINTS][3][KEYS];
    static sinew_raw_curve curves[MOST_JOINTS][3];
    const double third = 1.0 / (KEYS - 1) / 3;
    for (int32_t i = 0; i < count; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            for (int32_t k = 0; k < KEYS; ++k) {
                const double phase = i + 2 * axis + 0.2 * k, slope = 20 * 0.2 * (KEYS - 1) * cos(phase);
                keys[i][axis][k] = (sinew_curve_key){.ticks = second * k / (KEYS - 1),
                                                     .value = 20 * sin(phase),
                                                     .in_time = (float)-third,
                                                     .in_value = (float)(-third * slope),
                                                     .out_time = (float)third,
                                                     .out_value = (float)(third * slope),
                                                     .interpolation = SINEW_CUBIC};
            }
            curves[i][axis] = (sinew_raw_curve){.keys = keys[i][axis], .key_count = KEYS};
            made->channels[i].curve[axis] = &curves[i][axis];
        }
}

static void every_rotation_order_and_pivot_is_kept(void **state)
{
    (void)state;
    chain *made = make_chain(20);
    wave_in_cubics(made, 20);
    for (int32_t i = 0; i < 20; ++i) {
        sinew_transform_stack *stack = &made->stacks[i];
        stack->rotation_order = i % 6;
        for (int k = 0; k < 3; ++k) {
            stack->pre_rotation[k] = i % 3 ? 30 * k - 20 * i : 0;
            stack->post_rotation[k] = i % 4 ? 10 * i - 15 * k : 0;
            stack->rotation_pivot[k] = i % 5 ? 0.1 * k : 0;
            stack->scaling_pivot[k] = i % 5 ? 0.05 * i : 0;
            stack->rotation_offset[k] = i % 7 ? 0.02 * k : 0;
        }
    }
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_int_equal(compact_of(model)->curve_count, 60);
    check_kernels(model, 1);
    sinew_model_destroy(model);
}

/// Steps, straight lines, keys off the frame rate, and a flip of a whole turn between two keys close together.
static void all_sorts_of_keys_are_kept(void **state)
{
    (void)state;
    chain *made = make_chain(6);
    for (int32_t k = 0; k < KEYS; ++k) {
        made->keys[1][k].interpolation = SINEW_STEP;
        made->keys[2][k].ticks += k % 10 == 5 ? second / 100 : 0;
        made->keys[3][k].value = k < 15 ? 170 + 0.5 * k : -190 + 0.5 * k;
        made->keys[4][k].interpolation = k % 8 == 3 ? SINEW_STEP_NEXT : SINEW_LINEAR;
        made->keys[5][k].value += 360e4; // ten thousand turns
    }
    made->keys[3][15].ticks = made->keys[3][14].ticks + second / 500;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(compact_of(model)->exception_count > 0);
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    for (int i = 0; i <= 1000; ++i) {
        const double time = i / 1000.0 + 1e-5; // beside the steps
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, played);
        assert_close(farthest_joint(model, played, exact), 0, bound);
    }
    check_all_lanes(model, 1);
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
    sinew_model_destroy(model);
}

/// Keys at random times and of random values fit no grid: only that curve holds pieces, and the others, 39 curves of
/// 31 keys in pairs, are stored as if it were not there. It takes the grid of the others.
static void a_curve_that_fits_no_grid_costs_only_itself(void **state)
{
    (void)state;
    enum { JOINTS = 40, WILD = 20, PAIRS_OF_KEYS = 16 };
    chain *made = make_chain(JOINTS);
    uint32_t seed = 9;
    for (int32_t k = 1; k < KEYS - 1; ++k) made->keys[WILD][k].value = random_number(&seed, -60, 60);
    bend_curve(made, WILD, &seed);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew__compact_clip *clip = compact_of(model);
    const sinew__curve_piece *pieces = (const sinew__curve_piece *)(const void *)(model->baked + clip->pieces);
    assert_true(clip->piece_count >= KEYS - 2);
    for (int32_t i = 0; i < clip->piece_count; ++i) // one curve per joint, all on one grid: in the order of joints
        assert_int_equal(pieces[i].place >> SINEW__PLACE_BITS, WILD);
    assert_int_equal(clip->curve_count, JOINTS);
    assert_int_equal(clip->data_count, JOINTS * PAIRS_OF_KEYS * 2 + SINEW__KEY_SLACK);
    check_kernels(model, 1);
    sinew_model_destroy(model);
}

static void lines_between_frames_are_kept(void **state)
{
    (void)state;
    chain *made = make_chain(20);
    uint32_t seed = 6;
    for (int32_t i = 0; i < 20; i += 2)
        for (int32_t k = 1; k < KEYS - 1; ++k)
            made->keys[i][k].ticks += (int64_t)random_number(&seed, 0, (double)second / 61);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(has_uneven_grid(model));
    check_kernels(model, 1);
    sinew_model_destroy(model);
}

static void translation_scale_morphs_and_tracks_are_kept(void **state)
{
    (void)state;
    sinew_model *tube = make_baked(scene_tube(5), NULL);
    assert_true(compact_of(tube)->curve_count > 0);
    check_kernels(tube, 1);
    sinew_model_destroy(tube);
    chain *made = make_chain(18);
    made->channels[2].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[2].value[1] = 1;
    made->channels[17].property = SINEW_CHANNEL_SCALING;
    made->channels[17].value[0] = made->channels[17].value[1] = 1;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew__compact_group *groups = sinew__baked_at(model->baked, compact_of(model)->groups);
    assert_true(compact_of(model)->curve_count == 18);
    assert_true(groups[0].scale_mask == 0 && groups[1].scale_mask == 1 << 1); // only joint 17
    check_kernels(model, 1);
    sinew_model_destroy(model);
    sinew_model *tree = make_baked(make_model(&make_tree()->raw), NULL); // two meshes of the same joints
    assert_int_equal(sinew__baked_header_of(tree)->repeat_count, 60);
    check_all_lanes(tree, 1);
    sinew_model_destroy(tree);
}

// ---- two ends -----------------------------------------------------------------------------------------------------

static void locals_have_the_same_bits_on_every_kernel(void **state)
{
    (void)state;
    chain *made = make_chain(40);
    uint32_t seed = 5;
    for (int32_t k = 1; k < KEYS - 1; ++k) // the first curves are lines on an uneven grid
        for (int32_t i = 0; i < 9; ++i) made->keys[i][k].ticks += (int64_t)random_number(&seed, 0, (double)second / 61);
    wave_in_cubics(made, 40);
    for (int32_t i = 0; i < 9; ++i) made->channels[i].curve[2] = &made->curves[i];
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(has_uneven_grid(model));
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, 0);
    assert_non_null(compact_of(model));
    for (int i = 0; i < 50; ++i) {
        sinew__compact_position place;
        sinew__compact_sample sample;
        _Alignas(64) static float curves[SINEW__CURVE_VALUES];
        sinew_local_group first[3], own;
        assert_true(sinew__compact_sample_at(model, baked, i / 49.0, &place, &sample));
        for (int kernels = -1; force_next_kernels(&kernels);) {
            const sinew__compact_kernel *kernel = sinew__compact_kernel_best();
            kernel->curves(&sample, 0, curves);
            for (int32_t g = 0; g < 3; ++g) {
                kernel->locals(&sample, g, curves, kernels ? &own : &first[g]);
                if (kernels) assert_memory_equal(&own, &first[g], sizeof own);
            }
        }
    }
    sinew_model_destroy(model);
}

/// A uniform scale of the rest pose is stored in the joint constants; any other scale is stored as an animated one.
static void even_and_uneven_scales_of_the_rest_are_kept(void **state)
{
    (void)state;
    static const struct {
        double scale[3];
        int is_scaled;
    } rests[] = {{{2, 2, 2}, 0},    {{2, 1.5, 2}, 1}, {{-1, 1, 1}, 1},
                 {{-1, -1, -1}, 1}, {{0, 1, 1}, 1},   {{1e-9, 1e-9, 1e-9}, 0}};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; ++i) {
        const double *scale = rests[i].scale;
        chain *made = make_tree();
        wave_in_cubics(made, made->raw.joint_count);
        memcpy(made->stacks[3].scaling, scale, sizeof rests[i].scale);
        made->joints[3].rest.s = (sinew_vec3){scale[0], scale[1], scale[2]};
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        const sinew__compact_group *groups = sinew__baked_at(model->baked, compact_of(model)->groups);
        assert_int_equal(groups[0].scale_mask, rests[i].is_scaled ? 1 << 3 : 0);
        check_kernels(model, 1);
        sinew_model_destroy(model);
    }
}

/// Joints that scale, one of them with pivots and one under another, among joints that only rotate: with every kernel,
/// as one character and in a crowd.
static void scales_are_taken_in_joint_by_joint(void **state)
{
    (void)state;
    static const int32_t scaled[] = {5, 17, 21};
    chain *made = make_tree();
    wave_in_cubics(made, made->raw.joint_count);
    for (int i = 0; i < 3; ++i) {
        sinew_raw_channel *channel = &made->channels[scaled[i]];
        channel->property = SINEW_CHANNEL_SCALING;
        for (int k = 0; k < KEYS; ++k) made->keys[scaled[i]][k].value = 1 + 0.5 * sin(0.3 * k + i);
        for (int k = 0; k < 3; ++k) {
            channel->value[k] = 1;
            channel->curve[k] = i == 1 || k == i ? &made->curves[scaled[i]] : NULL;
        }
    }
    for (int k = 0; k < 3; ++k) {
        made->stacks[17].scaling_pivot[k] = 0.3 * k - 0.1;
        made->stacks[17].scaling_offset[k] = 0.2;
        made->stacks[17].rotation_pivot[k] = 0.1 * k;
    }
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew__compact_group *groups = sinew__baked_at(model->baked, compact_of(model)->groups);
    assert_int_equal(groups[0].scale_mask, 1 << 5);
    assert_int_equal(groups[1].scale_mask, 1 << 1 | 1 << 5);
    assert_int_equal(groups[2].scale_mask, 0);
    check_kernels(model, 1);
    sinew_model_destroy(model);
}

/// Sampled locals, walked in double, against playing.
static void locals_lead_to_the_palette_that_is_played(void **state)
{
    (void)state;
    for (int which = 0; which < 3; ++which) {
        sinew_model *model = make_baked(which == 0 ? scene_tube(6) : make_model(&make_tree()->raw), NULL);
        sinew_local_group *groups = calloc((size_t)sinew_local_group_count(model), sizeof *groups);
        sinew_pose *played = make_pose(model), *walked = make_pose(model);
        assert_non_null(compact_of(model));
        for (int i = 0; i < 60; ++i) {
            const double time = i / 59.0;
            sinew_pose_evaluate_palette(model, 0, time, played);
            if (which == 2) { // by way of the pose itself
                sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, walked);
                memset(walked->palette, 0xde, (size_t)model->skin_joint_count * sizeof *walked->palette);
                walked->local[1].t.x = 1e9; // not the caller's to write yet
            } else {
                assert_true(sinew_clip_sample_locals(model, 0, time, groups, walked->morph_weights));
                sinew_locals_to_pose(model, groups, walked);
                for (int32_t m = 0; m < model->morph_count; ++m)
                    assert_true(walked->morph_weights[m] == played->morph_weights[m]);
            }
            sinew_pose_local_to_global(model, walked);
            for (int32_t b = 0; b < model->skin_joint_count * 12; ++b)
                assert_close(walked->palette[b / 12].row[b % 12 / 4][b % 4],
                             played->palette[b / 12].row[b % 12 / 4][b % 4], 2e-5 * model->info->size);
        }
        free(groups);
        sinew_pose_destroy(played);
        sinew_pose_destroy(walked);
        sinew_model_destroy(model);
    }
}

static void unbaked_clips_give_no_locals(void **state)
{
    (void)state;
    sinew_local_group group = {.tx = {7}};
    sinew_model *model = scene_tube(3);
    assert_false(sinew_clip_sample_locals(model, 0, 0.5, &group, NULL));
    assert_false(sinew_clip_sample_locals(model, SINEW_NONE, 0.5, &group, NULL));
    assert_true(group.tx[0] == 7);
    sinew_model_destroy(model);
}

// ---- bytes --------------------------------------------------------------------------------------------------------

/// Key times between cells, more and more of them from joint to joint: pieces.
static void shift_keys(chain *made, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 1; k < KEYS - 1; ++k)
            if (k % 10 < i) made->keys[i][k].ticks += second / 300 * (k % 3 + 1);
}

static void a_looser_bound_never_costs_more_bytes(void **state)
{
    (void)state;
    static const double errors[] = {1e-5, 1e-4, 1e-3, 1e-2};
    enum { LINES, CUBICS, SHIFTED, KINDS };
    for (int kind = 0; kind < KINDS; ++kind) {
        size_t before = SIZE_MAX, packed_before = SIZE_MAX;
        const int32_t joints = kind == SHIFTED ? 10 : 30;
        for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
            chain *made = make_chain(joints);
            if (kind == CUBICS) wave_in_cubics(made, joints);
            if (kind == SHIFTED) shift_keys(made, joints);
            sinew_model *model = make_baked(make_model(&made->raw), &(sinew_bake_options){.error = errors[i]});
            const sinew_baked_info info = sinew_clip_baked_info(model, 0);
            assert_true(info.error <= errors[i] && info.frame_count > 0);
            assert_true(info.byte_count <= before && info.packed_byte_count <= packed_before);
            before = info.byte_count;
            packed_before = info.packed_byte_count;
            sinew_model_destroy(model);
        }
    }
}

/// A take whose keys are 1/3 frame after the frames, to within the rounding of seconds in floats, and a take that
/// begins 1/3 frame after a key, take at most 1.25 times the bytes of one on frames: cells begin at keys.
static void a_take_that_begins_between_keys_takes_few_more_bytes(void **state)
{
    (void)state;
    enum { ON_FRAMES, KEYS_BEHIND, START_BEHIND, KINDS };
    size_t bytes[KINDS];
    for (int kind = 0; kind < KINDS; ++kind) {
        const int64_t third = second / (KEYS - 1) / 3;
        chain *made = make_chain(30);
        uint32_t seed = 4;
        for (int32_t k = 0; k < KEYS && kind == KEYS_BEHIND; ++k) {
            const int64_t rounded = third + (int64_t)random_number(&seed, -2000, 2000);
            for (int32_t i = 0; i < 30; ++i) made->keys[i][k].ticks += rounded;
        }
        if (kind == START_BEHIND) made->clip.start = (double)third / (double)second;
        made->clip.duration -= made->clip.start;
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        bytes[kind] = sinew_clip_baked_info(model, 0).byte_count;
        sinew_pose *exact = make_pose(model), *played = make_pose(model);
        for (int i = 0; i <= 1000; ++i) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, made->clip.duration * i / 1000, exact);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, made->clip.duration * i / 1000, played);
            assert_close(farthest_joint(model, played, exact), 0, bound);
        }
        sinew_pose_destroy(exact);
        sinew_pose_destroy(played);
        sinew_model_destroy(model);
    }
    assert_true(bytes[KEYS_BEHIND] * 4 <= bytes[ON_FRAMES] * 5);
    assert_true(bytes[START_BEHIND] * 4 <= bytes[ON_FRAMES] * 5);
}

/// 31 keys of 60 curves in int16, the last of them twice because keys are stored in pairs, four bytes for each curve's
/// step and middle, and a kilobyte for the clip's header.
static void a_key_takes_two_bytes(void **state)
{
    (void)state;
    chain *made = make_chain(60);
    sinew_model *model = make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 1e-3});
    const sinew_baked_info info = sinew_clip_baked_info(model, 0);
    const sinew__compact_clip *clip = compact_of(model);
    assert_int_equal(clip->data_count, 32 * 60 + SINEW__KEY_SLACK);
    assert_int_equal(clip->constant_count, 4 * 3); // of four groups, x y z
    assert_int_equal(clip->vector_count, 1);       // all angles that rest are 0
    assert_true(info.byte_count < 32 * 60 * 2 + 60 * 4 + 1024);
    assert_true(info.packed_byte_count < info.byte_count);
    sinew_model_destroy(model);
}

/// Packs rows of curves, and unpacks the same ones, but not from fewer bits.
static void check_keys(const int16_t *keys, size_t size, size_t count, size_t curves, int are_uneven)
{
    int16_t out[1024];
    uint8_t bytes[4096] = {0};
    assert_true(size <= sizeof out);
    sinew__bit_writer counter = {0}, writer = {.bytes = bytes};
    sinew__keys_pack(keys, count, curves, are_uneven, &counter);
    sinew__keys_pack(keys, count, curves, are_uneven, &writer);
    assert_true(counter.bits == writer.bits && writer.bits < 8 * size);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__keys_unpack(&reader, count, curves, are_uneven, out));
    assert_memory_equal(keys, out, size);
    for (size_t bits = 0; bits < writer.bits; bits += 7) { // cut anywhere
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__keys_unpack(&cut, count, curves, are_uneven, out));
    }
}

static void keys_are_unpacked_as_they_were(void **state)
{
    (void)state;
    enum { CURVES = 5, COUNT = 101 };
    int16_t keys[COUNT / 2 + 1][CURVES][2];
    uint32_t seed = 1;
    for (int i = 0; i < COUNT; ++i) {
        keys[i / 2][0][i % 2] = 0;
        keys[i / 2][1][i % 2] = (int16_t)(300 * i - 15000); // a ramp
        keys[i / 2][2][i % 2] = (int16_t)random_number(&seed, -32768, 32767.9);
        keys[i / 2][3][i % 2] = i % 2 ? INT16_MAX : INT16_MIN;
        keys[i / 2][4][i % 2] = (int16_t)(20000 * sin(0.1 * i));
    }
    for (int i = 0; i < CURVES; ++i) keys[COUNT / 2][i][1] = keys[COUNT / 2][i][0]; // the last of an odd number
    check_keys(keys[0][0], sizeof keys, COUNT, CURVES, 0);
}

static void uneven_keys_are_unpacked_as_they_were(void **state)
{
    (void)state;
    enum { CURVES = 3, COUNT = 101 };
    int16_t keys[COUNT][CURVES][2];
    uint32_t seed = 1;
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < CURVES; ++k) {
            keys[i][k][0] = (int16_t)(20000 * sin(0.1 * i + k));
            keys[i][k][1] = (int16_t)(SINEW__UNEVEN_UNITS / 10 * (int)random_number(&seed, -5, 5));
        }
    check_keys(keys[0][0], sizeof keys, COUNT, CURVES, 1);
}

/// Bits by the table of kinds in packed_words.c.
static void words_are_unpacked_as_they_were(void **state)
{
    (void)state;
    enum { COUNT = 29 };
    uint32_t words[COUNT] = {0,          0, 0, // one repeat of the 0 before: 3 + 4
                             5,                // 3 + 8
                             0x1234,           // 3 + 16
                             0x3f800000,       // 1.0f: 3 + 16
                             0x12345600,       // 3 + 24
                             0x12345678},      // 3 + 32, and twenty more: 2 · (3 + 4)
        out[COUNT];
    for (int i = 8; i < COUNT - 1; ++i) words[i] = words[7];
    words[COUNT - 1] = 0; // 3
    const size_t expected = 7 + 11 + 19 + 19 + 27 + 35 + 14 + 3;
    uint8_t bytes[sizeof words] = {0};
    sinew__bit_writer counter = {0}, writer = {.bytes = bytes};
    sinew__words_pack((const uint8_t *)words, COUNT, &counter);
    sinew__words_pack((const uint8_t *)words, COUNT, &writer);
    assert_true(counter.bits == expected && writer.bits == expected);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = expected};
    assert_true(sinew__words_unpack(&reader, COUNT, (uint8_t *)out));
    assert_memory_equal(words, out, sizeof words);
    for (size_t bits = 0; bits < expected; ++bits) { // cut anywhere
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__words_unpack(&cut, COUNT, (uint8_t *)out));
    }
    sinew__bit_reader longer = {.bytes = (const uint8_t[]){0x7e}, .bit_count = 8}; // a repeat of 16, but only one fits
    assert_false(sinew__words_unpack(&longer, 1, (uint8_t *)out));
    sinew__bit_reader unknown = {.bytes = (const uint8_t[]){0x07}, .bit_count = 8};
    assert_false(sinew__words_unpack(&unknown, 1, (uint8_t *)out));
}

/// Bits on paper: one for ASCII, 8 for the first letter, and the six copies from offset 0: 1, no bit for the offset, 5
/// for their number. Of two bytes beyond ASCII each takes 9.
static void texts_take_the_bits_of_what_is_new(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t size;
        uint64_t bits;
    } rows[] = {{"aaaaaaa", 7, 1 + 8 + 6}, {"\xc3\xa9", 2, 1 + 9 + 9}, {"", 0, 1}, {"abc\0abd", 7, 1 + 7 * 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        uint8_t bytes[64] = {0}, out[8];
        sinew__bit_writer writer = {.bytes = bytes};
        sinew__text_pack((const uint8_t *)rows[i].text, rows[i].size, &writer);
        assert_int_equal(writer.bits, rows[i].bits);
        sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
        assert_true(sinew__text_unpack(&reader, rows[i].size, out) && reader.bits == writer.bits);
        assert_memory_equal(out, rows[i].text, rows[i].size);
    }
}

/// Names of joints take a third at most; cut anywhere they are refused, and random bits are refused or are some text.
static void texts_of_joints_are_unpacked_as_they_were(void **state)
{
    (void)state;
    uint8_t text[4096], bytes[4096] = {0}, out[4096];
    uint32_t size = 0, seed = 3;
    for (int finger = 0; finger < 40; ++finger)
        size += 1 + (uint32_t)snprintf((char *)text + size, sizeof text - size, "rig:%sHand%c%d",
                                       finger % 2 ? "Left" : "Right", 'A' + finger / 8, finger / 2 % 4);
    sinew__bit_writer counter = {0}, writer = {.bytes = bytes};
    sinew__text_pack(text, size, &counter);
    sinew__text_pack(text, size, &writer);
    assert_true(counter.bits == writer.bits && writer.bits < 8 * size / 3);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__text_unpack(&reader, size, out) && reader.bits == writer.bits);
    assert_memory_equal(out, text, size);
    for (uint64_t bits = 0; bits < writer.bits; ++bits) {
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__text_unpack(&cut, size, out));
    }
    for (int round = 0; round < 2000; ++round) {
        for (int i = 0; i < 256; ++i) bytes[i] = (uint8_t)random_number(&seed, 0, 255.9);
        sinew__bit_reader senseless = {.bytes = bytes, .bit_count = 8 * 256};
        (void)sinew__text_unpack(&senseless, sizeof out, out);
        assert_true(senseless.bits <= senseless.bit_count);
    }
}

/// Evenly spaced times take 5 bits each, others 65, behind 6 bits. Also numbers that are none come back as they were.
static void times_are_unpacked_as_they_were(void **state)
{
    (void)state;
    const double times[] = {0, 0.25, 0.5, 0.75, 1, (double)INFINITY, -(double)NAN, 1e308, -1e308, 3};
    enum { COUNT = sizeof times / sizeof *times };
    const uint64_t expected = 6 + 5 + 65 + 3 * 5 + 5 * 65;
    uint8_t bytes[sizeof times * 2] = {0};
    double out[COUNT];
    sinew__bit_writer writer = {.bytes = bytes};
    sinew__times_pack((const uint8_t *)times, COUNT, &writer);
    assert_int_equal(writer.bits, expected);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__times_unpack(&reader, COUNT, (uint8_t *)out));
    assert_memory_equal(times, out, sizeof times);
    for (uint64_t bits = 0; bits < expected; ++bits) {
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__times_unpack(&cut, COUNT, (uint8_t *)out));
    }
}

/// Thirtieths of a second that a file has as floats differ by rounding of floats: 5 bits each, but for one.
static void times_of_floats_are_small(void **state)
{
    (void)state;
    enum { COUNT = 61 };
    double times[COUNT], out[COUNT];
    uint8_t bytes[sizeof times] = {0};
    for (int i = 0; i < COUNT; ++i) times[i] = (double)((float)i / 30);
    sinew__bit_writer writer = {.bytes = bytes};
    sinew__times_pack((const uint8_t *)times, COUNT, &writer);
    assert_int_equal(writer.bits, 6 + (COUNT - 1) * 5 + 65);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__times_unpack(&reader, COUNT, (uint8_t *)out));
    assert_memory_equal(times, out, sizeof times);
}

/// A column that goes on straight takes 6 bits for each float after the second.
static void floats_are_unpacked_as_they_were(void **state)
{
    (void)state;
    const float floats[4][2] = {{0, 1}, {0, 1.5f}, {0, 2}, {(float)NAN, -3}};
    float out[4][2];
    uint8_t bytes[64] = {0};
    sinew__bit_writer writer = {.bytes = bytes};
    sinew__floats_pack((const uint8_t *)floats, 8, 2, &writer);
    // 1 is 0x3f800000: folded, 31 bits; 1.5 is 2^22 more: 24 bits; NaN and −3 take 32 at most
    assert_true(writer.bits > 6 + 6 + 31 + 6 + 6 + 24 + 6 + 6 && writer.bits <= 8 * 6 + 31 + 24 + 2 * 32);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__floats_unpack(&reader, 8, 2, (uint8_t *)out) && reader.bits == writer.bits);
    assert_memory_equal(floats, out, sizeof floats);
    for (uint64_t bits = 0; bits < writer.bits; ++bits) {
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__floats_unpack(&cut, 8, 2, (uint8_t *)out));
    }
}

/// Two columns of 64 bits: the first row and what varies. The first words count upwards by 300, 300 and 304, which
/// differ in 3 bits, and 7, 5 and 7 differ in one.
static void rows_take_the_bits_that_vary(void **state)
{
    (void)state;
    const uint32_t words[6] = {300, 7, 600, 5, 904, 7};
    uint32_t out[6];
    uint8_t bytes[64] = {0};
    sinew__bit_writer writer = {.bytes = bytes};
    sinew__rows_pack((const uint8_t *)words, 6, 2, &writer);
    assert_int_equal(writer.bits, 2 * 64 + 2 * (3 + 1));
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = writer.bits};
    assert_true(sinew__rows_unpack(&reader, 6, 2, (uint8_t *)out));
    assert_memory_equal(words, out, sizeof words);
    for (uint64_t bits = 0; bits < writer.bits; ++bits) {
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__rows_unpack(&cut, 6, 2, (uint8_t *)out));
    }
    const uint32_t zeros[4] = {0};
    sinew__bit_writer of_zeros = {.bytes = bytes};
    memset(bytes, 0, sizeof bytes);
    sinew__rows_pack((const uint8_t *)zeros, 4, 2, &of_zeros);
    assert_int_equal(of_zeros.bits, 2 * 64 + 1);
    sinew__bit_reader back = {.bytes = bytes, .bit_count = of_zeros.bits};
    assert_true(sinew__rows_unpack(&back, 4, 2, (uint8_t *)out));
    assert_memory_equal(zeros, out, sizeof zeros);
    memset(bytes, 0, sizeof bytes);
    sinew__bit_reader free_of_charge = {.bytes = bytes, .bit_count = 8 * sizeof bytes};
    assert_false(sinew__rows_unpack(&free_of_charge, 6, 2, (uint8_t *)out));
    uint8_t nine[80];
    uint32_t wide[9];
    memset(nine, 0xff, sizeof nine);
    sinew__bit_reader too_wide = {.bytes = nine, .bit_count = 8 * sizeof nine};
    assert_false(sinew__rows_unpack(&too_wide, 9, 9, (uint8_t *)wide));
}

/// Bits on paper: 2 for a predicted place of a piece, 20 more for another begin and 12 for another curve; for a key, 4
/// for a width, and the width of its difference from the prediction.
static void pieces_take_the_bits_of_what_is_not_foreseen(void **state)
{
    (void)state;
    enum { COUNT = 5, BEGIN = 1000, CURVE = 1 << SINEW__PLACE_BITS };
    const sinew__curve_piece pieces[COUNT] = {
        {0, {100, 110, 120, 130}},               // 2, of 100 and then 10 more: 4 + 8, 4 + 5, 4, 4
        {BEGIN, {130, 130, 130, 130}},           // 22, goes on: 4, 4, 4, 4
        {CURVE, {-5, -5, -5, -5}},               // 2, 4 + 4, 4, 4, 4
        {CURVE | BEGIN, {-5, 32767, -32768, 0}}, // 2, 4, and three of 4 + 16
        {7 * CURVE, {0, 0, 0, 0}},               // 14, 4, 4, 4, 4
    };
    const uint64_t expected = (2 + 25 + 4) + (22 + 16) + (2 + 20) + (2 + 4 + 60) + (14 + 16);
    uint8_t bytes[64] = {0};
    sinew__curve_piece out[COUNT];
    sinew__bit_writer counter = {0}, writer = {.bytes = bytes};
    sinew__pieces_pack(pieces, COUNT, &counter);
    sinew__pieces_pack(pieces, COUNT, &writer);
    assert_true(counter.bits == expected && writer.bits == expected);
    sinew__bit_reader reader = {.bytes = bytes, .bit_count = expected};
    memset(out, 0xde, sizeof out);
    assert_true(sinew__pieces_unpack(&reader, COUNT, out));
    assert_true(reader.bits == expected);
    assert_memory_equal(pieces, out, sizeof pieces);
    for (size_t bits = 0; bits < expected; ++bits) { // cut anywhere
        sinew__bit_reader cut = {.bytes = bytes, .bit_count = bits};
        assert_false(sinew__pieces_unpack(&cut, COUNT, out));
    }
}

/// Of waves, of uneven keys, or of curves that fit no grid, whose pieces take half of their bytes in memory.
static void a_file_gives_back_the_block(void **state)
{
    (void)state;
    enum { WAVES, UNEVEN, PIECES, KINDS };
    for (int kind = 0; kind < KINDS; ++kind) {
        const int has_pieces = kind == PIECES;
        chain *made = make_chain(60);
        uint32_t seed = 3;
        if (kind == WAVES) wave_in_cubics(made, 60);
        for (int32_t i = 0; i < 60; ++i) {
            for (int32_t k = 1; k < KEYS - 1 && kind != WAVES; ++k)
                made->keys[i][k].ticks += (int64_t)random_number(&seed, 0, (double)second / (has_pieces ? 40 : 61));
        }
        if (has_pieces) made->raw.fps = 10; // three keys in a frame
        sinew_model *model = make_baked(make_model(&made->raw), NULL), *opened;
        const size_t pieces = (size_t)compact_of(model)->piece_count * sizeof(sinew__curve_piece);
        const sinew_baked_info info = sinew_clip_baked_info(model, 0);
        void *file;
        size_t file_size, size, opened_size;
        sinew_error error;
        assert_true(has_pieces == (pieces > 60 * KEYS * sizeof(sinew__curve_piece)));
        assert_true(compact_of(model)->grids[0].taps == (kind == UNEVEN ? SINEW__UNEVEN : 4) || has_pieces);
        assert_true(!has_pieces || info.packed_byte_count + pieces / 2 < info.byte_count);
        assert_int_equal(sinew_model_save(model, &file, &file_size, &error), SINEW_OK);
        const void *block = sinew_model_block(model, &size);
        assert_true(file_size < size - 1000);
        assert_int_equal(sinew_model_open(file, file_size, &opened, &error), SINEW_OK);
        const void *opened_block = sinew_model_block(opened, &opened_size);
        assert_int_equal(opened_size, size);
        assert_memory_equal(block, opened_block, size);
        free(file);
        sinew_model_destroy(opened);
        sinew_model_destroy(model);
    }
}

// ---- clips that it cannot hold, and damage ------------------------------------------------------------------------

/// The engine `fast` against `exact`.
static void check_fast(const sinew_model *model)
{
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (int i = 0; i < 154; ++i) { // each time as it is played, and walked again from the completed locals
        const double time = i / 2 * 0.013;
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        if (i % 2) sinew_pose_local_to_global(model, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
        assert_close(farthest_element(model, fast, exact), 0, 50 * bound); // over a box of 5 % of the size
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
}

static chain *make_chain_of_inherit_types(void)
{
    static const int32_t types[] = {SINEW_INHERIT_Rrs, SINEW_INHERIT_RSrs, SINEW_INHERIT_Rrs, SINEW_INHERIT_RrSs,
                                    SINEW_INHERIT_Rrs};
    chain *made = make_chain(5);
    for (int32_t i = 0; i < 5; ++i) made->stacks[i].inherit_type = types[i];
    return made;
}

static void inherit_types_with_scales_are_compact(void **state)
{
    (void)state;
    chain *made = make_chain_of_inherit_types();
    for (int32_t i = 0; i < 5; ++i) {
        for (int32_t k = 0; k < KEYS; ++k) made->keys[i][k].value = 1 + 0.4 * sin(0.3 * k + i);
        made->stacks[i].rotation[2] = 30 + 10 * i;
        made->channels[i].property = SINEW_CHANNEL_SCALING;
        made->channels[i].value[1] = 1.3;
        made->channels[i].value[2] = 0.7;
        made->channels[i].curve[0] = &made->curves[i];
        made->channels[i].curve[1] = made->channels[i].curve[2] = NULL;
    }
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew_baked_info info = sinew_clip_baked_info(model, 0);
    assert_true(info.frame_count > 0);
    assert_true(info.frame_count > 0 && info.error <= bound);
    check_fast(model);
    sinew_model_destroy(model);
}

static void inherit_types_without_scale_are_compact(void **state)
{
    (void)state;
    sinew_model *model = make_baked(make_model(&make_chain_of_inherit_types()->raw), NULL);
    assert_int_equal(compact_of(model)->curve_count, 5);
    check_fast(model);
    sinew_model_destroy(model);
}

static void a_clip_of_no_length_is_compact(void **state)
{
    (void)state;
    chain *made = make_chain(3);
    for (int32_t i = 0; i < 3; ++i) made->curves[i].key_count = 1;
    made->clip.duration = 0;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_int_equal(compact_of(model)->curve_count, 0);
    check_kernels(model, 0.001);
    sinew_model_destroy(model);
}

/// The block of five joints with lines between keys at random times.
static void make_uneven_block(void **out_block, size_t *out_size)
{
    chain *made = make_chain(5);
    uint32_t seed = 4;
    for (int32_t i = 0; i < 5; ++i)
        for (int32_t k = 1; k < KEYS - 1; ++k)
            made->keys[i][k].ticks += (int64_t)random_number(&seed, 0, (double)second / 61);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const void *block = sinew_model_block(model, out_size);
    *out_block = memcpy(malloc(*out_size), block, *out_size);
    sinew_model_destroy(model);
}

/// Damages every word of the baked section in turn: the block is refused, or playback stays inside it.
static void check_damages(void (*make_block)(void **out_block, size_t *out_size))
{
    static const uint32_t wrong[] = {0xffffffffu, 0x7fffffffu, 0x80000000u, 1000, 65536};
    void *block;
    size_t size;
    make_block(&block, &size);
    uint8_t *copy = malloc(size);
    sinew_model *model;
    assert_int_equal(sinew__model_from_block(memcpy(malloc(size), block, size), size, &model, NULL), SINEW_OK);
    const size_t first = (size_t)(model->baked - (const uint8_t *)model->block), end = first + model->baked_byte_count;
    sinew_model_destroy(model);
    int refused = 0;
    for (size_t at = first; at + 4 <= end; at += 4) {
        memcpy(copy, block, size);
        memcpy(copy + at, &wrong[at / 4 % 5], 4);
        if (sinew__model_from_block(memcpy(malloc(size), copy, size), size, &model, NULL) != SINEW_OK) {
            ++refused;
            continue;
        }
        sinew_pose *pose = make_pose(model);
        for (int i = -1; i <= 4; ++i) sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, i / 3.0, pose);
        sinew_pose_local_to_global(model, pose);
        (void)sinew_clip_baked_info(model, 0);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
    assert_true(refused > 50);
    free(copy);
    free(block);
}

static void damaged_clips_are_refused_or_harmless(void **state)
{
    (void)state;
    check_damages(make_baked_block);
    check_damages(make_uneven_block);
}

/// A clip is refused whose cells its ticks leave by more than playing can count.
static void ticks_far_beyond_the_cells_are_refused(void **state)
{
    (void)state;
    static const struct {
        int64_t first, last;
        double per_tick;
    } wrong[] = {{-INT64_C(4000000000000000000), 0, 1e-3},
                 {0, INT64_C(4000000000000000000), 1e-3},
                 {0, 1000, 1e300},
                 {-1000, 1000, 1e300}};
    void *block;
    size_t size;
    make_baked_block(&block, &size);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_model *model, *changed;
        void *copy = memcpy(malloc(size), block, size);
        assert_int_equal(sinew__model_from_block(memcpy(malloc(size), block, size), size, &model, NULL), SINEW_OK);
        const size_t at = (size_t)((const uint8_t *)compact_of(model) - (const uint8_t *)model->block);
        sinew__compact_clip clip = *compact_of(model);
        sinew_model_destroy(model);
        clip.first_tick = clip.origin + wrong[i].first;
        clip.last_tick = clip.origin + wrong[i].last;
        clip.cells_per_tick = wrong[i].per_tick;
        memcpy((uint8_t *)copy + at, &clip, sizeof clip);
        assert_int_equal(sinew__model_from_block(copy, size, &changed, NULL), SINEW_ERROR_DAMAGED);
    }
    free(block);
}

/// Playing reads the scales of the lanes in scale_mask, so a group without scales has none.
static void a_scaled_lane_without_scales_is_refused(void **state)
{
    (void)state;
    for (int is_scaled = 0; is_scaled < 2; ++is_scaled) {
        sinew_model *model = make_baked(make_model(&make_tree()->raw), NULL), *changed;
        size_t size;
        const void *block = sinew_model_block(model, &size);
        const sinew__compact_group *groups = sinew__baked_at(model->baked, compact_of(model)->groups);
        uint8_t *copy = memcpy(malloc(size), block, size);
        sinew__compact_group group = groups[1];
        assert_int_equal(group.flags & SINEW__COMPACT_SCALES, 0);
        group.scale_mask = is_scaled ? 1 << 15 : 0;
        memcpy(copy + ((const uint8_t *)&groups[1] - (const uint8_t *)block), &group, sizeof group);
        assert_int_equal(sinew__model_from_block(copy, size, &changed, NULL),
                         is_scaled ? SINEW_ERROR_DAMAGED : SINEW_OK);
        if (!is_scaled) sinew_model_destroy(changed);
        sinew_model_destroy(model);
    }
}

/// Twenty joints, one of them with keys at random times, in two cells at least.
static sinew_model *make_model_of_pieces(void)
{
    chain *made = make_chain(20);
    uint32_t seed = 9;
    bend_curve(made, 7, &seed);
    return make_baked(make_model(&made->raw), NULL);
}

/// Pieces belong to curves of their chunk, their positions rise, each curve's first one begins with its cell, and each
/// cell's pieces begin at the end of the cell before.
static void pieces_that_do_not_follow_each_other_are_refused(void **state)
{
    (void)state;
    sinew_model *model = make_model_of_pieces(), *changed;
    size_t size;
    const uint8_t *block = sinew_model_block(model, &size);
    const sinew__compact_clip *clip = compact_of(model);
    const sinew__curve_piece *pieces = sinew__baked_at(model->baked, clip->pieces);
    const uint32_t *start = sinew__baked_at(model->baked, clip->piece_start);
    int32_t cell = 0;
    while (start[cell] == 0 || start[cell + 1] - start[cell] < 2) ++cell;
    const sinew__curve_piece *first = pieces + start[cell], *second_one = first + 1;
    const uint32_t curve = first->place >> SINEW__PLACE_BITS, count = (uint32_t)clip->curve_count;
    const struct {
        const uint32_t *word;
        uint32_t value;
        sinew_result result;
    } changes[] = {{&first->place, first->place, SINEW_OK},
                   {&second_one->place, second_one->place + 1, SINEW_OK},
                   {&first->place, first->place + 1, SINEW_ERROR_DAMAGED},
                   {&second_one->place, first->place, SINEW_ERROR_DAMAGED},
                   {&second_one->place, (curve + 1) << SINEW__PLACE_BITS | 1, SINEW_ERROR_DAMAGED},
                   {&second_one->place, count << SINEW__PLACE_BITS, SINEW_ERROR_DAMAGED},
                   {&start[0], 1, SINEW_ERROR_DAMAGED},
                   {&start[cell + 1], start[cell] - 1, SINEW_ERROR_DAMAGED},
                   {&start[cell + 1], (uint32_t)clip->piece_count + 1, SINEW_ERROR_DAMAGED},
                   {&start[clip->cell_count], (uint32_t)clip->piece_count - 1, SINEW_ERROR_DAMAGED}};
    assert_true(clip->piece_count > KEYS);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        uint8_t *copy = memcpy(malloc(size), block, size);
        memcpy(copy + ((const uint8_t *)changes[i].word - block), &changes[i].value, sizeof changes[i].value);
        assert_int_equal(sinew__model_from_block(copy, size, &changed, NULL), changes[i].result);
        if (changes[i].result == SINEW_OK) sinew_model_destroy(changed);
    }
    sinew_model_destroy(model);
}

/// Times of uneven keys are at most half the distance of two lines from their own line, and rise.
static void uneven_keys_that_do_not_rise_are_refused(void **state)
{
    (void)state;
    enum { HALF = SINEW__UNEVEN_UNITS / 2 };
    static const struct {
        int16_t times[2]; ///< of a key and the next one
        sinew_result result;
    } changes[] = {{{HALF, 1 - HALF}, SINEW_OK},
                   {{-HALF, HALF}, SINEW_OK},
                   {{HALF, -HALF}, SINEW_ERROR_DAMAGED},
                   {{HALF + 1, HALF}, SINEW_ERROR_DAMAGED},
                   {{-HALF - 1, 0}, SINEW_ERROR_DAMAGED}};
    void *block;
    size_t size;
    make_uneven_block(&block, &size);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        sinew_model *model, *changed;
        uint8_t *copy = memcpy(malloc(size), block, size);
        assert_int_equal(sinew__model_from_block(memcpy(malloc(size), block, size), size, &model, NULL), SINEW_OK);
        const sinew__compact_clip *clip = compact_of(model);
        const sinew__curve_span *span = sinew__baked_at(model->baked, clip->spans);
        const int16_t *keys = sinew__baked_at(model->baked, clip->data), *row = keys + span->data + 10 * span->count;
        assert_int_equal(clip->grids[span->grid].taps, SINEW__UNEVEN);
        for (int k = 0; k < 2; ++k) {
            const uint8_t *at = (const uint8_t *)(row + 2 * k * span->count + 1);
            memcpy(copy + (at - (const uint8_t *)model->block), &changes[i].times[k], sizeof(int16_t));
        }
        sinew_model_destroy(model);
        assert_int_equal(sinew__model_from_block(copy, size, &changed, NULL), changes[i].result);
        if (changes[i].result == SINEW_OK) sinew_model_destroy(changed);
    }
    free(block);
}

/// A curve that jumps right after a key on a frame holds the key's value at that tick and not at the next, and one that
/// jumps off the frames does so within a millionth of one.
static void jumps_are_where_the_author_has_them(void **state)
{
    (void)state;
    enum { ON = 9, OFF = 17 };
    chain *made = make_chain(4);
    made->keys[1][ON].interpolation = SINEW_STEP_NEXT;
    made->keys[2][OFF].interpolation = SINEW_STEP;
    made->keys[2][OFF + 1].ticks += second / 100;
    made->keys[2][OFF + 1].value += 30;
    made->keys[1][ON + 1].value += 30;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_pose *exact = make_pose(model), *played = make_pose(model);
    const double frame = 1.0 / (KEYS - 1), tick = 1 / (double)second;
    const double times[] = {ON * frame - tick,        ON * frame,
                            ON * frame + tick,        (OFF + 1) * frame + 0.01 - 1e-6 * frame,
                            (OFF + 1) * frame + 0.01, (OFF + 1) * frame + 0.01 + tick};
    assert_true(compact_of(model)->piece_count > 0);
    for (size_t i = 0; i < sizeof times / sizeof *times; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, times[i], exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, times[i], played);
        assert_close(farthest_joint(model, played, exact), 0, bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(played);
    sinew_model_destroy(model);
}

/// A copy of a model with other joint constants in its first group, or NULL if validation refuses it.
static sinew_model *with_joint_constants(const sinew_model *model, const sinew__joint_constants *changed)
{
    size_t size;
    const void *block = sinew_model_block(model, &size);
    const uint8_t *at = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants);
    uint8_t *copy = memcpy(malloc(size), block, size);
    sinew_model *out = NULL;
    memcpy(copy + (at - (const uint8_t *)block), changed, sizeof *changed);
    (void)!sinew__model_from_block(copy, size, &out, NULL);
    return out;
}

/// The same numbers are played where matrices that add nothing are multiplied with as any others. A matrix that is said
/// to add nothing and does is refused.
static void matrices_that_add_nothing_are_left_out(void **state)
{
    (void)state;
    chain *made = make_chain(20);
    wave_in_cubics(made, 20);
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew__joint_constants *own = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants);
    assert_true(own->keeps_rotation == 1 && own->keeps_axes == 1);
    sinew__joint_constants changed = *own;
    changed.keeps_rotation = changed.keeps_axes = 0;
    sinew_model *plain = with_joint_constants(model, &changed);
    assert_non_null(plain);
    sinew_pose *played = make_pose(model), *wanted = make_pose(plain);
    sinew_local_group locals[2][2];
    for (int kernels = -1; force_next_kernels(&kernels);) {
        for (int i = 0; i < 10; ++i) {
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, i / 9.7, played);
            sinew_pose_evaluate(plain, SINEW_ENGINE_FAST, 0, i / 9.7, wanted);
            for (int32_t k = 0; k < 12 * 20; ++k)
                assert_true((&played->global[0].row[0][0])[k] == (&wanted->global[0].row[0][0])[k]);
            assert_true(sinew_clip_sample_locals(model, 0, i / 9.7, locals[0], NULL));
            assert_true(sinew_clip_sample_locals(plain, 0, i / 9.7, locals[1], NULL));
            for (size_t k = 0; k < (sizeof locals[0]) / (sizeof(float)); ++k)
                assert_true(((const float *)locals[0])[k] == ((const float *)locals[1])[k]);
        }
    }
    changed.rotation[1][3] = changed.skin[1][3] = 0.5f;
    sinew_model_destroy(plain);
    plain = with_joint_constants(model, &changed);
    assert_non_null(plain);
    changed.keeps_rotation = 1;
    assert_null(with_joint_constants(model, &changed));
    changed.keeps_rotation = 0;
    changed.keeps_axes = 1;
    assert_null(with_joint_constants(model, &changed));
    sinew_pose_destroy(played);
    sinew_pose_destroy(wanted);
    sinew_model_destroy(plain);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_that_add_nothing_are_left_out),
        cmocka_unit_test(even_and_uneven_scales_of_the_rest_are_kept),
        cmocka_unit_test(scales_are_taken_in_joint_by_joint),
        cmocka_unit_test(damaged_clips_are_refused_or_harmless),
        cmocka_unit_test(ticks_far_beyond_the_cells_are_refused),
        cmocka_unit_test(a_scaled_lane_without_scales_is_refused),
        cmocka_unit_test(pieces_that_do_not_follow_each_other_are_refused),
        cmocka_unit_test(uneven_keys_that_do_not_rise_are_refused),
        cmocka_unit_test(jumps_are_where_the_author_has_them),
        cmocka_unit_test(unbaked_clips_give_no_locals),
        cmocka_unit_test(every_rotation_order_and_pivot_is_kept),
        cmocka_unit_test(all_sorts_of_keys_are_kept),
        cmocka_unit_test(a_curve_that_fits_no_grid_costs_only_itself),
        cmocka_unit_test(lines_between_frames_are_kept),
        cmocka_unit_test(translation_scale_morphs_and_tracks_are_kept),
        cmocka_unit_test(locals_have_the_same_bits_on_every_kernel),
        cmocka_unit_test(locals_lead_to_the_palette_that_is_played),
        cmocka_unit_test(a_looser_bound_never_costs_more_bytes),
        cmocka_unit_test(a_take_that_begins_between_keys_takes_few_more_bytes),
        cmocka_unit_test(a_key_takes_two_bytes),
        cmocka_unit_test(keys_are_unpacked_as_they_were),
        cmocka_unit_test(uneven_keys_are_unpacked_as_they_were),
        cmocka_unit_test(words_are_unpacked_as_they_were),
        cmocka_unit_test(texts_take_the_bits_of_what_is_new),
        cmocka_unit_test(texts_of_joints_are_unpacked_as_they_were),
        cmocka_unit_test(times_are_unpacked_as_they_were),
        cmocka_unit_test(times_of_floats_are_small),
        cmocka_unit_test(floats_are_unpacked_as_they_were),
        cmocka_unit_test(rows_take_the_bits_that_vary),
        cmocka_unit_test(pieces_take_the_bits_of_what_is_not_foreseen),
        cmocka_unit_test(a_file_gives_back_the_block),
        cmocka_unit_test(inherit_types_with_scales_are_compact),
        cmocka_unit_test(inherit_types_without_scale_are_compact),
        cmocka_unit_test(a_clip_of_no_length_is_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
