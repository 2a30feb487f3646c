/// sinew render FILE -o OUT: draws images and films, or compares an image with a reference.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/folder.h"
#include "draw/output/output.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/file_outputs.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/compare_reference.h"
#include "program/cli/render/comparison.h"
#include "program/cli/render/frame_caption.h"
#include "program/cli/render/render_outputs.h"
#include "sinew/memory.h"

// ---- options -------------------------------------------------------------------------------------------------------

static const render_settings defaults = {
    .format = -1,
    .clobber = 1,
    .camera = CLI_CAMERA_DEFAULTS,
    .skeleton = -1,
    .mesh = 1,
    .grid = 1,
    .overlays.follow = -1,
    .samples = 4,
    .quality = OUTPUT_QUALITY,
    .reference = {.threshold = 0.01},
};

static const sinew__word end_words[] = {{"longest", RENDER_END_LONGEST, NULL},
                                        {"shortest", RENDER_END_SHORTEST, NULL},
                                        {"loop", RENDER_END_LOOP, NULL},
                                        {0}};

// clang-format off
static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE", "write this image or film, or PNG below this directory (DIR/); - is stdout", CLI_FIELD(render_settings, output),
     .choice_at = sinew__output_extension_at, .complete = CLI_COMPLETE_FILE},
    {"format", 0, CLI_CHOICE, "FORMAT", "set the format of stdout: an image (png), or the frames of a film (y4m, rgb)",
     CLI_FIELD(render_settings, format), .choice_at = sinew__output_stream_at},
    {"thumbnail", 0, CLI_SWITCH, NULL, "write an image under exactly the name of -o, whatever its extension",
     CLI_FIELD(render_settings, thumbnail)},
    {"sheet", 0, CLI_SIZE, "CxR", "draw C columns and R rows of images into one, with their times",
     CLI_FIELD(render_settings, sheet), .min = 1, .max = 100},
    {"index", 0, CLI_TEXT, "PNG", "draw one image of each file into this sheet, with the file names",
     CLI_FIELD(render_settings, index), .complete = CLI_COMPLETE_FILE},
    CLI_CLIP_OPTION(render_settings, clip),
    CLI_ANIM_OPTION(render_settings, animations),
    CLI_TIME_OPTIONS(render_settings, times),
    CLI_POSE_EDIT_OPTIONS(render_settings, edits),
    CLI_IN_PLACE_OPTION(render_settings, in_place),
    {"size", 0, CLI_SIZE, "WxH", "set the image size in pixels (640x480; in a sheet 240x180)", CLI_FIELD(render_settings, size), .min = 1, .max = 16384},
    CLI_CAMERA_OPTIONS(render_settings, camera),
    {"label", 0, CLI_TEXT, "TEXT", "draw this text into each image, as in '{file} {clip} {frame} {time}'",
     CLI_FIELD(render_settings, label)},
    {"background", 0, CLI_TEXT, "COLOR", "set the background: ff8000, white, gray or black", CLI_FIELD(render_settings, background)},
    {"transparent", 0, CLI_SWITCH, NULL, "draw only the character, on a transparent background", CLI_FIELD(render_settings, transparent)},
    CLI_SKELETON_OPTION(render_settings, skeleton),
    {"mesh", 0, CLI_SWITCH, NULL, "draw the mesh (on)", CLI_FIELD(render_settings, mesh)},
    {"wireframe", 0, CLI_SWITCH, NULL, "draw polygon edges instead of surfaces", CLI_FIELD(render_settings, wireframe)},
    {"edges", 0, CLI_SWITCH, NULL, "draw polygon edges over the surface", CLI_FIELD(render_settings, edges)},
    CLI_OVERLAY_OPTIONS(render_settings, overlays),
    {"grid", 0, CLI_SWITCH, NULL, "draw ground and shadow (on)", CLI_FIELD(render_settings, grid)},
    {"samples", 0, CLI_WHOLE, "N", "set the samples per pixel (4)", CLI_FIELD(render_settings, samples), .min = 1,
     .max = 16},
    CLI_COMPARISON_OPTIONS(render_settings, comparison),
    {"end", 0, CLI_CHOICE, "WHEN", "end with the longest or the shortest of two clips, or loop the shorter one (longest)",
     CLI_FIELD(render_settings, comparison.end), .choices = end_words},
    {"crowd", 0, CLI_WHOLE, "N", "draw N instances, each at a different time", CLI_FIELD(render_settings, crowd),
     .min = 1, .max = CLI_MAX_INSTANCES},
    {"quality", 0, CLI_WHOLE, "N", "set the quality of a film or a .jpg, 0 to 100 (75)", CLI_FIELD(render_settings, quality), .min = 0,
     .max = 100},
    CLI_RECURSIVE_OPTION(render_settings, recursive),
    {"clobber", 0, CLI_SWITCH, NULL, "replace outputs that exist (on)", CLI_FIELD(render_settings, clobber)},
    CLI_THREADS_OPTION(render_settings, threads),
    {"reference", 0, CLI_TEXT, "PNG", "compare with this image: exit code 0 if they are equal, else 1",
     CLI_FIELD(render_settings, reference.path), .complete = CLI_COMPLETE_FILE, .is_input = 1},
    {"tol-image", 0, CLI_NUMBER, "ERROR", "set the largest error that counts as equal (0.01)",
     CLI_FIELD(render_settings, reference.threshold), .min = 0, .max = 2},
    {"difference", 0, CLI_TEXT, "PNG", "write an image of the differences from the reference",
     CLI_FIELD(render_settings, reference.difference), .complete = CLI_COMPLETE_FILE},
    {0},
};
// clang-format on

