/// The walk: local → global → palette, flat and recursive, and the properties that a pose must have.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/pose.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"

enum { JOINTS = 300 };

/// A random tree in authored order with random stacks of every inherit type and rotation order, and a clip that turns
/// every joint.
static sinew_model *random_model(uint32_t seed)
{
    static sinew_raw_joint joints[JOINTS];
    static sinew_transform_stack stacks[JOINTS];
    static sinew_curve_key keys[JOINTS][2];
    static sinew_raw_curve curves[JOINTS];
    static sinew_raw_channel channels[JOINTS];
    memset(joints, 0, sizeof joints);
    memset(channels, 0, sizeof channels);
    for (int32_t i = 0; i < JOINTS; ++i) {
        sinew_transform_stack *s = &stacks[i];
        memset(s, 0, sizeof *s);
        for (int k = 0; k < 3; ++k) {
            s->translation[k] = random_number(&seed, -1, 1);
            s->rotation[k] = random_number(&seed, -180, 180);
            s->scaling[k] = random_number(&seed, 0.9, 1.1);
            s->pre_rotation[k] = random_number(&seed, -90, 90);
            s->rotation_pivot[k] = random_number(&seed, -1, 1);
        }
        s->rotation_active = 1;
        s->rotation_order = (int32_t)random_number(&seed, 0, 6);
        s->inherit_type = (int32_t)random_number(&seed, 0, 3);
        joints[i].name = "j";
        joints[i].parent = i == 0 ? SINEW_NONE : (int32_t)random_number(&seed, i > 6 ? i - 6 : 0, i);
        joints[i].stack = s;
        keys[i][0] =
            (sinew_curve_key){.ticks = 0, .value = random_number(&seed, -90, 90), .interpolation = SINEW_LINEAR};
        keys[i][1] = (sinew_curve_key){.ticks = INT64_C(46186158000), .value = random_number(&seed, -90, 90)};
        curves[i] = (sinew_raw_curve){.keys = keys[i], .key_count = 2};
        channels[i] =
            (sinew_raw_channel){.joint = i, .property = SINEW_CHANNEL_ROTATION, .curve = {NULL, &curves[i], NULL}};
    }
    const sinew_raw_clip clip = {.name = "turn", .duration = 1, .channels = channels, .channel_count = JOINTS};
    return make_model(&(sinew_raw_model){.joints = joints, .joint_count = JOINTS, .clips = &clip, .clip_count = 1});
}

static void flat_and_recursive_walk_agree(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        sinew_model *model = random_model(seed);
        sinew_pose *flat = make_pose(model), *recursive = make_pose(model);
        for (double time = -0.5; time <= 1.5; time += 0.25) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, flat);
            sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, 0, time, recursive);
            for (int32_t i = 0; i < model->joint_count; ++i)
                for (int r = 0; r < 3; ++r)
                    for (int c = 0; c < 4; ++c)
                        assert_close(flat->global[i].row[r][c], recursive->global[i].row[r][c],
                                     1e-6 * model->info->size);
        }
        sinew_pose_destroy(flat);
        sinew_pose_destroy(recursive);
        sinew_model_destroy(model);
    }
}

/// A pose that has been used gives the same bits as a new one.
static void poses_remember_nothing(void **state)
{
    (void)state;
    sinew_model *model = random_model(7);
    sinew_pose *used = make_pose(model), *fresh = make_pose(model);
    for (double time = 0; time < 1; time += 0.1) sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, used);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.3, used);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.3, fresh);
    assert_memory_equal(used->global, fresh->global, sizeof *used->global * (size_t)model->joint_count);
    sinew_pose_destroy(used);
    sinew_pose_destroy(fresh);
    sinew_model_destroy(model);
}

