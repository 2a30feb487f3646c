/// Writes meshes: points, polygons, normals, texture coordinates, colours, materials.
#include <math.h>
#include <string.h>

#include "author/export/export_obj.h"
#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"

// ---- points -------------------------------------------------------------------------------------------------------

static const float *position_of(const fbx_writer *writer, const sinew_mesh *mesh, int32_t vertex)
{
    return writer->model->positions + 3 * ((size_t)mesh->first_vertex + (size_t)vertex);
}

/// Merges vertices that share a control point into one point, in the author's order; points without a vertex are left
/// out. Returns 0 if vertices of one point have different positions.
static int find_points(const fbx_writer *writer, fbx_mesh *out, int32_t *first_of)
{
    const sinew_mesh *mesh = out->mesh;
    const uint32_t *points = writer->model->control_points + mesh->first_vertex;
    for (int32_t i = 0; i < mesh->control_point_count; ++i) first_of[i] = SINEW_NONE;
    for (int32_t i = mesh->vertex_count - 1; i >= 0; --i) first_of[points[i]] = i;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const float *own = position_of(writer, mesh, i), *first = position_of(writer, mesh, first_of[points[i]]);
        if (memcmp(own, first, 3 * sizeof *own) != 0) return 0;
    }
    out->point_count = 0;
    for (int32_t i = 0; i < mesh->control_point_count; ++i) {
        if (first_of[i] == SINEW_NONE) continue;
        out->vertex_of[out->point_count] = first_of[i];
        first_of[i] = out->point_count++;
    }
    for (int32_t i = 0; i < mesh->vertex_count; ++i) out->point_of[i] = first_of[points[i]];
    return 1;
}

/// Makes the points of a mesh: one per control point, or one per vertex if find_points fails. Returns 0 when out of
/// memory.
static int make_points(fbx_writer *writer, fbx_mesh *out)
{
    const sinew_mesh *mesh = out->mesh;
    out->point_of = SINEW__ARENA_ARRAY(&writer->memory, int32_t, mesh->vertex_count);
    out->vertex_of = SINEW__ARENA_ARRAY(&writer->memory, int32_t, mesh->vertex_count);
    int32_t *first_of = SINEW__ARENA_ARRAY(&writer->memory, int32_t, mesh->control_point_count);
    if (!out->point_of || !out->vertex_of || !first_of) return 0;
    if (mesh->control_point_count > 0 && find_points(writer, out, first_of)) return 1;
    out->point_count = mesh->vertex_count;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) out->point_of[i] = out->vertex_of[i] = i;
    return 1;
}

static void put_vertices(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *geometry)
{
    const size_t count = 3 * (size_t)mesh->point_count;
    float *numbers = SINEW__ARENA_ARRAY(&writer->memory, float, count);
    for (int32_t i = 0; numbers && i < mesh->point_count; ++i) {
        const float *p = position_of(writer, mesh->mesh, mesh->vertex_of[i]);
        const sinew_vec3 at =
            sinew__affine_point(&mesh->to_joint, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
        numbers[3 * i] = (float)(at.x * writer->length);
        numbers[3 * i + 1] = (float)(at.y * writer->length);
        numbers[3 * i + 2] = (float)(at.z * writer->length);
    }
    sinew__fbx_put_floats(writer, geometry, FBX_RECORD_VERTICES, numbers, count);
}

/// Writes the point of each polygon corner; -1 - point marks a polygon's last corner.
static void put_polygons(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *geometry)
{
    const sinew_model *model = writer->model;
    const sinew_mesh *item = mesh->mesh;
    int32_t *out = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->corner_count);
    const uint32_t *corners = model->corner_vertices + item->first_corner;
    for (int32_t p = 0, at = 0; out && p < item->polygon_count; ++p) {
        const int32_t end = at + (int32_t)model->polygon_sizes[item->first_polygon + p];
        for (; at < end; ++at) out[at] = mesh->point_of[corners[at]];
        out[end - 1] = -1 - out[end - 1];
    }
    sinew__fbx_put_array(writer, geometry, FBX_RECORD_POLYGON_VERTEX_INDEX, out, (size_t)item->corner_count);
}

