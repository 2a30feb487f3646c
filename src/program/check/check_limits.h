/// The thresholds of the checks, with their units and reasons; runtime/motion/motion.h has the thresholds of loops.
/// docs/12-check.md prints this table.
#ifndef SINEW_PROGRAM_CHECK_CHECK_LIMITS_H
#define SINEW_PROGRAM_CHECK_CHECK_LIMITS_H

/// Lengths that are a share refer to the size of the character (sinew_model_info.size).
enum {
    CHECK_INFLUENCES = 4,      ///< W21: what most engines keep without a setting
    CHECK_TEXTURE_SIZE = 4096, ///< T01: pixels; the largest size that every GPU of the last ten years accepts
    CHECK_MAX_FRAMES = 4096,   ///< of a clip that are compared with each other; further ones are sampled
    CHECK_GROUND_CLIPS = 5,    ///< R11: of one size whose ground may be the ground of most
    CHECK_IDLE_KEYS = 3,       ///< W19: keys of a channel; two hold a constant value at both ends
};

static const double sinew__check_weight_sum = 0.01;      ///< W05: four weights of 8 bits err by 0.8 %
static const double sinew__check_frame = 0.05;           ///< W08, D02: frames; 32-bit times err by far less
static const double sinew__check_start_frames = 1.5;     ///< W25: frames; programs begin at frame 0 or 1
static const double sinew__check_span_frames = 0.5;      ///< W07, D02: frames; less is rounding
static const double sinew__check_constant = 1e-6;        ///< W19: share of the largest value; the rounding of float
static const double sinew__check_scale = 1e-3;           ///< W20: 1 mm of 1 m
static const double sinew__check_dropped_weights = 1e-3; ///< W21: share; 2 mm of a person, hardly visible
static const double sinew__check_held = 1e-6;            ///< L03: share; equal up to the rounding of float
static const double sinew__check_travel = 0.05;          ///< R01: share; less is the sway of a clip in place
static const double sinew__check_speed = 0.05;         ///< R01: share of the declared speed; feet slide visibly beyond
static const double sinew__check_flip_euler = 100;     ///< W18: degrees of one angle within a frame
static const double sinew__check_flip_arc = 90;        ///< W18: degrees within a frame; no joint of a body is as fast
static const double sinew__check_flip_detour = 5;      ///< W18: degrees off the arc between two keys; less is not seen
static const double sinew__check_foot_slide = 0.1;     ///< R02: of the leg; 9 cm of a person
static const double sinew__check_foot_edge = 0.1;      ///< R02, R03: seconds; a foot brakes and leaves in three frames
static const double sinew__check_pace = 0.15;          ///< R02: of the speed of the steps
static const double sinew__check_pace_least = 0.3;     ///< R02: legs per second; slower is a shift of weight
static const double sinew__check_pace_travel = 0.5;    ///< R02: legs; less is a clip in place
static const double sinew__check_pace_in_place = 0.25; ///< R02: of the speed of the steps; less is a clip in place
static const double sinew__check_foot_rise = 0.05;     ///< R03: of the leg; 4 cm of a person
static const double sinew__check_gait_phase = 0.1;     ///< D03: of the clip; feet slide visibly in the blend
static const double sinew__check_pop_angle = 5;        ///< R04: degrees of a bone; less looks like the same pose
static const double sinew__check_pop_distance = 3e-2;  ///< R04: share; 6 cm of a person
static const double sinew__check_pop_twist = 25;       ///< W18, R04: rotation of a joint's mesh, degrees
static const double sinew__check_limb = 0.025;         ///< R04: share; half of the thickness of a limb
static const double sinew__check_pop_share = 0.5;      ///< R04: of the speed; a smooth movement stays below 0.2
static const double sinew__check_pop_around =
    4; ///< R04: times the largest change of velocity in the five frames before and after
