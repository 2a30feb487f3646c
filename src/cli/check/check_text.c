#include <string.h>

#include "cli/check/check_output.h"
#include "cli/check/finding_text.h"
#include "cli/framework/report.h"

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
    sinew__buffer_format(out, "%-7s", cli_severity_names[severity]);
    if (color) sinew__buffer_put_text(out, "\x1b[0m");
}

/// Notes have their command with --verbose only.
static void put_finding(const cli_check_run *run, const char *path, const sinew__finding *finding, sinew__buffer *out)
{
    sinew__buffer place = {0}, command = {0};
    sinew__buffer_format(out, "  %s ", finding->code);
    put_severity(run, finding->severity, out);
    sinew__buffer_put_character(out, ' ');
    cli_put_finding_place(finding, &place);
    if (place.size > 0) {
        put_escaped(&place, out);
        sinew__buffer_put_text(out, ": ");
    }
    sinew__buffer_put_printable(out, finding->text);
    sinew__buffer_put_character(out, '\n');
    if (finding->severity == SINEW_SEVERITY_INFO && !run->context->verbose) return;
    cli_put_finding_command(finding, path, &command);
    if (command.size == 0) return;
    sinew__buffer_put_text(out, "              ");
    put_escaped(&command, out);
    sinew__buffer_put_character(out, '\n');
}

/// A remark of a run: file and index.
typedef struct remark_place {
    size_t file, index;
} remark_place;

static const sinew__unjudged *remark_at(const cli_check_run *run, remark_place place)
{
    return &run->files[place.file].report.unjudged[place.index];
}

/// Moves to the next remark. Returns 0 behind the last.
static int next_remark(const cli_check_run *run, remark_place *place)
{
    for (++place->index; place->file < run->count; ++place->file, place->index = 0)
        if (place->index < run->files[place->file].report.unjudged_count) return 1;
    return 0;
}

/// Whether a remark before has the same reason and, if it is given, the same code.
static int is_repeated(const cli_check_run *run, remark_place place, int with_code)
{
    const sinew__unjudged *remark = remark_at(run, place);
    for (remark_place other = {0, (size_t)-1}; next_remark(run, &other);) {
        const sinew__unjudged *earlier = remark_at(run, other);
        if (earlier == remark) return 0;
        if (strcmp(earlier->reason, remark->reason) == 0 && (!with_code || strcmp(earlier->code, remark->code) == 0))
            return 1;
    }
    return 0;
}

/// One line for a reason: its codes, each once.
static void put_reason(const cli_check_run *run, remark_place place, sinew__buffer *out)
{
    const char *reason = remark_at(run, place)->reason, *separator = "not evaluated: ";
    for (int more = 1; more; more = next_remark(run, &place)) {
        const sinew__unjudged *remark = remark_at(run, place);
        if (strcmp(remark->reason, reason) != 0 || is_repeated(run, place, 1)) continue;
        sinew__buffer_format(out, "%s%s", separator, remark->code);
        separator = ", ";
    }
    sinew__buffer_format(out, ": %s\n", reason);
}

/// What could not be judged, of all files; --json says it by file and clip.
static void put_unjudged(const cli_check_run *run, sinew__buffer *out)
{
    for (remark_place place = {0, (size_t)-1}; next_remark(run, &place);)
        if (!is_repeated(run, place, 0)) put_reason(run, place, out);
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
