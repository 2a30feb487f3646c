#include "import/join/join_bind.h"

#include "base/affine.h"
#include "import/fbx/document_transforms.h"
#include "model/transform_stack.h"

static void set_bind(import_pass *pass, int32_t joint, const sinew_affine *global)
{
    pass->joints[joint].bind_global = *global;
    pass->joints[joint].flags |= SINEW_JOINT_HAS_BIND;
}

static const fbx_object *posed_object(const import_pass *pass, const fbx_record *pose_node)
{
    const fbx_record *node = sinew__fbx_record_child(pose_node, "Node");
    return node ? sinew__fbx_object_by_id(pass->document, sinew__fbx_record_integer(node, 0, 0)) : NULL;
}

static sinew_result read_pose(import_pass *pass, const fbx_object *pose, sinew_error *error)
{
    for (const fbx_record *item = sinew__fbx_record_child(pose->record, "PoseNode"); item;
         item = sinew__fbx_record_next_same(item)) {
        const fbx_object *object = posed_object(pass, item);
        if (!object || object->kind != FBX_MODEL || pass->model_joints[object->index] == SINEW_NONE) continue;
        sinew_affine matrix;
        int found = 0;
        const sinew_result result =
            sinew__document_matrix(&pass->arena, sinew__fbx_record_child(item, "Matrix"), &found, &matrix, error);
        if (result != SINEW_OK) return result;
        if (found) set_bind(pass, pass->model_joints[object->index], &matrix);
    }
    return SINEW_OK;
}

sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < pass->document->object_count && result == SINEW_OK; i++)
        if (sinew__fbx_object_is(&pass->document->objects[i], FBX_POSE, "BindPose"))
            result = read_pose(pass, &pass->document->objects[i], error);
    return result;
}

static sinew_affine bind_or_rest(const import_pass *pass, int32_t joint)
{
    if (joint == SINEW_NONE) return sinew__affine_identity();
    if (pass->joints[joint].flags & SINEW_JOINT_HAS_BIND) return pass->joints[joint].bind_global;
    return pass->rest[joint].global;
}

sinew_result sinew__join_cluster_transform(import_pass *pass, const fbx_object *cluster, int32_t bone_joint,
                                           int32_t mesh_joint, sinew_affine *out, sinew_error *error)
{
    int found = 0;
    sinew_affine link;
    sinew_result result = sinew__document_matrix(
        &pass->arena, sinew__fbx_record_child(cluster->record, "TransformLink"), &found, &link, error);
    if (result == SINEW_OK && found) set_bind(pass, bone_joint, &link);
    if (result == SINEW_OK)
        result = sinew__document_matrix(&pass->arena, sinew__fbx_record_child(cluster->record, "Transform"), &found,
                                        out, error);
    if (result != SINEW_OK || found) return result;
    const sinew_affine bone = bind_or_rest(pass, bone_joint), mesh = bind_or_rest(pass, mesh_joint);
    sinew_affine inverse;
    (void)sinew__affine_inverse(&bone, &inverse);
    *out = sinew__affine_multiply(&inverse, &mesh);
    return SINEW_OK;
}

/// The associate model of a cluster, connected to one of its properties; NULL when there is none.
static const fbx_object *associate_model(const import_pass *pass, const fbx_object *cluster)
{
    const fbx_object *model = sinew__fbx_source_of_property(pass->document, cluster, "SrcModelReference", FBX_MODEL);
    if (!model || pass->model_joints[model->index] == SINEW_NONE) return NULL;
    return model;
}

sinew_result sinew__join_cluster_associate(import_pass *pass, const fbx_object *cluster, const fbx_object *bone,
                                           sinew_affine *offset, const sinew_raw_skin_joint **out_associate,
                                           sinew_error *error)
{
    *out_associate = NULL;
    const fbx_object *model = associate_model(pass, cluster);
    if (!model) return SINEW_OK;
    sinew_raw_skin_joint *associate_joint = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint, 1);
    if (!associate_joint) return sinew__arena_fail(&pass->arena, error);
    associate_joint->joint = pass->model_joints[model->index];
    associate_joint->node = pass->model_nodes[model->index];
    int found = 0;
    sinew_affine associate, link, inverse;
    sinew_result result = sinew__document_matrix(
        &pass->arena, sinew__fbx_record_child(cluster->record, "TransformAssociateModel"), &found, &associate, error);
    if (result == SINEW_OK && !found) associate = bind_or_rest(pass, associate_joint->joint);
    if (result == SINEW_OK)
        result = sinew__document_matrix(&pass->arena, sinew__fbx_record_child(cluster->record, "TransformLink"), &found,
                                        &link, error);
    if (result != SINEW_OK) return result;
    if (!found) link = bind_or_rest(pass, pass->model_joints[bone->index]);
    const sinew_affine associate_geometric = sinew__document_geometric_transform(model),
                       bone_geometric = sinew__document_geometric_transform(bone);
    associate = sinew__affine_multiply(&associate, &associate_geometric);
    (void)sinew__affine_inverse(&associate, &inverse);
    const sinew_affine mesh = sinew__affine_multiply(&link, offset);
    associate_joint->offset = sinew__affine_multiply(&inverse, &mesh);
    (void)sinew__affine_inverse(&bone_geometric, &inverse);
    *offset = sinew__affine_multiply(&inverse, offset);
    *out_associate = associate_joint;
    return SINEW_OK;
}
