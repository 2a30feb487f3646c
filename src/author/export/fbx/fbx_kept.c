/// Writes the author's document, changed only where the model was edited: dropped, renamed and changed clips, renamed
/// and dropped joints, and the frame rate.
#include <stdlib.h>
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/fbx/fbx_kept.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "runtime/model/document_hash.h"

/// Upper limit of new ids: three.js reads ids as doubles.
static const int64_t most_new_id = INT64_C(1) << 52;

int sinew__fbx_keeps_document(const fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    const sinew_export_options *options = writer->options;
    if (model->document_size == 0 || writer->is_portable) return 0;
    for (int32_t i = 0; i < model->document_object_count; ++i)
        if (model->document_objects[i].kind == SINEW_DOCUMENT_SCENE &&
            model->document_objects[i].hash == sinew__hash_scene(model))
            return 1;
    sinew__export_note(options,
                       "the skeleton or the meshes were edited: all objects are written anew, without those that "
                       "sinew does not read");
    return 0;
}

/// Returns the factor by which edits have scaled the model since its import.
static double edited_scale(const sinew_model *model)
{
    double factor = 1;
    for (int32_t i = 0; i < model->document_object_count; ++i) {
        const sinew_document_object *object = &model->document_objects[i];
        if (object->kind == SINEW_DOCUMENT_SCENE && object->id != 0) memcpy(&factor, &object->id, sizeof factor);
    }
    return factor;
}

// ---- objects -------------------------------------------------------------------------------------------------------

static void set_integer(fbx_writer *writer, fbx_record *record, uint32_t index, int64_t number)
{
    fbx_value *values = SINEW__ARENA_ARRAY(&writer->memory, fbx_value, record ? record->value_count : 0);
    if (!values || !record || index >= record->value_count) return;
    memcpy(values, record->values, record->value_count * sizeof *values);
    values[index] =
        (fbx_value){.kind = FBX_VALUE_INTEGER, .type = values[index].type == 'L' ? 'L' : 'I', .as.integer = number};
    record->values = values;
}

static void rename_object(fbx_writer *writer, fbx_record *record, const char *name)
{
    const fbx_bytes old = sinew__fbx_record_bytes(record, 1);
    const size_t length = strlen(name), rest = old.size - sinew__fbx_kept_name(record).size;
    char *text = SINEW__ARENA_ARRAY(&writer->memory, char, length + rest + 1);
    if (!text) return;
    memcpy(text, name, length);
    if (rest) memcpy(text + length, old.bytes + old.size - rest, rest);
    sinew__fbx_set_text(writer, record, 1, (fbx_bytes){text, length + rest});
}

// ---- clips ---------------------------------------------------------------------------------------------------------

/// Sets the name of the current clip to `name` if `old` is NULL or the document's current clip is called `old`.
static void set_current(const kept_document *document, const char *old, const char *name)
{
    fbx_writer *writer = document->writer;
    const char *property = sinew__fbx_properties[FBX_PROPERTY_ACTIVE_ANIM_STACK_NAME].name;
    const fbx_bytes now = {name, strlen(name)};
    const fbx_record *takes = sinew__fbx_record_child(document->root, FBX_NAME(TAKES)),
                     *list = sinew__fbx_record_child(document->root, FBX_NAME(DOCUMENTS));
    fbx_record *current = sinew__fbx_record_child(takes, FBX_NAME(CURRENT));
    if (current && (!old || sinew__fbx_record_text_is(current, 0, old))) sinew__fbx_set_text(writer, current, 0, now);
    for (const fbx_record *record = list ? list->first_child : NULL; record; record = record->next) {
        const fbx_record *properties = sinew__fbx_record_child(record, FBX_NAME(PROPERTIES70));
        for (fbx_record *p = properties ? properties->first_child : NULL; p; p = p->next)
            if (sinew__fbx_record_text_is(p, 0, property) &&
                (!old || sinew__fbx_record_text_is(p, FBX_PROPERTY_VALUES, old)))
                sinew__fbx_set_text(writer, p, FBX_PROPERTY_VALUES, now);
    }
}

/// Renames the take of a stack; NULL drops it.
static void rename_take(const kept_document *document, const fbx_record *stack, const char *name)
{
    fbx_writer *writer = document->writer;
    const fbx_bytes old = sinew__fbx_kept_name(stack);
    const char *text = sinew__arena_text(&writer->memory, old.bytes, old.size);
    const fbx_record *takes = sinew__fbx_record_child(document->root, FBX_NAME(TAKES));
    if (!text) return;
    for (fbx_record *take = sinew__fbx_record_child(takes, FBX_NAME(TAKE)), *next; take; take = next) {
        next = sinew__fbx_record_next_same(take);
        if (!sinew__fbx_record_text_is(take, 0, text)) continue;
        if (name)
            sinew__fbx_set_text(writer, take, 0, (fbx_bytes){name, strlen(name)});
        else
            sinew__fbx_record_detach(take);
    }
    if (name) set_current(document, text, name);
}

