/// Vectors of four floats for compact clips, as the compiler makes them: SSE2, NEON, or plain floats elsewhere.
/// Included by kernel files only.
#include <math.h>
#include <string.h>

#include "base/shuffle.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "sampler/kernels/compact_kernel.h"

enum { LANES = 4 };

typedef float lanes __attribute__((vector_size(16)));
typedef int32_t whole __attribute__((vector_size(16)));
typedef lanes unaligned __attribute__((aligned(4), may_alias)); // memcpy would take structs of vectors through memory

static inline lanes splat(float f)
{
    return (lanes){f, f, f, f};
}

static inline lanes load(const float *from)
{
    return *(const unaligned *)(const void *)from;
}

static inline void save(float *to, lanes v)
{
    *(unaligned *)(void *)to = v;
}

#if defined(__SSE2__)
static inline lanes load_int16(const int16_t *from)
{
    const __m128i v = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(v, v), 16));
}

static inline lanes square_root(lanes v)
{
    return _mm_sqrt_ps(v);
}
#else
static inline lanes load_int16(const int16_t *from)
{
    return (lanes){(float)from[0], (float)from[1], (float)from[2], (float)from[3]};
}

static inline lanes square_root(lanes v)
{
    return (lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
}
#endif

static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    const int8_t *from = curves->from + index * LANES;
    const unsigned quarter = curves->mask >> (index * LANES) & 15u;
    if (quarter == 15u) return load(packed + from[0]);
    if (quarter == 0) return old;
    for (int i = 0; i < LANES; ++i)
        if (from[i] >= 0) old[i] = packed[from[i]];
    return old;
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

static inline void save_rows(const lanes v[4], float *out)
{
    const lanes a = SINEW__SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = SINEW__SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    const lanes c = SINEW__SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = SINEW__SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    save(out, SINEW__SHUFFLE(a, c, 0, 1, 4, 5));
    save(out + 4, SINEW__SHUFFLE(a, c, 2, 3, 6, 7));
    save(out + 8, SINEW__SHUFFLE(b, d, 0, 1, 4, 5));
    save(out + 12, SINEW__SHUFFLE(b, d, 2, 3, 6, 7));
}