/// Parent scaled (2, 1, 1), child turned 90° about z and scaled (1, 3, 1): the linear parts of the three inherit types
/// on paper.
///   RSrs: S·r·s = diag(2,1,1) · [0 −1; 1 0] · diag(1,3) = [0 −6; 1 0]
///   RrSs: r·S·s = [0 −1; 1 0] · diag(2,3)               = [0 −3; 2 0]
///   Rrs:  r·s   = [0 −1; 1 0] · diag(1,3)               = [0 −3; 1 0]
static void inherit_types_place_the_parents_scale(void **state)
{
    (void)state;
    static const double expected[3][2][2] = {{{0, -3}, {2, 0}}, {{0, -6}, {1, 0}}, {{0, -3}, {1, 0}}};
    for (int32_t type = 0; type < 3; ++type) {
        const sinew_transform_stack parent = {.scaling = {2, 1, 1}, .inherit_type = SINEW_INHERIT_RSrs};
        const sinew_transform_stack child = {
            .translation = {5, 0, 0}, .rotation = {0, 0, 90}, .scaling = {1, 3, 1}, .inherit_type = type};
        const sinew_raw_joint joints[] = {{.name = "p", .parent = SINEW_NONE, .stack = &parent},
                                          {.name = "c", .parent = 0, .stack = &child}};
        sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = 2});
        sinew_pose *pose = make_pose(model);
        for (int r = 0; r < 2; ++r)
            for (int c = 0; c < 2; ++c) assert_close(pose->global[1].row[r][c], expected[type][r][c], 1e-12);
        assert_close(pose->global[1].row[0][3], 10, 1e-12); // the place is always the parent's to scale
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// A chain of the inherit types 2, 0, 2, 1, 2, each joint scaled unevenly and rotated by a quarter.
enum { CHAIN = 5 };
static const sinew_transform_stack CHAIN_STACKS[CHAIN] = {
    {.translation = {1, 2, 3}, .rotation = {0, 0, 90}, .scaling = {2, 3, 4}, .inherit_type = SINEW_INHERIT_Rrs},
    {.translation = {1, 0, 0}, .rotation = {90, 0, 0}, .scaling = {1, 2, 1}, .inherit_type = SINEW_INHERIT_RrSs},
    {.translation = {0, 1, 0}, .rotation = {0, 90, 0}, .scaling = {3, 1, 2}, .inherit_type = SINEW_INHERIT_Rrs},
    {.translation = {0, 0, 1}, .rotation = {0, 0, 90}, .scaling = {2, 5, 1}, .inherit_type = SINEW_INHERIT_RSrs},
    {.translation = {1, 1, 1}, .rotation = {90, 0, 0}, .scaling = {1, 3, 7}, .inherit_type = SINEW_INHERIT_Rrs},
};

/// Its globals on paper. Type 2 by Maya's documentation of a joint's matrix, S · R · IS · T in row vectors with IS the
/// inverse of the parent's own scale. The last one: G₃ · S₃⁻¹ = [0 12 0; 0 0 4; 3 0 0], r · s = [1 0 0; 0 0 −7; 0 3 0],
/// at G₃ · (1, 1, 1).
static const double CHAIN_GLOBALS[CHAIN][3][4] = {
    {{0, -3, 0, 1}, {2, 0, 0, 2}, {0, 0, 4, 3}},      {{0, 0, 4, 1}, {2, 0, 0, 4}, {0, 6, 0, 3}},
    {{-12, 0, 0, 1}, {0, 0, 4, 4}, {0, 3, 0, 9}},     {{0, 60, 0, 1}, {0, 0, 4, 8}, {6, 0, 0, 9}},
    {{0, 0, -84, 61}, {0, 12, 0, 12}, {3, 0, 0, 15}},
};

/// With a skin on its ends, whose offsets come from the rest pose, and a clip that keeps it.
static sinew_model *chain_model(void)
{
    static const float positions[9] = {0, 1, 0, 1, 1, 0, 0, 1, 1};
    static const uint32_t start[4] = {0, 1, 2, 3};
    static const sinew_raw_influence influences[3] = {{0, 1}, {1, 1}, {1, 1}};
    static const sinew_raw_skin_joint skin_joints[2] = {{.joint = 2, .node = SINEW_NONE},
                                                        {.joint = 4, .node = SINEW_NONE}};
    static const sinew_curve_key keys[2] = {{.ticks = 0, .value = 1, .interpolation = SINEW_LINEAR},
                                            {.ticks = INT64_C(46186158000), .value = 1}};
    static const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 4,
                                       .morph = SINEW_NONE,
                                       .property = SINEW_CHANNEL_TRANSLATION,
                                       .value = {1, 1, 1},
                                       .curve = {&curve, NULL, NULL}};
    const sinew_raw_clip clip = {.name = "still", .duration = 1, .channels = &channel, .channel_count = 1};
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    sinew_raw_joint joints[CHAIN];
    for (int i = 0; i < CHAIN; ++i)
        joints[i] = (sinew_raw_joint){.name = "j", .parent = i - 1, .node = SINEW_NONE, .stack = &CHAIN_STACKS[i]};
    return make_model(&(sinew_raw_model){
        .joints = joints, .joint_count = CHAIN, .meshes = &mesh, .mesh_count = 1, .clips = &clip, .clip_count = 1});
}

