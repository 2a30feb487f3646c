/// Writes a tree of records as a file, binary or ASCII.
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/base64.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "fbx/fbx_record.h"

const fbx_bytes sinew__fbx_file_id = {"\x28\xb3\x2a\xeb\xb6\x24\xcc\xc2\xbf\xc8\xb0\x2a\xa9\x2b\xfc\xf1", 16};
const char sinew__fbx_creation_time[] = "1970-01-01 10:00:00:000";

static const char footer_id[] = "\xfa\xbc\xab\x09\xd0\xc8\xd4\x66\xb1\x76\xfb\x83\x1c\xf7\x26\x7e",
                  footer_end[] = "\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b";
enum { FOOTER_ALIGNMENT = 16, FOOTER_ZEROS = 120, ID_SIZE = 16 };

// ---- binary --------------------------------------------------------------------------------------------------------

/// Whether a record of zeros follows the children of a record: if it has children or the file had a list, even an empty
/// one; or if it has no values.
static int has_list(const fbx_record *record)
{
    return record->first_child || record->has_list || record->value_count == 0;
}

static size_t array_size(const fbx_array *array)
{
    const int is_decoded = array->encoding == FBX_ARRAY_DECODED;
    return is_decoded ? array->count * sinew__fbx_item_width(array->type) : array->size;
}

static size_t value_size(const fbx_value *value)
{
    if (value->kind == FBX_VALUE_ARRAY) return 13 + array_size(value->as.array);
    const size_t width = sinew__fbx_scalar_width(value->type);
    return width ? 1 + width : 5 + (size_t)value->size;
}

static size_t values_size(const fbx_record *record)
{
    size_t size = 0;
    for (uint32_t i = 0; i < record->value_count; ++i) size += value_size(&record->values[i]);
    return size;
}

enum { NARROW_HEADER = 13, WIDE_HEADER = 25, FILE_FRAME = 1024 };

/// Returns an upper bound of the size of a binary file with these records.
static uint64_t largest_size(const fbx_record *root, size_t header)
{
    uint64_t size = FILE_FRAME;
    for (const fbx_record *record = root; record; record = sinew__fbx_record_walk(record, root))
        size += 2 * header + strlen(record->name) + values_size(record);
    return size;
}

int sinew__fbx_is_large(const fbx_record *root)
{
    return largest_size(root, NARROW_HEADER) > UINT32_MAX;
}

static void put_unsigned(sinew__buffer *out, uint64_t number, size_t width)
{
    char bytes[8];
    for (size_t i = 0; i < width; ++i) bytes[i] = (char)(unsigned char)(number >> (8 * i));
    sinew__buffer_put(out, bytes, width);
}

static void put_zeros(sinew__buffer *out, size_t count)
{
    char *bytes = sinew__buffer_reserve(out, count);
    if (!bytes) return;
    memset(bytes, 0, count);
    out->size += count;
}

/// Writes an array. Numbers have the same byte order in memory as in the file, on all machines that sinew supports.
static void put_array(sinew__buffer *out, const fbx_array *array)
{
    const int is_decoded = array->encoding == FBX_ARRAY_DECODED;
    const size_t size = array_size(array);
    assert(is_decoded || array->encoding == FBX_ARRAY_PLAIN || array->encoding == FBX_ARRAY_DEFLATE);
    put_unsigned(out, array->count, 4);
    put_unsigned(out, array->encoding == FBX_ARRAY_DEFLATE, 4);
    put_unsigned(out, size, 4);
    sinew__buffer_put(out, is_decoded ? (const char *)array->items : array->bytes, size);
}

static void put_number(sinew__buffer *out, const fbx_value *value, size_t width)
{
    uint64_t bits = (uint64_t)value->as.integer;
    if (value->type == 'D') {
        memcpy(&bits, &value->as.number, sizeof bits);
    } else if (value->type == 'F') {
        const float narrow = (float)value->as.number;
        uint32_t pattern;
        memcpy(&pattern, &narrow, sizeof pattern);
        bits = pattern;
    }
    put_unsigned(out, bits, width);
}

