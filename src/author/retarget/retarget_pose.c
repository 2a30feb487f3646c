// Converts one pose of a body to another body: finds the joints that drive each joint and the difference of the
// reference poses, rotates the joints, and places hips, hands and feet.
#include "author/retarget/retarget.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/combine/combine.h"

// Finds, for each joint of the character, the joints of the animation that drive it, and the rotation that makes the
// character's limbs look like the animation's in the reference pose.

// ---- bones --------------------------------------------------------------------------------------------------------

static sinew_vec3 animation_bone(const sinew__retargeting *on, int32_t from, int32_t to)
{
    return sinew__quat_rotate(on->axes, sinew__reference_bone(&on->animation, from, to));
}

/// Returns `before` followed by the rotation that brings the direction `own` to `wanted`. Returns `before` if one of
/// them has no length.
static sinew_quat align_direction(sinew_quat before, sinew_vec3 own, sinew_vec3 wanted)
{
    const sinew_vec3 from = sinew__vec3_normalize(sinew__quat_rotate(before, own), 0),
                     to = sinew__vec3_normalize(wanted, 0);
    if (!(sinew__vec3_dot(from, from) > 0.5) || !(sinew__vec3_dot(to, to) > 0.5)) return before;
    return sinew__quat_multiply(sinew__quat_between(from, to, (sinew_vec3){0, 0, 0}), before);
}

// ---- palms --------------------------------------------------------------------------------------------------------

static int have_both(const sinew__retargeting *on, int32_t part)
{
    return on->character.map->joint[part] != SINEW_NONE && on->animation.map->joint[part] != SINEW_NONE;
}

/// Returns the finger that gives the direction of a hand: the middle one if both bodies have it. SINEW_NONE if they
/// share no finger.
static int32_t finger_of(const sinew__retargeting *on, int32_t side)
{
    static const int32_t fingers[] = {SINEW_SIDE_MIDDLE, SINEW_SIDE_INDEX, SINEW_SIDE_RING, SINEW_SIDE_PINKY};
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; ++i)
        if (have_both(on, side + fingers[i])) return side + fingers[i];
    return SINEW_NONE;
}

/// Finds the two fingers that are farthest apart and exist in both bodies, for the plane of the palm. The thumb is the
/// last choice, because its rest pose varies most. Returns 0 if the bodies share fewer than two fingers.
static int palm_of(const sinew__retargeting *on, int32_t side, int32_t out_fingers[2])
{
    static const int32_t fingers[] = {SINEW_SIDE_INDEX, SINEW_SIDE_MIDDLE, SINEW_SIDE_RING, SINEW_SIDE_PINKY};
    int32_t count = 0;
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; ++i)
        if (have_both(on, side + fingers[i])) out_fingers[count++ > 0] = side + fingers[i];
    if (count == 1 && have_both(on, side + SINEW_SIDE_THUMB)) {
        out_fingers[1] = out_fingers[0];
        out_fingers[0] = side + SINEW_SIDE_THUMB;
        return 1;
    }
    return count > 1;
}

/// Rotates a hand about its direction until its palm faces as in the animation.
static sinew_quat align_palm(const sinew__retargeting *on, int32_t side, sinew_vec3 direction, sinew_quat hand)
{
    int32_t palm[2];
    const sinew_vec3 axis = sinew__vec3_normalize(direction, 0);
    if (!palm_of(on, side, palm) || !(sinew__vec3_dot(axis, axis) > 0.5)) return hand;
    const sinew_vec3 own = sinew__reference_bone(&on->character, palm[0], palm[1]),
                     across = sinew__vec3_across(sinew__quat_rotate(hand, own), axis),
                     wanted = sinew__vec3_across(animation_bone(on, palm[0], palm[1]), axis);
    if (!(sinew__vec3_dot(across, across) > 0.5) || !(sinew__vec3_dot(wanted, wanted) > 0.5)) return hand;
    return sinew__quat_multiply(sinew__quat_between(across, wanted, axis), hand);
}

// ---- parts --------------------------------------------------------------------------------------------------------

