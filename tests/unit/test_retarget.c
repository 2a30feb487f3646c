/// Retargeting: the same body gives the same poses; another size, other names, other axes and another rest pose give
/// the scaled ones. Bodies are made in code, so that every expected position is the source's times the size.
#include "author/retarget/retarget.h"
#include "author/retarget/retarget_clips.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "sinew/pose.h"
#include "sinew/retarget.h"
#include "sinew/with_clips.h"
#include "support/make_body.h"
#include "support/make_model.h"
#include "support/make_person.h"
#include "support/temporary_folder.h"

static const double leg = 0.900222; // 2 · √(0.45² + 0.01²)

// ---- names --------------------------------------------------------------------------------------------------------

typedef struct convention {
    const char *name;
    const char *joints[BODY_JOINTS];
} convention;

#define SIDE(before, after, a, b, c, d, e, f, g, h, i)                                                                 \
    before a after, before b after, before c after, before d after, before e after, before f after, before g after,    \
        before h after, before i after

/// Names as exported by the programs; sources: Unreal's mannequin, Unity's HumanBodyBones, the VRM 0 specification, the
/// Rigify deform bones, a 3ds Max Biped, the CMU skeleton 01.asf, Genesis 8, Character Creator 3, a MotionBuilder
/// actor.
static const convention conventions[] = {
    {"Unreal",
     {"pelvis", "spine_01", "spine_02", "neck_01", "head",
      SIDE("", "_l", "clavicle", "upperarm", "lowerarm", "hand", "index_01", "thigh", "calf", "foot", "ball"),
      SIDE("", "_r", "clavicle", "upperarm", "lowerarm", "hand", "index_01", "thigh", "calf", "foot", "ball")}},
    {"Unity",
     {"Hips", "Spine", "Chest", "Neck", "Head",
      SIDE("Left", "", "Shoulder", "UpperArm", "LowerArm", "Hand", "IndexProximal", "UpperLeg", "LowerLeg", "Foot",
           "Toes"),
      SIDE("Right", "", "Shoulder", "UpperArm", "LowerArm", "Hand", "IndexProximal", "UpperLeg", "LowerLeg", "Foot",
           "Toes")}},
    {"VRM",
     {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head",
      SIDE("J_Bip_L_", "", "Shoulder", "UpperArm", "LowerArm", "Hand", "Index1", "UpperLeg", "LowerLeg", "Foot",
           "ToeBase"),
      SIDE("J_Bip_R_", "", "Shoulder", "UpperArm", "LowerArm", "Hand", "Index1", "UpperLeg", "LowerLeg", "Foot",
           "ToeBase")}},
    {"Rigify",
     {"DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.003", "DEF-spine.004",
      SIDE("DEF-", ".L", "shoulder", "upper_arm", "forearm", "hand", "f_index.01", "thigh", "shin", "foot", "toe"),
      SIDE("DEF-", ".R", "shoulder", "upper_arm", "forearm", "hand", "f_index.01", "thigh", "shin", "foot", "toe")}},
    {"Biped",
     {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head",
      SIDE("Bip01 L ", "", "Clavicle", "UpperArm", "Forearm", "Hand", "Finger1", "Thigh", "Calf", "Foot", "Toe0"),
      SIDE("Bip01 R ", "", "Clavicle", "UpperArm", "Forearm", "Hand", "Finger1", "Thigh", "Calf", "Foot", "Toe0")}},
    {"CMU",
     {"root", "lowerback", "thorax", "lowerneck", "head",
      SIDE("l", "", "clavicle", "humerus", "radius", "wrist", "index", "femur", "tibia", "foot", "toes"),
      SIDE("r", "", "clavicle", "humerus", "radius", "wrist", "index", "femur", "tibia", "foot", "toes")}},
    {"Daz",
     {"hip", "abdomenLower", "chestLower", "neckLower", "head",
      SIDE("l", "", "Collar", "ShldrBend", "ForearmBend", "Hand", "Index1", "ThighBend", "Shin", "Foot", "Toe"),
      SIDE("r", "", "Collar", "ShldrBend", "ForearmBend", "Hand", "Index1", "ThighBend", "Shin", "Foot", "Toe")}},
    {"Character Creator",
     {"CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine01", "CC_Base_NeckTwist01", "CC_Base_Head",
      SIDE("CC_Base_L_", "", "Clavicle", "Upperarm", "Forearm", "Hand", "Index1", "Thigh", "Calf", "Foot", "ToeBase"),
      SIDE("CC_Base_R_", "", "Clavicle", "Upperarm", "Forearm", "Hand", "Index1", "Thigh", "Calf", "Foot", "ToeBase")}},
    {"MotionBuilder",
     {"Character1_Hips", "Character1_Spine", "Character1_Spine1", "Character1_Neck", "Character1_Head",
      SIDE("Character1_Left", "", "Shoulder", "Arm", "ForeArm", "Hand", "HandIndex1", "UpLeg", "Leg", "Foot",
           "ToeBase"),
      SIDE("Character1_Right", "", "Shoulder", "Arm", "ForeArm", "Hand", "HandIndex1", "UpLeg", "Leg", "Foot",
           "ToeBase")}},
    {"BVH",
     {"Hips", "Chest", "Chest2", "Neck", "Head",
      SIDE("Left", "", "Collar", "Shoulder", "Elbow", "Wrist", "Index", "Hip", "Knee", "Ankle", "Toe"),
      SIDE("Right", "", "Collar", "Shoulder", "Elbow", "Wrist", "Index", "Hip", "Knee", "Ankle", "Toe")}},
};

/// The part that each joint of the test body is.
static int32_t part_of(int joint)
{
    static const int32_t torso[] = {SINEW_BODY_HIPS, SINEW_BODY_SPINE, SINEW_BODY_SPINE + 1, SINEW_BODY_NECK,
                                    SINEW_BODY_HEAD};
    static const int32_t side[] = {SINEW_SIDE_CLAVICLE, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM,
                                   SINEW_SIDE_HAND,     SINEW_SIDE_INDEX,     SINEW_SIDE_THIGH,
                                   SINEW_SIDE_SHIN,     SINEW_SIDE_FOOT,      SINEW_SIDE_TOES};
    if (joint < BODY_LEFT) return torso[joint];
    return joint < BODY_RIGHT ? SINEW_BODY_LEFT + side[joint - BODY_LEFT] : SINEW_BODY_RIGHT + side[joint - BODY_RIGHT];
}

static void the_parts_of_a_body_are_found_by_the_names_of_ten_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof conventions / sizeof *conventions; ++i) {
        const body_options options = {.names = conventions[i].joints};
        sinew_model *model = make_body(&options);
        sinew_body_map map;
        sinew_error error;
        if (sinew_body_map_find(model, &map, &error) != SINEW_OK)
            fail_msg("%s: %s", conventions[i].name, error.message);
        int mapped = 0;
        for (int joint = 0; joint < BODY_JOINTS; ++joint) {
            const int32_t found = map.joint[part_of(joint)], expected = body_joint(model, conventions[i].joints, joint);
            if (found != expected)
                fail_msg("%s: %s is '%s', expected '%s'", conventions[i].name, sinew_body_part_name(part_of(joint)),
                         found == SINEW_NONE ? "" : sinew_text(model, model->joints[found].name),
                         conventions[i].joints[joint]);
        }
        for (int part = 0; part < SINEW_BODY_PART_COUNT; ++part) mapped += map.joint[part] != SINEW_NONE;
        assert_int_equal(mapped, BODY_JOINTS);
        assert_int_equal(sinew_body_map_check(model, &map, &error), SINEW_OK);
        assert_close(sinew_body_leg_length(model, &map), leg, 1e-6);
        sinew_model_destroy(model);
    }
}

