// The results as SARIF 2.1.0, which GitHub code scanning reads: one rule per code, one result per finding.
#include "program/cli/check/check_files.h"

#include <stdio.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/printable.h"
#include "sinew/version.h"

extern const size_t cli_check_page_size;

static const char *const levels[] = {"note", "warning", "error"};

static void put_message(const char *key, const char *text, sinew__json_writer *json)
{
    sinew__json_put_object(json, key);
    sinew__json_put_text(json, "text", text);
    sinew__json_end_object(json);
}

// ---- help of the rules ----------------------------------------------------------------------------------------------

/// A part of the page docs/12-check.md.
typedef struct page_part {
    const char *text;
    size_t length;
} page_part;

/// Returns the first position of a text in a part; NULL if it is missing.
static const char *find_in(page_part part, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= part.length; ++i)
        if (memcmp(part.text + i, text, length) == 0) return part.text + i;
    return NULL;
}

/// Returns the paragraph of the page that has a code's anchor; empty if none exists.
static page_part paragraph_about(const char *code)
{
    const page_part page = {(const char *)cli_check_page, cli_check_page_size};
    char anchor[24];
    // the anchor, such as <a id="w18"></a>
    char lower[8] = "";
    for (int i = 0; code[i] && i < 7; ++i) lower[i] = (char)sinew__ascii_lower(code[i]);
    snprintf(anchor, 24, "<a id=\"%s\"></a>", lower);
    const char *at = find_in(page, anchor), *begin = at;
    if (!at) return (page_part){"", 0};
    while (begin > page.text + 1 && memcmp(begin - 2, "\n\n", 2) != 0) --begin;
    const page_part rest = {begin, page.length - (size_t)(begin - page.text)};
    const char *end = find_in(rest, "\n\n");
    return (page_part){begin, end ? (size_t)(end - begin) : rest.length};
}

void cli_put_code_page(const char *code, int keeps_marks, sinew__buffer *out)
{
    const page_part part = paragraph_about(code);
    for (size_t i = 0; i < part.length; ++i) {
        const char c = part.text[i];
        if (c == '<') {
            const char *end = find_in((page_part){part.text + i, part.length - i}, "</a>");
            if (end) i = (size_t)(end - part.text) + 3;
        } else if (c == '\n') {
            sinew__buffer_put_character(out, ' ');
        } else if (keeps_marks || (c != '*' && c != '`')) {
            sinew__buffer_put_character(out, c);
        }
    }
}

static void put_page(const char *key, const char *code, int keeps_marks, sinew__json_writer *json)
{
    sinew__buffer text = {0};
    cli_put_code_page(code, keeps_marks, &text);
    sinew__buffer_put_character(&text, '\0');
    json->out->failed |= text.failed;
    if (!text.failed) sinew__json_put_text(json, key, text.text);
    sinew__buffer_free(&text);
}

static void put_rules(sinew__json_writer *json)
{
    sinew__json_put_array(json, "rules");
    for (size_t i = 0; i < CHECK_COUNT; ++i) {
        const check_code *row = &check_codes[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "id", row->code);
        put_message("shortDescription", row->about, json);
        char address[sizeof SINEW_DOCS_ADDRESS + 24];
        snprintf(address, sizeof address, "%s/12-check.md#%c%s", SINEW_DOCS_ADDRESS, sinew__ascii_lower(row->code[0]),
                 row->code + 1);
        sinew__json_put_text(json, "helpUri", address);
        sinew__json_put_object(json, "help");
        put_page("text", row->code, 0, json);
        put_page("markdown", row->code, 1, json);
        sinew__json_end_object(json);
        sinew__json_put_object(json, "defaultConfiguration");
        sinew__json_put_text(json, "level", levels[row->severity]);
        sinew__json_end_object(json);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

/// Puts the file's link as a relative URI reference. Bytes that a URI cannot contain are percent-encoded.
static void put_uri(const cli_checked_file *file, sinew__json_writer *json)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./~";
    sinew__buffer uri = {0};
    sinew__buffer_put(&uri, file->link, strlen(file->link) - strlen(file->shown));
    for (const char *path = file->shown; *path; ++path) {
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

/// Puts the location of a finding: the file, and line 1, which viewers need although models have no lines.
static void put_location(const check_finding *finding, const cli_checked_file *file, sinew__json_writer *json)
{
    sinew__json_put_array(json, "locations");
    sinew__json_put_object(json, NULL);
    sinew__json_put_object(json, "physicalLocation");
    sinew__json_put_object(json, "artifactLocation");
    put_uri(file, json);
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

static void put_text(const cli_check_run *run, const check_finding *finding, const char *path, sinew__json_writer *json)
{
    sinew__buffer location = {0}, lines = {0}, text = {0};
    cli_put_finding_location(finding, &location);
    if (location.size > 0) sinew__buffer_put_text(&location, ": ");
    sinew__buffer_put_text(&location, finding->text);
    sinew__buffer_put_character(&location, '\0');
    if (!location.failed) sinew__buffer_put_printable(&lines, location.text);
    if (finding->command_count > 0) {
        sinew__buffer_put_text(&lines, "\nShown by: ");
        cli_put_finding_command(run, finding, path, 1, &lines);
    }
    sinew__buffer_put_character(&lines, '\0');
    if (!lines.failed) {
        // In SARIF messages "[a](b)" is a link, so "](" in a name is escaped.
        const char *rest = lines.text;
        for (const char *link; (link = strstr(rest, "](")); rest = link + 1) {
            sinew__buffer_put(&text, rest, (size_t)(link - rest));
            sinew__buffer_put_text(&text, "\\]");
        }
        sinew__buffer_put_text(&text, rest);
    }
    sinew__buffer_put_character(&text, '\0');
    if (location.failed || lines.failed || text.failed)
        json->out->failed = 1;
    else
        put_message("message", text.text, json);
    sinew__buffer_free(&location);
    sinew__buffer_free(&lines);
    sinew__buffer_free(&text);
}

void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    sinew__json_put_text(&json, "version", "2.1.0");
    sinew__json_put_array(&json, "runs");
    sinew__json_put_object(&json, NULL);
    sinew__json_put_object(&json, "tool");
    sinew__json_put_object(&json, "driver");
    sinew__json_put_text(&json, "name", "sinew check");
    sinew__json_put_text(&json, "version", SINEW_VERSION);
    put_rules(&json);
    sinew__json_end_object(&json);
    sinew__json_end_object(&json);
    sinew__json_put_array(&json, "results");
    for (size_t i = 0; i < run->count; ++i)
        for (size_t k = 0; k < run->files[i].report.count; ++k) {
            const check_finding *finding = &run->files[i].report.findings[k];
            sinew__json_put_object(&json, NULL);
            sinew__json_put_text(&json, "ruleId", finding->code);
            sinew__json_put_text(&json, "level", levels[finding->severity]);
            put_text(run, finding, run->files[i].shown, &json);
            put_location(finding, &run->files[i], &json);
            sinew__json_end_object(&json);
        }
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
