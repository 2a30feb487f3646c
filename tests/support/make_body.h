/// A body of 23 joints made in code, in any naming convention, size, rest pose and choice of local axes, with a clip.
#ifndef SINEW_TESTS_MAKE_BODY_H
#define SINEW_TESTS_MAKE_BODY_H

#include "sinew/raw_model.h"

enum { BODY_JOINTS = 23, BODY_SIDE_JOINTS = 9, BODY_LEFT = 5, BODY_RIGHT = BODY_LEFT + BODY_SIDE_JOINTS };

/// Further joints, in Mixamo's names, that `has_palms` and `has_twists` add: left, then right.
enum { BODY_PINKY = BODY_JOINTS, BODY_TWIST = BODY_PINKY + 2, BODY_MAX_JOINTS = BODY_TWIST + 2, BODY_MAX_WRAPPERS = 3 };

/// The joints: hips, spine, chest, neck, head; then of the left and of the right side these.
enum body_side_joint { CLAVICLE, UPPER_ARM, FOREARM, HAND, INDEX, THIGH, SHIN, FOOT, TOES };

/// A rest pose of a body that is not upright. Its clip is the same.
enum body_rest {
    BODY_STANDS,
    BODY_STICK,  ///< no rotations; each bone points along z, the legs too, as in motion capture files
    BODY_FOLDED, ///< thighs to the chest, shins back, arms and shoulders up
};

typedef struct body_options {
    const char *const *names; ///< [BODY_JOINTS]; NULL: Mixamo's
    double size;              ///< 0: 1; legs of 0.9
    double arms_down;         ///< degrees of the arms in the rest pose, below the horizontal
    uint32_t axes_seed;       ///< 0: all joints have the axes of the model; else each has axes of its own
    double forearm;           ///< length of the forearms; 0: 0.25
    double hips;              ///< from the middle to a thigh; 0: 0.1
    double seconds;           ///< duration of the clip; 0: 2
    double shin;              ///< length of the shins; 0: 0.45
    double palms;             ///< degrees from palms down to palms forward, in the rest pose
    int has_palms;            ///< a little finger beside the index finger
    int has_twists;           ///< a joint between forearm and hand, which takes half of the hand's rotation
    int wrappers;             ///< bones above the hips, 0 to BODY_MAX_WRAPPERS: Armature, Root, reference
    double wrapper_scale;     ///< of the topmost one, which also has another axis up; 0: 1
    enum body_rest rest;
    int has_clip; ///< 2 s at 30 Hz: everything rotates, the hips move
} body_options;

extern const char *const body_names_mixamo[BODY_JOINTS];

sinew_model *make_body(const body_options *options);

/// Returns the joint of a model by its index in the list above.
int32_t body_joint(const sinew_model *model, const char *const *names, int joint);

#endif
