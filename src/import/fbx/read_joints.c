// Stage: reads the joints of an FBX document, and warns of parts that animate them but are not evaluated.

#include <string.h>

#include "core/base/affine.h"
#include "import/import_stages.h"
#include "runtime/model/joint_frame.h"

// ---- constraints and relations ------------------------------------------------------------------------------------

static void warn(import_pass *pass, const fbx_object *object, const char *what)
{
    sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, object->name, "%s", what);
}

void sinew__fbx_warn_of_approximations(import_pass *pass)
{
    const fbx_document *document = pass->document;
    // Coordinates stay unchanged, because writers of right-handed files also state left-handed axes.
    if (document->settings.is_left_handed)
        sinew__import_warn(pass, IMPORT_WARNING_LEFT_HANDED, NULL,
                           "the file states left-handed axes; they are treated as right-handed, which "
                           "mirrors a model that really is left-handed");
    for (size_t i = 0; i < document->object_count; ++i) {
        const fbx_object *object = &document->objects[i];
        if (object->kind != FBX_MODEL || pass->model_joints[i] == SINEW_NONE) continue;
        const sinew_transform_stack *stack = pass->joints[pass->model_joints[i]].stack;
        if (stack->rotation_order == SINEW_ROTATE_SPHERIC && stack->rotation_active)
            warn(pass, object, "its rotation order is spheric; XYZ is used");
    }
}

/// Warns of properties of an object that follow properties of other objects, by an expression or a relation.
static void warn_of_driven_properties(import_pass *pass, const fbx_object *object)
{
    const fbx_connections sources = sinew__fbx_sources(pass->document, object);
    uint32_t keyed = 0; // a bit for each property with keys: programs bake driven properties into keys
    for (size_t i = 0; i < sources.count; ++i) {
        const int32_t property = sinew__fbx_played_property(&sources.items[i]);
        if (property != SINEW_NONE && sources.items[i].source->kind == FBX_ANIMATION_CURVE_NODE)
            keyed |= UINT32_C(1) << property;
    }
    for (size_t i = 0; i < sources.count; ++i) {
        const fbx_connection *drives = &sources.items[i];
        const int32_t property = sinew__fbx_played_property(drives);
        if (property == SINEW_NONE || keyed >> property & 1 || !*drives->source_property) continue;
        sinew__import_warn(pass, IMPORT_WARNING_CONSTRAINT, object->name,
                           "its '%s' follows '%s' of '%s'; that is not evaluated, only keys are played",
                           drives->target_property, drives->source_property, drives->source->name);
    }
}

void sinew__fbx_warn_of_constraints(import_pass *pass)
{
    const fbx_document *document = pass->document;
    unsigned char *changes = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, document->object_count);
    for (size_t i = 0; changes && i < document->connection_count; ++i) {
        const fbx_connection *connection = &document->connections[i];
        if (connection->target->kind == FBX_CONSTRAINT && strcmp(connection->target_property, "Weight") == 0)
            changes[connection->target - document->objects] = 1; // by keys or by another object
    }
    for (size_t i = 0; i < document->object_count; ++i) {
        const fbx_object *object = &document->objects[i];
        warn_of_driven_properties(pass, object);
        if (object->kind != FBX_CONSTRAINT) continue;
        if (sinew__fbx_property_integer(object, FBX_PROPERTY_ACTIVE, 1) == 0) continue;
        const int weight_changes = !changes || changes[i];
        if (!weight_changes && sinew__fbx_property_number(object, FBX_PROPERTY_WEIGHT, 100) == 0) continue;
        const fbx_bytes type = sinew__fbx_child_bytes(object->record, FBX_NAME(TYPE));
        const char *text = type.size ? sinew__fbx_text_utf8(&pass->arena, type) : object->subclass;
        sinew__import_warn(pass, IMPORT_WARNING_CONSTRAINT, object->name,
                           "this constraint (%s) is not evaluated; only keys move joints",
                           text && *text ? text : "unknown");
    }
}

// ---- the hierarchy -----------------------------------------------------------------------------------------------

/// The models as a forest; indices are of the document's objects.
typedef struct model_tree {
    int32_t *parent;      ///< SINEW_NONE: not chosen yet; 0: the scene
    int32_t *first_child; ///< SINEW_NONE: no child
    int32_t *last_child, *next;
} model_tree;

static int is_hierarchy(const fbx_connection *connection)
{
    return connection->source->kind == FBX_MODEL &&
           (connection->target->kind == FBX_MODEL || connection->target->index == 0) && !*connection->source_property &&
           !*connection->target_property;
}

static void link_child(model_tree *tree, int32_t child, int32_t parent)
{
    tree->parent[child] = parent;
    tree->next[child] = SINEW_NONE;
    if (tree->last_child[parent] == SINEW_NONE)
        tree->first_child[parent] = child;
    else
        tree->next[tree->last_child[parent]] = child;
    tree->last_child[parent] = child;
}

