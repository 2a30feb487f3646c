#include "program/cli/framework/load_model.h"
#include "author/retarget/retarget_clips.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/pose/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake.h"
#include "author/retarget/retarget.h"
#include "core/base/error.h"
#include "core/base/model_formats.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "core/platform/terminal_device.h"
#include "import/worker/host/worker_host.h"
#include "program/cli/framework/report.h"
#include "runtime/model/block_file.h"
#include "runtime/model/look_up.h"
#include "sinew/clip.h"
#include "sinew/memory.h"
#include "sinew/with_clips.h"

// Lists the model files that a command line names: files, and the models in directories.

enum { MAX_LISTED_DEPTH = 16 };

/// The state of listing files.
typedef struct model_list {
    sinew__arena *arena;
    cli_files *files;
    size_t max_files, below_capacity;
    int max_depth, overflow;
} model_list;

static void add_path(model_list *list, const char *path)
{
    if (list->files->count >= list->max_files) {
        list->overflow = 1;
        return;
    }
    cli_files *files = list->files;
    const char **grown = sinew__arena_grow(list->arena, files->paths, files->count, &files->capacity, sizeof *grown);
    if (grown) files->paths = grown;
    const char **below =
        sinew__arena_grow(list->arena, files->below, files->count, &list->below_capacity, sizeof *grown);
    if (below) files->below = below;
    if (!grown || !below) return;
    files->below[files->count] = NULL;
    files->paths[files->count++] = path;
}

static void add_folder(model_list *list, const char *path, int depth)
{
    sinew__folder *folder = sinew__folder_read(path);
    const char *separator = path[strlen(path) - 1] == '/' ? "" : "/";
    for (const char *name; folder && (name = sinew__folder_next(folder)) != NULL && !list->arena->failed;) {
        if (*name == '.') continue;
        const int is_folder = sinew__folder_has_folder(folder, name);
        if (!is_folder && sinew__model_format_of_path(name) < 0) continue;
        const char *below = sinew__arena_format(list->arena, "%s%s%s", path, separator, name);
        if (!below) break;
        if (!is_folder)
            add_path(list, below);
        else if (depth < list->max_depth)
            add_folder(list, below, depth + 1);
    }
    sinew__folder_close(folder);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char no_models[] = "no model files in this directory";

static int fail_empty(const cli_context *context, const char *path)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NOT_FOUND, "%s", no_models);
    return cli_fail(context, path, &error);
}

/// Lists the file, or the models in the directory, that one argument names. *out_empty is set to a directory without
/// models.
static void add_argument(model_list *list, const char *path, const char **out_empty)
{
    const size_t before = list->files->count;
    if (!sinew__is_folder(path)) {
        add_path(list, path);
        return;
    }
    add_folder(list, path, 0);
    if (list->files->count == before) {
        *out_empty = path;
        return;
    }
    const cli_files *files = list->files;
    const size_t folder = strlen(path) + (path[strlen(path) - 1] != '/');
    qsort(files->paths + before, files->count - before, sizeof *files->paths, compare_paths);
    for (size_t i = before; i < files->count; ++i) files->below[i] = files->paths[i] + folder;
}

static int list_models(const cli_context *context, const cli_files *named, model_list *list)
{
    *list->files = (cli_files){0};
    for (size_t i = 0; i < named->count; ++i) {
        const char *empty = NULL;
        add_argument(list, named->paths[i], &empty);
        if (list->arena->failed) return cli_fail_memory(context);
        if (empty && named->count == 1) return fail_empty(context, empty);
        if (empty) cli_warn(context, empty, "%s", no_models);
    }
    if (list->files->count == 0) return fail_empty(context, named->paths[0]);
    if (!list->overflow) return 0;
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_LIMIT, "more than %zu files", list->max_files);
    return cli_fail(context, NULL, &error);
}

