// Converts the transforms of a Collada node, in any order, to a transform stack, or samples their product if no stack
// fits.
#include "import/collada/collada.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"
#include "runtime/sampler/curve.h"

enum { NOT_FOUND = -1 };

static const double pi = 3.14159265358979323846;

/// Differences that come from numbers written with six digits.
static const double small = 1e-5;

// ---- maps ---------------------------------------------------------------------------------------------------------

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static sinew_affine rotation_about(const double axis[3], double degrees)
{
    const double length = length_of(axis), half = degrees * (pi / 360.0);
    if (!(length > 0.0)) return sinew__affine_identity();
    const double s = sin(half) / length;
    return sinew__affine_from_quat((sinew_quat){axis[0] * s, axis[1] * s, axis[2] * s, cos(half)});
}

/// Returns the map of a lookat transform. Like Assimp, uses the up direction as written for the second column.
static sinew_affine look_at(const double v[9])
{
    double forward[3] = {v[3] - v[0], v[4] - v[1], v[5] - v[2]}, right[3];
    const double length = length_of(forward);
    for (int i = 0; i < 3 && length > 0.0; ++i) forward[i] /= length;
    for (int i = 0; i < 3; ++i) // the cross product of forward and up
        right[i] = forward[(i + 1) % 3] * v[6 + (i + 2) % 3] - forward[(i + 2) % 3] * v[6 + (i + 1) % 3];
    const double width = length_of(right);
    for (int i = 0; i < 3 && width > 0.0; ++i) right[i] /= width;
    sinew_affine out;
    for (int i = 0; i < 3; ++i) {
        const double row[4] = {right[i], v[6 + i], -forward[i], v[i]};
        memcpy(out.row[i], row, sizeof row);
    }
    return out;
}

/// Returns the map of a transform with these values.
static sinew_affine collada_affine(collada_transform_kind kind, const double values[COLLADA_MATRIX_SIZE])
{
    sinew_affine out = sinew__affine_identity();
    switch (kind) {
    case COLLADA_TRANSLATE:
        for (int i = 0; i < 3; ++i) out.row[i][3] = values[i];
        break;
    case COLLADA_ROTATE: return rotation_about(values, values[3]);
    case COLLADA_SCALE: return sinew__affine_scale(values);
    case COLLADA_MATRIX: memcpy(out.row, values, sizeof out.row); break;
    case COLLADA_LOOKAT: return look_at(values);
    }
    return out;
}

sinew_affine sinew__collada_product(const collada_document *document, const int32_t *list, size_t from, size_t to)
{
    sinew_affine product = sinew__affine_identity();
    for (size_t i = from; i < to; ++i) {
        const collada_transform *transform = &document->transforms[list[i]];
        const sinew_affine map = collada_affine(transform->kind, transform->values);
        product = sinew__affine_multiply(&product, &map);
    }
    return product;
}

static int is_rigid(const sinew_transform *t)
{
    return fabs(t->s.x - 1.0) <= small && fabs(t->s.y - 1.0) <= small && fabs(t->s.z - 1.0) <= small;
}

static int is_translation(const sinew_transform *t)
{
    return is_rigid(t) && fabs(fabs(t->r.w) - 1.0) <= small * small;
}

// ---- parts --------------------------------------------------------------------------------------------------------

/// The positions of the animated parts in a list, and the fixed transforms between them.
typedef struct stack_parts {
    int translate, first_rotate, last_rotate, scale; ///< indices, or NOT_FOUND
    sinew_transform between[4];                      ///< before T, before R, before S, after S
} stack_parts;

