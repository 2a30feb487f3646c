/// Cross-fades of several characters at once, compared to the last bit with each by itself, in every kernel.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/blend/blend_lanes.h"
#include "runtime/model/baked_clips.h"
#include "sinew/bake.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { COUNT = 60, CLIPS = 2, TRACK_KEYS = 9 }; ///< joints of make_tree

/// What a clip of the tree is made of.
typedef struct tree_clip {
    sinew_raw_channel channels[COUNT];
    sinew_raw_curve curves[COUNT];
    sinew_curve_key keys[COUNT][KEYS];
    sinew_raw_track tracks[COUNT];
    sinew_track_key track_keys[COUNT][TRACK_KEYS];
} tree_clip;

static void add_track(tree_clip *clip, sinew_raw_clip *raw, int32_t joint)
{
    sinew_track_key *keys = clip->track_keys[joint];
    for (int32_t k = 0; k < TRACK_KEYS; ++k) {
        const double half = 0.4 * sin(joint + 1.1 * k);
        keys[k] = (sinew_track_key){(double)k / (TRACK_KEYS - 1), {0.6 * sin(half), 0, 0.8 * sin(half), cos(half)}};
    }
    clip->tracks[raw->track_count++] = (sinew_raw_track){.joint = joint,
                                                         .node = SINEW_NONE,
                                                         .mesh = SINEW_NONE,
                                                         .morph = SINEW_NONE,
                                                         .path = SINEW_TRACK_ROTATION,
                                                         .keys = keys,
                                                         .key_count = TRACK_KEYS,
                                                         .interpolation = SINEW_LINEAR};
}

/// Moves, scales or rotates a joint, or rotates it by quaternions.
static void add_motion(const chain *made, tree_clip *clip, sinew_raw_clip *raw, int32_t joint, int index, int scales)
{
    const double speed = index ? -0.3 : 0.7;
    if (joint % 9 == 4 + index) {
        add_track(clip, raw, joint);
        return;
    }
    const int moves = joint % 7 == 3, grows = scales && joint % 11 == 5;
    for (int32_t k = 0; k < KEYS; ++k) {
        clip->keys[joint][k] = made->keys[joint][k];
        clip->keys[joint][k].value = (grows ? 0.2 : moves ? 2 : 30) * sin(joint + speed * k) + grows;
    }
    clip->curves[joint] = (sinew_raw_curve){.keys = clip->keys[joint], .key_count = KEYS};
    sinew_raw_channel *channel = &clip->channels[raw->channel_count++];
    *channel = made->channels[joint];
    channel->property = grows ? SINEW_CHANNEL_SCALING : moves ? SINEW_CHANNEL_TRANSLATION : SINEW_CHANNEL_ROTATION;
    for (int k = 0; k < 3; ++k) channel->curve[k] = &clip->curves[joint];
}

/// A tree whose joints have pivots and rotations of their own, in two clips, of which each moves some joints by
/// quaternions, and scales some if asked to.
static sinew_model *make_two_waves(chain *made, int scales, sinew_inherit_type inherit)
{
    static tree_clip clips[CLIPS];
    sinew_raw_clip raw[CLIPS];
    for (int32_t i = 0; i < COUNT; ++i) {
        sinew_transform_stack *stack = &made->stacks[i];
        stack->inherit_type = (int32_t)inherit;
        for (int k = 0; k < 3; ++k) {
            stack->pre_rotation[k] = i % 4 == 1 ? 20 * k : 0;
            stack->rotation_pivot[k] = i % 5 == 2 ? 0.1 * (k + 1) : 0;
            stack->scaling_pivot[k] = i % 11 == 5 ? 0.2 * k : 0;
        }
    }
    for (int c = 0; c < CLIPS; ++c) {
        raw[c] =
            (sinew_raw_clip){.name = "wave", .duration = 1, .channels = clips[c].channels, .tracks = clips[c].tracks};
        for (int32_t i = 0; i < COUNT; ++i) add_motion(made, &clips[c], &raw[c], i, c, scales);
    }
    made->raw.clips = raw;
    made->raw.clip_count = CLIPS;
    return make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 5e-5});
}

