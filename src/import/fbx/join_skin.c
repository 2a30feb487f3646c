// Converts the skins of a geometry to skin joints, influences and deformers. v′ = Σ wᵢ · global(boneᵢ) · Transformᵢ ·
// geometric · v, with the matrices of the file.
#include "import/fbx/join_parts.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/fbx/document_geometry.h"
#include "runtime/model/joint_frame.h"

// Reads the bind transforms of bones and meshes from clusters and bind poses of an FBX document.

static void set_bind(import_pass *pass, int32_t joint, const sinew_affine *global)
{
    pass->joints[joint].bind_global = *global;
    pass->joints[joint].flags |= SINEW_JOINT_HAS_BIND;
}

sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *error)
{
    for (size_t i = 0; i < pass->document->object_count; ++i) {
        const fbx_object *pose = &pass->document->objects[i];
        const fbx_record *item = sinew__fbx_object_is(pose, FBX_POSE, "BindPose")
                                     ? sinew__fbx_record_child(pose->record, FBX_NAME(POSE_NODE))
                                     : NULL;
        for (; item; item = sinew__fbx_record_next_same(item)) {
            const fbx_record *node = sinew__fbx_record_child(item, FBX_NAME(NODE));
            const fbx_object *object =
                node ? sinew__fbx_object_by_id(pass->document, sinew__fbx_record_integer(node, 0, 0)) : NULL;
            if (!object || object->kind != FBX_MODEL || pass->model_joints[object->index] == SINEW_NONE) continue;
            sinew_affine matrix;
            int found = 0;
            const sinew_result result = sinew__document_matrix(
                &pass->arena, sinew__fbx_record_child(item, FBX_NAME(MATRIX)), &found, &matrix, error);
            if (result != SINEW_OK) return result;
            if (found) set_bind(pass, pass->model_joints[object->index], &matrix);
        }
    }
    return SINEW_OK;
}

static sinew_affine bind_or_rest(const import_pass *pass, int32_t joint)
{
    if (joint == SINEW_NONE) return sinew__affine_identity();
    if (pass->joints[joint].flags & SINEW_JOINT_HAS_BIND) return pass->joints[joint].bind_global;
    return pass->rest[joint].global;
}

/// Computes the transform from the mesh's model to the bone at bind time: the cluster's Transform. A cluster without
/// one gets link⁻¹ · mesh, with transforms from TransformLink, the bind pose or the rest pose. Also stores
/// TransformLink as the bone's bind pose.
static sinew_result join_cluster_transform(import_pass *pass, const fbx_object *cluster, int32_t bone_joint,
                                           int32_t mesh_joint, sinew_affine *out, sinew_error *error)
{
    int found = 0;
    sinew_affine link;
    sinew_result result = sinew__document_matrix(
        &pass->arena, sinew__fbx_record_child(cluster->record, FBX_NAME(TRANSFORM_LINK)), &found, &link, error);
    if (result == SINEW_OK && found) set_bind(pass, bone_joint, &link);
    if (result == SINEW_OK)
        result = sinew__document_matrix(&pass->arena, sinew__fbx_record_child(cluster->record, FBX_NAME(TRANSFORM)),
                                        &found, out, error);
    if (result != SINEW_OK || found) return result;
    const sinew_affine bone = bind_or_rest(pass, bone_joint), mesh = bind_or_rest(pass, mesh_joint);
    sinew_affine inverse;
    (void)sinew__affine_inverse(&bone, &inverse);
    *out = sinew__affine_multiply(&inverse, &mesh);
    return SINEW_OK;
}