// ---- playing ------------------------------------------------------------------------------------------------------

/// The retargeted clip on the character, with the poses of both.
typedef struct stage {
    sinew_model *character, *animation, *joined;
    sinew_pose *own, *other;
} stage;

static stage open_stage(const body_options *character, const body_options *animation)
{
    stage on = {.character = make_body(character), .animation = make_body(animation)};
    const sinew_model *animations[] = {on.animation};
    sinew_error error;
    if (sinew_model_create_with_clips(
            on.character, animations, 1,
            &(sinew_with_clips_options){.retarget = &(sinew_retarget_options){0}, .only_curves = true}, &on.joined,
            &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(sinew_pose_create(on.joined, &on.own, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(on.animation, &on.other, NULL), SINEW_OK);
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

static void pose_both(stage *on, double time)
{
    sinew_pose_evaluate(on->joined, SINEW_ENGINE_EXACT, on->joined->clip_count - 1, time, on->own);
    sinew_pose_evaluate(on->animation, SINEW_ENGINE_EXACT, 0, time, on->other);
}

static sinew_vec3 position(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static double distance(sinew_vec3 a, sinew_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/// The largest distance of a joint from the animation's position times `size`, over the clip.
static double worst_position(stage *on, const char *const *own, const char *const *other, int joint, double size,
                             double step)
{
    double worst = 0;
    for (double time = 0; time <= 2; time += step) {
        pose_both(on, time);
        sinew_vec3 expected = position(on->other, body_joint(on->animation, other, joint));
        expected = (sinew_vec3){size * expected.x, size * expected.y, size * expected.z};
        worst = fmax(worst, distance(position(on->own, body_joint(on->joined, own, joint)), expected));
    }
    return worst;
}

/// The bodies have a clip each: the character's own comes first.
static void onto_itself_it_is_the_identity(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 3; ++seed) {
        const body_options options = {.has_clip = 1, .axes_seed = seed, .arms_down = 20 * seed};
        stage on = open_stage(&options, &options);
        assert_int_equal(on.joined->clip_count, 2);
        for (int frame = 0; frame <= 60; ++frame) {
            pose_both(&on, frame / 30.0);
            for (int32_t i = 0; i < on.joined->joint_count; ++i)
                for (int row = 0; row < 3; ++row)
                    for (int column = 0; column < 4; ++column)
                        assert_close(on.own->global[i].row[row][column], on.other->global[i].row[row][column], 1e-6);
        }
        close_stage(&on);
    }
}

/// Twice the size, other names, other axes for every joint, arms 45° lower at rest: feet and toes within 1 % of the
/// leg, hands within 2 %, between the frames too.
static void a_renamed_body_of_twice_the_size_at_rest_in_an_a_pose_follows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof conventions / sizeof *conventions; ++i) {
        const char *const *names = conventions[i].joints;
        const body_options character = {.names = names, .size = 2, .arms_down = 45, .axes_seed = 7},
                           animation = {.has_clip = 1, .axes_seed = 3};
        stage on = open_stage(&character, &animation);
        const double own_leg = 2 * leg, step = i == 0 ? 1.0 / 120 : 0.1;
        for (int side = BODY_LEFT; side <= BODY_RIGHT; side += BODY_SIDE_JOINTS) {
            assert_close(worst_position(&on, names, NULL, side + FOOT, 2, step), 0, 0.01 * own_leg);
            assert_close(worst_position(&on, names, NULL, side + TOES, 2, step), 0, 0.01 * own_leg);
            assert_close(worst_position(&on, names, NULL, side + HAND, 2, step), 0, 0.02 * own_leg);
            assert_close(worst_position(&on, names, NULL, side + INDEX, 2, step), 0, 0.02 * own_leg);
        }
        assert_close(worst_position(&on, names, NULL, 4, 2, step), 0, 0.01 * own_leg);
        close_stage(&on);
    }
}

/// Bones above the hips, scaled and with another axis up, on either side: they change nothing.
static void bones_above_the_hips_change_nothing(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        body_options own = {.size = 2, .arms_down = 45, .axes_seed = 7}, other = {.has_clip = 1, .axes_seed = 3};
        body_options *wrapped = side ? &other : &own;
        wrapped->wrappers = 3;
        wrapped->wrapper_scale = 0.01;
        stage on = open_stage(&own, &other);
        for (int joint = 0; joint < BODY_JOINTS; ++joint) {
            const int is_hand = joint % BODY_SIDE_JOINTS == (BODY_LEFT + HAND) % BODY_SIDE_JOINTS;
            if (joint != 4 && joint != BODY_LEFT + FOOT && joint != BODY_RIGHT + FOOT && !(joint > 4 && is_hand))
                continue;
            assert_close(worst_position(&on, NULL, NULL, joint, 2, 0.1), 0, 0.02 * 2 * leg);
        }
        close_stage(&on);
    }
}

/// A walk on bodies of other size and shins. While a foot of the animation is planted, the character's foot also is: it
/// does not move, and its ankle is as high as at rest.
static void standing_feet_stand_on_other_legs(void **state)
{
    (void)state;
    static const body_options bodies[] = {
        {.size = 1}, {.size = 2, .shin = 0.42}, {.shin = 0.36, .axes_seed = 5}, {.shin = 0.5, .wrappers = 2}};
    static const int32_t feet[2] = {PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT},
                         own_feet[2] = {BODY_LEFT + FOOT, BODY_RIGHT + FOOT};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        stage on = {.character = make_body(&bodies[i]), .animation = make_person(&(person){.body = 120, .steps = 120})};
        const sinew_model *animations[] = {on.animation};
        const sinew_with_clips_options options = {.retarget = &(sinew_retarget_options){0}, .only_curves = true};
        assert_int_equal(sinew_model_create_with_clips(on.character, animations, 1, &options, &on.joined, NULL),
                         SINEW_OK);
        assert_int_equal(sinew_pose_create(on.joined, &on.own, NULL), SINEW_OK);
        assert_int_equal(sinew_pose_create(on.animation, &on.other, NULL), SINEW_OK);
        sinew_vec3 rest[2], before[2] = {{0}}, before_own[2] = {{0}};
        sinew_pose_evaluate(on.joined, SINEW_ENGINE_EXACT, SINEW_NONE, 0, on.own);
        for (int side = 0; side < 2; ++side) rest[side] = position(on.own, body_joint(on.joined, NULL, own_feet[side]));
        int standing = 0;
        double worst_slip = 0, worst_height = 0;
        for (int frame = 0; frame <= 60; ++frame) {
            pose_both(&on, frame / 30.0);
            for (int side = 0; side < 2; ++side) {
                const sinew_vec3 now = position(on.other, feet[side]),
                                 own = position(on.own, body_joint(on.joined, NULL, own_feet[side]));
                if (frame > 0 && distance(now, before[side]) < 0.05) {
                    worst_slip = fmax(worst_slip, distance(own, before_own[side]));
                    worst_height = fmax(worst_height, fabs(own.y - rest[side].y));
                    ++standing;
                }
                before[side] = now;
                before_own[side] = own;
            }
        }
        assert_int_equal(standing, 48);
        assert_close(worst_slip, 0, 1e-9);
        assert_close(worst_height, 0, 1e-9);
        close_stage(&on);
    }
}

/// Motion that frames of 1/30 s hold gets a key for each of them, and no more.
static void a_clip_keeps_its_frame_rate(void **state)
{
    (void)state;
    const body_options options = {.has_clip = 1};
    stage on = open_stage(&options, &options);
    const sinew_clip *clip = &on.joined->clips[on.joined->clip_count - 1];
    int32_t most = 0;
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i)
        most = on.joined->tracks[i].key_count > most ? on.joined->tracks[i].key_count : most;
    assert_int_equal(most, 61);
    close_stage(&on);
}