// ---- layers -------------------------------------------------------------------------------------------------------

/// Begins a layer element. `index` counts the elements of one kind.
static fbx_record *begin_layer(fbx_writer *writer, fbx_record *geometry, fbx_record_name name, int index,
                               const char *title, const char *mapping, const char *reference)
{
    fbx_record *layer = sinew__fbx_put(writer, geometry, name, index);
    (void)sinew__fbx_put(writer, layer, FBX_RECORD_VERSION, 101);
    (void)sinew__fbx_put(writer, layer, FBX_RECORD_NAME, title);
    (void)sinew__fbx_put(writer, layer, FBX_RECORD_MAPPING_INFORMATION_TYPE, mapping);
    (void)sinew__fbx_put(writer, layer, FBX_RECORD_REFERENCE_INFORMATION_TYPE, reference);
    return layer;
}

static void put_normals(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *geometry)
{
    const sinew_mesh *item = mesh->mesh;
    const size_t count = 3 * (size_t)item->corner_count;
    const int is_plain = sinew__affine_is_identity(&mesh->to_joint);
    sinew_affine inverse;
    double *out = SINEW__ARENA_ARRAY(&writer->memory, double, count);
    (void)sinew__affine_inverse(&mesh->to_joint, &inverse);
    for (int32_t i = 0; out && i < item->corner_count; ++i) {
        const size_t vertex = (size_t)item->first_vertex + writer->model->corner_vertices[item->first_corner + i];
        const float *n = writer->model->normals + 3 * vertex;
        double at[3] = {(double)n[0], (double)n[1], (double)n[2]}, square = 0;
        for (int c = 0; c < 3 && !is_plain; ++c) { // rotates the normal by the inverse transpose
            at[c] = 0;
            for (int r = 0; r < 3; ++r) at[c] += inverse.row[r][c] * (double)n[r];
            square += at[c] * at[c];
        }
        for (int c = 0; c < 3; ++c) {
            // Rounds to a multiple of 2^-24, which floats near 1 can store. Otherwise readers, which normalise, would
            // change the last bits of smaller components.
            const double component = square > 0 ? at[c] / sqrt(square) : at[c];
            out[3 * (size_t)i + (size_t)c] = ldexp(round(ldexp(component, 24)), -24);
        }
    }
    fbx_record *layer =
        begin_layer(writer, geometry, FBX_RECORD_LAYER_ELEMENT_NORMAL, 0, "", "ByPolygonVertex", "Direct");
    sinew__fbx_put_array(writer, layer, FBX_RECORD_NORMALS, out, count);
}

/// Writes `width` numbers per vertex as a list of rows in the order in which corners use them, and the row of each
/// corner. Vertices of one point with equal numbers share a row. So the file does not depend on the number and order of
/// the model's vertices, which differ by how the model was loaded.
static void put_indexed(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *layer, const fbx_record_name names[2],
                        const double *values, size_t width)
{
    enum { MOST = 64 }; // compared rows of a point; bounds the time for points with thousands of rows
    const sinew_mesh *item = mesh->mesh;
    int32_t *corners = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->corner_count);
    int32_t *row_of = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->vertex_count); // counted from 1
    double *rows = SINEW__ARENA_ARRAY(&writer->memory, double, (size_t)item->vertex_count *width);
    // A point's rows are a linked list: its last row, and the row before each row; both count from 1.
    int32_t *last = SINEW__ARENA_ARRAY(&writer->memory, int32_t, mesh->point_count);
    int32_t *before = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->vertex_count);
    int32_t count = 0;
    if (writer->memory.failed || !values) return;
    for (int32_t i = 0; i < item->corner_count; ++i) {
        const uint32_t vertex = writer->model->corner_vertices[item->first_corner + i];
        if (!row_of[vertex]) {
            const double *own = values + (size_t)vertex * width;
            int32_t *const last_of_point = &last[mesh->point_of[vertex]];
            int32_t row = *last_of_point, compared = 0;
            while (row && compared < MOST && memcmp(rows + (size_t)(row - 1) * width, own, width * sizeof *own) != 0) {
                row = before[row - 1];
                ++compared;
            }
            if (!row || compared == MOST) {
                memcpy(rows + (size_t)count * width, own, width * sizeof *own);
                before[count] = *last_of_point;
                row = *last_of_point = ++count;
            }
            row_of[vertex] = row;
        }
        corners[i] = row_of[vertex] - 1;
    }
    sinew__fbx_put_array(writer, layer, names[0], rows, (size_t)count * width);
    sinew__fbx_put_array(writer, layer, names[1], corners, (size_t)item->corner_count);
}

