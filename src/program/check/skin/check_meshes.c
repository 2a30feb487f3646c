/// M01: triangles that every engine draws badly. T01: textures that are missing, at another path or too large.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "import/side_files/images.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"

// ---- textures -------------------------------------------------------------------------------------------------------

enum { HEAD_BYTES = 64 << 10 }; // bytes that are read of an image: a JPEG stores its size after its metadata

const char check_missing_texture[] = "the texture is missing";

/// The first bytes of an image.
typedef struct image_head {
    const unsigned char *bytes; ///< or NULL
    size_t size;
} image_head;

static void report(const check_task *task, int32_t texture, sinew_severity severity, const char *text)
{
    const check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    check_finding *finding = check_find(task, CHECK_T01, &spot, "%s", text);
    if (!finding) return;
    const char *path = sinew_text(task->model, task->model->textures[texture].path);
    finding->node = sinew__arena_text(&task->report->arena, path, strlen(path));
    if (severity < finding->severity) finding->severity = severity;
}

/// Returns whether the texture's file exists at its relative path.
static int is_at_its_path(const check_task *task, const char *authored)
{
    sinew__file_status status;
    const size_t folder = sinew__folder_length(task->path), length = strlen(authored);
    char *path = sinew__allocate(folder + length + 1);
    if (!path) {
        task->report->arena.failed = 1;
        return 1;
    }
    memcpy(path, task->path, folder);
    memcpy(path + folder, authored, length + 1);
    for (char *c = path + folder; *c; ++c)
        if (*c == '\\') *c = '/';
    const int found = sinew__file_status_of_path(path, &status);
    sinew_free(path);
    return found;
}

