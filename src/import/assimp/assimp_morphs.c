// Morph targets of one mesh: Assimp stores whole meshes, sinew the difference.
#include <assimp/scene.h>
#include <math.h>
#include <stdint.h>

#include "base/error.h"
#include "import/assimp/assimp_convert.h"
#include "import/assimp/assimp_meshes.h"

static int difference(const struct aiVector3D *target, const struct aiVector3D *base, float out[3])
{
    out[0] = (float)(target->x - base->x);
    out[1] = (float)(target->y - base->y);
    out[2] = (float)(target->z - base->z);
    for (int i = 0; i < 3; i++)
        if (!isfinite(out[i])) out[i] = 0.0f;
    return out[0] != 0.0f || out[1] != 0.0f || out[2] != 0.0f;
}

static int vertex_moves(const struct aiMesh *mesh, const struct aiAnimMesh *target, unsigned vertex)
{
    float delta[3];
    return (target->mVertices && difference(&target->mVertices[vertex], &mesh->mVertices[vertex], delta)) ||
           (target->mNormals && mesh->mNormals &&
            difference(&target->mNormals[vertex], &mesh->mNormals[vertex], delta));
}

/// Returns 0 when out of memory.
static int copy_shape(import_pass *pass, const struct aiMesh *mesh, const struct aiAnimMesh *target,
                      sinew_raw_shape *out)
{
    size_t count = 0;
    for (unsigned v = 0; v < mesh->mNumVertices; v++) count += (size_t)vertex_moves(mesh, target, v);
    int32_t *vertices = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    float *positions = SINEW__ARENA_ARRAY(&pass->arena, float, count * 3);
    float *normals = SINEW__ARENA_ARRAY(&pass->arena, float, count * 3);
    if (!vertices || !positions || !normals) return 0;
    size_t at = 0;
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        if (!vertex_moves(mesh, target, v)) continue;
        vertices[at] = (int32_t)v;
        if (target->mVertices) (void)difference(&target->mVertices[v], &mesh->mVertices[v], &positions[at * 3]);
        if (target->mNormals && mesh->mNormals)
            (void)difference(&target->mNormals[v], &mesh->mNormals[v], &normals[at * 3]);
        at++;
    }
    *out = (sinew_raw_shape){.full_weight = 1.0f,
                             .vertices = vertices,
                             .positions = positions,
                             .normals = target->mNormals && mesh->mNormals ? normals : NULL,
                             .count = (int32_t)count};
    return 1;
}

static int copy_morph(import_pass *pass, const struct aiMesh *mesh, unsigned index, const sinew_raw_mesh *owner,
                      sinew_raw_morph *out)
{
    const struct aiAnimMesh *target = mesh->mAnimMeshes[index];
    const char *name = sinew__assimp_text(&pass->arena, &target->mName);
    if (name && !*name) name = sinew__arena_format(&pass->arena, "Morph %u", index + 1);
    sinew_raw_shape *shape = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_shape, 1);
    if (!name || !shape) return 0;
    *shape = (sinew_raw_shape){.full_weight = 1.0f};
    *out = (sinew_raw_morph){
        .name = name, .shapes = shape, .shape_count = 1, .weight = isfinite(target->mWeight) ? target->mWeight : 0.0f};
    if (target->mNumVertices == mesh->mNumVertices) return copy_shape(pass, mesh, target, shape);
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_MORPH_MISMATCH, owner->name,
                       "morph '%s' has %u vertices, the mesh %u; it has no effect", name, target->mNumVertices,
                       mesh->mNumVertices);
    return 1;
}

sinew_result sinew__assimp_mesh_morphs(import_pass *pass, int32_t source, sinew_raw_mesh *out, sinew_error *error)
{
    const struct aiMesh *from = pass->scene->mMeshes[source];
    if (from->mNumAnimMeshes == 0 || !from->mVertices) return SINEW_OK;
    sinew_raw_morph *morphs = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_morph, from->mNumAnimMeshes);
    if (!morphs) return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < from->mNumAnimMeshes; i++)
        if (!copy_morph(pass, from, i, out, &morphs[i])) return sinew__arena_fail(&pass->arena, error);
    out->morphs = morphs;
    out->morph_count = (int32_t)from->mNumAnimMeshes;
    return SINEW_OK;
}
