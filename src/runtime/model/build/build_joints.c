/// Builds joints in breadth-first order, their rest poses, the importer's nodes, and cameras.

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/camera_lens.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/validate/checks.h"

// Cameras of the file.

static int is_joint(const sinew__builder *builder, int32_t joint)
{
    return joint >= 0 && joint < builder->raw->joint_count;
}

/// Scales a direction to length 1; a direction of length 0 or not finite becomes `fallback`.
static void set_direction(const double raw[3], const double fallback[3], double out[3])
{
    const double length = sqrt(raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2]);
    for (int i = 0; i < 3; ++i) out[i] = length > 0 && isfinite(length) ? raw[i] / length : fallback[i];
}

static int32_t model_joint(const sinew__builder *builder, int32_t raw_joint)
{
    return raw_joint == SINEW_NONE ? SINEW_NONE : builder->joint_of_raw[raw_joint];
}

sinew_result sinew__build_cameras(sinew__builder *builder)
{
    for (int32_t i = 0; i < builder->raw->camera_count; ++i) {
        const sinew_raw_camera *raw = &builder->raw->cameras[i];
        const double *vectors[] = {raw->position, raw->forward, raw->up};
        int is_finite = isfinite(raw->roll) && isfinite(raw->near_plane) && isfinite(raw->far_plane);
        for (int k = 0; k < 9; ++k) is_finite &= isfinite(vectors[k / 3][k % 3]) != 0;
        const char *problem = !is_joint(builder, raw->joint)                                       ? "joint"
                              : raw->target != SINEW_NONE && !is_joint(builder, raw->target)       ? "target"
                              : raw->up_target != SINEW_NONE && !is_joint(builder, raw->up_target) ? "up target"
                              : !is_finite ? "position or direction"
                              : !sinew__lens_is_valid(raw->is_parallel != 0, raw->field_of_view, raw->extent) ? "lens"
                                                                                                              : NULL;
        if (problem)
            return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "camera %d: invalid %s", (int)i, problem);
        sinew_file_camera *camera = sinew__section_push(builder, SINEW__SECTION_CAMERAS, 1);
        if (!camera) return sinew__fail_memory(builder->error);
        *camera = (sinew_file_camera){.joint = model_joint(builder, raw->joint),
                                      .target = model_joint(builder, raw->target),
                                      .up_target = model_joint(builder, raw->up_target),
                                      .is_parallel = raw->is_parallel != 0,
                                      .roll = raw->roll,
                                      .near_plane = raw->near_plane,
                                      .far_plane = raw->far_plane};
        memcpy(camera->position, raw->position, sizeof camera->position);
        memcpy(camera->field_of_view, raw->field_of_view, sizeof camera->field_of_view);
        memcpy(camera->extent, raw->extent, sizeof camera->extent);
        set_direction(raw->forward, (const double[3]){0, 0, -1}, camera->forward);
        set_direction(raw->up, (const double[3]){0, 1, 0}, camera->up);
    }
    return SINEW_OK;
}

static const char *joint_name(const sinew_raw_joint *joint)
{
    return joint->name ? joint->name : "";
}

static sinew_result check_joint(const sinew__builder *builder, int32_t index)
{
    const sinew_raw_model *raw = builder->raw;
    const sinew_raw_joint *joint = &raw->joints[index];
    if (joint->parent < SINEW_NONE || joint->parent >= index)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT,
                           "joint '%s': parent %d does not come before joint %d", joint_name(joint), (int)joint->parent,
                           (int)index);
    if (raw->node_count > 0 && (joint->node < SINEW_NONE || joint->node >= raw->node_count))
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s': there is no node %d",
                           joint_name(joint), (int)joint->node);
    if (joint->stated_part > SINEW_BODY_PART_COUNT)
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s': there is no part %u of a body",
                           joint_name(joint), (unsigned)joint->stated_part);
    if (joint->rest_matrix && !sinew__affine_is_finite(joint->rest_matrix))
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s': the rest matrix is not finite",
                           joint_name(joint));
    return SINEW_OK;
}

