#include "cli/help/help.h"

#include <stdio.h>
#include <string.h>

#include "base/model_formats.h"
#include "cli/framework/output.h"
#include "cli/help/fill_text.h"
#include "cli/help/topics.h"

enum { HELP_COLUMN = 28 };

void cli_put_option_meaning(sinew__buffer *text, const cli_option *option)
{
    sinew__buffer_put_text(text, option->help);
    if (!option->choices && !option->choice_at) return;
    const int is_file = option->complete == CLI_COMPLETE_FILE;
    sinew__buffer_put_text(text, is_file ? "; named ." : "; one of ");
    cli_put_choices(text, option, is_file ? ", ." : ", ");
}

/// Puts "  -o, --output FILE", padded to the column of the explanations.
static void put_option(sinew__buffer *text, const cli_option *option)
{
    const size_t begin = text->size;
    if (option->letter)
        sinew__buffer_format(text, "  -%c, ", option->letter);
    else
        sinew__buffer_put_text(text, "      ");
    sinew__buffer_format(text, "--%s%s", option->kind == CLI_SWITCH ? "[no-]" : "", option->name);
    if (option->value) sinew__buffer_format(text, " %s", option->value);
    const size_t length = text->failed ? 0 : cli_columns_of(text->text + begin, text->size - begin);
    if (length + 2 > HELP_COLUMN)
        sinew__buffer_format(text, "\n%*s", HELP_COLUMN, "");
    else
        sinew__buffer_format(text, "%*s", (int)(HELP_COLUMN - length), "");
    cli_put_option_meaning(text, option);
    sinew__buffer_put_character(text, '\n');
}

/// Omits options that `hidden_by` (or NULL) also has.
static void put_options(sinew__buffer *text, const char *title, const cli_option *table, const cli_option *hidden_by)
{
    if (!table || !table->name) return;
    sinew__buffer_format(text, "\n%s:\n", title);
    for (; table->name; ++table) {
        if (!hidden_by || !cli_option_named(hidden_by, table->name, strlen(table->name))) put_option(text, table);
    }
}

static void put_examples(sinew__buffer *text, const char *lines)
{
    sinew__buffer_put_text(text, "\nExamples:\n");
    for (const char *line = lines; *line;) {
        const size_t length = strcspn(line, "\n");
        sinew__buffer_put_text(text, "  ");
        sinew__buffer_put(text, line, length);
        sinew__buffer_put_character(text, '\n');
        line += length + (line[length] == '\n');
    }
}

void cli_put_command_help(sinew__buffer *text, const cli_command *command)
{
    sinew__buffer_format(text, "sinew %s %s\n\n%s\n", command->name, command->usage, command->summary);
    if (command->description) sinew__buffer_format(text, "\n%s\n", command->description);
    put_options(text, "Options", command->options, NULL);
    if (command->put_more_help) {
        sinew__buffer_put_character(text, '\n');
        command->put_more_help(text);
    }
    put_options(text, "Options of every command", cli_global_options, command->options);
    put_examples(text, command->examples);
}

void cli_put_program_help(sinew__buffer *text, const cli_command *const *commands)
{
    sinew__buffer_put_text(
        text, "sinew FILE, or sinew COMMAND [OPTIONS] FILE\n\nPlay, inspect and export skeletal animation from ");
    sinew__put_model_formats(text);
    sinew__buffer_put_text(text, " and other files.\n\nCommands:\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(text, "  %-12s%s\n", (*row)->name, (*row)->summary);
    }
    put_options(text, "Options of every command", cli_global_options, NULL);
    sinew__buffer_put_text(text, "\nRun 'sinew help COMMAND' or 'sinew help TOPIC' for more. Topics:\n");
    for (const cli_topic *topic = cli_topics; topic->name; ++topic) {
        sinew__buffer_format(text, "  %-12s%s\n", topic->name, topic->summary);
    }
}

int cli_write_help(const cli_context *context, sinew__buffer *text)
{
    sinew__buffer filled = {.failed = text->failed};
    cli_put_filled(&filled, text->text, text->size);
    sinew__buffer_free(text);
    return cli_write_stdout(context, &filled);
}
