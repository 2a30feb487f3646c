/// Checks the limits of an export, and returns its error bound.
#include "author/export/glb/glb_scene.h"
#include "core/platform/clock.h"

sinew_result sinew__glb_check_budget(const glb_scene *scene, sinew_error *error)
{
    if (scene->deadline > 0 && sinew__now() > scene->deadline)
        return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s, while the file was written",
                           scene->options->seconds);
    size_t size = scene->file.data.size;
    for (int32_t i = 0; i < scene->file.key_view_count; ++i) size += scene->file.keys[i].data.size;
    if (size > GLB_MAX_DATA) return sinew__fail(error, SINEW_ERROR_LIMIT, "the file would be larger than 2 GB");
    if (sinew__glb_failed(&scene->file)) return sinew__fail_memory(error);
    return SINEW_OK;
}

double sinew__glb_max_error(const glb_scene *scene)
{
    static const double usual = 1e-4;
    return scene->options->max_error > 0 ? scene->options->max_error : usual;
}
