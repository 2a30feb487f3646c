#include "author/export/export_obj.h"
#include "author/export/export_writers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/export_note.h"
#include "core/base/affine.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "runtime/model/look_up.h"
#include "runtime/model/texture_mapping.h"
#include "sinew/export.h"
#include "sinew/sinew_tools.h"
#include "sinew/skin.h"

// Groups meshes into objects: the importer creates one mesh per material of an authored object.

typedef struct obj_mesh {
    const char *object;
    int32_t joint;
    int32_t mesh;  ///< index in `meshes`
    int32_t first; ///< index of the object's first mesh; differs from the entry before if an object begins here
} obj_mesh;

static int compare_objects(const void *a, const void *b)
{
    const obj_mesh *left = a, *right = b;
    if (left->joint != right->joint) return left->joint < right->joint ? -1 : 1;
    const int names = strcmp(left->object, right->object);
    return names ? names : (left->mesh > right->mesh) - (left->mesh < right->mesh);
}

static int compare_order(const void *a, const void *b)
{
    const obj_mesh *left = a, *right = b;
    if (left->first != right->first) return left->first < right->first ? -1 : 1;
    return (left->mesh > right->mesh) - (left->mesh < right->mesh);
}

/// Lists all meshes grouped by object, in the order of each object's first mesh. [mesh_count], allocated; NULL when
/// out of memory.
static obj_mesh *obj_objects(const sinew_model *model)
{
    const size_t count = (size_t)model->mesh_count;
    obj_mesh *meshes = sinew__allocate((count + 1) * sizeof *meshes);
    if (!meshes) return NULL;
    for (size_t i = 0; i < count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        meshes[i] = (obj_mesh){sinew_text(model, mesh->object), mesh->joint, (int32_t)i, (int32_t)i};
    }
    qsort(meshes, count, sizeof *meshes, compare_objects);
    for (size_t i = 1; i < count; ++i) {
        if (meshes[i].joint == meshes[i - 1].joint && strcmp(meshes[i].object, meshes[i - 1].object) == 0)
            meshes[i].first = meshes[i - 1].first;
    }
    qsort(meshes, count, sizeof *meshes, compare_order);
    return meshes;
}

// Finds the material of each polygon: the model stores materials per triangle, in submeshes.

void sinew__polygon_submeshes_begin(polygon_submeshes *walk, const sinew_model *model, const sinew_mesh *mesh,
                                    int32_t *done, uint32_t *has_seen)
{
    *walk = (polygon_submeshes){.model = model, .mesh = mesh, .done = done, .has_seen = has_seen};
    memset(done, 0, (size_t)mesh->submesh_count * sizeof *done);
    memset(has_seen, 0, (size_t)mesh->vertex_count * sizeof *has_seen);
}

int32_t sinew__polygon_submeshes_next(polygon_submeshes *walk, const uint32_t *corners, uint32_t size)
{
    const int32_t count = walk->mesh->submesh_count;
    const int64_t index_count = ((int64_t)size - 2) * 3;
    if (count == 1) return walk->model->submeshes[walk->mesh->first_submesh].material;
    ++walk->polygon;
    for (uint32_t i = 0; i < size; ++i) walk->has_seen[corners[i]] = walk->polygon;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t submesh = (walk->last + i) % count;
        const sinew_submesh *item = &walk->model->submeshes[walk->mesh->first_submesh + submesh];
        if (item->index_count - walk->done[submesh] < index_count) continue;
        // The polygon belongs to a submesh whose next triangle has the polygon's vertices.
        const uint32_t *triangle = walk->model->indices + item->first_index + walk->done[submesh];
        if (walk->has_seen[triangle[0]] != walk->polygon || walk->has_seen[triangle[1]] != walk->polygon ||
            walk->has_seen[triangle[2]] != walk->polygon)
            continue;
        walk->done[submesh] += (int32_t)index_count;
        walk->last = submesh;
        return item->material;
    }
    return SINEW_NONE;
}

