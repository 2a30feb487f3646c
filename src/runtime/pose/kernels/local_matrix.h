/// Locals → matrices T · R · S, for vectors whose lanes are joints or characters. A kernel file defines lanes, splat
/// and mul_add (a · b + c, fused where the processor can) before it includes this. The operations are the same for
/// every vector, so a joint's matrix has the same bits wherever it is made.

/// Components of sinew_local_group, in its order, sixteen floats apart.
enum { LOCAL_COMPONENTS = sizeof(sinew_local_group) / sizeof(float[SINEW_LOCAL_LANES]) };
enum { LOCAL_T = 0, LOCAL_Q = 3, LOCAL_S = 7 };

static inline const float *local_component(const sinew_local_group *group, int index)
{
    return (const float *)group + index * SINEW_LOCAL_LANES;
}

/// s = 2 / q·q of quaternions of any length, summed in pairs: the quotient, which all wait for, begins earlier.
static inline lanes rotation_factor(const lanes q[4])
{
    const lanes shortest = splat(1e-30f); // keeps a quaternion of no length finite
    return splat(2.0f) / (mul_add(q[0], q[0], q[1] * q[1]) + mul_add(q[2], q[2], mul_add(q[3], q[3], shortest)));
}

/// Rotations of quaternions of any length: R = I − s · (…). What s multiplies is there before s is.
static inline void set_rotation(const lanes q[4], lanes s, lanes m[12])
{
    const lanes one = splat(1.0f), minus_s = -s;
    const lanes xx = q[0] * q[0], yy = q[1] * q[1], zz = q[2] * q[2], wx = q[3] * q[0], wy = q[3] * q[1],
                wz = q[3] * q[2];
    m[0] = mul_add(minus_s, yy + zz, one);
    m[1] = s * mul_add(q[0], q[1], -wz);
    m[2] = s * mul_add(q[0], q[2], wy);
    m[4] = s * mul_add(q[0], q[1], wz);
    m[5] = mul_add(minus_s, xx + zz, one);
    m[6] = s * mul_add(q[1], q[2], -wx);
    m[8] = s * mul_add(q[0], q[2], -wy);
    m[9] = s * mul_add(q[1], q[2], wx);
    m[10] = mul_add(minus_s, xx + yy, one);
}

/// Matrices by rows from components.
static inline void set_local_matrix(const lanes local[LOCAL_COMPONENTS], lanes m[12])
{
    set_rotation(local + LOCAL_Q, rotation_factor(local + LOCAL_Q), m);
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) m[4 * row + i] = m[4 * row + i] * local[LOCAL_S + i];
        m[4 * row + 3] = local[LOCAL_T + row];
    }
}
