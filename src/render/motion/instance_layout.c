#include <math.h>

#include "render/vector.h"
#include "sinew/render.h"

/// The ground that a figure's motion takes, along the file's left and front axes.
typedef struct footprint {
    double left[3], front[3];
    double width, depth;
} footprint;

static double extent_along(const sinew_bounds *bounds, const double axis[3])
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        low = fmin(low, render_dot(bounds->points[i], axis));
        high = fmax(high, render_dot(bounds->points[i], axis));
    }
    return high - low;
}

static footprint find_footprint(const sinew_model *model, const sinew_bounds *bounds)
{
    footprint out;
    double up[3];
    sinew_model_axes(model, up, out.front);
    render_cross(up, out.front, out.left);
    const double least = 0.2 * bounds->radius; // something flat needs room too
    out.width = fmax(extent_along(bounds, out.left), least);
    out.depth = fmax(extent_along(bounds, out.front), least);
    return out;
}

/// −1 … 1, by no pattern that an eye sees.
static double scatter(uint32_t number)
{
    number = (number ^ number >> 16) * UINT32_C(0x7feb352d);
    number = (number ^ number >> 15) * UINT32_C(0x846ca68b);
    return (double)(number ^ number >> 16) / 2147483647.5 - 1.0;
}

/// Moves the places so that their middle is the file's origin.
static void center_places(float (*places)[3], int32_t count)
{
    double middle[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) middle[k] += (double)places[i][k] / count;
    }
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) places[i][k] = (float)((double)places[i][k] - middle[k]);
    }
}

void sinew_instance_layout(const sinew_model *model, const sinew_bounds *bounds, int32_t count, float (*out_places)[3])
{
    // As many columns as make the crowd a little deeper than wide, which the camera sees the other way round. Every
    // other row stands in the gaps of the row before it.
    const footprint one = find_footprint(model, bounds);
    const double wide = 1.4 * one.width, deep = 1.4 * fmin(one.depth, 2.5 * one.width);
    const int32_t columns = (int32_t)ceil(sqrt(0.8 * count * deep / wide));
    for (int32_t i = 0; i < count; ++i) {
        const int32_t row = i / columns, in_row = count - row * columns < columns ? count - row * columns : columns;
        const double shift = row % 2 ? 0.25 : -0.25;
        const double left = i % columns - 0.5 * (in_row - 1) + shift + 0.14 * scatter((uint32_t)(2 * i));
        const double back = row + 0.14 * scatter((uint32_t)(2 * i + 1));
        for (int k = 0; k < 3; ++k) out_places[i][k] = (float)(left * wide * one.left[k] - back * deep * one.front[k]);
    }
    center_places(out_places, count);
}

/// The largest of the places in a direction.
static const float *farthest_place(const float (*places)[3], int32_t count, const double direction[3])
{
    const float *farthest = places[0];
    double most = -(double)INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        const double place[3] = {(double)places[i][0], (double)places[i][1], (double)places[i][2]};
        const double distance = render_dot(place, direction);
        if (distance <= most) continue;
        most = distance;
        farthest = places[i];
    }
    return farthest;
}

void sinew_instance_layout_bounds(const sinew_bounds *bounds, const float (*places)[3], int32_t count,
                                  sinew_bounds *out_bounds)
{
    sinew_bounds all = *bounds; // `bounds` may be where the result goes
    if (count == 0) return;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double direction[3];
        render_spread_direction(i, SINEW_BOUND_POINTS, direction);
        const float *place = farthest_place(places, count, direction);
        for (int k = 0; k < 3; ++k) all.points[i][k] += (double)place[k];
    }
    for (int k = 0; k < 3; ++k) {
        double axis[3] = {0.0, 0.0, 0.0};
        axis[k] = 1.0;
        all.max[k] += (double)farthest_place(places, count, axis)[k];
        axis[k] = -1.0;
        all.min[k] += (double)farthest_place(places, count, axis)[k];
        all.center[k] = 0.5 * (all.min[k] + all.max[k]);
    }
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double away[3];
        render_subtract(all.points[i], all.center, away);
        all.radius = fmax(all.radius, render_length(away));
    }
    *out_bounds = all;
}
