/// Facts about clips: the joint that moves the character, root motion, reference poses, paths of feet, travel, and
/// loops.
#ifndef SINEW_RUNTIME_MOTION_MOTION_H
#define SINEW_RUNTIME_MOTION_MOTION_H

#include "core/base/affine.h"
#include "runtime/model/look_up.h"
#include "sinew/contacts.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/root_motion.h"

// ---- joints of the character ---------------------------------------------------------------------------------------
// Finds the joints of the character and the joint that moves it, and measures the difference of two transforms.

/// Marks the joints of the character in `out_marks`, [joint_count], and returns their number. They are the bones or, in
/// a file without bones, all joints except cameras and lights. Helpers do not count.
int32_t sinew__mark_character(const sinew_model *model, uint8_t *out_marks);

/// Sets *out_joint as sinew_model_find_motion_joint does; SINEW_NONE if no joint moves the character.
SINEW_NODISCARD sinew_result sinew__find_motion_joint(const sinew_model *model, int32_t *out_joint,
                                                      sinew_error *out_error);

/// Finds the joint that moves the character in a clip, during `span`. The search starts at the joint of
/// sinew_model_find_motion_joint. While the joint stands still, it goes on to the child with more than half of the feet
/// below it; if no child has these and the joint is on the ground, to the child with more than half of the joints below
/// it. If none of these joints moves, *out_joint is the first one; SINEW_NONE if no joint moves the character. Returns
/// 0 when out of memory.
int sinew__motion_joint_of_clip(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                                int32_t foot_count, sinew_pose *scratch, int32_t *out_joint);

typedef struct sinew__rigid_difference {
    double distance; ///< units between the translations
    double degrees;  ///< angle between the rotations
} sinew__rigid_difference;

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b);

/// Returns the angle between two rotations, in degrees.
double sinew__rotation_degrees(sinew_quat a, sinew_quat b);

// ---- root motion ---------------------------------------------------------------------------------------------------
// Computes the transform of the joint that moves a character, and the motion between two of its transforms.

/// Computes `local` and `global` of a joint and its ancestors in `scratch`, bit for bit as SINEW_ENGINE_EXACT does. The
/// other arrays of `scratch` are unspecified. `time` is in seconds from the clip's start.
void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch);

/// Returns the unit vector of the file's up axis; +Y if the file names none.
sinew_vec3 sinew__up_axis(const sinew_model *model);

/// Returns position, rotation and scale of a joint in model space, `time` seconds after the clip's start. `scratch`
/// then has the globals of the joint and its ancestors.
sinew_transform sinew__motion_joint_at(const sinew_model *model, int32_t clip, int32_t joint, double time,
                                       sinew_pose *scratch);

/// Returns the chosen parts (sinew_root_motion_part) of the motion that takes a joint from transform `first` to `now`.
sinew_root_delta sinew__motion_between(const sinew_model *model, uint32_t parts, const sinew_transform *first,
                                       const sinew_transform *now);

// ---- reference pose ------------------------------------------------------------------------------------------------
// A reference pose is a T-pose or the like in the first frame of a motion capture; the next frame jumps to the motion.

/// Facts about the first frame of a clip.
typedef struct sinew__first_frame {
    int is_reference;
    double seconds;  ///< until the next frame
    double distance; ///< units by which the farthest joint jumps to the next frame
    int32_t joint;   ///< the farthest joint, or SINEW_NONE
} sinew__first_frame;

