/// Writes models: the hierarchy with transform stacks, kinds, visibility and cameras.
#include <math.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"

// ---- stacks -------------------------------------------------------------------------------------------------------

static int is_zero(const double vector[3])
{
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

/// Whether a stack is translation, rotation about X, Y, Z and scale.
static int is_plain(const sinew_transform_stack *stack)
{
#define VECTOR(property, field, unit) &&is_zero(stack->field)
    return (stack->rotation_order == SINEW_ROTATE_XYZ || !stack->rotation_active) SINEW__STACK_PIVOTS(VECTOR);
#undef VECTOR
}

int sinew__fbx_divides_scale(const fbx_writer *writer, int32_t joint)
{
    return writer->is_portable && writer->scene.compensation[joint] == GLB_DIVIDED;
}

/// Returns a stack of only translation, rotation and scale. Keeps the author's angles if the author's stack has only
/// these parts as well.
static sinew_transform_stack plain_stack(const fbx_writer *writer, int32_t joint)
{
    const sinew_transform *rest = &writer->model->joints[joint].rest;
    const sinew_inherit_type type = sinew__inherit_type(writer->model, joint);
    const double divisor = sinew__fbx_divides_scale(writer, joint)
                               ? writer->model->joints[writer->model->joints[joint].parent].rest.s.x
                               : 1;
    const double factor = divisor != 0 ? 1 / divisor : 0;
    sinew_transform_stack stack = {.rotation_active = 1,
                                   .inherit_type = (int32_t)(writer->is_product[joint] ? SINEW_INHERIT_RSrs : type),
                                   .translation = {rest->t.x, rest->t.y, rest->t.z},
                                   .scaling = {rest->s.x * factor, rest->s.y * factor, rest->s.z * factor}};
    const int32_t own = writer->model->joints[joint].stack;
    if (own != SINEW_NONE && is_plain(&writer->model->stacks[own]))
        memcpy(stack.rotation, writer->model->stacks[own].rotation, sizeof stack.rotation);
    else
        sinew__quat_to_least_euler(rest->r, SINEW_ROTATE_XYZ, stack.rotation);
    return stack;
}

static void turn_vector(sinew_quat by, double vector[3])
{
    const sinew_affine map = sinew__affine_from_quat(by);
    const sinew_vec3 rotated = sinew__affine_direction(&map, (sinew_vec3){vector[0], vector[1], vector[2]});
    vector[0] = rotated.x, vector[1] = rotated.y, vector[2] = rotated.z;
}

/// Rotates a root's stack by the change of axes A: A · T · Roff · Rp · Rpre … is T′ · Roff′ · Rp · (A · Rpre) …,
/// with T′ = A · T and Roff′ + Rp = A · (Roff + Rp).
static void turn_stack(sinew_quat axes, sinew_transform_stack *stack)
{
    double pivot[3];
    if (!stack->rotation_active) {
        stack->rotation_active = 1;
        stack->rotation_order = SINEW_ROTATE_XYZ;
        memset(stack->pre_rotation, 0, sizeof stack->pre_rotation);
        memset(stack->post_rotation, 0, sizeof stack->post_rotation);
    }
    for (int i = 0; i < 3; ++i) pivot[i] = stack->rotation_offset[i] + stack->rotation_pivot[i];
    turn_vector(axes, pivot);
    turn_vector(axes, stack->translation);
    for (int i = 0; i < 3; ++i) stack->rotation_offset[i] = pivot[i] - stack->rotation_pivot[i];
    const sinew_quat before = sinew__quat_from_euler(stack->pre_rotation, SINEW_ROTATE_XYZ);
    sinew__quat_to_least_euler(sinew__quat_multiply(axes, before), SINEW_ROTATE_XYZ, stack->pre_rotation);
}

static sinew_transform_stack choose_stack(const fbx_writer *writer, int32_t joint)
{
    const sinew_joint *item = &writer->model->joints[joint];
    const int loses_stack = writer->is_portable || item->stack == SINEW_NONE;
    sinew_transform_stack stack = loses_stack ? plain_stack(writer, joint) : writer->model->stacks[item->stack];
    sinew__stack_scale(&stack, writer->length);
    if (!writer->turns_axes || item->parent != SINEW_NONE) return stack;
    if (!loses_stack) {
        turn_stack(writer->axes, &stack);
        return stack;
    }
    const sinew_quat own = sinew__quat_from_euler(stack.rotation, stack.rotation_order);
    turn_vector(writer->axes, stack.translation);
    sinew__quat_to_least_euler(sinew__quat_multiply(writer->axes, own), stack.rotation_order, stack.rotation);
    return stack;
}

int sinew__fbx_choose_stacks(fbx_writer *writer)
{
    const int32_t count = writer->model->joint_count;
    writer->stacks = SINEW__ARENA_ARRAY(&writer->memory, sinew_transform_stack, count);
    writer->is_product = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, count);
    writer->scene.compensation = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, count);
    if (writer->memory.failed || !sinew__glb_find_compensation(&writer->scene)) return 0;
    for (int32_t i = 0; i < count; ++i) {
        writer->is_product[i] = writer->scene.compensation[i] == GLB_PLAIN || sinew__fbx_divides_scale(writer, i);
        writer->stacks[i] = choose_stack(writer, i);
    }
    return 1;
}

