/// Options for the look of images. `render`: --view, --front, --azimuth, --elevation, --zoom, --turntable, --camera,
/// --background. `render` and `play`: --joint, --colors, --show-hidden, --names, --axes, --trail, --onion, --follow,
/// --ortho, --skin. Also the model, clip and time that an image shows.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_LOOK_OPTIONS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_LOOK_OPTIONS_H

#include "program/cli/framework/command.h"
#include "runtime/model/look_up.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"
#include "sinew/load.h"
#include "sinew/render.h"

/// Values of --front: the direction that views are measured from.
typedef enum cli_front { CLI_FRONT_BODY, CLI_FRONT_FILE } cli_front;

extern const sinew__word cli_front_words[];

/// Sets *out_azimuth to the direction that views are measured from, in degrees from the file's front
/// (sinew_bounds.front). It is the body's front with CLI_FRONT_BODY, if the model has an upright body, else 0. Returns
/// 0, or the exit code after printing that memory ran out.
int cli_find_front(const cli_context *context, int front, const sinew_model *model, double *out_azimuth);

typedef struct cli_camera_options {
    int view;                  ///< a sinew_view
    int front;                 ///< a cli_front
    double azimuth, elevation; ///< in degrees; NaN: the view's
    double zoom;               ///< factor, > 0
    int turntable;             ///< the camera circles the character once
    const char *camera;        ///< a position "X,Y,Z:X,Y,Z", the name of a camera of the file, or NULL
} cli_camera_options;

// clang-format off
/// A row of an option table. `field` is a cli_front.
#define CLI_FRONT_OPTION(settings, field)                                                                              \
    {"front", 0, CLI_CHOICE, "WHOSE", "measure views from the direction that the body faces at rest, or from the file's front (body)", \
     CLI_FIELD(settings, field), .choices = cli_front_words}

/// Initial values of a cli_camera_options.
#define CLI_CAMERA_DEFAULTS {.azimuth = (double)NAN, .elevation = (double)NAN, .zoom = 1}

/// Rows of an option table. `field` is a cli_camera_options.
#define CLI_CAMERA_OPTIONS(settings, field)                                                                            \
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",                 \
     CLI_FIELD(settings, field.view), .choices = sinew__view_words},                                                    \
    CLI_FRONT_OPTION(settings, field.front),                                                                           \
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

/// Converts the value of CLI_SKELETON_OPTION.
sinew_show cli_show_skeleton(int skeleton);

/// Checks that the options are consistent. Returns 0, or the exit code after printing the error.
int cli_check_camera(const cli_context *context, const cli_camera_options *options);

/// Returns whether --camera names a camera of the file.
int cli_camera_is_named(const cli_camera_options *options);

/// Places a camera that shows `bounds` from the direction that the options give, else from the direction of `view`. If
/// --camera is a position, the camera is put there.
void cli_fit_camera(const cli_camera_options *options, const sinew_model *model, const sinew_bounds *bounds,
                    sinew_view view, double aspect, sinew_camera *out_camera);

/// Parses "ff8000", "#ff8000", "#f80", "white", "gray" or "black" to linear RGB. Returns 0, or the exit code after
/// printing the error.
int cli_read_color(const cli_context *context, const char *text, float out_linear[3]);

typedef struct cli_overlays {
    const char *joint, *trail; ///< names of joints, or NULL
    int colors;                ///< a sinew_colors
    int show_hidden;
    int names, axes, parallel;
    int follow; ///< -1: track the character only if the clip moves it far
    int skin;   ///< a sinew_draw_skin
    int32_t onion;
    double trail_window; ///< seconds of the trail that are drawn; 0: the whole trail
} cli_overlays;

// clang-format off
/// A row of an option table. `field` is an int, -1 by default.
#define CLI_SKELETON_OPTION(settings, field)                                                                           \
    {"skeleton", 0, CLI_SWITCH, NULL, "draw the skeleton over the mesh (if meshes show less than half of the motion)",                         \
     CLI_FIELD(settings, field)}

