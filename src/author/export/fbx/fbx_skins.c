/// Writes deformers: skins with their clusters, and shapes; and the bind pose.
#include <math.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"

static const double per_cent = 100;

// ---- skins --------------------------------------------------------------------------------------------------------

/// Writes the blend weight of each point; 0 means linear skinning, 1 dual quaternions.
static void put_blend_weights(fbx_writer *writer, const fbx_mesh *mesh, const sinew_deformer *skin, fbx_record *record)
{
    int32_t *points = SINEW__ARENA_ARRAY(&writer->memory, int32_t, mesh->point_count);
    double *weights = SINEW__ARENA_ARRAY(&writer->memory, double, mesh->point_count);
    if (!points || !weights || skin->first_blend_weight == SINEW_NONE) return;
    for (int32_t i = 0; i < mesh->point_count; ++i) {
        points[i] = i;
        weights[i] = (double)writer->model->blend_weights[skin->first_blend_weight + mesh->vertex_of[i]];
    }
    sinew__fbx_put_array(writer, record, FBX_RECORD_INDEXES, points, (size_t)mesh->point_count);
    sinew__fbx_put_array(writer, record, FBX_RECORD_BLEND_WEIGHTS, weights, (size_t)mesh->point_count);
}

/// Points and weights of the clusters of a mesh, sorted by cluster.
typedef struct cluster_weights {
    int32_t *points; ///< [start[cluster_count]]
    double *weights; ///< [start[cluster_count]]
    size_t *start;   ///< [cluster_count + 1]
} cluster_weights;

static const sinew_influence *influences_of(const fbx_writer *writer, const fbx_mesh *mesh, int32_t point,
                                            uint32_t *out_count)
{
    const uint32_t *start = writer->model->influence_start + mesh->mesh->first_vertex + mesh->vertex_of[point];
    *out_count = start[1] - start[0];
    return writer->model->influences + start[0];
}

/// Sorts the influences of a mesh by cluster. Returns 0 when out of memory.
static int sort_weights(fbx_writer *writer, const fbx_mesh *mesh, cluster_weights *out)
{
    const int32_t first = mesh->mesh->first_skin_joint, count = mesh->mesh->skin_joint_count;
    uint32_t influence_count;
    out->start = SINEW__ARENA_ARRAY(&writer->memory, size_t, count + 1);
    size_t *next = SINEW__ARENA_ARRAY(&writer->memory, size_t, count);
    if (!out->start || !next) return 0;
    for (int32_t p = 0; p < mesh->point_count; ++p) {
        const sinew_influence *items = influences_of(writer, mesh, p, &influence_count);
        for (uint32_t i = 0; i < influence_count; ++i)
            if (items[i].authored != 0) ++out->start[items[i].skin_joint - first + 1];
    }
    for (int32_t i = 0; i < count; ++i) {
        out->start[i + 1] += out->start[i];
        next[i] = out->start[i];
    }
    out->points = SINEW__ARENA_ARRAY(&writer->memory, int32_t, out->start[count]);
    out->weights = SINEW__ARENA_ARRAY(&writer->memory, double, out->start[count]);
    if (!out->points || !out->weights) return 0;
    for (int32_t p = 0; p < mesh->point_count; ++p) {
        const sinew_influence *items = influences_of(writer, mesh, p, &influence_count);
        for (uint32_t i = 0; i < influence_count; ++i) {
            if (items[i].authored == 0) continue;
            const size_t at = next[items[i].skin_joint - first]++;
            out->points[at] = p;
            out->weights[at] = (double)items[i].authored;
        }
    }
    return 1;
}

