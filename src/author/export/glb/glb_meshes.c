/// Writes meshes: vertices in metres, triangles by material, weights in sets of four per vertex.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/glb/glb_pack.h"
#include "author/export/glb/glb_scene.h"
#include "core/base/affine.h"
#include "sinew/skin.h"

static const size_t max_data = GLB_MAX_DATA;

typedef struct mesh_writer {
    glb_scene *scene;
    int32_t index;
    const sinew_mesh *mesh;
    int is_rigid;     ///< whether all vertices follow one joint; then the mesh is on the joint's node
    sinew_affine map; ///< transform from the model's vertices to the file's
    double tolerance; ///< metres by which compression may move a vertex
    int32_t *used;    ///< [skin_joint_count] index in the glTF skin, or SINEW_NONE
    int32_t used_count;
    sinew__buffer attributes, targets; ///< JSON that all primitives share: an object, and if there are morphs, an array
    sinew__json_writer json;           ///< writes `attributes`
} mesh_writer;

static const char *mesh_name(const mesh_writer *writer)
{
    const char *name = sinew_text(writer->scene->model, writer->mesh->name);
    return *name ? name : sinew_text(writer->scene->model, writer->mesh->object);
}

// ---- vertices -----------------------------------------------------------------------------------------------------

static void put_attribute(mesh_writer *writer, const char *name, const glb_accessor *accessor)
{
    const int32_t index = sinew__glb_accessor(&writer->scene->file, accessor);
    sinew__json_put_whole(&writer->json, name, index);
}

/// Adds the buffer view of an attribute with `components` numbers per vertex. Returns its memory; NULL when out of
/// memory.
static void *vertex_view(mesh_writer *writer, glb_packing packing, size_t stride, int component, int components,
                         glb_accessor *out)
{
    static const char *const types[] = {NULL, "SCALAR", "VEC2", "VEC3", "VEC4"};
    const size_t count = (size_t)writer->mesh->vertex_count;
    const glb_view view = {.packing = packing, .stride = stride, .count = count, .target = GLB_VERTICES};
    *out = (glb_accessor){.component = component, .count = writer->mesh->vertex_count, .type = types[components]};
    out->is_normalized = component != GLB_FLOAT;
    return sinew__glb_view(&writer->scene->file, view, &out->view);
}

static float *float_view(mesh_writer *writer, int components, glb_accessor *out)
{
    return vertex_view(writer, GLB_FLOATS, (size_t)components * sizeof(float), GLB_FLOAT, components, out);
}

static float finite(double number)
{
    return isfinite(number) ? (float)number : 0.0f;
}

/// Returns how far rounding may move a vertex, in metres: the part of the error bound that fitting leaves, times the
/// diagonal of the vertices' bounds.
static double vertex_tolerance(const glb_scene *scene, const float *positions, size_t count)
{
    double square = 0;
    for (size_t c = 0; c < 3 && count > 0; ++c) {
        float min = INFINITY, max = -INFINITY;
        for (size_t v = 0; v < count; ++v) {
            min = fminf(min, positions[3 * v + c]);
            max = fmaxf(max, positions[3 * v + c]);
        }
        square += ((double)max - (double)min) * ((double)max - (double)min);
    }
    return (1 - sinew__glb_fitted_share(&scene->file)) * sinew__glb_max_error(scene) * sqrt(square);
}

static void put_positions(mesh_writer *writer)
{
    const float *given = writer->scene->model->positions + (size_t)writer->mesh->first_vertex * 3;
    const size_t count = (size_t)writer->mesh->vertex_count;
    float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
    glb_accessor accessor;
    float *out = float_view(writer, 3, &accessor);
    for (size_t v = 0; out && v < count; ++v) {
        const sinew_vec3 point = {(double)given[3 * v], (double)given[3 * v + 1], (double)given[3 * v + 2]};
        const sinew_vec3 moved = sinew__affine_point(&writer->map, point);
        out[3 * v] = finite(moved.x), out[3 * v + 1] = finite(moved.y), out[3 * v + 2] = finite(moved.z);
    }
    writer->tolerance = vertex_tolerance(writer->scene, out, out ? count : 0);
    if (out) sinew__glb_pack_floats(&writer->scene->file, out, 3 * count, 3, writer->tolerance, min, max);
    accessor.bounds = 3, accessor.min = min, accessor.max = max;
    put_attribute(writer, "POSITION", &accessor);
}

