// Records → a binary FBX 7.4 file: (end, value count, length of values, name, values, child records) with 32-bit
// headers. Each record's header is written empty and filled in when its end is known.
#include "support/write_fbx.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fbx/fbx_array.h"
#include "fbx/fbx_parse.h"

enum { VERSION = 7400, HEADER = 13, FOOTER_ZEROS = 4 };

static const unsigned char FOOTER_ID[16] = {0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                            0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
static const unsigned char FOOTER_MAGIC[16] = {0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                               0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};

/// Bytes being collected.
typedef struct fbx_writer {
    unsigned char *bytes;
    size_t size, capacity;
    sinew__arena scratch; // decoded arrays of the record being written
    sinew_error *error;
    sinew_result result;
} fbx_writer;

// ---- bytes -------------------------------------------------------------------------------------------------------

static int make_room(fbx_writer *writer, size_t more)
{
    if (writer->result != SINEW_OK) return 0;
    if (more > UINT32_MAX || writer->size + more > UINT32_MAX) {
        writer->result = sinew__fail(writer->error, SINEW_ERROR_LIMIT, "a binary FBX 7.4 file holds 4 GiB at most");
        return 0;
    }
    if (writer->size + more <= writer->capacity) return 1;
    size_t capacity = writer->capacity ? writer->capacity : (size_t)1 << 16;
    while (capacity < writer->size + more) capacity *= 2;
    unsigned char *bytes = realloc(writer->bytes, capacity);
    if (!bytes) {
        writer->result = sinew__fail_memory(writer->error);
        return 0;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
    return 1;
}

static void put(fbx_writer *writer, const void *bytes, size_t size)
{
    if (!make_room(writer, size) || size == 0) return;
    memcpy(writer->bytes + writer->size, bytes, size);
    writer->size += size;
}

static void put_zeros(fbx_writer *writer, size_t count)
{
    if (!make_room(writer, count)) return;
    memset(writer->bytes + writer->size, 0, count);
    writer->size += count;
}

static void store(unsigned char *at, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) at[i] = (unsigned char)(value >> (8 * i) & 0xff);
}

static void put_unsigned(fbx_writer *writer, uint64_t value, size_t width)
{
    unsigned char bytes[8];
    store(bytes, value, width);
    put(writer, bytes, width);
}

static void put_letter(fbx_writer *writer, char letter)
{
    put(writer, &letter, 1);
}

// ---- values ------------------------------------------------------------------------------------------------------

/// Records that readers expect as an array of a certain type, however few numbers there are and however they were kept.
static const struct {
    const char *name;
    char type;
} ARRAY_TYPES[] = {
    {"Vertices", 'd'},      {"Normals", 'd'},
    {"Binormals", 'd'},     {"Tangents", 'd'},
    {"NormalsW", 'd'},      {"UV", 'd'},
    {"Colors", 'd'},        {"Weights", 'd'},
    {"Transform", 'd'},     {"TransformLink", 'd'},
    {"Matrix", 'd'},        {"FullWeights", 'd'},
    {"BlendWeights", 'd'},  {"KeyTime", 'l'},
    {"KeyValueFloat", 'f'}, {"KeyAttrDataFloat", 'f'},
    {"KeyAttrFlags", 'i'},  {"KeyAttrRefCount", 'i'},
    {"Edges", 'i'},         {"PolygonVertexIndex", 'i'},
    {"Indexes", 'i'},       {"UVIndex", 'i'},
    {"NormalsIndex", 'i'},  {"ColorIndex", 'i'},
    {"Materials", 'i'},     {"Smoothing", 'i'},
    {"TextureId", 'i'},     {"TransformAssociateModel", 'd'},
};

static char type_by_name(const fbx_record *record)
{
    for (size_t i = 0; i < sizeof ARRAY_TYPES / sizeof *ARRAY_TYPES; i++)
        if (strcmp(record->name, ARRAY_TYPES[i].name) == 0) return ARRAY_TYPES[i].type;
    return 0;
}

static int holds_integers(const fbx_array *array)
{
    if (array->encoding != FBX_ARRAY_TEXT) return strchr("CYILbil", array->type) != NULL;
    for (size_t i = 0; i < array->size; i++)
        if (array->bytes[i] == '.' || array->bytes[i] == 'e' || array->bytes[i] == 'E') return 0;
    return 1;
}

static int are_numbers(const fbx_record *record)
{
    for (size_t i = 0; i < record->value_count; i++)
        if (record->values[i].kind != FBX_VALUE_INTEGER && record->values[i].kind != FBX_VALUE_NUMBER) return 0;
    return record->value_count > 0;
}

/// The array that a record is to be written as, or 0 for single values. *out_array is NULL where it has none yet.
static char array_type(const fbx_record *record, const fbx_array **out_array)
{
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    const int has_array = first && first->kind == FBX_VALUE_ARRAY && record->value_count == 1;
    const char named = type_by_name(record);
    *out_array = has_array ? first->as.array : NULL;
    if (!has_array) return are_numbers(record) ? named : 0;
    if (named) return named;
    if (!holds_integers(first->as.array)) return 'd';
    return first->as.array->type == 'L' ? 'l' : 'i';
}

static void put_array_header(fbx_writer *writer, char type, size_t count, int deflated, size_t size)
{
    put_letter(writer, type);
    put_unsigned(writer, count, 4);
    put_unsigned(writer, deflated != 0, 4);
    put_unsigned(writer, size, 4);
}

/// Floats that ASCII files write as the integers of the same bits keep their bits.
static int holds_bits(const fbx_record *record, const fbx_array *array)
{
    return array && array->encoding == FBX_ARRAY_TEXT && strcmp(record->name, "KeyAttrDataFloat") == 0 &&
           holds_integers(array);
}

static sinew_result decode(fbx_writer *writer, const fbx_record *record, char type, const void **out_items,
                           size_t *out_count)
{
    sinew__arena *arena = &writer->scratch;
    sinew_result result = SINEW_OK;
    const double *doubles = NULL;
    const float *floats = NULL;
    const int64_t *wide = NULL;
    const int32_t *narrow = NULL;
    switch (type) {
    case 'd': result = sinew__fbx_record_doubles(arena, record, &doubles, out_count, writer->error); break;
    case 'f': result = sinew__fbx_record_floats(arena, record, &floats, out_count, writer->error); break;
    case 'l': result = sinew__fbx_record_int64s(arena, record, &wide, out_count, writer->error); break;
    default: result = sinew__fbx_record_int32s(arena, record, &narrow, out_count, writer->error); break;
    }
    *out_items = doubles ? (const void *)doubles : floats ? (const void *)floats : wide ? (const void *)wide : narrow;
    return result;
}

static void put_items(fbx_writer *writer, const void *items, size_t count, size_t width, size_t stride)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        if (stride == 8) {
            memcpy(&bits, (const char *)items + i * 8, 8);
        } else {
            uint32_t narrow;
            memcpy(&narrow, (const char *)items + i * 4, 4);
            bits = narrow;
        }
        put_unsigned(writer, bits, width);
    }
}