/// Removes a child from its parent's list.
static void unlink_child(model_tree *tree, int32_t child)
{
    const int32_t parent = tree->parent[child];
    int32_t before = SINEW_NONE;
    for (int32_t i = tree->first_child[parent]; i != child; i = tree->next[i]) before = i;
    if (before == SINEW_NONE)
        tree->first_child[parent] = tree->next[child];
    else
        tree->next[before] = tree->next[child];
    if (tree->last_child[parent] == child) tree->last_child[parent] = before;
}

static int make_tree(import_pass *pass, model_tree *tree)
{
    const size_t count = pass->document->object_count;
    int32_t **arrays[] = {&tree->parent, &tree->first_child, &tree->last_child, &tree->next};
    for (size_t a = 0; a < 4; ++a) {
        *arrays[a] = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
        if (!*arrays[a]) return 0;
        for (size_t i = 0; i < count; ++i) (*arrays[a])[i] = SINEW_NONE;
    }
    return 1;
}

/// Links each model to its parent: the first model that it is connected to, else the scene. The scene comes last
/// because some writers connect every model to it as well. Returns 0 when out of memory.
static int link_connected(import_pass *pass, model_tree *tree)
{
    const fbx_document *document = pass->document;
    const fbx_connection **chosen = SINEW__ARENA_ARRAY(&pass->arena, const fbx_connection *, document->object_count);
    if (!chosen) return 0;
    for (size_t i = 0; i < document->connection_count; ++i) {
        const fbx_connection *connection = &document->connections[i], **known = &chosen[connection->source->index];
        if (is_hierarchy(connection) && (!*known || (*known)->target->index == 0)) *known = connection;
    }
    for (size_t i = 0; i < document->connection_count; ++i) {
        const fbx_connection *connection = &document->connections[i];
        if (!is_hierarchy(connection)) continue;
        const int32_t child = connection->source->index, parent = connection->target->index;
        if (chosen[child] == connection)
            link_child(tree, child, parent);
        else if (parent != 0 && chosen[child]->target->index != parent)
            sinew__import_warn(pass, IMPORT_WARNING_DOCUMENT, connection->source->name,
                               "has a second parent, '%s', which is ignored", connection->target->name);
    }
    return 1;
}

/// Marks `top` and all models below it, without recursion. `top` must not be marked yet.
static void reach(const model_tree *tree, int32_t top, char *reached)
{
    int32_t at = top;
    reached[at] = 1;
    for (;;) {
        int32_t next = tree->first_child[at];
        while (next == SINEW_NONE && at != top) {
            next = tree->next[at];
            at = tree->parent[at];
        }
        if (next == SINEW_NONE) return;
        at = next;
        reached[at] = 1;
    }
}

/// Adds the models that have no connection to the scene as further roots. Returns 0 when out of memory.
static int link_rest(import_pass *pass, model_tree *tree)
{
    const fbx_document *document = pass->document;
    char *reached = SINEW__ARENA_ARRAY(&pass->arena, char, document->object_count);
    char *visited = SINEW__ARENA_ARRAY(&pass->arena, char, document->object_count);
    if (!reached || !visited) return 0;
    reach(tree, 0, reached);
    for (size_t i = 1; i < document->object_count; ++i) {
        if (document->objects[i].kind != FBX_MODEL || reached[i]) continue;
        int32_t top = (int32_t)i; // the topmost ancestor, or a model that closes a cycle of parents
        for (; tree->parent[top] != SINEW_NONE && !visited[top]; top = tree->parent[top]) visited[top] = 1;
        const int circle = tree->parent[top] != SINEW_NONE;
        // Skip default cameras and lights of the authoring program, which are in the file but not in the scene.
        const char *kind = document->objects[top].subclass;
        const int is_of_program =
            strcmp(kind, "CameraSwitcher") == 0 || strcmp(kind, "Camera") == 0 || strcmp(kind, "Light") == 0;
        if (!circle && tree->first_child[top] == SINEW_NONE && is_of_program) continue;
        if (circle) {
            sinew__import_warn(pass, IMPORT_WARNING_DOCUMENT, document->objects[top].name,
                               "is its own ancestor; its parent is ignored");
            unlink_child(tree, top);
        }
        link_child(tree, top, 0);
        reach(tree, top, reached);
    }
    return 1;
}

// ---- joints ------------------------------------------------------------------------------------------------------

