/// Palette entries of a mesh, and for each vertex the joints that move it, with weights that sum as its link mode says.
#include <math.h>
#include <stdlib.h>

#include "base/affine.h"
#include "base/error.h"
#include "model/build/build_mesh_parts.h"

static sinew_link_mode link_mode(const sinew_raw_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->deformer_count; ++i) {
        if (mesh->deformers[i].kind == SINEW_DEFORM_SKIN) return (sinew_link_mode)mesh->deformers[i].link_mode;
    }
    return SINEW_LINK_NORMALIZE;
}

static sinew_result add_skin_joint(sinew__mesh_build *build, const sinew_raw_skin_joint *raw)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_model *model = builder->raw;
    if (raw->joint < 0 || raw->joint >= model->joint_count)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': there is no joint %d", build->name,
                           (int)raw->joint);
    if (model->node_count > 0 && (raw->node < SINEW_NONE || raw->node >= model->node_count))
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': there is no node %d", build->name,
                           (int)raw->node);
    sinew_skin_joint skin_joint = {.mesh = build->mesh_index,
                                   .joint = builder->joint_of_raw[raw->joint],
                                   .node = model->node_count > 0 ? raw->node : SINEW_NONE,
                                   .associate = SINEW_NONE,
                                   .offset = raw->offset,
                                   .node_offset = raw->node_offset};
    if (sinew__affine_is_zero(&skin_joint.offset))
        (void)sinew__affine_inverse(&builder->rest[skin_joint.joint].global, &skin_joint.offset);
    if (sinew__affine_is_zero(&skin_joint.node_offset)) skin_joint.node_offset = skin_joint.offset;
    if (!sinew__affine_is_finite(&skin_joint.offset) || !sinew__affine_is_finite(&skin_joint.node_offset)) {
        skin_joint.offset = skin_joint.node_offset = sinew__affine_identity();
        if (!sinew__builder_warn(builder, "I50", build->name, "an offset matrix is not finite; the identity stands in"))
            return sinew__fail_memory(builder->error);
    }
    sinew_skin_joint *item = sinew__section_push(builder, SINEW__SECTION_SKIN_JOINTS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = skin_joint;
    ++build->mesh->skin_joint_count;
    return SINEW_OK;
}

/// The palette entry of the mesh's own joint, added when the first vertex needs it. *out_skin_joint counts over the
/// whole model.
static sinew_result own_skin_joint(sinew__mesh_build *build, int32_t *out_skin_joint)
{
    const sinew_raw_mesh *mesh = build->raw;
    const sinew_affine identity = sinew__affine_identity();
    const sinew_raw_skin_joint raw = {
        .joint = mesh->joint,
        .node = mesh->node,
        .offset = sinew__affine_is_zero(&mesh->geometric) ? identity : mesh->geometric,
        .node_offset = identity,
    };
    *out_skin_joint = sinew__section_size(build->builder, SINEW__SECTION_SKIN_JOINTS);
    return add_skin_joint(build, &raw);
}

/// What displacements are measured against: entries of their own behind the mesh's others, and last of all the mesh's
/// own joint.
static sinew_result add_associate(sinew__mesh_build *build, int32_t *own)
{
    const sinew_raw_mesh *mesh = build->raw;
    sinew__builder *builder = build->builder;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < mesh->skin_joint_count && result == SINEW_OK; ++i) {
        if (!mesh->skin_joints[i].associate) continue;
        result = add_skin_joint(build, mesh->skin_joints[i].associate);
        sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
        skin_joints[build->mesh->first_skin_joint + i].associate =
            sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS) - 1;
    }
    if (result == SINEW_OK) result = own_skin_joint(build, own);
    sinew_skin_joint *skin_joints = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    for (int32_t i = build->mesh->first_skin_joint; result == SINEW_OK && i <= *own; ++i)
        if (skin_joints[i].associate == SINEW_NONE) skin_joints[i].associate = *own;
    return result;
}

static int usable(const sinew__mesh_build *build, const sinew_raw_influence *influence)
{
    return influence->skin_joint >= 0 && influence->skin_joint < build->raw->skin_joint_count &&
           isfinite(influence->weight) && influence->weight != 0.0f;
}

/// What one vertex has been given so far.
typedef struct vertex_weights {
    double sum;
    uint32_t count, dropped;
} vertex_weights;

static vertex_weights measure(const sinew__mesh_build *build, uint32_t raw_vertex)
{
    vertex_weights out = {0};
    const sinew_raw_mesh *mesh = build->raw;
    if (!mesh->influence_start) return out;
    for (uint32_t i = mesh->influence_start[raw_vertex]; i < mesh->influence_start[raw_vertex + 1]; ++i) {
        if (usable(build, &mesh->influences[i])) {
            out.sum += (double)mesh->influences[i].weight;
            ++out.count;
        } else if (mesh->influences[i].weight != 0.0f) {
            ++out.dropped;
        }
    }
    return out;
}

