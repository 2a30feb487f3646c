#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/make_rig.h"

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "support/make_model.h"
#include "support/random_number.h"

enum { FRAMES = 61, MAX_JOINTS = 64, BOXES = MAX_JOINTS, BOX_POINTS = 8 };

// ---- names ---------------------------------------------------------------------------------------------------------

#define SIDE(before, after, a, b, c, d, e, f, g, h, i)                                                                 \
    before a after, before b after, before c after, before d after, before e after, before f after, before g after,    \
        before h after, before i after

static const char *const part_names[][RIG_PARTS] = {
    [RIG_MIXAMO] = {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Neck", "mixamorig:Head",
                    SIDE("mixamorig:Left", "", "Shoulder", "Arm", "ForeArm", "Hand", "HandIndex1", "UpLeg", "Leg",
                         "Foot", "ToeBase"),
                    SIDE("mixamorig:Right", "", "Shoulder", "Arm", "ForeArm", "Hand", "HandIndex1", "UpLeg", "Leg",
                         "Foot", "ToeBase")},
    [RIG_UNREAL] = {"pelvis", "spine_01", "spine_02", "neck_01", "head",
                    SIDE("", "_l", "clavicle", "upperarm", "lowerarm", "hand", "index_01", "thigh", "calf", "foot",
                         "ball"),
                    SIDE("", "_r", "clavicle", "upperarm", "lowerarm", "hand", "index_01", "thigh", "calf", "foot",
                         "ball")},
    [RIG_BLENDER] = {"hips", "spine", "chest", "neck", "head",
                     SIDE("", ".L", "shoulder", "upper_arm", "forearm", "hand", "f_index", "thigh", "shin", "foot",
                          "toe"),
                     SIDE("", ".R", "shoulder", "upper_arm", "forearm", "hand", "f_index", "thigh", "shin", "foot",
                          "toe")},
    [RIG_CMU] = {"Hips", "LowerBack", "Spine", "Neck", "Head",
                 SIDE("Left", "", "Shoulder", "Arm", "ForeArm", "Hand", "FingerBase", "UpLeg", "Leg", "Foot",
                      "ToeBase"),
                 SIDE("Right", "", "Shoulder", "Arm", "ForeArm", "Hand", "FingerBase", "UpLeg", "Leg", "Foot",
                      "ToeBase")},
    [RIG_JAPANESE] = {"センター", "上半身", "上半身2", "首", "頭",
                      SIDE("左", "", "肩", "腕", "ひじ", "手首", "人指１", "足", "ひざ", "足首", "つま先"),
                      SIDE("右", "", "肩", "腕", "ひじ", "手首", "人指１", "足", "ひざ", "足首", "つま先")},
    [RIG_PLAIN_NAMES] = {"Bone",     "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006", "Bone.007",
                         "Bone.008", "Bone.009", "Bone.010", "Bone.011", "Bone.012", "Bone.013", "Bone.014", "Bone.015",
                         "Bone.016", "Bone.017", "Bone.018", "Bone.019", "Bone.020", "Bone.021", "Bone.022"},
};

// ---- the standing pose ---------------------------------------------------------------------------------------------
// x is left, y up, z front, in metres.

/// A joint: it follows the rotation of a part, and is fixed to its parent.
typedef struct made_joint {
    const char *name;
    int parent;    ///< index, or -1
    int part;      ///< whose rotation it has; -1: it stays as it is
    int place;     ///< the part whose position it has, although it is not below it; -1: none
    sinew_vec3 at; ///< in the standing pose
    sinew_quat axes;
    int is_part;
} made_joint;

typedef struct made_rig {
    const rig_options *options;
    made_joint joints[MAX_JOINTS];
    int count;
    int index[RIG_PARTS]; ///< or -1
} made_rig;

/// Rotations of the parts since the standing pose, and the position of the hips.
typedef struct made_pose {
    sinew_quat rotation[RIG_PARTS];
    sinew_vec3 hips;
} made_pose;

static double or_one(double value)
{
    return value > 0 ? value : 1;
}

static sinew_quat about(double x, double y, double z, double degrees)
{
    const double half = degrees * acos(-1) / 360, s = sin(half) / sqrt(x * x + y * y + z * z);
    return (sinew_quat){x * s, y * s, z * s, cos(half)};
}

