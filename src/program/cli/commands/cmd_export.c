/// sinew export FILE -o OUT
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/export_writers.h"
#include "core/base/error.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/deflate_array.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/file_outputs.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/time_options.h"
#include "program/cli/posing/pose_edit_options.h"
#include "runtime/model/look_up.h"
#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/root_motion.h"

// ---- settings ------------------------------------------------------------------------------------------------------

/// Limits in seconds for writing one file without --timeout. Writing a model takes longer than writing a single pose,
/// because the model's clips are sampled and fitted.
static const double pose_seconds = 6, model_seconds = 60;

typedef struct export_settings {
    const char *clip, *format;
    cli_file_outputs files;
    cli_texts animations;
    cli_time_options when;
    cli_pose_edits edits;
    int in_place, compress, mesh, curves, textures, unit, up;
} export_settings;

static const char *format_at(int32_t row)
{
    int32_t count;
    const sinew_export_format *formats = sinew_export_formats(&count);
    return row < count ? formats[row].name : NULL;
}

static const export_settings defaults = {.files = CLI_FILE_OUTPUT_DEFAULTS, .mesh = 1, .unit = -1, .up = -1};

static const sinew__word curve_words[] = {
    {"faithful", SINEW_CURVES_FAITHFUL, NULL}, {"portable", SINEW_CURVES_PORTABLE, NULL}, {NULL, 0, NULL}};

/// A value of --textures in addition to sinew_export_textures: images are copied, and the copies are linked.
enum { TEXTURES_COPIED = SINEW_TEXTURES_LINKED + 1 };

static const sinew__word texture_words[] = {{"embed", SINEW_TEXTURES_EMBEDDED, NULL},
                                            {"link", SINEW_TEXTURES_LINKED, NULL},
                                            {"copy", TEXTURES_COPIED, NULL},
                                            {NULL, 0, NULL}};
static const sinew__word unit_words[] = {{"cm", 0, NULL}, {"m", 1, NULL}, {"in", 2, NULL}, {NULL, 0, NULL}};
static const sinew__word up_words[] = {{"Y", 'Y', NULL}, {"Z", 'Z', NULL}, {NULL, 0, NULL}};

static const double unit_cm[] = {1, 100, 2.54}; ///< centimetres of each word of unit_words

static const cli_option options[] = {
    CLI_CLIP_OPTION(export_settings, clip),
    CLI_ANIM_OPTION(export_settings, animations),
    CLI_TIME_OPTIONS(export_settings, when),
    CLI_POSE_EDIT_OPTIONS(export_settings, edits),
    CLI_FILE_OUTPUT_OPTIONS(export_settings, files, "FILE"),
    {"format", 0, CLI_TEXT, "NAME", "select the format (default: by the extension of the output)",
     CLI_FIELD(export_settings, format), .choice_at = format_at},
    {"in-place", 0, CLI_SWITCH, NULL, "remove the motion of the character along the ground and about the up axis",
     CLI_FIELD(export_settings, in_place)},
    {"compress", 0, CLI_SWITCH, NULL,
     "compress a glb by EXT_meshopt_compression and KHR_mesh_quantization, which readers must support",
     CLI_FIELD(export_settings, compress)},
    {"curves", 0, CLI_CHOICE, "KIND",
     "write the author's curves to an fbx, or one key per frame of plain transforms for other programs (faithful)",
     CLI_FIELD(export_settings, curves), .choices = curve_words},
    {"mesh", 0, CLI_SWITCH, NULL, "write meshes and motion to an fbx, not only motion (on)",
     CLI_FIELD(export_settings, mesh)},
    {"textures", 0, CLI_CHOICE, "WHERE",
     "embed images in the file, link the images of the source, or copy them into NAME_textures beside the file (glb: "
     "embed; fbx, fbx-ascii: as in the source)",
     CLI_FIELD(export_settings, textures), .choices = texture_words},
    {"unit", 0, CLI_CHOICE, "UNIT", "convert lengths of an fbx to this unit (the file's)",
     CLI_FIELD(export_settings, unit), .choices = unit_words},
    {"up", 0, CLI_CHOICE, "AXIS", "turn an fbx so that this axis is up (the file's)", CLI_FIELD(export_settings, up),
     .choices = up_words},
    {0},
};

