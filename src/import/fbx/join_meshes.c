// Stage for FBX: converts the geometries of every model to raw meshes, with one vertex per polygon vertex.
#include "import/import_stages.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/pixels.h"
#include "import/fbx/document_geometry.h"
#include "import/fbx/join_parts.h"

static int list_corners(sinew__arena *arena, const document_geometry *geometry, point_corners *out)
{
    out->start = SINEW__ARENA_ARRAY(arena, uint32_t, geometry->point_count + 1);
    out->corners = SINEW__ARENA_ARRAY(arena, uint32_t, geometry->corner_count);
    uint32_t *next = SINEW__ARENA_ARRAY(arena, uint32_t, geometry->point_count);
    if (!out->start || !out->corners || !next) return 0;
    for (size_t i = 0; i < geometry->corner_count; ++i) out->start[geometry->corner_points[i] + 1]++;
    for (size_t p = 0; p < geometry->point_count; ++p) {
        out->start[p + 1] += out->start[p];
        next[p] = out->start[p];
    }
    for (size_t i = 0; i < geometry->corner_count; ++i) out->corners[next[geometry->corner_points[i]]++] = (uint32_t)i;
    return 1;
}

/// Fills the positions of the polygon vertices from the control points.
static sinew_result fill_positions(import_pass *pass, const document_geometry *geometry, sinew_raw_mesh *out,
                                   sinew_error *error)
{
    float *positions = SINEW__ARENA_ARRAY(&pass->arena, float, geometry->corner_count * 3);
    if (!positions) return sinew__arena_fail(&pass->arena, error);
    size_t bad = 0;
    for (size_t i = 0; i < geometry->corner_count; ++i)
        for (size_t k = 0; k < 3; ++k) {
            const float value = (float)geometry->points[(size_t)geometry->corner_points[i] * 3 + k];
            bad += (size_t)!isfinite(value);
            positions[i * 3 + k] = isfinite(value) ? value : 0.0f;
        }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, out->object,
                           "%zu coordinates of the mesh are not finite and became 0", bad);
    out->positions = positions;
    out->control_points = geometry->corner_points;
    out->control_point_count = (int32_t)geometry->point_count;
    out->vertex_count = out->corner_count = (int32_t)geometry->corner_count;
    out->polygon_sizes = geometry->polygon_sizes;
    out->polygon_count = (int32_t)geometry->polygon_count;
    out->weld = out->reorder = 1;
    return SINEW_OK;
}

/// A layer of a geometry, and where its values go in the raw mesh.
typedef struct layer_target {
    const fbx_record *layer;
    const char *values, *indices;
    size_t width;
    const float **out;
} layer_target;

/// Reads a layer. A damaged layer is dropped with a warning; the mesh stays.
static sinew_result fill_layer(import_pass *pass, const joined_mesh *mesh, const layer_target *to, sinew_error *error)
{
    sinew_error damage = {0};
    const sinew_result result = sinew__document_geometry_layer(&pass->arena, &pass->scratch, &mesh->geometry, to->layer,
                                                               to->values, to->indices, to->width, to->out, &damage);
    if (result == SINEW_ERROR_DAMAGED) {
        sinew__import_warn(pass, IMPORT_WARNING_DOCUMENT, mesh->raw->object, "%s; the layer '%s' is dropped",
                           damage.message, to->values);
        return SINEW_OK;
    }
    if (result != SINEW_OK && error) *error = damage;
    return result;
}

// ---- texture coordinates --------------------------------------------------------------------------------------------

enum { MOST_SETS = 16 };

/// The sets of texture coordinates of a geometry, and the ones that have been read.
typedef struct mesh_sets {
    const fbx_record *layers[MOST_SETS];
    const float *numbers[MOST_SETS]; ///< [corner_count × 2] for sets that a material uses
    int is_read[MOST_SETS];
    int count;
} mesh_sets;

/// Returns the set of a geometry that a material uses as its first (`which` 0) or second (1) texture coordinates. If
/// the material names no set, or one that the geometry lacks, returns 0 for the first, and SINEW_NONE for the second.
static int find_set(const import_pass *pass, const mesh_sets *sets, int32_t material, int which)
{
    const char *name = material == SINEW_NONE ? NULL : pass->material_uv_names[material][which];
    const int missing = which == 0 ? 0 : SINEW_NONE;
    if (!name || !*name) return missing;
    for (int i = 0; i < sets->count; ++i) {
        const fbx_bytes own = sinew__fbx_child_bytes(sets->layers[i], FBX_NAME(NAME));
        if (own.size == strlen(name) && memcmp(own.bytes, name, own.size) == 0) return i;
    }
    return missing;
}

