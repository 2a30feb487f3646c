// Decoders of meshoptimizer for the module of pages, which has no C++ library. The streams follow the glTF extension
// EXT_meshopt_compression ("Appendix A: Bitstream", "Appendix B: Filters"). The functions return the same numbers as
// the library: 0 on success, −1 for an unknown version or bytes that are not a stream, −2 if the stream ends early, −3
// if other bytes follow the stream.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "import/gltf/meshopt.h"

typedef struct stream {
    const unsigned char *at, *end;
    int is_short; ///< whether more bytes were read than there are
} stream;

static unsigned next_byte(stream *in)
{
    if (in->at < in->end) return *in->at++;
    in->is_short = 1;
    return 0;
}

/// Reads a number of seven bits per byte, lowest bits first.
static uint32_t next_number(stream *in)
{
    uint32_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const unsigned byte = next_byte(in);
        number |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) break;
    }
    return number;
}

/// Decodes a zigzag number, whose sign is in the lowest bit.
static uint32_t signed_of(uint32_t number)
{
    return number >> 1 ^ (0u - (number & 1));
}

static int result_of(const stream *in)
{
    return in->is_short ? -2 : in->at == in->end ? 0 : -3;
}

// ---- attributes -----------------------------------------------------------------------------------------------------

enum { GROUP = 16, MOST_ELEMENTS = 256, BLOCK_BYTES = 8192, LEAST_TAIL = 32 };

/// Reads sixteen numbers of two or four bits; the largest number means that the byte follows the group.
static void read_packed_group(stream *in, unsigned bits, unsigned char out[GROUP])
{
    const unsigned char *packed = in->at;
    const size_t size = GROUP * bits / 8;
    if ((size_t)(in->end - in->at) < size) {
        in->is_short = 1;
        return;
    }
    in->at += size;
    for (unsigned i = 0; i < GROUP; ++i) {
        const unsigned shift = 8 - bits - i * bits % 8, most = (1u << bits) - 1;
        const unsigned value = (unsigned)packed[i * bits / 8] >> shift & most;
        out[i] = (unsigned char)(value == most ? next_byte(in) : value);
    }
}

/// Reads one byte of each of `count` elements.
static void read_bytes(stream *in, size_t count, unsigned char *out)
{
    const unsigned char *kinds = in->at;
    const size_t groups = (count + GROUP - 1) / GROUP, size = (groups + 3) / 4;
    if ((size_t)(in->end - in->at) < size) {
        in->is_short = 1;
        return;
    }
    in->at += size;
    for (size_t g = 0; g < groups && !in->is_short; ++g) {
        const unsigned kind = (unsigned)kinds[g / 4] >> g % 4 * 2 & 3;
        unsigned char *group = out + g * GROUP;
        if (kind == 0) memset(group, 0, GROUP);
        if (kind == 1 || kind == 2) read_packed_group(in, 2 * kind, group);
        for (unsigned i = 0; kind == 3 && i < GROUP; ++i) group[i] = (unsigned char)next_byte(in);
    }
}

/// Reads `count` elements, stored byte by byte as differences from the previous element; the first is a difference from
/// `last`, which becomes the last element.
static void read_block(stream *in, size_t count, size_t stride, unsigned char *last, unsigned char *out)
{
    unsigned char bytes[MOST_ELEMENTS];
    for (size_t k = 0; k < stride && !in->is_short; ++k) {
        read_bytes(in, count, bytes);
        for (size_t i = 0; i < count && !in->is_short; ++i) {
            last[k] = (unsigned char)(last[k] + signed_of(bytes[i]));
            out[i * stride + k] = last[k];
        }
    }
}

int meshopt_decodeVertexBuffer(void *destination, size_t count, size_t stride, const unsigned char *buffer, size_t size)
{
    const size_t tail = stride < LEAST_TAIL ? LEAST_TAIL : stride;
    const size_t fitting = BLOCK_BYTES / stride / GROUP * GROUP,
                 most = fitting < MOST_ELEMENTS ? fitting : MOST_ELEMENTS;
    unsigned char last[256], *out = destination;
    if (size < 1 + tail) return -2;
    if (buffer[0] != 0xa0) return -1;
    stream in = {.at = buffer + 1, .end = buffer + size - tail};
    memcpy(last, buffer + size - stride, stride);
    for (size_t done = 0; done < count && !in.is_short; done += most)
        read_block(&in, count - done < most ? count - done : most, stride, last, out + done * stride);
    return result_of(&in);
}

