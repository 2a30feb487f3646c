/// The thresholds of the checks, with their units and reasons; runtime/motion/motion.h has the thresholds of loops.
/// docs/12-check.md prints this table.
#ifndef SINEW_PROGRAM_CHECK_CHECK_LIMITS_H
#define SINEW_PROGRAM_CHECK_CHECK_LIMITS_H

/// A "share" below is a fraction of the character's size (sinew_model_info.size).
enum {
    CHECK_INFLUENCES = 4,      ///< W21: influences per vertex that most engines keep without a setting
    CHECK_TEXTURE_SIZE = 4096, ///< T01: pixels; the largest size that every GPU of the last ten years accepts
    CHECK_MAX_FRAMES = 4096,   ///< frames of a clip that are compared; longer clips are sampled
    CHECK_GROUND_CLIPS = 5,    ///< R11: clips of one body size that are needed to compare their grounds
    CHECK_IDLE_KEYS = 3,       ///< W19: keys of a channel; two keys hold a constant value at both ends
};

static const double sinew__check_weight_sum = 0.01;      ///< W05: error of a sum; four 8-bit weights err by 0.8 %
static const double sinew__check_frame = 0.05;           ///< W08, D02: frames; 32-bit times err by far less
static const double sinew__check_start_frames = 1.5;     ///< W25: frames at the start; programs begin at 0 or 1
static const double sinew__check_span_frames = 0.5;      ///< W07, D02: frames of a duration; less is rounding
static const double sinew__check_constant = 1e-6;        ///< W19: fraction of the largest value; the rounding of float
static const double sinew__check_scale = 1e-3;           ///< W20: difference of a scale from 1; 1 mm in 1 m
static const double sinew__check_dropped_weights = 1e-3; ///< W21: share; 2 mm of a person, hardly visible
static const double sinew__check_held = 1e-6;            ///< L03: share; largest difference of equal frames, by
                                                         ///< rounding
static const double sinew__check_travel = 0.05;          ///< R01: share; a clip in place sways by less
static const double sinew__check_speed = 0.05;           ///< R01: fraction of the declared speed; feet slide beyond
static const double sinew__check_flip_euler = 100;       ///< W18: degrees of one angle within a frame
static const double sinew__check_flip_arc = 90;          ///< W18: degrees within a frame; no joint of a body is as fast
static const double sinew__check_flip_detour = 5;      ///< W18: degrees off the arc between two keys; less is not seen
static const double sinew__check_foot_slide = 0.1;     ///< R02: fraction of the leg; 9 cm in a person
static const double sinew__check_foot_edge = 0.1;      ///< R02, R03: seconds; a foot brakes and leaves in three frames
static const double sinew__check_pace = 0.15;          ///< R02: difference of speeds, as a fraction of the steps'
static const double sinew__check_pace_least = 0.3;     ///< R02: legs per second; slower is a shift of weight
static const double sinew__check_pace_travel = 0.5;    ///< R02: leg lengths; a body that travels less stays in place
static const double sinew__check_pace_in_place = 0.25; ///< R02: fraction of the steps' speed; less is in place
static const double sinew__check_foot_rise = 0.05;     ///< R03: fraction of the leg; 4 cm in a person
static const double sinew__check_gait_phase = 0.1;     ///< D03: fraction of the clip; feet slide visibly in the blend
static const double sinew__check_pop_angle = 5;        ///< R04: degrees of a bone; less looks like the same pose
static const double sinew__check_pop_distance = 3e-2;  ///< R04: share; 6 cm in a person
static const double sinew__check_pop_twist = 25;       ///< W18, R04: degrees of a joint's mesh
static const double sinew__check_limb = 0.025;         ///< R04: share; half of the thickness of a limb
static const double sinew__check_pop_share = 0.5;      ///< R04: fraction of the speed; a smooth movement has below 0.2
static const double sinew__check_pop_around =
    4; ///< R04: multiple of the largest change of velocity in the five frames before and after