/// Fills the first or second texture coordinates of the corners, for each polygon from the set that its material refers
/// to. *out is NULL if no polygon has any.
static sinew_result fill_texcoords(import_pass *pass, const joined_mesh *mesh, mesh_sets *sets, int which,
                                   const float **out, sinew_error *error)
{
    const document_geometry *geometry = &mesh->geometry;
    const int32_t *materials = mesh->raw->polygon_materials;
    float *mixed = NULL;
    int set = SINEW_NONE, first = SINEW_NONE;
    *out = NULL;
    for (size_t i = 0, corner = 0; i < geometry->polygon_count && sets->count; corner += geometry->polygon_sizes[i++]) {
        if (i == 0 || materials[i] != materials[i - 1]) set = find_set(pass, sets, materials[i], which);
        if (set == SINEW_NONE) continue;
        if (!sets->is_read[set]) {
            const layer_target to = {sets->layers[set], FBX_NAME(UV), FBX_NAME(UV_INDEX), 2, &sets->numbers[set]};
            const sinew_result result = fill_layer(pass, mesh, &to, error);
            if (result != SINEW_OK) return result;
            sets->is_read[set] = 1;
        }
        if (!sets->numbers[set]) continue; // damaged
        if (!*out) {                       // most meshes have one set, which is used without copying
            *out = sets->numbers[set];
            first = set;
        }
        if (set == first && !mixed) continue;
        if (!mixed) {
            mixed = SINEW__ARENA_ARRAY(&pass->arena, float, geometry->corner_count * 2);
            if (!mixed) return sinew__arena_fail(&pass->arena, error);
            memcpy(mixed, *out, geometry->corner_count * 2 * sizeof *mixed);
            *out = mixed;
        }
        memcpy(mixed + corner * 2, sets->numbers[set] + corner * 2, geometry->polygon_sizes[i] * 2 * sizeof *mixed);
    }
    return SINEW_OK;
}

/// Fills the material of each polygon. Returns 0 when out of memory.
static int fill_materials(import_pass *pass, const joined_mesh *mesh)
{
    const document_geometry *geometry = &mesh->geometry;
    const fbx_connections sources = sinew__fbx_sources(pass->document, mesh->model);
    int32_t *materials = SINEW__ARENA_ARRAY(&pass->arena, int32_t, geometry->polygon_count);
    if (!materials) return 0;
    for (size_t i = 0; i < geometry->polygon_count; ++i) {
        const int32_t slot = geometry->polygon_slots[i];
        if (i > 0 && slot == geometry->polygon_slots[i - 1]) {
            materials[i] = materials[i - 1];
            continue;
        }
        materials[i] = SINEW_NONE;
        int32_t number = 0; // index among the model's materials
        for (size_t k = 0; k < sources.count && number <= slot; ++k) {
            const fbx_object *material = sources.items[k].source;
            if (material->kind != FBX_MATERIAL || *sources.items[k].target_property) continue;
            if (number++ == slot) materials[i] = pass->document_materials[material->index];
        }
    }
    mesh->raw->polygon_materials = materials;
    return 1;
}

/// Whether the author has hidden the model or an ancestor by an unanimated Visibility. Animated visibility belongs to
/// the clips, and Show to the joint.
static int is_hidden(const import_pass *pass, const fbx_object *model)
{
    for (size_t depth = 0; model && model->record && depth < pass->document->object_count; ++depth) {
        const int moves = sinew__fbx_source_of_property(pass->document, model, FBX_PROPERTY_VISIBILITY,
                                                        FBX_ANIMATION_CURVE_NODE) != NULL;
        if (!moves && !(sinew__fbx_property_number(model, FBX_PROPERTY_VISIBILITY, 1.0) > 0)) return 1;
        if (sinew__fbx_property_integer(model, FBX_PROPERTY_VISIBILITY_INHERITANCE, 1) == 0) return 0;
        model = sinew__fbx_target_of(pass->document, model, FBX_MODEL);
    }
    return 0;
}

