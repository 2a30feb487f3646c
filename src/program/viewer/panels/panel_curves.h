/// The panel above the timeline: the curves of one joint in one clip, as polylines.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_CURVES_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_CURVES_H

#include "sinew/model.h"

typedef enum joint_curve_kind {
    JOINT_CURVE_TRANSLATION,
    JOINT_CURVE_ROTATION, ///< Euler angles in degrees, or components of a quaternion
    JOINT_CURVE_SCALING,
    JOINT_CURVE_OTHER, ///< visibility, pivots, morph weights
    JOINT_CURVE_KINDS
} joint_curve_kind;

typedef struct joint_curve_point {
    double seconds; ///< from the clip's start
    double value;
} joint_curve_point;

/// The smallest and the largest value in a time range.
typedef struct joint_curve_range {
    double min, max;
} joint_curve_range;

typedef struct joint_curve {
    joint_curve_kind kind;
    int component;             ///< 0 … 3: x y z w
    const sinew_curve *curve;  ///< authored, or NULL
    const sinew_track *track;  ///< if there is no authored curve
    joint_curve_point *points; ///< [point_count] evenly over the clip, including both ends
    joint_curve_range *ranges; ///< [point_count - 1] between adjacent points, including both and all keys between
    joint_curve_point *keys;   ///< [key_count] in the clip
    int32_t key_count;
} joint_curve;

/// Zeroed: of no joint.
typedef struct joint_curves {
    const sinew_model *model;
    int32_t clip, joint;
    int32_t point_count; ///< per curve
    joint_curve *curves; ///< [count]
    int32_t count;
    joint_curve_point *memory;                   ///< memory of points and keys
    joint_curve_range *range_memory;             ///< memory of ranges
    joint_curve_range extent[JOINT_CURVE_KINDS]; ///< of all curves of a kind; min > max: none
} joint_curves;

/// Finds and samples the curves if model, clip, joint or the number of points (at least 2) have changed. None when out
/// of memory.
void joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                         int32_t point_count);
void joint_curves_free(joint_curves *curves);

/// Returns a curve's value at a time, in seconds from the clip's start.
double joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds);

#endif
