// The results of `check` in its formats, and a finding as words.
#include "program/cli/check/check_files.h"

#include <string.h>

#include "core/base/json.h"
#include "core/base/quoted_text.h"
#include "core/platform/standard_input.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/test_cases.h"

// ---- a finding as words --------------------------------------------------------------------------------------------

void cli_put_finding_location(const check_finding *finding, sinew__buffer *out)
{
    if (finding->clip) {
        sinew__buffer_put_text(out, "clip '");
        sinew__buffer_put_text(out, finding->clip);
        sinew__buffer_put_character(out, '\'');
    }
    if (finding->clip && finding->node) sinew__buffer_put_text(out, ", ");
    if (finding->node) sinew__buffer_put_text(out, finding->node);
}

static void put_word(const char *word, int is_shown, sinew__buffer *out)
{
    if (is_shown)
        sinew__put_shown_shell_word(out, word);
    else
        sinew__put_shell_word(out, word);
}

/// Puts --anim, --retarget and --retarget-map of the run, if the command supports them.
static void put_animations(const cli_check_run *run, const char *command, int is_shown, sinew__buffer *out)
{
    const cli_context *context = run->context;
    const cli_command *of = cli_command_named(context->commands, command);
    if (run->animations->count == 0 || !of || !cli_option_named(of->options, "anim", strlen("anim"))) return;
    for (size_t i = 0; i < run->animations->count; ++i) {
        sinew__buffer_put_text(out, " --anim ");
        put_word(sinew__input_word(run->animations->items[i]), is_shown, out);
    }
    if (context->retarget) sinew__buffer_put_text(out, " --retarget");
    if (context->reference) sinew__buffer_put_text(out, " --reference ");
    if (context->reference) put_word(context->reference, is_shown, out);
    if (!context->retarget_map) return;
    sinew__buffer_put_text(out, " --retarget-map ");
    put_word(context->retarget_map, is_shown, out);
}

void cli_put_finding_command(const cli_check_run *run, const check_finding *finding, const char *path, int is_shown,
                             sinew__buffer *out)
{
    if (finding->command_count == 0) return;
    sinew__buffer_put_text(out, "sinew ");
    sinew__buffer_put_text(out, finding->command[0]);
    sinew__buffer_put_character(out, ' ');
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_word(sinew__input_word(path), is_shown, out);
    for (int i = 1; i < finding->command_count; ++i) {
        sinew__buffer_put_character(out, ' ');
        put_word(finding->command[i], is_shown, out);
    }
    put_animations(run, finding->command[0], is_shown, out);
}

/// Puts the edit that fixes a finding, `sinew edit walk.fbx --clip walk --close 6 -o L01.fbx`; nothing if the finding
/// has no edit.
static void put_mending(const check_finding *finding, const char *path, int is_shown, sinew__buffer *out)
{
    if (!finding->mend || !finding->mend_clip) return;
    sinew__buffer_put_text(out, "sinew edit ");
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_word(sinew__input_word(path), is_shown, out);
    sinew__buffer_put_text(out, " --clip ");
    put_word(finding->mend_clip, is_shown, out);
    sinew__buffer_format(out, " --%s ", finding->mend);
    if (finding->mend_value) sinew__buffer_format(out, "%s ", finding->mend_value);
    sinew__buffer_format(out, "-o %s.fbx", finding->code);
}

// ---- the report ----------------------------------------------------------------------------------------------------

/// Puts the lines of a finding. Findings of severity INFO show their command only with --verbose.
static void put_finding(const cli_check_run *run, const char *path, const check_finding *finding, sinew__buffer *out)
{
    sinew__buffer location = {0};
    sinew__buffer_format(out, "  %s ", finding->code);
    static const char *const colors[] = {"\x1b[2m", "\x1b[33m", "\x1b[31m"};
    const int color = cli_wants_color(run->context);
    if (color) sinew__buffer_put_text(out, colors[finding->severity]);
    sinew__buffer_format(out, "%-7s", sinew__word_of(check_severities, (int)finding->severity)->name);
    if (color) sinew__buffer_put_text(out, "\x1b[0m");
    sinew__buffer_put_character(out, ' ');
    cli_put_finding_location(finding, &location);
    out->failed |= location.failed;
    if (location.size > 0) {
        sinew__buffer_put_character(&location, '\0');
        if (location.failed)
            out->failed = 1;
        else
            sinew__buffer_put_printable(out, location.text);
        sinew__buffer_free(&location);
        sinew__buffer_put_text(out, ": ");
    }
    sinew__buffer_put_printable(out, finding->text);
    sinew__buffer_put_character(out, '\n');
    if (finding->severity == SINEW_SEVERITY_INFO && !run->context->verbose) return;
    if (finding->command_count > 0) {
        sinew__buffer_put_text(out, "              ");
        cli_put_finding_command(run, finding, path, 1, out);
        sinew__buffer_put_character(out, '\n');
    }
    if (!finding->mend) return;
    sinew__buffer_put_text(out, "              ");
    put_mending(finding, path, 1, out);
    sinew__buffer_put_character(out, '\n');
}