/// Writes the first (0) or the second (1) texture coordinates.
static void put_texcoords(fbx_writer *writer, const fbx_mesh *mesh, int set, fbx_record *geometry)
{
    const float *texcoords = set == 0 ? writer->model->texcoords : writer->model->texcoords2;
    static const fbx_record_name names[] = {FBX_RECORD_UV, FBX_RECORD_UV_INDEX};
    const size_t first = 2 * (size_t)mesh->mesh->first_vertex, count = 2 * (size_t)mesh->mesh->vertex_count;
    double *numbers = SINEW__ARENA_ARRAY(&writer->memory, double, count);
    for (size_t i = 0; numbers && i < count; ++i) numbers[i] = (double)texcoords[first + i];
    fbx_record *layer = begin_layer(writer, geometry, FBX_RECORD_LAYER_ELEMENT_UV, set, sinew__fbx_uv_sets[set],
                                    "ByPolygonVertex", "IndexToDirect");
    put_indexed(writer, mesh, layer, names, numbers, 2);
}

static void put_colors(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *geometry)
{
    static const fbx_record_name names[] = {FBX_RECORD_COLORS, FBX_RECORD_COLOR_INDEX};
    const size_t first = 4 * (size_t)mesh->mesh->first_vertex, count = 4 * (size_t)mesh->mesh->vertex_count;
    double *numbers = SINEW__ARENA_ARRAY(&writer->memory, double, count);
    for (size_t i = 0; numbers && i < count; ++i) {
        numbers[i] = (double)writer->model->colors[first + i];
        if (i % 4 == 3) continue; // alpha
        // FBX stores sRGB, models linear light. Rounded, so that a colour survives reading and writing unchanged.
        const double light = fabs(numbers[i]),
                     stored = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
        numbers[i] = copysign(round(stored * 1e6) / 1e6, numbers[i]);
    }
    fbx_record *layer =
        begin_layer(writer, geometry, FBX_RECORD_LAYER_ELEMENT_COLOR, 0, "Color", "ByPolygonVertex", "IndexToDirect");
    put_indexed(writer, mesh, layer, names, numbers, 4);
}

/// Returns the slot of a material among the mesh's slots, or `count` if it has none.
static int32_t slot_of(const int32_t *slots, int32_t count, int32_t material)
{
    int32_t slot = 0;
    while (slot < count && slots[slot] != material) ++slot;
    return slot;
}

/// Fills `out` with the slot of each polygon.
static void list_slots(fbx_writer *writer, const fbx_mesh *mesh, const int32_t *slots, int32_t count, int32_t *out)
{
    const sinew_model *model = writer->model;
    const sinew_mesh *item = mesh->mesh;
    polygon_submeshes walk;
    int32_t *done = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->submesh_count);
    uint32_t *seen = SINEW__ARENA_ARRAY(&writer->memory, uint32_t, item->vertex_count);
    if (!done || !seen) return;
    sinew__polygon_submeshes_begin(&walk, model, item, done, seen);
    const uint32_t *corners = model->corner_vertices + item->first_corner;
    for (int32_t i = 0; i < item->polygon_count; ++i) {
        const uint32_t size = model->polygon_sizes[item->first_polygon + i];
        if (size >= 3) out[i] = slot_of(slots, count, sinew__polygon_submeshes_next(&walk, corners, size));
        corners += size;
    }
}

