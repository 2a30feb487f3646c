/// Additions that viewers show around a character: its motion trail, onion skins, a tracking camera, rows of instances,
/// and the ground. They need no OpenGL and are part of the library sinew; render.h draws.
///
/// Positions are in world space, in units of the file, times in seconds from the clip's start.
///
///     sinew_trail *trail;
///     double at[3];
///     if (sinew_trail_create(model, SINEW_ENGINE_FAST, clip, joint, &trail, &error)) return puts(error.message);
///     sinew_trail_position(trail, 0.5, at);
///     printf("after half a second at %.2f %.2f %.2f\n", at[0], at[1], at[2]);
///     sinew_trail_destroy(trail);
#ifndef SINEW_VIEW_H
#define SINEW_VIEW_H

#include <stdbool.h>

#include "sinew/camera.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- motion trails, tracking camera, onion skin -------------------------------------------------------------------

/// A joint's motion trail through a clip: its positions at evenly spaced times.
typedef struct sinew_trail {
    double (*points)[3];      ///< [count] world-space positions
    int32_t count;            ///< at least one
    int32_t points_per_frame; ///< 0: the clip is too long to have points at frames
    double to;         ///< duration of the clip in seconds: the time of the last point; the last step may be shorter
    double step;       ///< seconds between two points; the first point is at 0
    double clip_start; ///< start of the clip on the file's timeline, in seconds
    /// seconds before and after the pose that are drawn, fading out; 0: the whole clip. Set by the caller
    double window;
} sinew_trail;

/// Creates the motion trail of a joint through a whole clip (SINEW_NONE: a single position). The caller destroys
/// *out_trail.
SINEW_API SINEW_NODISCARD sinew_result sinew_trail_create(const sinew_model *model, sinew_engine engine, int32_t clip,
                                                          int32_t joint, sinew_trail **out_trail,
                                                          sinew_error *out_error);

/// Destroys a motion trail. Accepts NULL.
SINEW_API void sinew_trail_destroy(sinew_trail *trail);

/// Returns the joint's position at a time, in seconds from the clip's start, interpolated between the two nearest
/// points and clamped at the ends.
SINEW_API void sinew_trail_position(const sinew_trail *trail, double time, double out_position[3]);

/// A camera that tracks the character along a smoothed path: the root's positions averaged over half a second.
typedef struct sinew_tracking_camera {
    /// trail of the first joint that deforms, else of the first joint of the skeleton; NULL: there is no such joint
    sinew_trail *root;
    /// bounds of the whole clip, with the camera's offset at each time subtracted; only `ground` is the height in the
    /// clip itself
    sinew_bounds bounds;
} sinew_tracking_camera;

/// Computes the camera path through a clip. Fit a camera to `bounds`. The caller destroys *out_tracking.
SINEW_API SINEW_NODISCARD sinew_result sinew_tracking_camera_create(const sinew_model *model, sinew_engine engine,
                                                                    int32_t clip, sinew_tracking_camera **out_tracking,
                                                                    sinew_error *out_error);

/// Destroys a tracking camera. Accepts NULL.
SINEW_API void sinew_tracking_camera_destroy(sinew_tracking_camera *tracking);

/// Returns the camera's offset from its position at the clip's start, in world space; `time` is in seconds from there.
SINEW_API void sinew_tracking_camera_offset(const sinew_tracking_camera *tracking, double time, double out_offset[3]);

/// Moves a camera that was positioned for the clip's start to its position at a time, and sets *out_bounds to `bounds`
/// moved in the same way.
SINEW_API void sinew_tracking_camera_move(const sinew_tracking_camera *tracking, double time, sinew_camera *camera,
                                          sinew_bounds *out_bounds);

/// A pose at another time, drawn translucently under the character.
typedef struct sinew_ghost {
    sinew_pose *pose;
    float color[4]; ///< linear light, straight alpha
    bool is_shown;  ///< the time is within the clip
} sinew_ghost;

/// Poses at earlier times (orange) and later times (blue), fainter with distance in time.
typedef struct sinew_onion {
    sinew_ghost *ghosts; ///< [count] in drawing order
    int32_t count;
} sinew_onion;

/// Creates `each_side` ghosts for earlier and as many for later times. The caller destroys *out_onion.
SINEW_API SINEW_NODISCARD sinew_result sinew_onion_create(const sinew_model *model, int32_t each_side,
                                                          sinew_onion **out_onion, sinew_error *out_error);

/// Destroys onion skins. Accepts NULL.
SINEW_API void sinew_onion_destroy(sinew_onion *onion);

/// Poses the ghosts around a time, in seconds from the clip's start, `step` seconds apart. Ghosts outside the clip are
/// not shown.
SINEW_API void sinew_onion_pose(sinew_onion *onion, const sinew_model *model, sinew_engine engine, int32_t clip,
                                double time, double step);

// ---- instances and ground ------------------------------------------------------------------------------------------

/// Arranges `count` instances on the ground in staggered rows. The first rows are in front, in the direction the
/// character faces. `bounds` are one instance's. `out_positions` is [count]: the world-space offset of each
/// instance from the character in the file. A single instance gets no offset.
SINEW_API void sinew_instance_layout(const sinew_model *model, const sinew_bounds *bounds, int32_t count,
                                     float (*out_positions)[3]);

/// Computes the bounds of all instances together from the bounds of one instance. `positions` is [count]; `count` is at
/// least 1.
SINEW_API void sinew_instance_layout_bounds(const sinew_bounds *bounds, const float (*positions)[3], int32_t count,
                                            sinew_bounds *out_bounds);

/// Creates a model of one rigid mesh in one colour: terrain, a marker, a block. `positions` is [vertex_count × 3] in
/// model space, `triangles` is [triangle_count × 3] vertices, counterclockwise seen from outside; normals are smooth.
/// `base_color` is linear, with alpha. The palette has one matrix, the mesh's transform. The caller destroys
/// *out_model; it is NULL on failure. SINEW_ERROR_INVALID_ARGUMENT: a count or a vertex is out of range.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_from_triangles(const float *positions, int32_t vertex_count,
                                                                  const uint32_t *triangles, int32_t triangle_count,
                                                                  const float base_color[4], sinew_model **out_model,
                                                                  sinew_error *out_error);

/// Creates a model of terrain, like sinew_model_from_triangles: a grid of `columns` points along +X by `rows` points
/// along +Z, 2 … 4096 each, on a rectangle of `width` by `depth` around the origin. `heights` is [rows × columns],
/// along +Y. SINEW_ERROR_INVALID_ARGUMENT names the argument that is out of range.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_from_heights(const float *heights, int32_t columns, int32_t rows,
                                                                double width, double depth, const float base_color[4],
                                                                sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
