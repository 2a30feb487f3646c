/// Functions for showing a character, without drawing: cameras, words of colours and views, the skeleton, and bounds of
/// a motion.
#ifndef SINEW_RUNTIME_VIEW_VIEW_H
#define SINEW_RUNTIME_VIEW_VIEW_H

#include "core/base/word_table.h"
#include "sinew/pose.h"
#include "sinew/render.h"

// ---- cameras -------------------------------------------------------------------------------------------------------
// Camera matrices for OpenGL.

/// A camera's axes in world space, of unit length.
typedef struct render_camera_axes {
    double right[3], up[3], forward[3];
} render_camera_axes;

void sinew__render_camera_find_axes(const sinew_camera *camera, render_camera_axes *out_axes);

/// Computes the rotation from the axes of model `from` to the axes of model `to`, as rows, if their up axes differ.
/// Front axes are ignored, because files often state wrong ones. Returns 0 for the identity.
int sinew__render_rotate_axes(const sinew_model *from, const sinew_model *to, double out_rows[3][3]);

/// Computes the axes that views of these bounds refer to: the file's up axis, and the front and left of the bounds.
void sinew__view_axes(const sinew_model *model, const sinew_bounds *bounds, double out_up[3], double out_front[3],
                      double out_left[3]);

/// Computes the angles of a view of these bounds. If the default view would show a flat model edge-on, another view
/// replaces it.
void sinew__view_angles_for(sinew_view view, const sinew_bounds *bounds, double *out_azimuth, double *out_elevation);

/// Computes the matrix from world to clip space, column-major, and its inverse. The near and far planes enclose
/// `bounds`.
void sinew__render_camera_matrices(const sinew_camera *camera, const sinew_bounds *bounds, double aspect,
                                   float out_view_projection[4][4], float out_inverse[4][4]);

// ---- words ---------------------------------------------------------------------------------------------------------
// Views and colours of an image, in the words of options, keys and copied commands.

extern const sinew__word sinew__view_words[];  ///< the words of sinew_view, except for views without a word
extern const sinew__word sinew__color_words[]; ///< the words of sinew_colors

// ---- skeleton ------------------------------------------------------------------------------------------------------
// The joints and meshes that are drawn, and the trails of joints.

/// Returns whether a joint is part of the skeleton: a bone, or a joint that deforms a mesh; in a file that has neither,
/// any null or mesh node. Helpers, cameras and lights are never part of it.
int sinew__render_is_skeletal(const sinew_model *model, int has_bones, int32_t joint);

/// Returns whether the model has bones or joints that deform: the `has_bones` of sinew__render_is_skeletal.
int sinew__render_has_bones(const sinew_model *model);

/// The namespace, with its separator, that all joint names of the skeleton share, such as "mixamorig:". It is left out
/// in lists.
typedef struct sinew__joint_prefix {
    const char *text; ///< [size] points into the model; not terminated
    size_t size;      ///< 0: no common namespace
} sinew__joint_prefix;

sinew__joint_prefix sinew__find_joint_prefix(const sinew_model *model);

/// Returns a joint's name without the prefix; the whole name if it does not begin with the prefix.
const char *sinew__joint_label(const sinew_model *model, int32_t joint, sinew__joint_prefix prefix);

/// Returns a joint's position in world space.
void sinew__render_joint_position(const sinew_pose *pose, int32_t joint, double out_position[3]);

/// Returns whether the model has a drawable mesh.
int sinew__render_has_surface(const sinew_model *model);

/// Returns whether the skeleton is drawn if nothing else is requested: the model has no drawable mesh, or its meshes
/// show less than half of the joints that move in its clips. A mesh shows a joint if it follows this joint or one below
/// it. Moving joints that neither a mesh nor the skeleton shows, such as cameras, do not count.
int sinew__shows_skeleton(const sinew_model *model);

/// Returns whether the model has meshes with triangles, and its author hid all of them.
int sinew__render_all_hidden(const sinew_model *model);

/// Returns whether a mesh can be drawn: it has triangles and its author did not hide it.
int sinew__render_mesh_is_drawable(const sinew_mesh *mesh);

/// Returns the offset, in world space, from the start of the smoothed path to its point at a time.
void sinew__render_trail_offset(const sinew_trail *trail, double time, double out_offset[3]);

// ---- bounds of a motion --------------------------------------------------------------------------------------------
// The bounds of a motion, for a fixed or a tracking camera.

/// Extends `bounds` by `other`. Both are in the same space, with the same up axis; `ground` becomes the lower of the
/// two.
void sinew__render_join_bounds(sinew_bounds *bounds, const sinew_bounds *other);

/// Converts bounds to a space with other axes (the rows of a rotation) and another unit (`scale`).
void sinew__render_convert_bounds(const sinew_bounds *bounds, const double rows[3][3], double scale,
                                  sinew_bounds *out_bounds);

#endif
