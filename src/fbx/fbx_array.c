// Arrays of numbers: inflating, reading lists and decimals, and turning one type into the other.
#include "fbx/fbx_array.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fbx/fbx_parse.h"

static size_t type_width(char type)
{
    switch (type) {
    case 'b':
    case 'C':
    case 'Z': return 1;
    case 'Y': return 2;
    case 'i':
    case 'I':
    case 'f':
    case 'F': return 4;
    default: return 8;
    }
}

// ---- single numbers ----------------------------------------------------------------------------------------------

/// A number at `p`, as an integer or a double by its type.
static fbx_value read_number(const char *p, char type, int big_endian)
{
    const size_t width = type_width(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < width; i++) bits = bits << 8 | (unsigned char)p[big_endian ? i : width - 1 - i];
    fbx_value value = {.kind = FBX_VALUE_INTEGER, .type = type};
    switch (type) {
    case 'b': value.as.integer = (uint8_t)bits; break;
    case 'C':
    case 'Z': value.as.integer = (int8_t)bits; break;
    case 'Y': value.as.integer = (int16_t)bits; break;
    case 'i':
    case 'I': value.as.integer = (int32_t)bits; break;
    case 'l':
    case 'L': value.as.integer = (int64_t)bits; break;
    case 'f':
    case 'F': {
        const uint32_t narrow = (uint32_t)bits;
        float number;
        memcpy(&number, &narrow, sizeof number);
        value.kind = FBX_VALUE_NUMBER;
        value.as.number = (double)number;
        break;
    }
    default:
        value.kind = FBX_VALUE_NUMBER;
        memcpy(&value.as.number, &bits, sizeof bits);
        break;
    }
    return value;
}

static int host_is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

int sinew__fbx_array_item(const fbx_array *array, size_t index, fbx_value *out)
{
    if (index >= array->count) return 0;
    if (array->encoding == FBX_ARRAY_LIST)
        *out = read_number(array->bytes + index * (1 + type_width(array->type)) + 1, array->type, array->big_endian);
    else if (array->encoding == FBX_ARRAY_DECODED)
        *out = read_number((const char *)array->items + index * type_width(array->type), array->type,
                           host_is_big_endian());
    else
        return 0;
    return 1;
}

static void store_double(char type, void *items, size_t index, double number)
{
    switch (type) {
    case 'd': ((double *)items)[index] = number; break;
    case 'f': ((float *)items)[index] = (float)number; break;
    case 'i':
        ((int32_t *)items)[index] = !(number > INT32_MIN) ? (number < 0 ? INT32_MIN : 0)
                                    : number < INT32_MAX  ? (int32_t)number
                                                          : INT32_MAX;
        break;
    default:
        ((int64_t *)items)[index] = !(number > -9.2e18) ? (number < 0 ? INT64_MIN : 0)
                                    : number < 9.2e18   ? (int64_t)number
                                                        : INT64_MAX;
        break;
    }
}

static void store_integer(char type, void *items, size_t index, int64_t number)
{
    switch (type) {
    case 'd': ((double *)items)[index] = (double)number; break;
    case 'f': ((float *)items)[index] = (float)number; break;
    case 'i':
        ((int32_t *)items)[index] = number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
        break;
    default: ((int64_t *)items)[index] = number; break;
    }
}

// ---- encodings ---------------------------------------------------------------------------------------------------

/// Numbers at a fixed distance from each other.
static void convert_strided(const fbx_array *array, const char *first, size_t step, int big_endian, char type,
                            void *out)
{
    for (size_t i = 0; i < array->count; i++) {
        const fbx_value value = read_number(first + i * step, array->type, big_endian);
        if (value.kind == FBX_VALUE_INTEGER)
            store_integer(type, out, i, value.as.integer);
        else
            store_double(type, out, i, value.as.number);
    }
}

/// Values of curves: floats in the file, doubles for who reads them.
static void widen_floats(const char *bytes, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        float number;
        memcpy(&number, bytes + i * sizeof number, sizeof number);
        out[i] = (double)number;
    }
}

/// Normals and texture coordinates: the other way round.
static void narrow_doubles(const char *bytes, size_t count, float *out)
{
    for (size_t i = 0; i < count; i++) {
        double number;
        memcpy(&number, bytes + i * sizeof number, sizeof number);
        out[i] = (float)number;
    }
}

static void convert_plain(const fbx_array *array, const char *bytes, int big_endian, char type, void *out)
{
    const int is_native = big_endian == host_is_big_endian();
    if (array->type == type && is_native && array->count)
        memcpy(out, bytes, array->count * type_width(type));
    else if (array->type == 'f' && type == 'd' && is_native)
        widen_floats(bytes, array->count, out);
    else if (array->type == 'd' && type == 'f' && is_native)
        narrow_doubles(bytes, array->count, out);
    else
        convert_strided(array, bytes, type_width(array->type), big_endian, type, out);
}

/// Inflates straight into `out` when the types agree, else through a buffer of its own.
static sinew_result convert_deflated(const fbx_array *array, char type, void *out, sinew_error *error)
{
    const size_t size = array->count * type_width(array->type);
    const int direct = array->type == type && array->big_endian == host_is_big_endian();
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    char *buffer = direct ? out : malloc(size ? size : 1);
    sinew_result result = SINEW_OK;
    if (!decompressor || !buffer) {
        result = sinew__fail_memory(error);
    } else if (libdeflate_zlib_decompress(decompressor, array->bytes, array->size, buffer, size, NULL) !=
               LIBDEFLATE_SUCCESS) {
        result = sinew__fbx_damaged(error, array->at, "an array does not unpack to what it announces");
    } else if (!direct) {
        convert_plain(array, buffer, array->big_endian, type, out);
    }
    if (decompressor) libdeflate_free_decompressor(decompressor);
    if (!direct) free(buffer);
    return result;
}