/// Makes the associate joint of an additive cluster, in the arena; *out_associate is NULL if there is no associate
/// model. *offset is Transform · geometric on entry and becomes the matrix that moves points in the FBX SDK. A, L and M
/// are the transforms of the associate model, the link and the mesh at bind time, Ga, Gl and Gm their geometric
/// transforms, and a prime marks current transforms. The SDK's matrix is (M Gm)⁻¹ · A Ga · A′⁻¹ · L′ · (L Gl)⁻¹ · M Gm.
/// Source: ViewScene, a sample of the FBX SDK.
static sinew_result join_cluster_associate(import_pass *pass, const fbx_object *cluster, const fbx_object *bone,
                                           sinew_affine *offset, const sinew_raw_skin_joint **out_associate,
                                           sinew_error *error)
{
    *out_associate = NULL;
    const fbx_object *model =
        sinew__fbx_source_of_property(pass->document, cluster, FBX_PROPERTY_SRC_MODEL_REFERENCE, FBX_MODEL);
    if (!model || pass->model_joints[model->index] == SINEW_NONE) return SINEW_OK;
    sinew_raw_skin_joint *associate_joint = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, 1);
    if (!associate_joint) return sinew__arena_fail(&pass->arena, error);
    associate_joint->joint = pass->model_joints[model->index];
    associate_joint->node = pass->model_nodes[model->index];
    int found = 0;
    sinew_affine associate, link, inverse;
    sinew_result result = sinew__document_matrix(
        &pass->arena, sinew__fbx_record_child(cluster->record, FBX_NAME(TRANSFORM_ASSOCIATE_MODEL)), &found, &associate,
        error);
    if (result == SINEW_OK && !found) associate = bind_or_rest(pass, associate_joint->joint);
    if (result == SINEW_OK)
        result = sinew__document_matrix(
            &pass->arena, sinew__fbx_record_child(cluster->record, FBX_NAME(TRANSFORM_LINK)), &found, &link, error);
    if (result != SINEW_OK) return result;
    if (!found) link = bind_or_rest(pass, pass->model_joints[bone->index]);
    const sinew_affine associate_geometric = sinew__document_geometric_transform(model),
                       bone_geometric = sinew__document_geometric_transform(bone);
    associate = sinew__affine_multiply(&associate, &associate_geometric);
    (void)sinew__affine_inverse(&associate, &inverse);
    const sinew_affine mesh = sinew__affine_multiply(&link, offset);
    associate_joint->inverse_bind = sinew__affine_multiply(&inverse, &mesh);
    (void)sinew__affine_inverse(&bone_geometric, &inverse);
    *offset = sinew__affine_multiply(&inverse, offset);
    *out_associate = associate_joint;
    return SINEW_OK;
}

/// The influence of a bone on a geometry.
typedef struct skin_cluster {
    const fbx_object *object, *bone;
    const int32_t *points;
    const double *weights;
    size_t count;
    int32_t number; ///< index of Assimp's bone: the cluster's index among all clusters of the geometry
} skin_cluster;

typedef struct skin_reader {
    import_pass *pass;
    const joined_mesh *mesh;
    const fbx_object *skin; ///< the first skin
    skin_cluster *clusters;
    size_t count, capacity;
    int32_t seen; ///< number of clusters read, usable or not
    sinew_raw_deformer deformer;
} skin_reader;

static sinew_result add_cluster(skin_reader *reader, const fbx_object *object, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const fbx_object *bone = sinew__fbx_source_of(pass->document, object, FBX_MODEL); // NULL if the bone is the scene
    const fbx_connections sources = sinew__fbx_sources(pass->document, object);
    for (size_t i = 0; !bone && i < sources.count; ++i)
        if (sources.items[i].source->id == 0) bone = sources.items[i].source;
    const int32_t number = reader->seen++;
    if (!bone || pass->model_joints[bone->index] == SINEW_NONE) {
        sinew__import_warn(pass, IMPORT_WARNING_BONE_WITHOUT_NODE, reader->mesh->raw->object,
                           "cluster '%s' has no bone; its weights were dropped", object->name);
        return SINEW_OK;
    }
    skin_cluster cluster = {.object = object, .bone = bone, .number = number};
    size_t points = 0, weights = 0;
    sinew_result result = sinew__fbx_record_int32s(
        &pass->scratch, sinew__fbx_record_child(object->record, FBX_NAME(INDEXES)), &cluster.points, &points, error);
    if (result == SINEW_OK)
        result = sinew__fbx_record_doubles(&pass->scratch, sinew__fbx_record_child(object->record, FBX_NAME(WEIGHTS)),
                                           &cluster.weights, &weights, error);
    if (result != SINEW_OK) return result;
    if (points != weights)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, reader->mesh->raw->object,
                           "cluster '%s' has %zu points and %zu weights", object->name, points, weights);
    cluster.count = points < weights ? points : weights;
    skin_cluster *clusters =
        sinew__arena_grow(&pass->scratch, reader->clusters, reader->count, &reader->capacity, sizeof *clusters);
    if (!clusters) return sinew__arena_fail(&pass->scratch, error);
    reader->clusters = clusters;
    clusters[reader->count++] = cluster;
    return SINEW_OK;
}