// ---- triangles ------------------------------------------------------------------------------------------------------

/// The state of the triangle decoder: the last sixteen edges and vertices, and the next vertex.
typedef struct index_state {
    stream data;
    uint32_t edges[16][2], vertices[16];
    unsigned edge, vertex; ///< index at which the next one is stored
    uint32_t next, last;
} index_state;

static uint32_t new_vertex(index_state *s)
{
    return s->next++;
}

static uint32_t distant_vertex(index_state *s)
{
    return s->last += signed_of(next_number(&s->data));
}

static void keep_vertex(index_state *s, uint32_t vertex)
{
    s->vertices[s->vertex++ & 15] = vertex;
}

static void keep_edge(index_state *s, uint32_t a, uint32_t b)
{
    uint32_t *edge = s->edges[s->edge++ & 15];
    edge[0] = a, edge[1] = b;
}

/// Reads a triangle that shares an edge with an earlier one.
static void read_at_edge(index_state *s, unsigned code, int version, uint32_t out[3])
{
    const unsigned kind = code & 15, explicit_from = version >= 1 ? 13 : 15;
    const uint32_t *edge = s->edges[(s->edge - 1 - (code >> 4)) & 15];
    const uint32_t a = edge[0], b = edge[1];
    uint32_t c;
    if (kind == 0)
        c = new_vertex(s);
    else if (kind < explicit_from)
        c = s->vertices[(s->vertex - 1 - kind) & 15];
    else if (kind == 15)
        c = distant_vertex(s);
    else
        c = s->last += kind == 13 ? UINT32_MAX : 1;
    if (kind == 0 || kind >= explicit_from) keep_vertex(s, c);
    keep_edge(s, c, b);
    keep_edge(s, a, c);
    out[0] = a, out[1] = b, out[2] = c;
}

/// Reads a triangle without a shared edge. Each corner is a new vertex (0), one of the last ones, or explicit (15).
static void read_free(index_state *s, unsigned code, const unsigned char *table, uint32_t out[3])
{
    const unsigned pair = code < 0xfe ? table[code & 15] : next_byte(&s->data);
    const unsigned kinds[3] = {code == 0xff ? 15 : 0, pair >> 4, pair & 15};
    const unsigned vertex = s->vertex; // index before this triangle
    if (code >= 0xfe && pair == 0) s->next = 0;
    for (int i = 0; i < 3; ++i)
        if (kinds[i] == 0)
            out[i] = new_vertex(s);
        else if (kinds[i] < 15 || code < 0xfe)
            out[i] = s->vertices[(vertex - kinds[i]) & 15];
    for (int i = 0; i < 3; ++i)
        if (kinds[i] == 15 && code >= 0xfe) out[i] = distant_vertex(s);
    for (int i = 0; i < 3; ++i)
        if (i == 0 || kinds[i] == 0 || (kinds[i] == 15 && code >= 0xfe)) keep_vertex(s, out[i]);
    keep_edge(s, out[1], out[0]);
    keep_edge(s, out[2], out[1]);
    keep_edge(s, out[0], out[2]);
}

static void put_index(void *out, size_t size, size_t at, uint32_t index)
{
    const uint16_t half = (uint16_t)index;
    if (size == 2)
        memcpy((unsigned char *)out + 2 * at, &half, sizeof half);
    else
        memcpy((unsigned char *)out + 4 * at, &index, sizeof index);
}

int meshopt_decodeIndexBuffer(void *destination, size_t count, size_t size, const unsigned char *buffer,
                              size_t buffer_size)
{
    const size_t triangles = count / 3, table_size = 16;
    if (buffer_size < 1 + triangles + table_size) return -2;
    if ((buffer[0] & 0xf0) != 0xe0 || (buffer[0] & 15) > 1) return -1;
    const unsigned char *table = buffer + buffer_size - table_size;
    index_state s = {.data = {.at = buffer + 1 + triangles, .end = table}};
    memset(s.edges, 0xff, sizeof s.edges);
    memset(s.vertices, 0xff, sizeof s.vertices);
    for (size_t i = 0; i < triangles && !s.data.is_short; ++i) {
        const unsigned code = buffer[1 + i];
        uint32_t corners[3] = {0};
        if (code < 0xf0)
            read_at_edge(&s, code, buffer[0] & 15, corners);
        else
            read_free(&s, code, table, corners);
        for (size_t k = 0; k < 3; ++k) put_index(destination, size, 3 * i + k, corners[k]);
    }
    return result_of(&s.data);
}