/// Connects the mesh's materials to its model, in the order of their slots, and writes the slots of the polygons.
static void put_materials(fbx_writer *writer, const fbx_mesh *mesh, fbx_record *geometry)
{
    const sinew_mesh *item = mesh->mesh;
    int32_t *slots = SINEW__ARENA_ARRAY(&writer->memory, int32_t, item->submesh_count + 1);
    if (!slots) return;
    int32_t count = 0;
    for (int32_t i = 0; i < item->submesh_count; ++i) {
        const int32_t material = writer->model->submeshes[item->first_submesh + i].material;
        if (material == SINEW_NONE || slot_of(slots, count, material) < count) continue;
        slots[count++] = material;
        sinew__fbx_put_connection(writer, sinew__fbx_material(writer, material), mesh->model);
    }
    const int is_one = item->submesh_count < 2 || item->polygon_count == 0;
    int32_t *out = SINEW__ARENA_ARRAY(&writer->memory, int32_t, is_one ? 1 : item->polygon_count);
    if (out && !is_one) list_slots(writer, mesh, slots, count, out);
    fbx_record *layer = begin_layer(writer, geometry, FBX_RECORD_LAYER_ELEMENT_MATERIAL, 0, "",
                                    is_one ? "AllSame" : "ByPolygon", "IndexToDirect");
    sinew__fbx_put_array(writer, layer, FBX_RECORD_MATERIALS, out, is_one ? 1 : (size_t)item->polygon_count);
}

static void put_layer_element(fbx_writer *writer, fbx_record *layer, const char *type, int index)
{
    fbx_record *element = sinew__fbx_put(writer, layer, FBX_RECORD_LAYER_ELEMENT);
    (void)sinew__fbx_put(writer, element, FBX_RECORD_TYPE, type);
    (void)sinew__fbx_put(writer, element, FBX_RECORD_TYPED_INDEX, index);
}

static void put_layer_list(fbx_writer *writer, fbx_record *geometry)
{
    static const char prefix[] = "LayerElement";
    fbx_record *last = geometry ? geometry->last_child : NULL;
    fbx_record *layer = sinew__fbx_put(writer, geometry, FBX_RECORD_LAYER, 0);
    (void)sinew__fbx_put(writer, layer, FBX_RECORD_VERSION, 100);
    for (const fbx_record *child = layer ? geometry->first_child : NULL; child && child != last->next;
         child = child->next) {
        if (strncmp(child->name, prefix, sizeof prefix - 1) != 0) continue;
        put_layer_element(writer, layer, child->name, 0);
    }
}

// ---- meshes -------------------------------------------------------------------------------------------------------

static void put_geometry(fbx_writer *writer, fbx_mesh *mesh)
{
    const sinew_mesh *item = mesh->mesh;
    fbx_record *geometry =
        sinew__fbx_put_object(writer, FBX_GEOMETRY, sinew_text(writer->model, item->name), "Mesh", &mesh->geometry);
    sinew__fbx_put_connection(writer, mesh->geometry, mesh->model);
    put_vertices(writer, mesh, geometry);
    put_polygons(writer, mesh, geometry);
    (void)sinew__fbx_put(writer, geometry, FBX_RECORD_GEOMETRY_VERSION, 124);
    put_normals(writer, mesh, geometry);
    if (item->flags & SINEW_MESH_TEXCOORDS) put_texcoords(writer, mesh, 0, geometry);
    if (item->flags & SINEW_MESH_COLORS) put_colors(writer, mesh, geometry);
    put_materials(writer, mesh, geometry);
    put_layer_list(writer, geometry);
    if (item->flags & SINEW_MESH_TEXCOORDS2) { // a layer has only one element of each kind
        put_texcoords(writer, mesh, 1, geometry);
        fbx_record *layer = sinew__fbx_put(writer, geometry, FBX_RECORD_LAYER, 1);
        (void)sinew__fbx_put(writer, layer, FBX_RECORD_VERSION, 100);
        put_layer_element(writer, layer, "LayerElementUV", 1);
    }
}