/// The state of one run.
typedef struct export_job {
    const cli_context *context;
    const export_settings *settings;
    const sinew_export_format *format;
    sinew_engine engine;
    const char *path;
    const sinew_model *model;
    int32_t clip;
    pose_edits edits;
    double *times; ///< [count]
    size_t count;
    const char *pattern;            ///< pattern for the names of outputs
    int is_alone;                   ///< the run has only one file, so progress is shown for it
    cli_progress *parts;            ///< progress within a file that holds whole clips
    const cli_image_copies *copies; ///< image files to write before the model; NULL: none
} export_job;

static int is_glb(const sinew_export_format *format)
{
    return strcmp(format->name, "glb") == 0;
}

static int is_fbx(const sinew_export_format *format)
{
    return strncmp(format->name, "fbx", 3) == 0;
}

/// Selects the format by --format, else by the extension of the output.
static int choose_format(const cli_context *context, const export_settings *settings, const cli_files *files,
                         const sinew_export_format **out_format)
{
    const char *output = settings->files.output;
    if (!output) {
        // The last of several files may be meant as the output: it does not exist and has an export format's extension.
        const char *last = files->paths[files->count - 1], *extension = strrchr(last, '.');
        sinew__file_status status;
        const int is_output = files->count > 1 && extension && sinew__export_format_named(extension + 1) &&
                              !sinew__file_status_of_path(last, &status);
        char hint[300] = "use -o walk.glb";
        if (is_output) snprintf(hint, sizeof hint, "did you mean -o %s?", last);
        return cli_fail_usage(context, "missing-option", hint, "export needs -o");
    }
    const int is_folder = cli_output_is_folder(&settings->files);
    const char *dot = strrchr(output, '.');
    const char *name = settings->format ? settings->format : dot && !strchr(dot, '/') ? dot + 1 : NULL;
    if ((is_folder || strcmp(output, "-") == 0) && !settings->format)
        return cli_fail_usage(context, "missing-option", "use --format glb", "-o %s needs --format", output);
    *out_format = name ? sinew__export_format_named(name) : NULL;
    if (!*out_format)
        return cli_fail_format(context, cli_option_named(options, "format", strlen("format")), name, output);
    const int has_times = cli_times_are_given(&settings->when);
    if ((*out_format)->contents == SINEW_EXPORT_POSE && !has_times)
        return cli_fail_usage(context, "missing-option", "use --at 50% or --range start..end",
                              "export needs --at or --range");
    if ((*out_format)->contents == SINEW_EXPORT_MODEL && has_times)
        return cli_fail_usage(context, "bad-value", "use --clip to select clips",
                              "%s contains whole clips, not single times", (*out_format)->name);
    if ((*out_format)->contents != SINEW_EXPORT_POSE && cli_has_pose_edits(&settings->edits))
        return cli_fail_usage(context, "bad-value", "use obj, or sinew pose",
                              "%s contains clips; --base, --pose, --set and --ik edit single poses",
                              (*out_format)->name);
    if (!is_glb(*out_format) && settings->compress)
        return cli_fail_usage(context, "bad-value", NULL, "%s does not support --compress", (*out_format)->name);
    if (is_fbx(*out_format) && settings->when.fps > 0)
        return cli_fail_usage(context, "bad-value", "sinew edit --fps sets the rate of the file",
                              "%s does not support --fps", (*out_format)->name);
    if (!is_fbx(*out_format) && (settings->curves || !settings->mesh || settings->unit >= 0 || settings->up >= 0))
        return cli_fail_usage(context, "bad-value", NULL, "%s does not support --curves, --no-mesh, --unit and --up",
                              (*out_format)->name);
    if ((*out_format)->contents != SINEW_EXPORT_MODEL && settings->textures)
        return cli_fail_usage(context, "bad-value", NULL, "%s does not support --textures", (*out_format)->name);
    if (settings->textures == TEXTURES_COPIED && strcmp(output, "-") == 0)
        return cli_fail_usage(context, "bad-value", "use -o FILE, or --textures embed",
                              "--textures copy needs a file to copy images beside");
    if ((*out_format)->contents == SINEW_EXPORT_POSE && settings->in_place)
        return cli_fail_usage(context, "bad-value", NULL, "%s does not support --in-place", (*out_format)->name);
    return 0;
}

