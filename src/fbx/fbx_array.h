/// Decoding arrays of numbers. fbx_record.h has the calls that others use.
#ifndef SINEW_FBX_FBX_ARRAY_H
#define SINEW_FBX_FBX_ARRAY_H

#include "fbx/fbx_record.h"

/// One number of an array that can be reached without decoding all of it (a list of single values, a decoded array).
/// Returns whether there is one.
int sinew__fbx_array_item(const fbx_array *array, size_t index, fbx_value *out);

#endif
