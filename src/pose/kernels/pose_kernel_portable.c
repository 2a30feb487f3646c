// Poses with vectors of four floats, as the compiler makes them: SSE2, NEON, or plain numbers where there is
// nothing.
#include <string.h>

#include "base/shuffle.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "pose/kernels/pose_kernel.h"

enum { LANES = 4 };

typedef float lanes __attribute__((vector_size(16)));
typedef lanes unaligned __attribute__((aligned(4), may_alias)); // memcpy would take structs of vectors through memory
typedef int32_t ints __attribute__((vector_size(16)));

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

static inline int place_of_block(int block, int half)
{
    return sinew__map16_at((2 * block + half) * LANES); // which is its own inverse
}

#if defined(__SSE2__)
static inline void mix_block(const int16_t *before, const int16_t *after, const int16_t shares[2], lanes out[2])
{
    int32_t both;
    memcpy(&both, shares, sizeof both);
    const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)before);
    const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)after);
    out[0] = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpacklo_epi16(a, b), _mm_set1_epi32(both)));
    out[1] = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpackhi_epi16(a, b), _mm_set1_epi32(both)));
}
#else
static inline void mix_block(const int16_t *before, const int16_t *after, const int16_t shares[2], lanes out[2])
{
    typedef int16_t shorts __attribute__((vector_size(8)));
    for (int i = 0; i < 2; ++i) {
        shorts a, b;
        memcpy(&a, before + i * LANES, sizeof a);
        memcpy(&b, after + i * LANES, sizeof b);
        out[i] = __builtin_convertvector(
            __builtin_convertvector(a, ints) * shares[0] + __builtin_convertvector(b, ints) * shares[1], lanes);
    }
}
#endif

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

typedef struct affine {
    lanes first, second, third; ///< rows
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){load(from), load(from + 4), load(from + 8)};
}

static inline void save_matrix(float *to, affine a)
{
    save(to, a.first);
    save(to + 4, a.second);
    save(to + 8, a.third);
}

static inline affine load_slot(const float *from)
{
    return load_matrix(from);
}

static inline void save_slot(float *to, affine a)
{
    save_matrix(to, a);
}

static inline lanes multiply_row(lanes r, lanes first, lanes second, lanes third)
{
    const lanes shift = (lanes)((ints)r & (ints){0, 0, 0, -1});
    return SINEW__SHUFFLE(r, r, 0, 0, 0, 0) * first +
           (SINEW__SHUFFLE(r, r, 1, 1, 1, 1) * second + (SINEW__SHUFFLE(r, r, 2, 2, 2, 2) * third + shift));
}

static inline affine multiply(affine a, const float *map, int stride)
{
    const lanes first = load(map), second = load(map + stride), third = load(map + 2 * stride);
    return (affine){multiply_row(a.first, first, second, third), multiply_row(a.second, first, second, third),
                    multiply_row(a.third, first, second, third)};
}

#include "pose/kernels/palette_copy.h"

extern const sinew__compact_kernel sinew__compact_kernel_portable;

enum { COMPACT_WIDTH = 4 }; ///< of its vectors

#define COMPACT_KERNEL sinew__compact_kernel_portable

#include "pose/kernels/compact_character.h"

#if defined(__SSE2__)
#define NAME "sse2"
#elif defined(__ARM_NEON)
#define NAME "neon"
#else
#define NAME "portable"
#endif

const sinew__pose_kernel sinew__pose_kernel_portable = {
    .name = NAME, .features = 0, .copy = copy_one, .walk_compact = walk_compact};
