#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/make_body.h"

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "support/make_model.h"
#include "support/random_number.h"

enum { FRAMES = 61 };

#define MIXAMO_SIDE(side)                                                                                              \
    "mixamorig:" side "Shoulder", "mixamorig:" side "Arm", "mixamorig:" side "ForeArm", "mixamorig:" side "Hand",      \
        "mixamorig:" side "HandIndex1", "mixamorig:" side "UpLeg", "mixamorig:" side "Leg", "mixamorig:" side "Foot",  \
        "mixamorig:" side "ToeBase"

const char *const body_names_mixamo[BODY_JOINTS] = {"mixamorig:Hips",    "mixamorig:Spine", "mixamorig:Spine1",
                                                    "mixamorig:Neck",    "mixamorig:Head",  MIXAMO_SIDE("Left"),
                                                    MIXAMO_SIDE("Right")};
static const char *const further_names[] = {"mixamorig:LeftHandPinky1", "mixamorig:RightHandPinky1",
                                            "mixamorig:LeftForeArmTwist", "mixamorig:RightForeArmTwist"};

static const int torso_parents[BODY_LEFT] = {-1, 0, 1, 2, 3};
static const int side_parents[BODY_SIDE_JOINTS] = {-1, CLAVICLE, UPPER_ARM, FOREARM, HAND, -1, THIGH, SHIN, FOOT};

/// The place of a joint of one side in the list of both sides, −1 for others.
static int side_joint(int joint)
{
    return joint < BODY_LEFT || joint >= BODY_JOINTS ? -1 : (joint - BODY_LEFT) % BODY_SIDE_JOINTS;
}

static int is_right(int joint)
{
    return joint >= BODY_JOINTS ? (joint - BODY_JOINTS) % 2 : joint >= BODY_RIGHT;
}

static int parent_of(const body_options *options, int joint)
{
    if (joint >= BODY_JOINTS)
        return (is_right(joint) ? BODY_RIGHT : BODY_LEFT) + (joint < BODY_TWIST ? (int)HAND : (int)FOREARM);
    if (options->has_twists && side_joint(joint) == HAND) return BODY_TWIST + is_right(joint);
    if (joint < BODY_LEFT) return torso_parents[joint];
    const int first = joint < BODY_RIGHT ? BODY_LEFT : BODY_RIGHT, own = joint - first;
    if (own == CLAVICLE) return 2;
    return own == THIGH ? 0 : first + side_parents[own];
}

// ---- the rest pose ------------------------------------------------------------------------------------------------

static sinew_vec3 arm_offset(const body_options *options, double length, int of_right)
{
    const double angle = options->arms_down * acos(-1) / 180;
    return (sinew_vec3){(of_right ? -1 : 1) * length * cos(angle), -length * sin(angle), 0};
}

/// A finger, `across` from the middle of the hand to its front edge when the palms are down.
static sinew_vec3 finger_offset(const body_options *options, double across, int of_right)
{
    const double down = options->arms_down * acos(-1) / 180, palm = options->palms * acos(-1) / 180;
    const sinew_vec3 up = {(of_right ? -1 : 1) * sin(down), cos(down), 0},
                     edge = {sin(palm) * up.x, sin(palm) * up.y, cos(palm)};
    return sinew__vec3_add(arm_offset(options, 0.09, of_right), sinew__vec3_scale(edge, across));
}

