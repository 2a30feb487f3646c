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

/// The namespace that all names of the skeleton share, with its separator: "mixamorig:". It says nothing where names
/// are listed side by side.
typedef struct sinew__joint_prefix {
    const char *text; ///< [size], in the model; not terminated
    size_t size;      ///< 0: none
} sinew__joint_prefix;

sinew__joint_prefix sinew__find_joint_prefix(const sinew_model *model);

/// Returns a joint's name without the prefix; the whole name if it does not begin with it.
const char *sinew__joint_label(const sinew_model *model, int32_t joint, sinew__joint_prefix prefix);

/// Returns a joint's position in world space.
void sinew__render_joint_position(const sinew_pose *pose, int32_t joint, double out_position[3]);

/// Returns whether the model has a drawable mesh.
int sinew__render_has_surface(const sinew_model *model);

/// Returns whether a mesh can be drawn: it has triangles and its author did not hide it.
int sinew__render_mesh_is_drawable(const sinew_mesh *mesh);

/// Returns the offset of the smoothed path at a time from its start, world space.
void sinew__render_trail_offset(const sinew_trail *trail, double time, double out_offset[3]);

#endif
