/// Chooses the names of models: the author's names, which are made unique in portable files for the programs that read
/// them. Also finds the names of videos and shapes, which only the author's document has.
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "core/base/hash.h"
#include "core/base/record_stream.h"
#include "runtime/model/look_up.h"

/// Limits of names in bytes for portable files. The programs that read these drop some characters, cut names, and treat
/// equal names as one model.
enum { NAME_SIZE = 60, KEPT = 48 }; // KEPT bytes, an underscore and a number fit into NAME_SIZE

/// The set of used names, as other programs see them.
struct fbx_names {
    const char **slots; ///< [mask + 1] NULL: free; at least half of them are free
    size_t mask;
    int64_t models; ///< joints, and the meshes and cameras that may get models of their own
    int64_t claims; ///< models other than joints that asked for a name
};

/// Adds a name to the set; returns 0 if it is used already. Out of memory is reported by writer->memory.failed.
static int take(fbx_writer *writer, const char *name)
{
    struct fbx_names *names = writer->names;
    char seen[NAME_SIZE + 1]; // the name as other programs see it
    size_t length = 0;
    for (const char *c = name; *c && length < NAME_SIZE; ++c)
        if (!strchr("[].:/", *c)) seen[length++] = *c == ' ' || *c == '\t' ? '_' : *c;
    seen[length] = '\0';
    size_t at = sinew__hash_name(seen, length) & names->mask;
    for (; names->slots[at]; at = (at + 1) & names->mask)
        if (strcmp(names->slots[at], seen) == 0) return 0;
    names->slots[at] = sinew__arena_text(&writer->memory, seen, length);
    return 1;
}

/// Returns the beginning of a name with a number that makes it unique. `number` is the model's number. As long as the
/// result is a used name, the count of all models is added to the number, so that no two models try the same one.
static const char *numbered_name(fbx_writer *writer, const char *name, int64_t number)
{
    size_t length = strlen(name);
    if (length > KEPT) length = KEPT;
    while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80) --length;
    for (;; number += writer->names->models) {
        char *out = sinew__arena_format(&writer->memory, "%.*s_%lld", (int)length, name, (long long)number);
        if (!out) return "";
        if (take(writer, out)) return out;
    }
}

const char *sinew__fbx_claim_name(fbx_writer *writer, const char *name)
{
    if (!name || !writer->names) return name ? name : "";
    const int64_t number = writer->model->joint_count + writer->names->claims++;
    return take(writer, name) ? name : numbered_name(writer, name, number);
}

/// Allocates the set for the names of all models: joints, and the models that meshes and cameras may add.
static int begin_names(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    const size_t count = (size_t)model->joint_count + (size_t)model->mesh_count + (size_t)model->camera_count;
    size_t size = 16;
    while (size < 2 * count) size *= 2;
    struct fbx_names *names = SINEW__ARENA_ARRAY(&writer->memory, struct fbx_names, 1);
    const char **slots = SINEW__ARENA_ARRAY(&writer->memory, const char *, size);
    if (!names || !slots) return 0;
    *names = (struct fbx_names){slots, size - 1, (int64_t)count, 0};
    writer->names = names;
    return 1;
}

int sinew__fbx_name_joints(fbx_writer *writer, const char **out)
{
    const sinew_model *model = writer->model;
    int32_t changed = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) out[i] = sinew_text(model, model->joints[i].name);
    if (!writer->is_portable) return 1;
    uint8_t *is_first = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->joint_count);
    if (!is_first || !begin_names(writer)) return 0;
    // The first joint with a name keeps it, even if another joint's numbered name would be equal.
    for (int32_t i = 0; i < model->joint_count; ++i) is_first[i] = (uint8_t)take(writer, out[i]);
    for (int32_t i = 0; i < model->joint_count && !writer->memory.failed; ++i) {
        if (is_first[i]) continue;
        out[i] = numbered_name(writer, out[i], model->joints[i].authored_index);
        ++changed;
    }
    if (changed > 0)
        sinew__export_note(writer->options, "%d joints get a number in their names, which others have too",
                           (int)changed);
    return !writer->memory.failed;
}

// ---- names of the document -----------------------------------------------------------------------------------------

/// Copies the name of a document's object to the textures or shapes that it became.
static void keep_name(fbx_writer *writer, int64_t id, const sinew__stream_value *name)
{
    const sinew_model *model = writer->model;
    const char *end = memchr(name->bytes, FBX_CLASS_SEPARATOR[0], name->size);
    const size_t length = end ? (size_t)(end - name->bytes) : name->size;
    for (int32_t i = 0; i < model->document_object_count && length > 0; ++i) {
        const sinew_document_object *object = &model->document_objects[i];
        const int is_video = object->kind == SINEW_DOCUMENT_TEXTURE;
        if (object->id != id || (!is_video && object->kind != SINEW_DOCUMENT_SHAPE)) continue;
        if (sinew__is_item(object->item, is_video ? model->texture_count : model->shape_count))
            (is_video ? writer->video_name : writer->shape_name)[object->item] =
                sinew__arena_text(&writer->memory, name->bytes, length);
    }
}

int sinew__fbx_find_author_names(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    sinew__record_stream stream;
    sinew__stream_token token;
    const char *record;
    int depth = 0;
    writer->video_name = SINEW__ARENA_ARRAY(&writer->memory, const char *, model->texture_count + 1);
    writer->shape_name = SINEW__ARENA_ARRAY(&writer->memory, const char *, model->shape_count + 1);
    if (!writer->video_name || !writer->shape_name) return 0;
    if (!sinew__record_stream_begin(&stream, model->document, model->document_size)) return 1;
    while ((token = sinew__record_stream_next(&stream, &record)) != SINEW__STREAM_END &&
           token != SINEW__STREAM_DAMAGED) {
        if (token == SINEW__STREAM_CLOSE) {
            --depth;
            continue;
        }
        sinew__stream_value value, name = {0};
        int64_t id = 0;
        for (int i = 0; sinew__record_stream_value(&stream, &value) == SINEW__STREAM_VALUE; ++i) {
            if (i == 0) id = value.number;
            if (i == 1 && value.type == 'S') name = value;
        }
        const int is_named = strcmp(record, sinew__fbx_classes[FBX_VIDEO].record) == 0 ||
                             strcmp(record, sinew__fbx_classes[FBX_GEOMETRY].record) == 0;
        if (depth == 1 && is_named && name.size > 0) keep_name(writer, id, &name);
        depth += token == SINEW__STREAM_LIST;
    }
    return 1;
}