/// Forearms 40 % longer: the hand is in the same direction from the shoulder, at a distance that the whole arm scales.
/// The joints of the new clips' model are the character's, with what its author hid.
static void joints_stay_hidden(void **state)
{
    (void)state;
    enum { EACH = SINEW_JOINT_HIDDEN | SINEW_JOINT_HIDDEN_ALONE | SINEW_JOINT_SHOWN_ALONE };
    static const uint32_t flags[] = {SINEW_JOINT_HIDDEN, SINEW_JOINT_HIDDEN_ALONE, SINEW_JOINT_SHOWN_ALONE, EACH, 0};
    sinew_model *character = make_body(&(body_options){0}), *animation = make_body(&(body_options){.has_clip = 1}), *on;
    for (int i = 0; i < 5; ++i) ((sinew_joint *)(uintptr_t)character->joints)[i].flags |= flags[i];
    assert_int_equal(sinew__retarget_clips(character, animation, NULL, &on, NULL), SINEW_OK);
    for (int i = 0; i < 5; ++i) assert_int_equal(on->joints[i].flags & EACH, flags[i]);
    sinew_model_destroy(character);
    sinew_model_destroy(animation);
    sinew_model_destroy(on);
}

static void hands_reach_as_far_as_their_arms_are_long(void **state)
{
    (void)state;
    const body_options character = {.forearm = 0.35}, animation = {.has_clip = 1, .axes_seed = 3};
    stage on = open_stage(&character, &animation);
    const double scale = (0.28 + 0.35) / (0.28 + 0.25);
    for (int frame = 0; frame <= 60; frame += 5)
        for (int side = BODY_LEFT; side <= BODY_RIGHT; side += BODY_SIDE_JOINTS) {
            pose_both(&on, frame / 30.0);
            const sinew_vec3 shoulder = position(on.other, body_joint(on.animation, NULL, side + UPPER_ARM)),
                             hand = position(on.other, body_joint(on.animation, NULL, side + HAND)),
                             own_shoulder = position(on.own, body_joint(on.joined, NULL, side + UPPER_ARM));
            const sinew_vec3 expected = {own_shoulder.x + scale * (hand.x - shoulder.x),
                                         own_shoulder.y + scale * (hand.y - shoulder.y),
                                         own_shoulder.z + scale * (hand.z - shoulder.z)};
            assert_close(distance(position(on.own, body_joint(on.joined, NULL, side + HAND)), expected), 0, 1e-6);
        }
    close_stage(&on);
}

static sinew_vec3 bone(const sinew_pose *pose, const sinew_model *model, int joint)
{
    const sinew_vec3 a = position(pose, body_joint(model, NULL, joint)),
                     b = position(pose, body_joint(model, NULL, joint + 1));
    return (sinew_vec3){b.x - a.x, b.y - a.y, b.z - a.z};
}

/// Hips a quarter wider: thighs, shins and arms keep their directions within 5°.
static void limbs_keep_their_directions_on_wider_hips(void **state)
{
    (void)state;
    static const int bones[] = {UPPER_ARM, FOREARM, THIGH, SHIN};
    const body_options character = {.hips = 0.125, .axes_seed = 5, .size = 1.3, .arms_down = 30},
                       animation = {.has_clip = 1};
    stage on = open_stage(&character, &animation);
    for (int frame = 0; frame <= 60; ++frame) {
        pose_both(&on, frame / 30.0);
        for (int i = 0; i < 8; ++i) {
            const int joint = (i < 4 ? BODY_LEFT : BODY_RIGHT) + bones[i % 4];
            const sinew_vec3 own = bone(on.own, on.joined, joint), other = bone(on.other, on.animation, joint);
            const sinew_vec3 none = {0, 0, 0};
            const double cosine =
                (own.x * other.x + own.y * other.y + own.z * other.z) / (distance(own, none) * distance(other, none));
            assert_true(cosine > cos(5 * acos(-1) / 180));
        }
    }
    close_stage(&on);
}

// ---- pairs of bodies ----------------------------------------------------------------------------------------------

static sinew_vec3 between_joints(const sinew_pose *pose, const sinew_model *model, const char *const *names, int from,
                                 int to)
{
    const sinew_vec3 a = position(pose, body_joint(model, names, from)),
                     b = position(pose, body_joint(model, names, to));
    return (sinew_vec3){b.x - a.x, b.y - a.y, b.z - a.z};
}

/// Degrees between two vectors.
static double angle_between(sinew_vec3 a, sinew_vec3 b)
{
    const sinew_vec3 none = {0, 0, 0};
    const double cosine = (a.x * b.x + a.y * b.y + a.z * b.z) / (distance(a, none) * distance(b, none));
    return acos(fmin(1, fmax(-1, cosine))) * 180 / acos(-1);
}

/// Of a body with palms: from the middle of both fingers along the hand, and across it.
static const int hand_vectors[][2] = {{HAND, INDEX}, {INDEX, -1}};

/// The largest angle over the clip between a vector of the hands and the animation's.
static double worst_palm(stage *on, const char *const *own, const char *const *other)
{
    double worst = 0;
    for (int frame = 0; frame <= 60; ++frame) {
        pose_both(on, frame / 30.0);
        for (int side = 0; side < 2; ++side) {
            const int first = side ? BODY_RIGHT : BODY_LEFT;
            for (size_t i = 0; i < sizeof hand_vectors / sizeof *hand_vectors; ++i) {
                const int from = first + hand_vectors[i][0],
                          to = hand_vectors[i][1] < 0 ? BODY_PINKY + side : first + hand_vectors[i][1];
                worst = fmax(worst, angle_between(between_joints(on->own, on->joined, own, from, to),
                                                  between_joints(on->other, on->animation, other, from, to)));
            }
        }
    }
    return worst;
}

