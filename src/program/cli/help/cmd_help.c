/// sinew help [COMMAND|TOPIC], sinew help --man [COMMAND]
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/model_formats.h"
#include "program/check/check_codes.h"
#include "program/cli/check/check_files.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"
#include "program/cli/help/help.h"
#include "sinew/sinew_tools.h"

// ---- manual pages --------------------------------------------------------------------------------------------------

/// Characters that are special in roff, and their escapes.
static const struct {
    char character;
    const char *roff;
} escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};

static void put_roff(sinew__buffer *page, const char *text, size_t length)
{
    if (length > 0 && text[0] == '.') sinew__buffer_put_text(page, "\\&"); // a leading dot would be a request
    for (size_t i = 0; i < length; ++i) {
        const char *roff = NULL;
        for (size_t k = 0; k < sizeof escapes / sizeof *escapes; ++k) {
            if (escapes[k].character == text[i]) roff = escapes[k].roff;
        }
        if (roff)
            sinew__buffer_put_text(page, roff);
        else
            sinew__buffer_put_character(page, text[i]);
    }
}

static void put_roff_line(sinew__buffer *page, const char *text, size_t length)
{
    put_roff(page, text, length);
    sinew__buffer_put_character(page, '\n');
}

/// Puts a table row such as "  37f  37.5f    frame number". The last gap of two spaces separates term and meaning. A
/// row without such a gap becomes a line of its own.
static void put_row(sinew__buffer *page, const char *line, size_t length)
{
    const size_t begin = strspn(line, " ");
    size_t text = length;
    while (text > begin + 2 && (line[text - 1] != ' ' || line[text - 2] != ' ')) --text;
    if (text <= begin + 2) {
        sinew__buffer_put_text(page, ".br\n");
        put_roff_line(page, line + begin, length - begin);
        return;
    }
    size_t end = text;
    while (line[end - 1] == ' ') --end;
    sinew__buffer_put_text(page, ".TP\n");
    put_roff_line(page, line + begin, end - begin);
    put_roff_line(page, line + text, length - text);
}

/// Puts help text. Indented lines are table rows, other lines are filled, and an empty line separates paragraphs.
static void put_help_text(sinew__buffer *page, const char *text, const char *end)
{
    int is_new_paragraph = 0;
    for (const char *line = text, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next) next = end;
        const size_t length = (size_t)(next - line);
        if (length == 0) {
            is_new_paragraph = line > text;
        } else if (line[0] == ' ') {
            put_row(page, line, length);
            is_new_paragraph = 1;
        } else {
            if (is_new_paragraph) sinew__buffer_put_text(page, ".PP\n");
            put_roff_line(page, line, length);
            is_new_paragraph = 0;
        }
    }
}

/// Puts a text whose first line is a title, such as "Exit status:". `heading` replaces the title, unless it is NULL.
static void put_titled_text(sinew__buffer *page, const char *heading, const char *text, const char *end)
{
    const char *title_end = memchr(text, '\n', (size_t)(end - text));
    if (!title_end) return;
    const size_t length = (size_t)(title_end - text);
    sinew__buffer_put_text(page, ".SH \"");
    if (heading)
        sinew__buffer_put_text(page, heading);
    else
        put_roff(page, text, length - (length > 0 && text[length - 1] == ':'));
    sinew__buffer_put_text(page, "\"\n");
    put_help_text(page, title_end + 1, end);
}

/// Puts a titled text that the function `put` makes.
static void put_titled(sinew__buffer *page, void (*put)(sinew__buffer *out))
{
    sinew__buffer text = {0};
    put(&text);
    if (text.failed) page->failed = 1;
    if (text.text) put_titled_text(page, NULL, text.text, text.text + text.size);
    sinew__buffer_free(&text);
}

static void put_option(sinew__buffer *page, const cli_option *option)
{
    sinew__buffer_put_text(page, ".TP\n");
    if (option->letter) sinew__buffer_format(page, "\\fB\\-%c\\fR, ", option->letter);
    sinew__buffer_format(page, "\\fB\\-\\-%s", option->kind == CLI_SWITCH ? "[no\\-]" : "");
    put_roff(page, option->name, strlen(option->name));
    sinew__buffer_put_text(page, "\\fR");
    if (option->value) {
        sinew__buffer_put_text(page, " \\fI");
        put_roff(page, option->value, strlen(option->value));
        sinew__buffer_put_text(page, "\\fR");
    }
    sinew__buffer_put_character(page, '\n');
    sinew__buffer help = {0};
    cli_put_option_meaning(&help, option);
    if (help.failed) page->failed = 1;
    put_roff_line(page, help.text ? help.text : "", help.size);
    sinew__buffer_free(&help);
}

