// Meshes and skins of a glTF file → Assimp's meshes, one for each primitive, with the bones of their skin.
#include <assert.h>
#include <stdio.h>

#include "core/base/error.h"
#include "import/assimp/gltf_decoder.h"
#include "import/assimp/gltf_scene.h"

// ---- polygons -------------------------------------------------------------------------------------------------------

/// How a mode makes polygons of vertices.
typedef enum gltf_mode { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } gltf_mode;

static size_t count_polygons(gltf_mode mode, size_t count)
{
    switch (mode) {
    case POINTS:
    case LINE_LOOP: return count;
    case LINES: return count / 2;
    case LINE_STRIP: return count - 1;
    case TRIANGLES: return count / 3;
    case TRIANGLE_STRIP:
    case TRIANGLE_FAN: return count - 2;
    }
    return 0;
}

static unsigned polygon_size(gltf_mode mode)
{
    return mode == POINTS ? 1 : mode < TRIANGLES ? 2 : 3;
}

/// Which of `count` vertices the corner of a polygon is. Every second triangle of a strip has its first two exchanged.
static size_t corner_of(gltf_mode mode, size_t count, size_t polygon, unsigned corner)
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

/// Fills the faces of a mesh. `indices` is NULL where the vertices follow each other. Polygons of vertices that are not
/// there are left out.
static sinew_result read_faces(gltf_reader *reader, const gltf_accessor *indices, gltf_mode mode, struct aiMesh *mesh,
                               sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    const size_t count = indices ? indices->count : mesh->mNumVertices, polygons = count_polygons(mode, count);
    const unsigned size = polygon_size(mode);
    unsigned *corners = sinew__arena_take(arena, polygons, size * sizeof *corners);
    mesh->mFaces = SINEW__ARENA_ARRAY(arena, struct aiFace, polygons);
    if (!corners || !mesh->mFaces) return sinew__arena_fail(arena, error);
    for (size_t p = 0; p < polygons; p++) {
        int is_good = 1;
        for (unsigned k = 0; k < size; k++) {
            const size_t at = corner_of(mode, count, p, k);
            const double vertex = indices ? sinew__gltf_number(indices, at, 0) : (double)at;
            is_good = is_good && vertex < (double)mesh->mNumVertices;
            corners[k] = is_good ? (unsigned)vertex : 0;
        }
        if (!is_good) continue;
        mesh->mFaces[mesh->mNumFaces++] = (struct aiFace){.mNumIndices = size, .mIndices = corners};
        corners += size;
    }
    if (mesh->mNumFaces > 0) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: mesh '%.200s' has no polygons whose vertices are there",
                       mesh->mName.data);
}

// ---- vertices -------------------------------------------------------------------------------------------------------

/// Three numbers per vertex, or NULL if there is no such attribute; the third of texture coordinates is 1.
static sinew_result read_vectors(gltf_reader *reader, const sinew__json_value *attributes, const char *name,
                                 struct aiVector3D **out, sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(attributes, name);
    size_t count = 0;
    sinew_result result = SINEW_OK;
    *out = NULL;
    static_assert(sizeof **out == 3 * sizeof(float), "a vector is three floats");
    if (index) *out = (struct aiVector3D *)(void *)sinew__gltf_read_floats(reader, index, 3, &count, &result, error);
    return result;
}

static sinew_result read_texcoords(gltf_reader *reader, const sinew__json_value *attributes, struct aiMesh *mesh,
                                   sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && result == SINEW_OK; set++) {
        char name[16];
        snprintf(name, sizeof name, "TEXCOORD_%u", set);
        result = read_vectors(reader, attributes, name, &mesh->mTextureCoords[set], error);
        for (unsigned i = 0; mesh->mTextureCoords[set] && i < mesh->mNumVertices; i++) // v is upwards in Assimp
            mesh->mTextureCoords[set][i].y = 1 - mesh->mTextureCoords[set][i].y;
    }
    return result;
}

static sinew_result read_colors(gltf_reader *reader, const sinew__json_value *attributes, struct aiMesh *mesh,
                                sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(attributes, "COLOR_0");
    sinew_result result = SINEW_OK;
    size_t count = 0;
    if (index)
        mesh->mColors[0] =
            (struct aiColor4D *)(void *)sinew__gltf_read_floats(reader, index, 4, &count, &result, error);
    return result;
}