int sinew__fbx_keeps_stack(const fbx_writer *writer, int32_t joint)
{
    const sinew_joint *item = &writer->model->joints[joint];
    if (item->stack == SINEW_NONE || (writer->turns_axes && item->parent == SINEW_NONE)) return 0;
    if (sinew__fbx_divides_scale(writer, joint)) return 0;
    return !writer->is_portable || is_plain(&writer->model->stacks[item->stack]);
}

void sinew__fbx_convert_local(const fbx_writer *writer, int32_t joint, sinew_transform *local)
{
    double t[3] = {local->t.x * writer->length, local->t.y * writer->length, local->t.z * writer->length};
    if (writer->turns_axes && writer->model->joints[joint].parent == SINEW_NONE) {
        turn_vector(writer->axes, t);
        local->r = sinew__quat_multiply(writer->axes, local->r);
    }
    local->t = (sinew_vec3){t[0], t[1], t[2]};
}

sinew_affine sinew__fbx_convert_global(const fbx_writer *writer, const sinew_affine *global)
{
    sinew_affine out = *global;
    if (writer->turns_axes) {
        const sinew_affine axes = sinew__affine_from_quat(writer->axes);
        out = sinew__affine_multiply(&axes, global);
    }
    for (int i = 0; i < 3; ++i) out.row[i][3] *= writer->length;
    return out;
}

void sinew__fbx_solve_stack(const sinew_transform_stack *stack, const sinew_transform *local, double out[9])
{
    sinew_transform_stack at = *stack;
    const int order = stack->rotation_active ? stack->rotation_order : SINEW_ROTATE_XYZ;
    sinew_quat own = local->r;
    const int is_short = is_plain(stack); // true for most stacks; solving the pivots would take twice as long
    if (stack->rotation_active && !is_short) {
        const sinew_quat pre = sinew__quat_from_euler(stack->pre_rotation, SINEW_ROTATE_XYZ),
                         post = sinew__quat_from_euler(stack->post_rotation, SINEW_ROTATE_XYZ);
        own = sinew__quat_multiply(sinew__quat_multiply(sinew__quat_conjugate(pre), own), post);
    }
    sinew__quat_to_euler(own, order, at.rotation);
    memset(at.translation, 0, sizeof at.translation);
    at.scaling[0] = local->s.x, at.scaling[1] = local->s.y, at.scaling[2] = local->s.z;
    const sinew_vec3 without = is_short ? (sinew_vec3){0, 0, 0} : sinew__stack_local(&at).t;
    out[0] = local->t.x - without.x, out[1] = local->t.y - without.y, out[2] = local->t.z - without.z;
    memcpy(out + 3, at.rotation, sizeof at.rotation);
    memcpy(out + 6, at.scaling, sizeof at.scaling);
}

// ---- models -------------------------------------------------------------------------------------------------------

/// The FBX names of joint kinds, and the flags of their attributes.
static const struct kind {
    const char *subclass, *flags;
} kinds[] = {
    [SINEW_JOINT_NULL] = {"Null", "Null"},    [SINEW_JOINT_BONE] = {"LimbNode", "Skeleton"},
    [SINEW_JOINT_MESH] = {"Mesh", NULL},      [SINEW_JOINT_CAMERA] = {"Camera", "Camera"},
    [SINEW_JOINT_LIGHT] = {"Light", "Light"},
};

