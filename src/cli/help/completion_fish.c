#include "cli/help/completion.h"

static void put_values(sinew__buffer *out, const cli_option *option)
{
    switch (option->complete) {
    case CLI_COMPLETE_FILE: sinew__buffer_put_text(out, " -r -F"); return;
    case CLI_COMPLETE_FOLDER: sinew__buffer_put_text(out, " -x -a '(__fish_complete_directories)'"); return;
    case CLI_COMPLETE_CLIP: sinew__buffer_put_text(out, " -x -a '(__sinew_clips)'"); return;
    case CLI_COMPLETE_JOINT: sinew__buffer_put_text(out, " -x -a '(__sinew_joints)'"); return;
    case CLI_COMPLETE_JOINT_LIST: sinew__buffer_put_text(out, " -x -a '(__sinew_joint_list)'"); return;
    case CLI_COMPLETE_NOTHING: break;
    }
    sinew__buffer_put_text(out, " -x");
    if (!option->choices && !option->choice_at) return;
    sinew__buffer_put_text(out, " -a '");
    cli_put_choices(out, option, " ");
    sinew__buffer_put_character(out, '\'');
}

static void put_option(sinew__buffer *out, const char *condition, const cli_option *option, const char *prefix)
{
    sinew__buffer_format(out, "complete -c sinew%s -l %s%s", condition, prefix, option->name);
    if (option->letter && !*prefix) sinew__buffer_format(out, " -s %c", option->letter);
    if (cli_option_has_value(option)) put_values(out, option);
    sinew__buffer_put_text(out, " -d ");
    cli_put_quoted(out, option->help);
    sinew__buffer_put_character(out, '\n');
}

static void put_options(sinew__buffer *out, const char *condition, const cli_option *table)
{
    for (; table && table->name; ++table) {
        put_option(out, condition, table, "");
        if (table->kind == CLI_SWITCH) put_option(out, condition, table, "no-");
    }
}

static const char head[] = "# fish completion for sinew; load it with: sinew completion fish | source\n"
                           "function __sinew_file\n"
                           "    for word in (commandline -opc)[2..-1]\n"
                           "        if test -f $word\n"
                           "            echo $word\n"
                           "            return\n"
                           "        end\n"
                           "    end\n"
                           "end\n";

/// Needs __sinew_joints.
static const char joint_list[] = "function __sinew_joint_list\n"
                                 "    set -l before (string match -r '^.*[^\\\\\\\\],' -- (commandline -ct))\n"
                                 "    for name in (__sinew_joints)\n"
                                 "        echo \"$before\"(string replace -a , '\\,' -- $name)\n"
                                 "    end\n"
                                 "end\n";

/// Puts a function that runs a sh command on the file of the command line.
static void put_function(sinew__buffer *out, const char *name, const char *command)
{
    sinew__buffer_format(out, "function %s\n    sh -c ", name);
    cli_put_quoted(out, command);
    sinew__buffer_put_text(out, " sh (__sinew_file)\nend\n");
}

/// Puts the arguments of a command that takes no files.
static void put_arguments(sinew__buffer *out, const char *condition, const cli_command *command,
                          const cli_command *const *commands)
{
    if (!command->put_arguments && command->max_files >= 0) return;
    sinew__buffer_format(out, "complete -c sinew%s -f", condition);
    if (command->put_arguments) {
        sinew__buffer_put_text(out, " -a '");
        command->put_arguments(out, commands);
        sinew__buffer_put_character(out, '\'');
    }
    sinew__buffer_put_character(out, '\n');
}

void cli_put_fish_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, head);
    put_function(out, "__sinew_clips", CLI_COMPLETION_CLIPS);
    put_function(out, "__sinew_joints", CLI_COMPLETION_JOINTS);
    sinew__buffer_put_text(out, joint_list);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "complete -c sinew -n __fish_use_subcommand -a %s -d ", (*row)->name);
        cli_put_quoted(out, (*row)->summary);
        sinew__buffer_put_character(out, '\n');
    }
    put_options(out, "", cli_global_options);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer condition = {0};
        sinew__buffer_format(&condition, " -n '__fish_seen_subcommand_from %s'", (*row)->name);
        sinew__buffer_put_character(&condition, '\0');
        if (condition.failed) {
            out->failed = 1;
        } else {
            put_arguments(out, condition.text, *row, commands);
            put_options(out, condition.text, (*row)->options);
        }
        sinew__buffer_free(&condition);
    }
}
