/// Palettes of clips and poses that are averaged, and put over one another, before the constants of joints are applied,
/// against palettes of local poses, in every kernel.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/blend/blender.h"
#include "runtime/crowd/crowd.h"
#include "runtime/mixer/mixer.h"
#include "runtime/model/compact_clip.h"
#include "sinew/bake.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { COUNT = 60, CLIPS = 2, TRACK_KEYS = 9 }; ///< joints of make_tree

/// Data of a clip of the tree.
typedef struct tree_clip {
    sinew_raw_channel channels[COUNT];
    sinew_raw_curve curves[COUNT];
    sinew_curve_key keys[COUNT][KEYS];
    sinew_raw_track tracks[COUNT + 1];
    sinew_track_key track_keys[COUNT][TRACK_KEYS], morph_keys[TRACK_KEYS];
} tree_clip;

/// Rotations in the hemisphere of `sign`.
static void add_track(tree_clip *clip, sinew_raw_clip *raw, int32_t joint, double sign)
{
    sinew_track_key *keys = clip->track_keys[joint];
    for (int32_t k = 0; k < TRACK_KEYS; ++k) {
        const double half = 0.4 * sin(joint + 1.1 * k), s = sign * sin(half);
        keys[k] = (sinew_track_key){(double)k / (TRACK_KEYS - 1), {0.6 * s, 0.48 * s, 0.64 * s, sign * cos(half)}};
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

/// Moves, scales or rotates a joint, or rotates it by quaternions, as the root. None of the first 16 joints moves, and
/// the last ones move only in the first clip.
static void add_motion(const chain *made, tree_clip *clip, sinew_raw_clip *raw, int32_t joint, int index, int scales)
{
    const double speed = index ? -0.3 : 0.7;
    if (joint == 0 || joint % 9 == 4 + index) {
        add_track(clip, raw, joint, index ? -1 : 1);
        return;
    }
    const int moves = joint % 7 == 3 && joint >= 16 && (index == 0 || joint < 32), grows = scales && joint % 11 == 5;
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

/// Lets the weight of the morph change.
static void add_morph_track(tree_clip *clip, sinew_raw_clip *raw, int index)
{
    for (int32_t k = 0; k < TRACK_KEYS; ++k)
        clip->morph_keys[k] = (sinew_track_key){(double)k / (TRACK_KEYS - 1), {0.5 + 0.4 * sin(2 * index + k)}};
    clip->tracks[raw->track_count++] = (sinew_raw_track){.joint = SINEW_NONE,
                                                         .node = SINEW_NONE,
                                                         .path = SINEW_TRACK_MORPH_WEIGHT,
                                                         .keys = clip->morph_keys,
                                                         .key_count = TRACK_KEYS,
                                                         .interpolation = SINEW_LINEAR};
}

/// Gives the first mesh a morph, whose weight is 0.25 at rest.
static void add_morph(chain *made)
{
    static const int32_t vertex = 0;
    static const float shift[3] = {0, 0, 1};
    static const sinew_raw_shape shape = {.vertices = &vertex, .positions = shift, .count = 1};
    static const sinew_raw_morph morph = {.name = "m", .shapes = &shape, .shape_count = 1, .weight = 0.25f};
    static sinew_raw_mesh meshes[2];
    memcpy(meshes, made->raw.meshes, sizeof meshes);
    meshes[0].morphs = &morph;
    meshes[0].morph_count = 1;
    made->raw.meshes = meshes;
}

/// A tree whose joints have rotations of their own, and pivots if asked to, in two clips; each one moves some
/// joints by quaternions, and scales some if asked to.
static sinew_model *make_two_waves(chain *made, int scales, int pivots, sinew_inherit_type inherit)
{
    static tree_clip clips[CLIPS];
    sinew_raw_clip raw[CLIPS];
    for (int32_t i = 0; i < COUNT; ++i) {
        sinew_transform_stack *stack = &made->stacks[i];
        stack->inherit_type = (int32_t)inherit;
        stack->rotation_order = i % 6; // even and odd exchanges of axes
        for (int k = 0; k < 3; ++k) {
            stack->pre_rotation[k] = i % 4 == 1 ? 20 * k : 0;
            stack->rotation_pivot[k] = pivots && i % 5 == 2 ? 0.1 * (k + 1) : 0;
            stack->scaling_pivot[k] = pivots && i % 11 == 5 ? 0.2 * k : 0;
        }
    }
    for (int c = 0; c < CLIPS; ++c) {
        raw[c] =
            (sinew_raw_clip){.name = "wave", .duration = 1, .channels = clips[c].channels, .tracks = clips[c].tracks};
        for (int32_t i = 0; i < COUNT; ++i) add_motion(made, &clips[c], &raw[c], i, c, scales);
        add_morph_track(&clips[c], &raw[c], c);
    }
    add_morph(made);
    made->raw.clips = raw;
    made->raw.clip_count = CLIPS;
    return make_baked(make_model(&made->raw), &(sinew_bake_options){.error = 5e-5});
}

typedef struct mix_test {
    const sinew_model *model;
    sinew_blender *blender;
    sinew_local_pose *pose;
    sinew_palette_matrix *mixed, *expected;
} mix_test;

static void open_test(const sinew_model *model, mix_test *out)
{
    const size_t skin_joints = (size_t)model->skin_joint_count;
    *out = (mix_test){.model = model,
                      .mixed = calloc(skin_joints, sizeof *out->mixed),
                      .expected = calloc(skin_joints, sizeof *out->expected)};
    assert_true(out->mixed && out->expected);
    assert_int_equal(sinew_blender_create(model, &out->blender, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &out->pose, NULL), SINEW_OK);
}

static void close_test(mix_test *test)
{
    sinew_local_pose_destroy(test->pose);
    sinew_blender_destroy(test->blender);
    free(test->mixed);
    free(test->expected);
}

static sinew_blend_input layer_of(int32_t clip, double time, float weight)
{
    return (sinew_blend_input){.source = {.kind = SINEW_BLEND_CLIP, .clip = clip, .time = time}, .weight = weight};
}

/// The palette by way of a local pose.
static void find_expected(mix_test *test, const sinew_blend_input *layers, int32_t count)
{
    sinew_blend(test->blender, layers, count, test->pose);
    sinew_blend_globals(test->blender, test->pose);
    sinew_blend_palette(test->blender, test->expected);
}

/// Rounding of a walk that is five joints deep, the same for both ways.
static void check_layers(mix_test *test, const sinew_blend_input *layers, int32_t count)
{
    const double size = test->model->info->size;
    float morph;
    assert_true(sinew__blend_mix_clips(test->blender, NULL, layers, count, NULL, NULL, 1, test->mixed, &morph));
    sinew_affine globals[COUNT];
    for (int32_t i = 0; i < COUNT; ++i) globals[i] = sinew_blend_joint_global(test->blender, i);
    find_expected(test, layers, count);
    assert_close(morph, test->pose->morph_weights[0], 1e-6);
    for (int32_t i = 0; i < test->model->skin_joint_count * 12; ++i) {
        const double unit = i % 4 == 3 ? size : 1;
        const double a = (double)test->mixed[i / 12].row[i % 12 / 4][i % 4],
                     b = (double)test->expected[i / 12].row[i % 12 / 4][i % 4];
        assert_true(fabs(a - b) <= 5e-6 * unit);
    }
    for (int32_t i = 0; i < COUNT * 12; ++i) {
        const sinew_affine expected = sinew_blend_joint_global(test->blender, i / 12);
        const double unit = i % 4 == 3 ? size : 1;
        assert_true(fabs(globals[i / 12].row[i % 12 / 4][i % 4] - expected.row[i % 12 / 4][i % 4]) <= 5e-6 * unit);
    }
}

/// Two, three and five clips, either one the heavier, weights that sum to 1 or not.
static void check_mixes(mix_test *test)
{
    static const float weights[][2] = {{0.3f, 0.7f}, {0.8f, 0.2f}, {0.5f, 0.5f}, {1, 1e-3f}};
    for (int i = 0; i < 12; ++i) {
        sinew_blend_input layers[5];
        for (int k = 0; k < 5; ++k)
            layers[k] = layer_of((i + k) % CLIPS, fmod(0.07 + 0.31 * i + 0.4 * k, 1), weights[i % 4][k % 2]);
        for (int count = 1; count <= 5; ++count) check_layers(test, layers, count);
    }
}

enum { MASKS = 3 };

/// Masks of some joints or none, of only one joint, and of none at all.
static void make_masks(const sinew_model *model, sinew_joint_mask *out[MASKS])
{
    for (int i = 0; i < MASKS; ++i)
        assert_int_equal(sinew_joint_mask_create(model, i == 0 ? 0.25 : 0, &out[i], NULL), SINEW_OK);
    assert_int_equal(sinew_joint_mask_set_subtree(out[0], 3, 1, NULL), SINEW_OK);
    assert_int_equal(sinew_joint_mask_set_morphs(out[0], 0.6f, NULL), SINEW_OK);
    assert_int_equal(sinew_joint_mask_set_subtree(out[1], COUNT - 1, 0.7f, NULL), SINEW_OK);
}

static void destroy_masks(sinew_joint_mask *masks[MASKS])
{
    for (int i = 0; i < MASKS; ++i) sinew_joint_mask_destroy(masks[i]);
}

/// A clip or two that are averaged, one to three over them, which override or are additive, within masks or of all
/// joints. An additive one is relative to its own start, to the other clip at another time, or to the rest pose.
static void check_overs(mix_test *test, int is_additive)
{
    sinew_joint_mask *masks[MASKS];
    make_masks(test->model, masks);
    for (int i = 0; i < 12; ++i) {
        sinew_blend_input layers[5];
        const int under = 1 + i % 2;
        for (int k = 0; k < 5; ++k) {
            layers[k] = layer_of((i + k) % CLIPS, fmod(0.07 + 0.31 * i + 0.4 * k, 1), 0.3f + 0.25f * (float)k);
            if (k < under) continue;
            layers[k].mode = SINEW_BLEND_OVERRIDE;
            if ((i + k) % 4) layers[k].mask = masks[(i + k) % 4 - 1];
            if (!is_additive || (i + k) % 5 == 4) continue;
            layers[k].mode = SINEW_BLEND_ADDITIVE;
            if ((i + k) % 3) layers[k].reference = layer_of((i + k) % 3 == 1 ? SINEW_NONE : k % CLIPS, 0.6, 1).source;
        }
        for (int count = under + 1; count <= 5; ++count) check_layers(test, layers, count);
    }
    destroy_masks(masks);
}

/// Three clips that are averaged, within masks that leave some joints with little weight or none, and two more over
/// them.
static void check_masked_averages(mix_test *test)
{
    sinew_joint_mask *masks[MASKS];
    make_masks(test->model, masks);
    for (int i = 0; i < 12; ++i) {
        sinew_blend_input layers[5];
        for (int k = 0; k < 5; ++k) {
            layers[k] = layer_of((i + k) % CLIPS, fmod(0.07 + 0.31 * i + 0.4 * k, 1), 0.2f + 0.3f * (float)(k % 3));
            if (k >= 3) layers[k].mode = k == 3 ? SINEW_BLEND_ADDITIVE : SINEW_BLEND_OVERRIDE;
            if (k == 0 || (i + k) % 4) layers[k].mask = masks[(i + k) % MASKS];
        }
        for (int count = 2; count <= 5; ++count) check_layers(test, layers, count);
    }
    destroy_masks(masks);
}

/// A pose that moves and rotates joints, and scales some if asked to, and the rest pose, as each kind of layer beside
/// clips. Weights below the threshold leave a part to the rest pose.
static void check_poses(mix_test *test, int scales)
{
    sinew_joint_mask *masks[MASKS];
    sinew_local_pose *held;
    const sinew_blend_input shown = layer_of(0, 0.3, 1);
    make_masks(test->model, masks);
    assert_int_equal(sinew_local_pose_create(test->model, &held, NULL), SINEW_OK);
    sinew_blend(test->blender, &shown, 1, held);
    for (int32_t i = 0; i < COUNT; i += 5) {
        held->groups[i / 16].ty[i % 16] += 0.1f;
        if (scales) held->groups[i / 16].sz[i % 16] *= 1.25f;
    }
    held->morph_weights[0] = 0.9f;
    const sinew_blend_source pose = {.kind = SINEW_BLEND_POSE, .pose = held},
                             rest = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE};
    for (int i = 0; i < 24; ++i) {
        sinew_blend_input layers[4];
        const float share = i % 2 ? 1 : 0.07f;
        for (int k = 0; k < 4; ++k)
            layers[k] = layer_of(k % CLIPS, 0.04 * i + 0.1 * k, share * (0.6f - 0.15f * (float)k));
        layers[i / 2 % 3].source = i % 4 == 3 ? rest : pose;
        layers[2].mode = i / 6 % 3 == 0   ? SINEW_BLEND_AVERAGE
                         : i / 6 % 3 == 1 ? SINEW_BLEND_OVERRIDE
                                          : SINEW_BLEND_ADDITIVE;
        if (i % 5 == 0) layers[2].reference = pose;
        if (i % 3 == 0) layers[1].mask = masks[0];
        if (i % 4 == 0) layers[2].mask = masks[1];
        for (int count = 3; count <= 4; ++count) check_layers(test, layers, count);
    }
    sinew_blend_input over[2] = {layer_of(0, 0.3, 0.7f), layer_of(1, 0.6, 0.2f)}; // over the rest pose
    for (int k = 0; k < 2; ++k) over[k].mode = SINEW_BLEND_OVERRIDE;
    check_layers(test, over, 2);
    sinew_local_pose_destroy(held);
    destroy_masks(masks);
}

/// The test is of all that clips can have: if baking left something out, it would prove less than it says.
static void check_variety(const sinew_model *model, int scales, int has_pivots)
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
    assert_true(mixed && adds);
    assert_int_equal(pivots, has_pivots);
}

static void mixes_are_those_of_local_poses_in_every_kernel(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; ++variant) {
        const int scales = variant & 1;
        chain *made = variant & 2 ? make_partly_skinned_tree() : make_tree();
        sinew_model *model = make_two_waves(made, scales, 0, SINEW_INHERIT_RSrs);
        check_variety(model, scales, 0);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            mix_test test;
            open_test(model, &test);
            check_mixes(&test);
            check_overs(&test, 0);
            check_overs(&test, 1);
            check_masked_averages(&test);
            check_poses(&test, scales);
            close_test(&test);
        }
        sinew_model_destroy(model);
    }
}

