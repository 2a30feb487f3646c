/// Bounds of a motion for culling and framing, and cameras. They need no OpenGL and are part of the library sinew;
/// render.h draws.
///
/// Positions are in world space, in units of the file, angles in degrees. sinew gives eye, target, up and field of
/// view; the program makes the projection matrix.
///
///     sinew_bounds bounds;
///     sinew_camera camera;
///     if (sinew_motion_bounds(model, SINEW_ENGINE_FAST, clip, 0, model->clips[clip].duration, &bounds, &error))
///         return puts(error.message);
///     sinew_camera_fit(model, &bounds, SINEW_VIEW_SIDE, 16.0 / 9, &camera);
///     sinew_camera_orbit(model, bounds.center, 30, &camera);
///     printf("from %.1f %.1f %.1f\n", camera.eye[0], camera.eye[1], camera.eye[2]);
#ifndef SINEW_CAMERA_H
#define SINEW_CAMERA_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- bounds of a motion -------------------------------------------------------------------------------------------

#define SINEW_BOUND_POINTS 96 ///< number of directions for sampling the extent of a motion

/// The bounds of a motion in world space (file space, including the importer's root transform).
typedef struct sinew_bounds {
    double min[3], max[3];
    double center[3], radius;             ///< bounding sphere; radius > 0
    double ground;                        ///< height of the ground plane along the up axis
    double points[SINEW_BOUND_POINTS][3]; ///< the farthest point in each sampled direction
    /// degrees to add to the default view; not 0 if that view would show a flat model, such as a plane, edge-on or from
    /// behind
    double azimuth, elevation;
    /// the front that views and rows of instances use: degrees from the file's front towards the character's left.
    /// sinew_motion_bounds sets 0; the caller may set it, for example from sinew_body_front
    double front;
} sinew_bounds;

/// Computes the bounds of a clip between two times, in seconds from its start. They include the drawn meshes and the
/// joints that deform meshes; without drawn meshes, the skeleton. `clip` SINEW_NONE gives the bounds of the rest pose.
/// The motion is sampled: a movement shorter than 1/40 of the range may exceed the bounds.
SINEW_API SINEW_NODISCARD sinew_result sinew_motion_bounds(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                           double from, double to, sinew_bounds *out_bounds,
                                                           sinew_error *out_error);

// ---- camera -------------------------------------------------------------------------------------------------------

/// Named views, relative to the file's up axis and the front of the bounds.
typedef enum sinew_view {
    SINEW_VIEW_DEFAULT, ///< from the front, slightly from the character's left and above
    SINEW_VIEW_FRONT,
    SINEW_VIEW_SIDE, ///< from the character's left
    SINEW_VIEW_TOP,
    SINEW_VIEW_ISO,
    SINEW_VIEW_CROWD, ///< the default view from higher up, over the heads of the first row
    SINEW_VIEW_BACK,
    SINEW_VIEW_RIGHT,         ///< from the character's right
    SINEW_VIEW_THREE_QUARTER, ///< halfway between front and side, slightly from above
} sinew_view;

/// A camera in world space.
typedef struct sinew_camera {
    double eye[3], target[3]; ///< position and point looked at; they differ
    double up[3];             ///< not parallel to the view
    double field_of_view;     ///< vertical, degrees; 0: parallel projection
    double height;            ///< height of the image in file units, for a parallel projection
} sinew_camera;

/// Places a camera so that `bounds` fill the image. `aspect` is width / height; here and below, an aspect that is not >
/// 0 and finite counts as 1, an angle that is not finite as 0, and an invalid view as SINEW_VIEW_DEFAULT. The default
/// view sees flat models from another side if necessary (sinew_bounds.azimuth).
SINEW_API void sinew_camera_fit(const sinew_model *model, const sinew_bounds *bounds, sinew_view view, double aspect,
                                sinew_camera *out_camera);

/// Returns the direction of a view in degrees: azimuth from the front towards the character's left, elevation above the
/// horizon.
SINEW_API void sinew_view_angles(sinew_view view, double *out_azimuth, double *out_elevation);

/// Like sinew_camera_fit, from any direction relative to the front of the bounds. At an elevation above 89.9 degrees
/// the character faces the lower edge of the image.
SINEW_API void sinew_camera_fit_angles(const sinew_model *model, const sinew_bounds *bounds, double azimuth,
                                       double elevation, double aspect, sinew_camera *out_camera);

/// Like sinew_camera_fit_angles, but `bounds` also stay in the image while sinew_camera_orbit moves the camera around
/// their center.
SINEW_API void sinew_camera_fit_turntable(const sinew_model *model, const sinew_bounds *bounds, double azimuth,
                                          double elevation, double aspect, sinew_camera *out_camera);

/// Moves a camera around the vertical line through `center` by `angle` degrees, towards the character's left.
SINEW_API void sinew_camera_orbit(const sinew_model *model, const double center[3], double angle, sinew_camera *camera);

/// Enlarges the image of a camera around its target. With a factor above 1, a smaller part of the scene fills the
/// image. Changes nothing unless `factor` is finite and > 0.
SINEW_API void sinew_camera_zoom(sinew_camera *camera, double factor);

/// Switches a camera to parallel projection. Objects at the target keep their size.
SINEW_API void sinew_camera_make_parallel(sinew_camera *camera);

/// Positions a camera like a camera of the file at a pose. If the aspect ratios differ, the image shows more than the
/// file's camera, never less. `aspect` is width / height. If the file lacks the camera or the pose belongs to another
/// model, *out_camera does not change.
SINEW_API void sinew_camera_from_file(const sinew_model *model, int32_t camera, const sinew_pose *pose, double aspect,
                                      sinew_camera *out_camera);

/// Returns the file's up and front axes as unit vectors; `+Y` and `+Z` if the file's axes are invalid.
SINEW_API void sinew_model_axes(const sinew_model *model, double out_up[3], double out_front[3]);

#ifdef __cplusplus
}
#endif

#endif
