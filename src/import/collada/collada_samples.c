#include "import/collada/collada_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/affine.h"
#include "import/collada/collada_curves.h"
#include "import/collada/collada_stack.h"
#include "sampler/curve.h"

enum {
    MAX_DEPTH = 12,       ///< halvings of the time between two keys
    MAX_SAMPLES = 1 << 16 ///< of a node; further ones are those of the keys
};

/// Largest difference between samples: of the largest translation and scale, and in radians.
static const double TOLERANCE = 1e-5;

static int add_sample(import_pass *pass, collada_samples *samples, int64_t ticks, const sinew_affine *local)
{
    collada_sample_key *keys =
        sinew__arena_grow(&pass->arena, samples->keys, samples->count, &samples->capacity, sizeof *keys);
    if (!keys || samples->count >= INT32_MAX) return 0;
    samples->keys = keys;
    if (samples->count && keys[samples->count - 1].ticks >= ticks) return 1; // a step without room for its tick
    collada_sample_key *key = &keys[samples->count++];
    key->ticks = ticks;
    samples->largest_shear = fmax(samples->largest_shear, sinew__transform_from_affine(local, &key->transform));
    return 1;
}

// ---- matrices -----------------------------------------------------------------------------------------------------

static int all_step(const collada_sampler *sampler)
{
    for (size_t i = 0; i + 1 < sampler->key_count; i++)
        if (sampler->keys[i].interpolation != COLLADA_STEP) return 0;
    return sampler->key_count > 1;
}

int sinew__collada_sample_matrices(import_pass *pass, const collada_sampler *sampler, const sinew_affine *before,
                                   const sinew_affine *behind, collada_samples *out)
{
    *out = (collada_samples){.is_stepped = all_step(sampler)};
    for (size_t k = 0; k < sampler->key_count; k++) {
        const collada_key *key = &sampler->keys[k];
        double values[COLLADA_MATRIX_SIZE];
        for (size_t i = 0; i < COLLADA_MATRIX_SIZE; i++) values[i] = sinew__collada_key_value(sampler, key, i);
        const sinew_affine matrix = sinew__collada_affine(COLLADA_MATRIX, values);
        const sinew_affine outer = sinew__affine_multiply(before, &matrix);
        const sinew_affine local = sinew__affine_multiply(&outer, behind);
        if (!add_sample(pass, out, key->ticks, &local)) return 0;
        const int is_step = key->interpolation == COLLADA_STEP && !out->is_stepped && k + 1 < sampler->key_count;
        if (is_step && !add_sample(pass, out, key[1].ticks - 1, &local)) return 0;
    }
    return 1;
}

// ---- curves -------------------------------------------------------------------------------------------------------

typedef struct sampling {
    import_pass *pass;
    const collada_moving *moving;
    collada_samples *samples;
    double translation, scale; ///< largest at a key
} sampling;

static double value_of(const sinew_raw_curve *curve, int64_t ticks)
{
    const sinew_model_info info = {.ticks_per_second = COLLADA_TICKS};
    const sinew_model model = {.info = &info, .curve_keys = curve->keys};
    const sinew_curve item = {.key_count = curve->key_count};
    return sinew__curve_evaluate(&model, &item, ticks);
}

static sinew_affine local_at(const collada_moving *moving, int64_t ticks)
{
    sinew_affine local = sinew__affine_identity();
    for (size_t i = 0; i < moving->list_count; i++) {
        const collada_transform *transform = &moving->document->transforms[moving->list[i]];
        const sinew_raw_curve *const *curves = moving->curves + COLLADA_MATRIX_SIZE * i;
        double values[COLLADA_MATRIX_SIZE];
        for (int k = 0; k < COLLADA_MATRIX_SIZE; k++)
            values[k] = curves[k] ? value_of(curves[k], ticks) : transform->values[k];
        const sinew_affine map = sinew__collada_affine(transform->kind, values);
        local = sinew__affine_multiply(&local, &map);
    }
    return local;
}

static sinew_transform transform_at(const sampling *state, int64_t ticks)
{
    const sinew_affine local = local_at(state->moving, ticks);
    sinew_transform out;
    (void)sinew__transform_from_affine(&local, &out);
    return out;
}