/// Drops the clusters of dropped models, and the models' nodes in poses.
static void drop_parts_of_models(const kept_document *document)
{
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
            const kept_object *model = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
            kept_object *cluster = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
            if (model && cluster && model->is_dropped && sinew__fbx_record_text_is(connection, 0, "OO") &&
                cluster->kind == FBX_DEFORMER && sinew__fbx_record_text_is(cluster->record, 2, "Cluster"))
                cluster->is_dropped = 1;
        }
    for (size_t i = 0; i < document->count; ++i) {
        if (document->objects[i].kind != FBX_POSE) continue;
        const fbx_record *pose = document->objects[i].record;
        fbx_record *count = sinew__fbx_record_child(pose, FBX_NAME(NB_POSE_NODES));
        for (fbx_record *node = sinew__fbx_record_child(pose, FBX_NAME(POSE_NODE)), *next; node; node = next) {
            next = sinew__fbx_record_next_same(node);
            const kept_object *model =
                sinew__fbx_find_kept(document, sinew__fbx_child_integer(node, FBX_NAME(NODE), 0));
            if (!model || !model->is_dropped) continue;
            sinew__fbx_record_detach(node);
            set_integer(document->writer, count, 0, sinew__fbx_record_integer(count, 0, 0) - 1);
        }
    }
}

/// Drops objects that belong only to dropped objects, and their connections: attributes and empty meshes of models,
/// then layers, curve nodes and curves.
static void drop_parts(const kept_document *document)
{
    static const fbx_class levels[] = {FBX_NODE_ATTRIBUTE, FBX_GEOMETRY, FBX_ANIMATION_LAYER, FBX_ANIMATION_CURVE_NODE,
                                       FBX_ANIMATION_CURVE};
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    drop_parts_of_models(document);
    for (size_t level = 0; level < sizeof levels / sizeof *levels; ++level) {
        for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
            for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
                const kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
                if (!source || !target || source->kind != levels[level]) continue;
                const int is_animation = target->kind >= FBX_ANIMATION_STACK;
                ++*(is_animation ? &source->targets : &source->owners);
                *(is_animation ? &source->dropped_targets : &source->dropped_owners) += target->is_dropped;
            }
        for (size_t i = 0; i < document->count; ++i) {
            kept_object *object = &document->objects[i];
            if (object->kind == levels[level] && ((object->targets > 0 && object->targets == object->dropped_targets) ||
                                                  (object->owners > 0 && object->owners == object->dropped_owners)))
                object->is_dropped = 1;
        }
    }
    for (fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (fbx_record *connection = list->first_child, *next; connection; connection = next) {
            next = connection->next;
            const kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
            const kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
            if ((source && source->is_dropped) || (target && target->is_dropped)) sinew__fbx_record_detach(connection);
        }
    for (size_t i = 0; i < document->count; ++i)
        if (document->objects[i].is_dropped) sinew__fbx_record_detach(document->objects[i].record);
}

/// Whether a side file has added events that are not in the document.
static int has_side_events(const sinew_model *model)
{
    static const char suffix[] = ".events.json";
    for (int32_t i = 0; i < model->source_count; ++i) {
        const char *name = sinew_text(model, model->sources[i].name);
        const size_t length = strlen(name), end = sizeof suffix - 1;
        if (length > end && strcmp(name + length - end, suffix) == 0) return 1;
    }
    return 0;
}

static int compare_hashes(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/// Returns the number of events in clips of the file that come from curves of dropped joints. Out of memory is reported
/// by the arena.
static int32_t count_dropped_events(const kept_document *document, const int32_t *clips, int32_t count)
{
    fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    int32_t events = 0;
    size_t dropped = 0;
    uint64_t *names = SINEW__ARENA_ARRAY(&writer->memory, uint64_t, model->document_object_count + 1);
    uint8_t *is_in_file = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->clip_count + 1);
    if (!names || !is_in_file) return 0;
    for (int32_t i = 0; i < model->document_object_count; ++i)
        if (model->document_objects[i].kind == SINEW_DOCUMENT_JOINT && model->document_objects[i].item == SINEW_NONE)
            names[dropped++] = model->document_objects[i].name;
    if (dropped == 0) return 0;
    qsort(names, dropped, sizeof *names, compare_hashes);
    for (int32_t i = 0; i < count; ++i) is_in_file[clips[i]] = 1;
    for (int32_t i = 0; i < model->event_count; ++i) {
        const uint64_t name = sinew__hash_model_text(model, model->events[i].text);
        events += is_in_file[model->events[i].clip] && bsearch(&name, names, dropped, sizeof name, compare_hashes);
    }
    return events;
}