static void put_value(sinew__buffer *out, const fbx_value *value)
{
    const char type = value->kind == FBX_VALUE_ARRAY ? value->as.array->type : value->type;
    sinew__buffer_put_character(out, type);
    const size_t width = sinew__fbx_scalar_width(type);
    if (value->kind == FBX_VALUE_ARRAY) {
        put_array(out, value->as.array);
    } else if (width) {
        put_number(out, value, width);
    } else {
        put_unsigned(out, value->size, 4);
        sinew__buffer_put(out, value->as.bytes, value->size);
    }
}

/// Writes a record up to its children; its end is filled in after they are written.
static void begin_record(sinew__buffer *out, fbx_record *record, size_t width)
{
    const size_t length = strlen(record->name);
    record->at = out->size;
    put_unsigned(out, 0, width);
    put_unsigned(out, record->value_count, width);
    put_unsigned(out, values_size(record), width);
    sinew__buffer_put_character(out, (char)(unsigned char)length);
    sinew__buffer_put(out, record->name, length);
    for (uint32_t i = 0; i < record->value_count; ++i) put_value(out, &record->values[i]);
}

static void end_record(sinew__buffer *out, const fbx_record *record, size_t width)
{
    if (has_list(record)) put_zeros(out, 3 * width + 1);
    for (size_t i = 0; i < width && !out->failed; ++i)
        out->text[record->at + i] = (char)(unsigned char)(out->size >> (8 * i));
}

void sinew__fbx_write_binary(fbx_record *root, uint32_t version, sinew__buffer *out)
{
    const size_t width = version >= FBX_WIDE_FROM ? 8 : 4;
    (void)sinew__buffer_reserve(out, (size_t)largest_size(root, width == 8 ? WIDE_HEADER : NARROW_HEADER));
    sinew__buffer_put(out, FBX_SIGNATURE "\0\x1a", sizeof FBX_SIGNATURE + 1);
    put_zeros(out, 1);
    put_unsigned(out, version, 4);
    for (fbx_record *record = root->first_child; record;) {
        begin_record(out, record, width);
        if (record->first_child) {
            record = record->first_child;
            continue;
        }
        end_record(out, record, width);
        while (!record->next && record->parent != root) {
            record = record->parent;
            end_record(out, record, width);
        }
        record = record->next;
    }
    put_zeros(out, 3 * width + 1);
    sinew__buffer_put(out, footer_id, ID_SIZE);
    put_zeros(out, 4);
    put_zeros(out, FOOTER_ALIGNMENT - out->size % FOOTER_ALIGNMENT);
    put_unsigned(out, version, 4);
    put_zeros(out, FOOTER_ZEROS);
    sinew__buffer_put(out, footer_end, ID_SIZE);
}

// ---- ASCII ---------------------------------------------------------------------------------------------------------

static void put_tabs(sinew__buffer *out, int count)
{
    while (count-- > 0) sinew__buffer_put_character(out, '\t');
}

/// Writes text with quotation marks and line ends escaped as readers expect.
static void put_escaped(sinew__buffer *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        const char *escape = NULL;
        for (int k = 0; k < FBX_ESCAPE_COUNT; ++k)
            if (sinew__fbx_escapes[k].character == text[i]) escape = sinew__fbx_escapes[k].text;
        if (escape)
            sinew__buffer_put_text(out, escape);
        else
            sinew__buffer_put_character(out, text[i]);
    }
}

int sinew__fbx_find_escape(const fbx_record *root, fbx_bytes *out_text, int32_t *out_property_count)
{
    *out_property_count = 0;
    for (const fbx_record *record = root; record; record = sinew__fbx_record_walk(record, root))
        for (uint32_t i = 0; i < record->value_count; ++i) {
            const fbx_value *value = &record->values[i];
            if ((value->kind != FBX_VALUE_TEXT && value->kind != FBX_VALUE_WORD) || value->size == 0) continue;
            const int is_property = sinew__fbx_record_is(record, FBX_NAME(P)) && i >= FBX_PROPERTY_VALUES;
            const char *text = value->as.bytes, *end = text + value->size;
            for (const char *c = text; c < end; ++c) {
                if (!sinew__fbx_escape_at(c, end)) continue;
                *out_property_count += is_property;
                if (is_property) break;
                const char *separator = memchr(text, FBX_CLASS_SEPARATOR[0], value->size); // ends the name of an object
                *out_text = (fbx_bytes){text, (size_t)((separator ? separator : end) - text)};
                return 1;
            }
        }
    return 0;
}