/// Writes normals, rotated by the inverse transpose. A normal without a direction points up: glTF forbids zero normals.
static void put_normals(mesh_writer *writer)
{
    const float *given = writer->scene->model->normals + (size_t)writer->mesh->first_vertex * 3;
    sinew__glb *file = &writer->scene->file;
    sinew_affine inverse;
    glb_accessor accessor;
    float *floats = NULL;
    int16_t *shorts = NULL;
    if (!(writer->mesh->flags & SINEW_MESH_NORMALS)) return;
    sinew__affine_inverse(&writer->map, &inverse);
    if (file->packer)
        shorts = vertex_view(writer, GLB_NORMALS, 8, GLB_SIGNED_SHORT, 3, &accessor);
    else
        floats = float_view(writer, 3, &accessor);
    for (int32_t v = 0; (floats || shorts) && v < writer->mesh->vertex_count; ++v) {
        double normal[3] = {0}, square = 0;
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) normal[i] += inverse.row[k][i] * (double)given[3 * (size_t)v + (size_t)k];
            square += normal[i] * normal[i];
        }
        const int has_direction = square > 0 && isfinite(square);
        for (int i = 0; i < 3; ++i) normal[i] = has_direction ? normal[i] / sqrt(square) : i == 1;
        if (shorts) sinew__glb_pack_normal(normal, shorts + 4 * (size_t)v);
        for (int i = 0; floats && i < 3; ++i) floats[3 * (size_t)v + (size_t)i] = (float)normal[i];
    }
    file->has_short_normals |= file->packer != NULL;
    put_attribute(writer, "NORMAL", &accessor);
}

/// Writes a set of texture coordinates; `texcoords` is the model's array.
static void put_texcoords(mesh_writer *writer, const float *texcoords, const char *name)
{
    static const double texel = 1.0 / (1 << 16); // 1/8 pixel of an image of 8192 pixels
    const float *given = texcoords + (size_t)writer->mesh->first_vertex * 2;
    const size_t count = (size_t)writer->mesh->vertex_count;
    glb_accessor accessor;
    float *out = float_view(writer, 2, &accessor);
    for (size_t v = 0; out && v < count; ++v) {
        out[2 * v] = finite((double)given[2 * v]);
        out[2 * v + 1] = finite(1 - (double)given[2 * v + 1]); // v downwards
    }
    if (out) sinew__glb_pack_floats(&writer->scene->file, out, 2 * count, 2, texel, NULL, NULL);
    put_attribute(writer, name, &accessor);
}

/// Writes colours clamped to 0 … 1: as floats, in a compressed file as bytes.
static void put_colors(mesh_writer *writer)
{
    const float *given = writer->scene->model->colors + (size_t)writer->mesh->first_vertex * 4;
    const size_t count = (size_t)writer->mesh->vertex_count * 4;
    float *floats = NULL;
    uint8_t *bytes = NULL;
    glb_accessor accessor;
    if (!(writer->mesh->flags & SINEW_MESH_COLORS)) return;
    if (writer->scene->file.packer)
        bytes = vertex_view(writer, GLB_EXACT, 4, GLB_BYTE, 4, &accessor);
    else
        floats = float_view(writer, 4, &accessor);
    for (size_t i = 0; (floats || bytes) && i < count; ++i) {
        const float part = isfinite(given[i]) ? fminf(fmaxf(given[i], 0), 1) : 0;
        if (floats) floats[i] = part;
        if (bytes) bytes[i] = (uint8_t)rintf(part * 255);
    }
    put_attribute(writer, "COLOR_0", &accessor);
}

