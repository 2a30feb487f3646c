/// Copies curves of focal lengths, which a model does not contain, from the author's document to a new file, for clips
/// that have not changed since the import. Blender makes an action of them.
#include <string.h>

#include "author/export/fbx/fbx_kept.h"
#include "core/base/error.h"
#include "runtime/model/document_hash.h"
#include "runtime/model/look_up.h"

/// The animated property of a camera's attribute, and the name of its component in curve nodes.
static const char lens_property[] = "FocalLength", lens_component[] = "d|FocalLength";

/// Finds the lens in the new file for each model of the document, and the clip for each stack.
static void match_items(const kept_document *document, const int32_t *clips, int32_t count)
{
    const fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    for (int32_t k = 0; k < model->document_object_count; ++k) {
        const sinew_document_object *from = &model->document_objects[k];
        kept_object *object = sinew__fbx_find_kept(document, from->id);
        if (object && from->kind == SINEW_DOCUMENT_JOINT && sinew__is_item(from->item, model->joint_count))
            object->lens = writer->lens_id[from->item];
        for (int32_t i = 0; object && from->kind == SINEW_DOCUMENT_CLIP && i < count; ++i)
            if (sinew__hash_model_text(model, model->clips[clips[i]].name) == from->name &&
                sinew__hash_clip(model, clips[i]) == from->hash)
                object->clip = clips[i] + 1;
    }
}

/// Records one connection. Pass 0 finds the stacks of layers and the lenses of cameras, which pass 1 needs to find the
/// layers and lenses of curve nodes.
static void follow(kept_object *source, kept_object *target, const fbx_record *connection, int pass)
{
    if (pass == 0 && source->kind == FBX_ANIMATION_LAYER && target->kind == FBX_ANIMATION_STACK) {
        if (!source->owner) source->owner = target;
        if (!target->owner) target->owner = source;
    } else if (pass == 0 && source->kind == FBX_NODE_ATTRIBUTE && target->kind == FBX_MODEL) {
        if (!source->lens) source->lens = target->lens;
    } else if (pass == 1 && source->kind == FBX_ANIMATION_CURVE_NODE && target->kind == FBX_ANIMATION_LAYER) {
        if (!source->owner) source->owner = target;
    } else if (pass == 1 && source->kind == FBX_ANIMATION_CURVE_NODE && target->kind == FBX_NODE_ATTRIBUTE) {
        if (sinew__fbx_record_text_is(connection, 3, lens_property)) source->lens = target->lens;
    }
}

/// Copies a curve of a focal length if it is on the first layer of its clip; the new file may lack the other layers.
static void copy_curve(fbx_writer *writer, kept_object *curve, kept_object *node)
{
    const kept_object *layer = node->owner, *stack = layer ? layer->owner : NULL;
    if (!node->lens || !stack || stack->owner != layer || stack->clip == 0 || !curve->record->first_child) return;
    const fbx_placed_clip *clip = &writer->placed[stack->clip - 1];
    if (!clip->layer || clip->shift != 0) return; // the keys stay compressed, so their times cannot be shifted
    int64_t id;
    const int64_t own = sinew__fbx_put_custom_node(writer, lens_property, clip->layer, node->lens);
    fbx_record *copy = sinew__fbx_put_object(writer, FBX_ANIMATION_CURVE, "", "", &id);
    for (fbx_record *child = curve->record->first_child, *next; copy && child; child = next) {
        next = child->next;
        sinew__fbx_record_detach(child);
        sinew__fbx_record_attach(copy, child);
    }
    sinew__fbx_put_custom_curve(writer, id, own, lens_property);
    node->lens = 0;
    --writer->other_curves;
}

sinew_result sinew__fbx_put_lens_curves(fbx_writer *writer, const int32_t *clips, int32_t count, sinew_error *error)
{
    enum { PASSES = 3 };
    const sinew_model *model = writer->model;
    fbx_record *root = SINEW__ARENA_ARRAY(&writer->memory, fbx_record, 1);
    kept_document document = {.writer = writer, .root = root};
    uint32_t version;
    if (model->document_size == 0 || model->camera_count == 0 || writer->other_curves == 0) return SINEW_OK;
    if (!root) return sinew__fail_memory(error);
    root->name = "";
    const sinew_result result =
        sinew__fbx_unfold_records(&writer->memory, model->document, model->document_size, root, &version, error);
    if (result != SINEW_OK) return result;
    if (!sinew__fbx_list_kept(&document)) return sinew__fail_memory(error);
    match_items(&document, clips, count);
    fbx_record *const first = sinew__fbx_record_child(root, FBX_NAME(CONNECTIONS));
    for (int pass = 0; pass < PASSES; ++pass)
        for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
            for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                kept_object *source = sinew__fbx_find_kept(&document, sinew__fbx_record_integer(connection, 1, 0));
                kept_object *target = sinew__fbx_find_kept(&document, sinew__fbx_record_integer(connection, 2, 0));
                if (!source || !target) continue;
                if (pass < 2)
                    follow(source, target, connection, pass);
                else if (source->kind == FBX_ANIMATION_CURVE && target->kind == FBX_ANIMATION_CURVE_NODE &&
                         sinew__fbx_record_text_is(connection, 3, lens_component))
                    copy_curve(writer, source, target);
            }
    return SINEW_OK;
}
