// `sinew library plan`, `work` and `merge`: an update that several machines measure.
#include "program/cli/library/library_commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "program/cli/framework/report.h"
#include "program/library/database.h"
#include "program/library/shards.h"

char *cli_path_below(const char *folder, const char *name)
{
    sinew__buffer path = {0};
    sinew__buffer_put_text(&path, folder);
    if (path.size && path.text[path.size - 1] != '/') sinew__buffer_put_character(&path, '/');
    sinew__buffer_put(&path, name, strlen(name) + 1);
    if (path.failed) sinew__buffer_free(&path);
    return path.text;
}

char *cli_resolve_database(const char *path)
{
    char *resolved = sinew__file_kind_of(path) == SINEW__LINK ? sinew__absolute_path(path) : NULL;
    return resolved ? resolved : sinew__copy_text(path);
}

int cli_fail_link(const cli_context *context, const char *path)
{
    sinew_error error;
    if (sinew__file_kind_of(path) != SINEW__LINK) return 0;
    sinew__fail(&error, SINEW_ERROR_NOT_A_FILE, "is a link");
    return cli_fail(context, path, &error);
}

/// Prints how many files there are, how many of them were `done` ("measured"), and the numbers of the others by reason.
static void put_counts(const cli_context *context, const char *done, size_t done_count,
                       const library_update_counts *counts, sinew__buffer *out)
{
    if (context->json) {
        sinew__json_writer json = sinew__json_begin(out);
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.library/1");
        sinew__json_put_whole(&json, "files", (int64_t)counts->files);
        sinew__json_put_whole(&json, "unchanged", (int64_t)counts->unchanged);
        sinew__json_put_whole(&json, done, (int64_t)done_count);
        sinew__json_put_whole(&json, "failed", (int64_t)counts->failed);
        sinew__json_put_whole(&json, "vanished", (int64_t)counts->vanished);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(out, '\n');
        return;
    }
    sinew__buffer_format(out, "%zu %s: %zu %s, %zu unchanged, %zu failed, %zu vanished\n", counts->files,
                         counts->files == 1 ? "file" : "files", done_count, done, counts->unchanged, counts->failed,
                         counts->vanished);
}

void cli_put_update_counts(const cli_context *context, const library_update_counts *counts, sinew__buffer *out)
{
    put_counts(context, "measured", counts->measured, counts, out);
}

// ---- plan ---------------------------------------------------------------------------------------------------------

int cli_plan_shards(const cli_shard_job *job, double timeout, library_plan *out_plan)
{
    library_database database;
    size_t unchanged;
    library_skipped_folders skipped;
    const int is_open = sinew__file_kind_of(job->database) != SINEW__NO_FILE; // the first update creates the database
    sinew_error error;
    *out_plan = (library_plan){0};
    if (is_open && library_open(job->database, LIBRARY_READ, timeout, &database, &error) != SINEW_OK)
        return cli_fail(job->context, job->database, &error);
    const library_plan_options options = {
        .shards = job->settings->shards, .retry = job->retry, .texture_path = job->context->texture_path};
    const sinew_result result =
        library_plan_shards(is_open ? &database : NULL, job->path, &options, out_plan, &unchanged, &skipped, &error);
    if (is_open) library_close(&database);
    if (result != SINEW_OK) return cli_fail(job->context, job->path, &error);
    cli_warn_of_skipped_folders(job->context, job->path, &skipped);
    return 0;
}

void cli_put_plan(const cli_context *context, const library_plan *plan, const char *path, sinew__buffer *out)
{
    double sum = 0, largest = 0, shard = 0; // seconds of processor time: of all files, of the largest file, of a shard
    for (size_t i = 0; i < plan->count; ++i) {
        const int is_new = i == 0 || plan->files[i].shard != plan->files[i - 1].shard;
        shard = plan->files[i].cost + (is_new ? 0 : shard);
        sum += plan->files[i].cost;
        largest = fmax(largest, shard);
    }
    if (context->json) {
        sinew__json_writer json = sinew__json_begin(out);
        json.digits = 6;
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.library/1");
        sinew__json_put_text(&json, "output", path);
        sinew__json_put_whole(&json, "files", (int64_t)plan->count);
        sinew__json_put_whole(&json, "shards", plan->shards);
        sinew__json_put_number(&json, "cost_s", sum);
        sinew__json_put_number(&json, "largest_shard_s", largest);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(out, '\n');
        return;
    }
    sinew__buffer_format(out, "%zu %s to measure in %d %s: about %.3g s, the largest shard %.3g s\n", plan->count,
                         plan->count == 1 ? "file" : "files", (int)plan->shards, plan->shards == 1 ? "shard" : "shards",
                         sum, largest);
}