/// From the parent in model space; x is left, y up, z front. The hips are 1 above the ground, the ankles 0.1.
static sinew_vec3 offset_of(const body_options *options, int joint)
{
    static const sinew_vec3 torso[BODY_LEFT] = {{0, 1, 0}, {0, 0.15, 0}, {0, 0.15, -0.02}, {0, 0.2, 0}, {0, 0.1, 0.02}};
    if (joint < BODY_LEFT) return torso[joint];
    const int of_right = is_right(joint);
    const double sign = of_right ? -1 : 1, forearm = options->forearm > 0 ? options->forearm : 0.25;
    if (joint >= BODY_TWIST) return arm_offset(options, forearm / 2, of_right);
    if (joint >= BODY_PINKY) return finger_offset(options, -0.03, of_right);
    switch (side_joint(joint)) {
    case CLAVICLE: return (sinew_vec3){sign * 0.03, 0.15, 0};
    case UPPER_ARM: return (sinew_vec3){sign * 0.15, 0, 0};
    case FOREARM: return arm_offset(options, 0.28, of_right);
    case HAND: return arm_offset(options, options->has_twists ? forearm / 2 : forearm, of_right);
    case INDEX: return finger_offset(options, options->has_palms ? 0.03 : 0, of_right);
    case THIGH: return (sinew_vec3){sign * (options->hips > 0 ? options->hips : 0.1), 0, 0};
    case SHIN: return (sinew_vec3){0, -0.45, 0.01};
    case FOOT: return (sinew_vec3){0, -(options->shin > 0 ? options->shin : 0.45), -0.01};
    case TOES: return (sinew_vec3){0, -0.07, 0.15};
    default: fail(); return (sinew_vec3){0, 0, 0};
    }
}

static sinew_quat rotation_about(double x, double y, double z, double degrees)
{
    const double half = degrees * acos(-1) / 360, s = sin(half) / sqrt(x * x + y * y + z * z);
    return (sinew_quat){x * s, y * s, z * s, cos(half)};
}

static sinew_quat random_axes(uint32_t *seed)
{
    return sinew__quat_normalize((sinew_quat){random_number(seed, -1, 1), random_number(seed, -1, 1),
                                              random_number(seed, -1, 1), random_number(seed, -1, 1)});
}

/// The axes of a joint whose bone points along its z axis. The first child continues a bone; for the chest it is the
/// neck.
static sinew_quat axes_along_bone(const body_options *options, int joint)
{
    int child = -1;
    for (int i = BODY_MAX_JOINTS - 1; i > 0; --i)
        if (parent_of(options, i) == joint && (i < BODY_JOINTS || child < 0)) child = i;
    if (child < 0) return sinew__quat_identity();
    const sinew_vec3 bone = sinew__vec3_normalize(offset_of(options, child), 0);
    return sinew__quat_between((sinew_vec3){0, 0, 1}, bone, (sinew_vec3){1, 0, 0});
}

/// Rotations of rest poses that are not upright.
static sinew_quat folded(int joint)
{
    const double sign = is_right(joint) ? -1 : 1;
    switch (side_joint(joint)) {
    case CLAVICLE: return rotation_about(0, 0, 1, 60 * sign);
    case UPPER_ARM: return rotation_about(0, 0, 1, 30 * sign);
    case THIGH: return rotation_about(1, 0, 0, -130);
    case SHIN: return rotation_about(1, 0, 0, 140);
    default: return sinew__quat_identity();
    }
}

static void set_rest(const body_options *options, int joint, sinew_transform *rest)
{
    if (options->rest == BODY_STICK) rest->r = sinew__quat_identity();
    if (options->rest == BODY_FOLDED) rest->r = sinew__quat_multiply(rest->r, folded(joint));
}

// ---- the clip -----------------------------------------------------------------------------------------------------

/// The rotation of a joint in model space since the rest pose: each is a different swing; elbows and knees are bent.
static sinew_quat motion_of(int joint, double seconds)
{
    const double phase = sin(2.5 * seconds + joint), slow = sin(1.3 * seconds + 2 * joint);
    const sinew_quat swing =
        sinew__quat_multiply(rotation_about(1, 0.2, 0.1 * joint, 25 * phase), rotation_about(0.1, 1, 0.4, 15 * slow));
    const int own = side_joint(joint);
    if (own == SHIN) return sinew__quat_multiply(rotation_about(1, 0, 0, 50 + 10 * phase), swing);
    if (own == FOREARM) return sinew__quat_multiply(rotation_about(0, joint < BODY_RIGHT ? -1 : 1, 0, 50), swing);
    return joint == 0 ? rotation_about(0, 1, 0.1, 40 * slow) : swing;
}

/// A twist joint follows the forearm, and half of the hand's rotation about it.
static sinew_quat twist_of(const body_options *options, int joint, double seconds)
{
    const int side = is_right(joint) ? BODY_RIGHT : BODY_LEFT;
    const sinew_quat forearm = motion_of(side + FOREARM, seconds), hand = motion_of(side + HAND, seconds);
    const sinew_quat twist = sinew__quat_twist(sinew__quat_multiply(sinew__quat_conjugate(forearm), hand),
                                               arm_offset(options, 1, is_right(joint)));
    return sinew__quat_multiply(forearm, sinew__quat_part(twist, 0.5));
}

