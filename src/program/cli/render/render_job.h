/// One model to draw: its clips, times and look, the camera, and one frame of it as pixels.
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

/// What --reference compares an image with.
typedef struct cli_reference_image {
    const char *path;       ///< of a PNG file, or NULL
    const char *difference; ///< output path of an image of the differences, or NULL
    double threshold;       ///< largest error that counts as alike
} cli_reference_image;

/// A second model to draw, for comparison.
typedef struct cli_comparison_options {
    const char *beside, *over; ///< a file, or NULL; not both
    const char *clip;          ///< of that file; NULL: its default clip
    cli_texts animations;      ///< files whose clips are added to that file's
    int end;                   ///< a render_end; not an option of pages
} cli_comparison_options;

/// How long two clips that are compared are drawn, in the order of the choices of --end.
typedef enum render_end {
    RENDER_END_LONGEST,  ///< up to the end of the longer clip; the shorter one holds its last pose
    RENDER_END_SHORTEST, ///< up to the end of the shorter clip
    RENDER_END_LOOP,     ///< up to the end of the longer clip; the shorter one repeats
} render_end;

/// The options of `sinew render`.
typedef struct render_settings {
    const char *output, *clip;
    int format; ///< row of sinew__output_stream_drivers; -1: by the name of the output
    int recursive, clobber;
    int32_t threads; ///< 0: one per processor
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
    const char *label; ///< with the placeholders of output_name.h, or NULL
    const char *background;
    int transparent;
    int skeleton; ///< -1: SINEW_SHOW_AUTO
    int mesh, wireframe, edges, grid;
    cli_overlays overlays;
    int32_t samples, crowd, quality;
    cli_reference_image reference;
} render_settings;

/// Zero-initialized apart from context, settings and look: empty.
typedef struct render_job {
    const cli_context *context;
    const render_settings *settings;
    sinew_draw_options look; ///< of the settings; its camera is the selected clip's
    cli_scene scene;
    scene_crowd crowd; ///< empty without --crowd
    scene_motion motion;
    pose_edits edits;        ///< of the settings
    shown_in_place in_place; ///< memory, if the settings request it
    int32_t trail_joint;     ///< SINEW_NONE: no trail
    int32_t file_camera;     ///< of the model; SINEW_NONE: the camera frames the motion
    cli_output_times *clips; ///< [clip_count] clips to draw, with their times
    size_t clip_count;
    const cli_output_times *selected; ///< the clip that camera and motion are computed for, or NULL
    const char *pattern;              ///< of the names of its outputs; NULL: the pattern of -o
    int is_alone;                     ///< its file is the only one of the command
    int is_copy;                      ///< this process is one of several that draw files: it starts no others
    int32_t frame_width;              ///< of a frame in pixels: one image wide, or two
    double front;                     ///< of views, in degrees from the file's front
    sinew_bounds framed;              ///< bounds that the camera shows, at the start of the selected clip
    struct render_job *other;         ///< the model of --beside or --over, with one clip, or NULL
    cli_context own_context;          ///< of that model, which --retarget concerns only with animations of its own
    uint8_t *scratch;                 ///< [3 × image] in the process that draws, if there is another model
    int32_t caption_height;           ///< of the strip below each frame of a sheet, in pixels; 0: none
    scene_headless *headless;
    sinew_renderer *renderer; ///< NULL: this process does not draw
} render_job;

/// Loads the model, with the clips of the files `animations` added, and finds the joints of the settings. Returns 0, or
/// the exit code after printing the error. Close in both cases.
int render_job_open(render_job *job, const char *path, const cli_texts *animations);

/// Resolves the edits of the settings for the model, which are drawn from then on. Returns 0, or the exit code after
/// printing the error.
int render_job_edit(render_job *job);

/// Loads what drawing needs besides the model: textures and the crowd. `prepare_drawing`: this process draws, and the
/// OpenGL context is created meanwhile. Returns 0, or the exit code after printing the error.
int render_job_load(render_job *job, int prepare_drawing);

/// Computes camera and motion of a clip.
SINEW_NODISCARD sinew_result render_job_select(render_job *job, const cli_output_times *clip, sinew_error *out_error);

/// Creates the renderer, in the process that draws, unless the job has been given one. Gives it the model.
SINEW_NODISCARD sinew_result render_job_begin_drawing(render_job *job, sinew_error *out_error);

/// Places the camera so that it shows job->framed.
void render_job_place_camera(render_job *job);

/// Returns the time of a clip of the job that an image at `seconds` shows. If two clips are compared, a clip does not
/// leave its range: it holds its first and last pose, or repeats.
double render_job_clip_time(const render_job *job, int32_t clip, double seconds);

/// Returns the drawing options of a frame of the selected clip: camera and overlays at its time.
sinew_draw_options render_job_look(render_job *job, const cli_output_times *clip, size_t frame);

enum { LABEL_SIZE = 1024 };

/// Writes --label for a frame that shows a clip of the job at `seconds`. Returns the text, or NULL without --label.
const char *render_job_label(const render_job *job, const cli_output_times *clip, double seconds, size_t frame,
                             char out_text[LABEL_SIZE]);

/// Draws a frame of the selected clip with its label, as render_job_draw_image.
SINEW_NODISCARD sinew_result render_job_draw_frame(render_job *job, const cli_output_times *clip, size_t frame,
                                                   uint8_t *out_pixels, sinew_error *out_error);

/// Poses the model and draws an image: [render_job_image_size] bytes of RGBA, the top row first.
SINEW_NODISCARD sinew_result render_job_draw_image(render_job *job, double seconds, const sinew_draw_options *look,
                                                   uint8_t *out_pixels, sinew_error *out_error);
size_t render_job_image_size(const render_job *job);

/// Bytes of a frame: one image, or two beside each other, and the caption.
size_t render_job_frame_size(const render_job *job);

void render_job_close(render_job *job);

/// Returns the driver of the output if it is a film, else NULL.
const output_driver *render_film_driver(const render_settings *settings);

/// The quality of an image in a format that loses some.
int render_image_quality(const render_settings *settings);

/// Prints that the format of a driver has no transparency, and the formats of `others`, a table, that have it.
int render_fail_opaque(const cli_context *context, const output_driver *driver, const output_driver *const *others);

/// Whether the settings make one file per clip: films and sheets.
int render_makes_one_file(const render_settings *settings);

/// Puts ".gif, .webm or .webp": the extensions of drivers, terminated by NULL, or of those that keep transparency.
void render_put_extensions(sinew__buffer *out, const output_driver *const *drivers, int transparent);

#endif
