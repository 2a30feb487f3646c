#include "program/cli/check/check_output.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/quoted_text.h"
#include "core/platform/standard_input.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/test_cases.h"
#include "sinew/version.h"

// ---- a finding as words --------------------------------------------------------------------------------------------

/// Puts "clip 'walk', Hips" as unescaped text of the file; nothing for a finding about the whole file.
static void put_finding_location(const sinew__finding *finding, sinew__buffer *out)
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

/// Puts the options of the run by which other files add their clips, of a command that has them.
static void put_animations(const cli_check_run *run, const char *command, int is_shown, sinew__buffer *out)
{
    const cli_context *context = run->context;
    const cli_command *of = cli_command_named(context->commands, command);
    if (run->animations->count == 0 || !of || !cli_option_named(of->options, "anim", strlen("anim"))) return;
    for (size_t i = 0; i < run->animations->count; ++i) {
        sinew__buffer_put_text(out, " --anim ");
        put_word(run->animations->items[i], is_shown, out);
    }
    if (context->retarget) sinew__buffer_put_text(out, " --retarget");
    if (!context->retarget_map) return;
    sinew__buffer_put_text(out, " --retarget-map ");
    put_word(context->retarget_map, is_shown, out);
}

/// Puts the command for a shell, `sinew render walk.fbx --clip walk …`; nothing for a finding without one. Words are
/// quoted where a shell would change them. With `is_shown` words with unprintable characters become $'a\012b', so that
/// people can copy them; that is not in every shell, and data has them as they are.
static void put_finding_command(const cli_check_run *run, const sinew__finding *finding, const char *path, int is_shown,
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

/// Puts the edit that mends a finding, `sinew edit walk.fbx --clip walk --close 6 -o L01.fbx`; nothing when there is
/// none.
static void put_mending(const sinew__finding *finding, const char *path, int is_shown, sinew__buffer *out)
{
    if (!finding->mend || !finding->mend_clip) return;
    sinew__buffer_put_text(out, "sinew edit ");
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_word(path, is_shown, out);
    sinew__buffer_put_text(out, " --clip ");
    put_word(finding->mend_clip, is_shown, out);
    sinew__buffer_format(out, " --%s ", finding->mend);
    if (finding->mend_value) sinew__buffer_format(out, "%s ", finding->mend_value);
    sinew__buffer_format(out, "-o %s.fbx", finding->code);
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
    sinew__buffer_format(out, "%-7s", sinew__word_of(sinew__check_severities, (int)severity)->name);
    if (color) sinew__buffer_put_text(out, "\x1b[0m");
}

/// Notes have their command with --verbose only.
static void put_finding(const cli_check_run *run, const char *path, const sinew__finding *finding, sinew__buffer *out)
{
    sinew__buffer location = {0};
    sinew__buffer_format(out, "  %s ", finding->code);
    put_severity(run, finding->severity, out);
    sinew__buffer_put_character(out, ' ');
    put_finding_location(finding, &location);
    out->failed |= location.failed;
    if (location.size > 0) {
        put_escaped(&location, out);
        sinew__buffer_put_text(out, ": ");
    }
    sinew__buffer_put_printable(out, finding->text);
    sinew__buffer_put_character(out, '\n');
    if (finding->severity == SINEW_SEVERITY_INFO && !run->context->verbose) return;
    if (finding->command_count > 0) {
        sinew__buffer_put_text(out, "              ");
        put_finding_command(run, finding, path, 1, out);
        sinew__buffer_put_character(out, '\n');
    }
    if (!finding->mend) return;
    sinew__buffer_put_text(out, "              ");
    put_mending(finding, path, 1, out);
    sinew__buffer_put_character(out, '\n');
}

/// The mended copy of a file, and what was done.
static void put_mended(const cli_checked_file *file, sinew__buffer *out)
{
    if (!file->mended) return;
    sinew__buffer_put_text(out, "  mended in ");
    sinew__buffer_put_printable(out, file->mended);
    sinew__buffer_put_text(out, " by");
    sinew__buffer_put_printable(out, file->edits);
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
    const sinew__check_report *report = &file->report;
    finding_counts counts = {{0}};
    for (size_t i = 0; i < report->count; ++i) ++counts.by_severity[report->findings[i].severity];
    for (size_t i = 0; i < sizeof counts.by_severity / sizeof *counts.by_severity; ++i)
        total->by_severity[i] += counts.by_severity[i];
    sinew__buffer_put_printable(out, file->path);
    put_counts(&counts, ": ", out);
    for (size_t i = 0; i < report->count; ++i) put_finding(run, file->path, &report->findings[i], out);
    if (report->dropped > 0) sinew__buffer_format(out, "  and %zu more of these codes\n", report->dropped);
    put_mended(file, out);
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

static void put_command(const cli_check_run *run, const sinew__finding *finding, const char *path,
                        sinew__json_writer *json)
{
    sinew__buffer command = {0};
    put_finding_command(run, finding, path, 0, &command);
    const int is_empty = command.size == 0;
    sinew__buffer_put_character(&command, '\0');
    if (command.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "command", is_empty ? NULL : command.text);
    sinew__buffer_free(&command);
}

static void put_edit(const sinew__finding *finding, const char *path, sinew__json_writer *json)
{
    sinew__buffer edit = {0};
    put_mending(finding, path, 0, &edit);
    const int is_empty = edit.size == 0;
    sinew__buffer_put_character(&edit, '\0');
    if (edit.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "edit", is_empty ? NULL : edit.text);
    sinew__buffer_free(&edit);
}

static void put_json_finding(const cli_check_run *run, const sinew__finding *finding, const char *path,
                             sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", finding->code);
    sinew__json_put_text(json, "severity", sinew__word_of(sinew__check_severities, (int)finding->severity)->name);
    sinew__json_put_text(json, "clip", finding->clip);
    sinew__json_put_text(json, "node", finding->node);
    if (finding->count >= 0)
        sinew__json_put_whole(json, "count", finding->count);
    else
        sinew__json_put_null(json, "count");
    sinew__json_put_number(json, "time_s", finding->time); // NaN: null
    sinew__json_put_number(json, "measured", finding->measured);
    sinew__json_put_number(json, "expected", finding->expected);
    sinew__json_put_text(json, "unit", finding->unit);
    sinew__json_put_text(json, "text", finding->text);
    put_command(run, finding, path, json);
    put_edit(finding, path, json);
    sinew__json_end_object(json);
}

static void put_json_unjudged(const sinew__unjudged *unjudged, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", unjudged->code);
    sinew__json_put_text(json, "clip", unjudged->clip);
    sinew__json_put_text(json, "reason", unjudged->reason);
    sinew__json_end_object(json);
}

static void put_json_file(const cli_check_run *run, const cli_checked_file *file, sinew__json_writer *json)
{
    const sinew__check_report *report = &file->report;
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
    for (size_t i = 0; i < report->unjudged_count; ++i) put_json_unjudged(&report->unjudged[i], json);
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

// Markdown as GitHub and GitLab read it. A backslash does not stop "@name" from notifying somebody, nor "#12" from
// becoming a link: both are found after the backslashes are gone. In code they are not looked for.

// ---- text of a file -----------------------------------------------------------------------------------------------

static size_t longest_run(const char *text, size_t size, char character)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < size; ++i) {
        run = text[i] == character ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

static void put_repeated(char character, size_t count, sinew__buffer *out)
{
    while (count-- > 0) sinew__buffer_put_character(out, character);
}

/// Puts printable text as code, unchanged: between more back-quotes than it contains in a row. In a table a bar is
/// escaped even there.
static void put_code(const char *text, size_t size, int is_cell, sinew__buffer *out)
{
    const size_t quotes = longest_run(text, size, '`') + 1;
    const int touches = size > 0 && (text[0] == '`' || text[size - 1] == '`');
    put_repeated('`', quotes, out);
    if (touches) sinew__buffer_put_character(out, ' ');
    for (size_t i = 0; i < size; ++i) {
        if (is_cell && text[i] == '|') sinew__buffer_put_character(out, '\\');
        sinew__buffer_put_character(out, text[i]);
    }
    if (touches) sinew__buffer_put_character(out, ' ');
    put_repeated('`', quotes, out);
}

static int contains(const char *text, size_t size, const char *part)
{
    const size_t length = strlen(part);
    for (size_t i = 0; i + length <= size; ++i)
        if (strncasecmp(text + i, part, length) == 0) return 1;
    return 0;
}

/// Whether a word may become a mention, a reference or a link.
static int is_linked(const char *word, size_t size)
{
    return contains(word, size, "@") || contains(word, size, "#") || contains(word, size, "//") ||
           contains(word, size, "www.");
}

/// Puts a word so that Markdown does not read it as markup.
static void put_markdown_word(const char *word, size_t size, int is_cell, sinew__buffer *out)
{
    if (is_linked(word, size)) {
        put_code(word, size, is_cell, out);
        return;
    }
    for (size_t i = 0; i < size; ++i) {
        if (strchr("\\`*_{}[]<>()#+-!|~&$", word[i])) sinew__buffer_put_character(out, '\\');
        sinew__buffer_put_character(out, word[i]);
    }
}

/// Puts text of a file as text.
static void put_plain(const char *text, int is_cell, sinew__buffer *out)
{
    sinew__buffer printable = {0};
    sinew__buffer_put_printable(&printable, text);
    for (size_t i = 0; i < printable.size;) {
        const size_t start = i;
        while (i < printable.size && printable.text[i] != ' ') ++i;
        if (i > start) put_markdown_word(printable.text + start, i - start, is_cell, out);
        while (i < printable.size && printable.text[i] == ' ') sinew__buffer_put_character(out, printable.text[i++]);
    }
    out->failed |= printable.failed;
    sinew__buffer_free(&printable);
}

// ---- findings -----------------------------------------------------------------------------------------------------

static void put_markdown_finding(const cli_check_run *run, const sinew__finding *finding, const char *path,
                                 sinew__buffer *out)
{
    sinew__buffer location = {0}, command = {0};
    sinew__buffer_format(out, "| %s | %s | ", finding->code,
                         sinew__word_of(sinew__check_severities, (int)finding->severity)->name);
    put_finding_location(finding, &location);
    sinew__buffer_put_character(&location, '\0');
    if (!location.failed) put_plain(location.text, 1, out);
    out->failed |= location.failed;
    sinew__buffer_free(&location);
    sinew__buffer_put_text(out, " | ");
    put_plain(finding->text, 1, out);
    sinew__buffer_put_text(out, " | ");
    put_finding_command(run, finding, path, 1, &command);
    if (command.size > 0 && !command.failed) put_code(command.text, command.size, 1, out);
    out->failed |= command.failed;
    sinew__buffer_free(&command);
    sinew__buffer_put_text(out, " |\n");
}

static void put_markdown_file(const cli_check_run *run, const cli_checked_file *file, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "### ");
    put_plain(file->path, 0, out);
    sinew__buffer_format(out, ": %s\n\n", cli_verdict_names[cli_verdict_of(file)]);
    if (file->report.count == 0) return;
    sinew__buffer_put_text(out, "| code | severity | where | finding | shown by |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < file->report.count; ++i)
        put_markdown_finding(run, &file->report.findings[i], file->path, out);
    sinew__buffer_put_character(out, '\n');
}

void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < run->count; ++i) ++counts[cli_verdict_of(&run->files[i])];
    sinew__buffer_format(out, "## sinew check: %zu files, %zu with errors, %zu with warnings, %zu unreadable\n\n",
                         run->count, counts[CLI_VERDICT_ERRORS], counts[CLI_VERDICT_WARNINGS],
                         counts[CLI_VERDICT_UNREADABLE]);
    for (size_t i = 0; i < run->count; ++i) put_markdown_file(run, &run->files[i], out);
}

extern const size_t cli_check_page_size;

// SARIF 2.1.0, which GitHub code scanning reads: a rule per code, a result per finding.

static const char *const levels[] = {"note", "warning", "error"};

static void put_message(const char *key, const char *text, sinew__json_writer *json)
{
    sinew__json_put_object(json, key);
    sinew__json_put_text(json, "text", text);
    sinew__json_end_object(json);
}

// ---- help of the rules ----------------------------------------------------------------------------------------------

/// A part of the page about findings.
typedef struct page_part {
    const char *text;
    size_t length;
} page_part;

/// Where a text begins in a part; NULL where it is not.
static const char *find_in(page_part part, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= part.length; ++i)
        if (memcmp(part.text + i, text, length) == 0) return part.text + i;
    return NULL;
}

