// Poses with vectors of four floats, as the compiler makes them: SSE2, NEON, or plain numbers where there is
// nothing.
#include <string.h>

#include "core/base/shuffle.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "runtime/pose/kernels/pose_kernel.h"

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

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = SINEW__SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = SINEW__SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    const lanes c = SINEW__SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = SINEW__SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    out[0] = SINEW__SHUFFLE(a, c, 0, 1, 4, 5);
    out[1] = SINEW__SHUFFLE(a, c, 2, 3, 6, 7);
    out[2] = SINEW__SHUFFLE(b, d, 0, 1, 4, 5);
    out[3] = SINEW__SHUFFLE(b, d, 2, 3, 6, 7);
}

#include "runtime/pose/kernels/affine_portable.h"

#include "runtime/pose/kernels/local_character.h"

const sinew__play_kernel sinew__play_kernel_portable = {.walk_compact = sinew__walk_compact_portable};

const sinew__pose_kernel sinew__pose_kernel_portable = {.play = &sinew__play_kernel_portable,
                                                        .pose_many = sinew__pose_many_portable,
                                                        .lanes = SINEW__LANES_PORTABLE,
                                                        .walk_locals = walk_locals,
                                                        .walk_locals_below = walk_locals_below,
                                                        .pose_many_from_locals = sinew__pose_many_from_locals_portable,
                                                        .put_palette = put_palette};