static const double sinew__check_pop_deviations = 10;  ///< R04: multiple of the clip's robust standard deviation
static const double sinew__check_jitter_hertz = 8;     ///< R05: people move no joint faster on purpose
static const double sinew__check_jitter_angle = 0.3;   ///< R05: degrees, root mean square
static const double sinew__check_jitter_speed = 60;    ///< R05: degrees per second; faster joints hide it
static const double sinew__check_still = 2e-6;         ///< R07, R08: change of a quaternion component; float rounding
static const double sinew__check_repeat = 0.03;        ///< R07: fraction of the next frame's; key times are rounded
static const double sinew__check_frozen_seconds = 0.3; ///< R08: a shorter stop is a pause
static const double sinew__check_frozen_others = 0.8;  ///< R08: fraction of the moving joints that move meanwhile
static const double sinew__check_knee = 15;            ///< R09: degrees to the front; a stretched knee may have 10
static const double sinew__check_swapped = -0.5;       ///< W28: cosine of toes and front; no foot turns out by 120°
static const double sinew__check_toes = 0.05;          ///< W28: fraction of the leg, level; less has no direction
static const double sinew__check_upright = 0.7071;   ///< W29: cosine of 45°; at a larger angle another axis is nearer
static const double sinew__check_airborne = 0.05;    ///< R10: fraction of the leg; a stretched foot lifts its toes less
static const double sinew__check_flight = 0.2;       ///< R10: seconds; the shorter flights of a run have too few frames
static const double sinew__check_flight_rise = 0.03; ///< R10: fraction of the leg; sitting bodies do not rise and fall
static const double sinew__check_flight_error = 0.004;  ///< R10: fraction of the leg, RMS; 4 mm of a person
static const double sinew__check_flight_across = 0.3;   ///< R10: fraction of the fall; a body that tips over has more
static const double sinew__check_flight_speed = 1.33;   ///< R10: factor of speed; unknown masses explain less
static const double sinew__check_floats = 0.05;         ///< R11: fraction of the height; captured clips err by 0.03
static const double sinew__check_other_origin = 0.25;   ///< R11: fraction of the height; farther, 0 is not the ground
static const double sinew__check_drift = 0.05;          ///< R11: fraction of the height; captured clips slope by 0.045
static const double sinew__check_planted_slip = 0.15;   ///< R11: leg lengths per second; a planted foot slides slower
static const double sinew__check_planted_rise = 0.3;    ///< R11: leg lengths per second; a foot is raised faster
static const double sinew__check_steady_drift = 0.5;    ///< R11: fraction of the drift; planted feet may differ by it
static const double sinew__check_same_leg = 0.01;       ///< R11: fraction of the leg; such bodies share a ground
static const double sinew__check_common_ground = 0.8;   ///< R11: fraction of the clips that stand on one ground
static const double sinew__check_bind_distance = 5e-3;  ///< D04: share; between two poses of a joint
static const double sinew__check_bind_angle = 1.0;      ///< D04: degrees between two poses of a joint
static const double sinew__check_bone_length = 1e-2;    ///< D05: fraction of the bone's length
static const double sinew__check_flat_triangle = 1e-12; ///< M01: area; fraction of the square of the character's size
static const double sinew__check_flipped = -0.5;        ///< M01: cosine between the normals of face and vertices
static const double sinew__check_flipped_share = 1e-3;  ///< M01: fraction of the triangles; folds of cloth have some
static const double sinew__check_opposed_share = 0.1;   ///< M01: fraction of the triangles; hard folds have some
static const double sinew__check_far_vertex = 0.15;     ///< W22: share; the width of a torso
static const double sinew__check_closer_joint = 5;      ///< W22: factor; another joint is that much closer
static const double sinew__check_stretch = 3;           ///< W22: factor; an edge half as long as the limb is thick: 2.1
static const double sinew__check_stretched_length = 5e-3; ///< W22: share; 1 cm in a person
static const double sinew__check_ring_weight = 0.15;      ///< W23: distance from 0.5; both joints weigh 0.35 to 0.65
static const double sinew__check_collapse = 0.5;          ///< W23: fraction of the width; a bend of 90° leaves 0.7
static const double sinew__check_below_ground = 1e-2;     ///< W24: share; 2 cm in a person

#endif
