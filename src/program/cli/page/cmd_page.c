/// sinew page FILE… -o OUT.html
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/base/model_formats.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/look_options.h"
#include "program/cli/framework/report.h"
#include "program/cli/page/page.h"
#include "program/cli/render/comparison.h"
#include "sinew/bake.h"
#include "sinew/memory.h"
#ifdef SINEW_PAGE
#include "core/platform/file.h"
#include "page/page_parts.h"
#endif

typedef struct page_settings {
    const char *output, *clip;
    cli_texts animations;
    cli_time at;
    cli_camera_options camera; ///< --view, --front and --camera
    int in_place, viewer;
    int32_t texture_size; ///< largest width and height of textures in pixels; 0: textures keep their sizes
    cli_comparison_options comparison;
} page_settings;

static const page_settings defaults = {.camera = CLI_CAMERA_DEFAULTS};

static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE.html", "write this page; - is stdout", CLI_FIELD(page_settings, output),
     .complete = CLI_COMPLETE_FILE},
    CLI_CLIP_OPTION(page_settings, clip),
    CLI_ANIM_OPTION(page_settings, animations),
    {"at", 0, CLI_TIME, "TIME", "open the page paused at this time of the first file's clip",
     CLI_FIELD(page_settings, at)},
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",
     CLI_FIELD(page_settings, camera.view), .choices = sinew__view_words},
    CLI_FRONT_OPTION(page_settings, camera.front),
    {"camera", 0, CLI_TEXT, "CAMERA",
     "view from X,Y,Z:X,Y,Z (position and target), or from this camera of the first file",
     CLI_FIELD(page_settings, camera.camera)},
    CLI_IN_PLACE_OPTION(page_settings, in_place),
    CLI_COMPARISON_OPTIONS(page_settings, comparison),
    {"texture-size", 0, CLI_WHOLE, "N", "halve images until none is wider or higher than N pixels (as they are)",
     CLI_FIELD(page_settings, texture_size), .min = 1, .max = 16384},
    {"viewer", 0, CLI_SWITCH, NULL,
     "write a page without files, for dropping FBX, glTF and .sinew files with their images",
     CLI_FIELD(page_settings, viewer)},
    {0},
};

#ifdef SINEW_PAGE

/// The state of making one page.
typedef struct page_job {
    const cli_context *context;
    const page_settings *settings;
    const cli_page_report *report; ///< the report of `check`; NULL: a page without findings
    sinew__buffer blocks;          ///< blocks of data as base64: models and images
    int is_full;                   ///< whether a model or an image did not fit into `blocks`
    cli_tally tally;               ///< exit codes of the files
    sinew__buffer data;            ///< JSON that page.js calls PageData
    sinew__json_writer json;
    double at;          ///< time in the first file's clip, in seconds
    char clip[1024];    ///< name of the first file's clip; "": the rest pose
    char camera[1024];  ///< value of --camera, with the full name if it is a camera of the file; "": none
    size_t other_file;  ///< index of the file to compare with
    int32_t other_clip; ///< clip of other_file
    void *still;        ///< JPEG of the first image that the page shows; NULL: none
    size_t still_size;
} page_job;

// ---- blocks of data ------------------------------------------------------------------------------------------------

/// Puts the images that are blocks of the page; the model's block has the other images.
static void put_images(page_job *job, const sinew_model *model, const sinew_export_image *images, size_t file)
{
    sinew__json_put_object(&job->json, "textures");
    for (int32_t i = 0; i < model->texture_count; ++i) {
        char id[48], number[16];
        if (!images[i].bytes) continue;
        snprintf(id, sizeof id, "image-%zu-%d", file, (int)i);
        snprintf(number, sizeof number, "%d", (int)i);
        if (job->blocks.size + SINEW__BASE64_SIZE(images[i].size) > CLI_MAX_PAGE_BYTES)
            job->is_full = 1;
        else
            cli_put_page_block(&job->blocks, id, images[i].bytes, images[i].size);
        sinew__json_put_text(&job->json, number, id);
    }
    sinew__json_end_object(&job->json);
}

