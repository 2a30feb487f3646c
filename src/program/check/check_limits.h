/// The thresholds of the checks, with their units and reasons; runtime/motion/motion.h has the thresholds of loops.
/// docs/12-check.md prints this table.
#ifndef SINEW_PROGRAM_CHECK_CHECK_LIMITS_H
#define SINEW_PROGRAM_CHECK_CHECK_LIMITS_H

/// A share, in the comments below, is a fraction of the character's size (sinew_model_info.size).
enum {
    CHECK_INFLUENCES = 4,      ///< W21: influences per vertex that most engines keep without a setting
    CHECK_TEXTURE_SIZE = 4096, ///< T01: pixels; the largest size that every GPU of the last ten years accepts
    CHECK_MAX_FRAMES = 4096,   ///< largest number of frames of a clip that are compared; longer clips are sampled
    CHECK_GROUND_CLIPS = 5,    ///< R11: least number of clips of one body size for comparing their grounds
    CHECK_IDLE_KEYS = 3,       ///< W19: least number of keys of a channel that is reported; two keys hold a constant
                               ///< value at both ends
};

/// W05: difference of a sum of weights from 1; four 8-bit weights err by 0.8 %.
static const double sinew__check_weight_sum = 0.01;
/// W08, D02: distance of a key from a frame, in frames; 32-bit times err by far less.
static const double sinew__check_frame = 0.05;
/// W25: start of a clip, in frames; programs begin at 0 or 1.
static const double sinew__check_start_frames = 1.5;
/// W07, D02: difference of a duration, in frames; less is rounding.
static const double sinew__check_span_frames = 0.5;
/// W19: change of a curve, as a fraction of its largest value; the rounding of float.
static const double sinew__check_constant = 1e-6;
/// W20: difference of a scale from 1; 1 mm in 1 m.
static const double sinew__check_scale = 1e-3;
/// W21: movement of a vertex without the dropped influences, as a share; 2 mm of a person, hardly visible.
static const double sinew__check_dropped_weights = 1e-3;
/// L03: difference of two poses that count as equal, as a share; rounding of float.
static const double sinew__check_held = 1e-6;
/// R01: path of a clip in place, as a share; less is sway.
static const double sinew__check_travel = 0.05;
/// R01: difference from the declared speed, as a fraction of it; if it is larger, feet slide visibly.
static const double sinew__check_speed = 0.05;
/// W18: change of one Euler angle within a frame, in degrees; less is not a flip.
static const double sinew__check_flip_euler = 100;
/// W18: rotation of a joint within a frame, in degrees; no joint of a body is as fast.
static const double sinew__check_flip_arc = 90;
/// W18: distance from the arc between two keys, in degrees; less is not visible.
static const double sinew__check_flip_detour = 5;
/// R02: path of a planted foot, as a fraction of the leg; 9 cm in a person.
static const double sinew__check_foot_slide = 0.1;
/// R02, R03: seconds at both ends of a contact that do not count; a foot brakes and leaves in three frames.
static const double sinew__check_foot_edge = 0.1;
/// R02: difference between the speeds of body and steps, as a fraction of the steps' speed.
static const double sinew__check_pace = 0.15;
/// R02: least speed of a body that travels, in leg lengths per second; less is a shift of weight.
static const double sinew__check_pace_least = 0.3;
/// R02: least distance that a travelling body moves, in leg lengths; with less it stays in place.
static const double sinew__check_pace_travel = 0.5;
/// R02: least speed of a body that travels, as a fraction of the steps' speed.
static const double sinew__check_pace_in_place = 0.25;
/// R03: change of a planted foot's height, as a fraction of the leg; 4 cm in a person.
static const double sinew__check_foot_rise = 0.05;
/// D03: difference of the phases, as a fraction of the clip; if it is larger, feet slide in the blend.
static const double sinew__check_gait_phase = 0.1;
/// R04: jump of a bone's direction, in degrees; less looks like the same pose.
static const double sinew__check_pop_angle = 5;
/// R04: jump of a joint's position, as a share; 6 cm in a person.
static const double sinew__check_pop_distance = 3e-2;
/// W18, R04: jump of the rotation of a joint that moves a mesh, in degrees.
static const double sinew__check_pop_twist = 25;
/// R04: half of the thickness of a limb, as a share.
static const double sinew__check_limb = 0.025;
/// R04: jump, as a fraction of the movement in the frames before and after it; a smooth path stays below 0.2.
static const double sinew__check_pop_share = 0.5;
/// R04: jump, as a multiple of the largest change of velocity in the five frames before and after.
static const double sinew__check_pop_around = 4;
/// R04: jump less the median change of velocity in the clip, as a multiple of the robust standard deviation of these
/// changes.
static const double sinew__check_pop_deviations = 10;
/// R05: frequency above which motion is jitter; people move no joint faster on purpose.
static const double sinew__check_jitter_hertz = 8;
/// R05: root mean square of the jitter, in degrees.
static const double sinew__check_jitter_angle = 0.3;
/// R05: speed of the joint, in degrees per second; faster motion hides the jitter.
static const double sinew__check_jitter_speed = 60;
/// R07, R08: change of a quaternion component of a joint that stands still; rounding of float.
static const double sinew__check_still = 2e-6;
/// R07: change into a repeated frame, as a fraction of the larger change before or after it; key times are rounded.
static const double sinew__check_repeat = 0.03;
/// R08: time for which a joint stands still, in seconds; less is a pause.
static const double sinew__check_frozen_seconds = 0.3;
/// R08: fraction of the clip's moving joints that move during this time.
static const double sinew__check_frozen_others = 0.8;
/// R09: bend of a knee in the wrong direction, in degrees; a stretched knee may have 10.
static const double sinew__check_knee = 15;
/// W28: cosine of the angle between toes and front; no foot turns out by 120°.
static const double sinew__check_swapped = -0.5;
/// W28: horizontal length of the toes, as a fraction of the leg; shorter toes have no direction.
static const double sinew__check_toes = 0.05;
/// W29: cosine of the angle between the trunk and an axis, 45°; at a larger angle another axis is nearer.
static const double sinew__check_upright = 0.7071;
/// R10: least height of both feet in flight, above their lowest position, as a fraction of the leg; a stretched foot
/// lifts its toes less.
static const double sinew__check_airborne = 0.05;
/// R10: least duration of a flight, in seconds; the flights of a run are shorter and have too few frames.
static const double sinew__check_flight = 0.2;
/// R10: least rise of the body in a flight, as a fraction of the leg; sitting bodies do not rise and fall.
static const double sinew__check_flight_rise = 0.03;
/// R10: root mean square distance from the parabola, as a fraction of the leg; 4 mm of a person.
static const double sinew__check_flight_error = 0.004;
/// R10: acceleration along the ground, as a fraction of the acceleration of the fall; a body that tips over has more.
static const double sinew__check_flight_across = 0.3;
/// R10: factor by which a body falls too fast or too slowly; errors of the centre of mass explain less.
static const double sinew__check_flight_speed = 1.33;
/// R11: height of the ground, as a fraction of the body's height.
static const double sinew__check_floats = 0.05;
/// R11: height of the ground, as a fraction of the body's height; if it is larger, the origin is not on the ground.
static const double sinew__check_other_origin = 0.25;
/// R11: drift in a clip, as a fraction of the body's height; the ground of captured clips slopes by less.
static const double sinew__check_drift = 0.05;
/// R11: largest speed of a planted foot along the ground, in leg lengths per second.
static const double sinew__check_planted_slip = 0.15;
/// R11: largest speed of a planted foot up or down, in leg lengths per second; a foot is raised faster.
static const double sinew__check_planted_rise = 0.3;
/// R11: largest deviation of planted feet from the drift, as a fraction of the drift.
static const double sinew__check_steady_drift = 0.5;
/// R11: difference between the leg lengths of bodies that share a ground, as a fraction of the leg.
static const double sinew__check_same_leg = 0.01;
/// R11: least fraction of the clips that stand on one ground.
static const double sinew__check_common_ground = 0.8;
/// D04: distance between a joint's positions in two poses, as a share.
static const double sinew__check_bind_distance = 5e-3;
/// D04: angle between a joint's rotations in two poses, in degrees.
static const double sinew__check_bind_angle = 1.0;
/// D05: difference of a bone's length, as a fraction of it.
static const double sinew__check_bone_length = 1e-2;
/// M01: area of a triangle, as a fraction of the square of the character's size.
static const double sinew__check_flat_triangle = 1e-12;
/// M01: cosine of the angle between the normals of a triangle's face and of its vertices.
static const double sinew__check_flipped = -0.5;
/// M01: fraction of the triangles whose mean vertex normal points to the back; folds of cloth have some.
static const double sinew__check_flipped_share = 1e-3;
/// M01: fraction of the triangles with a vertex normal that points to the back although the mean of their three normals
/// does not; meshes with hard folds have some.
static const double sinew__check_opposed_share = 0.1;
/// W22: distance of a vertex from the nearest bone that moves it, as a share; the width of a torso.
static const double sinew__check_far_vertex = 0.15;
/// W22: that distance, divided by the vertex's distance from the nearest other bone.
static const double sinew__check_closer_joint = 5;
/// W22: factor by which an edge is stretched; at 90°, an edge half as long as the limb is thick reaches 2.1.
static const double sinew__check_stretch = 3;
/// W22: how much longer an edge becomes, as a share; 1 cm in a person.
static const double sinew__check_stretched_length = 5e-3;
/// W23: difference of a weight from 0.5; both joints weigh 0.35 to 0.65.
static const double sinew__check_ring_weight = 0.15;
/// W23: width of a limb, as a fraction of its width at rest; a bend of 90° leaves 0.7.
static const double sinew__check_collapse = 0.5;
/// W24: depth of a vertex below the ground, as a share; 2 cm in a person.
static const double sinew__check_below_ground = 1e-2;

#endif