// ---- inertial fades -----------------------------------------------------------------------------------------------

/// The palette and morphs of a mixer in an inertial fade, against its local pose's.
static void check_fade(mix_test *test, const sinew_mixer *mixer)
{
    const double size = test->model->info->size;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew__mixed_difference difference;
    const int32_t count = sinew_mixer_layers(mixer, layers);
    assert_true(sinew__inertia_mix(&mixer->inertia, &difference));
    assert_true(
        sinew__blend_mix_clips(test->blender, NULL, layers, count - 1, &difference, NULL, 1, test->mixed, NULL));
    sinew_mixer_evaluate_palette(mixer, test->blender, test->expected, NULL);
    assert_memory_equal(test->mixed, test->expected, (size_t)test->model->skin_joint_count * sizeof *test->expected);
    find_expected(test, layers, count);
    for (int32_t i = 0; i < test->model->skin_joint_count * 12; ++i) {
        const double unit = i % 4 == 3 ? size : 1;
        assert_close(test->mixed[i / 12].row[i % 12 / 4][i % 4], test->expected[i / 12].row[i % 12 / 4][i % 4],
                     1e-5 * unit);
    }
}

/// From one clip to another by inertia, and on to a third by a linear fade, while the difference vanishes.
static void check_fades(mix_test *test)
{
    sinew_mixer *mixer;
    const sinew_mixer_clip first = {.clip = 0, .start = 0.35}, last = {.clip = 0, .start = 0.8, .fade = 0.5},
                           next = {.clip = 1,
                                   .start = 0.1,
                                   .fade = 0.6,
                                   .fade_kind = SINEW_FADE_INERTIAL,
                                   .blender = test->blender};
    assert_int_equal(sinew_mixer_create(test->model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &first, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &next, NULL), SINEW_OK);
    for (int i = 0; i < 8; ++i) {
        check_fade(test, mixer);
        if (i == 4) assert_int_equal(sinew_mixer_play(mixer, 0, &last, NULL), SINEW_OK);
        sinew_mixer_advance(mixer, 0.07);
    }
    sinew_mixer_advance(mixer, 0.2);
    sinew__mixed_difference difference;
    assert_false(sinew__inertia_mix(&mixer->inertia, &difference));
    sinew_mixer_destroy(mixer);
}