/// Finds the parts. Returns 0 if the animated parts are not T, R and S in this order, each once.
static int find_parts(const collada_document *document, const int32_t *list, int count, stack_parts *out)
{
    *out =
        (stack_parts){.translate = NOT_FOUND, .first_rotate = NOT_FOUND, .last_rotate = NOT_FOUND, .scale = NOT_FOUND};
    for (int i = 0; i < count; ++i) {
        const collada_transform *transform = &document->transforms[list[i]];
        if (!transform->animated) continue;
        const int has_rotate = out->first_rotate != NOT_FOUND, has_scale = out->scale != NOT_FOUND;
        switch (transform->kind) {
        case COLLADA_TRANSLATE:
            if (out->translate != NOT_FOUND || has_rotate || has_scale) return 0;
            out->translate = i;
            break;
        case COLLADA_ROTATE:
            if (has_scale || transform->animated != 1U << 3) return 0;
            if (!has_rotate) out->first_rotate = i;
            out->last_rotate = i;
            break;
        case COLLADA_SCALE:
            if (has_scale) return 0;
            out->scale = i;
            break;
        case COLLADA_MATRIX:
        case COLLADA_LOOKAT: return 0;
        }
    }
    return 1;
}

/// Fills `between`. Returns 0 if the maps before T and after S are not translations, or the others are not rigid. If no
/// scale is animated, the scale of the last map becomes *out_scale, the S of the stack.
static int find_between(const collada_document *document, const int32_t *list, int count, stack_parts *parts,
                        sinew_vec3 *out_scale)
{
    const int has_rotate = parts->first_rotate != NOT_FOUND, has_scale = parts->scale != NOT_FOUND;
    const int scale = has_scale ? parts->scale : count, rotate = has_rotate ? parts->first_rotate : scale;
    const int after_rotate = has_rotate ? parts->last_rotate + 1 : scale;
    const int ranges[4][2] = {{0, parts->translate == NOT_FOUND ? 0 : parts->translate},
                              {parts->translate + 1, rotate},
                              {after_rotate, scale},
                              {has_scale ? scale + 1 : count, count}};
    for (int i = 0; i < 4; ++i) {
        const sinew_affine map = sinew__collada_product(document, list, (size_t)ranges[i][0], (size_t)ranges[i][1]);
        if (!(sinew__transform_from_affine(&map, &parts->between[i]) <= small)) return 0;
    }
    sinew_transform *last = &parts->between[has_rotate ? 2 : 1];
    *out_scale = has_scale ? (sinew_vec3){1, 1, 1} : last->s;
    if (!has_scale) last->s = (sinew_vec3){1, 1, 1};
    return is_translation(&parts->between[0]) && is_rigid(&parts->between[1]) && is_rigid(&parts->between[2]) &&
           is_translation(&parts->between[3]);
}

// ---- rotations ----------------------------------------------------------------------------------------------------

/// Returns the coordinate axis along `axis`, and its sign; NOT_FOUND if it is not along one.
static int principal_axis(const double axis[3], double *out_sign)
{
    const double length = length_of(axis);
    for (int i = 0; i < 3 && length > 0.0; ++i)
        if (fabs(axis[i]) >= length * (1.0 - small * small)) {
            *out_sign = axis[i] > 0.0 ? 1.0 : -1.0;
            return i;
        }
    return NOT_FOUND;
}

/// Returns the rotation order of rotations about `axes`, written from left to right; the last is applied first.
static int rotation_order(const int *axes, int count)
{
    static const char *const orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    for (int order = 0; order < 6; ++order) {
        int fits = 1;
        for (int i = 0; i + 1 < count; ++i)
            fits &= strchr(orders[order], 'X' + axes[i]) > strchr(orders[order], 'X' + axes[i + 1]);
        if (fits) return order;
    }
    return SINEW_ROTATE_XYZ;
}

