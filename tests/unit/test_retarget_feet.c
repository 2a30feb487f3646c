/// Feet of retargeted clips: soles that are found in the reference pose, the ground that a clip walks on, toes on it.
/// A character whose legs are the animation's, but not all of its skeleton, has to move its feet exactly as the
/// animation does, on its own ground.
#include "author/retarget/retarget.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "sinew/with_clips.h"
#include "support/make_model.h"
#include "support/make_person.h"

static const double pi = 3.14159265358979323846;

// ---- soles ----------------------------------------------------------------------------------------------------------

enum { HIPS, HEAD, LEFT, RIGHT = LEFT + 5, JOINTS = RIGHT + 5, POINTS = 7 };

/// A body that looks along z, its ankles 0.1 above the ground and its toes 0.15 ahead of them: thigh, shin, foot, toes
/// and the end of the toes, 0.12 ahead of those. The legs are 0.9 long.
static void make_joints(sinew_raw_joint joints[JOINTS])
{
    static const char *const names[JOINTS] = {"Hips",     "Head",        "LeftUpLeg",    "LeftLeg",
                                              "LeftFoot", "LeftToeBase", "LeftToeEnd",   "RightUpLeg",
                                              "RightLeg", "RightFoot",   "RightToeBase", "RightToeEnd"};
    static const sinew_vec3 leg[] = {{0.1, 0, 0}, {0, -0.45, 0}, {0, -0.45, 0}, {0, -0.07, 0.15}, {0, 0, 0.12}};
    for (int i = 0; i < JOINTS; ++i) {
        const int part = i < LEFT ? -1 : (i - LEFT) % 5;
        sinew_vec3 offset = i == HIPS ? (sinew_vec3){0, 1, 0} : i == HEAD ? (sinew_vec3){0, 0.6, 0} : leg[part];
        if (i == RIGHT) offset.x = -offset.x;
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = i == HIPS   ? SINEW_NONE
                                                : part <= 0 ? HIPS
                                                            : i - 1,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = offset, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
}

typedef struct measured_soles {
    sinew__sole soles[2];
    double leg_length;
} measured_soles;

static measured_soles soles_of(const sinew_raw_model *raw)
{
    sinew_model *model = make_model(raw);
    sinew__arena memory = {0};
    sinew__reference_body body;
    sinew_body_map map;
    sinew_error error;
    if (sinew_body_map_find(model, &map, &error) != SINEW_OK ||
        sinew__reference_body_init(&body, model, &map, NULL, &memory, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    const measured_soles found = {{body.soles[0], body.soles[1]}, body.leg_length};
    sinew__arena_free(&memory);
    sinew_model_destroy(model);
    return found;
}

static void assert_point(sinew_vec3 found, double x, double y, double z)
{
    assert_close(found.x, x, 1e-6);
    assert_close(found.y, y, 1e-6);
    assert_close(found.z, z, 1e-6);
}

/// Without skin the sole is on the ground below the ankle: 0.4 of the foot to the back, and ahead to the end of the
/// toes, or without such a joint 0.55 of the foot ahead of them. Without toes the foot is 0.15 of the leg.
static void soles_without_skin_are_those_of_their_joints(void **state)
{
    (void)state;
    sinew_raw_joint joints[JOINTS];
    make_joints(joints);
    const sinew_raw_model raw = {.joints = joints, .joint_count = JOINTS};
    for (int side = 0; side < 2; ++side) {
        const sinew__sole sole = soles_of(&raw).soles[side];
        assert_true(sole.has_toes && !sole.is_of_skin);
        assert_point(sole.heel, 0, -0.1, -0.06);
        assert_point(sole.ball, 0, -0.1, 0.15);
        assert_point(sole.toes, 0, -0.07, 0.15);
        assert_point(sole.tip, 0, -0.03, 0.12);
    }
    joints[LEFT + 4].rest.t.z = joints[RIGHT + 4].rest.t.z = 0.01; // nearer than the tip of a foot
    assert_point(soles_of(&raw).soles[0].tip, 0, -0.03, 0.55 * 0.15);
    joints[HIPS].rest.t.y = 5; // in the air: 2 % of the leg below the toe joints
    assert_point(soles_of(&raw).soles[1].ball, 0, -0.07 - 0.018, 0.15);
    make_joints(joints);
    joints[LEFT + 3].name = joints[LEFT + 4].name = joints[RIGHT + 3].name = joints[RIGHT + 4].name = "Limb";
    const sinew__sole sole = soles_of(&raw).soles[0];
    assert_false(sole.has_toes);
    assert_point(sole.heel, 0, -0.1, -0.4 * 0.135);
    assert_point(sole.ball, 0, -0.1, 0.135);
    assert_point(sole.tip, 0, -0.1, 1.55 * 0.135);
    joints[HIPS].rest.t.y = 5;
    assert_point(soles_of(&raw).soles[0].ball, 0, -0.09 * 0.9, 0.135);
}

/// Skin of each foot: heel, ball, a tip that the toes move, ankle, a buckle that is above the sole, and two vertices
/// that follow the foot by less than a half, or not at all.
static void soles_with_skin_are_where_the_skin_is(void **state)
{
    (void)state;
    static const double points[POINTS][3] = {{0, -0.02, -0.05}, {0, -0.02, 0.14}, {0, -0.01, 0.24}, {0, 0.12, 0},
                                             {0, 0.04, 0.29},   {0, -0.3, 0},     {0, -0.4, 0.3}};
    static const struct {
        int joints[2]; // 0 foot, 1 toes, 2 shin
        float weight;  // of the first
    } follow[POINTS] = {{{0, 2}, 1}, {{0, 1}, 0.6f},  {{1, 0}, 1}, {{0, 2}, 0.5f},
                        {{0, 1}, 1}, {{0, 2}, 0.45f}, {{2, 0}, 1}};
    sinew_raw_joint joints[JOINTS];
    sinew_raw_skin_joint skin_joints[6];
    float positions[2 * POINTS * 3];
    uint32_t starts[2 * POINTS + 1] = {0}, corners[2 * POINTS], size = 2 * POINTS;
    sinew_raw_influence influences[4 * POINTS];
    make_joints(joints);
    for (int i = 0; i < 6; ++i) {
        static const int of[] = {2, 3, 1};
        skin_joints[i] = (sinew_raw_skin_joint){.joint = (i < 3 ? LEFT : RIGHT) + of[i % 3], .node = SINEW_NONE};
    }
    for (int i = 0; i < 2 * POINTS; ++i) {
        const int k = i % POINTS, side = i / POINTS;
        positions[3 * i] = side ? -0.1f : 0.1f;
        positions[3 * i + 1] = (float)points[k][1];
        positions[3 * i + 2] = (float)points[k][2];
        for (int n = 0; n < 2; ++n)
            influences[2 * i + n] =
                (sinew_raw_influence){3 * side + follow[k].joints[n], n ? 1 - follow[k].weight : follow[k].weight};
        starts[i + 1] = 2 * ((uint32_t)i + 1);
        corners[i] = (uint32_t)i;
    }
    sinew_raw_mesh mesh = {.name = "Shoes",
                           .node = SINEW_NONE,
                           .positions = positions,
                           .vertex_count = 2 * POINTS,
                           .polygon_sizes = &size,
                           .polygon_count = 1,
                           .corner_vertices = corners,
                           .corner_count = 2 * POINTS,
                           .influence_start = starts,
                           .influences = influences,
                           .skin_joints = skin_joints,
                           .skin_joint_count = 6};
    const sinew_raw_model raw = {.joints = joints, .joint_count = JOINTS, .meshes = &mesh, .mesh_count = 1};
    for (int side = 0; side < 2; ++side) {
        const sinew__sole sole = soles_of(&raw).soles[side];
        assert_true(sole.has_toes && sole.is_of_skin);
        assert_point(sole.heel, 0, -0.12, -0.05);
        assert_point(sole.ball, 0, -0.12, 0.15);
        assert_point(sole.tip, 0, -0.05, 0.09);
    }
    positions[1] = -0.7f; // a board is not a sole
    assert_false(soles_of(&raw).soles[0].is_of_skin);
    assert_true(soles_of(&raw).soles[1].is_of_skin);
    positions[1] = -0.02f;
    mesh.flags = SINEW_MESH_HIDDEN;
    assert_false(soles_of(&raw).soles[1].is_of_skin);
}

// ---- walking --------------------------------------------------------------------------------------------------------

static double climb, toe_angle; // cm per second; degrees of the left toes, downwards

static void climb_and_bend(int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double half = toe_angle * pi / 360;
    locals[PERSON_HIPS].t.y += climb * frame / 30;
    locals[PERSON_LEFT_TOE].r = (sinew_quat){sin(half), 0, 0, cos(half)};
}

typedef struct stage {
    sinew_model *character, *animation, *joined;
    sinew_pose *own, *other;
} stage;

static void join_as(stage *on, const sinew_retarget_options *retarget)
{
    const sinew_model *animations[] = {on->animation};
    const sinew_with_clips_options options = {.retarget = retarget, .only_curves = true};
    sinew_error error;
    if (sinew_model_create_with_clips(on->character, animations, 1, &options, &on->joined, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(sinew_pose_create(on->joined, &on->own, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(on->animation, &on->other, NULL), SINEW_OK);
}

static void join(stage *on, sinew_reference_kind reference)
{
    join_as(on, &(sinew_retarget_options){.animation_reference = {.kind = reference}});
}

/// The walk of a person on one that has another head, so that the skeletons are not equal.
static stage open_stage(void)
{
    const person walk = {.body = 80, .steps = 80, .fault = climb_and_bend}, stands = {.frames = 2};
    stage on = {.character = make_person(&stands), .animation = make_person(&walk)};
    ((sinew_joint *)(uintptr_t)on.character->joints)[PERSON_HEAD].rest.t.y = 50;
    join(&on, SINEW_REFERENCE_BEST);
    return on;
}

static void close_stage(stage *on)
{
    sinew_pose_destroy(on->own);
    sinew_pose_destroy(on->other);
    sinew_model_destroy(on->joined);
    sinew_model_destroy(on->character);
    sinew_model_destroy(on->animation);
}

static void pose_both(stage *on, int frame)
{
    sinew_pose_evaluate(on->joined, SINEW_ENGINE_EXACT, on->joined->clip_count - 1, frame / 30.0, on->own);
    sinew_pose_evaluate(on->animation, SINEW_ENGINE_EXACT, 0, frame / 30.0, on->other);
}

static sinew_vec3 position(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static double pitch_of(const sinew_pose *pose, int32_t joint)
{
    return atan2(pose->global[joint].row[2][1], pose->global[joint].row[1][1]) * 180 / pi;
}

/// A stride takes a second, and a foot is planted for 0.6 s; the right foot is half a stride later.
static int stands(int frame, int side)
{
    const double part = frame / 30.0 + (side ? 0.5 : 0);
    return part - floor(part) < 0.6 - 1e-9;
}

/// Legs of the same lengths: hips, knees, feet and toes are 4 cm below the animation's, because its ankles are 4 cm
/// above the ground at rest, and at 8 cm in the clip.
static void a_walk_on_equal_legs_is_the_same(void **state)
{
    (void)state;
    static const int joints[] = {PERSON_HIPS,       PERSON_LEFT_SHIN, PERSON_RIGHT_SHIN, PERSON_LEFT_FOOT,
                                 PERSON_RIGHT_FOOT, PERSON_LEFT_TOE,  PERSON_RIGHT_TOE};
    climb = toe_angle = 0;
    stage on = open_stage();
    for (int frame = 0; frame <= 60; ++frame) {
        pose_both(&on, frame);
        for (size_t i = 0; i < sizeof joints / sizeof *joints; ++i) {
            const sinew_vec3 own = position(on.own, joints[i]), other = position(on.other, joints[i]);
            assert_close(own.x, other.x, 1e-3);
            assert_close(own.y, other.y - 4, 1e-3);
            assert_close(own.z, other.z, 1e-3);
        }
    }
    close_stage(&on);
}

/// Captured motion climbs by 1.5 cm per second; planted feet are on the ground. Each foot is lower than the animation's
/// by the height of the ground below it, also between two contacts, on a line from one to the other.
static void a_walk_that_climbs_a_little_stays_on_the_ground(void **state)
{
    (void)state;
    static const int feet[] = {PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT};
    climb = 1.5, toe_angle = 0;
    stage on = open_stage();
    for (int frame = 6; frame <= 50; ++frame) {
        pose_both(&on, frame);
        for (int side = 0; side < 2; ++side) {
            const sinew_vec3 own = position(on.own, feet[side]), other = position(on.other, feet[side]);
            assert_close(own.z, other.z, 0.2);
            assert_close(own.y, other.y - 4 - climb * frame / 30, 0.05);
            if (stands(frame, side)) assert_close(own.y, 4, 0.05);
        }
    }
    close_stage(&on);
}

/// The left toes point down by 30°. On the ground they give way to it and are level; in the air they point down.
static void toes_give_way_to_the_ground(void **state)
{
    (void)state;
    climb = 0, toe_angle = 30;
    stage on = open_stage();
    int standing = 0;
    for (int frame = 0; frame <= 60; ++frame) {
        const double part = frame / 30.0 - floor(frame / 30.0);
        pose_both(&on, frame);
        assert_close(pitch_of(on.other, PERSON_LEFT_TOE), 30, 0.5);
        assert_close(pitch_of(on.own, PERSON_RIGHT_TOE), 0, 0.5);
        if (stands(frame, 0)) {
            assert_close(pitch_of(on.own, PERSON_LEFT_TOE), 0, 0.5);
            ++standing;
        } else if (fabs(part - 0.8) < 0.05) {
            assert_close(pitch_of(on.own, PERSON_LEFT_TOE), 30, 0.5);
        }
    }
    assert_true(standing > 30);
    close_stage(&on);
}

/// Feet that are never planted, because the body flies by with 10 m/s, have a posture and no ground: toes that point
/// down by 60° reach below the origin, and stay so.
static void toes_without_a_ground_keep_their_posture(void **state)
{
    (void)state;
    climb = 0, toe_angle = 60;
    const person flies = {.body = 1000, .fault = climb_and_bend}, still = {.frames = 2};
    stage on = {.character = make_person(&still), .animation = make_person(&flies)};
    ((sinew_joint *)(uintptr_t)on.character->joints)[PERSON_HEAD].rest.t.y = 50;
    join(&on, SINEW_REFERENCE_BEST);
    for (int frame = 0; frame <= 60; frame += 5) {
        pose_both(&on, frame);
        assert_close(pitch_of(on.own, PERSON_LEFT_TOE), 60, 0.5);
    }
    close_stage(&on);
}

// ---- rolling --------------------------------------------------------------------------------------------------------

static double roll; // degrees of the feet in the second half of the clip, down in front

/// Steps in place. Planted feet are level, then roll about the ball or the heel, which stays on the ground: 4 below
/// the ankle, the ball 14 ahead and the heel 5.6 behind. The hips rise by as much as the ankles do. Toes stay level.
static void roll_feet(int frame, sinew_transform locals[PERSON_JOINTS])
{
    static const int feet[] = {PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT}, toes[] = {PERSON_LEFT_TOE, PERSON_RIGHT_TOE};
    const double angle = roll * pi / 180 * fmin(1, fmax(0, (frame - 20) / 20.0)), s = sin(angle / 2);
    for (int side = 0; side < 2; ++side) {
        const sinew_quat r = locals[feet[side]].r, by = {s, 0, 0, cos(angle / 2)};
        locals[feet[side]].r = sinew__quat_multiply(by, r);
        locals[toes[side]].r = sinew__quat_conjugate(by);
    }
    locals[PERSON_HIPS].t.y += 4 * cos(angle) + (angle > 0 ? 14 : -5.6) * sin(angle) - 4;
}

/// A foot of twice the length has to roll by less, so that its ankle is as high as the animation's: 4 cos a + 28 sin a
/// is 4 cos 20° + 14 sin 20°, so a is 9.456°, and about the heel 4 cos a + 11.2 sin a, so a is 8.843°.
static void a_longer_foot_rolls_by_less(void **state)
{
    (void)state;
    static const struct {
        double roll, own;
    } cases[] = {{20, 9.456}, {-20, -8.843}};
    for (int i = 0; i < 4; ++i) { // in centimetres and in metres
        const double size = i < 2 ? 1 : 0.01;
        const person of = {.fault = roll_feet, .size = size}, still = {.frames = 2, .size = size};
        roll = cases[i % 2].roll;
        stage on = {.character = make_person(&still), .animation = make_person(&of)};
        for (int toe = PERSON_LEFT_TOE; toe <= PERSON_RIGHT_TOE; ++toe) {
            sinew_joint *joint = &((sinew_joint *)(uintptr_t)on.character->joints)[toe];
            joint->rest.t.z = joint->rest_matrix.row[2][3] = 28 * size;
        }
        join(&on, SINEW_REFERENCE_BEST);
        for (int frame = 0; frame <= 60; frame += 10) {
            pose_both(&on, frame);
            for (int side = 0; side < 2; ++side) {
                const int foot = side ? PERSON_RIGHT_FOOT : PERSON_LEFT_FOOT;
                if (!stands(frame, side)) continue;
                assert_close(position(on.own, foot).y / size, position(on.other, foot).y / size - 4, 0.02);
                if (frame <= 20) assert_close(pitch_of(on.own, foot), 0, 0.1);
                if (frame >= 40) assert_close(pitch_of(on.own, foot), cases[i % 2].own, 0.1);
            }
        }
        close_stage(&on);
    }
}

/// A frame of the clip as reference: the soles of the animation are then below its feet in their lowest contact, 2 % of
/// the leg of 84 below the toe joints, 7.68 below the ankles, and the heels 5.6 behind. On their heels, rolled by 20°,
/// ankles are 7.68 cos 20° + 5.6 sin 20° = 9.132 above the ground, 1.452 higher than level. The character's soles are 4
/// below its ankles, 3.68 less, and its heels 5.6 behind: the ankles would be at 5.674, and the legs reach 5.452.
static void soles_of_a_frame_are_flat_in_the_lowest_contact(void **state)
{
    (void)state;
    const person of = {.fault = roll_feet}, still = {.frames = 2};
    roll = -20;
    stage on = {.character = make_person(&still), .animation = make_person(&of)};
    ((sinew_joint *)(uintptr_t)on.character->joints)[PERSON_HEAD].rest.t.y = 50;
    join(&on, SINEW_REFERENCE_FRAME);
    for (int frame = 0; frame <= 60; frame += 10) {
        pose_both(&on, frame);
        for (int side = 0; side < 2; ++side) {
            const int foot = side ? PERSON_RIGHT_FOOT : PERSON_LEFT_FOOT;
            if (!stands(frame, side)) continue;
            if (frame <= 20) assert_close(position(on.own, foot).y, 4, 0.01);
            if (frame >= 50) assert_close(position(on.own, foot).y, 5.452, 0.01);
        }
    }
    close_stage(&on);
}

// ---- both sides -----------------------------------------------------------------------------------------------------

static int reflects; // whether the body of the next models is the mirror image

static int other_side(int joint)
{
    static const int lefts[] = {PERSON_LEFT_THIGH, PERSON_LEFT_ARM,  PERSON_LEFT_SHIN, PERSON_LEFT_FOREARM,
                                PERSON_LEFT_FOOT,  PERSON_LEFT_HAND, PERSON_LEFT_TOE};
    for (size_t i = 0; i < sizeof lefts / sizeof *lefts; ++i) { // the right joint follows the left one
        if (joint == lefts[i]) return joint + 1;
        if (joint == lefts[i] + 1) return joint - 1;
    }
    return joint;
}

/// The left foot rolls down, the right one up; the left side leans and climbs.
static void limp(int frame, sinew_transform locals[PERSON_JOINTS])
{
    static const struct {
        int joint;
        double x, y, z, degrees;
    } bends[] = {{PERSON_LEFT_FOOT, 1, 0, 0, 15}, {PERSON_RIGHT_FOOT, 1, 0.3, 0, -20},  {PERSON_LEFT_TOE, 1, 0, 0, -25},
                 {PERSON_RIGHT_TOE, 1, 0, 0, 10}, {PERSON_LEFT_FOREARM, 0, 1, 0.5, 30}, {PERSON_RIGHT_ARM, 0, 0, 1, 20},
                 {PERSON_HIPS, 0, 1, 0.2, 8}};
    for (size_t i = 0; i < sizeof bends / sizeof *bends; ++i) {
        const double half = bends[i].degrees * pi / 360 * (0.6 + 0.4 * sin(frame * 0.2 + (double)i)),
                     s = sin(half) / sqrt(bends[i].x * bends[i].x + bends[i].y * bends[i].y + bends[i].z * bends[i].z);
        sinew_transform *local = &locals[bends[i].joint];
        local->r =
            sinew__quat_multiply((sinew_quat){bends[i].x * s, bends[i].y * s, bends[i].z * s, cos(half)}, local->r);
    }
    locals[PERSON_HIPS].t.y += 0.02 * frame;
    if (!reflects) return;
    sinew_transform images[PERSON_JOINTS];
    for (int i = 0; i < PERSON_JOINTS; ++i) {
        const sinew_transform *from = &locals[other_side(i)];
        images[i] = (sinew_transform){
            {-from->t.x, from->t.y, from->t.z}, {from->r.x, -from->r.y, -from->r.z, from->r.w}, from->s};
    }
    memcpy(locals, images, sizeof images);
}

static void move_joint(sinew_model *model, int joint, double x, double y, double z)
{
    sinew_joint *moved = &((sinew_joint *)(uintptr_t)model->joints)[reflects ? other_side(joint) : joint];
    if (reflects) x = -x;
    moved->rest.t = (sinew_vec3){moved->rest.t.x + x, moved->rest.t.y + y, moved->rest.t.z + z};
    moved->rest_matrix.row[0][3] += x, moved->rest_matrix.row[1][3] += y, moved->rest_matrix.row[2][3] += z;
}

/// A limping person on one with other sides: the left thigh farther out, the left arm and the left foot longer, no toes
/// on the right. Of the mirror images of both bodies, the result is the mirror image.
static void mirror_images_move_as_mirror_images(void **state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) { // the character or the animation lacks a toe; measured at rest or in its first frame
        const int toes = k % 2;
        stage on[2];
        for (reflects = 0; reflects < 2; ++reflects) {
            const person walks = {.body = 80, .steps = 80, .fault = limp}, still = {.frames = 2};
            on[reflects] = (stage){.character = make_person(&still), .animation = make_person(&walks)};
            move_joint(on[reflects].character, PERSON_LEFT_THIGH, 3, 0, 0);
            move_joint(on[reflects].character, PERSON_LEFT_FOREARM, 0, -6, 0);
            move_joint(on[reflects].character, PERSON_LEFT_TOE, 3, 0, 9);
            move_joint(on[reflects].animation, PERSON_RIGHT_TOE, -2, 0, -3);
            sinew_body_map maps[2];
            assert_int_equal(sinew_body_map_find(on[reflects].character, &maps[0], NULL), SINEW_OK);
            assert_int_equal(sinew_body_map_find(on[reflects].animation, &maps[1], NULL), SINEW_OK);
            maps[toes].joint[(reflects ? SINEW_BODY_LEFT : SINEW_BODY_RIGHT) + SINEW_SIDE_TOES] = SINEW_NONE;
            const sinew_retarget_options retarget = {
                .character_map = &maps[0],
                .animation_map = &maps[1],
                .animation_reference = {.kind = k < 2 ? SINEW_REFERENCE_BEST : SINEW_REFERENCE_FRAME}};
            join_as(&on[reflects], &retarget);
        }
        reflects = 0;
        for (int frame = 0; frame <= 60; ++frame) {
            for (int i = 0; i < 2; ++i) pose_both(&on[i], frame);
            for (int i = 0; i < PERSON_JOINTS; ++i) {
                const sinew_vec3 own = position(on[0].own, i), image = position(on[1].own, other_side(i));
                assert_close(own.x, -image.x, 1e-6);
                assert_close(own.y, image.y, 1e-6);
                assert_close(own.z, image.z, 1e-6);
            }
        }
        for (int i = 0; i < 2; ++i) close_stage(&on[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soles_without_skin_are_those_of_their_joints),
        cmocka_unit_test(soles_with_skin_are_where_the_skin_is),
        cmocka_unit_test(a_walk_on_equal_legs_is_the_same),
        cmocka_unit_test(a_walk_that_climbs_a_little_stays_on_the_ground),
        cmocka_unit_test(toes_give_way_to_the_ground),
        cmocka_unit_test(toes_without_a_ground_keep_their_posture),
        cmocka_unit_test(a_longer_foot_rolls_by_less),
        cmocka_unit_test(soles_of_a_frame_are_flat_in_the_lowest_contact),
        cmocka_unit_test(mirror_images_move_as_mirror_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
