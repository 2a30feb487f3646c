#include <string.h>

#include "base/arguments.h"
#include "base/buffer.h"
#include "base/error.h"
#include "model/joint_name.h"
#include "sinew/model.h"

static const char *camera_name(const sinew_model *model, int32_t camera)
{
    return sinew_text(model, model->joints[model->cameras[camera].joint].name);
}

/// Lists the cameras, as many as fit in a hint.
static void hint_cameras(const sinew_model *model, sinew_error *error)
{
    const size_t capacity = sizeof error->hint - sizeof "cameras: , and 2147483647 more";
    sinew__buffer list = {0};
    int32_t listed = 0;
    for (; listed < model->camera_count; ++listed) {
        const char *name = camera_name(model, listed);
        if (listed > 0 && list.size + strlen(name) + sizeof ", ''" > capacity) break;
        sinew__buffer_format(&list, "%s'%s'", listed ? ", " : "", name);
    }
    const int more = (int)(model->camera_count - listed);
    if (list.failed || listed == 0)
        sinew__hint(error, "the file has no cameras");
    else if (more > 0)
        sinew__hint(error, "cameras: %.*s, and %d more", (int)list.size, list.text, more);
    else
        sinew__hint(error, "cameras: %.*s", (int)list.size, list.text);
    sinew__buffer_free(&list);
}

sinew_result sinew_model_find_camera(const sinew_model *model, const char *name, int32_t *out_camera,
                                     sinew_error *out_error)
{
    if (out_camera) *out_camera = SINEW_NONE;
    if (SINEW__LACKS_ARGUMENT(out_error, model, name, out_camera)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int is_short = 0; is_short < 2; ++is_short) {
        for (int32_t i = 0; i < model->camera_count; ++i) {
            const char *camera = is_short ? sinew__short_joint_name(camera_name(model, i)) : camera_name(model, i);
            if (strcmp(camera, name) != 0) continue;
            *out_camera = i;
            return SINEW_OK;
        }
    }
    sinew__fail(out_error, SINEW_ERROR_NO_CAMERA, "no camera '%s'", name);
    if (out_error) hint_cameras(model, out_error);
    return SINEW_ERROR_NO_CAMERA;
}
