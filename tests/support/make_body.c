#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>

#include "support/make_body.h"

#include "base/affine.h"
#include "ik/vector.h"
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

static const int torso_parents[BODY_LEFT] = {-1, 0, 1, 2, 3};
static const int side_parents[BODY_SIDE_JOINTS] = {-1, CLAVICLE, UPPER_ARM, FOREARM, HAND, -1, THIGH, SHIN, FOOT};

static int parent_of(int joint)
{
    if (joint < BODY_LEFT) return torso_parents[joint];
    const int first = joint < BODY_RIGHT ? BODY_LEFT : BODY_RIGHT, own = joint - first;
    if (own == CLAVICLE) return 2;
    return own == THIGH ? 0 : first + side_parents[own];
}

// ---- the rest pose ------------------------------------------------------------------------------------------------

static sinew_vec3 arm_offset(const body_options *options, double length, int is_right)
{
    const double angle = options->arms_down * acos(-1) / 180;
    return (sinew_vec3){(is_right ? -1 : 1) * length * cos(angle), -length * sin(angle), 0};
}

/// From the parent in model space; x is left, y up, z front. The hips are 1 above the ground, the ankles 0.1.
static sinew_vec3 offset_of(const body_options *options, int joint)
{
    static const sinew_vec3 torso[BODY_LEFT] = {{0, 1, 0}, {0, 0.15, 0}, {0, 0.15, -0.02}, {0, 0.2, 0}, {0, 0.1, 0.02}};
    if (joint < BODY_LEFT) return torso[joint];
    const int is_right = joint >= BODY_RIGHT;
    const double sign = is_right ? -1 : 1, forearm = options->forearm > 0 ? options->forearm : 0.25;
    switch (joint - (is_right ? BODY_RIGHT : BODY_LEFT)) {
    case CLAVICLE: return (sinew_vec3){sign * 0.03, 0.15, 0};
    case UPPER_ARM: return (sinew_vec3){sign * 0.15, 0, 0};
    case FOREARM: return arm_offset(options, 0.28, is_right);
    case HAND: return arm_offset(options, forearm, is_right);
    case INDEX: return arm_offset(options, 0.09, is_right);
    case THIGH: return (sinew_vec3){sign * (options->hips > 0 ? options->hips : 0.1), 0, 0};
    case SHIN: return (sinew_vec3){0, -0.45, 0.01};
    case FOOT: return (sinew_vec3){0, -0.45, -0.01};
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

// ---- the clip -----------------------------------------------------------------------------------------------------

/// The rotation of a joint in model space since the rest pose: each is a different swing; elbows and knees are bent.
static sinew_quat motion_of(int joint, double seconds)
{
    const double phase = sin(2.5 * seconds + joint), slow = sin(1.3 * seconds + 2 * joint);
    const sinew_quat swing =
        sinew__quat_multiply(rotation_about(1, 0.2, 0.1 * joint, 25 * phase), rotation_about(0.1, 1, 0.4, 15 * slow));
    const int own = joint < BODY_LEFT ? -1 : (joint - BODY_LEFT) % BODY_SIDE_JOINTS;
    if (own == SHIN) return sinew__quat_multiply(rotation_about(1, 0, 0, 50 + 10 * phase), swing);
    if (own == FOREARM) return sinew__quat_multiply(rotation_about(0, joint < BODY_RIGHT ? -1 : 1, 0, 50), swing);
    return joint == 0 ? rotation_about(0, 1, 0.1, 40 * slow) : swing;
}

typedef struct body_parts {
    sinew_raw_joint joints[BODY_JOINTS];
    sinew_quat global[BODY_JOINTS]; ///< at rest
    sinew_track_key keys[BODY_JOINTS + 1][FRAMES];
    sinew_raw_track tracks[BODY_JOINTS + 1];
    sinew_raw_clip clip;
} body_parts;

static void add_clip(const body_options *options, double size, body_parts *parts)
{
    for (int frame = 0; frame < FRAMES; ++frame) {
        const double seconds = frame / 30.0;
        sinew_quat global[BODY_JOINTS];
        for (int i = 0; i < BODY_JOINTS; ++i) {
            const int parent = parent_of(i);
            const sinew_quat above = parent < 0 ? sinew__quat_identity() : global[parent];
            global[i] = sinew__quat_multiply(motion_of(i, seconds), parts->global[i]);
            const sinew_quat local = sinew__quat_multiply(sinew__quat_conjugate(above), global[i]);
            parts->keys[i][frame] = (sinew_track_key){seconds, {local.x, local.y, local.z, local.w}};
        }
        parts->keys[BODY_JOINTS][frame] = (sinew_track_key){
            seconds, {size * 0.3 * seconds, size * (0.85 + 0.05 * sin(6 * seconds)), size * 0.5 * seconds * seconds}};
    }
    for (int i = 0; i <= BODY_JOINTS; ++i)
        parts->tracks[i] = (sinew_raw_track){.joint = i < BODY_JOINTS ? i : 0,
                                             .node = SINEW_NONE,
                                             .mesh = SINEW_NONE,
                                             .morph = SINEW_NONE,
                                             .path = i < BODY_JOINTS ? SINEW_TRACK_ROTATION : SINEW_TRACK_TRANSLATION,
                                             .keys = parts->keys[i],
                                             .key_count = FRAMES,
                                             .interpolation = SINEW_LINEAR};
    parts->clip = (sinew_raw_clip){.name = "dance",
                                   .duration = options->seconds > 0 ? options->seconds : 2,
                                   .tracks = parts->tracks,
                                   .track_count = BODY_JOINTS + 1};
}

sinew_model *make_body(const body_options *options)
{
    static body_parts parts;
    const double size = options->size > 0 ? options->size : 1;
    const char *const *names = options->names ? options->names : body_names_mixamo;
    uint32_t seed = options->axes_seed;
    for (int i = 0; i < BODY_JOINTS; ++i) {
        const int parent = parent_of(i);
        const sinew_quat above = parent < 0 ? sinew__quat_identity() : parts.global[parent];
        parts.global[i] = options->axes_seed ? random_axes(&seed) : sinew__quat_identity();
        const sinew_vec3 offset = sinew__vec3_scale(offset_of(options, i), size);
        parts.joints[i] =
            (sinew_raw_joint){.name = names[i],
                              .parent = parent,
                              .kind = SINEW_JOINT_BONE,
                              .node = SINEW_NONE,
                              .rest = {.t = sinew__quat_rotate(sinew__quat_conjugate(above), offset),
                                       .r = sinew__quat_multiply(sinew__quat_conjugate(above), parts.global[i]),
                                       .s = {1, 1, 1}}};
    }
    if (options->has_clip) add_clip(options, size, &parts);
    const sinew_raw_model raw = {.joints = parts.joints,
                                 .joint_count = BODY_JOINTS,
                                 .fps = 30,
                                 .clips = &parts.clip,
                                 .clip_count = options->has_clip ? 1 : 0};
    return make_model(&raw);
}

int32_t body_joint(const sinew_model *model, const char *const *names, int joint)
{
    int32_t found;
    assert_int_equal(sinew_model_find_joint(model, (names ? names : body_names_mixamo)[joint], &found, NULL), SINEW_OK);
    return found;
}
