// A tree of records as sinew's writer takes it: arrays are decoded, and numbers of ASCII files, which do not state
// their types, get those that readers expect.
#include "support/write_fbx.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "fbx/fbx_record.h"

/// Of everything that is decoded for one file.
static const size_t MEMORY = (size_t)512 << 20;

typedef struct converter {
    sinew__arena arena;
    sinew_error *error;
} converter;

// ---- types -------------------------------------------------------------------------------------------------------

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
    for (size_t i = 0; i < sizeof ARRAY_TYPES / sizeof *ARRAY_TYPES; ++i)
        if (strcmp(record->name, ARRAY_TYPES[i].name) == 0) return ARRAY_TYPES[i].type;
    return 0;
}

static int holds_integers(const fbx_array *array)
{
    if (array->encoding != FBX_ARRAY_TEXT) return strchr("CYILbil", array->type) != NULL;
    for (size_t i = 0; i < array->size; ++i)
        if (array->bytes[i] == '.' || array->bytes[i] == 'e' || array->bytes[i] == 'E') return 0;
    return 1;
}

static int are_numbers(const fbx_record *record)
{
    for (size_t i = 0; i < record->value_count; ++i)
        if (record->values[i].kind != FBX_VALUE_INTEGER && record->values[i].kind != FBX_VALUE_NUMBER) return 0;
    return record->value_count > 0;
}

/// Returns the type of the array for a record's values, or 0 for single values. *out_array is NULL if the record has no
/// array yet.
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

/// Floats that ASCII files write as the integers of the same bits keep their bits.
static int holds_bits(const fbx_record *record, const fbx_array *array)
{
    return array && array->encoding == FBX_ARRAY_TEXT && strcmp(record->name, "KeyAttrDataFloat") == 0 &&
           holds_integers(array);
}

/// In which type readers expect an integer of ASCII files, which do not say: C I L D.
static char integer_type(const fbx_record *record, size_t index, const fbx_value *value)
{
    static const char *const SHORT[] = {"int", "Integer", "enum", "Enum", "bool", "Bool"};
    static const char *const LONG[] = {"KTime", "ULongLong"};
    static const char *const LONG_RECORDS[] = {"C", "Node", "LocalTime", "ReferenceTime"};
    if (value->type == 'C') return 'C';
    if (strcmp(record->name, "P") == 0) {
        for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; ++i)
            if (sinew__fbx_record_text_is(record, 1, SHORT[i])) return 'I';
        for (size_t i = 0; i < sizeof LONG / sizeof *LONG; ++i)
            if (sinew__fbx_record_text_is(record, 1, LONG[i])) return 'L';
        return 'D';
    }
    for (size_t i = 0; i < sizeof LONG_RECORDS / sizeof *LONG_RECORDS; ++i)
        if (strcmp(record->name, LONG_RECORDS[i]) == 0) return 'L';
    if (index == 0 && record->value_count == 3) return 'L'; // id, name, subclass
    return value->as.integer == (int32_t)value->as.integer ? 'I' : 'L';
}

// ---- values ------------------------------------------------------------------------------------------------------

static sinew_result decode(converter *to, const fbx_record *record, char type, const void **out_items,
                           size_t *out_count)
{
    const double *doubles = NULL;
    const float *floats = NULL;
    const int64_t *wide = NULL;
    const int32_t *narrow = NULL;
    sinew_result result;
    switch (type) {
    case 'd': result = sinew__fbx_record_doubles(&to->arena, record, &doubles, out_count, to->error); break;
    case 'f': result = sinew__fbx_record_floats(&to->arena, record, &floats, out_count, to->error); break;
    case 'l': result = sinew__fbx_record_int64s(&to->arena, record, &wide, out_count, to->error); break;
    default: result = sinew__fbx_record_int32s(&to->arena, record, &narrow, out_count, to->error); break;
    }
    *out_items = doubles ? (const void *)doubles : floats ? (const void *)floats : wide ? (const void *)wide : narrow;
    return result;
}

/// The low halves of 64-bit integers: floats by their bits.
static const void *narrow_bits(converter *to, const int64_t *bits, size_t count)
{
    uint32_t *narrow = SINEW__ARENA_ARRAY(&to->arena, uint32_t, count);
    for (size_t i = 0; narrow && i < count; ++i) narrow[i] = (uint32_t)(uint64_t)bits[i];
    return narrow;
}

static sinew_result convert_array(converter *to, const fbx_record *record, const fbx_array *array, char type,
                                  fbx_value *out)
{
    fbx_array copy = array ? *array : (fbx_array){0};
    const fbx_value value = {.kind = FBX_VALUE_ARRAY, .as.array = &copy};
    fbx_record as_array = *record;
    if (array) as_array.values = &value;
    const int is_binary = array && (array->encoding == FBX_ARRAY_DEFLATE || array->encoding == FBX_ARRAY_PLAIN);
    if (is_binary) type = array->type == 'b' ? 'i' : array->type;
    const int as_bits = holds_bits(record, array);
    fbx_array *decoded = SINEW__ARENA_ARRAY(&to->arena, fbx_array, 1);
    if (!decoded) return sinew__arena_fail(&to->arena, to->error);
    *decoded = (fbx_array){.type = type, .encoding = FBX_ARRAY_DECODED};
    const sinew_result result = decode(to, &as_array, as_bits ? 'l' : type, &decoded->items, &decoded->count);
    if (result == SINEW_OK && as_bits) decoded->items = narrow_bits(to, decoded->items, decoded->count);
    *out = (fbx_value){.kind = FBX_VALUE_ARRAY, .type = type, .as.array = decoded};
    return result;
}