/// Chooses clip, time and camera that the page shows first, and draws an image of them for browsers without WebGL 2.
static int choose_first(page_job *job, cli_scene *scene)
{
    sinew_error error;
    const sinew_model *model = scene->model;
    int failed = cli_find_clip(job->context, scene->path, model, job->settings->clip, &scene->clip);
    // the page finds the camera by its full name in the first file
    const cli_camera_options *given = &job->settings->camera;
    const char *text = given->camera ? given->camera : "";
    if (!failed && cli_camera_is_named(given)) {
        int32_t camera;
        if (sinew_model_find_camera(model, text, &camera, &error) == SINEW_OK)
            text = sinew_text(model, model->joints[model->cameras[camera].joint].name);
        else
            failed = cli_fail(job->context, scene->path, &error);
    }
    snprintf(job->camera, sizeof job->camera, "%s", text);
    if (!failed) failed = cli_scene_time(job->context, scene, &job->settings->at, 0.0, &job->at);
    if (failed) return failed;
    if (scene->clip != SINEW_NONE)
        snprintf(job->clip, sizeof job->clip, "%s", sinew_text(model, model->clips[scene->clip].name));
    if (cli_scene_set_clip(scene, scene->clip, &error) != SINEW_OK) return cli_fail(job->context, scene->path, &error);
    failed = cli_find_front(job->context, job->settings->camera.front, model, &scene->bounds.front);
    if (failed) return failed;
    return cli_draw_page_still(job->context, scene, &job->settings->camera, job->at, &job->still, &job->still_size);
}

/// Puts the facts and the blocks of a loaded model.
static int put_loaded(page_job *job, const sinew_model *model, const char *path, const char *name, size_t number)
{
    sinew_error error;
    char id[32];
    snprintf(id, sizeof id, "model-%zu", number);
    double front;
    const int failed = cli_find_front(job->context, job->settings->camera.front, model, &front);
    if (failed) return failed;
    sinew_export_image *images = cli_read_page_images(job->context, model, path, job->settings->texture_size);
    if (!images) return cli_fail_memory(job->context);
    const sinew_result result = cli_put_page_model(&job->blocks, id, model, images, &error);
    sinew__json_put_object(&job->json, NULL);
    sinew__json_put_text(&job->json, "name", name);
    sinew__json_put_text(&job->json, "block", id);
    sinew__json_put_number(&job->json, "front", front);
    sinew__json_put_array(&job->json, "clips");
    for (int32_t i = 0; i < model->clip_count; ++i)
        sinew__json_put_text(&job->json, NULL, sinew_text(model, model->clips[i].name));
    sinew__json_end_array(&job->json);
    char keys[32];
    snprintf(keys, sizeof keys, "keys-%zu", number);
    cli_put_page_keys(&job->blocks, keys, model);
    sinew__json_put_text(&job->json, "keys", keys);
    put_images(job, model, images, number);
    sinew__json_end_object(&job->json);
    cli_free_export_images(images, model);
    if (result != SINEW_OK && result != SINEW_ERROR_LIMIT) return cli_fail(job->context, path, &error);
    if (result == SINEW_ERROR_LIMIT || job->blocks.size > CLI_MAX_PAGE_BYTES) job->is_full = 1;
    if (!job->is_full || job->report) return 0;
    (void)!sinew__fail(&error, SINEW_ERROR_LIMIT, "a page with it has more than %d MB, which browsers do not open",
                       CLI_MAX_PAGE_BYTES >> 20);
    sinew__hint(&error, "--texture-size makes images smaller");
    return cli_fail(job->context, path, &error);
}

static const char *other_path(const page_settings *settings)
{
    return settings->comparison.over ? settings->comparison.over : settings->comparison.beside;
}

/// Puts the models. A model that fails, or that exceeds a report's size, is left out completely.
static void put_models(page_job *job, const cli_files *models)
{
    const double most_bytes = job->report ? job->report->most_bytes : (double)INFINITY;
    size_t number = 0;
    for (size_t i = 0; i < models->count && number < CLI_MAX_PAGE_FILES; ++i) {
        const size_t blocks = job->blocks.size, data = job->data.size;
        const sinew__json_writer json = job->json;
        const char *name = job->report ? job->report->names[i] : sinew__file_name(models->paths[i]);
        cli_scene scene;
        int failed =
            cli_scene_load(job->context, models->paths[i], &job->settings->animations, SINEW_ENGINE_FAST, &scene);
        if (!failed && number == 0) failed = choose_first(job, &scene);
        if (!failed) failed = put_loaded(job, scene.model, models->paths[i], name, number);
        ++number;
        cli_scene_free(&scene);
        cli_count_file(&job->tally, failed);
        if (!failed && !job->is_full && !((double)job->blocks.size > most_bytes)) continue;
        job->is_full = 0;
        if (number == 1) job->still = (sinew_free(job->still), NULL);
        job->blocks.size = blocks;
        job->data.size = data;
        job->json = json;
        --number;
    }
}

