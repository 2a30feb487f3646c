/// sinew cache
#include "core/base/json.h"
#include "import/cache/cache.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"

typedef struct cache_settings {
    int check, clear;
} cache_settings;

static const cli_option options[] = {
    {"check", 0, CLI_ACTION, NULL, "verify every file and remove damaged ones", CLI_FIELD(cache_settings, check)},
    {"clear", 0, CLI_ACTION, NULL, "remove all files", CLI_FIELD(cache_settings, clear)},
    {0},
};

/// Puts a size with a decimal unit, such as "1.5 MB".
static void put_bytes(double bytes, sinew__buffer *out)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < sizeof units / sizeof *units; ++unit) bytes /= 1000;
    sinew__buffer_format(out, unit ? "%.3g %s" : "%.0f %s", bytes, units[unit]);
}

static void show_progress(void *user, size_t done, size_t total)
{
    cli_progress_set(user, done, total);
}

static int run(const cli_context *context, const void *data, const cli_files *files)
{
    (void)files;
    const cache_settings *settings = data;
    sinew__cache_totals totals;
    sinew_error error;
    if (!context->cache_folder)
        return cli_fail_usage(context, "no-cache", "set SINEW_CACHE_DIR", "no cache directory ($HOME is unset)");
    sinew_result result;
    if (settings->clear) {
        result = sinew__cache_folder_clear(context->cache_folder, &totals, &error);
    } else if (settings->check) {
        cli_progress shown = cli_progress_begin(context, "verified", "files", 0);
        const sinew__cache_progress progress = {show_progress, &shown};
        result = sinew__cache_folder_check(context->cache_folder, &progress, &totals, &error);
        cli_progress_end(&shown);
    } else {
        result = sinew__cache_folder_count(context->cache_folder, &totals, &error);
    }
    if (result != SINEW_OK) return cli_fail(context, context->cache_folder, &error);
    sinew__buffer out = {0};
    if (context->json) {
        sinew__json_writer json = sinew__json_begin(&out);
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.cache/1");
        sinew__json_put_text(&json, "folder", context->cache_folder);
        sinew__json_put_whole(&json, "files", (int64_t)totals.files);
        sinew__json_put_whole(&json, "bytes", (int64_t)totals.bytes);
        sinew__json_put_whole(&json, "limit", (int64_t)SINEW__CACHE_LIMIT);
        sinew__json_put_whole(&json, "removed", (int64_t)totals.removed);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&out, '\n');
    } else {
        sinew__buffer_put_printable(&out, context->cache_folder);
        sinew__buffer_format(&out, "\n  %zu %s, ", totals.files, totals.files == 1 ? "file" : "files");
        put_bytes((double)totals.bytes, &out);
        sinew__buffer_put_text(&out, " of at most ");
        put_bytes((double)SINEW__CACHE_LIMIT, &out);
        if (totals.removed || settings->clear)
            sinew__buffer_format(&out, "; %zu %sremoved", totals.removed, settings->clear ? "" : "damaged and ");
        else if (settings->check)
            sinew__buffer_put_text(&out, "; none damaged");
        sinew__buffer_put_character(&out, '\n');
    }
    const int failed = cli_write_stdout(context, &out);
    const int found = settings->check && !settings->clear && totals.removed > 0;
    return failed ? failed : found ? CLI_EXIT_FOUND : CLI_EXIT_OK;
}

const cli_command cli_cache = {
    .name = "cache",
    .summary = "show, verify or clear the model cache",
    .usage = "[--check] [--clear]",
    .description =
        "The cache holds imported models. A file is loaded from the cache while the file, its side files and the "
        "import "
        "options are unchanged. The cache may be removed at any time; --no-cache disables it for one command.\n"
        "With --check the exit code is 1 when a file was damaged.",
    .options = options,
    .settings_size = sizeof(cache_settings),
    .min_files = 0,
    .max_files = -1,
    .examples = "sinew cache\n"
                "sinew cache --check\n"
                "sinew cache --clear",
    .run = run,
    .seconds = 60,
};
