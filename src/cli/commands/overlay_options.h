/// --joint, --colors, --material, --show-hidden, --names, --axes, --trail, --onion, --follow, --parallel, --skin:
/// options of `render` and `play` that show joints, weights and motion.
#ifndef SINEW_CLI_COMMANDS_OVERLAY_OPTIONS_H
#define SINEW_CLI_COMMANDS_OVERLAY_OPTIONS_H

#include "cli/framework/command.h"
#include "render/draw_words.h"
#include "sinew/render.h"
#include "skin/skin_method.h"

typedef struct cli_overlays {
    const char *joint, *trail; ///< names, or NULL
    int colors;                ///< sinew_colors
    int material;              ///< SINEW_COLORS_MATERIAL or _CLAY
    int show_hidden;
    int names, axes, parallel;
    int follow; ///< -1: only when the clip moves the character far
    int skin;   ///< sinew_draw_skin
    int32_t onion;
} cli_overlays;

extern const sinew__word cli_material_words[];

// clang-format off
/// Rows for an option table; `field` is a cli_overlays.
#define CLI_OVERLAY_OPTIONS(settings, field)                                                                           \
    {"joint", 0, CLI_TEXT, "JOINT", "select this joint and highlight it", CLI_FIELD(settings, field.joint),         \
     .complete = CLI_COMPLETE_JOINT},                                                                                  \
    {"colors", 0, CLI_CHOICE, "WHAT", "colour the surface; weights: those of --joint",                         \
     CLI_FIELD(settings, field.colors), .choices = sinew__color_words},                                                   \
    {"material", 0, CLI_CHOICE, "WHAT", "draw the file's materials, or all surfaces as clay",                  \
     CLI_FIELD(settings, field.material), .choices = cli_material_words},                                                   \
    {"show-hidden", 0, CLI_SWITCH, NULL, "draw what the author hid", CLI_FIELD(settings, field.show_hidden)},          \
    {"names", 0, CLI_SWITCH, NULL, "label the joints", CLI_FIELD(settings, field.names)},           \
    {"axes", 0, CLI_SWITCH, NULL, "draw the axes of the joints: x red, y green, z blue", CLI_FIELD(settings, field.axes)},   \
    {"trail", 0, CLI_TEXT, "JOINT", "draw this joint's motion trail, with a dot per frame",          \
     CLI_FIELD(settings, field.trail), .complete = CLI_COMPLETE_JOINT},                                                \
    {"onion", 0, CLI_WHOLE, "N", "draw N poses before and N after, three frames apart",                                \
     CLI_FIELD(settings, field.onion), .min = 0, .max = 20},                                                  \
    {"follow", 0, CLI_SWITCH, NULL, "track the character with the camera (default: only when it moves far)",          \
     CLI_FIELD(settings, field.follow)},                                                                               \
    {"skin", 0, CLI_CHOICE, "METHOD", "select the skinning method; file: as authored",            \
     CLI_FIELD(settings, field.skin), .choices = sinew__skin_words},                                                    \
    {"parallel", 0, CLI_SWITCH, NULL, "draw without perspective", CLI_FIELD(settings, field.parallel)}
// clang-format on

/// Finds a joint by name; SINEW_NONE for a NULL name. Returns 0, or the exit code after printing the error.
int cli_overlay_joint(const cli_context *context, const char *path, const sinew_model *model, const char *name,
                      int32_t *out_joint);

/// Returns what colours the surface.
sinew_colors cli_overlay_colors(const cli_overlays *overlays);

/// Checks that the options are consistent. Returns 0, or the exit code after printing the error.
int cli_check_overlays(const cli_context *context, const cli_overlays *overlays);

#endif
