// Parses binary files. A record is: end, number of values, length of values, name, values, child records. The first
// three are 32 bits wide before version 7.5, 64 bits from then on. A record of zeros ends a list of children.
#include <string.h>

#include "core/base/error.h"
#include "fbx/fbx_parse.h"

enum {
    PACK_FROM = 8,           // smallest number of values of one type that are kept as an array
    MAX_INFLATE = 1032,      // bytes to which each byte of a zlib stream inflates at most
    INFLATE_EXTRA = 1 << 16, // bytes allowed in addition, for very short streams
};

static const char file_signature[] = FBX_SIGNATURE;

/// A record whose children are being read.
typedef struct open_record {
    fbx_record *record;
    size_t end;
} open_record;

typedef struct binary_reader {
    fbx_parser *parser;
    size_t at;
    int wide;          // whether record headers have 64 bits
    open_record *open; // the records around the current one; the root is first
    size_t depth, open_capacity;
} binary_reader;

typedef struct record_header {
    uint64_t end, value_count, values_size;
    size_t values_at;
    const char *name;
    size_t name_length;
} record_header;

int sinew__fbx_is_binary(const void *bytes, size_t size)
{
    return size >= sizeof file_signature && memcmp(bytes, file_signature, sizeof file_signature) == 0;
}

int sinew__fbx_is_cut_signature(const void *bytes, size_t size)
{
    return size < sizeof file_signature && memcmp(bytes, file_signature, size) == 0;
}

sinew_result sinew__fbx_check_signature(const void *bytes, size_t size, sinew_error *error)
{
    enum { WORDS = sizeof "Kaydara FBX Binary" - 1 };
    if (size < sizeof file_signature || memcmp(bytes, file_signature, WORDS) != 0 || sinew__fbx_is_binary(bytes, size))
        return SINEW_OK;
    sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the signature of a binary FBX file, then other bytes");
    sinew__hint(error, "transfers as text change zero bytes and line ends; copy or export it again");
    return SINEW_ERROR_DAMAGED;
}

// ---- numbers -----------------------------------------------------------------------------------------------------

static uint64_t read_unsigned(const fbx_parser *parser, size_t at, size_t width)
{
    const unsigned char *p = (const unsigned char *)parser->bytes + at;
    uint64_t value = 0;
    for (size_t i = 0; i < width; ++i) value |= (uint64_t)p[parser->big_endian ? width - 1 - i : i] << (8 * i);
    return value;
}

