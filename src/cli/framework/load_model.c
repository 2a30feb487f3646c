#include "cli/framework/load_model.h"

#include <stdio.h>

#include "cli/framework/join_files.h"
#include "cli/framework/load_progress.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "model/key_times.h"

enum { MAX_WARNINGS = 8 }; // on stderr; `info` lists all

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
                                .bake_error = context->bake_error,
                                .texture_path = context->texture_path,
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
    if (animations->count > 0)
        return cli_join_files(context, path, animations, options, out_model, out_subject, out_error);
    return sinew_model_load_file(path, options, out_model, out_error);
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
    options.unbaked = sinew_engine_info(engine)->source != SINEW_SOURCE_BAKED;
    options.progress = cli_load_progress_show;
    options.warn = cli_load_warn;
    options.user = &progress;
    const sinew_result result = cli_read_animated(context, path, animations, &options, out_model, subject, &error);
    cli_load_progress_end(&progress);
    return result == SINEW_OK ? 0 : cli_fail(context, subject, &error);
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
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip)
{
    sinew_error error;
    const sinew_result result = sinew_model_find_clip(model, pattern, out_clip, &error);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}