/// Whether an ASCII file can contain a record: its name is a word of letters, digits, `_`, `-` and `|`, and if it has
/// an array, that is its only value and it has no child records.
static int is_record_of_text(const fbx_record *record)
{
    for (const char *c = record->name; *c; ++c) {
        const char lower = sinew__ascii_lower(*c);
        if (!(lower >= 'a' && lower <= 'z') && !(*c >= '0' && *c <= '9') && !strchr("_-|", *c)) return 0;
    }
    for (uint32_t i = 0; i < record->value_count; ++i)
        if (record->values[i].kind == FBX_VALUE_ARRAY && (record->value_count > 1 || record->first_child)) return 0;
    return *record->name != 0;
}

sinew_result sinew__fbx_unpack_array(sinew__arena *arena, fbx_array *array, sinew__fbx_inflater *inflate,
                                     sinew_error *error)
{
    const size_t width = sinew__fbx_item_width(array->type), size = array->count * width;
    if (array->encoding == FBX_ARRAY_DECODED) return SINEW_OK;
    char *bytes = sinew__arena_take(arena, array->count, width);
    if (!bytes) return sinew__arena_fail(arena, error);
    if (array->encoding == FBX_ARRAY_DEFLATE && !inflate)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "no function to inflate arrays");
    if (array->encoding == FBX_ARRAY_DEFLATE ? !inflate(bytes, size, array->bytes, array->size) : array->size < size)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "an array does not inflate to its stated size");
    if (array->encoding == FBX_ARRAY_PLAIN && size) memcpy(bytes, array->bytes, size);
    *array = (fbx_array){.count = array->count, .type = array->type, .encoding = FBX_ARRAY_DECODED, .items = bytes};
    return SINEW_OK;
}

sinew_result sinew__fbx_prepare_text(sinew__arena *arena, fbx_record *root, sinew__fbx_inflater *inflate, size_t most,
                                     sinew_error *error)
{
    size_t total = 0;
    for (const fbx_record *record = root->first_child; record; record = sinew__fbx_record_walk(record, root)) {
        if (!is_record_of_text(record))
            return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "an ASCII FBX cannot contain the record '%.60s'",
                               record->name);
        if (record->value_count == 0 || record->values->kind != FBX_VALUE_ARRAY) continue;
        fbx_array *array = record->values->as.array;
        const size_t size = array->count * sinew__fbx_item_width(array->type);
        if (size > most - total)
            return sinew__fail(error, SINEW_ERROR_LIMIT, "the arrays have more than %zu MB, too many for an ASCII FBX",
                               most >> 20);
        const sinew_result result = sinew__fbx_unpack_array(arena, array, inflate, error);
        if (result != SINEW_OK) return result;
        total += size;
    }
    return SINEW_OK;
}

/// Writes a text in quotation marks. The name of an object gets its class in front.
static void put_text(sinew__buffer *out, const char *text, size_t size)
{
    const size_t separator = sizeof FBX_CLASS_SEPARATOR - 1;
    sinew__buffer_put_character(out, '"');
    for (size_t i = 0; i + separator <= size; ++i) {
        if (memcmp(text + i, FBX_CLASS_SEPARATOR, separator) != 0) continue;
        put_escaped(out, text + i + separator, size - i - separator);
        sinew__buffer_put_text(out, "::");
        size = i;
    }
    put_escaped(out, text, size);
    sinew__buffer_put_character(out, '"');
}

/// Writes raw bytes as base64 on a line of their own, after a comma.
static void put_raw(sinew__buffer *out, const fbx_value *value, int depth)
{
    sinew__buffer_put_text(out, ",\n");
    put_tabs(out, depth);
    sinew__buffer_put_character(out, '"');
    char *text = sinew__buffer_reserve(out, SINEW__BASE64_SIZE((size_t)value->size));
    if (text) out->size += sinew__base64_encode((const unsigned char *)value->as.bytes, value->size, text);
    sinew__buffer_put_character(out, '"');
}

/// Writes a number. A zero is written without a sign, because readers take −0 for an integer.
static void put_double(sinew__buffer *out, double number)
{
    char text[SINEW__NUMBER_SIZE];
    sinew__buffer_put(out, text, sinew__format_double(number == 0 ? 0 : number, text));
}

