/// A Geometry object of an FBX document, as polygons. A corner is a polygon vertex.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_GEOMETRY_H
#define SINEW_IMPORT_FBX_DOCUMENT_GEOMETRY_H

#include "fbx/fbx_document.h"
#include "sinew/types.h"

typedef struct document_geometry {
    const fbx_object *object;
    const double *points; ///< [point_count × 3] control points
    size_t point_count;
    uint32_t *corner_points;  ///< [corner_count] control point of each corner
    uint32_t *corner_sources; ///< [corner_count] its index in the file's list, which also holds the corners of dropped
                              ///< polygons
    size_t corner_count;
    uint32_t *polygon_sizes;   ///< [polygon_count]
    uint32_t *polygon_sources; ///< [polygon_count] its index in the file
    int32_t *polygon_slots;    ///< [polygon_count] which of the model's materials
    size_t polygon_count;
    size_t dropped_polygons; ///< polygons that use a missing control point
} document_geometry;

/// Reads points and polygons. The points of corners and the sizes of polygons live in `arena`, the other arrays in
/// `scratch`.
SINEW_NODISCARD sinew_result sinew__document_geometry_read(sinew__arena *arena, sinew__arena *scratch,
                                                           const fbx_object *object, document_geometry *out,
                                                           sinew_error *out_error);

/// A layer of numbers, spread over the corners: [corner_count × width] in `arena`; NULL when `layer` is NULL or does
/// not fit. `scratch` gets the numbers as they are in the file. `layer` is a LayerElementNormal of the geometry,
/// `values` "Normals", `indices` "NormalsIndex", or their like; `width` numbers make one item. Corners without a value
/// (index -1) have zeros, and so have loose edges: Blender writes these after the faces, as polygons of two corners,
/// and values for the faces only.
SINEW_NODISCARD sinew_result sinew__document_geometry_layer(sinew__arena *arena, sinew__arena *scratch,
                                                            const document_geometry *geometry, const fbx_record *layer,
                                                            const char *values, const char *indices, size_t width,
                                                            const float **out, sinew_error *out_error);

/// The first texture coordinates of a geometry, or those after `last`; NULL after all. Some exporters write empty ones,
/// which are left out.
const fbx_record *sinew__document_texcoords(const fbx_record *geometry, const fbx_record *last);

/// Reads the 16 numbers of a matrix, translation last. *out_found is 0, and *out the identity, unless the record has 16
/// numbers and all are finite.
SINEW_NODISCARD sinew_result sinew__document_matrix(sinew__arena *arena, const fbx_record *record, int *out_found,
                                                    sinew_affine *out, sinew_error *out_error);

/// The geometric transform of a model. It applies to the model's own geometry and not to its children.
sinew_affine sinew__document_geometric_transform(const fbx_object *model);

#endif
