// Converts the primitives of a glTF file's meshes to raw meshes: attributes, Draco streams, polygons, morph targets.
#include "import/gltf/gltf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "import/gltf/gltf_draco.h"

// ---- polygons -------------------------------------------------------------------------------------------------------

/// The values of a primitive's `mode`: how its vertices form polygons.
typedef enum gltf_mode { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } gltf_mode;

static size_t count_polygons(gltf_mode mode, size_t count)
{
    switch (mode) {
    case POINTS: return count;
    case LINES: return count / 2;
    case LINE_LOOP: return count > 1 ? count : 0;
    case LINE_STRIP: return count > 1 ? count - 1 : 0;
    case TRIANGLES: return count / 3;
    case TRIANGLE_STRIP:
    case TRIANGLE_FAN: return count > 2 ? count - 2 : 0;
    }
    return 0;
}

/// Returns the position in the vertex list, of length `count`, of a polygon's corner. In every second triangle of a
/// strip, the first two corners are exchanged to keep the winding.
static size_t corner_of(gltf_mode mode, size_t count, size_t polygon, size_t corner)
{
    switch (mode) {
    case POINTS: return polygon;
    case LINES: return 2 * polygon + corner;
    case LINE_LOOP:
    case LINE_STRIP: return (polygon + corner) % count;
    case TRIANGLES: return 3 * polygon + corner;
    case TRIANGLE_STRIP: return polygon + (polygon % 2 && corner < 2 ? 1 - corner : corner);
    case TRIANGLE_FAN: return corner ? polygon + corner : 0;
    }
    return 0;
}

/// Fills the polygons of a mesh. `indices` NULL: the vertices are used in order; otherwise the array may become the
/// mesh's. Polygons with an invalid index are left out if `has_bad`. Returns 0 when out of memory.
static int read_polygons(import_pass *pass, gltf_mode mode, uint32_t *indices, size_t count, int has_bad,
                         sinew_raw_mesh *out)
{
    const int is_copied = !indices || mode != TRIANGLES || has_bad; // else the indices are the corners
    const size_t polygons = count_polygons(mode, count), size = mode == POINTS ? 1 : mode < TRIANGLES ? 2 : 3;
    uint32_t *sizes = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, polygons);
    uint32_t *corners = is_copied ? sinew__arena_take(&pass->arena, polygons, size * sizeof *corners) : indices;
    size_t kept = 0;
    int in_order = 1;
    if (!sizes || !corners || polygons > INT32_MAX / size) return 0;
    for (size_t i = 0; !is_copied && i < 3 * polygons; ++i) in_order &= corners[i] == i;
    for (; !is_copied && kept < polygons; ++kept) sizes[kept] = 3;
    for (size_t p = 0; is_copied && p < polygons; ++p) {
        uint32_t *polygon = corners + kept * size;
        int is_good = 1;
        for (size_t k = 0; k < size; ++k) {
            const size_t at = corner_of(mode, count, p, k);
            polygon[k] = indices ? indices[at] : (uint32_t)at;
            is_good &= polygon[k] < (uint32_t)out->vertex_count;
            in_order &= polygon[k] == kept * size + k;
        }
        if (is_good) sizes[kept++] = (uint32_t)size;
    }
    in_order &= kept * size == (size_t)out->vertex_count;
    out->polygon_sizes = sizes;
    out->polygon_count = (int32_t)kept;
    out->corner_vertices = in_order ? NULL : corners;
    out->corner_count = (int32_t)(kept * size);
    out->weld = in_order; // one vertex per polygon vertex
    out->reorder = 1;
    return 1;
}

// ---- attributes -----------------------------------------------------------------------------------------------------

/// A primitive while it is being read.
typedef struct primitive_reader {
    gltf_reader *reader;
    const sinew__json_value *json, *attributes;
    const sinew__json_value *draco_ids; ///< attribute ids in `draco`, or NULL
    gltf_draco *draco;
    size_t vertex_count;
} primitive_reader;

static size_t count_components(const sinew__json_value *accessor)
{
    const char *type = sinew__gltf_text(accessor, "type", "");
    const int is_vector = strncmp(type, "VEC", 3) == 0 && type[3] >= '2' && type[3] <= '4' && !type[4];
    return is_vector ? (size_t)(type[3] - '0') : strcmp(type, "SCALAR") == 0;
}

