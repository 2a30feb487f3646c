// Stage: converts the meshes of every node to raw meshes.

#include <assimp/scene.h>
#include <math.h>
#include <stdint.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_pass.h"
#include "import/import_stages.h"

// Converts the bones of a mesh to skin joints (joint and inverse bind matrix) and influences (skin joint and weight, by
// vertex).

static int weight_is_good(const struct aiMesh *mesh, const struct aiVertexWeight *weight)
{
    return weight->mVertexId < mesh->mNumVertices && isfinite(weight->mWeight);
}

/// Sorts the weights by vertex; Assimp stores them by bone. `skin_joints_of` is the skin joint of each bone. Returns 0
/// when out of memory.
static int copy_influences(import_pass *pass, const struct aiMesh *from, const int32_t *skin_joints_of,
                           sinew_raw_mesh *out)
{
    uint32_t *start = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, (size_t)from->mNumVertices + 1);
    if (!start) return 0;
    size_t total = 0, bad = 0, no_numbers = 0;
    for (unsigned b = 0; b < from->mNumBones; ++b)
        for (unsigned w = 0; skin_joints_of[b] != SINEW_NONE && w < from->mBones[b]->mNumWeights; ++w) {
            const struct aiVertexWeight *weight = &from->mBones[b]->mWeights[w];
            if (weight_is_good(from, weight))
                start[weight->mVertexId + 1]++, total++;
            else
                ++*(isfinite(weight->mWeight) ? &bad : &no_numbers);
        }
    sinew_raw_influence *influences = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_influence, total);
    uint32_t *next = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, from->mNumVertices);
    if (!influences || !next || total > INT32_MAX) return 0;
    for (unsigned v = 0; v < from->mNumVertices; ++v) {
        start[v + 1] += start[v];
        next[v] = start[v];
    }
    for (unsigned b = 0; b < from->mNumBones; ++b)
        for (unsigned w = 0; skin_joints_of[b] != SINEW_NONE && w < from->mBones[b]->mNumWeights; ++w) {
            const struct aiVertexWeight *weight = &from->mBones[b]->mWeights[w];
            if (weight_is_good(from, weight))
                influences[next[weight->mVertexId]++] =
                    (sinew_raw_influence){skin_joints_of[b], (float)weight->mWeight};
        }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, out->name, "%zu weights have no vertex and were dropped",
                           bad);
    if (no_numbers)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, out->name, "%zu weights are not a number and were dropped",
                           no_numbers);
    out->influence_start = start;
    out->influences = influences;
    return 1;
}

/// Adds the skin joint of a bone, unless the bone has no node. Returns 0 when out of memory.
static int bind_bone(import_pass *pass, const struct aiBone *bone, sinew_raw_skin_joint *skin_joints,
                     int32_t *skin_joint_of, sinew_raw_mesh *mesh)
{
    const char *name = sinew__assimp_text(&pass->arena, &bone->mName);
    if (!name) return 0;
    const int32_t node = sinew__import_find_node(pass, name);
    const int32_t joint = node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
    *skin_joint_of = SINEW_NONE;
    if (joint == SINEW_NONE) {
        sinew__import_warn(pass, IMPORT_WARNING_BONE_WITHOUT_NODE, mesh->name,
                           "bone '%s' has no node in the file; its weights were dropped", name);
        return 1;
    }
    *skin_joint_of = mesh->skin_joint_count++;
    sinew_raw_skin_joint *skin_joint = &skin_joints[*skin_joint_of];
    *skin_joint = (sinew_raw_skin_joint){.joint = joint, .node = node};
    if (!sinew__assimp_affine(&bone->mOffsetMatrix, &skin_joint->inverse_bind))
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, mesh->name,
                           "the offset of bone '%s' is not finite; it became the identity", name);
    sinew_raw_joint *bound = &pass->joints[joint];
    if (!(bound->flags & SINEW_JOINT_HAS_BIND) &&
        sinew__affine_inverse(&skin_joint->inverse_bind, &bound->bind_global) &&
        sinew__affine_is_finite(&bound->bind_global))
        bound->flags |= SINEW_JOINT_HAS_BIND;
    return 1;
}

