// Builds trees of records, for writing files and for upgrading old documents.
#include <stdarg.h>
#include <string.h>

#include "fbx/fbx_record.h"

int sinew__fbx_record_is(const fbx_record *record, const char *name)
{
    return record && strcmp(record->name, name) == 0;
}

fbx_record *sinew__fbx_record_walk(const fbx_record *record, const fbx_record *top)
{
    if (record->first_child) return record->first_child;
    while (record != top && !record->next) record = record->parent;
    return record == top ? NULL : record->next;
}

void sinew__fbx_record_attach(fbx_record *parent, fbx_record *record)
{
    record->parent = parent;
    record->previous = parent->last_child;
    record->next = NULL;
    if (parent->last_child)
        parent->last_child->next = record;
    else
        parent->first_child = record;
    parent->last_child = record;
}

void sinew__fbx_record_detach(fbx_record *record)
{
    fbx_record *parent = record->parent;
    if (!parent) return;
    if (record->previous)
        record->previous->next = record->next;
    else
        parent->first_child = record->next;
    if (record->next)
        record->next->previous = record->previous;
    else
        parent->last_child = record->previous;
    record->parent = record->previous = record->next = NULL;
}

fbx_record *sinew__fbx_record_add(sinew__arena *arena, fbx_record *parent, const char *name)
{
    fbx_record *record = SINEW__ARENA_ARRAY(arena, fbx_record, 1);
    if (!record) return NULL;
    record->name = name;
    if (parent) sinew__fbx_record_attach(parent, record);
    return record;
}

static fbx_value text_value(fbx_bytes text)
{
    const size_t size = text.size < UINT32_MAX ? text.size : UINT32_MAX;
    return (fbx_value){.kind = FBX_VALUE_TEXT, .type = 'S', .size = (uint32_t)size, .as.bytes = text.bytes};
}

static fbx_value raw_value(fbx_bytes bytes)
{
    fbx_value value = text_value(bytes);
    value.kind = FBX_VALUE_RAW;
    value.type = 'R';
    return value;
}

fbx_value sinew__fbx_next_value(char letter, va_list *arguments)
{
    switch (letter) {
    case 'i': return (fbx_value){.kind = FBX_VALUE_INTEGER, .type = 'I', .as.integer = va_arg(*arguments, int)};
    case 'l': return (fbx_value){.kind = FBX_VALUE_INTEGER, .type = 'L', .as.integer = va_arg(*arguments, int64_t)};
    case 'c': return (fbx_value){.kind = FBX_VALUE_INTEGER, .type = 'C', .as.integer = va_arg(*arguments, int)};
    case 'd': return (fbx_value){.kind = FBX_VALUE_NUMBER, .type = 'D', .as.number = va_arg(*arguments, double)};
    case 'r': return raw_value(va_arg(*arguments, fbx_bytes));
    case 't': return text_value(va_arg(*arguments, fbx_bytes));
    case 'v': return *va_arg(*arguments, const fbx_value *);
    default: break;
    }
    const char *text = va_arg(*arguments, const char *);
    return text_value((fbx_bytes){text, strlen(text)});
}

fbx_record *sinew__fbx_record_add_values(sinew__arena *arena, fbx_record *parent, const char *name, const char *format,
                                         ...)
{
    const size_t count = strlen(format);
    fbx_value *values = SINEW__ARENA_ARRAY(arena, fbx_value, count);
    fbx_record *record = values ? sinew__fbx_record_add(arena, parent, name) : NULL;
    if (!record) return NULL;
    va_list arguments;
    va_start(arguments, format);
    for (size_t i = 0; i < count; ++i) values[i] = sinew__fbx_next_value(format[i], &arguments);
    va_end(arguments);
    record->values = values;
    record->value_count = (uint32_t)count;
    return record;
}

fbx_record *sinew__fbx_record_add_array(sinew__arena *arena, fbx_record *parent, const char *name, char type,
                                        const void *items, size_t count)
{
    fbx_array *array = SINEW__ARENA_ARRAY(arena, fbx_array, 1);
    fbx_value *value = SINEW__ARENA_ARRAY(arena, fbx_value, 1);
    fbx_record *record = array && value ? sinew__fbx_record_add(arena, parent, name) : NULL;
    if (!record) return NULL;
    *array = (fbx_array){.count = count, .type = type, .encoding = FBX_ARRAY_DECODED, .items = items};
    *value = (fbx_value){.kind = FBX_VALUE_ARRAY, .type = type, .as.array = array};
    record->values = value;
    record->value_count = 1;
    return record;
}