/// The page's anchor of a code, as in <a id="w18"></a>.
static void write_anchor(const char *code, char out[24])
{
    char lower[8] = "";
    for (int i = 0; code[i] && i < 7; ++i) lower[i] = (char)sinew__ascii_lower(code[i]);
    snprintf(out, 24, "<a id=\"%s\"></a>", lower);
}

/// The paragraph that a code's anchor is in.
static page_part paragraph_about(const char *code)
{
    const page_part page = {(const char *)cli_check_page, cli_check_page_size};
    char anchor[24];
    write_anchor(code, anchor);
    const char *at = find_in(page, anchor), *begin = at;
    if (!at) return (page_part){"", 0};
    while (begin > page.text + 1 && memcmp(begin - 2, "\n\n", 2) != 0) --begin;
    const page_part rest = {begin, page.length - (size_t)(begin - page.text)};
    const char *end = find_in(rest, "\n\n");
    return (page_part){begin, end ? (size_t)(end - begin) : rest.length};
}

/// Puts a paragraph on one line, without anchors, and without Markdown unless `keeps_marks`.
static void put_paragraph(const char *key, page_part part, int keeps_marks, sinew__json_writer *json)
{
    sinew__buffer text = {0};
    for (size_t i = 0; i < part.length; ++i) {
        const char c = part.text[i];
        if (c == '<') {
            const char *end = find_in((page_part){part.text + i, part.length - i}, "</a>");
            if (end) i = (size_t)(end - part.text) + 3;
        } else if (c == '\n') {
            sinew__buffer_put_character(&text, ' ');
        } else if (keeps_marks || (c != '*' && c != '`')) {
            sinew__buffer_put_character(&text, c);
        }
    }
    sinew__buffer_put_character(&text, '\0');
    json->out->failed |= text.failed;
    if (!text.failed) sinew__json_put_text(json, key, text.text);
    sinew__buffer_free(&text);
}

