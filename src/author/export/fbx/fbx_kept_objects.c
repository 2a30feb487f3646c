// Lists the objects of the author's document, sorted by id.
#include "author/export/fbx/fbx_kept.h"

#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *left, const void *right)
{
    const kept_object *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

kept_object *sinew__fbx_find_kept(const kept_document *document, int64_t id)
{
    const kept_object key = {.id = id};
    return document->count ? bsearch(&key, document->objects, document->count, sizeof key, compare_ids) : NULL;
}

int sinew__fbx_list_kept(kept_document *document)
{
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(OBJECTS));
    size_t count = 0;
    for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (const fbx_record *record = list->first_child; record; record = record->next) ++count;
    document->objects = SINEW__ARENA_ARRAY(&document->writer->memory, kept_object, count);
    if (!document->objects) return 0;
    for (fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (fbx_record *record = list->first_child; record; record = record->next)
            document->objects[document->count++] = (kept_object){.id = sinew__fbx_record_integer(record, 0, 0),
                                                                 .record = record,
                                                                 .kind = sinew__fbx_class_of(record->name)};
    if (count) qsort(document->objects, count, sizeof *document->objects, compare_ids);
    return 1;
}

void sinew__fbx_set_text(fbx_writer *writer, fbx_record *record, uint32_t index, fbx_bytes text)
{
    fbx_value *values = SINEW__ARENA_ARRAY(&writer->memory, fbx_value, record->value_count);
    if (!values || index >= record->value_count) return;
    memcpy(values, record->values, record->value_count * sizeof *values);
    values[index] =
        (fbx_value){.kind = FBX_VALUE_TEXT, .type = 'S', .size = (uint32_t)text.size, .as.bytes = text.bytes};
    record->values = values;
}

fbx_bytes sinew__fbx_kept_name(const fbx_record *record)
{
    fbx_bytes name = sinew__fbx_record_bytes(record, 1);
    const char *separator = name.size ? memchr(name.bytes, FBX_CLASS_SEPARATOR[0], name.size) : NULL;
    if (separator) name.size = (size_t)(separator - name.bytes);
    return name;
}

void sinew__fbx_drop_property(fbx_record *list, fbx_property_name name)
{
    for (fbx_record *p = list ? list->first_child : NULL, *next; p; p = next) {
        next = p->next;
        if (sinew__fbx_record_text_is(p, 0, sinew__fbx_properties[name].name)) sinew__fbx_record_detach(p);
    }
}
