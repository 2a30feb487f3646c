// Positions the characters of a crowd so that their motions do not meet.
#include <math.h>

#include "core/base/vec3.h"
#include "runtime/view/view.h"

static double extent_along(const sinew_bounds *bounds, const double axis[3])
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        low = fmin(low, sinew__double3_dot(bounds->points[i], axis));
        high = fmax(high, sinew__double3_dot(bounds->points[i], axis));
    }
    return high - low;
}

/// Returns a pseudo-random number in −1 … 1 with no visible pattern.
static double jitter(uint32_t number)
{
    number = (number ^ number >> 16) * UINT32_C(0x7feb352d);
    number = (number ^ number >> 15) * UINT32_C(0x846ca68b);
    return (double)(number ^ number >> 16) / 2147483647.5 - 1.0;
}

void sinew_instance_layout(const sinew_model *model, const sinew_bounds *bounds, int32_t count,
                           float (*out_positions)[3])
{
    // The number of columns makes the crowd slightly deeper than wide, because perspective makes it look wider than
    // deep. Odd rows are shifted into the gaps of the previous row.
    if (count < 1) return;
    // The rectangle on the ground that the motion covers, along the character's left and its front.
    double up[3], front[3], left_axis[3], middle[3] = {0.0, 0.0, 0.0};
    sinew__view_axes(model, bounds, up, front, left_axis);
    const double min = 0.2 * bounds->radius; // a character that does not extend in one direction needs space, too
    const double width = fmax(extent_along(bounds, left_axis), min), depth = fmax(extent_along(bounds, front), min);
    const double wide = 1.4 * width, deep = 1.4 * fmin(depth, 2.5 * width);
    const int32_t columns = (int32_t)ceil(sqrt(0.8 * count * deep / wide));
    for (int32_t i = 0; i < count; ++i) {
        const int32_t row = i / columns, in_row = count - row * columns < columns ? count - row * columns : columns;
        const double shift = row % 2 ? 0.25 : -0.25;
        const double left = i % columns - 0.5 * (in_row - 1) + shift + 0.14 * jitter((uint32_t)(2 * i));
        const double back = row + 0.14 * jitter((uint32_t)(2 * i + 1));
        for (int k = 0; k < 3; ++k) out_positions[i][k] = (float)(left * wide * left_axis[k] - back * deep * front[k]);
    }
    // Moves the mean of the positions to the file's origin.
    for (int32_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) middle[k] += (double)out_positions[i][k] / count;
    for (int32_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) out_positions[i][k] = (float)((double)out_positions[i][k] - middle[k]);
}

/// Returns the position that is farthest in a direction.
static const float *farthest_position(const float (*positions)[3], int32_t count, const double direction[3])
{
    const float *farthest = positions[0];
    double max = -(double)INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        const double position[3] = {(double)positions[i][0], (double)positions[i][1], (double)positions[i][2]};
        const double distance = sinew__double3_dot(position, direction);
        if (distance <= max) continue;
        max = distance;
        farthest = positions[i];
    }
    return farthest;
}

void sinew_instance_layout_bounds(const sinew_bounds *bounds, const float (*positions)[3], int32_t count,
                                  sinew_bounds *out_bounds)
{
    sinew_bounds all = *bounds; // `bounds` may alias `out_bounds`
    if (count < 1) return;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double direction[3];
        sinew__double3_spread_direction(i, SINEW_BOUND_POINTS, direction);
        const float *position = farthest_position(positions, count, direction);
        for (int k = 0; k < 3; ++k) all.points[i][k] += (double)position[k];
    }
    for (int k = 0; k < 3; ++k) {
        double axis[3] = {0.0, 0.0, 0.0};
        axis[k] = 1.0;
        all.max[k] += (double)farthest_position(positions, count, axis)[k];
        axis[k] = -1.0;
        all.min[k] += (double)farthest_position(positions, count, axis)[k];
        all.center[k] = 0.5 * (all.min[k] + all.max[k]);
    }
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double away[3];
        sinew__double3_subtract(all.points[i], all.center, away);
        all.radius = fmax(all.radius, sinew__double3_length(away));
    }
    *out_bounds = all;
}