static uint32_t kind_of(const import_pass *pass, const fbx_object *model)
{
    static const struct {
        const char *subclass;
        sinew_joint_kind kind;
    } KINDS[] = {
        {"LimbNode", SINEW_JOINT_BONE}, {"Limb", SINEW_JOINT_BONE},     {"Root", SINEW_JOINT_BONE},
        {"Mesh", SINEW_JOINT_MESH},     {"Camera", SINEW_JOINT_CAMERA}, {"Light", SINEW_JOINT_LIGHT},
    };
    const fbx_object *attribute = sinew__fbx_source_of(pass->document, model, FBX_NODE_ATTRIBUTE);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; ++i)
        if (strcmp(model->subclass, KINDS[i].subclass) == 0 ||
            (attribute && strcmp(attribute->subclass, KINDS[i].subclass) == 0))
            return KINDS[i].kind;
    return sinew__fbx_source_of(pass->document, model, FBX_GEOMETRY) ? SINEW_JOINT_MESH : SINEW_JOINT_NULL;
}

static int32_t enumeration(const fbx_object *model, fbx_property_name name, int32_t most, int32_t fallback)
{
    const int64_t value = sinew__fbx_property_integer(model, name, fallback);
    return value >= 0 && value <= most ? (int32_t)value : fallback;
}

/// Whether a model is below another model or the scene.
static int is_connected(const import_pass *pass, const fbx_object *model)
{
    const fbx_connections targets = sinew__fbx_targets(pass->document, model);
    for (size_t i = 0; i < targets.count; ++i)
        if (!*targets.items[i].target_property &&
            (targets.items[i].target->id == 0 || targets.items[i].target->kind == FBX_MODEL))
            return 1;
    return 0;
}

/// Makes the joints depth-first, children in the order of the file. Returns the number of joints.
static int32_t fill_joints(import_pass *pass, const model_tree *tree, sinew_transform_stack *stacks)
{
    int32_t count = 0, at = 0;
    for (;; ++count) {
        int32_t next = tree->first_child[at];
        while (next == SINEW_NONE && at != 0) {
            next = tree->next[at];
            at = tree->parent[at];
        }
        if (next == SINEW_NONE) return count;
        at = next;
        const fbx_object *model = &pass->document->objects[at];
        const int32_t parent = tree->parent[at] == 0 ? SINEW_NONE : pass->model_joints[tree->parent[at]];
        const int32_t node = pass->model_nodes[at];
        sinew_transform_stack *stack = &stacks[count];
        *stack = (sinew_transform_stack){.scaling = {1, 1, 1}};
#define VECTOR(property, field, unit) sinew__fbx_property_vector(model, FBX_PROPERTY_##property, stack->field);
        SINEW__STACK_TRS(VECTOR)
        SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
        stack->rotation_order = enumeration(model, FBX_PROPERTY_ROTATION_ORDER, SINEW_ROTATE_SPHERIC, SINEW_ROTATE_XYZ);
        stack->inherit_type = enumeration(model, FBX_PROPERTY_INHERIT_TYPE, SINEW_INHERIT_Rrs, SINEW_INHERIT_RrSs);
        stack->rotation_active = sinew__fbx_property_integer(model, FBX_PROPERTY_ROTATION_ACTIVE, 0) != 0 &&
                                 sinew__fbx_property_integer(model, FBX_PROPERTY_ROTATION_SPACE_FOR_LIMIT_ONLY, 0) == 0;
        // The authored visibility without animation. Children inherit Visibility, but not Show.
        uint32_t flags = is_connected(pass, model) ? 0 : SINEW_JOINT_UNCONNECTED;
        if (!(sinew__fbx_property_number(model, FBX_PROPERTY_VISIBILITY, 1) > 0)) flags |= SINEW_JOINT_HIDDEN;
        if (sinew__fbx_property_integer(model, FBX_PROPERTY_SHOW, 1) == 0) flags |= SINEW_JOINT_HIDDEN_ALONE;
        if (sinew__fbx_property_integer(model, FBX_PROPERTY_VISIBILITY_INHERITANCE, 1) == 0)
            flags |= SINEW_JOINT_SHOWN_ALONE;
        pass->joints[count] = (sinew_raw_joint){
            .name = model->name,
            .parent = parent,
            .kind = kind_of(pass, model),
            .flags = flags,
            .node = node,
            .stack = stack,
        };
        const sinew_transform local = sinew__stack_local(stack);
        const sinew_affine matrix = sinew__affine_from_transform(&local);
        pass->rest[count] = sinew__joint_frame_below(parent == SINEW_NONE ? NULL : &pass->rest[parent],
                                                     (sinew_inherit_type)stack->inherit_type, &local, &matrix);
        pass->model_joints[at] = count;
        if (node != SINEW_NONE) pass->node_joints[node] = count;
    }
}

/// The levels of detail of an LODGroup, which are its children.
typedef struct level_group {
    const fbx_object *model; ///< NULL: the joint is not an LODGroup
    int32_t first;           ///< the first level, or SINEW_NONE
    int32_t drawn, others;   ///< number of levels that are drawn, and of levels that are hidden by anything but Show
} level_group;

