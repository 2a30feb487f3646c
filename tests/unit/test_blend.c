/// Blending: wrong input, weighted averages, masks, modes, and globals. Expected values come from arithmetic on paper
/// and from the exact engine.
#include "runtime/pose/engine.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/blend/blender.h"
#include "runtime/kernels/kernels.h"
#include "runtime/model/joint_frame.h"
#include "sinew/bake.h"
#include "sinew/blend.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/scenes.h"
#include "support/wave_chain.h"

static sinew_local_pose *make_local_pose(const sinew_model *model)
{
    sinew_local_pose *pose = NULL;
    assert_int_equal(sinew_local_pose_create(model, &pose, NULL), SINEW_OK);
    return pose;
}

static sinew_blender *make_blender(const sinew_model *model)
{
    sinew_blender *blender = NULL;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    return blender;
}

static sinew_joint_mask *make_mask(const sinew_model *model, float weight)
{
    sinew_joint_mask *mask = NULL;
    assert_int_equal(sinew_joint_mask_create(model, weight, &mask, NULL), SINEW_OK);
    return mask;
}

/// A chain of `count` joints that wave in two clips: the second is the first, half as fast and the other way round.
static sinew_model *make_two_clips(int32_t count)
{
    static sinew_raw_curve curves[MOST_JOINTS];
    static sinew_curve_key keys[MOST_JOINTS][KEYS];
    static sinew_raw_channel channels[MOST_JOINTS];
    chain *made = make_chain(count);
    static sinew_raw_clip clips[2];
    clips[0] = clips[1] = made->clip;
    clips[1].name = "back";
    clips[1].channels = channels;
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < KEYS; ++k) {
            keys[i][k] = made->keys[i][k];
            keys[i][k].value = -40 * sin(i + 0.35 * k);
        }
        curves[i] = (sinew_raw_curve){.keys = keys[i], .key_count = KEYS};
        channels[i] = made->channels[i];
        channels[i].curve[2] = &curves[i];
    }
    made->raw.clips = clips;
    made->raw.clip_count = 2;
    return make_baked(make_model(&made->raw), NULL);
}

static sinew_transform local_of(const sinew_local_pose *pose, int32_t joint)
{
    const sinew_local_group *group = &pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    return (sinew_transform){
        .t = {(double)group->tx[lane], (double)group->ty[lane], (double)group->tz[lane]},
        .r = {(double)group->qx[lane], (double)group->qy[lane], (double)group->qz[lane], (double)group->qw[lane]},
        .s = {(double)group->sx[lane], (double)group->sy[lane], (double)group->sz[lane]}};
}

/// Rotates one joint about z, in degrees.
static void set_rotation_z(sinew_local_pose *pose, int32_t joint, double degrees, double sign)
{
    const double half = degrees * acos(-1) / 360;
    sinew_local_group *group = &pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    group->qx[lane] = group->qy[lane] = 0;
    group->qz[lane] = (float)(sign * sin(half));
    group->qw[lane] = (float)(sign * cos(half));
}

static double angle_z(const sinew_local_pose *pose, int32_t joint)
{
    const sinew_transform local = local_of(pose, joint);
    double degrees = 2 * atan2(local.r.z, local.r.w) * 180 / acos(-1);
    while (degrees > 180) degrees -= 360;
    while (degrees < -180) degrees += 360;
    return degrees;
}

static void assert_same_locals(const sinew_local_pose *a, const sinew_local_pose *b, int32_t count, double tolerance)
{
    for (int32_t i = 0; i < count; ++i) {
        const sinew_transform x = local_of(a, i), y = local_of(b, i);
        const double side = x.r.x * y.r.x + x.r.y * y.r.y + x.r.z * y.r.z + x.r.w * y.r.w < 0 ? -1 : 1;
        const double left[10] = {x.t.x, x.t.y, x.t.z, x.r.x, x.r.y, x.r.z, x.r.w, x.s.x, x.s.y, x.s.z};
        const double right[10] = {y.t.x,        y.t.y,        y.t.z, side * y.r.x, side * y.r.y,
                                  side * y.r.z, side * y.r.w, y.s.x, y.s.y,        y.s.z};
        for (int k = 0; k < 10; ++k) assert_close(left[k], right[k], tolerance);
    }
}