/// Examines the first second of a clip. The first frame is a reference pose if the whole character jumps to the second
/// frame: the farthest joint by 10 % of the character's size, and all joints on average three times as far from their
/// path as at any frame of the following second. Clips of less than four frames, or with frames longer than 1/20 s,
/// have no reference pose. If keys are closer than frames, the frames of the file's rate are used, or of a usual rate
/// if it has none. `scratch` is a pose of the model; its contents change.
sinew__first_frame sinew__look_at_first_frame(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// Returns the range of a clip without its reference pose. SINEW_NONE is the rest pose.
sinew__span sinew__motion_span(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// Returns the seconds between two frames of a clip, by the file's frame rate; the distance of the first two keys if
/// that is shorter or the file has no rate.
double sinew__clip_step(const sinew_model *model, int32_t clip);

// ---- paths of feet -------------------------------------------------------------------------------------------------
// Positions of the joints of feet during a clip.

/// A joint of a foot and its positions during the clip.
typedef struct sinew__foot_path {
    int32_t foot, joint;
    int is_toe;
    double leg_length;
    sinew_vec3 *positions; ///< [sample_count] model space
} sinew__foot_path;

typedef struct sinew__foot_paths {
    sinew_vec3 up;
    int32_t path_count, sample_count; ///< sample_count is at least 1
    double start;                     ///< seconds from the clip's start to the first sample; > 0 after a reference pose
    double duration, step;            ///< seconds; the last step may be shorter
    sinew__foot_path paths[2 * SINEW_FEET_MAX];
    sinew_vec3 *positions; ///< memory of all paths
} sinew__foot_paths;

/// Returns the seconds between samples: a whole number of frames, at most 1/30 s unless a frame is longer. With shorter
/// steps, speeds would mostly be noise.
double sinew__foot_step(const sinew_model *model);

/// Samples a clip without its reference pose. Release *out_paths with sinew__foot_paths_free, also after a failure.
sinew_result sinew__foot_paths_sample(const sinew_model *model, int32_t clip, const sinew_foot *feet,
                                      int32_t foot_count, sinew__foot_paths *out_paths, sinew_error *error);
void sinew__foot_paths_free(sinew__foot_paths *paths);

/// Returns the time of a sample, in seconds from the clip's start.
double sinew__foot_sample_time(const sinew__foot_paths *paths, int32_t sample);

/// Returns the height of a path at a sample, along the up axis.
double sinew__foot_height(const sinew__foot_paths *paths, const sinew__foot_path *path, int32_t sample);

// ---- travel --------------------------------------------------------------------------------------------------------
// The motion of a character over the ground in a clip: facts that `info`, `library` and `check` report.

/// Measurements of a character's travel in a clip. They do not depend on the position and the direction in which the
/// character starts.
typedef struct sinew__travel {
    int32_t joint;     ///< joint that moves the character; SINEW_NONE: the facts below are NaN
    double speed;      ///< metres per second: distance between start and end along the ground, divided by the duration
    double path_speed; ///< metres per second along the path
    double net_turn;   ///< degrees about the up axis, counterclockwise seen from above; a full turn is 360
    /// degrees to the left and to the right, added; turning back and forth by less than 20 is sway and is not counted
    double total_turn;
    double yaw_rate; ///< degrees per second, of net_turn
    /// metres per second: speed of planted feet of a character that stays in place; NaN if it travels or if no foot is
    /// planted
    double foot_speed;
} sinew__travel;

/// Measures a clip during `span`, which excludes a reference pose. Sets the joint to SINEW_NONE and all facts to NaN if
/// they would be meaningless: for clips shorter than a frame or characters of one joint, if no joint moves the
/// character, or if the scale above that joint changes. `contacts` of the clip may be NULL: they are then found if
/// needed. `scratch` is a pose of the model; its contents change. Returns SINEW_OK or SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__clip_travel(const sinew_model *model, int32_t clip, const sinew__span *span,
                                                const sinew_foot *feet, int32_t foot_count,
                                                const sinew_contacts *contacts, sinew_pose *scratch,
                                                sinew__travel *out_travel);

// ---- the seam of a loop --------------------------------------------------------------------------------------------
// Whether a clip plays as a loop without a visible seam.
//
// Poses are compared in model space, after removing the motion of the whole clip along the ground and about the up axis
// from the last one, so that walks that travel can loop. A reference pose in the first frame is not part of the loop.
//
// In a closed loop the last pose equals the first; in an open loop the frame after the last would equal the first,
// because an exporter left out the repeated frame. A clip that ends as it began and rests there, such as an attack, is
// not a loop.

/// How a clip continues at the seam, from its last frame to its first.
typedef enum sinew__seam_kind {
    SINEW__SEAM_NO,      ///< the seam jumps
    SINEW__SEAM_CLOSED,  ///< the last frame repeats the first
    SINEW__SEAM_OPEN,    ///< the frame after the last would equal the first
    SINEW__SEAM_RETURNS, ///< the last frame repeats the first, and the character rests there: not a loop
    SINEW__SEAM_COUNT,
} sinew__seam_kind;

/// Returns "closed", "open", "returns" or "no".
const char *sinew__seam_word(sinew__seam_kind kind);

/// Thresholds. A *share* is a fraction of sinew_model_info.size.
static const double sinew__loop_distance = 2.5e-3; ///< share; 5 mm of a person, visible as a jerk
static const double sinew__loop_angle = 1.0;       ///< degrees; 1 cm at the end of an arm
static const double sinew__loop_speed = 0.1;       ///< share per second; 20 cm/s of a person
static const double sinew__loop_turn = 30;         ///< degrees per second; 1° per frame at 30 fps
static const double sinew__loop_ratio = 1.5;       ///< factor on the largest change of velocity inside the clip
/// factor on the largest change of all joints together inside the clip
static const double sinew__loop_ratio_of_all = 2;
static const double sinew__loop_motion = 1e-3; ///< share; less counts as rest
/// largest distance of the seam's step from a straight continuation, in lengths of the longer step next to it; a
/// runner's feet reach 0.1 at 30 fps
static const double sinew__loop_step = 0.25;
static const double sinew__loop_window = 0.05; ///< fraction of the clip at each end that is checked for rest
static const double sinew__loop_rest =
    0.12; ///< fraction of the greatest speed that counts as rest; a swing that starts at its turning point has 0.155
static const double sinew__loop_action = 0.1; ///< share per second; 20 cm/s of all joints together: more than breathing

/// frames inside a clip that are compared with the seam; in longer clips they are farther apart
enum { SINEW__LOOP_MAX_FRAMES = 4096 };

/// A clip that is examined as a loop. Times are in seconds from the loop's start.
typedef struct sinew__loop {
    const sinew_model *model;
    int32_t clip, root; ///< `root` moves the character, or is SINEW_NONE
    double start;       ///< of the loop, in seconds since the clip's start
    double duration, frame;
    sinew_transform root_first; ///< transform of `root` at the start of the loop
    sinew_affine back;          ///< removes the character's motion during the whole loop
    const uint8_t *in_character;
    sinew_pose *scratch;
    sinew_affine *first, *last;   ///< [joint_count] globals at 0 and at the end
    sinew_affine *after, *before; ///< globals one frame after the start and one frame before the end
    sinew_affine *older;          ///< globals two frames before the end
    double *memory;               ///< memory of the velocity changes
} sinew__loop;

/// The largest differences between two poses, and the joints that have them.
typedef struct sinew__pose_gap {
    double distance, degrees;
    int32_t far_joint, rotated_joint;
} sinew__pose_gap;

/// The change of velocity of the joint with the worst seam: at the seam, and the largest inside the clip.
typedef struct sinew__seam_jump {
    int32_t joint;             ///< SINEW_NONE: no joint jumps
    double speed, inner_speed; ///< units per second
    double turn, inner_turn;   ///< degrees per second
} sinew__seam_jump;

/// Prepares the loop and computes its five poses. `span` is the clip without its reference pose. `in_character`,
/// [joint_count], comes from sinew__mark_character; it and `scratch` must outlive the loop. Returns 0 when out of
/// memory. Call sinew__loop_free in both cases.
int sinew__loop_open(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                     int32_t foot_count, const uint8_t *in_character, sinew_pose *scratch, sinew__loop *out_loop);
void sinew__loop_free(sinew__loop *loop);

/// Computes the globals at a time. `is_end`: the motion of the whole loop is removed.
void sinew__loop_pose(const sinew__loop *loop, double time, int is_end, sinew_affine *out_globals);

sinew__pose_gap sinew__loop_gap(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b);

/// Whether a gap between the last pose and the first is too small to be seen.
int sinew__loop_is_closed(const sinew__loop *loop, const sinew__pose_gap *gap);

/// Whether the kind is a loop: closed or open.
int sinew__seam_loops(sinew__seam_kind kind);

/// Whether the character moves from one pose to the other.
int sinew__loop_is_moving(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b);

/// Measures the change of velocity at the seam: of a closed loop by differences over 1/4 frame, of an open one at the
/// two frames next to the seam. Overwrites all poses, except for the first pose of an open loop.
sinew__seam_jump sinew__loop_jump(const sinew__loop *loop, int is_open);

/// Facts about a clip as a loop.
typedef struct sinew__loop_facts {
    /// 0: the clip has no duration, or the character has fewer than two joints; the other facts are then not known
    int is_known;
    /// between the last pose and the first; for an open loop, between the pose expected after the last and the first
    sinew__pose_gap gap;
    int leaves_first_pose; ///< 0 if the clip holds one pose
    sinew__seam_kind kind; ///< also SINEW__SEAM_NO if the clip holds one pose or its velocity jumps
    sinew__seam_jump jump; ///< set if the last pose equals the first and the clip neither returns nor is an open loop
} sinew__loop_facts;

/// Finds the facts of a clip. Overwrites all poses.
sinew__loop_facts sinew__loop_find(const sinew__loop *loop);

#endif
