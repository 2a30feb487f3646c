#include "cli/help/completion.h"

static void put_option_names(sinew__buffer *out, const cli_option *table)
{
    for (; table && table->name; ++table) {
        if (table->letter) sinew__buffer_format(out, " -%c", table->letter);
        sinew__buffer_format(out, " --%s", table->name);
        if (table->kind == CLI_SWITCH) sinew__buffer_format(out, " --no-%s", table->name);
    }
}

static void put_command_names(sinew__buffer *out, const cli_command *const *commands, const char *separator)
{
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "%s%s", row == commands ? "" : separator, (*row)->name);
    }
}

/// Puts the completion of a value: a call of a function of the script, or a list of words.
static void put_value(sinew__buffer *out, const cli_option *option)
{
    switch (option->complete) {
    case CLI_COMPLETE_FILE: sinew__buffer_put_text(out, "_sinew_paths -f"); return;
    case CLI_COMPLETE_FOLDER: sinew__buffer_put_text(out, "_sinew_paths -d"); return;
    case CLI_COMPLETE_CLIP: sinew__buffer_put_text(out, "_sinew_names \"$(_sinew_clips \"$file\")\""); return;
    case CLI_COMPLETE_JOINT: sinew__buffer_put_text(out, "_sinew_names \"$(_sinew_joints \"$file\")\""); return;
    case CLI_COMPLETE_JOINT_LIST: sinew__buffer_put_text(out, "_sinew_list \"$(_sinew_joints \"$file\")\""); return;
    case CLI_COMPLETE_NOTHING: break;
    }
    sinew__buffer_put_text(out, "_sinew_words '");
    cli_put_choices(out, option, " ");
    sinew__buffer_put_character(out, '\'');
}

static void put_values(sinew__buffer *out, const char *command, const cli_option *table)
{
    for (; table && table->name; ++table) {
        if (!cli_option_has_value(table)) continue;
        sinew__buffer_format(out, "    '%s --%s'", command, table->name);
        if (table->letter) sinew__buffer_format(out, "|'%s -%c'", command, table->letter);
        sinew__buffer_put_text(out, ") ");
        put_value(out, table);
        sinew__buffer_put_text(out, "; return ;;\n");
    }
}

/// Puts the arguments of a command that takes no files.
static void put_arguments(sinew__buffer *out, const cli_command *command, const cli_command *const *commands)
{
    if (!command->put_arguments && command->max_files >= 0) return;
    sinew__buffer_format(out, "    %s) _sinew_words '", command->name);
    if (command->put_arguments) command->put_arguments(out, commands);
    sinew__buffer_put_text(out, "'; return ;;\n");
}

/// The beginning of the script, independent of the commands.
static const char head[] =
    "# bash completion for sinew; load it with: source <(sinew completion bash)\n"
    "_sinew_clips() { " CLI_COMPLETION_CLIPS "; }\n"
    "_sinew_joints() { " CLI_COMPLETION_JOINTS "; }\n"
    "_sinew_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
    "_sinew_names() {\n"
    "    local name\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r name; do\n"
    "        [[ -z $name ]] && continue\n"
    "        [[ $name == \"$cur\"* ]] || name=${name##*|}\n"
    "        [[ $name == \"$cur\"* ]] && COMPREPLY+=(\"$(printf %q \"$name\")\")\n"
    "    done <<<\"$1\"\n"
    "}\n"
    "_sinew_list() {\n"
    "    local last=${cur##*[^\\\\],} i\n"
    "    local before=${cur%\"$last\"}\n"
    "    cur=$last _sinew_names \"${1//,/\\\\,}\"\n"
    "    for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=$before${COMPREPLY[i]}; done\n"
    "}\n"
    "_sinew_paths() {\n"
    "    compopt -o filenames\n"
    "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
    "}\n"
    "_sinew() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= file= options= word\n"
    "    [[ $cur == = ]] && cur=\n"
    "    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
    "        if [[ -z $command && -z $file ]]; then\n"
    "            case $word in\n"
    "            ";

static const char middle[] = ") command=$word; continue ;;\n"
                             "            esac\n"
                             "        fi\n"
                             "        [[ -z $file && $word != -* && -f $word ]] && file=$word\n"
                             "    done\n"
                             "    case \"${command:-play} $prev\" in\n";

static const char tail[] = "    _sinew_paths -f\n"
                           "    if [[ -z $command && -z $file ]]; then\n"
                           "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '";

void cli_put_bash_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, head);
    put_command_names(out, commands, "|");
    sinew__buffer_put_text(out, middle);
    for (const cli_command *const *row = commands; *row; ++row) put_values(out, (*row)->name, (*row)->options);
    sinew__buffer_put_text(out, "    esac\n    case \"any $prev\" in\n");
    put_values(out, "any", cli_global_options);
    sinew__buffer_put_text(out, "    esac\n    case ${command:-play} in\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "    %s) options='", (*row)->name);
        put_option_names(out, cli_global_options);
        put_option_names(out, (*row)->options);
        sinew__buffer_put_text(out, "' ;;\n");
    }
    sinew__buffer_put_text(out, "    esac\n"
                                "    if [[ $cur == -* ]]; then _sinew_words \"$options\"; return; fi\n"
                                "    case $command in\n");
    for (const cli_command *const *row = commands; *row; ++row) put_arguments(out, *row, commands);
    sinew__buffer_put_text(out, "    esac\n");
    sinew__buffer_put_text(out, tail);
    put_command_names(out, commands, " ");
    sinew__buffer_put_text(out, "' -- \"$cur\")\n    fi\n}\ncomplete -F _sinew sinew\n");
}
