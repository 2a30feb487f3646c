/// Which joints and meshes are drawn, where, and the trails of joints.
#ifndef SINEW_RUNTIME_VIEW_SKELETON_H
#define SINEW_RUNTIME_VIEW_SKELETON_H

#include "sinew/pose.h"
#include "sinew/render.h"

/// Returns whether a joint is part of the skeleton: a bone, or a joint that deforms a mesh; in a file that has neither,
/// any null or mesh node. Helpers, cameras and lights are never part of it.
int sinew__render_is_skeletal(const sinew_model *model, int has_bones, int32_t joint);

/// Returns whether the model has bones or joints that deform: the `has_bones` of sinew__render_is_skeletal.
int sinew__render_has_bones(const sinew_model *model);

/// Returns a joint's position in world space.
void sinew__render_joint_position(const sinew_pose *pose, int32_t joint, double out_position[3]);

/// Returns whether the model has a drawable mesh.
int sinew__render_has_surface(const sinew_model *model);

/// Returns whether a mesh can be drawn: it has triangles and its author did not hide it.
int sinew__render_mesh_is_drawable(const sinew_mesh *mesh);

/// Returns the offset of the smoothed path at a time from its start, world space.
void sinew__render_trail_offset(const sinew_trail *trail, double time, double out_offset[3]);

#endif
