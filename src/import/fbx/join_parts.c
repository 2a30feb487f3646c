// Finds Assimp's meshes for one geometry of the document, and the bones of one of these meshes.
#include "import/fbx/join_parts.h"

#include <assimp/scene.h>
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"

/// The polygons of a geometry that use one material slot. Assimp makes one mesh of them.
typedef struct geometry_part {
    int32_t slot;
    uint32_t polygon_count, corner_count;
    const struct aiMesh *mesh;
    uint32_t polygon, corner; ///< the next polygon and polygon vertex of the geometry
} geometry_part;

typedef struct geometry_parts {
    geometry_part *items;
    size_t count, capacity;
    uint32_t *of_polygon; ///< [polygon_count] number of each polygon's part
} geometry_parts;

/// A geometry with more parts is treated as one part; then the comparison with Assimp's meshes fails.
enum { MOST_PARTS = 4096 };

static int split_by_slot(import_pass *pass, const document_geometry *geometry, int by_slot, geometry_parts *parts)
{
    *parts = (geometry_parts){.of_polygon = SINEW__ARENA_ARRAY(&pass->scratch, uint32_t, geometry->polygon_count)};
    if (!parts->of_polygon) return 0;
    for (size_t i = 0; i < geometry->polygon_count; ++i) {
        const int32_t slot = by_slot && parts->count < MOST_PARTS ? geometry->polygon_slots[i] : 0;
        // `number` counts from 1. Consecutive polygons mostly have the same slot, so the last part is compared first.
        size_t number = parts->count;
        while (number > 0 && parts->items[number - 1].slot != slot) --number;
        if (number == 0) {
            geometry_part *items =
                sinew__arena_grow(&pass->scratch, parts->items, parts->count, &parts->capacity, sizeof *items);
            if (!items) return 0;
            parts->items = items;
            items[parts->count++] = (geometry_part){.slot = slot};
            number = parts->count;
        }
        parts->of_polygon[i] = (uint32_t)(number - 1);
        parts->items[number - 1].polygon_count++;
        parts->items[number - 1].corner_count += geometry->polygon_sizes[i];
    }
    return 1;
}

/// Whether Assimp's meshes of the node, from `first` on, are the parts: the same polygons, with polygon vertices at the
/// same positions.
static int parts_fit(const import_pass *pass, const struct aiNode *node, unsigned first,
                     const document_geometry *geometry, geometry_parts *parts, double tolerance)
{
    if (node->mNumMeshes - first < parts->count) return 0;
    for (size_t i = 0; i < parts->count; ++i) {
        const unsigned source = node->mMeshes[first + i];
        if (source >= pass->scene->mNumMeshes) return 0;
        geometry_part *part = &parts->items[i];
        part->mesh = pass->scene->mMeshes[source];
        part->polygon = part->corner = 0;
        if (part->mesh->mNumFaces != part->polygon_count || part->mesh->mNumVertices < part->corner_count) return 0;
    }
    size_t corner = 0;
    for (size_t i = 0; i < geometry->polygon_count; ++i) {
        geometry_part *part = &parts->items[parts->of_polygon[i]];
        if (part->mesh->mFaces[part->polygon++].mNumIndices != geometry->polygon_sizes[i]) return 0;
        for (uint32_t k = 0; k < geometry->polygon_sizes[i]; k++, corner++) {
            const double *point = &geometry->points[(size_t)geometry->corner_points[corner] * 3];
            const struct aiVector3D *own = &part->mesh->mVertices[part->corner++];
            if (fabs((double)own->x - point[0]) > tolerance || fabs((double)own->y - point[1]) > tolerance ||
                fabs((double)own->z - point[2]) > tolerance)
                return 0;
        }
    }
    return 1;
}

static float finite_or(ai_real value, float otherwise)
{
    return isfinite(value) ? (float)value : otherwise;
}