static void put_cluster(fbx_writer *writer, const fbx_mesh *mesh, int32_t number, const cluster_weights *weights,
                        int64_t skin, uint32_t link_mode)
{
    static const char *const modes[] = {[SINEW_LINK_ADDITIVE] = "Additive", [SINEW_LINK_TOTAL_ONE] = "Total1"};
    const sinew_model *model = writer->model;
    const sinew_skin_joint *item = &model->skin_joints[mesh->mesh->first_skin_joint + number];
    const size_t first = weights->start[number], count = weights->start[number + 1] - first;
    const sinew_joint *joint = &model->joints[item->joint];
    // The joint's global transform when the mesh was bound: the author's, else computed from the inverse bind matrix
    // and the mesh's own transform at rest.
    sinew_affine bind = writer->rest_globals[item->joint], transform = item->inverse_bind, inverse;
    if (joint->flags & SINEW_JOINT_HAS_BIND)
        bind = joint->bind_global;
    else if (sinew__affine_inverse(&item->inverse_bind, &inverse))
        bind = sinew__affine_multiply(&writer->rest_globals[mesh->mesh->joint], &inverse);
    const sinew_affine link = sinew__fbx_convert_global(writer, &bind);
    int64_t id;
    for (int i = 0; i < 3; ++i) transform.row[i][3] *= writer->length;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_DEFORMER, sinew_text(model, joint->name), "Cluster", &id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 100);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_USER_DATA, "", "");
    if (link_mode != SINEW_LINK_NORMALIZE) (void)sinew__fbx_put(writer, record, FBX_RECORD_MODE, modes[link_mode]);
    if (count > 0) {
        sinew__fbx_put_array(writer, record, FBX_RECORD_INDEXES, weights->points + first, count);
        sinew__fbx_put_array(writer, record, FBX_RECORD_WEIGHTS, weights->weights + first, count);
    }
    sinew__fbx_put_matrix(writer, record, FBX_RECORD_TRANSFORM, &transform);
    sinew__fbx_put_matrix(writer, record, FBX_RECORD_TRANSFORM_LINK, &link);
    sinew__fbx_put_connection(writer, id, skin);
    sinew__fbx_put_connection(writer, writer->joint_id[item->joint], id);
    writer->binds[item->joint] = bind;
    writer->has_bind[item->joint] = 1;
    if (item->associate != SINEW_NONE)
        sinew__fbx_put_property_connection(writer, writer->joint_id[model->skin_joints[item->associate].joint], id,
                                           FBX_PROPERTY_SRC_MODEL_REFERENCE);
}

void sinew__fbx_put_skin(fbx_writer *writer, const fbx_mesh *mesh)
{
    static const char *const method_names[] = {[SINEW_SKIN_LINEAR] = "Linear",
                                               [SINEW_SKIN_RIGID] = "Rigid",
                                               [SINEW_SKIN_DUAL_QUATERNION] = "DualQuaternion",
                                               [SINEW_SKIN_BLENDED] = "Blend",
                                               [SINEW_SKIN_SPHERICAL] = "Linear"};
    const sinew_model *model = writer->model;
    const sinew_mesh *item = mesh->mesh;
    const sinew_deformer *skin = NULL;
    for (int32_t i = item->deformer_count - 1; i >= 0; --i)
        if (model->deformers[item->first_deformer + i].kind == SINEW_DEFORM_SKIN)
            skin = &model->deformers[item->first_deformer + i];
    const uint32_t link_mode = skin ? skin->link_mode : SINEW_LINK_NORMALIZE;
    cluster_weights weights;
    int64_t id;
    if (!sort_weights(writer, mesh, &weights)) return;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_DEFORMER, "", "Skin", &id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 101);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_LINK_DEFORM_ACURACY, 50.0);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_SKINNING_TYPE,
                         method_names[skin ? skin->method : SINEW_SKIN_LINEAR]);
    if (skin && skin->method == SINEW_SKIN_BLENDED) put_blend_weights(writer, mesh, skin, record);
    sinew__fbx_put_connection(writer, id, mesh->geometry);
    for (int32_t i = 0; i < item->skin_joint_count; ++i) {
        // Vertices without weights follow the mesh's own joint; the entry of that joint is not one of the author's
        // clusters. An entry without weights that several meshes share is a cluster of only the first of these meshes.
        const sinew_skin_joint *entry = &model->skin_joints[item->first_skin_joint + i];
        const int is_author = entry->joint != item->joint && entry->mesh == mesh->index;
        if (weights.start[i + 1] > weights.start[i] || is_author) put_cluster(writer, mesh, i, &weights, id, link_mode);
    }
}