static void put_help(const char *code, sinew__json_writer *json)
{
    const page_part paragraph = paragraph_about(code);
    char address[sizeof SINEW_DOCS_ADDRESS + 24];
    snprintf(address, sizeof address, "%s/12-check.md#%c%s", SINEW_DOCS_ADDRESS, sinew__ascii_lower(code[0]), code + 1);
    sinew__json_put_text(json, "helpUri", address);
    sinew__json_put_object(json, "help");
    put_paragraph("text", paragraph, 0, json);
    put_paragraph("markdown", paragraph, 1, json);
    sinew__json_end_object(json);
}

static void put_rules(sinew__json_writer *json)
{
    sinew__json_put_array(json, "rules");
    for (size_t i = 0; i < SINEW__CHECK_COUNT; ++i) {
        const sinew__check_code *row = &sinew__check_codes[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "id", row->code);
        put_message("shortDescription", row->about, json);
        put_help(row->code, json);
        sinew__json_put_object(json, "defaultConfiguration");
        sinew__json_put_text(json, "level", levels[row->severity]);
        sinew__json_end_object(json);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_tool(sinew__json_writer *json)
{
    sinew__json_put_object(json, "tool");
    sinew__json_put_object(json, "driver");
    sinew__json_put_text(json, "name", "sinew check");
    sinew__json_put_text(json, "version", SINEW_VERSION);
    put_rules(json);
    sinew__json_end_object(json);
    sinew__json_end_object(json);
}

/// A relative URI reference: bytes that a URI cannot contain are percent-encoded.
static void put_uri(const char *path, sinew__json_writer *json)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./~";
    sinew__buffer uri = {0};
    for (; *path; ++path) {
        if (strchr(plain, *path))
            sinew__buffer_put_character(&uri, *path);
        else
            sinew__buffer_format(&uri, "%%%02X", (unsigned char)*path);
    }
    sinew__buffer_put_character(&uri, '\0');
    if (uri.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "uri", uri.text);
    sinew__buffer_free(&uri);
}

static void put_logical(const char *name, const char *kind, sinew__json_writer *json)
{
    if (!name) return;
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "name", name);
    sinew__json_put_text(json, "kind", kind);
    sinew__json_end_object(json);
}