/// Whether a camera can be on its joint's model, because it looks along the axes of FBX cameras.
static int is_on_joint(const sinew_file_camera *camera)
{
    const int is_usual = camera->target != SINEW_NONE || (camera->forward[0] == 1 && camera->up[1] == 1);
    return is_usual && is_zero(camera->position);
}

/// Returns the kind of model that is written for a joint.
static uint32_t kind_of(const fbx_writer *writer, int32_t joint)
{
    const sinew_model *model = writer->model;
    const sinew_joint *item = &model->joints[joint];
    if (item->kind == SINEW_JOINT_MESH && writer->options->only_motion) return SINEW_JOINT_NULL;
    // Programs that read portable files accept only LimbNode as a bone.
    if (item->kind == SINEW_JOINT_NULL && writer->is_portable && item->flags & SINEW_JOINT_DEFORMS)
        return SINEW_JOINT_BONE;
    if (item->kind != SINEW_JOINT_CAMERA) return item->kind;
    for (int32_t i = 0; i < model->camera_count; ++i)
        if (model->cameras[i].joint == joint && is_on_joint(&model->cameras[i])) return SINEW_JOINT_CAMERA;
    return SINEW_JOINT_NULL;
}

static void put_stack(fbx_writer *writer, fbx_record *properties, const sinew_transform_stack *stack)
{
#define VECTOR(property, field, unit) sinew__fbx_put_vector(writer, properties, FBX_PROPERTY_##property, stack->field);
#define RARE_VECTOR(property, field, unit)                                                                             \
    if (!is_zero(stack->field)) VECTOR(property, field, unit)
    SINEW__STACK_PIVOTS(RARE_VECTOR)
    if (stack->rotation_order != SINEW_ROTATE_XYZ)
        sinew__fbx_put_property(writer, properties, FBX_PROPERTY_ROTATION_ORDER, (int)stack->rotation_order);
    sinew__fbx_put_property(writer, properties, FBX_PROPERTY_ROTATION_ACTIVE, (int)stack->rotation_active);
    sinew__fbx_put_property(writer, properties, FBX_PROPERTY_INHERIT_TYPE, (int)stack->inherit_type);
    SINEW__STACK_TRS(VECTOR)
#undef RARE_VECTOR
#undef VECTOR
}

/// Writes the attribute that gives a model its kind, and sets *out_id. Returns the attribute's list of properties, NULL
/// if it has none.
static fbx_record *put_attribute(fbx_writer *writer, int64_t model, const char *name, uint32_t kind, int64_t *out_id)
{
    fbx_record *record = sinew__fbx_put_object(writer, FBX_NODE_ATTRIBUTE, name, kinds[kind].subclass, out_id);
    fbx_record *properties = kind == SINEW_JOINT_CAMERA ? sinew__fbx_put_properties(writer, record) : NULL;
    (void)sinew__fbx_put(writer, record, FBX_RECORD_TYPE_FLAGS, kinds[kind].flags);
    sinew__fbx_put_connection(writer, *out_id, model);
    return properties;
}

static int64_t put_model(fbx_writer *writer, const char *name, uint32_t kind, uint32_t flags,
                         const sinew_transform_stack *stack, fbx_record **out_properties)
{
    int64_t id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_MODEL, name, kinds[kind].subclass, &id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 232);
    fbx_record *properties = sinew__fbx_put_properties(writer, record);
    if (out_properties) *out_properties = properties;
    put_stack(writer, properties, stack);
    sinew__fbx_put_property(writer, properties, FBX_PROPERTY_DEFAULT_ATTRIBUTE_INDEX, 0);
    if (flags & SINEW_JOINT_HIDDEN) sinew__fbx_put_property(writer, properties, FBX_PROPERTY_VISIBILITY, 0.0);
    if (flags & SINEW_JOINT_HIDDEN_ALONE) sinew__fbx_put_property(writer, properties, FBX_PROPERTY_SHOW, 0);
    if (flags & SINEW_JOINT_SHOWN_ALONE)
        sinew__fbx_put_property(writer, properties, FBX_PROPERTY_VISIBILITY_INHERITANCE, 0);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_SHADING, 'T');
    (void)sinew__fbx_put(writer, record, FBX_RECORD_CULLING, "CullingOff");
    return id;
}