/// What the characters play: clips 0 and 1 in turn heavier, or with equal weights.
static void make_fades(const int32_t clips[2], int32_t count, sinew_blend_layer (*out)[2])
{
    static const float weights[][2] = {{0.3f, 0.7f}, {0.8f, 0.2f}, {0.5f, 0.5f}, {1, 1e-3f}};
    for (int32_t i = 0; i < count; ++i)
        for (int k = 0; k < 2; ++k)
            out[i][k] = (sinew_blend_layer){
                .source = {.kind = SINEW_BLEND_CLIP, .clip = clips[k], .time = fmod(0.07 + 0.31 * i + 0.4 * k, 1)},
                .weight = weights[i % 4][k]};
}

typedef struct fade_test {
    const sinew_model *model;
    sinew_blender *blender;
    sinew__arena memory;
    sinew__blend_lanes lanes;
    sinew_blend_layer layers[SINEW__MAX_LANES][2];
    sinew__clip_fade fades[SINEW__MAX_LANES];
} fade_test;

static void open_test(const sinew_model *model, const int32_t clips[2], fade_test *out)
{
    *out = (fade_test){.model = model};
    assert_int_equal(sinew_blender_create(model, &out->blender, NULL), SINEW_OK);
    sinew__blend_lanes_create(out->blender, &out->memory, &out->lanes);
    assert_false(out->memory.failed);
    make_fades(clips, out->lanes.count, out->layers);
    for (int32_t i = 0; i < out->lanes.count; ++i)
        assert_true(sinew__blend_find_fade(out->blender, out->layers[i], 2, &out->fades[i]));
}

static void close_test(fade_test *test)
{
    sinew_blender_destroy(test->blender);
    sinew__arena_free(&test->memory);
}

static void check_fades(fade_test *test, int keeps_globals)
{
    const size_t skin_joints = (size_t)test->model->skin_joint_count;
    sinew_palette_matrix *palettes = calloc(SINEW__MAX_LANES * skin_joints, sizeof *palettes),
                         *alone = calloc(skin_joints, sizeof *alone);
    float *rows[SINEW__MAX_LANES];
    sinew_local_pose *pose = NULL;
    assert_int_equal(sinew_local_pose_create(test->model, &pose, NULL), SINEW_OK);
    for (int32_t i = 0; i < SINEW__MAX_LANES; ++i) rows[i] = palettes[(size_t)i * skin_joints].row[0];
    assert_true(sinew__blend_lanes_fade(&test->lanes, test->fades, keeps_globals, rows));
    for (int32_t i = 0; i < test->lanes.count; ++i) {
        sinew_blend_layers(test->blender, test->layers[i], 2, pose);
        sinew_blend_globals(test->blender, pose);
        sinew_blend_palette(test->blender, alone);
        assert_memory_equal(rows[i], alone, skin_joints * sizeof *alone);
        for (int32_t joint = 0; joint < test->model->joint_count && keeps_globals; ++joint) {
            const sinew_affine one = sinew_blend_joint_global(test->blender, joint),
                               of_many = sinew__blend_lane_global(&test->lanes, i, joint);
            assert_memory_equal(&one, &of_many, sizeof one);
        }
    }
    sinew_local_pose_destroy(pose);
    free(palettes);
    free(alone);
}

/// The test is of all that clips can have: if baking left something out, it would prove less than it says.
static void check_variety(const sinew_model *model, int scales)
{
    uint32_t flags = 0;
    int mixed = 0, pivots = 0, adds = 0;
    for (int32_t c = 0; c < CLIPS; ++c) {
        const sinew__baked_clip *baked = sinew__baked_clip_of(model, c);
        assert_true(baked && baked->compact);
        const sinew__compact_clip *clip = sinew__compact_of(model, baked);
        const sinew__compact_group *groups = (const void *)(model->baked + clip->groups);
        const sinew__component_curves *curves = (const void *)(model->baked + clip->components);
        const sinew__joint_constants *joint_constants =
            (const void *)(model->baked + sinew__baked_header_of(model)->joint_constants);
        for (int32_t i = 0; i < sinew__compact_groups_of(COUNT); ++i) {
            flags |= groups[i].flags;
            mixed |= groups[i].quaternion_mask != 0 && groups[i].quaternion_mask != 0xffff;
            pivots |= joint_constants[i].has_pivots != 0;
        }
        for (int32_t i = 0; i < clip->component_count; ++i) adds |= curves[i].adds;
    }
    assert_true(flags & SINEW__COMPACT_QUATERNIONS);
    assert_true(flags & SINEW__COMPACT_TRANSLATES);
    assert_int_equal((flags & SINEW__COMPACT_SCALES) != 0, scales);
    assert_true(mixed && pivots && adds);
}

