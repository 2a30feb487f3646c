/// The formulas of a joint for vectors of floats, whose lanes are joints or characters. Before a kernel file includes
/// this file, single_character.h or one_character_per_lane.h, it defines:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mul_add(a, b, c)      a · b + c
///   mul_from(a, b, c)     c − a · b
///
/// All kernels multiply in the same order, so that one character's palette does not depend on who poses beside it.

static inline lanes mix(lanes before, lanes after, lanes part)
{
    return mul_add(part, after - before, before);
}

/// LANES floats of a character's rows, `first` floats behind an offset.
static inline lanes mix_floats(const sinew__row_pair *pair, uint32_t offset, int first)
{
    const size_t at = offset + (size_t)first * sizeof(float);
    return mix(load((const float *)(const void *)(pair->before + at)),
               load((const float *)(const void *)(pair->after + at)), splat(pair->part));
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
    const lanes one = splat(1.0f);
    const lanes xx = q[0] * q[0], yy = q[1] * q[1], zz = q[2] * q[2], wx = q[3] * q[0], wy = q[3] * q[1],
                wz = q[3] * q[2];
    m[0] = mul_from(s, yy + zz, one);
    m[1] = s * mul_add(q[0], q[1], -wz);
    m[2] = s * mul_add(q[0], q[2], wy);
    m[4] = s * mul_add(q[0], q[1], wz);
    m[5] = mul_from(s, xx + zz, one);
    m[6] = s * mul_add(q[1], q[2], -wx);
    m[8] = s * mul_add(q[0], q[2], -wy);
    m[9] = s * mul_add(q[1], q[2], wx);
    m[10] = mul_from(s, xx + yy, one);
}

static inline void scale_columns(lanes m[12], lanes x, lanes y, lanes z)
{
    for (int i = 0; i < 12; i += 4) {
        m[i] = m[i] * x;
        m[i + 1] = m[i + 1] * y;
        m[i + 2] = m[i + 2] * z;
    }
}

/// The shift that takes a joint's own place in bind space to where the row has it: place − m · own.
static inline void set_shift(lanes m[12], const lanes place[3], lanes own_x, lanes own_y, lanes own_z)
{
    for (int i = 0; i < 3; ++i)
        m[4 * i + 3] =
            mul_from(m[4 * i], own_x, mul_from(m[4 * i + 1], own_y, mul_from(m[4 * i + 2], own_z, place[i])));
}