/// Puts the options of a table: with `are_shared` only the shared ones, else only the others. If `command` is not NULL,
/// puts only options that the command takes.
static void put_options(sinew__buffer *page, const char *title, const cli_option *table, int are_shared,
                        const cli_command *command)
{
    int is_first = 1;
    for (; table && table->name; ++table) {
        if (!cli_lists_option(table, are_shared, command)) continue;
        if (is_first) sinew__buffer_format(page, ".SH %s\n", title);
        is_first = 0;
        put_option(page, table);
    }
}

static const cli_topic *topic_named(const char *name)
{
    for (const cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (strcmp(topic->name, name) == 0) return topic;
    }
    return NULL;
}

static void put_examples(sinew__buffer *page, const char *lines)
{
    sinew__buffer_put_text(page, ".SH EXAMPLES\n.nf\n");
    for (const char *line = lines; *line;) {
        const size_t length = strcspn(line, "\n");
        put_roff_line(page, line, length);
        line += length + (line[length] == '\n');
    }
    sinew__buffer_put_text(page, ".fi\n");
}

static void put_command_page(sinew__buffer *page, const cli_command *command)
{
    sinew__buffer_format(page, ".TH SINEW\\-%s 1 \"\" \"sinew " SINEW_VERSION "\"\n.SH NAME\nsinew\\-%s \\- ",
                         command->name, command->name);
    put_roff_line(page, command->summary, strlen(command->summary));
    sinew__buffer_format(page, ".SH SYNOPSIS\n\\fBsinew %s\\fR ", command->name);
    put_roff_line(page, command->usage, strlen(command->usage));
    if (command->description) {
        sinew__buffer_put_text(page, ".SH DESCRIPTION\n");
        put_help_text(page, command->description, command->description + strlen(command->description));
    }
    sinew__buffer limit = {0};
    cli_put_limit(&limit, command);
    page->failed |= limit.failed;
    if (limit.size > 0 && !command->description) sinew__buffer_put_text(page, ".SH DESCRIPTION\n");
    if (limit.size > 0) put_help_text(page, limit.text, limit.text + limit.size);
    sinew__buffer_free(&limit);
    put_options(page, "OPTIONS", command->options, 0, NULL);
    if (command->put_more_help) put_titled(page, command->put_more_help);
    put_options(page, "\"OPTIONS OF SEVERAL COMMANDS\"", cli_global_options, 1, command);
    put_options(page, "\"OPTIONS OF EVERY COMMAND\"", cli_global_options, 0, command);

    // Sections of every page: exit codes, environment, files.
    static const char *const names[] = {"exit", "config", "files"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const cli_topic *topic = topic_named(names[i]);
        put_titled_text(page, topic->heading, topic->text, topic->text + strlen(topic->text));
    }
    put_examples(page, command->examples);
    sinew__buffer_put_text(page, ".SH SEE ALSO\n\\fBsinew\\fR(1)\n");
}

static void put_program_page(sinew__buffer *page, const cli_command *const *commands)
{
    sinew__buffer_put_text(
        page, ".TH SINEW 1 \"\" \"sinew " SINEW_VERSION "\"\n.SH NAME\nsinew \\- play, inspect and export "
              "skeletal animation\n.SH SYNOPSIS\n\\fBsinew\\fR FILE\n.br\n\\fBsinew\\fR COMMAND [OPTIONS] FILE\n"
              ".SH DESCRIPTION\nReads ");
    sinew__put_model_formats(page);
    sinew__buffer_put_text(page, " and the other formats of Assimp.\n.SH COMMANDS\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(page, ".TP\n\\fBsinew\\-%s\\fR(1)\n", (*row)->name);
        put_roff_line(page, (*row)->summary, strlen((*row)->summary));
    }
    put_options(page, "\"OPTIONS OF EVERY COMMAND\"", cli_global_options, 0, NULL);
    put_options(page, "\"OPTIONS OF SEVERAL COMMANDS\"", cli_global_options, 1, NULL);
    for (const cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (topic->put)
            put_titled(page, topic->put);
        else
            put_titled_text(page, topic->heading, topic->text, topic->text + strlen(topic->text));
    }
    put_examples(page, "sinew walk.fbx\nsinew info walk.fbx\nsinew render walk.fbx -o walk.gif\n"
                       "sinew export walk.fbx -o walk.glb\nsinew check walk.fbx\n");
    sinew__buffer_put_text(page, ".SH SEE ALSO\n");
    for (const cli_command *const *row = commands; *row; ++row)
        sinew__buffer_format(page, "\\fBsinew\\-%s\\fR(1)%s\n", (*row)->name, row[1] ? "," : "");
}