static int side_of(int part)
{
    return part < RIG_LEFT ? -1 : part >= RIG_RIGHT;
}

static sinew_vec3 part_at(const rig_options *options, int part)
{
    static const sinew_vec3 torso[] = {{0, 0.14, 0}, {0, 0.29, 0}, {0, 0.44, -0.02}, {0, 0.64, -0.02}, {0, 0.74, 0}};
    const double leg = or_one(options->legs), foot = or_one(options->feet), arm = or_one(options->arms);
    const double ankle = 0.09 * foot, knee = ankle + 0.43 * leg, hip = knee + 0.43 * leg;
    if (part < RIG_LEFT) return (sinew_vec3){0, hip - 0.09 + torso[part].y, torso[part].z};
    const double sign = part >= RIG_RIGHT ? -1 : 1, x = sign * 0.1 * or_one(options->hips),
                 down = options->arms_down * acos(-1) / 180;
    const sinew_vec3 shoulder = {sign * 0.18, hip + 0.5, -0.02}, along = {sign * cos(down), -sin(down), 0};
    switch ((part - RIG_LEFT) % RIG_SIDE_PARTS) {
    case RIG_CLAVICLE: return (sinew_vec3){sign * 0.03, hip + 0.49, -0.02};
    case RIG_UPPER_ARM: return shoulder;
    case RIG_FOREARM: return sinew__vec3_add(shoulder, sinew__vec3_scale(along, 0.28 * arm));
    case RIG_HAND: return sinew__vec3_add(shoulder, sinew__vec3_scale(along, 0.53 * arm));
    case RIG_FINGER: return sinew__vec3_add(shoulder, sinew__vec3_scale(along, 0.62 * arm));
    case RIG_THIGH: return (sinew_vec3){x, hip, 0};
    case RIG_SHIN: return (sinew_vec3){x, knee, 0.01};
    case RIG_FOOT: return (sinew_vec3){x, ankle, -0.02};
    default: return (sinew_vec3){x, 0.02 * foot, -0.02 + 0.13 * foot};
    }
}

static sinew_vec3 sole_at(const rig_options *options, int side, int point)
{
    static const double z[] = {-0.06, 0.13, 0.21};
    const sinew_vec3 ankle = part_at(options, (side ? RIG_RIGHT : RIG_LEFT) + RIG_FOOT);
    return (sinew_vec3){ankle.x, 0, ankle.z + z[point] * or_one(options->feet)};
}

// ---- joints --------------------------------------------------------------------------------------------------------

/// Axes of a joint. The right side's axes are the mirror image of the left side's, with all three reversed.
static sinew_quat axes_of(const rig_options *options, int part)
{
    if (!options->axes_seed) return sinew__quat_identity();
    const int side = side_of(part), own = side == 1 ? part - RIG_SIDE_PARTS : part;
    uint32_t seed = options->axes_seed + 77u * (uint32_t)(own + 1);
    sinew_quat q = sinew__quat_normalize((sinew_quat){random_number(&seed, -1, 1), random_number(&seed, -1, 1),
                                                      random_number(&seed, -1, 1), random_number(&seed, -1, 1)});
    if (side < 0) { // one axis to the left
        q = about(1, 0, 0, random_number(&seed, -180, 180));
        if ((options->axes_seed & 1) == 0) q = sinew__quat_multiply(q, about(0, 0, 1, 90));
    }
    return side == 1 ? (sinew_quat){q.x, -q.y, -q.z, q.w} : q;
}

static int add_joint(made_rig *made, const char *name, int parent, int part, sinew_vec3 at)
{
    assert_true(made->count < MAX_JOINTS);
    made->joints[made->count] = (made_joint){.name = name,
                                             .parent = parent,
                                             .part = part,
                                             .place = -1,
                                             .at = at,
                                             .axes = part < 0 ? sinew__quat_identity() : axes_of(made->options, part)};
    return made->count++;
}

