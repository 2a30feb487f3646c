/// Decoding arrays of numbers. Other modules use the functions of fbx_record.h.
#ifndef SINEW_FBX_FBX_ARRAY_H
#define SINEW_FBX_FBX_ARRAY_H

#include "fbx/fbx_record.h"

/// Bytes of a number by its type letter: b i l f d in arrays, C Y Z I L F D as single values.
size_t sinew__fbx_type_width(char type);

/// One number of an array whose numbers can be read one at a time (a list of single values, a decoded array). Returns
/// whether it exists.
int sinew__fbx_array_item(const fbx_array *array, size_t index, fbx_value *out);

/// All numbers of an array as `type` (i l f d), decoded into `arena` and kept in the array. *out_items has array->count
/// of them.
SINEW_NODISCARD sinew_result sinew__fbx_array_decode(sinew__arena *arena, fbx_array *array, char type,
                                                     const void **out_items, sinew_error *out_error);

/// Converts `count` single values to `type` (i l f d). Returns the first value that is not a number, else NULL.
const fbx_value *sinew__fbx_convert_values(const fbx_value *values, size_t count, char type, void *out);

#endif