static sinew_result fill_mesh(import_pass *pass, joined_mesh *mesh, unsigned *cursor, sinew_error *error)
{
    sinew_raw_mesh *raw = mesh->raw;
    const fbx_object *object = mesh->geometry.object, *model = mesh->model;
    const fbx_record *record = object->record, *layer = NULL;
    const size_t corner_count = mesh->geometry.corner_count;
    const int32_t node = pass->model_nodes[model->index];
    uint32_t flags = 0;
    if (is_hidden(pass, model)) flags |= SINEW_MESH_HIDDEN;
    // FBX hides back faces only if the model states it, whatever its materials are.
    static const char culled[] = "CullingOnC"; // followed by CW or W
    const fbx_bytes culling = sinew__fbx_child_bytes(model->record, FBX_NAME(CULLING));
    if (culling.size < sizeof culled - 1 || memcmp(culling.bytes, culled, sizeof culled - 1) != 0)
        flags |= SINEW_MESH_TWO_SIDED;
    *raw = (sinew_raw_mesh){.name = *object->name ? object->name : model->name,
                            .object = model->name,
                            .joint = pass->model_joints[model->index],
                            .node = node,
                            .flags = flags,
                            .geometric = mesh->geometric};
    int found = 0;
    sinew_result result = fill_positions(pass, &mesh->geometry, raw, error);
    if (result == SINEW_OK)
        result = sinew__join_parts(pass, node, cursor, &mesh->geometry, raw, &mesh->first_submesh, &found, error);
    if (result != SINEW_OK) return result;
    if (!found && !pass->without_assimp)
        sinew__import_warn(pass, IMPORT_WARNING_JOIN_FAILED, raw->object,
                           "the importer has no mesh that matches this geometry; it was read from the document");
    if (!fill_materials(pass, mesh)) return sinew__arena_fail(&pass->arena, error);
    // Read normals and colours that Assimp lacks: it skips some mappings, and geometries that it considers invalid.
    const layer_target normals = {sinew__fbx_record_child(record, FBX_NAME(LAYER_ELEMENT_NORMAL)), FBX_NAME(NORMALS),
                                  FBX_NAME(NORMALS_INDEX), 3, &raw->normals};
    const layer_target colors = {sinew__fbx_record_child(record, FBX_NAME(LAYER_ELEMENT_COLOR)), FBX_NAME(COLORS),
                                 FBX_NAME(COLOR_INDEX), 4, &raw->colors};
    if (!raw->normals) result = fill_layer(pass, mesh, &normals, error);
    if (result == SINEW_OK && !raw->colors) result = fill_layer(pass, mesh, &colors, error);
    mesh_sets sets = {0};
    while (sets.count < MOST_SETS && (layer = sinew__document_texcoords(record, layer)))
        sets.layers[sets.count++] = layer;
    if (result == SINEW_OK) result = fill_texcoords(pass, mesh, &sets, 0, &raw->texcoords, error);
    if (result == SINEW_OK) result = fill_texcoords(pass, mesh, &sets, 1, &raw->texcoords2, error);
    if (result != SINEW_OK) return result;
    if (!raw->texcoords) raw->texcoords = raw->texcoords2;
    if (raw->texcoords2 == raw->texcoords) raw->texcoords2 = NULL;
    // Drop black vertex colours, which multiply the material's colour: exporters write them for meshes that were not
    // painted.
    static const float black = 0.5f / 255; // half a step of 8 bits
    int is_painted = 0;
    for (size_t i = 0; raw->colors && i < corner_count * 4; ++i) is_painted |= i % 4 != 3 && raw->colors[i] > black;
    if (raw->colors && !is_painted) {
        raw->colors = NULL;
        sinew__import_warn(pass, IMPORT_WARNING_BLACK_COLORS, raw->object,
                           "its vertex colours are black everywhere and were dropped");
    }
    if (mesh->geometry.dropped_polygons)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, raw->object,
                           "%zu polygons use missing control points and were dropped", mesh->geometry.dropped_polygons);
    if (!raw->colors) return SINEW_OK;
    float *linear = SINEW__ARENA_ARRAY(&pass->arena, float, corner_count * 4); // FBX stores colours in sRGB
    if (!linear) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < corner_count * 4; ++i)
        linear[i] = i % 4 == 3 ? raw->colors[i] : sinew__srgb_to_linear(raw->colors[i]);
    raw->colors = linear;
    return SINEW_OK;
}

