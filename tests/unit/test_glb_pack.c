/// The content of a compressed glb: rounded floats and normals as the filters encode them, and refused streams.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <meshoptimizer.h>
#include <string.h>

#include "author/export/glb/glb_pack.h"
#include "sinew/memory.h"
#include "support/scenes.h"

static const sinew_export_packer packer = {meshopt_encodeVertexBufferBound, meshopt_encodeVertexBuffer,
                                           meshopt_encodeIndexBufferBound, meshopt_encodeIndexBuffer,
                                           meshopt_optimizeVertexCache};
static const sinew__glb packed = {.packer = &packer};

/// 0.02 is the largest step that rounds by at most 0.01, so the step is 2^-6: −0.3 is −19.2 of them.
static void floats_become_multiples_of_a_power_of_two(void **state)
{
    (void)state;
    float numbers[] = {1, -0.3f, 0.25f}, min = 9, max = -9;
    uint32_t words[3];
    sinew__glb_pack_floats(&packed, numbers, 3, 1, 0.01, &min, &max);
    memcpy(words, numbers, sizeof words);
    assert_int_equal(words[0], 0xfa000040);
    assert_int_equal(words[1], 0xfaffffed);
    assert_int_equal(words[2], 0xfa000010);
    assert_close((double)min, -19.0 / 64, 0);
    assert_close((double)max, 1, 0);
    meshopt_decodeFilterExp(numbers, 3, 4);
    assert_close((double)numbers[0], 1, 0);
    assert_close((double)numbers[1], -19.0 / 64, 0);
    assert_close((double)numbers[2], 0.25, 0);
}

/// Without a tolerance, 22 bits of the largest stay; an uncompressed file keeps its values.
static void the_finest_step_is_that_of_the_mantissa(void **state)
{
    (void)state;
    const float given[] = {3.14159274f, 1e-9f, -1e30f, 0};
    for (int i = 0; i < 4; ++i) {
        float number = given[i];
        sinew__glb_pack_floats(&packed, &number, 1, 1, 0, NULL, NULL);
        meshopt_decodeFilterExp(&number, 1, 4);
        assert_close((double)number, (double)given[i], fabs((double)given[i]) * 0x1p-22);
        sinew__glb_pack_floats(&(sinew__glb){0}, &number, 1, 1, 0.5, NULL, NULL);
        assert_close((double)number, (double)given[i], fabs((double)given[i]) * 0x1p-22);
    }
}

/// The octahedron has 511 steps from 0 to 1 along each axis: decoded by libmeshoptimizer, no normal is 0.25° off.
static void normals_are_within_a_quarter_of_a_degree(void **state)
{
    (void)state;
    int16_t axes[3][4];
    sinew__glb_pack_normal((const double[]){1, 0, 0}, axes[0]);
    sinew__glb_pack_normal((const double[]){0, -1, 0}, axes[1]);
    sinew__glb_pack_normal((const double[]){0, 0, -1}, axes[2]);
    assert_memory_equal(axes[0], ((const int16_t[]){511, 0, 511, 0}), 8);
    assert_memory_equal(axes[1], ((const int16_t[]){0, -511, 511, 0}), 8);
    assert_memory_equal(axes[2], ((const int16_t[]){511, 511, 511, 0}), 8);
    for (int i = 0; i < 2000; ++i) { // along a spiral from pole to pole
        const double z = 1 - (i + 0.5) / 1000, radius = sqrt(1 - z * z), turn = i * 2.399963;
        const double normal[3] = {radius * cos(turn), radius * sin(turn), z};
        int16_t out[4];
        double dot = 0, square = 0;
        sinew__glb_pack_normal(normal, out);
        meshopt_decodeFilterOct(out, 1, 8);
        for (int k = 0; k < 3; ++k) dot += normal[k] * out[k], square += (double)out[k] * out[k];
        const double degrees = acos(fmin(dot / sqrt(square), 1)) * 180 / 3.14159265358979;
        if (!(degrees <= 0.25)) fail_msg("normal %d is %g degrees off", i, degrees);
    }
}

/// Version 1 of attributes, which the extension does not know.
static size_t encode_too_new(unsigned char *out, size_t out_size, const void *vertices, size_t count, size_t stride)
{
    const size_t size = meshopt_encodeVertexBuffer(out, out_size, vertices, count, stride);
    out[0] = 0xa1;
    return size;
}

static size_t encode_nothing(unsigned char *out, size_t out_size, const unsigned int *indices, size_t count)
{
    (void)out, (void)out_size, (void)indices, (void)count;
    return 0;
}