/// Copies Assimp's normals and colours for each polygon vertex. Returns 0 when out of memory.
static int gather(import_pass *pass, const document_geometry *geometry, geometry_parts *parts, sinew_raw_mesh *out)
{
    float *normals = NULL, *colors = NULL;
    int has_normals = 0, has_colors = 0;
    for (size_t i = 0; i < parts->count; ++i) {
        has_normals = has_normals || parts->items[i].mesh->mNormals;
        has_colors = has_colors || parts->items[i].mesh->mColors[0];
        parts->items[i].corner = 0;
    }
    if (has_normals) normals = SINEW__ARENA_ARRAY(&pass->arena, float, geometry->corner_count * 3);
    if (has_colors) colors = SINEW__ARENA_ARRAY(&pass->arena, float, geometry->corner_count * 4);
    if (pass->arena.failed) return 0;
    size_t corner = 0;
    for (size_t i = 0; i < geometry->polygon_count; ++i) {
        geometry_part *part = &parts->items[parts->of_polygon[i]];
        for (uint32_t k = 0; k < geometry->polygon_sizes[i]; k++, corner++) {
            const struct aiMesh *mesh = part->mesh;
            const uint32_t vertex = part->corner++;
            const struct aiVector3D *normal = normals && mesh->mNormals ? &mesh->mNormals[vertex] : NULL;
            const struct aiColor4D white = {1, 1, 1, 1}, *color = mesh->mColors[0] ? &mesh->mColors[0][vertex] : &white;
            const ai_real rgba[4] = {color->r, color->g, color->b, color->a};
            if (normal) normals[corner * 3] = finite_or(normal->x, 0.0f);
            if (normal) normals[corner * 3 + 1] = finite_or(normal->y, 0.0f);
            if (normal) normals[corner * 3 + 2] = finite_or(normal->z, 0.0f);
            for (size_t c = 0; colors && c < 4; ++c) colors[corner * 4 + c] = finite_or(rgba[c], 1.0f);
        }
    }
    out->normals = normals;
    out->colors = colors;
    return 1;
}

sinew_result sinew__join_parts(import_pass *pass, int32_t node, unsigned *cursor, const document_geometry *geometry,
                               sinew_raw_mesh *out, const struct aiMesh **out_first_submesh, int *out_found,
                               sinew_error *error)
{
    *out_found = 0;
    *out_first_submesh = NULL;
    if (node == SINEW_NONE || geometry->dropped_polygons || geometry->polygon_count == 0) return SINEW_OK;
    const struct aiNode *from = pass->scene_nodes[node];
    double largest = 0.0; // largest absolute coordinate
    for (size_t i = 0; i < geometry->point_count * 3; ++i)
        if (isfinite(geometry->points[i])) largest = fmax(largest, fabs(geometry->points[i]));
    const double tolerance = 1e-5 * largest;
    for (int by_slot = 1; by_slot >= 0; --by_slot) {
        geometry_parts parts;
        if (!split_by_slot(pass, geometry, by_slot, &parts)) return sinew__arena_fail(&pass->scratch, error);
        for (unsigned first = *cursor; first < from->mNumMeshes; ++first) {
            if (!parts_fit(pass, from, first, geometry, &parts, tolerance)) continue;
            if (!gather(pass, geometry, &parts, out)) return sinew__arena_fail(&pass->arena, error);
            *cursor = first + (unsigned)parts.count;
            *out_first_submesh = parts.items[0].mesh;
            *out_found = 1;
            return SINEW_OK;
        }
    }
    return SINEW_OK;
}

sinew_affine sinew__join_bone_offset(const joined_mesh *mesh, size_t number, const char *name)
{
    sinew_affine out = {{{0}}};
    const struct aiMesh *from = mesh->first_submesh;
    if (!from) return out;
    if (number < from->mNumBones && strcmp(from->mBones[number]->mName.data, name) == 0)
        (void)sinew__assimp_affine(&from->mBones[number]->mOffsetMatrix, &out);
    for (unsigned b = 0; sinew__affine_is_zero(&out) && b < from->mNumBones; ++b)
        if (strcmp(from->mBones[b]->mName.data, name) == 0)
            (void)sinew__assimp_affine(&from->mBones[b]->mOffsetMatrix, &out);
    return out;
}
