/// sinew bake FILE -o OUT.sinew
#include <stdlib.h>

#include "cli/framework/command.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/output_name.h"
#include "cli/framework/report.h"
#include "platform/file.h"
#include "sinew/bake.h"

typedef struct bake_settings {
    const char *animation, *output;
} bake_settings;

static const cli_option options[] = {
    CLI_ANIM_OPTION(bake_settings, animation),
    {"output", 'o', CLI_TEXT, "FILE.sinew", "write to this file; {file} is the name of FILE; - is stdout",
     CLI_FIELD(bake_settings, output), .complete = CLI_COMPLETE_FILE},
    {0},
};

/// Prints the warnings of the baking, which follow those of the load.
static void print_new_warnings(const cli_context *context, const char *path, const sinew_model *before,
                               const sinew_model *baked)
{
    for (int32_t i = before->warning_count; i < baked->warning_count; ++i) {
        const sinew_warning *warning = &baked->warnings[i];
        cli_warn(context, path, "%s: %s: %s", sinew_text(baked, warning->code), sinew_text(baked, warning->object),
                 sinew_text(baked, warning->text));
    }
}

static int write_file(const cli_context *context, const char *path, const sinew_model *model, const char *output)
{
    sinew_error error;
    void *bytes;
    size_t size;
    if (sinew_model_save_memory(model, &bytes, &size, &error) != SINEW_OK) return cli_fail(context, path, &error);
    sinew__buffer file = {.text = bytes, .size = size, .capacity = size};
    return cli_write_output(context, output, &file);
}

static int bake_model(const cli_context *context, const char *path, const sinew_model *model, const char *output)
{
    sinew_error error;
    void *block;
    size_t size;
    sinew_model *baked = NULL;
    const sinew_bake_options bake_options = {.error = context->bake_error,
                                             .encoding = context->matrix_frames > 0 ? SINEW_ENCODING_MATRIX_FRAMES
                                                                                    : SINEW_ENCODING_COMPACT,
                                             .matrix_frame_limit = (size_t)context->matrix_frames};
    sinew_result result = sinew_model_bake(model, &bake_options, &block, &size, &error);
    if (result == SINEW_OK) result = sinew_model_from_block(block, size, &baked, &error);
    if (result != SINEW_OK) return cli_fail(context, path, &error);
    print_new_warnings(context, path, model, baked);
    const int failed = write_file(context, path, baked, output);
    sinew_model_destroy(baked);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const bake_settings *bake = settings;
    const char *path = files->paths[0];
    if (!bake->output) return cli_fail_usage(context, "missing-option", "use -o walk.sinew", "bake needs -o");
    const char *const inputs[] = {path, bake->animation};
    char *output;
    sinew_model *model = NULL;
    int failed = cli_name_output(context, bake->output, path, &output);
    if (!failed) failed = cli_check_output(context, output, inputs, 2);
    if (!failed) failed = cli_check_extension(context, output, ".sinew");
    if (!failed) failed = cli_load_animated(context, path, bake->animation, SINEW_ENGINE_EXACT, &model);
    if (!failed) failed = bake_model(context, path, model, output);
    sinew_model_destroy(model);
    free(output);
    return failed;
}

const cli_command cli_bake = {
    .name = "bake",
    .summary = "write one .sinew file that loads without an importer",
    .usage = "FILE [--anim FILE] -o OUT.sinew",
    .description =
        "The file contains the whole model in its memory layout, with its clips baked for playback and their keys "
        "packed. The "
        "library loads it with sinew_model_load_memory; every command accepts it as input. Embedded images are "
        "included. "
        "Other images stay in their own files, and sinew searches for them beside the .sinew file.",
    .options = options,
    .settings_size = sizeof(bake_settings),
    .min_files = 1,
    .max_files = 1,
    .run = run,
};
