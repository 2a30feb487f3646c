#include "render/draw/instance_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "render/camera.h"
#include "render/vector.h"

typedef struct instance_distance {
    double distance;
    int32_t character;
} instance_distance;

static int compare_distance(const void *a, const void *b)
{
    const instance_distance *left = a, *right = b;
    if (left->distance != right->distance) return left->distance < right->distance ? -1 : 1;
    return (left->character > right->character) - (left->character < right->character);
}

static int lets_light_through(const sinew_model *model)
{
    for (int32_t i = 0; i < model->material_count; ++i) {
        if (model->materials[i].alpha_mode == SINEW_ALPHA_BLEND) return 1;
    }
    return 0;
}

int32_t *sinew__render_order_instances(const sinew_model *model, const sinew_instances *instances,
                                       const sinew_camera *camera)
{
    const size_t count = (size_t)instances->count;
    instance_distance *distances = sinew__allocate(count * sizeof *distances);
    int32_t *order = sinew__allocate(count * sizeof *order);
    if (!distances || !order) {
        sinew_free(distances);
        sinew_free(order);
        return NULL;
    }
    const double sign = lets_light_through(model) ? -1.0 : 1.0;
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    for (int32_t i = 0; i < instances->count; ++i) {
        static const float origin[3] = {0};
        const float *position = instances->positions ? instances->positions[i] : origin;
        const double point[3] = {(double)position[0], (double)position[1], (double)position[2]};
        distances[i] = (instance_distance){sign * render_dot(point, axes.forward), i};
    }
    qsort(distances, count, sizeof *distances, compare_distance);
    for (size_t i = 0; i < count; ++i) order[i] = distances[i].character;
    sinew_free(distances);
    return order;
}
