/// sinew play FILE: plays clips in a window or in a terminal.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/standard_input.h"
#include "draw/output/output.h"
#include "import/worker/host/worker_host.h"
#include "program/cli/diff/diff.h"
#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/look_options.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/time_options.h"
#include "program/cli/posing/pose_edit_options.h"
#include "program/cli/render/comparison.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/viewer_file.h"
#include "program/viewer/core/viewer_settings.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/terminal/play_terminal.h"
#include "runtime/pose/engine.h"
#include "sinew/load.h"

// ---- the list of files --------------------------------------------------------------------------------------------

typedef struct cli_play_options {
    const char *clip;            ///< clip to play first, in files that have it; or NULL
    const cli_texts *animations; ///< files whose clips are added to each played file
    int watch;                   ///< reload files that change
    int show_hidden;             ///< draw objects that the author hid
    int only_curves;             ///< do not bake: only curves are shown
} cli_play_options;

typedef struct cli_play_files {
    viewer_files files;  ///< passed to the player
    viewer_file first;   ///< the first file that can be played, opened by cli_play_files_open
    cli_context context; ///< a copy of the command's context; holds back messages while a terminal shows frames
    sinew__buffer held;  ///< messages to print later
    cli_play_options options;
    int has_begun;                  ///< a file was opened: only the first one must have the requested clip
    char subject[CLI_SUBJECT_SIZE]; ///< the file that the last load error concerns
    int *codes;                     ///< [files.count] exit code of each file; negative: not tried yet
} cli_play_files;

enum { NOT_TRIED = -1 };

/// The objects that an open file owns.
typedef struct opened_file {
    sinew_model *model;
    sinew_textures textures;
    sinew__buffer warnings; ///< warnings of the library, one per line; the player's main thread prints them
} opened_file;

// ---- loading ------------------------------------------------------------------------------------------------------

static void free_opened(opened_file *opened)
{
    if (!opened) return;
    sinew__buffer_free(&opened->warnings);
    sinew_textures_free(&opened->textures);
    sinew_model_destroy(opened->model);
    free(opened);
}

static sinew_engine engine_of(const cli_play_files *files)
{
    return files->context.engine < 0 ? SINEW_ENGINE_FAST : (sinew_engine)files->context.engine;
}

/// The `user` of all callbacks of sinew_load_options.
typedef struct load_callbacks {
    int (*progress)(void *, double);
    void *progress_user;
    opened_file *opened;
} load_callbacks;

static int pass_progress(void *user, double seconds)
{
    const load_callbacks *callbacks = user;
    return callbacks->progress(callbacks->progress_user, seconds);
}

static void keep_warning(void *user, const char *text)
{
    const load_callbacks *callbacks = user;
    sinew__buffer_format(&callbacks->opened->warnings, "%s\n", text);
}

/// Opens a file for viewer_files. It runs on a loading thread and prints nothing.
static sinew_result open_file(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                              viewer_file *out_file, sinew_error *out_error)
{
    cli_play_files *files = user;
    sinew_load_options options = cli_load_options(&files->context);
    options.only_curves =
        files->options.only_curves || sinew__engine_info(engine_of(files))->source != SINEW__SOURCE_BAKED;
    const double begin = sinew__now();
    opened_file *opened = calloc(1, sizeof *opened);
    if (!opened) return sinew__fail_memory(out_error);
    load_callbacks callbacks = {.progress = progress, .progress_user = progress_user, .opened = opened};
    if (progress) options.progress = pass_progress;
    options.warn = keep_warning;
    options.user = &callbacks;
    int32_t clip = SINEW_NONE;
    sinew_result result = cli_read_animated(&files->context, path, files->options.animations, &options, &opened->model,
                                            files->subject, out_error);
    if (result == SINEW_OK) result = sinew_engine_accepts(opened->model, engine_of(files), out_error);
    if (result == SINEW_OK) {
        if (files->options.show_hidden) sinew_model_show_hidden(opened->model);
        result = sinew_model_load_textures(opened->model, path, &options, &opened->textures, out_error);
    }
    if (result == SINEW_OK) {
        result = sinew_model_find_clip(opened->model, files->options.clip, &clip, out_error);
        if (result != SINEW_OK && files->has_begun) // only the first file must have the requested clip
            result = sinew_model_find_clip(opened->model, NULL, &clip, out_error);
    }
    if (result != SINEW_OK) {
        free_opened(opened);
        return result;
    }
    *out_file = (viewer_file){.model = opened->model,
                              .images = opened->textures.images,
                              .clip = clip,
                              .load_time = sinew__now() - begin,
                              .texture_notes = opened->textures.notes,
                              .texture_note_count = opened->textures.note_count,
                              .own = opened};
    return SINEW_OK;
}

