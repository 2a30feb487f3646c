// Converts the nodes of a glTF file to joints and cameras.
#include "import/gltf/gltf.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/import_stages.h"
#include "runtime/model/camera_lens.h"

static const double degrees_per_radian = 180 / 3.14159265358979323846;

/// A joint whose children are being read: an entry of the depth-first stack.
typedef struct open_node {
    int32_t node, joint;
    const sinew__json_value *next; ///< the next child to read
} open_node;

typedef struct node_reader {
    gltf_reader *reader;
    unsigned char *states; ///< [nodes.count] whether a node is unread, on the stack or done
    open_node *stack;
    size_t depth, capacity;
    size_t joint_capacity, node_capacity;
} node_reader;

enum { UNSEEN, OPEN, DONE };

/// Reads a node's rest transform: its translation, rotation and scale, or its matrix. Returns 0 when out of memory.
static int read_rest(import_pass *pass, const sinew__json_value *node, sinew_raw_joint *out)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    const struct {
        const char *name;
        int count;
        double *numbers;
    } parts[] = {{"translation", 3, t}, {"rotation", 4, r}, {"scale", 3, s}, {"matrix", 16, m}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (!sinew__gltf_doubles(node, parts[i].name, parts[i].count, parts[i].numbers) &&
            sinew__json_member(node, parts[i].name))
            sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, out->name,
                               "its %s is not %d finite numbers and was left out", parts[i].name, parts[i].count);
    if (!(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 0)) r[3] = 1;
    out->rest = (sinew_transform){{t[0], t[1], t[2]}, {r[0], r[1], r[2], r[3]}, {s[0], s[1], s[2]}};
    if (!sinew__json_member(node, "matrix")) return 1;
    sinew_affine *matrix = SINEW__ARENA_ARRAY(&pass->arena, sinew_affine, 1);
    if (!matrix) return 0;
    for (int i = 0; i < 12; ++i) matrix->row[i / 4][i % 4] = m[4 * (i % 4) + i / 4];
    out->rest_matrix = matrix;
    return 1;
}

/// Adds a joint for a node. Returns its index, or SINEW_NONE when out of memory.
static int32_t add_joint(node_reader *nodes, int32_t index, int32_t parent)
{
    gltf_reader *reader = nodes->reader;
    import_pass *pass = reader->pass;
    const sinew__json_value *node = reader->nodes.items[index];
    const size_t count = (size_t)pass->raw.joint_count;
    sinew_raw_joint *joints =
        sinew__arena_grow(&pass->arena, pass->joints, count, &nodes->joint_capacity, sizeof *joints);
    int32_t *joint_nodes =
        sinew__arena_grow(&pass->arena, reader->joint_nodes, count, &nodes->node_capacity, sizeof *joint_nodes);
    if (!joints || !joint_nodes || count >= INT32_MAX) return SINEW_NONE;
    pass->joints = joints;
    reader->joint_nodes = joint_nodes;
    // Added by sinew's own glTF export.
    const int is_added = sinew__json_member(sinew__json_member(node, "extras"), "sinew_added") != NULL;
    const sinew__json_value *visibility = sinew__gltf_extension(node, "KHR_node_visibility");
    const sinew__json_value *light = sinew__json_member(sinew__gltf_extension(node, "KHR_lights_punctual"), "light");
    const int is_hidden = sinew__json_is(sinew__json_member(visibility, "visible"), SINEW__JSON_FALSE);
    joints[count] = (sinew_raw_joint){.name = sinew__gltf_node_name(pass, node, (size_t)index),
                                      .parent = parent,
                                      .node = SINEW_NONE,
                                      .flags = (is_added ? (uint32_t)SINEW_JOINT_HELPER : 0) |
                                               (is_hidden ? (uint32_t)SINEW_JOINT_HIDDEN : 0),
                                      .kind = sinew__json_is(light, SINEW__JSON_NUMBER) ? SINEW_JOINT_LIGHT
                                              : sinew__json_member(node, "camera")      ? SINEW_JOINT_CAMERA
                                                                                        : SINEW_JOINT_NULL};
    if (!joints[count].name || !read_rest(pass, node, &joints[count])) return SINEW_NONE;
    joint_nodes[count] = index;
    if (reader->node_joints[index] == SINEW_NONE) reader->node_joints[index] = (int32_t)count;
    if (sinew__gltf_extension(node, "EXT_mesh_gpu_instancing"))
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, joints[count].name,
                           "its mesh is drawn once, without the instances of EXT_mesh_gpu_instancing");
    return pass->raw.joint_count++;
}

static sinew_result open_child(node_reader *nodes, const sinew__json_value *number, int32_t parent, sinew_error *error)
{
    sinew__arena *arena = &nodes->reader->pass->arena;
    const sinew__json_value *node = sinew__gltf_item(&nodes->reader->nodes, number);
    if (!sinew__json_is(number, SINEW__JSON_NUMBER)) return SINEW_OK;
    if (!sinew__json_is(node, SINEW__JSON_OBJECT))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no node %.0f", number->number);
    const int32_t index = (int32_t)number->number;
    if (nodes->states[index] == OPEN)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: node %d is among the nodes below it", (int)index);
    open_node *stack = sinew__arena_grow(arena, nodes->stack, nodes->depth, &nodes->capacity, sizeof *stack);
    const int32_t joint = stack ? add_joint(nodes, index, parent) : SINEW_NONE;
    if (joint == SINEW_NONE) return arena->failed ? sinew__arena_fail(arena, error) : sinew__fail_memory(error);
    nodes->stack = stack;
    stack[nodes->depth++] = (open_node){index, joint, sinew__json_first(sinew__json_member(node, "children"))};
    nodes->states[index] = OPEN;
    return SINEW_OK;
}