static sinew_quat align_part(const sinew__retargeting *on, int32_t part, const sinew_quat *aligned)
{
    const int32_t side_part = sinew__side_part_of(part), before = sinew__body_part_before(part),
                  after = sinew__body_part_after(part);
    if (side_part == SINEW_NONE || side_part == SINEW_SIDE_CLAVICLE) return sinew__quat_identity();
    if (side_part == SINEW_SIDE_FOOT) return sinew__align_foot(on, part > SINEW_BODY_RIGHT);
    const sinew_quat above = before == SINEW_NONE ? sinew__quat_identity() : aligned[before];
    if (side_part == SINEW_SIDE_HAND) {
        const int32_t side = part - SINEW_SIDE_HAND, finger = finger_of(on, side);
        if (finger == SINEW_NONE) return above;
        const sinew_vec3 direction = animation_bone(on, part, finger);
        return align_palm(on, side, direction,
                          align_direction(above, sinew__reference_bone(&on->character, part, finger), direction));
    }
    if (after == SINEW_NONE) return above;
    return align_direction(above, sinew__reference_bone(&on->character, part, after), animation_bone(on, part, after));
}

/// The state while two bodies are connected.
typedef struct connecting {
    sinew__retargeting *on;
    sinew_quat aligned[SINEW_BODY_PART_COUNT]; ///< rotation of a part from the character's reference pose to the
                                               ///< animation's directions
    int32_t *parts;                            ///< [character joint_count] the part that a joint is, or SINEW_NONE
    sinew_quat *inherited;                     ///< [character joint_count] `aligned` of the nearest part at or above a
                                               ///< joint
} connecting;

// ---- chains -------------------------------------------------------------------------------------------------------

/// Connects a chain of the character to the animation's, which may have another length. Both chains begin at the joint
/// `below` and end together: at the part `beyond`, or if `beyond` is SINEW_NONE, at their last joints.
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
    const int32_t spine = sinew__chain_length(from, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS_MAX);
    const int32_t hips = from->joint[SINEW_BODY_HIPS], chest = spine ? from->joint[SINEW_BODY_SPINE + spine - 1] : hips;
    connect_chain(job, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS_MAX, hips, SINEW_NONE);
    connect_chain(job, SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS_MAX, chest, SINEW_BODY_HEAD);
}

// ---- other joints -------------------------------------------------------------------------------------------------

/// Connects joints with equal names that are not parts of the body: a root, a tail, a twist bone, an object in a hand.
/// They also get the translations. Returns 0 when out of memory.
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
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        const int32_t joint = job->on->animation.map->joint[part];
        if (joint != SINEW_NONE) is_part[joint] = 1;
    }
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

/// Computes `aligned`, the rotation of each part in the character's model space. Bones get the directions of the
/// animation's bones, palms face as the animation's palms, and forearms take half of the hand's twist. The torso and
/// the shoulders keep their rotations. `on->axes` must be set.
static void find_alignments(connecting *job)
{
    const sinew_model *model = job->on->character.model;
    sinew_quat *aligned = job->aligned;
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) aligned[part] = align_part(job->on, part, aligned);
    for (int32_t side = SINEW_BODY_LEFT; side <= SINEW_BODY_RIGHT; side += SINEW_SIDE_PART_COUNT) {
        // If the forearm did not take half of the hand's twist, the skin of the wrist would get all of it.
        const int32_t hand = side + SINEW_SIDE_HAND;
        sinew_quat *forearm = &aligned[side + SINEW_SIDE_FOREARM];
        const sinew_vec3 axis = sinew__vec3_normalize(animation_bone(job->on, side + SINEW_SIDE_FOREARM, hand), 0);
        const sinew_quat twist =
            sinew__quat_twist(sinew__quat_multiply(aligned[hand], sinew__quat_conjugate(*forearm)), axis);
        *forearm = sinew__quat_multiply(sinew__quat_part(twist, 0.5), *forearm);
    }
    job->on->aligned_foot[0] = job->aligned[SINEW_BODY_LEFT + SINEW_SIDE_FOOT];
    job->on->aligned_foot[1] = job->aligned[SINEW_BODY_RIGHT + SINEW_SIDE_FOOT];
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        job->inherited[i] = job->parts[i] != SINEW_NONE ? job->aligned[job->parts[i]]
                            : parent != SINEW_NONE      ? job->inherited[parent]
                                                        : sinew__quat_identity();
        job->on->drivers[i].reference = sinew__quat_multiply(job->inherited[i], job->on->character.rotations[i]);
    }
}

