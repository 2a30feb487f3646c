// Creates models of a single mesh, for grounds: from triangles or from a grid of heights.
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "sinew/raw_model.h"
#include "sinew/view.h"

/// Creates a model of one mesh with one joint and one material.
static sinew_result model_of_mesh(const sinew_raw_mesh *mesh, const float base_color[4], sinew_model **out_model,
                                  sinew_error *error)
{
    const sinew_raw_joint joint = {.name = "mesh", .parent = SINEW_NONE, .kind = SINEW_JOINT_MESH, .node = SINEW_NONE};
    sinew_raw_material material = {.name = "material", .texture = SINEW_NONE, .roughness = 1};
    memcpy(material.base_color, base_color, sizeof material.base_color);
    const sinew_raw_model raw = {.format = "code",
                                 .joints = &joint,
                                 .joint_count = 1,
                                 .meshes = mesh,
                                 .mesh_count = 1,
                                 .materials = &material,
                                 .material_count = 1};
    return sinew_model_from_raw(&raw, out_model, error);
}

sinew_result sinew_model_from_triangles(const float *positions, int32_t vertex_count, const uint32_t *triangles,
                                        int32_t triangle_count, const float base_color[4], sinew_model **out_model,
                                        sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, positions, triangles, base_color, out_model))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (vertex_count < 1 || triangle_count < 1 || triangle_count > INT32_MAX / 3)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "a mesh of %d vertices and %d triangles",
                           (int)vertex_count, (int)triangle_count);
    sinew_result result;
    uint32_t *sizes = sinew__allocate((size_t)triangle_count * sizeof *sizes);
    int32_t *materials = sinew__allocate_zeroed((size_t)triangle_count, sizeof *materials);
    if (sizes && materials) {
        for (int32_t i = 0; i < triangle_count; ++i) sizes[i] = 3;
        const sinew_raw_mesh mesh = {.name = "mesh",
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .vertex_count = vertex_count,
                                     .polygon_sizes = sizes,
                                     .polygon_materials = materials,
                                     .polygon_count = triangle_count,
                                     .corner_vertices = triangles,
                                     .corner_count = 3 * triangle_count};
        result = model_of_mesh(&mesh, base_color, out_model, out_error);
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(sizes);
    sinew_free(materials);
    return result;
}

enum { MAX_POINTS = 4096 }; // points per side, so that the numbers of vertices and triangles do not overflow

sinew_result sinew_model_from_heights(const float *heights, int32_t columns, int32_t rows, double width, double depth,
                                      const float base_color[4], sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, heights, base_color, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (columns < 2 || rows < 2 || columns > MAX_POINTS || rows > MAX_POINTS)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d x %d heights, expected 2 to %d each",
                           (int)columns, (int)rows, MAX_POINTS);
    if (!(width > 0 && depth > 0 && isfinite(width) && isfinite(depth)))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "terrain of %g x %g is out of range", width, depth);
    const int32_t vertices = columns * rows, triangles = 2 * (columns - 1) * (rows - 1);
    float *positions = sinew__allocate((size_t)vertices * 3 * sizeof *positions);
    uint32_t *corners = sinew__allocate((size_t)triangles * 3 * sizeof *corners);
    sinew_result result = SINEW_OK;
    if (!positions || !corners) {
        result = sinew__fail_memory(out_error);
        goto done;
    }
    float *position = positions;
    uint32_t *corner = corners;
    for (int32_t z = 0; z < rows; ++z) {
        for (int32_t x = 0; x < columns; ++x) {
            *position++ = (float)(width * ((double)x / (columns - 1) - 0.5));
            *position++ = *heights++;
            *position++ = (float)(depth * ((double)z / (rows - 1) - 0.5));
            if (z + 1 == rows || x + 1 == columns) continue;
            const uint32_t a = (uint32_t)(z * columns + x), b = a + (uint32_t)columns;
            memcpy(corner, (uint32_t[]){a, b, b + 1, a, b + 1, a + 1}, 6 * sizeof *corner); // both triangles face up
            corner += 6;
        }
    }
    result = sinew_model_from_triangles(positions, vertices, corners, triangles, base_color, out_model, out_error);
done:
    sinew_free(positions);
    sinew_free(corners);
    return result;
}