/// Records the first layer of an author's stack, so that events can be added to it.
static void place_events(const kept_document *document, int32_t clip, int64_t stack)
{
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
            const kept_object *layer = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
            if (!layer || layer->kind != FBX_ANIMATION_LAYER || sinew__fbx_record_integer(connection, 2, 0) != stack)
                continue;
            document->writer->placed[clip] = (fbx_placed_clip){.layer = layer->id, .is_kept = 1};
            return;
        }
}

/// Keeps the stacks of unchanged clips, renames the stacks of renamed clips, and drops the others. Lists the clips
/// without a stack in `out_new` [count]. Returns their number.
static int32_t match_clips(kept_document *document, const int32_t *clips, int32_t count, int32_t *out_new)
{
    fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    const int with_events = has_side_events(model);
    int32_t new_count = 0, dropped = 0;
    uint8_t *is_taken = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->document_object_count + 1);
    uint64_t *hashes = SINEW__ARENA_ARRAY(&writer->memory, uint64_t, count + 1);
    int32_t *match = SINEW__ARENA_ARRAY(&writer->memory, int32_t, count + 1);
    if (!is_taken || !hashes || !match) return 0;
    for (int32_t i = 0; i < count; ++i) hashes[i] = sinew__hash_clip(model, clips[i]);
    // First pass: only clips of the same name, because two clips may have the same motion.
    for (int32_t i = 0; i < count; ++i) match[i] = SINEW_NONE;
    for (int pass = 0; pass < 2 && !writer->options->in_place; ++pass)
        for (int32_t i = 0; i < count; ++i)
            for (int32_t k = 0; k < model->document_object_count && match[i] == SINEW_NONE; ++k) {
                const sinew_document_object *object = &model->document_objects[k];
                if (object->kind != SINEW_DOCUMENT_CLIP || object->hash != hashes[i] || is_taken[k] ||
                    (pass == 0 && object->name != sinew__hash_model_text(model, model->clips[clips[i]].name)))
                    continue;
                match[i] = k;
                is_taken[k] = 1;
            }
    for (int32_t i = 0; i < count; ++i) {
        if (match[i] == SINEW_NONE) {
            out_new[new_count++] = clips[i];
            continue;
        }
        const kept_object *stack = sinew__fbx_find_kept(document, model->document_objects[match[i]].id);
        const char *name = sinew_text(model, model->clips[clips[i]].name);
        if (stack && with_events) place_events(document, clips[i], stack->id);
        if (!stack || model->document_objects[match[i]].name == sinew__hash(name, strlen(name))) continue;
        rename_take(document, stack->record, name);
        rename_object(writer, stack->record, name);
    }
    for (int32_t k = 0; k < model->document_object_count; ++k) {
        if (model->document_objects[k].kind != SINEW_DOCUMENT_CLIP || is_taken[k]) continue;
        kept_object *stack = sinew__fbx_find_kept(document, model->document_objects[k].id);
        if (!stack) continue;
        stack->is_dropped = 1;
        rename_take(document, stack->record, NULL);
        ++dropped;
    }
    if (dropped > 0 || document->has_dropped_joint || writer->options->only_motion) drop_parts(document);
    document->is_changed = dropped > 0 || new_count > 0;
    return new_count;
}

// ---- records that say what the objects are -------------------------------------------------------------------------

static int64_t count_objects(const fbx_record *root, fbx_class kind)
{
    int64_t count = 0;
    for (const fbx_record *list = sinew__fbx_record_child(root, FBX_NAME(OBJECTS)); list;
         list = sinew__fbx_record_next_same(list))
        for (const fbx_record *record = list->first_child; record; record = record->next)
            count += sinew__fbx_record_is(record, sinew__fbx_classes[kind].record);
    return count;
}