/// Returns the horizontal vector from the middle of the thighs to the thigh on `side`.
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
    on->axes =
        sinew__quat_normalize(sinew__quat_multiply(on->character.frame, sinew__quat_conjugate(on->animation.frame)));
    on->scale = on->character.leg_length / on->animation.leg_length;
    on->stance[0] = compare_stance(on, SINEW_BODY_LEFT, SINEW_BODY_RIGHT);
    on->stance[1] = compare_stance(on, SINEW_BODY_RIGHT, SINEW_BODY_LEFT);
    on->usual_foot[0] = on->usual_foot[1] = sinew__quat_identity();
    connect_parts(&job);
    if (!connect_names(&job, memory)) return 0;
    find_alignments(&job);
    return 1;
}

static sinew_vec3 position_of(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

// ---- rotations ----------------------------------------------------------------------------------------------------

static sinew_quat rotation_above(const sinew__retarget_poses *poses, const sinew_model *model, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    return parent == SINEW_NONE ? sinew__quat_identity() : poses->rotations[parent];
}

/// Returns a joint's translation in its parent's axes: its rest position plus the driver's displacement from rest, at
/// the character's size.
static sinew_vec3 driven_translation(const sinew__retargeting *on, const sinew__retarget_poses *poses, int32_t joint,
                                     int32_t driver)
{
    const sinew_model *animation = on->animation.model;
    const int32_t parent = animation->joints[driver].parent;
    const sinew_quat above = parent == SINEW_NONE ? sinew__quat_identity() : poses->animation->global_rotation[parent];
    const sinew_vec3 moved = sinew__vec3_subtract(poses->animation->local[driver].t, animation->joints[driver].rest.t);
    const sinew_quat own = rotation_above(poses, on->character.model, joint);
    const sinew_quat between = sinew__quat_multiply(sinew__quat_conjugate(own), sinew__quat_multiply(on->axes, above));
    return sinew__vec3_add(on->character.model->joints[joint].rest.t,
                           sinew__vec3_scale(sinew__quat_rotate(between, moved), on->scale));
}

static void rotate_joints(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    sinew_pose *to = poses->character;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew__retarget_driver *driver = &on->drivers[i];
        const sinew_quat above = rotation_above(poses, model, i);
        to->local[i] = model->joints[i].rest;
        if (driver->first == SINEW_NONE) {
            poses->rotations[i] = sinew__quat_multiply(above, to->local[i].r);
            continue;
        }
        sinew_quat motion = sinew__motion_since_reference(on, poses->animation, driver->first);
        if (driver->part > 0)
            motion = sinew__quat_slerp(motion, sinew__motion_since_reference(on, poses->animation, driver->second),
                                       driver->part);
        poses->rotations[i] =
            sinew__quat_normalize(sinew__quat_multiply(sinew__rotation_in_character(on, motion), driver->reference));
        to->local[i].r = sinew__quat_normalize(sinew__quat_multiply(sinew__quat_conjugate(above), poses->rotations[i]));
        if (driver->translates) to->local[i].t = driven_translation(on, poses, i, driver->first);
        to->animated[i] = 1;
    }
}

// ---- positions ----------------------------------------------------------------------------------------------------

static sinew_vec3 between_thighs(const sinew_body_map *map, const sinew_pose *pose)
{
    return sinew__vec3_scale(sinew__vec3_add(position_of(pose, map->joint[SINEW_BODY_LEFT + SINEW_SIDE_THIGH]),
                                             position_of(pose, map->joint[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH])),
                             0.5);
}

/// Moves the hips so that the middle of the thighs, where the legs begin, is at its position in the animation.
static void move_hips(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    sinew_pose *to = poses->character;
    const int32_t hips = on->character.map->joint[SINEW_BODY_HIPS], parent = model->joints[hips].parent;
    const sinew_vec3 wanted =
                         sinew__position_in_character(on, poses, between_thighs(on->animation.map, poses->animation)),
                     missing = sinew__vec3_subtract(wanted, between_thighs(on->character.map, to));
    sinew_vec3 position = sinew__vec3_add(position_of(to, hips), missing);
    if (parent != SINEW_NONE) {
        sinew_affine inverse;
        if (!sinew__affine_inverse(&to->global[parent], &inverse)) return;
        position = sinew__affine_point(&inverse, position);
    }
    if (sinew__vec3_is_finite(position)) to->local[hips].t = position;
}

// ---- limbs --------------------------------------------------------------------------------------------------------

/// Sets a joint's local rotation from its global rotation and its parent's, `above`.
static void set_local_rotation(sinew_pose *pose, int32_t joint, sinew_quat above, sinew_quat rotation)
{
    pose->local[joint].r = sinew__quat_normalize(sinew__quat_multiply(sinew__quat_conjugate(above), rotation));
    pose->animated[joint] = 1;
}

