/// --joint, --colors, --names, --axes, --trail, --onion, --follow, --parallel, --skin: how `render` and `play` show
/// what a figure is made of and how it moves.
#ifndef SINEW_CLI_COMMANDS_OVERLAY_OPTIONS_H
#define SINEW_CLI_COMMANDS_OVERLAY_OPTIONS_H

#include "cli/framework/command.h"
#include "sinew/render.h"

typedef struct cli_overlays {
    const char *joint, *trail; ///< names, or NULL
    int colors;                ///< sinew_colors
    int names, axes, parallel;
    int follow; ///< -1: where the clip leads far away
    int skin;   ///< sinew_draw_skin
    int32_t onion;
} cli_overlays;

// clang-format off
/// Rows for an option table; `field` is a cli_overlays.
#define CLI_OVERLAY_OPTIONS(settings, field)                                                                           \
    {"joint", 0, CLI_TEXT, "JOINT", "look at this joint: it is highlighted", CLI_FIELD(settings, field.joint),         \
     .complete = CLI_COMPLETE_JOINT},                                                                                  \
    {"colors", 0, CLI_CHOICE, "WHAT", "colour the surface by this; weights: those of --joint",                         \
     CLI_FIELD(settings, field.colors), .choices = "material|weights|influences"},                                     \
    {"names", 0, CLI_SWITCH, NULL, "write the joints' names beside them", CLI_FIELD(settings, field.names)},           \
    {"axes", 0, CLI_SWITCH, NULL, "draw the joints' axes: x red, y green, z blue", CLI_FIELD(settings, field.axes)},   \
    {"trail", 0, CLI_TEXT, "JOINT", "draw the way of this joint through the clip, with a dot for each frame",          \
     CLI_FIELD(settings, field.trail), .complete = CLI_COMPLETE_JOINT},                                                \
    {"onion", 0, CLI_WHOLE, "N", "draw N poses before and N after, three frames apart",                                \
     CLI_FIELD(settings, field.onion), .at_least = 0, .at_most = 20},                                                  \
    {"follow", 0, CLI_SWITCH, NULL, "let the camera go along with the figure (where its clip leads far away)",          \
     CLI_FIELD(settings, field.follow)},                                                                               \
    {"skin", 0, CLI_CHOICE, "METHOD", "skin meshes linearly or by dual quaternions, whatever the file says",            \
     CLI_FIELD(settings, field.skin), .choices = "file|linear|dq"},                                                    \
    {"parallel", 0, CLI_SWITCH, NULL, "draw without perspective", CLI_FIELD(settings, field.parallel)}
// clang-format on

/// The joint of that name; `name` NULL gives SINEW_NONE. On failure the message is printed and the exit code given,
/// else 0.
int cli_overlay_joint(const cli_context *context, const char *path, const sinew_model *model, const char *name,
                      int32_t *out_joint);

/// Whether the words make sense together: 0, or a usage error that has been printed.
int cli_check_overlays(const cli_context *context, const cli_overlays *overlays);

#endif
