/// The decoders of meshopt streams that pages have, against libmeshoptimizer's, which also encodes the streams: values
/// and result of each stream, of each of its beginnings, and of damaged copies.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <meshoptimizer.h>

int own_vertices(void *out, size_t count, size_t stride, const unsigned char *stream, size_t size);
int own_indices(void *out, size_t count, size_t size, const unsigned char *stream, size_t stream_size);
int own_sequence(void *out, size_t count, size_t size, const unsigned char *stream, size_t stream_size);
void own_oct(void *buffer, size_t count, size_t stride);
void own_quat(void *buffer, size_t count, size_t stride);
void own_exp(void *buffer, size_t count, size_t stride);
#define meshopt_decodeVertexBuffer own_vertices
#define meshopt_decodeIndexBuffer own_indices
#define meshopt_decodeIndexSequence own_sequence
#define meshopt_decodeFilterOct own_oct
#define meshopt_decodeFilterQuat own_quat
#define meshopt_decodeFilterExp own_exp
#include "import/browser/decode_meshopt.c"
#undef meshopt_decodeVertexBuffer
#undef meshopt_decodeIndexBuffer
#undef meshopt_decodeIndexSequence
#undef meshopt_decodeFilterOct
#undef meshopt_decodeFilterQuat
#undef meshopt_decodeFilterExp

typedef int decoder(void *out, size_t count, size_t size, const unsigned char *encoded, size_t stream_size);

static uint32_t state = 56;
static uint32_t random_below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

enum { MOST = 1 << 16 };
static unsigned char encoded[2 * MOST], damaged[2 * MOST], values[MOST], found[MOST], expected[MOST];

static void compare(decoder *own, decoder *library, size_t count, size_t item, const unsigned char *bytes, size_t size)
{
    memset(found, 0, count * item);
    memset(expected, 0, count * item);
    const int result = library(expected, count, item, bytes, size), own_result = own(found, count, item, bytes, size);
    assert_int_equal(own_result == 0, result == 0);
    assert_int_equal(own_result == -1, result == -1);
    if (result == 0) assert_memory_equal(found, expected, count * item);
}

/// The encoded, its beginnings, one byte more, and copies with other bytes.
static void compare_all(decoder *own, decoder *library, size_t count, size_t item, size_t size)
{
    compare(own, library, count, item, encoded, size);
    assert_int_equal(own(found, count, item, encoded, size), 0);
    for (size_t cut = 0; cut < size; cut += 1 + size / 64) compare(own, library, count, item, encoded, cut);
    memcpy(damaged, encoded, size);
    damaged[size] = 0;
    compare(own, library, count, item, damaged, size + 1);
    for (int i = 0; i < 64; ++i) {
        memcpy(damaged, encoded, size);
        damaged[random_below((uint32_t)(i % 4 ? size : size < 8 ? size : 8))] = (unsigned char)random_below(256);
        compare(own, library, count, item, damaged, size);
    }
}

static void attributes_are_those_of_the_library(void **unused)
{
    (void)unused;
    static const size_t counts[] = {1, 15, 16, 17, 255, 256, 257, 600},
                        strides[] = {4, 8, 12, 16, 32, 36, 64, 252, 256};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
        for (size_t s = 0; s < sizeof strides / sizeof *strides && counts[c] * strides[s] <= MOST; ++s)
            for (uint32_t spread = 1; spread <= 256; spread *= 4) { // 0, 2, 4 and 8 bits for a byte
                for (size_t i = 0; i < counts[c] * strides[s]; ++i)
                    values[i] = (unsigned char)(i / strides[s] * (i % strides[s] & 1) + random_below(spread));
                const size_t size = meshopt_encodeVertexBuffer(encoded, sizeof encoded, values, counts[c], strides[s]);
                compare_all(own_vertices, meshopt_decodeVertexBuffer, counts[c], strides[s], size);
            }
}