static void close_file(void *user, viewer_file *file)
{
    cli_play_files *files = user;
    opened_file *opened = file->own;
    if (opened == files->first.own) files->first = (viewer_file){0}; // `file` may point to files->first
    free_opened(opened);
    *file = (viewer_file){0};
}

// ---- reporting ----------------------------------------------------------------------------------------------------

static void report_file(void *user, const char *path, const viewer_file *file, const sinew_error *error)
{
    cli_play_files *files = user;
    const cli_context *context = &files->context;
    const int code = error ? cli_fail(context, files->subject, error) : CLI_EXIT_OK;
    for (int32_t i = 0; i < files->files.count; ++i) {
        if (files->files.paths[i] == path && files->codes[i] != CLI_EXIT_OK) files->codes[i] = code;
    }
    if (error) return;
    files->has_begun = 1;
    const opened_file *opened = file->own;
    for (size_t at = 0; at < opened->warnings.size && !opened->warnings.failed;) {
        const char *line = opened->warnings.text + at, *end = memchr(line, '\n', opened->warnings.size - at);
        cli_warn(context, path, "%.*s", (int)(end - line), line);
        at = (size_t)(end - opened->warnings.text) + 1;
    }
    cli_print_warnings(context, path, file->model);
    cli_warn_of_nothing_to_draw(context, path, file->model);
    cli_warn_of_textures(context, path, &opened->textures);
}

// ---- first file ---------------------------------------------------------------------------------------------------

/// Initializes the list without opening a file. Returns 0 or the exit code. Free *files in both cases.
static int cli_play_files_list(const cli_context *context, const cli_files *paths, const cli_play_options *options,
                               cli_play_files *files)
{
    *files = (cli_play_files){.context = *context, .options = *options};
    files->files = (viewer_files){.paths = paths->paths,
                                  .count = (int32_t)paths->count,
                                  .watch = options->watch,
                                  .also_read = options->animations->items,
                                  .also_read_count = options->animations->count,
                                  .texture_path = context->texture_path,
                                  .open = open_file,
                                  .tell = report_file,
                                  .close = close_file,
                                  .user = files};
    files->codes = malloc(paths->count * sizeof *files->codes + 1);
    if (!files->codes) return cli_fail_memory(context);
    for (size_t i = 0; i < paths->count; ++i) files->codes[i] = NOT_TRIED;
    return 0;
}

/// Returns the exit code for all files that were tried.
static int cli_play_files_code(const cli_play_files *files)
{
    cli_tally tally = {0};
    for (int32_t i = 0; i < files->files.count; ++i) {
        if (files->codes[i] != NOT_TRIED) cli_count_file(&tally, files->codes[i]);
    }
    return cli_fail_some(&files->context, &tally);
}

/// Opens the first file that can be played, for a player without loading threads, and reports the files before it that
/// fail. Returns 0, or the exit code if no file can be played.
static int cli_play_files_open(cli_play_files *files)
{
    for (int32_t i = 0; i < files->files.count; ++i) {
        const char *path = files->files.paths[i];
        cli_load_progress progress = {.context = &files->context, .path = path};
        sinew_error error;
        const sinew_result result = open_file(files, path, cli_load_progress_show, &progress, &files->first, &error);
        cli_load_progress_end(&progress);
        files->files.first = i;
        report_file(files, path, &files->first, result == SINEW_OK ? NULL : &error);
        const int code = files->codes[i];
        if (code == CLI_EXIT_OK || code == CLI_EXIT_INTERRUPTED) return code;
    }
    return cli_play_files_code(files);
}

// ---- messages -----------------------------------------------------------------------------------------------------

/// Starts to hold back messages; with `holds` 0, prints the held messages and stops holding back.
static void cli_play_files_hold(cli_play_files *files, int holds)
{
    files->context.held = holds ? &files->held : NULL;
    if (holds || files->held.size == 0) return;
    fwrite(files->held.text, 1, files->held.size, stderr);
    sinew__buffer_free(&files->held);
}

