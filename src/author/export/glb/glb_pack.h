/// Compression of a GLB file: prepares the contents of buffer views and encodes them. Source: the glTF extensions
/// EXT_meshopt_compression, with its filters, and KHR_mesh_quantization.
///
/// Floats stay floats. Each is rounded to a multiple of a power of two, as coarse as its tolerance allows; the filter
/// EXPONENTIAL restores this multiple exactly. Integer positions would take as many bytes, and would need a scale in
/// the inverse bind matrices of every skin. Rotations as 16-bit integers have errors of 1e-4 radians, which is usually
/// more than one joint's share of the error bound.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_PACK_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_PACK_H

#include "author/export/glb/glb_file.h"

/// Returns the fraction of a tolerance that fitted keys may use; rounding may use the rest.
double sinew__glb_fitted_share(const sinew__glb *glb);

/// If the file is compressed, rounds floats so that each element of `width` floats stays within `tolerance`, and
/// replaces them by the input of the filter EXPONENTIAL. Widens `min` and `max` [width] to the values that a reader
/// gets; NULL: no bounds.
void sinew__glb_pack_floats(const sinew__glb *glb, float *floats, size_t count, int width, double tolerance, float *min,
                            float *max);

/// Writes a unit vector as input of the filter OCTAHEDRAL: three normalised 16-bit integers and an unused one.
void sinew__glb_pack_normal(const double normal[3], int16_t out[4]);

/// Appends the compressed stream of a view to `out`, and sets *out_mode and *out_filter to the extension's names. If
/// the stream would not be smaller, appends nothing and sets *out_mode to NULL.
SINEW_NODISCARD sinew_result sinew__glb_encode(const sinew__glb *glb, const glb_view *view, const void *bytes,
                                               sinew__buffer *out, const char **out_mode, const char **out_filter,
                                               sinew_error *error);

#endif
