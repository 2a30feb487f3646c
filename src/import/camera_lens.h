/// Lenses of imported cameras.
#ifndef SINEW_IMPORT_CAMERA_LENS_H
#define SINEW_IMPORT_CAMERA_LENS_H

#include "import/import_pass.h"

/// The tangent of half an angle in degrees.
double sinew__lens_half_slope(double angle);

/// The angle in degrees of twice the arc tangent of `half_slope`: the field of view of half a film over a focal length.
double sinew__lens_angle(double half_slope);

/// Replaces an invalid lens, position or direction by a usual one, with a warning.
void sinew__import_check_lens(import_pass *pass, sinew_raw_camera *camera);

#endif
