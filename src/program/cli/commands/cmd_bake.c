/// sinew bake FILE -o OUT.sinew
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "import/side_files/images.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/file_outputs.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/look_up.h"
#include "runtime/model/make_model.h"
#include "sinew/accessors.h"
#include "sinew/bake.h"
#include "sinew/clip.h"
#include "sinew/memory.h"

typedef struct bake_settings {
    cli_file_outputs files;
    cli_texts animations;
    const char *character;
    double rate;
    int strip, clips_only;
    int textures; ///< value of texture_words; 0: images are as in the source
} bake_settings;

static const bake_settings defaults = {.files = CLI_FILE_OUTPUT_DEFAULTS};

enum { TEXTURES_EMBEDDED = 1, TEXTURES_LINKED };
static const sinew__word texture_words[] = {
    {"embed", TEXTURES_EMBEDDED, NULL}, {"link", TEXTURES_LINKED, NULL}, {NULL, 0, NULL}};

static const cli_option options[] = {
    CLI_ANIM_OPTION(bake_settings, animations),
    CLI_FILE_OUTPUT_OPTIONS(bake_settings, files, "FILE.sinew"),
    {"fps", 0, CLI_NUMBER, "N",
     "keep the error only at frames of this rate, from the clip's start on; play the cubic through these frames",
     CLI_FIELD(bake_settings, rate), .min = 1, .max = SINEW_BAKE_RATE_MAX},
    {"clips-only", 0, CLI_SWITCH, NULL, "write each clip as a file of its own, without meshes and skeleton",
     CLI_FIELD(bake_settings, clips_only)},
    {"for", 0, CLI_TEXT, "CHARACTER", "with --clips-only: the character that the clips of FILE are to play on",
     CLI_FIELD(bake_settings, character), .complete = CLI_COMPLETE_FILE, .is_input = 1},
    {"strip", 0, CLI_SWITCH, NULL, "leave out curves, layers and importer nodes, which playing does not need",
     CLI_FIELD(bake_settings, strip)},
    {"textures", 0, CLI_CHOICE, "WHERE",
     "embed all image files, or only name them and leave out embedded images (as in the source)",
     CLI_FIELD(bake_settings, textures), .choices = texture_words},
    {0},
};

/// Prints the warnings that baking added to the model; the load has printed the others.
static void print_new_warnings(const cli_context *context, const char *path, const sinew_model *before,
                               const sinew_model *baked)
{
    for (int32_t i = 0; i < baked->warning_count; ++i) {
        const sinew_warning *warning = &baked->warnings[i];
        const char *code = sinew_text(baked, warning->code), *object = sinew_text(baked, warning->object);
        const char *text = sinew_text(baked, warning->text);
        int is_old = 0;
        for (int32_t k = 0; k < before->warning_count && !is_old; ++k) {
            const sinew_warning *other = &before->warnings[k];
            is_old = strcmp(sinew_text(before, other->code), code) == 0 &&
                     strcmp(sinew_text(before, other->object), object) == 0 &&
                     strcmp(sinew_text(before, other->text), text) == 0;
        }
        if (!is_old) cli_warn(context, path, "%s: %s: %s", code, object, text);
    }
}

/// The state of one run.
typedef struct bake_job {
    const cli_context *context;
    const bake_settings *settings;
    const char *path, *output;
} bake_job;

/// Bytes that stripping removed.
typedef struct savings {
    size_t curves; ///< channels, curves, their keys and layers
    size_t tracks; ///< tracks, their keys and importer nodes
} savings;