/// The morph's weight of a mixer's local pose.
static double morph_of(mix_test *test, const sinew_mixer *mixer)
{
    sinew_mixer_evaluate(mixer, test->blender, test->pose);
    return (double)test->pose->morph_weights[0];
}

/// Two clips that stand still, and a fade between their morph weights: their difference is whole at the start, half of
/// it is left at the middle of the fade and none at its end; the palette's weight is the same.
static void inertial_fades_fade_morphs(void **state)
{
    (void)state;
    sinew_model *model = make_two_waves(make_tree(), 0, 0, SINEW_INHERIT_RSrs);
    mix_test test;
    sinew_mixer *mixer;
    double own[2];
    open_test(model, &test);
    for (int32_t i = 0; i < 2; ++i) {
        const sinew_mixer_clip clip = {.clip = i, .start = 0.3, .paused = true};
        assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_play(mixer, 0, &clip, NULL), SINEW_OK);
        own[i] = morph_of(&test, mixer);
        sinew_mixer_destroy(mixer);
    }
    assert_true(fabs(own[0] - own[1]) > 0.1);
    const sinew_mixer_clip first = {.clip = 0, .start = 0.3, .paused = true}, next = {.clip = 1,
                                                                                      .start = 0.3,
                                                                                      .paused = true,
                                                                                      .fade = 0.4,
                                                                                      .fade_kind = SINEW_FADE_INERTIAL,
                                                                                      .blender = test.blender};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &first, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &next, NULL), SINEW_OK);
    for (int i = 0; i <= 2; ++i) {
        float weight;
        assert_close(morph_of(&test, mixer), own[1] + (own[0] - own[1]) * (1 - 0.5 * i), 1e-5);
        sinew_mixer_evaluate_palette(mixer, test.blender, test.mixed, &weight);
        assert_close(weight, own[1] + (own[0] - own[1]) * (1 - 0.5 * i), 1e-5);
        sinew_mixer_advance(mixer, 0.2);
    }
    sinew_mixer_destroy(mixer);
    close_test(&test);
    sinew_model_destroy(model);
}

