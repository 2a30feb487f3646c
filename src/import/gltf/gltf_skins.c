// Places the meshes of a glTF file at their joints, and converts skins to skin joints and influences.
#include "import/gltf/gltf.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/error.h"

static const sinew__json_value *first_joint(const gltf_reader *reader, int32_t skin)
{
    return sinew__json_first(sinew__json_member(reader->skins.items[skin], "joints"));
}

static int32_t count_joints(const gltf_reader *reader, int32_t skin)
{
    return skin == SINEW_NONE ? 0 : sinew__json_count(sinew__json_member(reader->skins.items[skin], "joints"));
}

/// Returns the joint of the node that a skin lists, or SINEW_NONE. The joints of a shown skin have been read.
static int32_t joint_of(const gltf_reader *reader, const sinew__json_value *number)
{
    return sinew__gltf_item(&reader->nodes, number) ? reader->node_joints[(size_t)number->number] : SINEW_NONE;
}

/// Marks a joint as a bone. Sets its bind pose, if it has none, to the inverse of `offset`, the inverse bind matrix.
static void keep_bind_pose(sinew_raw_joint *joint, const sinew_affine *offset)
{
    joint->kind = SINEW_JOINT_BONE;
    if (joint->flags & SINEW_JOINT_HAS_BIND || !sinew__affine_inverse(offset, &joint->bind_global)) return;
    if (sinew__affine_is_finite(&joint->bind_global)) joint->flags |= SINEW_JOINT_HAS_BIND;
}

/// Reads the skin joints of a skin, once; entries without a node are left out.
static sinew_result read_skin(gltf_reader *reader, int32_t index, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *skin = reader->skins.items[index], *number = first_joint(reader, index);
    const sinew__json_value *accessor = sinew__json_member(skin, "inverseBindMatrices");
    const int32_t count = count_joints(reader, index);
    const float *matrices = NULL;
    size_t matrix_count = 0;
    if (reader->skin_joints[index]) return SINEW_OK;
    sinew__gltf_set_owner(reader, "skin", skin, (size_t)index);
    if (accessor) {
        const sinew_result result = sinew__gltf_read(reader->accessors, &pass->arena, accessor, GLTF_FLOATS, 16, 16,
                                                     &matrices, &matrix_count, error);
        if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "inverseBindMatrices", result, error);
        if (matrix_count < (size_t)count)
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s has %d joints, but %zu inverse bind matrices",
                               reader->owner, (int)count, matrix_count);
    }
    sinew_raw_skin_joint *out = reader->skin_joints[index] =
        SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, count);
    if (!out) return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; number; number = number->next, i++) {
        const int32_t joint = joint_of(reader, number);
        if (joint == SINEW_NONE) continue;
        sinew_affine offset = sinew__affine_identity(); // without matrices, the joints were bound in the mesh's space
        for (int k = 0; matrices && k < 12; ++k)
            offset.row[k / 4][k % 4] = (double)matrices[16 * i + 4 * (k % 4) + k / 4];
        if (!sinew__affine_is_finite(&offset)) {
            sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, reader->owner,
                               "the offset of bone '%s' is not finite; it became the identity",
                               pass->joints[joint].name);
            offset = sinew__affine_identity();
        }
        *out++ = (sinew_raw_skin_joint){.joint = joint, .node = SINEW_NONE, .inverse_bind = offset};
        keep_bind_pose(&pass->joints[joint], &offset);
    }
    return SINEW_OK;
}

/// Gives a primitive the influences of a skin, sorted by joint for each vertex. *lost counts the weights of joints that
/// the skin does not have.
static sinew_result bind(gltf_reader *reader, gltf_primitive *primitive, int32_t skin, size_t *lost, sinew_error *error)
{
    import_pass *pass = reader->pass;
    sinew_raw_mesh *mesh = &primitive->mesh;
    const int32_t count = count_joints(reader, skin);
    int32_t *numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    const size_t most = (size_t)mesh->vertex_count * 4 * (size_t)primitive->set_count;
    uint32_t *start = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, (size_t)mesh->vertex_count + 1);
    sinew_raw_influence *influences = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_influence, most);
    const sinew__json_value *number = first_joint(reader, skin);
    size_t total = 0, bad = 0;
    if (!numbers || !start || !influences || most > INT32_MAX) return sinew__arena_fail(&pass->arena, error);
    mesh->skin_joint_count = 0;
    for (int32_t i = 0; i < count; i++, number = number->next)
        numbers[i] = joint_of(reader, number) == SINEW_NONE ? SINEW_NONE : mesh->skin_joint_count++;
    for (size_t v = 0; v < (size_t)mesh->vertex_count; ++v) {
        for (size_t k = 0; k < 4 * (size_t)primitive->set_count; ++k) {
            const float joint = primitive->joints[k / 4][4 * v + k % 4],
                        weight = primitive->weights[k / 4][4 * v + k % 4];
            const int is_known = joint >= 0 && joint < (float)count;
            *lost += !is_known && weight > 0;
            bad += is_known && !isfinite(weight);
            if (!is_known || !(weight > 0) || !isfinite(weight) || numbers[(size_t)joint] == SINEW_NONE) continue;
            size_t at = total++;
            for (; at > start[v] && influences[at - 1].skin_joint > numbers[(size_t)joint]; --at)
                influences[at] = influences[at - 1];
            influences[at] = (sinew_raw_influence){numbers[(size_t)joint], weight};
        }
        start[v + 1] = (uint32_t)total;
    }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, mesh->name,
                           "%zu weights are not a number and were dropped", bad);
    mesh->influence_start = start;
    mesh->influences = influences;
    mesh->skin_joints = reader->skin_joints[skin];
    primitive->skin = skin;
    return SINEW_OK;
}

