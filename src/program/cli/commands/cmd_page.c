/// sinew page FILE… -o OUT.html
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base64.h"
#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/look_options.h"
#include "program/cli/framework/report.h"
#include "sinew/bake.h"
#include "sinew/memory.h"
#ifdef SINEW_PAGE
#include "page/page_parts.h"
#endif

typedef struct page_settings {
    const char *output, *clip;
    cli_texts animations;
    cli_time at;
    int view;  ///< sinew_view
    int front; ///< cli_front
} page_settings;

static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE.html", "write this page; - is stdout", CLI_FIELD(page_settings, output),
     .complete = CLI_COMPLETE_FILE},
    CLI_CLIP_OPTION(page_settings, clip),
    CLI_ANIM_OPTION(page_settings, animations),
    {"at", 0, CLI_TIME, "TIME", "open the page paused at this time of the first file's clip",
     CLI_FIELD(page_settings, at)},
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",
     CLI_FIELD(page_settings, view), .choices = sinew__view_words},
    CLI_FRONT_OPTION(page_settings, front),
    {0},
};

#ifdef SINEW_PAGE

enum {
    MAX_FILES = 32,           ///< of one page
    MAX_PAGE_BYTES = 1 << 28, ///< that a browser opens from disk
};

/// A page on its way to a file.
typedef struct page_job {
    const cli_context *context;
    const page_settings *settings;
    sinew__buffer blocks; ///< of data: models and images, as base64
    sinew__buffer data;   ///< what page.js calls PageData
    sinew__json_writer json;
    double at;       ///< of the first file's clip
    char clip[1024]; ///< of the first file; "": the rest pose
} page_job;

// ---- blocks of data ------------------------------------------------------------------------------------------------

/// Appends a block of bytes that the page finds by its id. No character of base64 ends a script.
static void put_block(sinew__buffer *out, const char *id, const void *bytes, size_t size)
{
    sinew__buffer_format(out, "<script type=\"application/octet-stream\" id=\"%s\">", id);
    char *text = sinew__buffer_reserve(out, SINEW__BASE64_SIZE(size));
    if (text) out->size += sinew__base64_encode(bytes, size, text);
    sinew__buffer_put_text(out, "</script>\n");
}

/// Appends a block that is compressed.
static void put_packed_block(sinew__buffer *out, const char *id, const void *bytes, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(12);
    const size_t bound = compressor ? libdeflate_gzip_compress_bound(compressor, size) : 0;
    void *packed = bound ? malloc(bound) : NULL;
    if (packed)
        put_block(out, id, packed, libdeflate_gzip_compress(compressor, bytes, size, packed, bound));
    else
        out->failed = 1;
    free(packed);
    if (compressor) libdeflate_free_compressor(compressor);
}

/// Puts the images beside a model; those in it are in its block.
static int put_images(page_job *job, const sinew_model *model, const char *path, size_t file)
{
    sinew_export_image *images = cli_read_export_images(model, path, job->context->texture_path);
    if (!images) return cli_fail_memory(job->context);
    sinew__json_put_object(&job->json, "textures");
    for (int32_t i = 0; i < model->texture_count; ++i) {
        char id[48], number[16];
        if (!images[i].bytes) continue;
        snprintf(id, sizeof id, "image-%zu-%d", file, (int)i);
        snprintf(number, sizeof number, "%d", (int)i);
        put_block(&job->blocks, id, images[i].bytes, images[i].size);
        sinew__json_put_text(&job->json, number, id);
    }
    sinew__json_end_object(&job->json);
    cli_free_export_images(images, model);
    return 0;
}