static sinew_result read_clusters(skin_reader *reader, sinew_error *error)
{
    const fbx_document *document = reader->pass->document;
    const fbx_connections deformers = sinew__fbx_sources(document, reader->mesh->geometry.object);
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < deformers.count; ++i) {
        const fbx_object *skin = deformers.items[i].source;
        if (!sinew__fbx_object_is(skin, FBX_DEFORMER, "Skin")) continue;
        if (!reader->skin)
            reader->skin = skin;
        else
            sinew__import_warn(reader->pass, IMPORT_WARNING_APPROXIMATED, reader->mesh->raw->object,
                               "has a second skin, '%s'; the weights of both are combined", skin->name);
        const fbx_connections clusters = sinew__fbx_sources(document, skin);
        for (size_t k = 0; k < clusters.count && result == SINEW_OK; ++k)
            if (sinew__fbx_object_is(clusters.items[k].source, FBX_DEFORMER, "Cluster"))
                result = add_cluster(reader, clusters.items[k].source, error);
    }
    return result;
}

static int influence_is_good(const joined_mesh *mesh, const skin_cluster *cluster, size_t at)
{
    return cluster->points[at] >= 0 && (size_t)cluster->points[at] < mesh->geometry.point_count &&
           isfinite(cluster->weights[at]);
}

/// Gives polygon vertices the influences of their control points, in the order of the clusters. Returns 0 when out of
/// memory.
static int spread_influences(skin_reader *reader)
{
    import_pass *pass = reader->pass;
    const joined_mesh *mesh = reader->mesh;
    const point_corners *points = &mesh->points;
    const size_t corner_count = mesh->geometry.corner_count;
    uint32_t *start = SINEW__ARENA_ARRAY(&pass->arena, uint32_t, corner_count + 1);
    uint32_t *next = SINEW__ARENA_ARRAY(&pass->scratch, uint32_t, corner_count);
    if (!start || !next) return 0;
    size_t total = 0, bad = 0, no_numbers = 0;
    for (size_t c = 0; c < reader->count; ++c)
        for (size_t i = 0; i < reader->clusters[c].count; ++i) {
            if (!influence_is_good(mesh, &reader->clusters[c], i)) {
                ++*(isfinite(reader->clusters[c].weights[i]) ? &bad : &no_numbers);
                continue;
            }
            const int32_t p = reader->clusters[c].points[i];
            for (uint32_t k = points->start[p]; k < points->start[p + 1]; k++, total++) start[points->corners[k] + 1]++;
        }
    sinew_raw_influence *influences = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_influence, total);
    if (!influences || total > INT32_MAX) return 0;
    for (size_t k = 0; k < corner_count; ++k) {
        start[k + 1] += start[k];
        next[k] = start[k];
    }
    for (size_t c = 0; c < reader->count; ++c)
        for (size_t i = 0; i < reader->clusters[c].count; ++i) {
            if (!influence_is_good(mesh, &reader->clusters[c], i)) continue;
            const int32_t p = reader->clusters[c].points[i];
            for (uint32_t k = points->start[p]; k < points->start[p + 1]; ++k)
                influences[next[points->corners[k]]++] =
                    (sinew_raw_influence){(int32_t)c, (float)reader->clusters[c].weights[i]};
        }
    if (bad)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, mesh->raw->object,
                           "%zu weights have no control point and were dropped", bad);
    if (no_numbers)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, mesh->raw->object,
                           "%zu weights are not a number and were dropped", no_numbers);
    mesh->raw->influence_start = start;
    mesh->raw->influences = influences;
    return 1;
}

static sinew_result bind_cluster(skin_reader *reader, const skin_cluster *cluster, sinew_raw_skin_joint *out,
                                 sinew_error *error)
{
    import_pass *pass = reader->pass;
    out->joint = pass->model_joints[cluster->bone->index];
    out->node = pass->model_nodes[cluster->bone->index];
    if (out->node != SINEW_NONE)
        out->node_offset = sinew__join_bone_offset(reader->mesh, (size_t)cluster->number, pass->nodes[out->node].name);
    sinew_affine transform;
    const sinew_result result =
        join_cluster_transform(pass, cluster->object, out->joint, reader->mesh->raw->joint, &transform, error);
    out->inverse_bind = sinew__affine_multiply(&transform, &reader->mesh->geometric);
    if (result != SINEW_OK || reader->deformer.link_mode != SINEW_LINK_ADDITIVE) return result;
    return join_cluster_associate(pass, cluster->object, cluster->bone, &out->inverse_bind, &out->associate, error);
}

