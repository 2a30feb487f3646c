/// The weighted average of locals for vectors of floats whose lanes are joints or characters. Before it is included,
/// there are:
///
///   lanes            the vector type, with the operators of GNU C
///   whole            vectors of int32_t of the same size
///   splat(f)         f in every lane
///   square_root(v)   correctly rounded

/// The ten components of LANES joints.
typedef struct local_lanes {
    lanes t[3], q[4], s[3];
} local_lanes;

static inline lanes choose(whole mask, lanes yes, lanes no)
{
    return (lanes)(((whole)yes & mask) | ((whole)no & ~mask));
}

static inline void scale_locals(local_lanes *v, lanes by)
{
    for (int k = 0; k < 3; ++k) v->t[k] = v->t[k] * by;
    for (int k = 0; k < 4; ++k) v->q[k] = v->q[k] * by;
    for (int k = 0; k < 3; ++k) v->s[k] = v->s[k] * by;
}

static inline lanes dot(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/// `v` with the sign of each lane reversed where `of` is negative.
static inline lanes with_sign(lanes v, lanes of)
{
    const whole sign = (whole)splat(-0.0f);
    return (lanes)((whole)v ^ ((whole)of & sign));
}

/// Unit length; where there is nearly none, the rotation of `fallback`.
static inline void normalize(lanes q[4], const lanes fallback[4])
{
    const lanes square = dot(q, q);
    const whole is_regular = square > splat(1e-20f);
    const lanes inverse = splat(1.0f) / square_root(choose(is_regular, square, splat(1.0f)));
    for (int i = 0; i < 4; ++i) q[i] = choose(is_regular, q[i] * inverse, fallback[i]);
}

/// sum += weight · v, the rotation in the hemisphere of the sum.
static inline void accumulate(const local_lanes *v, lanes weight, local_lanes *sum)
{
    const lanes rotation_weight = with_sign(weight, dot(v->q, sum->q));
    for (int k = 0; k < 3; ++k) sum->t[k] = sum->t[k] + v->t[k] * weight;
    for (int k = 0; k < 4; ++k) sum->q[k] = sum->q[k] + v->q[k] * rotation_weight;
    for (int k = 0; k < 3; ++k) sum->s[k] = sum->s[k] + v->s[k] * weight;
}

/// A sum → the average: `inverse` is 1 / the sum of the weights.
static inline void divide_sum(local_lanes *sum, lanes inverse, const lanes rest_rotation[4])
{
    for (int k = 0; k < 3; ++k) sum->t[k] = sum->t[k] * inverse;
    for (int k = 0; k < 3; ++k) sum->s[k] = sum->s[k] * inverse;
    normalize(sum->q, rest_rotation);
}
