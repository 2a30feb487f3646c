#include "program/cli/framework/test_cases.h"

#include <string.h>

cli_test_cases cli_test_cases_begin(int format, const char *title)
{
    return (cli_test_cases){.format = format, .title = title};
}

/// Returns text of a file with all unprintable characters except line ends escaped. The caller frees the terminated
/// text.
static sinew__buffer printable_lines(const char *text)
{
    sinew__buffer out = {0}, line = {0};
    for (;; ++text) {
        const size_t length = strcspn(text, "\n");
        line.size = 0;
        sinew__buffer_put(&line, text, length);
        sinew__buffer_put_character(&line, '\0');
        if (!line.failed) sinew__buffer_put_printable(&out, line.text);
        text += length;
        if (!*text) break;
        sinew__buffer_put_character(&out, '\n');
    }
    sinew__buffer_put_character(&out, '\0');
    out.failed |= line.failed;
    sinew__buffer_free(&line);
    return out;
}

// ---- JUnit ---------------------------------------------------------------------------------------------------------

/// Puts text of a file into XML. Of control characters, only line ends remain.
static void put_xml(sinew__buffer *out, const char *text, int is_attribute)
{
    sinew__buffer lines = printable_lines(text);
    for (const char *at = lines.failed ? "" : lines.text; *at; ++at) switch (*at) {
        case '&': sinew__buffer_put_text(out, "&amp;"); break;
        case '<': sinew__buffer_put_text(out, "&lt;"); break;
        case '>': sinew__buffer_put_text(out, "&gt;"); break;
        case '"': sinew__buffer_put_text(out, "&quot;"); break;
        case '\n': sinew__buffer_put_text(out, is_attribute ? "&#10;" : "\n"); break;
        default: sinew__buffer_put_character(out, *at); break;
        }
    out->failed |= lines.failed;
    sinew__buffer_free(&lines);
}

static void put_attribute(sinew__buffer *out, const char *name, const char *value)
{
    sinew__buffer_format(out, " %s=\"", name);
    put_xml(out, value, 1);
    sinew__buffer_put_character(out, '"');
}

static void put_counts(sinew__buffer *out, size_t cases, size_t failures, size_t errors)
{
    sinew__buffer_format(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n", cases, failures, errors);
}

/// Puts the text of a case: as message of a failure or error, or as output of a case that passes.
static void put_outcome(const cli_test_case *of, sinew__buffer *out)
{
    const char *element = of->is_unreadable ? "error" : "failure";
    if (of->is_failed) {
        sinew__buffer first = {0};
        sinew__buffer_put(&first, of->text, strcspn(of->text, "\n"));
        sinew__buffer_put_character(&first, '\0');
        sinew__buffer_format(out, "      <%s", element);
        put_attribute(out, "type", of->type);
        if (!first.failed) put_attribute(out, "message", first.text);
        out->failed |= first.failed;
        sinew__buffer_free(&first);
    } else {
        element = "system-out";
        sinew__buffer_format(out, "      <%s", element);
    }
    sinew__buffer_put_character(out, '>');
    put_xml(out, of->text, 0);
    sinew__buffer_format(out, "</%s>\n", element);
}

static void put_junit_case(cli_test_cases *cases, const cli_test_case *of)
{
    sinew__buffer *out = &cases->open;
    sinew__buffer_put_text(out, "    <testcase");
    put_attribute(out, "name", of->name);
    put_attribute(out, "classname", cases->suite);
    put_attribute(out, "file", cases->suite);
    if (!of->text) {
        sinew__buffer_put_text(out, "/>\n");
        return;
    }
    sinew__buffer_put_text(out, ">\n");
    put_outcome(of, out);
    sinew__buffer_put_text(out, "    </testcase>\n");
}

static void append(sinew__buffer *out, sinew__buffer *part)
{
    if (part->text) sinew__buffer_put(out, part->text, part->size);
    out->failed |= part->failed;
    sinew__buffer_free(part);
}

static void end_suite(cli_test_cases *cases)
{
    sinew__buffer *out = &cases->written;
    if (!cases->suite) return;
    if (cases->format == CLI_FORMAT_JUNIT) {
        sinew__buffer_put_text(out, "  <testsuite");
        put_attribute(out, "name", cases->suite);
        put_counts(out, cases->cases, cases->failures, cases->errors);
    }
    append(out, &cases->open);
    if (cases->format == CLI_FORMAT_JUNIT) sinew__buffer_put_text(out, "  </testsuite>\n");
    cases->all += cases->cases;
    cases->all_failures += cases->failures;
    cases->all_errors += cases->errors;
    cases->cases = cases->failures = cases->errors = 0;
}

// ---- GitHub --------------------------------------------------------------------------------------------------------

/// Puts text of a file as a part of a GitHub workflow command. The characters `ends`, which would end the part, are
/// escaped. Line ends are escaped also, because a new command could begin after them.
static void put_part(sinew__buffer *out, const char *text, const char *ends)
{
    sinew__buffer lines = printable_lines(text);
    for (const char *at = lines.failed ? "" : lines.text; *at; ++at) {
        if (*at == '%' || *at == '\n' || strchr(ends, *at))
            sinew__buffer_format(out, "%%%02X", (unsigned char)*at);
        else
            sinew__buffer_put_character(out, *at);
    }
    out->failed |= lines.failed;
    sinew__buffer_free(&lines);
}

// ---- both ----------------------------------------------------------------------------------------------------------

void cli_test_cases_put_suite(cli_test_cases *cases, const char *path)
{
    end_suite(cases);
    cases->suite = path;
}

void cli_test_cases_put(cli_test_cases *cases, const cli_test_case *of)
{
    ++cases->cases;
    cases->failures += of->is_failed && !of->is_unreadable;
    cases->errors += of->is_failed && of->is_unreadable;
    if (cases->format == CLI_FORMAT_JUNIT)
        put_junit_case(cases, of);
    else {
        static const char *const levels[] = {"notice", "warning", "error"};
        static const char ends_property[] = ":,";
        if (of->text) {
            sinew__buffer *out = &cases->open;
            sinew__buffer_format(out, "::%s file=", levels[of->severity]);
            put_part(out, cases->suite, ends_property);
            sinew__buffer_put_text(out, ",title=");
            put_part(out, of->name, ends_property);
            sinew__buffer_put_text(out, "::");
            put_part(out, of->text, "");
            sinew__buffer_put_character(out, '\n');
        }
    }
}

void cli_test_cases_end(cli_test_cases *cases, sinew__buffer *out)
{
    const int is_junit = cases->format == CLI_FORMAT_JUNIT;
    end_suite(cases);
    if (is_junit) {
        sinew__buffer_put_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
        put_attribute(out, "name", cases->title);
        put_counts(out, cases->all, cases->all_failures, cases->all_errors);
    }
    append(out, &cases->written);
    if (is_junit) sinew__buffer_put_text(out, "</testsuites>\n");
    *cases = (cli_test_cases){0};
}
