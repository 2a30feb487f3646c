/// Facts of a clip, measured by playing it, and the numbers that compare clips and poses.
#ifndef SINEW_PROGRAM_LIBRARY_MEASURE_CLIP_H
#define SINEW_PROGRAM_LIBRARY_MEASURE_CLIP_H

#include "core/base/arena.h"
#include "runtime/motion/motion.h"
#include "sinew/retarget.h"

// ---- facts ---------------------------------------------------------------------------------------------------------

enum {
    LIBRARY_PHASES = 24,        ///< samples of a descriptor, in the middle of equal parts of the clip
    LIBRARY_FEATURES = 12,      ///< numbers of a sample
    LIBRARY_SHAPE_FEATURES = 7, ///< the first of them, which need no other pose
    LIBRARY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_FEATURES,
    LIBRARY_HEADING_VECTORS = 3, ///< horizontal ones of a sample
    LIBRARY_HEADING = LIBRARY_PHASES * LIBRARY_HEADING_VECTORS * 2,
};

/// Facts of a clip and its descriptor: similar motions have similar descriptors. It does not change
/// with the size of the body, the length of the clip, the names of joints, the direction of the character at the start,
/// and left and right. See docs/internals/library.md.
typedef struct library_clip_facts {
    sinew__travel travel;  ///< NaN: not known
    double loop_error;     ///< seam: largest distance of a joint between the first pose and the last, or the one
                           ///< expected after the last of an open loop, without the travel, as a fraction of its size
    double loop_degrees;   ///< largest angle of a joint between these poses
    const char *loop_kind; ///< "closed", "open", "returns" or "no"; NULL: not known
    int32_t loops;         ///< the clip plays as a loop without a visible seam; −1: not known, as the three above
    double motion_start;   ///< seconds from the start of the clip: after a reference pose, which no fact includes
    int32_t moved_joints;
    int32_t contacts; ///< number of foot contacts (contacts.h); −1: not known
    int32_t feet;     ///< number of feet that have contacts; −1: not known
    float descriptor[LIBRARY_DESCRIPTOR];
    int has_descriptor;               ///< the file has bones with a length
    int16_t heading[LIBRARY_HEADING]; ///< library_describe_heading; with the descriptor
} library_clip_facts;

/// The bone from the parent of a joint to the joint, in one clip.
typedef struct library_bone {
    sinew_vec3 first; ///< from the parent to the joint, in the first phase
    double shortest, longest;
    double cosine; ///< of the largest angle to `first`
    double lowest; ///< height of its lower end
    int deforms;   ///< the joint moves a mesh
    int leads;     ///< a joint below it moves a mesh
    int is_rigid;  ///< its length stays the same
    int is_body;   ///< the joint is one of a body
} library_bone;

/// Poses that measuring needs, for one model and one thread. Zeroed: none.
typedef struct library_scratch {
    sinew_pose *pose;
    uint8_t *in_character; ///< [joint_count] joints of the character
    library_bone *bones;   ///< [joint_count] that end at a joint
    double *below;         ///< [joint_count] squared lengths of all bones below a joint
    double *mass;          ///< [joint_count] of the bone that ends at a joint; 0: no bone of a body
    sinew_vec3 *positions; ///< [2][joint_count] middles of the bones at two phases
    double length;         ///< of a typical bone: the unit of descriptors; 0: no bones
    double ground;         ///< height of the ground: the lowest end of a long bone in the clip, in that unit
    int32_t clip;          ///< the clip of `bones`, `mass`, `length` and `ground`
    int has_bones_of_clip; ///< `bones` to `clip` are known
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
    int32_t span_clip; ///< the clip of `span`, or SINEW_NONE
    sinew__span span;
} library_scratch;

SINEW_NODISCARD sinew_result library_scratch_create(const sinew_model *model, library_scratch *out_scratch,
                                                    sinew_error *out_error);
void library_scratch_free(library_scratch *scratch);

/// Measures a clip.
void library_measure_clip(const sinew_model *model, int32_t clip, library_scratch *scratch,
                          library_clip_facts *out_facts);

// ---- bones ---------------------------------------------------------------------------------------------------------

// The middles of all bones, the input of descriptors: independent of names and of the positions of joints.

/// A position as height and two horizontal coordinates.
typedef struct library_upright {
    double height, a, b;
} library_upright;

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position);

/// The least mass of a long bone, as a fraction of the heaviest bone's: leaves out hands and feet, which some bodies
/// lack.
extern const double library_long_bone;

/// Finds the bones of the bodies that a clip moves: their masses, their typical length and the ground, all in the
/// scratch, once for each clip. SINEW_NONE is the rest pose. Returns 0 for a model without bones.
///
/// A bone connects a joint and a child that are bones of the file or deform a mesh. In a file with meshes it deforms
/// one or leads to a bone that does; in other files its length is constant. Wrappers between the top of a skeleton and
/// the body are left out: bones that lead to 90 % of all bones below without deforming or moving themselves. The mass
/// of a bone is its length squared, so that fingers and twist joints, which some bodies lack, hardly count.
int library_find_bones(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Writes the middles of the bones in scratch->pose, in units of a typical bone, to out[joint] of the joint that ends
/// each bone. Other joints are not written.
void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out);

/// Returns the centre of mass.
library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles);