/// Decodes without leaving the numbers in the record, which lives longer than they do.
static void put_decoded(fbx_writer *writer, const fbx_record *record, const fbx_array *array, char type)
{
    fbx_array copy = array ? *array : (fbx_array){0};
    copy.decoded_type = 0;
    fbx_value value = {.kind = FBX_VALUE_ARRAY, .as.array = &copy};
    fbx_record as_array = *record;
    if (array) as_array.values = &value;
    const char decoded = holds_bits(record, array) ? 'l' : type;
    const size_t width = type == 'i' || type == 'f' ? 4 : 8, stride = decoded == 'i' || decoded == 'f' ? 4 : 8;
    const void *items = NULL;
    size_t count = 0;
    const sinew_result result = decode(writer, &as_array, decoded, &items, &count);
    if (result != SINEW_OK) writer->result = result;
    if (result == SINEW_OK) {
        put_array_header(writer, type, count, 0, count * width);
        put_items(writer, items, count, width, stride);
    }
    sinew__arena_free(&writer->scratch);
}

static void put_array(fbx_writer *writer, const fbx_record *record, const fbx_array *array, char type)
{
    const int as_it_lies =
        array && (array->encoding == FBX_ARRAY_DEFLATE || array->encoding == FBX_ARRAY_PLAIN) && !array->big_endian;
    if (!as_it_lies) {
        put_decoded(writer, record, array, type);
        return;
    }
    put_array_header(writer, array->type, array->count, array->encoding == FBX_ARRAY_DEFLATE, array->size);
    put(writer, array->bytes, array->size);
}

