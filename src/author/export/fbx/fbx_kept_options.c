/// Applies options to the author's document: leaving out meshes, and linking or embedding images.
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/fbx/fbx_kept.h"

// ---- without meshes ------------------------------------------------------------------------------------------------

/// Whether an object of a class is dropped if all objects that use it are dropped. LayeredTexture and similar classes
/// are FBX_OTHER.
static int is_part_of_material(fbx_class kind)
{
    return kind == FBX_OTHER || kind == FBX_TEXTURE || kind == FBX_VIDEO;
}

void sinew__fbx_drop_meshes(const kept_document *document)
{
    enum { PASSES = 5 }; // material, layered texture, texture, video, and the parts of a video
    fbx_writer *writer = document->writer;
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (size_t i = 0; i < document->count; ++i) {
        kept_object *object = &document->objects[i];
        const int is_line = sinew__fbx_record_text_is(object->record, 2, "NurbsCurve") ||
                            sinew__fbx_record_text_is(object->record, 2, "Line");
        object->is_dropped |= (object->kind == FBX_GEOMETRY && !is_line) || object->kind == FBX_DEFORMER ||
                              object->kind == FBX_CACHE || object->kind == FBX_MATERIAL;
    }
    for (int pass = 0; pass < PASSES; ++pass) {
        for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
            for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
                kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
                if (!source || !target) continue;
                if (is_part_of_material(source->kind)) {
                    ++source->owners;
                    source->dropped_owners += target->is_dropped;
                }
                if (target->kind != FBX_MODEL || source->is_dropped) continue;
                target->has_geometry |= source->kind == FBX_GEOMETRY;
                target->has_attribute |= source->kind == FBX_NODE_ATTRIBUTE;
            }
        if (pass == 0) { // keep the materials of lines
            for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
                for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                    kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
                    const kept_object *model =
                        sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
                    if (source && model && source->kind == FBX_MATERIAL && model->has_geometry) source->is_dropped = 0;
                }
        }
        for (size_t i = 0; i < document->count; ++i) {
            kept_object *object = &document->objects[i];
            if (!is_part_of_material(object->kind)) continue;
            if (pass > 0 && object->owners > 0 && object->owners == object->dropped_owners) object->is_dropped = 1;
            object->owners = object->dropped_owners = 0;
        }
    }
    for (size_t i = 0; i < document->count; ++i) {
        const kept_object *model = &document->objects[i];
        int64_t id;
        if (model->kind != FBX_MODEL || model->is_dropped || model->has_geometry ||
            !sinew__fbx_record_text_is(model->record, 2, "Mesh"))
            continue;
        sinew__fbx_set_text(writer, model->record, 2, (fbx_bytes){"Null", 4});
        if (model->has_attribute) continue;
        const fbx_bytes name = sinew__fbx_kept_name(model->record);
        const char *text = sinew__arena_text(&writer->memory, name.bytes, name.size);
        fbx_record *attribute = sinew__fbx_put_object(writer, FBX_NODE_ATTRIBUTE, text ? text : "", "Null", &id);
        (void)sinew__fbx_put(writer, attribute, FBX_RECORD_TYPE_FLAGS, "Null");
        sinew__fbx_put_connection(writer, id, model->id);
    }
}

// ---- images --------------------------------------------------------------------------------------------------------

/// Links a texture or video to a path.
static void relink(fbx_writer *writer, const kept_object *object, const char *given)
{
    static const char *const names[] = {"FileName", "Filename", "RelativeFilename"};
    static const fbx_property_name properties[] = {FBX_PROPERTY_PATH, FBX_PROPERTY_REL_PATH};
    const char *path = sinew__arena_text(&writer->memory, given, strlen(given));
    if (!path) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        fbx_record *record = sinew__fbx_record_child(object->record, names[i]);
        if (record) sinew__fbx_set_text(writer, record, 0, (fbx_bytes){path, strlen(path)});
    }
    const fbx_record *list = sinew__fbx_record_child(object->record, FBX_NAME(PROPERTIES70));
    for (fbx_record *p = list ? list->first_child : NULL; p; p = p->next)
        for (size_t i = 0; i < sizeof properties / sizeof *properties; ++i)
            if (sinew__fbx_record_text_is(p, 0, sinew__fbx_properties[properties[i]].name))
                sinew__fbx_set_text(writer, p, FBX_PROPERTY_VALUES, (fbx_bytes){path, strlen(path)});
}

void sinew__fbx_place_images(const kept_document *document)
{
    fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    const int is_as_authored = writer->options->textures == SINEW_TEXTURES_AS_AUTHORED;
    fbx_bytes *contents = SINEW__ARENA_ARRAY(&writer->memory, fbx_bytes, model->texture_count);
    uint8_t *is_chosen = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->texture_count);
    if (!contents || !is_chosen) return;
    for (int32_t i = 0; i < model->document_object_count; ++i) {
        const sinew_document_object *from = &model->document_objects[i], *after = from + 1;
        const kept_object *object = sinew__fbx_find_kept(document, from->id);
        const int32_t texture = from->item;
        if (from->kind != SINEW_DOCUMENT_TEXTURE || !object || texture < 0 || texture >= model->texture_count) continue;
        const int is_inside = model->textures[texture].byte_count > 0;
        if (!is_as_authored && !is_chosen[texture]++) contents[texture] = sinew__fbx_choose_content(writer, texture);
        const fbx_bytes content = contents[texture];
        const char *path = sinew__glb_image(&writer->scene, texture).path;
        if (path && content.size == 0 && !(is_as_authored && is_inside)) relink(writer, object, path);
        if (is_as_authored) continue;
        if (object->kind == FBX_VIDEO) {
            fbx_record *old = sinew__fbx_record_child(object->record, FBX_NAME(CONTENT));
            if (old) sinew__fbx_record_detach(old);
            if (content.size > 0) (void)sinew__fbx_put(writer, object->record, FBX_RECORD_CONTENT, content);
        }
        // A texture's video follows it in the list.
        const int has_video = i + 1 < model->document_object_count && after->kind == SINEW_DOCUMENT_TEXTURE &&
                              after->item == texture && sinew__fbx_find_kept(document, after->id) &&
                              sinew__fbx_find_kept(document, after->id)->kind == FBX_VIDEO;
        if (object->kind == FBX_TEXTURE && content.size > 0 && !has_video)
            sinew__fbx_put_connection(writer, sinew__fbx_put_video(writer, texture, content), object->id);
    }
    for (int32_t i = 0; is_as_authored && writer->options->images && i < model->texture_count; ++i) {
        const sinew_export_image image = sinew__glb_image(&writer->scene, i);
        if (model->textures[i].byte_count == 0 && !image.bytes && image.size == 0)
            sinew__export_note(writer->options, "texture '%s' is linked, but no image file is found",
                               sinew_text(model, model->textures[i].path));
    }
}