/// One body rests with its palms down, the other with its palms forward or halfway, with arms at the sides, in other
/// axes: every hand and its palm have the directions of the animation.
static void palms_face_as_in_the_animation(void **state)
{
    (void)state;
    static const double palms[] = {0, 45, 90, -30}, arms[] = {0, 45, 80};
    for (size_t i = 0; i < sizeof palms / sizeof *palms; ++i)
        for (size_t k = 0; k < sizeof arms / sizeof *arms; ++k) {
            const body_options character = {.has_palms = 1,
                                            .palms = palms[i],
                                            .arms_down = arms[k],
                                            .axes_seed = 5,
                                            .size = 2},
                               animation = {.has_palms = 1, .palms = 20, .has_clip = 1, .axes_seed = 9};
            stage on = open_stage(&character, &animation);
            assert_close(worst_palm(&on, NULL, NULL), 0, 0.01);
            close_stage(&on);
        }
}

/// A thumb and one finger are enough to find the direction of a palm.
static void a_thumb_and_a_finger_are_a_palm(void **state)
{
    (void)state;
    const char *names[BODY_JOINTS];
    memcpy(names, body_names_mixamo, sizeof names);
    names[BODY_LEFT + INDEX] = "mixamorig:LeftHandThumb1";
    names[BODY_RIGHT + INDEX] = "mixamorig:RightHandThumb1";
    const body_options character = {.names = names, .has_palms = 1, .palms = 60, .arms_down = 45, .axes_seed = 5},
                       animation = {.names = names, .has_palms = 1, .has_clip = 1, .axes_seed = 9};
    stage on = open_stage(&character, &animation);
    assert_close(worst_palm(&on, names, names), 0, 0.01);
    close_stage(&on);
}

/// Palms forward for palms down: the forearm rotates by half of the 90° about itself, the hand by all of them.
static void the_forearm_takes_half_of_the_twist_of_the_hand(void **state)
{
    (void)state;
    const body_options character = {.has_palms = 1, .palms = 90}, animation = {.has_palms = 1, .has_clip = 1};
    stage on = open_stage(&character, &animation);
    static const struct {
        int joint;
        double degrees;
    } expected[] = {{UPPER_ARM, 0}, {FOREARM, 45}, {HAND, 90}};
    pose_both(&on, 0);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        const int32_t own = body_joint(on.joined, NULL, BODY_LEFT + expected[i].joint),
                      other = body_joint(on.animation, NULL, BODY_LEFT + expected[i].joint);
        const sinew_quat a = on.own->global_rotation[own], b = on.other->global_rotation[other];
        const double half = fabs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
        assert_close(2 * acos(fmin(1, half)) * 180 / acos(-1), expected[i].degrees, 1e-3);
    }
    close_stage(&on);
}

/// A joint that is not a part of the body follows the joint of its name: a twist joint rotates by as much relative to
/// its forearm as the animation's, on arms of another rest pose.
static void twist_joints_follow_by_their_names(void **state)
{
    (void)state;
    const body_options character = {.has_twists = 1, .arms_down = 45, .size = 2},
                       animation = {.has_twists = 1, .has_clip = 1};
    stage on = open_stage(&character, &animation);
    double most = 0;
    for (int frame = 0; frame <= 60; frame += 5) {
        pose_both(&on, frame / 30.0);
        for (int side = 0; side < 2; ++side) {
            const double own = fabs(on.own->local[body_joint(on.joined, NULL, BODY_TWIST + side)].r.w),
                         other = fabs(on.other->local[body_joint(on.animation, NULL, BODY_TWIST + side)].r.w);
            assert_close(acos(fmin(1, own)), acos(fmin(1, other)), 1e-4);
            most = fmax(most, acos(fmin(1, other)));
        }
    }
    assert_true(most > 0.1);
    close_stage(&on);
}

/// One motion on two bodies that differ as bodies of different programs do: size, hips, proportions of arms and legs,
/// rest pose, palms, axes of every joint, twist joints on one or both, names. All limbs, hands and palms have the
/// directions of the animation within 5°; proportions are made up for by bending elbows and knees.
static void one_motion_on_two_bodies_has_the_same_directions(void **state)
{
    (void)state;
    static const body_options pairs[] = {
        {.size = 1.8, .arms_down = 45, .palms = 90, .has_palms = 1, .axes_seed = 3},
        {.size = 100, .arms_down = 60, .palms = 45, .has_palms = 1, .axes_seed = 4, .has_twists = 1, .forearm = 0.27},
        {.arms_down = 30, .has_palms = 1, .palms = 30, .hips = 0.12, .shin = 0.42, .axes_seed = 8, .has_twists = 1},
        {.size = 0.5, .has_palms = 1, .hips = 0.08, .shin = 0.47, .forearm = 0.23, .axes_seed = 11},
        {.size = 170, .arms_down = 75, .palms = 80, .has_palms = 1, .shin = 0.43, .forearm = 0.26, .axes_seed = 12},
    };
    static const int bones[][2] = {{UPPER_ARM, FOREARM}, {FOREARM, HAND}, {THIGH, SHIN}, {SHIN, FOOT}};
    for (size_t i = 0; i < 2 * (sizeof pairs / sizeof *pairs); ++i) {
        body_options character = pairs[i / 2];
        character.names = conventions[i].joints;
        const body_options animation = {.has_clip = 1, .has_palms = 1, .has_twists = i % 2, .axes_seed = 2};
        stage on = open_stage(&character, &animation);
        double worst = worst_palm(&on, character.names, NULL);
        for (int frame = 0; frame <= 60; ++frame) {
            pose_both(&on, frame / 30.0);
            for (int k = 0; k < 8; ++k) {
                const int first = k < 4 ? BODY_LEFT : BODY_RIGHT, *bone_of = bones[k % 4];
                worst =
                    fmax(worst,
                         angle_between(
                             between_joints(on.own, on.joined, character.names, first + bone_of[0], first + bone_of[1]),
                             between_joints(on.other, on.animation, NULL, first + bone_of[0], first + bone_of[1])));
            }
        }
        assert_close(worst, 0, 5);
        close_stage(&on);
    }
}

// ---- bodies whose rest is none ------------------------------------------------------------------------------------

/// Returns the largest angle between a limb and the animation's limb, and in *out_torso the largest angle of the
/// directions from the hips to the head and to a shoulder.
static double worst_limb(stage *on, const char *const *own, double *out_torso)
{
    static const int bones[][2] = {{UPPER_ARM, FOREARM}, {FOREARM, HAND}, {THIGH, SHIN}, {SHIN, FOOT}};
    double worst = 0;
    *out_torso = 0;
    for (int frame = 0; frame <= 60; ++frame) {
        pose_both(on, frame / 30.0);
        *out_torso = fmax(*out_torso, angle_between(between_joints(on->own, on->joined, own, 0, 4),
                                                    between_joints(on->other, on->animation, NULL, 0, 4)));
        for (int k = 0; k < 8; ++k) {
            const int first = k < 4 ? BODY_LEFT : BODY_RIGHT, *bone_of = bones[k % 4];
            *out_torso =
                fmax(*out_torso, angle_between(between_joints(on->own, on->joined, own, 0, first + UPPER_ARM),
                                               between_joints(on->other, on->animation, NULL, 0, first + UPPER_ARM)));
            worst = fmax(
                worst,
                angle_between(between_joints(on->own, on->joined, own, first + bone_of[0], first + bone_of[1]),
                              between_joints(on->other, on->animation, NULL, first + bone_of[0], first + bone_of[1])));
        }
    }
    return worst;
}