/// Reads the attribute `id` of a Draco mesh. The accessor `index` states the components and whether they are
/// normalised; the number of vertices comes from the stream.
static sinew_result read_draco_attribute(const primitive_reader *from, const sinew__json_value *index,
                                         const sinew__json_value *id, size_t least, size_t components, float **out,
                                         sinew_error *error)
{
    static const double largest[] = {127, 255, 32767, 65535};
    sinew__arena *arena = &from->reader->pass->arena;
    const sinew__json_value *accessor = sinew__gltf_item(&from->reader->accessors->accessors, index);
    const sinew__json_value *code = sinew__json_member(accessor, "componentType");
    const int32_t type = sinew__json_is(code, SINEW__JSON_NUMBER) ? sinew__gltf_whole(code) - 5120 : -1;
    const size_t own = count_components(accessor), count = from->vertex_count;
    float *numbers = SINEW__ARENA_ARRAY(arena, float, count *own), *wide = numbers;
    if (components > own) wide = SINEW__ARENA_ARRAY(arena, float, count *components);
    if (!numbers || !wide) return sinew__arena_fail(arena, error);
    if (own < least || !sinew__json_is(id, SINEW__JSON_NUMBER) ||
        !sinew__gltf_draco_attribute(from->draco, (uint32_t)sinew__gltf_whole(id), own, numbers))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the Draco stream has no such attribute of %zu numbers",
                           own < least ? least : own);
    if (sinew__json_is(sinew__json_member(accessor, "normalized"), SINEW__JSON_TRUE) && type >= 0 && type < 4)
        for (size_t i = 0; i < count * own; ++i) numbers[i] = (float)fmax((double)numbers[i] / largest[type], -1.0);
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < components; ++c) wide[i * components + c] = c < own ? numbers[i * own + c] : 1;
    *out = wide;
    return SINEW_OK;
}

/// Reads `components` numbers per vertex. The attribute must store at least `least` of them; the others become 1. *out
/// is NULL if the attribute is missing, or was dropped because its count differs from the vertex count.
static sinew_result read_attribute(const primitive_reader *from, const sinew__json_value *attributes, const char *name,
                                   size_t least, size_t components, float **out, sinew_error *error)
{
    gltf_reader *reader = from->reader;
    import_pass *pass = reader->pass;
    const sinew__json_value *index = sinew__json_member(attributes, name);
    const sinew__json_value *id = attributes == from->attributes ? sinew__json_member(from->draco_ids, name) : NULL;
    size_t count = from->vertex_count;
    *out = NULL;
    if (!index) return SINEW_OK;
    const sinew_result result = id ? read_draco_attribute(from, index, id, least, components, out, error)
                                   : sinew__gltf_read(reader->accessors, &pass->arena, index, GLTF_FLOATS, least,
                                                      components, out, &count, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(reader, name, result, error);
    if (count == from->vertex_count) return SINEW_OK;
    sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, reader->owner,
                       "its attribute '%.*s' has %zu elements, but the mesh has %zu vertices; it was dropped",
                       (int)strcspn(name, "0123456789"), name, count, from->vertex_count);
    *out = NULL;
    return SINEW_OK;
}

/// Replaces numbers that are not finite by `otherwise`. Warns of them if `what`, the name of the attribute, is not
/// NULL.
static void replace_bad(const primitive_reader *from, float *numbers, size_t components, float otherwise,
                        const char *what)
{
    import_pass *pass = from->reader->pass;
    unsigned bad = 0;
    for (size_t i = 0; numbers && i < from->vertex_count * components; ++i) {
        if (isfinite(numbers[i])) continue;
        numbers[i] = otherwise;
        ++bad;
    }
    if (bad && what)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, from->reader->owner,
                           "%u %s coordinates are not finite and became %.0f", bad, what, (double)otherwise);
}

/// Reads a set of texture coordinates and flips v, so that it points upwards. *out is NULL if the set is missing.
static sinew_result read_texcoord_set(const primitive_reader *from, int set, float **out, sinew_error *error)
{
    char name[24];
    snprintf(name, sizeof name, "TEXCOORD_%d", set);
    const sinew_result result = read_attribute(from, from->attributes, name, 2, 2, out, error);
    if (result != SINEW_OK || !*out) return result;
    for (size_t i = 0; i < from->vertex_count; ++i) (*out)[2 * i + 1] = 1 - (*out)[2 * i + 1];
    replace_bad(from, *out, 2, 0, NULL);
    return SINEW_OK;
}

