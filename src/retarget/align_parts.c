#include "retarget/align_parts.h"

#include "base/affine.h"
#include "ik/vector.h"
#include "retarget/body_part.h"

// ---- bones --------------------------------------------------------------------------------------------------------

static sinew_vec3 animation_bone(const sinew__retargeting *on, int32_t from, int32_t to)
{
    return sinew__quat_rotate(on->axes, sinew__reference_bone(&on->animation, from, to));
}

/// Rotates the direction `own`, which `before` has rotated already, to `wanted`; leaves it where one has no length.
static sinew_quat align_direction(sinew_quat before, sinew_vec3 own, sinew_vec3 wanted)
{
    const sinew_vec3 from = sinew__vec3_normalize(sinew__quat_rotate(before, own), 0),
                     to = sinew__vec3_normalize(wanted, 0);
    if (!(sinew__vec3_dot(from, from) > 0.5) || !(sinew__vec3_dot(to, to) > 0.5)) return before;
    return sinew__quat_multiply(sinew__quat_between(from, to, (sinew_vec3){0, 0, 0}), before);
}

/// The direction of a foot on the ground: its slope depends on the height of the ankle and is the character's own.
static sinew_quat align_foot(const sinew__retargeting *on, int32_t part)
{
    const sinew_vec3 up = on->character.up;
    const sinew_vec3 own = sinew__reference_bone(&on->character, part, part + 1),
                     wanted = animation_bone(on, part, part + 1);
    return align_direction(sinew__quat_identity(), sinew__vec3_across(own, up), sinew__vec3_across(wanted, up));
}

// ---- palms --------------------------------------------------------------------------------------------------------

static int have_both(const sinew__retargeting *on, int32_t part)
{
    return on->character.map->joint[part] != SINEW_NONE && on->animation.map->joint[part] != SINEW_NONE;
}

/// The finger that a hand points to: the middle one if both bodies have it. SINEW_NONE: none.
static int32_t finger_of(const sinew__retargeting *on, int32_t side)
{
    static const int32_t fingers[] = {SINEW_SIDE_MIDDLE, SINEW_SIDE_INDEX, SINEW_SIDE_RING, SINEW_SIDE_PINKY};
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; ++i)
        if (have_both(on, side + fingers[i])) return side + fingers[i];
    return SINEW_NONE;
}

/// The two fingers that are farthest apart of those that both bodies have. The thumb is the last choice: rest poses
/// differ in it most. Returns 0 where there is one finger or none.
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

/// Rotates a hand that already points in the right direction about it until its palm faces as in the animation.
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

static sinew_quat align_hand(const sinew__retargeting *on, int32_t side, sinew_quat forearm)
{
    const int32_t hand = side + SINEW_SIDE_HAND, finger = finger_of(on, side);
    if (finger == SINEW_NONE) return forearm;
    const sinew_vec3 direction = animation_bone(on, hand, finger);
    return align_palm(on, side, direction,
                      align_direction(forearm, sinew__reference_bone(&on->character, hand, finger), direction));
}

/// Half of the rotation of a hand about its forearm: without it the skin of the wrist takes all of the twist.
static sinew_quat twist_forearm(const sinew__retargeting *on, int32_t side, sinew_quat forearm, sinew_quat hand)
{
    const sinew_vec3 axis =
        sinew__vec3_normalize(animation_bone(on, side + SINEW_SIDE_FOREARM, side + SINEW_SIDE_HAND), 0);
    const sinew_quat twist = sinew__quat_twist(sinew__quat_multiply(hand, sinew__quat_conjugate(forearm)), axis);
    return sinew__quat_multiply(sinew__quat_part(twist, 0.5), forearm);
}

// ---- parts --------------------------------------------------------------------------------------------------------

static sinew_quat align_part(const sinew__retargeting *on, int32_t part, const sinew_quat *aligned)
{
    const int32_t side_part = sinew__side_part_of(part), before = sinew__body_part_before(part),
                  after = sinew__body_part_after(part);
    if (side_part == SINEW_NONE || side_part == SINEW_SIDE_CLAVICLE) return sinew__quat_identity();
    if (side_part == SINEW_SIDE_FOOT) return align_foot(on, part);
    const sinew_quat above = before == SINEW_NONE ? sinew__quat_identity() : aligned[before];
    if (side_part == SINEW_SIDE_HAND) return align_hand(on, part - SINEW_SIDE_HAND, above);
    if (after == SINEW_NONE) return above;
    return align_direction(above, sinew__reference_bone(&on->character, part, after), animation_bone(on, part, after));
}

void sinew__align_parts(const sinew__retargeting *on, sinew_quat out_rotations[SINEW_BODY_PART_COUNT])
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        out_rotations[part] = align_part(on, part, out_rotations);
    for (int32_t side = SINEW_BODY_LEFT; side <= SINEW_BODY_RIGHT; side += SINEW_SIDE_PART_COUNT) {
        sinew_quat *forearm = &out_rotations[side + SINEW_SIDE_FOREARM];
        *forearm = twist_forearm(on, side, *forearm, out_rotations[side + SINEW_SIDE_HAND]);
    }
}
