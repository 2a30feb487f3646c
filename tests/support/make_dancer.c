#include "support/make_dancer.h"

#include <stdio.h>
#include <string.h>

#include "support/random_number.h"

enum { JOINTS = DANCER_JOINTS, KEYS = 9, CHANNELS = JOINTS + 1 };

static const int64_t ticks_per_second = 46186158000;

/// Hips, three joints of spine, and three of each limb.
static const int parents[JOINTS] = {SINEW_NONE, 0, 1, 2, 3, 3, 5, 6, 3, 8, 9, 1, 11, 12, 1, 14, 15};
static const double offsets[JOINTS][3] = {{0, 0, 0},   {0, 95, 0},  {0, 20, 0},   {0, 25, 0},  {0, 20, 0},  {15, 10, 0},
                                          {28, 0, 0},  {25, 0, 0},  {-15, 10, 0}, {-28, 0, 0}, {-25, 0, 0}, {10, -5, 0},
                                          {0, -42, 0}, {0, -40, 5}, {-10, -5, 0}, {0, -42, 0}, {0, -40, 5}};

static const char *const names[JOINTS] = {"Root",      "Hips",        "Spine",    "Spine1",   "Head",
                                          "LeftArm",   "LeftForeArm", "LeftHand", "RightArm", "RightForeArm",
                                          "RightHand", "LeftUpLeg",   "LeftLeg",  "LeftFoot", "RightUpLeg",
                                          "RightLeg",  "RightFoot"};

/// Arrays of a raw model.
typedef struct dancer_parts {
    char names[JOINTS][16]; ///< of a renamed body
    sinew_raw_joint joints[JOINTS];
    sinew_transform_stack stacks[JOINTS];
    sinew_curve_key keys[CHANNELS][3][KEYS];
    sinew_raw_curve curves[CHANNELS][3];
    sinew_raw_channel channels[CHANNELS];
} dancer_parts;

static double mirrored(const dancer *of, double value, int does_change)
{
    return of->is_mirrored && does_change ? -value : value;
}

static void set_joint(const dancer *of, int joint, dancer_parts *parts)
{
    sinew_transform_stack *stack = &parts->stacks[joint];
    const int named = of->has_twins && joint == DANCER_ELBOW + 1 ? DANCER_ELBOW : joint;
    snprintf(parts->names[joint], sizeof parts->names[joint], "bone_%d", named);
    for (int k = 0; k < 3; ++k) {
        stack->translation[k] = mirrored(of, offsets[joint][k] * of->scale, k == 0);
        stack->scaling[k] = 1;
    }
    stack->rotation_active = 1;
    stack->inherit_type = SINEW_INHERIT_RSrs;
    parts->joints[joint] = (sinew_raw_joint){.name = of->is_renamed ? parts->names[joint] : names[named],
                                             .parent = parents[joint],
                                             .stack = stack,
                                             .kind = SINEW_JOINT_BONE,
                                             .node = SINEW_NONE};
}

static int64_t ticks_of(const dancer *of, int key)
{
    return (int64_t)(key * (double)ticks_per_second / 4 / of->tempo);
}

/// An angle of a joint at a key, in degrees, before the noise.
static double angle_at(const dancer *of, int joint, int axis, int key, double random)
{
    if (joint == 0) return axis == 1 ? of->heading : 0;
    if (joint != DANCER_ELBOW || of->elbow == 0) return random;
    return axis == 2 ? of->elbow * (key == KEYS / 2) : 0;
}

/// Random numbers are taken in the same order whatever is done to the motion. A mirror changes the sign of rotations
/// about y and z.
static void set_rotations(const dancer *of, int joint, double range, uint32_t *seed, uint32_t *noise,
                          dancer_parts *parts)
{
    uint32_t other = of->seed + 7919;
    uint32_t *source = of->has_other_leg && joint >= JOINTS - 3 ? &other : seed;
    for (int k = 0; k < 3; ++k) {
        sinew_curve_key *keys = parts->keys[joint][k];
        for (int t = 0; t < KEYS; ++t) {
            const double random = random_number(source, -range, range);
            keys[t] = (sinew_curve_key){.ticks = ticks_of(of, t),
                                        .value = mirrored(of, angle_at(of, joint, k, t, random), k > 0) +
                                                 random_number(noise, -of->noise, of->noise),
                                        .interpolation = SINEW_LINEAR};
        }
        if (of->is_loop) keys[KEYS - 1].value = keys[0].value;
        parts->curves[joint][k] = (sinew_raw_curve){.keys = keys, .key_count = KEYS};
        parts->channels[joint].curve[k] = &parts->curves[joint][k];
    }
}

/// The root moves forwards at a constant speed.
static void set_travel(const dancer *of, dancer_parts *parts)
{
    sinew_curve_key *keys = parts->keys[JOINTS][2];
    for (int t = 0; t < KEYS; ++t)
        keys[t] = (sinew_curve_key){.ticks = ticks_of(of, t),
                                    .value = of->speed * of->scale * t / 4 / of->tempo,
                                    .interpolation = SINEW_LINEAR};
    parts->curves[JOINTS][2] = (sinew_raw_curve){.keys = keys, .key_count = KEYS};
    parts->channels[JOINTS] = (sinew_raw_channel){
        .joint = 0, .property = SINEW_CHANNEL_TRANSLATION, .curve = {NULL, NULL, &parts->curves[JOINTS][2]}};
}

sinew_model *make_dancer(const dancer *of, sinew_error *out_error)
{
    dancer_parts parts;
    memset(&parts, 0, sizeof parts);
    uint32_t seed = of->seed, noise = 99;
    const double range = random_number(&seed, 10, 70);
    for (int i = 0; i < JOINTS; ++i) {
        set_joint(of, i, &parts);
        parts.channels[i] = (sinew_raw_channel){.joint = i, .property = SINEW_CHANNEL_ROTATION};
        set_rotations(of, i, range, &seed, &noise, &parts);
    }
    if (of->speed != 0) set_travel(of, &parts);
    const sinew_raw_clip clip = {.name = "dance",
                                 .duration = (KEYS - 1) / 4.0 / of->tempo,
                                 .channels = parts.channels,
                                 .channel_count = of->speed != 0 ? CHANNELS : JOINTS};
    const sinew_raw_model raw = {
        .fps = 30, .joints = parts.joints, .joint_count = JOINTS, .clips = &clip, .clip_count = 1};
    sinew_model *model = NULL;
    return sinew_model_from_raw(&raw, &model, out_error) == SINEW_OK ? model : NULL;
}