/// Share of a vertex that stays with the mesh's own joint. Weights of the additive mode say how much of each joint's
/// displacement a vertex takes over, 2 twice of it: the share that completes them may be negative there. Small
/// displacements then sum as displacements one after the other do. Source: the FBX SDK's documentation of
/// FbxCluster::ELinkMode.
static double own_share(vertex_weights weights, sinew_link_mode mode)
{
    if (weights.count == 0) return 1;
    if (mode == SINEW_LINK_NORMALIZE) return weights.sum > 1e-9 ? 0 : 1;
    if (mode == SINEW_LINK_TOTAL_ONE && weights.sum > 1) return 0;
    return fabs(1 - weights.sum) > 1e-6 ? 1 - weights.sum : 0;
}

static int compare_skin_joints(const void *left, const void *right)
{
    const sinew_influence *a = left, *b = right;
    if (a->skin_joint != b->skin_joint) return a->skin_joint < b->skin_joint ? -1 : 1;
    return a->weight < b->weight ? -1 : a->weight > b->weight;
}

/// Sorts the influences of one vertex by palette entry: everything that sums them does so in one order. Files mostly
/// have them so.
static void sort_by_skin_joint(sinew_influence *influences, uint32_t count)
{
    uint32_t sorted = 1;
    while (sorted < count && influences[sorted - 1].skin_joint < influences[sorted].skin_joint) ++sorted;
    if (sorted < count) qsort(influences, count, sizeof *influences, compare_skin_joints);
}

static sinew_result add_vertex(sinew__mesh_build *build, uint32_t raw_vertex, sinew_link_mode mode, int32_t *own,
                               uint32_t *dropped)
{
    const sinew_raw_mesh *mesh = build->raw;
    const vertex_weights weights = measure(build, raw_vertex);
    *dropped += weights.dropped;
    const int scales = mode == SINEW_LINK_NORMALIZE || (mode == SINEW_LINK_TOTAL_ONE && weights.sum > 1);
    const double factor = scales && weights.sum > 1e-9 ? 1 / weights.sum : 1;
    const double share = own_share(weights, mode);
    const int cancelled = mode == SINEW_LINK_NORMALIZE && share > 0;
    const uint32_t shared = cancelled ? 0 : weights.count, count = shared + (share != 0);
    if (share != 0 && *own == SINEW_NONE) {
        const sinew_result result = own_skin_joint(build, own);
        if (result != SINEW_OK) return result;
    }
    sinew_influence *out = sinew__section_push(build->builder, SINEW__SECTION_INFLUENCES, count), *next = out;
    if (!out) return sinew__fail_memory(build->builder->error);
    for (uint32_t i = 0; next < out + shared; ++i) {
        const sinew_raw_influence *influence = &mesh->influences[mesh->influence_start[raw_vertex] + i];
        if (!usable(build, influence)) continue;
        *next++ = (sinew_influence){.skin_joint = build->mesh->first_skin_joint + influence->skin_joint,
                                    .weight = (float)((double)influence->weight * factor),
                                    .authored = influence->weight};
    }
    if (share != 0) *next = (sinew_influence){.skin_joint = *own, .weight = (float)share};
    sort_by_skin_joint(out, count);
    if ((int32_t)count > build->mesh->max_influences) build->mesh->max_influences = (int32_t)count;
    return SINEW_OK;
}

/// As many influences as there will be at most: every raw one, and one of the mesh's own joint for each vertex.
static int reserve_influences(const sinew__mesh_build *build)
{
    const uint32_t *start = build->raw->influence_start;
    size_t count = (size_t)build->vertex_count;
    for (int32_t v = 0; start && v < build->vertex_count; ++v)
        count += start[build->raw_of_vertex[v] + 1] - start[build->raw_of_vertex[v]];
    return sinew__section_reserve(build->builder, SINEW__SECTION_INFLUENCES, count);
}

sinew_result sinew__build_influences(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_mesh *mesh = build->raw;
    build->mesh->first_skin_joint = sinew__section_size(builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < mesh->skin_joint_count && result == SINEW_OK; ++i)
        result = add_skin_joint(build, &mesh->skin_joints[i]);
    if (mesh->skin_joint_count > 0 && mesh->influence_start) build->mesh->flags |= SINEW_MESH_SKINNED;

    const sinew_link_mode mode = link_mode(mesh);
    int32_t own = SINEW_NONE;
    if (mode == SINEW_LINK_ADDITIVE && result == SINEW_OK) result = add_associate(build, &own);
    uint32_t dropped = 0;
    uint32_t *end = sinew__section_push(builder, SINEW__SECTION_INFLUENCE_START, (size_t)build->vertex_count);
    if (!end || !reserve_influences(build)) return sinew__fail_memory(builder->error);
    for (int32_t v = 0; v < build->vertex_count && result == SINEW_OK; ++v) {
        result = add_vertex(build, build->raw_of_vertex[v], mode, &own, &dropped);
        end[v] = (uint32_t)sinew__section_size(builder, SINEW__SECTION_INFLUENCES);
    }
    if (result == SINEW_OK && build->mesh->skin_joint_count == 0) result = own_skin_joint(build, &own);
    if (result == SINEW_OK && dropped &&
        !sinew__builder_warn(builder, "I51", build->name, "%u weights name no joint or are not finite; left out",
                             (unsigned)dropped))
        return sinew__fail_memory(builder->error);
    return result;
}