int cli_list_models(const cli_context *context, const cli_files *named, sinew__arena *arena, cli_files *out_files)
{
    model_list list = {.arena = arena, .files = out_files, .max_files = 65536, .max_depth = MAX_LISTED_DEPTH};
    return list_models(context, named, &list);
}

int cli_expand_folders(const cli_context *context, int is_recursive, sinew__arena *arena, cli_files *files)
{
    const cli_files named = *files;
    size_t folders = 0;
    for (size_t i = 0; i < named.count; ++i) folders += (size_t)sinew__is_folder(named.paths[i]);
    model_list list = {.arena = arena,
                       .files = files,
                       .max_files = named.count - folders + 10000,
                       .max_depth = is_recursive ? MAX_LISTED_DEPTH : 0};
    return folders ? list_models(context, &named, &list) : 0;
}

// ---- joining files -------------------------------------------------------------------------------------------------

/// Options for loading several files. All loads have one start time, so that progress counts their total time.
typedef struct joining {
    const sinew_load_options *options; ///< options of the caller
    double begin;                      ///< sinew__now() at the start of the first load
} joining;

typedef struct loaded_files {
    sinew_model *character;
    cli_texts models;         ///< paths of the animation files that are models
    sinew_model **animations; ///< [count] models loaded from these paths; NULL for the first model that failed to load
                              ///< and for all after it
    size_t count;
    sinew_clip_file **clips; ///< [clip_count] the animation files that are clip files
    size_t clip_count;
} loaded_files;

static int progress(void *user, double seconds)
{
    (void)seconds;
    const joining *job = user;
    return job->options->progress ? job->options->progress(job->options->user, sinew__now() - job->begin) : 0;
}

static void warn(void *user, const char *text)
{
    const joining *job = user;
    if (job->options->warn) job->options->warn(job->options->user, text);
}

/// Adds the animations' clips to the character. If that is unsupported and there is only one animation, its clips
/// replace the character's, with a warning.
static sinew_result add_or_replace(joining *job, const loaded_files *files, sinew_model **out_model,
                                   sinew_error *out_error)
{
    sinew_error why;
    const sinew_model *const *animations = (const sinew_model *const *)files->animations;
    sinew_result result =
        sinew__model_add_clips(files->character, animations, (int32_t)files->count, NULL, out_model, &why);
    if (files->count == 1 && (result == SINEW_ERROR_UNSUPPORTED || result == SINEW_ERROR_NO_CURVES)) {
        result = sinew__model_with_clips(files->character, animations[0], NULL, out_model, out_error);
        if (result != SINEW_OK) return result;
        char text[sizeof why.message + 64];
        snprintf(text, sizeof text, "the clips of the file are left out: %s", why.message);
        warn(job, text);
        return SINEW_OK;
    }
    if (result != SINEW_OK) *out_error = why;
    return result;
}

sinew_result cli_read_clip_file(const char *path, sinew_clip_file **out_clip, sinew_error *out_error)
{
    static const size_t max_size = (size_t)256 << 20;
    sinew__file_header header;
    void *bytes = NULL;
    size_t size;
    int file;
    const char *dot = strrchr(path, '.');
    *out_clip = NULL;
    if (!dot || strcmp(dot, ".sinew") != 0 || sinew__file_open(path, &file, &size, NULL) != SINEW_OK) return SINEW_OK;
    const int is_clip = sinew__read_at(file, 0, &header, sizeof header) == (ptrdiff_t)sizeof header &&
                        sinew__is_block_file(&header, sizeof header) && header.flags & SINEW__FILE_IS_CLIP;
    sinew_result result = SINEW_OK;
    if (is_clip && size > max_size)
        result = sinew__fail(out_error, SINEW_ERROR_LIMIT, "the clip has %zu MB, the limit is 256 MB", size >> 20);
    else if (is_clip)
        result = sinew__file_read_open(file, size, &bytes, &size, out_error);
    sinew__close(file);
    if (is_clip && result == SINEW_OK) result = sinew_clip_open(bytes, size, out_clip, out_error);
    sinew_free(bytes);
    return result;
}

