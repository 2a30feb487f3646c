/// A camera that the user moves around the character, in the window and on a web page.
#ifndef SINEW_DRAW_SCENE_ORBIT_H
#define SINEW_DRAW_SCENE_ORBIT_H

#include "sinew/camera.h"

typedef struct scene_orbit {
    double up[3], front[3], left[3]; ///< axes of the model in world space
    double target[3];
    double azimuth, elevation; ///< radians: to the left of the character's front, and above the ground
    double distance;           ///< distance from the target, file units
    double field_of_view;      ///< degrees
    int parallel;              ///< use a parallel projection
} scene_orbit;

/// Sets the orbit to `camera`, which looks at `bounds`. Angles are relative to the front of the model.
void scene_orbit_from_camera(scene_orbit *orbit, const sinew_model *model, const sinew_bounds *bounds,
                             const sinew_camera *camera);

/// Looks at a joint of a pose from nearby. The image contains the bones that meet at the joint, but at most the radius
/// `most` around it. `offset` is the displacement that a tracking camera adds to the target. `aspect` is width /
/// height.
void scene_orbit_fit_joint(scene_orbit *orbit, const sinew_model *model, const sinew_pose *pose, int32_t joint,
                           const double offset[3], double most, double aspect);

/// Computes the camera of an orbit.
void scene_orbit_camera(const scene_orbit *orbit, sinew_camera *out_camera);

/// Rotates by angles in radians.
void scene_orbit_rotate(scene_orbit *orbit, double azimuth, double elevation);

/// Moves the target parallel to the image, in fractions of the image's height.
void scene_orbit_pan(scene_orbit *orbit, double right, double up);

/// Multiplies the distance by a factor. The distance stays within limits for a motion of radius `radius`.
void scene_orbit_zoom(scene_orbit *orbit, double factor, double radius);

/// Zooms towards a point of the image: the point at the target's distance stays where it is. The point is relative to
/// the centre of the image, in fractions of its height.
void scene_orbit_zoom_at(scene_orbit *orbit, double factor, double radius, double right, double up);

#endif
