#include "render/motion/join_bounds.h"

#include <math.h>
#include <string.h>

#include "render/vector.h"

void sinew__render_join_bounds(sinew_bounds *bounds, const sinew_bounds *other)
{
    double size = 0.0;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double direction[3];
        render_spread_direction(i, SINEW_BOUND_POINTS, direction);
        if (render_dot(other->points[i], direction) > render_dot(bounds->points[i], direction))
            memcpy(bounds->points[i], other->points[i], sizeof bounds->points[i]);
    }
    for (int i = 0; i < 3; ++i) {
        bounds->min[i] = fmin(bounds->min[i], other->min[i]);
        bounds->max[i] = fmax(bounds->max[i], other->max[i]);
        bounds->center[i] = 0.5 * (bounds->min[i] + bounds->max[i]);
        size += (bounds->max[i] - bounds->min[i]) * (bounds->max[i] - bounds->min[i]);
    }
    bounds->radius = 0.5 * sqrt(size);
    bounds->ground = fmin(bounds->ground, other->ground);
}

static void convert(const double rows[3][3], double scale, const double in[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = scale * render_dot(rows[i], in);
}

void sinew__render_convert_bounds(const sinew_bounds *bounds, const double rows[3][3], double scale,
                                  sinew_bounds *out_bounds)
{
    double corners[2][3], points[SINEW_BOUND_POINTS][3];
    out_bounds->radius = scale * bounds->radius;
    out_bounds->ground = scale * bounds->ground; // up becomes up
    convert(rows, scale, bounds->center, out_bounds->center);
    convert(rows, scale, bounds->min, corners[0]);
    convert(rows, scale, bounds->max, corners[1]);
    for (int i = 0; i < 3; ++i) {
        out_bounds->min[i] = fmin(corners[0][i], corners[1][i]);
        out_bounds->max[i] = fmax(corners[0][i], corners[1][i]);
    }
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) convert(rows, scale, bounds->points[i], points[i]);
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) { // the directions have not rotated
        double direction[3];
        int farthest = i;
        render_spread_direction(i, SINEW_BOUND_POINTS, direction);
        for (int k = 0; k < SINEW_BOUND_POINTS; ++k)
            if (render_dot(points[k], direction) > render_dot(points[farthest], direction)) farthest = k;
        memcpy(out_bounds->points[i], points[farthest], sizeof points[farthest]);
    }
}
