/// sinew render FILE -o OUT: one picture, or one compared with a reference.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/picture_words.h"
#include "cli/report.h"
#include "cli/scene.h"
#include "output/compare_images.h"
#include "output/output.h"
#include "output/read_png.h"
#include "viewer/headless_context.h"

typedef struct render_settings {
    const char *output, *clip;
    cli_time at;
    double fps;
    cli_size size;
    int view; ///< sinew_view − 1
    const char *camera, *background;
    int transparent;
    int skeleton; ///< -1: where there is no mesh
    int wireframe, edges, grid;
    int32_t samples;
    const char *reference, *difference;
    double threshold;
} render_settings;

static const render_settings defaults = {
    .size = {640, 480},
    .view = -1,
    .skeleton = -1,
    .grid = 1,
    .samples = 4,
    .threshold = 0.01,
};

static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE", "where the picture goes: a .png; - is standard output", CLI_FIELD(render_settings, output), .complete = CLI_COMPLETE_FILE},
    {"clip", 0, CLI_TEXT, "CLIP", "name, number or pattern; none: the rest pose", CLI_FIELD(render_settings, clip), .complete = CLI_COMPLETE_CLIP},
    {"at", 0, CLI_TIME, "TIME", "the instant (default: the clip's first)", CLI_FIELD(render_settings, at)},
    {"fps", 0, CLI_NUMBER, "N", "frame rate of frame numbers, where the file has none", CLI_FIELD(render_settings, fps), .at_least = 0.001, .at_most = 1e6},
    {"size", 0, CLI_SIZE, "WxH", "pixels (default 640x480)", CLI_FIELD(render_settings, size), .at_least = 1, .at_most = 16384},
    {"view", 0, CLI_CHOICE, "VIEW", "where from (default: from the front and a little aside)", CLI_FIELD(render_settings, view), .choices = "front|side|top|iso"},
    {"camera", 0, CLI_TEXT, "X,Y,Z:X,Y,Z", "a camera of your own: where it stands and what it looks at", CLI_FIELD(render_settings, camera)},
    {"background", 0, CLI_TEXT, "COLOR", "ff8000, white, gray or black", CLI_FIELD(render_settings, background)},
    {"transparent", 0, CLI_SWITCH, NULL, "leave out all but the figure", CLI_FIELD(render_settings, transparent)},
    {"skeleton", 0, CLI_SWITCH, NULL, "draw the skeleton over the mesh (default: where there is no mesh)", CLI_FIELD(render_settings, skeleton)},
    {"wireframe", 0, CLI_SWITCH, NULL, "draw the polygons' edges alone", CLI_FIELD(render_settings, wireframe)},
    {"edges", 0, CLI_SWITCH, NULL, "draw the polygons' edges over the surface", CLI_FIELD(render_settings, edges)},
    {"grid", 0, CLI_SWITCH, NULL, "draw ground and shadow (default)", CLI_FIELD(render_settings, grid)},
    {"samples", 0, CLI_WHOLE, "N", "samples a pixel (default 4)", CLI_FIELD(render_settings, samples), .at_least = 1, .at_most = 16},
    {"reference", 0, CLI_TEXT, "PNG", "compare with this picture: exit 0 alike, 1 not", CLI_FIELD(render_settings, reference), .complete = CLI_COMPLETE_FILE},
    {"threshold", 0, CLI_NUMBER, "ERROR", "largest error that counts as alike (default 0.01)", CLI_FIELD(render_settings, threshold), .at_least = 0, .at_most = 2},
    {"difference", 0, CLI_TEXT, "PNG", "write where the picture differs from its reference", CLI_FIELD(render_settings, difference), .complete = CLI_COMPLETE_FILE},
    {0},
};

/// A picture, pixels from malloc.
typedef struct picture {
    int32_t width, height;
    uint8_t *pixels;
} picture;

/// Reads the words that need no file into the way the picture is drawn.
static int read_look(const cli_context *context, const render_settings *settings, sinew_draw_options *look)
{
    *look = (sinew_draw_options){
        .width = settings->size.width,
        .height = settings->size.height,
        .samples = settings->samples,
        .skeleton = settings->skeleton < 0 ? SINEW_SHOW_AUTO : settings->skeleton ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .edges = settings->edges,
        .wireframe = settings->wireframe,
        .hide_ground = !settings->grid,
        .transparent = settings->transparent,
        .plain_background = settings->background != NULL,
    };
    int failed = 0;
    if (settings->background) failed = cli_read_color(context, settings->background, look->background);
    if (!failed && settings->camera) {
        failed = cli_read_camera(context, settings->camera, look->camera.eye, look->camera.target);
    }
    return failed;
}

static int check_places(const cli_context *context, const render_settings *settings)
{
    if (!settings->output && !settings->reference) {
        return cli_fail_usage(context, "missing-value", "-o picture.png", "render needs to know where the picture goes");
    }
    if (settings->difference && !settings->reference) {
        return cli_fail_usage(context, "missing-value", "--reference expected.png", "--difference needs a reference");
    }
    const char *places[] = {settings->output, settings->difference};
    for (int i = 0; i < 2; ++i) {
        if (!places[i] || strcmp(places[i], "-") == 0 || output_driver_for(places[i])) continue;
        return cli_fail_usage(context, "bad-value", "the name ends in .png", "'%s' is no kind of picture known here", places[i]);
    }
    return 0;
}