static void cli_play_files_free(cli_play_files *files)
{
    if (files->first.own) close_file(files, &files->first);
    sinew__buffer_free(&files->held);
    free(files->codes);
    *files = (cli_play_files){0};
}

// ---- settings ------------------------------------------------------------------------------------------------------

typedef enum play_display { PLAY_AUTO, PLAY_WINDOW, PLAY_TERMINAL } play_display;

static const sinew__word display_words[] = {
    {"auto", PLAY_AUTO, NULL}, {"window", PLAY_WINDOW, NULL}, {"terminal", PLAY_TERMINAL, NULL}, {0}};

typedef struct play_settings {
    const char *clip;
    cli_texts animations;
    cli_pose_edits edits;
    cli_time at;
    double speed, fps, fade;
    int loop; ///< sinew_loop_mode
    int reverse, paused, in_place;
    int view;     ///< sinew_view
    int front;    ///< cli_front
    int skeleton; ///< SINEW_SHOW_AUTO if -1
    int32_t crowd;
    cli_size size;
    cli_comparison_options comparison;
    int display;       ///< a play_display
    int term;          ///< a viewer_term
    double quit_after; ///< seconds; negative: never
    const char *screenshot;
    int watch, recursive;
    cli_overlays overlays;
} play_settings;

/// The state of one run. The player's callbacks get it as `user`.
typedef struct play_job {
    const play_settings *settings;
    cli_play_files files, other; ///< `other` opens the files to compare with
    cli_play_files pictures;     ///< opens files of the list to draw thumbnails of them
    const char *path;            ///< path of the first file
    const char **edit_words;     ///< the options that edit poses, as words
    size_t edit_word_count;
    int failed; ///< exit code when the file cannot be read or lacks a clip, time or joint of the settings
} play_job;

static const play_settings defaults = {
    .speed = 1.0, .fade = 0.2, .skeleton = -1, .size = {1280, 720}, .overlays.follow = -1, .quit_after = -1.0};

static const cli_option options[] = {
    {"clip", 0, CLI_TEXT, "CLIP", "select the clip: name, #N or glob; none is the rest pose",
     CLI_FIELD(play_settings, clip), .complete = CLI_COMPLETE_CLIP},
    CLI_ANIM_OPTION(play_settings, animations),
    CLI_POSE_EDIT_OPTIONS(play_settings, edits),
    {"at", 0, CLI_TIME, "TIME", "start at this time", CLI_FIELD(play_settings, at)},
    CLI_FPS_OPTION(play_settings, fps),
    {"speed", 0, CLI_NUMBER, "FACTOR", "set the playback speed (1)", CLI_FIELD(play_settings, speed), .min = 0.01,
     .max = 100},
    {"fade", 0, CLI_SECONDS, "TIME", "fade from clip to clip in this time; 0 is a cut (0.2s)",
     CLI_FIELD(play_settings, fade), .min = 0, .max = 60},
    {"loop", 0, CLI_CHOICE, "MODE", "select the behaviour at the end of the clip", CLI_FIELD(play_settings, loop),
     .choices = viewer_loop_words},
    {"reverse", 0, CLI_SWITCH, NULL, "play backwards", CLI_FIELD(play_settings, reverse)},
    CLI_IN_PLACE_OPTION(play_settings, in_place),
    {"paused", 0, CLI_SWITCH, NULL, "start paused", CLI_FIELD(play_settings, paused)},
    {"view", 0, CLI_CHOICE, "VIEW", "view from this side (default: from the front at a slight angle)",
     CLI_FIELD(play_settings, view), .choices = sinew__view_words},
    CLI_FRONT_OPTION(play_settings, front),
    CLI_SKELETON_OPTION(play_settings, skeleton),
    {"crowd", 0, CLI_WHOLE, "N", "draw N instances, each at a different time", CLI_FIELD(play_settings, crowd),
     .min = 1, .max = CLI_MAX_INSTANCES},
    CLI_OVERLAY_OPTIONS(play_settings, overlays),
    CLI_COMPARISON_OPTIONS(play_settings, comparison),
    {"size", 0, CLI_SIZE, "WxH", "set the window size in points (1280x720)", CLI_FIELD(play_settings, size), .min = 1,
     .max = 16384},
    {"display", 0, CLI_CHOICE, "WHERE", "select where to play; auto: a window, or the terminal without a display",
     CLI_FIELD(play_settings, display), .choices = display_words},
    {"term", 0, CLI_CHOICE, "HOW", "select the graphics of a terminal; auto: the best that it supports",
     CLI_FIELD(play_settings, term), .choices = viewer_term_words},
    {"quit-after", 0, CLI_NUMBER, "SECONDS", "quit after this time", CLI_FIELD(play_settings, quit_after), .min = 0,
     .max = 1e9},
    {"screenshot", 0, CLI_TEXT, "FILE", "save the last frame to this file on exit",
     CLI_FIELD(play_settings, screenshot), .choice_at = sinew__output_image_extension_at,
     .complete = CLI_COMPLETE_FILE},
    {"watch", 0, CLI_SWITCH, NULL, "reload the file when it changes", CLI_FIELD(play_settings, watch)},
    CLI_RECURSIVE_OPTION(play_settings, recursive),
    {0},
};