/// Reads the skin joints and influences of a mesh. Bones without a node are dropped with their weights. Joints without
/// a bind pose get it from the inverse bind matrices.
static sinew_result assimp_mesh_bones(import_pass *pass, int32_t source, sinew_raw_mesh *out, sinew_error *error)
{
    const struct aiMesh *from = pass->scene->mMeshes[source];
    if (from->mNumBones == 0) return SINEW_OK;
    sinew_raw_skin_joint *skin_joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, from->mNumBones);
    int32_t *skin_joints_of = SINEW__ARENA_ARRAY(&pass->arena, int32_t, from->mNumBones);
    if (!skin_joints || !skin_joints_of) return sinew__arena_fail(&pass->arena, error);
    for (unsigned b = 0; b < from->mNumBones; ++b)
        if (!bind_bone(pass, from->mBones[b], skin_joints, &skin_joints_of[b], out))
            return sinew__arena_fail(&pass->arena, error);
    out->skin_joints = skin_joints;
    return copy_influences(pass, from, skin_joints_of, out) ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}

// Converts the morph targets of a mesh: Assimp stores whole meshes, sinew stores the differences.

static int difference(const struct aiVector3D *target, const struct aiVector3D *base, float out[3])
{
    out[0] = (float)(target->x - base->x);
    out[1] = (float)(target->y - base->y);
    out[2] = (float)(target->z - base->z);
    for (int i = 0; i < 3; ++i)
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

/// Converts one morph target. Returns 0 when out of memory.
static int copy_shape(import_pass *pass, const struct aiMesh *mesh, const struct aiAnimMesh *target,
                      sinew_raw_shape *out)
{
    size_t count = 0;
    for (unsigned v = 0; v < mesh->mNumVertices; ++v) count += (size_t)vertex_moves(mesh, target, v);
    int32_t *vertices = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    float *positions = SINEW__ARENA_ARRAY(&pass->arena, float, count * 3);
    float *normals = SINEW__ARENA_ARRAY(&pass->arena, float, count * 3);
    if (!vertices || !positions || !normals) return 0;
    size_t at = 0;
    for (unsigned v = 0; v < mesh->mNumVertices; ++v) {
        if (!vertex_moves(mesh, target, v)) continue;
        vertices[at] = (int32_t)v;
        if (target->mVertices) (void)difference(&target->mVertices[v], &mesh->mVertices[v], &positions[at * 3]);
        if (target->mNormals && mesh->mNormals)
            (void)difference(&target->mNormals[v], &mesh->mNormals[v], &normals[at * 3]);
        ++at;
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
    sinew__import_warn(pass, IMPORT_WARNING_MORPH_MISMATCH, owner->name,
                       "morph '%s' has %u vertices, the mesh %u; it has no effect", name, target->mNumVertices,
                       mesh->mNumVertices);
    return 1;
}

/// Converts the morph targets of a mesh to differences.
static sinew_result assimp_mesh_morphs(import_pass *pass, int32_t source, sinew_raw_mesh *out, sinew_error *error)
{
    const struct aiMesh *from = pass->scene->mMeshes[source];
    if (from->mNumAnimMeshes == 0 || !from->mVertices) return SINEW_OK;
    sinew_raw_morph *morphs = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_morph, from->mNumAnimMeshes);
    if (!morphs) return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < from->mNumAnimMeshes; ++i)
        if (!copy_morph(pass, from, i, out, &morphs[i])) return sinew__arena_fail(&pass->arena, error);
    out->morphs = morphs;
    out->morph_count = (int32_t)from->mNumAnimMeshes;
    return SINEW_OK;
}

/// Copies vectors as three floats per vertex. Numbers that are not finite become 0, with a warning that calls them
/// `what`. NULL when out of memory.
static float *copy_vectors(import_pass *pass, const struct aiVector3D *from, unsigned count, const char *mesh,
                           const char *what)
{
    float *out = SINEW__ARENA_ARRAY(&pass->arena, float, (size_t)count * 3);
    if (!out) return NULL;
    unsigned bad = 0;
    for (unsigned i = 0; i < count; ++i) {
        const float value[3] = {(float)from[i].x, (float)from[i].y, (float)from[i].z};
        for (int k = 0; k < 3; ++k) {
            const int finite = isfinite(value[k]);
            bad += (unsigned)!finite;
            out[i * 3 + (unsigned)k] = finite ? value[k] : 0.0f;
        }
    }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, mesh, "%u %s coordinates are not finite and became 0", bad,
                           what);
    return out;
}