/// Puts what playing needs of a model: its clips baked, the times of their keys, no curves.
static sinew_result put_model(page_job *job, const sinew_model *model, const char *id, sinew_error *out_error)
{
    void *block, *bytes = NULL;
    size_t size;
    sinew_model *stripped = NULL;
    sinew_result result = sinew_model_strip(model, &block, &size, out_error);
    if (result == SINEW_OK) result = sinew_model_from_block(block, size, &stripped, out_error);
    if (result == SINEW_OK) result = sinew_model_save_memory(stripped, &bytes, &size, out_error);
    if (result == SINEW_OK) put_packed_block(&job->blocks, id, bytes, size);
    sinew_free(bytes);
    sinew_model_destroy(stripped);
    return result;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// Finds what the page shows first.
static int choose_first(page_job *job, const sinew_model *model, const char *path)
{
    cli_scene scene = {.path = path, .model = (sinew_model *)model};
    const int failed = cli_find_clip(job->context, path, model, job->settings->clip, &scene.clip);
    if (failed) return failed;
    if (scene.clip != SINEW_NONE)
        snprintf(job->clip, sizeof job->clip, "%s", sinew_text(model, model->clips[scene.clip].name));
    return cli_scene_time(job->context, &scene, &job->settings->at, 0.0, &job->at);
}

static int put_file(page_job *job, const char *path, size_t number)
{
    sinew_error error;
    sinew_model *model = NULL;
    char id[32];
    snprintf(id, sizeof id, "model-%zu", number);
    int failed = cli_load_animated(job->context, path, &job->settings->animations, SINEW_ENGINE_FAST, &model);
    if (!failed && number == 0) failed = choose_first(job, model, path);
    if (!failed && put_model(job, model, id, &error) != SINEW_OK) failed = cli_fail(job->context, path, &error);
    if (!failed) {
        sinew__json_put_object(&job->json, NULL);
        sinew__json_put_text(&job->json, "name", name_of(path));
        sinew__json_put_text(&job->json, "block", id);
        sinew__json_put_number(&job->json, "front", cli_find_front(job->settings->front, model));
        failed = put_images(job, model, path, number);
        sinew__json_end_object(&job->json);
    }
    sinew_model_destroy(model);
    return failed;
}

static int put_files(page_job *job, const cli_files *files)
{
    job->json = sinew__json_begin(&job->data);
    job->json.is_plain = 1;
    sinew__json_put_object(&job->json, NULL);
    sinew__json_put_array(&job->json, "files");
    int failed = 0;
    for (size_t i = 0; i < files->count && !failed; ++i) failed = put_file(job, files->paths[i], i);
    sinew__json_end_array(&job->json);
    sinew__json_put_text(&job->json, "clip", job->clip[0] ? job->clip : NULL);
    if (job->settings->at.text)
        sinew__json_put_number(&job->json, "at", job->at);
    else
        sinew__json_put_null(&job->json, "at");
    sinew__json_put_text(&job->json, "view",
                         sinew__word_of(sinew__view_words, job->settings->view)
                             ? sinew__word_of(sinew__view_words, job->settings->view)->name
                             : NULL);
    sinew__json_put_bool(&job->json, "takesFileFront", job->settings->front == CLI_FRONT_FILE);
    sinew__json_put_object(&job->json, "views");
    sinew__json_put_whole(&job->json, "default", SINEW_VIEW_DEFAULT);
    for (const sinew__word *word = sinew__view_words; word->name; ++word)
        sinew__json_put_whole(&job->json, word->name, word->value);
    sinew__json_end_object(&job->json);
    sinew__json_end_object(&job->json);
    return failed;
}

// ---- the page ------------------------------------------------------------------------------------------------------

/// Puts JSON so that nothing in its texts is markup: in JSON, `<` stands only in texts.
static void put_data(sinew__buffer *out, const sinew__buffer *json)
{
    sinew__buffer_put_text(out, "<script type=\"application/json\" id=\"data\">");
    for (size_t i = 0; i < json->size; ++i) {
        if (json->text[i] == '<')
            sinew__buffer_put_text(out, "\\u003c");
        else
            sinew__buffer_put_character(out, json->text[i]);
    }
    sinew__buffer_put_text(out, "</script>\n");
}

static void put_part(sinew__buffer *out, const unsigned char *part, size_t size)
{
    sinew__buffer_put(out, (const char *)part, size);
}

/// Fills a slot of the template.
static void put_slot(page_job *job, const char *name, size_t length, sinew__buffer *out)
{
    if (length == 5 && memcmp(name, "style", length) == 0) {
        put_part(out, page_style, page_style_size);
    } else if (length == 6 && memcmp(name, "script", length) == 0) {
        put_part(out, page_script, page_script_size);
    } else { // blocks
        put_packed_block(out, "module", page_module, page_module_size);
        put_data(out, &job->data);
        sinew__buffer_put(out, job->blocks.text, job->blocks.size);
    }
}

/// Puts the template with its slots, `@name@`, filled.
static void put_page(page_job *job, sinew__buffer *out)
{
    const char *text = (const char *)page_html, *end = text + page_html_size;
    while (text < end) {
        const char *slot = memchr(text, '@', (size_t)(end - text));
        if (!slot) slot = end;
        sinew__buffer_put(out, text, (size_t)(slot - text));
        if (slot == end) return;
        const char *close = memchr(slot + 1, '@', (size_t)(end - slot - 1));
        put_slot(job, slot + 1, (size_t)(close - slot - 1), out);
        text = close + 1;
    }
}

static int write_page(const cli_context *context, const page_settings *settings, const cli_files *files)
{
    page_job job = {.context = context, .settings = settings};
    sinew__buffer out = {0};
    int failed = put_files(&job, files);
    if (!failed && (job.blocks.failed || job.data.failed)) failed = cli_fail_memory(context);
    if (!failed) put_page(&job, &out);
    if (!failed && out.failed) failed = cli_fail_memory(context);
    if (!failed && out.size > MAX_PAGE_BYTES) {
        sinew_error error;
        (void)!sinew__fail(&error, SINEW_ERROR_LIMIT, "a page of %zu MB; browsers open up to %d", out.size >> 20,
                           MAX_PAGE_BYTES >> 20);
        failed = cli_fail(context, settings->output, &error);
    }
    if (!failed)
        failed = cli_write_output(context, settings->output, &out); // frees it
    else
        sinew__buffer_free(&out);
    sinew__buffer_free(&job.blocks);
    sinew__buffer_free(&job.data);
    return failed;
}

#else

enum { MAX_FILES = 32 };

static int write_page(const cli_context *context, const page_settings *settings, const cli_files *files)
{
    (void)settings, (void)files;
    sinew_error error;
    (void)!sinew__fail(&error, SINEW_ERROR_UNSUPPORTED, "this build of sinew has no module for pages");
    snprintf(error.hint, sizeof error.hint, "build with -DSINEW_PAGE=ON, which needs clang, lld and wasi-libc");
    return cli_fail(context, NULL, &error);
}

#endif

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const page_settings *page = settings;
    if (!page->output) return cli_fail_usage(context, "missing-option", "use -o walk.html", "page needs -o");
    int failed = cli_check_output(context, page->output, files->paths, files->count);
    if (!failed) failed = cli_check_extension(context, page->output, ".html");
    return failed ? failed : write_page(context, page, files);
}

const cli_command cli_page = {
    .name = "page",
    .summary = "write a page that plays clips in any browser",
    .usage = "FILE… [--clip CLIP] [--at TIME] -o OUT.html",
    .description = "The page is one file that opens from disk and asks no server for anything: the player as "
                   "WebAssembly, the models with their clips baked and the times of their keys, and their images. It "
                   "needs a browser with WebGL 2. Its address names what it shows: "
                   "walk.html#clip=walk&at=12f&joint=foot.L&view=front.",
    .options = options,
    .settings_size = sizeof(page_settings),
    .min_files = 1,
    .max_files = MAX_FILES,
    .examples = "sinew page walk.fbx -o walk.html\n"
                "sinew page character.fbx --clip walk --at 12f --view side -o frame.html\n"
                "sinew page character.fbx run.glb -o both.html",
    .run = run,
};
