/// One model to draw: its clips, times and look, its camera, and one frame of it as pixels.
#ifndef SINEW_PROGRAM_CLI_RENDER_RENDER_JOB_H
#define SINEW_PROGRAM_CLI_RENDER_RENDER_JOB_H

#include "draw/output/output.h"
#include "draw/scene/headless_context.h"
#include "draw/scene/motion_overlays.h"
#include "draw/scene/scene_crowd.h"
#include "program/cli/framework/look_options.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/time_options.h"
#include "program/cli/posing/pose_edit_options.h"
#include "runtime/view/shown_pose.h"

/// The options of --reference.
typedef struct cli_reference_image {
    const char *path;       ///< path of the expected PNG, or NULL
    const char *difference; ///< path of an image of the differences to write, or NULL
    double threshold;       ///< largest error of images that count as equal
} cli_reference_image;

/// The options of a second model to draw, for comparison.
typedef struct cli_comparison_options {
    const char *beside, *over; ///< path of the second file, or NULL; not both
    const char *clip;          ///< clip of the second file; NULL: its default clip
    cli_texts animations;      ///< files whose clips are added to the second file's clips
    int end;                   ///< a render_end; pages do not have the option
} cli_comparison_options;

/// The end of an image series that compares two clips, in the order of the choices of --end.
typedef enum render_end {
    RENDER_END_LONGEST,  ///< the end of the longer clip; the shorter one holds its last pose
    RENDER_END_SHORTEST, ///< the end of the shorter clip
    RENDER_END_LOOP,     ///< the end of the longer clip; the shorter one repeats
} render_end;

/// The options of `sinew render`.
typedef struct render_settings {
    const char *output, *clip;
    int format; ///< row of sinew__output_stream_drivers; -1: chosen by the output's name
    int recursive, clobber;
    int32_t threads; ///< 0: one per processor
    int thumbnail;   ///< `output` is the literal name of an image, without placeholders
    cli_texts animations;
    cli_pose_edits edits;
    int in_place;
    cli_time_options times;
    cli_size size;  ///< in pixels; zero: the default
    cli_size sheet; ///< columns and rows of a sheet; zero: no sheet
    const char *index;
    cli_camera_options camera;
    cli_comparison_options comparison;
    const char *label; ///< text with placeholders of output_name.h, or NULL
    const char *background;
    int transparent;
    int skeleton; ///< -1: SINEW_SHOW_AUTO
    int mesh, wireframe, edges, grid;
    cli_overlays overlays;
    int32_t samples, crowd, quality;
    cli_reference_image reference;
} render_settings;

/// The state of drawing one file. Without a file, it is zero except for context, settings and look.
typedef struct render_job {
    const cli_context *context;
    const render_settings *settings;
    sinew_draw_options look; ///< look by the settings; its camera is the selected clip's
    cli_scene scene;
    scene_crowd crowd; ///< empty without --crowd
    scene_motion motion;
    pose_edits edits;        ///< edits of the settings
    shown_in_place in_place; ///< used with --in-place
    int32_t trail_joint;     ///< joint whose trail is drawn; SINEW_NONE: none
    int32_t file_camera;     ///< index of the model's camera to use; SINEW_NONE: the camera frames the motion
    cli_output_times *clips; ///< [clip_count] clips to draw, with their times
    size_t clip_count;
    const cli_output_times *selected; ///< clip that camera and motion were computed for, or NULL
    const char *pattern;              ///< pattern for the names of this file's outputs; NULL: -o's
    int is_alone;                     ///< the command has only this file
    int is_copy;                      ///< this process is a copy that draws some of the files: it must not start others
    int32_t frame_width;              ///< pixels: one image, or two next to each other
    double front;                     ///< direction that views are measured from, in degrees from the file's front
    sinew_bounds framed;              ///< bounds that the camera shows, at the start of the selected clip
    struct render_job *other;         ///< job of the model of --beside or --over, which has one clip; or NULL
    cli_context own_context;          ///< context of `other`: without --retarget and its options if the other model has
                                      ///< no added clips
    uint8_t *scratch;                 ///< [3 × image] in the process that draws, if there is another model
    int32_t caption_height;           ///< pixels of the strip below each frame of a sheet; 0: none
    scene_headless *headless;
    sinew_renderer *renderer; ///< NULL: this process does not draw
} render_job;

/// Loads the model with the clips of `animations`, and finds the joints that the settings name. Returns 0, or the exit
/// code after printing the error. Close *job in both cases.
int render_job_open(render_job *job, const char *path, const cli_texts *animations);

/// Resolves the pose edits of the settings for the model; images then show them. Returns 0, or the exit code after
/// printing the error.
int render_job_edit(render_job *job);

/// Loads textures and the crowd. `prepare_drawing`: this process draws, so an OpenGL context is created at the same
/// time. Returns 0, or the exit code after printing the error.
int render_job_load(render_job *job, int prepare_drawing);

/// Computes camera and motion of a clip.
SINEW_NODISCARD sinew_result render_job_select(render_job *job, const cli_output_times *clip, sinew_error *out_error);

/// Creates the renderer, unless the job already has one, and gives it the model. Called in the process that draws.
SINEW_NODISCARD sinew_result render_job_begin_drawing(render_job *job, sinew_error *out_error);

/// Places the camera so that it shows job->framed.
void render_job_place_camera(render_job *job);

/// Returns the time of a clip that an image at `seconds` shows. If two clips are compared, a clip stays in its range:
/// it holds its first and last pose, or repeats.
double render_job_clip_time(const render_job *job, int32_t clip, double seconds);

/// Returns the drawing options of a frame of the selected clip: camera and overlays at its time.
sinew_draw_options render_job_look(render_job *job, const cli_output_times *clip, size_t frame);

enum { LABEL_SIZE = 1024 };

/// Formats --label for a frame that shows a clip at `seconds`. Returns the text, or NULL without --label.
const char *render_job_label(const render_job *job, const cli_output_times *clip, double seconds, size_t frame,
                             char out_text[LABEL_SIZE]);

/// Draws a frame of the selected clip with its label: [render_job_image_size] bytes of RGBA, rows from top to bottom.
SINEW_NODISCARD sinew_result render_job_draw_frame(render_job *job, const cli_output_times *clip, size_t frame,
                                                   uint8_t *out_pixels, sinew_error *out_error);

/// Poses the model and draws an image: [render_job_image_size] bytes of RGBA, rows from top to bottom.
SINEW_NODISCARD sinew_result render_job_draw_image(render_job *job, double seconds, const sinew_draw_options *look,
                                                   uint8_t *out_pixels, sinew_error *out_error);
size_t render_job_image_size(const render_job *job);

/// Returns the bytes of a frame: one image or two next to each other, and the caption.
size_t render_job_frame_size(const render_job *job);

void render_job_close(render_job *job);

/// Returns the driver of the output if the output is a film, else NULL.
const output_driver *render_film_driver(const render_settings *settings);

/// Returns the quality for images in formats with lossy compression.
int render_image_quality(const render_settings *settings);

/// Prints that a driver's format has no transparency, and which formats in the table `others` have it. Returns the exit
/// code.
int render_fail_opaque(const cli_context *context, const output_driver *driver, const output_driver *const *others);

/// Returns whether the settings make one output per clip: a film or a sheet.
int render_makes_one_file(const render_settings *settings);

/// Puts the extensions of drivers [terminated by NULL] as ".gif, .webm or .webp"; with `transparent`, only formats with
/// transparency.
void render_put_extensions(sinew__buffer *out, const output_driver *const *drivers, int transparent);

#endif
