/// A camera that a person turns around a figure.
#ifndef SINEW_VIEWER_CORE_ORBIT_CAMERA_H
#define SINEW_VIEWER_CORE_ORBIT_CAMERA_H

#include "sinew/render.h"

typedef struct viewer_orbit {
    double up[3], front[3], left[3]; ///< of the file
    double target[3];
    double azimuth, elevation; ///< radians: to the figure's left of its front, and over the ground
    double distance;           ///< from the target
    double field_of_view;      ///< degrees
    int parallel;              ///< projection
} viewer_orbit;

/// Stands where a fitted camera does.
void viewer_orbit_from_camera(viewer_orbit *orbit, const sinew_model *model, const sinew_camera *camera);

/// The camera that the orbit stands for.
void viewer_orbit_camera(const viewer_orbit *orbit, sinew_camera *out_camera);

/// Turns by angles in radians.
void viewer_orbit_rotate(viewer_orbit *orbit, double azimuth, double elevation);

/// Moves the target across the picture, in parts of the picture's height.
void viewer_orbit_pan(viewer_orbit *orbit, double right, double up);

/// Changes the distance by a factor, within what makes sense for a motion of that radius.
void viewer_orbit_zoom(viewer_orbit *orbit, double factor, double radius);

/// The same towards a place in the picture: what lies there, as far away as the target, stays there. The place is in
/// parts of the picture's height from its middle.
void viewer_orbit_zoom_at(viewer_orbit *orbit, double factor, double radius, double right, double up);

#endif