static const double sinew__check_pop_deviations = 10;  ///< R04: robust standard deviations of the clip
static const double sinew__check_jitter_hertz = 8;     ///< R05: people move no joint faster on purpose
static const double sinew__check_jitter_angle = 0.3;   ///< R05: degrees, root mean square
static const double sinew__check_jitter_speed = 60;    ///< R05: degrees per second; faster joints hide it
static const double sinew__check_still = 2e-6;         ///< R07, R08: of a quaternion; the rounding of float
static const double sinew__check_repeat = 0.03;        ///< R07: of the frame beside it; times are rounded to 10 µs
static const double sinew__check_frozen_seconds = 0.3; ///< R08: a shorter stop is a pause
static const double sinew__check_frozen_others = 0.8;  ///< R08: of the joints that move in the clip
static const double sinew__check_knee = 15;            ///< R09: degrees; a stretched knee may pass by 10
static const double sinew__check_swapped = -0.5;       ///< W28: cosine of toes and front; no foot turns out by 120°
static const double sinew__check_toes = 0.05;          ///< W28: of the leg, level; shorter ones have no direction
static const double sinew__check_upright = 0.7071;     ///< W29: cosine of 45°; beyond, another axis is nearer
static const double sinew__check_airborne = 0.05;    ///< R10: of the leg; a stretched foot lifts the toe joint by less
static const double sinew__check_flight = 0.2;       ///< R10: seconds; shorter ones of runs have too few frames
static const double sinew__check_flight_rise = 0.03; ///< R10: of the leg; who sits or hangs does not rise and fall
static const double sinew__check_flight_error = 0.004;  ///< R10: of the leg, root mean square; 4 mm of a person
static const double sinew__check_flight_across = 0.3;   ///< R10: of the fall; who stands on a foot falls over it
static const double sinew__check_flight_speed = 1.33;   ///< R10: times; masses and joints differ by less
static const double sinew__check_floats = 0.05;         ///< R11: of the body's height; captured clips are off by 0.03
static const double sinew__check_other_origin = 0.25;   ///< R11: of the body's height; farther off, 0 is not the ground
static const double sinew__check_drift = 0.05;          ///< R11: of the body's height; captured grounds slope by 0.045
static const double sinew__check_planted_slip = 0.15;   ///< R11: legs per second along the ground
static const double sinew__check_planted_rise = 0.3;    ///< R11: legs per second; a foot is raised faster
static const double sinew__check_steady_drift = 0.5;    ///< R11: of the drift; how far planted feet may be off from it
static const double sinew__check_same_leg = 0.01;       ///< R11: of the leg; bodies of one size share a ground
static const double sinew__check_common_ground = 0.8;   ///< R11: of the clips that stand on the ground of most
static const double sinew__check_bind_distance = 5e-3;  ///< D04: share
static const double sinew__check_bind_angle = 1.0;      ///< D04: degrees
static const double sinew__check_bone_length = 1e-2;    ///< D05: share of the bone's length
static const double sinew__check_flat_triangle = 1e-12; ///< M01: share of size²
static const double sinew__check_flipped = -0.5;        ///< M01: cosine of face normal and vertex normals
static const double sinew__check_flipped_share = 1e-3;  ///< M01: of the triangles; folds have some
static const double sinew__check_opposed_share = 0.1;   ///< M01: of the triangles; hard folds have some
static const double sinew__check_far_vertex = 0.15;     ///< W22: share; the width of a torso
static const double sinew__check_closer_joint = 5;      ///< W22: times; how much closer another joint is
static const double sinew__check_stretch = 3;           ///< W22: times; an edge half as long as the limb is thick: 2.1
static const double sinew__check_stretched_length = 5e-3; ///< W22: share; 1 cm of a person
static const double sinew__check_ring_weight = 0.15;  ///< W23: vertices with weights of 0.35 to 0.65 for both joints
static const double sinew__check_collapse = 0.5;      ///< W23: of the width; a bend of 90° leaves 0.7
static const double sinew__check_below_ground = 1e-2; ///< W24: share; 2 cm of a person

#endif