enum { MAX_REMARKS = 256 }; // largest number of different pairs of a reason and a code

/// The skipped checks of all files, each pair of reason and code once.
typedef struct remark_list {
    const check_unjudged *items[MAX_REMARKS];
    size_t count;
} remark_list;

/// Puts the skipped checks of all files, one line for each reason with its codes. Only --json lists them by file and
/// clip.
static void put_unjudged(const cli_check_run *run, sinew__buffer *out)
{
    remark_list list;
    list.count = 0;
    for (size_t j = 0; j < run->count; ++j) {
        const check_report *report = &run->files[j].report;
        for (size_t k = 0; k < report->unjudged_count; ++k) {
            const check_unjudged *remark = &report->unjudged[k];
            size_t i = 0;
            while (i < list.count && (strcmp(list.items[i]->reason, remark->reason) != 0 ||
                                      strcmp(list.items[i]->code, remark->code) != 0))
                ++i;
            if (i == list.count && i < MAX_REMARKS) list.items[list.count++] = remark;
        }
    }
    for (size_t first = 0; first < list.count; ++first) {
        const char *reason = list.items[first]->reason, *separator = "not evaluated: ";
        size_t same = 0;
        while (strcmp(list.items[same]->reason, reason) != 0) ++same;
        if (same < first) continue; // put in the line of an earlier item
        for (size_t i = first; i < list.count; ++i) {
            if (strcmp(list.items[i]->reason, reason) != 0) continue;
            sinew__buffer_format(out, "%s%s", separator, list.items[i]->code);
            separator = ", ";
        }
        sinew__buffer_format(out, ": %s\n", reason);
    }
}

static void put_count(size_t count, const char *one, const char *many, const char **separator, sinew__buffer *out)
{
    if (count == 0) return;
    sinew__buffer_format(out, "%s%zu %s", *separator, count, count == 1 ? one : many);
    *separator = ", ";
}

/// The number of findings of each severity.
typedef struct finding_counts {
    size_t by_severity[SINEW_SEVERITY_ERROR + 1];
} finding_counts;

static void put_counts(const finding_counts *counts, const char *separator, sinew__buffer *out)
{
    const char *const start = separator;
    put_count(counts->by_severity[SINEW_SEVERITY_ERROR], "error", "errors", &separator, out);
    put_count(counts->by_severity[SINEW_SEVERITY_WARNING], "warning", "warnings", &separator, out);
    put_count(counts->by_severity[SINEW_SEVERITY_INFO], "note", "notes", &separator, out);
    if (separator == start) sinew__buffer_format(out, "%sno findings", start);
    sinew__buffer_put_character(out, '\n');
}

static void put_file(const cli_check_run *run, const cli_checked_file *file, finding_counts *total, sinew__buffer *out)
{
    const check_report *report = &file->report;
    finding_counts counts = {{0}};
    for (size_t i = 0; i < report->count; ++i) ++counts.by_severity[report->findings[i].severity];
    for (size_t i = 0; i < sizeof counts.by_severity / sizeof *counts.by_severity; ++i)
        total->by_severity[i] += counts.by_severity[i];
    sinew__buffer_put_printable(out, file->path);
    put_counts(&counts, ": ", out);
    for (size_t i = 0; i < report->count; ++i) put_finding(run, file->path, &report->findings[i], out);
    if (report->dropped > 0) sinew__buffer_format(out, "  and %zu more of these codes\n", report->dropped);
    if (!file->mended) return;
    sinew__buffer_put_text(out, "  mended in ");
    sinew__buffer_put_printable(out, file->mended);
    sinew__buffer_put_text(out, " by");
    sinew__buffer_put_printable(out, file->edits);
    sinew__buffer_put_character(out, '\n');
}

void cli_put_check_text(const cli_check_run *run, sinew__buffer *out)
{
    finding_counts total = {{0}};
    for (size_t i = 0; i < run->count; ++i) put_file(run, &run->files[i], &total, out);
    if (!run->context->quiet) put_unjudged(run, out);
    if (run->count < 2) return;
    sinew__buffer_format(out, "%zu files", run->count);
    put_counts(&total, ": ", out);
}