static double largest_of(sinew_vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

static double distance_on_line(sinew_vec3 a, sinew_vec3 b, double part, sinew_vec3 from)
{
    return largest_of((sinew_vec3){a.x + (b.x - a.x) * part - from.x, a.y + (b.y - a.y) * part - from.y,
                                   a.z + (b.z - a.z) * part - from.z});
}

/// Whether what lies between two samples at `part` of the way differs from the transform there.
static int differs(const sampling *state, const sinew_transform *a, const sinew_transform *b, double part,
                   const sinew_transform *there)
{
    const sinew_quat r = sinew__quat_slerp(a->r, b->r, part);
    const double cosine = fabs(r.x * there->r.x + r.y * there->r.y + r.z * there->r.z + r.w * there->r.w);
    const double angle = 2.0 * acos(fmin(cosine, 1.0)); // exact to 3e-8
    return distance_on_line(a->t, b->t, part, there->t) > TOLERANCE * state->translation ||
           distance_on_line(a->s, b->s, part, there->s) > TOLERANCE * state->scale || angle > TOLERANCE;
}

/// Adds the samples that are needed between two times. Returns 0 when out of memory.
static int refine(const sampling *state, int64_t from, const sinew_transform *a, int64_t to, const sinew_transform *b,
                  int depth)
{
    const int64_t middle = from + (to - from) / 2;
    int is_needed = 0;
    for (int i = 1; i < 4 && !is_needed; i++) {
        const int64_t ticks = from + (int64_t)((double)(to - from) * 0.25 * i);
        const sinew_transform there = transform_at(state, ticks);
        is_needed = differs(state, a, b, (double)(ticks - from) / (double)(to - from), &there);
    }
    if (!is_needed || depth == 0 || to - from < 8 || state->samples->count >= MAX_SAMPLES) return 1;
    const sinew_affine local = local_at(state->moving, middle);
    const sinew_transform between = transform_at(state, middle);
    return refine(state, from, a, middle, &between, depth - 1) &&
           add_sample(state->pass, state->samples, middle, &local) && refine(state, middle, &between, to, b, depth - 1);
}

static int compare_ticks(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/// The times of all keys, each once. `out_steps` says whether a curve has a step. Returns 0 when out of memory.
static int list_times(import_pass *pass, const collada_moving *moving, int64_t **out, size_t *out_count, int *out_steps)
{
    size_t count = 0;
    const size_t curves = COLLADA_MATRIX_SIZE * moving->list_count;
    for (size_t i = 0; i < curves; i++) count += moving->curves[i] ? (size_t)moving->curves[i]->key_count : 0;
    int64_t *ticks = SINEW__ARENA_ARRAY(&pass->arena, int64_t, count);
    if (!ticks) return 0;
    *out_steps = 0;
    count = 0;
    for (size_t i = 0; i < curves; i++)
        for (int32_t k = 0; moving->curves[i] && k < moving->curves[i]->key_count; k++) {
            ticks[count++] = moving->curves[i]->keys[k].ticks;
            *out_steps |= moving->curves[i]->keys[k].interpolation == SINEW_STEP;
        }
    if (count) qsort(ticks, count, sizeof *ticks, compare_ticks);
    *out = ticks;
    *out_count = 0;
    for (size_t i = 0; i < count; i++)
        if (*out_count == 0 || ticks[*out_count - 1] != ticks[i]) ticks[(*out_count)++] = ticks[i];
    return 1;
}

static int sample_between(const sampling *state, int64_t from, int64_t to)
{
    if (to - from < 2) return 1;
    const sinew_transform a = transform_at(state, from), b = transform_at(state, to);
    return refine(state, from, &a, to, &b, MAX_DEPTH);
}

int sinew__collada_sample(import_pass *pass, const collada_moving *moving, collada_samples *out)
{
    int64_t *ticks;
    size_t count;
    int has_steps;
    *out = (collada_samples){0};
    if (!list_times(pass, moving, &ticks, &count, &has_steps)) return 0;
    sampling state = {.pass = pass, .moving = moving, .samples = out};
    for (size_t i = 0; i < count; i++) {
        const sinew_transform there = transform_at(&state, ticks[i]);
        state.translation = fmax(state.translation, largest_of(there.t));
        state.scale = fmax(state.scale, largest_of(there.s));
    }
    for (size_t i = 0; i < count; i++) {
        const sinew_affine local = local_at(moving, ticks[i]);
        if (!add_sample(pass, out, ticks[i], &local)) return 0;
        if (i + 1 == count) break;
        const int64_t end = ticks[i + 1] - has_steps; // a step ends a tick before the next key
        if (!sample_between(&state, ticks[i], end)) return 0;
        const sinew_affine last = local_at(moving, end);
        if (has_steps && !add_sample(pass, out, end, &last)) return 0;
    }
    return 1;
}

// ---- tracks -------------------------------------------------------------------------------------------------------

sinew_track_key *sinew__collada_sample_keys(import_pass *pass, const collada_samples *samples, sinew_track_path path)
{
    sinew_track_key *keys = SINEW__ARENA_ARRAY(&pass->arena, sinew_track_key, samples->count);
    for (size_t i = 0; keys && i < samples->count; i++) {
        const sinew_transform *t = &samples->keys[i].transform;
        const double values[3][4] = {
            {t->t.x, t->t.y, t->t.z, 0.0}, {t->r.x, t->r.y, t->r.z, t->r.w}, {t->s.x, t->s.y, t->s.z, 0.0}};
        keys[i].time = (double)samples->keys[i].ticks / (double)COLLADA_TICKS;
        memcpy(keys[i].value, values[path], sizeof values[path]);
    }
    return keys;
}
