// Converts the records of a file to a stream. Binary values keep their types; values of ASCII files get the types of
// binary files.
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/record_stream.h"
#include "fbx/fbx_document.h"
#include "fbx/fbx_parse.h"

/// FIRST_VERSION: first version of FBX whose records are kept. SMALL_ARRAY: arrays of fewer bytes are not compressed,
/// as in the FBX SDK.
enum { FIRST_VERSION = 7000, SMALL_ARRAY = 128 };

typedef struct folder {
    sinew__arena *arena;
    sinew__buffer *out;
    sinew_error *error;
    int is_binary;
    const fbx_record *objects; ///< the list of objects of an ASCII file
} folder;

// ---- arrays --------------------------------------------------------------------------------------------------------

/// Appends the numbers of an array as `type`, compressed if that makes them smaller.
static sinew_result put_decoded(const folder *job, fbx_array *array, char type)
{
    const void *items;
    const sinew_result result = sinew__fbx_array_decode(job->arena, array, type, &items, job->error);
    if (result != SINEW_OK) return result;
    const size_t size = array->count * sinew__fbx_item_width(type);
    if (size > UINT32_MAX)
        return sinew__fail(job->error, SINEW_ERROR_LIMIT, "an array of %zu numbers is too large", array->count);
    char *packed = size >= SMALL_ARRAY ? sinew__arena_take(job->arena, size, 1) : NULL;
    if (job->arena->failed) return sinew__arena_fail(job->arena, job->error);
    const size_t packed_size = packed ? sinew__fbx_deflate(packed, items, size) : 0;
    sinew__record_stream_put(job->out, &(sinew__stream_value){.type = type,
                                                              .bytes = packed_size ? packed : items,
                                                              .size = packed_size ? packed_size : size,
                                                              .count = (uint32_t)array->count,
                                                              .encoding = packed_size > 0});
    return SINEW_OK;
}

/// Whether a text of numbers contains no point, exponent or word.
static int is_text_of_integers(const fbx_array *array)
{
    static const char letters[] = ".eEnN";
    for (const char *letter = letters; *letter; ++letter)
        if (memchr(array->bytes, *letter, array->size)) return 0;
    return 1;
}

/// Whether an entry of the format's table is for records with the name of `record`.
static int is_named(const fbx_record_format *format, const fbx_record *record)
{
    return format->name[0] == record->name[0] && strcmp(format->name, record->name) == 0;
}

/// Finds the type that a text array gets in binary files: the type in the format's table, or d for a record that the
/// table lacks. If all numbers of such a record are whole, the array is decoded, and the type is i or, for numbers of
/// more than 32 bits, l.
static sinew_result find_text_type(const folder *job, const fbx_record *record, fbx_array *array, char *out_type)
{
    for (int i = 0; i < FBX_RECORDS_END; ++i)
        if (is_named(&sinew__fbx_records[i], record)) {
            *out_type = sinew__ascii_lower(sinew__fbx_records[i].values[0]);
            if (*out_type != sinew__fbx_records[i].values[0]) return SINEW_OK; // a capital letter: an array
        }
    *out_type = 'd';
    if (!is_text_of_integers(array)) return SINEW_OK;
    const void *items;
    const sinew_result result = sinew__fbx_array_decode(job->arena, array, 'l', &items, job->error);
    if (result != SINEW_OK) return result;
    *array =
        (fbx_array){.count = array->count, .at = array->at, .type = 'l', .encoding = FBX_ARRAY_DECODED, .items = items};
    *out_type = 'i';
    for (size_t i = 0; i < array->count; ++i) {
        const int64_t number = ((const int64_t *)items)[i];
        if (number < INT32_MIN || number > INT32_MAX) *out_type = 'l';
    }
    return SINEW_OK;
}

/// Appends the floats of attributes, which ASCII files write as whole numbers with the same bits.
static sinew_result put_attribute_bits(const folder *job, fbx_array *array)
{
    const void *items;
    sinew_result result = sinew__fbx_array_decode(job->arena, array, 'l', &items, job->error);
    if (result != SINEW_OK) return result;
    float *numbers = SINEW__ARENA_ARRAY(job->arena, float, array->count);
    if (!numbers) return sinew__arena_fail(job->arena, job->error);
    for (size_t i = 0; i < array->count; ++i) {
        const uint32_t bits = (uint32_t)(uint64_t)((const int64_t *)items)[i];
        memcpy(&numbers[i], &bits, sizeof bits);
    }
    fbx_array floats = {.count = array->count, .type = 'f', .encoding = FBX_ARRAY_DECODED, .items = numbers};
    return put_decoded(job, &floats, 'f');
}