static void print_note(void *user, const char *text)
{
    const export_job *job = user;
    cli_warn(job->context, job->path, "%s", text);
}

static void show_progress(void *user, size_t done, size_t total)
{
    const export_job *job = user;
    cli_progress_set(job->parts, done, total);
}

static sinew_result edit_pose(void *user, sinew_pose *pose, sinew_error *error)
{
    const export_job *job = user;
    return sinew__pose_edits_apply(&job->edits, job->model, pose, error);
}

/// Writes one file. The caller sets the fields of `request` that depend on the format; this function sets the others.
static int write_one(const export_job *job, const char *name, sinew_export_options *request, double seconds)
{
    sinew__buffer text = {0};
    sinew_error error;
    request->engine = job->engine;
    request->source = sinew__file_name(job->path);
    request->seconds = job->context->timeout > 0 ? job->context->timeout : seconds;
    request->note = print_note;
    request->edit = edit_pose;
    request->user = (void *)(uintptr_t)job;
    if (job->parts) request->progress = show_progress;
    uint8_t *bytes;
    const sinew_result result = sinew_export(job->model, job->format->name, request, &bytes, &text.size, &error);
    text.text = (char *)bytes;
    if (job->parts) cli_progress_end(job->parts);
    if (result != SINEW_OK) return cli_fail(job->context, job->path, &error);
    const int failed = job->copies ? cli_write_image_copies(job->context, job->model, job->copies, request->images) : 0;
    if (!failed) return cli_write_output(job->context, name, &text);
    sinew__buffer_free(&text);
    return failed;
}

// ---- whole models -------------------------------------------------------------------------------------------------

/// Lists the clips to export: the clips that --clip selects; without --clip, all clips with keys. *out_clips is from
/// malloc.
static int choose_clips(const export_job *job, int32_t **out_clips, int32_t *out_count)
{
    const char *pattern = job->settings->clip;
    char left_out[SINEW__LEFT_OUT_SIZE] = "";
    int32_t *clips = malloc(((size_t)job->model->clip_count + 1) * sizeof *clips), count = 0, clip = SINEW_NONE;
    *out_clips = clips;
    *out_count = 0;
    if (!clips) return cli_fail_memory(job->context);
    if (!pattern) count = sinew__clips_to_export(job->model, is_fbx(job->format), clips, left_out);
    if (*left_out) cli_warn(job->context, job->path, "%s", left_out);
    for (int32_t i = 0; pattern && i < job->model->clip_count; ++i)
        if (sinew__clip_matches(job->model, i, pattern)) clips[count++] = i;
    if (count == 0 && pattern) {
        const int failed = cli_find_clip(job->context, job->path, job->model, pattern, &clip);
        if (failed) return failed;
        if (clip != SINEW_NONE) clips[count++] = clip;
    }
    *out_count = count;
    return 0;
}

/// Sets the fields of the request for --in-place. Warns if no joint moves the character.
static void set_in_place(const export_job *job, sinew_export_options *request)
{
    request->in_place_joint = sinew_model_find_motion_joint(job->model);
    if (!job->settings->in_place) return;
    if (request->in_place_joint == SINEW_NONE)
        cli_warn(job->context, job->path, "no joint moves the character: --in-place has no effect");
    else
        request->in_place = SINEW_MOTION_GROUND | SINEW_MOTION_YAW;
}

