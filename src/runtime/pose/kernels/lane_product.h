/// Products of 3 × 4 matrices of LANES characters, a character to a lane: in terms of the vectors of
/// runtime/sampler/kernels/compact_vectors_*.h. A joint matrix holds twelve elements by rows, each of LANES characters.
/// The operations and their order are those of multiply in affine_*.h.

enum { JOINT_MATRIX_VALUES = 12 * LANES };

/// A row of a joint matrix times m, and `more`.
static inline __attribute__((always_inline)) void multiply_row_onto(const lanes more[4], const lanes row[4],
                                                                    const lanes m[12], lanes out[4])
{
    for (int i = 0; i < 4; ++i)
        out[i] = mul_add(row[0], m[i], mul_add(row[1], m[4 + i], mul_add(row[2], m[8 + i], more[i])));
}

static inline __attribute__((always_inline)) void load_row(const float *joint_matrix, int row, lanes out[4])
{
    for (int i = 0; i < 4; ++i) out[i] = load(joint_matrix + (4 * row + i) * LANES);
}

/// A row of a matrix times m, both with 0 0 0 1 as their fourth row.
static inline __attribute__((always_inline)) void multiply_lane_row(const lanes row[4], const lanes m[12], lanes out[4])
{
    multiply_row_onto((const lanes[4]){splat(0.0f), splat(0.0f), splat(0.0f), row[3]}, row, m, out);
}

/// The product of a joint matrix and m.
static inline __attribute__((always_inline)) void multiply_joint_matrix(const float *joint_matrix, const lanes m[12],
                                                                        lanes out[12])
{
    lanes own[4];
    for (int row = 0; row < 3; ++row) {
        load_row(joint_matrix, row, own);
        multiply_lane_row(own, m, out + 4 * row);
    }
}

/// A joint matrix and its product with m, whose fourth row is 0.
static inline __attribute__((always_inline)) void add_to_joint_matrix(const float *joint_matrix, const lanes m[12],
                                                                      lanes out[12])
{
    lanes own[4];
    for (int row = 0; row < 3; ++row) {
        load_row(joint_matrix, row, own);
        multiply_row_onto(own, own, m, out + 4 * row);
    }
}