/// Converts rotations to Euler angles. Returns 0 if they are not about different coordinate axes; a single rotation may
/// have any axis.
static int place_rotates(const collada_document *document, const int32_t *list, stack_parts *parts, collada_stack *out)
{
    int axes[3], count = 0;
    for (int i = parts->first_rotate; i <= parts->last_rotate; ++i) {
        const collada_transform *transform = &document->transforms[list[i]];
        double sign = 1.0;
        const int axis = transform->kind == COLLADA_ROTATE ? principal_axis(transform->values, &sign) : NOT_FOUND;
        if (axis == NOT_FOUND && parts->first_rotate == parts->last_rotate) {
            // A rotation about any axis is a rotation about x between two fixed ones: from the axis to x and back.
            const double length = length_of(transform->values), *v = transform->values;
            if (!(length > 0.0)) return 0;
            const sinew_quat turn =
                v[0] / length < -0.999999
                    ? (sinew_quat){0, 1, 0, 0}
                    : sinew__quat_normalize((sinew_quat){0, -v[2] / length, v[1] / length, 1.0 + v[0] / length});
            const sinew_quat back = sinew__quat_conjugate(turn);
            const sinew_affine inverse = sinew__affine_from_quat(back);
            parts->between[1].r = sinew__quat_multiply(parts->between[1].r, turn);
            parts->between[2].r = sinew__quat_multiply(back, parts->between[2].r);
            parts->between[2].t = sinew__affine_direction(&inverse, parts->between[2].t);
            out->rotate[0] = list[i];
            out->stack.rotation[0] = v[3];
            return 1;
        }
        if (axis == NOT_FOUND || out->rotate[axis] != SINEW_NONE) return 0;
        axes[count++] = axis;
        out->rotate[axis] = list[i];
        out->sign[axis] = sign;
        out->stack.rotation[axis] = sign * transform->values[3];
    }
    out->stack.rotation_order = rotation_order(axes, count);
    return 1;
}

// ---- the stack ----------------------------------------------------------------------------------------------------

static void put(sinew_vec3 from, double out[3])
{
    out[0] = from.x, out[1] = from.y, out[2] = from.z;
}

/// Fills FBX's stack T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹; Rp is not needed.
static void fill_stack(const collada_document *document, const int32_t *list, const stack_parts *parts,
                       sinew_vec3 scale, collada_stack *out)
{
    sinew_transform_stack *stack = &out->stack;
    const int has_translate = parts->translate != NOT_FOUND, has_rotate = parts->first_rotate != NOT_FOUND;
    const sinew_transform *before_rotate = &parts->between[1], *before_scale = &parts->between[2];
    stack->rotation_active = 1;
    stack->inherit_type = SINEW_INHERIT_RSrs;
    put(before_rotate->t, has_translate ? stack->rotation_offset : stack->translation);
    put(parts->between[0].t, out->shift);
    if (has_translate) out->translate = list[parts->translate];
    for (int i = 0; i < 3 && has_translate; ++i)
        stack->translation[i] = document->transforms[out->translate].values[i] + out->shift[i];
    sinew__quat_to_euler(before_rotate->r, SINEW_ROTATE_XYZ, has_rotate ? stack->pre_rotation : stack->rotation);
    const sinew_quat back = sinew__quat_conjugate(before_scale->r);
    if (has_rotate) sinew__quat_to_euler(back, SINEW_ROTATE_XYZ, stack->post_rotation);
    put(scale, stack->scaling);
    if (parts->scale != NOT_FOUND) out->scale = list[parts->scale];
    if (parts->scale != NOT_FOUND)
        memcpy(stack->scaling, document->transforms[out->scale].values, sizeof stack->scaling);
    const sinew_affine inverse = sinew__affine_from_quat(back);
    put(sinew__affine_direction(&inverse, before_scale->t), stack->scaling_offset);
    double behind[3];
    put(parts->between[3].t, behind);
    for (int i = 0; i < 3; ++i) {
        stack->scaling_pivot[i] = -behind[i];
        stack->scaling_offset[i] += behind[i];
    }
}

int sinew__collada_find_stack(const collada_document *document, const int32_t *list, size_t count, collada_stack *out)
{
    stack_parts parts;
    sinew_vec3 scale;
    *out = (collada_stack){.translate = SINEW_NONE,
                           .scale = SINEW_NONE,
                           .rotate = {SINEW_NONE, SINEW_NONE, SINEW_NONE},
                           .sign = {1.0, 1.0, 1.0}};
    if (count > INT32_MAX || !find_parts(document, list, (int)count, &parts) ||
        !find_between(document, list, (int)count, &parts, &scale))
        return 0;
    if (parts.first_rotate != NOT_FOUND && !place_rotates(document, list, &parts, out)) return 0;
    fill_stack(document, list, &parts, scale, out);
    // The stack at rest must equal the product of the transforms.
    const sinew_transform local = sinew__stack_local(&out->stack);
    const sinew_affine a = sinew__affine_from_transform(&local);
    const sinew_affine b = sinew__collada_product(document, list, 0, count);
    double difference = 0.0, largest = 1.0;
    for (int i = 0; i < 12; ++i) {
        difference = fmax(difference, fabs(a.row[i / 4][i % 4] - b.row[i / 4][i % 4]));
        largest = fmax(largest, fabs(b.row[i / 4][i % 4]));
    }
    return difference <= 10.0 * small * largest;
}

