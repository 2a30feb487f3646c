// `check --fix`: writes copies of files, changed by the edits that their findings name.
#include "program/cli/check/check_files.h"

#include <string.h>
#include <strings.h>

#include "author/export/export_writers.h"
#include "core/base/quoted_text.h"
#include "program/cli/edit/edit_steps.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

/// The edits in the order of trying: trimming changes the range of a clip, so a seam is closed later.
static const char *const order[] = {"trim", "in-place", "speed", "fps", "close", "reduce", "start", "name-clips"};

enum { ORDER_COUNT = sizeof order / sizeof *order, MAX_TRIES = 64 };

/// The state of fixing one file.
typedef struct mending {
    cli_check_run *run;
    cli_checked_file *file;

    edit_job job;
    check_report report; ///< findings of the model with the edits so far
    const check_finding *tried[MAX_TRIES];
    check_report tried_reports[MAX_TRIES]; ///< reports that hold the findings in `tried`
    uint8_t is_kept[MAX_TRIES];
    size_t tried_count;
    sinew__buffer edits;
} mending;

static sinew_result check(const mending *job, const sinew_model *model, check_report *out, sinew_error *error)
{
    check_file_facts facts;
    *out = (check_report){0};
    return check_model(model, job->file->path, job->file->below, job->run->context->texture_path, job->run->contract,
                       job->run->selection, out, &facts, error);
}

// ---- findings ------------------------------------------------------------------------------------------------------

static int same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static int same_finding(const check_finding *a, const check_finding *b)
{
    return strcmp(a->code, b->code) == 0 && same_text(a->clip, b->clip);
}

/// Returns the number of findings of a report that equal `like`. With `of_code`, compares only the codes, because an
/// edit may rename clips.
static size_t count_like(const check_report *report, const check_finding *like, int of_code)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; ++i) {
        const check_finding *item = &report->findings[i];
        count += (size_t)(of_code ? strcmp(item->code, like->code) == 0 : same_finding(item, like));
    }
    return count;
}

/// Returns whether an edit removed its finding and added no warning or error.
static int is_better(const check_report *before, const check_report *after, const check_finding *finding)
{
    const int renames = strcmp(finding->mend, "name-clips") == 0;
    if (count_like(after, finding, renames) >= count_like(before, finding, renames)) return 0;
    for (size_t i = 0; i < after->count; ++i) {
        const check_finding *left = &after->findings[i];
        if (left->severity > SINEW_SEVERITY_INFO &&
            count_like(after, left, renames) > count_like(before, left, renames))
            return 0;
    }
    return 1;
}

static int was_tried(const mending *job, const check_finding *finding)
{
    for (size_t i = 0; i < job->tried_count; ++i)
        if (same_finding(job->tried[i], finding) && same_text(job->tried[i]->mend, finding->mend)) return 1;
    return job->tried_count == MAX_TRIES;
}

/// Returns the finding whose edit is tried next, or NULL.
static const check_finding *choose(const mending *job)
{
    for (int i = 0; i < ORDER_COUNT; ++i)
        for (size_t k = 0; k < job->report.count; ++k) {
            const check_finding *finding = &job->report.findings[k];
            if (finding->mend && strcmp(finding->mend, order[i]) == 0 && !was_tried(job, finding)) return finding;
        }
    return NULL;
}

// ---- edits ---------------------------------------------------------------------------------------------------------

/// Tries the edit of a finding on a copy of the model. If it helped, the copy replaces the model. Messages of the edit
/// are dropped, because a finding that stays is reported. Returns 0, or the exit code after printing the error.
static int try_edit(mending *job, const check_finding *finding)
{
    sinew__buffer unsaid = {0};
    cli_context quiet = *job->run->context;
    edit_job trial = {.context = &quiet, .path = job->file->path, .ease = EDIT_EASE};
    check_report after = {0};
    sinew_error error;
    quiet.held = &unsaid;
    if (sinew_model_edit(job->job.model, &(sinew_edit_step){.kind = SINEW_EDIT_KEEP}, 1, NULL, &trial.model, &error) !=
        SINEW_OK)
        return cli_fail(job->run->context, job->file->path, &error);
    trial.clips = sinew_allocate(sizeof *trial.clips);
    if (trial.clips) trial.clips[0] = finding->mend_index; // select the clip by index: its name may match several
    trial.clip_count = trial.clips ? 1 : 0;
    int failed = 0;
    int is_kept = (trial.clips ? edit_apply(&trial, finding->mend, finding->mend_value) : cli_fail_memory(&quiet)) == 0;
    if (is_kept && check(job, trial.model, &after, &error) != SINEW_OK)
        failed = cli_fail(job->run->context, job->file->path, &error);
    is_kept = is_kept && !failed && is_better(&job->report, &after, finding);
    job->tried[job->tried_count] = finding;
    job->is_kept[job->tried_count] = (uint8_t)is_kept;
    job->tried_reports[job->tried_count++] = is_kept ? job->report : after;
    if (is_kept) {
        sinew__buffer_put_text(&job->edits, " --clip ");
        sinew__put_shell_word(&job->edits, finding->mend_clip);
        sinew__buffer_format(&job->edits, " --%s", finding->mend);
        if (finding->mend_value) sinew__buffer_format(&job->edits, " %s", finding->mend_value);
        sinew_model *before = job->job.model;
        job->job.model = trial.model;
        trial.model = before;
        job->report = after;
    }
    edit_job_free(&trial);
    sinew__buffer_free(&unsaid);
    return failed;
}

// ---- files ---------------------------------------------------------------------------------------------------------

