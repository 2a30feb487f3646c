// Compares two directories file by file.
#include "program/cli/diff/diff.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"

/// The comparison of two directories.
typedef struct folder_diff {
    const cli_context *context;
    const cli_diff_options *options;
    const char *const *paths;      ///< [2]
    cli_files files[2];            ///< in byte order of paths
    struct named_file *by_name[2]; ///< [files[side].count] sorted by path without extension
    sinew__buffer out;
    sinew__json_writer json;
    cli_test_cases cases;
    cli_tally tally;
    int64_t equal, different, only[2];           ///< numbers of files
    int leaves_out_meshes, leaves_out_materials; ///< whether files have meshes or materials that were not compared
} folder_diff;

/// A file, by its path below the directory. `stem` is the length of the path without the extension.
typedef struct named_file {
    const char *path;
    size_t stem, index;
} named_file;

/// Returns the path of a file below its directory.
static const char *below(const folder_diff *diff, int side, size_t index)
{
    const char *path = diff->files[side].paths[index] + strlen(diff->paths[side]);
    return path + strspn(path, "/");
}

static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : strlen(name);
}

static int compare_stems(const named_file *a, const named_file *b)
{
    const int order = memcmp(a->path, b->path, a->stem < b->stem ? a->stem : b->stem);
    return order ? order : (a->stem > b->stem) - (a->stem < b->stem);
}

static int compare_named(const void *a, const void *b)
{
    const named_file *first = a, *second = b;
    const int order = compare_stems(first, second);
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

/// Sorts the files of a side by their path without the extension. Returns 0 when out of memory.
static int sort_by_name(folder_diff *diff, int side)
{
    const size_t count = diff->files[side].count;
    named_file *sorted = malloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; sorted && i < count; ++i) {
        const char *path = below(diff, side, i);
        sorted[i] = (named_file){path, stem_length(path), i};
    }
    if (sorted) qsort(sorted, count, sizeof *sorted, compare_named);
    diff->by_name[side] = sorted;
    return sorted != NULL;
}

/// Returns the index of the file of `side` with the path `name`. Without such a file, returns the last file, in byte
/// order, whose path differs only in the extension; without that file, the number of files.
static size_t find_file(const folder_diff *diff, int side, const char *name)
{
    const named_file wanted = {name, stem_length(name), 0};
    const named_file *sorted = diff->by_name[side];
    const size_t count = diff->files[side].count;
    size_t i = 0, found = count;
    SINEW__LOWER_BOUND(i, count, compare_stems(&sorted[i], &wanted) < 0);
    for (; i < count && compare_stems(&sorted[i], &wanted) == 0; ++i) {
        found = sorted[i].index;
        if (strcmp(sorted[i].path, name) == 0) break;
    }
    return found;
}

static int has_cases(const folder_diff *diff)
{
    return diff->options->format != CLI_FORMAT_TEXT && diff->options->format != CLI_FORMAT_JSON;
}

/// Puts a test suite with one failed case.
static void put_one_case(folder_diff *diff, const char *path, const char *name, const char *text, int is_unreadable)
{
    cli_test_cases_put_suite(&diff->cases, path);
    cli_test_cases_put(&diff->cases, &(cli_test_case){.type = "difference",
                                                      .name = name,
                                                      .text = text,
                                                      .severity = SINEW_SEVERITY_ERROR,
                                                      .is_failed = 1,
                                                      .is_unreadable = is_unreadable});
}

static void compare(folder_diff *diff, const char *a, const char *b)
{
    const char *paths[2] = {a, b};
    cli_diff_job job;
    const int code = cli_diff_run(diff->context, diff->options, paths, 2, &job);
    cli_count_file(&diff->tally, code);
    job.report.in_folder = 1;
    diff->leaves_out_meshes |= !code && cli_leaves_out_meshes(&job.report);
    diff->leaves_out_materials |= !code && cli_leaves_out_materials(&job.report);
    const int is_equal = !code && cli_diff_all_equal(&job.report);
    diff->equal += is_equal;
    diff->different += !code && !is_equal;
    if (!code && !(is_equal && diff->options->only_different)) {
        if (diff->options->format == CLI_FORMAT_JSON) {
            cli_put_diff_json(&job.report, &diff->json);
        } else if (diff->options->format == CLI_FORMAT_TEXT) {
            cli_put_diff_text(&job.report, &diff->out);
        } else {
            cli_test_cases_put_suite(&diff->cases, a);
            cli_put_diff_cases(&job.report, &diff->cases, &diff->out);
        }
    }
    if (code && has_cases(diff)) put_one_case(diff, a, "comparison", "could not be compared; the message says why", 1);
    cli_diff_job_free(&job);
}

