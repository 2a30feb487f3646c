/// sinew render FILE -o OUT: draws images and films, or compares one with a reference.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cli/commands/camera_options.h"
#include "cli/commands/overlay_options.h"
#include "cli/commands/reference_image.h"
#include "cli/commands/render_film.h"
#include "cli/commands/scene.h"
#include "cli/framework/command.h"
#include "cli/framework/draw_progress.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/output_name.h"
#include "cli/framework/report.h"
#include "cli/framework/time_options.h"
#include "model/clip_span.h"
#include "output/output.h"
#include "platform/clock.h"
#include "scene/headless_context.h"
#include "scene/motion_overlays.h"
#include "scene/scene_crowd.h"

typedef struct render_settings {
    const char *output, *clip;
    cli_texts animations;
    cli_time_options times;
    cli_size size;
    int view; ///< sinew_view − 1
    const char *camera, *background;
    int transparent;
    int skeleton; ///< -1: only without a mesh
    int mesh, wireframe, edges, grid;
    cli_overlays overlays;
    int32_t samples, crowd, quality;
    cli_reference_image reference;
} render_settings;

static const render_settings defaults = {
    .size = {640, 480},
    .view = -1,
    .skeleton = -1,
    .mesh = 1,
    .grid = 1,
    .overlays.follow = -1,
    .samples = 4,
    .quality = 75,
    .reference = {.threshold = 0.01},
};

// clang-format off
static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE", "write this .png image, or .gif, .mp4, .webm or .webp film; - is stdout (PNG)", CLI_FIELD(render_settings, output),
     .complete = CLI_COMPLETE_FILE},
    CLI_CLIP_OPTION(render_settings, clip),
    CLI_ANIM_OPTION(render_settings, animations),
    CLI_TIME_OPTIONS(render_settings, times),
    {"size", 0, CLI_SIZE, "WxH", "set the image size in pixels (640x480)", CLI_FIELD(render_settings, size), .min = 1, .max = 16384},
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",
     CLI_FIELD(render_settings, view), .choices = "front|side|top|iso"},
    {"camera", 0, CLI_TEXT, "X,Y,Z:X,Y,Z", "set the camera position and target",
     CLI_FIELD(render_settings, camera)},
    {"background", 0, CLI_TEXT, "COLOR", "set the background: ff8000, white, gray or black", CLI_FIELD(render_settings, background)},
    {"transparent", 0, CLI_SWITCH, NULL, "draw only the character, on a transparent background", CLI_FIELD(render_settings, transparent)},
    {"skeleton", 0, CLI_SWITCH, NULL, "draw the skeleton over the mesh (default: only without a mesh)",
     CLI_FIELD(render_settings, skeleton)},
    {"mesh", 0, CLI_SWITCH, NULL, "draw the mesh (on)", CLI_FIELD(render_settings, mesh)},
    {"wireframe", 0, CLI_SWITCH, NULL, "draw polygon edges instead of surfaces", CLI_FIELD(render_settings, wireframe)},
    {"edges", 0, CLI_SWITCH, NULL, "draw polygon edges over the surface", CLI_FIELD(render_settings, edges)},
    CLI_OVERLAY_OPTIONS(render_settings, overlays),
    {"grid", 0, CLI_SWITCH, NULL, "draw ground and shadow (on)", CLI_FIELD(render_settings, grid)},
    {"samples", 0, CLI_WHOLE, "N", "set the samples per pixel (4)", CLI_FIELD(render_settings, samples), .min = 1,
     .max = 16},
    {"crowd", 0, CLI_WHOLE, "N", "draw N instances, each at a different time", CLI_FIELD(render_settings, crowd),
     .min = 1, .max = CLI_MAX_INSTANCES},
    {"quality", 0, CLI_WHOLE, "N", "set the quality of a film, 0 to 100 (75)", CLI_FIELD(render_settings, quality), .min = 0,
     .max = 100},
    {"reference", 0, CLI_TEXT, "PNG", "compare with this image: exit code 0 if alike, else 1",
     CLI_FIELD(render_settings, reference.path), .complete = CLI_COMPLETE_FILE},
    {"threshold", 0, CLI_NUMBER, "ERROR", "set the largest error that counts as alike (0.01)",
     CLI_FIELD(render_settings, reference.threshold), .min = 0, .max = 2},
    {"difference", 0, CLI_TEXT, "PNG", "write an image of the differences from the reference",
     CLI_FIELD(render_settings, reference.difference), .complete = CLI_COMPLETE_FILE},
    {0},
};
// clang-format on