/// Loads libmeshoptimizer and selects the versions of its encoders that the glTF extension requires. It is loaded on
/// demand: if it and the C++ library were linked, every command would start 12 % slower. Returns 0, or the exit code
/// after printing the error.
static int load_packer(const export_job *job, sinew_export_packer *out)
{
#ifdef SINEW_MESHOPTIMIZER
    static const char library_name[] = SINEW_MESHOPTIMIZER;
    void (*choose_vertices)(int version), (*choose_indices)(int version);
    const sinew__function functions[] = {
        {"meshopt_encodeVertexBufferBound", &out->vertex_bound}, {"meshopt_encodeVertexBuffer", &out->encode_vertices},
        {"meshopt_encodeIndexBufferBound", &out->index_bound},   {"meshopt_encodeIndexBuffer", &out->encode_indices},
        {"meshopt_optimizeVertexCache", &out->order_triangles},  {"meshopt_encodeVertexVersion", &choose_vertices},
        {"meshopt_encodeIndexVersion", &choose_indices},
    };
    if (!sinew__load_functions(library_name, functions, sizeof functions / sizeof *functions)) {
        sinew_error error;
        (void)sinew__fail(&error, SINEW_ERROR_WRITE, "--compress: the library %s is not installed", library_name);
        return cli_fail(job->context, job->path, &error);
    }
    choose_vertices(0);
    choose_indices(1);
    return 0;
#else
    sinew_error error;
    *out = (sinew_export_packer){0};
    (void)sinew__fail(&error, SINEW_ERROR_UNSUPPORTED, "--compress: this build has no meshoptimizer");
    return cli_fail(job->context, job->path, &error);
#endif
}

static int write_model(const export_job *job, const char *name)
{
    const export_settings *settings = job->settings;
    sinew_export_options request = {.clip = SINEW_NONE,
                                    .max_error = job->context->error,
                                    .fps = settings->when.fps,
                                    .curves = (uint32_t)settings->curves,
                                    .only_motion = !settings->mesh,
                                    .deflate = cli_deflate_array,
                                    .inflate = cli_inflate_array,
                                    .textures = settings->textures == TEXTURES_COPIED ? SINEW_TEXTURES_LINKED
                                                                                      : (uint32_t)settings->textures,
                                    .unit_cm = settings->unit < 0 ? 0 : unit_cm[settings->unit],
                                    .up = settings->up < 0 ? 0 : (char)settings->up};
    sinew_export_packer packer;
    if (settings->compress) {
        const int failed = load_packer(job, &packer);
        if (failed) return failed;
        request.packer = &packer;
    }
    int32_t *clips;
    int failed = choose_clips(job, &clips, &request.clip_count);

    // An FBX that is written faithfully keeps the source document and its links, changed only where options request
    // that.
    sinew_export_image *images = cli_read_export_images(
        job->model, job->path, job->context->texture_path, name,
        is_fbx(job->format) && settings->curves == SINEW_CURVES_FAITHFUL &&
            settings->textures == SINEW_TEXTURES_AS_AUTHORED && settings->unit < 0 && settings->up < 0);
    if (!failed && !images) failed = cli_fail_memory(job->context);
    if (!failed && !is_fbx(job->format)) sinew__put_default_clip_first(job->model, clips, request.clip_count);
    request.clips = clips;
    request.images = images;
    set_in_place(job, &request);
    export_job with_copies = *job;
    cli_image_copies copies = {0};
    if (settings->textures == TEXTURES_COPIED) {
        with_copies.copies = &copies;
        if (!failed)
            failed = cli_plan_image_copies(job->context, job->model, name, is_glb(job->format), images, &copies);
    }
    const int links =
        settings->mesh && (settings->textures == SINEW_TEXTURES_LINKED || (!settings->textures && is_fbx(job->format)));
    const int32_t distant = !failed && links ? cli_count_distant_images(images, job->model) : 0;
    if (distant > 0)
        cli_warn(job->context, job->path,
                 "images that are linked outside the folder of '%s': %d; --textures copy puts them beside it", name,
                 (int)distant);
    if (!failed) failed = write_one(&with_copies, name, &request, model_seconds);
    cli_free_image_copies(&copies);
    cli_free_export_images(images, job->model);
    free(clips);
    return failed;
}

// ---- tables and clips -----------------------------------------------------------------------------------------------

