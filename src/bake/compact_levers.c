#include "bake/compact_levers.h"

#include <math.h>

/// A box in bind space.
typedef struct bounds {
    double low[3], high[3];
} bounds;

static void include(bounds *box, const bounds *more)
{
    for (int i = 0; i < 3; ++i) {
        box->low[i] = fmin(box->low[i], more->low[i]);
        box->high[i] = fmax(box->high[i], more->high[i]);
    }
}

static bounds bounds_of(const sinew__influence_box *box)
{
    const double c[3] = {box->center.x, box->center.y, box->center.z}, h[3] = {box->half.x, box->half.y, box->half.z};
    bounds out;
    for (int i = 0; i < 3; ++i) {
        out.low[i] = c[i] - h[i];
        out.high[i] = c[i] + h[i];
    }
    return out;
}

double *sinew__compact_levers(const sinew_model *model, const sinew__binds *binds, const sinew__influence_bounds *reach,
                              sinew__arena *memory)
{
    double *levers = SINEW__ARENA_ARRAY(memory, double, model->joint_count);
    double *weights = SINEW__ARENA_ARRAY(memory, double, model->joint_count);
    bounds *boxes = SINEW__ARENA_ARRAY(memory, bounds, model->joint_count);
    if (memory->failed) return levers;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        boxes[i] = bounds_of(&reach->joints[i]);
        weights[i] = reach->joints[i].weight;
    }
    for (int32_t i = model->joint_count; i-- > 0;) {
        const int32_t parent = model->joints[i].parent;
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            const double own = binds->of[i].row[k][3];
            const double side = fmax(fabs(boxes[i].high[k] - own), fabs(boxes[i].low[k] - own));
            square += side * side;
        }
        levers[i] = sqrt(square) * reach->scales[i] * weights[i];
        if (parent == SINEW_NONE) continue;
        include(&boxes[parent], &boxes[i]);
        weights[parent] = fmax(weights[parent], weights[i]);
    }
    return levers;
}