/// With and without scales, some of them in only one clip.
static void inertial_fades_are_those_of_local_poses_in_every_kernel(void **state)
{
    (void)state;
    for (int scales = 0; scales < 2; ++scales) {
        sinew_model *model = make_two_waves(make_tree(), scales, 0, SINEW_INHERIT_RSrs);
        check_variety(model, scales, 0);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            mix_test test;
            open_test(model, &test);
            check_fades(&test);
            close_test(&test);
        }
        sinew_model_destroy(model);
    }
}

/// Mixes, clips that are moved in place, inertial fades, additive layers, masks and poses have the same bits in all
/// kernels that fuse multiply and add.
static void kernels_that_fuse_have_the_same_bits(void **state)
{
    (void)state;
    enum { STEPS = 40 };
    sinew_model *model = make_two_waves(make_tree(), 1, 0, SINEW_INHERIT_RSrs);
    const size_t entries = (size_t)model->skin_joint_count;
    sinew_palette_matrix *of[2] = {malloc(2 * STEPS * entries * sizeof **of),
                                   malloc(2 * STEPS * entries * sizeof **of)};
    sinew_joint_mask *masks[MASKS];
    int fused = 0;
    assert_true(of[0] && of[1]);
    make_masks(model, masks);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        if (kernels == SINEW__KERNELS_PORTABLE) continue;
        mix_test test;
        sinew_mixer *mixer;
        const sinew_mixer_layer additive = {.mode = SINEW_BLEND_ADDITIVE, .weight = 0.8f, .mask = masks[0]};
        open_test(model, &test);
        assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
        assert_int_equal(sinew_mixer_set_layer(mixer, 2, &additive, NULL), SINEW_OK);
        for (int i = 0; i < STEPS; ++i) {
            const sinew_mixer_clip next = {.clip = i / 5 % CLIPS,
                                           .start = 0.03 * i,
                                           .fade = 0.2,
                                           .fade_kind = i / 5 % 2 ? SINEW_FADE_INERTIAL : SINEW_FADE_LINEAR,
                                           .blender = test.blender};
            if (i == 30) sinew_mixer_freeze(mixer, test.blender);
            if (i % 5 == 0) assert_int_equal(sinew_mixer_play(mixer, 0, &next, NULL), SINEW_OK);
            if (i % 8 == 4) { // over it, on layers of their own
                const sinew_mixer_clip over = {.clip = 1, .start = 0.02 * i, .fade = 0.1};
                assert_int_equal(sinew_mixer_play(mixer, 1 + i / 8 % 2, &over, NULL), SINEW_OK);
            }
            sinew_mixer_advance(mixer, 0.03);
            sinew_mixer_evaluate_palette(mixer, test.blender, of[fused != 0] + (size_t)i * entries, NULL);
            sinew_blend_input layers[2] = {layer_of(0, 0.02 * i, 0.6f), layer_of(1, 0.01 * i, 0.3f)};
            for (int k = 0; k < 2; ++k) layers[k].mask = masks[(i + k) % MASKS];
            sinew_blend_evaluate_palette(test.blender, layers, 2, of[fused != 0] + (size_t)(STEPS + i) * entries, NULL);
        }
        if (fused++) assert_memory_equal(of[0], of[1], 2 * STEPS * entries * sizeof **of);
        sinew_mixer_destroy(mixer);
        close_test(&test);
    }
    free(of[0]);
    free(of[1]);
    destroy_masks(masks);
    sinew_model_destroy(model);
}

