/// The curves that move one joint in one clip, as lines that the window draws over its timeline.
#ifndef SINEW_VIEWER_PANELS_JOINT_CURVES_H
#define SINEW_VIEWER_PANELS_JOINT_CURVES_H

#include "sinew/model.h"

typedef enum joint_curve_kind {
    JOINT_CURVE_TRANSLATION,
    JOINT_CURVE_ROTATION, ///< degrees of the joint's Euler angles, or parts of a quaternion
    JOINT_CURVE_SCALING,
    JOINT_CURVE_OTHER, ///< visibility, pivots, weights of morphs
    JOINT_CURVE_KINDS
} joint_curve_kind;

typedef struct joint_curve_point {
    double seconds; ///< from the clip's start
    double value;
} joint_curve_point;

/// The lowest and the highest value of a stretch of time.
typedef struct joint_curve_range {
    double min, max;
} joint_curve_range;

typedef struct joint_curve {
    joint_curve_kind kind;
    int component;             ///< 0 … 3: x y z w
    const sinew_curve *curve;  ///< authored, or NULL
    const sinew_track *track;  ///< where there is no authored curve
    joint_curve_point *points; ///< [point_count] evenly over the clip, both ends included
    joint_curve_range *ranges; ///< [point_count - 1] from one point to the next, both and all keys between included
    joint_curve_point *keys;   ///< [key_count] in the clip
    int32_t key_count;
} joint_curve;

/// Zeroed: of no joint yet.
typedef struct joint_curves {
    const sinew_model *model;
    int32_t clip, joint;
    int32_t point_count; ///< of each curve
    joint_curve *curves; ///< [count]
    int32_t count;
    joint_curve_point *memory;                   ///< what the curves' points and keys lie in
    joint_curve_range *range_memory;             ///< and their ranges
    joint_curve_range extent[JOINT_CURVE_KINDS]; ///< of all curves of a kind; least > most: there is none
} joint_curves;

/// Finds and samples the curves anew where model, clip, joint or the number of points (at least 2) have changed.
/// Without memory there are none.
void joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                         int32_t point_count);
void joint_curves_free(joint_curves *curves);

/// A curve's value at a time, in seconds from the clip's start.
double joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds);

#endif