/// The state of one run.
typedef struct render_job {
    const cli_context *context;
    const render_settings *settings;
    cli_scene scene;
    scene_crowd crowd; ///< empty without --crowd
    sinew_draw_options look;
    scene_motion motion;
    int32_t trail_joint;     ///< SINEW_NONE: no trail
    cli_output_times *clips; ///< [clip_count] clips to draw, with their times
    size_t clip_count;
    char **names; ///< [name_count] one per image, or per clip for films; NULL: compare only
    size_t name_count;
    size_t count;          ///< images of all clips
    cli_film_options film; ///< of the settings
    cli_draw_progress progress;
    scene_headless *headless; ///< created while textures are decoded
    sinew_renderer *renderer;
    uint8_t *pixels; ///< of the current image
} render_job;

// ---- settings ------------------------------------------------------------------------------------------------------

/// Reads the settings that do not depend on the file.
static int read_look(const cli_context *context, const render_settings *settings, sinew_draw_options *look)
{
    *look = (sinew_draw_options){
        .width = settings->size.width,
        .height = settings->size.height,
        .samples = settings->samples,
        .skeleton = settings->skeleton < 0 ? SINEW_SHOW_AUTO
                    : settings->skeleton   ? SINEW_SHOW_ON
                                           : SINEW_SHOW_OFF,
        .hide_meshes = !settings->mesh,
        .edges = settings->edges,
        .wireframe = settings->wireframe,
        .hide_ground = !settings->grid,
        .transparent = settings->transparent,
        .custom_background = settings->background != NULL,
        .colors = cli_overlay_colors(&settings->overlays),
        .skin = (sinew_draw_skin)settings->overlays.skin,
        .names = settings->overlays.names,
        .axes = settings->overlays.axes,
    };
    int failed = cli_check_overlays(context, &settings->overlays);
    if (!failed && settings->background) failed = cli_read_color(context, settings->background, look->background);
    if (!failed && settings->camera) {
        failed = cli_read_camera(context, settings->camera, look->camera.eye, look->camera.target);
    }
    return failed;
}

static int check_outputs(const cli_context *context, const render_settings *settings)
{
    if (settings->crowd && settings->skeleton > 0) {
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd and --skeleton are mutually exclusive");
    }
    if (settings->reference.difference && !settings->reference.path) {
        return cli_fail_usage(context, "missing-option", "use --reference expected.png",
                              "--difference needs --reference");
    }
    if (!settings->output && !settings->reference.path) {
        return cli_fail_usage(context, "missing-option", "use -o image.png", "render needs -o");
    }
    const char *outputs[] = {settings->output, settings->reference.difference};
    for (int i = 0; i < 2; ++i) {
        if (!outputs[i] || strcmp(outputs[i], "-") == 0 || sinew__output_driver_for(outputs[i])) continue;
        if (i == 0 && cli_film_driver(outputs[i])) continue;
        return cli_fail_usage(context, "bad-value", "use .png for images; .gif, .mp4, .webm or .webp for films",
                              "'%s': unsupported image format", outputs[i]);
    }
    const char *const inputs[] = {settings->reference.path};
    return settings->reference.difference ? cli_check_output(context, settings->reference.difference, inputs, 1) : 0;
}

/// Whether the camera tracks the character. With --camera it does so only on request.
static int tracks_character(const render_job *job)
{
    const render_settings *settings = job->settings;
    const cli_scene *scene = &job->scene;
    if (settings->crowd) return 0;
    if (settings->overlays.follow >= 0) return settings->overlays.follow;
    return !settings->camera && scene_motion_needs_tracking(scene->model, scene->engine, scene->clip, &scene->bounds);
}

/// Finds the joints of --joint and --trail.
static int find_joints(render_job *job)
{
    const cli_overlays *overlays = &job->settings->overlays;
    const cli_scene *scene = &job->scene;
    job->trail_joint = SINEW_NONE;
    job->look.has_joint = overlays->joint != NULL;
    const int failed = cli_overlay_joint(job->context, scene->path, scene->model, overlays->joint, &job->look.joint);
    if (failed) return failed;
    return cli_overlay_joint(job->context, scene->path, scene->model, overlays->trail, &job->trail_joint);
}

static void add_clip(render_job *job, int32_t clip)
{
    const sinew_model *model = job->scene.model;
    const double fps = cli_frame_rate(model, job->settings->times.fps);
    job->clips[job->clip_count++] = (cli_output_times){job->scene.path, model, clip, NULL, 0, fps};
}

static int fail_clip(const render_job *job, sinew_result result, sinew_error *error)
{
    if (result == SINEW_ERROR_MANY_CLIPS && job->settings->output) {
        const sinew_error listed = *error;
        sinew__hint(error, "use -o '{clip}.png' to draw them all; %s", listed.hint);
    }
    return cli_fail(job->context, job->scene.path, error);
}