/// A word of one character in an ASCII file is a single character in a binary one.
static fbx_value convert_word(const fbx_value *value)
{
    fbx_value out = *value;
    out.kind = value->size == 1 ? FBX_VALUE_INTEGER : FBX_VALUE_TEXT;
    out.type = value->size == 1 ? 'C' : 'S';
    if (value->size == 1) out.as.integer = value->as.bytes[0];
    return out;
}

static fbx_value convert_integer(const fbx_record *record, size_t index)
{
    fbx_value out = record->values[index];
    out.type = integer_type(record, index, &out);
    if (out.type == 'I' && out.as.integer > INT32_MAX) out.as.integer = INT32_MAX;
    if (out.type == 'I' && out.as.integer < INT32_MIN) out.as.integer = INT32_MIN;
    if (out.type == 'D') {
        out.kind = FBX_VALUE_NUMBER;
        out.as.number = (double)record->values[index].as.integer;
    }
    return out;
}

static sinew_result convert_value(converter *to, const fbx_record *record, size_t index, fbx_value *out)
{
    const fbx_value *value = &record->values[index];
    const fbx_record alone = {.name = record->name, .values = value, .value_count = 1};
    const fbx_array *array;
    *out = *value;
    switch ((fbx_value_kind)value->kind) {
    case FBX_VALUE_INTEGER: *out = convert_integer(record, index); break;
    case FBX_VALUE_NUMBER: out->type = 'D'; break;
    case FBX_VALUE_TEXT:
    case FBX_VALUE_RAW: break;
    case FBX_VALUE_WORD: *out = convert_word(value); break;
    case FBX_VALUE_ARRAY: // one of several values: rare, and of no known meaning
        return convert_array(to, &alone, value->as.array, array_type(&alone, &array), out);
    }
    return SINEW_OK;
}

static sinew_result convert_values(converter *to, const fbx_record *from, fbx_record *out)
{
    const fbx_array *array;
    const char type = array_type(from, &array);
    fbx_value *values = SINEW__ARENA_ARRAY(&to->arena, fbx_value, from->value_count + 1);
    if (!values) return sinew__arena_fail(&to->arena, to->error);
    sinew_result result = type ? convert_array(to, from, array, type, values) : SINEW_OK;
    for (size_t i = 0; !type && i < from->value_count && result == SINEW_OK; ++i)
        result = convert_value(to, from, i, &values[i]);
    out->values = values;
    out->value_count = type ? 1 : from->value_count;
    return result;
}

// ---- records -----------------------------------------------------------------------------------------------------

/// Copies the records below `from`, one after the other.
static sinew_result convert_records(converter *to, const fbx_record *from, fbx_record *out)
{
    enum { LONGEST_NAME = 255 };
    const fbx_record *top = from;
    for (const fbx_record *record = from->first_child; record;) {
        const size_t length = strlen(record->name) < LONGEST_NAME ? strlen(record->name) : LONGEST_NAME;
        const char *name = sinew__arena_text(&to->arena, record->name, length);
        fbx_record *copy = name ? sinew__fbx_record_add(&to->arena, out, name) : NULL;
        if (!copy) return sinew__arena_fail(&to->arena, to->error);
        const sinew_result result = convert_values(to, record, copy);
        if (result != SINEW_OK) return result;
        if (record->first_child) {
            record = record->first_child;
            out = copy;
            continue;
        }
        while (!record->next && record->parent != top) {
            record = record->parent;
            out = out->parent;
        }
        record = record->next;
    }
    return SINEW_OK;
}

sinew_result write_fbx(const fbx_record *root, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    enum { VERSION = 7400 };
    *out_bytes = NULL;
    *out_size = 0;
    converter to = {.arena = {.limit = MEMORY}, .error = out_error};
    fbx_record copy = {.name = ""};
    sinew__buffer out = {0};
    sinew_result result = convert_records(&to, root, &copy);
    if (result == SINEW_OK && sinew__fbx_is_large(&copy))
        result = sinew__fail(out_error, SINEW_ERROR_LIMIT, "a binary FBX 7.4 file holds 4 GiB at most");
    if (result == SINEW_OK) sinew__fbx_write_binary(&copy, VERSION, &out);
    if (result == SINEW_OK && out.failed) result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        *out_bytes = malloc(out.size);
        *out_size = *out_bytes ? out.size : 0;
        if (*out_bytes) memcpy(*out_bytes, out.text, out.size);
    }
    sinew__buffer_free(&out);
    sinew__arena_free(&to.arena);
    return result == SINEW_OK && !*out_bytes ? sinew__fail_memory(out_error) : result;
}