static int parent_part(const rig_options *options, int part)
{
    static const int torso[] = {-1, RIG_HIPS, RIG_SPINE, RIG_CHEST, RIG_NECK};
    static const int side[] = {-1, RIG_CLAVICLE, RIG_UPPER_ARM, RIG_FOREARM, RIG_HAND,
                               -1, RIG_THIGH,    RIG_SHIN,      RIG_FOOT};
    if (part == RIG_HEAD && (options->extras & RIG_NO_NECK)) return RIG_CHEST;
    if (part < RIG_LEFT) return torso[part];
    const int first = part < RIG_RIGHT ? RIG_LEFT : RIG_RIGHT, own = part - first;
    return own == RIG_CLAVICLE ? RIG_CHEST : own == RIG_THIGH ? RIG_HIPS : first + side[own];
}

static int is_left_out(const rig_options *options, int part)
{
    const int own = part < RIG_LEFT ? -1 : (part - RIG_LEFT) % RIG_SIDE_PARTS;
    if (part == RIG_NECK && (options->extras & RIG_NO_NECK)) return 1;
    if (own == RIG_TOES && (options->extras & RIG_NO_TOES)) return 1;
    return (options->extras & RIG_LEGS_ONLY) && (part < RIG_LEFT ? part > RIG_SPINE : own < RIG_THIGH);
}

static sinew_vec3 between(sinew_vec3 a, sinew_vec3 b)
{
    return sinew__vec3_scale(sinew__vec3_add(a, b), 0.5);
}

static void add_joints(made_rig *made)
{
    static const char *const hip_names[] = {"LHipJoint", "RHipJoint"},
                             *const ik_names[] = {"ik_hand_l", "ik_foot_l", "ik_hand_r", "ik_foot_r"},
                             *const twist_names[] = {"forearm_twist_l", "thigh_twist_l", "forearm_twist_r",
                                                     "thigh_twist_r"},
                             *const tip_names[] = {"head_end", "finger_end_l", "toe_end_l", "finger_end_r",
                                                   "toe_end_r"};
    const rig_options *options = made->options;
    const sinew_vec3 origin = {0, 0, 0};
    int above = -1;
    if (options->extras & (RIG_ROOT | RIG_TURNED_ROOT)) above = add_joint(made, "root", -1, -1, origin);
    if (options->extras & RIG_TURNED_ROOT) made->joints[above].axes = about(1, 0, 0, -90);
    for (int part = 0; part < RIG_PARTS; ++part) {
        made->index[part] = -1;
        if (is_left_out(options, part)) continue;
        int parent = parent_part(options, part);
        parent = parent < 0 ? above : made->index[parent];
        const int own = part < RIG_LEFT ? -1 : (part - RIG_LEFT) % RIG_SIDE_PARTS;
        if (own == RIG_THIGH && (options->extras & RIG_HIP_JOINTS))
            parent = add_joint(made, hip_names[side_of(part)], parent, RIG_HIPS, part_at(options, RIG_HIPS));
        made->index[part] = add_joint(made, part_names[options->names][part], parent, part, part_at(options, part));
        made->joints[made->index[part]].is_part = 1;
    }
    const int has_arms = !(options->extras & RIG_LEGS_ONLY);
    for (int i = 0; i < 4; ++i) {
        const int first = i < 2 ? RIG_LEFT : RIG_RIGHT, is_foot = i % 2;
        if (!is_foot && !has_arms) continue;
        const int end = first + (is_foot ? (int)RIG_FOOT : (int)RIG_HAND),
                  upper = first + (is_foot ? (int)RIG_THIGH : (int)RIG_FOREARM);
        if (options->extras & RIG_IK) {
            const int joint = add_joint(made, ik_names[i], above, -1, part_at(options, end));
            made->joints[joint].place = end;
        }
        if (options->extras & RIG_TWISTS)
            add_joint(made, twist_names[i], made->index[upper], upper,
                      between(part_at(options, upper), part_at(options, upper + 1)));
    }
    for (int i = 0; i < 5 && (options->extras & RIG_TIPS); ++i) {
        static const int of[] = {RIG_HEAD, RIG_LEFT + RIG_FINGER, RIG_LEFT + RIG_TOES, RIG_RIGHT + RIG_FINGER,
                                 RIG_RIGHT + RIG_TOES};
        if (made->index[of[i]] < 0) continue;
        const sinew_vec3 step = {0, i == 0 ? 0.2 : 0, i == 0 ? 0 : 0.07};
        add_joint(made, tip_names[i], made->index[of[i]], of[i], sinew__vec3_add(part_at(options, of[i]), step));
    }
    if (options->extras & RIG_SWORD)
        add_joint(made, "sword", made->index[RIG_RIGHT + RIG_HAND], RIG_RIGHT + RIG_HAND,
                  sinew__vec3_add(part_at(options, RIG_RIGHT + RIG_HAND), (sinew_vec3){-0.08, 0, 0.02}));
}

