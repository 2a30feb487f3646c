/// Whether a clip plays as a loop without a visible seam.
///
/// Poses are compared in model space, after the motion of the whole clip along the ground and about the up axis was
/// removed from the last one, so that walks which travel are loops like those in place. A reference pose in the first
/// frame is no part of the loop.
#ifndef SINEW_RUNTIME_MOTION_LOOP_SEAM_H
#define SINEW_RUNTIME_MOTION_LOOP_SEAM_H

#include "runtime/model/clip_span.h"
#include "sinew/contacts.h"

/// Thresholds; lengths that are a share refer to sinew_model_info.size.
static const double sinew__loop_distance = 2.5e-3; ///< share; 5 mm of a person, visible as a jerk
static const double sinew__loop_angle = 1.0;       ///< degrees; 1 cm at the end of an arm
static const double sinew__loop_speed = 0.1;       ///< share per second; 20 cm/s of a person
static const double sinew__loop_turn = 30;         ///< degrees per second; 1° per frame at 30 fps
static const double sinew__loop_ratio = 1.5;       ///< times the largest change of velocity inside the clip
static const double sinew__loop_ratio_of_all = 2;  ///< times that of all joints together: twice as hard a corner
static const double sinew__loop_motion = 1e-3;     ///< share; less is no motion

enum { SINEW__LOOP_MAX_FRAMES = 4096 }; ///< inside a clip that are compared with the seam; of longer clips a part

/// A clip that may be a loop. Times are seconds since the loop's start.
typedef struct sinew__loop {
    const sinew_model *model;
    int32_t clip, root; ///< `root` moves the character, or is SINEW_NONE
    double start;       ///< of the loop, in seconds since the clip's start
    double duration, frame;
    sinew_affine back; ///< removes the motion of the whole loop
    const uint8_t *in_character;
    sinew_pose *scratch;
    sinew_affine *first, *last;   ///< [joint_count] globals at 0 and at the end
    sinew_affine *after, *before; ///< a frame after the start, a frame before the end
    sinew_affine *older;          ///< two frames before the end
    double *memory;               ///< of the jumps
} sinew__loop;

/// The largest difference of two poses, and the joints that have it.
typedef struct sinew__pose_gap {
    double distance, degrees;
    int32_t far_joint, rotated_joint;
} sinew__pose_gap;

/// How the velocity of the joint with the worst seam changes there, and at most inside the clip.
typedef struct sinew__seam_jump {
    int32_t joint;             ///< SINEW_NONE: no joint jumps
    double speed, inner_speed; ///< units per second
    double turn, inner_turn;   ///< degrees per second
} sinew__seam_jump;

/// Prepares the loop and its five poses. `span` is the clip without its reference pose; in_character is [joint_count],
/// of sinew__mark_character, and lives as long as the loop, as `scratch` does. Returns 0 when out of memory. Free it in
/// any case.
int sinew__loop_open(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                     int32_t foot_count, const uint8_t *in_character, sinew_pose *scratch, sinew__loop *out_loop);
void sinew__loop_free(sinew__loop *loop);

/// Globals at a time, without the motion of the whole loop if `is_end`.
void sinew__loop_pose(const sinew__loop *loop, double time, int is_end, sinew_affine *out_globals);

sinew__pose_gap sinew__loop_gap(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b);

/// Whether a gap between the last pose and the first is too small to be seen.
int sinew__loop_is_closed(const sinew__loop *loop, const sinew__pose_gap *gap);

/// Whether the character moves from one pose to the other.
int sinew__loop_is_moving(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b);

/// Measures the change of velocity at the seam. Overwrites all poses.
sinew__seam_jump sinew__loop_jump(const sinew__loop *loop);

/// What is known of a clip as a loop.
typedef struct sinew__loop_facts {
    int is_known; ///< 0, and all else too: a clip of one moment, or a character of one joint, which has no pose
    sinew__pose_gap gap;
    int leaves_first_pose; ///< 0 for a clip that holds one pose
    int loops;             ///< it closes, leaves its first pose, and no velocity jumps
    sinew__seam_jump jump; ///< of a clip that closes
} sinew__loop_facts;

/// The facts of a clip. Overwrites all poses.
sinew__loop_facts sinew__loop_find(const sinew__loop *loop);

#endif
