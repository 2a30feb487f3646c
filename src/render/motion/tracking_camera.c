
#include "base/arguments.h"
#include "base/error.h"
#include "model/clip_span.h"
#include "render/motion/motion_bounds.h"
#include "render/motion/motion_trail.h"
#include "render/skeleton.h"

#include "base/memory.h"

/// Returns the joint that moves the character: the first that deforms, else the first of the skeleton.
static int32_t find_root_joint(const sinew_model *model)
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
                                          sinew_tracking_camera **out_tracking, sinew_error *out_error)
{
    if (out_tracking) *out_tracking = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_tracking) || sinew__lacks_clip(model, clip, out_error) ||
        sinew__lacks_item(out_error, "engine", (int32_t)engine, SINEW_ENGINE_COUNT))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_tracking_camera *tracking = sinew__allocate_zeroed(1, sizeof *tracking);
    if (!tracking) return sinew__fail_memory(out_error);
    const int32_t root = find_root_joint(model);
    const sinew__span span = sinew__clip_span(model, clip);
    sinew_bounds static_bounds;
    sinew_result result = SINEW_OK;
    if (root != SINEW_NONE) result = sinew_trail_create(model, engine, clip, root, &tracking->root, out_error);
    if (result == SINEW_OK)
        result =
            sinew__render_motion_bounds(model, engine, clip, span.start, span.end, NULL, &static_bounds, out_error);
    if (result == SINEW_OK) {
        result = sinew__render_motion_bounds(model, engine, clip, span.start, span.end, tracking->root,
                                             &tracking->bounds, out_error);
    }
    if (result == SINEW_OK) {
        tracking->bounds.ground = static_bounds.ground;
        *out_tracking = tracking;
    } else {
        sinew_tracking_camera_destroy(tracking);
    }
    return result;
}

void sinew_tracking_camera_destroy(sinew_tracking_camera *tracking)
{
    if (tracking) sinew_trail_destroy(tracking->root);
    sinew_free(tracking);
}

void sinew_tracking_camera_offset(const sinew_tracking_camera *tracking, double time, double out_offset[3])
{
    out_offset[0] = out_offset[1] = out_offset[2] = 0.0;
    if (tracking->root) sinew__render_trail_offset(tracking->root, time, out_offset);
}

void sinew_tracking_camera_move(const sinew_tracking_camera *tracking, double time, sinew_camera *camera,
                                sinew_bounds *out_bounds)
{
    double offset[3];
    sinew_tracking_camera_offset(tracking, time, offset);
    *out_bounds = tracking->bounds;
    for (int i = 0; i < 3; ++i) {
        camera->eye[i] += offset[i];
        camera->target[i] += offset[i];
        out_bounds->min[i] += offset[i];
        out_bounds->max[i] += offset[i];
        out_bounds->center[i] += offset[i];
        for (int k = 0; k < SINEW_BOUND_POINTS; ++k) out_bounds->points[k][i] += offset[i];
    }
}
