// The walk with vectors of four floats, as the compiler makes them: SSE2, NEON, or plain numbers where there is nothing.
#include <string.h>

#include "pose/walk_kernel.h"

enum { LANES = 4 };

typedef float lanes __attribute__((vector_size(16)));
typedef int16_t shorts __attribute__((vector_size(8)));

static inline lanes splat(float f)
{
    return (lanes){f, f, f, f};
}

static inline lanes load(const float *from)
{
    lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void save(float *to, lanes v)
{
    memcpy(to, &v, sizeof v);
}

static inline lanes load_int16(const int16_t *from)
{
    shorts v;
    memcpy(&v, from, sizeof v);
    return __builtin_convertvector(v, lanes);
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

static inline lanes mul_from(lanes a, lanes b, lanes c)
{
    return c - a * b;
}

static inline void transpose(lanes *v)
{
    const lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5), b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    const lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5), d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

static inline void save_matrices(const lanes m[12], float *const *out)
{
    for (int row = 0; row < 12; row += 4) {
        lanes rows[4] = {m[row], m[row + 1], m[row + 2], m[row + 3]};
        transpose(rows);
        for (int i = 0; i < LANES; ++i) save(out[i] + row, rows[i]);
    }
}

typedef struct affine {
    lanes row[3];
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){{load(from), load(from + 4), load(from + 8)}};
}

static inline void save_matrix(float *to, affine a)
{
    for (int i = 0; i < 3; ++i) save(to + 4 * i, a.row[i]);
}

static inline affine load_slot(const float *from)
{
    return load_matrix(from);
}

static inline void save_slot(float *to, affine a)
{
    save_matrix(to, a);
}

static inline affine multiply(affine a, const float *matrix)
{
    const affine b = load_matrix(matrix);
    affine out;
    for (int i = 0; i < 3; ++i) {
        const lanes r = a.row[i], zero = {0, 0, 0, 0}, shift = __builtin_shufflevector(zero, r, 0, 1, 2, 7);
        out.row[i] = r[0] * b.row[0] + (r[1] * b.row[1] + (r[2] * b.row[2] + shift));
    }
    return out;
}

#include "pose/walk_kernel_body.h"

#if defined(__SSE2__)
#define NAME "sse2"
#elif defined(__ARM_NEON)
#define NAME "neon"
#else
#define NAME "portable"
#endif

const sinew__walk_kernel sinew__walk_kernel_portable = {
    .name = NAME, .features = 0, .walk = walk_one, .lanes = LANES, .walk_lanes = walk_lanes};
