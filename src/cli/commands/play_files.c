#include "cli/commands/play_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/scene.h"
#include "cli/framework/load_progress.h"
#include "cli/framework/report.h"
#include "platform/clock.h"
#include "sinew/load.h"

enum { NOT_TRIED = -1 };

/// The resources of an open file.
typedef struct opened_file {
    sinew_model *model;
    sinew_textures textures;
    sinew__buffer warnings; ///< of the library, one per line; printed on the player's own thread
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

static sinew_result read_file(cli_play_files *files, const char *path, const sinew_load_options *options,
                              opened_file *out, sinew_error *out_error)
{
    sinew_result result = cli_read_animated(&files->context, path, files->options.animations, options, &out->model,
                                            files->subject, out_error);
    if (result == SINEW_OK) result = sinew_engine_accepts(engine_of(files), out->model, out_error);
    if (result != SINEW_OK) return result;
    if (files->options.show_hidden) sinew_model_show_hidden(out->model);
    return sinew_model_load_textures(out->model, path, options, &out->textures, out_error);
}

/// Finds the first clip to play. Only the first file must have the requested clip.
static sinew_result find_clip(const cli_play_files *files, const sinew_model *model, int32_t *out_clip,
                              sinew_error *out_error)
{
    const sinew_result result = sinew_model_find_clip(model, files->options.clip, out_clip, out_error);
    if (result == SINEW_OK || !files->has_begun) return result;
    return sinew_model_find_clip(model, NULL, out_clip, out_error);
}

/// For the callbacks of sinew_load_options, which share one `user`.
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

/// Runs on a thread of the player and prints nothing.
static sinew_result open_file(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                              viewer_file *out_file, sinew_error *out_error)
{
    cli_play_files *files = user;
    sinew_load_options options = cli_load_options(&files->context);
    options.unbaked = sinew_engine_info(engine_of(files))->source != SINEW_SOURCE_BAKED;
    const double begin = sinew__now();
    opened_file *opened = calloc(1, sizeof *opened);
    if (!opened) return sinew__fail_memory(out_error);
    load_callbacks callbacks = {.progress = progress, .progress_user = progress_user, .opened = opened};
    if (progress) options.progress = pass_progress;
    options.warn = keep_warning;
    options.user = &callbacks;
    int32_t clip = SINEW_NONE;
    sinew_result result = read_file(files, path, &options, opened, out_error);
    if (result == SINEW_OK) result = find_clip(files, opened->model, &clip, out_error);
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
    if (opened == files->first.own) files->first = (viewer_file){0}; // `file` may alias it
    free_opened(opened);
    *file = (viewer_file){0};
}

// ---- reporting ----------------------------------------------------------------------------------------------------

/// Sets the exit code of a file: 0 once it could be played, else that of the last attempt.
static void note_code(cli_play_files *files, const char *path, int code)
{
    for (int32_t i = 0; i < files->files.count; ++i) {
        if (files->files.paths[i] == path && files->codes[i] != CLI_EXIT_OK) files->codes[i] = code;
    }
}

static void print_kept_warnings(const cli_context *context, const char *path, const sinew__buffer *warnings)
{
    for (size_t at = 0; at < warnings->size && !warnings->failed;) {
        const char *line = warnings->text + at, *end = memchr(line, '\n', warnings->size - at);
        cli_warn(context, path, "%.*s", (int)(end - line), line);
        at = (size_t)(end - warnings->text) + 1;
    }
}

static void report_file(void *user, const char *path, const viewer_file *file, const sinew_error *error)
{
    cli_play_files *files = user;
    const cli_context *context = &files->context;
    note_code(files, path, error ? cli_fail(context, files->subject, error) : CLI_EXIT_OK);
    if (error) return;
    files->has_begun = 1;
    const opened_file *opened = file->own;
    print_kept_warnings(context, path, &opened->warnings);
    cli_print_warnings(context, path, file->model);
    cli_warn_of_nothing_to_draw(context, path, file->model);
    cli_warn_of_textures(context, path, &opened->textures);
}

// ---- first file ---------------------------------------------------------------------------------------------------

static int open_first(cli_play_files *files, int32_t index)
{
    const char *path = files->files.paths[index];
    cli_load_progress progress = {.context = &files->context, .path = path};
    sinew_error error;
    const sinew_result result = open_file(files, path, cli_load_progress_show, &progress, &files->first, &error);
    cli_load_progress_end(&progress);
    files->files.first = index;
    report_file(files, path, &files->first, result == SINEW_OK ? NULL : &error);
    return files->codes[index];
}

int cli_play_files_list(const cli_context *context, const cli_files *paths, const cli_play_options *options,
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

int cli_play_files_open(cli_play_files *files)
{
    for (int32_t i = 0; i < files->files.count; ++i) {
        const int code = open_first(files, i);
        if (code == CLI_EXIT_OK || code == CLI_EXIT_INTERRUPTED) return code;
    }
    return cli_play_files_code(files);
}

// ---- messages -----------------------------------------------------------------------------------------------------

void cli_play_files_hold(cli_play_files *files, int holds)
{
    files->context.held = holds ? &files->held : NULL;
    if (holds || files->held.size == 0) return;
    fwrite(files->held.text, 1, files->held.size, stderr);
    sinew__buffer_free(&files->held);
}

int cli_play_files_code(const cli_play_files *files)
{
    cli_tally tally = {0};
    for (int32_t i = 0; i < files->files.count; ++i) {
        if (files->codes[i] != NOT_TRIED) cli_count_file(&tally, files->codes[i]);
    }
    return cli_fail_some(&files->context, &tally);
}

void cli_play_files_free(cli_play_files *files)
{
    if (files->first.own) close_file(files, &files->first);
    sinew__buffer_free(&files->held);
    free(files->codes);
    *files = (cli_play_files){0};
}
