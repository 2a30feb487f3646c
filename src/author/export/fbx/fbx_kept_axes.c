/// Changes the up axis of the author's document: rotates the stacks of its roots, the curves of their translations, and
/// the global matrices of clusters and poses. Everything else is relative to a root.
#include <math.h>
#include <string.h>

#include "author/export/fbx/fbx_kept.h"
#include "core/base/affine.h"
#include "core/base/error.h"

/// The rotation from the author's axes to the file's, as a permutation with signs: component i becomes sign[i] times
/// component from[i].
typedef struct axis_map {
    int from[3], sign[3];
} axis_map;

static axis_map map_axes(const fbx_writer *writer)
{
    const sinew_affine rotation = sinew__affine_from_quat(writer->axes);
    axis_map map = {{0, 1, 2}, {1, 1, 1}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            if (fabs(rotation.row[i][k]) > 0.5) map.from[i] = k, map.sign[i] = rotation.row[i][k] < 0 ? -1 : 1;
    return map;
}

/// Returns the component, 0 to 2, that a connection to a curve node drives; −1 for another property of the node.
static int component_of(const fbx_record *connection)
{
    static const char *const names[] = {"d|X", "d|Y", "d|Z"};
    for (int i = 0; i < 3; ++i)
        if (sinew__fbx_record_text_is(connection, 3, names[i])) return i;
    return -1;
}

int sinew__fbx_can_turn(const kept_document *document, const char **out_reason)
{
    const fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    *out_reason = "no function to inflate arrays";
    if (!writer->options->inflate) return 0;
    for (int32_t i = 0; i < model->document_object_count; ++i) {
        const sinew_document_object *from = &model->document_objects[i];
        kept_object *object = sinew__fbx_find_kept(document, from->id);
        if (from->kind != SINEW_DOCUMENT_JOINT || !object || from->item < 0 || from->item >= model->joint_count)
            continue;
        if (model->joints[from->item].parent == SINEW_NONE) object->root = from->item + 1;
    }
    *out_reason = "a root is not an object of the source";
    int32_t roots = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) roots += model->joints[i].parent == SINEW_NONE;
    for (size_t i = 0; i < document->count; ++i) {
        const kept_object *object = &document->objects[i];
        roots -= object->root > 0;
        if (object->root > 0 && model->joints[object->root - 1].stack == SINEW_NONE) return 0;
    }
    if (roots != 0) return 0;
    *out_reason = "a pivot of a root is animated";
    for (int pass = 0; pass < 2; ++pass)
        for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
            for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
                const kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
                if (!source || !target) continue;
                if (pass == 0 && source->kind == FBX_ANIMATION_CURVE_NODE && target->kind != FBX_ANIMATION_LAYER) {
                    const char *const rotated[] = {"RotationOffset", "RotationPivot", "PreRotation", "PostRotation"};
                    for (size_t i = 0; i < sizeof rotated / sizeof *rotated && target->root > 0; ++i)
                        if (sinew__fbx_record_text_is(connection, 3, rotated[i])) return 0;
                    const int is_root = target->root > 0 && sinew__fbx_record_text_is(connection, 3, "Lcl Translation");
                    *(is_root ? &source->is_root : &source->is_below) = 1;
                }
                if (pass == 1 && source->kind == FBX_ANIMATION_CURVE && target->kind == FBX_ANIMATION_CURVE_NODE) {
                    source->is_below |= !target->is_root || source->is_root; // also set for a curve with two uses
                    source->is_root |= target->is_root;
                }
            }
    *out_reason = "a curve moves more than a root";
    for (size_t i = 0; i < document->count; ++i)
        if (document->objects[i].is_root && document->objects[i].is_below) return 0;
    return 1;
}

/// Writes the properties of the rotated stack that differ from the author's.
static void put_root(fbx_writer *writer, const kept_object *object)
{
    const sinew_transform_stack *stack = &writer->stacks[object->root - 1];
    fbx_record *list = sinew__fbx_record_child(object->record, FBX_NAME(PROPERTIES70));
    if (!list) list = sinew__fbx_put_properties(writer, object->record);
    const struct {
        fbx_property_name name;
        const double *value;
    } vectors[] = {{FBX_PROPERTY_LCL_TRANSLATION, stack->translation},
                   {FBX_PROPERTY_ROTATION_OFFSET, stack->rotation_offset},
                   {FBX_PROPERTY_PRE_ROTATION, stack->pre_rotation},
                   {FBX_PROPERTY_POST_ROTATION, stack->post_rotation}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) {
        sinew__fbx_drop_property(list, vectors[i].name);
        sinew__fbx_put_vector(writer, list, vectors[i].name, vectors[i].value);
    }
    sinew__fbx_drop_property(list, FBX_PROPERTY_ROTATION_ORDER);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_ROTATION_ORDER, (int)stack->rotation_order);
    sinew__fbx_drop_property(list, FBX_PROPERTY_ROTATION_ACTIVE);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_ROTATION_ACTIVE, (int)stack->rotation_active);
}