// ---- the bind pose ------------------------------------------------------------------------------------------------

/// Chooses the joints of the bind pose: joints with an author's bind pose, joints of clusters, and joints of skinned
/// meshes. Returns their number.
static int32_t choose_posed(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const int32_t joint = model->meshes[i].joint;
        if (!(model->meshes[i].flags & SINEW_MESH_SKINNED) || writer->has_bind[joint]) continue;
        writer->binds[joint] = writer->rest_globals[joint];
        writer->has_bind[joint] = 1;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_HAS_BIND) {
            writer->binds[i] = model->joints[i].bind_global;
            writer->has_bind[i] = 1;
        }
        count += writer->has_bind[i] && writer->joint_id[i];
    }
    return count;
}

void sinew__fbx_put_bind_pose(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    const int32_t count = choose_posed(writer);
    int64_t id;
    if (count == 0) return;
    fbx_record *pose = sinew__fbx_put_object(writer, FBX_POSE, "BIND_POSES", "BindPose", &id);
    (void)sinew__fbx_put(writer, pose, FBX_RECORD_TYPE, "BindPose");
    (void)sinew__fbx_put(writer, pose, FBX_RECORD_VERSION, 100);
    (void)sinew__fbx_put(writer, pose, FBX_RECORD_NB_POSE_NODES, (int)count);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!writer->has_bind[i] || !writer->joint_id[i]) continue;
        const sinew_affine global = sinew__fbx_convert_global(writer, &writer->binds[i]);
        fbx_record *node = pose ? sinew__fbx_put(writer, pose, FBX_RECORD_POSE_NODE) : NULL;
        (void)sinew__fbx_put(writer, node, FBX_RECORD_NODE, writer->joint_id[i]);
        sinew__fbx_put_matrix(writer, node, FBX_RECORD_MATRIX, &global);
    }
}

// ---- shapes -------------------------------------------------------------------------------------------------------

/// Rotates and scales a displacement to the file's space.
static void convert_delta(const fbx_mesh *mesh, const float *from, double factor, float *out)
{
    const sinew_vec3 to =
        sinew__affine_direction(&mesh->to_joint, (sinew_vec3){(double)from[0], (double)from[1], (double)from[2]});
    out[0] = (float)(to.x * factor), out[1] = (float)(to.y * factor), out[2] = (float)(to.z * factor);
}

/// Writes the displacements of the points; a point takes the displacement of one of its vertices. The shape gets the
/// author's name, or else its channel's.
static void put_shape(fbx_writer *writer, const fbx_mesh *mesh, int32_t index, const char *of_channel, int64_t channel)
{
    const sinew_model *model = writer->model;
    const sinew_shape *shape = &model->shapes[index];
    const char *name = writer->shape_name[index] ? writer->shape_name[index] : of_channel;
    size_t count = 0;
    int64_t id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_GEOMETRY, name, "Shape", &id);
    int32_t *points = SINEW__ARENA_ARRAY(&writer->memory, int32_t, shape->delta_count);
    float *positions = SINEW__ARENA_ARRAY(&writer->memory, float, 3 * (size_t)shape->delta_count);
    float *normals = SINEW__ARENA_ARRAY(&writer->memory, float, 3 * (size_t)shape->delta_count);
    for (int32_t i = 0; i < shape->delta_count && normals && positions && points; ++i) {
        const sinew_shape_delta *delta = &model->deltas[shape->first_delta + i];
        const int32_t point = mesh->point_of[delta->vertex];
        if (mesh->vertex_of[point] != delta->vertex) continue;
        points[count] = point;
        convert_delta(mesh, delta->position, writer->length, positions + 3 * count);
        convert_delta(mesh, delta->normal, 1, normals + 3 * count++);
    }
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 100);
    sinew__fbx_put_array(writer, record, FBX_RECORD_INDEXES, points, count);
    sinew__fbx_put_floats(writer, record, FBX_RECORD_VERTICES, positions, 3 * count);
    sinew__fbx_put_floats(writer, record, FBX_RECORD_NORMALS, normals, 3 * count);
    sinew__fbx_put_connection(writer, id, channel);
}