// ---- poses ---------------------------------------------------------------------------------------------------------

/// Global rotations and positions of the joints, x left and y up.
static void place_joints(const made_rig *made, const made_pose *pose, sinew_quat *rotation, sinew_vec3 *at)
{
    for (int i = 0; i < made->count; ++i) {
        const made_joint *joint = &made->joints[i];
        const sinew_quat own = joint->part < 0 ? sinew__quat_identity() : pose->rotation[joint->part];
        rotation[i] = sinew__quat_normalize(sinew__quat_multiply(own, joint->axes));
        if (i == made->index[RIG_HIPS]) {
            at[i] = pose->hips;
        } else if (joint->place >= 0) {
            at[i] = at[made->index[joint->place]];
        } else if (joint->parent < 0) {
            at[i] = joint->at;
        } else {
            const made_joint *parent = &made->joints[joint->parent];
            const sinew_quat above = parent->part < 0 ? sinew__quat_identity() : pose->rotation[parent->part];
            at[i] = sinew__vec3_add(at[joint->parent],
                                    sinew__quat_rotate(above, sinew__vec3_subtract(joint->at, parent->at)));
        }
    }
}

static made_pose standing(const rig_options *options)
{
    made_pose pose = {.hips = part_at(options, RIG_HIPS)};
    for (int i = 0; i < RIG_PARTS; ++i) pose.rotation[i] = sinew__quat_identity();
    return pose;
}

/// Rotates a part and all that is below it.
static void rotate(const rig_options *options, made_pose *pose, int part, sinew_quat rotation)
{
    for (int i = part; i < RIG_PARTS; ++i) {
        int above = i;
        while (above >= 0 && above != part) above = parent_part(options, above);
        if (above == part) pose->rotation[i] = sinew__quat_multiply(rotation, pose->rotation[i]);
    }
}

static made_pose rest_pose(const rig_options *options)
{
    made_pose pose = standing(options);
    switch (options->rest) {
    case RIG_STANDS: break;
    case RIG_STEPS:
        rotate(options, &pose, RIG_LEFT + RIG_THIGH, about(1, 0, 0, -30));
        rotate(options, &pose, RIG_RIGHT + RIG_THIGH, about(1, 0, 0, 20));
        rotate(options, &pose, RIG_RIGHT + RIG_SHIN, about(1, 0, 0, 15));
        rotate(options, &pose, RIG_LEFT + RIG_UPPER_ARM, about(0, 0, 1, 40));
        break;
    case RIG_DANCES:
        rotate(options, &pose, RIG_RIGHT + RIG_SHIN, about(1, 0, 0, 70));
        rotate(options, &pose, RIG_RIGHT + RIG_THIGH, about(1, 0, 0.4, -80));
        rotate(options, &pose, RIG_LEFT + RIG_UPPER_ARM, about(0, 0.3, 1, 60));
        rotate(options, &pose, RIG_RIGHT + RIG_UPPER_ARM, about(0, 1, 0.2, 50));
        rotate(options, &pose, RIG_SPINE, about(0.3, 1, 0.2, 30));
        rotate(options, &pose, RIG_HIPS, about(0.2, 1, 0.1, 25));
        break;
    case RIG_LIES:
        rotate(options, &pose, RIG_HIPS, about(1, 0, 0, -90));
        pose.hips = (sinew_vec3){0, 0.15, 0};
        break;
    }
    return pose;
}

// ---- the walk ------------------------------------------------------------------------------------------------------

static const double stride = 0.7, stance = 0.6; // metres; part of the period of one second

static double smooth(double x)
{
    x = fmin(1, fmax(0, x));
    return x * x * (3 - 2 * x);
}

int rig_stands(int side, double seconds)
{
    const double u = seconds + (side ? 0.5 : 0);
    return u - floor(u) < stance - 1e-9;
}