// ---- morph targets --------------------------------------------------------------------------------------------------

/// Adds a target's differences to a copy of the mesh's vectors; *out is NULL if one of them is missing.
static sinew_result read_target_vectors(gltf_reader *reader, const sinew__json_value *target, const char *name,
                                        const struct aiVector3D *base, unsigned count, struct aiVector3D **out,
                                        sinew_error *error)
{
    *out = NULL;
    if (!base) return SINEW_OK;
    const sinew_result result = read_vectors(reader, target, name, out, error);
    for (unsigned i = 0; *out && i < count; i++) {
        (*out)[i].x = base[i].x + (*out)[i].x;
        (*out)[i].y = base[i].y + (*out)[i].y;
        (*out)[i].z = base[i].z + (*out)[i].z;
    }
    return result;
}

static sinew_result read_target(gltf_reader *reader, const sinew__json_value *target, const struct aiMesh *mesh,
                                struct aiAnimMesh *out, sinew_error *error)
{
    out->mNumVertices = mesh->mNumVertices;
    sinew_result result =
        read_target_vectors(reader, target, "POSITION", mesh->mVertices, mesh->mNumVertices, &out->mVertices, error);
    if (result == SINEW_OK)
        result =
            read_target_vectors(reader, target, "NORMAL", mesh->mNormals, mesh->mNumVertices, &out->mNormals, error);
    return result;
}

