/// sinew bench [FILE]
#include <math.h>

#include "cli/bench_model.h"
#include "cli/bench_report.h"
#include "cli/commands.h"
#include "cli/load_model.h"
#include "cli/output.h"
#include "cli/report.h"

enum { MOST_IMPORTS = 5 };

typedef struct bench_settings {
    const char *clip;
    double seconds;
} bench_settings;

static const bench_settings defaults = {.seconds = 4};

static const cli_option options[] = {
    CLI_CLIP_OPTION(bench_settings, clip),
    {"seconds", 0, CLI_NUMBER, "N", "how long to measure, about (default 4)", CLI_FIELD(bench_settings, seconds),
     .at_least = 0.1, .at_most = 3600},
    {0},
};

/// The character that is timed where there is no file: 69 joints, 15 seconds, 55 000 vertices.
static const cli_bench_size usual = {.joints = 69, .vertices = 55000, .frames = 450};

/// Loads the file, again while `seconds` allow it; the median of the loads.
static int load_file(const cli_context *context, const char *path, double seconds, sinew_model **out_model,
                     cli_figure *out)
{
    double times[MOST_IMPORTS];
    size_t count = 0;
    const double end = cli_bench_now() + seconds;
    *out_model = NULL;
    do {
        sinew_model_destroy(*out_model);
        const double start = cli_bench_now();
        const int failed = cli_load_model_quietly(context, path, out_model);
        if (failed) return failed;
        times[count++] = cli_bench_now() - start;
    } while (count < MOST_IMPORTS && cli_bench_now() < end);
    *out = cli_bench_figure(times, count);
    return 0;
}

static int load(const cli_context *context, const bench_settings *settings, cli_bench_results *results,
                sinew_model **out_model)
{
    sinew_error error;
    if (results->path) return load_file(context, results->path, settings->seconds / 8, out_model, &results->import);
    results->import.seconds = (double)NAN;
    return cli_bench_model(usual, out_model, &error) == SINEW_OK ? 0 : cli_fail(context, NULL, &error);
}

/// An eighth of the time goes to each thing, a quarter to each of the large ones.
static int measure(const cli_context *context, const bench_settings *settings, const sinew_model *model,
                   cli_bench_results *results)
{
    int32_t clip;
    const double part = settings->seconds / 8;
    const int failed = cli_find_clip(context, results->path, model, settings->clip, &clip);
    if (failed) return failed;
    int done = cli_measure_pose(model, clip, 2 * part, &results->pose) &&
               cli_measure_skin(model, clip, 2 * part, &results->skin) && cli_measure_open(model, part, &results->open);
    results->exponents = (cli_bench_exponents){(double)NAN, (double)NAN};
    if (done && !results->path) done = cli_measure_exponents(2 * part, &results->exponents);
    return done ? 0 : cli_fail_memory(context);
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    cli_bench_results results = {.path = files->count ? files->paths[0] : NULL};
    sinew_model *model = NULL;
    int failed = load(context, settings, &results, &model);
    if (!failed) failed = measure(context, settings, model, &results);
    if (!failed) {
        sinew__buffer out = {0};
        if (context->json)
            cli_bench_put_json(&results, &out);
        else
            cli_bench_put_text(&results, cli_wants_color(context), &out);
        failed = cli_write_stdout(context, &out);
    }
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_bench = {
    .name = "bench",
    .summary = "times this machine on a file, or on a generated character",
    .usage = "[FILE] [--seconds N] [--clip C]",
    .description = "Contenders take turns in rounds; what counts is the median. spread is half of what lies between "
                   "the quartiles.\n"
                   "faster is in comparison with the reference: the recursive walk over authored curves, the plain "
                   "loop over vertices.",
    .options = options,
    .settings_size = sizeof(bench_settings),
    .defaults = &defaults,
    .min_files = 0,
    .max_files = 1,
    .run = run,
};