/// Prints the size of the file and the savings if --strip or --json is given. Prints nothing if the file itself went to
/// stdout.
static int report(const bake_job *job, size_t size, const savings *saved)
{
    sinew__buffer out = {0};
    if (strcmp(job->output, "-") == 0) return 0;
    if (job->context->json) {
        sinew__json_writer json = sinew__json_begin(&out);
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.bake/1");
        sinew__json_put_text(&json, "file", job->path);
        sinew__json_put_text(&json, "output", job->output);
        sinew__json_put_whole(&json, "bytes", (int64_t)size);
        sinew__json_put_bool(&json, "stripped", job->settings->strip);
        sinew__json_put_whole(&json, "saved_curve_bytes", (int64_t)saved->curves);
        sinew__json_put_whole(&json, "saved_track_bytes", (int64_t)saved->tracks);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&out, '\n');
    } else if (job->settings->strip && !job->context->quiet) {
        char file[SINEW__SIZE_TEXT], curves[SINEW__SIZE_TEXT], tracks[SINEW__SIZE_TEXT];
        sinew__size_text((double)size, file);
        sinew__size_text((double)saved->curves, curves);
        sinew__size_text((double)saved->tracks, tracks);
        sinew__buffer_put_printable(&out, job->output);
        sinew__buffer_format(&out, ": %s; saved %s of curves, %s of importer tracks and nodes\n", file, curves, tracks);
    }
    return cli_write_stdout(job->context, &out);
}

/// Writes a baked model. `saved` has the bytes that stripping removed. Returns 0, or the exit code after printing the
/// error.
static int write_file(const bake_job *job, const sinew_model *model, const savings *saved)
{
    sinew_error error;
    void *bytes;
    size_t size;
    if (sinew_model_save(model, &bytes, &size, &error) != SINEW_OK) return cli_fail(job->context, job->path, &error);
    sinew__buffer file = {.text = bytes, .size = size, .capacity = size};
    const int failed = cli_write_output(job->context, job->output, &file);
    return failed ? failed : report(job, size, saved);
}

/// A time limit for baking: --timeout, else the limit of the command.
typedef struct bake_watch {
    cli_load_progress progress;
    double end; ///< sinew__thread_time() when baking stops
    int is_over;
} bake_watch;

static int watch(void *user, double seconds)
{
    bake_watch *own = user;
    own->is_over = sinew__thread_time() > own->end;
    return own->is_over || cli_load_progress_show(&own->progress, seconds);
}

/// Bakes the clips within the processor time of --timeout, or of the command if --timeout is absent. The library's
/// default limit of work does not apply.
static sinew_result bake_clips(const bake_job *job, const sinew_model *model, sinew_model **out_baked,
                               sinew_error *error)
{
    const cli_context *context = job->context;
    const double limit = context->timeout > 0 ? context->timeout : cli_bake.seconds;
    bake_watch own = {.progress = {.context = context, .path = job->path, .verb = "baking"},
                      .end = sinew__thread_time() + limit};
    const sinew_bake_options bake_options = {.progress = watch,
                                             .user = &own,
                                             .error = context->error,
                                             .rate = job->settings->rate,
                                             .work_limit = UINT64_MAX};
    const sinew_result result = sinew_model_bake(model, &bake_options, out_baked, error);
    cli_load_progress_end(&own.progress);
    if (own.is_over) {
        sinew_model_destroy(*out_baked);
        *out_baked = NULL;
        char text[SINEW__NUMBER_SIZE];
        sinew__format_rounded(limit, 3, text);
        return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "baking was stopped after %s s", text);
    }
    return result;
}

/// Bakes the clips of a model and writes it, stripped with --strip. Returns 0, or the exit code after printing the
/// error.
static int write_baked(const bake_job *job, const sinew_model *model)
{
    sinew_error error;
    sinew_model *baked = NULL, *stripped = NULL;
    if (bake_clips(job, model, &baked, &error) != SINEW_OK) return cli_fail(job->context, job->path, &error);
    print_new_warnings(job->context, job->path, model, baked);
    int failed = 0;
    if (!job->settings->strip) {
        failed = write_file(job, baked, &(savings){0});
    } else if (sinew_model_strip(baked, &stripped, &error) != SINEW_OK) {
        failed = cli_fail(job->context, job->path, &error);
    } else {
        const savings saved = {.curves = (size_t)baked->layer_count * sizeof *baked->layers +
                                         (size_t)baked->channel_count * sizeof *baked->channels +
                                         (size_t)baked->curve_count * sizeof *baked->curves +
                                         (size_t)baked->curve_key_count * sizeof *baked->curve_keys,
                               .tracks = (size_t)baked->track_count * sizeof *baked->tracks +
                                         (size_t)baked->track_key_count * sizeof *baked->track_keys +
                                         (size_t)baked->node_count * sizeof *baked->nodes};
        failed = write_file(job, stripped, &saved);
    }
    sinew_model_destroy(stripped);
    sinew_model_destroy(baked);
    return failed;
}