static int is_between_numbers(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_between_numbers(*p)) p++;
    return p;
}

/// Where the next number of a text begins, comments aside; `end` when there is none.
static const char *next_number(const char *p, const char *end)
{
    for (p = skip_blanks(p, end); p < end && *p == ';'; p = skip_blanks(p, end))
        while (p < end && *p != '\n') p++;
    return p;
}

/// How many numbers a text holds, whatever is announced before it: writers of text miscount.
static size_t count_text(const fbx_array *array)
{
    const char *end = array->bytes + array->size;
    size_t count = 0;
    for (const char *p = next_number(array->bytes, end); p < end; p = next_number(p, end)) {
        while (p < end && *p != ';' && !is_between_numbers(*p)) p++;
        count++;
    }
    return count;
}

static sinew_result convert_text(const fbx_array *array, char type, void *out, sinew_error *error)
{
    const char *end = array->bytes + array->size;
    size_t count = 0;
    for (const char *p = next_number(array->bytes, end); p < end; p = next_number(p, end)) {
        double number;
        int64_t integer;
        int is_integer;
        const char *behind = sinew__fbx_parse_number(p, end, &number, &integer, &is_integer);
        if (!behind || count == array->count)
            return sinew__fbx_damaged(error, array->at + (size_t)(p - array->bytes), "not a number");
        if (is_integer)
            store_integer(type, out, count++, integer);
        else
            store_double(type, out, count++, number);
        p = behind;
    }
    return SINEW_OK;
}

static sinew_result convert(const fbx_array *array, char type, void *out, sinew_error *error)
{
    switch ((fbx_array_encoding)array->encoding) {
    case FBX_ARRAY_PLAIN: convert_plain(array, array->bytes, array->big_endian, type, out); break;
    case FBX_ARRAY_DEFLATE: return convert_deflated(array, type, out, error);
    case FBX_ARRAY_LIST:
        convert_strided(array, array->bytes + 1, 1 + type_width(array->type), array->big_endian, type, out);
        break;
    case FBX_ARRAY_TEXT: return convert_text(array, type, out, error);
    case FBX_ARRAY_DECODED: convert_plain(array, array->items, host_is_big_endian(), type, out); break;
    }
    return SINEW_OK;
}

/// All numbers as `type` (i l f d) in `arena`; kept in the array. *out_items has array->count of them.
static sinew_result decode(sinew__arena *arena, fbx_array *array, char type, const void **out_items, sinew_error *error)
{
    *out_items = NULL;
    if (array->encoding == FBX_ARRAY_DECODED && array->type == type) {
        *out_items = array->items;
        return SINEW_OK;
    }
    if (array->decoded_type != type) {
        if (array->encoding == FBX_ARRAY_TEXT) array->count = count_text(array);
        void *items = sinew__arena_take(arena, array->count, type_width(type));
        if (!items) return sinew__fbx_no_memory(error, arena);
        const sinew_result result = convert(array, type, items, error);
        if (result != SINEW_OK) return result;
        array->decoded = items;
        array->decoded_type = type;
    }
    *out_items = array->decoded;
    return SINEW_OK;
}

// ---- whole records -----------------------------------------------------------------------------------------------

/// Single values of a short record, one after the other.
static sinew_result convert_values(sinew__arena *arena, const fbx_record *record, char type, const void **out_items,
                                   sinew_error *error)
{
    void *items = sinew__arena_take(arena, record->value_count, type_width(type));
    if (!items) return sinew__fbx_no_memory(error, arena);
    for (size_t i = 0; i < record->value_count; i++) {
        const fbx_value *value = &record->values[i];
        if (value->kind == FBX_VALUE_INTEGER)
            store_integer(type, items, i, value->as.integer);
        else if (value->kind == FBX_VALUE_NUMBER)
            store_double(type, items, i, value->as.number);
        else
            return sinew__fbx_damaged(error, record->at, "a text where a number must be");
    }
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
    const sinew_result result = is_array ? decode(arena, first->as.array, type, out_items, error)
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

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// Decodes one text; returns bytes written. Anything but digits is skipped, '=' ends it.
static size_t decode_base64(fbx_bytes text, unsigned char *out)
{
    unsigned char *p = out;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < text.size && text.bytes[i] != '='; i++) {
        const int digit = base64_digit(text.bytes[i]);
        if (digit < 0) continue;
        bits = bits << 6 | (uint32_t)digit;
        have += 6;
        if (have >= 8) {
            have -= 8;
            *p++ = (unsigned char)(bits >> have & 0xff);
        }
    }
    return (size_t)(p - out);
}

sinew_result sinew__fbx_record_content(sinew__arena *arena, const fbx_record *record, fbx_bytes *out_content,
                                       sinew_error *out_error)
{
    *out_content = (fbx_bytes){"", 0};
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (first && first->kind == FBX_VALUE_RAW) {
        *out_content = sinew__fbx_record_bytes(record, 0);
        return SINEW_OK;
    }
    size_t most = 0;
    for (size_t i = 0; first && i < record->value_count; i++) most += sinew__fbx_record_bytes(record, i).size;
    if (most == 0) return SINEW_OK;
    unsigned char *bytes = sinew__arena_take(arena, most, 1);
    if (!bytes) return sinew__fbx_no_memory(out_error, arena);
    size_t size = 0;
    for (size_t i = 0; i < record->value_count; i++)
        size += decode_base64(sinew__fbx_record_bytes(record, i), bytes + size);
    *out_content = (fbx_bytes){(const char *)bytes, size};
    return SINEW_OK;
}