// ---- weights ------------------------------------------------------------------------------------------------------

/// The influences of one vertex: positive weights with the sum 1, heaviest first.
typedef struct vertex_weights {
    sinew_influence *items; ///< [count] caller's memory; `skin_joint` is an index in the glTF skin
    int32_t count;
} vertex_weights;

static int compare_weights(const void *left, const void *right)
{
    const sinew_influence *a = left, *b = right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    return (a->skin_joint > b->skin_joint) - (a->skin_joint < b->skin_joint);
}

static void read_weights(const mesh_writer *writer, int32_t vertex, vertex_weights *out)
{
    const sinew_model *model = writer->scene->model;
    const uint32_t *start = &model->influence_start[writer->mesh->first_vertex + vertex];
    out->count = 0;
    for (uint32_t i = start[0]; i < start[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        if (!(influence->weight > 0) || !isfinite(influence->weight)) continue;
        const int32_t used = writer->used[influence->skin_joint - writer->mesh->first_skin_joint];
        int32_t same = 0;
        while (same < out->count && out->items[same].skin_joint != used) ++same;
        if (same == out->count) out->items[out->count++] = (sinew_influence){.skin_joint = used};
        out->items[same].weight += influence->weight;
    }
    qsort(out->items, (size_t)out->count, sizeof *out->items, compare_weights);
    if (out->count == 0) return;
    // The heaviest weight takes the rounding errors of the others, so that the sum of the floats is as near to 1 as
    // possible.
    double sum = 0, rounded = 0;
    for (int32_t i = 0; i < out->count; ++i) sum += (double)out->items[i].weight;
    for (int32_t i = out->count - 1; i > 0; --i) {
        out->items[i].weight = (float)((double)out->items[i].weight / sum);
        rounded += (double)out->items[i].weight;
    }
    out->items[0].weight = (float)(1 - rounded);
}

/// Numbers the skin joints that the mesh uses. Returns the largest number of influences of a vertex.
static int32_t find_used(mesh_writer *writer)
{
    const sinew_model *model = writer->scene->model;
    const sinew_mesh *mesh = writer->mesh;
    int32_t most = 1;
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) writer->used[i] = SINEW_NONE;
    for (int32_t v = mesh->first_vertex; v < mesh->first_vertex + mesh->vertex_count; ++v) {
        int32_t count = 0;
        for (uint32_t i = model->influence_start[v]; i < model->influence_start[v + 1]; ++i) {
            if (!(model->influences[i].weight > 0)) continue;
            writer->used[model->influences[i].skin_joint - mesh->first_skin_joint] = 0;
            ++count;
        }
        if (count > most) most = count;
    }
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i)
        if (writer->used[i] != SINEW_NONE) writer->used[i] = writer->used_count++;
    if (writer->used_count == 0) writer->used[0] = writer->used_count++;
    return most;
}

/// Converts weights to 16 bits; the heaviest takes the rounding errors of the others.
static void put_short_weights(const vertex_weights *weights, int set, uint16_t out[4])
{
    enum { ONE = 65535 };
    int32_t rest = ONE;
    for (int32_t i = weights->count - 1; i >= 0; --i) {
        const int32_t rounded = i == 0 ? rest : (int32_t)lrint((double)weights->items[i].weight * ONE);
        rest -= rounded;
        if (i / 4 == set) out[i % 4] = (uint16_t)rounded;
    }
    if (set == 0 && weights->count == 0) out[0] = ONE;
}