// Samples animated transforms of a Collada node as translations, rotations and scales.

enum {
    MAX_DEPTH = 12,       ///< largest number of times that the interval between two keys is halved
    MAX_SAMPLES = 1 << 16 ///< largest number of samples of a node; if it needs more, only keys are sampled
};

/// Largest error of interpolation: for translations and scales as a fraction of the largest one, for rotations in
/// radians.
static const double tolerance = 1e-5;

static int add_sample(import_pass *pass, collada_samples *samples, int64_t ticks, const sinew_affine *local)
{
    collada_sample_key *keys =
        sinew__arena_grow(&pass->arena, samples->keys, samples->count, &samples->capacity, sizeof *keys);
    if (!keys || samples->count >= INT32_MAX) return 0;
    samples->keys = keys;
    if (samples->count && keys[samples->count - 1].ticks >= ticks) return 1; // a step ends at a tick that has a sample
    collada_sample_key *key = &keys[samples->count++];
    key->ticks = ticks;
    samples->largest_shear = fmax(samples->largest_shear, sinew__transform_from_affine(local, &key->transform));
    return 1;
}

// ---- matrices -----------------------------------------------------------------------------------------------------

int sinew__collada_sample_matrices(import_pass *pass, const collada_sampler *sampler, const sinew_affine *before,
                                   const sinew_affine *behind, collada_samples *out)
{
    *out = (collada_samples){.is_stepped = sampler->key_count > 1};
    for (size_t k = 0; k + 1 < sampler->key_count; ++k)
        if (sampler->keys[k].interpolation != COLLADA_STEP) out->is_stepped = 0;
    for (size_t k = 0; k < sampler->key_count; ++k) {
        const collada_key *key = &sampler->keys[k];
        double values[COLLADA_MATRIX_SIZE];
        for (size_t i = 0; i < COLLADA_MATRIX_SIZE; ++i) values[i] = sinew__collada_key_value(sampler, key, i);
        const sinew_affine matrix = collada_affine(COLLADA_MATRIX, values);
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
    double translation, scale; ///< largest values at a key
} sampling;

static sinew_affine local_at(const collada_moving *moving, int64_t ticks)
{
    const sinew_model_info info = {.ticks_per_second = COLLADA_TICKS};
    sinew_affine local = sinew__affine_identity();
    for (size_t i = 0; i < moving->list_count; ++i) {
        const collada_transform *transform = &moving->document->transforms[moving->list[i]];
        const sinew_raw_curve *const *curves = moving->curves + COLLADA_MATRIX_SIZE * i;
        double values[COLLADA_MATRIX_SIZE];
        for (int k = 0; k < COLLADA_MATRIX_SIZE; ++k) {
            values[k] = transform->values[k];
            if (!curves[k]) continue;
            const sinew_model model = {.info = &info, .curve_keys = curves[k]->keys};
            values[k] = sinew__curve_evaluate(&model, &(sinew_curve){.key_count = curves[k]->key_count}, ticks);
        }
        const sinew_affine map = collada_affine(transform->kind, values);
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

/// Whether the transform interpolated from `a` to `b`, at the fraction `part`, differs from `there` by more than the
/// tolerance.
static int differs(const sampling *state, const sinew_transform *a, const sinew_transform *b, double part,
                   const sinew_transform *there)
{
    const sinew_quat r = sinew__quat_slerp(a->r, b->r, part);
    const double cosine = fabs(r.x * there->r.x + r.y * there->r.y + r.z * there->r.z + r.w * there->r.w);
    const double angle = 2.0 * acos(fmin(cosine, 1.0)); // exact to 3e-8
    return distance_on_line(a->t, b->t, part, there->t) > tolerance * state->translation ||
           distance_on_line(a->s, b->s, part, there->s) > tolerance * state->scale || angle > tolerance;
}

/// Adds the samples that are needed between two times. Returns 0 when out of memory.
static int refine(const sampling *state, int64_t from, const sinew_transform *a, int64_t to, const sinew_transform *b,
                  int depth)
{
    const int64_t middle = from + (to - from) / 2;
    int is_needed = 0;
    for (int i = 1; i < 4 && !is_needed; ++i) {
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

/// Lists the times of all keys, each once. *out_steps is whether a curve has a step. Returns 0 when out of memory.
static int list_times(import_pass *pass, const collada_moving *moving, int64_t **out, size_t *out_count, int *out_steps)
{
    size_t count = 0;
    const size_t curves = COLLADA_MATRIX_SIZE * moving->list_count;
    for (size_t i = 0; i < curves; ++i) count += moving->curves[i] ? (size_t)moving->curves[i]->key_count : 0;
    int64_t *ticks = SINEW__ARENA_ARRAY(&pass->arena, int64_t, count);
    if (!ticks) return 0;
    *out_steps = 0;
    count = 0;
    for (size_t i = 0; i < curves; ++i)
        for (int32_t k = 0; moving->curves[i] && k < moving->curves[i]->key_count; ++k) {
            ticks[count++] = moving->curves[i]->keys[k].ticks;
            *out_steps |= moving->curves[i]->keys[k].interpolation == SINEW_STEP;
        }
    if (count) qsort(ticks, count, sizeof *ticks, compare_ticks);
    *out = ticks;
    *out_count = 0;
    for (size_t i = 0; i < count; ++i)
        if (*out_count == 0 || ticks[*out_count - 1] != ticks[i]) ticks[(*out_count)++] = ticks[i];
    return 1;
}

int sinew__collada_sample(import_pass *pass, const collada_moving *moving, collada_samples *out)
{
    int64_t *ticks;
    size_t count;
    int has_steps;
    *out = (collada_samples){0};
    if (!list_times(pass, moving, &ticks, &count, &has_steps)) return 0;
    sampling state = {.pass = pass, .moving = moving, .samples = out};
    for (size_t i = 0; i < count; ++i) {
        const sinew_transform there = transform_at(&state, ticks[i]);
        state.translation = fmax(state.translation, largest_of(there.t));
        state.scale = fmax(state.scale, largest_of(there.s));
    }
    for (size_t i = 0; i < count; ++i) {
        const sinew_affine local = local_at(moving, ticks[i]);
        if (!add_sample(pass, out, ticks[i], &local)) return 0;
        if (i + 1 == count) break;
        const int64_t end = ticks[i + 1] - has_steps; // a step ends a tick before the next key
        const sinew_transform a = transform_at(&state, ticks[i]), b = transform_at(&state, end);
        if (end - ticks[i] >= 2 && !refine(&state, ticks[i], &a, end, &b, MAX_DEPTH)) return 0;
        const sinew_affine last = local_at(moving, end);
        if (has_steps && !add_sample(pass, out, end, &last)) return 0;
    }
    return 1;
}

// ---- tracks -------------------------------------------------------------------------------------------------------

sinew_track_key *sinew__collada_sample_keys(import_pass *pass, const collada_samples *samples, sinew_track_path path)
{
    sinew_track_key *keys = SINEW__ARENA_ARRAY(&pass->arena, sinew_track_key, samples->count);
    for (size_t i = 0; keys && i < samples->count; ++i) {
        const sinew_transform *t = &samples->keys[i].transform;
        const double values[3][4] = {
            {t->t.x, t->t.y, t->t.z, 0.0}, {t->r.x, t->r.y, t->r.z, t->r.w}, {t->s.x, t->s.y, t->s.z, 0.0}};
        keys[i].time = (double)samples->keys[i].ticks / (double)COLLADA_TICKS;
        memcpy(keys[i].value, values[path], sizeof values[path]);
    }
    return keys;
}