/// The rotation that takes a bone from one direction to another, with its knee axis level.
static sinew_quat swing(sinew_vec3 from, sinew_vec3 to)
{
    return sinew__quat_between(sinew__vec3_normalize(from, 0), sinew__vec3_normalize(to, 0), (sinew_vec3){1, 0, 0});
}

/// Lengths are the body's: a longer leg makes longer strides.
static void pose_leg(const rig_options *options, int side, double seconds, made_pose *pose)
{
    const int first = side ? RIG_RIGHT : RIG_LEFT;
    const double leg = or_one(options->legs), u = seconds + (side ? 0.5 : 0), n = floor(u), f = u - n,
                 swings = fmax(0, (f - stance) / (1 - stance));
    const double ahead = leg * stride * (n - (side ? 0.5 : 0) + 0.5 * stance + smooth(swings));
    const double raised = (options->lift > 0 ? options->lift : 0.07) * leg * pow(sin(acos(-1) * swings), 2);
    const double pitch = 32 * (smooth((f - 0.35) / 0.25) - smooth(swings / 0.7));
    const sinew_vec3 hip = part_at(options, first + RIG_THIGH), knee = part_at(options, first + RIG_SHIN),
                     foot = part_at(options, first + RIG_FOOT), ball = sole_at(options, side, RIG_BALL);
    const sinew_quat roll = about(1, 0, 0, pitch), toes = about(1, 0, 0, pitch * smooth(swings / 0.3));
    const sinew_vec3 pivot = {ball.x, raised - options->lowered, ball.z + ahead};
    const sinew_vec3 ankle = sinew__vec3_add(pivot, sinew__quat_rotate(roll, sinew__vec3_subtract(foot, ball)));
    const sinew_vec3 from =
        sinew__vec3_add(pose->hips, sinew__quat_rotate(pose->rotation[RIG_HIPS],
                                                       sinew__vec3_subtract(hip, part_at(options, RIG_HIPS))));
    const double a = sinew__vec3_length(sinew__vec3_subtract(knee, hip)),
                 b = sinew__vec3_length(sinew__vec3_subtract(foot, knee));
    const sinew_vec3 reach = sinew__vec3_subtract(ankle, from);
    const double c = sinew__vec3_length(reach), cosine = (a * a + c * c - b * b) / (2 * a * c);
    assert_true(c < a + b);
    const sinew_vec3 down = sinew__vec3_scale(reach, 1 / c), front = sinew__vec3_across((sinew_vec3){0, 0, 1}, down);
    const sinew_vec3 thigh =
        sinew__vec3_add(sinew__vec3_scale(down, a * cosine), sinew__vec3_scale(front, a * sqrt(1 - cosine * cosine)));
    pose->rotation[first + RIG_THIGH] = swing(sinew__vec3_subtract(knee, hip), thigh);
    pose->rotation[first + RIG_SHIN] = swing(sinew__vec3_subtract(foot, knee), sinew__vec3_subtract(reach, thigh));
    pose->rotation[first + RIG_FOOT] = roll;
    pose->rotation[first + RIG_TOES] = toes;
}

static made_pose walking(const rig_options *options, double seconds)
{
    made_pose pose = standing(options);
    const double turn = 2 * acos(-1) * seconds, leg = or_one(options->legs);
    rotate(options, &pose, RIG_LEFT + RIG_FOREARM, about(0, 1, 0, -35 + 10 * sin(turn)));
    rotate(options, &pose, RIG_LEFT + RIG_UPPER_ARM, about(0, 0, 1, -70 + options->arms_down));
    rotate(options, &pose, RIG_LEFT + RIG_UPPER_ARM, about(1, 0, 0, 30 * sin(turn)));
    rotate(options, &pose, RIG_RIGHT + RIG_FOREARM, about(0.2, 0.4, -1, 50 + 25 * sin(2 * turn)));
    rotate(options, &pose, RIG_RIGHT + RIG_UPPER_ARM, about(0, 0.4, -1, 25 + options->arms_down + 15 * sin(turn)));
    rotate(options, &pose, RIG_HEAD, about(0, 1, 0, 20 * sin(turn + 1)));
    rotate(options, &pose, RIG_SPINE, about(0.1, 1, 0, 8 * sin(turn)));
    rotate(options, &pose, RIG_HIPS, about(0, 1, 0.3, -6 * sin(turn)));
    pose.hips.x += 0.02 * sin(turn);
    pose.hips.y += leg * (-0.06 + 0.015 * cos(2 * turn)) - options->lowered;
    pose.hips.z += leg * stride * seconds;
    for (int side = 0; side < 2; ++side) pose_leg(options, side, seconds, &pose);
    return pose;
}

