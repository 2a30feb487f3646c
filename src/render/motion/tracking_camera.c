#include <stdlib.h>

#include "base/arguments.h"
#include "base/error.h"
#include "model/clip_span.h"
#include "render/motion/motion_bounds.h"
#include "render/skeleton.h"
#include "render/vector.h"

enum { WINDOW_PLACES = 17 };

/// Seconds before and after a moment whose places are averaged: a walk's sway and bounce go, its way stays.
static const double WINDOW = 0.25;

/// The joint that carries the figure: the first that deforms, else the first of the skeleton.
static int32_t find_root(const sinew_model *model)
{
    const int has_bones = sinew__render_has_bones(model);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_DEFORMS) return i;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (sinew__render_is_skeletal(model, has_bones, i)) return i;
    }
    return SINEW_NONE;
}

sinew_result sinew_tracking_camera_create(const sinew_model *model, sinew_engine engine, int32_t clip,
                                          sinew_tracking_camera **out_follow, sinew_error *out_error)
{
    if (out_follow) *out_follow = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_follow) || sinew__lacks_clip(model, clip, out_error) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_tracking_camera *follow = calloc(1, sizeof *follow);
    if (!follow) return sinew__fail_memory(out_error);
    const int32_t root = find_root(model);
    const sinew__span span = sinew__clip_span(model, clip);
    sinew_bounds still;
    sinew_result result = SINEW_OK;
    if (root != SINEW_NONE) result = sinew_trail_create(model, engine, clip, root, &follow->root, out_error);
    if (result == SINEW_OK)
        result = sinew__render_motion_bounds(model, engine, clip, span.start, span.end, NULL, &still, out_error);
    if (result == SINEW_OK) {
        result =
            sinew__render_motion_bounds(model, engine, clip, span.start, span.end, follow, &follow->bounds, out_error);
    }
    if (result == SINEW_OK) {
        follow->bounds.ground = still.ground;
        *out_follow = follow;
    } else {
        sinew_tracking_camera_destroy(follow);
    }
    return result;
}

void sinew_tracking_camera_destroy(sinew_tracking_camera *follow)
{
    if (follow) sinew_trail_destroy(follow->root);
    free(follow);
}

static void middle_place(const sinew_trail *trail, double time, double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < WINDOW_PLACES; ++i) {
        double place[3];
        sinew_trail_place(trail, time + WINDOW * (2.0 * i / (WINDOW_PLACES - 1) - 1.0), place);
        render_add_scaled(out, 1.0 / WINDOW_PLACES, place, out);
    }
}

void sinew_tracking_camera_offset(const sinew_tracking_camera *follow, double time, double out_offset[3])
{
    out_offset[0] = out_offset[1] = out_offset[2] = 0.0;
    if (!follow->root) return;
    double now[3], first[3];
    middle_place(follow->root, time, now);
    middle_place(follow->root, follow->root->from, first);
    render_subtract(now, first, out_offset);
}

void sinew_tracking_camera_move(const sinew_tracking_camera *follow, double time, sinew_camera *camera,
                                sinew_bounds *out_bounds)
{
    double offset[3];
    sinew_tracking_camera_offset(follow, time, offset);
    *out_bounds = follow->bounds;
    for (int i = 0; i < 3; ++i) {
        camera->eye[i] += offset[i];
        camera->target[i] += offset[i];
        out_bounds->min[i] += offset[i];
        out_bounds->max[i] += offset[i];
        out_bounds->center[i] += offset[i];
        for (int k = 0; k < SINEW_BOUND_POINTS; ++k) out_bounds->points[k][i] += offset[i];
    }
}
