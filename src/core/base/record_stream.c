#include "core/base/record_stream.h"

#include <string.h>

enum { SHORT = 0x80, ARRAY_HEAD = 12, MAX_INFLATE = 1032, INFLATE_EXTRA = 1 << 16 };

/// Returns the bytes of a number of this type, alone or in an array; 0 for other types.
static size_t number_width(char type)
{
    switch (type) {
    case 'C':
    case 'b': return 1;
    case 'Y': return 2;
    case 'I':
    case 'F':
    case 'i':
    case 'f': return 4;
    case 'L':
    case 'D':
    case 'l':
    case 'd': return 8;
    default: return 0;
    }
}

static uint64_t read_unsigned(const unsigned char *at, size_t width)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; ++i) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

int sinew__record_stream_begin(sinew__record_stream *stream, const void *bytes, size_t size)
{
    *stream = (sinew__record_stream){0};
    if (size < 4) return 0;
    stream->at = (const unsigned char *)bytes + 4;
    stream->end = (const unsigned char *)bytes + size;
    stream->version = (uint32_t)read_unsigned(bytes, 4);
    return 1;
}

sinew__stream_token sinew__record_stream_next(sinew__record_stream *stream, const char **out_name)
{
    if (stream->at == stream->end) return stream->depth == 0 ? SINEW__STREAM_END : SINEW__STREAM_DAMAGED;
    const unsigned char kind = *stream->at++;
    if (kind == '}') return stream->depth-- > 0 ? SINEW__STREAM_CLOSE : SINEW__STREAM_DAMAGED;
    if (kind != '(' && kind != '{') return SINEW__STREAM_DAMAGED;
    const unsigned char *close = memchr(stream->at, '\0', (size_t)(stream->end - stream->at));
    // binary FBX stores the length of a name in one byte
    if (!close || close - stream->at > UINT8_MAX) return SINEW__STREAM_DAMAGED;
    *out_name = (const char *)stream->at;
    stream->at = close + 1;
    if (kind == '(') return SINEW__STREAM_RECORD;
    return ++stream->depth <= SINEW__RECORD_STREAM_DEPTH ? SINEW__STREAM_LIST : SINEW__STREAM_DAMAGED;
}

/// Decodes the number of a single value.
static void read_number(const unsigned char *at, sinew__stream_value *out)
{
    const uint64_t bits = read_unsigned(at, number_width(out->type));
    const uint32_t low = (uint32_t)bits;
    float narrow;
    switch (out->type) {
    case 'C': out->number = (int8_t)bits; break;
    case 'Y': out->number = (int16_t)bits; break;
    case 'I': out->number = (int32_t)bits; break;
    case 'F':
        memcpy(&narrow, &low, sizeof narrow);
        out->real = (double)narrow;
        break;
    case 'D': memcpy(&out->real, &bits, sizeof bits); break;
    default: out->number = (int64_t)bits; break;
    }
}

/// Decodes the head of an array; its bytes follow.
static int read_array_head(const unsigned char *at, sinew__stream_value *out)
{
    out->count = (uint32_t)read_unsigned(at, 4);
    out->encoding = (uint32_t)read_unsigned(at + 4, 4);
    out->size = (size_t)read_unsigned(at + 8, 4);
    const uint64_t plain = (uint64_t)out->count * number_width(out->type);
    if (out->encoding == 0) return plain == out->size;
    return out->encoding == 1 && plain <= (uint64_t)out->size * MAX_INFLATE + INFLATE_EXTRA;
}

sinew__stream_token sinew__record_stream_value(sinew__record_stream *stream, sinew__stream_value *out_value)
{
    static const char types[] = "CYILFDSRbilfd", short_types[] = "YILFDSR";
    if (stream->at == stream->end) return SINEW__STREAM_DAMAGED;
    const unsigned char letter = *stream->at++;
    if (letter == 0) return SINEW__STREAM_END;
    const int is_short = (letter & SHORT) != 0;
    sinew__stream_value value = {.type = (char)(letter & ~SHORT)};
    if (value.type == '\0' || !strchr(is_short ? short_types : types, value.type)) return SINEW__STREAM_DAMAGED;
    const size_t left = (size_t)(stream->end - stream->at);
    const int is_text = value.type == 'S' || value.type == 'R', is_array = strchr("bilfd", value.type) != NULL;
    const size_t head = is_short ? 1 : is_text ? 4 : is_array ? ARRAY_HEAD : number_width(value.type);
    if (left < head) return SINEW__STREAM_DAMAGED;
    if (is_text)
        value.size = (size_t)read_unsigned(stream->at, head);
    else if (is_array && !read_array_head(stream->at, &value))
        return SINEW__STREAM_DAMAGED;
    else if (is_short)
        value.number = (int8_t)*stream->at;
    else if (!is_array)
        read_number(stream->at, &value);
    if (is_short && !is_text) value.real = (double)value.number;
    stream->at += head;
    if (value.size > left - head) return SINEW__STREAM_DAMAGED;
    value.bytes = (const char *)stream->at;
    stream->at += value.size;
    *out_value = value;
    return SINEW__STREAM_VALUE;
}

// ---- writing -------------------------------------------------------------------------------------------------------

static void put_unsigned(sinew__buffer *out, uint64_t number, size_t width)
{
    char bytes[8];
    for (size_t i = 0; i < width; ++i) bytes[i] = (char)(unsigned char)(number >> (8 * i));
    sinew__buffer_put(out, bytes, width);
}

void sinew__record_stream_put_version(sinew__buffer *out, uint32_t version)
{
    put_unsigned(out, version, 4);
}

void sinew__record_stream_open(sinew__buffer *out, const char *name, int has_list)
{
    sinew__buffer_put_character(out, has_list ? '{' : '(');
    sinew__buffer_put(out, name, strlen(name) + 1);
}

void sinew__record_stream_end_values(sinew__buffer *out)
{
    sinew__buffer_put_character(out, '\0');
}

void sinew__record_stream_close(sinew__buffer *out)
{
    sinew__buffer_put_character(out, '}');
}

void sinew__record_stream_put(sinew__buffer *out, const sinew__stream_value *value)
{
    const char type = value->type, short_type = (char)(unsigned char)(type | SHORT);
    uint64_t bits = (uint64_t)value->number;
    const int is_text = type == 'S' || type == 'R';
    if (is_text || strchr("bilfd", type)) {
        const int is_short = is_text && value->size <= UINT8_MAX;
        sinew__buffer_put_character(out, is_short ? short_type : type);
        if (!is_text) put_unsigned(out, value->count, 4);
        if (!is_text) put_unsigned(out, value->encoding, 4);
        put_unsigned(out, value->size, is_short ? 1 : 4);
        sinew__buffer_put(out, value->bytes, value->size);
        return;
    }
    const int is_real = type == 'F' || type == 'D';
    if (is_real) {
        const float narrow = (float)value->real;
        uint32_t low;
        memcpy(&low, &narrow, sizeof low);
        memcpy(&bits, &value->real, sizeof bits);
        if (type == 'F') bits = low;
    }
    // −0 and NaN are not stored in one byte.
    int is_short = type != 'C' && !is_real && value->number >= INT8_MIN && value->number <= INT8_MAX;
    if (is_real && value->real >= INT8_MIN && value->real <= INT8_MAX) {
        const double whole = (double)(int8_t)value->real;
        is_short = memcmp(&whole, &value->real, sizeof whole) == 0;
        if (is_short) bits = (uint64_t)(int8_t)value->real;
    }
    sinew__buffer_put_character(out, is_short ? short_type : type);
    put_unsigned(out, bits, is_short ? 1 : number_width(type));
}
