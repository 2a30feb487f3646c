#include "cli/load_model.h"

#include "cli/load_progress.h"
#include "cli/report.h"

enum { MOST_WARNINGS = 8 }; // on stderr; `info` shows them all

void cli_print_warnings(const cli_context *context, const char *path, const sinew_model *model)
{
    int printed = 0, left_out = 0;
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        if (warning->severity == SINEW_SEVERITY_INFO && !context->verbose) continue;
        if (printed == MOST_WARNINGS && !context->verbose) {
            ++left_out;
            continue;
        }
        ++printed;
        cli_warn(context, path, "%s: %s", sinew_text(model, warning->code), sinew_text(model, warning->text));
    }
    if (left_out > 0) cli_warn(context, path, "%d more; sinew info shows them all", left_out);
}

sinew_load_options cli_load_options(const cli_context *context)
{
    return (sinew_load_options){.timeout = context->timeout,
                                .memory_limit = (size_t)context->memory_limit,
                                .bake_error = context->bake_error,
                                .texture_path = context->texture_path};
}

int cli_load_model_quietly(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model)
{
    sinew_error error;
    cli_load_progress progress = {.context = context, .path = path};
    sinew_load_options options = cli_load_options(context);
    options.unbaked = sinew_engine_info(engine)->source != SINEW_SOURCE_ROWS;
    options.progress = cli_load_progress_show;
    options.user = &progress;
    const sinew_result result = sinew_model_load_file(path, &options, out_model, &error);
    cli_load_progress_end(&progress);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

int cli_load_model(const cli_context *context, const char *path, sinew_engine engine, sinew_model **out_model)
{
    const int failed = cli_load_model_quietly(context, path, engine, out_model);
    if (!failed) cli_print_warnings(context, path, *out_model);
    return failed;
}

int cli_find_clip(const cli_context *context, const char *path, const sinew_model *model, const char *pattern,
                  int32_t *out_clip)
{
    sinew_error error;
    const sinew_result result = sinew_model_find_clip(model, pattern, out_clip, &error);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}
