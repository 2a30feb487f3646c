/// Curves of the file.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_CURVES_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_CURVES_H

#include "author/export/fbx/fbx_writer.h"

/// A key to be written. Slopes are values per second; the left one ends the segment that begins at this key.
typedef struct fbx_out_key {
    int64_t ticks;
    double value;
    uint32_t flags;
    float right, next_left;
    uint16_t right_weight, next_left_weight; ///< FBX_WEIGHT_THIRD without the flags of weights
} fbx_out_key;

/// How a curve continues outside its keys.
typedef struct fbx_out_ends {
    fbx_extrapolation before, after;
    int32_t before_count, after_count; ///< of repetitions; negative: endless
} fbx_out_ends;

/// A slope, times `scale`, as the file has it. The reader makes a handle of `length` seconds from it; the slope chosen
/// is one that comes again when the file that was read is written.
float sinew__fbx_slope(double slope, double length, double scale);

/// Whether the slopes on both sides of a key differ by more than rounding.
int sinew__fbx_is_broken(float left, float right);

/// Writes keys, at least one, as a curve. Returns its id.
int64_t sinew__fbx_put_keys(fbx_writer *writer, const fbx_out_key *keys, size_t count, const fbx_out_ends *ends);

/// Writes an author's curve, its values times `scale`. Returns its id.
int64_t sinew__fbx_put_author_curve(fbx_writer *writer, const sinew_curve *curve, double scale);

/// Begins the curve node of a property: `channels` names its components without "d|", as "XYZ". Returns its id.
int64_t sinew__fbx_put_curve_node(fbx_writer *writer, const char *name, const char *const *components,
                                  const double *values, int count, int64_t layer, int64_t object, const char *property);

#endif