/// Writes a float. With `as_bits`, for attributes of keys, writes the integer with the same bits. Otherwise writes all
/// digits of the double, because readers use the number as written.
static void put_float(sinew__buffer *out, float number, int as_bits)
{
    int32_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (as_bits)
        sinew__buffer_format(out, "%" PRId32, bits);
    else
        put_double(out, (double)number);
}

static void put_item(sinew__buffer *out, const fbx_array *array, size_t i, int as_bits)
{
    switch (array->type) {
    case 'b': sinew__buffer_format(out, "%d", ((const signed char *)array->items)[i]); break;
    case 'i': sinew__buffer_format(out, "%" PRId32, ((const int32_t *)array->items)[i]); break;
    case 'l': sinew__buffer_format(out, "%" PRId64, ((const int64_t *)array->items)[i]); break;
    case 'f': put_float(out, ((const float *)array->items)[i], as_bits); break;
    default: put_double(out, ((const double *)array->items)[i]); break;
    }
}

static void put_text_array(sinew__buffer *out, const fbx_record *record, const fbx_array *array, int depth)
{
    const int as_bits = sinew__fbx_record_is(record, FBX_NAME(KEY_ATTR_DATA_FLOAT));
    assert(array->encoding == FBX_ARRAY_DECODED);
    sinew__buffer_format(out, "*%zu {\n", array->count);
    put_tabs(out, depth + 1);
    sinew__buffer_put_text(out, "a: ");
    for (size_t i = 0; i < array->count; ++i) {
        if (i > 0) sinew__buffer_put_character(out, ',');
        put_item(out, array, i, as_bits);
    }
    sinew__buffer_put_character(out, '\n');
    put_tabs(out, depth);
    sinew__buffer_put_character(out, '}');
}

static void put_text_value(sinew__buffer *out, const fbx_record *record, const fbx_value *value, int depth)
{
    switch ((fbx_value_kind)value->kind) {
    case FBX_VALUE_INTEGER:
        if (value->type == 'C' && sinew__ascii_lower((char)value->as.integer) >= 'a' &&
            sinew__ascii_lower((char)value->as.integer) <= 'z')
            sinew__buffer_put_character(out, (char)value->as.integer);
        else
            sinew__buffer_format(out, "%" PRId64, value->as.integer);
        break;
    case FBX_VALUE_NUMBER: put_double(out, value->as.number); break;
    case FBX_VALUE_TEXT:
    case FBX_VALUE_WORD: put_text(out, value->as.bytes, value->size); break;
    case FBX_VALUE_RAW: put_raw(out, value, depth); break;
    case FBX_VALUE_ARRAY: put_text_array(out, record, value->as.array, depth); break;
    }
}

static void begin_text_record(sinew__buffer *out, const fbx_record *record, int depth)
{
    put_tabs(out, depth);
    sinew__buffer_format(out, "%s: ", record->name);
    for (uint32_t i = 0; i < record->value_count; ++i) {
        if (i > 0) sinew__buffer_put_character(out, ',');
        put_text_value(out, record, &record->values[i], depth);
    }
    sinew__buffer_put_text(out, has_list(record) ? " {\n" : "\n");
}

static void end_text_record(sinew__buffer *out, const fbx_record *record, int depth)
{
    if (!has_list(record)) return;
    put_tabs(out, depth);
    sinew__buffer_put_text(out, "}\n");
}

void sinew__fbx_write_ascii(const fbx_record *root, uint32_t version, sinew__buffer *out)
{
    // Autodesk's first lines. three.js mistakes some other beginnings for binary files: it compares the characters at
    // 0, 1, 3, 6, 10 … 190 with "Kaydara\\FBX\\Binary\\\\", and a single match is enough.
    sinew__buffer_format(out, "; FBX %u.%u.%u project file\n; ----------------------------------------------------\n\n",
                         (unsigned)version / 1000, (unsigned)version / 100 % 10, (unsigned)version / 10 % 10);
    int depth = 0;
    for (const fbx_record *record = root->first_child; record;) {
        begin_text_record(out, record, depth);
        if (record->first_child) {
            record = record->first_child;
            ++depth;
            continue;
        }
        end_text_record(out, record, depth);
        while (!record->next && record->parent != root) {
            record = record->parent;
            end_text_record(out, record, --depth);
        }
        record = record->next;
    }
}