/// The state of one export. Arrays are sized for the largest mesh.
typedef struct obj_writer {
    const sinew_model *model;
    const sinew_export_options *options;
    sinew__buffer text;
    sinew_pose *pose;
    obj_mesh *meshes; ///< [mesh_count]
    float *scratch, *positions, *normals;
    uint32_t *number_of_vertex; ///< vertex number in the file, counted from 1
    int32_t *part_done;
    uint32_t *has_seen; ///< memory for polygon_submeshes
    double deadline;    ///< time of sinew__now() at which the export fails; 0: none
    int is_late;
    uint32_t *vertex_of_point; ///< [point_count] vertex number of each control point of the object, 0: not written
    float *point_positions;    ///< [point_count × 3] written position of each control point
    uint32_t point_count;      ///< 0: vertices are written without sharing
    uint32_t v_count, vt_count, vn_count; ///< written so far
    int32_t material;                     ///< current material
} obj_writer;

// ---- names and numbers --------------------------------------------------------------------------------------------

/// Writes a name as one printable word.
static void put_word(obj_writer *writer, const char *name, const char *stand_in)
{
    const size_t begin = writer->text.size;
    sinew__buffer_put_printable(&writer->text, *name ? name : stand_in);
    for (size_t i = begin; i < writer->text.size; ++i) {
        if (writer->text.text[i] == ' ') writer->text.text[i] = '_';
    }
}

/// Writes a line such as `v 1 2 3`.
static void put_numbers(obj_writer *writer, const char *kind, const float *numbers, int count)
{
    char *begin = sinew__buffer_reserve(&writer->text, 4 + (size_t)count * SINEW__NUMBER_SIZE);
    if (!begin) return;
    char *end = begin;
    while (*kind) *end++ = *kind++;
    for (int i = 0; i < count; ++i) {
        *end++ = ' ';
        end += sinew__format_float(isfinite(numbers[i]) ? numbers[i] : 0, end);
    }
    *end++ = '\n';
    writer->text.size += (size_t)(end - begin);
}

static char *write_index(char *end, uint32_t number)
{
    char reversed[12];
    int count = 0;
    do reversed[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count > 0) *end++ = reversed[--count];
    return end;
}

static void put_header(obj_writer *writer)
{
    const sinew_model *model = writer->model;
    const sinew_model_info *info = model->info;
    const double time = sinew__timeline(model, writer->options->clip, writer->options->times[0]);
    char seconds[SINEW__NUMBER_SIZE], frame[SINEW__NUMBER_SIZE], unit[SINEW__NUMBER_SIZE];
    sinew__format_double(time, seconds);
    sinew__format_rounded(time * info->fps, 6, frame);
    sinew__format_rounded(info->unit_cm, 6, unit);
    sinew__buffer_put_text(&writer->text, "# sinew " SINEW_VERSION "\n# ");
    if (writer->options->source) {
        sinew__buffer_put_printable(&writer->text, writer->options->source);
        sinew__buffer_put_text(&writer->text, ", ");
    }
    if (writer->options->clip == SINEW_NONE) {
        sinew__buffer_put_text(&writer->text, "rest pose");
    } else {
        sinew__buffer_put_text(&writer->text, "clip '");
        sinew__buffer_put_printable(&writer->text, sinew_text(model, model->clips[writer->options->clip].name));
        sinew__buffer_format(&writer->text, "' at @%ss", seconds);
        if (info->fps > 0) sinew__buffer_format(&writer->text, ", frame %s", frame);
    }
    sinew__buffer_format(&writer->text, "\n# 1 unit = %s cm, ", unit);
    sinew__buffer_put_printable(&writer->text, sinew_text(model, info->up));
    sinew__buffer_put_text(&writer->text, " up\n");
}

// ---- vertices -----------------------------------------------------------------------------------------------------

