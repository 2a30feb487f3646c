/// Reads a Geometry object of an FBX document as polygons. A corner is a polygon vertex.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_GEOMETRY_H
#define SINEW_IMPORT_FBX_DOCUMENT_GEOMETRY_H

#include "fbx/fbx_document.h"
#include "sinew/types.h"

typedef struct document_geometry {
    const fbx_object *object;
    const double *points; ///< [point_count × 3] control points
    size_t point_count;
    uint32_t *corner_points;  ///< [corner_count] control point of each corner
    uint32_t *corner_sources; ///< [corner_count] index of each corner in the file's list, which also contains the
                              ///< corners of dropped polygons
    size_t corner_count;
    uint32_t *polygon_sizes;   ///< [polygon_count]
    uint32_t *polygon_sources; ///< [polygon_count] index of each polygon in the file
    int32_t *polygon_slots;    ///< [polygon_count] index among the model's materials
    size_t polygon_count;
    size_t dropped_polygons; ///< polygons that use a missing control point
} document_geometry;

/// Reads points and polygons. The arrays `corner_points` and `polygon_sizes` are in `arena`, the others in `scratch`.
SINEW_NODISCARD sinew_result sinew__document_geometry_read(sinew__arena *arena, sinew__arena *scratch,
                                                           const fbx_object *object, document_geometry *out,
                                                           sinew_error *out_error);

/// Reads a layer of a geometry, `width` numbers for each corner: *out is [corner_count × width] in `arena`; NULL if
/// `layer` is NULL or does not fit. `layer` is a record such as LayerElementNormal; `values` and `indices` are the
/// names of its arrays, such as "Normals" and "NormalsIndex". `scratch` gets the numbers as stored. Corners without a
/// value (index −1) get zeros, and so do loose edges: Blender writes these after the faces, as polygons of two corners,
/// with values only for the faces.
SINEW_NODISCARD sinew_result sinew__document_geometry_layer(sinew__arena *arena, sinew__arena *scratch,
                                                            const document_geometry *geometry, const fbx_record *layer,
                                                            const char *values, const char *indices, size_t width,
                                                            const float **out, sinew_error *out_error);

/// Returns the first texture coordinates of a geometry, or the ones after `last`; NULL if there are no more. Empty
/// ones, which some exporters write, are skipped.
const fbx_record *sinew__document_texcoords(const fbx_record *geometry, const fbx_record *last);

/// Reads a matrix of 16 numbers with the translation last. Unless the record has 16 finite numbers, *out_found is 0 and
/// *out the identity.
SINEW_NODISCARD sinew_result sinew__document_matrix(sinew__arena *arena, const fbx_record *record, int *out_found,
                                                    sinew_affine *out, sinew_error *out_error);

/// Returns the geometric transform of a model, which applies to the model's own geometry but not to its children.
sinew_affine sinew__document_geometric_transform(const fbx_object *model);

#endif