static int fail_to_play(const play_job *job, sinew_error *error)
{
    const char *path = job->path, *subject = path;
    if (error->result == SINEW_ERROR_NO_DISPLAY) {
        const char *name = sinew__file_name(path);
        static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%,-";
        if (path[0] != '-' && path[strspn(path, plain)] == '\0')
            sinew__hint(error, "sinew render %s -o %.*s.png needs neither", sinew__input_word(path),
                        (int)strcspn(name, "."), name);
        else
            sinew__hint(error, "sinew render FILE -o image.png needs neither");
    }
    if (error->result == SINEW_ERROR_NO_DISPLAY || error->result == SINEW_ERROR_NO_GL) subject = NULL;
    if (error->result == SINEW_ERROR_WRITE || error->result == SINEW_ERROR_CANCELLED)
        subject = job->settings->screenshot;
    return cli_fail(&job->files.context, subject, error);
}

/// Returns the exit code for the player's result.
static int code_of(const play_job *job, sinew_result result, sinew_error *error)
{
    if (job->failed) return job->failed;
    int code = cli_play_files_code(&job->files);
    if (!code) code = cli_play_files_code(&job->other);
    if (result == SINEW_OK || (result == SINEW_ERROR_CANCELLED && code)) return code;
    return fail_to_play(job, error);
}

/// Ends the process without joining threads, which may be busy loading.
static void exit_now(int code)
{
    sinew__temporary_output_remove_all();
    _Exit(code);
}

/// Callback viewer_settings.end_early: ends the process while threads are still busy.
static void end_early(void *user, sinew_result result, sinew_error *error)
{
    play_job *job = user;
    sinew__workers_stop_all();
    cli_play_files_hold(&job->files, 0);
    cli_play_files_hold(&job->other, 0);
    exit_now(code_of(job, result, error));
}

static void end_without_display(void *user)
{
    const play_job *job = user;
    sinew_error error;
    const sinew_result result = sinew__fail(&error, SINEW_ERROR_NO_DISPLAY, "the display was closed");
    sinew__workers_stop_all();
    cli_fail(&job->files.context, NULL, &error);
    exit_now(cli_exit_of(result));
}

/// Callback viewer_settings.begin: resolves the start time and the joints of the options in the first file.
static int begin(void *user, viewer_settings *viewer)
{
    play_job *job = user;
    const cli_context *context = &job->files.context;
    const play_settings *settings = job->settings;
    const char *path = job->path = viewer->name;
    const cli_scene scene = {.path = path, .model = (sinew_model *)(uintptr_t)viewer->model, .clip = viewer->clip};
    double seconds;
    int32_t joint, trail;
    job->failed = cli_scene_time(context, &scene, &settings->at, settings->fps, &seconds);
    if (!job->failed) job->failed = cli_overlay_joint(context, path, scene.model, settings->overlays.joint, &joint);
    if (!job->failed) job->failed = cli_overlay_joint(context, path, scene.model, settings->overlays.trail, &trail);
    pose_edits edits = {0};
    if (!job->failed) job->failed = cli_resolve_pose_edits(context, path, scene.model, &settings->edits, &edits);
    sinew__pose_edits_free(&edits);
    if (job->failed) return 1;
    viewer->time = seconds;
    viewer->joint = joint != SINEW_NONE ? joint : trail;
    viewer->has_joint = viewer->joint != SINEW_NONE;
    viewer->holds_trail = trail != SINEW_NONE && trail != viewer->joint;
    viewer->trail_joint = trail;
    return 0;
}

