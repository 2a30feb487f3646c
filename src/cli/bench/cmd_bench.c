/// sinew bench [FILE]
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/bench_load.h"
#include "cli/bench/bench_mix.h"
#include "cli/bench/bench_model.h"
#include "cli/bench/bench_report.h"
#include "cli/framework/command.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "platform/machine.h"

enum { MAX_CROWDS = 16, MAX_CHARACTERS = 100000 };

typedef struct bench_settings {
    const char *clip, *characters, *output;
    cli_texts animations;
    double seconds;
    int32_t threads;  ///< 0: one per core
    int32_t vertices; ///< 0: the default_size
} bench_settings;

static const bench_settings defaults = {.seconds = 4, .characters = "1,10,100,1000"};

static const cli_option options[] = {
    CLI_CLIP_OPTION(bench_settings, clip),
    CLI_ANIM_OPTION(bench_settings, animations),
    {"seconds", 0, CLI_NUMBER, "N", "measure for about N seconds (4)", CLI_FIELD(bench_settings, seconds), .min = 0.1,
     .max = 3600},
    {"characters", 0, CLI_TEXT, "N,N…", "measure crowds of these sizes (1,10,100,1000)",
     CLI_FIELD(bench_settings, characters)},
    {"threads", 0, CLI_WHOLE, "N", "measure crowds on one thread and on N threads (one per core)",
     CLI_FIELD(bench_settings, threads), .min = 1, .max = 256},
    {"vertices", 0, CLI_WHOLE, "N", "set the vertex count of the generated character (55000)",
     CLI_FIELD(bench_settings, vertices), .min = 16, .max = 16000000},
    {"output", 'o', CLI_TEXT, "FILE.svg", "write a chart of cost against crowd size; - is stdout",
     CLI_FIELD(bench_settings, output), .complete = CLI_COMPLETE_FILE},
    {0},
};

/// The character that is timed without a file: 69 joints, 15 seconds, 55 000 vertices.
static const cli_bench_size default_size = {.joints = 69, .vertices = 55000, .frames = 450};

static int load(const cli_context *context, const bench_settings *settings, cli_bench_results *results,
                sinew_model **out_model)
{
    sinew_error error;
    if (results->path) {
        const int failed = cli_measure_load(context, results->path, &settings->animations, settings->seconds / 10,
                                            out_model, &results->import, &results->open);
        return failed ? failed : cli_check_curves(context, results->path, *out_model);
    }
    results->import.seconds = (double)NAN;
    cli_bench_size size = default_size;
    if (settings->vertices) size.vertices = settings->vertices;
    return cli_bench_model(size, out_model, &error) == SINEW_OK ? 0 : cli_fail(context, NULL, &error);
}

/// Lists the sizes in "1,10,100" on one thread, then on `threads` if that is more. Returns the number of entries; 0 for
/// an invalid text.
static size_t list_crowds(const char *text, int32_t threads, cli_bench_crowd *out)
{
    size_t count = 0;
    for (const char *from = text;; ++from) {
        char *end;
        const long characters = *from >= '0' && *from <= '9' ? strtol(from, &end, 10) : 0;
        if (characters < 1 || characters > MAX_CHARACTERS || count == MAX_CROWDS) return 0;
        out[count++] = (cli_bench_crowd){.characters = (int32_t)characters, .threads = 1};
        if (*end == '\0') break;
        if (*end != ',') return 0;
        from = end;
    }
    if (threads == 1) return count;
    for (size_t i = 0; i < count; ++i)
        out[count + i] = (cli_bench_crowd){.characters = out[i].characters, .threads = threads};
    return count * 2;
}

static int choose_crowds(const cli_context *context, const bench_settings *settings, cli_bench_crowd *out,
                         size_t *out_count)
{
    const int cores = sinew__processor_count();
    const int32_t threads = settings->threads ? settings->threads : cores > 256 ? 256 : cores;
    *out_count = list_crowds(settings->characters, threads, out);
    if (*out_count) return 0;
    return cli_fail_usage(context, "bad-value", "expected up to 16 whole numbers from 1 to 100000, such as 1,100,1000",
                          "--characters: '%s' is not a list of crowd sizes", settings->characters);
}

