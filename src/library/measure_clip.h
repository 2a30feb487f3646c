/// Facts of a clip, measured by playing it.
#ifndef SINEW_LIBRARY_MEASURE_CLIP_H
#define SINEW_LIBRARY_MEASURE_CLIP_H

#include "motion/travel.h"

enum {
    LIBRARY_PHASES = 24,        ///< samples of a descriptor, in the middle of equal parts of the clip
    LIBRARY_FEATURES = 12,      ///< numbers of a sample
    LIBRARY_SHAPE_FEATURES = 7, ///< the first of them, which need no other pose
    LIBRARY_DESCRIPTOR = LIBRARY_PHASES * LIBRARY_FEATURES,
    LIBRARY_HEADING_VECTORS = 3, ///< horizontal ones of a sample
    LIBRARY_HEADING = LIBRARY_PHASES * LIBRARY_HEADING_VECTORS * 2,
};

/// How a motion looks, as numbers: two clips whose motion is alike have descriptors that are close. It does not change
/// with the size of the body, the length of the clip, the names of joints, the direction in which the character starts,
/// and left and right. See docs/14-library.md.
typedef struct library_clip_facts {
    sinew__travel travel; ///< NaN where it is not known
    double loop_error;    ///< largest distance of a joint between the end and the start, without the travel of the
                          ///< character, as a part of its size
    double loop_degrees;  ///< and largest angle
    int32_t loops;        ///< the clip plays as a loop without a visible seam; −1: not known, as the two above
    double motion_start;  ///< seconds from the start of the clip: after a reference pose, which no fact includes
    int32_t moved_joints;
    int32_t contacts; ///< how often a foot is put down or stands: foot contacts of contacts.h; −1: not known
    int32_t feet;     ///< that have contacts; −1: not known
    float descriptor[LIBRARY_DESCRIPTOR];
    int has_descriptor;               ///< the file has bones with a length
    int16_t heading[LIBRARY_HEADING]; ///< library_describe_heading; with the descriptor
} library_clip_facts;

/// What leads from the parent of a joint to the joint, in one clip.
typedef struct library_bone {
    sinew_vec3 first; ///< from the parent to the joint, in the first phase
    double shortest, longest;
    double cosine; ///< of the largest angle to `first`
    double lowest; ///< height of its lower end
    int deforms;   ///< the joint moves a mesh
    int leads;     ///< a joint below does
    int is_rigid;  ///< its length stays the same
    int is_body;   ///< the joint is one of a body
} library_bone;

/// Poses that measuring needs, for one model and one thread. Zeroed: none.
typedef struct library_scratch {
    sinew_pose *pose;
    uint8_t *in_rig;       ///< [joint_count] joints of the character
    library_bone *bones;   ///< [joint_count] that end at a joint
    double *below;         ///< [joint_count] squared lengths of all bones below a joint
    double *mass;          ///< [joint_count] of the bone that ends at a joint; 0: no bone of a body
    sinew_vec3 *positions; ///< [2][joint_count] middles of the bones at two phases
    double length;         ///< of a typical bone: the unit of descriptors; 0: no bones
    double ground;         ///< the height of the ground, where the lowest long bone ends in the clip, in that unit
    int32_t clip;          ///< whose bones these are
    int has_bones_of_clip; ///< `bones` to `clip` are known
    sinew_foot feet[SINEW_MAX_FEET];
    int32_t foot_count;
    int32_t span_clip; ///< for which `span` was found, or SINEW_NONE
    sinew__span span;
} library_scratch;

SINEW_NODISCARD sinew_result library_scratch_create(const sinew_model *model, library_scratch *out_scratch,
                                                    sinew_error *out_error);
void library_scratch_free(library_scratch *scratch);

/// Measures a clip.
void library_measure_clip(const sinew_model *model, int32_t clip, library_scratch *scratch,
                          library_clip_facts *out_facts);

#endif
