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
    memcpy(out, values.of[0], sizeof *memory);
}

/// Adds what pivots add to a translation: shift + q · (inside − S · scale_pivot).
static inline void add_pivots(const sinew__rig_group *rig, int at, const lanes q[4], const lanes s[3], lanes t[3])
{
    lanes p[3], cross[3];
    for (int i = 0; i < 3; ++i) p[i] = load(rig->inside[i] + at) - s[i] * load(rig->scale_pivot[i] + at);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = (q[j] * p[k] - q[k] * p[j]) + q[3] * p[i];
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const lanes twice = q[j] * cross[k] - q[k] * cross[j];
        t[i] = t[i] + load(rig->shift[i] + at) + (p[i] + (twice + twice));
    }
}

static inline void make_locals(const group_values *values, const sinew__rig_group *rig, int index,
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
    for (int i = 0; i < 4; ++i)
        q[i] = (load(rig->rotation[4 * i] + at) * inner[0] + load(rig->rotation[4 * i + 1] + at) * inner[1]) +
               (load(rig->rotation[4 * i + 2] + at) * inner[2] + load(rig->rotation[4 * i + 3] + at) * inner[3]);
    if (flags & SINEW__COMPACT_TRANSLATES)
        load_values(values, SINEW__COMPONENT_TRANSLATION, 3, index, t);
    else
        load_three(rig->rest_t, at, t);
    if (flags & SINEW__COMPACT_SCALES)
        load_values(values, SINEW__COMPONENT_SCALE, 3, index, s);
    else
        load_three(rig->rest_s, at, s);
    if (rig->has_pivots != 0.0f) add_pivots(rig, at, q, s, t);
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
    for (int i = 0; i < VECTORS; ++i) make_locals(&values, &sample->rig[index], i, out);
}