/// Moves the end of a limb to `target` by rotating the limb; the end keeps its rotation in model space.
static void place_end(const sinew__retargeting *on, sinew__retarget_poses *poses, int32_t first_part, sinew_vec3 target)
{
    static const double negligible = 1e-9; // as a fraction of the leg length
    const sinew_model *model = on->character.model;
    const int32_t *joint = on->character.map->joint + first_part;
    const sinew_vec3 positions[3] = {position_of(poses->character, joint[0]), position_of(poses->character, joint[1]),
                                     position_of(poses->character, joint[2])};
    const double missed = sinew__vec3_length(sinew__vec3_subtract(target, positions[2]));
    if (!(missed > negligible * on->character.leg_length) || !sinew__vec3_is_finite(target)) return;
    sinew_quat upper, lower;
    (void)sinew__limb_solve(positions, &(sinew_ik_two_bone){.target = target}, &upper, &lower);
    const sinew_quat both = sinew__quat_multiply(upper, lower), end = poses->rotations[joint[2]];
    const sinew_quat above_end = sinew__quat_multiply(both, rotation_above(poses, model, joint[2]));
    set_local_rotation(poses->character, joint[0], rotation_above(poses, model, joint[0]),
                       sinew__quat_multiply(upper, poses->rotations[joint[0]]));
    set_local_rotation(poses->character, joint[1], rotation_above(poses, model, joint[1]),
                       sinew__quat_multiply(lower, poses->rotations[joint[1]]));
    set_local_rotation(poses->character, joint[2], above_end, end);
}

/// Moves the hand so that it has the animation's direction from the shoulder, and the animation's distance as a
/// fraction of the arm's length.
static void place_hand(const sinew__retargeting *on, sinew__retarget_poses *poses, int side)
{
    const int32_t first = (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_UPPER_ARM;
    if (!(on->character.arm_length[side] > 0) || !(on->animation.arm_length[side] > 0)) return;
    const int32_t *own = on->character.map->joint + first, *other = on->animation.map->joint + first;
    const sinew_vec3 arm =
        sinew__vec3_subtract(position_of(poses->animation, other[2]), position_of(poses->animation, other[0]));
    const double scale = on->character.arm_length[side] / on->animation.arm_length[side];
    place_end(on, poses, first,
              sinew__vec3_add(position_of(poses->character, own[0]),
                              sinew__vec3_scale(sinew__quat_rotate(on->axes, arm), scale)));
}

void sinew__place_hips(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    rotate_joints(on, poses);
    poses->shift = sinew__hips_shift(on, poses);
    sinew_pose_local_to_global(model, poses->character);
    move_hips(on, poses);
    sinew_pose_local_to_global(model, poses->character);
}

static void place_foot(const sinew__retargeting *on, sinew__retarget_poses *poses, int side)
{
    const sinew_model *model = on->character.model;
    const int32_t first = (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_THIGH;
    const int32_t *joint = on->character.map->joint + first;
    double hold;
    sinew__roll_foot(on, poses, side);
    const sinew_vec3 ankle = sinew__ankle_target(on, poses, side, &hold);
    sinew__bend_toes(on, poses, ankle, side);
    set_local_rotation(poses->character, joint[2], rotation_above(poses, model, joint[2]), poses->rotations[joint[2]]);
    if (joint[3] != SINEW_NONE)
        set_local_rotation(poses->character, joint[3], rotation_above(poses, model, joint[3]),
                           poses->rotations[joint[3]]);
    place_end(on, poses, first, ankle);
}

void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    if (on->copied) {
        for (int32_t i = 0; i < model->joint_count; ++i) {
            sinew_transform *local = &poses->character->local[i];
            *local = model->joints[i].rest;
            if (on->copied[i] == SINEW_NONE) continue;
            *local = poses->animation->local[on->copied[i]];
            local->t = sinew__vec3_scale(local->t, on->scale);
            poses->character->animated[i] = 1;
        }
        sinew_pose_local_to_global(model, poses->character);
        return;
    }
    sinew__place_hips(on, poses);
    for (int side = 0; side < 2; ++side) {
        place_foot(on, poses, side);
        place_hand(on, poses, side);
    }
    sinew_pose_local_to_global(model, poses->character);
}
