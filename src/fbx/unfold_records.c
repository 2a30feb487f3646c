// Rebuilds the tree of records from a stream; texts and arrays stay in the stream.
#include <string.h>

#include "core/base/error.h"
#include "core/base/record_stream.h"
#include "fbx/fbx_record.h"

/// Converts a value of the stream. Returns 0 when out of memory.
static int keep_value(sinew__arena *arena, const sinew__stream_value *from, fbx_value *out)
{
    *out = (fbx_value){.type = from->type};
    switch (from->type) {
    case 'S':
    case 'R':
        out->kind = from->type == 'S' ? FBX_VALUE_TEXT : FBX_VALUE_RAW;
        out->size = (uint32_t)from->size;
        out->as.bytes = from->bytes;
        break;
    case 'F':
    case 'D':
        out->kind = FBX_VALUE_NUMBER;
        out->as.number = from->real;
        break;
    case 'C':
    case 'Y':
    case 'I':
    case 'L':
        out->kind = FBX_VALUE_INTEGER;
        out->as.integer = from->number;
        break;
    default:
        out->kind = FBX_VALUE_ARRAY;
        out->as.array = SINEW__ARENA_ARRAY(arena, fbx_array, 1);
        if (!out->as.array) return 0;
        *out->as.array = (fbx_array){.bytes = from->bytes,
                                     .size = from->size,
                                     .count = from->count,
                                     .type = from->type,
                                     .encoding = from->encoding ? FBX_ARRAY_DEFLATE : FBX_ARRAY_PLAIN};
        break;
    }
    return 1;
}

sinew_result sinew__fbx_unfold_records(sinew__arena *arena, const void *bytes, size_t size, fbx_record *root,
                                       uint32_t *out_version, sinew_error *error)
{
    sinew__record_stream stream;
    const char *name;
    sinew__stream_token token = SINEW__STREAM_DAMAGED;
    fbx_record *list = root; // the record that gets the next records as children
    fbx_value *values = NULL;
    size_t capacity = 0;
    int is_begun = sinew__record_stream_begin(&stream, bytes, size);
    *out_version = stream.version;
    while (is_begun && (token = sinew__record_stream_next(&stream, &name)) != SINEW__STREAM_END) {
        if (token == SINEW__STREAM_CLOSE) {
            list = list->parent;
            continue;
        }
        if (token == SINEW__STREAM_DAMAGED) break;
        fbx_record *record = sinew__fbx_record_add(arena, list, name);
        sinew__stream_value value;
        size_t count = 0;
        sinew__stream_token next = SINEW__STREAM_VALUE;
        while (record && (next = sinew__record_stream_value(&stream, &value)) == SINEW__STREAM_VALUE) {
            fbx_value *grown = sinew__arena_grow(arena, values, count, &capacity, sizeof *values);
            if (!grown || !keep_value(arena, &value, &grown[count])) break;
            values = grown;
            ++count;
        }
        if (arena->failed) return sinew__arena_fail(arena, error);
        if (next == SINEW__STREAM_DAMAGED) {
            token = next;
            break;
        }
        fbx_value *own = SINEW__ARENA_ARRAY(arena, fbx_value, count);
        if (!own) return sinew__arena_fail(arena, error);
        if (count) memcpy(own, values, count * sizeof *own);
        record->values = own;
        record->value_count = (uint32_t)count;
        record->has_list = token == SINEW__STREAM_LIST;
        if (record->has_list) list = record;
    }
    return token == SINEW__STREAM_END ? SINEW_OK : sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged FBX records");
}
