#define _POSIX_C_SOURCE 200809L
#include "cli/bench/bench_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cache/cache_folder.h"
#include "cli/framework/load_model.h"
#include "platform/clock.h"
#include "platform/folder.h"

enum { MAX_IMPORTS = 5, OPENS_PER_ROUND = 10, MAX_OPENS = MAX_IMPORTS * OPENS_PER_ROUND };

static double time_load(const cli_context *context, const char *path, const cli_texts *animations,
                        sinew_model **out_model, int *out_failed)
{
    const double start = sinew__now();
    *out_failed = cli_load_quietly(context, path, animations, SINEW_ENGINE_FAST, out_model);
    return sinew__now() - start;
}

/// Loads once to fill the cache, then measures a round of loads. Returns their number.
static size_t time_opens(const cli_context *context, const char *path, const cli_texts *animations, double *out_times)
{
    sinew_model *model;
    int failed;
    (void)time_load(context, path, animations, &model, &failed);
    if (failed) return 0;
    sinew_model_destroy(model);
    for (size_t i = 0; i < OPENS_PER_ROUND; ++i) {
        out_times[i] = time_load(context, path, animations, &model, &failed);
        if (failed) return 0;
        sinew_model_destroy(model);
    }
    return OPENS_PER_ROUND;
}

/// Creates an empty directory for the cache of this run; "" on failure.
static void make_cache_folder(char *out, size_t size)
{
    const char *parent = getenv("TMPDIR");
    snprintf(out, size, "%s/sinew-bench-XXXXXX", parent && *parent == '/' ? parent : "/tmp");
    if (!mkdtemp(out)) *out = '\0';
}

static void remove_cache_folder(const char *folder)
{
    sinew__cache_totals totals;
    if (*folder && sinew__cache_folder_clear(folder, &totals, NULL) == SINEW_OK) sinew__folder_remove(folder);
}

int cli_measure_load(const cli_context *context, const char *path, const cli_texts *animations, double seconds,
                     sinew_model **out_model, cli_value *out_import, cli_value *out_open)
{
    double imports[MAX_IMPORTS], opens[MAX_OPENS];
    size_t import_count = 0, open_count = 0;
    char folder[4096];
    int failed;
    make_cache_folder(folder, sizeof folder);
    cli_context without = *context, with = *context;
    without.cache = 0;
    with.cache = 1;
    with.cache_folder = folder;
    const double end = sinew__now() + seconds;
    *out_model = NULL;
    do {
        sinew_model_destroy(*out_model);
        imports[import_count++] = time_load(&without, path, animations, out_model, &failed);
        if (!failed && *folder) open_count += time_opens(&with, path, animations, opens + open_count);
    } while (!failed && import_count < MAX_IMPORTS && sinew__now() < end);
    remove_cache_folder(folder);
    *out_open = (cli_value){(double)NAN, 0};
    if (open_count) *out_open = cli_bench_value(opens, open_count);
    *out_import = cli_bench_value(imports, import_count);
    return failed;
}