// ---- the model -----------------------------------------------------------------------------------------------------

typedef struct made_arrays {
    made_rig made;
    sinew_raw_joint joints[MAX_JOINTS];
    sinew_track_key keys[2][MAX_JOINTS][FRAMES];
    sinew_raw_track tracks[2 * MAX_JOINTS];
    float points[BOXES * BOX_POINTS * 3];
    uint32_t sizes[BOXES * 6], corners[BOXES * 24], starts[BOXES * BOX_POINTS + 1];
    int32_t polygon_materials[BOXES * 6];
    sinew_raw_material materials[RIG_RIGHT];
    sinew_raw_influence influences[BOXES * BOX_POINTS];
    sinew_raw_skin_joint skin[MAX_JOINTS];
} made_arrays;

/// Locals of a pose in model space.
static void make_locals(const made_rig *made, const made_pose *pose, sinew_quat axes, double size, sinew_transform *out)
{
    sinew_quat rotation[MAX_JOINTS];
    sinew_vec3 at[MAX_JOINTS];
    place_joints(made, pose, rotation, at);
    for (int i = 0; i < made->count; ++i) {
        const int parent = made->joints[i].parent;
        const sinew_quat above = parent < 0 ? sinew__quat_conjugate(axes) : rotation[parent];
        const sinew_vec3 from = parent < 0 ? (sinew_vec3){0, 0, 0} : at[parent];
        out[i] = (sinew_transform){
            .t = sinew__vec3_scale(sinew__quat_rotate(sinew__quat_conjugate(above), sinew__vec3_subtract(at[i], from)),
                                   size),
            .r = sinew__quat_normalize(sinew__quat_multiply(sinew__quat_conjugate(above), rotation[i])),
            .s = {1, 1, 1}};
    }
}

static sinew_affine global_of(sinew_quat rotation, sinew_vec3 at)
{
    return sinew__affine_from_transform(&(sinew_transform){.t = at, .r = rotation, .s = {1, 1, 1}});
}

static void set_bind(made_arrays *arrays, sinew_quat axes, double size)
{
    const rig_options *options = arrays->made.options;
    const made_pose pose = standing(options);
    sinew_quat rotation[MAX_JOINTS];
    sinew_vec3 at[MAX_JOINTS];
    place_joints(&arrays->made, &pose, rotation, at);
    const sinew_quat lies = options->bind == RIG_BIND_LIES      ? sinew__quat_multiply(axes, about(1, 0, 0, 90))
                            : options->bind == RIG_BIND_ON_SIDE ? sinew__quat_multiply(axes, about(0, 0, 1, 90))
                                                                : axes;
    for (int i = 0; i < arrays->made.count; ++i) {
        arrays->joints[i].flags |= SINEW_JOINT_HAS_BIND;
        arrays->joints[i].bind_global = global_of(sinew__quat_multiply(lies, rotation[i]),
                                                  sinew__vec3_scale(sinew__quat_rotate(lies, at[i]), size));
    }
}

/// A material for each part of the middle and of one side: black surfaces of one brightness from every direction.
static void make_materials(made_arrays *arrays)
{
    for (int part = 0; part < RIG_RIGHT; ++part) {
        const float bright = (float)((part * 5 + 1) % RIG_RIGHT) / RIG_RIGHT; // neighbours differ
        arrays->materials[part] = (sinew_raw_material){.texture = SINEW_NONE,
                                                       .base_color = {0, 0, 0, 1},
                                                       .roughness = 1,
                                                       .emissive = {0.1f + 0.9f * bright, 0.5f, 1 - 0.9f * bright}};
    }
}

