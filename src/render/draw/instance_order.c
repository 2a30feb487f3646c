#include "render/draw/instance_order.h"

#include <stdlib.h>

#include "render/camera.h"
#include "render/vector.h"

typedef struct figure_distance {
    double distance;
    int32_t figure;
} figure_distance;

static int compare_distance(const void *a, const void *b)
{
    const figure_distance *left = a, *right = b;
    if (left->distance != right->distance) return left->distance < right->distance ? -1 : 1;
    return (left->figure > right->figure) - (left->figure < right->figure);
}

static int lets_light_through(const sinew_model *model)
{
    for (int32_t i = 0; i < model->material_count; ++i) {
        if (model->materials[i].alpha_mode == SINEW_ALPHA_BLEND) return 1;
    }
    return 0;
}

int32_t *sinew__render_order_instances(const sinew_model *model, const sinew_instances *figures,
                                       const sinew_camera *camera)
{
    const size_t count = (size_t)figures->count;
    figure_distance *distances = malloc(count * sizeof *distances);
    int32_t *order = malloc(count * sizeof *order);
    if (!distances || !order) {
        free(distances);
        free(order);
        return NULL;
    }
    const double sign = lets_light_through(model) ? -1.0 : 1.0;
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    for (int32_t i = 0; i < figures->count; ++i) {
        const float *place = figures->places[i];
        const double point[3] = {(double)place[0], (double)place[1], (double)place[2]};
        distances[i] = (figure_distance){sign * render_dot(point, axes.forward), i};
    }
    qsort(distances, count, sizeof *distances, compare_distance);
    for (size_t i = 0; i < count; ++i) order[i] = distances[i].figure;
    free(distances);
    return order;
}