/// Binds the primitives of a mesh to the skin of a node. The influences are kept for further nodes with the same skin.
static sinew_result place_mesh(gltf_reader *reader, int32_t joint, int32_t skin, gltf_mesh *mesh, sinew_error *error)
{
    import_pass *pass = reader->pass;
    size_t lost = 0;
    if (skin != SINEW_NONE && mesh->count > 0) {
        const sinew_result result = read_skin(reader, skin, error);
        if (result != SINEW_OK) return result;
    }
    for (int32_t i = 0; i < mesh->count; ++i) {
        gltf_primitive *primitive = &mesh->primitives[i];
        const sinew_result result =
            skin == SINEW_NONE || primitive->skin == skin ? SINEW_OK : bind(reader, primitive, skin, &lost, error);
        if (result != SINEW_OK) return result;
        sinew_raw_mesh *out = &pass->meshes[pass->raw.mesh_count];
        *out = primitive->mesh;
        out->joint = joint;
        out->node = SINEW_NONE;
        out->object = pass->joints[joint].name;
        if (skin == SINEW_NONE) {
            out->influence_start = NULL;
            out->influences = NULL;
            out->skin_joints = NULL;
            out->skin_joint_count = 0;
        }
        reader->mesh_nodes[pass->raw.mesh_count++] = reader->joint_nodes[joint];
    }
    if (lost)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, pass->joints[joint].name,
                           "%zu weights are of joints that its skin of %d joints does not have; they were dropped",
                           lost, (int)count_joints(reader, skin));
    return SINEW_OK;
}

/// Sets the material of each polygon; primitives without one get the last material. Returns 0 when out of memory.
static int set_materials(gltf_reader *reader, gltf_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->count; ++i) {
        gltf_primitive *primitive = &mesh->primitives[i];
        const int32_t count = primitive->mesh.polygon_count;
        const int32_t material =
            primitive->material == SINEW_NONE ? reader->material_count : reader->material_numbers[primitive->material];
        int32_t *materials = SINEW__ARENA_ARRAY(&reader->pass->arena, int32_t, count);
        if (!materials) return 0;
        for (int32_t k = 0; k < count; ++k) materials[k] = material;
        primitive->mesh.polygon_materials = materials;
    }
    return 1;
}

sinew_result sinew__gltf_place_meshes(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    size_t count = 0;
    for (size_t i = 0; i < reader->meshes.count; ++i)
        if (!set_materials(reader, &reader->read_meshes[i])) return sinew__arena_fail(&pass->arena, error);
    for (int pass_number = 0; pass_number < 2; ++pass_number) { // first pass counts, second fills
        if (pass_number == 1) {
            pass->meshes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_mesh, count);
            reader->mesh_nodes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
            if (!pass->meshes || !reader->mesh_nodes) return sinew__arena_fail(&pass->arena, error);
        }
        for (int32_t joint = 0; joint < pass->raw.joint_count; ++joint) {
            const sinew__json_value *node = reader->nodes.items[reader->joint_nodes[joint]];
            const sinew__json_value *index = sinew__json_member(node, "mesh"), *skin = sinew__json_member(node, "skin");
            if (!index) continue;
            gltf_mesh *mesh = &reader->read_meshes[(size_t)index->number];
            count += (size_t)mesh->count;
            if (pass_number == 0) continue;
            int32_t number = sinew__gltf_item(&reader->skins, skin) ? (int32_t)skin->number : SINEW_NONE;
            if (count_joints(reader, number) == 0) number = SINEW_NONE;
            const sinew_result result = place_mesh(reader, joint, number, mesh, error);
            if (result != SINEW_OK) return result;
        }
    }
    pass->raw.meshes = pass->meshes;
    return SINEW_OK;
}

void sinew__gltf_hide_meshes(gltf_reader *reader)
{
    const import_pass *pass = reader->pass;
    for (int32_t i = 0; i < pass->raw.mesh_count; ++i)
        for (int32_t joint = pass->meshes[i].joint; joint != SINEW_NONE; joint = pass->joints[joint].parent)
            if (pass->joints[joint].flags & SINEW_JOINT_HIDDEN && !reader->has_visibility[reader->joint_nodes[joint]])
                pass->meshes[i].flags |= SINEW_MESH_HIDDEN;
}