/// Frames per second for a file without a frame rate.
enum { USUAL_RATE = 30 };

/// Lists the times of one clip that the options select, else all frames. If the file has no frame rate, USUAL_RATE is
/// used with a warning.
static int list_frames(const export_job *job, int32_t clip, sinew_export_times *out)
{
    cli_time_options when = job->settings->when;
    double *times = NULL;
    size_t count = 0;
    const int has_step = when.step.text || when.frames || when.at.count;
    if (job->format->contents == SINEW_EXPORT_CLIP && !has_step && !(cli_frame_rate(job->model, when.fps) > 0)) {
        when.fps = USUAL_RATE;
        cli_warn(job->context, job->path,
                 "no frame rate in the file: written at %d frames per second (--fps sets another)", USUAL_RATE);
    }
    if (!cli_times_are_given(&when)) {
        when.step.text = "1f";
        if (sinew_time_parse(when.step.text, &when.step.time, NULL) != SINEW_OK) return cli_fail_memory(job->context);
    }
    const int failed = cli_list_times(job->context, job->path, job->model, clip, &when, &times, &count);
    *out = (sinew_export_times){clip, times, (int32_t)count};
    return failed;
}

/// Writes a table of all clips, or of the clips that --clip selects. If the model has no clips, the table shows the
/// rest pose.
static int write_table(const export_job *job, const char *name)
{
    int32_t *clips, count;
    int failed = choose_clips(job, &clips, &count);
    const int32_t tables_count = count > 0 ? count : 1;
    sinew_export_times *tables = calloc((size_t)tables_count, sizeof *tables);
    if (!failed && !tables) failed = cli_fail_memory(job->context);
    for (int32_t i = 0; i < tables_count && !failed; ++i)
        failed = list_frames(job, count > 0 ? clips[i] : SINEW_NONE, &tables[i]);
    sinew_export_options request = {.tables = tables, .table_count = tables_count};
    set_in_place(job, &request);
    if (!failed) failed = write_one(job, name, &request, model_seconds);
    for (int32_t i = 0; tables && i < tables_count; ++i) free((void *)(uintptr_t)tables[i].times);
    free(tables);
    free(clips);
    return failed;
}

/// Writes one file that contains all times.
static int export_whole(const export_job *job)
{
    char *name;
    int failed = cli_name_output(job->context, job->pattern, job->path, &name);
    if (!failed) failed = cli_check_animated_output(job->context, name, job->path, &job->settings->animations);
    if (failed) {
        free(name);
        return failed;
    }
    switch (job->format->contents) {
    case SINEW_EXPORT_MODEL: failed = write_model(job, name); break;
    case SINEW_EXPORT_TABLE: failed = write_table(job, name); break;
    case SINEW_EXPORT_CLIP: {
        sinew_export_options request = {0};
        sinew_export_times frames = {0};
        failed = cli_find_clip(job->context, job->path, job->model, job->settings->clip, &request.clip);
        if (!failed) failed = list_frames(job, request.clip, &frames);
        request.times = frames.times;
        request.time_count = frames.time_count;
        set_in_place(job, &request);
        if (!failed) failed = write_one(job, name, &request, model_seconds);
        free((void *)(uintptr_t)frames.times);
        break;
    }
    case SINEW_EXPORT_POSE: break;
    }
    free(name);
    return failed;
}

// ---- single times -------------------------------------------------------------------------------------------------