int64_t sinew__fbx_put_mesh_model(fbx_writer *writer, const char *name, int64_t parent, int is_hidden)
{
    const sinew_transform_stack stack = {
        .scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_RSrs};
    const int64_t id = put_model(writer, name, SINEW_JOINT_MESH, is_hidden ? SINEW_JOINT_HIDDEN : 0, &stack, NULL);
    sinew__fbx_put_connection(writer, id, parent);
    return id;
}

// ---- cameras ------------------------------------------------------------------------------------------------------

/// Values of the FBX property ApertureMode.
enum { APERTURE_BOTH_ANGLES, APERTURE_HORIZONTAL, APERTURE_VERTICAL };

static const double parallel_width = 30; ///< file units at an OrthoZoom of 1

static void put_lens(fbx_writer *writer, fbx_record *lens, const sinew_file_camera *camera)
{
    const double *angle = camera->field_of_view, width = camera->extent[0] * writer->length;
    if (camera->is_parallel) {
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_CAMERA_PROJECTION_TYPE, 1);
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_ORTHO_ZOOM, width / parallel_width);
        if (camera->extent[0] > 0 && camera->extent[1] > 0) {
            sinew__fbx_put_property(writer, lens, FBX_PROPERTY_ASPECT_RATIO_MODE, 1);
            sinew__fbx_put_property(writer, lens, FBX_PROPERTY_ASPECT_WIDTH, camera->extent[0]);
            sinew__fbx_put_property(writer, lens, FBX_PROPERTY_ASPECT_HEIGHT, camera->extent[1]);
        }
    } else if (angle[0] > 0 && angle[1] > 0) {
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_APERTURE_MODE, APERTURE_BOTH_ANGLES);
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_FIELD_OF_VIEW_X, angle[0]);
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_FIELD_OF_VIEW_Y, angle[1]);
    } else {
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_APERTURE_MODE,
                                angle[0] > 0 ? APERTURE_HORIZONTAL : APERTURE_VERTICAL);
        sinew__fbx_put_property(writer, lens, FBX_PROPERTY_FIELD_OF_VIEW, fmax(angle[0], angle[1]));
    }
    sinew__fbx_put_property(writer, lens, FBX_PROPERTY_NEAR_PLANE, camera->near_plane * writer->length);
    sinew__fbx_put_property(writer, lens, FBX_PROPERTY_FAR_PLANE, camera->far_plane * writer->length);
    if (camera->roll != 0) sinew__fbx_put_property(writer, lens, FBX_PROPERTY_ROLL, camera->roll);
}

/// Returns the model that holds a camera: the joint's, or a new one below the joint if the camera looks elsewhere.
static int64_t put_camera_model(fbx_writer *writer, const sinew_file_camera *camera)
{
    const sinew_model *model = writer->model;
    if (is_on_joint(camera)) return writer->joint_id[camera->joint];
    sinew_transform_stack stack = {.scaling = {1, 1, 1}, .rotation_active = 1, .inherit_type = SINEW_INHERIT_RSrs};
    memcpy(stack.translation, camera->position, sizeof stack.translation);
    for (int i = 0; i < 3; ++i) stack.translation[i] *= writer->length;
    if (camera->target == SINEW_NONE) {
        // FBX cameras look along +X of their model, with +Y up; rotate these axes to the camera's directions.
        const double *f = camera->forward, *u = camera->up;
        const sinew_affine map = {{{f[0], u[0], f[1] * u[2] - f[2] * u[1], 0},
                                   {f[1], u[1], f[2] * u[0] - f[0] * u[2], 0},
                                   {f[2], u[2], f[0] * u[1] - f[1] * u[0], 0}}};
        sinew_transform transform;
        sinew__transform_nearest(&map, &transform);
        sinew__quat_to_least_euler(transform.r, SINEW_ROTATE_XYZ, stack.rotation);
    }
    const char *name =
        sinew__arena_format(&writer->memory, "%s_camera", sinew_text(model, model->joints[camera->joint].name));
    const int64_t id = put_model(writer, sinew__fbx_claim_name(writer, name), SINEW_JOINT_CAMERA, 0, &stack, NULL);
    sinew__fbx_put_connection(writer, id, writer->joint_id[camera->joint]);
    return id;
}