/// Differences of scales that reach a child only as its inherit type says are the exact engine's.
static void inertial_fades_that_inherit_scales_are_left_to_local_poses(void **state)
{
    (void)state;
    sinew_model *model = make_two_waves(make_tree(), 1, 0, SINEW_INHERIT_Rrs);
    mix_test test;
    sinew_mixer *mixer;
    open_test(model, &test);
    const sinew_mixer_clip first = {.clip = 0, .start = 0.35},
                           next = {.clip = 1, .fade = 0.6, .fade_kind = SINEW_FADE_INERTIAL, .blender = test.blender};
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &first, NULL), SINEW_OK);
    assert_int_equal(sinew_mixer_play(mixer, 0, &next, NULL), SINEW_OK);
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    find_expected(&test, layers, count);
    sinew_mixer_evaluate_palette(mixer, test.blender, test.mixed, NULL);
    assert_memory_equal(test.mixed, test.expected, (size_t)model->skin_joint_count * sizeof *test.expected);
    sinew_mixer_destroy(mixer);
    close_test(&test);
    sinew_model_destroy(model);
}

/// Whatever is left to local poses has their bits.
static void check_left_to_poses(mix_test *test, const sinew_blend_input *layers, int32_t count)
{
    assert_false(sinew__blend_mix_clips(test->blender, NULL, layers, count, NULL, NULL, 1, test->mixed, NULL));
    find_expected(test, layers, count);
    sinew_blend_evaluate_palette(test->blender, layers, count, test->mixed, NULL);
    assert_memory_equal(test->mixed, test->expected, (size_t)test->model->skin_joint_count * sizeof *test->expected);
}

