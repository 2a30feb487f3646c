#include "cli/diff/mesh_pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/affine.h"

static const char *object_name(const sinew_model *model, int32_t mesh)
{
    return sinew_text(model, model->meshes[mesh].object);
}

/// The meshes of an object are consecutive.
static int is_first_of_object(const sinew_model *model, int32_t mesh)
{
    return mesh == 0 || strcmp(object_name(model, mesh - 1), object_name(model, mesh)) != 0;
}

/// The mesh after the last of an object.
static int32_t end_of_object(const sinew_model *model, int32_t first)
{
    int32_t end = first + 1;
    while (end < model->mesh_count && !is_first_of_object(model, end)) ++end;
    return end;
}

static int32_t count_objects(const sinew_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) count += is_first_of_object(model, i);
    return count;
}

static int64_t count_triangles(const sinew_model *model, int32_t first)
{
    int64_t count = 0;
    for (int32_t i = first; i < end_of_object(model, first); ++i) count += model->meshes[i].index_count / 3;
    return count;
}

/// The first object of a name that has no match yet, searched from a mesh on, where files have the same order.
static int32_t find_object(const sinew_model *model, const char *name, int32_t start, const uint8_t *is_free)
{
    for (int32_t k = 0; k < model->mesh_count; ++k) {
        const int32_t i = (start + k) % model->mesh_count;
        if (is_free[i] && strcmp(object_name(model, i), name) == 0) return i;
    }
    return SINEW_NONE;
}

static void match_objects(cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b)
{
    const int is_single = count_objects(a) == 1 && count_objects(b) == 1;
    for (int32_t i = 0; i < b->mesh_count; ++i) pairs->only_in[1][i] = (uint8_t)is_first_of_object(b, i);
    for (int32_t i = 0; i < a->mesh_count; ++i) {
        if (!is_first_of_object(a, i)) continue;
        const int32_t match = is_single ? 0 : find_object(b, object_name(a, i), i, pairs->only_in[1]);
        pairs->only_in[0][i] = match == SINEW_NONE;
        if (match == SINEW_NONE) continue;
        pairs->only_in[1][match] = 0;
        pairs->items[pairs->count++] =
            (cli_mesh_pair){object_name(a, i), {i, match}, {count_triangles(a, i), count_triangles(b, match)}, 0, 0};
    }
}

int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b)
{
    int64_t most = 0;
    pairs->items = calloc((size_t)a->mesh_count + 1, sizeof *pairs->items);
    pairs->only_in[0] = calloc((size_t)a->mesh_count + 1, 1);
    pairs->only_in[1] = calloc((size_t)b->mesh_count + 1, 1);
    if (!pairs->items || !pairs->only_in[0] || !pairs->only_in[1]) return 0;
    match_objects(pairs, a, b);
    for (size_t i = 0; i < pairs->count; ++i)
        if (pairs->items[i].triangles[0] > most) most = pairs->items[i].triangles[0];
    for (int i = 0; i < 2; ++i) {
        pairs->corners[i] = malloc(((size_t)most * 9 + 1) * sizeof(double));
        if (!pairs->corners[i]) return 0;
    }
    return 1;
}

void cli_mesh_pairs_free(cli_mesh_pairs *pairs)
{
    free(pairs->items);
    for (int i = 0; i < 2; ++i) {
        free(pairs->only_in[i]);
        free(pairs->corners[i]);
    }
    *pairs = (cli_mesh_pairs){0};
}

/// Writes the corners of an object in world space and the axes of the first side, in cm.
static void take_corners(const cli_diff_side *side, int32_t first, double *out)
{
    const sinew_model *model = side->model;
    const int32_t end = end_of_object(model, first);
    for (int32_t i = first; i < end; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        for (int32_t k = 0; k < mesh->index_count; ++k, out += 3) {
            const uint32_t vertex = model->indices[mesh->first_index + k];
            const float *at = side->positions + 3 * ((size_t)mesh->first_vertex + vertex);
            const sinew_vec3 own =
                sinew__affine_point(&model->info->root, (sinew_vec3){(double)at[0], (double)at[1], (double)at[2]});
            const sinew_vec3 p = sinew__affine_point(&side->to_first, own);
            out[0] = p.x * model->info->unit_cm;
            out[1] = p.y * model->info->unit_cm;
            out[2] = p.z * model->info->unit_cm;
        }
    }
}

static double corner_distance(const double *a, const double *b)
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], squares = x * x + y * y + z * z;
    return isnan(squares) ? (double)INFINITY : sqrt(squares);
}

void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time)
{
    for (size_t i = 0; i < pairs->count; ++i) {
        cli_mesh_pair *pair = &pairs->items[i];
        if (pair->triangles[0] != pair->triangles[1]) continue;
        take_corners(a, pair->first[0], pairs->corners[0]);
        take_corners(b, pair->first[1], pairs->corners[1]);
        for (int64_t k = 0; k < pair->triangles[0] * 3; ++k) {
            const double cm = corner_distance(pairs->corners[0] + 3 * k, pairs->corners[1] + 3 * k);
            if (!(cm > pair->cm)) continue;
            pair->cm = cm;
            pair->time = time;
        }
    }
}

static int has_only(const uint8_t *only, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        if (only[i]) return 1;
    return 0;
}

int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm)
{
    for (size_t i = 0; i < pairs->count; ++i)
        if (pairs->items[i].triangles[0] != pairs->items[i].triangles[1] || pairs->items[i].cm > cm) return 0;
    return !has_only(pairs->only_in[0], a->mesh_count) && !has_only(pairs->only_in[1], b->mesh_count);
}