static sinew_result put_array(const folder *job, const fbx_record *record, fbx_array *array)
{
    const int is_encoded = array->encoding == FBX_ARRAY_PLAIN || array->encoding == FBX_ARRAY_DEFLATE;
    if (is_encoded && (!array->big_endian || array->type == 'b')) {
        sinew__record_stream_put(job->out, &(sinew__stream_value){.type = array->type,
                                                                  .bytes = array->bytes,
                                                                  .size = array->size,
                                                                  .count = (uint32_t)array->count,
                                                                  .encoding = array->encoding == FBX_ARRAY_DEFLATE});
        return SINEW_OK;
    }
    char type = array->type;
    if (array->encoding != FBX_ARRAY_TEXT) return put_decoded(job, array, type);
    if (sinew__fbx_record_is(record, FBX_NAME(KEY_ATTR_DATA_FLOAT)) && is_text_of_integers(array))
        return put_attribute_bits(job, array);
    const sinew_result result = find_text_type(job, record, array, &type);
    return result == SINEW_OK ? put_decoded(job, array, type) : result;
}

// ---- values --------------------------------------------------------------------------------------------------------

/// Returns the type that a number of a property has in binary files. It depends on the type that the property states.
static char type_of_property(const fbx_record *property, int is_integer)
{
    static const char *const longs[] = {"KTime", "Time", "ULongLong", "LongLong", "TimeCode"},
                             *const whole[] = {"int",  "Integer", "enum",  "Enum",
                                               "bool", "Bool",    "Short", "Visibility Inheritance",
                                               "Blob", "UInteger"};
    for (size_t i = 0; i < sizeof longs / sizeof *longs; ++i)
        if (sinew__fbx_record_text_is(property, 1, longs[i])) return is_integer ? 'L' : 'D';
    for (size_t i = 0; i < sizeof whole / sizeof *whole; ++i)
        if (sinew__fbx_record_text_is(property, 1, whole[i])) return is_integer ? 'I' : 'D';
    return 'D';
}

/// Returns the type in binary files of a number in an ASCII file.
static char type_of_number(const folder *job, const fbx_record *record, uint32_t index, const fbx_value *value)
{
    const int is_integer = value->kind == FBX_VALUE_INTEGER;
    const char by_size = is_integer && value->as.integer >= INT32_MIN && value->as.integer <= INT32_MAX ? 'I' : 'L';
    const int is_object = record->parent == job->objects;
    if (sinew__fbx_record_is(record, FBX_NAME(P)) && index >= FBX_PROPERTY_VALUES)
        return type_of_property(record, is_integer);
    if (!is_integer) return 'D';
    if ((is_object && index == 0) || sinew__fbx_record_is(record, FBX_NAME(CONNECTION))) return 'L';
    for (int i = 0; i < FBX_RECORDS_END && !is_object; ++i) {
        const char *values = sinew__fbx_records[i].values;
        if (!is_named(&sinew__fbx_records[i], record) || index >= strlen(values)) continue;
        if (values[index] == 'l' || values[index] == 'd') return values[index] == 'l' ? 'L' : 'D';
    }
    return by_size;
}

/// Appends the name of an object, which ASCII files write as `Class::name`.
static sinew_result put_object_name(const folder *job, const fbx_value *value)
{
    const char *text = value->as.bytes, *colons = NULL;
    for (size_t i = 0; i + 1 < value->size && !colons; ++i)
        if (text[i] == ':' && text[i + 1] == ':') colons = text + i;
    const size_t class_size = colons ? (size_t)(colons - text) : 0, separator = sizeof FBX_CLASS_SEPARATOR - 1;
    const size_t name_size = value->size - class_size - (colons ? 2 : 0);
    char *name = sinew__arena_take(job->arena, name_size + separator + class_size, 1);
    if (!name) return sinew__arena_fail(job->arena, job->error);
    memcpy(name, text + value->size - name_size, name_size);
    memcpy(name + name_size, FBX_CLASS_SEPARATOR, separator);
    if (class_size) memcpy(name + name_size + separator, text, class_size);
    const size_t size = colons ? name_size + separator + class_size : name_size;
    sinew__record_stream_put(job->out, &(sinew__stream_value){.type = 'S', .bytes = name, .size = size});
    return SINEW_OK;
}

