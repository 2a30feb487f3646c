#include "bench/tutorial_skin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BONE_INFLUENCE = 4 };

typedef struct vertex {
    float position[3], normal[3];
    int bones[MAX_BONE_INFLUENCE];
    float weights[MAX_BONE_INFLUENCE];
} vertex;

/// By columns, as graphics libraries have it.
typedef struct matrix {
    float column[4][4];
} matrix;

struct tutorial_skin {
    vertex *vertices; ///< [vertex_count]
    size_t vertex_count;
    matrix *bones; ///< [skin_joint_count]
    int32_t bone_count;
};

static matrix scaled(const matrix *a, float scale)
{
    matrix out;
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) out.column[c][r] = a->column[c][r] * scale;
    return out;
}

static void add_scaled(matrix *sum, const matrix *a, float scale)
{
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) sum->column[c][r] += a->column[c][r] * scale;
}

static void transform(const matrix *m, const float v[4], float out[4])
{
    for (int r = 0; r < 4; ++r)
        out[r] = m->column[0][r] * v[0] + m->column[1][r] * v[1] + m->column[2][r] * v[2] + m->column[3][r] * v[3];
}

void tutorial_skin_vertices(const tutorial_skin *skin, float *out_positions, float *out_normals)
{
    for (size_t i = 0; i < skin->vertex_count; ++i) {
        const vertex *v = &skin->vertices[i];
        matrix bone = scaled(&skin->bones[v->bones[0]], v->weights[0]);
        for (int k = 1; k < MAX_BONE_INFLUENCE; ++k) {
            if (v->weights[k] == 0.0f)
                continue; // of slots that are left over; without this it takes half as long again
            add_scaled(&bone, &skin->bones[v->bones[k]], v->weights[k]);
        }
        float position[4], normal[4];
        transform(&bone, (const float[4]){v->position[0], v->position[1], v->position[2], 1.0f}, position);
        transform(&bone, (const float[4]){v->normal[0], v->normal[1], v->normal[2], 0.0f}, normal);
        const float scale = 1.0f / sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int k = 0; k < 3; ++k) {
            out_positions[3 * i + (size_t)k] = position[k];
            out_normals[3 * i + (size_t)k] = normal[k] * scale;
        }
    }
}

// ---- taking a model's data ----------------------------------------------------------------------------------------

/// Keeps the four largest weights: replaces the smallest.
static void take_influences(const sinew_model *model, int32_t index, vertex *out)
{
    for (uint32_t i = model->influence_start[index]; i < model->influence_start[index + 1]; ++i) {
        int weakest = 0;
        for (int k = 1; k < MAX_BONE_INFLUENCE; ++k)
            if (out->weights[k] < out->weights[weakest]) weakest = k;
        if (model->influences[i].weight <= out->weights[weakest]) continue;
        out->bones[weakest] = model->influences[i].skin_joint;
        out->weights[weakest] = model->influences[i].weight;
    }
    float sum = 0.0f;
    for (int k = 0; k < MAX_BONE_INFLUENCE; ++k) sum += out->weights[k];
    for (int k = 0; k < MAX_BONE_INFLUENCE && sum > 0.0f; ++k) out->weights[k] /= sum;
}

static void take_mesh(tutorial_skin *skin, const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_vertex; i < mesh->first_vertex + mesh->vertex_count; ++i) {
        vertex *out = &skin->vertices[skin->vertex_count++];
        memcpy(out->position, model->positions + 3 * (size_t)i, sizeof out->position);
        memcpy(out->normal, model->normals + 3 * (size_t)i, sizeof out->normal);
        take_influences(model, i, out);
    }
}

tutorial_skin *tutorial_skin_create(const sinew_model *model)
{
    tutorial_skin *skin = calloc(1, sizeof *skin);
    if (!skin) return NULL;
    skin->bone_count = model->skin_joint_count;
    skin->vertices = calloc((size_t)model->vertex_count + 1, sizeof *skin->vertices);
    skin->bones = calloc((size_t)model->skin_joint_count + 1, sizeof *skin->bones);
    if (!skin->vertices || !skin->bones) {
        tutorial_skin_destroy(skin);
        return NULL;
    }
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (model->meshes[i].flags & SINEW_MESH_SKINNED) take_mesh(skin, model, &model->meshes[i]);
    return skin;
}

void tutorial_skin_destroy(tutorial_skin *skin)
{
    if (!skin) return;
    free(skin->vertices);
    free(skin->bones);
    free(skin);
}

void tutorial_skin_set_palette(tutorial_skin *skin, const sinew_palette_matrix *palette)
{
    for (int32_t i = 0; i < skin->bone_count; ++i) {
        skin->bones[i] = (matrix){.column[3][3] = 1.0f};
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 3; ++r) skin->bones[i].column[c][r] = palette[i].row[r][c];
    }
}