static float *copy_texcoords(import_pass *pass, const struct aiVector3D *from, unsigned count)
{
    float *out = SINEW__ARENA_ARRAY(&pass->arena, float, (size_t)count * 2);
    for (unsigned i = 0; out && i < count; ++i) {
        out[i * 2] = isfinite(from[i].x) ? (float)from[i].x : 0.0f;
        out[i * 2 + 1] = isfinite(from[i].y) ? (float)from[i].y : 0.0f;
    }
    return out;
}

static float *copy_colors(import_pass *pass, const struct aiColor4D *from, unsigned count)
{
    float *out = SINEW__ARENA_ARRAY(&pass->arena, float, (size_t)count * 4);
    for (unsigned i = 0; out && i < count; ++i) {
        const float value[4] = {(float)from[i].r, (float)from[i].g, (float)from[i].b, (float)from[i].a};
        for (unsigned k = 0; k < 4; ++k) out[i * 4 + k] = isfinite(value[k]) ? value[k] : 1.0f;
    }
    return out;
}

static int face_is_good(const struct aiMesh *mesh, const struct aiFace *face)
{
    for (unsigned k = 0; k < face->mNumIndices; ++k)
        if (face->mIndices[k] >= mesh->mNumVertices) return 0;
    return face->mNumIndices > 0;
}

/// Copies the sizes of polygons and the vertex of each polygon vertex. Returns 0 when out of memory.
static int copy_polygons(import_pass *pass, const struct aiMesh *from, sinew_raw_mesh *out)
{
    size_t corners = 0, polygons = 0;
    for (unsigned f = 0; f < from->mNumFaces; ++f)
        if (face_is_good(from, &from->mFaces[f])) corners += from->mFaces[f].mNumIndices, polygons++;
    uint32_t *sizes = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, polygons);
    uint32_t *vertices = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, corners);
    if (!sizes || !vertices || corners > INT32_MAX) return 0;
    size_t corner = 0, polygon = 0;
    int in_order = corners == from->mNumVertices;
    for (unsigned f = 0; f < from->mNumFaces; ++f) {
        if (!face_is_good(from, &from->mFaces[f])) continue;
        sizes[polygon++] = from->mFaces[f].mNumIndices;
        for (unsigned k = 0; k < from->mFaces[f].mNumIndices; ++k) {
            in_order = in_order && from->mFaces[f].mIndices[k] == corner;
            vertices[corner++] = from->mFaces[f].mIndices[k];
        }
    }
    if (polygons < from->mNumFaces)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, out->name,
                           "%zu polygons use missing vertices and were dropped", from->mNumFaces - polygons);
    out->polygon_sizes = sizes;
    out->polygon_count = (int32_t)polygons;
    out->corner_vertices = in_order ? NULL : vertices;
    out->corner_count = (int32_t)corners;
    out->weld = in_order; // one vertex per polygon vertex: Assimp has split the author's vertices
    out->reorder = 1;
    return 1;
}

/// Returns the first or second texture coordinates that the images of the mesh's material use; NULL if the mesh lacks
/// them. If the first are missing, returns the mesh's set 0.
static const struct aiVector3D *texcoords_of(const import_pass *pass, const struct aiMesh *mesh, int which)
{
    static const import_uv_sets usual = {0, SINEW_NONE};
    const int is_known = mesh->mMaterialIndex < (unsigned)pass->raw.material_count;
    const int32_t set = (is_known ? pass->material_uv_sets[mesh->mMaterialIndex] : usual)[which];
    const struct aiVector3D *found = set == SINEW_NONE ? NULL : mesh->mTextureCoords[set];
    return found || which == 1 ? found : mesh->mTextureCoords[0];
}

