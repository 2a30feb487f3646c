/// The reference pose of a body: how poses are scored, which one is chosen, and the measures of the body in it. Scores
/// follow from the positions of a few joints, which a test moves.
#include "author/retarget/retarget.h"
#include "author/retarget/retarget_clips.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "sinew/pose.h"
#include "support/make_body.h"
#include "support/make_model.h"
#include "support/make_person.h"

static sinew_transform *rest_of(sinew_model *model, int joint)
{
    return &((sinew_joint *)(uintptr_t)model->joints)[joint].rest;
}

/// Measures the body of a model; the caller frees the memory.
static void measure(const sinew_model *model, const sinew_reference *wanted, sinew__reference_body *body,
                    sinew__arena *memory)
{
    static sinew_body_map map;
    sinew_error error;
    if (sinew_body_map_find(model, &map, &error) != SINEW_OK ||
        sinew__reference_body_init(body, model, &map, wanted, memory, &error) != SINEW_OK)
        fail_msg("%s", error.message);
}

/// Returns the judgement of the rest pose, and destroys the model.
static sinew__reference_candidate judge_rest(sinew_model *model)
{
    sinew__arena memory = {0};
    sinew__reference_body body;
    measure(model, &(sinew_reference){.kind = SINEW_REFERENCE_REST}, &body, &memory);
    assert_int_equal(body.candidate_count, 1);
    const sinew__reference_candidate found = body.candidates[0];
    sinew__arena_free(&memory);
    sinew_model_destroy(model);
    assert_close(found.score, (found.upright + found.lengths + found.symmetry + found.feet) / 4, 1e-12);
    return found;
}

static sinew_model *stand(void)
{
    return make_person(&(person){.frames = 2});
}

/// A quaternion about an axis of the model; degrees.
static sinew_quat about(double x, double y, double z, double degrees)
{
    const double half = degrees * acos(-1) / 360;
    return (sinew_quat){x * sin(half), y * sin(half), z * sin(half), cos(half)};
}

// ---- scores ---------------------------------------------------------------------------------------------------------

/// The trunk is 45 + 40 long and has two bones; hips and thighs are at one height. The legs are 84 long.
static void a_pose_is_scored_by_its_torso_sides_and_legs(void **state)
{
    (void)state;
    sinew__reference_candidate found = judge_rest(stand());
    assert_close(found.upright, 1, 1e-9);
    assert_close(found.symmetry, 1, 1e-9);
    assert_close(found.feet, 1, 1e-9);
    assert_close(found.lengths, 1, 1e-9);

    // Its spine leans: the head is 67 above the hips and 36 ahead. The cosine times the reach along the trunk.
    sinew_model *model = stand();
    rest_of(model, PERSON_SPINE)->t = (sinew_vec3){0, 27, 36};
    found = judge_rest(model);
    assert_close(found.upright, 67 / hypot(67, 36) * hypot(67, 36) / 85, 1e-9);
    assert_close(found.feet, 67 / hypot(67, 36), 1e-9); // along the trunk

    // A thigh is raised by 60°: half of one leg in two is missing.
    model = stand();
    rest_of(model, PERSON_RIGHT_THIGH)->r = about(1, 0, 0, -60);
    found = judge_rest(model);
    assert_close(found.upright, 1, 1e-9);
    assert_close(found.feet, 0.75, 1e-9);
    // Its knee is 42 from the image of the other one, its ankle 84, among 6 pairs of joints.
    assert_close(found.symmetry, 1 - (42 + 84) / (6 * 84.0), 1e-9);

    // A hand is moved by 10, up or to the side.
    for (int axis = 0; axis < 3; ++axis) {
        model = stand();
        double *moved[] = {&rest_of(model, PERSON_LEFT_HAND)->t.x, &rest_of(model, PERSON_LEFT_HAND)->t.y,
                           &rest_of(model, PERSON_LEFT_HAND)->t.z};
        *moved[axis] += 10;
        assert_close(judge_rest(model).symmetry, 1 - 10 / (6 * 84.0), 1e-9);
    }

    // On its head nothing is left of the trunk, and legs are along it.
    model = stand();
    rest_of(model, PERSON_ROOT)->r = about(0, 0, 1, 180);
    found = judge_rest(model);
    assert_close(found.upright, 0, 1e-9);
    assert_close(found.feet, 1, 1e-9);
}

