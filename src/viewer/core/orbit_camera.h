/// A camera that the user orbits around the character.
#ifndef SINEW_VIEWER_CORE_ORBIT_CAMERA_H
#define SINEW_VIEWER_CORE_ORBIT_CAMERA_H

#include "sinew/render.h"

typedef struct viewer_orbit {
    double up[3], front[3], left[3]; ///< axes of the file
    double target[3];
    double azimuth, elevation; ///< radians: to the left of the character's front, and above the ground
    double distance;           ///< from the target
    double field_of_view;      ///< degrees
    int parallel;              ///< use a parallel projection
} viewer_orbit;

/// Sets the orbit to a fitted camera.
void viewer_orbit_from_camera(viewer_orbit *orbit, const sinew_model *model, const sinew_camera *camera);

/// Returns the camera of an orbit.
void viewer_orbit_camera(const viewer_orbit *orbit, sinew_camera *out_camera);

/// Rotates by angles in radians.
void viewer_orbit_rotate(viewer_orbit *orbit, double azimuth, double elevation);

/// Moves the target parallel to the image, in fractions of the image's height.
void viewer_orbit_pan(viewer_orbit *orbit, double right, double up);

/// Multiplies the distance by a factor, within limits for a motion of that radius.
void viewer_orbit_zoom(viewer_orbit *orbit, double factor, double radius);

/// Zooms towards a point of the image: what is there, at the distance of the target, stays there. The point is relative
/// to the centre of the image, in fractions of its height.
void viewer_orbit_zoom_at(viewer_orbit *orbit, double factor, double radius, double right, double up);

#endif
