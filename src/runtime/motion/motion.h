/// What clips do: the joint that moves the character, its root motion, a reference pose before the motion, the paths of
/// feet, how far it travels, and whether it loops.
#ifndef SINEW_RUNTIME_MOTION_MOTION_H
#define SINEW_RUNTIME_MOTION_MOTION_H

#include "core/base/affine.h"
#include "runtime/model/look_up.h"
#include "sinew/contacts.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/root_motion.h"

// ---- joints of the character ---------------------------------------------------------------------------------------
// Which joints are the character's, which of them moves it, and how far apart two transforms are.

/// Marks the joints of the character: bones; in a file without bones all but cameras and lights. Helpers never count.
/// out_marks is [joint_count]. Returns their number.
int32_t sinew__mark_character(const sinew_model *model, uint8_t *out_marks);

/// Finds the joint of sinew_model_find_motion_joint. SINEW_NONE if no joint moves the character.
SINEW_NODISCARD sinew_result sinew__find_motion_joint(const sinew_model *model, int32_t *out_joint,
                                                      sinew_error *out_error);

/// The joint that moves the character in a clip, during `span`. It is the joint of sinew_model_find_motion_joint,
/// unless that is a root at rest on the ground: then it is the joint below from which its legs start or, if no
/// child has most of the feet and the root is as low as any joint, the child with more than half of the joints.
/// SINEW_NONE if no joint moves it. Returns 0 when out of memory.
int sinew__motion_joint_of_clip(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                                int32_t foot_count, sinew_pose *scratch, int32_t *out_joint);

typedef struct sinew__rigid_difference {
    double distance; ///< between the translations
    double degrees;  ///< between the rotations
} sinew__rigid_difference;

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b);

/// The angle between two rotations.
double sinew__rotation_degrees(sinew_quat a, sinew_quat b);

// ---- root motion ---------------------------------------------------------------------------------------------------
// The joint that moves a character: its position in a clip, and the motion between two positions.

/// Computes `local` and `global` of a joint and its ancestors in `scratch`, with the same bits as SINEW_ENGINE_EXACT.
/// The contents of its other arrays are unspecified. `time` is in seconds from the clip's start.
void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch);

/// The unit vector of the file's up axis; +Y if it names none.
sinew_vec3 sinew__up_axis(const sinew_model *model);

/// Position, rotation and scale of a joint in model space, `time` seconds after the start of the clip. `scratch` then
/// holds the globals of the joint and its ancestors.
sinew_transform sinew__motion_joint_at(const sinew_model *model, int32_t clip, int32_t joint, double time,
                                       sinew_pose *scratch);

/// The chosen parts (sinew_root_motion_part) of the motion that takes a joint from one transform to another.
sinew_root_delta sinew__motion_between(const sinew_model *model, uint32_t parts, const sinew_transform *first,
                                       const sinew_transform *now);

// ---- reference pose ------------------------------------------------------------------------------------------------
// Reference poses: a T-pose or the like in the first frame of a motion capture, followed by a jump to the next frame.

/// The facts about the first frame of a clip.
typedef struct sinew__first_frame {
    int is_reference;
    double seconds;  ///< until the next frame
    double distance; ///< how far the farthest joint jumps from it, in units of the file
    int32_t joint;   ///< that one, or SINEW_NONE
} sinew__first_frame;