static sinew_blend_input layer_of_clip(int32_t clip, double time, float weight)
{
    return (sinew_blend_input){.source = {.kind = SINEW_BLEND_CLIP, .clip = clip, .time = time}, .weight = weight};
}

static sinew_blend_input layer_of_pose(const sinew_local_pose *pose, float weight)
{
    return (sinew_blend_input){.source = {.kind = SINEW_BLEND_POSE, .pose = pose}, .weight = weight};
}

// ---- wrong input --------------------------------------------------------------------------------------------------

static void assert_refused(const sinew_model *model, const sinew_blend_input *layers, int32_t count,
                           const char *message)
{
    sinew_error error;
    assert_int_equal(sinew_blend_check(model, layers, count, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, message);
}

static void invalid_layers_are_named(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(4), *other = make_two_clips(5);
    sinew_joint_mask *mask = make_mask(other, 1);
    sinew_blend_input layers[2] = {layer_of_clip(0, 0, 1), layer_of_clip(1, 0, 1)};
    assert_int_equal(sinew_blend_check(model, layers, 2, NULL), SINEW_OK);
    layers[1].weight = -1;
    assert_refused(model, layers, 2, "layer 2: weight -1 is out of range [0, 1e+06]");
    layers[1].weight = NAN;
    assert_int_equal(sinew_blend_check(model, layers, 2, NULL), SINEW_ERROR_INVALID_ARGUMENT);
    layers[1] = layer_of_clip(2, 0, 1);
    assert_refused(model, layers, 2, "layer 2: clip 2 does not exist");
    layers[1] = layer_of_clip(1, (double)INFINITY, 1);
    assert_refused(model, layers, 2, "layer 2: time inf is not finite");
    layers[1] = layer_of_clip(1, 0, 1);
    layers[1].mask = mask;
    assert_refused(model, layers, 2, "layer 2: the mask belongs to another model (5 joints, expected 4)");
    layers[0].weight = layers[1].weight = 0;
    layers[1].mask = NULL;
    assert_refused(model, layers, 2, "the weights of all 2 layers are 0");
    assert_refused(model, layers, 65, "65 layers, expected 0 to 64");
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
    sinew_model_destroy(other);
}

static void invalid_weights_and_times_still_give_a_pose(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(20);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *pose = make_local_pose(model), *rest = make_local_pose(model);
    const float weights[] = {NAN, -1, 0, -INFINITY};
    for (int i = 0; i < 4; ++i) {
        const sinew_blend_input layers[2] = {layer_of_clip(0, 0.3, weights[i]), layer_of_clip(1, 0.3, weights[i])};
        sinew_blend(blender, layers, 2, pose);
        assert_same_locals(pose, rest, model->joint_count, 0);
    }
    const double times[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e30, -5};
    for (int i = 0; i < 5; ++i) {
        const sinew_blend_input layers[2] = {layer_of_clip(0, times[i], INFINITY), layer_of_clip(1, times[i], 2)};
        sinew_blend(blender, layers, 2, pose);
        for (int32_t j = 0; j < model->joint_count; ++j) assert_true(isfinite(local_of(pose, j).r.w));
    }
    sinew_local_pose_destroy(pose);
    sinew_local_pose_destroy(rest);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

static void invalid_masks_are_refused(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(4);
    sinew_joint_mask *mask = make_mask(model, 0.5), *none = NULL;
    sinew_error error;
    const float weights[4] = {0, 1, 0.5f, 2};
    assert_int_equal(sinew_joint_mask_create(model, 1.5, &none, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "mask weight 1.5 is out of range [0, 1]");
    assert_null(none);
    assert_int_equal(sinew_joint_mask_set_all(mask, weights, 3, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "3 mask weights for 4 joints");
    assert_int_equal(sinew_joint_mask_set_all(mask, weights, 4, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_close(sinew_joint_mask_weight(mask, 1), 0.5, 0); // not changed
    assert_int_equal(sinew_joint_mask_set_subtree(mask, 4, 1, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_joint_mask_set_gradient(mask, 2, 1, 1, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "joint 'j' is not below joint 'j'");
    assert_int_equal(sinew_joint_mask_set_matching(mask, "k*", 1, &error), SINEW_ERROR_NO_JOINT);
    assert_string_equal(error.message, "no joint matches 'k*'");
    assert_int_equal(sinew_joint_mask_set_morphs(mask, (double)NAN, &error), SINEW_ERROR_INVALID_ARGUMENT);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

// ---- weighted averages --------------------------------------------------------------------------------------------

/// Weight 1 or 0: the clip itself, whether it is compact or plays from its curves.
static void one_weight_gives_the_clip(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(37);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *pose = make_local_pose(model), *alone = make_local_pose(model);
    for (int i = 0; i < 10; ++i) {
        const sinew_blend_input layers[2] = {layer_of_clip(0, 0.1 * i, 1), layer_of_clip(1, 0.07 * i, 0)};
        assert_int_equal(sinew_clip_sample_locals(model, 0, 0.1 * i, alone->groups, alone->morph_weights), 1);
        sinew_blend(blender, layers, 2, pose);
        assert_memory_equal(pose->groups, alone->groups, 3 * sizeof *pose->groups);
        const sinew_blend_input twice[2] = {layer_of_clip(0, 0.1 * i, 0.7f), layer_of_clip(0, 0.1 * i, 0.3f)};
        sinew_blend(blender, twice, 2, pose);
        assert_same_locals(pose, alone, model->joint_count, 1e-6);
    }
    sinew_local_pose_destroy(pose);
    sinew_local_pose_destroy(alone);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// 30° and 90° with weights 1 and 1: 60° on the shorter arc, whatever the signs of the quaternions. Of three equal
/// weights the normalised sum of unit quaternions of 0°, 30° and 90°: atan2(0 + sin 15° + sin 45°, 1 + cos 15° +
/// cos 45°) · 2.
static void rotations_blend_in_one_hemisphere(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(3);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *a = make_local_pose(model), *b = make_local_pose(model), *c = make_local_pose(model),
                     *out = make_local_pose(model);
    const double unit = acos(-1) / 180;
    for (int signs = 0; signs < 8; ++signs) {
        set_rotation_z(a, 1, 30, signs & 1 ? -1 : 1);
        set_rotation_z(b, 1, 90, signs & 2 ? -1 : 1);
        set_rotation_z(c, 1, 0, signs & 4 ? -1 : 1);
        const sinew_blend_input two[2] = {layer_of_pose(a, 1), layer_of_pose(b, 1)};
        sinew_blend(blender, two, 2, out);
        assert_close(angle_z(out, 1), 60, 1e-4);
        const sinew_blend_input three[3] = {layer_of_pose(a, 1), layer_of_pose(b, 1), layer_of_pose(c, 1)};
        sinew_blend(blender, three, 3, out);
        assert_close(angle_z(out, 1),
                     2 / unit * atan2(sin(15 * unit) + sin(45 * unit), 1 + cos(15 * unit) + cos(45 * unit)), 1e-4);
    }
    sinew_local_pose_destroy(a);
    sinew_local_pose_destroy(b);
    sinew_local_pose_destroy(c);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

static void order_does_not_change_a_bit(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(37);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *snapshot = make_local_pose(model), *first = make_local_pose(model), *out = make_local_pose(model);
    sinew_joint_mask *mask = make_mask(model, 0.25);
    set_rotation_z(snapshot, 20, 170, -1);
    assert_int_equal(sinew_joint_mask_set_subtree(mask, 9, 1, NULL), SINEW_OK);
    sinew_blend_input layers[4] = {layer_of_clip(0, 0.2, 0.5f), layer_of_clip(1, 0.6, 0.5f),
                                   layer_of_pose(snapshot, 0.5f), layer_of_clip(0, 0.9, 1.5f)};
    layers[1].mask = mask;
    static const int orders[6][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2},
                                     {2, 3, 0, 1}, {0, 3, 1, 2}, {3, 1, 0, 2}};
    for (int i = 0; i < 6; ++i) {
        sinew_blend_input ordered[4];
        for (int k = 0; k < 4; ++k) ordered[k] = layers[orders[i][k]];
        sinew_blend(blender, ordered, 4, i == 0 ? first : out);
        if (i > 0) assert_memory_equal(out->groups, first->groups, 3 * sizeof *out->groups);
    }
    sinew_joint_mask_destroy(mask);
    sinew_local_pose_destroy(snapshot);
    sinew_local_pose_destroy(first);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// With weight 0.05 the rest pose, 0°, takes 0.05: half of 0.1. The normalised sum of 0° and 60° is 30°.
static void the_rest_pose_takes_what_is_missing(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(3);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *a = make_local_pose(model), *out = make_local_pose(model);
    set_rotation_z(a, 1, 60, 1);
    sinew_blend_input layer = layer_of_pose(a, 0.05f);
    sinew_blend(blender, &layer, 1, out);
    assert_close(angle_z(out, 1), 30, 1e-4);
    layer.weight = 0.1f;
    sinew_blend(blender, &layer, 1, out);
    assert_close(angle_z(out, 1), 60, 1e-4);
    sinew_local_pose_destroy(a);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

// ---- masks and modes ----------------------------------------------------------------------------------------------

static void masks_choose_joints_and_fade_along_a_chain(void **state)
{
    (void)state;
    static const double expected[6] = {0, 0, 0.25, 0.5, 0.75, 0.75};
    sinew_model *model = make_two_clips(6);
    sinew_joint_mask *mask = make_mask(model, 0);
    assert_int_equal(sinew_joint_mask_set_gradient(mask, 2, 4, 0.75, NULL), SINEW_OK);
    for (int i = 0; i < 6; ++i) assert_close(sinew_joint_mask_weight(mask, i), expected[i], 1e-7);
    assert_int_equal(sinew_joint_mask_set_matching(mask, "[j]", 1, NULL), SINEW_OK);
    assert_close(sinew_joint_mask_weight(mask, 0), 1, 0);
    assert_int_equal(sinew_joint_mask_set_subtree(mask, 5, 0.5, NULL), SINEW_OK);
    assert_close(sinew_joint_mask_weight(mask, 4), 1, 0);
    assert_close(sinew_joint_mask_weight(mask, 5), 0.5, 0);
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

/// Over: 20° of the way from 10° to 30° at weight 1, half of it at 0.5, nothing if the mask is 0.
static void a_layer_over_the_others_replaces_them(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(3);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *a = make_local_pose(model), *b = make_local_pose(model), *out = make_local_pose(model);
    sinew_joint_mask *mask = make_mask(model, 0);
    assert_int_equal(sinew_joint_mask_set_subtree(mask, 1, 1, NULL), SINEW_OK);
    for (int32_t i = 0; i < 3; ++i) set_rotation_z(a, i, 10, 1);
    for (int32_t i = 0; i < 3; ++i) set_rotation_z(b, i, 30, -1);
    sinew_blend_input layers[2] = {layer_of_pose(a, 1), layer_of_pose(b, 1)};
    layers[1].mode = SINEW_BLEND_OVERRIDE;
    layers[1].mask = mask;
    static const double expected[3][2] = {{1, 30}, {0.5, 20}, {7, 30}};
    for (int i = 0; i < 3; ++i) {
        layers[1].weight = (float)expected[i][0];
        sinew_blend(blender, layers, 2, out);
        assert_close(angle_z(out, 0), 10, 1e-4);
        assert_close(angle_z(out, 1), expected[i][1], 1e-4);
    }
    sinew_joint_mask_destroy(mask);
    sinew_local_pose_destroy(a);
    sinew_local_pose_destroy(b);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

static void a_clip_added_to_its_reference_gives_the_clip(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(37);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *out = make_local_pose(model), *alone = make_local_pose(model);
    const sinew_blend_input references[3] = {layer_of_clip(0, 0, 1), layer_of_clip(1, 0.4, 1),
                                             layer_of_clip(SINEW_NONE, 0, 1)};
    for (int i = 0; i < 3; ++i) {
        sinew_blend_input layers[2] = {references[i], layer_of_clip(0, 0.63, 1)};
        layers[1].mode = SINEW_BLEND_ADDITIVE;
        layers[1].reference = references[i].source;
        sinew_blend(blender, layers, 2, out);
        sinew_blend(blender, &(sinew_blend_input){.source = layers[1].source, .weight = 1}, 1, alone);
        assert_same_locals(out, alone, model->joint_count, 2e-6);
        layers[1].weight = 0;
        sinew_blend(blender, layers, 2, out);
        sinew_blend(blender, layers, 1, alone);
        assert_same_locals(out, alone, model->joint_count, 0);
    }
    sinew_local_pose_destroy(out);
    sinew_local_pose_destroy(alone);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// A layer whose source is zeroed has no effect, whatever its mode, and is refused by the check; it is not clip 0.
static void a_layer_without_a_source_has_no_effect(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(5);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *out = make_local_pose(model), *alone = make_local_pose(model);
    for (int mode = SINEW_BLEND_AVERAGE; mode <= SINEW_BLEND_ADDITIVE; ++mode) {
        const sinew_blend_input layers[2] = {layer_of_clip(1, 0.4, 1), {.mode = (sinew_blend_mode)mode, .weight = 1}};
        sinew_blend(blender, layers, 2, out);
        sinew_blend(blender, layers, 1, alone);
        assert_same_locals(out, alone, model->joint_count, 0);
        assert_refused(model, layers, 2, "layer 2: no clip and no pose");
    }
    sinew_local_pose_destroy(out);
    sinew_local_pose_destroy(alone);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Without a reference, an additive clip is relative to its own start and an additive pose to the rest pose.
static void an_additive_layer_is_relative_to_the_start_of_its_clip(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(5);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *found = make_local_pose(model), *expected = make_local_pose(model),
                     *pose = make_local_pose(model);
    sinew_blend(blender, &(sinew_blend_input){.source = layer_of_clip(0, 0.2, 1).source, .weight = 1}, 1, pose);
    const sinew_blend_input added[2] = {layer_of_clip(1, 0.63, 0.5f), layer_of_pose(pose, 0.5f)};
    const sinew_blend_source references[2] = {layer_of_clip(1, 0, 1).source, layer_of_clip(SINEW_NONE, 0, 1).source};
    for (int i = 0; i < 2; ++i) {
        sinew_blend_input layers[2] = {layer_of_clip(0, 0.4, 1), added[i]};
        layers[1].mode = SINEW_BLEND_ADDITIVE;
        assert_int_equal(sinew_blend_check(model, layers, 2, NULL), SINEW_OK);
        sinew_blend(blender, layers, 2, found);
        layers[1].reference = references[i];
        sinew_blend(blender, layers, 2, expected);
        assert_same_locals(found, expected, model->joint_count, 0);
    }
    sinew_local_pose_destroy(found);
    sinew_local_pose_destroy(expected);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Scales multiply: 2 · (1 + 0.5 · (3 / 1.5 − 1)) = 3. A reference that is scaled to 0 adds nothing.
static void additive_scales_multiply(void **state)
{
    (void)state;
    sinew_model *model = make_two_clips(2);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *base = make_local_pose(model), *a = make_local_pose(model), *reference = make_local_pose(model),
                     *out = make_local_pose(model);
    base->groups[0].sx[1] = 2;
    a->groups[0].sx[1] = 3;
    reference->groups[0].sx[1] = 1.5f;
    reference->groups[0].sy[1] = 0;
    a->groups[0].tx[1] = 5;
    sinew_blend_input layers[2] = {layer_of_pose(base, 1), layer_of_pose(a, 0.5f)};
    layers[1].mode = SINEW_BLEND_ADDITIVE;
    layers[1].reference = (sinew_blend_source){.kind = SINEW_BLEND_POSE, .pose = reference};
    sinew_blend(blender, layers, 2, out);
    assert_close(local_of(out, 1).s.x, 3, 1e-6);
    assert_close(local_of(out, 1).s.y, 1, 0);
    assert_close(local_of(out, 1).t.x, 2.5, 1e-6);
    sinew_local_pose_destroy(base);
    sinew_local_pose_destroy(a);
    sinew_local_pose_destroy(reference);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Morph weights 0.2 and 0.8 with weights 3 and 1: 0.35. A joint with a hidden quarter is visible, with three quarters
/// it is hidden, and so are the joints below it.
static void morphs_and_visibility_blend(void **state)
{
    (void)state;
    sinew_model *model = make_baked(scene_tube(4), NULL);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *a = make_local_pose(model), *b = make_local_pose(model), *out = make_local_pose(model);
    a->morph_weights[0] = 0.2f;
    b->morph_weights[0] = 0.8f;
    b->visible[1] = 0;
    sinew_blend_input layers[2] = {layer_of_pose(a, 3), layer_of_pose(b, 1)};
    sinew_blend(blender, layers, 2, out);
    assert_close(out->morph_weights[0], 0.35, 1e-6);
    assert_int_equal(out->visible[1], 1);
    layers[1].weight = 9;
    sinew_blend(blender, layers, 2, out);
    assert_int_equal(out->visible[0], 1);
    assert_int_equal(out->visible[1], 0);
    assert_int_equal(out->visible[3], 0);
    layers[1].mode = SINEW_BLEND_OVERRIDE;
    layers[1].weight = 0.5f;
    sinew_blend(blender, layers, 2, out);
    assert_close(out->morph_weights[0], 0.5, 1e-6);
    sinew_local_pose_destroy(a);
    sinew_local_pose_destroy(b);
    sinew_local_pose_destroy(out);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Each joint is visible if the layers that show it weigh at least as much as the layers that hide it. The test counts
/// the votes, for layers that show the same joints and for others, with masks and without.
static void visible_joints_are_voted_for(void **state)
{
    (void)state;
    enum { JOINTS = 4, LAYERS = 3 };
    static const uint8_t choices[3][JOINTS] = {{1, 1, 1, 1}, {1, 1, 1, 0}, {1, 1, 0, 0}};
    static const float weights[LAYERS] = {4, 2, 1};
    sinew_model *model = make_baked(scene_tube(JOINTS), NULL);
    sinew_blender *blender = make_blender(model);
    sinew_joint_mask *mask = make_mask(model, 0);
    assert_int_equal(sinew_joint_mask_set_subtree(mask, 2, 1, NULL), SINEW_OK);
    sinew_local_pose *out = make_local_pose(model), *poses[LAYERS];
    for (int i = 0; i < LAYERS; ++i) poses[i] = make_local_pose(model);
    for (int combination = 0; combination < 27 * 8; ++combination) {
        sinew_blend_input layers[LAYERS];
        float votes[JOINTS] = {0};
        for (int i = 0, rest = combination / 8; i < LAYERS; ++i, rest /= 3) {
            const int is_masked = combination >> i & 1;
            memcpy(poses[i]->visible, choices[rest % 3], JOINTS);
            layers[i] = layer_of_pose(poses[i], weights[i]);
            layers[i].mask = is_masked ? mask : NULL;
            for (int k = 0; k < JOINTS; ++k)
                votes[k] += is_masked && k < 2 ? 0 : choices[rest % 3][k] ? weights[i] : -weights[i];
        }
        sinew_blend(blender, layers, LAYERS, out);
        for (int k = 0; k < JOINTS; ++k) {
            const int above = k == 0 || out->visible[k - 1];
            assert_int_equal(out->visible[k], above && votes[k] >= 0);
        }
    }
    for (int i = 0; i < LAYERS; ++i) sinew_local_pose_destroy(poses[i]);
    sinew_local_pose_destroy(out);
    sinew_joint_mask_destroy(mask);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

// ---- globals ------------------------------------------------------------------------------------------------------

/// Globals and palette of a blended pose against the recursive reference in double precision.
static void check_globals(const sinew_model *model, const sinew_local_pose *pose, sinew_blender *blender)
{
    sinew_pose *exact = make_pose(model);
    sinew_palette_matrix *palette = calloc((size_t)model->skin_joint_count + 1, sizeof *palette);
    sinew_local_pose_evaluate(model, pose, exact);
    sinew__pose_walk_hierarchy(model, exact);
    sinew_blend_palette(blender, palette);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine global = sinew_blend_joint_global(blender, i);
        for (int k = 0; k < 12; ++k)
            assert_close(global.row[k / 4][k % 4], exact->global[i].row[k / 4][k % 4], 3e-6 * model->joint_count);
    }
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        for (int k = 0; k < 12; ++k)
            assert_close(palette[i].row[k / 4][k % 4], exact->palette[i].row[k / 4][k % 4], 5e-6 * model->joint_count);
    free(palette);
    sinew_pose_destroy(exact);
}

/// Globals computed only below a joint have the bits of globals computed for all joints: of single joints, of few and
/// of many.
static void globals_below_a_joint_have_the_bits_of_all(void **state)
{
    (void)state;
    chain *made = make_tree();
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_blender *some = make_blender(model), *all = make_blender(model);
    sinew_local_pose *pose = make_local_pose(model);
    const sinew_blend_input layers[2] = {layer_of_clip(0, 0.2, 0.3f), layer_of_clip(0, 0.8, 0.7f)};
    sinew_blend(some, layers, 2, pose);
    sinew_blend_globals(some, pose);
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        set_rotation_z(pose, joint, 10 + joint, 1);
        sinew_blend_globals_below(some, pose, joint);
        sinew_blend_globals(all, pose);
        assert_memory_equal(some->joint_matrices, all->joint_matrices,
                            ((size_t)model->joint_count + 1) * 16 * sizeof(float));
    }
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(some);
    sinew_blender_destroy(all);
    sinew_model_destroy(model);
}

static void globals_are_those_of_the_reference(void **state)
{
    (void)state;
    chain *made = make_tree();
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_blender *blender = make_blender(model);
    sinew_local_pose *pose = make_local_pose(model);
    const sinew_blend_input layers[2] = {layer_of_clip(0, 0.2, 0.3f), layer_of_clip(0, 0.8, 0.7f)};
    sinew_blend(blender, layers, 2, pose);
    sinew_blend_globals(blender, pose);
    check_globals(model, pose, blender);
    set_rotation_z(pose, 2, 75, 1); // then only the joints below it
    sinew_blend_globals_below(blender, pose, 2);
    check_globals(model, pose, blender);
    sinew_local_pose_destroy(pose);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

/// Rrs: a child does not take over the blended scale of its parent; RrSs: it takes over the scale after its rotation.
static void inherit_types_use_the_blended_scale(void **state)
{
    (void)state;
    for (int type = SINEW_INHERIT_RrSs; type <= SINEW_INHERIT_Rrs; ++type) {
        chain *made = make_busy_chain(1);
        for (int32_t i = 0; i < 16; ++i) made->stacks[i].inherit_type = type;
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        sinew_blender *blender = make_blender(model);
        sinew_local_pose *pose = make_local_pose(model);
        const sinew_blend_input layers[2] = {layer_of_clip(0, 0.1, 0.4f), layer_of_clip(0, 0.9, 0.6f)};
        sinew_blend(blender, layers, 2, pose);
        assert_true(fabs(local_of(pose, 3).s.x - 1) > 0.01);
        sinew_blend_globals(blender, pose);
        check_globals(model, pose, blender);
        set_rotation_z(pose, 5, 75, 1);
        sinew_blend_globals_below(blender, pose, 5);
        check_globals(model, pose, blender);
        sinew_local_pose_destroy(pose);
        sinew_blender_destroy(blender);
        sinew_model_destroy(model);
    }
}

// ---- kernels ------------------------------------------------------------------------------------------------------

static void fill_randomly(sinew_local_group *groups, int32_t count, uint32_t *seed)
{
    float *values = (float *)groups;
    for (size_t i = 0; i < (size_t)count * sizeof *groups / sizeof *values; ++i)
        values[i] = (float)random_number(seed, -1, 1);
}

static void every_kernel_gives_the_same_bits(void **state)
{
    (void)state;
    enum { GROUPS = 3, JOINTS = GROUPS * SINEW_LOCAL_LANES };
    sinew_local_group inputs[4][GROUPS], out[2][GROUPS];
    sinew__local_sum sums[GROUPS];
    float mask[GROUPS * SINEW_LOCAL_LANES];
    uint32_t seed = 5;
    for (int i = 0; i < 4; ++i) fill_randomly(inputs[i], GROUPS, &seed);
    for (int i = 0; i < GROUPS * SINEW_LOCAL_LANES; ++i) mask[i] = (float)random_number(&seed, 0, 1);
    const sinew__weighted_locals a = {inputs[0], NULL, 0.3f}, b = {inputs[1], mask, 0.6f}, c = {inputs[2], mask, 0.4f};
    for (int kernels = -1; force_next_kernels(&kernels);) {
        const sinew__blend_kernel *kernel = sinew__blend_kernel_best();
        sinew_local_group *to = out[kernels > 0];
        kernel->begin(&a, JOINTS, sums);
        kernel->add(&b, JOINTS, sums);
        kernel->finish(&c, sums, inputs[3], JOINTS, to);
        kernel->over(&c, JOINTS, to);
        kernel->add_difference(&b, inputs[3], JOINTS, to);
        assert_memory_equal(out[0], to, sizeof out[0]);
    }
}

/// Vectors after the last joint, which differ from kernel to kernel, are left out.
static void lanes_behind_the_last_joint_rest_in_every_kernel(void **state)
{
    (void)state;
    enum { JOINTS = SINEW_LOCAL_LANES + 3 };
    sinew_model *model = make_two_clips(JOINTS);
    sinew_joint_mask *mask = make_mask(model, 0.5);
    sinew_local_group first[2];
    for (int kernels = -1; force_next_kernels(&kernels);) {
        sinew_blender *blender = make_blender(model);
        sinew_local_pose *pose = make_local_pose(model);
        const sinew_blend_input layers[4] = {
            layer_of_clip(0, 0.3, 0.4f),
            layer_of_clip(1, 0.5, 0.6f),
            {.source = layer_of_clip(0, 0.6, 1).source, .weight = 0.7f, .mode = SINEW_BLEND_OVERRIDE, .mask = mask},
            {.source = layer_of_clip(1, 0.2, 1).source, .weight = 0.5f, .mode = SINEW_BLEND_ADDITIVE}};
        sinew_blend(blender, layers, 4, pose);
        if (kernels == 0) memcpy(first, pose->groups, sizeof first);
        assert_memory_equal(first, pose->groups, sizeof first);
        assert_true(fabs(angle_z(pose, JOINTS - 1)) > 1);
        for (int32_t lane = JOINTS; lane < 2 * SINEW_LOCAL_LANES; ++lane) {
            const sinew_transform local = local_of(pose, lane), rest = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
            assert_memory_equal(&local, &rest, sizeof rest);
        }
        sinew_local_pose_destroy(pose);
        sinew_blender_destroy(blender);
    }
    sinew_joint_mask_destroy(mask);
    sinew_model_destroy(model);
}

/// The pass that a cross-fade takes, compared with the sum that any number of layers takes.
static void two_layers_in_one_pass_are_their_sum(void **state)
{
    (void)state;
    enum { GROUPS = 3, JOINTS = GROUPS * SINEW_LOCAL_LANES };
    sinew_local_group inputs[3][GROUPS], out[2][GROUPS];
    sinew__local_sum sums[GROUPS];
    uint32_t seed = 6;
    for (int i = 0; i < 3; ++i) fill_randomly(inputs[i], GROUPS, &seed);
    const sinew__weighted_locals a = {inputs[0], NULL, 0.7f}, b = {inputs[1], NULL, 0.25f};
    for (int kernels = -1; force_next_kernels(&kernels);) {
        const sinew__blend_kernel *kernel = sinew__blend_kernel_best();
        memset(out, 0xde, sizeof out);
        kernel->begin(&a, JOINTS, sums);
        kernel->finish(&b, sums, inputs[2], JOINTS, out[0]);
        kernel->average_two(&a, &b, inputs[2], JOINTS, out[1]);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_layers_are_named),
        cmocka_unit_test(invalid_weights_and_times_still_give_a_pose),
        cmocka_unit_test(invalid_masks_are_refused),
        cmocka_unit_test(one_weight_gives_the_clip),
        cmocka_unit_test(rotations_blend_in_one_hemisphere),
        cmocka_unit_test(order_does_not_change_a_bit),
        cmocka_unit_test(the_rest_pose_takes_what_is_missing),
        cmocka_unit_test(masks_choose_joints_and_fade_along_a_chain),
        cmocka_unit_test(a_layer_over_the_others_replaces_them),
        cmocka_unit_test(a_clip_added_to_its_reference_gives_the_clip),
        cmocka_unit_test(a_layer_without_a_source_has_no_effect),
        cmocka_unit_test(an_additive_layer_is_relative_to_the_start_of_its_clip),
        cmocka_unit_test(additive_scales_multiply),
        cmocka_unit_test(morphs_and_visibility_blend),
        cmocka_unit_test(visible_joints_are_voted_for),
        cmocka_unit_test(globals_are_those_of_the_reference),
        cmocka_unit_test(globals_below_a_joint_have_the_bits_of_all),
        cmocka_unit_test(inherit_types_use_the_blended_scale),
        cmocka_unit_test(every_kernel_gives_the_same_bits),
        cmocka_unit_test(lanes_behind_the_last_joint_rest_in_every_kernel),
        cmocka_unit_test(two_layers_in_one_pass_are_their_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