/// Lists the clips to draw: one, or all that the pattern matches when the output name contains {clip}.
static int list_clips(render_job *job)
{
    const render_settings *settings = job->settings;
    const sinew_model *model = job->scene.model;
    sinew_error error;
    int32_t clip;
    const sinew_result result = sinew_model_find_clip(model, settings->clip, &clip, &error);
    const int many = result == SINEW_ERROR_MANY_CLIPS && settings->output && strstr(settings->output, "{clip}") != NULL;
    if (result != SINEW_OK && !many) return fail_clip(job, result, &error);
    job->clips = calloc(many ? (size_t)model->clip_count : 1, sizeof *job->clips);
    if (!job->clips) return cli_fail_memory(job->context);
    if (!many) add_clip(job, clip);
    for (int32_t i = 0; many && i < model->clip_count; ++i)
        if (sinew_clip_matches(model, i, settings->clip)) add_clip(job, i);
    return 0;
}

/// Lists the times of a clip to draw: the requested ones, else its start, or the whole clip for a film.
static int list_times(const render_job *job, cli_output_times *clip)
{
    const cli_time_options times =
        cli_film_driver(job->settings->output) ? cli_film_times(&job->settings->times) : job->settings->times;
    if (cli_times_are_given(&times)) {
        return cli_list_times(job->context, clip->path, clip->model, clip->clip, &times, &clip->times, &clip->count);
    }
    clip->times = malloc(sizeof *clip->times);
    if (!clip->times) return cli_fail_memory(job->context);
    clip->times[0] = sinew__clip_span(clip->model, clip->clip).start;
    clip->count = 1;
    return 0;
}

/// Names the films: one per clip.
static int name_films(render_job *job)
{
    cli_output_times *films = malloc(job->clip_count * sizeof *films);
    if (!films) return cli_fail_memory(job->context);
    memcpy(films, job->clips, job->clip_count * sizeof *films);
    for (size_t i = 0; i < job->clip_count; ++i) films[i].count = 1;
    const int failed = cli_name_outputs(job->context, job->settings->output, films, job->clip_count, &job->names);
    free(films);
    if (!failed) job->name_count = job->clip_count;
    return failed;
}

static int name_outputs(render_job *job)
{
    if (cli_film_driver(job->settings->output)) return name_films(job);
    const int failed = cli_name_outputs(job->context, job->settings->output, job->clips, job->clip_count, &job->names);
    if (!failed) job->name_count = job->count;
    return failed;
}

static int list_names(render_job *job)
{
    if (job->settings->reference.path && job->count > 1) {
        return cli_fail_usage(job->context, "bad-value", "use one --at TIME", "--reference compares one image, not %zu",
                              job->count);
    }
    if (!job->settings->output) return 0;
    const char *const inputs[] = {job->settings->reference.path};
    int failed = name_outputs(job);
    for (size_t i = 0; i < job->name_count && !failed; ++i)
        failed = cli_check_output(job->context, job->names[i], inputs, 1);
    return failed;
}