/// Models have no lines; viewers need one.
static void put_location(const sinew__finding *finding, const char *path, sinew__json_writer *json)
{
    sinew__json_put_array(json, "locations");
    sinew__json_put_object(json, NULL);
    sinew__json_put_object(json, "physicalLocation");
    sinew__json_put_object(json, "artifactLocation");
    put_uri(path, json);
    sinew__json_end_object(json);
    sinew__json_put_object(json, "region");
    sinew__json_put_whole(json, "startLine", 1);
    sinew__json_end_object(json);
    sinew__json_end_object(json);
    sinew__json_put_array(json, "logicalLocations");
    put_logical(finding->clip, "clip", json);
    put_logical(finding->node, "node", json);
    sinew__json_end_array(json);
    sinew__json_end_object(json);
    sinew__json_end_array(json);
}

/// Puts text of a file as one line. In the text of a message "[a](b)" is a link: it must not be one of a name.
static void put_sarif_plain(const char *text, sinew__buffer *out)
{
    for (const char *link; (link = strstr(text, "](")); text = link + 1) {
        sinew__buffer_put(out, text, (size_t)(link - text));
        sinew__buffer_put_text(out, "\\]");
    }
    sinew__buffer_put_text(out, text);
}

static void put_text(const cli_check_run *run, const sinew__finding *finding, const char *path,
                     sinew__json_writer *json)
{
    sinew__buffer location = {0}, lines = {0}, text = {0};
    put_finding_location(finding, &location);
    if (location.size > 0) sinew__buffer_put_text(&location, ": ");
    sinew__buffer_put_text(&location, finding->text);
    sinew__buffer_put_character(&location, '\0');
    if (!location.failed) sinew__buffer_put_printable(&lines, location.text);
    if (finding->command_count > 0) {
        sinew__buffer_put_text(&lines, "\nShown by: ");
        put_finding_command(run, finding, path, 1, &lines);
    }
    sinew__buffer_put_character(&lines, '\0');
    if (!lines.failed) put_sarif_plain(lines.text, &text);
    sinew__buffer_put_character(&text, '\0');
    if (location.failed || lines.failed || text.failed)
        json->out->failed = 1;
    else
        put_message("message", text.text, json);
    sinew__buffer_free(&location);
    sinew__buffer_free(&lines);
    sinew__buffer_free(&text);
}