/// The targets of a primitive; their weights and names are those of its mesh.
static sinew_result read_targets(gltf_reader *reader, const sinew__json_value *json, const sinew__json_value *primitive,
                                 struct aiMesh *mesh, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    const sinew__json_value *targets = sinew__json_member(primitive, "targets"), *target = sinew__json_first(targets);
    const sinew__json_value *weight = sinew__json_first(sinew__json_member(json, "weights"));
    const sinew__json_value *name =
        sinew__json_first(sinew__json_member(sinew__json_member(json, "extras"), "targetNames"));
    sinew_result result = SINEW_OK;
    if (!target) return SINEW_OK;
    struct aiAnimMesh *items = SINEW__ARENA_ARRAY(arena, struct aiAnimMesh, sinew__json_count(targets));
    mesh->mAnimMeshes = SINEW__ARENA_ARRAY(arena, struct aiAnimMesh *, sinew__json_count(targets));
    if (!items || !mesh->mAnimMeshes) return sinew__arena_fail(arena, error);
    for (; target && result == SINEW_OK; target = target->next) {
        struct aiAnimMesh *item = &items[mesh->mNumAnimMeshes];
        mesh->mAnimMeshes[mesh->mNumAnimMeshes++] = item;
        if (sinew__json_text(name)) sinew__gltf_copy_text(sinew__json_text(name), &item->mName);
        if (sinew__json_is(weight, SINEW__JSON_NUMBER)) item->mWeight = (float)weight->number;
        result = read_target(reader, target, mesh, item, error);
        if (name) name = name->next;
        if (weight) weight = weight->next;
    }
    return result;
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

/// The mesh's own name, or `meshes[index]`; with the number of the primitive if there are several. Returns 0 when out
/// of memory.
static int name_mesh(gltf_reader *reader, size_t index, int32_t primitive, struct aiString *out)
{
    const sinew__json_value *json = reader->meshes.items[index];
    const char *name = sinew__json_text(sinew__json_member(json, "name"));
    sinew__arena *arena = &reader->pass->arena;
    if (!name || !*name) name = sinew__arena_format(arena, "meshes[%zu]", index);
    if (name && sinew__json_count(sinew__json_member(json, "primitives")) > 1)
        name = sinew__arena_format(arena, "%s-%d", name, (int)primitive);
    if (name) sinew__gltf_copy_text(name, out);
    return name != NULL;
}

static sinew_result read_geometry(gltf_reader *reader, const sinew__json_value *json,
                                  const sinew__json_value *primitive, struct aiMesh *mesh, sinew_error *error)
{
    const sinew__json_value *attributes = sinew__json_member(primitive, "attributes");
    const sinew__json_value *index = sinew__json_member(primitive, "indices");
    const sinew__json_value *mode = sinew__json_member(primitive, "mode");
    gltf_accessor positions, indices;
    sinew_result result =
        sinew__gltf_accessor_open(reader->accessors, sinew__json_member(attributes, "POSITION"), &positions, error);
    if (result == SINEW_OK) result = read_vectors(reader, attributes, "POSITION", &mesh->mVertices, error);
    if (result == SINEW_OK) mesh->mNumVertices = (unsigned)positions.count;
    if (result == SINEW_OK) result = read_vectors(reader, attributes, "NORMAL", &mesh->mNormals, error);
    if (result == SINEW_OK) result = read_texcoords(reader, attributes, mesh, error);
    if (result == SINEW_OK) result = read_colors(reader, attributes, mesh, error);
    if (result == SINEW_OK) result = read_targets(reader, json, primitive, mesh, error);
    if (result == SINEW_OK && index) result = sinew__gltf_accessor_open(reader->accessors, index, &indices, error);
    if (result != SINEW_OK) return result;
    return read_faces(reader, index ? &indices : NULL,
                      sinew__json_is(mode, SINEW__JSON_NUMBER) ? (gltf_mode)mode->number : TRIANGLES, mesh, error);
}

static sinew_result read_mesh(gltf_reader *reader, size_t index, sinew_error *error)
{
    const sinew__json_value *json = reader->meshes.items[index], *primitive;
    struct aiScene *scene = reader->scene;
    int32_t number = 0;
    for (primitive = sinew__json_first(sinew__json_member(json, "primitives")); primitive;
         primitive = primitive->next, number++) {
        struct aiMesh *mesh = SINEW__ARENA_ARRAY(&reader->pass->arena, struct aiMesh, 1);
        const sinew__json_value *material = sinew__json_member(primitive, "material");
        if (!mesh || !name_mesh(reader, index, number, &mesh->mName))
            return sinew__arena_fail(&reader->pass->arena, error);
        scene->mMeshes[reader->mesh_starts[index] + number] = mesh;
        mesh->mMaterialIndex =
            material ? (unsigned)reader->material_numbers[(size_t)material->number] : scene->mNumMaterials - 1;
        const sinew_result result = read_geometry(reader, json, primitive, mesh, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

sinew_result sinew__gltf_read_meshes(gltf_reader *reader, sinew_error *error)
{
    struct aiScene *scene = reader->scene;
    sinew_result result = SINEW_OK;
    scene->mMeshes = SINEW__ARENA_ARRAY(&reader->pass->arena, struct aiMesh *, scene->mNumMeshes);
    if (!scene->mMeshes) return sinew__arena_fail(&reader->pass->arena, error);
    for (size_t i = 0; i < reader->meshes.count && result == SINEW_OK; i++)
        if (reader->mesh_starts[i] != SINEW_NONE) result = read_mesh(reader, i, error);
    return result;
}

// ---- bones ----------------------------------------------------------------------------------------------------------

/// The joints and weights of a primitive, set by set.
typedef struct influence_sets {
    gltf_accessor joints[GLTF_MOST_SETS], weights[GLTF_MOST_SETS];
    int count;
} influence_sets;

static sinew_result open_sets(gltf_reader *reader, const sinew__json_value *attributes, influence_sets *out,
                              sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (out->count = 0; out->count < GLTF_MOST_SETS; out->count++) {
        char joints[20], weights[20];
        snprintf(joints, sizeof joints, "JOINTS_%d", out->count);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", out->count);
        const sinew__json_value *joint = sinew__json_member(attributes, joints);
        const sinew__json_value *weight = sinew__json_member(attributes, weights);
        if (!joint || !weight) break;
        result = sinew__gltf_accessor_open(reader->accessors, joint, &out->joints[out->count], error);
        if (result == SINEW_OK)
            result = sinew__gltf_accessor_open(reader->accessors, weight, &out->weights[out->count], error);
        if (result != SINEW_OK) break;
    }
    return result;
}

/// Counts the weights of each bone, or adds them where `bones` have space for them.
static void sort_weights(const influence_sets *sets, struct aiBone *bones, unsigned bone_count)
{
    for (int set = 0; set < sets->count; set++)
        for (size_t i = 0; i < sets->joints[set].count && i < sets->weights[set].count; i++)
            for (size_t c = 0; c < 4; c++) {
                const double joint = sinew__gltf_number(&sets->joints[set], i, c);
                const float weight = (float)sinew__gltf_number(&sets->weights[set], i, c);
                if (!(weight > 0) || !(joint < (double)bone_count)) continue;
                struct aiBone *bone = &bones[(size_t)joint];
                if (bone->mWeights) bone->mWeights[bone->mNumWeights] = (struct aiVertexWeight){(unsigned)i, weight};
                bone->mNumWeights++;
            }
}

/// Gives the bones their weights. Returns 0 when out of memory.
static int read_weights(gltf_reader *reader, const influence_sets *sets, struct aiBone *bones, unsigned count)
{
    sort_weights(sets, bones, count);
    for (unsigned i = 0; i < count; i++) {
        bones[i].mWeights = SINEW__ARENA_ARRAY(&reader->pass->arena, struct aiVertexWeight, bones[i].mNumWeights);
        if (!bones[i].mWeights) return 0;
        bones[i].mNumWeights = 0;
    }
    sort_weights(sets, bones, count);
    return 1;
}

/// Names and offsets of bones, whose number is added to *out_count. Returns 0 when out of memory.
static int read_joints(gltf_reader *reader, const sinew__json_value *skin, const float *matrices, struct aiBone *bones,
                       unsigned *out_count)
{
    const sinew__json_value *joint = sinew__json_first(sinew__json_member(skin, "joints"));
    for (; joint; joint = joint->next) {
        const sinew__json_value *node = sinew__gltf_item(&reader->nodes, joint);
        if (!node) continue;
        const char *name = sinew__gltf_node_name(reader->pass, node, (size_t)joint->number);
        if (!name) return 0;
        struct aiBone *bone = &bones[*out_count];
        sinew__gltf_copy_text(name, &bone->mName);
        bone->mOffsetMatrix = sinew__gltf_matrix(matrices + 16 * (size_t)*out_count);
        ++*out_count;
    }
    return 1;
}

static sinew_result read_bones(gltf_reader *reader, const sinew__json_value *skin, const float *matrices,
                               const sinew__json_value *primitive, struct aiMesh *mesh, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    influence_sets sets;
    const int32_t most = sinew__json_count(sinew__json_member(skin, "joints"));
    unsigned count = 0;
    const sinew_result result = open_sets(reader, sinew__json_member(primitive, "attributes"), &sets, error);
    if (result != SINEW_OK) return result;
    struct aiBone *bones = SINEW__ARENA_ARRAY(arena, struct aiBone, most);
    mesh->mBones = SINEW__ARENA_ARRAY(arena, struct aiBone *, most);
    if (!bones || !mesh->mBones || !read_joints(reader, skin, matrices, bones, &count) ||
        !read_weights(reader, &sets, bones, count))
        return sinew__arena_fail(arena, error);
    for (unsigned i = 0; i < count; i++) mesh->mBones[i] = &bones[i];
    mesh->mNumBones = count;
    return SINEW_OK;
}

sinew_result sinew__gltf_read_bones(gltf_reader *reader, int32_t mesh, int32_t skin, sinew_error *error)
{
    const sinew__json_value *json = reader->skins.items[skin];
    const sinew__json_value *primitive =
        sinew__json_first(sinew__json_member(reader->meshes.items[mesh], "primitives"));
    const sinew__json_value *index = sinew__json_member(json, "inverseBindMatrices");
    struct aiMesh **meshes = reader->scene->mMeshes + reader->mesh_starts[mesh];
    size_t count = 0;
    sinew_result result = SINEW_OK;
    if (!index || !primitive || meshes[0]->mBones) return SINEW_OK; // no joints, no mesh, or read for another node
    const float *matrices = sinew__gltf_read_floats(reader, index, 16, &count, &result, error);
    for (; primitive && result == SINEW_OK; primitive = primitive->next)
        result = read_bones(reader, json, matrices, primitive, *meshes++, error);
    return result;
}