/// Embeds the image files that the textures refer to into a .sinew block. Warns of files that are missing or not
/// images.
static sinew_result embed_images(const cli_context *context, const char *path, const sinew_model *model,
                                 void **out_block, size_t *out_size, sinew_error *error)
{
    sinew_export_image *images = cli_read_export_images(model, path, context->texture_path, NULL, 0);
    sinew__image_file *files = calloc((size_t)model->texture_count + 1, sizeof *files);
    char(*formats)[8] = calloc((size_t)model->texture_count + 1, sizeof *formats);
    sinew_result result = images && files && formats ? SINEW_OK : sinew__fail_memory(error);
    for (int32_t i = 0; i < model->texture_count && result == SINEW_OK; ++i) {
        if (model->textures[i].byte_count > 0) continue;
        const char *name = sinew_text(model, model->textures[i].path), *dot = strrchr(name, '.');
        image_size read;
        if (!images[i].bytes) {
            cli_warn(context, path, "texture '%s' is not embedded: %s", name,
                     images[i].size > 0 ? "its image file is too large" : "no image file found");
        } else if (!sinew__image_size_read(images[i].bytes, images[i].size, dot ? dot + 1 : "", &read)) {
            cli_warn(context, path, "texture '%s' is not embedded: its file is not an image", name);
        } else {
            for (int k = 0; read.format[k] && k < 7; ++k) formats[i][k] = (char)(read.format[k] | ('a' - 'A'));
            files[i] = (sinew__image_file){images[i].bytes, images[i].size, formats[i]};
        }
    }
    if (result == SINEW_OK) result = sinew__replace_images(model, files, out_block, out_size, error);
    if (images) cli_free_export_images(images, model);
    free(files);
    free(formats);
    return result;
}

/// Removes embedded images. Warns of images that a load of the output will not find as files.
static sinew_result link_images(const cli_context *context, const char *path, const char *output,
                                const sinew_model *model, void **out_block, size_t *out_size, sinew_error *error)
{
    sinew__side_folders *folders =
        sinew__side_folders_open(strcmp(output, "-") == 0 ? path : output, context->texture_path);
    if (!folders) return sinew__fail_memory(error);
    sinew_result found = SINEW_ERROR_NOT_FOUND;
    for (int32_t i = 0; i < model->texture_count && found != SINEW_ERROR_OUT_OF_MEMORY; ++i) {
        const char *name = sinew_text(model, model->textures[i].path);
        int descriptor;
        size_t size;
        if (model->textures[i].byte_count == 0) continue;
        found = i < SINEW__MAX_SIDE_FILES ? sinew__side_folders_find(folders, name, &descriptor, &size)
                                          : SINEW_ERROR_NOT_FOUND;
        if (found == SINEW_OK)
            sinew__close(descriptor);
        else if (found == SINEW_ERROR_NOT_FOUND)
            cli_warn(context, path, "texture '%s' is linked, but only the source contains its image", name);
    }
    sinew__side_folders_close(folders);
    if (found == SINEW_ERROR_OUT_OF_MEMORY) return sinew__fail_memory(error);
    return sinew__replace_images(model, NULL, out_block, out_size, error);
}

/// Replaces the model by one whose images are embedded or removed, as --textures requests. Returns 0, or the exit code
/// after printing the error.
static int place_images(const bake_job *job, sinew_model **model)
{
    sinew_error error;
    sinew_model *placed = NULL;
    void *block;
    size_t size;
    if (!job->settings->textures) return 0;
    sinew_result result = job->settings->textures == TEXTURES_EMBEDDED
                              ? embed_images(job->context, job->path, *model, &block, &size, &error)
                              : link_images(job->context, job->path, job->output, *model, &block, &size, &error);
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, &placed, &error);
    if (result != SINEW_OK) return cli_fail(job->context, job->path, &error);
    sinew_model_destroy(*model);
    *model = placed;
    return 0;
}

