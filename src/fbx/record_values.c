// Finds records and reads single values.
#include "fbx/fbx_record.h"

#include <math.h>
#include <string.h>

#include "fbx/fbx_parse.h"

// ---- finding -----------------------------------------------------------------------------------------------------

static fbx_record *first_from(fbx_record *record, const char *name)
{
    while (record && strcmp(record->name, name) != 0) record = record->next;
    return record;
}

fbx_record *sinew__fbx_record_child(const fbx_record *record, const char *name)
{
    return record ? first_from(record->first_child, name) : NULL;
}

fbx_record *sinew__fbx_record_next_same(const fbx_record *record)
{
    return record ? first_from(record->next, record->name) : NULL;
}

// ---- single values -----------------------------------------------------------------------------------------------

size_t sinew__fbx_type_width(char type)
{
    const size_t width = sinew__fbx_item_width(type);
    return width ? width : sinew__fbx_scalar_width(type);
}

fbx_value sinew__fbx_read_number(const char *p, char type, int big_endian)
{
    const size_t width = sinew__fbx_type_width(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < width; ++i) bits = bits << 8 | (unsigned char)p[big_endian ? i : width - 1 - i];
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

int sinew__fbx_host_is_big_endian(void)
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
        *out = sinew__fbx_read_number(array->bytes + index * (1 + sinew__fbx_type_width(array->type)) + 1, array->type,
                                      array->big_endian);
    else if (array->encoding == FBX_ARRAY_DECODED)
        *out = sinew__fbx_read_number((const char *)array->items + index * sinew__fbx_type_width(array->type),
                                      array->type, sinew__fbx_host_is_big_endian());
    else
        return 0;
    return 1;
}

const fbx_value *sinew__fbx_record_value(const fbx_record *record, size_t index)
{
    return record && index < record->value_count ? &record->values[index] : NULL;
}

/// Reads the value at `index`, even if the record stores its numbers as one array. Returns 0 if none exists.
static int value_at(const fbx_record *record, size_t index, fbx_value *out)
{
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (first && record->value_count == 1 && first->kind == FBX_VALUE_ARRAY)
        return sinew__fbx_array_item(first->as.array, index, out);
    const fbx_value *value = sinew__fbx_record_value(record, index);
    if (value) *out = *value;
    return value != NULL;
}

static int64_t clamp_to_integer(double number)
{
    if (!(number > -9223372036854775808.0)) return number < 0 ? INT64_MIN : 0; // NaN gives 0
    return number < 9223372036854775808.0 ? (int64_t)number : INT64_MAX;
}

int64_t sinew__fbx_record_integer(const fbx_record *record, size_t index, int64_t fallback)
{
    fbx_value value;
    if (!value_at(record, index, &value)) return fallback;
    if (value.kind == FBX_VALUE_INTEGER) return value.as.integer;
    return value.kind == FBX_VALUE_NUMBER ? clamp_to_integer(value.as.number) : fallback;
}

double sinew__fbx_record_number(const fbx_record *record, size_t index, double fallback)
{
    fbx_value value;
    if (!value_at(record, index, &value)) return fallback;
    if (value.kind == FBX_VALUE_INTEGER) return (double)value.as.integer;
    return value.kind == FBX_VALUE_NUMBER && isfinite(value.as.number) ? value.as.number : fallback;
}

fbx_bytes sinew__fbx_record_bytes(const fbx_record *record, size_t index)
{
    const fbx_value *value = sinew__fbx_record_value(record, index);
    if (!value || (value->kind != FBX_VALUE_TEXT && value->kind != FBX_VALUE_WORD && value->kind != FBX_VALUE_RAW))
        return (fbx_bytes){"", 0};
    return (fbx_bytes){value->as.bytes, value->size};
}

int sinew__fbx_record_text_is(const fbx_record *record, size_t index, const char *text)
{
    const fbx_bytes bytes = sinew__fbx_record_bytes(record, index);
    return bytes.size == strlen(text) && memcmp(bytes.bytes, text, bytes.size) == 0;
}

char sinew__fbx_record_letter(const fbx_record *record, size_t index, char fallback)
{
    const fbx_value *value = sinew__fbx_record_value(record, index);
    if (!value) return fallback;
    if (value->kind == FBX_VALUE_INTEGER && value->type == 'C') return (char)value->as.integer;
    const fbx_bytes text = sinew__fbx_record_bytes(record, index);
    return text.size ? text.bytes[0] : fallback;
}

int64_t sinew__fbx_child_integer(const fbx_record *record, const char *child, int64_t fallback)
{
    return sinew__fbx_record_integer(sinew__fbx_record_child(record, child), 0, fallback);
}

double sinew__fbx_child_number(const fbx_record *record, const char *child, double fallback)
{
    return sinew__fbx_record_number(sinew__fbx_record_child(record, child), 0, fallback);
}

fbx_bytes sinew__fbx_child_bytes(const fbx_record *record, const char *child)
{
    return sinew__fbx_record_bytes(sinew__fbx_record_child(record, child), 0);
}
