/// Rigs as programs and free libraries write them, made in code: the same body with other proportions, axes, names,
/// rest pose, bind pose and extra joints. Each walks for two seconds; the times and positions of its planted feet are
/// known.
#ifndef SINEW_TESTS_MAKE_RIG_H
#define SINEW_TESTS_MAKE_RIG_H

#include "sinew/raw_model.h"

enum rig_part {
    RIG_HIPS,
    RIG_SPINE,
    RIG_CHEST,
    RIG_NECK,
    RIG_HEAD,
    RIG_LEFT, ///< the first part of the left side
    RIG_SIDE_PARTS = 9,
    RIG_RIGHT = RIG_LEFT + RIG_SIDE_PARTS,
    RIG_PARTS = RIG_RIGHT + RIG_SIDE_PARTS,
};

/// Parts of a side: RIG_LEFT + part, RIG_RIGHT + part.
enum rig_side_part {
    RIG_CLAVICLE,
    RIG_UPPER_ARM,
    RIG_FOREARM,
    RIG_HAND,
    RIG_FINGER,
    RIG_THIGH,
    RIG_SHIN,
    RIG_FOOT,
    RIG_TOES
};

enum rig_rest {
    RIG_STANDS,
    RIG_STEPS,  ///< one leg ahead, one behind, one arm up: no mirror image of itself
    RIG_DANCES, ///< rotated, bent, one knee up
    RIG_LIES,   ///< on its back, in a file whose clips are upright
};

enum rig_bind {
    RIG_NO_BIND,
    RIG_BIND_STANDS,
    RIG_BIND_LIES,    ///< in another frame than the clips: rotated by 90° about the axis from right to left
    RIG_BIND_ON_SIDE, ///< rotated by 90° about the axis to the front
};

/// Extra and missing joints.
enum rig_extras {
    RIG_ROOT = 1,        ///< a joint on the ground above the hips
    RIG_TURNED_ROOT = 2, ///< its axes are rotated, as of an armature
    RIG_IK = 4,          ///< targets of hands and feet beside the hips
    RIG_TIPS = 8,        ///< ends of head, fingers and toes
    RIG_TWISTS = 16,     ///< joints that share the rotation of forearms and thighs
    RIG_NO_NECK = 32,
    RIG_NO_TOES = 64,
    RIG_SWORD = 128, ///< in the right hand
    RIG_LEGS_ONLY = 256,
    RIG_HIP_JOINTS = 512, ///< between hips and thighs, named as in the CMU skeletons
};

enum rig_names { RIG_MIXAMO, RIG_UNREAL, RIG_BLENDER, RIG_CMU, RIG_JAPANESE, RIG_PLAIN_NAMES };

typedef struct rig_options {
    const char *title;
    enum rig_names names;
    double size;        ///< model units per metre; 0: 1
    double legs;        ///< length of thighs and shins; 0: 1
    double arms;        ///< length of the arms; 0: 1
    double hips;        ///< width of the hips; 0: 1
    double feet;        ///< length of the feet and height of the ankles; 0: 1
    double lift;        ///< height of the lifted feet, metres; 0: 0.07
    double arms_down;   ///< degrees below the horizontal, in the standing pose
    uint32_t axes_seed; ///< 0: joints have the axes of the model; else axes of their own, the same on both sides
    enum rig_rest rest;
    enum rig_bind bind;
    unsigned extras; ///< RIG_ROOT | …
    int is_z_up, has_skin, has_clip;
    int glows;           ///< the skin emits light and reflects none, in a colour of each part, the same on both sides
    int begins_standing; ///< the first frame of the clip is the standing pose
    double lowered;      ///< depth of the clip below the ground, metres
} rig_options;

/// Points of a sole, in model space at the standing pose and in the axes of their joint.
enum { RIG_HEEL, RIG_BALL, RIG_TIP, RIG_SOLE_POINTS };

typedef struct rig {
    sinew_model *model;
    int32_t joint[RIG_PARTS]; ///< or SINEW_NONE
    int32_t sole_joint[2][RIG_SOLE_POINTS];
    sinew_vec3 sole[2][RIG_SOLE_POINTS]; ///< in the space of that joint
    sinew_quat axes;                     ///< from x left, y up, z front to model space
    double size;
    double leg_length; ///< model units
} rig;

rig make_rig(const rig_options *options);

/// Returns whether a foot is planted in the clip: 0 left, 1 right.
int rig_stands(int side, double seconds);

#endif