/// Converts the vertices, polygons and materials of Assimp's mesh `source`, without its joint, weights and morphs.
/// Numbers that are not finite become 0; polygons with invalid indices are dropped.
static sinew_result convert_geometry(import_pass *pass, int32_t source, sinew_raw_mesh *out, sinew_error *error)
{
    const struct aiMesh *from = pass->scene->mMeshes[source];
    const struct aiVector3D *texcoords = texcoords_of(pass, from, 0), *second = texcoords_of(pass, from, 1);
    const unsigned count = from->mVertices ? from->mNumVertices : 0;
    *out = (sinew_raw_mesh){.name = sinew__assimp_text(&pass->arena, &from->mName), .vertex_count = (int32_t)count};
    if (!out->name) return sinew__arena_fail(&pass->arena, error);
    if (count > INT32_MAX) return sinew__fail(error, SINEW_ERROR_LIMIT, "mesh '%s' has %u vertices", out->name, count);
    out->positions = copy_vectors(pass, from->mVertices, count, out->name, "position");
    if (from->mNormals) out->normals = copy_vectors(pass, from->mNormals, count, out->name, "normal");
    if (texcoords) out->texcoords = copy_texcoords(pass, texcoords, count);
    if (texcoords && second && second != texcoords) out->texcoords2 = copy_texcoords(pass, second, count);
    if (from->mColors[0]) out->colors = copy_colors(pass, from->mColors[0], count);
    if (!copy_polygons(pass, from, out)) return sinew__arena_fail(&pass->arena, error);
    int32_t *materials = SINEW__ARENA_ARRAY(&pass->arena, int32_t, out->polygon_count);
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    const int is_known = from->mMaterialIndex < (unsigned)pass->raw.material_count;
    for (int32_t i = 0; i < out->polygon_count; ++i)
        materials[i] = is_known ? (int32_t)from->mMaterialIndex : SINEW_NONE;
    out->polygon_materials = materials;
    return SINEW_OK;
}

static sinew_result add_mesh(import_pass *pass, int32_t node, int32_t source, sinew_raw_mesh *converted,
                             unsigned char *is_converted, sinew_error *error)
{
    const int32_t index = pass->raw.mesh_count;
    if (!is_converted[source]) {
        sinew_result result = convert_geometry(pass, source, &converted[source], error);
        if (result == SINEW_OK) result = assimp_mesh_bones(pass, source, &converted[source], error);
        if (result == SINEW_OK) result = assimp_mesh_morphs(pass, source, &converted[source], error);
        if (result != SINEW_OK) return result;
        is_converted[source] = 1;
    }
    if (converted[source].polygon_count == 0) {
        sinew__import_warn(pass, IMPORT_WARNING_EMPTY_MESH, converted[source].name,
                           "the mesh has no polygons and was dropped");
        return SINEW_OK;
    }
    int32_t holder = node; // the node whose joint moves the mesh: `node`, or its nearest ancestor with a joint
    while (holder != SINEW_NONE && pass->node_joints[holder] == SINEW_NONE) holder = pass->nodes[holder].parent;
    pass->meshes[index] = converted[source]; // instances share the arrays
    pass->meshes[index].joint = holder == SINEW_NONE ? SINEW_NONE : pass->node_joints[holder];
    pass->meshes[index].node = node;
    pass->meshes[index].object = pass->nodes[node].name;
    ++pass->raw.mesh_count;
    return SINEW_OK;
}

sinew_result sinew__import_meshes(import_pass *pass, sinew_error *error)
{
    size_t count = 0;
    for (int32_t i = 0; i < pass->raw.node_count; ++i) count += pass->scene_nodes[i]->mNumMeshes;
    sinew_raw_mesh *converted = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_mesh, pass->scene->mNumMeshes);
    unsigned char *is_converted = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, pass->scene->mNumMeshes);
    pass->meshes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_mesh, count);
    if (!converted || !is_converted || !pass->meshes) return sinew__arena_fail(&pass->arena, error);
    for (int32_t node = 0; node < pass->raw.node_count; ++node)
        for (unsigned i = 0; i < pass->scene_nodes[node]->mNumMeshes; ++i) {
            const unsigned source = pass->scene_nodes[node]->mMeshes[i];
            if (source >= pass->scene->mNumMeshes) continue;
            const sinew_result result = add_mesh(pass, node, (int32_t)source, converted, is_converted, error);
            if (result != SINEW_OK) return result;
        }
    pass->raw.meshes = pass->meshes;
    return SINEW_OK;
}
