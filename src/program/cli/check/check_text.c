#include "program/cli/check/check_output.h"

#include <string.h>

#include "core/base/quoted_text.h"
#include "program/cli/framework/report.h"

// ---- a finding as words --------------------------------------------------------------------------------------------

void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out)
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

void cli_put_finding_command(const sinew__finding *finding, const char *path, int is_shown, sinew__buffer *out)
{
    if (finding->command_count == 0) return;
    sinew__buffer_put_text(out, "sinew ");
    sinew__buffer_put_text(out, finding->command[0]);
    sinew__buffer_put_character(out, ' ');
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_word(path, is_shown, out);
    for (int i = 1; i < finding->command_count; ++i) {
        sinew__buffer_put_character(out, ' ');
        put_word(finding->command[i], is_shown, out);
    }
}

// ---- the report ----------------------------------------------------------------------------------------------------

static void put_escaped(sinew__buffer *text, sinew__buffer *out)
{
    sinew__buffer_put_character(text, '\0');
    if (text->failed)
        out->failed = 1;
    else
        sinew__buffer_put_printable(out, text->text);
    sinew__buffer_free(text);
}

static void put_severity(const cli_check_run *run, sinew_severity severity, sinew__buffer *out)
{
    static const char *const colors[] = {"\x1b[2m", "\x1b[33m", "\x1b[31m"};
    const int color = cli_wants_color(run->context);
    if (color) sinew__buffer_put_text(out, colors[severity]);
    sinew__buffer_format(out, "%-7s", sinew__word_of(cli_severities, severity)->name);
    if (color) sinew__buffer_put_text(out, "\x1b[0m");
}

/// Notes have their command with --verbose only.
static void put_finding(const cli_check_run *run, const char *path, const sinew__finding *finding, sinew__buffer *out)
{
    sinew__buffer location = {0};
    sinew__buffer_format(out, "  %s ", finding->code);
    put_severity(run, finding->severity, out);
    sinew__buffer_put_character(out, ' ');
    cli_put_finding_location(finding, &location);
    out->failed |= location.failed;
    if (location.size > 0) {
        put_escaped(&location, out);
        sinew__buffer_put_text(out, ": ");
    }
    sinew__buffer_put_printable(out, finding->text);
    sinew__buffer_put_character(out, '\n');
    if (finding->severity == SINEW_SEVERITY_INFO && !run->context->verbose) return;
    if (finding->command_count == 0) return;
    sinew__buffer_put_text(out, "              ");
    cli_put_finding_command(finding, path, 1, out);
    sinew__buffer_put_character(out, '\n');
}

enum { MAX_REMARKS = 256 }; // pairs of a reason and a code; both are from short lists

/// What could not be judged: each reason with each of its codes once, in the order in which they occur.
typedef struct remark_list {
    const sinew__unjudged *items[MAX_REMARKS];
    size_t count;
} remark_list;

static int is_listed(const remark_list *list, const sinew__unjudged *remark)
{
    for (size_t i = 0; i < list->count; ++i)
        if (strcmp(list->items[i]->reason, remark->reason) == 0 && strcmp(list->items[i]->code, remark->code) == 0)
            return 1;
    return list->count == MAX_REMARKS;
}

static void list_remarks(const cli_check_run *run, remark_list *list)
{
    list->count = 0;
    for (size_t i = 0; i < run->count; ++i) {
        const sinew__check_report *report = &run->files[i].report;
        for (size_t k = 0; k < report->unjudged_count; ++k)
            if (!is_listed(list, &report->unjudged[k])) list->items[list->count++] = &report->unjudged[k];
    }
}

static int is_first_of_reason(const remark_list *list, size_t index)
{
    for (size_t i = 0; i < index; ++i)
        if (strcmp(list->items[i]->reason, list->items[index]->reason) == 0) return 0;
    return 1;
}

/// One line for a reason: its codes.
static void put_reason(const remark_list *list, size_t first, sinew__buffer *out)
{
    const char *reason = list->items[first]->reason, *separator = "not evaluated: ";
    for (size_t i = first; i < list->count; ++i) {
        if (strcmp(list->items[i]->reason, reason) != 0) continue;
        sinew__buffer_format(out, "%s%s", separator, list->items[i]->code);
        separator = ", ";
    }
    sinew__buffer_format(out, ": %s\n", reason);
}

/// Of all files together; --json has them by file and clip.
static void put_unjudged(const cli_check_run *run, sinew__buffer *out)
{
    remark_list list;
    list_remarks(run, &list);
    for (size_t i = 0; i < list.count; ++i)
        if (is_first_of_reason(&list, i)) put_reason(&list, i, out);
}

static void put_count(size_t count, const char *one, const char *many, const char **separator, sinew__buffer *out)
{
    if (count == 0) return;
    sinew__buffer_format(out, "%s%zu %s", *separator, count, count == 1 ? one : many);
    *separator = ", ";
}

/// Findings by severity.
typedef struct finding_counts {
    size_t of[SINEW_SEVERITY_ERROR + 1];
} finding_counts;

static void put_counts(const finding_counts *counts, const char *separator, sinew__buffer *out)
{
    const char *const start = separator;
    put_count(counts->of[SINEW_SEVERITY_ERROR], "error", "errors", &separator, out);
    put_count(counts->of[SINEW_SEVERITY_WARNING], "warning", "warnings", &separator, out);
    put_count(counts->of[SINEW_SEVERITY_INFO], "note", "notes", &separator, out);
    if (separator == start) sinew__buffer_format(out, "%sno findings", start);
    sinew__buffer_put_character(out, '\n');
}

static void put_file(const cli_check_run *run, const cli_checked_file *file, finding_counts *total, sinew__buffer *out)
{
    const sinew__check_report *report = &file->report;
    finding_counts counts = {{0}};
    for (size_t i = 0; i < report->count; ++i) ++counts.of[report->findings[i].severity];
    for (size_t i = 0; i < sizeof counts.of / sizeof *counts.of; ++i) total->of[i] += counts.of[i];
    sinew__buffer_put_printable(out, file->path);
    put_counts(&counts, ": ", out);
    for (size_t i = 0; i < report->count; ++i) put_finding(run, file->path, &report->findings[i], out);
    if (report->dropped > 0) sinew__buffer_format(out, "  and %zu more of these codes\n", report->dropped);
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