static int is_power_of_two(uint32_t number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

/// T01: reports an image that is too large or damaged. `head` may be only the first part of the `file_size` bytes of
/// the image.
static void judge_image(const check_task *task, int32_t texture, const image_head *head, size_t file_size,
                        const char *format)
{
    image_size size;
    sinew_error error;
    char text[sizeof error.message + 16];
    if (!head->bytes) return;
    if (sinew__picture_judge(head->bytes, head->size, file_size, format, SINEW__LARGEST_TEXTURE, &error) != SINEW_OK) {
        snprintf(text, sizeof text, "is not drawn: %s", error.message);
        report(task, texture, SINEW_SEVERITY_WARNING, text);
        return;
    }
    if (!sinew__image_size_read(head->bytes, head->size, format, &size)) return;
    const uint32_t limit = (uint32_t)task->contract->texture_size;
    if (size.width > limit || size.height > limit) {
        snprintf(text, sizeof text, "has %u × %u pixels, the limit is %u", size.width, size.height, limit);
        report(task, texture, SINEW_SEVERITY_WARNING, text);
    }
    if (!is_power_of_two(size.width) || !is_power_of_two(size.height)) {
        snprintf(text, sizeof text, "has %u × %u pixels, which are not powers of two", size.width, size.height);
        report(task, texture, SINEW_SEVERITY_INFO, text);
    }
}

static void judge_file(const check_task *task, int32_t texture, sinew__side_folders *folders)
{
    const char *authored = sinew_text(task->model, task->model->textures[texture].path);
    image_head head = {0};
    int descriptor;
    size_t size;
    sinew_error error;
    const sinew_result found = sinew__side_folders_find(folders, authored, &descriptor, &size);
    task->report->arena.failed |= found == SINEW_ERROR_OUT_OF_MEMORY;
    if (found != SINEW_OK) {
        report(task, texture, SINEW_SEVERITY_WARNING, check_missing_texture);
        return;
    }
    void *bytes = NULL;
    if (sinew__file_read_open(descriptor, size < HEAD_BYTES ? size : HEAD_BYTES, &bytes, &head.size, &error) ==
        SINEW_OK)
        head.bytes = bytes;
    sinew__close(descriptor);
    if (*authored == '/' || *authored == '\\' || (*authored && authored[1] == ':'))
        report(task, texture, SINEW_SEVERITY_WARNING, "has an absolute path; it is found by its name alone");
    else if (!is_at_its_path(task, authored))
        report(task, texture, SINEW_SEVERITY_WARNING, "is found elsewhere than its path says");
    const char *dot = strrchr(authored, '.');
    judge_image(task, texture, &head, size, dot ? dot + 1 : "");
    sinew_free(bytes);
}

/// Returns whether an earlier texture names the same file: materials share images, and one finding is enough.
static int is_repeated(const sinew_model *model, int32_t texture)
{
    const char *path = sinew_text(model, model->textures[texture].path);
    for (int32_t i = 0; i < texture; ++i)
        if (model->textures[i].byte_count == 0 && strcmp(sinew_text(model, model->textures[i].path), path) == 0)
            return 1;
    return 0;
}

void check_textures(const check_task *task)
{
    const sinew_model *model = task->model;
    if (!check_wants(task, CHECK_T01) || model->texture_count == 0) return;
    if (model->mesh_count == 0) {
        check_skip(task, CHECK_T01, SINEW_NONE, "the file has no mesh that could show a texture");
        return;
    }
    sinew__side_folders *folders = sinew__side_folders_open(task->path, task->texture_path);
    if (!folders) task->report->arena.failed = 1;
    for (int32_t i = 0, files = 0; folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        const image_head embedded = {model->image_bytes + texture->first_byte, (size_t)texture->byte_count};
        if (texture->byte_count > 0)
            judge_image(task, i, &embedded, embedded.size, sinew_text(model, texture->format));
        else if (!is_repeated(model, i) && ++files <= SINEW__MAX_SIDE_FILES)
            judge_file(task, i, folders);
    }
    sinew__side_folders_close(folders);
}

/// The positions of a triangle's corners, in their cyclic order from the smallest on. Equal triangles have equal keys.
typedef struct triangle_key {
    float corner[3][3];
} triangle_key;

/// Numbers of faulty triangles of a mesh.
typedef struct triangle_faults {
    int64_t degenerate, flipped, duplicate;
    int64_t undirected;
    int64_t opposed; ///< triangles with a corner normal that points to the back, although the mean of the three normals
                     ///< points to the front
} triangle_faults;

static const float *position_of(const sinew_model *model, const sinew_mesh *mesh, uint32_t vertex)
{
    return model->positions + 3 * ((size_t)mesh->first_vertex + vertex);
}

/// Computes the cross product of two edges: the unit normal times twice the area.
static void cross_product(const float *a, const float *b, const float *c, double out[3])
{
    double u[3], v[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (double)b[i] - (double)a[i];
        v[i] = (double)c[i] - (double)a[i];
    }
    for (int i = 0; i < 3; ++i) out[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
}

/// Returns whether the mean of the vertex normals points to the side from which the triangle is clockwise.
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

/// Returns whether the normal of a corner points to the side from which the triangle is clockwise.
static int has_opposed_corner(const sinew_model *model, const sinew_mesh *mesh, const uint32_t *triangle,
                              const double face[3])
{
    const double length = sqrt(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);
    for (int k = 0; k < 3; ++k) {
        const float *normal = model->normals + 3 * ((size_t)mesh->first_vertex + triangle[k]);
        const double dot = (double)normal[0] * face[0] + (double)normal[1] * face[1] + (double)normal[2] * face[2];
        if (dot < sinew__check_flipped * length) return 1;
    }
    return 0;
}

/// Returns whether a corner's normal has no direction: its length is 0 or not a number.
static int has_bad_normal(const sinew_model *model, const sinew_mesh *mesh, const uint32_t *triangle)
{
    for (int k = 0; k < 3; ++k) {
        const float *normal = model->normals + 3 * ((size_t)mesh->first_vertex + triangle[k]);
        const double squares = (double)normal[0] * (double)normal[0] + (double)normal[1] * (double)normal[1] +
                               (double)normal[2] * (double)normal[2];
        if (!(squares > 0.25)) return 1;
    }
    return 0;
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
        faults->undirected += has_bad_normal(model, mesh, triangle);
        const int flipped = is_flipped(model, mesh, triangle, face);
        faults->flipped += flipped;
        faults->opposed += !flipped && has_opposed_corner(model, mesh, triangle, face);
        keys[count++] = key_of(model, mesh, triangle);
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; ++i) faults->duplicate += compare_keys(&keys[i], &keys[i - 1]) == 0;
    sinew_free(keys);
    return 1;
}

/// Reports `count` faulty triangles of a mesh; as INFO if their share of the mesh's triangles is at most `limit`,
/// because nobody sees so few.
static void report_triangles(const check_task *task, int32_t mesh, int64_t count, double limit, const char *what)
{
    const int32_t triangles = task->model->meshes[mesh].index_count / 3;
    check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, mesh, CHECK_VIEW_EDGES);
    spot.count = count;
    spot.measured = (double)count;
    spot.expected = 0;
    if (count == 0) return;
    check_finding *finding =
        check_find(task, CHECK_M01, &spot, "%lld of its %d triangles %s", (long long)count, (int)triangles, what);
    const int is_rare = (double)count <= limit * triangles;
    if (finding && is_rare && finding->severity == SINEW_SEVERITY_WARNING) finding->severity = SINEW_SEVERITY_INFO;
}