static double read_double(const fbx_parser *parser, size_t at)
{
    const uint64_t bits = read_unsigned(parser, at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// ---- values ------------------------------------------------------------------------------------------------------

static void read_scalar(const fbx_parser *parser, size_t at, fbx_value *out)
{
    out->kind = FBX_VALUE_INTEGER;
    switch (out->type) {
    case 'Z': out->as.integer = (signed char)parser->bytes[at]; break;
    case 'Y': out->as.integer = (int16_t)read_unsigned(parser, at, 2); break;
    case 'I': out->as.integer = (int32_t)read_unsigned(parser, at, 4); break;
    case 'L': out->as.integer = (int64_t)read_unsigned(parser, at, 8); break;
    case 'F':
        out->kind = FBX_VALUE_NUMBER;
        const uint32_t bits = (uint32_t)read_unsigned(parser, at, 4);
        float value;
        memcpy(&value, &bits, sizeof value);
        out->as.number = (double)value;
        break;
    case 'D':
        out->kind = FBX_VALUE_NUMBER;
        out->as.number = read_double(parser, at);
        break;
    default:
        out->type = 'C';
        out->as.integer = (signed char)parser->bytes[at];
        break;
    }
}

static sinew_result check_array(const fbx_parser *parser, const fbx_array *array, size_t width)
{
    const uint64_t wanted = (uint64_t)array->count * width;
    if (array->encoding == FBX_ARRAY_PLAIN && wanted != array->size)
        return sinew__fbx_damaged(parser->error, array->at, "an array has a different length than it states");
    if (wanted > (uint64_t)array->size * MAX_INFLATE + INFLATE_EXTRA)
        return sinew__fbx_damaged(parser->error, array->at, "an array states more numbers than its bytes can hold");
    return SINEW_OK;
}

static sinew_result read_array(fbx_parser *parser, size_t *at, size_t end, fbx_value *out)
{
    if (end - *at < 12) return sinew__fbx_damaged(parser->error, *at, "an array runs past its record");
    fbx_array *array = SINEW__ARENA_ARRAY(parser->arena, fbx_array, 1);
    if (!array) return sinew__arena_fail(parser->arena, parser->error);
    const uint64_t count = read_unsigned(parser, *at, 4), encoding = read_unsigned(parser, *at + 4, 4);
    uint64_t size = read_unsigned(parser, *at + 8, 4);
    array->at = *at;
    array->type = out->type == 'c' ? 'b' : out->type;
    array->big_endian = parser->big_endian != 0;
    *at += 12;
    if (encoding > 1) return sinew__fbx_damaged(parser->error, array->at, "an array has an unknown encoding");
    // Some writers store the number of items as the size of uncompressed arrays.
    if (encoding == 0) size = count * sinew__fbx_item_width(out->type);
    if (size > end - *at) return sinew__fbx_damaged(parser->error, array->at, "an array runs past its record");
    array->count = (size_t)count;
    array->size = (size_t)size;
    array->encoding = encoding ? FBX_ARRAY_DEFLATE : FBX_ARRAY_PLAIN;
    array->bytes = parser->bytes + *at;
    *at += array->size;
    out->kind = FBX_VALUE_ARRAY;
    out->as.array = array;
    return check_array(parser, array, sinew__fbx_item_width(out->type));
}

static sinew_result read_bytes(const fbx_parser *parser, size_t *at, size_t end, fbx_value *out)
{
    if (end - *at < 4) return sinew__fbx_damaged(parser->error, *at, "a text runs past its record");
    const size_t size = (size_t)read_unsigned(parser, *at, 4);
    if (size > end - *at - 4) return sinew__fbx_damaged(parser->error, *at, "a text runs past its record");
    out->kind = out->type == 'S' ? FBX_VALUE_TEXT : FBX_VALUE_RAW;
    out->size = (uint32_t)size;
    out->as.bytes = parser->bytes + *at + 4;
    *at += 4 + size;
    return SINEW_OK;
}

static sinew_result read_value(fbx_parser *parser, size_t *at, size_t end, fbx_value *out)
{
    if (*at >= end) return sinew__fbx_damaged(parser->error, *at, "values run past their record");
    out->type = parser->bytes[*at];
    const size_t width = sinew__fbx_scalar_width(out->type);
    if (width) {
        if (end - *at < 1 + width) return sinew__fbx_damaged(parser->error, *at, "a number runs past its record");
        read_scalar(parser, *at + 1, out);
        *at += 1 + width;
        return SINEW_OK;
    }
    *at += 1;
    if (out->type == 'S' || out->type == 'R') return read_bytes(parser, at, end, out);
    if (sinew__fbx_item_width(out->type)) return read_array(parser, at, end, out);
    return sinew__fbx_damaged(parser->error, *at - 1, "a value has an unknown type");
}

/// Whether all values are numbers of one type, which is how FBX 6 stores an array.
static int is_packed_list(const fbx_parser *parser, const record_header *header)
{
    if (header->value_count < PACK_FROM || header->values_size == 0) return 0;
    const char type = parser->bytes[header->values_at];
    const size_t step = 1 + sinew__fbx_scalar_width(type);
    if (step == 1 || header->values_size % step || header->values_size / step != header->value_count) return 0;
    const char *p = parser->bytes + header->values_at;
    for (const char *end = p + header->values_size; p < end; p += step)
        if (*p != type) return 0;
    return 1;
}

static sinew_result pack_list(fbx_parser *parser, const record_header *header, fbx_record *record)
{
    fbx_value *value = SINEW__ARENA_ARRAY(parser->arena, fbx_value, 1);
    fbx_array *array = SINEW__ARENA_ARRAY(parser->arena, fbx_array, 1);
    if (!value || !array) return sinew__arena_fail(parser->arena, parser->error);
    *array = (fbx_array){
        .bytes = parser->bytes + header->values_at,
        .size = (size_t)header->values_size,
        .count = (size_t)header->value_count,
        .at = header->values_at,
        .type = parser->bytes[header->values_at],
        .encoding = FBX_ARRAY_LIST,
        .big_endian = parser->big_endian != 0,
    };
    if (array->type == 'B') array->type = 'C';
    *value = (fbx_value){.kind = FBX_VALUE_ARRAY, .as.array = array};
    record->values = value;
    record->value_count = 1;
    return SINEW_OK;
}

static sinew_result read_values(fbx_parser *parser, const record_header *header, fbx_record *record)
{
    if (header->value_count == 0) return SINEW_OK;
    if (header->value_count > header->values_size / 2)
        return sinew__fbx_damaged(parser->error, record->at, "a record states more values than it can hold");
    if (is_packed_list(parser, header)) return pack_list(parser, header, record);
    fbx_value *values = SINEW__ARENA_ARRAY(parser->arena, fbx_value, header->value_count);
    if (!values) return sinew__arena_fail(parser->arena, parser->error);
    size_t at = header->values_at;
    const size_t end = at + (size_t)header->values_size;
    sinew_result result = SINEW_OK;
    for (uint64_t i = 0; result == SINEW_OK && i < header->value_count; ++i)
        result = read_value(parser, &at, end, &values[i]);
    record->values = values;
    record->value_count = (uint32_t)header->value_count;
    return result;
}

// ---- records -----------------------------------------------------------------------------------------------------

/// Reads the fixed part and the name of a record. `limit` is the end of the record around it. If the record states the
/// end 0, it is the record of zeros that ends a list.
static sinew_result read_header(binary_reader *reader, size_t limit, record_header *out)
{
    const fbx_parser *parser = reader->parser;
    const size_t width = reader->wide ? 8 : 4, start = reader->at;
    if (limit - start < 3 * width + 1) {
        if (limit == parser->size) return sinew__fbx_truncated(parser->error, parser->size, start + 3 * width + 1);
        return sinew__fbx_damaged(parser->error, start, "a record runs past the one around it");
    }
    out->end = read_unsigned(parser, start, width);
    out->value_count = read_unsigned(parser, start + width, width);
    out->values_size = read_unsigned(parser, start + 2 * width, width);
    out->name_length = (unsigned char)parser->bytes[start + 3 * width];
    const size_t name_at = start + 3 * width + 1;
    if (out->end == 0) {
        if (out->value_count || out->values_size || out->name_length)
            return sinew__fbx_damaged(parser->error, start, "a record ends before it begins");
        reader->at = name_at;
        return SINEW_OK;
    }
    if (out->end > limit) {
        if (limit == parser->size && out->end < UINT64_MAX)
            return sinew__fbx_truncated(parser->error, parser->size, out->end);
        return sinew__fbx_damaged(parser->error, start, "a record runs past the one around it");
    }
    if (out->end < name_at) return sinew__fbx_damaged(parser->error, start, "a record ends before it begins");
    if (out->name_length > out->end - name_at)
        return sinew__fbx_damaged(parser->error, start, "a name runs past its record");
    out->name = parser->bytes + name_at;
    out->values_at = name_at + out->name_length;
    if (out->values_size > out->end - out->values_at)
        return sinew__fbx_damaged(parser->error, start, "values run past their record");
    if (out->value_count > UINT32_MAX) return sinew__fbx_damaged(parser->error, start, "a record has too many values");
    return SINEW_OK;
}

static sinew_result open_children(binary_reader *reader, fbx_record *record, size_t end)
{
    open_record *open =
        sinew__arena_grow(reader->parser->arena, reader->open, reader->depth, &reader->open_capacity, sizeof *open);
    if (!open) return sinew__arena_fail(reader->parser->arena, reader->parser->error);
    reader->open = open;
    reader->open[reader->depth++] = (open_record){record, end};
    return SINEW_OK;
}

static sinew_result read_record(binary_reader *reader, const record_header *header, size_t start)
{
    fbx_parser *parser = reader->parser;
    const char *name = sinew__fbx_intern(parser, header->name, header->name_length);
    fbx_record *record =
        name ? sinew__fbx_record_add(parser->arena, reader->open[reader->depth - 1].record, name) : NULL;
    if (!record) return sinew__arena_fail(parser->arena, parser->error);
    record->at = start;
    sinew_result result = read_values(parser, header, record);
    if (result != SINEW_OK) return result;
    reader->at = header->values_at + (size_t)header->values_size;
    record->has_list = reader->at < header->end;
    if (record->has_list) return open_children(reader, record, (size_t)header->end);
    return SINEW_OK;
}

/// Reads records until the list of the root ends. The footer after it is not needed.
static sinew_result read_records(binary_reader *reader)
{
    while (reader->depth) {
        const open_record *open = &reader->open[reader->depth - 1];
        if (reader->depth > 1 && reader->at == open->end) { // the list ends without a record of zeros
            --reader->depth;
            continue;
        }
        record_header header = {0};
        const size_t start = reader->at;
        sinew_result result = read_header(reader, open->end, &header);
        if (result == SINEW_OK && header.end == 0) {
            if (reader->depth > 1) reader->at = open->end;
            --reader->depth;
            continue;
        }
        if (result == SINEW_OK) result = read_record(reader, &header, start);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

sinew_result sinew__fbx_parse_binary(fbx_parser *parser)
{
    if (parser->size < FBX_BINARY_HEADER) return sinew__fbx_truncated(parser->error, parser->size, FBX_BINARY_HEADER);
    parser->big_endian = parser->bytes[FBX_ENDIANNESS_AT] == 1;
    parser->version = (uint32_t)read_unsigned(parser, FBX_VERSION_AT, 4);
    if (parser->version < 2000 || parser->version >= 9000)
        return sinew__fail(parser->error, SINEW_ERROR_UNSUPPORTED, "unsupported FBX version %u",
                           (unsigned)parser->version);
    binary_reader reader = {.parser = parser, .at = FBX_BINARY_HEADER, .wide = parser->version >= FBX_WIDE_FROM};
    sinew_result result = open_children(&reader, parser->root, parser->size);
    return result == SINEW_OK ? read_records(&reader) : result;
}