/// Callback viewer_settings.find_edits: resolves the options that edit poses in a file. If the options name a joint
/// that a file lacks, the file plays without edits; only for the first file this is an error.
static void find_edits(void *user, const char *name, const sinew_model *model, pose_edits *out_edits)
{
    const play_job *job = user;
    cli_context silent = job->files.context;
    sinew__buffer dropped = {0};
    *out_edits = (pose_edits){0};
    if (model->joint_count == 0 || !cli_has_pose_edits(&job->settings->edits)) return;
    silent.held = &dropped;
    (void)cli_resolve_pose_edits(&silent, name, model, &job->settings->edits, out_edits);
    sinew__buffer_free(&dropped);
}

// ---- edits ---------------------------------------------------------------------------------------------------------

/// Returns the context for a command that the player runs. Its messages are collected in `held`.
static cli_context hold_messages(const play_job *job, sinew__buffer *held)
{
    cli_context context = job->files.context;
    context.held = held;
    context.quiet = 1;
    context.json = 0;
    return context;
}

/// Fails with the first of the held messages, without the program's name before it. Frees the messages.
static sinew_result fail_as_printed(sinew__buffer *held, sinew_error *out_error)
{
    static const char program[] = "sinew: ";
    sinew__buffer_put_character(held, '\0');
    const char *text = held->failed ? "out of memory" : held->text;
    if (strncmp(text, program, strlen(program)) == 0) text += strlen(program);
    sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%.*s", (int)strcspn(text, "\n"), text);
    sinew__buffer_free(held);
    return SINEW_ERROR_INVALID_ARGUMENT;
}

/// Callback viewer_settings.read_keys: reads stored poses. Poses of clips that the model lacks are left out.
static sinew_result read_keys(void *user, const char *path, const sinew_model *model, viewer_key **out_keys,
                              int32_t *out_count, sinew_error *out_error)
{
    sinew__buffer held = {0};
    const cli_context context = hold_messages(user, &held);
    cli_stored_pose *poses = NULL;
    size_t count = 0;
    int32_t used = 0;
    *out_count = 0;
    const int failed = cli_read_stored_poses(&context, path, model, &poses, &count);
    *out_keys = failed ? NULL : sinew__allocate_zeroed(count + 1, sizeof **out_keys);
    for (size_t i = 0; *out_keys && i < count; ++i) {
        int32_t clip = SINEW_NONE;
        if (sinew_model_find_clip(model, poses[i].clip, &clip, NULL) != SINEW_OK || clip == SINEW_NONE) continue;
        if (!(poses[i].time >= 0 && poses[i].time <= model->clips[clip].duration)) continue;
        (*out_keys)[used++] = (viewer_key){clip, poses[i].time, poses[i].edits};
        poses[i].edits = (pose_edits){0};
    }
    *out_count = used;
    cli_free_stored_poses(poses, count);
    if (failed) return fail_as_printed(&held, out_error);
    sinew__buffer_free(&held);
    return *out_keys ? SINEW_OK : sinew__fail_memory(out_error);
}

/// Callback viewer_settings.save_edited: applies the steps of the player's edit list to the file and writes the result.
static sinew_result save_edited(void *user, const char *source, const viewer_step *steps, int32_t count,
                                const char *path, sinew_error *out_error)
{
    const play_job *job = user;
    sinew__buffer held = {0};
    const cli_context context = hold_messages(job, &held);
    const sinew_export_format *format;
    cli_option *names = calloc((size_t)count + 1, sizeof *names);
    cli_steps done = {.items = calloc((size_t)count + 1, sizeof *done.items), .count = (size_t)count};
    int failed = names && done.items ? 0 : cli_fail_memory(&context);
    for (int32_t i = 0; i < count && !failed; ++i) {
        names[i].name = steps[i].option;
        done.items[i] = (cli_step){&names[i], steps[i].text};
    }
    if (!failed) failed = edit_choose_format(&context, NULL, path, &format);
    if (!failed) failed = edit_write_file(&context, source, &job->settings->animations, &done, format, path);
    free(names);
    free(done.items);
    if (failed) return fail_as_printed(&held, out_error);
    sinew__buffer_free(&held);
    return SINEW_OK;
}