static void characters_have_the_bits_of_one_in_every_kernel(void **state)
{
    (void)state;
    static const int32_t clips[][2] = {{0, 1}, {1, 0}, {1, 1}};
    for (int variant = 0; variant < 4; ++variant) {
        const int scales = variant & 1;
        chain *made = variant & 2 ? make_partly_skinned_tree() : make_tree();
        sinew_model *model = make_two_waves(made, scales, SINEW_INHERIT_RSrs);
        check_variety(model, scales);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            for (int run = 0; run < 6; ++run) {
                fade_test test;
                open_test(model, clips[run % 3], &test);
                check_fades(&test, run / 3);
                close_test(&test);
            }
        }
        sinew_model_destroy(model);
    }
}

/// Scales that reach a child only as its inherit type says are the exact engine's; without them the type changes
/// nothing.
static void inherited_scales_are_left_to_others(void **state)
{
    (void)state;
    static const int32_t clips[2] = {0, 1};
    for (int scales = 0; scales < 2; ++scales) {
        sinew_model *model = make_two_waves(make_tree(), scales, SINEW_INHERIT_Rrs);
        fade_test test;
        open_test(model, clips, &test);
        if (scales)
            assert_false(sinew__blend_lanes_fade(&test.lanes, test.fades, 0, NULL));
        else
            check_fades(&test, 1);
        close_test(&test);
        sinew_model_destroy(model);
    }
}

static void other_fades_are_left_to_others(void **state)
{
    (void)state;
    static const int32_t clips[2] = {0, 1};
    sinew_model *model = make_two_waves(make_tree(), 0, SINEW_INHERIT_RSrs);
    fade_test test;
    open_test(model, clips, &test);
    sinew_blend_layer *odd = test.layers[test.lanes.count - 1];
    odd[0].source.clip = 1;
    assert_true(sinew__blend_find_fade(test.blender, odd, 2, &test.fades[test.lanes.count - 1]));
    assert_false(sinew__blend_lanes_fade(&test.lanes, test.fades, 0, NULL));
    odd[0].source.clip = 0;
    odd[0].source.time = (double)NAN; // its start
    assert_true(sinew__blend_find_fade(test.blender, odd, 2, &test.fades[test.lanes.count - 1]));
    check_fades(&test, 0);

    sinew_joint_mask *mask = NULL;
    sinew_local_pose *pose = NULL;
    assert_int_equal(sinew_joint_mask_create(model, 0.5, &mask, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    sinew__clip_fade fade;
    const sinew_blend_layer two[2] = {odd[0], odd[1]};
    sinew_blend_layer other[3] = {two[0], two[1], two[1]};
    assert_false(sinew__blend_find_fade(test.blender, other, 1, &fade));
    assert_false(sinew__blend_find_fade(test.blender, other, 3, &fade));
    other[2].weight = 0;
    assert_true(sinew__blend_find_fade(test.blender, other, 3, &fade));
    other[1].mask = mask;
    assert_false(sinew__blend_find_fade(test.blender, other, 2, &fade));
    other[1] = two[1];
    other[1].mode = SINEW_BLEND_OVER;
    assert_false(sinew__blend_find_fade(test.blender, other, 2, &fade));
    other[1] = (sinew_blend_layer){.source = {.kind = SINEW_BLEND_POSE, .pose = pose}, .weight = 0.5f};
    assert_false(sinew__blend_find_fade(test.blender, other, 2, &fade));
    other[1] = (sinew_blend_layer){.source = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE}, .weight = 0.5f};
    assert_false(sinew__blend_find_fade(test.blender, other, 2, &fade));
    sinew_local_pose_destroy(pose);
    sinew_joint_mask_destroy(mask);
    close_test(&test);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_the_bits_of_one_in_every_kernel),
        cmocka_unit_test(inherited_scales_are_left_to_others),
        cmocka_unit_test(other_fades_are_left_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