int cli_library_plan(const cli_shard_job *job)
{
    library_plan plan;
    sinew__buffer text = {0}, out = {0};
    int failed = cli_plan_shards(job, job->context->timeout, &plan);
    if (failed) return failed;
    char *path =
        job->settings->output ? sinew__copy_text(job->settings->output) : cli_path_below(job->path, "plan.json");
    if (!job->settings->output && path) failed = cli_fail_link(job->context, path);
    if (!failed) library_put_plan(&plan, &text);
    if (!failed) failed = path ? cli_write_output(job->context, path, &text) : cli_fail_memory(job->context);
    if (!failed && strcmp(path, "-") != 0) {
        cli_put_plan(job->context, &plan, path, &out);
        failed = cli_write_stdout(job->context, &out);
    }
    sinew_free(path);
    library_plan_free(&plan);
    return failed;
}

// ---- work ---------------------------------------------------------------------------------------------------------

/// Returns the path of `shard-<number>.db` in the plan's folder.
static char *default_result(const char *plan, int32_t shard)
{
    char name[32];
    snprintf(name, sizeof name, "shard-%d.db", (int)shard);
    char *folder = sinew__folder_of(plan), *path = folder ? cli_path_below(folder, name) : NULL;
    sinew_free(folder);
    return path;
}

static int load_plan(const cli_context *context, const char *path, library_plan *out)
{
    void *bytes;
    size_t size;
    sinew_error error;
    sinew_result result = sinew__file_read_within(path, LIBRARY_MAX_PLAN, &bytes, &size, &error);
    if (result == SINEW_OK) result = library_read_plan(bytes, size, out, &error);
    sinew_free(bytes);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

int cli_library_work(const cli_shard_job *job, const library_update_options *options)
{
    library_plan plan;
    const int32_t shard = job->settings->shard;
    if (shard == 0)
        return cli_fail_usage(job->context, "missing", NULL, "library work needs --shard, the number of the shard");
    int failed = load_plan(job->context, job->path, &plan);
    if (failed) return failed;
    if (shard > plan.shards)
        failed = cli_fail_usage(job->context, "bad-value", NULL, "--shard %d: the plan has %d shards", (int)shard,
                                (int)plan.shards);
    char *path = job->settings->output ? cli_resolve_database(job->settings->output) : default_result(job->path, shard);
    if (!failed && !path) failed = cli_fail_memory(job->context);
    library_update_counts counts;
    sinew_error error;
    sinew__buffer out = {0};
    if (!failed &&
        library_work_shard(&plan, shard - 1, job->settings->folder, path, options, &counts, &error) != SINEW_OK)
        failed = cli_fail(job->context, path, &error);
    if (!failed) {
        cli_put_update_counts(job->context, &counts, &out);
        failed = cli_write_stdout(job->context, &out);
    }
    sinew_free(path);
    library_plan_free(&plan);
    return failed;
}

// ---- merge --------------------------------------------------------------------------------------------------------

typedef struct merge_run {
    const cli_shard_job *job;
    library_database database;
    uint64_t plan; ///< identity of the plan that the results must have, or 0
    library_merge_counts counts;
    cli_tally tally;
} merge_run;

/// Merges one result. A result that fails does not stop the merge of the others.
static void merge_one(merge_run *run, const char *path, int is_named)
{
    sinew_error error;
    char *resolved = is_named ? cli_resolve_database(path) : sinew__copy_text(path);
    const sinew_result result = resolved
                                    ? library_merge_result(&run->database, resolved, run->plan, &run->counts, &error)
                                    : sinew__fail_memory(&error);
    sinew_free(resolved);
    cli_count_file(&run->tally, result == SINEW_OK ? 0 : cli_fail(run->job->context, path, &error));
}

/// Merges the results of all shards of a plan.
static int merge_plan(merge_run *run, const char *path)
{
    library_plan plan;
    int failed = load_plan(run->job->context, path, &plan);
    if (failed) return failed;
    run->plan = plan.id;
    for (int32_t shard = 1; shard <= plan.shards && !failed; ++shard) {
        char *result = default_result(path, shard);
        if (result)
            merge_one(run, result, 0);
        else
            failed = cli_fail_memory(run->job->context);
        sinew_free(result);
    }
    library_plan_free(&plan);
    return failed;
}

int cli_library_merge(const cli_shard_job *job, const char *const *results, size_t count)
{
    merge_run run = {.job = job};
    int failed = 0;
    sinew_error error;
    sinew__buffer out = {0};
    if ((count == 0) == (job->settings->plan == NULL))
        return cli_fail_usage(job->context, "missing", NULL, "library merge needs results of shards, or --plan");
    if (library_open_waiting(job->database, LIBRARY_CREATE, job->context->timeout, &run.database, &error) != SINEW_OK)
        return cli_fail(job->context, job->database, &error);
    if (job->settings->plan) failed = merge_plan(&run, job->settings->plan);
    for (size_t i = 0; i < count; ++i) merge_one(&run, results[i], 1);
    library_close(&run.database);
    if (failed) return failed;
    if (run.tally.failed) return cli_fail_some(job->context, &run.tally);
    const library_update_counts files = {.files = run.counts.files,
                                         .unchanged = run.counts.unchanged,
                                         .failed = run.counts.failed,
                                         .vanished = run.counts.vanished};
    put_counts(job->context, "merged", run.counts.merged, &files, &out);
    return cli_write_stdout(job->context, &out);
}