// ---- comparison ----------------------------------------------------------------------------------------------------

/// Callback viewer_settings.measure: measures distances between two clips as `sinew diff` does.
static sinew_result measure(void *user, const viewer_measure *what, sinew_error *out_error)
{
    sinew__buffer held = {0};
    const cli_context context = hold_messages(user, &held);
    const cli_diff_options compared = {
        .engines = {context.engine < 0 ? SINEW_ENGINE_FAST : (sinew_engine)context.engine},
        .engine_count = 1,
        .tolerance = {.deg = 0.1, .cm = -1}};
    cli_diff_job job;
    sinew_result result = SINEW_OK;
    const int failed = cli_diff_begin(&context, &compared, what->paths, what->models, what->clips, &job);
    for (int32_t i = 0; i < what->count && !failed && result == SINEW_OK; ++i) {
        double cm;
        result = cli_diff_distance(&job, what->times[i], &cm, out_error);
        if (result == SINEW_OK && what->put(what->put_user, cm)) break;
    }
    cli_diff_job_free(&job);
    if (failed) return fail_as_printed(&held, out_error);
    sinew__buffer_free(&held);
    return result;
}

static viewer_settings viewer_settings_of(play_job *job)
{
    const play_settings *settings = job->settings;
    const cli_context *context = &job->files.context;
    return (viewer_settings){
        .files = &job->files.files,
        .engine = context->engine < 0 ? SINEW_ENGINE_FAST : (sinew_engine)context->engine,
        .speed = settings->reverse ? -settings->speed : settings->speed,
        .loop = (sinew_loop_mode)settings->loop,
        .fade = settings->fade,
        .paused = settings->paused,
        .in_place = settings->in_place,
        .view = (sinew_view)settings->view,
        .takes_file_front = settings->front == CLI_FRONT_FILE,
        .skeleton = cli_show_skeleton(settings->skeleton),
        .crowd = settings->crowd,
        .width = settings->size.width,
        .height = settings->size.height,
        .trail = settings->overlays.trail != NULL,
        .trail_window = settings->overlays.trail_window,
        .colors = (sinew_colors)settings->overlays.colors,
        .skin = (sinew_draw_skin)settings->overlays.skin,
        .names = settings->overlays.names,
        .axes = settings->overlays.axes,
        .onion = settings->overlays.onion,
        .tracking = settings->overlays.follow,
        .parallel = settings->overlays.parallel,
        .quit_after = settings->quit_after,
        .screenshot = settings->screenshot,
        .lose_display = end_without_display,
        .begin = begin,
        .find_edits = find_edits,
        .read_keys = read_keys,
        .save_edited = save_edited,
        .other_files = &job->other.files,
        .picture_files = &job->pictures.files,
        .other_path = job->other.files.count > 0 ? job->other.files.paths[0] : NULL,
        .other_clip_is_chosen = settings->comparison.clip != NULL || settings->comparison.animations.count > 0,
        .other_way = settings->comparison.beside ? VIEWER_COMPARE_BESIDE : VIEWER_COMPARE_OVER,
        .measure = measure,
        .equal_share = CLI_DIFF_SHARE,
        .edit_words = job->edit_words,
        .edit_word_count = job->edit_word_count,
        .end_early = end_early,
        .user = job,
    };
}