/// A box around each part, which reaches to the next one; the boxes of both sides are mirror images.
static sinew_raw_mesh make_skin(made_arrays *arrays, sinew_quat axes, double size)
{
    static const uint32_t faces[24] = {0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3};
    const rig_options *options = arrays->made.options;
    const made_pose pose = standing(options);
    sinew_quat rotation[MAX_JOINTS];
    sinew_vec3 at[MAX_JOINTS];
    int boxes = 0;
    place_joints(&arrays->made, &pose, rotation, at);
    for (int part = 0; part < RIG_PARTS; ++part) {
        const int joint = arrays->made.index[part];
        if (joint < 0) continue;
        const int own = part < RIG_LEFT ? -1 : (part - RIG_LEFT) % RIG_SIDE_PARTS, side = side_of(part);
        int next = part;
        for (int i = RIG_PARTS - 1; i > part; --i)
            if (parent_part(options, i) == part && arrays->made.index[i] >= 0) next = i;
        const sinew_vec3 a = at[joint], b = at[arrays->made.index[next]];
        sinew_vec3 low = {fmin(a.x, b.x) - 0.04, fmin(a.y, b.y) - 0.04, fmin(a.z, b.z) - 0.04},
                   high = {fmax(a.x, b.x) + 0.04, fmax(a.y, b.y) + 0.04, fmax(a.z, b.z) + 0.04};
        if (own == RIG_FOOT || own == RIG_TOES) { // soles are on the ground
            low.y = 0;
            low.z = sole_at(options, side, own == RIG_FOOT ? RIG_HEEL : RIG_BALL).z;
            high.z = sole_at(options, side, own == RIG_FOOT && !(options->extras & RIG_NO_TOES) ? RIG_BALL : RIG_TIP).z;
        }
        for (int i = 0; i < BOX_POINTS; ++i) {
            const sinew_vec3 point = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z},
                             placed = sinew__vec3_scale(sinew__quat_rotate(axes, point), size);
            const int vertex = boxes * BOX_POINTS + i;
            arrays->points[3 * vertex] = (float)placed.x;
            arrays->points[3 * vertex + 1] = (float)placed.y;
            arrays->points[3 * vertex + 2] = (float)placed.z;
            arrays->influences[vertex] = (sinew_raw_influence){boxes, 1};
            arrays->starts[vertex + 1] = (uint32_t)vertex + 1;
        }
        for (int i = 0; i < 24; ++i) arrays->corners[24 * boxes + i] = (uint32_t)(boxes * BOX_POINTS) + faces[i];
        for (int i = 0; i < 6; ++i) {
            arrays->sizes[6 * boxes + i] = 4;
            arrays->polygon_materials[6 * boxes + i] = part < RIG_RIGHT ? part : part - RIG_SIDE_PARTS;
        }
        const sinew_affine bound = global_of(sinew__quat_multiply(axes, rotation[joint]),
                                             sinew__vec3_scale(sinew__quat_rotate(axes, at[joint]), size));
        arrays->skin[boxes] = (sinew_raw_skin_joint){.joint = joint, .node = SINEW_NONE};
        assert_true(sinew__affine_inverse(&bound, &arrays->skin[boxes].inverse_bind));
        ++boxes;
    }
    return (sinew_raw_mesh){.name = "skin",
                            .node = SINEW_NONE,
                            .positions = arrays->points,
                            .vertex_count = boxes * BOX_POINTS,
                            .polygon_sizes = arrays->sizes,
                            .polygon_materials = options->glows ? arrays->polygon_materials : NULL,
                            .polygon_count = boxes * 6,
                            .corner_vertices = arrays->corners,
                            .corner_count = boxes * 24,
                            .influence_start = arrays->starts,
                            .influences = arrays->influences,
                            .skin_joints = arrays->skin,
                            .skin_joint_count = boxes};
}

