/// M01: what draws badly in every engine.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/checks.h"

/// A triangle by the positions of its corners, the smallest first, in its own order.
typedef struct triangle_key {
    float corner[3][3];
} triangle_key;

/// What is wrong with the triangles of a mesh.
typedef struct triangle_faults {
    int64_t degenerate, flipped, duplicate;
} triangle_faults;

static const float *position_of(const sinew_model *model, const sinew_mesh *mesh, uint32_t vertex)
{
    return model->positions + 3 * ((size_t)mesh->first_vertex + vertex);
}

/// Twice the area times the unit normal.
static void cross_product(const float *a, const float *b, const float *c, double out[3])
{
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    for (int i = 0; i < 3; ++i) out[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
}

/// Whether the vertex normals point away from the side from which the triangle is counterclockwise.
static int is_flipped(const sinew_model *model, const sinew_mesh *mesh, const uint32_t *triangle, const double face[3])
{
    double dot = 0, normals[3] = {0};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            normals[i] += (double)model->normals[3 * ((size_t)mesh->first_vertex + triangle[k]) + (size_t)i];
    for (int i = 0; i < 3; ++i) dot += normals[i] * face[i];
    const double lengths = sqrt(normals[0] * normals[0] + normals[1] * normals[1] + normals[2] * normals[2]) *
                           sqrt(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);
    return lengths > 0 && dot < sinew__check_flipped * lengths;
}

static triangle_key key_of(const sinew_model *model, const sinew_mesh *mesh, const uint32_t *triangle)
{
    triangle_key key;
    int first = 0;
    for (int k = 1; k < 3; ++k)
        if (memcmp(position_of(model, mesh, triangle[k]), position_of(model, mesh, triangle[first]),
                   sizeof key.corner[0]) < 0)
            first = k;
    for (int k = 0; k < 3; ++k)
        memcpy(key.corner[k], position_of(model, mesh, triangle[(first + k) % 3]), sizeof key.corner[k]);
    return key;
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(triangle_key));
}

static int64_t count_duplicates(triangle_key *keys, size_t count)
{
    int64_t duplicates = 0;
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; ++i) duplicates += compare_keys(&keys[i], &keys[i - 1]) == 0;
    return duplicates;
}

static int find_faults(const sinew_model *model, const sinew_mesh *mesh, triangle_faults *faults)
{
    const size_t triangles = (size_t)mesh->index_count / 3;
    const double flat = sinew__check_flat_triangle * model->info->size * model->info->size;
    triangle_key *keys = sinew__allocate((triangles + 1) * sizeof *keys);
    size_t count = 0;
    if (!keys) return 0;
    for (size_t i = 0; i < triangles; ++i) {
        const uint32_t *triangle = model->indices + mesh->first_index + 3 * i;
        double face[3];
        cross_product(position_of(model, mesh, triangle[0]), position_of(model, mesh, triangle[1]),
                      position_of(model, mesh, triangle[2]), face);
        if (face[0] * face[0] + face[1] * face[1] + face[2] * face[2] <= flat * flat) {
            ++faults->degenerate;
            continue;
        }
        faults->flipped += is_flipped(model, mesh, triangle, face);
        keys[count++] = key_of(model, mesh, triangle);
    }
    faults->duplicate = count_duplicates(keys, count);
    sinew_free(keys);
    return 1;
}

/// A note for a share of triangles that nobody sees.
static void report_triangles(const sinew__check_task *task, int32_t mesh, int64_t count, double limit, const char *what)
{
    const int32_t triangles = task->model->meshes[mesh].index_count / 3;
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, mesh, SINEW__VIEW_EDGES);
    spot.count = count;
    spot.measured = (double)count;
    spot.expected = 0;
    if (count == 0) return;
    sinew__finding *finding = sinew__check_find(task, SINEW__CHECK_M01, &spot, "%lld of its %d triangles %s",
                                                (long long)count, (int)triangles, what);
    const int is_rare = (double)count <= limit * triangles;
    if (finding && is_rare && finding->severity == SINEW_SEVERITY_WARNING) finding->severity = SINEW_SEVERITY_INFO;
}

static int has_texture(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_submesh; i < mesh->first_submesh + mesh->submesh_count; ++i) {
        const int32_t material = model->submeshes[i].material;
        if (material != SINEW_NONE && model->materials[material].texture != SINEW_NONE) return 1;
    }
    return 0;
}

/// A note where no material has a texture that would need them.
static void judge_texcoords(const sinew__check_task *task, int32_t index)
{
    const sinew_mesh *mesh = &task->model->meshes[index];
    const sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, index, SINEW__VIEW_INFO);
    if (mesh->flags & SINEW_MESH_TEXCOORDS || mesh->index_count == 0) return;
    const int needed = has_texture(task->model, mesh);
    sinew__finding *finding = sinew__check_find(task, SINEW__CHECK_M01, &spot, "the mesh has no texture coordinates%s",
                                                needed ? ", but its material has a texture" : "");
    if (finding && !needed && finding->severity == SINEW_SEVERITY_WARNING) finding->severity = SINEW_SEVERITY_INFO;
}

static void judge_materials(const sinew__check_task *task, int32_t index)
{
    const sinew_mesh *mesh = &task->model->meshes[index];
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, index, SINEW__VIEW_INFO);
    int64_t empty = 0;
    for (int32_t i = mesh->first_submesh; i < mesh->first_submesh + mesh->submesh_count; ++i)
        empty += task->model->submeshes[i].material == SINEW_NONE && task->model->submeshes[i].index_count > 0;
    spot.count = empty;
    if (empty > 0 && mesh->submesh_count > 1)
        sinew__check_find(task, SINEW__CHECK_M01, &spot, "%lld of its %d material slots are empty", (long long)empty,
                          (int)mesh->submesh_count);
}

void sinew__check_meshes(const sinew__check_task *task)
{
    if (!sinew__check_wants(task, SINEW__CHECK_M01)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        triangle_faults faults = {0};
        judge_texcoords(task, i);
        judge_materials(task, i);
        if (!find_faults(task->model, &task->model->meshes[i], &faults)) task->report->arena.failed = 1;
        report_triangles(task, i, faults.degenerate, 0, "have no area");
        report_triangles(task, i, faults.flipped, sinew__check_flipped_share, "have normals that point to their back");
        report_triangles(task, i, faults.duplicate, 0, "repeat another triangle");
    }
}