/// Opens the clip files among the animations, and lists the other animations as models.
static sinew_result sort_animations(const cli_texts *paths, loaded_files *files, char out_subject[CLI_SUBJECT_SIZE],
                                    sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    files->clips = calloc(paths->count, sizeof *files->clips);
    files->models.items = calloc(paths->count, sizeof *files->models.items);
    if (!files->clips || !files->models.items) return sinew__fail_memory(out_error);
    for (size_t i = 0; i < paths->count && result == SINEW_OK; ++i) {
        sinew_clip_file *clip;
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", paths->items[i]);
        result = cli_read_clip_file(paths->items[i], &clip, out_error);
        if (clip)
            files->clips[files->clip_count++] = clip;
        else
            files->models.items[files->models.count++] = paths->items[i];
    }
    return result;
}

static sinew_result load_animations(const cli_texts *paths, const sinew_load_options *options, loaded_files *files,
                                    char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    if (paths->count == 0) return SINEW_OK;
    sinew_load_options own = *options;
    own.keep_document = 0; // only the character's document is kept
    files->animations = calloc(paths->count, sizeof *files->animations);
    if (!files->animations) return sinew__fail_memory(out_error);
    sinew_result result = SINEW_OK;
    for (; files->count < paths->count && result == SINEW_OK; ++files->count) {
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", paths->items[files->count]);
        result = sinew_model_load(paths->items[files->count], &own, &files->animations[files->count], out_error);
    }
    return result;
}

/// Reads the text of a reference pose: "rest", "bind" or a time of the first clip.
static sinew_result read_reference(const sinew_model *model, const char *text, sinew_reference *out, sinew_error *error)
{
    sinew_time time;
    *out = (sinew_reference){.kind = strcmp(text, "rest") == 0   ? SINEW_REFERENCE_REST
                                     : strcmp(text, "bind") == 0 ? SINEW_REFERENCE_BIND
                                                                 : SINEW_REFERENCE_FRAME};
    if (out->kind != SINEW_REFERENCE_FRAME) return SINEW_OK;
    sinew_result result = sinew_time_parse(text, &time, error);
    if (result != SINEW_OK) return result;
    if (model->clip_count == 0)
        return sinew__fail(error, SINEW_ERROR_NO_CLIP, "there is no clip with the reference pose '%.60s'", text);
    const sinew_time_context where = {.model = model};
    return sinew_time_resolve(&time, &where, &out->time, error);
}

sinew_result cli_find_reference(const cli_context *context, const sinew_model *model, const char *key,
                                sinew_reference *out_reference, sinew_error *out_error)
{
    static const char *const keys[] = {"animation", "character"};
    *out_reference = (sinew_reference){.kind = SINEW_REFERENCE_BEST};
    for (const char *at = context->reference; at && *at;) {
        const size_t length = strcspn(at, ",");
        char text[64];
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        const char *pose = text, *body = keys[0];
        for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
            const size_t prefix = strlen(keys[i]);
            if (strncmp(text, keys[i], prefix) != 0 || text[prefix] != ':') continue;
            body = keys[i];
            pose = text + prefix + 1;
        }
        const sinew_result result =
            strcmp(body, key) == 0 ? read_reference(model, pose, out_reference, out_error) : SINEW_OK;
        if (result != SINEW_OK) return result;
        at += length + (at[length] == ',');
    }
    return SINEW_OK;
}

