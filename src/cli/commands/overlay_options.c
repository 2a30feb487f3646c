#include "cli/commands/overlay_options.h"

#include "cli/framework/report.h"

int cli_overlay_joint(const cli_context *context, const char *path, const sinew_model *model, const char *name,
                      int32_t *out_joint)
{
    *out_joint = SINEW_NONE;
    if (!name) return 0;
    sinew_error error;
    if (sinew_model_find_joint(model, name, out_joint, &error) == SINEW_OK) return 0;
    return cli_fail(context, path, &error);
}

const sinew__word cli_material_words[] = {
    {"file", SINEW_COLORS_MATERIAL, NULL}, {"clay", SINEW_COLORS_CLAY, NULL}, {0}};

sinew_colors cli_overlay_colors(const cli_overlays *overlays)
{
    return (sinew_colors)(overlays->colors == SINEW_COLORS_MATERIAL ? overlays->material : overlays->colors);
}

int cli_check_overlays(const cli_context *context, const cli_overlays *overlays)
{
    if (overlays->colors != SINEW_COLORS_WEIGHTS || overlays->joint) return 0;
    return cli_fail_usage(context, "missing-option", "use --joint NAME", "--colors weights needs --joint");
}