static void put_result(const cli_check_run *run, const sinew__finding *finding, const char *path,
                       sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "ruleId", finding->code);
    sinew__json_put_text(json, "level", levels[finding->severity]);
    put_text(run, finding, path, json);
    put_location(finding, path, json);
    sinew__json_end_object(json);
}

void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    sinew__json_put_text(&json, "version", "2.1.0");
    sinew__json_put_array(&json, "runs");
    sinew__json_put_object(&json, NULL);
    put_tool(&json);
    sinew__json_put_array(&json, "results");
    for (size_t i = 0; i < run->count; ++i)
        for (size_t k = 0; k < run->files[i].report.count; ++k)
            put_result(run, &run->files[i].report.findings[k], run->files[i].path, &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- test cases ----------------------------------------------------------------------------------------------------

static void put_case(const cli_check_run *run, const cli_checked_file *file, const sinew__finding *finding,
                     sinew_severity fail_on, cli_test_cases *cases, sinew__buffer *out)
{
    sinew__buffer name = {0}, text = {0};
    sinew__buffer_format(&name, "%s%s", finding->code, finding->clip || finding->node ? ": " : "");
    put_finding_location(finding, &name);
    sinew__buffer_put_character(&name, '\0');
    sinew__buffer_put_text(&text, finding->text);
    if (finding->command_count > 0) {
        sinew__buffer_put_text(&text, "\nShown by: ");
        put_finding_command(run, finding, file->path, 1, &text);
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
        cli_test_cases_put_suite(&cases, file->path);
        for (size_t k = 0; k < file->report.count; ++k)
            put_case(run, file, &file->report.findings[k], fail_on, &cases, out);
        if (file->report.count == 0) cli_test_cases_put(&cases, &(cli_test_case){.name = "no findings"});
    }
    cli_test_cases_end(&cases, out);
}