static void put_bytes(fbx_writer *writer, char type, const char *bytes, size_t size)
{
    put_letter(writer, type);
    put_unsigned(writer, size, 4);
    put(writer, bytes, size);
}

/// Words of ASCII files are single characters in binary ones, where they are that short.
static void put_word(fbx_writer *writer, const fbx_value *value)
{
    if (value->size != 1) {
        put_bytes(writer, 'S', value->as.bytes, value->size);
        return;
    }
    put_letter(writer, 'C');
    put(writer, value->as.bytes, 1);
}

static void put_number(fbx_writer *writer, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_letter(writer, 'D');
    put_unsigned(writer, bits, 8);
}

/// In which type readers expect an integer of ASCII files, which do not say: C I L D.
static char integer_type(const fbx_record *record, size_t index, const fbx_value *value)
{
    static const char *const SHORT[] = {"int", "Integer", "enum", "Enum", "bool", "Bool"};
    static const char *const LONG[] = {"KTime", "ULongLong"};
    static const char *const LONG_RECORDS[] = {"C", "Node", "LocalTime", "ReferenceTime"};
    if (value->type == 'C') return 'C';
    if (strcmp(record->name, "P") == 0) {
        for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++)
            if (sinew__fbx_record_text_is(record, 1, SHORT[i])) return 'I';
        for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++)
            if (sinew__fbx_record_text_is(record, 1, LONG[i])) return 'L';
        return 'D';
    }
    for (size_t i = 0; i < sizeof LONG_RECORDS / sizeof *LONG_RECORDS; i++)
        if (strcmp(record->name, LONG_RECORDS[i]) == 0) return 'L';
    if (index == 0 && record->value_count == 3) return 'L'; // id, name, subclass
    return value->as.integer == (int32_t)value->as.integer ? 'I' : 'L';
}

static void put_integer(fbx_writer *writer, char type, int64_t number)
{
    if (type == 'D') {
        put_number(writer, (double)number);
        return;
    }
    if (type == 'I' && number > INT32_MAX) number = INT32_MAX;
    if (type == 'I' && number < INT32_MIN) number = INT32_MIN;
    put_letter(writer, type);
    put_unsigned(writer, (uint64_t)number, type == 'C' ? 1 : type == 'I' ? 4 : 8);
}

static void put_value(fbx_writer *writer, const fbx_record *record, size_t index)
{
    const fbx_value *value = &record->values[index];
    switch ((fbx_value_kind)value->kind) {
    case FBX_VALUE_INTEGER: put_integer(writer, integer_type(record, index, value), value->as.integer); break;
    case FBX_VALUE_NUMBER: put_number(writer, value->as.number); break;
    case FBX_VALUE_TEXT: put_bytes(writer, 'S', value->as.bytes, value->size); break;
    case FBX_VALUE_RAW: put_bytes(writer, 'R', value->as.bytes, value->size); break;
    case FBX_VALUE_WORD: put_word(writer, value); break;
    case FBX_VALUE_ARRAY: { // one of several values: rare, and of no known meaning
        const fbx_record alone = {.name = record->name, .values = value, .value_count = 1};
        const fbx_array *array;
        const char type = array_type(&alone, &array);
        put_array(writer, &alone, array, type);
        break;
    }
    }
}

