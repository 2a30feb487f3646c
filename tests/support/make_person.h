/// A person that walks, for tests of facts and findings: legs whose planted feet do not move, arms that swing.
///
/// Centimetres, Y up, along +Z, 180 tall; one clip of linear keys at 30 frames per second. A stride takes a second, of
/// which a foot stands for 0.6 s. Where body and steps have one speed, feet do not slide.
#ifndef SINEW_TESTS_MAKE_PERSON_H
#define SINEW_TESTS_MAKE_PERSON_H

#include "sinew/model.h"

enum {
    PERSON_ROOT,
    PERSON_HIPS,
    PERSON_SPINE,
    PERSON_LEFT_THIGH,
    PERSON_RIGHT_THIGH,
    PERSON_HEAD,
    PERSON_LEFT_ARM,
    PERSON_RIGHT_ARM,
    PERSON_LEFT_SHIN,
    PERSON_RIGHT_SHIN,
    PERSON_LEFT_FOREARM,
    PERSON_RIGHT_FOREARM,
    PERSON_LEFT_FOOT,
    PERSON_RIGHT_FOOT,
    PERSON_LEFT_HAND,
    PERSON_RIGHT_HAND,
    PERSON_LEFT_TOE,
    PERSON_RIGHT_TOE,
    PERSON_JOINTS,
};

typedef struct person {
    double body;               ///< speed of the hips, cm/s
    double steps;              ///< speed that the steps would give the hips, cm/s
    int frames;                ///< of the clip, the last one included; 0: 61
    double size;               ///< of all lengths, after a fault; 0: 1
    double sway;               ///< amplitude of the hips' turn and lean in each stride, degrees
    double right_shin, lifted; ///< at rest, which clips do not use: length of a shin; 0: as the left one; of the hips
    /// Changes the locals of a frame; NULL: leaves them.
    void (*fault)(int frame, sinew_transform locals[PERSON_JOINTS]);
} person;

/// The caller's to destroy.
sinew_model *make_person(const person *of);

#endif
