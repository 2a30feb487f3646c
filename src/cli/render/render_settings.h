/// The options of `sinew render`.
#ifndef SINEW_CLI_RENDER_RENDER_SETTINGS_H
#define SINEW_CLI_RENDER_RENDER_SETTINGS_H

#include "cli/commands/overlay_options.h"
#include "cli/commands/reference_image.h"
#include "cli/framework/time_options.h"
#include "cli/posing/pose_edit_options.h"
#include "cli/render/camera_options.h"

/// A second model to draw, for comparison.
typedef struct cli_comparison_options {
    const char *beside, *over; ///< a file, or NULL; not both
    const char *clip;          ///< of that file; NULL: its default clip
    cli_texts animations;      ///< files whose clips are added to those of that file
} cli_comparison_options;

typedef struct render_settings {
    const char *output, *clip;
    int format;    ///< render_format − 1
    int thumbnail; ///< `output` is the name of an image, without placeholders
    cli_texts animations;
    cli_pose_edits edits;
    int in_place;
    cli_time_options times;
    cli_size size;  ///< zero: the default
    cli_size sheet; ///< columns and rows; zero: no sheet
    const char *index;
    cli_camera_options camera;
    cli_comparison_options comparison;
    const char *background;
    int transparent;
    int skeleton; ///< -1: only without a mesh
    int mesh, wireframe, edges, grid;
    cli_overlays overlays;
    int32_t samples, crowd, quality;
    cli_reference_image reference;
} render_settings;

#endif