/// Rows of an option table. `field` is a cli_overlays.
#define CLI_OVERLAY_OPTIONS(settings, field)                                                                           \
    {"joint", 0, CLI_TEXT, "JOINT", "select this joint and highlight it", CLI_FIELD(settings, field.joint),         \
     .complete = CLI_COMPLETE_JOINT},                                                                                  \
    {"colors", 0, CLI_CHOICE, "WHAT", "colour the surface; weights: by the weights of --joint",                         \
     CLI_FIELD(settings, field.colors), .choices = sinew__color_words},                                                   \
    {"show-hidden", 0, CLI_SWITCH, NULL, "draw objects that the author hid", CLI_FIELD(settings, field.show_hidden)},          \
    {"names", 0, CLI_SWITCH, NULL, "label the joints", CLI_FIELD(settings, field.names)},           \
    {"axes", 0, CLI_SWITCH, NULL, "draw the axes of the joints: x red, y green, z blue", CLI_FIELD(settings, field.axes)},   \
    {"trail", 0, CLI_TEXT, "JOINT", "draw this joint's motion trail, with a dot per frame",          \
     CLI_FIELD(settings, field.trail), .complete = CLI_COMPLETE_JOINT},                                                \
    {"trail-window", 0, CLI_SECONDS, "TIME", "draw the trail only this long before and after the pose; it fades out",       \
     CLI_FIELD(settings, field.trail_window), .min = 0, .max = 1e6},                                                   \
    {"onion", 0, CLI_WHOLE, "N", "draw N poses before and N after, three frames apart",                                \
     CLI_FIELD(settings, field.onion), .min = 0, .max = 20},                                                  \
    {"follow", 0, CLI_SWITCH, NULL, "track the character with the camera (default: only when it moves far)",          \
     CLI_FIELD(settings, field.follow)},                                                                               \
    {"skin", 0, CLI_CHOICE, "METHOD", "select the skinning method; file: as authored",            \
     CLI_FIELD(settings, field.skin), .choices = sinew__skin_words},                                                    \
    {"ortho", 0, CLI_SWITCH, NULL, "draw in orthographic projection, without perspective", CLI_FIELD(settings, field.parallel)}

// clang-format on

/// Finds a joint by name; NULL gives SINEW_NONE. Returns 0, or the exit code after printing the error.
int cli_overlay_joint(const cli_context *context, const char *path, const sinew_model *model, const char *name,
                      int32_t *out_joint);

/// Checks that the options are consistent. Returns 0, or the exit code after printing the error.
int cli_check_overlays(const cli_context *context, const cli_overlays *overlays);

enum { CLI_MAX_INSTANCES = 100000 }; ///< limit of --crowd

/// A model that is drawn, with its textures and its selected clip. A zeroed one is empty.
typedef struct cli_scene {
    const char *path;
    sinew_model *model;
    sinew_pose *pose;
    sinew_textures textures;
    sinew_engine engine;
    int32_t clip;
    sinew__span motion;  ///< range of the clip without a reference pose in its first frame
    sinew_bounds bounds; ///< bounds of the model during `motion`
} cli_scene;

/// Loads a model with the clips of the files `animations`; no clip is selected yet. Returns 0, or the exit code after
/// printing the error. Free *scene in both cases.
int cli_scene_load(const cli_context *context, const char *path, const cli_texts *animations,
                   sinew_engine default_engine, cli_scene *scene);

/// Selects a clip (SINEW_NONE: the rest pose), and computes the bounds of its motion.
SINEW_NODISCARD sinew_result cli_scene_set_clip(cli_scene *scene, int32_t clip, sinew_error *out_error);

/// Decodes the textures of the model. Returns 0, or the exit code after printing the error.
int cli_scene_load_images(const cli_context *context, cli_scene *scene);
void cli_scene_free(cli_scene *scene);

/// cli_warn_of_nothing_to_draw warns that the model has nothing to draw, cli_warn_of_textures that images of textures
/// are missing or were reduced.
void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model);
void cli_warn_of_textures(const cli_context *context, const char *path, const sinew_textures *textures);

/// Converts `--at` to seconds from the clip's start; 0 if the option is absent. `fps` 0: the file's frame rate. Returns
/// 0, or the exit code after printing the error.
int cli_scene_time(const cli_context *context, const cli_scene *scene, const cli_time *at, double fps,
                   double *out_seconds);

#endif
