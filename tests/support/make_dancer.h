/// A body of 17 joints with a motion of its own, and the same motion as other programs and people would save it.
#ifndef SINEW_TESTS_MAKE_DANCER_H
#define SINEW_TESTS_MAKE_DANCER_H

#include "sinew/raw_model.h"

enum { DANCER_JOINTS = 17, DANCER_ELBOW = 6 }; // LeftForeArm, or bone_6

/// A motion and its changes.
typedef struct dancer {
    uint32_t seed; ///< of the motion
    double scale;  ///< of the body; 1: centimetres
    double tempo;  ///< 1: 2 seconds
    double noise;  ///< of each key, in degrees
    double speed;  ///< of the root forwards, in centimetres per second before scaling
    double elbow;  ///< degrees: joint DANCER_ELBOW bends and stretches again about one axis; 0: it moves freely
    double heading; ///< degrees: rotates everything about the vertical
    int is_loop;    ///< ends as it starts
    int is_mirrored, is_renamed;
    int has_other_leg; ///< one leg moves differently
    int has_twins;     ///< two joints have one name
} dancer;

/// Creates a model with one clip, `dance`. The caller destroys it; NULL with the error.
sinew_model *make_dancer(const dancer *of, sinew_error *out_error);

#endif