/// Returns the format of a fixed copy: the file's own if sinew can write it, glb for glTF, else fbx.
static const char *format_of(const char *path)
{
    static const char *const pairs[][2] = {
        {"fbx", "fbx"}, {"glb", "glb"}, {"gltf", "glb"}, {"bvh", "bvh"}, {"sinew", "sinew"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof pairs / sizeof *pairs; ++i)
        if (strcasecmp(dot + 1, pairs[i][0]) == 0) return pairs[i][1];
    return "fbx";
}

/// Loads a model without printing warnings, which the findings contain. Returns 0, or the exit code after printing the
/// error.
static int load_unsaid(const cli_check_run *run, const char *path, const cli_texts *animations, sinew_model **out_model)
{
    sinew__buffer unsaid = {0};
    cli_context quiet = *run->context;
    quiet.held = &unsaid;
    const int failed = cli_load_animated(&quiet, path, animations, SINEW_ENGINE_EXACT, out_model);
    if (failed && unsaid.size > 0) cli_progress_put_message(unsaid.text, unsaid.size);
    sinew__buffer_free(&unsaid);
    return failed;
}

/// Loads the written copy and checks it again. Warns of fixed findings that the copy has again because its format
/// cannot store the edit.
static int check_copy(const mending *job, const char *name)
{
    const cli_texts none = {0};
    check_report copy = {0};
    sinew_model *model = NULL;
    sinew_error error;
    int failed = load_unsaid(job->run, name, &none, &model);
    if (!failed && check(job, model, &copy, &error) != SINEW_OK) failed = cli_fail(job->run->context, name, &error);
    for (size_t i = 0; i < job->tried_count && !failed; ++i) {
        const check_finding *finding = job->tried[i];
        if (!job->is_kept[i] || count_like(&copy, finding, 0) <= count_like(&job->report, finding, 0)) continue;
        cli_warn(job->run->context, name, "clip '%s': %s is mended, but not as %s holds the clip",
                 finding->clip ? finding->clip : "", finding->code, format_of(name));
    }
    sinew__arena_free(&copy.arena);
    sinew_model_destroy(model);
    return failed;
}

/// Fixes a file and writes the copy if an edit helped. Returns 0, or the exit code after printing the error.
static int mend_file(cli_check_run *run, cli_checked_file *file, const char *name, sinew__arena *memory)
{
    mending job = {.run = run, .file = file, .job = {.context = run->context, .path = file->path}};
    sinew_error error;
    int failed = load_unsaid(run, file->path, run->animations, &job.job.model);
    if (!failed && check(&job, job.job.model, &job.report, &error) != SINEW_OK)
        failed = cli_fail(run->context, file->path, &error);
    for (const check_finding *finding; !failed && (finding = choose(&job));) failed = try_edit(&job, finding);
    if (!failed && job.edits.size > 0) {
        const char *format = format_of(name);
        failed = edit_write(&job.job, strcmp(format, "sinew") == 0 ? NULL : sinew__export_format_named(format), name);
        if (!failed) failed = check_copy(&job, name);
    }
    if (!failed && job.edits.size > 0) {
        sinew__buffer_put_character(&job.edits, '\0');
        file->mended = name;
        file->edits = sinew__arena_text(memory, job.edits.failed ? "" : job.edits.text, job.edits.size);
        if (!file->edits) failed = cli_fail_memory(run->context);
    }
    for (size_t i = 0; i < job.tried_count; ++i) sinew__arena_free(&job.tried_reports[i].arena);
    sinew__arena_free(&job.report.arena);
    sinew__buffer_free(&job.edits);
    edit_job_free(&job.job);
    return failed;
}

int cli_mend_files(cli_check_run *run, const char *folder, sinew__arena *memory, cli_tally *out_tally)
{
    const char **names = SINEW__ARENA_ARRAY(memory, const char *, run->count),
               **paths = SINEW__ARENA_ARRAY(memory, const char *, run->count);
    if (!names || !paths) return cli_fail_memory(run->context);
    int failed = 0;
    for (size_t i = 0; i < run->count && !failed; ++i) {
        paths[i] = run->files[i].path;
        const check_report *report = &run->files[i].report;
        size_t first = 0; // index of the first finding with an edit
        while (first < report->count && !report->findings[first].mend) ++first;
        if (first == report->count) continue;
        char *name = NULL;
        const char *pattern = sinew__arena_format(memory, "{file}.%s", format_of(paths[i]));
        if (pattern && cli_name_output(run->context, pattern, paths[i], &name) == 0)
            names[i] = sinew__arena_format(memory, "%s/%s", folder, name);
        sinew_free(name);
        if (!names[i]) failed = cli_fail_memory(run->context);
    }
    for (size_t i = 0; i < run->count && !failed; ++i) { // a copy must not replace a file that is read, or another copy
        if (names[i]) failed = cli_check_output(run->context, names[i], paths, run->count);
        for (size_t k = 0; k < i && names[i] && !failed; ++k)
            if (names[k] && strcmp(names[k], names[i]) == 0)
                failed = cli_fail_usage(run->context, "same-output", "check one directory at a time",
                                        "two mended copies would both be '%s'", names[i]);
    }
    if (!failed) failed = cli_create_folder(run->context, folder);
    cli_progress progress = cli_progress_begin(run->context, "mended", "files", run->count);
    for (size_t i = 0; i < run->count && !failed; ++i) {
        if (names[i]) cli_count_file(out_tally, mend_file(run, &run->files[i], names[i], memory));
        cli_progress_add(&progress);
    }
    cli_progress_end(&progress);
    return failed;
}
