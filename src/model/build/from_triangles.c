#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "sinew/raw_model.h"

static sinew_result check_counts(int32_t vertex_count, int32_t triangle_count, sinew_error *error)
{
    if (vertex_count < 1 || triangle_count < 1 || triangle_count > INT32_MAX / 3)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "a mesh of %d vertices and %d triangles",
                           (int)vertex_count, (int)triangle_count);
    return SINEW_OK;
}

/// A model of one mesh, its joint and its material.
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
    sinew_result result = check_counts(vertex_count, triangle_count, out_error);
    if (result != SINEW_OK) return result;
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