/// Writes JOINTS_n and WEIGHTS_n of all vertices, for n = `set`.
static void put_set(mesh_writer *writer, int set, vertex_weights *weights)
{
    const int is_wide = writer->used_count > 256, is_short = writer->scene->file.packer != NULL;
    const size_t count = (size_t)writer->mesh->vertex_count, stride = is_wide ? 8 : 4;
    char name[32];
    glb_accessor joints, of;
    uint8_t *bytes = vertex_view(writer, GLB_EXACT, stride, is_wide ? GLB_SHORT : GLB_BYTE, 4, &joints);
    joints.is_normalized = 0;
    for (size_t v = 0; bytes && v < count; ++v) {
        read_weights(writer, (int32_t)v, weights);
        for (int32_t i = 0; i < 4 && 4 * set + i < weights->count; ++i) {
            const uint32_t joint = (uint32_t)weights->items[4 * set + i].skin_joint;
            uint8_t *out = bytes + stride * v + (is_wide ? 2 * i : i);
            out[0] = (uint8_t)joint;
            if (is_wide) out[1] = (uint8_t)(joint >> 8);
        }
    }
    snprintf(name, sizeof name, "JOINTS_%d", set);
    put_attribute(writer, name, &joints);
    void *numbers = is_short ? vertex_view(writer, GLB_EXACT, 8, GLB_SHORT, 4, &of) : float_view(writer, 4, &of);
    for (size_t v = 0; numbers && v < count; ++v) {
        read_weights(writer, (int32_t)v, weights);
        if (is_short) {
            put_short_weights(weights, set, (uint16_t *)numbers + 4 * v);
            continue;
        }
        float *out = (float *)numbers + 4 * v;
        for (int32_t i = 0; i < 4 && 4 * set + i < weights->count; ++i) out[i] = weights->items[4 * set + i].weight;
        if (set == 0 && weights->count == 0) out[0] = 1;
    }
    snprintf(name, sizeof name, "WEIGHTS_%d", set);
    put_attribute(writer, name, &of);
}

/// Writes the weights and the skin. Returns the skin's index.
static int32_t put_weights(mesh_writer *writer)
{
    glb_scene *scene = writer->scene;
    const int32_t most = find_used(writer);
    vertex_weights weights = {SINEW__ARENA_ARRAY(&scene->memory, sinew_influence, most), 0};
    if (!weights.items) return SINEW_NONE;
    if (most > 4)
        sinew__export_note(
            scene->options,
            "mesh '%s' has up to %d weights per vertex, in sets of four; many programs read the first set only",
            mesh_name(writer), (int)most);
    for (int set = 0; set < (most + 3) / 4 && scene->file.data.size <= max_data; ++set) put_set(writer, set, &weights);
    return sinew__glb_put_skin(scene, writer->mesh, writer->used, writer->used_count);
}

// ---- triangles ----------------------------------------------------------------------------------------------------

/// Copies the triangles with three different vertices to `out`, unless it is NULL. Returns their number.
static int32_t copy_triangles(const mesh_writer *writer, const sinew_submesh *submesh, int flips, void *out)
{
    const uint32_t *indices = writer->scene->model->indices + submesh->first_index;
    const int is_wide = writer->mesh->vertex_count > 65535;
    int32_t count = 0;
    for (int32_t i = 0; i + 2 < submesh->index_count; i += 3) {
        const uint32_t corners[3] = {indices[i], indices[i + (flips ? 2 : 1)], indices[i + (flips ? 1 : 2)]};
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2]) continue;
        for (int k = 0; k < 3 && out; ++k) {
            if (is_wide)
                ((uint32_t *)out)[3 * count + k] = corners[k];
            else
                ((uint16_t *)out)[3 * count + k] = (uint16_t)corners[k];
        }
        ++count;
    }
    return count;
}