static void assert_is_chain(const sinew_pose *pose, double tolerance)
{
    for (int i = 0; i < CHAIN; ++i)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) assert_close(pose->global[i].row[r][c], CHAIN_GLOBALS[i][r][c], tolerance);
}

static void scales_of_segments_are_compensated_as_by_maya(void **state)
{
    (void)state;
    sinew_model *model = make_baked(chain_model(), NULL);
    sinew_pose *pose = make_pose(model);
    assert_is_chain(pose, 1e-12);
    for (int i = 0; i < 2; ++i)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) assert_close(pose->palette[i].row[r][c], r == c, 1e-6);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0.5, pose);
    assert_is_chain(pose, 1e-12);
    sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, 0, 0.5, pose);
    assert_is_chain(pose, 1e-12);
    memset(pose->global, 0xde, sizeof *pose->global * CHAIN);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.5, pose);
    assert_is_chain(pose, 1e-4); // floats
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// globalInverse · global · offset is the identity while every joint is at its bind transform, whatever the importer's
/// root.
static void palette_is_the_identity_in_the_bind_pose(void **state)
{
    (void)state;
    const sinew_affine root = turn_z(30, 4, 5);
    const sinew_transform shift = {{1, 2, 3}, {0, 0, 0.6, 0.8}, {1, 1, 1}};
    const sinew_raw_joint joints[] = {{.name = "root", .parent = SINEW_NONE, .rest_matrix = &root},
                                      {.name = "a", .parent = 0, .rest = shift},
                                      {.name = "b", .parent = 1, .rest = shift}};
    const float positions[9] = {0};
    const uint32_t start[4] = {0, 1, 2, 3};
    const sinew_raw_influence influences[3] = {{0, 1}, {1, 1}, {1, 1}};
    sinew_raw_skin_joint skin_joints[2] = {{.joint = 1}, {.joint = 2}};
    // offset = (rootInverse · global)⁻¹: mesh space is the model's space without the importer's root
    const sinew_affine local = sinew__affine_from_transform(&shift), both = sinew__affine_multiply(&local, &local);
    assert_true(sinew__affine_inverse(&local, &skin_joints[0].inverse_bind));
    assert_true(sinew__affine_inverse(&both, &skin_joints[1].inverse_bind));
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    sinew_model *model = make_model(
        &(sinew_raw_model){.joints = joints, .joint_count = 3, .meshes = &mesh, .mesh_count = 1, .root = root});
    sinew_pose *pose = make_pose(model);
    for (int32_t i = 0; i < 2; ++i)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) assert_close(pose->palette[i].row[r][c], r == c, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Keys of whole quaternions: a quarter turn in a second, held before and after; halfway 45°.
static void tracks_slerp_and_hold(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    const sinew_track_key keys[] = {{0, {0, 0, 0, 1}}, {1, {0, 0, -half, -half}}}; // the same turn as (0,0,h,h)
    const sinew_raw_track track = {.joint = 0,
                                   .node = SINEW_NONE,
                                   .path = SINEW_TRACK_ROTATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "c", .start = 10, .duration = -1, .tracks = &track, .track_count = 1};
    sinew_model *model =
        make_model(&(sinew_raw_model){.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    sinew_pose *pose = make_pose(model);
    const double times[4] = {-1, 0.5, 1, 89}, degrees[4] = {0, 45, 90, 90};
    for (int i = 0; i < 4; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, times[i], pose);
        assert_close(pose->global[0].row[1][0], sin(degrees[i] * 3.14159265358979 / 180), 1e-9);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A base layer at 10, an additive one of 4 at half weight; over them 100 at weight 0.1: (10 + 2) · 0.9 + 10 if the
/// others pass through, 0.1 · 100 if they do not.
static void layers_mix_by_mode_and_weight(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    sinew_raw_layer layers[] = {{.name = "base", .weight = 1},
                                {.name = "add", .weight = 0.5},
                                {.name = "over", .weight = 0.1, .mode = SINEW_LAYER_OVERRIDE_PASSTHROUGH}};
    const sinew_raw_channel channels[] = {
        {.layer = 2, .value = {100}}, {.layer = 0, .value = {10}}, {.layer = 1, .value = {4}}};
    const sinew_raw_clip clip = {
        .name = "c", .layers = layers, .layer_count = 3, .channels = channels, .channel_count = 3};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1};
    static const double expected[] = {20.8, 10, 12};
    for (int i = 0; i < 3; ++i) {
        if (i == 1) layers[2].mode = SINEW_LAYER_OVERRIDE;
        layers[2].muted = i == 2;
        sinew_model *model = make_model(&raw);
        sinew_pose *pose = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0, pose);
        assert_close(pose->global[0].row[0][3], expected[i], 1e-9);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// The base layer is one for all joints. A joint that only a layer above has gets that layer's part, half of 4, and not
/// all of it as if the layer were the base; if the author names that layer as the base, it gets all.
/// A muted layer is not a base.
static void the_base_layer_is_one_for_all_joints(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "a", .parent = SINEW_NONE}, {.name = "b", .parent = SINEW_NONE}};
    sinew_raw_layer layers[] = {{.name = "muted", .weight = 1, .muted = 1, .is_base = 1},
                                {.name = "low", .weight = 1},
                                {.name = "half", .weight = 0.5}};
    const sinew_raw_channel channels[] = {{.joint = 0, .layer = 1, .value = {10}},
                                          {.joint = 1, .layer = 2, .value = {4}}};
    const sinew_raw_clip clip = {
        .name = "c", .layers = layers, .layer_count = 3, .channels = channels, .channel_count = 2};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1};
    for (uint32_t named = 0; named <= 1; ++named) {
        layers[2].is_base = named;
        sinew_model *model = make_model(&raw);
        sinew_pose *pose = make_pose(model);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0, pose);
        assert_int_equal(model->layers[1].is_base, !named);
        assert_int_equal(model->layers[2].is_base, named);
        assert_close(pose->global[0].row[0][3], 10, 1e-12);
        assert_close(pose->global[1].row[0][3], named ? 4 : 2, 1e-12);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// A sheared rest matrix holds until something moves the joint.
static void sheared_rest_holds_while_nothing_moves(void **state)
{
    (void)state;
    sinew_affine shear = sinew__affine_identity();
    shear.row[0][1] = 0.5;
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE, .rest_matrix = &shear};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = &joint, .joint_count = 1});
    sinew_pose *pose = make_pose(model);
    assert_close(pose->global[0].row[0][1], 0.5, 1e-12);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static sinew_model *chain(int32_t length)
{
    sinew_raw_joint *joints = calloc((size_t)length, sizeof *joints);
    assert_non_null(joints);
    for (int32_t i = 0; i < length; ++i) joints[i] = (sinew_raw_joint){.name = "j", .parent = i - 1};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = length});
    free(joints);
    return model;
}

