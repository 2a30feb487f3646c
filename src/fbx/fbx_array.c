// Decodes arrays of numbers: inflates them, parses lists and decimal text, and converts between types.
#include "fbx/fbx_record.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "fbx/fbx_parse.h"

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

/// Converts numbers that are `step` bytes apart to `type`.
static void convert_strided(const fbx_array *array, const char *first, size_t step, int big_endian, char type,
                            void *out)
{
    for (size_t i = 0; i < array->count; ++i) {
        const fbx_value value = sinew__fbx_read_number(first + i * step, array->type, big_endian);
        if (value.kind == FBX_VALUE_INTEGER)
            store_integer(type, out, i, value.as.integer);
        else
            store_double(type, out, i, value.as.number);
    }
}

/// Converts floats to doubles, mainly curve values.
static void widen_floats(const char *bytes, size_t count, double *out)
{
    for (size_t i = 0; i < count; ++i) {
        float number;
        memcpy(&number, bytes + i * sizeof number, sizeof number);
        out[i] = (double)number;
    }
}

/// Converts doubles to floats, mainly normals and texture coordinates.
static void narrow_doubles(const char *bytes, size_t count, float *out)
{
    for (size_t i = 0; i < count; ++i) {
        double number;
        memcpy(&number, bytes + i * sizeof number, sizeof number);
        out[i] = (float)number;
    }
}

static void convert_plain(const fbx_array *array, const char *bytes, int big_endian, char type, void *out)
{
    const int is_native = big_endian == sinew__fbx_host_is_big_endian();
    if (array->type == type && is_native && array->count)
        memcpy(out, bytes, array->count * sinew__fbx_type_width(type));
    else if (array->type == 'f' && type == 'd' && is_native)
        widen_floats(bytes, array->count, out);
    else if (array->type == 'd' && type == 'f' && is_native)
        narrow_doubles(bytes, array->count, out);
    else
        convert_strided(array, bytes, sinew__fbx_type_width(array->type), big_endian, type, out);
}

/// Inflates an array: directly into `out` if the types agree, else through a temporary buffer.
static sinew_result convert_deflated(const fbx_array *array, char type, void *out, sinew_error *error)
{
    const size_t size = array->count * sinew__fbx_type_width(array->type);
    const int direct = array->type == type && array->big_endian == sinew__fbx_host_is_big_endian();
    char *buffer = direct ? out : sinew__allocate(size);
    sinew_result result =
        buffer ? sinew__fbx_inflate(array->bytes, array->size, buffer, size) : SINEW_ERROR_OUT_OF_MEMORY;
    if (result == SINEW_ERROR_OUT_OF_MEMORY)
        result = sinew__fail_memory(error);
    else if (result != SINEW_OK)
        result = sinew__fbx_damaged(error, array->at, "an array does not inflate to its stated size");
    else if (!direct)
        convert_plain(array, buffer, array->big_endian, type, out);
    if (!direct) sinew_free(buffer);
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

/// Returns the start of the next number of a text, after blanks and comments; `end` if none exists.
static const char *next_number(const char *p, const char *end)
{
    for (p = skip_blanks(p, end); p < end && *p == ';'; p = skip_blanks(p, end))
        while (p < end && *p != '\n' && *p != '\r') p++; // old Macs end lines with '\r' only
    return p;
}

/// Reads the numbers of a text and stores the first `array->count`. Sets *out_count to how many numbers the text
/// contains.
static sinew_result read_text(const fbx_array *array, char type, void *out, size_t *out_count, sinew_error *error)
{
    const char *end = array->bytes + array->size;
    size_t count = 0;
    for (const char *p = next_number(array->bytes, end); p < end; p = next_number(p, end), ++count) {
        double number;
        int64_t integer;
        int is_integer;
        const char *after = sinew__fbx_parse_number(p, end, &number, &integer, &is_integer);
        if (!after || (after < end && *after != ';' && !is_between_numbers(*after)))
            return sinew__fbx_damaged(error, array->at + (size_t)(p - array->bytes), "expected a number");
        if (count < array->count && is_integer)
            store_integer(type, out, count, integer);
        else if (count < array->count)
            store_double(type, out, count, number);
        p = after;
    }
    *out_count = count;
    return SINEW_OK;
}

/// Decodes an array of text. Some ASCII writers state a wrong number of numbers. If the text has more numbers than
/// stated, it is read again with the right number.
static sinew_result decode_text(sinew__arena *arena, fbx_array *array, char type, const void **out_items,
                                sinew_error *error)
{
    for (;;) {
        void *items = sinew__arena_take(arena, array->count, sinew__fbx_type_width(type));
        size_t count = 0;
        if (!items) return sinew__arena_fail(arena, error);
        const sinew_result result = read_text(array, type, items, &count, error);
        if (result != SINEW_OK) return result;
        const int is_whole = count <= array->count;
        array->count = count;
        if (!is_whole) continue;
        *out_items = items;
        return SINEW_OK;
    }
}

static sinew_result convert(const fbx_array *array, char type, void *out, sinew_error *error)
{
    switch ((fbx_array_encoding)array->encoding) {
    case FBX_ARRAY_PLAIN: convert_plain(array, array->bytes, array->big_endian, type, out); break;
    case FBX_ARRAY_DEFLATE: return convert_deflated(array, type, out, error);
    case FBX_ARRAY_LIST:
        convert_strided(array, array->bytes + 1, 1 + sinew__fbx_type_width(array->type), array->big_endian, type, out);
        break;
    case FBX_ARRAY_TEXT: break; // decode_text
    case FBX_ARRAY_DECODED: convert_plain(array, array->items, sinew__fbx_host_is_big_endian(), type, out); break;
    }
    return SINEW_OK;
}

sinew_result sinew__fbx_array_decode(sinew__arena *arena, fbx_array *array, char type, const void **out_items,
                                     sinew_error *error)
{
    *out_items = NULL;
    if (array->encoding == FBX_ARRAY_DECODED && array->type == type) {
        *out_items = array->items;
        return SINEW_OK;
    }
    if (array->encoding == FBX_ARRAY_TEXT) return decode_text(arena, array, type, out_items, error);
    void *items = sinew__arena_take(arena, array->count, sinew__fbx_type_width(type));
    if (!items) return sinew__arena_fail(arena, error);
    const sinew_result result = convert(array, type, items, error);
    if (result == SINEW_OK) *out_items = items;
    return result;
}

const fbx_value *sinew__fbx_convert_values(const fbx_value *values, size_t count, char type, void *out)
{
    for (size_t i = 0; i < count; ++i)
        if (values[i].kind == FBX_VALUE_INTEGER)
            store_integer(type, out, i, values[i].as.integer);
        else if (values[i].kind == FBX_VALUE_NUMBER)
            store_double(type, out, i, values[i].as.number);
        else
            return &values[i];
    return NULL;
}
