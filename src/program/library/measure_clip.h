/// Facts of a clip, measured by playing it, and descriptors for comparing clips and poses.
#ifndef SINEW_PROGRAM_LIBRARY_MEASURE_CLIP_H
#define SINEW_PROGRAM_LIBRARY_MEASURE_CLIP_H

#include "core/base/arena.h"
#include "runtime/motion/motion.h"
#include "sinew/retarget.h"

// ---- facts ---------------------------------------------------------------------------------------------------------

enum {
    LIBRARY_PHASES = 24,        ///< samples of a descriptor, at the middle of equal parts of the clip
    LIBRARY_FEATURES = 12,      ///< numbers per sample
    LIBRARY_SHAPE_FEATURES = 7, ///< the first numbers of a sample, which need only one pose
    LIBRARY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_FEATURES,
    LIBRARY_HEADING_VECTORS = 3, ///< horizontal vectors per sample
    LIBRARY_HEADING = LIBRARY_PHASES * LIBRARY_HEADING_VECTORS * 2,
};

/// Facts of a clip, and its descriptor. Similar motions have similar descriptors, whatever the size of the body, the
/// length of the clip, the names of joints, the direction at the start, and left and right. See
/// docs/internals/library.md.
typedef struct library_clip_facts {
    sinew__travel travel;  ///< NaN: unknown
    double loop_error;     ///< seam of the loop: the largest distance of a joint between the first and the last pose,
                           ///< without the travel, as a fraction of the character's size. In an open loop, the pose
                           ///< expected after the last one takes the place of the last pose
    double loop_degrees;   ///< largest angle of a joint between the two poses of `loop_error`, in degrees
    const char *loop_kind; ///< NULL: unknown
    int32_t loops;         ///< the clip plays as a loop without a visible seam; −1: unknown
    double motion_start;   ///< seconds from the clip's start; above 0, a reference pose comes first, which is not
                           ///< measured
    int32_t moved_joints;
    int32_t contacts; ///< number of foot contacts (contacts.h); −1: unknown
    int32_t feet;     ///< number of feet that have contacts; −1: unknown
    float descriptor[LIBRARY_DESCRIPTOR];
    int has_descriptor;               ///< the file has bones of a length above 0
    int16_t heading[LIBRARY_HEADING]; ///< result of library_describe_heading; valid with the descriptor
} library_clip_facts;

/// The bone from a joint's parent to the joint, as it moves in one clip.
typedef struct library_bone {
    sinew_vec3 first; ///< vector from the parent to the joint in the first phase
    double shortest, longest;
    double cosine; ///< cosine of the bone's largest angle to `first`
    double lowest; ///< smallest height of its lower end in the clip
    int deforms;   ///< the joint moves a mesh
    int leads;     ///< a joint below it moves a mesh
    int is_rigid;  ///< its length is constant
    int is_body;   ///< the joint belongs to a body
} library_bone;

/// Memory and intermediate results of measuring, for one model and one thread. A zeroed one has none.
typedef struct library_scratch {
    sinew_pose *pose;
    uint8_t *in_character; ///< [joint_count] whether a joint belongs to the character
    library_bone *bones;   ///< [joint_count] the bone that ends at each joint
    double *below;         ///< [joint_count] total mass of the bones below a joint
    double *mass;          ///< [joint_count] mass of the bone that ends at a joint, its squared length; 0: not a bone
                           ///< of a body
    sinew_vec3 *positions; ///< [2][joint_count] middles of the bones in two phases
    double length;         ///< length of a typical bone, the unit of descriptors; 0: no bones
    double ground;         ///< height of the ground, the lowest end of a long bone in the clip, in lengths of a typical
                           ///< bone
    int32_t clip;          ///< clip that `bones`, `mass`, `length` and `ground` were computed for
    int has_bones_of_clip; ///< whether `bones` to `clip` are valid
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
    int32_t span_clip; ///< clip that `span` was computed for, or SINEW_NONE
    sinew__span span;
} library_scratch;

SINEW_NODISCARD sinew_result library_scratch_create(const sinew_model *model, library_scratch *out_scratch,
                                                    sinew_error *out_error);
void library_scratch_free(library_scratch *scratch);

/// Measures the facts of a clip. Returns SINEW_OK or SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_measure_clip(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                                  library_clip_facts *out_facts);

// ---- bones ---------------------------------------------------------------------------------------------------------

// The middles of all bones are the input of descriptors, because they do not depend on the names and positions of
// joints.

/// A position in a coordinate system whose first axis is up.
typedef struct library_upright {
    double height, a, b;
} library_upright;

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position);

/// Smallest mass of a long bone, as a fraction of the heaviest bone's. Hands and feet, which some bodies lack, are
/// lighter.
extern const double library_long_bone;

/// Finds the bones of the bodies in a clip (SINEW_NONE: the rest pose): masses, typical length and ground. They are
/// stored in the scratch, once per clip. Returns 0 if the model has no bones.
///
/// A bone connects two joints, parent and child, which are bones of the file or deform a mesh. In a file with meshes, a
/// bone must deform one or lead to a bone that does; in other files its length must be constant. Wrappers above the
/// body are left out. A joint is a wrapper if a single child has 90 % of the mass below the joint, and if the joint
/// deforms none of the file's meshes, or its bone to that child stretches or hardly turns. The mass of a bone is its
/// squared length, so that fingers and twist joints, which some bodies lack, hardly count.
int library_find_bones(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Computes the middles of the bones in scratch->pose, in lengths of a typical bone. out[joint] is the middle of the
/// bone that ends at the joint; entries of other joints are not written.
void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out);

