// Kernels are forced by name, and a processor that lacks them is told so.
#include "support/cmocka_close.h"

#include <string.h>

#include "core/base/cpu.h"
#include "runtime/kernels/kernels.h"

static void kernels_that_the_processor_lacks_are_named(void **state)
{
    (void)state;
    sinew__kernels kernels = SINEW__KERNELS_COUNT;
    sinew_error error;
    assert_int_equal(sinew__find_kernels("portable", SINEW__KERNELS_PORTABLE, &kernels, &error), SINEW_OK);
    assert_int_equal(kernels, SINEW__KERNELS_PORTABLE);
    assert_int_equal(sinew__find_kernels("avx2", SINEW__KERNELS_AVX512, &kernels, &error), SINEW_OK);
    assert_int_equal(kernels, SINEW__KERNELS_AVX2);
    static const struct {
        const char *name;
        sinew__kernels fastest;
    } lacking[] = {{"avx512", SINEW__KERNELS_AVX2},
                   {"avx2", SINEW__KERNELS_PORTABLE},
                   {"avx2", SINEW__KERNELS_NEON},
                   {"neon", SINEW__KERNELS_AVX512},
                   {"sse9", SINEW__KERNELS_AVX512}};
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; ++i) {
        const sinew_result result = sinew__find_kernels(lacking[i].name, lacking[i].fastest, &kernels, &error);
        assert_int_equal(result, SINEW_ERROR_UNSUPPORTED);
        assert_non_null(strstr(error.message, lacking[i].name));
        assert_int_equal(kernels, SINEW__KERNELS_AVX2);
    }
}

static void kernels_are_in_use_until_others_are(void **state)
{
    (void)state;
    const sinew__kernels fastest = sinew__fastest_kernels();
    assert_int_equal(sinew__kernels_in_use(), fastest);
    assert_int_equal(sinew__force_kernels("portable", NULL), SINEW_OK);
    assert_int_equal(sinew__kernels_in_use(), SINEW__KERNELS_PORTABLE);
    assert_ptr_equal(sinew__play_kernel_best(), &sinew__play_kernel_portable);
    assert_ptr_equal(sinew__compact_kernel_best(), &sinew__compact_kernel_portable);
    assert_int_equal(sinew__force_kernels("none", NULL), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew__kernels_in_use(), SINEW__KERNELS_PORTABLE);
    for (int i = 0; i < SINEW__KERNELS_COUNT; ++i) {
        if (!sinew__runs_kernels((sinew__kernels)i, fastest)) continue;
        assert_int_equal(sinew__force_kernels(sinew__kernel_names[i], NULL), SINEW_OK); // also after portable ones
        assert_int_equal(sinew__kernels_in_use(), i);
    }
    assert_int_equal(sinew__force_kernels(NULL, NULL), SINEW_OK);
    assert_int_equal(sinew__kernels_in_use(), fastest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_that_the_processor_lacks_are_named),
        cmocka_unit_test(kernels_are_in_use_until_others_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