// ---- clips as files of their own ----------------------------------------------------------------------------------

/// Fails if the joints of the baked model differ from the joints of the character that will play the clips. Returns 0,
/// or the exit code after printing the error.
static int check_character(const bake_job *job, const sinew_model *character, const sinew_model *baked)
{
    for (int32_t i = 0; character && i < character->joint_count; ++i) {
        const sinew__clip_joint own = sinew__clip_joint_of(character, i, 0), used = sinew__clip_joint_of(baked, i, 0);
        if (own.hash == used.hash) continue;
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_UNSUPPORTED, "the clips need another %s of joint '%.120s' than %.200s has",
                    sinew__joint_difference(&own, &used), sinew_model_joint_name(character, i),
                    job->settings->character);
        sinew__hint(&error, "--retarget transfers the clips to the joints of the character");
        return cli_fail(job->context, job->path, &error);
    }
    return 0;
}

/// Puts the name of a clip's file: the output's name if there is only one clip, else the output's name with the clip's
/// name before the extension.
static void name_clip(const bake_job *job, const sinew_model *model, int32_t clip, int32_t first, sinew__buffer *out)
{
    const char *dot = strrchr(job->output, '.'), *name = sinew__short_clip_name(sinew_model_clip_name(model, clip));
    const size_t stem = dot ? (size_t)(dot - job->output) : strlen(job->output);
    int earlier = 0;
    if (model->clip_count - first == 1 || strcmp(job->output, "-") == 0) {
        sinew__buffer_format(out, "%s", job->output);
        return;
    }
    for (int32_t i = first; i < clip; ++i)
        earlier += strcmp(sinew__short_clip_name(sinew_model_clip_name(model, i)), name) == 0;
    sinew__buffer_format(out, "%.*s.", (int)stem, job->output);
    for (; *name; ++name) {
        const int is_plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                             (*name >= '0' && *name <= '9') || *name == '-' || *name == '_';
        sinew__buffer_put_character(out, is_plain ? *name : '_');
    }
    if (earlier) sinew__buffer_format(out, "-%d", earlier + 1);
    sinew__buffer_format(out, ".sinew");
}

static int write_clip(const bake_job *job, const sinew_model *model, int32_t clip, int32_t first,
                      const sinew_root_motion_tables *motions)
{
    sinew_error error;
    void *bytes;
    size_t size;
    sinew__buffer name = {0};
    name_clip(job, model, clip, first, &name);
    if (name.failed) return cli_fail_memory(job->context);
    bake_job own = *job;
    own.output = name.text;
    int failed = sinew_clip_save(model, clip, motions, &bytes, &size, &error) == SINEW_OK
                     ? 0
                     : cli_fail(job->context, job->path, &error);
    if (!failed) {
        sinew__buffer file = {.text = bytes, .size = size, .capacity = size};
        failed = cli_write_output(job->context, own.output, &file);
        if (!failed && job->context->json) failed = report(&own, size, &(savings){0});
    }
    sinew__buffer_free(&name);
    return failed;
}

static int write_clips(const bake_job *job, const sinew_model *character, const sinew_model *model)
{
    sinew_error error;
    sinew_model *baked = NULL;
    sinew_root_motion_tables *motions = NULL;
    const int32_t first = character && !character->info->is_stripped ? character->clip_count : 0;
    if (bake_clips(job, model, &baked, &error) != SINEW_OK ||
        sinew_root_motion_tables_create(baked, NULL, &motions, &error) != SINEW_OK) {
        sinew_model_destroy(baked);
        return cli_fail(job->context, job->path, &error);
    }
    print_new_warnings(job->context, job->path, model, baked);
    int failed = check_character(job, character, baked);
    for (int32_t i = first; i < baked->clip_count && !failed; ++i) failed = write_clip(job, baked, i, first, motions);
    sinew_root_motion_tables_destroy(motions);
    sinew_model_destroy(baked);
    return failed;
}

