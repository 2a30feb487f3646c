/// sinew bench FILE
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "author/bake/bake_block.h"
#include "core/base/cpu.h"
#include "core/platform/clock.h"
#include "core/platform/folder.h"
#include "core/platform/thread.h"
#include "import/cache/cache.h"
#include "program/cli/bench/bench.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

enum { MAX_THREADS = 256, ROUNDS = 5 };

typedef struct bench_settings {
    const char *clip;
    cli_texts animations;
    double seconds;
    int kernels; ///< index in sinew__kernel_names; -1: the fastest that the processor supports
    int32_t characters;
    int32_t threads; ///< 0: one per core
} bench_settings;

static const bench_settings defaults = {.seconds = 4, .kernels = -1, .characters = 1000};

static const cli_option options[] = {
    CLI_CLIP_OPTION(bench_settings, clip),
    CLI_ANIM_OPTION(bench_settings, animations),
    {"seconds", 0, CLI_NUMBER, "N", "measure for about N seconds (4)", CLI_FIELD(bench_settings, seconds), .min = 0.1,
     .max = 3600},
    {"kernels", 0, CLI_CHOICE, "NAME", "use these kernels (the fastest)", CLI_FIELD(bench_settings, kernels),
     .choice_at = sinew__kernel_at},
    {"crowd", 0, CLI_WHOLE, "N", "measure a crowd of N characters (1000)", CLI_FIELD(bench_settings, characters),
     .min = 1, .max = 100000},
    {"threads", 0, CLI_WHOLE, "N", "measure the crowd on one thread and on N threads (one per core)",
     CLI_FIELD(bench_settings, threads), .min = 1, .max = MAX_THREADS},
    {0},
};

// ---- loading and baking -------------------------------------------------------------------------------------------

enum { MAX_IMPORTS = 5, OPENS_PER_IMPORT = 10 };

/// Durations in seconds of imports, bakes and loads from the cache.
typedef struct load_times {
    double imports[MAX_IMPORTS], bakes[MAX_IMPORTS], opens[MAX_IMPORTS * OPENS_PER_IMPORT];
    size_t import_count, bake_count, open_count;
} load_times;

/// Measures imports, each followed by a bake and by loads from a temporary cache. Returns 0 with the last model in
/// *out_model, or the exit code after printing the error.
static int measure_loads(const cli_context *context, const bench_settings *settings, cli_bench_results *results,
                         sinew_model **out_model)
{
    load_times times = {.import_count = 0};
    cli_context without = *context, with = *context;
    char folder[4096];
    // an empty directory for the cache; "" if it cannot be created
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/sinew-bench-XXXXXX", parent && *parent == '/' ? parent : "/tmp");
    if (!mkdtemp(folder)) *folder = '\0';
    without.cache = 0;
    with.cache = 1;
    with.cache_folder = folder;
    const double end = sinew__now() + settings->seconds / 5;
    int failed;
    *out_model = NULL;
    do {
        sinew_model_destroy(*out_model);
        const double start = sinew__now();
        failed = cli_load_quietly(&without, results->path, &settings->animations, SINEW_ENGINE_FAST, out_model);
        times.imports[times.import_count++] = sinew__now() - start;
        if (!failed) failed = cli_check_curves(context, results->path, *out_model);
        if (!failed) {
            const sinew_bake_options how = {.error = context->error};
            void *block;
            size_t size;
            const double begun = sinew__thread_time();
            if (sinew__baked_block(*out_model, &how, &block, &size, NULL) == SINEW_OK) {
                times.bakes[times.bake_count++] = sinew__thread_time() - begun;
                sinew_free(block);
            }
        }
        // the first load fills the cache and is not measured
        for (int i = 0; !failed && *folder && i <= OPENS_PER_IMPORT; ++i) {
            sinew_model *model;
            const double begun = sinew__now();
            if (cli_load_quietly(&with, results->path, &settings->animations, SINEW_ENGINE_FAST, &model) != 0) break;
            if (i > 0) times.opens[times.open_count++] = sinew__now() - begun;
            sinew_model_destroy(model);
        }
    } while (!failed && times.import_count < MAX_IMPORTS && sinew__now() < end);
    sinew__cache_totals totals;
    if (*folder && sinew__cache_folder_clear(folder, &totals, NULL) == SINEW_OK) sinew__folder_remove(folder);
    results->values[CLI_BENCH_IMPORT] = cli_bench_value(times.imports, times.import_count);
    if (times.bake_count) results->values[CLI_BENCH_BAKE] = cli_bench_value(times.bakes, times.bake_count);
    if (times.open_count) results->values[CLI_BENCH_OPEN] = cli_bench_value(times.opens, times.open_count);
    return failed;
}