/// Updates the counts in the definitions by the objects added or dropped since `before`.
static void count_definitions(const kept_document *document, const int64_t before[FBX_CLASS_COUNT])
{
    fbx_writer *writer = document->writer;
    fbx_record *definitions = sinew__fbx_record_child(document->root, FBX_NAME(DEFINITIONS));
    int64_t total = 0;
    if (!definitions) return;
    for (int kind = FBX_OTHER + 1; kind < FBX_CLASS_COUNT; ++kind) {
        const int64_t change = count_objects(document->root, (fbx_class)kind) - before[kind];
        if (change == 0) continue;
        total += change;
        fbx_record *type = sinew__fbx_record_child(definitions, FBX_NAME(OBJECT_TYPE));
        while (type && !sinew__fbx_record_text_is(type, 0, sinew__fbx_classes[kind].record))
            type = sinew__fbx_record_next_same(type);
        if (!type) {
            type = sinew__fbx_put(writer, definitions, FBX_RECORD_OBJECT_TYPE, sinew__fbx_classes[kind].record);
            (void)sinew__fbx_put(writer, type, FBX_RECORD_COUNT, (int)change);
            continue;
        }
        fbx_record *count = sinew__fbx_record_child(type, FBX_NAME(COUNT));
        set_integer(writer, count, 0, sinew__fbx_record_integer(count, 0, 0) + change);
    }
    fbx_record *count = sinew__fbx_record_child(definitions, FBX_NAME(COUNT));
    if (total != 0) set_integer(writer, count, 0, sinew__fbx_record_integer(count, 0, 0) + total);
}

/// Inserts a top-level record after another, or replaces the existing one.
static void put_top(const kept_document *document, fbx_record_name name, fbx_record *after, const fbx_value *value)
{
    fbx_writer *writer = document->writer;
    fbx_value *own = SINEW__ARENA_ARRAY(&writer->memory, fbx_value, 1);
    fbx_record *record = sinew__fbx_record_child(document->root, sinew__fbx_records[name].name);
    if (!own) return;
    *own = *value;
    if (!record) {
        fbx_record *behind = after->next;
        record = sinew__fbx_record_add(&writer->memory, document->root, sinew__fbx_records[name].name);
        if (!record) return;
        // The new record is at the end. Move the records that followed `after` past it, in their order.
        for (fbx_record *next; behind && behind != record; behind = next) {
            next = behind->next;
            sinew__fbx_record_detach(behind);
            sinew__fbx_record_attach(document->root, behind);
        }
    }
    record->values = own;
    record->value_count = 1;
}

static void detach_child(const fbx_record *parent, const char *name)
{
    fbx_record *child = sinew__fbx_record_child(parent, name);
    if (child) sinew__fbx_record_detach(child);
}

/// Writes the identifier and the time that the FBX SDK compares with the footer. ASCII files have no footer and none of
/// these records.
static void put_identity(const kept_document *document)
{
    fbx_record *header = sinew__fbx_record_child(document->root, FBX_NAME(FBX_HEADER_EXTENSION));
    if (document->writer->is_text) {
        detach_child(document->root, FBX_NAME(FILE_ID));
        detach_child(document->root, FBX_NAME(CREATION_TIME));
        detach_child(document->root, FBX_NAME(CREATOR));
        detach_child(header, FBX_NAME(ENCRYPTION_TYPE));
        return;
    }
    const fbx_value id = {.kind = FBX_VALUE_RAW,
                          .type = 'R',
                          .size = (uint32_t)sinew__fbx_file_id.size,
                          .as.bytes = sinew__fbx_file_id.bytes},
                    time = {.kind = FBX_VALUE_TEXT,
                            .type = 'S',
                            .size = (uint32_t)strlen(sinew__fbx_creation_time),
                            .as.bytes = sinew__fbx_creation_time};
    if (!header) return;
    put_top(document, FBX_RECORD_CREATION_TIME, header, &time);
    put_top(document, FBX_RECORD_FILE_ID, header, &id);
}

/// Replaces the document's frame rate by the writer's.
static void put_frame_rate(const kept_document *document)
{
    fbx_writer *writer = document->writer;
    const fbx_record *settings = sinew__fbx_record_child(document->root, FBX_NAME(GLOBAL_SETTINGS));
    fbx_record *list = sinew__fbx_record_child(settings, FBX_NAME(PROPERTIES70));
    sinew__fbx_drop_property(list, FBX_PROPERTY_TIME_MODE);
    sinew__fbx_drop_property(list, FBX_PROPERTY_CUSTOM_FRAME_RATE);
    sinew__fbx_put_frame_rate(writer, list);
}

// ---- the document --------------------------------------------------------------------------------------------------