static int has_warning(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), code) == 0) return 1;
    return 0;
}

/// The dance of a body without a standing rest pose, on standing ones of other sizes, axes and rest poses.
static void a_body_that_does_not_stand_at_rest_is_measured_in_its_clip(void **state)
{
    (void)state;
    static const body_options characters[] = {{.size = 1}, {.size = 2, .arms_down = 45, .axes_seed = 7}};
    static const enum body_rest rests[] = {BODY_STANDS, BODY_STICK, BODY_FOLDED};
    for (size_t i = 0; i < 2; ++i)
        for (size_t k = 0; k < 3; ++k) {
            const body_options animation = {.has_clip = 1, .rest = rests[k]};
            double torso;
            stage on = open_stage(&characters[i], &animation);
            const double limbs = worst_limb(&on, NULL, &torso);
            assert_close(limbs, 0, 2); // degrees; the clip is never upright
            assert_close(torso, 0, 12);
            assert_int_equal(has_warning(on.joined, "I59"), rests[k] != BODY_STANDS);
            close_stage(&on);
        }
}

/// Gives the joints of a model the rest pose of another one as their bind pose, in a unit that is `size` times as
/// large.
static void bind_as(sinew_model *model, const sinew_model *other, double size)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(other, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(other, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sinew_joint *joint = &((sinew_joint *)(uintptr_t)model->joints)[i];
        joint->flags |= SINEW_JOINT_HAS_BIND;
        joint->bind_global = pose->global[i];
        for (int k = 0; k < 12; ++k) joint->bind_global.row[k / 4][k % 4] /= size;
    }
    sinew_pose_destroy(pose);
}

/// A body that is folded at rest but was bound standing is measured in its bind pose, unasked and asked for, also if
/// its skin is in metres and its joints in centimetres. Limbs, feet and the torso have the directions of the animation.
static void a_body_is_measured_in_its_bind_pose(void **state)
{
    (void)state;
    const body_options folded = {.has_clip = 1, .rest = BODY_FOLDED, .size = 100}, standing = {.size = 100},
                       other = {.size = 2, .arms_down = 45, .axes_seed = 7};
    for (int k = 0; k < 4; ++k) {
        stage on = {.character = make_body(&other), .animation = make_body(&folded)};
        sinew_model *bound = make_body(&standing);
        bind_as(on.animation, bound, k & 1 ? 100 : 1);
        sinew_model_destroy(bound);
        const sinew_model *animations[] = {on.animation};
        const sinew_retarget_options retarget = {
            .animation_reference = {.kind = k & 2 ? SINEW_REFERENCE_BIND : SINEW_REFERENCE_BEST}};
        const sinew_with_clips_options options = {.retarget = &retarget, .only_curves = true};
        assert_int_equal(sinew_model_create_with_clips(on.character, animations, 1, &options, &on.joined, NULL),
                         SINEW_OK);
        assert_int_equal(sinew_pose_create(on.joined, &on.own, NULL), SINEW_OK);
        assert_int_equal(sinew_pose_create(on.animation, &on.other, NULL), SINEW_OK);
        double torso;
        assert_close(worst_limb(&on, NULL, &torso), 0, 1e-3);
        assert_close(torso, 0, 1e-3);
        assert_int_equal(has_warning(on.joined, "I59"), 0);
        close_stage(&on);
    }
}

/// A body without arms gets the rest of the motion, and one with arms keeps its own at rest relative to the chest.
static void bodies_without_arms_play_the_rest(void **state)
{
    (void)state;
    for (int armless = 0; armless < 2; ++armless) { // the character, then the animation
        const char *names[BODY_JOINTS];
        memcpy(names, body_names_mixamo, sizeof names);
        for (int i = 0; i <= INDEX - CLAVICLE; ++i) names[BODY_LEFT + i] = names[BODY_RIGHT + i] = "Wing";
        const body_options character = {.names = armless ? NULL : names, .size = 2, .axes_seed = 7},
                           animation = {.names = armless ? names : NULL, .has_clip = 1};
        stage on = open_stage(&character, &animation);
        for (int joint = BODY_LEFT + THIGH; joint <= BODY_LEFT + TOES; ++joint)
            assert_close(worst_position(&on, NULL, NULL, joint, 2, 0.1), 0, 0.01 * 2 * leg);
        assert_close(worst_position(&on, NULL, NULL, 4, 2, 0.1), 0, 0.01 * 2 * leg);
        close_stage(&on);
    }
}

/// Skeletons that only differ in size copy transforms relative to the parent, whatever their rest pose is, and
/// without a body: the dance of a folded body, in twice its size.
static void equal_skeletons_copy_locals(void **state)
{
    (void)state;
    static const double sizes[] = {1, 2};
    for (size_t i = 0; i < 2; ++i) {
        const body_options character = {.rest = BODY_FOLDED, .size = sizes[i]},
                           animation = {.rest = BODY_FOLDED, .has_clip = 1};
        stage on = open_stage(&character, &animation);
        assert_int_equal(has_warning(on.joined, "I59"), 0);
        for (int frame = 0; frame <= 60; ++frame) {
            pose_both(&on, frame / 30.0);
            for (int32_t k = 0; k < on.joined->joint_count; ++k) {
                const sinew_transform *own = &on.own->local[k], *other = &on.other->local[k];
                assert_close(own->t.x, sizes[i] * other->t.x, 1e-9);
                assert_close(own->t.y, sizes[i] * other->t.y, 1e-9);
                assert_close(own->t.z, sizes[i] * other->t.z, 1e-9);
                const double cosine =
                    own->r.x * other->r.x + own->r.y * other->r.y + own->r.z * other->r.z + own->r.w * other->r.w;
                assert_close(fabs(cosine), 1, 1e-12);
            }
        }
        close_stage(&on);
    }
}

/// Longer shins make another skeleton: its feet are placed, and so another rest pose does.
static void other_proportions_are_no_equal_skeleton(void **state)
{
    (void)state;
    const body_options character = {.rest = BODY_FOLDED, .shin = 0.46},
                       animation = {.rest = BODY_FOLDED, .has_clip = 1};
    stage on = open_stage(&character, &animation);
    assert_int_equal(has_warning(on.joined, "I59"), 1);
    close_stage(&on);
}

static int are_equal_skeletons(const sinew_model *character, const sinew_model *animation)
{
    int are_equal;
    assert_int_equal(sinew__are_equal_skeletons(character, animation, &are_equal), 1);
    return are_equal;
}

/// The last joint of the skeleton counts as the others do: a bone that is 10 % longer.
static void another_last_joint_is_no_equal_skeleton(void **state)
{
    (void)state;
    for (int longer = 0; longer < 2; ++longer) {
        sinew_model *character = make_body(&(body_options){0}), *animation = make_body(&(body_options){.has_clip = 1});
        sinew_joint *last = &((sinew_joint *)(uintptr_t)character->joints)[character->joint_count - 1];
        if (longer) last->rest.t = (sinew_vec3){1.1 * last->rest.t.x, 1.1 * last->rest.t.y, 1.1 * last->rest.t.z};
        assert_int_equal(are_equal_skeletons(character, animation), !longer);
        sinew_model_destroy(character);
        sinew_model_destroy(animation);
    }
}

