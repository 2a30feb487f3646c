/// The curves of one joint in one clip over a visible time range: keys with handles, and values sampled for a chart.
/// The player's panel and `sinew curves` draw the same curves.
#ifndef SINEW_RUNTIME_VIEW_JOINT_CURVES_H
#define SINEW_RUNTIME_VIEW_JOINT_CURVES_H

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

/// A key. Its handles are offsets from the key, as the curve is evaluated; they are 0 if the segment is not cubic.
typedef struct joint_curve_key {
    double seconds; ///< from the clip's start
    double value;
    double in_seconds, in_value;   ///< handle towards the previous key, seconds ≤ 0
    double out_seconds, out_value; ///< handle towards the next key, seconds ≥ 0
    int32_t number;                ///< index in the curve, from 0
    uint32_t interpolation;        ///< sinew_interpolation of the segment to the next key
    int is_computed;               ///< the file has no handles for this key: the importer computed them
} joint_curve_key;

typedef struct joint_curve {
    joint_curve_kind kind;
    int component;                ///< 0 … 3: x y z w
    const sinew_channel *channel; ///< with an authored curve, or NULL
    const sinew_curve *curve;     ///< the authored curve of `channel`
    const sinew_track *track;     ///< the track, if `channel` is NULL
    int is_baked;                 ///< no channel or track: the curve is sampled from the baked clip and has no keys
    joint_curve_point *points;    ///< [point_count] evenly spaced over the range, including both ends
    joint_curve_range *ranges; ///< [point_count - 1] between adjacent points, including these and all keys between them
    joint_curve_key *keys;     ///< [key_count] keys in the range
    int32_t key_count;
} joint_curve;

/// The curves of a joint. All zero: no joint.
typedef struct joint_curves {
    const sinew_model *model;
    int32_t clip, joint;
    double begin, end;   ///< range, in seconds from the clip's start
    int32_t point_count; ///< per curve
    joint_curve *curves; ///< [count]
    int32_t count;
    int32_t most;         ///< largest number of curves, set by the caller; 0: all
    int is_out_of_memory; ///< there are no curves because memory ran out
    joint_curve_point *point_memory;
    joint_curve_key *key_memory;
    joint_curve_range *range_memory;
    /// extent of all curves of each kind; min > max: the kind has no curves
    joint_curve_range extent[JOINT_CURVE_KINDS];
} joint_curves;

/// Finds and samples the curves again if model, clip, joint, range or number of points (at least 2) have changed. In a
/// stripped model these are the curves of the baked clip. When out of memory, is_out_of_memory is set.
void sinew__joint_curves_update(joint_curves *curves, const sinew_model *model, int32_t clip, int32_t joint,
                                double begin, double end, int32_t point_count);
void sinew__joint_curves_free(joint_curves *curves);

/// Returns a curve's value at a time, in seconds from the clip's start.
double sinew__joint_curve_value(const joint_curves *curves, const joint_curve *curve, double seconds);

/// Return the number of keys of a curve, including keys outside of the range, and its key of a given number.
int32_t sinew__joint_curve_key_count(const joint_curve *curve);
joint_curve_key sinew__joint_curve_key_at(const sinew_model *model, int32_t clip, const joint_curve *curve,
                                          int32_t number);

/// Returns the name of the property that a curve animates: "translation", "pre-rotation", "morph weight".
const char *sinew__joint_curve_property(const joint_curve *curve);

#endif