/// Raised arms whose shoulders are raised with them leave 0.4 of the torso's score: one is enough, and lowered arms or
/// shoulders that point to the side do not count.
static void raised_shoulders_are_no_reference(void **state)
{
    (void)state;
    static const struct {
        int side;
        double clavicle, arm; // degrees upwards, from a horizontal one
        int is_raised;
    } cases[] = {{BODY_LEFT, 60, 30, 1},  {BODY_RIGHT, 60, 30, 1}, {BODY_RIGHT, 40, 50, 1},
                 {BODY_RIGHT, 36, 54, 0}, {BODY_LEFT, 60, -15, 1}, {BODY_LEFT, 60, -16, 0}};
    const double upright = judge_rest(make_body(&(body_options){0})).upright;
    assert_true(upright > 0.9);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = make_body(&(body_options){0});
        const double sign = cases[i].side == BODY_LEFT ? 1 : -1;
        rest_of(model, body_joint(model, NULL, cases[i].side + CLAVICLE))->r = about(0, 0, sign, cases[i].clavicle);
        rest_of(model, body_joint(model, NULL, cases[i].side + UPPER_ARM))->r = about(0, 0, sign, cases[i].arm);
        assert_close(judge_rest(model).upright, upright * (cases[i].is_raised ? 0.4 : 1), 1e-9);
    }
}

/// A pose is upright if its torso scores more than 0.5, its sides more than 0.7, and its legs more than 0.5.
static void a_pose_stands_by_the_least_of_its_scores(void **state)
{
    (void)state;
    static const struct {
        int joint;
        double x, z, degrees; // about x or z
        int stands;
    } cases[] = {{PERSON_HIPS, 1, 0, 59, 1},        {PERSON_HIPS, 1, 0, 61, 0}, // upright by the cosine
                 {PERSON_HIPS, 0, 1, 59, 1},        {PERSON_HIPS, 0, 1, 61, 0},
                 {PERSON_RIGHT_THIGH, 1, 0, 60, 1},  // sides 0.75, legs 0.75
                 {PERSON_RIGHT_THIGH, 1, 0, 75, 0}}; // knee and ankle are off by 126 · 2 sin 37.5°: sides 0.696
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = stand();
        sinew__arena memory = {0};
        sinew__reference_body body;
        rest_of(model, cases[i].joint)->r = about(cases[i].x, 0, cases[i].z, cases[i].degrees);
        measure(model, NULL, &body, &memory);
        assert_int_equal(body.candidates[0].pose.kind, SINEW_REFERENCE_REST);
        assert_int_equal(body.candidates[0].stands, cases[i].stands);
        if (cases[i].joint == PERSON_HIPS)
            assert_close(body.candidates[0].upright, cos(cases[i].degrees * acos(-1) / 180), 1e-9);
        else
            assert_close(body.candidates[0].symmetry, 1 - 126 * 2 * sin(cases[i].degrees * acos(-1) / 360) / 504, 1e-9);
        sinew__arena_free(&memory);
        sinew_model_destroy(model);
    }
}

// ---- measures -------------------------------------------------------------------------------------------------------