/// Reads the texture coordinates that the images of the material use. If the first set is missing, TEXCOORD_0 replaces
/// it, or else the second set.
static sinew_result read_texcoords(const primitive_reader *from, int32_t material, sinew_raw_mesh *out,
                                   sinew_error *error)
{
    gltf_reader *reader = from->reader;
    float *texcoords, *second = NULL;
    int sets[2];
    sinew__gltf_texcoords(reader, material == SINEW_NONE ? NULL : reader->materials.items[material], sets);
    sinew_result result = read_texcoord_set(from, sets[0], &texcoords, error);
    if (result == SINEW_OK && !texcoords && sets[0] != 0) result = read_texcoord_set(from, 0, &texcoords, error);
    if (result == SINEW_OK && sets[1] != SINEW_NONE) result = read_texcoord_set(from, sets[1], &second, error);
    if (result != SINEW_OK) return result;
    out->texcoords = texcoords ? texcoords : second;
    out->texcoords2 = texcoords ? second : NULL;
    return SINEW_OK;
}

/// Reads the sets JOINTS_n and WEIGHTS_n, from n = 0 until one is missing.
static sinew_result read_influences(const primitive_reader *from, gltf_primitive *out, sinew_error *error)
{
    enum { MOST = sizeof out->joints / sizeof *out->joints };
    import_pass *pass = from->reader->pass;
    for (int set = 0; set < MOST; ++set) {
        char names[2][16];
        float *joints, *weights;
        snprintf(names[0], sizeof names[0], "JOINTS_%d", set);
        snprintf(names[1], sizeof names[1], "WEIGHTS_%d", set);
        sinew_result result = read_attribute(from, from->attributes, names[0], 4, 4, &joints, error);
        if (result == SINEW_OK) result = read_attribute(from, from->attributes, names[1], 4, 4, &weights, error);
        if (result != SINEW_OK) return result;
        if (!joints && !weights) continue;
        if (!joints || !weights || out->set_count < set) {
            sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, from->reader->owner,
                               "set %d of joints and weights is not complete and was dropped", set);
            continue;
        }
        out->joints[set] = joints;
        out->weights[set] = weights;
        ++out->set_count;
    }
    return SINEW_OK;
}

// ---- morph targets --------------------------------------------------------------------------------------------------

static int is_zero(const float *vectors, size_t vertex)
{
    return !vectors || (vectors[3 * vertex] == 0 && vectors[3 * vertex + 1] == 0 && vectors[3 * vertex + 2] == 0);
}

/// Reads the vertices that a morph target moves, with their offsets.
static sinew_result read_shape(const primitive_reader *from, const sinew__json_value *target, int has_normals,
                               sinew_raw_shape *out, sinew_error *error)
{
    sinew__arena *arena = &from->reader->pass->arena;
    float *positions = NULL, *normals = NULL;
    sinew_result result = read_attribute(from, target, "POSITION", 3, 3, &positions, error);
    if (result == SINEW_OK && has_normals) result = read_attribute(from, target, "NORMAL", 3, 3, &normals, error);
    if (result != SINEW_OK) return result;
    replace_bad(from, positions, 3, 0, NULL);
    replace_bad(from, normals, 3, 0, NULL);
    size_t count = 0;
    for (size_t i = 0; i < from->vertex_count; ++i) count += !is_zero(positions, i) || !is_zero(normals, i);
    int32_t *vertices = SINEW__ARENA_ARRAY(arena, int32_t, count);
    float *moved = SINEW__ARENA_ARRAY(arena, float, positions ? 0 : 3 * count);
    if (!vertices || !moved) return sinew__arena_fail(arena, error);
    count = 0;
    for (size_t i = 0; i < from->vertex_count; ++i) { // moves the kept vertices to the front
        if (is_zero(positions, i) && is_zero(normals, i)) continue;
        vertices[count] = (int32_t)i;
        if (positions) memmove(positions + 3 * count, positions + 3 * i, 3 * sizeof *positions);
        if (normals) memmove(normals + 3 * count, normals + 3 * i, 3 * sizeof *normals);
        ++count;
    }
    *out = (sinew_raw_shape){.full_weight = 1,
                             .vertices = vertices,
                             .positions = positions ? positions : moved,
                             .normals = normals,
                             .count = (int32_t)count};
    return SINEW_OK;
}