// ---- triangles ------------------------------------------------------------------------------------------------------

enum { SIDE = 24, TRIANGLES = 2 * SIDE * SIDE, CACHE = 16 };

/// The triangles of a square of SIDE × SIDE cells, whose neighbours are 29 triangles away.
static void list_square(uint16_t *out)
{
    for (int i = 0; i < TRIANGLES; ++i, out += 3) {
        const int triangle = i * 29 % TRIANGLES, cell = triangle / 2, first = cell / SIDE * (SIDE + 1) + cell % SIDE;
        out[0] = (uint16_t)(first + triangle % 2);
        out[1] = (uint16_t)(first + (triangle % 2 ? SIDE + 2 : 1));
        out[2] = (uint16_t)(first + SIDE + 1);
    }
}

/// Vertices that are not among the last CACHE ones that were computed.
static int count_misses(const uint16_t *indices)
{
    int cache[CACHE], misses = 0;
    for (int i = 0; i < CACHE; ++i) cache[i] = -1;
    for (int i = 0; i < 3 * TRIANGLES; ++i) {
        int at = 0;
        while (at < CACHE && cache[at] != indices[i]) ++at;
        if (at == CACHE) cache[misses++ % CACHE] = indices[i];
    }
    return misses;
}

/// A number that is the same for a triangle whichever corner is first; the sum over all does not depend on their order.
static uint64_t key_of(const uint16_t *corners)
{
    uint64_t sum = 0;
    for (int i = 0; i < 3; ++i) {
        const uint64_t a = corners[i], b = corners[(i + 1) % 3], c = corners[(i + 2) % 3];
        sum += (a + 1) * (b + 1) * (b + 1) * (c + 1) * (c + 1) * (c + 1);
    }
    return sum;
}

/// Each vertex is computed once at least, for two triangles: 0.5 per triangle is the best, 3 the worst. The triangles
/// are the given ones; a mesh that keeps its order has each triangle at its index.
static void triangles_are_ordered_for_the_vertex_cache(void **state)
{
    (void)state;
    uint16_t given[3 * TRIANGLES], read[3 * TRIANGLES];
    meshopt_encodeIndexVersion(1);
    list_square(given);
    assert_true(count_misses(given) > 2 * TRIANGLES);
    for (int keeps_order = 0; keeps_order < 2; ++keeps_order) {
        const glb_view view = {
            .packing = GLB_TRIANGLES, .stride = 2, .count = 3 * TRIANGLES, .keeps_order = keeps_order};
        sinew__buffer out = {0};
        const char *mode, *filter;
        sinew_error error;
        uint64_t sums[2] = {0, 0};
        assert_int_equal(sinew__glb_encode(&packed, &view, given, &out, &mode, &filter, &error), SINEW_OK);
        assert_string_equal(mode, "TRIANGLES");
        assert_int_equal(meshopt_decodeIndexBuffer(read, 3 * TRIANGLES, 2, (const unsigned char *)out.text, out.size),
                         0);
        for (int i = 0; i < TRIANGLES; ++i) {
            sums[0] += key_of(given + 3 * i), sums[1] += key_of(read + 3 * i);
            if (keeps_order) assert_int_equal(key_of(given + 3 * i), key_of(read + 3 * i));
        }
        assert_int_equal(sums[0], sums[1]);
        if (!keeps_order) assert_true(count_misses(read) < 3 * TRIANGLES / 4);
        sinew__buffer_free(&out);
    }
}

static void assert_refused(const sinew_export_packer *other, const char *message)
{
    sinew_model *model = scene_tube(3);
    char *text = NULL;
    size_t size;
    sinew_error error;
    assert_int_equal(sinew__export_glb(model, &(sinew_export_options){.packer = other}, &text, &size, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_null(text);
    sinew_model_destroy(model);
}

static void streams_of_other_versions_are_refused(void **state)
{
    (void)state;
    sinew_export_packer other = packer;
    other.encode_vertices = encode_too_new;
    assert_refused(&other, "the packer's stream begins with 0xa1, unknown to EXT_meshopt_compression");
    other = packer;
    other.encode_indices = encode_nothing;
    assert_refused(&other, "the packer's stream begins with 0x00, unknown to EXT_meshopt_compression");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_become_multiples_of_a_power_of_two),
        cmocka_unit_test(the_finest_step_is_that_of_the_mantissa),
        cmocka_unit_test(normals_are_within_a_quarter_of_a_degree),
        cmocka_unit_test(triangles_are_ordered_for_the_vertex_cache),
        cmocka_unit_test(streams_of_other_versions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