// ---- playing ------------------------------------------------------------------------------------------------------

static void (*const runs[CLI_BENCH_ROWS])(void *) = {
    [CLI_BENCH_PLAY] = cli_bench_play,         [CLI_BENCH_SEEK] = cli_bench_seek, [CLI_BENCH_SAMPLE] = cli_bench_sample,
    [CLI_BENCH_BLEND] = cli_bench_blend,       [CLI_BENCH_SKIN] = cli_bench_skin, [CLI_BENCH_CROWD] = cli_bench_tick,
    [CLI_BENCH_CROWD_THREADS] = cli_bench_tick};

static int takes_part(const cli_bench_results *results, int row)
{
    if (row == CLI_BENCH_SAMPLE) return results->baked.frame_count > 0;
    if (row == CLI_BENCH_SKIN) return results->vertices > 0;
    if (row == CLI_BENCH_CROWD_THREADS && results->threads == 1) return 0;
    return row < CLI_BENCH_CROWD || results->model->skin_joint_count > 0; // a crowd is evaluated to palettes, which
                                                                          // need skin joints
}

static int measure(double seconds, cli_bench_results *results)
{
    cli_bench_work works[CLI_BENCH_ROWS] = {{0}};
    cli_contender contenders[CLI_BENCH_ROWS];
    int rows[CLI_BENCH_ROWS], count = 0, done = 1;
    for (int row = CLI_BENCH_PLAY; row < CLI_BENCH_ROWS && done; ++row) {
        if (!takes_part(results, row)) continue;
        done = cli_bench_open(results->model, results->clip, &works[row]);
        if (done && row == CLI_BENCH_SKIN) done = cli_bench_open_skin(&works[row]);
        if (done && row >= CLI_BENCH_CROWD)
            done =
                cli_bench_open_crowd(&works[row], results->characters, row == CLI_BENCH_CROWD ? 1 : results->threads);
        rows[count] = row;
        contenders[count++] =
            (cli_contender){.run = runs[row], .work = &works[row], .by_wall_clock = row == CLI_BENCH_CROWD_THREADS};
    }
    if (done) done = cli_bench_rounds(contenders, (size_t)count, ROUNDS, seconds);
    for (int i = 0; i < count && done; ++i) results->values[rows[i]] = contenders[i].value;
    for (int row = 0; row < CLI_BENCH_ROWS; ++row) cli_bench_close(&works[row]);
    return done;
}

// ---- the command --------------------------------------------------------------------------------------------------

static int run(const cli_context *context, const void *data, const cli_files *files)
{
    const bench_settings *settings = data;
    const int cores = sinew__processor_count();
    cli_bench_results results = {.path = files->paths[0],
                                 .characters = settings->characters,
                                 .threads = settings->threads     ? settings->threads
                                            : cores > MAX_THREADS ? MAX_THREADS
                                                                  : cores};
    sinew_model *model = NULL;
    sinew_error error;
    if (settings->kernels >= 0 && sinew__force_kernels(sinew__kernel_names[settings->kernels], &error) != SINEW_OK)
        return cli_fail_usage(context, "bad-value", "leave it out to use the fastest that the processor runs",
                              "--kernels: %s", error.message);
    int failed = measure_loads(context, settings, &results, &model);
    if (!failed) failed = cli_find_clip(context, results.path, model, settings->clip, &results.clip);
    if (!failed) {
        results.model = model;
        if (results.clip != SINEW_NONE) results.baked = sinew_clip_baked_info(model, results.clip);
        results.vertices = cli_bench_skinned_vertices(model, &results.influences);
        if (!measure(settings->seconds * 4 / 5, &results)) failed = cli_fail_memory(context);
    }
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
    .summary = "measure loading, baking, posing and skinning of a file",
    .usage = "FILE [--seconds N] [--clip CLIP] [--kernels NAME] [--crowd N] [--threads N]",
    .description =
        "Measurements take turns in rounds; the median is reported. spread is half the interquartile range.\n"
        "Times are processor time of the thread. Only loading, and crowds on several threads, are measured in "
        "wall-clock time. Bytes are the bytes per second of the clip. The error is the largest displacement that "
        "baking causes, as a fraction of the model's diagonal.",
    .options = options,
    .settings_size = sizeof(bench_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .examples = "sinew bench walk.fbx\n"
                "sinew bench walk.fbx --kernels avx2\n"
                "sinew bench walk.fbx --seconds 1 --json > cost.json",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 300,
};