/// Shows the first level of each LODGroup whose levels are all hidden by Show: programs draw one level at a time, by
/// the distance of the camera, and some write the other levels, or all of them, as hidden. Returns 0 when out of
/// memory.
static int show_first_levels(import_pass *pass)
{
    const fbx_document *document = pass->document;
    level_group *groups = SINEW__ARENA_ARRAY(&pass->arena, level_group, pass->raw.joint_count);
    if (!groups) return 0;
    for (size_t i = 0; i < document->object_count; ++i) {
        if (!sinew__fbx_object_is(&document->objects[i], FBX_NODE_ATTRIBUTE, "LodGroup")) continue;
        const fbx_object *model = sinew__fbx_target_of(document, &document->objects[i], FBX_MODEL);
        const int32_t joint = model ? pass->model_joints[model->index] : SINEW_NONE;
        if (joint != SINEW_NONE) groups[joint] = (level_group){.model = model, .first = SINEW_NONE};
    }
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const sinew_raw_joint *joint = &pass->joints[i];
        level_group *group = joint->parent == SINEW_NONE ? NULL : &groups[joint->parent];
        if (!group || !group->model) continue;
        if (group->first == SINEW_NONE) group->first = i;
        const int is_surface = joint->kind == SINEW_JOINT_MESH; // Show does not hide the children of a level
        if (joint->flags & SINEW_JOINT_HIDDEN)
            ++group->others;
        else if (!(joint->flags & SINEW_JOINT_HIDDEN_ALONE) || !is_surface)
            ++group->drawn;
    }
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const level_group *group = &groups[i];
        if (!group->model || group->first == SINEW_NONE) continue;
        if (group->drawn > 1) warn(pass, group->model, "all its levels of detail are drawn at once");
        if (group->drawn + group->others > 0) continue;
        pass->joints[group->first].flags &= ~(uint32_t)SINEW_JOINT_HIDDEN_ALONE;
        sinew__import_warn(pass, IMPORT_WARNING_LEVEL_SHOWN, group->model->name,
                           "all its levels of detail are hidden; the first one, '%s', is drawn",
                           pass->joints[group->first].name);
    }
    return 1;
}

sinew_result sinew__fbx_joints(import_pass *pass, sinew_error *error)
{
    const size_t object_count = pass->document->object_count;
    const fbx_connections users = sinew__fbx_targets(pass->document, &pass->document->objects[0]);
    int with_scene = 0; // whether a skin is bound to the scene
    for (size_t i = 0; i < users.count; ++i)
        with_scene |= sinew__fbx_object_is(users.items[i].target, FBX_DEFORMER, "Cluster") != 0;
    size_t model_count = (size_t)with_scene;
    for (size_t i = 0; i < object_count; ++i) model_count += pass->document->objects[i].kind == FBX_MODEL;
    model_tree tree;
    pass->joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_joint, model_count);
    pass->rest = SINEW__ARENA_ARRAY(&pass->arena, sinew__joint_frame, model_count);
    pass->node_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, pass->raw.node_count);
    sinew_transform_stack *stacks = SINEW__ARENA_ARRAY(&pass->arena, sinew_transform_stack, model_count);
    if (!pass->joints || !pass->rest || !pass->node_joints || !stacks || !make_tree(pass, &tree))
        return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < pass->raw.node_count; ++i) pass->node_joints[i] = SINEW_NONE;
    if (!link_connected(pass, &tree) || !link_rest(pass, &tree)) return sinew__arena_fail(&pass->arena, error);
    pass->raw.joint_count = fill_joints(pass, &tree, stacks);
    if (!show_first_levels(pass)) return sinew__arena_fail(&pass->arena, error);
    if (with_scene) { // add a fixed joint at the origin of the scene
        const int32_t index = pass->raw.joint_count++;
        const sinew_affine origin = sinew__affine_identity();
        pass->joints[index] = (sinew_raw_joint){.parent = SINEW_NONE,
                                                .flags = SINEW_JOINT_HELPER,
                                                .node = SINEW_NONE,
                                                .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
        pass->rest[index] = sinew__joint_frame_below(NULL, SINEW_INHERIT_RSrs, &pass->joints[index].rest, &origin);
        pass->model_joints[0] = index;
    }
    pass->raw.joints = pass->joints;
    for (int32_t i = pass->raw.node_count - 1; i > 0; --i) {
        const int32_t parent = pass->nodes[i].parent;
        if (pass->node_joints[parent] == SINEW_NONE && sinew__assimp_node_is_pivot(&pass->nodes[parent]))
            pass->node_joints[parent] = pass->node_joints[i]; // a pivot has no model
    }
    return SINEW_OK;
}
