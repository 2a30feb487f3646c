/// Compact clip → authored locals of 16 joints, in terms of a vector of floats (compact_formulas.h).

static void chunk_curves(const sinew__compact_sample *sample, int32_t chunk, float *out)
{
    put_curves(0, sample, chunk, out);
}

static void group_weights(const sinew__compact_sample *sample, int32_t index, const float *curves, float *out)
{
    _Alignas(64) component memory[SINEW__COMPONENT_COUNT];
    group_values values;
    find_values(sample, index, curves, memory, &values);
    memcpy(out, values.components[0], sizeof *memory);
}

static inline void make_locals(const group_values *values, const sinew__joint_constants *joint_constants, int index,
                               sinew_local_group *out)
{
    const int at = index * LANES;
    const uint32_t flags = values->group->flags;
    lanes inner[4], q[4], t[3], s[3], square;
    const int has_quaternions = (flags & SINEW__COMPACT_QUATERNIONS) != 0,
              has_angles = !has_quaternions || values->group->quaternion_mask != SINEW__ALL_LANES;
    inner_rotation(0, has_angles, has_quaternions, values, index, inner, &square);
    if (has_quaternions) {
        const lanes factor = splat(1.0f) / square_root(square);
        for (int i = 0; i < 4; ++i) inner[i] = inner[i] * factor;
    }
    if (flags & SINEW__COMPACT_TRANSLATES)
        load_values(values, SINEW__COMPONENT_TRANSLATION, 3, index, t);
    else
        load_three(joint_constants->rest_t, at, t);
    if (flags & SINEW__COMPACT_SCALES)
        load_values(values, SINEW__COMPONENT_SCALE, 3, index, s);
    else
        load_three(joint_constants->rest_s, at, s);
    add_joint_constants(0, joint_constants, at, inner, s, t, q);
    float *const to[] = {out->tx, out->ty, out->tz, out->qx, out->qy, out->qz, out->qw, out->sx, out->sy, out->sz};
    for (int i = 0; i < 3; ++i) save(to[i] + at, t[i]);
    for (int i = 0; i < 4; ++i) save(to[3 + i] + at, q[i]);
    for (int i = 0; i < 3; ++i) save(to[7 + i] + at, s[i]);
}

static void group_locals(const sinew__compact_sample *sample, int32_t index, const float *curves,
                         sinew_local_group *out)
{
    _Alignas(64) component memory[SINEW__COMPONENT_COUNT];
    group_values values;
    find_values(sample, index, curves, memory, &values);
    for (int i = 0; i < VECTORS; ++i) make_locals(&values, &sample->joint_constants[index], i, out);
}