/// The joints that a body has, parents first.
static int list_joints(const body_options *options, int out_joints[BODY_MAX_JOINTS])
{
    int count = 0;
    for (int i = 0; i < BODY_JOINTS; ++i) {
        if (options->has_twists && side_joint(i) == HAND) out_joints[count++] = BODY_TWIST + is_right(i);
        out_joints[count++] = i;
    }
    for (int i = BODY_PINKY; options->has_palms && i < BODY_TWIST; ++i) out_joints[count++] = i;
    return count;
}

typedef struct body_parts {
    int count, listed[BODY_MAX_JOINTS]; ///< which joint is each of the model
    int index[BODY_MAX_JOINTS];         ///< the reverse
    sinew_raw_joint joints[BODY_MAX_WRAPPERS + BODY_MAX_JOINTS];
    sinew_quat global[BODY_MAX_JOINTS]; ///< at rest
    sinew_track_key keys[BODY_MAX_JOINTS + 1][FRAMES];
    sinew_raw_track tracks[BODY_MAX_JOINTS + 1];
    sinew_raw_clip clip;
} body_parts;

static int parent_index(const body_options *options, const body_parts *parts, int index)
{
    const int parent = parent_of(options, parts->listed[index]);
    return parent < 0 ? SINEW_NONE : parts->index[parent];
}

static void add_rotations(const body_options *options, int frame, body_parts *parts)
{
    const double seconds = frame / 30.0;
    sinew_quat global[BODY_MAX_JOINTS];
    for (int i = 0; i < parts->count; ++i) {
        const int parent = parent_index(options, parts, i);
        const sinew_quat above = parent < 0 ? sinew__quat_identity() : global[parent];
        const int joint = parts->listed[i];
        const sinew_quat motion = joint < BODY_TWIST ? motion_of(joint, seconds) : twist_of(options, joint, seconds);
        global[i] = sinew__quat_multiply(motion, parts->global[i]);
        const sinew_quat local = sinew__quat_multiply(sinew__quat_conjugate(above), global[i]);
        parts->keys[i][frame] = (sinew_track_key){seconds, {local.x, local.y, local.z, local.w}};
    }
}

static void add_clip(const body_options *options, double size, body_parts *parts)
{
    const int count = parts->count;
    for (int frame = 0; frame < FRAMES; ++frame) {
        const double seconds = frame / 30.0;
        add_rotations(options, frame, parts);
        parts->keys[count][frame] = (sinew_track_key){
            seconds, {size * 0.3 * seconds, size * (0.85 + 0.05 * sin(6 * seconds)), size * 0.5 * seconds * seconds}};
    }
    for (int i = 0; i <= count; ++i)
        parts->tracks[i] = (sinew_raw_track){.joint = i < count ? i : 0,
                                             .node = SINEW_NONE,
                                             .mesh = SINEW_NONE,
                                             .morph = SINEW_NONE,
                                             .path = i < count ? SINEW_TRACK_ROTATION : SINEW_TRACK_TRANSLATION,
                                             .keys = parts->keys[i],
                                             .key_count = FRAMES,
                                             .interpolation = SINEW_LINEAR};
    parts->clip = (sinew_raw_clip){.name = "dance",
                                   .duration = options->seconds > 0 ? options->seconds : 2,
                                   .tracks = parts->tracks,
                                   .track_count = count + 1};
}