static sinew_raw_clip make_clip(made_arrays *arrays, sinew_quat axes, double size)
{
    const int count = arrays->made.count;
    for (int frame = 0; frame < FRAMES; ++frame) {
        sinew_transform locals[MAX_JOINTS];
        const rig_options *options = arrays->made.options;
        const made_pose pose =
            frame == 0 && options->begins_standing ? standing(options) : walking(options, frame / 30.0);
        make_locals(&arrays->made, &pose, axes, size, locals);
        for (int i = 0; i < count; ++i) {
            const sinew_transform *local = &locals[i];
            arrays->keys[0][i][frame] =
                (sinew_track_key){frame / 30.0, {local->r.x, local->r.y, local->r.z, local->r.w}};
            arrays->keys[1][i][frame] = (sinew_track_key){frame / 30.0, {local->t.x, local->t.y, local->t.z}};
        }
    }
    int tracks = 0;
    for (int i = 0; i < count; ++i)
        for (int path = 0; path < 2; ++path) {
            const int moves = i == arrays->made.index[RIG_HIPS] || arrays->made.joints[i].place >= 0;
            if (path == 1 && !moves) continue;
            arrays->tracks[tracks++] = (sinew_raw_track){.joint = i,
                                                         .node = SINEW_NONE,
                                                         .mesh = SINEW_NONE,
                                                         .morph = SINEW_NONE,
                                                         .path = path ? SINEW_TRACK_TRANSLATION : SINEW_TRACK_ROTATION,
                                                         .keys = arrays->keys[path][i],
                                                         .key_count = FRAMES,
                                                         .interpolation = SINEW_LINEAR};
        }
    return (sinew_raw_clip){
        .name = "walk", .duration = 2, .tracks = arrays->tracks, .track_count = tracks, .is_default = 1};
}

rig make_rig(const rig_options *options)
{
    static made_arrays arrays;
    memset(&arrays, 0, sizeof arrays);
    arrays.made.options = options;
    const double size = or_one(options->size);
    const sinew_quat axes = options->is_z_up ? about(1, 0, 0, 90) : sinew__quat_identity();
    add_joints(&arrays.made);
    sinew_transform rest[MAX_JOINTS];
    const made_pose pose = rest_pose(options);
    make_locals(&arrays.made, &pose, axes, size, rest);
    for (int i = 0; i < arrays.made.count; ++i)
        arrays.joints[i] = (sinew_raw_joint){.name = arrays.made.joints[i].name,
                                             .parent = arrays.made.joints[i].parent,
                                             .kind = SINEW_JOINT_BONE,
                                             .node = SINEW_NONE,
                                             .rest = rest[i]};
    if (options->bind != RIG_NO_BIND) set_bind(&arrays, axes, size);
    sinew_raw_mesh mesh = {0};
    if (options->has_skin) mesh = make_skin(&arrays, axes, size);
    make_materials(&arrays);
    sinew_raw_clip clip = {0};
    if (options->has_clip) clip = make_clip(&arrays, axes, size);
    const sinew_raw_model raw = {.up = options->is_z_up ? "+Z" : "+Y",
                                 .front = options->is_z_up ? "-Y" : "+Z",
                                 .unit_cm = 100 / size,
                                 .fps = 30,
                                 .joints = arrays.joints,
                                 .joint_count = arrays.made.count,
                                 .meshes = &mesh,
                                 .mesh_count = options->has_skin ? 1 : 0,
                                 .materials = arrays.materials,
                                 .material_count = options->glows ? RIG_RIGHT : 0,
                                 .clips = &clip,
                                 .clip_count = options->has_clip ? 1 : 0};
    rig out = {
        .model = make_model(&raw), .axes = axes, .size = size, .leg_length = 0.86 * or_one(options->legs) * size};
    for (int part = 0; part < RIG_PARTS; ++part) {
        out.joint[part] = SINEW_NONE;
        if (arrays.made.index[part] >= 0)
            assert_int_equal(
                sinew_model_find_joint(out.model, part_names[options->names][part], &out.joint[part], NULL), SINEW_OK);
    }
    for (int side = 0; side < 2; ++side)
        for (int point = 0; point < RIG_SOLE_POINTS; ++point) {
            const int first = side ? RIG_RIGHT : RIG_LEFT,
                      part = first +
                             (point == RIG_TIP && !(options->extras & RIG_NO_TOES) ? (int)RIG_TOES : (int)RIG_FOOT);
            const made_joint *joint = &arrays.made.joints[arrays.made.index[part]];
            out.sole_joint[side][point] = out.joint[part];
            out.sole[side][point] =
                sinew__vec3_scale(sinew__quat_rotate(sinew__quat_conjugate(joint->axes),
                                                     sinew__vec3_subtract(sole_at(options, side, point), joint->at)),
                                  size);
        }
    return out;
}