static void recursion_refuses_depths_over_its_limit(void **state)
{
    (void)state;
    sinew_model *deep = chain(60000), *shallow = chain(SINEW_RECURSION_MAX);
    sinew_error error = {0};
    assert_int_equal(sinew_engine_accepts(deep, SINEW_ENGINE_REFERENCE, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "4096"));
    assert_int_equal(sinew_engine_accepts(deep, SINEW_ENGINE_EXACT, NULL), SINEW_OK);
    assert_int_equal(sinew_engine_accepts(shallow, SINEW_ENGINE_REFERENCE, NULL), SINEW_OK);
    assert_int_equal(sinew_engine_accepts(shallow, SINEW_ENGINE_ASSIMP, NULL), SINEW_ERROR_UNSUPPORTED);
    sinew_model_destroy(deep);
    sinew_model_destroy(shallow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_and_recursive_walk_agree),
        cmocka_unit_test(poses_remember_nothing),
        cmocka_unit_test(inherit_types_place_the_parents_scale),
        cmocka_unit_test(scales_of_segments_are_compensated_as_by_maya),
        cmocka_unit_test(palette_is_the_identity_in_the_bind_pose),
        cmocka_unit_test(tracks_slerp_and_hold),
        cmocka_unit_test(layers_mix_by_mode_and_weight),
        cmocka_unit_test(the_base_layer_is_one_for_all_joints),
        cmocka_unit_test(sheared_rest_holds_while_nothing_moves),
        cmocka_unit_test(recursion_refuses_depths_over_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