// ---- sequences of indices -------------------------------------------------------------------------------------------

int meshopt_decodeIndexSequence(void *destination, size_t count, size_t size, const unsigned char *buffer,
                                size_t buffer_size)
{
    const size_t tail = 4;
    uint32_t last[2] = {0};
    if (buffer_size < 1 + count + tail) return -2;
    if ((buffer[0] & 0xf0) != 0xd0 || (buffer[0] & 15) > 1) return -1;
    stream in = {.at = buffer + 1, .end = buffer + buffer_size - tail};
    for (size_t i = 0; i < count && !in.is_short; ++i) {
        const uint32_t number = next_number(&in);
        last[number & 1] += signed_of(number >> 1);
        put_index(destination, size, i, last[number & 1]);
    }
    return result_of(&in);
}

// ---- filters --------------------------------------------------------------------------------------------------------

/// Rounds like the library on x86-64.
static int rounded(float number)
{
    return (int)rintf(number);
}

/// Converts a point of an octahedron to a direction. The lower faces are folded outwards into the plane.
static void unfold(const int in[3], float largest, int out[3])
{
    float x = (float)in[0], y = (float)in[1];
    const float z = (float)in[2] - fabsf(x) - fabsf(y), fold = z >= 0 ? 0 : z;
    x += x >= 0 ? fold : -fold;
    y += y >= 0 ? fold : -fold;
    const float scale = largest / sqrtf(x * x + (y * y + z * z));
    out[0] = rounded(x * scale), out[1] = rounded(y * scale), out[2] = rounded(z * scale);
}

void meshopt_decodeFilterOct(void *buffer, size_t count, size_t stride)
{
    int8_t *bytes = buffer;
    int16_t *shorts = buffer;
    int out[3];
    for (size_t i = 0; i < count; ++i) {
        const size_t at = 4 * i;
        if (stride == 4)
            unfold((int[]){bytes[at], bytes[at + 1], bytes[at + 2]}, 127, out);
        else
            unfold((int[]){shorts[at], shorts[at + 1], shorts[at + 2]}, 32767, out);
        for (size_t k = 0; k < 3; ++k)
            if (stride == 4)
                bytes[at + k] = (int8_t)out[k];
            else
                shorts[at + k] = (int16_t)out[k];
    }
}

/// Decodes quaternions of three components. The fourth number has the index of the omitted component, the largest one,
/// and the scale.
void meshopt_decodeFilterQuat(void *buffer, size_t count, size_t stride)
{
    int16_t *q = buffer;
    (void)stride;
    for (size_t i = 0; i < count; i++, q += 4) {
        const int code = q[3];
        const float scale = 0.70710678f / (float)(code | 3);
        const float x = (float)q[0] * scale, y = (float)q[1] * scale, z = (float)q[2] * scale;
        const float rest = 1 - (x * x + (y * y + z * z));
        const int values[4] = {rounded(x * 32767), rounded(y * 32767), rounded(z * 32767),
                               rounded(sqrtf(fmaxf(rest, 0)) * 32767)};
        for (int k = 0; k < 4; ++k) q[(code + 1 + k) & 3] = (int16_t)values[k];
    }
}

/// Decodes floats: an exponent of two in the upper eight bits, and a whole number.
void meshopt_decodeFilterExp(void *buffer, size_t count, size_t stride)
{
    unsigned char *at = buffer;
    for (size_t i = 0; i < count * (stride / 4); i++, at += 4) {
        int32_t number;
        memcpy(&number, at, sizeof number);
        const uint32_t bits = (uint32_t)((number >> 24) + 127) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        const uint32_t shifted = (uint32_t)number << 8;
        int32_t whole;
        memcpy(&whole, &shifted, sizeof whole);
        const float value = power * (float)(whole >> 8);
        memcpy(at, &value, sizeof value);
    }
}