/// Reads the morph targets of a primitive; their weights and names come from the mesh.
static sinew_result read_targets(const primitive_reader *from, const sinew__json_value *mesh, sinew_raw_mesh *out,
                                 sinew_error *error)
{
    import_pass *pass = from->reader->pass;
    const sinew__json_value *targets = sinew__json_member(from->json, "targets"), *target = sinew__json_first(targets);
    const sinew__json_value *weight = sinew__json_first(sinew__json_member(mesh, "weights"));
    const sinew__json_value *name =
        sinew__json_first(sinew__json_member(sinew__json_member(mesh, "extras"), "targetNames"));
    const int32_t count = sinew__json_count(targets);
    sinew_raw_morph *morphs = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_morph, count);
    sinew_raw_shape *shapes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_shape, count);
    if (!morphs || !shapes) return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; target; i++, target = target->next) {
        const char *text = sinew__json_text(name);
        const float full = sinew__json_is(weight, SINEW__JSON_NUMBER) ? (float)weight->number : 0;
        morphs[i] = (sinew_raw_morph){.name = text && *text ? sinew__import_text(&pass->arena, text, strlen(text))
                                                            : sinew__arena_format(&pass->arena, "Morph %d", (int)i + 1),
                                      .shapes = &shapes[i],
                                      .shape_count = 1,
                                      .weight = isfinite(full) ? full : 0};
        const sinew_result result = read_shape(from, target, out->normals != NULL, &shapes[i], error);
        if (result != SINEW_OK) return result;
        if (name) name = name->next;
        if (weight) weight = weight->next;
    }
    out->morphs = morphs;
    out->morph_count = count;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}

// ---- primitives -----------------------------------------------------------------------------------------------------

/// Reads the vertex indices of the polygons; *out is NULL if the primitive has none, and the vertices are used in
/// order. Warns of indices beyond the vertices, and sets *out_bad to their number.
static sinew_result read_indices(const primitive_reader *from, uint32_t **out, size_t *out_count, size_t *out_bad,
                                 sinew_error *error)
{
    gltf_reader *reader = from->reader;
    import_pass *pass = reader->pass;
    const sinew__json_value *index = sinew__json_member(from->json, "indices");
    const size_t draco_count = from->draco ? sinew__gltf_draco_index_count(from->draco) : 0;
    *out = NULL;
    *out_count = from->vertex_count;
    *out_bad = 0;
    if (from->draco ? draco_count == 0 : !index) return SINEW_OK;
    if (from->draco) { // the stream stores 32-bit indices, whatever the accessor says
        *out = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, draco_count);
        *out_count = draco_count;
        if (!*out) return sinew__arena_fail(&pass->arena, error);
        sinew__gltf_draco_indices(from->draco, *out);
    } else {
        const sinew_result result =
            sinew__gltf_read(reader->accessors, &pass->arena, index, GLTF_INDICES, 1, 1, out, out_count, error);
        if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "indices", result, error);
    }
    for (size_t i = 0; i < *out_count; ++i) *out_bad += (*out)[i] >= from->vertex_count;
    if (*out_bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, reader->owner,
                           "%zu of its %zu indices name missing vertices; their polygons were dropped", *out_bad,
                           *out_count);
    return SINEW_OK;
}

/// Reads a primitive. Its polygon_count is 0 if it has no polygons, points or lines.
static sinew_result read_geometry(primitive_reader *from, const sinew__json_value *mesh, gltf_primitive *out,
                                  sinew_error *error)
{
    gltf_reader *reader = from->reader;
    const sinew__json_value *mode = sinew__json_member(from->json, "mode");
    const sinew__json_value *position = sinew__json_member(from->attributes, "POSITION");
    const double kind = sinew__json_is(mode, SINEW__JSON_NUMBER) ? mode->number : TRIANGLES;
    sinew_raw_mesh *raw = &out->mesh;
    float *positions, *normals, *colors;
    uint32_t *indices;
    size_t index_count, bad_count;
    sinew_result result =
        sinew__gltf_index(from->json, "material", &reader->materials, "material", &out->material, error);
    if (result != SINEW_OK || !position || !(kind >= POINTS && kind <= TRIANGLE_FAN)) return result;
    if (from->draco && sinew__json_member(from->draco_ids, "POSITION")) {
        from->vertex_count = sinew__gltf_draco_vertex_count(from->draco);
        result = read_attribute(from, from->attributes, "POSITION", 3, 3, &positions, error);
    } else {
        result = sinew__gltf_read(reader->accessors, &reader->pass->arena, position, GLTF_FLOATS, 3, 3, &positions,
                                  &from->vertex_count, error);
        if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "POSITION", result, error);
    }
    if (result == SINEW_OK && from->vertex_count > INT32_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "%s has %zu vertices", reader->owner, from->vertex_count);
    raw->vertex_count = (int32_t)from->vertex_count;
    if (result == SINEW_OK) result = read_indices(from, &indices, &index_count, &bad_count, error);
    if (result != SINEW_OK) return result;
    if (!read_polygons(reader->pass, from->draco ? TRIANGLES : (gltf_mode)kind, indices, index_count, bad_count > 0,
                       raw))
        return sinew__arena_fail(&reader->pass->arena, error);
    if (raw->polygon_count == 0) return SINEW_OK;
    replace_bad(from, positions, 3, 0, "position");
    raw->positions = positions;
    result = read_attribute(from, from->attributes, "NORMAL", 3, 3, &normals, error);
    if (result == SINEW_OK) replace_bad(from, normals, 3, 0, "normal"), raw->normals = normals;
    if (result == SINEW_OK) result = read_texcoords(from, out->material, raw, error);
    if (result == SINEW_OK) result = read_attribute(from, from->attributes, "COLOR_0", 3, 4, &colors, error);
    if (result == SINEW_OK) replace_bad(from, colors, 4, 1, NULL), raw->colors = colors;
    if (result == SINEW_OK) result = read_influences(from, out, error);
    return result == SINEW_OK ? read_targets(from, mesh, raw, error) : result;
}