static sinew_result put_value(const folder *job, const fbx_record *record, uint32_t index)
{
    const fbx_value *value = &record->values[index];
    sinew__stream_value out = {.type = value->type, .bytes = value->as.bytes, .size = value->size};
    switch ((fbx_value_kind)value->kind) {
    case FBX_VALUE_ARRAY: return put_array(job, record, value->as.array);
    case FBX_VALUE_INTEGER:
        if (!job->is_binary) out.type = type_of_number(job, record, index, value);
        if (out.type == 'Z' || out.type == 'B') out.type = 'C';
        out.size = 0;
        out.number = value->as.integer;
        out.real = (double)value->as.integer;
        break;
    case FBX_VALUE_NUMBER:
        if (!job->is_binary) out.type = type_of_number(job, record, index, value);
        out.size = 0;
        out.real = value->as.number;
        break;
    case FBX_VALUE_WORD: // `Shading: T` is a single character in binary files
        if (value->size == 1) out = (sinew__stream_value){.type = 'C', .number = value->as.bytes[0]};
        break;
    case FBX_VALUE_TEXT: {
        const int is_name = (record->parent == job->objects && index == 1) ||
                            (sinew__fbx_record_is(record, FBX_NAME(SCENE_INFO)) && index == 0);
        if (!job->is_binary && is_name) return put_object_name(job, value);
        break;
    }
    case FBX_VALUE_RAW: break;
    }
    sinew__record_stream_put(job->out, &out);
    return SINEW_OK;
}

/// Appends an array that the reader made from a list of single numbers, as a list again.
static sinew_result put_list(const folder *job, const fbx_record *record, const fbx_array *array)
{
    fbx_value item;
    const fbx_record single = {.name = record->name, .parent = record->parent, .values = &item, .value_count = 1};
    for (size_t i = 0; i < array->count; ++i) {
        if (!sinew__fbx_array_item(array, i, &item)) break;
        item.type = array->encoding == FBX_ARRAY_LIST ? array->type : item.kind == FBX_VALUE_INTEGER ? 'L' : 'D';
        const sinew_result result = put_value(job, &single, 0);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

static sinew_result put_values(const folder *job, const fbx_record *record)
{
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    sinew_result result = SINEW_OK;
    // Content is the file embedded in a video, BinaryData the bytes of a property.
    const int is_content =
        sinew__fbx_record_is(record, FBX_NAME(CONTENT)) || sinew__fbx_record_is(record, "BinaryData");
    if (first && !job->is_binary && first->kind == FBX_VALUE_TEXT && is_content) {
        fbx_bytes content;
        result = sinew__fbx_record_content(job->arena, record, &content, job->error);
        if (result == SINEW_OK)
            sinew__record_stream_put(job->out,
                                     &(sinew__stream_value){.type = 'R', .bytes = content.bytes, .size = content.size});
    } else if (first && first->kind == FBX_VALUE_ARRAY &&
               (first->as.array->encoding == FBX_ARRAY_LIST || first->as.array->encoding == FBX_ARRAY_DECODED)) {
        result = put_list(job, record, first->as.array);
    } else {
        for (uint32_t i = 0; i < record->value_count && result == SINEW_OK; ++i) result = put_value(job, record, i);
    }
    sinew__record_stream_end_values(job->out);
    return result;
}

// ---- records -------------------------------------------------------------------------------------------------------

sinew_result sinew__fbx_fold_records(sinew__arena *arena, const void *bytes, size_t size, sinew__buffer *out,
                                     sinew_error *error)
{
    const size_t begin = out->size;
    fbx_record root = {.name = ""};
    fbx_parser parser = {.arena = arena, .bytes = bytes, .size = size, .error = error, .root = &root};
    folder job = {.arena = arena, .out = out, .error = error, .is_binary = sinew__fbx_is_binary(bytes, size)};
    sinew_result result = job.is_binary ? sinew__fbx_parse_binary(&parser) : sinew__fbx_parse_ascii(&parser);
    const uint32_t version = sinew__fbx_find_version(&parser);
    if (result != SINEW_OK || version < FIRST_VERSION) return result;
    job.objects = sinew__fbx_record_child(&root, FBX_NAME(OBJECTS));
    sinew__record_stream_put_version(out, version);
    int32_t depth = 0;
    const fbx_record *record = root.first_child;
    // The stream's reader limits the depth. The records may take at most the bytes of the file.
    while (record && result == SINEW_OK && depth < SINEW__RECORD_STREAM_DEPTH && out->size - begin <= size) {
        const int has_list = record->has_list || record->first_child;
        sinew__record_stream_open(out, record->name, has_list);
        result = put_values(&job, record);
        if (record->first_child) {
            record = record->first_child;
            ++depth;
            continue;
        }
        if (has_list) sinew__record_stream_close(out);
        while (!record->next && record->parent != &root) {
            record = record->parent;
            --depth;
            sinew__record_stream_close(out);
        }
        record = record->next;
    }
    if (record || result != SINEW_OK || out->size - begin > size) out->size = begin;
    return out->failed ? sinew__fail_memory(error) : result;
}
