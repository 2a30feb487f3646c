// The results as Markdown for GitHub and GitLab. Both sites make a notification of "@name" and a link of "#12", even
// after a backslash, but not inside code.
#include "program/cli/check/check_files.h"

#include <string.h>
#include <strings.h>

// ---- text of a file -----------------------------------------------------------------------------------------------

static void put_repeated(char character, size_t count, sinew__buffer *out)
{
    while (count-- > 0) sinew__buffer_put_character(out, character);
}

/// Puts printable text as inline code, between more back-quotes than the longest run that it contains. `is_cell`: the
/// text is in a table, where a bar must be escaped even in code.
static void put_code(const char *text, size_t size, int is_cell, sinew__buffer *out)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < size; ++i) {
        run = text[i] == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    const size_t quotes = longest + 1;
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

/// Puts a word that Markdown does not change: escaped, or as code if it could become a mention, a reference or a link.
static void put_markdown_word(const char *word, size_t size, int is_cell, sinew__buffer *out)
{
    if (contains(word, size, "@") || contains(word, size, "#") || contains(word, size, "//") ||
        contains(word, size, "www.")) {
        put_code(word, size, is_cell, out);
        return;
    }
    for (size_t i = 0; i < size; ++i) {
        if (strchr("\\`*_{}[]<>()#+-!|~&$", word[i])) sinew__buffer_put_character(out, '\\');
        sinew__buffer_put_character(out, word[i]);
    }
}

/// Puts text of a file as plain text: printable, each word safe from Markdown.
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

static void put_markdown_finding(const cli_check_run *run, const check_finding *finding, const char *path,
                                 sinew__buffer *out)
{
    sinew__buffer location = {0}, command = {0};
    sinew__buffer_format(out, "| %s | %s | ", finding->code,
                         sinew__word_of(check_severities, (int)finding->severity)->name);
    cli_put_finding_location(finding, &location);
    sinew__buffer_put_character(&location, '\0');
    if (!location.failed) put_plain(location.text, 1, out);
    out->failed |= location.failed;
    sinew__buffer_free(&location);
    sinew__buffer_put_text(out, " | ");
    put_plain(finding->text, 1, out);
    sinew__buffer_put_text(out, " | ");
    cli_put_finding_command(run, finding, path, 1, &command);
    if (command.size > 0 && !command.failed) put_code(command.text, command.size, 1, out);
    out->failed |= command.failed;
    sinew__buffer_free(&command);
    sinew__buffer_put_text(out, " |\n");
}

void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < run->count; ++i) ++counts[cli_verdict_of(&run->files[i])];
    sinew__buffer_format(out, "## sinew check: %zu files, %zu with errors, %zu with warnings, %zu unreadable\n\n",
                         run->count, counts[CLI_VERDICT_ERRORS], counts[CLI_VERDICT_WARNINGS],
                         counts[CLI_VERDICT_UNREADABLE]);
    for (size_t i = 0; i < run->count; ++i) {
        const cli_checked_file *file = &run->files[i];
        sinew__buffer_put_text(out, "### ");
        put_plain(file->link, 0, out);
        sinew__buffer_format(out, ": %s\n\n", cli_verdict_names[cli_verdict_of(file)]);
        if (file->report.count == 0) continue;
        sinew__buffer_put_text(out, "| code | severity | where | finding | shown by |\n|---|---|---|---|---|\n");
        for (size_t k = 0; k < file->report.count; ++k)
            put_markdown_finding(run, &file->report.findings[k], file->shown, out);
        sinew__buffer_put_character(out, '\n');
    }
}