/// Deforms a mesh and transforms it to world space.
static void deform(obj_writer *writer, int32_t index)
{
    const sinew_affine *root = &writer->model->info->root;
    sinew_affine inverse;
    sinew__affine_inverse(root, &inverse);
    sinew_skin_mesh(writer->model, index, SINEW_SKIN_AUTHORED, writer->pose, writer->scratch, writer->positions,
                    writer->normals);
    for (int32_t v = 0; v < writer->model->meshes[index].vertex_count; ++v) {
        float *p = writer->positions + (size_t)v * 3, *n = writer->normals + (size_t)v * 3;
        const sinew_vec3 point = sinew__affine_point(root, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
        double normal[3], length = 0;
        for (int i = 0; i < 3; ++i) {
            normal[i] =
                inverse.row[0][i] * (double)n[0] + inverse.row[1][i] * (double)n[1] + inverse.row[2][i] * (double)n[2];
            length += normal[i] * normal[i];
        }
        const double scale = length > 0 ? 1 / sqrt(length) : 0;
        p[0] = (float)point.x, p[1] = (float)point.y, p[2] = (float)point.z;
        for (int i = 0; i < 3; ++i) n[i] = (float)(normal[i] * scale);
    }
}

/// Returns the number of a written vertex that vertex `v` can share: same control point, same position. 0 if none.
static uint32_t shared_vertex(obj_writer *writer, const sinew_mesh *mesh, int32_t v)
{
    if (writer->point_count == 0) return 0;
    const uint32_t point = writer->model->control_points[mesh->first_vertex + v];
    if (point >= writer->point_count) return 0;
    const float *position = writer->positions + (size_t)v * 3;
    float *first = writer->point_positions + (size_t)point * 3;
    const uint32_t number = writer->vertex_of_point[point];
    if (number != 0) return memcmp(first, position, 3 * sizeof *position) == 0 ? number : 0;
    writer->vertex_of_point[point] = writer->v_count + 1;
    memcpy(first, position, 3 * sizeof *position);
    return 0;
}

/// Returns the texture mapping of the colour of a material, or NULL.
static const sinew_texture_mapping *color_mapping(const obj_writer *writer, int32_t material)
{
    return material == SINEW_NONE ? NULL : sinew_material_texture_mapping(writer->model, material, SINEW_MAP_COUNT);
}

/// Whether the colour of a submesh has a texture mapping. The polygons of the mesh then have texture coordinates of
/// their own.
static int has_mappings(const obj_writer *writer, const sinew_mesh *mesh)
{
    int any = 0;
    for (int32_t i = 0; i < mesh->submesh_count; ++i)
        any |= color_mapping(writer, writer->model->submeshes[mesh->first_submesh + i].material) != NULL;
    return any;
}

/// Writes the texture coordinates of a polygon as its colour uses them: OBJ has one set, and no transforms.
static void put_texcoords(obj_writer *writer, const sinew_mesh *mesh, const uint32_t *corners, uint32_t size,
                          int32_t material)
{
    const sinew_texture_mapping *mapping = color_mapping(writer, material);
    const float *from = sinew__uses_texcoords2(mesh, mapping) ? writer->model->texcoords2 : writer->model->texcoords;
    float rows[2][3];
    sinew__texture_mapping_rows(mapping, rows);
    for (uint32_t i = 0; i < size; ++i) {
        const float *at = from + ((size_t)mesh->first_vertex + corners[i]) * 2;
        float out[2];
        for (int k = 0; k < 2; ++k) out[k] = rows[k][0] * at[0] + rows[k][1] * at[1] + rows[k][2];
        put_numbers(writer, "vt", out, 2);
    }
    writer->vt_count += size;
}

static void put_vertices(obj_writer *writer, const sinew_mesh *mesh)
{
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        uint32_t number = shared_vertex(writer, mesh, v);
        if (number == 0) {
            put_numbers(writer, "v", writer->positions + (size_t)v * 3, 3);
            number = ++writer->v_count;
        }
        writer->number_of_vertex[v] = number;
    }
    if (mesh->flags & SINEW_MESH_TEXCOORDS && !has_mappings(writer, mesh)) {
        const float *texcoords = writer->model->texcoords + (size_t)mesh->first_vertex * 2;
        for (int32_t v = 0; v < mesh->vertex_count; ++v) put_numbers(writer, "vt", texcoords + (size_t)v * 2, 2);
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) put_numbers(writer, "vn", writer->normals + (size_t)v * 3, 3);
}

// ---- polygons -----------------------------------------------------------------------------------------------------

static void put_material(obj_writer *writer, int32_t material)
{
    if (material == writer->material) return;
    writer->material = material;
    sinew__buffer_put_text(&writer->text, "usemtl ");
    put_word(writer,
             material == SINEW_NONE ? "none" : sinew_text(writer->model, writer->model->materials[material].name),
             "material");
    sinew__buffer_put_character(&writer->text, '\n');
}