/// Returns the model of a mesh: the joint's model if the author attached the mesh there and no earlier mesh uses it,
/// else a new model below the joint.
static int64_t find_model(fbx_writer *writer, const sinew_mesh *mesh, uint8_t *has_mesh)
{
    const sinew_model *model = writer->model;
    const int32_t joint = mesh->joint;
    const int64_t id = writer->joint_id[joint];
    const char *name = sinew_text(model, mesh->object), *of_joint = sinew_text(model, model->joints[joint].name);
    if (model->joints[joint].kind == SINEW_JOINT_MESH && id && !has_mesh[joint]) {
        has_mesh[joint] = 1;
        return id;
    }
    const char *own = *name && strcmp(name, of_joint) != 0
                          ? name
                          : sinew__arena_format(&writer->memory, "%s_mesh_%d", of_joint, (int)(mesh - model->meshes));
    return sinew__fbx_put_mesh_model(writer, sinew__fbx_claim_name(writer, own), id,
                                     mesh->flags & SINEW_MESH_HIDDEN ? 1 : 0);
}

static void put_mesh(fbx_writer *writer, int32_t index, uint8_t *has_mesh)
{
    const sinew_mesh *item = &writer->model->meshes[index];
    fbx_mesh mesh = {.mesh = item, .index = index, .to_joint = sinew__affine_identity()};
    if (!make_points(writer, &mesh)) return;
    if (!(item->flags & SINEW_MESH_SKINNED))
        mesh.to_joint = writer->model->skin_joints[item->first_skin_joint].inverse_bind;
    mesh.model = find_model(writer, item, has_mesh);
    put_geometry(writer, &mesh);
    if (item->flags & SINEW_MESH_SKINNED) sinew__fbx_put_skin(writer, &mesh);
    if (item->morph_count > 0) sinew__fbx_put_shapes(writer, &mesh);
}

/// Writes an empty geometry for each of the author's meshes without polygons: without one, programs treat the mesh's
/// model as a group, and three.js fails.
static void put_empty_meshes(fbx_writer *writer)
{
    static const double none[1];
    const sinew_model *model = writer->model;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].kind != SINEW_JOINT_MESH || writer->holds_mesh[i] || !writer->joint_id[i]) continue;
        int64_t id;
        fbx_record *geometry =
            sinew__fbx_put_object(writer, FBX_GEOMETRY, sinew_text(model, model->joints[i].name), "Mesh", &id);
        sinew__fbx_put_connection(writer, id, writer->joint_id[i]);
        sinew__fbx_put_array(writer, geometry, FBX_RECORD_VERTICES, none, 0);
        sinew__fbx_put_array(writer, geometry, FBX_RECORD_POLYGON_VERTEX_INDEX, none, 0);
        (void)sinew__fbx_put(writer, geometry, FBX_RECORD_GEOMETRY_VERSION, 124);
    }
}

sinew_result sinew__fbx_put_meshes(fbx_writer *writer, sinew_error *error)
{
    const sinew_model *model = writer->model;
    uint8_t *has_mesh = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->joint_count);
    int32_t tangents = 0;
    if (!has_mesh) return sinew__arena_fail(&writer->memory, error);
    for (int32_t i = 0; i < model->mesh_count && !writer->memory.failed; ++i) {
        const sinew_result result = sinew__glb_check_budget(&writer->scene, error);
        if (result != SINEW_OK) return result;
        put_mesh(writer, i, has_mesh);
        tangents += (model->meshes[i].flags & SINEW_MESH_TANGENTS) != 0;
    }
    if (!writer->memory.failed) put_empty_meshes(writer);
    // Materials that no polygon uses.
    for (int32_t i = 0; i < model->material_count && !writer->memory.failed; ++i) (void)sinew__fbx_material(writer, i);
    if (tangents > 0) sinew__export_note(writer->options, "tangents of %d meshes are left out", (int)tangents);
    return writer->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}