/// The bind pose may be in another unit than the rest pose, whose scale the hips state. Less than 1 % is rounding.
static void a_bind_pose_gets_the_unit_of_the_rest_pose(void **state)
{
    (void)state;
    static const struct {
        double scale, size; // of the hips at rest; of the bound body
        double leg;
    } cases[] = {{1, 1, 1}, {1.009, 1, 1}, {1.011, 1, 1.011}, {2, 1, 2}, {100, 1, 100}, {0.01, 100, 1}, {1, 3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = make_body(&(body_options){.size = cases[i].size});
        sinew_pose *pose;
        assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
        for (int32_t k = 0; k < model->joint_count; ++k) {
            sinew_joint *joint = &((sinew_joint *)(uintptr_t)model->joints)[k];
            joint->flags |= SINEW_JOINT_HAS_BIND;
            joint->bind_global = pose->global[k];
        }
        sinew_pose_destroy(pose);
        const double scale = cases[i].scale;
        rest_of(model, body_joint(model, NULL, 0))->s = (sinew_vec3){scale, scale, scale};
        sinew__arena memory = {0};
        sinew__reference_body body;
        measure(model, &(sinew_reference){.kind = SINEW_REFERENCE_BIND}, &body, &memory);
        assert_close(body.leg_length, cases[i].leg * 2 * hypot(0.45, 0.01), 1e-6 * cases[i].leg);
        sinew__arena_free(&memory);
        sinew_model_destroy(model);
    }
}

static double height_of(const sinew_model *model)
{
    double height;
    assert_int_equal(sinew__body_height(model, &height), SINEW_OK);
    return height;
}

/// Legs of 84 are 0.491 of an adult; a head 169 above the ankles is at 0.831 of one.
static void heights_are_those_of_legs_or_of_the_head(void **state)
{
    (void)state;
    sinew_model *model = stand();
    assert_close(height_of(model), 169 / 0.831 / 100, 1e-9);
    rest_of(model, PERSON_HEAD)->t.y = 0; // it is 129 above them: 1.552
    assert_close(height_of(model), 84 / 0.491 / 100, 1e-9);
    rest_of(model, PERSON_HEAD)->t.y = 40;
    rest_of(model, PERSON_LEFT_FOOT)->t.y -= 20; // one leg is longer: its foot is farther below the head
    assert_close(height_of(model), 189 / 0.831 / 100, 1e-9);
    sinew_model_destroy(model);
    model = make_model(&(sinew_raw_model){0});
    assert_close(height_of(model), 0, 0);
    sinew_model_destroy(model);
    // A hundred times too large or small, or a thousand, ten, or inches: 25 … 50 is explained by nothing else.
    static const double factors[][2] = {{1.8, 1},       {0.2, 1},  {12, 1},           {0.018, 100},    {180, 0.01},
                                        {1800, 0.001},  {18, 0.1}, {40, 1 / 39.3701}, {0.04, 39.3701}, {0.19, 10},
                                        {0.0018, 1000}, {0, 1},    {1e6, 0},          {1e-6, 0}};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; ++i)
        assert_close(sinew__likely_unit_factor(factors[i][0]), factors[i][1], 1e-9);
}