/// Returns the part of a clip with its motion: without a reference pose in its first frame.
sinew__span library_motion_span(const sinew_model *model, int32_t clip, library_scratch *scratch);

/// Poses the clip in the middle of one of LIBRARY_PHASES equal parts; −1 is its start.
void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch);

// ---- ranges of joints ----------------------------------------------------------------------------------------------

// How far a clip moves each joint.

/// The range of a joint relative to its parent.
typedef struct library_joint_range {
    const char *joint;
    double degrees;     ///< between the two rotations of the clip that differ most, 0 … 180
    double centimetres; ///< between the two positions that are farthest apart
} library_joint_range;

/// Limit for all clips of a file together, in joints times samples: 1300 clips of 100 joints.
#define LIBRARY_MAX_RANGE_SAMPLES ((int64_t)1 << 24)

/// Measures the joints that a clip animates, at whole frames, at most 128 of them. Returns the ranges in `arena` and
/// their number in *out_count; NULL without memory, and when the clip costs more than *samples_left, which is reduced.
/// The contents of scratch->pose change.
library_joint_range *library_measure_ranges(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                            int64_t *samples_left, sinew__arena *arena, int32_t *out_count);

// ---- motions -------------------------------------------------------------------------------------------------------

// The descriptor of a motion, and the distance of two.

/// Samples the clip at LIBRARY_PHASES times and writes LIBRARY_FEATURES numbers of each. Returns 0 for a model without
/// bones.
int library_describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, float *out_descriptor);

/// Describes direction and side, which a descriptor leaves out: for each phase the movement of the centre
/// since the phase before, Σ h (a, b) and Σ (a² + b²) (a, b) of the bones about it, along left and front of the file,
/// in 1/1024. For a model that has a descriptor.
void library_describe_heading(const sinew_model *model, int32_t clip, library_scratch *scratch,
                              int16_t out[LIBRARY_HEADING]);

/// Compares two clips with the same descriptor. Returns whether one is the mirror image of the other; else
/// *out_degrees is the rotation about the vertical from `a` to `b`, −180 to 180, and 0 for less than 5.
int library_compare_headings(const int16_t *a, const int16_t *b, double *out_degrees);

/// Whether a motion moves at all: poses are alike without being copies.
int library_is_moving(const float *descriptor);

/// The distance of two descriptors: 0 for the same motion, about 1 for two that have nothing in common.
double library_motion_distance(const float *a, const float *b);

/// Computes the mean of each number over all phases. The means of two descriptors at a distance d differ by
/// at most d · √LIBRARY_FEATURES: distant means prove that motions differ without comparing them.
void library_motion_means(const float *descriptor, double out_means[LIBRARY_FEATURES]);

// ---- bodies --------------------------------------------------------------------------------------------------------

// The motion of a body whose parts are known by the names of its joints: directions of its limbs, which do not depend
// on its proportions. They find retargeted clips.

enum {
    LIBRARY_BODY_SEGMENTS = 9, ///< spine; upper arm, forearm, thigh and shin of the left side, then of the right
    LIBRARY_BODY_FEATURES = 3 * LIBRARY_BODY_SEGMENTS + 4,
    LIBRARY_BODY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_BODY_FEATURES,
};

/// Writes LIBRARY_BODY_FEATURES numbers for each of LIBRARY_PHASES phases, in 1/127: up, left and forward of each
/// segment's direction, seen from the hips; height of the hips above the ground, and their movement up, left
/// and forward since the phase before, in leg lengths, height halved. Returns 0 if a number is not finite.
int library_describe_body(const sinew_model *model, int32_t clip, const sinew_body_map *map, library_scratch *scratch,
                          int8_t out[LIBRARY_BODY_DESCRIPTOR]);

/// Returns the distance of two motions, roughly in the unit of library_motion_distance. Mirrored motions also have 0,
/// whether or not the names of the sides were exchanged.
double library_body_distance(const int8_t *a, const int8_t *b);

// ---- poses ---------------------------------------------------------------------------------------------------------

// The poses of a clip as numbers, to find the clips that come near to a pose, and when.
//
// Like the numbers of a motion they do not change with the size of the body, the names of joints, the position and
// direction of the character, and left and right.

enum {
    LIBRARY_POSE_FEATURES = 16,
    LIBRARY_POSES_PER_SECOND = 15,
    LIBRARY_MAX_POSES = 256, ///< of a clip; longer clips are sampled at larger steps
};

/// The poses of a clip at even times, from its start to its end.
typedef struct library_poses {
    int16_t *features; ///< [count][LIBRARY_POSE_FEATURES] in 1/1024; NULL: the model has no bones
    int32_t count;
} library_poses;

/// Describes the poses of a clip. The features are in the arena.
library_poses library_describe_poses(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                     sinew__arena *arena);

/// Describes the pose at a time, in seconds from the start of the clip; SINEW_NONE is the rest pose. Returns 0 for a
/// model without bones.
int library_describe_pose(const sinew_model *model, int32_t clip, double time, library_scratch *scratch,
                          double out_pose[LIBRARY_POSE_FEATURES]);

/// Returns the least distance of a pose to a clip's poses: 0 is the same pose, about 1 a pose with nothing in common.
/// *out_part is the time in the clip, 0 … 1. Interpolates between two poses.
double library_pose_distance(const library_poses *poses, const double pose[LIBRARY_POSE_FEATURES], double *out_part);

#endif