/// Numbers the joints breadth-first, with the children of each joint in the author's order.
static sinew_result number_breadth_first(sinew__builder *builder, int32_t *raw_of_joint)
{
    const sinew_raw_model *raw = builder->raw;
    const int32_t count = raw->joint_count;
    int32_t *first_child = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, count);
    int32_t *next_sibling = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, count);
    if (!first_child || !next_sibling) return sinew__fail_memory(builder->error);
    memset(first_child, -1, (size_t)count * sizeof *first_child);
    int32_t written = 0;
    for (int32_t i = count - 1; i >= 0; --i) {
        const int32_t parent = raw->joints[i].parent;
        if (parent == SINEW_NONE) continue;
        next_sibling[i] = first_child[parent];
        first_child[parent] = i;
    }
    for (int32_t i = 0; i < count; ++i) {
        if (raw->joints[i].parent == SINEW_NONE) raw_of_joint[written++] = i;
    }
    for (int32_t done = 0; done < written; ++done) {
        for (int32_t child = first_child[raw_of_joint[done]]; child != SINEW_NONE; child = next_sibling[child])
            raw_of_joint[written++] = child;
        builder->joint_of_raw[raw_of_joint[done]] = done;
    }
    return SINEW_OK;
}

/// Stores a joint's static stack. Values that are not finite become 0 in lengths and angles, and 1 in factors.
static sinew_result add_stack(sinew__builder *builder, const sinew_transform_stack *stack, sinew_joint *joint)
{
    sinew_transform_stack *item = sinew__section_push(builder, SINEW__SECTION_STACKS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = *stack;
#define VECTOR(property, field, unit)                                                                                  \
    for (int i = 0; i < 3; ++i)                                                                                        \
        if (!isfinite(item->field[i])) item->field[i] = SINEW__STACK_##unit == SINEW__STACK_FACTOR;
    SINEW__STACK_TRS(VECTOR)
    SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
    if (item->rotation_order < 0 || item->rotation_order > SINEW_ROTATE_SPHERIC) item->rotation_order = 0;
    if (item->inherit_type < 0 || item->inherit_type > SINEW_INHERIT_Rrs) item->inherit_type = SINEW_INHERIT_RSrs;
    item->rotation_active = item->rotation_active != 0;
    joint->stack = sinew__section_size(builder, SINEW__SECTION_STACKS) - 1;
    joint->rest = sinew__stack_local(item);
    joint->rest_matrix = sinew__affine_from_transform(&joint->rest);
    return SINEW_OK;
}

static sinew_result set_rest(sinew__builder *builder, const sinew_raw_joint *raw, sinew_joint *joint)
{
    joint->stack = SINEW_NONE;
    if (raw->stack) return add_stack(builder, raw->stack, joint);
    if (raw->rest_matrix) {
        joint->rest_matrix = *raw->rest_matrix;
        if (sinew__transform_from_affine(raw->rest_matrix, &joint->rest) > 1e-5)
            joint->flags |= SINEW_JOINT_REST_SHEARED;
        return SINEW_OK;
    }
    const sinew_transform *t = &raw->rest;
    const double numbers[] = {t->t.x, t->t.y, t->t.z, t->r.x, t->r.y, t->r.z, t->r.w, t->s.x, t->s.y, t->s.z};
    double sum = 0;
    int is_zero = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        sum += numbers[i];
        is_zero &= numbers[i] == 0;
    }
    if (!isfinite(sum))
        return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s': the rest pose is not finite",
                           joint_name(raw));
    joint->rest = is_zero ? sinew__transform_identity() : *t;
    joint->rest.r = sinew__quat_normalize(joint->rest.r);
    joint->rest_matrix = sinew__affine_from_transform(&joint->rest);
    return SINEW_OK;
}