static uint32_t skin_method(const fbx_object *skin)
{
    static const struct {
        const char *name;
        sinew_skin_method method;
    } names[] = {
        {"Rigid", SINEW_SKIN_RIGID}, {"DualQuaternion", SINEW_SKIN_DUAL_QUATERNION}, {"Blend", SINEW_SKIN_BLENDED}};
    const fbx_record *type = sinew__fbx_record_child(skin->record, FBX_NAME(SKINNING_TYPE));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (sinew__fbx_record_text_is(type, 0, names[i].name)) return (uint32_t)names[i].method;
    return SINEW_SKIN_LINEAR;
}

/// Reads the blend factor of each vertex, towards dual quaternion skinning, for SINEW_SKIN_BLENDED; 0 if the skin has
/// none.
static sinew_result read_blend_weights(skin_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const joined_mesh *mesh = reader->mesh;
    const int32_t *points;
    const double *weights;
    size_t point_count, weight_count;
    const fbx_record *record = reader->skin->record;
    sinew_result result = sinew__fbx_record_int32s(&pass->scratch, sinew__fbx_record_child(record, FBX_NAME(INDEXES)),
                                                   &points, &point_count, error);
    if (result == SINEW_OK)
        result = sinew__fbx_record_doubles(&pass->scratch, sinew__fbx_record_child(record, FBX_NAME(BLEND_WEIGHTS)),
                                           &weights, &weight_count, error);
    if (result != SINEW_OK) return result;
    float *spread = SINEW__ARENA_ARRAY(&pass->arena, float, mesh->geometry.corner_count);
    if (!spread) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < point_count && i < weight_count; ++i) {
        if (points[i] < 0 || (size_t)points[i] >= mesh->geometry.point_count || !isfinite(weights[i])) continue;
        for (uint32_t k = mesh->points.start[points[i]]; k < mesh->points.start[points[i] + 1]; ++k)
            spread[mesh->points.corners[k]] = (float)fmin(fmax(weights[i], 0.0), 1.0);
    }
    reader->deformer.blend_weights = spread;
    return SINEW_OK;
}

sinew_result sinew__join_skin(import_pass *pass, const joined_mesh *mesh, sinew_raw_deformer *out, int *out_found,
                              sinew_error *error)
{
    skin_reader reader = {.pass = pass, .mesh = mesh};
    sinew_result result = read_clusters(&reader, error);
    *out_found = result == SINEW_OK && reader.count > 0;
    if (!*out_found) return result;
    sinew_raw_skin_joint *skin_joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, reader.count);
    if (!skin_joints) return sinew__arena_fail(&pass->arena, error);
    const fbx_record *mode = sinew__fbx_record_child(reader.clusters[0].object->record, FBX_NAME(MODE));
    reader.deformer = (sinew_raw_deformer){.kind = SINEW_DEFORM_SKIN, .method = skin_method(reader.skin)};
    if (sinew__fbx_record_text_is(mode, 0, "Additive"))
        reader.deformer.link_mode = SINEW_LINK_ADDITIVE;
    else if (sinew__fbx_record_text_is(mode, 0, "Total1") || sinew__fbx_record_text_is(mode, 0, "TotalOne"))
        reader.deformer.link_mode = SINEW_LINK_TOTAL_ONE;
    for (size_t i = 0; i < reader.count && result == SINEW_OK; ++i)
        result = bind_cluster(&reader, &reader.clusters[i], &skin_joints[i], error);
    if (result != SINEW_OK) return result;
    if (!spread_influences(&reader))
        return sinew__arena_fail(pass->arena.failed ? &pass->arena : &pass->scratch, error);
    mesh->raw->skin_joints = skin_joints;
    mesh->raw->skin_joint_count = (int32_t)reader.count;
    if (reader.deformer.link_mode == SINEW_LINK_ADDITIVE && reader.deformer.method > SINEW_SKIN_RIGID)
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, mesh->raw->object,
                           "its clusters are additive; where dual quaternions skin it, weights are normalised");
    if (reader.deformer.method == SINEW_SKIN_BLENDED) result = read_blend_weights(&reader, error);
    *out = reader.deformer;
    return result;
}