/// Writes a face `f 1/2/3 …`, a line `l` or a point `p`, by the number of corners. If `is_mapped`, the polygon uses the
/// texture coordinates written last.
static void put_polygon(obj_writer *writer, const sinew_mesh *mesh, const uint32_t *corners, uint32_t size,
                        int is_mapped)
{
    char *begin = sinew__buffer_reserve(&writer->text, 4 + (size_t)size * 36); // three numbers of at most ten digits
    if (!begin) return;
    char *end = begin;
    *end++ = size >= 3 ? 'f' : size == 2 ? 'l' : 'p';
    for (uint32_t i = 0; i < size; ++i) {
        *end++ = ' ';
        end = write_index(end, writer->number_of_vertex[corners[i]]);
        if (size < 3) continue;
        *end++ = '/';
        if (mesh->flags & SINEW_MESH_TEXCOORDS)
            end = write_index(end, is_mapped ? writer->vt_count - size + i + 1 : writer->vt_count + corners[i] + 1);
        *end++ = '/';
        end = write_index(end, writer->vn_count + corners[i] + 1);
    }
    *end++ = '\n';
    writer->text.size += (size_t)(end - begin);
}

/// Whether the time limit has passed.
static int look_at_clock(obj_writer *writer)
{
    writer->is_late |= writer->deadline > 0 && sinew__now() > writer->deadline;
    return writer->is_late;
}

static void put_polygons(obj_writer *writer, const sinew_mesh *mesh)
{
    const uint32_t *corners = writer->model->corner_vertices + mesh->first_corner;
    polygon_submeshes parts;
    const int is_mapped = mesh->flags & SINEW_MESH_TEXCOORDS && has_mappings(writer, mesh);
    sinew__polygon_submeshes_begin(&parts, writer->model, mesh, writer->part_done, writer->has_seen);
    for (int32_t p = mesh->first_polygon; p < mesh->first_polygon + mesh->polygon_count; ++p) {
        if (p % 256 == 0 && look_at_clock(writer)) return;
        const uint32_t size = writer->model->polygon_sizes[p];
        if (size >= 3) {
            const int32_t material = sinew__polygon_submeshes_next(&parts, corners, size);
            put_material(writer, material);
            if (is_mapped) put_texcoords(writer, mesh, corners, size, material);
        }
        if (size > 0) put_polygon(writer, mesh, corners, size, is_mapped);
        corners += size;
    }
    if (mesh->flags & SINEW_MESH_TEXCOORDS && !is_mapped) writer->vt_count += (uint32_t)mesh->vertex_count;
    writer->vn_count += (uint32_t)mesh->vertex_count;
}

// ---- objects ------------------------------------------------------------------------------------------------------

/// Begins the object of `meshes[begin]` … `meshes[end - 1]` and allocates the table that shares its control points. A
/// control-point count larger than the object can need is ignored.
static int begin_object(obj_writer *writer, int32_t begin, int32_t end)
{
    uint32_t points = 0, vertices = 0;
    for (int32_t i = begin; i < end; ++i) {
        const sinew_mesh *mesh = &writer->model->meshes[writer->meshes[i].mesh];
        if ((uint32_t)mesh->control_point_count > points) points = (uint32_t)mesh->control_point_count;
        vertices += (uint32_t)mesh->vertex_count;
    }
    sinew_free(writer->vertex_of_point);
    sinew_free(writer->point_positions);
    writer->point_count = points / 64 > vertices ? 0 : points;
    writer->vertex_of_point = sinew__allocate_zeroed((size_t)writer->point_count + 1, sizeof *writer->vertex_of_point);
    writer->point_positions = sinew__allocate(((size_t)writer->point_count + 1) * 3 * sizeof *writer->point_positions);
    sinew__buffer_put_text(&writer->text, "o ");
    put_word(writer, writer->meshes[begin].object, "object");
    sinew__buffer_put_character(&writer->text, '\n');
    return writer->vertex_of_point && writer->point_positions;
}

