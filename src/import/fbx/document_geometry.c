#include "import/fbx/document_geometry.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "sinew/model.h"

// Reads matrices of an FBX document.

sinew_result sinew__document_matrix(sinew__arena *arena, const fbx_record *record, int *out_found, sinew_affine *out,
                                    sinew_error *error)
{
    const double *numbers;
    size_t count;
    const sinew_result result = sinew__fbx_record_doubles(arena, record, &numbers, &count, error);
    *out = sinew__affine_identity();
    *out_found = result == SINEW_OK && count >= 16;
    if (!*out_found) return result;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) out->row[row][column] = numbers[column * 4 + row];
    *out_found = sinew__affine_is_finite(out);
    if (!*out_found) *out = sinew__affine_identity();
    return SINEW_OK;
}

sinew_affine sinew__document_geometric_transform(const fbx_object *model)
{
    double t[3] = {0, 0, 0}, r[3] = {0, 0, 0}, s[3] = {1, 1, 1};
    (void)sinew__fbx_property_vector(model, FBX_PROPERTY_GEOMETRIC_TRANSLATION, t);
    (void)sinew__fbx_property_vector(model, FBX_PROPERTY_GEOMETRIC_ROTATION, r);
    (void)sinew__fbx_property_vector(model, FBX_PROPERTY_GEOMETRIC_SCALING, s);
    const sinew_transform transform = {
        {t[0], t[1], t[2]}, sinew__quat_from_euler(r, SINEW_ROTATE_XYZ), {s[0], s[1], s[2]}};
    const sinew_affine affine = sinew__affine_from_transform(&transform);
    return sinew__affine_is_finite(&affine) ? affine : sinew__affine_identity();
}

/// Returns the control point of a stored index; the last polygon vertex of a polygon is stored as −1 − index.
static uint32_t control_point(int32_t stored)
{
    return stored < 0 ? (uint32_t)(-1 - stored) : (uint32_t)stored;
}

/// Whether polygon vertex `i` is the last of its polygon. The last polygon ends with the list, even without a negative
/// index.
static int ends_polygon(const int32_t *corners, size_t count, size_t i)
{
    return corners[i] < 0 || i + 1 == count;
}

/// Adds the polygons whose control points exist, and counts the others as dropped.
static void read_polygons(document_geometry *out, const int32_t *corners, size_t count)
{
    size_t first = 0, source = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!ends_polygon(corners, count, i)) continue;
        int is_good = 1;
        for (size_t k = first; k <= i && is_good; ++k) is_good = control_point(corners[k]) < out->point_count;
        for (size_t k = first; k <= i && is_good; ++k) {
            out->corner_points[out->corner_count] = control_point(corners[k]);
            out->corner_sources[out->corner_count++] = (uint32_t)k;
        }
        if (is_good) {
            out->polygon_sources[out->polygon_count] = (uint32_t)source;
            out->polygon_sizes[out->polygon_count++] = (uint32_t)(i + 1 - first);
        } else {
            ++out->dropped_polygons;
        }
        ++source;
        first = i + 1;
    }
}

/// Reads the material slot of each polygon: one for all polygons, or one for each.
static sinew_result read_slots(sinew__arena *scratch, document_geometry *out, sinew_error *error)
{
    const fbx_record *layer = sinew__fbx_record_child(out->object->record, FBX_NAME(LAYER_ELEMENT_MATERIAL));
    const int32_t *slots;
    size_t count;
    const sinew_result result =
        sinew__fbx_record_int32s(scratch, sinew__fbx_record_child(layer, FBX_NAME(MATERIALS)), &slots, &count, error);
    if (result != SINEW_OK || count == 0) return result;
    const int is_same =
        sinew__fbx_record_text_is(sinew__fbx_record_child(layer, FBX_NAME(MAPPING_INFORMATION_TYPE)), 0, "AllSame");
    for (size_t i = 0; i < out->polygon_count; ++i) {
        const size_t at = is_same ? 0 : out->polygon_sources[i];
        out->polygon_slots[i] = at < count ? slots[at] : 0;
    }
    return SINEW_OK;
}

sinew_result sinew__document_geometry_read(sinew__arena *arena, sinew__arena *scratch, const fbx_object *object,
                                           document_geometry *out, sinew_error *error)
{
    *out = (document_geometry){.object = object};
    const int32_t *corners;
    size_t number_count, corner_count;
    sinew_result result = sinew__fbx_record_doubles(
        scratch, sinew__fbx_record_child(object->record, FBX_NAME(VERTICES)), &out->points, &number_count, error);
    if (result == SINEW_OK)
        result =
            sinew__fbx_record_int32s(scratch, sinew__fbx_record_child(object->record, FBX_NAME(POLYGON_VERTEX_INDEX)),
                                     &corners, &corner_count, error);
    if (result != SINEW_OK) return result;
    out->point_count = number_count / 3;
    if (corner_count > INT32_MAX || out->point_count > INT32_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "geometry '%s' has too many polygon vertices: %zu", object->name,
                           corner_count);
    size_t polygon_count = 0;
    for (size_t i = 0; i < corner_count; ++i) polygon_count += (size_t)ends_polygon(corners, corner_count, i);
    out->corner_points = SINEW__ARENA_ARRAY(arena, uint32_t, corner_count);
    out->corner_sources = SINEW__ARENA_ARRAY(scratch, uint32_t, corner_count);
    out->polygon_sizes = SINEW__ARENA_ARRAY(arena, uint32_t, polygon_count);
    out->polygon_sources = SINEW__ARENA_ARRAY(scratch, uint32_t, polygon_count);
    out->polygon_slots = SINEW__ARENA_ARRAY(scratch, int32_t, polygon_count);
    if (!out->corner_points || !out->corner_sources || !out->polygon_sizes || !out->polygon_sources ||
        !out->polygon_slots)
        return sinew__arena_fail(arena->failed ? arena : scratch, error);
    read_polygons(out, corners, corner_count);
    return read_slots(scratch, out, error);
}