/// Replaces an animation by a model with the character's joints and the animation's clips. If both skeletons are equal,
/// clips are copied without knowledge of the bodies, unless body parts or reference poses are given.
static sinew_result retarget_animation(const cli_context *context, const sinew_model *character,
                                       const sinew_body_map *character_map, sinew_model **animation,
                                       sinew_error *out_error)
{
    const char *file = context->retarget_map;
    sinew_body_map map;
    sinew_model *retargeted = NULL;
    sinew_retarget_options options = {0};
    sinew_result result = SINEW_OK;
    if (character_map) {
        options = (sinew_retarget_options){.character_map = character_map, .animation_map = &map};
        result = sinew__body_map_read(*animation, file, "animation", &map, out_error);
        if (result == SINEW_OK)
            result = cli_find_reference(context, character, "character", &options.character_reference, out_error);
        if (result == SINEW_OK)
            result = cli_find_reference(context, *animation, "animation", &options.animation_reference, out_error);
    }
    if (result == SINEW_OK) result = sinew__retarget_clips(character, *animation, &options, &retargeted, out_error);
    if (result != SINEW_OK) return result;
    sinew_model_destroy(*animation);
    *animation = retargeted;
    return SINEW_OK;
}

/// Returns whether an animation is retargeted: on request, or because both files have a body map.
static int is_retargeted(const cli_context *context, const sinew_model *character, const sinew_model *animation)
{
    sinew_body_map map;
    return context->retarget || context->retarget_map ||
           (sinew__body_is_stated(character, &map) && sinew__body_is_stated(animation, &map));
}

static sinew_result retarget_animations(const cli_context *context, const char *path, const cli_texts *paths,
                                        loaded_files *files, char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    sinew_body_map character;
    int has_map = 0;
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < files->count && result == SINEW_OK; ++i) {
        if (!is_retargeted(context, files->character, files->animations[i])) continue;
        const int is_named = context->retarget_map || context->reference;
        int is_equal = 0;
        if (!is_named && !sinew__are_equal_skeletons(files->character, files->animations[i], &is_equal))
            return sinew__fail_memory(out_error);
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
        if (!is_equal && !has_map)
            result = sinew__body_map_read(files->character, context->retarget_map, "character", &character, out_error);
        if (result != SINEW_OK) return result;
        has_map |= !is_equal;
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", paths->items[i]);
        result = retarget_animation(context, files->character, is_equal ? NULL : &character, &files->animations[i],
                                    out_error);
    }
    return result;
}

/// Names the file that an error of joining concerns. With several animations, the library's message itself names the
/// animation.
static void name_subject(const char *path, const cli_texts *animations, sinew_result result, char *out_subject)
{
    if (animations->count > 1)
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    else if (result != SINEW_ERROR_NO_CLIP && result != SINEW_ERROR_NO_CURVES)
        snprintf(out_subject, CLI_SUBJECT_SIZE, "%s on %s", animations->items[0], path);
}