static int is_mirrored(const sinew_affine *map)
{
    const double(*m)[4] = map->row;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

/// Writes one submesh as a primitive, unless it is empty.
static void put_primitive(mesh_writer *writer, const sinew_submesh *submesh, sinew__json_writer *json)
{
    glb_scene *scene = writer->scene;
    const int flips = is_mirrored(&writer->map);
    const int32_t triangles = copy_triangles(writer, submesh, flips, NULL);
    const int is_wide = writer->mesh->vertex_count > 65535;
    glb_accessor accessor = {.component = is_wide ? GLB_INT : GLB_SHORT, .count = 3 * triangles, .type = "SCALAR"};
    if (triangles == 0) return;
    const int is_blended =
        submesh->material != SINEW_NONE && scene->model->materials[submesh->material].alpha_mode == SINEW_ALPHA_BLEND;
    const glb_view view = {.packing = GLB_TRIANGLES,
                           .stride = is_wide ? 4 : 2,
                           .count = (size_t)triangles * 3,
                           .target = GLB_INDICES,
                           .keeps_order = is_blended};
    void *indices = sinew__glb_view(&scene->file, view, &accessor.view);
    if (indices) copy_triangles(writer, submesh, flips, indices);
    const int32_t material = sinew__glb_material(scene, submesh->material, writer->mesh);
    sinew__json_put_object(json, NULL);
    sinew__json_put_written(json, "attributes", &writer->attributes);
    sinew__json_put_whole(json, "indices", sinew__glb_accessor(&scene->file, &accessor));
    sinew__json_put_whole(json, "material", material);
    if (writer->targets.size > 0) sinew__json_put_written(json, "targets", &writer->targets);
    sinew__json_end_object(json);
}

static int32_t put_primitives(mesh_writer *writer)
{
    const sinew_model *model = writer->scene->model;
    sinew__json_end_object(&writer->json);
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(&writer->scene->file, GLB_MESHES, &index);
    sinew__json_put_text(json, "name", mesh_name(writer));
    sinew__json_put_array(json, "primitives");
    for (int32_t i = 0; i < writer->mesh->submesh_count; ++i)
        put_primitive(writer, &model->submeshes[writer->mesh->first_submesh + i], json);
    sinew__json_end_array(json);
    sinew__glb_put_target_names(writer->scene, writer->mesh, json);
    sinew__json_end_object(json);
    return index;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

static int is_name_taken(const glb_scene *scene, const char *name)
{
    for (int32_t i = 0; i < scene->node_count; ++i)
        if (scene->nodes[i].name && strcmp(scene->nodes[i].name, name) == 0) return 1;
    return 0;
}

/// Returns a name for the node of a skinned mesh that is not the name of a joint, because importers find joints by
/// name. NULL if none was found.
static const char *node_name(glb_scene *scene, const char *name)
{
    enum { max_tries = 100 };
    if (*name && !is_name_taken(scene, name)) return name;
    for (int i = 1; i <= max_tries; ++i) {
        const char *tried = i == 1 ? sinew__arena_format(&scene->memory, "%s_mesh", name)
                                   : sinew__arena_format(&scene->memory, "%s_mesh%d", name, i);
        if (!tried || !is_name_taken(scene, tried)) return tried;
    }
    return NULL;
}

/// Puts a rigid mesh on the node of its joint, or on a new child node if the joint has a mesh already. A skinned mesh
/// gets a node at the root of the scene, because readers ignore the transforms of the nodes above it.
static void put_on_node(mesh_writer *writer, int32_t mesh, int32_t skin)
{
    glb_scene *scene = writer->scene;
    const sinew_model *model = scene->model;
    const char *object = sinew_text(model, writer->mesh->object);
    const int32_t joint = model->skin_joints[writer->mesh->first_skin_joint].joint;
    int32_t node = writer->is_rigid ? scene->joint_node[joint] : SINEW_NONE;
    if (node == SINEW_NONE || scene->nodes[node].mesh != SINEW_NONE) {
        node = sinew__glb_add_node(scene, node, node_name(scene, object));
        scene->nodes[node].is_added = 1;
    }
    scene->nodes[node].mesh = mesh;
    scene->nodes[node].skin = skin;
    scene->mesh_node[writer->index] = node;
}

static void note_losses(const mesh_writer *writer)
{
    const glb_scene *scene = writer->scene;
    const sinew_model *model = scene->model;
    for (int32_t i = 0; i < writer->mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[writer->mesh->first_deformer + i];
        if (deformer->kind != SINEW_DEFORM_SKIN) continue;
        if (deformer->method == SINEW_SKIN_DUAL_QUATERNION || deformer->method == SINEW_SKIN_BLENDED)
            sinew__export_note(scene->options, "mesh '%s': dual quaternion skinning is exported as linear skinning",
                               mesh_name(writer));
    }
    if (sinew_mesh_geometry_cache(model, writer->index))
        sinew__export_note(scene->options, "mesh '%s': the geometry cache is left out", mesh_name(writer));
    if (writer->mesh->flags & SINEW_MESH_HIDDEN)
        sinew__export_note(scene->options, "mesh '%s' is hidden by its author and visible in glTF", mesh_name(writer));
}

static int put_mesh(mesh_writer *writer)
{
    glb_scene *scene = writer->scene;
    writer->used = SINEW__ARENA_ARRAY(&scene->memory, int32_t, writer->mesh->skin_joint_count);
    if (!writer->used) return 0;
    writer->json = sinew__glb_json(&writer->attributes);
    sinew__json_put_object(&writer->json, NULL);
    note_losses(writer);
    const sinew_affine unit = sinew__affine_scale((double[3]){scene->unit, scene->unit, scene->unit});
    writer->is_rigid = !(writer->mesh->flags & SINEW_MESH_SKINNED);
    writer->map = unit;
    if (writer->is_rigid)
        writer->map =
            sinew__affine_multiply(&unit, &scene->model->skin_joints[writer->mesh->first_skin_joint].inverse_bind);
    put_positions(writer);
    put_normals(writer);
    if (writer->mesh->flags & SINEW_MESH_TEXCOORDS) put_texcoords(writer, scene->model->texcoords, "TEXCOORD_0");
    if (writer->mesh->flags & SINEW_MESH_TEXCOORDS2) put_texcoords(writer, scene->model->texcoords2, "TEXCOORD_1");
    put_colors(writer);
    const int32_t skin = writer->is_rigid ? SINEW_NONE : put_weights(writer);
    if (!sinew__glb_put_targets(scene, writer->index, &writer->map, writer->tolerance, &writer->targets)) return 0;
    put_on_node(writer, put_primitives(writer), skin);
    return !sinew__glb_failed(&scene->file) && !scene->memory.failed;
}

sinew_result sinew__glb_put_meshes(glb_scene *scene, sinew_error *error)
{
    const sinew_model *model = scene->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        mesh_writer writer = {.scene = scene, .index = i, .mesh = &model->meshes[i]};
        scene->mesh_node[i] = SINEW_NONE;
        for (int32_t d = 0; d < writer.mesh->deformer_count; ++d) {
            const sinew_deformer *deformer = &model->deformers[writer.mesh->first_deformer + d];
            if (deformer->kind == SINEW_DEFORM_SKIN && deformer->link_mode == SINEW_LINK_ADDITIVE)
                return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                                   "mesh '%s' has additive weights, unsupported by glTF", mesh_name(&writer));
        }
        const sinew_result result = sinew__glb_check_budget(scene, error);
        if (result != SINEW_OK) return result;
        int32_t triangles = 0;
        for (int32_t s = 0; s < writer.mesh->submesh_count && triangles == 0; ++s)
            triangles = copy_triangles(&writer, &model->submeshes[writer.mesh->first_submesh + s], 0, NULL);
        if (triangles == 0) continue;
        const int ok = put_mesh(&writer);
        sinew__buffer_free(&writer.attributes);
        sinew__buffer_free(&writer.targets);
        if (!ok) return sinew__fail_memory(error);
    }
    return SINEW_OK;
}
