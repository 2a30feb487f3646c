#include "import/collada/collada_stack.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "model/transform_stack.h"

enum { NOT_FOUND = -1 };

static const double pi = 3.14159265358979323846;

/// Differences that programs leave in numbers of six digits.
static const double SMALL = 1e-5;

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

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/// Like Assimp, which has the up direction as written in the second column.
static sinew_affine look_at(const double v[9])
{
    double forward[3] = {v[3] - v[0], v[4] - v[1], v[5] - v[2]}, right[3];
    const double length = length_of(forward);
    for (int i = 0; i < 3 && length > 0.0; i++) forward[i] /= length;
    cross(forward, v + 6, right);
    const double width = length_of(right);
    for (int i = 0; i < 3 && width > 0.0; i++) right[i] /= width;
    sinew_affine out;
    for (int i = 0; i < 3; i++) {
        const double row[4] = {right[i], v[6 + i], -forward[i], v[i]};
        memcpy(out.row[i], row, sizeof row);
    }
    return out;
}

sinew_affine sinew__collada_affine(collada_transform_kind kind, const double values[COLLADA_MATRIX_SIZE])
{
    sinew_affine out = sinew__affine_identity();
    switch (kind) {
    case COLLADA_TRANSLATE:
        for (int i = 0; i < 3; i++) out.row[i][3] = values[i];
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
    for (size_t i = from; i < to; i++) {
        const collada_transform *transform = &document->transforms[list[i]];
        const sinew_affine map = sinew__collada_affine(transform->kind, transform->values);
        product = sinew__affine_multiply(&product, &map);
    }
    return product;
}

/// Splits a map into a translation, a rotation and a scale. Returns 0 if it is sheared.
static int split(const sinew_affine *map, sinew_transform *out)
{
    return sinew__transform_from_affine(map, out) <= SMALL;
}

static int is_rigid(const sinew_transform *t)
{
    return fabs(t->s.x - 1.0) <= SMALL && fabs(t->s.y - 1.0) <= SMALL && fabs(t->s.z - 1.0) <= SMALL;
}

static int is_translation(const sinew_transform *t)
{
    return is_rigid(t) && fabs(fabs(t->r.w) - 1.0) <= SMALL * SMALL;
}

// ---- parts --------------------------------------------------------------------------------------------------------

/// Where the animated parts of a list are, as positions in it, and what lies before, between and behind them.
typedef struct stack_parts {
    int translate, first_rotate, last_rotate, scale; ///< or NOT_FOUND
    sinew_transform between[4];                      ///< before T, before R, before S, behind S
} stack_parts;

/// Returns 0 if the animated parts are not T, R and S in this order, each once.
static int find_parts(const collada_document *document, const int32_t *list, int count, stack_parts *out)
{
    *out =
        (stack_parts){.translate = NOT_FOUND, .first_rotate = NOT_FOUND, .last_rotate = NOT_FOUND, .scale = NOT_FOUND};
    for (int i = 0; i < count; i++) {
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

/// Fills `between`. Where no scale is animated, the scale of the last map is moved behind it: *out_scale.
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
    for (int i = 0; i < 4; i++) {
        const sinew_affine map = sinew__collada_product(document, list, (size_t)ranges[i][0], (size_t)ranges[i][1]);
        if (!split(&map, &parts->between[i])) return 0;
    }
    sinew_transform *last = &parts->between[has_rotate ? 2 : 1];
    *out_scale = has_scale ? (sinew_vec3){1, 1, 1} : last->s;
    if (!has_scale) last->s = (sinew_vec3){1, 1, 1};
    return is_translation(&parts->between[0]) && is_rigid(&parts->between[1]) && is_rigid(&parts->between[2]) &&
           is_translation(&parts->between[3]);
}

// ---- rotations ----------------------------------------------------------------------------------------------------

/// The coordinate axis along an axis, and its sign; NOT_FOUND for others.
static int principal_axis(const double axis[3], double *out_sign)
{
    const double length = length_of(axis);
    for (int i = 0; i < 3 && length > 0.0; i++)
        if (fabs(axis[i]) >= length * (1.0 - SMALL * SMALL)) {
            *out_sign = axis[i] > 0.0 ? 1.0 : -1.0;
            return i;
        }
    return NOT_FOUND;
}

/// The rotation from the x axis to another.
static sinew_quat from_x(const double axis[3])
{
    const double length = length_of(axis), x = axis[0] / length;
    if (x < -0.999999) return (sinew_quat){0, 1, 0, 0};
    return sinew__quat_normalize((sinew_quat){0, -axis[2] / length, axis[1] / length, 1.0 + x});
}

/// A rotation about any axis is one about x between two others.
static int place_single_rotate(const collada_transform *transform, int32_t index, stack_parts *parts,
                               collada_stack *out)
{
    if (!(length_of(transform->values) > 0.0)) return 0;
    const sinew_quat turn = from_x(transform->values), back = sinew__quat_conjugate(turn);
    const sinew_affine inverse = sinew__affine_from_quat(back);
    parts->between[1].r = sinew__quat_multiply(parts->between[1].r, turn);
    parts->between[2].r = sinew__quat_multiply(back, parts->between[2].r);
    parts->between[2].t = sinew__affine_direction(&inverse, parts->between[2].t);
    out->rotate[0] = index;
    out->stack.rotation[0] = transform->values[3];
    return 1;
}

/// The order of rotations that are written `axes` from left to right, of which the last acts first.
static int rotation_order(const int *axes, int count)
{
    static const char *const orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
    for (int order = 0; order < 6; order++) {
        int fits = 1;
        for (int i = 0; i + 1 < count; i++)
            fits &= strchr(orders[order], 'X' + axes[i]) > strchr(orders[order], 'X' + axes[i + 1]);
        if (fits) return order;
    }
    return SINEW_ROTATE_XYZ;
}

/// Rotations about different coordinate axes, animated or not, are Euler angles.
static int place_rotates(const collada_document *document, const int32_t *list, stack_parts *parts, collada_stack *out)
{
    int axes[3], count = 0;
    for (int i = parts->first_rotate; i <= parts->last_rotate; i++) {
        const collada_transform *transform = &document->transforms[list[i]];
        double sign = 1.0;
        const int axis = transform->kind == COLLADA_ROTATE ? principal_axis(transform->values, &sign) : NOT_FOUND;
        if (axis == NOT_FOUND && parts->first_rotate == parts->last_rotate)
            return place_single_rotate(transform, list[i], parts, out);
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

/// FBX has T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹; Rp is not needed.
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
    for (int i = 0; i < 3 && has_translate; i++)
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
    for (int i = 0; i < 3; i++) {
        stack->scaling_pivot[i] = -behind[i];
        stack->scaling_offset[i] += behind[i];
    }
}

/// Whether the stack at rest is the product of the transforms.
static int is_equal_at_rest(const collada_document *document, const int32_t *list, size_t count,
                            const sinew_transform_stack *stack)
{
    const sinew_transform local = sinew__stack_local(stack);
    const sinew_affine a = sinew__affine_from_transform(&local);
    const sinew_affine b = sinew__collada_product(document, list, 0, count);
    double difference = 0.0, largest = 1.0;
    for (int i = 0; i < 12; i++) {
        difference = fmax(difference, fabs(a.row[i / 4][i % 4] - b.row[i / 4][i % 4]));
        largest = fmax(largest, fabs(b.row[i / 4][i % 4]));
    }
    return difference <= 10.0 * SMALL * largest;
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
    return is_equal_at_rest(document, list, count, &out->stack);
}