/// The caller names the reference pose: the folded rest pose of a body whose clip dances, and frames of it.
static void the_reference_pose_is_the_callers_choice(void **state)
{
    (void)state;
    const body_options options = {.has_clip = 1, .size = 2}, other = {.has_clip = 1, .rest = BODY_FOLDED};
    sinew_model *character = make_body(&options), *animation = make_body(&other), *made = NULL;
    sinew_error error;
    sinew_retarget_options wanted = {.animation_reference = {.kind = SINEW_REFERENCE_REST}};
    assert_int_equal(sinew__retarget_clips(character, animation, &wanted, &made, &error), SINEW_OK);
    assert_int_equal(has_warning(made, "I59"), 0);
    sinew_model_destroy(made);
    wanted.animation_reference = (sinew_reference){.kind = SINEW_REFERENCE_FRAME, .time = 0.5};
    assert_int_equal(sinew__retarget_clips(character, animation, &wanted, &made, &error), SINEW_OK);
    assert_int_equal(has_warning(made, "I59"), 1);
    sinew_model_destroy(made);
    wanted.animation_reference = (sinew_reference){.kind = SINEW_REFERENCE_BIND};
    assert_int_equal(sinew__retarget_clips(character, animation, &wanted, &made, &error), SINEW_ERROR_NO_MATCH);
    assert_string_equal(error.message, "animation: there is no bind pose of all parts of the body");
    static const sinew_reference wrong[] = {{.kind = SINEW_REFERENCE_FRAME, .clip = 1},
                                            {.kind = SINEW_REFERENCE_FRAME, .clip = -1},
                                            {.kind = SINEW_REFERENCE_FRAME, .time = (double)NAN},
                                            {.kind = 4}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        wanted.animation_reference = wrong[i];
        assert_int_equal(sinew__retarget_clips(character, animation, &wanted, &made, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(made);
    }
    sinew_model_destroy(character);
    sinew_model_destroy(animation);
}

// ---- chains -------------------------------------------------------------------------------------------------------

/// Legs, and a spine of `count` joints whose last has a head on it. The clip rotates the last joint of the spine by 60°
/// about z in a second, and with it, of two joints, the first by 30°.
static sinew_model *make_spine_of(const char *const *spines, int count, int has_clip)
{
    static const char *const legs[] = {"LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"};
    sinew_raw_joint joints[12] = {{.name = "Hips", .parent = SINEW_NONE, .rest = {.t = {0, 1, 0}}}};
    int total = 1;
    for (int i = 0; i < 6; ++i, ++total)
        joints[total] = (sinew_raw_joint){.name = legs[i],
                                          .parent = i % 3 ? total - 1 : 0,
                                          .rest = {.t = {i % 3   ? 0
                                                         : i < 3 ? 0.1
                                                                 : -0.1,
                                                         i % 3 ? -0.5 : 0, 0}}};
    for (int i = 0; i < count; ++i, ++total)
        joints[total] =
            (sinew_raw_joint){.name = spines[i], .parent = i ? total - 1 : 0, .rest = {.t = {0, 0.6 / count, 0}}};
    joints[total] = (sinew_raw_joint){.name = "Head", .parent = total - 1, .rest = {.t = {0, 0.2, 0}}};
    ++total;
    for (int i = 0; i < total; ++i) {
        joints[i].node = SINEW_NONE;
        joints[i].kind = SINEW_JOINT_BONE;
        joints[i].rest.r.w = 1;
        joints[i].rest.s = (sinew_vec3){1, 1, 1};
    }
    const double half = acos(-1) / 12; // of 30°
    const sinew_track_key keys[] = {{0, {0, 0, 0, 1}}, {1, {0, 0, sin(half), cos(half)}}};
    sinew_raw_track tracks[2];
    for (int i = 0; i < 2; ++i)
        tracks[i] = (sinew_raw_track){.joint = 7 + i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_ROTATION,
                                      .keys = keys,
                                      .key_count = 2,
                                      .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "bend", .duration = 1, .tracks = tracks, .track_count = 2};
    static const sinew_raw_source sources[] = {{"bend.fbx", 20, 7}, {"face.png", 30, 8}};
    static const sinew_raw_warning warnings[] = {{"I01", "Spine", "first", SINEW_SEVERITY_INFO},
                                                 {"I02", "Head", "second", SINEW_SEVERITY_WARNING}};
    const sinew_raw_model raw = {.joints = joints,
                                 .joint_count = total,
                                 .fps = 30,
                                 .clips = &clip,
                                 .clip_count = has_clip,
                                 .sources = sources,
                                 .source_count = has_clip ? 2 : 0,
                                 .warnings = warnings,
                                 .warning_count = has_clip ? 2 : 0};
    return make_model(&raw);
}

static sinew_model *make_spine(int count, int has_clip)
{
    static const char *const spines[] = {"Spine", "Spine1", "Spine2", "Spine3"};
    return make_spine_of(spines, count, has_clip);
}

/// A neck begins at the first joint that is named one, whatever their numbers are.
static void a_neck_has_all_joints_that_are_named_one(void **state)
{
    (void)state;
    static const char *const spines[][4] = {{"Spine", "Chest", "Neck", "Neck1"}, {"Spine", "Chest", "Neck1", "Neck"}};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = make_spine_of(spines[i], 4, 0);
        sinew_body_map map;
        assert_int_equal(sinew_body_map_find(model, &map, NULL), SINEW_OK);
        for (int k = 0; k < 4; ++k) {
            const int32_t joint = map.joint[k < 2 ? SINEW_BODY_SPINE + k : SINEW_BODY_NECK + k - 2];
            assert_int_not_equal(joint, SINEW_NONE);
            assert_string_equal(sinew_text(model, model->joints[joint].name), spines[i][k]);
        }
        assert_int_equal(map.joint[SINEW_BODY_SPINE + 2], SINEW_NONE);
        sinew_model_destroy(model);
    }
}

/// The new clips have the sources and the warnings of the animation.
static void sources_and_warnings_are_kept(void **state)
{
    (void)state;
    sinew_model *character = make_spine(3, 0), *animation = make_spine(2, 1), *made;
    assert_int_equal(sinew__retarget_clips(character, animation, NULL, &made, NULL), SINEW_OK);
    assert_int_equal(made->source_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_string_equal(sinew_text(made, made->sources[i].name), i ? "face.png" : "bend.fbx");
        assert_int_equal(made->sources[i].size, i ? 30 : 20);
        assert_int_equal(made->sources[i].hash, i ? 8 : 7);
    }
    assert_int_equal(made->warning_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_string_equal(sinew_text(made, made->warnings[i].code), i ? "I02" : "I01");
        assert_string_equal(sinew_text(made, made->warnings[i].object), i ? "Head" : "Spine");
        assert_string_equal(sinew_text(made, made->warnings[i].text), i ? "second" : "first");
        assert_int_equal(made->warnings[i].severity, i ? SINEW_SEVERITY_WARNING : SINEW_SEVERITY_INFO);
    }
    sinew_model_destroy(made);
    sinew_model_destroy(character);
    sinew_model_destroy(animation);
}

/// The clips of every animation are added, in their order.
static void clips_of_several_animations_are_added(void **state)
{
    (void)state;
    sinew_model *character = make_spine(3, 0), *joined;
    sinew_model *spines[] = {make_spine(2, 1), make_spine(4, 1)}, *dancer = make_body(&(body_options){.has_clip = 1});
    const sinew_model *animations[] = {spines[0], dancer, spines[1]};
    const sinew_with_clips_options options = {.retarget = &(sinew_retarget_options){0}, .only_curves = true};
    assert_int_equal(sinew_model_create_with_clips(character, animations, 3, &options, &joined, NULL), SINEW_OK);
    static const char *const names[] = {"bend", "dance", "bend"};
    assert_int_equal(joined->clip_count, 3);
    for (int i = 0; i < 3; ++i)
        assert_memory_equal(sinew_text(joined, joined->clips[i].name), names[i], strlen(names[i]));
    for (int i = 0; i < 3; ++i) sinew_model_destroy((sinew_model *)(uintptr_t)animations[i]);
    sinew_model_destroy(joined);
    sinew_model_destroy(character);
}

static double degrees_about_z(const sinew_pose *pose, int32_t joint)
{
    return atan2(pose->global[joint].row[1][0], pose->global[joint].row[0][0]) * 180 / acos(-1);
}

/// 60° at the end: 15°, 30°, 45° and 60° along four joints, 20°, 40° and 60° along three, and 60° at once for one.
static void spines_of_other_lengths_share_the_rotation(void **state)
{
    (void)state;
    for (int count = 1; count <= 4; ++count) {
        sinew_model *character = make_spine(count, 0), *animation = make_spine(2, 1), *joined;
        const sinew_model *animations[] = {animation};
        sinew_pose *pose;
        assert_int_equal(sinew_model_create_with_clips(
                             character, animations, 1,
                             &(sinew_with_clips_options){.retarget = &(sinew_retarget_options){0}, .only_curves = true},
                             &joined, NULL),
                         SINEW_OK);
        assert_int_equal(sinew_pose_create(joined, &pose, NULL), SINEW_OK);
        sinew_pose_evaluate(joined, SINEW_ENGINE_EXACT, 0, 1, pose);
        sinew_body_map map;
        assert_int_equal(sinew_body_map_find(joined, &map, NULL), SINEW_OK);
        for (int i = 0; i < count; ++i)
            assert_close(degrees_about_z(pose, map.joint[SINEW_BODY_SPINE + i]), 60.0 * (i + 1) / count, 1e-9);
        assert_int_equal(map.joint[SINEW_BODY_SPINE + count], SINEW_NONE);
        assert_close(degrees_about_z(pose, map.joint[SINEW_BODY_HEAD]), 60, 1e-9);
        sinew_pose_destroy(pose);
        sinew_model_destroy(joined);
        sinew_model_destroy(character);
        sinew_model_destroy(animation);
    }
}

// ---- wrong input --------------------------------------------------------------------------------------------------

static void expect_failure(const sinew_model *character, const sinew_model *animation,
                           const sinew_retarget_options *options, sinew_result expected, const char *text)
{
    sinew_model *made = (sinew_model *)(uintptr_t)1;
    sinew_error error;
    assert_int_equal(sinew__retarget_clips(character, animation, options, &made, &error), expected);
    assert_null(made);
    if (!strstr(error.message, text)) fail_msg("'%s' is not in '%s'", text, error.message);
    assert_null(strchr(error.message, '\n'));
}

/// A name that is misspelt, and one without a side: the refusal names the part and the joint that comes nearest.
static void refusals_name_the_joint_that_comes_nearest(void **state)
{
    (void)state;
    static const struct {
        int joint;
        const char *name, *message;
    } wrong[] = {
        {BODY_LEFT + SHIN, "mixamorig:LeftCalff", "no joint for 'left_shin'; 'mixamorig:LeftCalff' comes nearest"},
        {BODY_RIGHT + FOOT, "mixamorig:Foot", "no joint for 'right_foot'; 'mixamorig:Foot' comes nearest"},
        {BODY_RIGHT + FOOT, "Bone", "no joint for 'right_foot'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        const char *names[BODY_JOINTS];
        memcpy(names, body_names_mixamo, sizeof names);
        names[wrong[i].joint] = wrong[i].name;
        sinew_model *model = make_body(&(body_options){.names = names});
        sinew_body_map map;
        sinew_error error;
        assert_int_equal(sinew_body_map_find(model, &map, &error), SINEW_ERROR_NO_MATCH);
        if (!strstr(error.message, wrong[i].message)) fail_msg("%s", error.message);
        if (i == 2) assert_null(strstr(error.message, "nearest"));
        sinew_model_destroy(model);
    }
}

static void models_that_are_not_bodies_are_refused(void **state)
{
    (void)state;
    const sinew_raw_joint box = {.name = "Box", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.joints = &box, .joint_count = 1};
    sinew_model *body = make_body(&(body_options){.has_clip = 1}), *other = make_model(&raw),
                *still = make_body(&(body_options){0});
    expect_failure(other, body, NULL, SINEW_ERROR_NO_MATCH, "character: not a body: no joint for 'hips'");
    expect_failure(body, still, NULL, SINEW_ERROR_NO_CLIP, "no clip");
    sinew_body_map map;
    assert_int_equal(sinew_body_map_find(body, &map, NULL), SINEW_OK);
    const sinew_retarget_options options = {.animation_map = &map};
    map.joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT] = map.joint[SINEW_BODY_LEFT + SINEW_SIDE_SHIN];
    expect_failure(still, body, &options, SINEW_ERROR_INVALID_ARGUMENT, "is both left_shin and left_foot");
    map.joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT] = map.joint[SINEW_BODY_LEFT + SINEW_SIDE_HAND];
    map.joint[SINEW_BODY_LEFT + SINEW_SIDE_HAND] = SINEW_NONE;
    expect_failure(still, body, &options, SINEW_ERROR_INVALID_ARGUMENT, "is not below left_shin");
    map.joint[SINEW_BODY_LEFT + SINEW_SIDE_FOOT] = 1000;
    expect_failure(still, body, &options, SINEW_ERROR_INVALID_ARGUMENT, "joint");
    expect_failure(still, body, &(sinew_retarget_options){.error = (double)NAN}, SINEW_ERROR_INVALID_ARGUMENT, "error");
    sinew_model_destroy(body);
    sinew_model_destroy(still);
    sinew_model_destroy(other);
}

