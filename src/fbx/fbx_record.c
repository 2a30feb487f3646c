// Decodes texts, arrays and embedded files of records.
#include "fbx/fbx_record.h"

#include <string.h>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "fbx/fbx_parse.h"

/// The characters of Windows-1252 for the bytes 0x80 to 0x9f, which are control characters in Latin-1; undefined ones
/// keep their code.
static const uint16_t windows_1252[32] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
};

/// Writes a character of Windows-1252 as UTF-8, at most three bytes. Returns the end of the written bytes.
static char *put_character(char *out, unsigned char byte)
{
    const unsigned code = byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

const char *sinew__fbx_text_utf8(sinew__arena *arena, fbx_bytes text)
{
    const char *zero = text.size ? memchr(text.bytes, '\0', text.size) : NULL;
    if (zero) text.size = (size_t)(zero - text.bytes);
    if (sinew__is_utf8(text.bytes, text.size)) return sinew__arena_text(arena, text.bytes, text.size);
    char *copy = SINEW__ARENA_ARRAY(arena, char, text.size * 3 + 1);
    char *out = copy;
    for (size_t i = 0; copy && i < text.size; ++i) out = put_character(out, (unsigned char)text.bytes[i]);
    return copy;
}

// The numbers of a whole record, and embedded files.

/// Converts the single values of a record to an array of `type`.
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
    for (size_t i = 0; first && i < record->value_count; ++i) max_count += sinew__fbx_record_bytes(record, i).size;
    if (max_count == 0) return SINEW_OK;
    unsigned char *bytes = sinew__arena_take(arena, max_count, 1);
    if (!bytes) return sinew__arena_fail(arena, out_error);
    size_t size = 0;
    for (size_t i = 0; i < record->value_count; ++i) {
        const fbx_bytes text = sinew__fbx_record_bytes(record, i);
        size += sinew__base64_decode(text.bytes, text.size, bytes + size);
    }
    *out_content = (fbx_bytes){(const char *)bytes, size};
    return SINEW_OK;
}