static int export_poses(export_job *job)
{
    double *times = NULL;
    int failed = cli_find_clip(job->context, job->path, job->model, job->settings->clip, &job->clip);
    if (!failed)
        failed =
            cli_list_times(job->context, job->path, job->model, job->clip, &job->settings->when, &times, &job->count);
    job->times = times;
    if (!failed)
        failed = cli_resolve_pose_edits(job->context, job->path, job->model, &job->settings->edits, &job->edits);
    if (!failed) {
        const double fps = cli_frame_rate(job->model, job->settings->when.fps);
        const cli_output_times outputs = {job->path, job->model, job->clip, job->times, job->count, fps};
        char **names;
        failed = cli_name_outputs(job->context, job->pattern, &outputs, 1, &names);
        for (size_t i = 0; i < job->count && !failed; ++i)
            failed = cli_check_animated_output(job->context, names[i], job->path, &job->settings->animations);
        cli_progress progress = cli_progress_begin(job->context, "exported", "poses", job->count);
        for (size_t i = 0; i < job->count && !failed; ++i) {
            sinew__file_status status;
            if (!job->settings->files.clobber && sinew__file_status_of_path(names[i], &status)) continue;
            double time = job->times[i];
            sinew_export_options request = {.clip = job->clip, .times = &time, .time_count = 1};
            failed = write_one(job, names[i], &request, pose_seconds);
            if (job->is_alone) cli_progress_add(&progress);
        }
        cli_progress_end(&progress);
        cli_free_names(names, job->count);
    }
    sinew__pose_edits_free(&job->edits);
    free(times);
    return failed;
}

// ---- files --------------------------------------------------------------------------------------------------------

static int export_file(const cli_context *context, const char *path, const char *pattern, void *user)
{
    export_job job = *(const export_job *)user;
    job.context = context;
    job.path = path;
    job.pattern = pattern;
    sinew_model *model;
    cli_context loading = *context;
    loading.keep_document = is_fbx(job.format); // the source document has names that a model does not store
    const int failed = cli_load_animated(&loading, path, &job.settings->animations, job.engine, &model);
    if (failed) return failed;
    job.model = model;
    job.engine = cli_engine_of_model(context, path, model, job.engine);
    cli_progress parts = cli_progress_begin(context, "exported", "parts", 0);
    if (job.is_alone && job.format->contents != SINEW_EXPORT_POSE) job.parts = &parts;
    const int code = job.format->contents == SINEW_EXPORT_POSE ? export_poses(&job) : export_whole(&job);
    sinew_model_destroy(model);
    return code;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    export_job job = {.context = context, .settings = settings, .is_alone = files->count == 1};
    job.engine = context->engine < 0 ? SINEW_ENGINE_EXACT : (sinew_engine)context->engine;
    const int failed = choose_format(context, job.settings, files, &job.format);
    if (failed) return failed;
    return cli_run_files(&(cli_file_run){.context = context,
                                         .outputs = &job.settings->files,
                                         .extension = is_fbx(job.format) ? "fbx" : job.format->name,
                                         .done = "exported",
                                         .has_times = job.format->contents == SINEW_EXPORT_POSE,
                                         .write = export_file,
                                         .user = &job},
                         files);
}

const cli_command cli_export = {
    .name = "export",
    .summary = "write poses and animated models in other formats",
    .usage = "FILE… -o OUT.glb, FILE… --format glb -o DIR/, or FILE --at TIME -o OUT.obj",
    .description =
        "glb: binary glTF 2.0 with meshes, skins, morphs, materials, textures and all clips, or the clips of "
        "--clip, in metres and Y up.\n"
        "fbx, fbx-ascii: the same contents, with the author's transform stacks and curves or, with --curves "
        "portable, one key per frame. Unit and axes are the file's, or those of --unit and --up.\n"
        "bvh: one skeleton and one clip, in centimetres and Y up.\n"
        "csv, jsonl: a table with one row per time and joint, of all clips or the clips of --clip, at all frames "
        "or the given times.\n"
        "obj: all deformed meshes at one time, one object per mesh, in world space and the units and axes of the "
        "file, with the authored polygons.\n"
        "With --range the output name needs a placeholder: {frame:04}, {number}, {time}, {clip} or {file}, as in "
        "-o 'walk-{frame:04}.obj'.\n"
        "FILE may be a directory, for the models in it and below. With -o DIR/ each output has the same path "
        "below DIR as its file has below the input directory. A file that fails does not stop the others.",
    .options = options,
    .settings_size = sizeof(export_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .examples = "sinew export walk.fbx -o walk.glb\n"
                "sinew export walk.fbx --at 12f -o walk.obj\n"
                "sinew export clips --format glb -o out/",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ENGINE | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 120,
};