// ---- the command ---------------------------------------------------------------------------------------------------

typedef struct help_settings {
    int man;
} help_settings;

static const cli_option options[] = {
    {"man", 0, CLI_ACTION, NULL, "print the manual page of the program or of a command (for man -l -)",
     CLI_FIELD(help_settings, man)},
    {0},
};

static void put_names(sinew__buffer *out, const cli_command *const *commands)
{
    for (const cli_command *const *row = commands; *row; ++row) sinew__buffer_format(out, "%s ", (*row)->name);
    for (const cli_topic *topic = cli_topics; topic->name; ++topic)
        if (!cli_command_named(commands, topic->name)) sinew__buffer_format(out, "%s ", topic->name);
}

/// Puts the meaning of a code, "W18, a warning of sinew check: …", and the paragraph of docs/12-check.md about the
/// code.
static void put_code(sinew__buffer *text, const check_description *code)
{
    static const char *const kinds[] = {"a note", "a warning", "an error"};
    const char *of = code->code[0] == 'I' ? "the import" : "sinew check";
    sinew__buffer_format(text, "%s, %s of %s: %s.\n", code->code, kinds[code->severity], of, code->about);
    sinew__buffer page = {0};
    cli_put_code_page(code->code, 0, &page);
    if (page.size > 0) {
        sinew__buffer_put_character(text, '\n');
        sinew__buffer_put(text, page.text, page.size);
        sinew__buffer_put_character(text, '\n');
    }
    text->failed |= page.failed;
    sinew__buffer_free(&page);
    if (*code->mend)
        sinew__buffer_format(text, "\nsinew edit --%s repairs most of them, and sinew check --fix tries it.\n",
                             code->mend);
}

/// Help for S01. It is not a finding of a file but concerns this machine: `check` neither lists nor ignores it.
static const char about_sandbox_code[] =
    "S01, a warning of commands that read a file: this machine lacks a part of the import sandbox.\n\n"
    "The message names the missing parts. The file is read under the protection of the other parts. "
    "sinew --version lists the parts that this machine has. With --sandbox required, sinew refuses to read the file "
    "instead.\n";

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const help_settings *help = settings;
    sinew__buffer text = {0};
    const char *name = files->count ? files->paths[0] : NULL;
    const cli_command *command = name ? cli_command_named(context->commands, name) : NULL;
    const cli_topic *topic = name ? topic_named(name) : NULL;
    check_description code;
    if (name && !command && !topic && !help->man && check_describe_code(name, &code)) {
        put_code(&text, &code);
        return cli_write_help(context, &text);
    }
    if (name && !help->man && strcmp(name, "S01") == 0) {
        sinew__buffer_put_text(&text, about_sandbox_code);
        return cli_write_help(context, &text);
    }
    if (name && !command && !topic)
        return cli_fail_usage(context, "bad-topic", "run 'sinew help' for a list of commands and topics",
                              "unknown command or topic '%s'", name);
    if (help->man) {
        if (name && !command)
            return cli_fail_usage(context, "bad-topic", "sinew help --man includes all topics",
                                  "no manual page for '%s'", name);
        sinew__buffer page = {0};
        if (command)
            put_command_page(&page, command);
        else
            put_program_page(&page, context->commands);
        return cli_write_stdout(context, &page);
    }
    if (!name) cli_put_program_help(&text, context->commands);
    if (command) cli_put_command_help(&text, command);
    if (topic) {
        if (text.size > 0) sinew__buffer_put_character(&text, '\n');
        if (topic->put)
            topic->put(&text);
        else
            sinew__buffer_put_text(&text, topic->text);
    }
    return cli_write_help(context, &text);
}

const cli_command cli_help = {
    .name = "help",
    .summary = "explain a command, a topic or the code of a finding",
    .usage = "[--man] [COMMAND|TOPIC|CODE]",
    .description = "CODE is the code of a finding or of a warning, such as W18 or I55.",
    .options = options,
    .settings_size = sizeof(help_settings),
    .min_files = 0,
    .max_files = 1,
    .argument_name = "topic",
    .put_arguments = put_names,
    .examples = "sinew help render\n"
                "sinew help W18\n"
                "sinew help --man pose > sinew-pose.1",
    .run = run,
    .seconds = 60,
};