static sinew_result join_mesh(import_pass *pass, const fbx_object *model, const fbx_object *geometry, unsigned *cursor,
                              sinew_error *error)
{
    joined_mesh mesh = {
        .model = model, .geometric = sinew__document_geometric_transform(model), .index = pass->raw.mesh_count};
    mesh.raw = &pass->meshes[mesh.index];
    sinew__arena_reset(&pass->scratch);
    sinew__arena_share_limit(&pass->scratch, &pass->arena);
    sinew_result result = sinew__document_geometry_read(&pass->arena, &pass->scratch, geometry, &mesh.geometry, error);
    if (result != SINEW_OK) return result;
    if (mesh.geometry.polygon_count == 0) {
        sinew__import_warn(pass, IMPORT_WARNING_EMPTY_MESH, model->name, "the mesh has no polygons and was dropped");
        return SINEW_OK;
    }
    if (!list_corners(&pass->scratch, &mesh.geometry, &mesh.points)) return sinew__arena_fail(&pass->scratch, error);
    result = fill_mesh(pass, &mesh, cursor, error);
    if (result == SINEW_OK) result = sinew__join_cache(pass, &mesh, error);
    if (result == SINEW_OK && !mesh.raw->cache) result = sinew__join_shapes(pass, &mesh, error);
    if (result == SINEW_OK && !mesh.raw->cache) { // shapes apply to the mesh as modelled, then the skin to the result
        sinew_raw_deformer *deformers = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_deformer, 2);
        int has_skin = 0;
        if (!deformers) return sinew__arena_fail(&pass->arena, error);
        if (mesh.raw->morph_count) deformers[mesh.raw->deformer_count++].kind = SINEW_DEFORM_MORPH;
        result = sinew__join_skin(pass, &mesh, &deformers[mesh.raw->deformer_count], &has_skin, error);
        mesh.raw->deformers = deformers;
        mesh.raw->deformer_count += has_skin;
    }
    if (result == SINEW_OK) pass->raw.mesh_count++;
    return result;
}

static int is_geometry(const fbx_connection *connection)
{
    return connection->source->kind == FBX_GEOMETRY && !*connection->target_property;
}

static sinew_result join_model(import_pass *pass, const fbx_object *model, sinew_error *error)
{
    // Kinds of geometry without polygons.
    static const char *const surfaces[] = {"NurbsSurface", "Nurbs", "TrimNurbsSurface", "Patch"};
    const fbx_connections sources = sinew__fbx_sources(pass->document, model);
    unsigned cursor = 0;
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < sources.count && result == SINEW_OK; ++i) {
        if (!is_geometry(&sources.items[i])) continue;
        const fbx_object *geometry = sources.items[i].source;
        int is_surface = 0;
        for (size_t k = 0; k < sizeof surfaces / sizeof *surfaces; ++k)
            is_surface |= strcmp(geometry->subclass, surfaces[k]) == 0;
        if (strcmp(geometry->subclass, "Mesh") == 0 || // some writers omit the subclass
            (!*geometry->subclass && sinew__fbx_record_child(geometry->record, FBX_NAME(POLYGON_VERTEX_INDEX))))
            result = join_mesh(pass, model, geometry, &cursor, error);
        else if (is_surface)
            sinew__import_warn(pass, IMPORT_WARNING_SURFACE, model->name,
                               "a surface of kind '%s' has no polygons and is not drawn", geometry->subclass);
        else if (strcmp(geometry->subclass, "Shape") != 0)
            sinew__import_warn(pass, IMPORT_WARNING_UNSUPPORTED_GEOMETRY, model->name,
                               "a geometry of kind '%s' is not drawn", geometry->subclass);
    }
    return result;
}

sinew_result sinew__join_meshes(import_pass *pass, sinew_error *error)
{
    size_t mesh_count = 0;
    for (size_t i = 0; i < pass->document->connection_count; ++i) {
        const fbx_connection *connection = &pass->document->connections[i];
        mesh_count += connection->target->kind == FBX_MODEL && is_geometry(connection);
    }
    pass->meshes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_mesh, mesh_count);
    if (!pass->meshes) return sinew__arena_fail(&pass->arena, error);
    pass->raw.meshes = pass->meshes;
    sinew_result result = sinew__join_bind_poses(pass, error);
    if (result != SINEW_OK) return result;

    const fbx_object **models = SINEW__ARENA_ARRAY(&pass->arena, const fbx_object *, pass->raw.joint_count);
    if (!models) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < pass->document->object_count; ++i)
        if (pass->model_joints[i] != SINEW_NONE) models[pass->model_joints[i]] = &pass->document->objects[i];
    for (int32_t i = 0; i < pass->raw.joint_count && result == SINEW_OK; ++i)
        if (models[i]) result = join_model(pass, models[i], error);
    sinew__arena_free(&pass->scratch);
    return result;
}
