/// Compression of a GLB file: prepares the contents of buffer views and encodes them. Source: the glTF extensions
/// EXT_meshopt_compression, with its filters, and KHR_mesh_quantization.
///
/// Floats stay floats: each becomes a multiple of a power of two, as coarse as its tolerance allows, which the filter
/// EXPONENTIAL restores exactly. Integer positions would take the same bytes, and need a scale in the inverse bind
/// matrices of every skin; rotations as 16-bit integers err by 1e-4 radians, which is more than the usual error leaves
/// to one joint.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_PACK_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_PACK_H

#include "author/export/glb/glb_file.h"

/// Returns the share of a tolerance that fitted keys may use; rounding may use the rest.
double sinew__glb_fitted_share(const sinew__glb *glb);

/// If the file is compressed, replaces floats by the input of the filter EXPONENTIAL, rounded so that each element of
/// `width` floats stays within `tolerance`. Widens `min` and `max` [width] to the values that a
/// reader gets; NULL: no bounds.
void sinew__glb_pack_floats(const sinew__glb *glb, float *floats, size_t count, int width, double tolerance, float *min,
                            float *max);

/// Writes a unit vector as the filter OCTAHEDRAL takes it, for three normalised 16-bit integers and one unused.
void sinew__glb_pack_normal(const double normal[3], int16_t out[4]);

/// Appends the stream of a view to `out`, and sets *out_mode and *out_filter to the extension's names. A view that
/// would not be smaller is not encoded: *out_mode is NULL.
SINEW_NODISCARD sinew_result sinew__glb_encode(const sinew__glb *glb, const glb_view *view, const void *bytes,
                                               sinew__buffer *out, const char **out_mode, const char **out_filter,
                                               sinew_error *error);

#endif
