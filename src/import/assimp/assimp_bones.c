// Bones of one mesh → skin joints (joint and offset) and influences (skin joint and weight, by vertex).
#include <assimp/scene.h>
#include <math.h>

#include "base/affine.h"
#include "base/error.h"
#include "import/assimp/assimp_convert.h"
#include "import/assimp/assimp_meshes.h"
#include "import/assimp/assimp_stages.h"

static int weight_is_good(const struct aiMesh *mesh, const struct aiVertexWeight *weight)
{
    return weight->mVertexId < mesh->mNumVertices && isfinite(weight->mWeight);
}

/// Sorts the weights, which Assimp stores by bone, by vertex. `skin_joints_of` has the skin joint of each bone.
/// Returns 0 when out of memory.
static int copy_influences(import_pass *pass, const struct aiMesh *from, const int32_t *skin_joints_of,
                           sinew_raw_mesh *out)
{
    uint32_t *start = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, (size_t)from->mNumVertices + 1);
    if (!start) return 0;
    size_t total = 0, bad = 0;
    for (unsigned b = 0; b < from->mNumBones; b++)
        for (unsigned w = 0; skin_joints_of[b] != SINEW_NONE && w < from->mBones[b]->mNumWeights; w++) {
            const struct aiVertexWeight *weight = &from->mBones[b]->mWeights[w];
            if (weight_is_good(from, weight))
                start[weight->mVertexId + 1]++, total++;
            else
                bad++;
        }
    sinew_raw_influence *influences = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_influence, total);
    uint32_t *next = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, from->mNumVertices);
    if (!influences || !next || total > INT32_MAX) return 0;
    for (unsigned v = 0; v < from->mNumVertices; v++) {
        start[v + 1] += start[v];
        next[v] = start[v];
    }
    for (unsigned b = 0; b < from->mNumBones; b++)
        for (unsigned w = 0; skin_joints_of[b] != SINEW_NONE && w < from->mBones[b]->mNumWeights; w++) {
            const struct aiVertexWeight *weight = &from->mBones[b]->mWeights[w];
            if (weight_is_good(from, weight))
                influences[next[weight->mVertexId]++] =
                    (sinew_raw_influence){skin_joints_of[b], (float)weight->mWeight};
        }
    if (bad)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_INDICES, out->name,
                           "%zu weights are not finite or have no vertex and were dropped", bad);
    out->influence_start = start;
    out->influences = influences;
    return 1;
}

static void keep_bind_pose(sinew_raw_joint *joint, const sinew_affine *offset)
{
    if (joint->flags & SINEW_JOINT_HAS_BIND) return;
    if (!sinew__affine_inverse(offset, &joint->bind_global)) return;
    if (sinew__affine_is_finite(&joint->bind_global)) joint->flags |= SINEW_JOINT_HAS_BIND;
}

/// Adds the skin joint of one bone, if it is a node. Returns 0 when out of memory.
static int bind_bone(import_pass *pass, const struct aiBone *bone, sinew_raw_skin_joint *skin_joints,
                     int32_t *skin_joint_of, sinew_raw_mesh *mesh)
{
    const char *name = sinew__assimp_text(&pass->arena, &bone->mName);
    if (!name) return 0;
    const int32_t node = sinew__import_find_node(pass, name);
    const int32_t joint = node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
    *skin_joint_of = SINEW_NONE;
    if (joint == SINEW_NONE) {
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BONE_WITHOUT_NODE, mesh->name,
                           "bone '%s' has no node in the file; its weights were dropped", name);
        return 1;
    }
    *skin_joint_of = mesh->skin_joint_count++;
    sinew_raw_skin_joint *skin_joint = &skin_joints[*skin_joint_of];
    *skin_joint = (sinew_raw_skin_joint){.joint = joint, .node = node};
    if (!sinew__assimp_affine(&bone->mOffsetMatrix, &skin_joint->offset))
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_NUMBERS, mesh->name,
                           "the offset of bone '%s' is not finite; it became the identity", name);
    keep_bind_pose(&pass->joints[joint], &skin_joint->offset);
    return 1;
}

sinew_result sinew__assimp_mesh_bones(import_pass *pass, int32_t source, sinew_raw_mesh *out, sinew_error *error)
{
    const struct aiMesh *from = pass->scene->mMeshes[source];
    if (from->mNumBones == 0) return SINEW_OK;
    sinew_raw_skin_joint *skin_joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, from->mNumBones);
    int32_t *skin_joints_of = SINEW__ARENA_ARRAY(&pass->arena, int32_t, from->mNumBones);
    if (!skin_joints || !skin_joints_of) return sinew__arena_fail(&pass->arena, error);
    for (unsigned b = 0; b < from->mNumBones; b++)
        if (!bind_bone(pass, from->mBones[b], skin_joints, &skin_joints_of[b], out))
            return sinew__arena_fail(&pass->arena, error);
    out->skin_joints = skin_joints;
    return copy_influences(pass, from, skin_joints_of, out) ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
