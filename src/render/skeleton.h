/// Which joints make the skeleton that is drawn, and where they are.
#ifndef SINEW_RENDER_SKELETON_H
#define SINEW_RENDER_SKELETON_H

#include "sinew/pose.h"

/// Whether a joint is part of the skeleton: a bone, or one that deforms a mesh; in a file that has neither, every
/// group. Helpers, cameras and lights never are.
int sinew__render_is_skeletal(const sinew_model *model, int has_bones, int32_t joint);

/// Whether the file has bones, or joints that deform: the `has_bones` of sinew__render_is_skeletal.
int sinew__render_has_bones(const sinew_model *model);

/// The place of a joint in the world.
void sinew__render_joint_place(const sinew_pose *pose, int32_t joint, double out_place[3]);

/// Whether there is a surface to draw: a mesh with triangles that its author did not hide.
int sinew__render_has_surface(const sinew_model *model);

/// Whether a mesh is drawn at all.
int sinew__render_is_drawn(const sinew_mesh *mesh);

#endif