// ---- settings ------------------------------------------------------------------------------------------------------

/// Reads the settings that are the same for all files.
static int read_look(const cli_context *context, const render_settings *settings, sinew_draw_options *look)
{
    *look = (sinew_draw_options){
        .samples = settings->samples,
        .skeleton = cli_show_skeleton(settings->skeleton),
        .meshes = settings->mesh ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .edges = settings->edges,
        .wireframe = settings->wireframe,
        .ground = settings->grid ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .transparent = settings->transparent,
        .custom_background = settings->background != NULL,
        .colors = (sinew_colors)settings->overlays.colors,
        .skin = (sinew_draw_skin)settings->overlays.skin,
        .names = settings->overlays.names,
        .axes = settings->overlays.axes,
        .progress = -1.0,
    };
    int failed = cli_check_overlays(context, &settings->overlays);
    if (!failed && settings->background) failed = cli_read_color(context, settings->background, look->background);
    if (!failed && settings->overlays.follow > 0 && cli_camera_is_named(&settings->camera))
        failed = cli_fail_usage(context, "bad-value", "use one of them",
                                "a camera of the file and --follow are mutually exclusive");
    return failed ? failed : cli_check_camera(context, &settings->camera);
}

/// Returns whether an output is an image, by its name or because of --thumbnail.
static int is_image(const render_settings *settings, const char *path)
{
    return (settings->thumbnail && path == settings->output) || strcmp(path, "-") == 0 ||
           sinew__output_driver_for(path) != NULL;
}

