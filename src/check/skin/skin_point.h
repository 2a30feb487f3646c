/// Single vertices skinned by matrices, without a whole mesh.
#ifndef SINEW_CHECK_SKIN_SKIN_POINT_H
#define SINEW_CHECK_SKIN_SKIN_POINT_H

#include "sinew/pose.h"

/// Adds a vertex, moved by a palette entry and weighted, to `sum`: x y z and the weights.
void sinew__skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4]);

/// A vertex of a mesh, counted from its first, in model space, by linear skinning.
sinew_vec3 sinew__skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose);

#endif