/// Resolves all clips, times and names before anything is drawn or written.
static int list_images(render_job *job)
{
    int failed = list_clips(job);
    for (size_t i = 0; i < job->clip_count && !failed; ++i) failed = list_times(job, &job->clips[i]);
    job->count = cli_count_output_times(job->clips, job->clip_count);
    return failed ? failed : list_names(job);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/// Computes trail, onion skin and tracking of the current clip.
static sinew_result find_motion(render_job *job, sinew_error *out_error)
{
    const cli_scene *scene = &job->scene;
    const scene_motion_request request = {.model = scene->model,
                                          .engine = scene->engine,
                                          .clip = scene->clip,
                                          .trail_joint = job->trail_joint,
                                          .onion = job->settings->overlays.onion,
                                          .tracking = tracks_character(job)};
    return scene_motion_update(&job->motion, &request, out_error);
}

/// Extends the bounds, which cover the clip, to requested times outside it.
static sinew_result include_times(render_job *job, const cli_output_times *clip, sinew_error *out_error)
{
    cli_scene *scene = &job->scene;
    double from = cli_scene_start(scene), to = from + cli_scene_duration(scene);
    const double start = from, end = to;
    for (size_t i = 0; i < clip->count; ++i) {
        from = fmin(from, clip->times[i]);
        to = fmax(to, clip->times[i]);
    }
    if (from == start && to == end) return SINEW_OK;
    return sinew_motion_bounds(scene->model, scene->engine, scene->clip, from, to, &scene->bounds, out_error);
}

static int open_crowd(render_job *job)
{
    sinew_error error;
    if (!job->settings->crowd) return 0;
    if (scene_crowd_open(&job->crowd, job->scene.model, job->settings->crowd, &error) == SINEW_OK) return 0;
    return cli_fail(job->context, job->scene.path, &error);
}

static void set_camera(render_job *job)
{
    const cli_scene *scene = &job->scene;
    const render_settings *settings = job->settings;
    sinew_draw_options *look = &job->look;
    const double aspect = (double)look->width / look->height;
    sinew_camera fitted;
    const sinew_bounds *bounds = job->motion.tracking ? &job->motion.tracking->bounds : &scene->bounds;
    const sinew_view view = scene_crowd_view(&job->crowd, (sinew_view)(settings->view + 1));
    sinew_camera_fit(scene->model, bounds, view, aspect, &fitted);
    if (settings->camera) {
        double front[3];
        look->camera.field_of_view = fitted.field_of_view;
        sinew_model_axes(scene->model, look->camera.up, front);
    } else {
        look->camera = fitted;
    }
    if (settings->overlays.parallel) sinew_camera_make_parallel(&look->camera);
    look->bounds = &scene->bounds;
}

/// Makes a clip the current one.
static sinew_result select_clip(render_job *job, const cli_output_times *clip, sinew_error *out_error)
{
    sinew_result result = cli_scene_set_clip(&job->scene, clip->clip, out_error);
    if (result == SINEW_OK) result = find_motion(job, out_error);
    if (result == SINEW_OK) result = include_times(job, clip, out_error);
    if (result != SINEW_OK) return result;
    const sinew_bounds character = job->scene.bounds;
    if (job->crowd.count) scene_crowd_arrange(&job->crowd, &character, &job->scene.bounds);
    set_camera(job);
    return SINEW_OK;
}

static sinew_result open_renderer(render_job *job, sinew_error *out_error)
{
    const size_t size = (size_t)job->look.width * (size_t)job->look.height * 4;
    sinew_result result = sinew_renderer_create(&job->renderer, out_error);
    if (result != SINEW_OK) return result;
    result = sinew_renderer_set_model(job->renderer, job->scene.model, job->scene.textures.images, out_error);
    if (result != SINEW_OK) return result;
    job->pixels = malloc(size);
    return job->pixels ? SINEW_OK : sinew__fail_memory(out_error);
}

static sinew_result draw_crowd(render_job *job, double seconds, sinew_error *out_error)
{
    scene_crowd_pose(&job->crowd, job->scene.clip, seconds);
    const sinew_instances instances = scene_crowd_instances(&job->crowd);
    return sinew_renderer_draw_crowd(job->renderer, job->scene.pose, &instances, &job->look, out_error);
}

static sinew_result draw(render_job *job, double seconds, sinew_error *out_error)
{
    const cli_scene *scene = &job->scene;
    sinew_pose_evaluate(scene->model, scene->engine, scene->clip, seconds, scene->pose);
    sinew_draw_options look = job->look;
    scene_motion_apply(&job->motion, seconds, &look);
    const sinew_result result = job->crowd.count ? draw_crowd(job, seconds, out_error)
                                                 : sinew_renderer_draw(job->renderer, scene->pose, &look, out_error);
    if (result == SINEW_OK) sinew_renderer_read(job->renderer, job->pixels);
    return result;
}

static int write_image(const render_job *job, const char *path)
{
    sinew_error error;
    const output_driver *driver = sinew__output_driver_for(path);
    const output_image image = {job->look.width, job->look.height, job->pixels};
    const sinew_result result = sinew__output_write_image(driver ? driver : &sinew__output_png, path, &image, &error);
    return result == SINEW_OK ? 0 : cli_fail(job->context, cli_output_label(path), &error);
}

static int draw_image(render_job *job, double seconds)
{
    sinew_error error;
    if (draw(job, seconds, &error) != SINEW_OK) return cli_fail(job->context, job->scene.path, &error);
    return 0;
}

/// `names` [clip->count], or NULL.
static int draw_images(render_job *job, const cli_output_times *clip, char *const *names)
{
    int code = 0;
    for (size_t i = 0; i < clip->count && !code; ++i) {
        code = draw_image(job, clip->times[i]);
        if (names && !code) code = write_image(job, names[i]);
        cli_draw_progress_add(&job->progress);
    }
    return code;
}

static int draw_film(render_job *job, const cli_output_times *clip, const char *name)
{
    cli_film film;
    int code = cli_film_begin(job->context, name, &job->film, clip, job->look.width, job->look.height, &film);
    if (code) return code;
    for (size_t i = 0; i < clip->count && !code; ++i) {
        code = draw_image(job, clip->times[i]);
        if (!code) code = cli_film_add(&film, job->pixels);
        cli_draw_progress_add(&job->progress);
    }
    cli_draw_progress_end(&job->progress); // before a message
    return cli_film_end(&film, code);
}

static int draw_clips(render_job *job)
{
    const int are_films = cli_film_driver(job->settings->output) != NULL;
    char *const *names = job->names;
    sinew_error error;
    int code = 0;
    for (size_t i = 0; i < job->clip_count && !code; ++i) {
        const cli_output_times *clip = &job->clips[i];
        if (select_clip(job, clip, &error) != SINEW_OK) return cli_fail(job->context, job->scene.path, &error);
        code = are_films ? draw_film(job, clip, names[i]) : draw_images(job, clip, names);
        if (names && !are_films) names += clip->count;
    }
    return code;
}

static int draw_without_display(render_job *job)
{
    sinew_error error;
    int code = 0;
    sinew_result result = scene_headless_finish(&job->headless, &error);
    if (result == SINEW_OK) result = open_renderer(job, &error);
    job->progress = (cli_draw_progress){.context = job->context, .total = job->count, .started = sinew__now()};
    if (result == SINEW_OK)
        code = draw_clips(job);
    else
        code = cli_fail(job->context, result == SINEW_ERROR_NO_GL ? NULL : job->scene.path, &error);
    cli_draw_progress_end(&job->progress);
    sinew_renderer_destroy(job->renderer);
    return code;
}

static int render(render_job *job)
{
    int code = find_joints(job);
    if (!code) code = list_images(job);
    if (code) return code;
    cli_warn_of_nothing_to_draw(job->context, job->scene.path, job->scene.model);
    job->headless = scene_headless_begin();
    code = cli_scene_load_images(job->context, &job->scene);
    if (!code) code = open_crowd(job);
    if (code) return code;
    code = draw_without_display(job);
    if (code || !job->settings->reference.path) return code;
    // The result goes to standard output unless the image does.
    const int image_on_stdout = job->settings->output && strcmp(job->settings->output, "-") == 0;
    const output_image drawn = {job->look.width, job->look.height, job->pixels};
    return cli_compare_image(job->context, job->scene.path, &job->settings->reference, &drawn, image_on_stdout);
}

static void free_job(render_job *job)
{
    cli_free_names(job->names, job->name_count);
    for (size_t i = 0; i < job->clip_count; ++i) free(job->clips[i].times);
    free(job->clips);
    free(job->pixels);
    scene_crowd_close(&job->crowd);
    scene_motion_clear(&job->motion);
    cli_scene_free(&job->scene);
    scene_headless_destroy(job->headless);
}

/// Draws one pixel more where a film needs an even size.
static void round_size(render_job *job)
{
    const output_driver *driver = cli_film_driver(job->settings->output);
    if (!driver || !driver->even_sizes) return;
    job->look.width += job->look.width % 2;
    job->look.height += job->look.height % 2;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    render_job job = {.context = context, .settings = settings};
    const render_settings *given = settings;
    job.film =
        (cli_film_options){given->output, given->quality, given->transparent, given->reference.path, &given->times};
    int code = check_outputs(context, settings);
    if (!code) code = cli_film_check(context, &job.film);
    if (!code) code = read_look(context, settings, &job.look);
    if (!code) round_size(&job);
    if (!code) {
        code = cli_scene_load(context, files->paths[0], &job.settings->animations, SINEW_ENGINE_EXACT, &job.scene);
    }
    if (!code && given->overlays.show_hidden) sinew_model_show_hidden(job.scene.model);
    if (!code) code = render(&job);
    free_job(&job);
    return code;
}

const cli_command cli_render = {
    .name = "render",
    .summary = "draw images and films; needs no display",
    .usage = "FILE [--clip CLIP] [--at TIME] -o OUT.png",
    .description =
        "The camera frames the motion of the whole clip. The same file and options give the same bytes on the same "
        "machine.\n"
        "With --range the output name needs a placeholder: {frame:04}, {number}, {time}, {clip} or {file}, as in -o "
        "'walk-{frame:04}.png'.\n"
        "A .gif, .mp4, .webm or .webp name makes a film of the range, or of the whole clip, with the program ffmpeg.\n"
        "A pattern that matches several clips draws them all if the name contains {clip}: --clip '*' -o '{clip}.png'.\n"
        "With --reference, render prints the error: 1 - mean SSIM of the luma.",
    .options = options,
    .settings_size = sizeof(render_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .run = run,
};
