/// --view, --azimuth, --elevation, --zoom, --turntable, --camera and --background of `sinew render`.
#ifndef SINEW_CLI_RENDER_CAMERA_OPTIONS_H
#define SINEW_CLI_RENDER_CAMERA_OPTIONS_H

#include "cli/framework/command.h"
#include "render/draw_words.h"
#include "sinew/render.h"

typedef struct cli_camera_options {
    int view;                  ///< sinew_view
    double azimuth, elevation; ///< degrees; NaN: those of the view
    double zoom;               ///< > 0
    int turntable;             ///< the camera goes around the character once
    const char *camera;        ///< "X,Y,Z:X,Y,Z", or the name of a camera of the file, or NULL
} cli_camera_options;

// clang-format off
/// Initial settings.
#define CLI_CAMERA_DEFAULTS {.azimuth = (double)NAN, .elevation = (double)NAN, .zoom = 1}

/// Rows of an option table; `field` is a cli_camera_options.
#define CLI_CAMERA_OPTIONS(settings, field)                                                                            \
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",                 \
     CLI_FIELD(settings, field.view), .choices = sinew__view_words},                                                    \
    {"azimuth", 0, CLI_NUMBER, "DEGREES", "view from this angle, from the front towards the character's left",         \
     CLI_FIELD(settings, field.azimuth), .min = -360, .max = 360},                                                     \
    {"elevation", 0, CLI_NUMBER, "DEGREES", "view from this angle above the horizon",                                  \
     CLI_FIELD(settings, field.elevation), .min = -90, .max = 90},                                                     \
    {"zoom", 0, CLI_NUMBER, "FACTOR", "enlarge the character by this factor (1)",                                      \
     CLI_FIELD(settings, field.zoom), .min = 0.01, .max = 100},                                                        \
    {"turntable", 0, CLI_SWITCH, NULL, "turn the camera around the character once",                                    \
     CLI_FIELD(settings, field.turntable)},                                                                            \
    {"camera", 0, CLI_TEXT, "CAMERA", "view from X,Y,Z:X,Y,Z (position and target), or from this camera of the file",    \
     CLI_FIELD(settings, field.camera)}
// clang-format on

/// Checks that the options are consistent. Returns 0, or the exit code after printing the error.
int cli_check_camera(const cli_context *context, const cli_camera_options *options);

/// Whether --camera names a camera of the file.
int cli_camera_is_named(const cli_camera_options *options);

/// Places a camera that shows `bounds` from the direction of the options, else of `view`; --camera places it exactly.
void cli_fit_camera(const cli_camera_options *options, const sinew_model *model, const sinew_bounds *bounds,
                    sinew_view view, double aspect, sinew_camera *out_camera);

/// Parses "ff8000", "#ff8000", "#f80", "white", "gray" or "black" to linear RGB. Returns 0, or the exit code as above.
int cli_read_color(const cli_context *context, const char *text, float out_linear[3]);

#endif
