#include "program/cli/commands/look_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/pixels.h"
#include "program/cli/framework/report.h"

/// Parses three finite numbers separated by commas. Returns the rest of the text, or NULL.
static const char *read_point(const char *text, double out[3])
{
    for (int i = 0; i < 3; ++i) {
        if (i > 0 && *text++ != ',') return NULL;
        char *end;
        out[i] = strtod(text, &end);
        if (end == text || !isfinite(out[i]) || *text == ' ') return NULL;
        text = end;
    }
    return text;
}

/// Parses "X,Y,Z:X,Y,Z". Returns 0 when the text is not that.
static int read_position(const char *text, double out_eye[3], double out_target[3])
{
    const char *rest = read_point(text, out_eye);
    if (rest && *rest == ':') rest = read_point(rest + 1, out_target);
    return rest && !*rest;
}

/// Whether a text is meant to be "X,Y,Z:X,Y,Z": it begins like a number, and has a comma.
static int is_position(const char *text)
{
    return strchr("+-.0123456789", *text) && strchr(text, ',');
}

int cli_camera_is_named(const cli_camera_options *options)
{
    return options->camera && !is_position(options->camera);
}

int cli_check_camera(const cli_context *context, const cli_camera_options *options)
{
    static const char *const hint = "expected position and target, as in --camera 0,150,400:0,90,0";
    const char *text = options->camera;
    double eye[3], target[3];
    if (!text) return 0;
    const int is_named = cli_camera_is_named(options);
    if (!is_named && !read_position(text, eye, target))
        return cli_fail_usage(context, "bad-value", hint, "--camera: '%s' is not a camera", text);
    if (!is_named && eye[0] == target[0] && eye[1] == target[1] && eye[2] == target[2])
        return cli_fail_usage(context, "bad-value", hint, "--camera: position and target are equal");
    if (is_named && options->turntable)
        return cli_fail_usage(context, "bad-value", "use one of them",
                              "a camera of the file and --turntable are mutually exclusive");
    if (isnan(options->azimuth) && isnan(options->elevation)) return 0;
    return cli_fail_usage(context, "bad-value", "use one of them", "--camera and --%s are mutually exclusive",
                          isnan(options->azimuth) ? "elevation" : "azimuth");
}

void cli_fit_camera(const cli_camera_options *options, const sinew_model *model, const sinew_bounds *bounds,
                    sinew_view view, double aspect, sinew_camera *out_camera)
{
    double azimuth, elevation, front[3];
    sinew_view_angles(view, &azimuth, &elevation);
    if (view == SINEW_VIEW_DEFAULT && isnan(options->azimuth) && isnan(options->elevation)) {
        azimuth += bounds->azimuth;
        elevation += bounds->elevation;
    }
    if (!isnan(options->azimuth)) azimuth = options->azimuth;
    if (!isnan(options->elevation)) elevation = options->elevation;
    if (options->turntable)
        sinew_camera_fit_turntable(model, bounds, azimuth, elevation, aspect, out_camera);
    else
        sinew_camera_fit_angles(model, bounds, azimuth, elevation, aspect, out_camera);
    if (options->camera && !cli_camera_is_named(options)) {
        (void)read_position(options->camera, out_camera->eye, out_camera->target); // cli_check_camera has read it
        sinew_model_axes(model, out_camera->up, front);
    }
    sinew_camera_zoom(out_camera, options->zoom);
}

/// Parses "f80" or "ff8000" to three bytes. Returns 0 when the text is neither.
static int read_hex(const char *text, int out[3])
{
    const size_t length = strlen(text), each = length / 3;
    if (length != 3 && length != 6) return 0;
    for (size_t i = 0; i < 3; ++i) {
        const int high = sinew__hex_digit(text[i * each]), low = sinew__hex_digit(text[i * each + each - 1]);
        if (high < 0 || low < 0) return 0;
        out[i] = 16 * high + low;
    }
    return 1;
}

int cli_read_color(const cli_context *context, const char *text, float out_linear[3])
{
    static const struct {
        const char *name, *hex;
    } names[] = {{"white", "fff"}, {"gray", "808080"}, {"grey", "808080"}, {"black", "000"}};
    const char *hex = text[0] == '#' ? text + 1 : text;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(text, names[i].name) == 0) hex = names[i].hex;
    }
    int bytes[3];
    if (!read_hex(hex, bytes)) {
        return cli_fail_usage(context, "bad-value",
                              "expected six hexadecimal digits, as in ff8000, or white, gray, black",
                              "--background: '%s' is not a colour", text);
    }
    for (int i = 0; i < 3; ++i) out_linear[i] = sinew__srgb_to_linear((float)bytes[i] / 255.0f);
    return 0;
}

// ---- overlays ------------------------------------------------------------------------------------------------------

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
