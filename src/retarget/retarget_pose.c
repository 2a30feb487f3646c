#include "retarget/retarget_pose.h"

#include "base/affine.h"
#include "ik/limb.h"
#include "ik/vector.h"

static sinew_vec3 position_of(const sinew_pose *pose, int32_t joint)
{
    const sinew_affine *global = &pose->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

// ---- rotations ----------------------------------------------------------------------------------------------------

/// The rotation of a joint of the animation in model space since the reference pose.
static sinew_quat motion_of(const sinew__retargeting *on, const sinew_pose *pose, int32_t joint)
{
    return sinew__quat_multiply(pose->global_rotation[joint], sinew__quat_conjugate(on->animation.rotations[joint]));
}

/// Converts a rotation from the animation's model space to the character's.
static sinew_quat rotation_in_character_space(const sinew__retargeting *on, sinew_quat rotation)
{
    return sinew__quat_multiply(on->axes, sinew__quat_multiply(rotation, sinew__quat_conjugate(on->axes)));
}

static sinew_quat driven_rotation(const sinew__retargeting *on, const sinew_pose *pose,
                                  const sinew__retarget_driver *driver)
{
    sinew_quat motion = motion_of(on, pose, driver->first);
    if (driver->part > 0) motion = sinew__quat_slerp(motion, motion_of(on, pose, driver->second), driver->part);
    return sinew__quat_normalize(sinew__quat_multiply(rotation_in_character_space(on, motion), driver->reference));
}

static sinew_quat rotation_above(const sinew__retarget_poses *poses, const sinew_model *model, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    return parent == SINEW_NONE ? sinew__quat_identity() : poses->rotations[parent];
}

/// The translation of a joint relative to its rest, in the axes of the character's parent joint and at its size.
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
        poses->rotations[i] = driven_rotation(on, poses->animation, driver);
        to->local[i].r = sinew__quat_normalize(sinew__quat_multiply(sinew__quat_conjugate(above), poses->rotations[i]));
        if (driver->translates) to->local[i].t = driven_translation(on, poses, i, driver->first);
        to->animated[i] = 1;
    }
}

// ---- positions ----------------------------------------------------------------------------------------------------

/// Converts a position from the animation's model space to the character's, at its size.
static sinew_vec3 in_character_space(const sinew__retargeting *on, sinew_vec3 position)
{
    const sinew_vec3 scaled = sinew__vec3_scale(sinew__quat_rotate(on->axes, position), on->scale);
    return sinew__vec3_add(scaled, sinew__vec3_scale(on->character.up, on->lift));
}

static sinew_vec3 between_thighs(const sinew_body_map *map, const sinew_pose *pose)
{
    return sinew__vec3_scale(sinew__vec3_add(position_of(pose, map->joint[SINEW_BODY_LEFT + SINEW_SIDE_THIGH]),
                                             position_of(pose, map->joint[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH])),
                             0.5);
}

/// Moves the hips so that the middle between the thighs, from which the legs reach, is where the animation has it.
static void move_hips(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    sinew_pose *to = poses->character;
    const int32_t hips = on->character.map->joint[SINEW_BODY_HIPS], parent = model->joints[hips].parent;
    const sinew_vec3 wanted = in_character_space(on, between_thighs(on->animation.map, poses->animation)),
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

/// Sets the local rotation of a joint whose global rotation is `rotation` below one of `above`.
static void set_local_rotation(sinew_pose *pose, int32_t joint, sinew_quat above, sinew_quat rotation)
{
    pose->local[joint].r = sinew__quat_normalize(sinew__quat_multiply(sinew__quat_conjugate(above), rotation));
    pose->animated[joint] = 1;
}

/// Places the end of a limb; it keeps its rotation in model space.
static void place_end(const sinew__retargeting *on, sinew__retarget_poses *poses, int32_t first_part, sinew_vec3 target)
{
    static const double negligible = 1e-9; // of the length of the legs: the end is there already
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

/// The hand is as far from the shoulder, for the length of the arm, and in the same direction.
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

/// The foot is where the animation has it, farther out if the thighs are. Out is a direction of the foot, not of the
/// hips, so that a planted foot stays.
static void place_foot(const sinew__retargeting *on, sinew__retarget_poses *poses, int side)
{
    const int32_t first = (side ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT) + SINEW_SIDE_THIGH;
    const int32_t foot = on->animation.map->joint[first + 2];
    const sinew_quat heading =
        sinew__quat_twist(rotation_in_character_space(on, motion_of(on, poses->animation, foot)), on->character.up);
    place_end(on, poses, first,
              sinew__vec3_add(in_character_space(on, position_of(poses->animation, foot)),
                              sinew__quat_rotate(heading, on->stance[side])));
}

void sinew__retarget_pose(const sinew__retargeting *on, sinew__retarget_poses *poses)
{
    const sinew_model *model = on->character.model;
    rotate_joints(on, poses);
    sinew_pose_local_to_global(model, poses->character);
    move_hips(on, poses);
    sinew_pose_local_to_global(model, poses->character);
    for (int side = 0; side < 2; ++side) {
        place_foot(on, poses, side);
        place_hand(on, poses, side);
    }
    sinew_pose_local_to_global(model, poses->character);
}