/// Lists the files of one directory that have no match.
static void put_only(folder_diff *diff, int side, const char *key)
{
    const int is_json = diff->options->format == CLI_FORMAT_JSON;
    if (is_json) sinew__json_put_array(&diff->json, key);
    for (size_t i = 0; i < diff->files[side].count; ++i) {
        if (find_file(diff, !side, below(diff, side, i)) < diff->files[!side].count) continue;
        ++diff->only[side];
        if (is_json || has_cases(diff)) {
            if (is_json)
                sinew__json_put_text(&diff->json, NULL, below(diff, side, i));
            else
                put_one_case(diff, diff->files[side].paths[i], "comparison", "exists in this directory only", 0);
            continue;
        }
        sinew__buffer_put_text(&diff->out, "only in ");
        sinew__buffer_put_printable(&diff->out, diff->paths[side]);
        sinew__buffer_put_text(&diff->out, ": ");
        sinew__buffer_put_printable(&diff->out, below(diff, side, i));
        sinew__buffer_put_character(&diff->out, '\n');
    }
    if (is_json) sinew__json_end_array(&diff->json);
}

/// Puts the numbers of files that are equal, that differ, that failed and that only one directory has.
static void put_summary(folder_diff *diff)
{
    const int64_t failed = (int64_t)diff->tally.failed, compared = diff->equal + diff->different + failed;
    if (diff->options->format == CLI_FORMAT_JSON) {
        sinew__json_put_object(&diff->json, "summary");
        sinew__json_put_whole(&diff->json, "files", compared);
        sinew__json_put_whole(&diff->json, "equal", diff->equal);
        sinew__json_put_whole(&diff->json, "different", diff->different);
        sinew__json_put_whole(&diff->json, "failed", failed);
        sinew__json_put_whole(&diff->json, "only_in_a", diff->only[0]);
        sinew__json_put_whole(&diff->json, "only_in_b", diff->only[1]);
        sinew__json_end_object(&diff->json);
        return;
    }
    sinew__buffer_format(&diff->out, "%lld file%s compared: %lld equal, %lld different", (long long)compared,
                         compared == 1 ? "" : "s", (long long)diff->equal, (long long)diff->different);
    if (failed) sinew__buffer_format(&diff->out, ", %lld failed", (long long)failed);
    for (int side = 0; side < 2; ++side) {
        if (!diff->only[side]) continue;
        sinew__buffer_format(&diff->out, "; %lld only in ", (long long)diff->only[side]);
        sinew__buffer_put_printable(&diff->out, diff->paths[side]);
    }
    sinew__buffer_put_character(&diff->out, '\n');
    cli_put_not_compared(diff->leaves_out_meshes, diff->leaves_out_materials, &diff->out);
}

static int compare_folders(folder_diff *diff)
{
    const int is_json = diff->options->format == CLI_FORMAT_JSON;
    diff->cases = cli_test_cases_begin(diff->options->format, cli_diff_title);
    if (is_json) {
        diff->json = sinew__json_begin(&diff->out);
        sinew__json_put_object(&diff->json, NULL);
        sinew__json_put_text(&diff->json, "schema", "sinew.diff/1");
        sinew__json_put_text(&diff->json, "a", diff->paths[0]);
        sinew__json_put_text(&diff->json, "b", diff->paths[1]);
        sinew__json_put_array(&diff->json, "files");
    }
    for (size_t i = 0; i < diff->files[0].count; ++i) {
        const size_t match = find_file(diff, 1, below(diff, 0, i));
        if (match < diff->files[1].count) compare(diff, diff->files[0].paths[i], diff->files[1].paths[match]);
    }
    if (is_json) sinew__json_end_array(&diff->json);
    put_only(diff, 0, "only_files_in_a");
    put_only(diff, 1, "only_files_in_b");
    if (has_cases(diff))
        cli_test_cases_end(&diff->cases, &diff->out);
    else
        put_summary(diff);
    const int differs = diff->different + diff->only[0] + diff->only[1] > 0;
    if (is_json) {
        sinew__json_put_bool(&diff->json, "equal", !differs && diff->tally.failed == 0);
        sinew__json_end_object(&diff->json);
        sinew__buffer_put_character(&diff->out, '\n');
    }
    const int failed = cli_write_stdout(diff->context, &diff->out);
    if (failed) return failed;
    if (diff->tally.failed > 0) return cli_fail_some(diff->context, &diff->tally);
    return differs ? CLI_EXIT_FOUND : CLI_EXIT_OK;
}

int cli_diff_folders(const cli_context *context, const cli_diff_options *options, const char *const *paths)
{
    folder_diff diff = {.context = context, .options = options, .paths = paths};
    sinew__arena arena = {0};
    int code = 0;
    for (int side = 0; side < 2 && !code; ++side) {
        const char *named = paths[side];
        code = cli_list_models(context, &(cli_files){.paths = &named, .count = 1, .capacity = 1}, &arena,
                               &diff.files[side]);
    }
    if (!code) cli_limit_time(context, diff.files[0].count + diff.files[1].count);
    if (!code && !(sort_by_name(&diff, 0) && sort_by_name(&diff, 1))) code = cli_fail_memory(context);
    if (!code) code = compare_folders(&diff);
    for (int side = 0; side < 2; ++side) free(diff.by_name[side]);
    sinew__arena_free(&arena);
    return code;
}
