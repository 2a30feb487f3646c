// The numbers of a whole record, and files embedded in one.
#include "core/base/base64.h"
#include "fbx/fbx_array.h"
#include "fbx/fbx_parse.h"
#include "fbx/fbx_record.h"

/// The single values of a short record as one array.
static sinew_result convert_values(sinew__arena *arena, const fbx_record *record, char type, const void **out_items,
                                   sinew_error *error)
{
    void *items = sinew__arena_take(arena, record->value_count, sinew__fbx_type_width(type));
    if (!items) return sinew__arena_fail(arena, error);
    if (sinew__fbx_convert_values(record->values, record->value_count, type, items))
        return sinew__fbx_damaged(error, record->at, "expected a number, found text");
    *out_items = items;
    return SINEW_OK;
}

static sinew_result decode_record(sinew__arena *arena, const fbx_record *record, char type, const void **out_items,
                                  size_t *out_count, sinew_error *error)
{
    *out_items = NULL;
    *out_count = 0;
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (!first) return SINEW_OK;
    const int is_array = first->kind == FBX_VALUE_ARRAY && record->value_count == 1;
    const sinew_result result = is_array ? sinew__fbx_array_decode(arena, first->as.array, type, out_items, error)
                                         : convert_values(arena, record, type, out_items, error);
    if (result == SINEW_OK) *out_count = is_array ? first->as.array->count : record->value_count;
    return result;
}

sinew_result sinew__fbx_record_doubles(sinew__arena *arena, const fbx_record *record, const double **out_items,
                                       size_t *out_count, sinew_error *out_error)
{
    const void *items;
    const sinew_result result = decode_record(arena, record, 'd', &items, out_count, out_error);
    *out_items = items;
    return result;
}

sinew_result sinew__fbx_record_floats(sinew__arena *arena, const fbx_record *record, const float **out_items,
                                      size_t *out_count, sinew_error *out_error)
{
    const void *items;
    const sinew_result result = decode_record(arena, record, 'f', &items, out_count, out_error);
    *out_items = items;
    return result;
}

sinew_result sinew__fbx_record_int32s(sinew__arena *arena, const fbx_record *record, const int32_t **out_items,
                                      size_t *out_count, sinew_error *out_error)
{
    const void *items;
    const sinew_result result = decode_record(arena, record, 'i', &items, out_count, out_error);
    *out_items = items;
    return result;
}

sinew_result sinew__fbx_record_int64s(sinew__arena *arena, const fbx_record *record, const int64_t **out_items,
                                      size_t *out_count, sinew_error *out_error)
{
    const void *items;
    const sinew_result result = decode_record(arena, record, 'l', &items, out_count, out_error);
    *out_items = items;
    return result;
}

// ---- embedded files ----------------------------------------------------------------------------------------------

sinew_result sinew__fbx_record_content(sinew__arena *arena, const fbx_record *record, fbx_bytes *out_content,
                                       sinew_error *out_error)
{
    *out_content = (fbx_bytes){"", 0};
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (first && first->kind == FBX_VALUE_RAW) {
        *out_content = sinew__fbx_record_bytes(record, 0);
        return SINEW_OK;
    }
    size_t max_count = 0;
    for (size_t i = 0; first && i < record->value_count; i++) max_count += sinew__fbx_record_bytes(record, i).size;
    if (max_count == 0) return SINEW_OK;
    unsigned char *bytes = sinew__arena_take(arena, max_count, 1);
    if (!bytes) return sinew__arena_fail(arena, out_error);
    size_t size = 0;
    for (size_t i = 0; i < record->value_count; i++) {
        const fbx_bytes text = sinew__fbx_record_bytes(record, i);
        size += sinew__base64_decode(text.bytes, text.size, bytes + size);
    }
    *out_content = (fbx_bytes){(const char *)bytes, size};
    return SINEW_OK;
}