static void place_camera(const cli_scene *scene, const render_settings *settings, sinew_draw_options *look)
{
    const double aspect = (double)look->width / look->height;
    sinew_camera fitted;
    sinew_camera_fit(scene->model, &scene->bounds, (sinew_view)(settings->view + 1), aspect, &fitted);
    if (settings->camera) {
        double front[3];
        look->camera.field_of_view = fitted.field_of_view;
        sinew_model_axes(scene->model, look->camera.up, front);
    } else {
        look->camera = fitted;
    }
}

/// Draws with a renderer of its own in the current context.
static sinew_result draw(const cli_scene *scene, const sinew_draw_options *look, picture *out, sinew_error *out_error)
{
    sinew_renderer *renderer = NULL;
    sinew_result result = sinew_renderer_create(&renderer, out_error);
    if (result == SINEW_OK) result = sinew_renderer_set_model(renderer, scene->model, scene->images, out_error);
    if (result == SINEW_OK) result = sinew_renderer_draw(renderer, scene->pose, look, out_error);
    if (result == SINEW_OK) {
        *out = (picture){look->width, look->height, malloc((size_t)look->width * (size_t)look->height * 4)};
        if (out->pixels) sinew_renderer_read(renderer, out->pixels);
        else result = sinew__fail_memory(out_error);
    }
    sinew_renderer_destroy(renderer);
    return result;
}

static int draw_without_display(const cli_context *context, const cli_scene *scene, const sinew_draw_options *look,
                                picture *out)
{
    sinew_error error;
    viewer_headless *headless = NULL;
    sinew_result result = viewer_headless_create(&headless, &error);
    if (result == SINEW_OK) result = draw(scene, look, out, &error);
    viewer_headless_destroy(headless);
    if (result == SINEW_OK) return 0;
    return cli_fail(context, result == SINEW_ERROR_NO_GL ? NULL : scene->path, &error);
}

static int write_picture(const cli_context *context, const char *path, const picture *drawn)
{
    sinew_error error;
    const output_driver *driver = output_driver_for(path);
    const output_frame frame = {drawn->width, drawn->height, drawn->pixels};
    const sinew_result result = output_write_one(driver ? driver : &output_png, path, &frame, &error);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

/// Compares two pictures of one size and says how much they differ.
static int compare(const cli_context *context, const render_settings *settings, const picture *drawn, uint8_t *reference)
{
    sinew_error error;
    double difference = 0.0;
    if (output_compare_images(drawn->pixels, reference, drawn->width, drawn->height, &difference, &error) != SINEW_OK) {
        return cli_fail(context, settings->reference, &error);
    }
    // Data goes to standard output, unless the picture does.
    const int picture_on_stdout = settings->output && strcmp(settings->output, "-") == 0;
    fprintf(picture_on_stdout ? stderr : stdout, "error %.6f\n", difference);
    if (settings->difference) {
        output_difference_image(drawn->pixels, reference, drawn->width, drawn->height, reference);
        const int failed = write_picture(context, settings->difference, &(picture){drawn->width, drawn->height, reference});
        if (failed) return failed;
    }
    return difference <= settings->threshold ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

static int compare_with_reference(const cli_context *context, const render_settings *settings, const picture *drawn)
{
    sinew_error error;
    picture reference = {0};
    if (output_read_png(settings->reference, &reference.width, &reference.height, &reference.pixels, &error) != SINEW_OK) {
        return cli_fail(context, settings->reference, &error);
    }
    int code = CLI_EXIT_FOUND;
    if (reference.width == drawn->width && reference.height == drawn->height) {
        code = compare(context, settings, drawn, reference.pixels);
    } else {
        cli_warn(context, settings->reference, "is %dx%d, the picture %dx%d", reference.width, reference.height, drawn->width, drawn->height);
    }
    free(reference.pixels);
    return code;
}

static int render(const cli_context *context, const render_settings *settings, sinew_draw_options *look, cli_scene *scene)
{
    double seconds;
    int code = cli_scene_time(context, scene, &settings->at, settings->fps, &seconds);
    if (code) return code;
    sinew_pose_evaluate(scene->model, scene->engine, scene->clip, seconds, scene->pose);
    place_camera(scene, settings, look);
    look->bounds = &scene->bounds;
    picture drawn = {0};
    code = draw_without_display(context, scene, look, &drawn);
    if (!code && settings->output) code = write_picture(context, settings->output, &drawn);
    if (!code && settings->reference) code = compare_with_reference(context, settings, &drawn);
    free(drawn.pixels);
    return code;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    sinew_draw_options look;
    cli_scene scene = {0};
    int code = check_places(context, settings);
    if (!code) code = read_look(context, settings, &look);
    if (!code) code = cli_scene_load(context, files->paths[0], ((const render_settings *)settings)->clip, SINEW_ENGINE_EXACT, &scene);
    if (!code) code = render(context, settings, &look, &scene);
    cli_scene_free(&scene);
    return code;
}

const cli_command cli_render = {
    .name = "render",
    .summary = "draws a picture; needs no display",
    .usage = "FILE [--clip CLIP] [--at TIME] -o OUT",
    .description = "The camera fits the motion of the whole clip. The same file and options give the same bytes on the same machine.\n"
                   "With --reference it prints the error, 1 - mean SSIM of the luma.",
    .options = options,
    .settings_size = sizeof(render_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .run = run,
};
