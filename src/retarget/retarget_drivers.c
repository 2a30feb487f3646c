#include "retarget/retarget_drivers.h"

#include "base/affine.h"
#include "ik/vector.h"
#include "model/combine/pair_joints.h"
#include "retarget/align_parts.h"
#include "retarget/body_part.h"

/// The part of the body that each joint of the character is, and how its limbs are rotated to look as the animation's.
typedef struct connecting {
    sinew__retargeting *on;
    sinew_quat aligned[SINEW_BODY_PART_COUNT]; ///< rotation of a part from the character's reference pose
    int32_t *parts;                            ///< [character joint_count] or SINEW_NONE
    sinew_quat *inherited;                     ///< [character joint_count] rotation of the joint's nearest part
} connecting;

// ---- chains -------------------------------------------------------------------------------------------------------

/// Connects a chain of any length to one of any other: both begin at the same joint below and end together. `ends_open`
/// 0: the last joint of one is the last of the other; 1: the chain lies between two parts that are connected.
static void connect_chain(const connecting *job, int32_t first, int32_t capacity, int32_t below, int32_t beyond)
{
    const sinew_body_map *to = job->on->character.map, *from = job->on->animation.map;
    const int32_t own = sinew__chain_length(to, first, capacity), others = sinew__chain_length(from, first, capacity);
    const int is_between = beyond != SINEW_NONE;
    if (below == SINEW_NONE || (is_between && from->joint[beyond] == SINEW_NONE && others == 0)) return;
    for (int32_t i = 0; i < own; ++i) {
        const double position = (double)(i + 1) * (others + is_between) / (own + is_between);
        const int32_t knot = (int32_t)position;
        const int32_t last = is_between && from->joint[beyond] != SINEW_NONE ? from->joint[beyond]
                             : others                                        ? from->joint[first + others - 1]
                                                                             : below;
        const int32_t a = knot == 0        ? below
                          : knot <= others ? from->joint[first + knot - 1]
                                           : last,
                      b = knot < others ? from->joint[first + knot] : last;
        sinew__retarget_driver *driver = &job->on->drivers[to->joint[first + i]];
        driver->first = own == others ? from->joint[first + i] : a;
        driver->second = b;
        driver->part = own == others ? 0 : position - knot;
    }
}

static void connect_parts(const connecting *job)
{
    const sinew_body_map *to = job->on->character.map, *from = job->on->animation.map;
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        const int is_chain = part >= SINEW_BODY_SPINE && part < SINEW_BODY_HEAD;
        if (to->joint[part] == SINEW_NONE || is_chain) continue;
        job->on->drivers[to->joint[part]].first = from->joint[part];
    }
    const int32_t spine = sinew__chain_length(from, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS);
    const int32_t hips = from->joint[SINEW_BODY_HIPS], chest = spine ? from->joint[SINEW_BODY_SPINE + spine - 1] : hips;
    connect_chain(job, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS, hips, SINEW_NONE);
    connect_chain(job, SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS, chest, SINEW_BODY_HEAD);
}

// ---- joints that are no part --------------------------------------------------------------------------------------

static void mark_parts(const sinew_body_map *map, uint8_t *out_is_part)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (map->joint[part] != SINEW_NONE) out_is_part[map->joint[part]] = 1;
}

/// Joints of the same name: a root, a tail, a twist bone, what a hand holds. Their translations are taken over too.
static int connect_names(const connecting *job, sinew__arena *memory)
{
    const sinew_model *character = job->on->character.model, *animation = job->on->animation.model;
    sinew__joint_names own, others;
    sinew__joint_pairs pairs;
    uint8_t *is_part = SINEW__ARENA_ARRAY(memory, uint8_t, animation->joint_count);
    if (!is_part || !sinew__joint_names_of(character, memory, &own) ||
        !sinew__joint_names_of(animation, memory, &others))
        return 0;
    if (!sinew__joint_pairs_init(&pairs, &own, &others)) return 0;
    mark_parts(job->on->animation.map, is_part);
    for (int32_t i = 0; i < character->joint_count; ++i) {
        const int32_t other = pairs.in_b[i];
        if (other == SINEW_NONE) continue;
        sinew__retarget_driver *driver = &job->on->drivers[i];
        if (job->parts[i] == SINEW_NONE && !is_part[other]) driver->first = other;
        driver->translates = driver->first == other && driver->part == 0;
    }
    sinew__joint_pairs_free(&pairs);
    return 1;
}

// ---- everything ---------------------------------------------------------------------------------------------------

static void find_alignments(connecting *job)
{
    const sinew_model *model = job->on->character.model;
    sinew__align_parts(job->on, job->aligned);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        job->inherited[i] = job->parts[i] != SINEW_NONE ? job->aligned[job->parts[i]]
                            : parent != SINEW_NONE      ? job->inherited[parent]
                                                        : sinew__quat_identity();
        job->on->drivers[i].reference = sinew__quat_multiply(job->inherited[i], job->on->character.rotations[i]);
    }
}

/// From the middle between the thighs to one of them, level.
static sinew_vec3 level_thigh(const sinew__reference_body *body, int32_t side, int32_t other_side)
{
    const sinew_vec3 across = sinew__reference_bone(body, other_side + SINEW_SIDE_THIGH, side + SINEW_SIDE_THIGH);
    const sinew_vec3 level =
        sinew__vec3_subtract(across, sinew__vec3_scale(body->up, sinew__vec3_dot(across, body->up)));
    return sinew__vec3_scale(level, 0.5);
}

static sinew_vec3 compare_stance(const sinew__retargeting *on, int32_t side, int32_t other_side)
{
    const sinew_vec3 other = sinew__quat_rotate(on->axes, level_thigh(&on->animation, side, other_side));
    return sinew__vec3_subtract(level_thigh(&on->character, side, other_side), sinew__vec3_scale(other, on->scale));
}

static void compare_bodies(sinew__retargeting *on)
{
    const sinew__reference_body *to = &on->character, *from = &on->animation;
    on->axes = sinew__quat_normalize(sinew__quat_multiply(to->frame, sinew__quat_conjugate(from->frame)));
    on->scale = to->leg_length / from->leg_length;
    on->lift = to->stands_on_ground && from->stands_on_ground ? to->ankle_height - on->scale * from->ankle_height : 0;
    on->stance[0] = compare_stance(on, SINEW_BODY_LEFT, SINEW_BODY_RIGHT);
    on->stance[1] = compare_stance(on, SINEW_BODY_RIGHT, SINEW_BODY_LEFT);
}

int sinew__retargeting_connect(sinew__retargeting *on, sinew__arena *memory)
{
    const int32_t count = on->character.model->joint_count;
    connecting job = {.on = on,
                      .parts = SINEW__ARENA_ARRAY(memory, int32_t, count),
                      .inherited = SINEW__ARENA_ARRAY(memory, sinew_quat, count)};
    on->drivers = SINEW__ARENA_ARRAY(memory, sinew__retarget_driver, count);
    if (!job.parts || !job.inherited || !on->drivers) return 0;
    for (int32_t i = 0; i < count; ++i) {
        job.parts[i] = SINEW_NONE;
        on->drivers[i] = (sinew__retarget_driver){.first = SINEW_NONE, .second = SINEW_NONE};
    }
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (on->character.map->joint[part] != SINEW_NONE) job.parts[on->character.map->joint[part]] = part;
    compare_bodies(on);
    connect_parts(&job);
    if (!connect_names(&job, memory)) return 0;
    find_alignments(&job);
    return 1;
}