/// Bakes the clips of a file into clip files, for the character of --for, or for the file's own model.
static int bake_clip_files(const bake_job *job)
{
    const cli_context *context = job->context;
    const bake_settings *bake = job->settings;
    const char *paths[] = {job->path};
    const cli_texts own = {.items = paths, .count = 1};
    sinew_model *character = NULL, *model = NULL;
    int failed = bake->character
                     ? cli_load_quietly(context, bake->character, &(cli_texts){0}, SINEW_ENGINE_EXACT, &character)
                     : cli_load_animated(context, job->path, &bake->animations, SINEW_ENGINE_EXACT, &model);
    if (!failed && bake->character)
        failed = cli_load_animated(context, bake->character, &own, SINEW_ENGINE_EXACT, &model);
    if (!failed) failed = write_clips(job, character, model);
    sinew_model_destroy(character);
    sinew_model_destroy(model);
    return failed;
}

static int bake_file(const cli_context *context, const char *path, const char *pattern, void *user)
{
    const bake_settings *bake = user;
    char *output;
    sinew_model *model = NULL;
    int failed = cli_name_output(context, pattern, path, &output);
    if (!failed) failed = cli_check_animated_output(context, output, path, &bake->animations);
    if (!failed) failed = cli_check_extension(context, output, ".sinew");
    if (!failed && bake->clips_only) {
        failed = bake_clip_files(&(bake_job){context, bake, path, output});
        sinew_free(output);
        return failed;
    }
    if (!failed) failed = cli_load_animated(context, path, &bake->animations, SINEW_ENGINE_EXACT, &model);
    const bake_job job = {context, bake, path, output};
    if (!failed) failed = place_images(&job, &model);
    if (!failed) failed = write_baked(&job, model);
    sinew_model_destroy(model);
    sinew_free(output);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    bake_settings bake = *(const bake_settings *)settings;
    if (bake.clips_only && (bake.strip || bake.textures))
        return cli_fail_usage(context, "bad-value", "leave out one of them",
                              "--clips-only writes no meshes and no curves: it excludes --strip and --textures");
    if (bake.character && !bake.clips_only)
        return cli_fail_usage(context, "bad-value", "add --clips-only", "--for is for clips as files of their own");
    if (!bake.files.output) return cli_fail_usage(context, "missing-option", "use -o walk.sinew", "bake needs -o");
    return cli_run_files(&(cli_file_run){.context = context,
                                         .outputs = &bake.files,
                                         .extension = "sinew",
                                         .done = "baked",
                                         .write = bake_file,
                                         .user = &bake},
                         files);
}

const cli_command cli_bake = {
    .name = "bake",
    .summary = "write one .sinew file that loads without an importer",
    .usage = "FILE… [--anim FILE]… [--fps N] [--strip | --clips-only [--for CHARACTER]] [--textures embed|link] -o "
             "OUT.sinew",
    .description =
        "The file contains the whole model in its memory layout, with its clips baked for playback and their keys "
        "packed. The library loads it with sinew_model_open; every command accepts it as input. Embedded images "
        "are included. Other images stay in their own files, and sinew searches for them beside the .sinew file. "
        "With --textures embed the file contains all images that are found, as a web page needs it; with "
        "--textures link it contains none.\n"
        "\n"
        "With --fps the error bound holds at frames of that rate. Between them clips play the cubic through these "
        "frames. Files become smaller, but steps and keys between frames are lost.\n"
        "\n"
        "With --strip the file has baked clips only. It works with play, info, tree, pose, render, check, page, "
        "library, retarget, diff --engine fast, and the formats obj, csv, jsonl and bvh of export. The other uses "
        "of diff, keys, curves, edit, bench, bake, and the formats glb and fbx of export need the curves and "
        "refuse it.\n"
        "\n"
        "With --clips-only each clip becomes a file of its own, for the character that --for names. It contains "
        "keys, events and root motion, and no meshes. It plays on that character with --anim. A program binds it "
        "to the character at run time (sinew/clip.h). If FILE has several clips, the files are called "
        "OUT.NAME.sinew.",
    .options = options,
    .settings_size = sizeof(bake_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .examples = "sinew bake character.fbx -o character.sinew\n"
                "sinew bake clips/ --for character.fbx --clips-only -o baked/\n"
                "sinew bake character_mesh.fbx --anim character_anim.fbx -o all.sinew",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 300,
};
