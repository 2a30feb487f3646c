/// Products of 3 × 4 matrices of LANES characters, a character to a lane: in terms of the vectors of
/// sampler/kernels/compact_vectors_*.h. A slot holds twelve elements by rows, each of LANES characters. The operations
/// and their order are those of multiply in affine_*.h.

enum { SLOT_VALUES = 12 * LANES };

/// The product of a slot and m.
static inline __attribute__((always_inline)) void multiply_slot(const float *slot, const lanes m[12], lanes out[12])
{
    for (int row = 0; row < 3; ++row) {
        const float *from = slot + 4 * LANES * row;
        const lanes a = load(from), b = load(from + LANES), c = load(from + 2 * LANES), d = load(from + 3 * LANES);
        for (int i = 0; i < 4; ++i)
            out[4 * row + i] = mul_add(a, m[i], mul_add(b, m[4 + i], mul_add(c, m[8 + i], i == 3 ? d : splat(0.0f))));
    }
}

/// A slot and its product with m, whose fourth row is 0.
static inline __attribute__((always_inline)) void add_to_slot(const float *slot, const lanes m[12], lanes out[12])
{
    for (int row = 0; row < 3; ++row) {
        const float *from = slot + 4 * LANES * row;
        const lanes a = load(from), b = load(from + LANES), c = load(from + 2 * LANES), d = load(from + 3 * LANES);
        const lanes own[4] = {a, b, c, d};
        for (int i = 0; i < 4; ++i)
            out[4 * row + i] = mul_add(a, m[i], mul_add(b, m[4 + i], mul_add(c, m[8 + i], own[i])));
    }
}