/// Loads the files, and returns the character with the animations' clips added. The first animation provides the
/// default clip. If the clips of a single animation cannot be added, because the character is stripped or has other
/// rotation orders, they replace the character's clips, with a warning. Clips are retargeted first with --retarget or
/// --retarget-map, or if both files have a body map. Unless options->only_curves is set, clips are baked within the
/// limits of one load. `out_subject` is filled as by cli_read_animated.
static sinew_result join_files(const cli_context *context, const char *path, const cli_texts *animations,
                               const sinew_load_options *options, sinew_model **out_model,
                               char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    joining job = {options, sinew__now()};
    // only the joined model is baked, because only it is played
    sinew_load_options inputs = *job.options;
    inputs.only_curves = 1;
    inputs.progress = progress;
    inputs.warn = warn;
    inputs.user = &job;
    loaded_files files = {0};
    *out_model = NULL;
    snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    sinew_result result = sinew_model_load(path, &inputs, &files.character, out_error);
    const double start = sinew__load_time();
    if (result == SINEW_OK) result = sort_animations(animations, &files, out_subject, out_error);
    if (result == SINEW_OK) result = load_animations(&files.models, &inputs, &files, out_subject, out_error);
    if (result == SINEW_OK) result = retarget_animations(context, path, &files.models, &files, out_subject, out_error);
    if (result == SINEW_OK && files.count > 0) {
        sinew_model *joined;
        result = add_or_replace(&job, &files, &joined, out_error);
        if (result == SINEW_OK && options->only_curves)
            *out_model = joined;
        else if (result == SINEW_OK) { // bake within the time that the loads left of the limit
            size_t size = 0;
            for (int32_t i = 0; i < joined->source_count; ++i) size += (size_t)joined->sources[i].size;
            const sinew__limits limits = sinew__limits_begin(options, size);
            sinew_bake_options baking = sinew__bake_options_in_load(options->bake_error, limits.memory,
                                                                    sinew__load_time() - start, limits.worker_seconds);
            baking.progress = progress;
            baking.user = &job;
            result = sinew_model_bake(joined, &baking, out_model, out_error);
            sinew_model_destroy(joined);
        }
        name_subject(path, animations, result, out_subject);
    }
    if (result == SINEW_OK && files.clip_count > 0) {
        sinew_model *joined = *out_model;
        result = sinew_model_create_with_clip_files(joined ? joined : files.character, files.clips,
                                                    (int32_t)files.clip_count, out_model, out_error);
        sinew_model_destroy(joined);
        name_subject(path, animations, result, out_subject);
    }
    for (size_t i = 0; i < files.clip_count; ++i) sinew_clip_file_destroy(files.clips[i]);
    free(files.clips);
    free(files.models.items);
    for (size_t i = 0; i < files.count; ++i) sinew_model_destroy(files.animations[i]);
    free(files.animations);
    sinew_model_destroy(files.character);
    return result;
}

// ---- loading -------------------------------------------------------------------------------------------------------

enum { MAX_WARNINGS = 8 }; // warnings of a file that are printed; `info` lists all

void cli_print_warnings(const cli_context *context, const char *path, const sinew_model *model)
{
    int printed = 0, omitted = 0;
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        if (warning->severity == SINEW_SEVERITY_INFO && !context->verbose) continue;
        if (printed == MAX_WARNINGS && !context->verbose) {
            ++omitted;
            continue;
        }
        ++printed;
        const char *object = sinew_text(model, warning->object);
        cli_warn(context, path, "%s: %s%s%s", sinew_text(model, warning->code), object, *object ? ": " : "",
                 sinew_text(model, warning->text));
    }
    if (omitted > 0) cli_warn(context, path, "%d more warnings; sinew info lists them all", omitted);
}

sinew_load_options cli_load_options(const cli_context *context)
{
    return (sinew_load_options){.timeout = context->timeout,
                                .sandbox = (sinew_sandbox)context->sandbox,
                                .memory_limit = (size_t)context->memory_limit,
                                .bake_error = context->error,
                                .texture_path = context->texture_path,
                                .up = (char)context->up,
                                .keep_document = context->keep_document,
                                .cache_folder = context->cache ? context->cache_folder : NULL};
}

void cli_load_warn(void *user, const char *text)
{
    const cli_load_progress *progress = user;
    cli_warn(progress->context, progress->path, "%s", text);
}

sinew_result cli_read_animated(const cli_context *context, const char *path, const cli_texts *animations,
                               const sinew_load_options *options, sinew_model **out_model,
                               char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error)
{
    *out_model = NULL;
    snprintf(out_subject, CLI_SUBJECT_SIZE, "%s", path);
    if (animations->count > 0) return join_files(context, path, animations, options, out_model, out_subject, out_error);
    return sinew_model_load(path, options, out_model, out_error);
}

int cli_check_animation(const cli_context *context, const cli_texts *animations)
{
    if (animations->count == 0 && (context->retarget || context->retarget_map))
        return cli_fail_usage(context, "bad-value", "name the file with the clips", "--retarget needs --anim");
    if (animations->count == 0 || context->engine != SINEW_ENGINE_ASSIMP) return 0;
    return cli_fail_usage(context, "bad-value", "use --engine exact", "--anim: unsupported by the engine 'assimp'");
}

