#include <string.h>

#include "base/printable.h"
#include "cli/check/check_output.h"
#include "cli/check/finding_text.h"

/// Puts text of a file so that Markdown does not read it as markup.
static void put_plain(const char *text, sinew__buffer *out)
{
    sinew__buffer printable = {0};
    sinew__buffer_put_printable(&printable, text);
    for (size_t i = 0; i < printable.size; ++i) {
        const char c = printable.text[i];
        if (strchr("\\`*_{}[]<>()#+-!|~&", c)) sinew__buffer_put_character(out, '\\');
        sinew__buffer_put_character(out, c);
    }
    out->failed |= printable.failed;
    sinew__buffer_free(&printable);
}

/// Puts text as code; back quotes in it would end it.
static void put_code(sinew__buffer *text, sinew__buffer *out)
{
    sinew__buffer_put_character(text, '\0');
    sinew__buffer printable = {0};
    if (!text->failed) sinew__buffer_put_printable(&printable, text->text);
    sinew__buffer_put_character(out, '`');
    for (size_t i = 0; i < printable.size; ++i)
        sinew__buffer_put_text(out, printable.text[i] == '`'   ? "'"
                                    : printable.text[i] == '|' ? "\\|"
                                                               : (char[]){printable.text[i], 0});
    sinew__buffer_put_character(out, '`');
    out->failed |= text->failed || printable.failed;
    sinew__buffer_free(&printable);
    sinew__buffer_free(text);
}

static void put_finding(const sinew__finding *finding, const char *path, sinew__buffer *out)
{
    sinew__buffer location = {0}, command = {0};
    sinew__buffer_format(out, "| %s | %s | ", finding->code, cli_severity_names[finding->severity]);
    cli_put_finding_location(finding, &location);
    sinew__buffer_put_character(&location, '\0');
    if (!location.failed) put_plain(location.text, out);
    out->failed |= location.failed;
    sinew__buffer_free(&location);
    sinew__buffer_put_text(out, " | ");
    put_plain(finding->text, out);
    sinew__buffer_put_text(out, " | ");
    cli_put_finding_command(finding, path, &command);
    out->failed |= command.failed;
    if (command.size > 0) put_code(&command, out);
    sinew__buffer_put_text(out, " |\n");
}

static void put_file(const cli_checked_file *file, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "### ");
    put_plain(file->path, out);
    sinew__buffer_format(out, ": %s\n\n", cli_verdict_names[cli_verdict_of(file)]);
    if (file->report.count == 0) return;
    sinew__buffer_put_text(out, "| code | severity | where | finding | shown by |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < file->report.count; ++i) put_finding(&file->report.findings[i], file->path, out);
    sinew__buffer_put_character(out, '\n');
}

void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < run->count; ++i) ++counts[cli_verdict_of(&run->files[i])];
    sinew__buffer_format(out, "## sinew check: %zu files, %zu with errors, %zu with warnings, %zu unreadable\n\n",
                         run->count, counts[CLI_VERDICT_ERRORS], counts[CLI_VERDICT_WARNINGS],
                         counts[CLI_VERDICT_UNREADABLE]);
    for (size_t i = 0; i < run->count; ++i) put_file(&run->files[i], out);
}