static sinew_result add_joint(sinew__builder *builder, int32_t raw_index, int32_t index)
{
    const sinew_raw_joint *raw = &builder->raw->joints[raw_index];
    int ok = 1;
    sinew_joint joint = {
        .name = sinew__builder_name(builder, raw->name, &ok),
        .parent = raw->parent == SINEW_NONE ? SINEW_NONE : builder->joint_of_raw[raw->parent],
        .authored_index = raw_index,
        .node = builder->raw->node_count > 0 ? raw->node : SINEW_NONE,
        .kind = raw->kind > SINEW_JOINT_LIGHT ? SINEW_JOINT_NULL : raw->kind,
        .flags = raw->flags & SINEW__JOINT_AUTHORED_FLAGS,
        .stated_part = raw->stated_part,
        .bind_global = raw->bind_global,
    };
    if (!ok) return sinew__fail_memory(builder->error);
    if (!(joint.flags & SINEW_JOINT_HAS_BIND) || !sinew__affine_is_finite(&joint.bind_global)) {
        joint.flags &= ~(uint32_t)SINEW_JOINT_HAS_BIND;
        joint.bind_global = sinew__affine_identity();
    }
    const sinew_result result = set_rest(builder, raw, &joint);
    if (result != SINEW_OK) return result;

    if (joint.parent != SINEW_NONE) {
        const sinew_joint *joints = sinew__section_items(builder, SINEW__SECTION_JOINTS);
        joint.depth = joints[joint.parent].depth + 1;
    }
    const sinew_transform_stack *stacks = sinew__section_items(builder, SINEW__SECTION_STACKS);
    const sinew_inherit_type type =
        joint.stack == SINEW_NONE ? SINEW_INHERIT_RSrs : (sinew_inherit_type)stacks[joint.stack].inherit_type;
    const int is_root = joint.parent == SINEW_NONE;
    const sinew__joint_frame *above = is_root ? NULL : &builder->rest[joint.parent];
    const sinew__joint_frame frame = sinew__joint_frame_below(above, type, &joint.rest, &joint.rest_matrix);
    sinew__character_joint *roles = builder->character_joints;
    builder->rest[index] = frame;
    roles[index] = sinew__character_joint_of(&joint, builder->has_bones, is_root ? NULL : &roles[joint.parent]);
    sinew__character_include_joint(
        &builder->bounds, &roles[index],
        (sinew_vec3){frame.global.row[0][3], frame.global.row[1][3], frame.global.row[2][3]});
    sinew_joint *item = sinew__section_push(builder, SINEW__SECTION_JOINTS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = joint;
    return SINEW_OK;
}

static sinew_result add_nodes(sinew__builder *builder)
{
    const sinew_raw_model *raw = builder->raw;
    for (int32_t i = 0; i < raw->node_count; ++i) {
        const sinew_raw_node *from = &raw->nodes[i];
        const sinew_node *nodes_so_far = sinew__section_items(builder, SINEW__SECTION_NODES);
        int32_t before = i - 1;
        while (before != SINEW_NONE && before != from->parent) before = nodes_so_far[before].parent;
        if (before != from->parent || (from->parent == SINEW_NONE) != (i == 0))
            return sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT,
                               "node '%s': with parent %d, node %d is not in depth-first order",
                               from->name ? from->name : "", (int)from->parent, (int)i);
        int ok = 1;
        const sinew_node node = {.name = sinew__builder_name(builder, from->name, &ok),
                                 .parent = from->parent,
                                 .joint = SINEW_NONE,
                                 .local =
                                     sinew__affine_is_finite(&from->local) ? from->local : sinew__affine_identity()};
        sinew_node *item = sinew__section_push(builder, SINEW__SECTION_NODES, 1);
        if (!ok || !item) return sinew__fail_memory(builder->error);
        *item = node;
    }
    sinew_node *nodes = sinew__section_items(builder, SINEW__SECTION_NODES);
    const sinew_joint *joints = sinew__section_items(builder, SINEW__SECTION_JOINTS);
    for (int32_t j = raw->joint_count - 1; j >= 0; --j) {
        if (joints[j].node != SINEW_NONE) nodes[joints[j].node].joint = j;
    }
    return SINEW_OK;
}

sinew_result sinew__build_joints(sinew__builder *builder)
{
    const int32_t count = builder->raw->joint_count;
    if (count > SINEW__MAX_JOINTS)
        return sinew__fail(builder->error, SINEW_ERROR_LIMIT, "%d joints, the limit is %d", (int)count,
                           SINEW__MAX_JOINTS);
    builder->joint_of_raw = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, count);
    builder->rest = SINEW__ARENA_ARRAY(&builder->scratch, sinew__joint_frame, count);
    builder->character_joints = SINEW__ARENA_ARRAY(&builder->scratch, sinew__character_joint, count);
    for (int32_t i = 0; i < count; ++i)
        if (builder->raw->joints[i].kind == SINEW_JOINT_BONE) builder->has_bones = 1;
    int32_t *raw_of_joint = SINEW__ARENA_ARRAY(&builder->scratch, int32_t, count);
    int32_t *authored = sinew__section_push(builder, SINEW__SECTION_AUTHORED_ORDER, (size_t)count);
    if (!builder->joint_of_raw || !builder->rest || !builder->character_joints || !raw_of_joint || !authored)
        return sinew__fail_memory(builder->error);

    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) result = check_joint(builder, i);
    if (result == SINEW_OK) result = number_breadth_first(builder, raw_of_joint);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) {
        authored[raw_of_joint[i]] = i;
        result = add_joint(builder, raw_of_joint[i], i);
    }
    return result == SINEW_OK ? add_nodes(builder) : result;
}
