/// Counting the authored control points of a mesh, of which a model may have several vertices each.
#ifndef SINEW_PROGRAM_CHECK_SKIN_MESH_POINTS_H
#define SINEW_PROGRAM_CHECK_SKIN_MESH_POINTS_H

#include <stdint.h>

#include "sinew/model.h"
#include "sinew/pose.h"

/// The control points that were marked. Zeroed: none.
typedef struct sinew__mesh_points {
    const sinew_model *model;
    const sinew_mesh *mesh;
    uint8_t *marked; ///< [size]
    uint32_t size;
    int64_t count; ///< of marked ones
} sinew__mesh_points;

/// Returns 0 when out of memory.
int sinew__mesh_points_init(sinew__mesh_points *points, const sinew_model *model, const sinew_mesh *mesh);
void sinew__mesh_points_free(sinew__mesh_points *points);

/// Marks the control point of a vertex of the mesh, counted from its first.
void sinew__mesh_points_mark(sinew__mesh_points *points, int32_t vertex);

/// The number of a vertex's control point as authored.
uint32_t sinew__mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex);

/// Adds a vertex, moved by a palette entry and weighted, to `sum`: x y z and the weights.
void sinew__skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4]);

/// A vertex of a mesh, counted from its first, in model space, by linear skinning.
sinew_vec3 sinew__skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose);

#endif