static void put_camera(fbx_writer *writer, const sinew_file_camera *camera)
{
    const int64_t id = put_camera_model(writer, camera);
    const char *name = sinew_text(writer->model, writer->model->joints[camera->joint].name);
    fbx_record *lens = put_attribute(writer, id, name, SINEW_JOINT_CAMERA, &writer->lens_id[camera->joint]);
    put_lens(writer, lens, camera);
    if (camera->target != SINEW_NONE) {
        double up[3] = {camera->up[0], camera->up[1], camera->up[2]};
        if (writer->turns_axes) turn_vector(writer->axes, up);
        sinew__fbx_put_vector(writer, lens, FBX_PROPERTY_UP_VECTOR, up);
        sinew__fbx_put_property_connection(writer, writer->joint_id[camera->target], id, FBX_PROPERTY_LOOK_AT_PROPERTY);
    }
    if (camera->up_target != SINEW_NONE)
        sinew__fbx_put_property_connection(writer, writer->joint_id[camera->up_target], id,
                                           FBX_PROPERTY_UP_VECTOR_PROPERTY);
}

// ---- the hierarchy ------------------------------------------------------------------------------------------------

/// Whether the joint is the one that imports add for skins bound to the scene itself.
static int is_scene(const fbx_writer *writer, int32_t joint)
{
    const sinew_joint *item = &writer->model->joints[joint];
    return item->flags & SINEW_JOINT_HELPER && item->parent == SINEW_NONE && !*sinew_text(writer->model, item->name) &&
           !writer->turns_axes && sinew__affine_is_identity(&item->rest_matrix);
}

static void put_joint(fbx_writer *writer, int32_t joint, const char *name)
{
    const sinew_joint *item = &writer->model->joints[joint];
    const uint32_t kind = kind_of(writer, joint);
    int64_t attribute;
    writer->joint_id[joint] =
        put_model(writer, name, kind, item->flags, &writer->stacks[joint], &writer->properties[joint]);
    if (kinds[kind].flags && kind != SINEW_JOINT_CAMERA)
        (void)put_attribute(writer, writer->joint_id[joint], name, kind, &attribute);
    if (item->flags & SINEW_JOINT_UNCONNECTED && item->parent == SINEW_NONE) return;
    sinew__fbx_put_connection(writer, writer->joint_id[joint],
                              item->parent == SINEW_NONE ? 0 : writer->joint_id[item->parent]);
}

static void note_joints(const fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    int32_t sheared = 0, lights = 0, compensating = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sheared += (model->joints[i].flags & SINEW_JOINT_REST_SHEARED) != 0;
        lights += model->joints[i].kind == SINEW_JOINT_LIGHT;
        compensating += writer->is_portable && !writer->is_product[i];
    }
    if (compensating > 0)
        sinew__export_note(
            writer->options,
            "%d joints compensate uneven scales above them, which programs without the FBX SDK do not know",
            (int)compensating);
    if (sheared > 0)
        sinew__export_note(writer->options, "%d joints are sheared: exported without the shear, which FBX cannot hold",
                           (int)sheared);
    if (lights > 0)
        sinew__export_note(writer->options, "%d lights are exported without colour and intensity", (int)lights);
}

void sinew__fbx_put_joints(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    const char **names = SINEW__ARENA_ARRAY(&writer->memory, const char *, model->joint_count);
    writer->holds_mesh = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->joint_count);
    writer->properties = SINEW__ARENA_ARRAY(&writer->memory, fbx_record *, model->joint_count);
    if (!names || !writer->holds_mesh || !writer->properties || !sinew__fbx_name_joints(writer, names)) return;
    for (int32_t i = 0; i < model->mesh_count && !writer->options->only_motion; ++i)
        writer->holds_mesh[model->meshes[i].joint] = 1;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        if (!is_scene(writer, joint)) put_joint(writer, joint, names[joint]);
    }
    for (int32_t i = 0; i < model->camera_count; ++i) put_camera(writer, &model->cameras[i]);
    note_joints(writer);
}