static sinew_result read_primitive(gltf_reader *reader, const sinew__json_value *mesh, const sinew__json_value *json,
                                   gltf_primitive *out, sinew_error *error)
{
    primitive_reader from = {.reader = reader, .json = json, .attributes = sinew__json_member(json, "attributes")};
    const sinew__json_value *draco = sinew__gltf_extension(json, "KHR_draco_mesh_compression");
    gltf_bytes view;
    char reason[160] = "";
    *out = (gltf_primitive){.material = SINEW_NONE, .skin = SINEW_NONE};
    if (!draco) return read_geometry(&from, mesh, out, error);
    sinew_result result =
        sinew__gltf_view_open(reader->accessors, sinew__json_member(draco, "bufferView"), &view, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "Draco", result, error);
    from.draco_ids = sinew__json_member(draco, "attributes");
    result = sinew__gltf_draco_decode(view.bytes, view.size, &from.draco, reason, sizeof reason);
    if (result == SINEW_OK)
        result = read_geometry(&from, mesh, out, error);
    else if (result == SINEW_ERROR_DAMAGED)
        result = sinew__fail(error, result, "damaged: %s: its Draco stream is damaged: %s", reader->owner, reason);
    else if (result == SINEW_ERROR_UNSUPPORTED)
        result = sinew__fail(error, result, "unsupported: %s: this build reads no meshes that Draco compressed",
                             reader->owner);
    else
        result = sinew__fail_memory(error);
    sinew__gltf_draco_free(from.draco);
    return result;
}

sinew_result sinew__gltf_read_mesh(gltf_reader *reader, int32_t index, sinew_error *error)
{
    import_pass *pass = reader->pass;
    gltf_mesh *mesh = &reader->read_meshes[index];
    const sinew__json_value *json = reader->meshes.items[index], *item;
    const sinew__json_value *primitives = sinew__json_member(json, "primitives");
    if (mesh->is_read) return SINEW_OK;
    mesh->is_read = 1;
    mesh->primitives = SINEW__ARENA_ARRAY(&pass->arena, gltf_primitive, sinew__json_count(primitives));
    if (!mesh->primitives) return sinew__arena_fail(&pass->arena, error);
    sinew__gltf_set_owner(reader, "mesh", json, (size_t)index);
    for (item = sinew__json_first(primitives); item; item = item->next) {
        gltf_primitive *primitive = &mesh->primitives[mesh->count];
        sinew_result result = read_primitive(reader, json, item, primitive, error);
        if (result == SINEW_OK && primitive->mesh.polygon_count > 0) {
            ++mesh->count;
            if (primitive->material == SINEW_NONE)
                reader->has_bare_mesh = 1;
            else
                result = sinew__gltf_number_material(reader, primitive->material, error);
        } else if (result == SINEW_OK) {
            sinew__import_warn(pass, IMPORT_WARNING_EMPTY_MESH, reader->owner,
                               "a primitive has no polygons and was dropped");
        }
        if (result != SINEW_OK) return result;
    }
    // The mesh's name, with the number of the primitive if there are several.
    for (int32_t i = 0; i < mesh->count; ++i) {
        const char *name = sinew__gltf_text(json, "name", "");
        name = *name ? sinew__import_text(&pass->arena, name, strlen(name))
                     : sinew__arena_format(&pass->arena, "meshes[%d]", (int)index);
        if (name && mesh->count > 1) name = sinew__arena_format(&pass->arena, "%s-%d", name, (int)i);
        mesh->primitives[i].mesh.name = name;
    }
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}