int cli_check_animated_output(const cli_context *context, const char *output, const char *path,
                              const cli_texts *animations)
{
    const int failed = cli_check_output(context, output, &path, 1);
    return failed ? failed : cli_check_output(context, output, animations->items, animations->count);
}

int cli_load_quietly(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                     sinew_model **out_model)
{
    const int failed = cli_check_animation(context, animations);
    if (failed) return failed;
    char subject[CLI_SUBJECT_SIZE];
    sinew_error error;
    cli_load_progress progress = {.context = context, .path = path};
    sinew_load_options options = cli_load_options(context);
    options.only_curves = sinew__engine_info(engine)->source != SINEW__SOURCE_BAKED;
    options.progress = cli_load_progress_show;
    options.warn = cli_load_warn;
    options.user = &progress;
    const sinew_result result = cli_read_animated(context, path, animations, &options, out_model, subject, &error);
    cli_load_progress_end(&progress);
    const int is_retargeted = context->retarget || context->retarget_map;
    if (result == SINEW_ERROR_NO_MATCH && !is_retargeted && !*error.hint)
        sinew__hint(&error, "--retarget transfers the clips to a body with other names");
    return result == SINEW_OK ? 0 : cli_fail_model(context, subject, &error);
}

int cli_load_animated(const cli_context *context, const char *path, const cli_texts *animations, sinew_engine engine,
                      sinew_model **out_model)
{
    const int failed = cli_load_quietly(context, path, animations, engine, out_model);
    if (!failed) cli_print_warnings(context, path, *out_model);
    return failed;
}

int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model)
{
    return cli_load_animated(context, path, &(cli_texts){0}, engine, out_model);
}

sinew_engine cli_engine_of_model(const cli_context *context, const char *path, const sinew_model *model,
                                 sinew_engine engine)
{
    if (engine != SINEW_ENGINE_EXACT || !model->info->is_stripped) return engine;
    if (context->engine == SINEW_ENGINE_EXACT)
        cli_warn(context, path, "the model was stripped of its curves: poses are computed by the engine 'fast'");
    return SINEW_ENGINE_FAST;
}

int cli_check_curves(const cli_context *context, const char *path, const sinew_model *model)
{
    sinew_error error;
    const sinew_result result = sinew__check_curves(model, &error);
    return result == SINEW_OK ? 0 : cli_fail_model(context, path, &error);
}

int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip)
{
    sinew_error error;
    const sinew_result result = sinew_model_find_clip(model, pattern, out_clip, &error);
    return result == SINEW_OK ? 0 : cli_fail_model(context, path, &error);
}

// ---- progress ------------------------------------------------------------------------------------------------------

/// Seconds after which an import shows a progress line.
static const double display_delay = 0.5;

int cli_load_progress_show(void *user, double seconds)
{
    cli_load_progress *progress = user;
    if (seconds < display_delay || !cli_progress_is_wanted(progress->context)) return 0;
    if (!progress->shown) sinew__key_mode_enter();
    const int tenths = (int)(seconds * 10);
    if (tenths == progress->shown) return sinew__key_mode_read() == 'q';
    progress->shown = tenths;
    char name[48]; // the line must not wrap, because it could not be erased then
    sinew__printable(sinew__base_name(progress->path), name, sizeof name);
    char line[120];
    snprintf(line, sizeof line, "sinew: %s %s, %.1f s%s", progress->verb ? progress->verb : "reading", name, seconds,
             sinew__key_mode_is_on() ? "; press q to cancel" : "");
    cli_progress_put_line(line);
    return sinew__key_mode_read() == 'q';
}

void cli_load_progress_end(cli_load_progress *progress)
{
    if (!progress->shown) return;
    cli_progress_put_line(NULL);
    sinew__key_mode_leave();
}