/// Looks at the first second of a clip. The first frame is a reference pose if the whole character jumps to the second
/// frame: the farthest joint by 10 % of the character's size, and all joints on average three times as far from
/// their path as anywhere in the following second. Clips of less than four frames, or with steps larger than a
/// twentieth of a second, have none. If keys are closer than frames, a frame of the file's rate counts, or of a usual
/// rate if it has none. `scratch` is a pose of the model; its contents change.
sinew__first_frame sinew__look_at_first_frame(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// The range of a clip's motion: the clip without its reference pose. SINEW_NONE is the rest pose.
sinew__span sinew__motion_span(const sinew_model *model, int32_t clip, sinew_pose *scratch);

/// Seconds from one frame of a clip to the next, by its frame rate; between its first two keys if these are closer or
/// the file has no rate.
double sinew__clip_step(const sinew_model *model, int32_t clip);

// ---- paths of feet -------------------------------------------------------------------------------------------------
// The places of the joints of feet during a clip.

/// A joint of a foot, and its positions.
typedef struct sinew__foot_path {
    int32_t foot, joint;
    int is_toe;
    double leg_length;
    sinew_vec3 *positions; ///< [sample_count] model space
} sinew__foot_path;

typedef struct sinew__foot_paths {
    sinew_vec3 up;
    int32_t path_count, sample_count; ///< samples: at least one
    double start;                     ///< seconds from the clip's start; after a reference pose
    double duration, step;            ///< seconds; the last step may be shorter
    sinew__foot_path paths[2 * SINEW_FEET_MAX];
    sinew_vec3 *positions; ///< of all paths
} sinew__foot_paths;

/// Seconds between samples of a motion: whole frames, of 1/30 s at most unless a frame is longer.
/// Shorter steps make noise of speeds.
double sinew__foot_step(const sinew_model *model);

/// Samples a clip without its reference pose. Release *out_paths with sinew__foot_paths_free, also on failure.
sinew_result sinew__foot_paths_sample(const sinew_model *model, int32_t clip, const sinew_foot *feet,
                                      int32_t foot_count, sinew__foot_paths *out_paths, sinew_error *error);
void sinew__foot_paths_free(sinew__foot_paths *paths);

/// Seconds from the clip's start of a sample.
double sinew__foot_sample_time(const sinew__foot_paths *paths, int32_t sample);

/// Height of a path at a sample, along the up axis.
double sinew__foot_height(const sinew__foot_paths *paths, const sinew__foot_path *path, int32_t sample);

// ---- travel --------------------------------------------------------------------------------------------------------
// How a clip moves the character over the ground: the facts that `info`, `library` and `check` report.

/// No fact depends on the position of the character, or on its direction.
typedef struct sinew__travel {
    int32_t joint;     ///< that moves the character
    double speed;      ///< metres per second: the distance along the ground between its start and its end
    double path_speed; ///< metres per second along its path
    double net_turn;   ///< degrees about the up axis, counterclockwise seen from above; a full turn is 360
    double total_turn; ///< degrees, left and right added up; back and forth by less than 20 is the sway of a stride
    double yaw_rate;   ///< degrees per second: net_turn
    double foot_speed; ///< speed of planted feet below a character that stays in place, m/s; NaN for
                       ///< others, and if no foot is planted
} sinew__travel;

/// Measures a clip during `span`, the clip without a reference pose. Returns 0, and NaN for everything, if these facts
/// would say nothing: for clips of less than a frame and characters of one joint; if no joint moves the character in
/// the clip; if the scale above that joint changes. `contacts` of the clip may be NULL: they are found when needed.
/// `scratch` is a pose of the model; its contents change.
int sinew__clip_travel(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                       int32_t foot_count, const sinew_contacts *contacts, sinew_pose *scratch,
                       sinew__travel *out_travel);

// ---- the seam of a loop --------------------------------------------------------------------------------------------
// Whether a clip plays as a loop without a visible seam.
//
// Poses are compared in model space, after the motion of the whole clip along the ground and about the up axis was
// removed from the last one, so that walks which travel are loops like those in place. A reference pose in the first
// frame does not belong to the loop.
//
// A clip is a closed loop when its last pose is its first, and an open loop when the frame after its last frame is its
// first: exporters that leave out the repeated frame write open loops. A clip that ends as it began and rests there,
// such as an attack, is not a loop.

/// How a clip continues after its last frame.
typedef enum sinew__seam_kind {
    SINEW__SEAM_NO,      ///< with a jump
    SINEW__SEAM_CLOSED,  ///< the last frame repeats the first
    SINEW__SEAM_OPEN,    ///< the frame after the last is the first
    SINEW__SEAM_RETURNS, ///< the last frame repeats the first, and the character rests there
    SINEW__SEAM_COUNT,
} sinew__seam_kind;

/// "closed", "open", "returns" or "no".
const char *sinew__seam_word(sinew__seam_kind kind);

/// Thresholds; lengths that are a share refer to sinew_model_info.size.
static const double sinew__loop_distance = 2.5e-3; ///< share; 5 mm of a person, visible as a jerk
static const double sinew__loop_angle = 1.0;       ///< degrees; 1 cm at the end of an arm
static const double sinew__loop_speed = 0.1;       ///< share per second; 20 cm/s of a person
static const double sinew__loop_turn = 30;         ///< degrees per second; 1° per frame at 30 fps
static const double sinew__loop_ratio = 1.5;       ///< times the largest change of velocity inside the clip
static const double sinew__loop_ratio_of_all = 2;  ///< times the corner of all joints together: twice as hard a corner
static const double sinew__loop_motion = 1e-3;     ///< share; less counts as rest
static const double sinew__loop_step = 0.25; ///< of the longer step beside an open seam; the distance of a step from a
                                             ///< straight line: at 30 fps a runner's feet reach 0.1
static const double sinew__loop_window = 0.05; ///< part of the clip at each of its ends that may be at rest
static const double sinew__loop_rest =
    0.12; ///< of the greatest speed; a swing that starts at its turning point has 0.155
static const double sinew__loop_action = 0.1;  ///< share per second; 20 cm/s of all joints together: no breathing

enum { SINEW__LOOP_MAX_FRAMES = 4096 }; ///< inside a clip that are compared with the seam; of longer clips a part

/// A clip that may be a loop. Times are seconds since the loop's start.
typedef struct sinew__loop {
    const sinew_model *model;
    int32_t clip, root; ///< `root` moves the character, or is SINEW_NONE
    double start;       ///< of the loop, in seconds since the clip's start
    double duration, frame;
    sinew_transform root_first; ///< of `root`, at the start of the loop
    sinew_affine back;          ///< removes the motion of the whole loop
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

/// Whether the kind is a loop: closed or open.
int sinew__seam_loops(sinew__seam_kind kind);

/// Whether the character moves from one pose to the other.
int sinew__loop_is_moving(const sinew__loop *loop, const sinew_affine *a, const sinew_affine *b);

/// Measures the change of velocity at the seam of a closed loop, by differences of 1/4 frame, or at the two
/// frames beside the seam of an open one. Overwrites all poses, except for the first of an open loop.
sinew__seam_jump sinew__loop_jump(const sinew__loop *loop, int is_open);

/// The facts about a clip as a loop.
typedef struct sinew__loop_facts {
    int is_known; ///< 0, and all else too: a clip without duration, or a character of one joint, which has no pose
    sinew__pose_gap gap; ///< between the first pose and the last; of an open loop, the frame expected after the last
    int leaves_first_pose; ///< 0 for a clip with only one pose
    sinew__seam_kind kind; ///< SINEW__SEAM_NO also of a clip that holds one pose or whose velocity jumps
    sinew__seam_jump jump; ///< of a clip whose last pose is its first, unless it returns
} sinew__loop_facts;

/// The facts of a clip. Overwrites all poses.
sinew__loop_facts sinew__loop_find(const sinew__loop *loop);

#endif
