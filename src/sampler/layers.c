#include "sampler/layers.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "sampler/curve.h"

double sinew__layer_weight(const sinew_model *model, const sinew_layer *layer, int64_t ticks)
{
    if (layer->weight_curve == SINEW_NONE) return layer->weight;
    const double weight =
        sinew__curve_evaluate(model, &model->curves[layer->weight_curve], ticks) / 100; // FBX keeps per cent
    return fmax(0, fmin(weight, 1));
}

/// A part of a scale: none of it is 1. The sign belongs to any part.
static double scale_power(double scale, double part)
{
    return part <= 0 ? 1 : copysign(pow(fabs(scale), part), scale);
}

/// Scales mixed as factors.
static void mix_scales(const sinew_layer *layer, double weight, const double value[3], double result[3])
{
    const double below = layer->mode == SINEW_LAYER_ADDITIVE ? 1 : 1 - weight;
    for (int i = 0; i < 3; ++i) result[i] = scale_power(result[i], below) * scale_power(value[i], weight);
}

/// Which of a rotation's two quaternions the FBX SDK takes, as it reads them from matrices: that of a positive w up to
/// 240°, else that whose largest number is positive.
static sinew_quat choose_sign(sinew_quat q)
{
    double leading = q.x;
    if (fabs(q.y) > fabs(leading)) leading = q.y;
    if (fabs(q.z) > fabs(leading)) leading = q.z;
    if (4 * q.w * q.w > 1) leading = q.w; // the matrix has a positive trace
    return leading < 0 ? (sinew_quat){-q.x, -q.y, -q.z, -q.w} : q;
}

/// A part of a rotation, which may be the long way around.
static sinew_quat part_of_rotation(sinew_quat rotation, double part)
{
    const sinew_quat q = choose_sign(rotation);
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z), half = part * atan2(length, q.w);
    const double share = length > 0 ? sin(half) / length : 0;
    return (sinew_quat){q.x * share, q.y * share, q.z * share, cos(half)};
}

/// Rotations mixed as rotations: added on top by a part of the turn, or blended towards.
static void mix_rotations(const sinew_layer *layer, double weight, int order, const double value[3], double result[3])
{
    const sinew_quat below = sinew__quat_from_euler(result, order), own = sinew__quat_from_euler(value, order);
    sinew_quat mixed;
    if (layer->mode == SINEW_LAYER_ADDITIVE)
        mixed = sinew__quat_multiply(below, part_of_rotation(own, weight));
    else
        mixed = sinew__quat_slerp(below, own, weight);
    sinew__quat_to_euler(mixed, order, result);
}

static void mix_numbers(const sinew_layer *layer, double weight, const double value[3], double result[3])
{
    for (int i = 0; i < 3; ++i)
        result[i] += (layer->mode == SINEW_LAYER_ADDITIVE ? value[i] : value[i] - result[i]) * weight;
}

/// What an overriding layer leaves: its part of the value, nothing of the layers below.
static void override(const sinew_layer *layer, double weight, uint32_t property, const double value[3],
                     double result[3])
{
    const int is_whole = property == SINEW_CHANNEL_ROTATION && layer->rotation_by_layer;
    const int is_factor = property == SINEW_CHANNEL_SCALING && layer->scale_multiply;
    for (int i = 0; i < 3; ++i)
        result[i] = is_whole ? value[i] : is_factor ? scale_power(value[i], weight) : value[i] * weight;
}

void sinew__layer_mix(const sinew_layer *layer, int lowest, double weight, uint32_t property, int rotation_order,
                      const double value[3], double result[3])
{
    if (lowest)
        memcpy(result, value, 3 * sizeof *value);
    else if (layer->mode == SINEW_LAYER_OVERRIDE)
        override(layer, weight, property, value, result);
    else if (property == SINEW_CHANNEL_ROTATION && layer->rotation_by_layer)
        mix_rotations(layer, weight, rotation_order, value, result);
    else if (property == SINEW_CHANNEL_SCALING && layer->scale_multiply)
        mix_scales(layer, weight, value, result);
    else
        mix_numbers(layer, weight, value, result);
}