static void bones_without_length_are_refused_in_legs_and_harmless_elsewhere(void **state)
{
    (void)state;
    sinew_model *body = make_body(&(body_options){.has_clip = 1}), *point = make_body(&(body_options){.size = 1e-320});
    expect_failure(point, body, NULL, SINEW_ERROR_NO_MATCH, "has a bone without length");
    const body_options animation = {.has_clip = 1}, character = {.forearm = 1e-300, .size = 1};
    stage on = open_stage(&character, &animation);
    for (int frame = 0; frame <= 60; frame += 7) {
        pose_both(&on, frame / 30.0);
        for (int32_t i = 0; i < on.joined->joint_count; ++i)
            for (int row = 0; row < 3; ++row)
                for (int column = 0; column < 4; ++column) assert_true(isfinite(on.own->global[i].row[row][column]));
    }
    close_stage(&on);
    sinew_model_destroy(body);
    sinew_model_destroy(point);
}

/// 23 joints at 30 Hz: a day has 59.6 million poses of joints, 2^22 are 4.2 million.
static void clips_that_are_too_long_are_refused(void **state)
{
    (void)state;
    sinew_model *body = make_body(&(body_options){.has_clip = 1, .seconds = 86400});
    expect_failure(body, body, NULL, SINEW_ERROR_LIMIT, "clip 'dance' is too long to be sampled: 86400 s");
    sinew_model_destroy(body);
}