/// Scales that reach a child only as its inherit type says are the exact engine's; without them the type changes
/// nothing. With pivots the translation of an average depends on its rotation.
static void inherited_scales_and_pivots_are_left_to_local_poses(void **state)
{
    (void)state;
    const sinew_blend_input layers[2] = {layer_of(0, 0.2, 0.4f), layer_of(1, 0.7, 0.6f)};
    for (int variant = 0; variant < 3; ++variant) {
        sinew_model *model = make_two_waves(make_tree(), variant == 1, variant == 2,
                                            variant < 2 ? SINEW_INHERIT_Rrs : SINEW_INHERIT_RSrs);
        mix_test test;
        open_test(model, &test);
        if (variant == 0)
            check_layers(&test, layers, 2);
        else
            check_left_to_poses(&test, layers, 2);
        close_test(&test);
        sinew_model_destroy(model);
    }
}

static void other_layers_are_left_to_local_poses(void **state)
{
    (void)state;
    sinew_model *model = make_two_waves(make_tree(), 0, 0, SINEW_INHERIT_RSrs);
    const sinew_blend_input two[2] = {layer_of(0, (double)NAN, 0.4f), layer_of(1, 0.7, 0.6f)};
    sinew_local_pose *pose = NULL;
    mix_test test;
    open_test(model, &test);
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    check_layers(&test, two, 2); // NaN is the start of the clip
    sinew_blend_input other[SINEW__MOST_MIXED + 1] = {two[0], two[1]};
    other[1].mode = SINEW_BLEND_ADDITIVE;
    other[1].weight = 0; // has no effect
    check_layers(&test, other, 2);
    for (int i = 1; i <= SINEW__MOST_MIXED; ++i) other[i] = layer_of(1, 0.04 * i, 0.1f);
    check_layers(&test, other, SINEW__MOST_MIXED);
    check_left_to_poses(&test, other, SINEW__MOST_MIXED + 1);
    for (int i = 1; i <= SINEW__MOST_MIXED; ++i) other[i].mode = SINEW_BLEND_ADDITIVE; // two sources each
    check_layers(&test, other, (SINEW__MOST_MIXED + 1) / 2);
    check_left_to_poses(&test, other, (SINEW__MOST_MIXED + 1) / 2 + 1);
    // Beside poses, one clip or none.
    other[0] = two[0];
    other[1] = (sinew_blend_input){.source = {.kind = SINEW_BLEND_POSE, .pose = pose}, .weight = 0.5f};
    check_left_to_poses(&test, other, 2);
    other[0].weight = 0.05f; // the rest pose gets the remaining weight
    check_left_to_poses(&test, other, 1);
    other[0] = (sinew_blend_input){.source = {.kind = SINEW_BLEND_POSE, .pose = pose}, .weight = 0.5f};
    other[1] = layer_of(SINEW_NONE, 0, 0.5f);
    check_left_to_poses(&test, other, 2);
    check_left_to_poses(&test, other, 0);
    sinew_local_pose_destroy(pose);
    close_test(&test);
    sinew_model_destroy(model);
}