static int check_outputs(const cli_context *context, const render_settings *settings)
{
    if (settings->crowd && settings->skeleton > 0) {
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd and --skeleton are mutually exclusive");
    }
    if (settings->crowd && cli_has_pose_edits(&settings->edits)) {
        return cli_fail_usage(context, "bad-value", "leave out one of them",
                              "--crowd draws the clip: it excludes --base, --pose, --set and --ik");
    }
    if (settings->crowd && settings->in_place)
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd and --in-place are mutually exclusive");
    if (settings->reference.difference && !settings->reference.path) {
        return cli_fail_usage(context, "missing-option", "use --reference expected.png",
                              "--difference needs --reference");
    }
    if (!settings->output && !settings->reference.path) {
        return cli_fail_usage(context, "missing-option", "use -o image.png", "render needs -o");
    }
    if (settings->sheet.width && settings->reference.path) {
        return cli_fail_usage(context, "bad-value", "use one of them",
                              "--sheet and --reference are mutually exclusive");
    }
    if (settings->sheet.width && settings->output && !is_image(settings, settings->output)) {
        return cli_fail_usage(context, "bad-value", "use -o sheet.png", "'%s': a sheet is one image", settings->output);
    }
    const output_driver *image =
        settings->thumbnail || !settings->output ? NULL : sinew__output_driver_for(settings->output);
    if (settings->transparent && image && image->drops_alpha)
        return render_fail_opaque(context, image, sinew__output_drivers);
    const char *outputs[] = {settings->output, settings->reference.difference};
    for (int i = 0; i < 2; ++i) {
        if (!outputs[i] || is_image(settings, outputs[i])) continue;
        if (i == 0 && render_film_driver(settings)) continue;
        sinew__buffer hint = {0};
        sinew__buffer_put_text(&hint, "use ");
        render_put_extensions(&hint, sinew__output_drivers, 0);
        sinew__buffer_put_text(&hint, " for images; ");
        render_put_extensions(&hint, sinew__output_film_drivers, 0);
        sinew__buffer_put_text(&hint, " for films");
        sinew__buffer_put_character(&hint, '\0');
        const int code = cli_fail_usage(context, "bad-value", hint.failed ? NULL : hint.text,
                                        "'%s': unsupported image format", outputs[i]);
        sinew__buffer_free(&hint);
        return code;
    }
    const char *const inputs[] = {settings->reference.path};
    return settings->reference.difference ? cli_check_output(context, settings->reference.difference, inputs, 1) : 0;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/// Draws single images, one file each.
static int draw_images(render_job *job, const render_outputs *outputs, cli_progress *progress)
{
    const uint8_t *pixels = NULL;
    frame_index *order = render_frame_index_list(job, outputs->frames);
    if (!order) return cli_fail_memory(job->context);
    frame_source source;
    int code = render_frame_source_open(&source, job, order, outputs->frames, progress);
    for (size_t i = 0; i < outputs->frames && !code; ++i) {
        code = render_frame_source_next(&source, &pixels);
        sinew__file_status status;
        const int is_kept = !job->settings->clobber && outputs->names && strcmp(outputs->names[i], "-") != 0 &&
                            sinew__file_status_of_path(outputs->names[i], &status);
        if (!code && outputs->names && !is_kept) {
            const char *path = outputs->names[i];
            sinew_error error;
            const output_driver *driver = job->settings->thumbnail ? NULL : sinew__output_driver_for(path);
            const output_image image = {job->frame_width, job->look.height, pixels,
                                        render_image_quality(job->settings)};
            const sinew_result result =
                sinew__output_write_image(driver ? driver : &sinew__output_png, path, &image, &error);
            code = result == SINEW_OK ? 0 : cli_fail(job->context, cli_output_label(path), &error);
        }
    }
    cli_progress_end(progress);
    const int is_chosen = cli_times_are_given(&job->settings->times) || job->settings->thumbnail || !outputs->names;
    const cli_output_times *clip = job->clips;
    if (!code && outputs->frames == 1 && job->is_alone && !is_chosen && clip->clip != SINEW_NONE &&
        clip->model->clips[clip->clip].duration > 0)
        cli_note(job->context, job->scene.path, "drawn at %.6gs, where the motion starts; --at draws another time",
                 clip->times[0]);
    if (!code && job->settings->reference.path) {
        // The comparison's result goes to stdout, unless the image goes there.
        const render_settings *given = job->settings;
        const int image_on_stdout = given->output && strcmp(given->output, "-") == 0;
        const output_image drawn = {job->frame_width, job->look.height, pixels, render_image_quality(given)};
        code = render_compare_image(job->context, job->scene.path, &given->reference, &drawn, image_on_stdout);
    }
    render_frame_source_close(&source);
    free(order);
    return code;
}

/// Returns whether --no-clobber leaves nothing to draw, because all outputs exist.
static int are_all_kept(const render_job *job, const render_outputs *outputs)
{
    sinew__file_status status;
    if (job->settings->clobber || outputs->count == 0) return 0;
    for (size_t i = 0; i < outputs->count; ++i)
        if (strcmp(outputs->names[i], "-") == 0 || !sinew__file_status_of_path(outputs->names[i], &status)) return 0;
    return 1;
}

/// Draws the outputs of one file. `opening` is the context for loading. *out_kept is set if --no-clobber leaves nothing
/// to draw. Returns the exit code.
static int draw_file(const render_job *empty, const char *path, const char *pattern, const cli_context *opening,
                     int *out_kept)
{
    render_job job = *empty;
    render_outputs outputs = {0};
    job.pattern = pattern;
    job.context = opening;
    int code = render_job_open(&job, path, &job.settings->animations);
    if (!code) code = render_job_edit(&job);
    if (!code) code = render_comparison_open(&job);
    if (!code) code = render_outputs_list(&job, &outputs);
    job.context = empty->context;
    for (size_t i = 0; pattern && i < outputs.count && !code; ++i)
        code = cli_create_folder_of(job.context, outputs.names[i]);
    cli_progress progress = cli_progress_begin(job.context, "drawn", "images", outputs.frames);
    *out_kept = !code && are_all_kept(&job, &outputs);
    if (!code && !*out_kept) {
        cli_warn_of_nothing_to_draw(job.context, path, job.scene.model);
        code = render_film_driver(job.settings) ? render_draw_films(&job, &outputs, &progress)
               : job.settings->sheet.width      ? render_draw_sheets(&job, &outputs, &progress)
                                                : draw_images(&job, &outputs, &progress);
    }
    cli_progress_end(&progress);
    render_outputs_free(&outputs);
    render_job_close(&job);
    return code;
}

/// The state of drawing several files, each by a copy of this process or by this process.
typedef struct file_run {
    const render_job *empty;
    cli_context quiet; ///< context without warnings: the files' warnings were printed before
    const cli_files *files;
    char *const *patterns;
    const int *codes; ///< [files->count] exit code of a file that cannot be drawn, else 0
} file_run;

/// The result of drawing one file.
typedef struct drawn_file {
    int code, is_kept;
    size_t size;         ///< bytes of `messages`
    char messages[4096]; ///< errors only; further text is dropped
} drawn_file;

static sinew_result begin_copy(void *user, sinew_error *out_error)
{
    (void)user;
    (void)out_error;
    setenv("LP_NUM_THREADS", "0", 0); // no threads in Mesa's software driver: each processor has a process
    return SINEW_OK;
}

/// Draws one file, and collects its messages.
static sinew_result draw_one(void *user, size_t index, void *out, sinew_error *out_error)
{
    (void)out_error;
    const file_run *run = user;
    drawn_file *drawn = out;
    sinew__buffer messages = {0};
    cli_context context = run->quiet;
    render_job empty = *run->empty;
    context.held = &messages;
    empty.context = &context;
    drawn->code = run->codes[index];
    drawn->is_kept = 0;
    if (!drawn->code)
        drawn->code = draw_file(&empty, run->files->paths[index], run->patterns ? run->patterns[index] : NULL, &context,
                                &drawn->is_kept);
    drawn->size = messages.size < sizeof drawn->messages ? messages.size : sizeof drawn->messages;
    if (drawn->size > 0) memcpy(drawn->messages, messages.text, drawn->size);
    sinew__buffer_free(&messages);
    return SINEW_OK;
}

/// Draws several files, after checking that all output names differ. Models are then loaded again from the cache, so
/// that each process holds only one in memory.
static int draw_files(render_job *empty, const cli_files *files, char *const *patterns)
{
    const cli_context *context = empty->context;
    cli_tally tally = {0};
    sinew_error error;
    size_t kept = 0;
    int *codes = calloc(files->count, sizeof *codes);
    drawn_file *here = malloc(sizeof *here);
    file_run run = {empty, *context, files, patterns, codes};
    run.quiet.quiet = 1;
    int code = codes && here ? render_check_files(empty, files, patterns, codes) : cli_fail_memory(context);
    const size_t limit = (size_t)render_max_processes(empty->settings);
    sinew__fork_pool *pool = NULL;
    const sinew__fork_work work = {files->count, sizeof *here, &run, 1, begin_copy, draw_one};
    if (!code && limit > 1 && files->count > 1) {
        empty->is_copy = 1; // the copies of this process inherit it
        const int processes = (int)(files->count < limit ? files->count : limit);
        if (sinew__fork_pool_start(&work, processes, &pool, NULL) != SINEW_OK) empty->is_copy = 0;
    }
    cli_progress progress = cli_progress_begin(context, "drawn", "files", files->count);
    for (size_t i = 0; i < files->count && !code; ++i) {
        const void *item = here;
        const sinew_result result = pool ? sinew__fork_pool_take(pool, &item, &error) : draw_one(&run, i, here, &error);
        if (result != SINEW_OK) {
            code = cli_fail(context, files->paths[i], &error);
            break;
        }
        const drawn_file *drawn = item;
        if (drawn->size > 0) cli_progress_put_message(drawn->messages, drawn->size);
        cli_count_file(&tally, drawn->code);
        kept += (size_t)drawn->is_kept;
        cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    sinew__fork_pool_stop(pool);
    free(codes);
    free(here);
    return code ? code : cli_summarize_files(context, "drawn", &tally, kept);
}

/// Draws all files. `patterns` [files->count] name the outputs; NULL: all have the pattern of -o.
static int draw(const cli_context *context, const render_settings *given, const cli_files *files, char *const *patterns)
{
    render_job empty = {.context = context, .settings = given, .is_alone = files->count == 1};
    int code = given->index ? render_check_index(context, given, files->count) : check_outputs(context, given);
    if (!code && !given->index) code = render_check_film(context, given);
    if (!code) code = render_comparison_check(context, given);
    if (!code) code = read_look(context, given, &empty.look);
    if (code) return code;
    static const cli_size image_size = {640, 480}, cell_size = {240, 180};
    const output_driver *driver = render_film_driver(given);
    const int is_cell = given->sheet.width > 0 || given->index;
    const cli_size size = given->size.width ? given->size : is_cell ? cell_size : image_size;
    const int32_t even = driver && driver->even_sizes;
    empty.look.width = size.width + (even ? size.width % 2 : 0);
    empty.look.height = size.height + (even ? size.height % 2 : 0);

    // Text and lines grow with the image: scale 1 up to 480 pixels, 4 from 1920 pixels.
    const int32_t smaller = size.width < size.height ? size.width : size.height;
    empty.look.pixel_scale = smaller <= 480 ? 1.0 : smaller >= 1920 ? 4.0 : smaller / 480.0;
    empty.frame_width = given->comparison.beside ? 2 * empty.look.width : empty.look.width;
    if (given->index) return render_draw_index(&empty, files);
    if (given->sheet.width) empty.caption_height = render_caption_height_for(empty.frame_width);
    if (files->count > 1) return draw_files(&empty, files, patterns);
    int is_kept;
    return draw_file(&empty, files->paths[0], patterns ? patterns[0] : NULL, context, &is_kept);
}

/// Draws each file to a PNG in the directory of -o. The path of the PNG below this directory is the path of the file
/// below its input directory.
static int draw_in_folder(const cli_context *context, render_settings settings, const cli_files *files)
{
    const char *folder = settings.output;
    char **patterns = calloc(files->count + 1, sizeof *patterns);
    int code = patterns ? 0 : cli_fail_memory(context);
    for (size_t i = 0; i < files->count && !code; ++i) {
        patterns[i] = cli_pattern_in_folder(folder, files->paths[i], files->below ? files->below[i] : NULL, "png");
        if (!patterns[i]) code = cli_fail_memory(context);
    }
    settings.output = "{file}.png"; // each file has its own pattern
    if (!code) code = draw(context, &settings, files, patterns);
    for (size_t i = 0; patterns && i < files->count; ++i) sinew_free(patterns[i]);
    free(patterns);
    return code;
}

/// Draws to a file whose name is taken literally: braces are not placeholders, and "-" is not standard output.
static int draw_thumbnail(const cli_context *context, render_settings settings, const cli_files *files)
{
    sinew__buffer pattern = {0};
    if (settings.output && *settings.output == '-') sinew__buffer_put_text(&pattern, "./");
    if (settings.output) cli_put_name_pattern(&pattern, settings.output);
    sinew__buffer_put_character(&pattern, '\0');
    if (settings.output) settings.output = pattern.text;
    const int code = pattern.failed ? cli_fail_memory(context) : draw(context, &settings, files, NULL);
    sinew__buffer_free(&pattern);
    return code;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const render_settings *given = settings;
    if (given->thumbnail) return draw_thumbnail(context, *given, files);
    if (cli_output_is_folder(&(cli_file_outputs){.output = given->output}))
        return draw_in_folder(context, *given, files);
    return draw(context, given, files, NULL);
}

const cli_command cli_render = {
    .name = "render",
    .summary = "draw images, films and sheets; needs no display",
    .usage = "FILE... [--clip CLIP] [--at TIME] -o OUT.png",
    .description =
        "The camera frames the motion of the whole clip. The same file and options give the same bytes on the "
        "same machine.\n"
        "With --range the output name needs a placeholder: {frame:04}, {number}, {time}, {clip} or {file}, as in "
        "-o 'walk-{frame:04}.png'. With several files it needs {file}.\n"
        "{time} counts from the clip's start; {frame} is the author's frame. --label takes the same placeholders.\n"
        "Write {{ or }} for a brace in the name. With --thumbnail the name has no placeholders.\n"
        "If the name is the name of a film, render makes a film of the range, or of the whole clip, with the "
        "program ffmpeg. With --turntable it lasts about six seconds, whatever the length of the clip.\n"
        "A pattern that matches several clips draws them all if the name contains {clip}: --clip '*' -o "
        "'{clip}.png'.\n"
        "FILE may be a directory, for the models in it, or - for standard input. With -o DIR/ each PNG has the "
        "same path below DIR as its file has below the input directory. With --no-clobber images that exist are "
        "not drawn again. -j also limits the processes that draw the frames of one file.\n"
        "With --reference, render prints the error: 1 - mean SSIM of the luma.",
    .options = options,
    .settings_size = sizeof(render_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .examples = "sinew render walk.fbx --at 12f -o walk.png\n"
                "sinew render walk.fbx -o walk.gif --size 320x240\n"
                "sinew render character.fbx --clip '*' --sheet 5x3 -o '{clip}.png'",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ENGINE | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 3600,
    .only_extends = 1,
};
