#include "base/cpu.h"

unsigned sinew__cpu_features(void)
{
    unsigned features = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) features |= SINEW__CPU_AVX2;
    if (features && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        features |= SINEW__CPU_AVX512;
#endif
    return features;
}