static void add_joints(const body_options *options, double size, body_parts *parts)
{
    const char *const *names = options->names ? options->names : body_names_mixamo;
    uint32_t seed = options->axes_seed;
    parts->count = list_joints(options, parts->listed);
    for (int i = 0; i < parts->count; ++i) {
        const int joint = parts->listed[i];
        parts->index[joint] = i;
        const int parent = parent_index(options, parts, i);
        const sinew_quat above = parent < 0 ? sinew__quat_identity() : parts->global[parent];
        parts->global[i] = options->axes_seed            ? random_axes(&seed)
                           : options->rest == BODY_STICK ? axes_along_bone(options, joint)
                                                         : sinew__quat_identity();
        const sinew_vec3 offset = sinew__vec3_scale(offset_of(options, joint), size);
        parts->joints[i] =
            (sinew_raw_joint){.name = joint < BODY_JOINTS ? names[joint] : further_names[joint - BODY_JOINTS],
                              .parent = parent,
                              .kind = SINEW_JOINT_BONE,
                              .node = SINEW_NONE,
                              .rest = {.t = sinew__quat_rotate(sinew__quat_conjugate(above), offset),
                                       .r = sinew__quat_multiply(sinew__quat_conjugate(above), parts->global[i]),
                                       .s = {1, 1, 1}}};
        set_rest(options, joint, &parts->joints[i].rest);
    }
}

/// Puts wrappers above the hips, the first one rotated so that its z axis is up and scaled, and everything below into
/// its space. Returns their number.
static int add_wrappers(const body_options *options, body_parts *parts)
{
    static const char *const names[BODY_MAX_WRAPPERS] = {"Armature", "Root", "reference"};
    const int count = options->wrappers;
    const double scale = options->wrapper_scale > 0 ? options->wrapper_scale : 1;
    const sinew_quat rotation = rotation_about(1, 0, 0, -90), inverse = sinew__quat_conjugate(rotation);
    if (count == 0) return 0;
    memmove(parts->joints + count, parts->joints, (size_t)parts->count * sizeof *parts->joints);
    for (int i = 0; i < count; ++i)
        parts->joints[i] =
            (sinew_raw_joint){.name = names[i],
                              .parent = i - 1,
                              .kind = SINEW_JOINT_BONE,
                              .node = SINEW_NONE,
                              .rest = {.r = i == 0 ? rotation : sinew__quat_identity(),
                                       .s = i == 0 ? (sinew_vec3){scale, scale, scale} : (sinew_vec3){1, 1, 1}}};
    for (int i = 0; i < parts->count; ++i) {
        sinew_raw_joint *joint = &parts->joints[count + i];
        joint->parent += count;
        joint->rest.t = sinew__vec3_scale(joint->rest.t, 1 / scale);
        if (i > 0) continue;
        joint->parent = count - 1;
        joint->rest.t = sinew__quat_rotate(inverse, joint->rest.t);
        joint->rest.r = sinew__quat_multiply(inverse, joint->rest.r);
    }
    for (int i = 0; i <= parts->count && options->has_clip; ++i) parts->tracks[i].joint += count;
    for (int i = 0; i < FRAMES && options->has_clip; ++i) {
        double *r = parts->keys[0][i].value, *t = parts->keys[parts->count][i].value;
        const sinew_quat rotated = sinew__quat_multiply(inverse, (sinew_quat){r[0], r[1], r[2], r[3]});
        const sinew_vec3 moved = sinew__quat_rotate(inverse, (sinew_vec3){t[0] / scale, t[1] / scale, t[2] / scale});
        r[0] = rotated.x, r[1] = rotated.y, r[2] = rotated.z, r[3] = rotated.w;
        t[0] = moved.x, t[1] = moved.y, t[2] = moved.z;
    }
    return count;
}

sinew_model *make_body(const body_options *options)
{
    static body_parts parts;
    const double size = options->size > 0 ? options->size : 1;
    add_joints(options, size, &parts);
    if (options->has_clip) add_clip(options, size, &parts);
    const int wrappers = add_wrappers(options, &parts);
    const sinew_raw_model raw = {.joints = parts.joints,
                                 .joint_count = parts.count + wrappers,
                                 .fps = 30,
                                 .clips = &parts.clip,
                                 .clip_count = options->has_clip ? 1 : 0};
    return make_model(&raw);
}

int32_t body_joint(const sinew_model *model, const char *const *names, int joint)
{
    int32_t found;
    const char *name =
        joint < BODY_JOINTS ? (names ? names : body_names_mixamo)[joint] : further_names[joint - BODY_JOINTS];
    assert_int_equal(sinew_model_find_joint(model, name, &found, NULL), SINEW_OK);
    return found;
}
