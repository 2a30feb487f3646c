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