static int fail_no_crowd(const cli_context *context, const char *path)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_MESH, "no mesh: the chart needs a crowd");
    return cli_fail(context, path, &error);
}

/// Poses, crowds, blending and skinning get a fifth of the time each, the rest a tenth or less.
static int measure(const cli_context *context, const bench_settings *settings, const sinew_model *model,
                   cli_bench_crowd *crowds, cli_bench_results *results)
{
    int32_t clip;
    const double part = settings->seconds / 10;
    const int failed = cli_find_clip(context, results->path, model, settings->clip, &clip);
    if (failed) return failed;
    if (model->skin_joint_count == 0) results->crowd_count = 0; // a crowd consists of palettes
    if (results->crowd_count == 0 && settings->output) return fail_no_crowd(context, results->path);
    int done = cli_measure_pose(model, clip, 2 * part, &results->pose) &&
               cli_measure_crowds(model, clip, 2 * part, crowds, results->crowd_count, &results->alone) &&
               cli_measure_mix(model, clip, 2 * part, &results->mix) &&
               cli_measure_skin(model, clip, 2 * part, &results->skin) &&
               (results->path || cli_measure_open(model, part / 2, &results->open));
    results->exponents = (cli_bench_exponents){(double)NAN, (double)NAN, (double)NAN};
    if (done && !results->path) done = cli_measure_exponents(part, &results->exponents);
    return done ? 0 : cli_fail_memory(context);
}

/// Writes the chart to -o, and the results to stdout unless the chart is written there.
static int write_results(const cli_context *context, const char *output, const cli_bench_results *results)
{
    sinew__buffer out = {0};
    if (output) {
        cli_put_crowd_chart(results->crowds, results->crowd_count, &out);
        const int failed = cli_write_output(context, output, &out);
        if (failed || strcmp(output, "-") == 0) return failed;
        out = (sinew__buffer){0};
    }
    if (context->json)
        cli_bench_put_json(results, &out);
    else
        cli_bench_put_text(results, cli_wants_color(context), &out);
    return cli_write_stdout(context, &out);
}

static int run(const cli_context *context, const void *data, const cli_files *files)
{
    const bench_settings *settings = data;
    if (files->count && settings->vertices) {
        return cli_fail_usage(context, "bad-value", "use one of them",
                              "--vertices applies to the generated character, not to a FILE");
    }
    if (!files->count && settings->animations.count > 0)
        return cli_fail_usage(context, "bad-value", "use sinew bench CHARACTER --anim FILE", "--anim needs a FILE");
    cli_bench_crowd crowds[2 * MAX_CROWDS];
    cli_bench_results results = {.path = files->count ? files->paths[0] : NULL, .crowds = crowds};
    sinew_model *model = NULL;
    int failed = settings->output
                     ? cli_check_animated_output(context, settings->output, results.path, &settings->animations)
                     : 0;
    if (!failed && settings->output) failed = cli_check_extension(context, settings->output, ".svg");
    if (!failed) failed = choose_crowds(context, settings, crowds, &results.crowd_count);
    if (!failed) failed = load(context, settings, &results, &model);
    if (!failed) failed = measure(context, settings, model, crowds, &results);
    if (!failed) failed = write_results(context, settings->output, &results);
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_bench = {
    .name = "bench",
    .summary = "measure speed on a file or on a generated character",
    .usage = "[FILE] [--seconds N] [--clip C] [--characters 1,100,1000] [--threads N] [--vertices N] [-o cost.svg]",
    .description =
        "Measurements take turns in rounds; the median is reported. spread is half the interquartile range.\n"
        "Times are the thread's processor time. Only the table of crowds and opening a file use the wall clock.\n"
        "faster is the speedup over what tutorials write in float: for poses a hierarchy walk that finds channels by "
        "name,\n"
        "for skinning a loop over vertices with four influences each; for crowds, over a single character.",
    .options = options,
    .settings_size = sizeof(bench_settings),
    .defaults = &defaults,
    .min_files = 0,
    .max_files = 1,
    .examples = "sinew bench walk.fbx --seconds 1\n"
                "sinew bench --seconds 1 --json > cost.json\n"
                "sinew bench walk.fbx --seconds 1 --characters 1,10,100 -o cost.svg",
    .run = run,
};