static void triangles_and_sequences_are_those_of_the_library(void **unused)
{
    (void)unused;
    static unsigned indices[3 * 400];
    for (int version = 0; version <= 1; ++version)
        for (int kind = 0; kind < 4; ++kind)
            for (size_t count = 3; count <= 1200; count = count * 3 / 2 / 3 * 3 + 3) {
                meshopt_encodeIndexVersion(version);
                for (size_t i = 0; i < count; ++i) {
                    const unsigned grid = (unsigned)(i / 6) + (unsigned[]){0, 1, 20, 20, 1, 21}[i % 6];
                    const unsigned strip = (unsigned)(i / 3 + i % 3), any = random_below(1u << 20),
                                   near = random_below(24);
                    indices[i] = kind == 0 ? grid : kind == 1 ? strip : kind == 2 ? any : near;
                }
                const size_t size = meshopt_encodeIndexBuffer(encoded, sizeof encoded, indices, count);
                compare_all(own_indices, meshopt_decodeIndexBuffer, count, 4, size);
                if (kind != 2) compare(own_indices, meshopt_decodeIndexBuffer, count, 2, encoded, size);
                const size_t length = meshopt_encodeIndexSequence(encoded, sizeof encoded, indices, count);
                compare_all(own_sequence, meshopt_decodeIndexSequence, count, 4, length);
                if (kind != 2) compare(own_sequence, meshopt_decodeIndexSequence, count, 2, encoded, length);
            }
}

typedef void filter(void *buffer, size_t count, size_t stride);

/// Components of two bytes, or of one, may differ by 1: the library computes them with vectors.
static void compare_filter(filter *own, filter *library, size_t count, size_t stride, size_t component)
{
    enum { BEHIND = 16 }; // bytes that are not the filter's
    memcpy(found, values, count * stride + BEHIND);
    memcpy(expected, values, count * stride);
    own(found, count, stride);
    library(expected, count, stride);
    assert_memory_equal(found + count * stride, values + count * stride, BEHIND);
    if (component == 4) assert_memory_equal(found, expected, count * stride);
    for (size_t i = 0; component < 4 && i < count * stride; i += component) {
        int16_t a, b;
        memcpy(&a, found + i, sizeof a);
        memcpy(&b, expected + i, sizeof b);
        assert_in_range(1 + (component == 2 ? a - b : (int8_t)found[i] - (int8_t)expected[i]), 0, 2);
    }
}

static void filters_are_those_of_the_library(void **unused)
{
    (void)unused;
    static float vectors[256 * 4];
    for (int round = 0; round < 8; ++round) {
        for (int i = 0; i < 256; ++i) {
            float square = 0;
            for (int k = 0; k < 4; ++k) {
                vectors[4 * i + k] = (float)random_below(2001) / 1000.0f - 1.0f;
                square += vectors[4 * i + k] * vectors[4 * i + k];
            }
            for (int k = 0; k < 4; ++k) vectors[4 * i + k] /= square > 0 ? sqrtf(square) : 1;
        }
        memset(values, 0x35, sizeof values);
        meshopt_encodeFilterOct(values, 256, 4, 8, vectors);
        compare_filter(own_oct, meshopt_decodeFilterOct, 256, 4, 1);
        meshopt_encodeFilterOct(values, 256, 8, 12, vectors);
        compare_filter(own_oct, meshopt_decodeFilterOct, 256, 8, 2);
        meshopt_encodeFilterQuat(values, 256, 8, 12, vectors);
        compare_filter(own_quat, meshopt_decodeFilterQuat, 256, 8, 2);
        for (int i = 0; i < 1024; ++i) vectors[i] *= (float)(1 << random_below(20));
#if MESHOPTIMIZER_VERSION >= 190
        meshopt_encodeFilterExp(values, 256, 16, 15, vectors, meshopt_EncodeExpSharedVector);
#else
        meshopt_encodeFilterExp(values, 256, 16, 15, vectors);
#endif
        compare_filter(own_exp, meshopt_decodeFilterExp, 256, 16, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(attributes_are_those_of_the_library),
                                       cmocka_unit_test(triangles_and_sequences_are_those_of_the_library),
                                       cmocka_unit_test(filters_are_those_of_the_library)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