/// Returns the centre of mass of the bones.
library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles);

/// Returns the range of a clip that has its motion, without a reference pose in its first frame.
sinew__span library_motion_span(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Evaluates the clip's pose at the middle of a phase, one of LIBRARY_PHASES equal parts; −1 is the clip's start.
void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch);

// ---- ranges of joints ----------------------------------------------------------------------------------------------

// How far a clip moves each joint.

/// The range of a joint's motion relative to its parent.
typedef struct library_joint_range {
    const char *joint;
    double degrees;     ///< angle between the two most different rotations in the clip, 0 … 180
    double centimetres; ///< distance between the two most distant positions in the clip
} library_joint_range;

/// Limit for all clips of a file together, in joints × samples: 1300 clips of 100 joints.
#define LIBRARY_MAX_RANGE_SAMPLES ((int64_t)1 << 24)

/// Measures the joints that a clip animates, at up to 128 whole frames. Returns *out_count ranges in the arena; NULL
/// when out of memory, or if the clip needs more than *samples_left, which is reduced by each clip. scratch->pose is
/// overwritten.
library_joint_range *library_measure_ranges(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                            int64_t *samples_left, sinew__arena *arena, int32_t *out_count);

// ---- motions -------------------------------------------------------------------------------------------------------

// The descriptor of a motion, and the distance between two.

/// Computes the descriptor: LIBRARY_FEATURES numbers at each of LIBRARY_PHASES times. Returns 0 if the model has no
/// bones.
int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor);

/// Describes direction and side, which a descriptor ignores, by three horizontal vectors per phase: the centre's
/// movement since the previous phase, Σ h (a, b), and Σ (a² + b²) (a, b). The sums are over the bones, weighted by
/// mass; h is a bone's height above the centre, and (a, b) its horizontal position relative to the centre. Vectors are
/// along the file's left and front, in 1/1024. The model must have a descriptor.
void library_describe_heading(const sinew_model *model, int32_t clip, library_scratch *scratch,
                              int16_t out[LIBRARY_HEADING]);

/// Compares two clips with equal descriptors. Returns whether one is a mirror image of the other; if not, *out_degrees
/// is the rotation about the up axis from `a` to `b`, −180 … 180, or 0 if it is below 5.
int library_compare_headings(const int16_t *a, const int16_t *b, double *out_degrees);

/// Returns whether a motion moves at all. Two clips that hold a pose may be similar without being copies.
int library_is_moving(const float *descriptor);

/// Returns the distance of two descriptors: 0 for equal motions, about 1 for unrelated ones.
double library_motion_distance(const float *a, const float *b);

/// Computes the mean of each number over all phases. If two descriptors have the distance d, their means differ by at
/// most d · √LIBRARY_FEATURES, so motions with more distant means need not be compared.
void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES]);

// ---- bodies --------------------------------------------------------------------------------------------------------

// The descriptor of a body's motion, for bodies whose parts are known by joint names: the directions of limbs, which do
// not depend on proportions. It finds retargeted clips.

enum {
    LIBRARY_BODY_SEGMENTS = 9, ///< spine; upper arm, forearm, thigh and shin of the left side, then of the right
    LIBRARY_BODY_FEATURES = 3 * LIBRARY_BODY_SEGMENTS + 4,
    LIBRARY_BODY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_BODY_FEATURES,
};

/// Computes LIBRARY_BODY_FEATURES numbers for each of LIBRARY_PHASES phases, in 1/127. They are the direction of each
/// segment along the hips' up, left and forward; half the height of the hips above the ground in leg lengths; and the
/// movement of the hips up, left and forward since the previous phase, in leg lengths. `leg` is the result
/// of sinew_body_leg_length. Returns 0 if a number is not finite.
int library_describe_body(const sinew_model *model, int32_t clip, const sinew_body_map *map, double leg,
                          library_scratch *scratch, int8_t out[LIBRARY_BODY_DESCRIPTOR]);

/// Returns the distance of two motions, in about the same unit as library_motion_distance. Mirrored motions have the
/// distance 0, even if the joint names were not exchanged.
double library_body_distance(const int8_t *a, const int8_t *b);

// ---- poses ---------------------------------------------------------------------------------------------------------

// Descriptors of the poses of a clip. They find the clips that come near to a pose, and the time when they do.
//
// These descriptors do not depend on the size of the body, the names of joints, or the position and direction of the
// character. Mirrored poses have equal descriptors.

enum {
    LIBRARY_POSE_FEATURES = 16,
    LIBRARY_POSES_PER_SECOND = 15,
    LIBRARY_MAX_POSES = 256, ///< largest number of poses of one clip; in longer clips the poses are farther apart
};

/// The poses of a clip at equal distances in time, from its start to its end.
typedef struct library_poses {
    int16_t *features; ///< [count][LIBRARY_POSE_FEATURES] in 1/1024; NULL: the model has no bones
    int32_t count;
} library_poses;

/// Computes the descriptors of a clip's poses, which live in the arena.
library_poses library_describe_poses(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                     sinew__arena *arena);

/// Computes the descriptor of the pose at a time in seconds from the clip's start; `clip` SINEW_NONE: the rest pose.
/// Returns 0 if the model has no bones.
int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          double out_pose[LIBRARY_POSE_FEATURES]);

/// Returns the smallest distance of a pose from a clip's poses and the lines between them: 0 for an equal pose, about 1
/// for an unrelated one. *out_part is the position in the clip: 0 … 1.
double library_pose_distance(const library_poses *poses, const double pose[LIBRARY_POSE_FEATURES], double *out_part);

#endif