// ---- levels of detail -----------------------------------------------------------------------------------------------

/// Masks, poses and additive layers of a level whose joints are numbered differently have the entries that they have
/// with all joints.
static void levels_mix_as_all_joints_in_every_kernel(void **state)
{
    (void)state;
    const int32_t left_out[] = {21, 38, COUNT - 1};
    sinew_model *model = make_two_waves(make_tree(), 1, 0, SINEW_INHERIT_RSrs);
    const double size = model->info->size;
    sinew_lod *lod;
    sinew_joint_mask *masks[MASKS];
    sinew_local_pose *held;
    make_masks(model, masks);
    assert_int_equal(sinew_lod_create(model, left_out, 3, &lod, NULL), SINEW_OK);
    assert_int_equal(sinew_local_pose_create(model, &held, NULL), SINEW_OK);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        mix_test test;
        open_test(model, &test);
        const sinew_blend_input shown = layer_of(1, 0.45, 1);
        sinew_blend(test.blender, &shown, 1, held);
        for (int i = 0; i < 9; ++i) {
            sinew_blend_input layers[4];
            for (int k = 0; k < 4; ++k) layers[k] = layer_of((i + k) % CLIPS, 0.1 * i + 0.02 * k, 0.7f);
            layers[1].source = (sinew_blend_source){.kind = SINEW_BLEND_POSE, .pose = held};
            if (i % 3) layers[i % 3].mask = masks[0];
            layers[2].mode = SINEW_BLEND_OVERRIDE;
            layers[3].mode = SINEW_BLEND_ADDITIVE;
            layers[3].mask = masks[i % 2];
            assert_true(sinew__blend_mix_clips(test.blender, lod, layers, 4, NULL, NULL, 0, test.mixed, NULL));
            find_expected(&test, layers, 4);
            for (int32_t k = 0; k < model->skin_joint_count * 12; ++k) {
                const int32_t joint = model->skin_joints[k / 12].joint;
                if (sinew__stands_for(lod, joint) != joint) continue;
                assert_close(test.mixed[k / 12].row[k % 12 / 4][k % 4], test.expected[k / 12].row[k % 12 / 4][k % 4],
                             5e-6 * (k % 4 == 3 ? size : 1));
            }
        }
        close_test(&test);
    }
    sinew_local_pose_destroy(held);
    sinew_lod_destroy(lod);
    destroy_masks(masks);
    sinew_model_destroy(model);
}

// ---- crowds -------------------------------------------------------------------------------------------------------

enum { OF_A_KIND = 13, FADING = 0, ONE_IN_PLACE, FADING_IN_PLACE, LAYERED, ONE, ON_A_LEVEL, TO_AND_FRO, KINDS };

/// Two of eight for each kind, but those who fade to and fro: half of them are together with fading characters, and
/// half are not.
enum { BATCHES = 2 * (KINDS - 1) + 2 };

typedef struct mixed_crowd {
    sinew_crowd_agent who[KINDS * OF_A_KIND];
    sinew_mixer *mixers[KINDS * OF_A_KIND];
    sinew_blend_input layers[KINDS * OF_A_KIND][3];
    sinew_root_motion_tables *motions;
    sinew_lod *lod;
    sinew_palette_matrix *together, *alone;
} mixed_crowd;

static sinew_mixer *make_mixer(const sinew_model *model, const sinew_root_motion_tables *motions, int kind, int number)
{
    sinew_mixer *mixer;
    const int first = kind == TO_AND_FRO && number % 2;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    if (kind == ONE_IN_PLACE || kind == FADING_IN_PLACE)
        assert_int_equal(sinew_mixer_set_motions(mixer, motions, NULL), SINEW_OK);
    for (int i = 0; i < (kind == ONE || kind == ONE_IN_PLACE ? 1 : 2); ++i) {
        const sinew_mixer_clip clip = {.clip = i ^ first, .start = 0.05 * number + 0.3 * i, .fade = 1};
        assert_int_equal(sinew_mixer_play(mixer, 0, &clip, NULL), SINEW_OK);
    }
    sinew_mixer_advance(mixer, 0.1 + 0.02 * number);
    return mixer;
}