static uint32_t put_values(fbx_writer *writer, const fbx_record *record)
{
    const fbx_array *array;
    const char type = array_type(record, &array);
    if (type) {
        put_array(writer, record, array, type);
        return 1;
    }
    for (size_t i = 0; i < record->value_count && writer->result == SINEW_OK; i++) put_value(writer, record, i);
    return record->value_count;
}

// ---- records -----------------------------------------------------------------------------------------------------

/// Writes a record up to its children. Returns where its header lies.
static size_t begin_record(fbx_writer *writer, const fbx_record *record)
{
    const size_t header = writer->size;
    size_t name_length = strlen(record->name);
    if (name_length > 255) name_length = 255;
    put_zeros(writer, HEADER);
    put(writer, record->name, name_length);
    const size_t values_at = writer->size;
    const uint32_t value_count = put_values(writer, record);
    if (writer->result != SINEW_OK) return header;
    store(writer->bytes + header + 4, value_count, 4);
    store(writer->bytes + header + 8, writer->size - values_at, 4);
    writer->bytes[header + 12] = (unsigned char)name_length;
    return header;
}

/// A list of children, even an empty one behind a record without values, ends in zeros.
static void end_record(fbx_writer *writer, const fbx_record *record, size_t header)
{
    if (record->first_child || record->value_count == 0) put_zeros(writer, HEADER);
    if (writer->result == SINEW_OK) store(writer->bytes + header, writer->size, 4);
}

/// Positions of the headers of the records that are open, in an array of their own: no recursion on the depth of the
/// tree.
typedef struct open_headers {
    size_t *at;
    size_t depth, capacity;
} open_headers;

static int open_header(fbx_writer *writer, open_headers *open, size_t header)
{
    if (open->depth == open->capacity) {
        const size_t capacity = open->capacity ? open->capacity * 2 : 64;
        size_t *at = realloc(open->at, capacity * sizeof *at);
        if (!at) {
            writer->result = sinew__fail_memory(writer->error);
            return 0;
        }
        open->at = at;
        open->capacity = capacity;
    }
    open->at[open->depth++] = header;
    return 1;
}

/// Ends a record and those around it that it is the last of. Returns the record to go on with, or NULL.
static const fbx_record *end_records(fbx_writer *writer, open_headers *open, const fbx_record *record,
                                     const fbx_record *root)
{
    while (record != root) {
        end_record(writer, record, open->at[--open->depth]);
        if (record->next) return record->next;
        record = record->parent;
    }
    return NULL;
}

static void write_records(fbx_writer *writer, const fbx_record *root)
{
    open_headers open = {0};
    const fbx_record *record = root->first_child;
    while (record && writer->result == SINEW_OK) {
        if (!open_header(writer, &open, begin_record(writer, record))) break;
        record = record->first_child ? record->first_child : end_records(writer, &open, record, root);
    }
    free(open.at);
    put_zeros(writer, HEADER);
}

static void write_footer(fbx_writer *writer)
{
    put(writer, FOOTER_ID, sizeof FOOTER_ID);
    put_zeros(writer, FOOTER_ZEROS);
    put_zeros(writer, 16 - writer->size % 16);
    put_unsigned(writer, VERSION, 4);
    put_zeros(writer, 120);
    put(writer, FOOTER_MAGIC, sizeof FOOTER_MAGIC);
}

sinew_result write_fbx(const fbx_record *root, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    *out_bytes = NULL;
    *out_size = 0;
    fbx_writer writer = {.error = out_error};
    put(&writer, "Kaydara FBX Binary  \0\x1a\0", 23);
    put_unsigned(&writer, VERSION, 4);
    write_records(&writer, root);
    write_footer(&writer);
    sinew__arena_free(&writer.scratch);
    if (writer.result != SINEW_OK) {
        free(writer.bytes);
        return writer.result;
    }
    *out_bytes = writer.bytes;
    *out_size = writer.size;
    return SINEW_OK;
}