static int put_objects(obj_writer *writer)
{
    const int32_t count = writer->model->mesh_count;
    for (int32_t begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && writer->meshes[end].first == writer->meshes[begin].first) ++end;
        if (look_at_clock(writer) || !begin_object(writer, begin, end)) return 0;
        for (int32_t i = begin; i < end; ++i) {
            const sinew_mesh *mesh = &writer->model->meshes[writer->meshes[i].mesh];
            deform(writer, writer->meshes[i].mesh);
            put_vertices(writer, mesh);
            put_polygons(writer, mesh);
        }
    }
    return !writer->text.failed && !writer->is_late;
}

static int allocate(obj_writer *writer)
{
    size_t vertices = 1, scratch = 1, parts = 1;
    for (int32_t i = 0; i < writer->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &writer->model->meshes[i];
        const size_t floats = sinew_skin_scratch_floats(writer->model, i, SINEW_SKIN_AUTHORED);
        if ((size_t)mesh->vertex_count > vertices) vertices = (size_t)mesh->vertex_count;
        if ((size_t)mesh->submesh_count > parts) parts = (size_t)mesh->submesh_count;
        if (floats > scratch) scratch = floats;
    }
    writer->meshes = obj_objects(writer->model);
    writer->scratch = sinew__allocate(scratch * sizeof(float));
    writer->positions = sinew__allocate(vertices * 3 * sizeof(float));
    writer->normals = sinew__allocate(vertices * 3 * sizeof(float));
    writer->number_of_vertex = sinew__allocate(vertices * sizeof(uint32_t));
    writer->part_done = sinew__allocate(parts * sizeof(int32_t));
    writer->has_seen = sinew__allocate(vertices * sizeof(uint32_t));
    return writer->meshes && writer->scratch && writer->positions && writer->normals && writer->number_of_vertex &&
           writer->part_done && writer->has_seen;
}

static void free_writer(obj_writer *writer)
{
    sinew_pose_destroy(writer->pose);
    sinew_free(writer->meshes);
    sinew_free(writer->scratch);
    sinew_free(writer->positions);
    sinew_free(writer->normals);
    sinew_free(writer->number_of_vertex);
    sinew_free(writer->part_done);
    sinew_free(writer->has_seen);
    sinew_free(writer->vertex_of_point);
    sinew_free(writer->point_positions);
    sinew__buffer_free(&writer->text);
}

sinew_result sinew__export_obj(const sinew_model *model, const sinew_export_options *options, char **out_text,
                               size_t *out_size, sinew_error *out_error)
{
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    if (sinew__export_check(model, options, out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    if (options->time_count != 1 || !options->times)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "an OBJ file contains exactly one time");
    int has_polygons = 0, has_two_sets = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        has_polygons |= model->meshes[i].polygon_count > 0;
        has_two_sets += (model->meshes[i].flags & SINEW_MESH_TEXCOORDS2) != 0;
    }
    if (!has_polygons) {
        sinew__fail(out_error, SINEW_ERROR_NO_MESH, "no mesh to export");
        sinew__hint(out_error, "sinew pose writes joints, as text, csv or jsonl");
        return SINEW_ERROR_NO_MESH;
    }
    if (sinew__lacks_clip(model, options->clip, out_error)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew_engine_accepts(model, options->engine, out_error);
    obj_writer writer = {.model = model,
                         .options = options,
                         .material = SINEW_NONE,
                         .deadline = options->seconds > 0 ? sinew__now() + options->seconds : 0};
    if (result == SINEW_OK) result = sinew_pose_create(model, &writer.pose, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_evaluate(model, options->engine, options->clip, options->times[0], writer.pose);
    if (options->edit) result = options->edit(options->user, writer.pose, out_error);
    if (result != SINEW_OK) {
        free_writer(&writer);
        return result;
    }
    if (has_two_sets > 0)
        sinew__export_note(options,
                           "of the two sets of texture coordinates of %d meshes only the one of the colour is written: "
                           "OBJ has one set",
                           has_two_sets);
    put_header(&writer);
    if (allocate(&writer) && put_objects(&writer)) {
        *out_text = writer.text.text;
        *out_size = writer.text.size;
        writer.text = (sinew__buffer){0};
    } else if (writer.is_late) {
        result = sinew__fail(out_error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s, while the meshes were written",
                             options->seconds);
    } else {
        result = sinew__fail_memory(out_error);
    }
    free_writer(&writer);
    return result;
}
