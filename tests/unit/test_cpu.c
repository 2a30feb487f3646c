// Kernels are forced by name, and a processor that lacks them is told so.
#include "support/cmocka_close.h"

#include <string.h>

#include "base/cpu.h"
#include "pose/kernels/pose_kernel.h"
#include "skin/kernels/skin_kernel.h"

static void kernels_that_the_processor_lacks_are_named(void **state)
{
    (void)state;
    unsigned features = 77;
    sinew_error error;
    assert_int_equal(sinew__kernel_features("portable", 0, &features, &error), SINEW_OK);
    assert_int_equal(features, 0);
    assert_int_equal(sinew__kernel_features("avx2", SINEW__CPU_AVX2, &features, &error), SINEW_OK);
    assert_int_equal(features, SINEW__CPU_AVX2);
    assert_int_equal(sinew__kernel_features("avx512", SINEW__CPU_AVX2, &features, &error), SINEW_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "'avx512'"));
    assert_int_equal(sinew__kernel_features("avx2", 0, &features, &error), SINEW_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "'avx2'"));
    assert_int_equal(sinew__kernel_features("sse9", ~0u, &features, &error), SINEW_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "'sse9'"));
}

static void every_module_uses_the_kernels_that_are_forced(void **state)
{
    (void)state;
    const unsigned features = sinew__cpu_features();
    assert_int_equal(sinew__force_kernels("portable", NULL), SINEW_OK);
    assert_int_equal(sinew__cpu_features(), 0);
    assert_int_equal(sinew__pose_kernel_best()->features, 0);
    assert_int_equal(sinew__skin_kernel_for_this_cpu()->features, 0);
    assert_int_equal(sinew__force_kernels("none", NULL), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew__cpu_features(), 0); // nothing changed
    for (int i = 1; i < SINEW__KERNEL_COUNT; ++i) {
        if (sinew__force_kernels(sinew__kernel_names[i], NULL) != SINEW_OK) continue; // also from portable ones
        assert_string_equal(sinew__pose_kernel_best()->name, sinew__kernel_names[i]);
        assert_string_equal(sinew__skin_kernel_for_this_cpu()->name, sinew__kernel_names[i]);
    }
    assert_int_equal(sinew__force_kernels(NULL, NULL), SINEW_OK);
    assert_int_equal(sinew__cpu_features(), features);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_that_the_processor_lacks_are_named),
        cmocka_unit_test(every_module_uses_the_kernels_that_are_forced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