/// How the values of a layer are assigned: to polygon vertices, control points, polygons, or one to all.
typedef enum layer_mapping { MAP_CORNERS, MAP_POINTS, MAP_POLYGONS, MAP_ALL, MAP_UNKNOWN } layer_mapping;

static layer_mapping read_mapping(const fbx_record *layer)
{
    static const struct {
        const char *name;
        layer_mapping mapping;
    } names[] = {{"ByPolygonVertex", MAP_CORNERS},
                 {"ByVertice", MAP_POINTS},
                 {"ByVertex", MAP_POINTS},
                 {"ByPolygon", MAP_POLYGONS},
                 {"AllSame", MAP_ALL}};
    const fbx_record *mapping = sinew__fbx_record_child(layer, FBX_NAME(MAPPING_INFORMATION_TYPE));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (sinew__fbx_record_text_is(mapping, 0, names[i].name)) return names[i].mapping;
    return MAP_UNKNOWN;
}

/// Returns the index of a layer's value for a polygon vertex of polygon `polygon`, before its list of indices is
/// applied.
static size_t mapped(const document_geometry *geometry, layer_mapping mapping, size_t corner, size_t polygon)
{
    switch (mapping) {
    case MAP_CORNERS: return geometry->corner_sources[corner];
    case MAP_POINTS: return geometry->corner_points[corner];
    case MAP_POLYGONS: return geometry->polygon_sources[polygon];
    case MAP_ALL:
    case MAP_UNKNOWN: break;
    }
    return 0;
}

const fbx_record *sinew__document_texcoords(const fbx_record *geometry, const fbx_record *last)
{
    const fbx_record *layer =
        last ? sinew__fbx_record_next_same(last) : sinew__fbx_record_child(geometry, FBX_NAME(LAYER_ELEMENT_UV));
    while (layer && !sinew__fbx_record_child(layer, FBX_NAME(UV))) layer = sinew__fbx_record_next_same(layer);
    return layer;
}

sinew_result sinew__document_geometry_layer(sinew__arena *arena, sinew__arena *scratch,
                                            const document_geometry *geometry, const fbx_record *layer,
                                            const char *values, const char *indices, size_t width, const float **out,
                                            sinew_error *error)
{
    *out = NULL;
    const layer_mapping mapping = read_mapping(layer);
    if (!layer || mapping == MAP_UNKNOWN) return SINEW_OK;
    const float *numbers;
    const int32_t *places;
    size_t number_count, place_count;
    sinew_result result =
        sinew__fbx_record_floats(scratch, sinew__fbx_record_child(layer, values), &numbers, &number_count, error);
    if (result == SINEW_OK)
        result =
            sinew__fbx_record_int32s(scratch, sinew__fbx_record_child(layer, indices), &places, &place_count, error);
    if (result != SINEW_OK) return result;
    if (sinew__fbx_record_text_is(sinew__fbx_record_child(layer, FBX_NAME(REFERENCE_INFORMATION_TYPE)), 0, "Direct"))
        place_count = 0;
    float *spread = SINEW__ARENA_ARRAY(arena, float, geometry->corner_count *width);
    if (!spread) return sinew__arena_fail(arena, error);
    size_t corner = 0;
    for (size_t polygon = 0; polygon < geometry->polygon_count; ++polygon)
        for (uint32_t k = 0; k < geometry->polygon_sizes[polygon]; k++, corner++) {
            size_t at = mapped(geometry, mapping, corner, polygon);
            const int is_unmapped = at < place_count && places[at] < 0, is_edge = geometry->polygon_sizes[polygon] < 3;
            if (place_count) at = at < place_count && !is_unmapped ? (size_t)places[at] : SIZE_MAX;
            if (at >= number_count / width && (is_unmapped || is_edge)) continue;
            if (at >= number_count / width) return SINEW_OK; // the layer does not fit the geometry and is ignored
            for (size_t i = 0; i < width; ++i) {
                const float number = numbers[at * width + i];
                spread[corner * width + i] = isfinite(number) ? number : 0.0f;
            }
        }
    *out = spread;
    return SINEW_OK;
}