/// Rotates the constant values of a curve node, which apply to components without a curve.
static void turn_node(fbx_writer *writer, const axis_map *map, const fbx_record *node)
{
    fbx_record *list = sinew__fbx_record_child(node, FBX_NAME(PROPERTIES70));
    double old[3] = {0};
    int has[3] = {0};
    for (fbx_record *p = list ? list->first_child : NULL, *next; p; p = next) {
        next = p->next;
        for (int i = 0; i < 3; ++i)
            if (sinew__fbx_record_text_is(p, 0,
                                          sinew__fbx_properties[sinew__fbx_component(FBX_PROPERTY_D_X, i)].name)) {
                old[i] = sinew__fbx_record_number(p, FBX_PROPERTY_VALUES, 0);
                has[i] = 1;
                sinew__fbx_record_detach(p);
                break;
            }
    }
    for (int i = 0; i < 3; ++i)
        if (has[map->from[i]])
            sinew__fbx_put_property(writer, list, sinew__fbx_component(FBX_PROPERTY_D_X, i),
                                    map->sign[i] * old[map->from[i]]);
}

sinew_result sinew__fbx_turn_kept(const kept_document *document, sinew_error *error)
{
    static const char *const components[] = {"d|X", "d|Y", "d|Z"};
    fbx_writer *writer = document->writer;
    const axis_map map = map_axes(writer);
    const sinew_affine rotation = sinew__affine_from_quat(writer->axes);
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (fbx_record *connection = list->first_child; connection; connection = connection->next) {
            const kept_object *curve = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
            const int old = component_of(connection);
            if (!curve || curve->kind != FBX_ANIMATION_CURVE || !curve->is_root || old < 0) continue;
            int now = 0;
            while (map.from[now] != old) ++now;
            sinew__fbx_set_text(writer, connection, 3, (fbx_bytes){components[now], 3});
            if (map.sign[now] > 0) continue;
            const sinew_result result = sinew__fbx_scale_curve(writer, curve->record, -1, error);
            if (result != SINEW_OK) return result;
        }
    for (size_t i = 0; i < document->count; ++i) {
        const kept_object *object = &document->objects[i];
        sinew_result result = SINEW_OK;
        if (object->is_dropped) continue;
        if (object->root > 0) put_root(writer, object);
        if (object->kind == FBX_ANIMATION_CURVE_NODE && object->is_root) turn_node(writer, &map, object->record);
        if (object->kind == FBX_DEFORMER) {
            result = sinew__fbx_turn_matrix(writer, object->record, FBX_NAME(TRANSFORM_LINK), &rotation, error);
            if (result == SINEW_OK)
                result = sinew__fbx_turn_matrix(writer, object->record, FBX_NAME(TRANSFORM_ASSOCIATE_MODEL), &rotation,
                                                error);
        } else if (object->kind == FBX_POSE) {
            for (const fbx_record *node = sinew__fbx_record_child(object->record, FBX_NAME(POSE_NODE));
                 node && result == SINEW_OK; node = sinew__fbx_record_next_same(node))
                result = sinew__fbx_turn_matrix(writer, node, FBX_NAME(MATRIX), &rotation, error);
        }
        if (result != SINEW_OK) return result;
    }
    static const fbx_property_name axes[] = {FBX_PROPERTY_UP_AXIS,    FBX_PROPERTY_UP_AXIS_SIGN,
                                             FBX_PROPERTY_FRONT_AXIS, FBX_PROPERTY_FRONT_AXIS_SIGN,
                                             FBX_PROPERTY_COORD_AXIS, FBX_PROPERTY_COORD_AXIS_SIGN};
    fbx_record *settings = sinew__fbx_record_child(document->root, FBX_NAME(GLOBAL_SETTINGS));
    if (!settings) settings = sinew__fbx_put(writer, document->root, FBX_RECORD_GLOBAL_SETTINGS);
    fbx_record *list = sinew__fbx_record_child(settings, FBX_NAME(PROPERTIES70));
    if (!list) list = sinew__fbx_put_properties(writer, settings);
    for (size_t i = 0; i < sizeof axes / sizeof *axes; ++i) sinew__fbx_drop_property(list, axes[i]);
    sinew__fbx_put_axes(writer, list);
    return writer->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}
