#include "program/cli/check/check_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "core/platform/thread.h"
#include "program/check/check_model.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

const char *const cli_verdict_names[] = {"ok", "warnings", "errors", "unreadable"};

/// State that all threads share.
typedef struct shared_state {
    cli_check_run *run;
    sinew_load_options options;
    cli_progress progress;
} shared_state;

/// Returns whether a failure is the file's, not the machine's.
static int concerns_file(sinew_result result)
{
    switch (result) {
    case SINEW_ERROR_OUT_OF_MEMORY:
    case SINEW_ERROR_CANCELLED:
    case SINEW_ERROR_NO_WORKER:
    case SINEW_ERROR_NO_SANDBOX:
    case SINEW_ERROR_SYSTEM: return 0;
    default: return 1;
    }
}

static void check_file(const shared_state *shared, cli_checked_file *file)
{
    const cli_check_run *run = shared->run;
    cli_load_progress progress = {.context = run->context, .path = file->path};
    sinew_load_options options = shared->options;
    sinew_model *model = NULL;
    char subject[CLI_SUBJECT_SIZE];
    sinew_error error;
    options.user = &progress;
    sinew_result result =
        cli_read_animated(run->context, file->path, run->animations, &options, &model, subject, &error);
    const char *animation = NULL; // the animation file that the error concerns; NULL: the checked file
    for (size_t i = 0; i < run->animations->count && result != SINEW_OK; ++i)
        if (strcmp(run->animations->items[i], subject) == 0) animation = run->animations->items[i];
    if (result != SINEW_OK && !animation && concerns_file(result)) {
        file->is_unreadable = 1;
        file->is_missing = result == SINEW_ERROR_NOT_FOUND && !file->below;
        check_unreadable(&error, &file->report);
        return;
    }
    if (result == SINEW_OK)
        result = check_model(model, file->path, file->below, options.texture_path, run->contract, run->selection,
                             &file->report, &file->facts, &error);
    if (result != SINEW_OK && concerns_file(result) && !animation) {
        file->is_unreadable = 1;
        check_unreadable(&error, &file->report);
    } else if (result != SINEW_OK) {
        file->failure = error;
    }
    file->failure_of = animation ? animation : file->path;
    sinew_model_destroy(model);
}

static void check_one(void *work, int32_t index, int32_t worker)
{
    shared_state *shared = work;
    (void)worker;
    check_file(shared, &shared->run->files[index]);
    cli_progress_add(&shared->progress);
}

int cli_check_files(const cli_context *context, const cli_files *paths, const cli_texts *animations,
                    const check_contract *contract, const check_selection *selection, cli_check_run *out_run)
{
    *out_run =
        (cli_check_run){.context = context, .animations = animations, .contract = contract, .selection = selection};
    out_run->files = calloc(paths->count + 1, sizeof *out_run->files);
    if (!out_run->files) return cli_fail_memory(context);
    out_run->count = paths->count;
    for (size_t i = 0; i < paths->count; ++i) {
        out_run->files[i].path = out_run->files[i].shown = out_run->files[i].link = paths->paths[i];
        out_run->files[i].below = paths->below[i];
    }
    shared_state shared = {.run = out_run,
                           .options = cli_load_options(context),
                           .progress = cli_progress_begin(context, "checked", "files", paths->count)};
    shared.options.only_curves = 1;
    shared.options.warn = cli_load_warn;

    // Files are checked on all processors, or on this thread if no pool can be created.
    const int32_t count = (int32_t)shared.run->count, processors = (int32_t)sinew__processor_count();
    sinew__thread_pool *pool = sinew__thread_pool_create(count < processors ? count : processors);
    if (pool)
        sinew__thread_pool_for(pool, count, check_one, &shared);
    else
        for (int32_t i = 0; i < count; ++i) check_one(&shared, i, 0);
    sinew__thread_pool_destroy(pool);
    cli_progress_end(&shared.progress);
    for (size_t i = 0; i < out_run->count; ++i)
        if (out_run->files[i].failure.result != SINEW_OK)
            return cli_fail(context, out_run->files[i].failure_of, &out_run->files[i].failure);

    // Compare the files with each other, then sort the findings of each file.
    check_member *members = calloc(out_run->count + 1, sizeof *members);
    if (!members) return cli_fail_memory(out_run->context);
    for (size_t i = 0; i < out_run->count; ++i)
        members[i] = (check_member){&out_run->files[i].facts, &out_run->files[i].report};
    check_sets(members, out_run->count, out_run->selection);
    free(members);
    for (size_t i = 0; i < out_run->count; ++i) {
        if (out_run->files[i].report.arena.failed) return cli_fail_memory(out_run->context);
        check_report_sort(&out_run->files[i].report);
    }
    return 0;
}

/// Returns the relative path from a folder to a path. Both are absolute, without links, `.` and `..`.
static const char *path_from(const char *folder, const char *path, sinew__arena *memory)
{
    size_t common = 0; // bytes of the folders at the start of both paths, including the last slash
    for (size_t i = 0; path[i] && path[i] == folder[i]; ++i)
        if (path[i] == '/') common = i + 1;
    const size_t length = strlen(folder);
    if (strncmp(path, folder, length) == 0 && path[length] == '/') common = length + 1;
    const char *up = "";
    for (const char *at = folder + (common > length ? length : common); up && *at; at += strcspn(at, "/")) {
        at += *at == '/';
        if (*at) up = sinew__arena_format(memory, "../%s", up);
    }
    return up ? sinew__arena_format(memory, "%s%s", up, path + common) : NULL;
}

int cli_show_paths(cli_check_run *run, const char *report, const char *base, sinew__arena *memory)
{
    const int is_file = report && strcmp(report, "-") != 0 && !base;
    char *above = is_file ? sinew__folder_of(report) : NULL;
    char *folder = sinew__absolute_path(above ? above : ".");
    for (size_t i = 0; i < run->count && folder; ++i) {
        cli_checked_file *file = &run->files[i];
        if (*file->path != '/' && !base) continue;
        char *whole = sinew__absolute_path(file->path);
        const char *path = path_from(folder, whole ? whole : file->path, memory);
        if (path) file->shown = file->link = path;
        if (path && base)
            file->link = sinew__arena_format(memory, "%s%s%s", base, base[strlen(base) - 1] == '/' ? "" : "/", path);
        sinew_free(whole);
    }
    const int failed = !folder || memory->failed;
    sinew_free(folder);
    sinew_free(above);
    return failed ? cli_fail_memory(run->context) : 0;
}

void cli_check_run_free(cli_check_run *run)
{
    for (size_t i = 0; i < run->count; ++i) sinew__arena_free(&run->files[i].report.arena);
    free(run->files);
    *run = (cli_check_run){0};
}

cli_verdict cli_verdict_of(const cli_checked_file *file)
{
    if (file->is_unreadable) return CLI_VERDICT_UNREADABLE;
    if (check_report_count(&file->report, SINEW_SEVERITY_ERROR) > 0) return CLI_VERDICT_ERRORS;
    return check_report_count(&file->report, SINEW_SEVERITY_WARNING) > 0 ? CLI_VERDICT_WARNINGS : CLI_VERDICT_OK;
}