/// Plays in the terminal, if that is possible or requested. The files are opened first, so that their errors are
/// printed before the message that there is no window. `error` says why there is no window.
static sinew_result play_without_window(play_job *job, viewer_settings *viewer, sinew_error *error)
{
    cli_play_files *files = &job->files;
    job->failed = cli_play_files_open(files);
    if (job->failed) return SINEW_ERROR_CANCELLED;
    viewer->model = files->first.model;
    viewer->images = files->first.images;
    viewer->name = files->files.paths[files->files.first];
    viewer->clip = files->first.clip;
    viewer->load_time = files->first.load_time;
    viewer->texture_notes = files->first.texture_notes;
    viewer->texture_note_count = files->first.texture_note_count;
    if (begin(job, viewer)) return SINEW_ERROR_CANCELLED;
    const int use_terminal = job->settings->display == PLAY_TERMINAL ||
                             (job->settings->display == PLAY_AUTO && sinew__is_terminal(SINEW__STDOUT));
    if (!use_terminal) return error->result;
    cli_play_files_hold(files, sinew__is_terminal(SINEW__STDERR)); // until the terminal shows text again
    cli_play_files_hold(&job->other, sinew__is_terminal(SINEW__STDERR));
    const int color = cli_wants_color(&files->context);
    const sinew_result result = viewer_play_terminal(viewer, (viewer_term)job->settings->term, color, error);
    cli_play_files_hold(files, 0);
    cli_play_files_hold(&job->other, 0);
    return result;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const play_settings *play_options = settings;
    if (play_options->screenshot && !sinew__output_driver_for(play_options->screenshot)) {
        return cli_fail_usage(context, "bad-value", "use .png", "'%s': unsupported image format",
                              play_options->screenshot);
    }
    if (play_options->crowd && play_options->skeleton > 0)
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd and --skeleton are mutually exclusive");
    if (play_options->crowd && cli_has_pose_edits(&play_options->edits))
        return cli_fail_usage(context, "bad-value", "leave out one of them",
                              "--crowd plays the clip: it excludes --base, --pose, --set and --ik");
    if (play_options->crowd && play_options->in_place)
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd and --in-place are mutually exclusive");
    int code = cli_check_animation(context, &play_options->animations);
    if (!code) code = cli_check_comparison(context, &play_options->comparison, &(cli_camera_options){0});
    if (code) return code;
    const char *other_path =
        play_options->comparison.over ? play_options->comparison.over : play_options->comparison.beside;
    if (other_path && play_options->crowd)
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd plays one file");
    const cli_play_options file_options = {.clip = play_options->clip,
                                           .animations = &play_options->animations,
                                           .watch = play_options->watch,
                                           .show_hidden = play_options->overlays.show_hidden};
    play_job job = {.settings = play_options, .path = files->paths[0]};
    job.edit_words = cli_pose_edit_words(&play_options->edits, &job.edit_word_count);
    if (!job.edit_words) return cli_fail_memory(context);
    code = cli_play_files_list(context, files, &file_options, &job.files);
    const cli_files other = {.paths = &other_path, .count = other_path != NULL};
    const cli_play_options other_options = {.clip = play_options->comparison.clip,
                                            .animations = &play_options->comparison.animations,
                                            .show_hidden = play_options->overlays.show_hidden};
    if (!code) code = cli_play_files_list(context, &other, &other_options, &job.other);
    static const cli_texts no_animations;
    const cli_play_options picture_options = {.clip = play_options->clip,
                                              .animations = &no_animations,
                                              .show_hidden = play_options->overlays.show_hidden,
                                              .only_curves = 1};
    if (!code) code = cli_play_files_list(context, &(cli_files){0}, &picture_options, &job.pictures);
    job.pictures.has_begun = 1; // thumbnails do not need the requested clip
    job.pictures.context.engine = SINEW_ENGINE_FAST;
    if (play_options->comparison.animations.count == 0) { // --retarget concerns only added clips
        job.other.context.retarget = 0;
        job.other.context.retarget_map = NULL;
        job.other.context.reference = NULL;
    }
    if (!code) {
        viewer_settings viewer = viewer_settings_of(&job);
        sinew_error error;
        sinew_result result = SINEW_ERROR_NO_DISPLAY;
        if (job.settings->display != PLAY_TERMINAL) result = viewer_play(&viewer, &error);
        if (result == SINEW_ERROR_NO_DISPLAY) result = play_without_window(&job, &viewer, &error);
        code = code_of(&job, result, &error);
    }
    cli_play_files_free(&job.files);
    cli_play_files_free(&job.other);
    cli_play_files_free(&job.pictures);
    free(job.edit_words);
    return code;
}

const cli_command cli_play = {
    .name = "play",
    .summary = "play files in a window or in a terminal",
    .usage = "FILE… [--clip CLIP] [--at TIME]",
    .description = "Drag to orbit, Shift-drag to pan, scroll to zoom. Press ? for all keys.\n"
                   "FILE may be a directory, for the models in it, or - for standard input.",
    .put_more_help = viewer_format_bindings,
    .options = options,
    .settings_size = sizeof(play_settings),
    .defaults = &defaults,
    .min_files = 1,
    .takes_folders = 1,
    .examples = "sinew play walk.fbx\n"
                "sinew play character.fbx --clip wave --speed 0.5\n"
                "sinew play walk.fbx face.fbx --paused",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ENGINE | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
};
