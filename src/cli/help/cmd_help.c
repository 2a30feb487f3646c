/// sinew help [COMMAND|TOPIC], sinew help --man [COMMAND]
#include <string.h>

#include "cli/framework/command.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "cli/help/help.h"
#include "cli/help/man_page.h"
#include "cli/help/topics.h"

typedef struct help_settings {
    int man;
} help_settings;

static const cli_option options[] = {
    {"man", 0, CLI_ACTION, NULL, "print the manual page of the program or of a command (for man -l -)",
     CLI_FIELD(help_settings, man)},
    {0},
};

static const cli_topic *topic_named(const char *name)
{
    for (const cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (strcmp(topic->name, name) == 0) return topic;
    }
    return NULL;
}

static void put_topic(sinew__buffer *text, const cli_topic *topic)
{
    if (text->size > 0) sinew__buffer_put_character(text, '\n');
    if (topic->put)
        topic->put(text);
    else
        sinew__buffer_put_text(text, topic->text);
}

static void put_names(sinew__buffer *out, const cli_command *const *commands)
{
    for (const cli_command *const *row = commands; *row; ++row) sinew__buffer_format(out, "%s ", (*row)->name);
    for (const cli_topic *topic = cli_topics; topic->name; ++topic)
        if (!cli_command_named(commands, topic->name)) sinew__buffer_format(out, "%s ", topic->name);
}

static int print_page(const cli_context *context, const cli_command *command, const char *name)
{
    if (name && !command)
        return cli_fail_usage(context, "bad-topic", "sinew help --man includes all topics", "no manual page for '%s'",
                              name);
    sinew__buffer page = {0};
    if (command)
        cli_put_command_page(&page, command);
    else
        cli_put_program_page(&page, context->commands);
    return cli_write_stdout(context, &page);
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const help_settings *help = settings;
    sinew__buffer text = {0};
    const char *name = files->count ? files->paths[0] : NULL;
    const cli_command *command = name ? cli_command_named(context->commands, name) : NULL;
    const cli_topic *topic = name ? topic_named(name) : NULL;
    if (name && !command && !topic)
        return cli_fail_usage(context, "bad-topic", "run 'sinew help' for a list of commands and topics",
                              "unknown command or topic '%s'", name);
    if (help->man) return print_page(context, command, name);
    if (!name) cli_put_program_help(&text, context->commands);
    if (command) cli_put_command_help(&text, command);
    if (topic) put_topic(&text, topic); // `keys` is both a command and a topic
    return cli_write_help(context, &text);
}

const cli_command cli_help = {
    .name = "help",
    .summary = "explain a command or a topic",
    .usage = "[--man] [COMMAND|TOPIC]",
    .options = options,
    .settings_size = sizeof(help_settings),
    .min_files = 0,
    .max_files = 1,
    .argument_name = "topic",
    .put_arguments = put_names,
    .examples = "sinew help render\n"
                "sinew help time\n"
                "sinew help --man pose > sinew-pose.1",
    .run = run,
};