/// Reports missing texture coordinates; as INFO if no material has a texture.
static void judge_texcoords(const check_task *task, int32_t index)
{
    const sinew_mesh *mesh = &task->model->meshes[index];
    const check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, index, CHECK_VIEW_INFO);
    if (mesh->flags & SINEW_MESH_TEXCOORDS || mesh->index_count == 0) return;
    int needed = 0;
    for (int32_t i = mesh->first_submesh; i < mesh->first_submesh + mesh->submesh_count; ++i) {
        const int32_t material = task->model->submeshes[i].material;
        needed |= material != SINEW_NONE && task->model->materials[material].texture != SINEW_NONE;
    }
    check_finding *finding = check_find(task, CHECK_M01, &spot, "the mesh has no texture coordinates%s",
                                        needed ? ", but its material has a texture" : "");
    if (finding && !needed && finding->severity == SINEW_SEVERITY_WARNING) finding->severity = SINEW_SEVERITY_INFO;
}

void check_meshes(const check_task *task)
{
    if (!check_wants(task, CHECK_M01)) return;
    for (int32_t i = 0; i < task->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &task->model->meshes[i];
        triangle_faults faults = {0};
        judge_texcoords(task, i);
        check_spot slots = check_spot_of(SINEW_NONE, SINEW_NONE, i, CHECK_VIEW_INFO);
        slots.count = 0;
        for (int32_t k = mesh->first_submesh; k < mesh->first_submesh + mesh->submesh_count; ++k)
            slots.count +=
                task->model->submeshes[k].material == SINEW_NONE && task->model->submeshes[k].index_count > 0;
        if (slots.count > 0 && mesh->submesh_count > 1)
            check_find(task, CHECK_M01, &slots, "%lld of its %d material slots are empty", (long long)slots.count,
                       (int)mesh->submesh_count);
        if (!find_faults(task->model, mesh, &faults)) task->report->arena.failed = 1;
        report_triangles(task, i, faults.degenerate, 0, "have no area");
        report_triangles(task, i, faults.flipped, sinew__check_flipped_share, "have normals that point to their back");
        if ((double)faults.opposed > sinew__check_opposed_share * (mesh->index_count / 3.0))
            report_triangles(task, i, faults.opposed, 0, "have a normal that points to their back");
        report_triangles(task, i, faults.undirected, 0, "have a normal without a direction");
        report_triangles(task, i, faults.duplicate, 0, "repeat another triangle");
    }
}