/// The feet stand on the ground of the file if the ankles are between −5 % and 35 % of the legs above it; the mean
/// counts.
static void feet_stand_on_the_ground_of_the_file(void **state)
{
    (void)state;
    static const struct {
        double ankle;
        int stands;
    } cases[] = {{4, 1}, {29, 1}, {30, 0}, {-4, 1}, {-5, 0}, {-80, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (int is_uneven = 0; is_uneven < 2; ++is_uneven) {
            sinew_model *model = stand();
            sinew__arena memory = {0};
            sinew__reference_body body;
            rest_of(model, PERSON_HIPS)->t.y += cases[i].ankle - 4;
            rest_of(model, PERSON_LEFT_THIGH)->t.y += 0.4 * is_uneven;
            rest_of(model, PERSON_RIGHT_THIGH)->t.y -= 0.4 * is_uneven;
            measure(model, &(sinew_reference){.kind = SINEW_REFERENCE_REST}, &body, &memory);
            assert_close(body.ankle_height, cases[i].ankle, 1e-9);
            assert_int_equal(body.stands_on_ground, cases[i].stands);
            assert_close(body.arm_length[0], 28 + 25, 1e-9);
            assert_close(body.arm_length[1], 28 + 25, 1e-9);
            sinew__arena_free(&memory);
            sinew_model_destroy(model);
        }
}

/// A head at the height of the thighs shows no direction: the legs do.
static void a_body_without_a_trunk_is_upright_along_its_legs(void **state)
{
    (void)state;
    sinew_model *model = stand();
    sinew__arena memory = {0};
    sinew__reference_body body;
    rest_of(model, PERSON_SPINE)->t = (sinew_vec3){0, 45, 0};
    rest_of(model, PERSON_HEAD)->t = (sinew_vec3){0, -45, 0};
    measure(model, &(sinew_reference){.kind = SINEW_REFERENCE_REST}, &body, &memory);
    const sinew_vec3 up = sinew__reference_up(&body), left = sinew__reference_left(&body, SINEW_SIDE_FOOT, up);
    assert_close(sinew__vec3_dot(up, (sinew_vec3){0, 1, 0}), 1, 1e-9);
    assert_close(sinew__vec3_dot(left, (sinew_vec3){1, 0, 0}), 1, 1e-9);
    sinew__arena_free(&memory);
    sinew_model_destroy(model);
}

/// Without a head the highest joint of the trunk shows its direction.
static void the_highest_joint_of_the_trunk_is_its_top(void **state)
{
    (void)state;
    sinew_model *model = stand();
    sinew__arena memory = {0};
    sinew__reference_body body;
    sinew_body_map map;
    sinew_error error;
    rest_of(model, PERSON_SPINE)->t = (sinew_vec3){0, 36, 27};
    assert_int_equal(sinew_body_map_find(model, &map, &error), SINEW_OK);
    map.joint[SINEW_BODY_HEAD] = SINEW_NONE;
    if (sinew__reference_body_init(&body, model, &map, &(sinew_reference){.kind = SINEW_REFERENCE_REST}, &memory,
                                   &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_close(sinew__vec3_dot(sinew__reference_up(&body), (sinew_vec3){0, 0.8, 0.6}), 1, 1e-9);
    sinew__arena_free(&memory);
    sinew_model_destroy(model);
}

/// A body within 25.8°, whose cosine is 0.9, is along the axes of its file; another one has axes of its own.
static void bodies_that_lean_a_little_are_along_the_axes(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis)
        for (int is_far = 0; is_far < 2; ++is_far) {
            sinew_model *model = stand();
            sinew__arena memory = {0};
            sinew__reference_body body;
            const sinew_quat r = about(axis == 0, axis == 1, axis == 2, is_far ? 26 : 25.6);
            rest_of(model, PERSON_ROOT)->r = r;
            measure(model, &(sinew_reference){.kind = SINEW_REFERENCE_REST}, &body, &memory);
            const sinew_vec3 up = {0, 1, 0}, left = {1, 0, 0}, own_up = sinew__quat_rotate(body.frame, up),
                             own_left = sinew__quat_rotate(body.frame, left);
            assert_close(sinew__vec3_dot(own_up, is_far ? sinew__quat_rotate(r, up) : up), 1, 1e-9);
            assert_close(sinew__vec3_dot(own_left, is_far ? sinew__quat_rotate(r, left) : left), 1, 1e-9);
            assert_close(sinew__vec3_dot(own_up, body.up), 1, 1e-9);
            sinew__arena_free(&memory);
            sinew_model_destroy(model);
        }
}

static void each_leg_needs_a_length(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        sinew_model *model = stand();
        sinew__arena memory = {0};
        sinew__reference_body body;
        sinew_error error;
        sinew_body_map map;
        rest_of(model, side ? PERSON_RIGHT_FOOT : PERSON_LEFT_FOOT)->t = (sinew_vec3){0, 0, 0};
        assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
        const sinew_reference rest = {.kind = SINEW_REFERENCE_REST};
        assert_int_equal(sinew__reference_body_init(&body, model, &map, &rest, &memory, &error), SINEW_ERROR_NO_MATCH);
        assert_string_equal(error.message, side ? "not a body: the right leg has a bone without length"
                                                : "not a body: the left leg has a bone without length");
        sinew__arena_free(&memory);
        sinew_model_destroy(model);
    }
}

static void the_nearest_axis_is_the_longest_component(void **state)
{
    (void)state;
    static const sinew_vec3 cases[][2] = {
        {{3, 2, 1}, {1, 0, 0}},       {{-3, 2, 1}, {-1, 0, 0}},     {{3, 1, 2}, {1, 0, 0}},
        {{2, 3, 1}, {0, 1, 0}},       {{1, 3, 2}, {0, 1, 0}},       {{1, -3, 2}, {0, -1, 0}},
        {{2, 1, 3}, {0, 0, 1}},       {{1, 2, 3}, {0, 0, 1}},       {{1, 2, -3}, {0, 0, -1}},
        {{0.1, 0.2, 0.3}, {0, 0, 1}}, {{0.3, 0.2, 0.1}, {1, 0, 0}}, {{0.1, 0.3, 0.2}, {0, 1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const sinew_vec3 axis = sinew__nearest_axis(cases[i][0]);
        assert_close(axis.x, cases[i][1].x, 0);
        assert_close(axis.y, cases[i][1].y, 0);
        assert_close(axis.z, cases[i][1].z, 0);
    }
}

// ---- clips ----------------------------------------------------------------------------------------------------------

/// A clip is sampled at the rate of its file, if that is between 10 and 120 frames per second, else at 30. A large
/// error lets it stay so; of a small one it is doubled, three times at most.
static void clips_are_sampled_at_their_rate(void **state)
{
    (void)state;
    static const double rates[][2] = {{24, 24}, {10, 10}, {9.9, 30}, {120, 120}, {121, 30}, {0, 30}};
    for (size_t i = 0; i < 2 * (sizeof rates / sizeof *rates); ++i) {
        const double *rate = rates[i / 2], error = i % 2 ? 1e-12 : 10;
        sinew_model *character = make_body(&(body_options){.arms_down = 45}),
                    *animation = make_body(&(body_options){.has_clip = 1, .axes_seed = 3}), *made;
        ((sinew_model_info *)(uintptr_t)animation->info)->fps = rate[0];
        const sinew_retarget_options options = {.error = error};
        assert_int_equal(sinew__retarget_clips(character, animation, &options, &made, NULL), SINEW_OK);
        int32_t most = 0;
        for (int32_t k = 0; k < made->track_count; ++k)
            most = made->tracks[k].key_count > most ? made->tracks[k].key_count : most;
        const int is_exact = fmod(rate[1], 30) == 0; // its keys are at 30 frames per second
        assert_int_equal(most, 2 * rate[1] * (i % 2 && !is_exact ? 8 : 1) + 1);
        assert_close(made->clips[0].duration, 2, 1e-9);
        sinew_model_destroy(character);
        sinew_model_destroy(animation);
        sinew_model_destroy(made);
    }
}

static int are_equal_skeletons(const sinew_model *character, const sinew_model *animation)
{
    int are_equal;
    assert_int_equal(sinew__are_equal_skeletons(character, animation, &are_equal), 1);
    return are_equal;
}

/// Only bones belong to the character: the locals of other joints are not copied.
static void equal_skeletons_copy_their_bones_only(void **state)
{
    (void)state;
    sinew_model *models[2];
    sinew__arena memory = {0};
    const int32_t *copied;
    double scale;
    for (int i = 0; i < 2; ++i) {
        models[i] = make_body(&(body_options){.has_clip = i, .size = 1 + i});
        ((sinew_joint *)(uintptr_t)models[i]->joints)[models[i]->joint_count - 1].kind = SINEW_JOINT_NULL;
    }
    assert_int_equal(sinew__pair_equal_skeletons(models[0], models[1], &memory, &copied, &scale), 1);
    assert_non_null(copied);
    assert_close(scale, 0.5, 1e-9);
    for (int32_t i = 0; i + 1 < models[0]->joint_count; ++i) assert_int_equal(copied[i], i);
    assert_int_equal(copied[models[0]->joint_count - 1], SINEW_NONE);
    // Another parent and another place of that joint change nothing, of a bone they do.
    sinew_joint *last = &((sinew_joint *)(uintptr_t)models[1]->joints)[models[1]->joint_count - 1];
    last->parent = 0;
    last->rest.t.y += 1;
    assert_int_equal(are_equal_skeletons(models[0], models[1]), 1);
    last->kind = SINEW_JOINT_BONE;
    assert_int_equal(are_equal_skeletons(models[0], models[1]), 0);
    sinew__arena_free(&memory);
    for (int i = 0; i < 2; ++i) sinew_model_destroy(models[i]);
}

/// A bone above the root, a root of another name, another parent, another bone: each makes another skeleton; a size
/// does not.
static void skeletons_differ_by_any_joint(void **state)
{
    (void)state;
    static const char *renamed[BODY_JOINTS];
    sinew_model *plain = make_body(&(body_options){0}), *larger = make_body(&(body_options){.size = 3}),
                *wrapped = make_body(&(body_options){.wrappers = 1});
    assert_int_equal(are_equal_skeletons(plain, larger), 1);
    assert_int_equal(are_equal_skeletons(plain, wrapped), 0);
    assert_int_equal(are_equal_skeletons(wrapped, plain), 0);
    sinew_model_destroy(wrapped);
    for (int joint = 0; joint < BODY_JOINTS; ++joint) {
        memcpy(renamed, body_names_mixamo, sizeof renamed);
        renamed[joint] = "Other";
        sinew_model *other = make_body(&(body_options){.names = renamed});
        assert_int_equal(are_equal_skeletons(plain, other), 0);
        sinew_model_destroy(other);
        for (int kind = 0; kind < 3; ++kind) { // 0.2°, 1 % of the length, 1 % of the size
            other = make_body(&(body_options){0});
            sinew_transform *rest = rest_of(other, body_joint(other, NULL, joint));
            if (kind == 0) rest->r = about(1, 0, 0, 0.2);
            if (kind == 1) rest->t = sinew__vec3_scale(rest->t, joint == 0 ? 1 : 1.01);
            if (kind == 2) rest->s.y = 1.01;
            assert_int_equal(are_equal_skeletons(plain, other), kind == 1 && joint == 0);
            if (kind == 0) rest->r = about(0, 0, 1, 0.05);
            if (kind == 1) rest->t = sinew__vec3_scale(rest->t, joint == 0 ? 9 : 1.0005 / 1.01);
            if (kind == 2) rest->s.y = 1.0005;
            assert_int_equal(are_equal_skeletons(plain, other), 1);
            sinew_model_destroy(other);
        }
    }
    sinew_model_destroy(plain);
    sinew_model_destroy(larger);
}

/// The track of a joint in the only clip, or NULL.
static const sinew_track *track_of(const sinew_model *model, int32_t joint, uint32_t path)
{
    for (int32_t i = 0; i < model->track_count; ++i)
        if (model->tracks[i].joint == joint && model->tracks[i].path == path) return &model->tracks[i];
    return NULL;
}

/// Four bones whose equals, twice as long, move for a second: the first one shifts, the second grows, the third holds a
/// rotation, and the fourth a rest rotation. Lines between keys need no keys but those of the frames.
static void only_what_moves_has_keys(void **state)
{
    (void)state;
    enum { BONES = 4 };
    static const char *const names[BONES] = {"a", "b", "c", "d"};
    const double half = acos(-1) / 12; // of 30 degrees
    const sinew_track_key keys[BONES][2] = {{{0, {0, 0, 0}}, {1, {6, 0, 0}}},
                                            {{0, {1, 1, 1}}, {1, {2, 1, 3}}},
                                            {{0, {sin(half), 0, 0, cos(half)}}, {1, {sin(half), 0, 0, cos(half)}}},
                                            {{0, {0, 0, 0, 1}}, {1, {0, 0, 0, 1}}}};
    static const uint32_t paths[] = {SINEW_TRACK_TRANSLATION, SINEW_TRACK_SCALE, SINEW_TRACK_ROTATION,
                                     SINEW_TRACK_ROTATION};
    sinew_raw_joint joints[2][BONES];
    sinew_raw_track tracks[BONES];
    for (int i = 0; i < BONES; ++i) {
        for (int k = 0; k < 2; ++k)
            joints[k][i] = (sinew_raw_joint){.name = names[i],
                                             .parent = i - 1,
                                             .kind = SINEW_JOINT_BONE,
                                             .node = SINEW_NONE,
                                             .rest = {{0, i ? 5 + 5 * k : 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        tracks[i] = (sinew_raw_track){.joint = i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = paths[i],
                                      .keys = keys[i],
                                      .key_count = 2,
                                      .interpolation = SINEW_LINEAR};
    }
    const sinew_raw_clip clip = {.name = "grow", .duration = 1, .tracks = tracks, .track_count = BONES};
    sinew_model *character = make_model(&(sinew_raw_model){.joints = joints[0], .joint_count = BONES}), *made,
                *animation = make_model(&(sinew_raw_model){
                    .fps = 30, .joints = joints[1], .joint_count = BONES, .clips = &clip, .clip_count = 1});
    assert_int_equal(sinew__retarget_clips(character, animation, NULL, &made, NULL), SINEW_OK);
    assert_int_equal(made->track_count, 3);
    for (int i = 0; i < BONES; ++i) {
        const sinew_track *track = track_of(made, i, paths[i]);
        assert_int_equal(track != NULL, i < 3);
        if (!track) continue;
        assert_int_equal(track->key_count, i < 2 ? 31 : 1);
        for (int32_t k = 0; k < track->key_count; ++k) {
            const sinew_track_key *key = &made->track_keys[track->first_key + k];
            assert_close(key->time, k / 30.0, 1e-9);
            for (int c = 0; c < 4; ++c) {
                const double value = keys[i][0].value[c] + (keys[i][1].value[c] - keys[i][0].value[c]) * k / 30;
                assert_close(key->value[c], i == 0 ? value / 2 : value, 1e-9);
            }
        }
    }
    sinew_model_destroy(character);
    sinew_model_destroy(animation);
    sinew_model_destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_is_scored_by_its_torso_sides_and_legs),
        cmocka_unit_test(raised_shoulders_are_no_reference),
        cmocka_unit_test(a_pose_stands_by_the_least_of_its_scores),
        cmocka_unit_test(a_bind_pose_gets_the_unit_of_the_rest_pose),
        cmocka_unit_test(heights_are_those_of_legs_or_of_the_head),
        cmocka_unit_test(feet_stand_on_the_ground_of_the_file),
        cmocka_unit_test(a_body_without_a_trunk_is_upright_along_its_legs),
        cmocka_unit_test(the_highest_joint_of_the_trunk_is_its_top),
        cmocka_unit_test(bodies_that_lean_a_little_are_along_the_axes),
        cmocka_unit_test(each_leg_needs_a_length),
        cmocka_unit_test(the_nearest_axis_is_the_longest_component),
        cmocka_unit_test(clips_are_sampled_at_their_rate),
        cmocka_unit_test(equal_skeletons_copy_their_bones_only),
        cmocka_unit_test(skeletons_differ_by_any_joint),
        cmocka_unit_test(only_what_moves_has_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