/// Finds the records of joints and morphs, renames joints, and marks the models of dropped joints. Returns 0 when out
/// of memory.
static int match_items(kept_document *document)
{
    fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    writer->properties = SINEW__ARENA_ARRAY(&writer->memory, fbx_record *, model->joint_count);
    if (!writer->properties) return 0;
    for (int32_t i = 0; i < model->document_object_count; ++i) {
        const sinew_document_object *from = &model->document_objects[i];
        kept_object *object = sinew__fbx_find_kept(document, from->id);
        const uint64_t rate = sinew__hash(&model->info->fps, sizeof model->info->fps);
        if (from->kind == SINEW_DOCUMENT_SCENE && from->name != rate) put_frame_rate(document);
        if (from->kind == SINEW_DOCUMENT_MORPH && object && from->item >= 0 && from->item < model->morph_count &&
            !writer->options->only_motion && !object->is_used++)
            writer->morph_id[from->item] = from->id;
        if (from->kind == SINEW_DOCUMENT_JOINT && object && from->item == SINEW_NONE)
            document->has_dropped_joint = object->is_dropped = 1;
        if (from->kind != SINEW_DOCUMENT_JOINT || !object || from->item < 0 || from->item >= model->joint_count)
            continue;
        const char *name = sinew_text(model, model->joints[from->item].name);
        writer->joint_id[from->item] = from->id;
        writer->properties[from->item] = sinew__fbx_record_child(object->record, FBX_NAME(PROPERTIES70));
        if (from->name != sinew__hash(name, strlen(name))) rename_object(writer, object->record, name);
    }
    return 1;
}

sinew_result sinew__fbx_put_kept(fbx_writer *writer, fbx_record *root, const int32_t *clips, int32_t count,
                                 int *out_is_written, sinew_error *error)
{
    const sinew_model *model = writer->model;
    kept_document document = {.writer = writer, .root = root};
    int64_t before[FBX_CLASS_COUNT];
    int32_t *added = SINEW__ARENA_ARRAY(&writer->memory, int32_t, count + 1);
    writer->placed = SINEW__ARENA_ARRAY(&writer->memory, fbx_placed_clip, model->clip_count + 1);
    writer->objects = sinew__fbx_record_child(root, FBX_NAME(OBJECTS));
    writer->connections = sinew__fbx_record_child(root, FBX_NAME(CONNECTIONS));
    if (!added || !writer->placed || !sinew__fbx_list_kept(&document)) return sinew__fail_memory(error);
    const double factor = writer->length * edited_scale(model);
    const char *reason;
    *out_is_written = (factor == 1 || sinew__fbx_can_scale(&document, factor, &reason)) &&
                      (!writer->turns_axes || sinew__fbx_can_turn(&document, &reason));
    if (!*out_is_written) {
        sinew__export_note(writer->options, "%s: all objects are written anew, without those that sinew does not read",
                           reason);
        return SINEW_OK;
    }
    if (!match_items(&document)) return sinew__fail_memory(error);
    for (size_t i = 0; i < document.count; ++i)
        if (document.objects[i].id > writer->last_id && document.objects[i].id < most_new_id)
            writer->last_id = document.objects[i].id;
    for (int i = 0; i < FBX_CLASS_COUNT; ++i) before[i] = count_objects(root, (fbx_class)i);
    if (writer->options->only_motion)
        sinew__fbx_drop_meshes(&document);
    else
        sinew__fbx_place_images(&document);
    const int32_t added_count = match_clips(&document, clips, count, added);
    if (factor != 1) {
        const sinew_result result = sinew__fbx_scale_kept(&document, factor, error);
        if (result != SINEW_OK) return result;
    }
    if (writer->turns_axes) {
        const sinew_result result = sinew__fbx_turn_kept(&document, error);
        if (result != SINEW_OK) return result;
    }
    if (added_count > 0) {
        const sinew_result result = sinew__fbx_put_clips(writer, added, added_count, error);
        if (result != SINEW_OK) return result;
    }
    int32_t events = sinew__fbx_put_events(writer);
    if (!has_side_events(model)) events += count_dropped_events(&document, clips, count);
    if (events > 0)
        sinew__export_note(writer->options,
                           "%d events are left out: an FBX has events only where a number on a joint changes",
                           (int)events);
    int32_t current = 0;
    for (int32_t i = count - 1; i >= 0; --i)
        if (model->clips[clips[i]].is_default) current = i;
    if (count > 0 && document.is_changed)
        set_current(&document, NULL, sinew_text(model, model->clips[clips[current]].name));
    count_definitions(&document, before);
    put_identity(&document);
    if (writer->other_curves > 0)
        sinew__export_note(
            writer->options,
            "%lld curves of other properties are left out of clips that were edited, but for events that "
            "they make",
            (long long)writer->other_curves);
    return writer->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}