/// Finds the clip of --over or --beside. Its file is added after the other files, unless the page already has it with
/// the same clips.
static int put_other(page_job *job, const cli_files *files)
{
    cli_scene scene;
    const page_settings *settings = job->settings;
    const cli_comparison_options *given = &settings->comparison;
    const char *path = other_path(settings);
    if (!path) return 0;
    int failed = cli_scene_load(job->context, path, &given->animations, SINEW_ENGINE_FAST, &scene);
    if (!failed) failed = cli_find_clip(job->context, path, scene.model, given->clip, &job->other_clip);
    if (!failed) {
        const int same_clips = !settings->animations.count && !given->animations.count;
        job->other_file = same_clips ? 0 : files->count;
        while (job->other_file < files->count && strcmp(files->paths[job->other_file], path) != 0) ++job->other_file;
        if (job->other_file == files->count)
            failed = put_loaded(job, scene.model, path, sinew__file_name(path), files->count);
    }
    cli_scene_free(&scene);
    return failed;
}

/// Seconds of the fade from one clip to the next; the same as in `play`.
static const double fade = 0.2;

/// Puts the limits of the viewer page, which are the limits of every page, and the formats that it cannot open.
static void put_viewer(sinew__json_writer *json)
{
    static const char *const opened[] = {"fbx", "glb", "gltf", "sinew"};
    sinew__json_put_object(json, "viewer");
    sinew__json_put_whole(json, "files", CLI_MAX_PAGE_FILES);
    sinew__json_put_whole(json, "bytes", CLI_MAX_PAGE_BYTES);
    sinew__json_put_array(json, "otherFormats");
    for (int32_t i = 0; i < SINEW__MODEL_FORMAT_COUNT; ++i) {
        const char *extension = sinew__model_formats[i].extension;
        int is_opened = 0;
        for (size_t k = 0; k < sizeof opened / sizeof *opened; ++k) is_opened |= strcmp(extension, opened[k]) == 0;
        if (!is_opened) sinew__json_put_text(json, NULL, extension);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

static int put_files(page_job *job, const cli_files *files)
{
    job->json = sinew__json_begin(&job->data);
    job->json.is_plain = 1;
    sinew__json_put_object(&job->json, NULL);
    sinew__json_put_array(&job->json, "files");
    put_models(job, files);
    const size_t missing = job->report ? 0 : job->tally.failed; // a comparison needs all its files, another page only
                                                                // one
    int failed = missing > 0 && (missing == files->count || other_path(job->settings)) ? job->tally.code : 0;
    if (!failed) failed = put_other(job, files);
    sinew__json_end_array(&job->json);
    sinew__json_put_text(&job->json, "clip", job->clip[0] ? job->clip : NULL);
    if (job->settings->at.text)
        sinew__json_put_number(&job->json, "at", job->at);
    else
        sinew__json_put_null(&job->json, "at");
    sinew__json_put_text(&job->json, "view",
                         sinew__word_of(sinew__view_words, job->settings->camera.view)
                             ? sinew__word_of(sinew__view_words, job->settings->camera.view)->name
                             : NULL);
    sinew__json_put_text(&job->json, "camera", job->camera[0] ? job->camera : NULL);
    sinew__json_put_bool(&job->json, "inPlace", job->settings->in_place);
    sinew__json_put_bool(&job->json, "takesFileFront", job->settings->camera.front == CLI_FRONT_FILE);
    sinew__json_put_number(&job->json, "fade", fade);
    sinew__json_put_text(&job->json, "pairing",
                         job->settings->comparison.over     ? "over"
                         : job->settings->comparison.beside ? "beside"
                                                            : NULL);
    sinew__json_put_whole(&job->json, "otherFile", (int64_t)job->other_file);
    sinew__json_put_whole(&job->json, "otherClip", job->other_clip);
    sinew__json_put_object(&job->json, "views");
    sinew__json_put_whole(&job->json, "default", SINEW_VIEW_DEFAULT);
    for (const sinew__word *word = sinew__view_words; word->name; ++word)
        sinew__json_put_whole(&job->json, word->name, word->value);
    sinew__json_end_object(&job->json);
    if (job->settings->viewer) put_viewer(&job->json);
    if (job->report) {
        sinew__buffer_put_text(&job->data, ",\"report\":");
        sinew__buffer_put(&job->data, job->report->files.text, job->report->files.size);
    }
    sinew__json_end_object(&job->json);
    return failed;
}

// ---- the page ------------------------------------------------------------------------------------------------------

static void put_part(sinew__buffer *out, const unsigned char *part, size_t size)
{
    sinew__buffer_put(out, (const char *)part, size);
}

/// Puts the value of a slot of the template.
static void put_slot(page_job *job, const char *name, size_t length, sinew__buffer *out)
{
    const int is_viewer = job->settings->viewer;
    char slot[16];
    snprintf(slot, sizeof slot, "%.*s", (int)length, name);
    if (strcmp(slot, "style") == 0) {
        put_part(out, page_style, page_style_size);
        if (is_viewer) put_part(out, page_viewer_style, page_viewer_style_size);
    } else if (strcmp(slot, "load") == 0) {
        put_part(out, page_loader, page_loader_size);
    } else if (strcmp(slot, "still") == 0) {
        char *text = job->still ? sinew__buffer_reserve(out, SINEW__BASE64_SIZE(job->still_size)) : NULL;
        if (text) out->size += sinew__base64_encode(job->still, job->still_size, text);
    } else if (strcmp(slot, "workers") == 0) { // only the viewer page needs workers
        if (is_viewer) sinew__buffer_put_text(out, "; worker-src blob:");
    } else if (strcmp(slot, "viewer") == 0) {
        if (is_viewer) put_part(out, page_viewer_html, page_viewer_html_size);
    } else {
        if (job->settings->viewer) {
            cli_put_packed_page_block(out, "script", page_viewer_script, page_viewer_script_size);
            cli_put_packed_page_block(out, "module", page_viewer_module, page_viewer_module_size);
        } else {
            cli_put_packed_page_block(out, "script", page_script, page_script_size);
            cli_put_packed_page_block(out, "module", page_module, page_module_size);
        }

        // `<` is escaped, so that no text of the JSON is read as markup
        sinew__buffer_put_text(out, "<script type=\"application/json\" id=\"data\">");
        for (size_t i = 0; i < job->data.size; ++i) {
            if (job->data.text[i] == '<')
                sinew__buffer_put_text(out, "\\u003c");
            else
                sinew__buffer_put_character(out, job->data.text[i]);
        }
        sinew__buffer_put_text(out, "</script>\n");
        sinew__buffer_put(out, job->blocks.text, job->blocks.size);
    }
}

/// Puts the page with its files. Returns 0, or the exit code after printing the error.
static int finish_page(page_job *job, const cli_files *files, const char *path, sinew__buffer *out)
{
    int failed = put_files(job, files);
    if (!failed && (job->blocks.failed || job->data.failed)) failed = cli_fail_memory(job->context);
    const char *text = (const char *)page_html, *end = text + page_html_size;
    while (!failed && text < end) { // copy the template, and fill its slots `@name@`
        const char *slot = memchr(text, '@', (size_t)(end - text));
        if (!slot) slot = end;
        sinew__buffer_put(out, text, (size_t)(slot - text));
        if (slot == end) break;
        const char *close = memchr(slot + 1, '@', (size_t)(end - slot - 1));
        put_slot(job, slot + 1, (size_t)(close - slot - 1), out);
        text = close + 1;
    }
    if (!failed && out->failed) failed = cli_fail_memory(job->context);
    if (!failed && out->size > CLI_MAX_PAGE_BYTES) {
        sinew_error error;
        (void)!sinew__fail(&error, SINEW_ERROR_LIMIT, "a page of %zu MB; browsers open up to %d", out->size >> 20,
                           CLI_MAX_PAGE_BYTES >> 20);
        failed = cli_fail(job->context, path, &error);
    }
    sinew_free(job->still);
    sinew__buffer_free(&job->blocks);
    sinew__buffer_free(&job->data);
    return failed;
}

static int write_page(const cli_context *context, const page_settings *settings, const cli_files *files)
{
    page_job job = {.context = context, .settings = settings, .other_clip = SINEW_NONE};
    sinew__buffer out = {0};
    int failed = finish_page(&job, files, settings->output, &out);
    if (!failed)
        failed = cli_write_output(context, settings->output, &out); // also frees `out`
    else
        sinew__buffer_free(&out);
    return failed ? failed : cli_fail_some(context, &job.tally);
}

int cli_put_page_report(const cli_context *context, const cli_page_report *report, sinew__buffer *out)
{
    page_settings settings = defaults;
    settings.animations = *report->animations;
    page_job job = {.context = context, .settings = &settings, .report = report, .other_clip = SINEW_NONE};
    return finish_page(&job, &report->models, NULL, out);
}

#else

static int lacks_module(const cli_context *context)
{
    return cli_fail_not_built(context, "the module of pages",
                              "./dev build makes it; docs/17-page.md names its packages");
}

static int write_page(const cli_context *context, const page_settings *settings, const cli_files *files)
{
    (void)settings, (void)files;
    return lacks_module(context);
}

int cli_put_page_report(const cli_context *context, const cli_page_report *report, sinew__buffer *out)
{
    (void)report, (void)out;
    return lacks_module(context);
}

#endif

/// Refuses files, and options about files: the viewer page opens files later.
static int check_viewer(const cli_context *context, const page_settings *page, const cli_files *files)
{
    const cli_comparison_options *other = &page->comparison;
    const struct {
        const char *option;
        int is_given;
    } refused[] = {
        {"--clip", page->clip != NULL},
        {"--anim", page->animations.count > 0},
        {"--at", page->at.text != NULL},
        {"--camera", page->camera.camera != NULL},
        {"--over", other->over != NULL},
        {"--beside", other->beside != NULL},
        {"--texture-size", page->texture_size > 0},
    };
    if (files->count > 0)
        return cli_fail_usage(context, "extra-file", "drop the file on the page", "--viewer takes no FILE, not '%s'",
                              files->paths[0]);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
        if (refused[i].is_given)
            return cli_fail_usage(context, "bad-value", "it has no file when it is written", "--viewer takes no %s",
                                  refused[i].option);
    return 0;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const page_settings *page = settings;
    if (!page->output) return cli_fail_usage(context, "missing-option", "use -o walk.html", "page needs -o");
    if (!page->viewer && files->count == 0)
        return cli_fail_usage(context, "missing-file", "use --viewer for a page on which files are dropped",
                              "page needs a FILE");
    int failed = cli_check_output(context, page->output, files->paths, files->count);
    if (!failed) failed = cli_check_camera(context, &page->camera);
    if (!failed) failed = cli_check_comparison(context, &page->comparison, &page->camera);
    if (!failed && page->viewer) failed = check_viewer(context, page, files);
    if (!failed) failed = cli_check_extension(context, page->output, ".html");
    return failed ? failed : write_page(context, page, files);
}

const cli_command cli_page = {
    .name = "page",
    .summary = "write a page that plays clips in any browser",
    .usage = "FILE…|--viewer [--clip CLIP] [--at TIME] [--over FILE] -o OUT.html",
    .description =
        "The page is one file that opens from disk and makes no network requests. It contains the player as "
        "WebAssembly, the models with their baked clips and key times, and their images. It needs a browser with "
        "WebGL 2. Its address describes the view: walk.html#clip=walk&at=12f&joint=foot.L&view=front.\n"
        "\n"
        "With --viewer the page has no models: the user drops FBX, glTF and .sinew files on it, with their "
        "images. The page reads them; they do not leave the machine.",
    .options = options,
    .settings_size = sizeof(page_settings),
    .defaults = &defaults,
    .min_files = 0,
    .max_files = CLI_MAX_PAGE_FILES,
    .examples = "sinew page walk.fbx -o walk.html\n"
                "sinew page character.fbx --clip walk --beside walk.fbx -o compared.html\n"
                "sinew page --viewer -o viewer.html",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 300,
};