sinew_result sinew__gltf_read_nodes(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    node_reader nodes = {.reader = reader};
    int32_t *roots = NULL, root_count = 0;
    sinew_result result = sinew__gltf_find_roots(reader, &roots, &root_count, error);
    nodes.states = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, reader->nodes.count);
    if (result == SINEW_OK && !nodes.states) result = sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < root_count && result == SINEW_OK; ++i) {
        const sinew__json_value number = {.kind = SINEW__JSON_NUMBER, .number = roots[i]};
        result = open_child(&nodes, &number, SINEW_NONE, error);
        while (result == SINEW_OK && nodes.depth > 0) {
            open_node *top = &nodes.stack[nodes.depth - 1];
            const sinew__json_value *child = top->next;
            if (child) top->next = child->next;
            if (child) {
                result = open_child(&nodes, child, top->joint, error);
                continue;
            }
            // Reads the mesh of a node after all nodes below it, because materials are numbered in the order of the
            // meshes.
            int32_t mesh;
            nodes.states[top->node] = DONE;
            --nodes.depth;
            result = sinew__gltf_index(reader->nodes.items[top->node], "mesh", &reader->meshes, "mesh", &mesh, error);
            if (result == SINEW_OK && mesh != SINEW_NONE) result = sinew__gltf_read_mesh(reader, mesh, error);
        }
    }
    if (result != SINEW_OK) return result;
    pass->raw.joints = pass->joints;
    if (root_count == 1)
        pass->raw.root = pass->joints[0].rest_matrix ? *pass->joints[0].rest_matrix
                                                     : sinew__affine_from_transform(&pass->joints[0].rest);
    // Joints whose mesh has polygons become SINEW_JOINT_MESH. If no mesh of the file has polygons, all other joints
    // become bones.
    int32_t primitive_count = 0;
    for (size_t i = 0; i < reader->meshes.count; ++i) primitive_count += reader->read_meshes[i].count;
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const sinew__json_value *node = reader->nodes.items[reader->joint_nodes[i]];
        const sinew__json_value *mesh = sinew__json_member(node, "mesh");
        if (pass->joints[i].kind != SINEW_JOINT_NULL) continue;
        if (primitive_count == 0) pass->joints[i].kind = SINEW_JOINT_BONE;
        if (mesh && reader->read_meshes[(size_t)mesh->number].count > 0) pass->joints[i].kind = SINEW_JOINT_MESH;
    }
    return SINEW_OK;
}

// ---- cameras --------------------------------------------------------------------------------------------------------

static double number_of(const sinew__json_value *object, const char *name)
{
    const sinew__json_value *item = sinew__json_member(object, name);
    return sinew__json_is(item, SINEW__JSON_NUMBER) ? item->number : 0;
}

/// Reads a camera; one without the lens of its type is damaged.
static sinew_result read_camera(const sinew__json_value *from, int32_t index, int32_t joint, sinew_raw_camera *out,
                                sinew_error *error)
{
    const int is_parallel = strcmp(sinew__gltf_text(from, "type", ""), "orthographic") == 0;
    const sinew__json_value *lens = sinew__json_member(from, is_parallel ? "orthographic" : "perspective");
    const double angle = number_of(lens, "yfov") * degrees_per_radian, aspect = number_of(lens, "aspectRatio");
    if (!lens) return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: camera %d has no lens", (int)index);
    *out = (sinew_raw_camera){.joint = joint,
                              .target = SINEW_NONE,
                              .up_target = SINEW_NONE,
                              .is_parallel = (uint32_t)is_parallel,
                              .field_of_view = {0, angle},
                              .extent = {2 * number_of(lens, "xmag"), 2 * number_of(lens, "ymag")},
                              .near_plane = number_of(lens, "znear"),
                              .far_plane = number_of(lens, "zfar")};
    if (aspect > 0) out->field_of_view[0] = sinew__lens_angle(sinew__lens_half_slope(angle) * aspect);
    return SINEW_OK;
}

sinew_result sinew__gltf_read_cameras(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, reader->nodes.count);
    if (!cameras) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < reader->nodes.count; ++i) {
        int32_t index = SINEW_NONE;
        sinew_result result = SINEW_OK;
        if (reader->node_joints[i] == SINEW_NONE) continue;
        result = sinew__gltf_index(reader->nodes.items[i], "camera", &reader->cameras, "camera", &index, error);
        if (result == SINEW_OK && index == SINEW_NONE) continue;
        sinew_raw_camera *camera = &cameras[pass->raw.camera_count];
        if (result == SINEW_OK)
            result = read_camera(reader->cameras.items[index], index, reader->node_joints[i], camera, error);
        if (result != SINEW_OK) return result;
        sinew__import_check_lens(pass, camera);
        ++pass->raw.camera_count;
    }
    pass->raw.cameras = cameras;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}