/// Characters of all kinds by turns, enough of each to be posed several at once with each kernel, and some more.
static void open_mixed_crowd(const sinew_model *model, mixed_crowd *out)
{
    const int32_t left_out[] = {COUNT - 1, COUNT - 5};
    const size_t entries = KINDS * OF_A_KIND * (size_t)model->skin_joint_count;
    *out =
        (mixed_crowd){.together = calloc(entries, sizeof *out->together), .alone = calloc(entries, sizeof *out->alone)};
    assert_true(out->together && out->alone);
    assert_int_equal(sinew_root_motion_tables_create(model, NULL, &out->motions, NULL), SINEW_OK);
    assert_true(sinew__clip_moves(out->motions, 0) || sinew__clip_moves(out->motions, 1));
    assert_int_equal(sinew_lod_create(model, left_out, 2, &out->lod, NULL), SINEW_OK);
    for (int i = 0; i < KINDS * OF_A_KIND; ++i) {
        const int kind = i % KINDS, number = i / KINDS;
        if (kind != LAYERED) out->who[i].mixer = out->mixers[i] = make_mixer(model, out->motions, kind, number);
        if (kind == ON_A_LEVEL) out->who[i].lod = out->lod;
        if (kind != LAYERED) continue;
        for (int k = 0; k < 3; ++k)
            out->layers[i][k] = layer_of(k % CLIPS, 0.06 * number + 0.2 * k, (float)(0.5 - 0.15 * k));
        out->who[i].layers = out->layers[i];
        out->who[i].layer_count = 3;
    }
}

static void close_mixed_crowd(mixed_crowd *of)
{
    for (int i = 0; i < KINDS * OF_A_KIND; ++i) sinew_mixer_destroy(of->mixers[i]);
    sinew_root_motion_tables_destroy(of->motions);
    sinew_lod_destroy(of->lod);
    free(of->together);
    free(of->alone);
}

static void check_mixed_crowd(const sinew_model *model)
{
    mixed_crowd made;
    mix_test test;
    sinew_crowd *crowd;
    const int32_t count = KINDS * OF_A_KIND, entries = model->skin_joint_count;
    const size_t size = (size_t)entries * sizeof *made.alone;
    open_mixed_crowd(model, &made);
    open_test(model, &test);
    assert_int_equal(sinew_crowd_create(model, count, NULL, &crowd, NULL), SINEW_OK);
    sinew_crowd_output output = {.palettes = made.together, .palette_entries = (int64_t)count * entries};
    assert_int_equal(sinew_crowd_evaluate(crowd, made.who, count, &output, NULL), SINEW_OK);
    assert_int_equal(crowd->batch_count, BATCHES);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_palette_matrix *together = made.together + (size_t)i * (size_t)entries,
                                   *alone = made.alone + (size_t)i * (size_t)entries;
        output = (sinew_crowd_output){
            .palettes = made.alone, .palette_entries = output.palette_entries, .posed = &i, .posed_count = 1};
        assert_int_equal(sinew_crowd_evaluate(crowd, made.who, count, &output, NULL), SINEW_OK);
        assert_memory_equal(together, alone, size);
        if (made.who[i].lod) continue;
        if (made.mixers[i])
            sinew_mixer_evaluate_palette(made.mixers[i], test.blender, test.mixed, NULL);
        else
            sinew_blend_evaluate_palette(test.blender, made.layers[i], 3, test.mixed, NULL);
        assert_memory_equal(together, test.mixed, size);
    }
    sinew_crowd_destroy(crowd);
    close_test(&test);
    close_mixed_crowd(&made);
}

/// Characters that mix the same clips are posed several at once, with the bits of a single one: one, two and three
/// clips, in place or not, on a level of detail, the one or the other clip the heavier.
static void crowds_mix_as_one_alone_in_every_kernel(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; ++variant) {
        const int scales = variant & 1;
        sinew_model *model =
            make_two_waves(variant & 2 ? make_partly_skinned_tree() : make_tree(), scales, 0, SINEW_INHERIT_RSrs);
        check_variety(model, scales, 0);
        for (int kernels = -1; force_next_kernels(&kernels);) check_mixed_crowd(model);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixes_are_those_of_local_poses_in_every_kernel),
        cmocka_unit_test(inertial_fades_fade_morphs),
        cmocka_unit_test(inertial_fades_are_those_of_local_poses_in_every_kernel),
        cmocka_unit_test(kernels_that_fuse_have_the_same_bits),
        cmocka_unit_test(inertial_fades_that_inherit_scales_are_left_to_local_poses),
        cmocka_unit_test(inherited_scales_and_pivots_are_left_to_local_poses),
        cmocka_unit_test(other_layers_are_left_to_local_poses),
        cmocka_unit_test(levels_mix_as_all_joints_in_every_kernel),
        cmocka_unit_test(crowds_mix_as_one_alone_in_every_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