/// Parts that a file names are changed, those that it names null are missing, and a spine is as long as it says.
static void a_map_is_read_from_a_file(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message; ///< message NULL: it is read
    } files[] = {
        {"{\"animation\": {\"left_toes\": null, \"head\": \"Neck\", \"neck\": [], \"spine\": [\"Spine1\"]}}", NULL},
        {"{\"character\": {\"left_toes\": null}}", NULL},
        {"{\"animation\": {\"hips\": 3}}", "map.json: 'hips': expected the name of a joint, or null"},
        {"{\"animation\": {\"hips\": [\"Hips\"]}}", "map.json: 'hips': expected the name of a joint, or null"},
        {"{\"animation\": {\"left_wing\": \"Hips\"}}", "map.json: unknown part of a body 'left_wing'"},
        {"{\"animation\": 3}", "map.json: 'animation': expected a JSON object"},
        {"{\"animal\": {}}", "map.json: 'animal': expected 'character' or 'animation'"},
        {"[]", "map.json: 'animation': expected a JSON object"},
        {"{", "map.json: 'animation': invalid JSON"},
    };
    sinew_model *body = make_body(&(body_options){0});
    sinew_body_map found;
    assert_int_equal(sinew_body_map_find(body, &found, NULL), SINEW_OK);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        sinew_body_map map, expected = found;
        sinew_error error = {0};
        const char *path = write_temporary_file("map.json", files[i].text, strlen(files[i].text));
        const sinew_result result = sinew__body_map_read(body, path, "animation", &map, &error);
        if (files[i].message) {
            assert_int_not_equal(result, SINEW_OK);
            if (!strstr(error.message, files[i].message)) fail_msg("%s", error.message);
            continue;
        }
        if (result != SINEW_OK) fail_msg("%s", error.message);
        if (i == 0) {
            expected.joint[SINEW_BODY_HEAD] = found.joint[SINEW_BODY_NECK];
            expected.joint[SINEW_BODY_NECK] = expected.joint[SINEW_BODY_LEFT + SINEW_SIDE_TOES] = SINEW_NONE;
            expected.joint[SINEW_BODY_SPINE] = found.joint[SINEW_BODY_SPINE + 1];
            expected.joint[SINEW_BODY_SPINE + 1] = SINEW_NONE;
        }
        assert_memory_equal(&map, &expected, sizeof map);
    }
    sinew_model_destroy(body);
}

static void a_map_is_changed_by_names(void **state)
{
    (void)state;
    sinew_model *body = make_body(&(body_options){0});
    sinew_body_map map, before;
    sinew_error error;
    assert_int_equal(sinew_body_map_find(body, &map, NULL), SINEW_OK);
    before = map;
    assert_int_equal(sinew_body_map_set(body, &map, "left_wing", "mixamorig:Head", &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "unknown part of a body 'left_wing'");
    assert_int_equal(sinew_body_map_set(body, &map, "left_toes", "Wing", &error), SINEW_ERROR_NO_JOINT);
    assert_memory_equal(&map, &before, sizeof map);
    assert_int_equal(sinew_body_map_set(body, &map, "left_toes", NULL, &error), SINEW_OK);
    assert_int_equal(map.joint[SINEW_BODY_LEFT + SINEW_SIDE_TOES], SINEW_NONE);
    assert_int_equal(sinew_body_map_set(body, &map, "left_toes", "LeftToeBase", &error), SINEW_OK);
    assert_memory_equal(&map, &before, sizeof map);
    assert_null(sinew_body_part_name(-1));
    assert_null(sinew_body_part_name(SINEW_BODY_PART_COUNT));
    assert_string_equal(sinew_body_part_name(SINEW_BODY_PART_COUNT - 1), "right_pinky4");
    sinew_model_destroy(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_name_the_joint_that_comes_nearest),
        cmocka_unit_test(models_that_are_not_bodies_are_refused),
        cmocka_unit_test(bones_without_length_are_refused_in_legs_and_harmless_elsewhere),
        cmocka_unit_test(clips_that_are_too_long_are_refused),
        cmocka_unit_test(a_map_is_read_from_a_file),
        cmocka_unit_test(a_map_is_changed_by_names),
        cmocka_unit_test(the_parts_of_a_body_are_found_by_the_names_of_ten_programs),
        cmocka_unit_test(onto_itself_it_is_the_identity),
        cmocka_unit_test(a_renamed_body_of_twice_the_size_at_rest_in_an_a_pose_follows),
        cmocka_unit_test(bones_above_the_hips_change_nothing),
        cmocka_unit_test(standing_feet_stand_on_other_legs),
        cmocka_unit_test(a_clip_keeps_its_frame_rate),
        cmocka_unit_test(joints_stay_hidden),
        cmocka_unit_test(hands_reach_as_far_as_their_arms_are_long),
        cmocka_unit_test(limbs_keep_their_directions_on_wider_hips),
        cmocka_unit_test(palms_face_as_in_the_animation),
        cmocka_unit_test(a_thumb_and_a_finger_are_a_palm),
        cmocka_unit_test(the_forearm_takes_half_of_the_twist_of_the_hand),
        cmocka_unit_test(twist_joints_follow_by_their_names),
        cmocka_unit_test(one_motion_on_two_bodies_has_the_same_directions),
        cmocka_unit_test(a_body_that_does_not_stand_at_rest_is_measured_in_its_clip),
        cmocka_unit_test(a_body_is_measured_in_its_bind_pose),
        cmocka_unit_test(bodies_without_arms_play_the_rest),
        cmocka_unit_test(equal_skeletons_copy_locals),
        cmocka_unit_test(other_proportions_are_no_equal_skeleton),
        cmocka_unit_test(another_last_joint_is_no_equal_skeleton),
        cmocka_unit_test(the_reference_pose_is_the_callers_choice),
        cmocka_unit_test(a_neck_has_all_joints_that_are_named_one),
        cmocka_unit_test(sources_and_warnings_are_kept),
        cmocka_unit_test(clips_of_several_animations_are_added),
        cmocka_unit_test(spines_of_other_lengths_share_the_rotation),
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
