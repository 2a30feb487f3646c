/// What a compressed glb holds: rounded floats and normals as the filters take them, and which streams are refused.
#include "support/cmocka_close.h"

#include <math.h>
#include <meshoptimizer.h>
#include <string.h>

#include "author/export/glb/glb_pack.h"
#include "sinew/memory.h"
#include "support/scenes.h"

static const sinew_export_packer packer = {meshopt_encodeVertexBufferBound, meshopt_encodeVertexBuffer,
                                           meshopt_encodeIndexBufferBound, meshopt_encodeIndexBuffer};
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

/// Without a tolerance, 22 bits of the largest stay; a file that is not compressed keeps what it has.
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

static void assert_refused(const sinew_export_packer *other, const char *message)
{
    sinew_model *model = scene_tube(3);
    char *text = NULL;
    size_t size;
    sinew_error error;
    assert_int_equal(sinew_export_glb(model, &(sinew_export_options){.packer = other}, &text, &size, &error),
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
        cmocka_unit_test(streams_of_other_versions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