/// Writes a channel with `count` of a morph's shapes, from `first` on; `full` has their full weights. Returns its id.
static int64_t put_channel(fbx_writer *writer, const fbx_mesh *mesh, const char *name, double weight, int32_t first,
                           const double *full, int32_t count, int64_t deformer)
{
    int64_t id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_DEFORMER, name, "BlendShapeChannel", &id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 100);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_DEFORM_PERCENT, weight);
    sinew__fbx_put_array(writer, record, FBX_RECORD_FULL_WEIGHTS, full, (size_t)count);
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_DEFORM_PERCENT, weight);
    sinew__fbx_put_connection(writer, id, deformer);
    for (int32_t i = first; i < first + count; ++i) {
        writer->shape_channel[i] = id;
        put_shape(writer, mesh, i, name, id);
    }
    return id;
}

/// Writes one channel per shape. The channel of the last shape has the morph's name; the name of an in-between shape's
/// channel also contains its weight.
static void split_morph(fbx_writer *writer, const fbx_mesh *mesh, const sinew_morph *morph, int64_t deformer)
{
    const char *name = sinew_text(writer->model, morph->name);
    double *weights = SINEW__ARENA_ARRAY(&writer->memory, double, morph->shape_count);
    double *full = SINEW__ARENA_ARRAY(&writer->memory, double, 1);
    if (!weights || !full) return;
    *full = per_cent;
    sinew__glb_target_weights(writer->model, morph, (double)morph->weight, weights);
    for (int32_t i = 0; i < morph->shape_count; ++i) {
        const int32_t shape = morph->first_shape + i;
        const double own = round((double)writer->model->shapes[shape].full_weight * per_cent);
        const char *text =
            i + 1 == morph->shape_count ? name : sinew__arena_format(&writer->memory, "%s_%.0f", name, own);
        (void)put_channel(writer, mesh, text ? text : "", weights[i] * per_cent, shape, full, 1, deformer);
    }
}

static void put_morph(fbx_writer *writer, const fbx_mesh *mesh, int32_t index, int64_t deformer)
{
    const sinew_model *model = writer->model;
    const sinew_morph *morph = &model->morphs[index];
    double *full = SINEW__ARENA_ARRAY(&writer->memory, double, morph->shape_count);
    for (int32_t i = 0; full && i < morph->shape_count; ++i)
        full[i] = (double)model->shapes[morph->first_shape + i].full_weight * per_cent;
    if (writer->is_portable && morph->shape_count > 1) {
        split_morph(writer, mesh, morph, deformer);
        writer->morph_id[index] = writer->shape_channel[morph->first_shape];
    } else {
        writer->morph_id[index] =
            put_channel(writer, mesh, sinew_text(model, morph->name), (double)morph->weight * per_cent,
                        morph->first_shape, full, morph->shape_count, deformer);
    }
}

void sinew__fbx_put_shapes(fbx_writer *writer, const fbx_mesh *mesh)
{
    int64_t id;
    int32_t between = 0;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_DEFORMER, "", "BlendShape", &id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 100);
    sinew__fbx_put_connection(writer, id, mesh->geometry);
    for (int32_t i = mesh->mesh->first_morph; i < mesh->mesh->first_morph + mesh->mesh->morph_count; ++i) {
        put_morph(writer, mesh, i, id);
        between += writer->model->morphs[i].shape_count > 1;
    }
    if (between > 0 && writer->is_portable)
        sinew__export_note(writer->options, "mesh '%s': %d morphs with in-betweens have a channel for each shape",
                           sinew_text(writer->model, mesh->mesh->name), (int)between);
}