static void put_json_finding(const cli_check_run *run, const check_finding *finding, const char *path,
                             sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", finding->code);
    sinew__json_put_text(json, "severity", sinew__word_of(check_severities, (int)finding->severity)->name);
    sinew__json_put_text(json, "clip", finding->clip);
    sinew__json_put_text(json, "node", finding->node);
    if (finding->count >= 0)
        sinew__json_put_whole(json, "count", finding->count);
    else
        sinew__json_put_null(json, "count");
    sinew__json_put_number(json, "time_s", finding->time); // NaN becomes null
    sinew__json_put_number(json, "measured", finding->measured);
    sinew__json_put_number(json, "expected", finding->expected);
    sinew__json_put_text(json, "unit", finding->unit);
    sinew__json_put_text(json, "text", finding->text);
    sinew__buffer command = {0};
    cli_put_finding_command(run, finding, path, 0, &command);
    const int has_no_command = command.size == 0;
    sinew__buffer_put_character(&command, '\0');
    if (command.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "command", has_no_command ? NULL : command.text);
    sinew__buffer_free(&command);
    sinew__buffer edit = {0};
    put_mending(finding, path, 0, &edit);
    const int is_empty = edit.size == 0;
    sinew__buffer_put_character(&edit, '\0');
    if (edit.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "edit", is_empty ? NULL : edit.text);
    sinew__buffer_free(&edit);
    sinew__json_end_object(json);
}

static void put_json_file(const cli_check_run *run, const cli_checked_file *file, sinew__json_writer *json)
{
    const check_report *report = &file->report;
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "file", file->path);
    sinew__json_put_text(json, "verdict", cli_verdict_names[cli_verdict_of(file)]);
    sinew__json_put_array(json, "findings");
    for (size_t i = 0; i < report->count; ++i) put_json_finding(run, &report->findings[i], file->path, json);
    sinew__json_end_array(json);
    sinew__json_put_whole(json, "omitted", (int64_t)report->dropped);
    sinew__json_put_text(json, "mended", file->mended);
    sinew__json_put_text(json, "edits", file->mended ? file->edits + 1 : NULL);
    sinew__json_put_array(json, "not_evaluated");
    for (size_t i = 0; i < report->unjudged_count; ++i) {
        const check_unjudged *unjudged = &report->unjudged[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "code", unjudged->code);
        sinew__json_put_text(json, "clip", unjudged->clip);
        sinew__json_put_text(json, "reason", unjudged->reason);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

void cli_put_check_json(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.check/1");
    sinew__json_put_array(&json, "files");
    for (size_t i = 0; i < run->count; ++i) put_json_file(run, &run->files[i], &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- test cases ----------------------------------------------------------------------------------------------------

static void put_case(const cli_check_run *run, const cli_checked_file *file, const check_finding *finding,
                     sinew_severity fail_on, cli_test_cases *cases, sinew__buffer *out)
{
    sinew__buffer name = {0}, text = {0};
    sinew__buffer_format(&name, "%s%s", finding->code, finding->clip || finding->node ? ": " : "");
    cli_put_finding_location(finding, &name);
    sinew__buffer_put_character(&name, '\0');
    sinew__buffer_put_text(&text, finding->text);
    if (finding->command_count > 0) {
        sinew__buffer_put_text(&text, "\nShown by: ");
        cli_put_finding_command(run, finding, file->shown, 1, &text);
    }
    sinew__buffer_put_character(&text, '\0');
    const cli_test_case of = {.type = finding->code,
                              .name = name.text,
                              .text = text.text,
                              .severity = finding->severity,
                              .is_failed = finding->severity >= fail_on,
                              .is_unreadable = file->is_unreadable};
    out->failed |= name.failed | text.failed;
    if (!out->failed) cli_test_cases_put(cases, &of);
    sinew__buffer_free(&name);
    sinew__buffer_free(&text);
}

void cli_put_check_cases(const cli_check_run *run, int format, sinew_severity fail_on, sinew__buffer *out)
{
    cli_test_cases cases = cli_test_cases_begin(format, "sinew check");
    for (size_t i = 0; i < run->count; ++i) {
        const cli_checked_file *file = &run->files[i];
        cli_test_cases_put_suite(&cases, format == CLI_FORMAT_GITHUB ? file->shown : file->link);
        for (size_t k = 0; k < file->report.count; ++k)
            put_case(run, file, &file->report.findings[k], fail_on, &cases, out);
        if (file->report.count == 0) cli_test_cases_put(&cases, &(cli_test_case){.name = "no findings"});
    }
    cli_test_cases_end(&cases, out);
}
