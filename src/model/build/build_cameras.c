/// Cameras of the file.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "model/build/build_stages.h"
#include "model/camera_lens.h"

static int is_finite(const sinew_raw_camera *camera)
{
    const double *numbers[] = {camera->position, camera->forward, camera->up};
    for (size_t i = 0; i < 9; ++i)
        if (!isfinite(numbers[i / 3][i % 3])) return 0;
    return isfinite(camera->roll) && isfinite(camera->near_plane) && isfinite(camera->far_plane);
}

static int is_joint(const sinew__builder *builder, int32_t joint)
{
    return joint >= 0 && joint < builder->raw->joint_count;
}

static sinew_result check(const sinew__builder *builder, const sinew_raw_camera *camera, int32_t index)
{
    const char *problem = !is_joint(builder, camera->joint)                                          ? "joint"
                          : camera->target != SINEW_NONE && !is_joint(builder, camera->target)       ? "target"
                          : camera->up_target != SINEW_NONE && !is_joint(builder, camera->up_target) ? "up target"
                          : !is_finite(camera) ? "position or direction"
                          : !sinew__lens_is_valid(camera->is_parallel != 0, camera->field_of_view, camera->extent)
                              ? "lens"
                              : NULL;
    return problem
               ? sinew__fail(builder->error, SINEW_ERROR_INVALID_ARGUMENT, "camera %d: invalid %s", (int)index, problem)
               : SINEW_OK;
}

/// Scales a direction to length 1; a zero one becomes `fallback`.
static void set_direction(const double raw[3], const double fallback[3], double out[3])
{
    const double length = sqrt(raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2]);
    for (int i = 0; i < 3; ++i) out[i] = length > 0 && isfinite(length) ? raw[i] / length : fallback[i];
}

static int32_t model_joint(const sinew__builder *builder, int32_t raw_joint)
{
    return raw_joint == SINEW_NONE ? SINEW_NONE : builder->joint_of_raw[raw_joint];
}

static sinew_file_camera convert(const sinew__builder *builder, const sinew_raw_camera *raw)
{
    sinew_file_camera camera = {.joint = model_joint(builder, raw->joint),
                                .target = model_joint(builder, raw->target),
                                .up_target = model_joint(builder, raw->up_target),
                                .is_parallel = raw->is_parallel != 0,
                                .roll = raw->roll,
                                .near_plane = raw->near_plane,
                                .far_plane = raw->far_plane};
    memcpy(camera.position, raw->position, sizeof camera.position);
    memcpy(camera.field_of_view, raw->field_of_view, sizeof camera.field_of_view);
    memcpy(camera.extent, raw->extent, sizeof camera.extent);
    set_direction(raw->forward, (const double[3]){0, 0, -1}, camera.forward);
    set_direction(raw->up, (const double[3]){0, 1, 0}, camera.up);
    return camera;
}

sinew_result sinew__build_cameras(sinew__builder *builder)
{
    for (int32_t i = 0; i < builder->raw->camera_count; ++i) {
        const sinew_raw_camera *raw = &builder->raw->cameras[i];
        const sinew_result result = check(builder, raw, i);
        if (result != SINEW_OK) return result;
        sinew_file_camera *camera = sinew__section_push(builder, SINEW__SECTION_CAMERAS, 1);
        if (!camera) return sinew__fail_memory(builder->error);
        *camera = convert(builder, raw);
    }
    return SINEW_OK;
}
