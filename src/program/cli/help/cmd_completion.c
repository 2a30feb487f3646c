/// sinew completion bash|zsh|fish: scripts, generated from the option tables, a writer for each shell.
#include <string.h>

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"

/// Shell commands that print the clips or the joints of the file $1, one name per line. They stop after a second, so
/// that a slow file does not block the prompt.
#define CLI_COMPLETION_CLIPS                                                                                           \
    "timeout 1 sinew info --json \"$1\" 2>/dev/null | grep -o '\"number\":[0-9]*,\"name\":\"[^\"]*\"' | cut -d'\"' "   \
    "-f6"
#define CLI_COMPLETION_JOINTS                                                                                          \
    "timeout 1 sinew tree --quiet --format csv \"$1\" 2>/dev/null | sed -nE '1d;s/^[0-9]+,([^\",]*),.*/\\1/;"          \
    "s/^[0-9]+,\"(([^\"]|\"\")*)\",.*/\\1/;s/\"\"/\"/g;p'"

/// Puts text in single quotes, in the form that all three shells read.
static void put_quoted(sinew__buffer *out, const char *text)
{
    sinew__buffer_put_character(out, '\'');
    for (; *text; ++text) {
        if (*text == '\'') sinew__buffer_put_text(out, "'\\'");
        sinew__buffer_put_character(out, *text);
    }
    sinew__buffer_put_character(out, '\'');
}

// ---- bash ----------------------------------------------------------------------------------------------------------

static void put_bash_option_names(sinew__buffer *out, const cli_option *table)
{
    for (; table && table->name; ++table) {
        if (table->letter) sinew__buffer_format(out, " -%c", table->letter);
        sinew__buffer_format(out, " --%s", table->name);
        if (table->kind == CLI_SWITCH) sinew__buffer_format(out, " --no-%s", table->name);
    }
}

static void put_bash_command_names(sinew__buffer *out, const cli_command *const *commands, const char *separator)
{
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "%s%s", row == commands ? "" : separator, (*row)->name);
    }
}

/// Puts the completion of a value: a call of a function of the script, or a list of words.
static void put_bash_value(sinew__buffer *out, const cli_option *option)
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

static void put_bash_values(sinew__buffer *out, const char *command, const cli_option *table)
{
    for (; table && table->name; ++table) {
        if (!cli_option_has_value(table)) continue;
        sinew__buffer_format(out, "    '%s --%s'", command, table->name);
        if (table->letter) sinew__buffer_format(out, "|'%s -%c'", command, table->letter);
        sinew__buffer_put_text(out, ") ");
        put_bash_value(out, table);
        sinew__buffer_put_text(out, "; return ;;\n");
    }
}

/// Puts the arguments of a command that takes no files.
static void put_bash_arguments(sinew__buffer *out, const cli_command *command, const cli_command *const *commands)
{
    if (command->put_actions) {
        sinew__buffer_format(out, "    %s) _sinew_has '", command->name);
        command->put_actions(out);
        sinew__buffer_put_text(out, "' || { _sinew_words '");
        command->put_actions(out);
        sinew__buffer_put_text(out, "'; return; } ;;\n");
        return;
    }
    if (!command->put_arguments && command->max_files >= 0) return;
    sinew__buffer_format(out, "    %s) _sinew_words '", command->name);
    if (command->put_arguments) command->put_arguments(out, commands);
    sinew__buffer_put_text(out, "'; return ;;\n");
}

/// The beginning of the script, independent of the commands.
static const char bash_head[] =
    "# bash completion for sinew; load it with: source <(sinew completion bash)\n"
    "_sinew_clips() { " CLI_COMPLETION_CLIPS "; }\n"
    "_sinew_joints() { " CLI_COMPLETION_JOINTS "; }\n"
    "_sinew_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
    // The words of the line, without their quotes: Bash itself splits names at colons and keeps what the shell removes.
    // The last one is in `value`, as typed in `raw`; `quote` is its open quote.
    "_sinew_split() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} i c\n"
    "    words=() raw= value= quote=\n"
    "    for ((i = 0; i < ${#line}; ++i)); do\n"
    "        c=${line:i:1}\n"
    "        if [[ -z $quote && $c == [[:blank:]] ]]; then\n"
    "            [[ -n $raw ]] && words+=(\"$value\")\n"
    "            raw= value=\n"
    "            continue\n"
    "        fi\n"
    "        raw+=$c\n"
    "        if [[ -n $quote && $c == \"$quote\" ]]; then quote=\n"
    "        elif [[ -z $quote && $c == [\\'\\\"] ]]; then quote=$c\n"
    "        elif [[ $c == \\\\ && $quote != \\' ]]; then ((++i)); raw+=${line:i:1} value+=${line:i:1}\n"
    "        else value+=$c\n"
    "        fi\n"
    "    done\n"
    "}\n"
    // Outside quotes Bash replaces what follows the last colon.
    "_sinew_reply() {\n"
    "    local text=$1 before=\n"
    "    if [[ -z $quote ]]; then\n"
    "        printf -v text %q \"$1\"\n"
    "        [[ $COMP_WORDBREAKS == *:* ]] && before=${raw%\"${raw##*[:=]}\"}\n"
    "    fi\n"
    "    text=$2$text\n"
    "    COMPREPLY+=(\"${text#\"$before\"}\")\n"
    "}\n"
    // Of a clip the part behind the last bar is a name, too, of a joint that behind the last colon.
    "_sinew_names() {\n"
    "    local name before=$2\n"
    "    while IFS= read -r name; do\n"
    "        [[ -z $name ]] && continue\n"
    "        [[ $name == \"$cur\"* ]] || name=${name##*[|:]}\n"
    "        [[ $name == \"$cur\"* ]] && _sinew_reply \"$name\" \"$before\"\n"
    "    done <<<\"$1\"\n"
    "}\n"
    "_sinew_list() {\n"
    "    local last=${cur##*[^\\\\],} typed=$raw\n"
    "    [[ -z $quote ]] || typed=$cur\n"
    "    local before=${typed%\"${typed##*[^\\\\],}\"}\n"
    "    cur=$last _sinew_names \"${1//,/\\\\,}\" \"$before\"\n"
    "}\n"
    "_sinew_paths() {\n"
    "    local i before=\n"
    "    compopt -o filenames\n"
    "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
    "    [[ -z $quote && $COMP_WORDBREAKS == *:* ]] && before=${cur%\"${cur##*[:=]}\"}\n"
    "    for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=${COMPREPLY[i]#\"$before\"}; done\n"
    "}\n"
    "_sinew_has() {\n"
    "    local word\n"
    "    for word in \"${words[@]:2}\"; do [[ \" $1 \" == *\" $word \"* ]] && return; done\n"
    "    return 1\n"
    "}\n"
    "_sinew() {\n"
    "    local words raw value quote cur prev command= file= options= word\n"
    "    COMPREPLY=()\n"
    "    _sinew_split\n"
    "    cur=$value prev=${words[${#words[@]}-1]}\n"
    "    [[ $raw == --*=* ]] && prev=${cur%%=*} cur=${cur#*=} raw=${raw#*=}\n"
    "    for word in \"${words[@]:1}\"; do\n"
    "        if [[ -z $command && -z $file ]]; then\n"
    "            case $word in\n"
    "            ";

static const char bash_middle[] = ") command=$word; continue ;;\n"
                                  "            esac\n"
                                  "        fi\n"
                                  "        [[ -z $file && $word != -* && -f $word ]] && file=$word\n"
                                  "    done\n"
                                  "    case \"${command:-play} $prev\" in\n";

static const char bash_tail[] = "    _sinew_paths -f\n"
                                "    if [[ -z $command && -z $file ]]; then\n"
                                "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '";

static void put_bash_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, bash_head);
    put_bash_command_names(out, commands, "|");
    sinew__buffer_put_text(out, bash_middle);
    for (const cli_command *const *row = commands; *row; ++row) put_bash_values(out, (*row)->name, (*row)->options);
    sinew__buffer_put_text(out, "    esac\n    case \"any $prev\" in\n");
    put_bash_values(out, "any", cli_global_options);
    sinew__buffer_put_text(out, "    esac\n    case ${command:-play} in\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "    %s) options='", (*row)->name);
        put_bash_option_names(out, cli_global_options);
        put_bash_option_names(out, (*row)->options);
        sinew__buffer_put_text(out, "' ;;\n");
    }
    sinew__buffer_put_text(out, "    esac\n"
                                "    if [[ $cur == -* ]]; then _sinew_words \"$options\"; return; fi\n"
                                "    case $command in\n");
    for (const cli_command *const *row = commands; *row; ++row) put_bash_arguments(out, *row, commands);
    sinew__buffer_put_text(out, "    esac\n");
    sinew__buffer_put_text(out, bash_tail);
    put_bash_command_names(out, commands, " ");
    sinew__buffer_put_text(out, "' -- \"$cur\")\n    fi\n}\ncomplete -F _sinew sinew\n");
}

// ---- zsh -----------------------------------------------------------------------------------------------------------

/// Puts text inside `[…]` of an _arguments spec, where brackets and colons need escaping.
static void put_zsh_explanation(sinew__buffer *out, const char *text)
{
    for (; *text; ++text) {
        if (strchr("[]:\\", *text)) sinew__buffer_put_character(out, '\\');
        if (*text == '\'') sinew__buffer_put_text(out, "'\\'");
        sinew__buffer_put_character(out, *text);
    }
}

static void put_zsh_value(sinew__buffer *out, const cli_option *option)
{
    sinew__buffer_put_character(out, ':');
    put_zsh_explanation(out, option->value);
    sinew__buffer_put_character(out, ':');
    switch (option->complete) {
    case CLI_COMPLETE_FILE: sinew__buffer_put_text(out, "_files"); return;
    case CLI_COMPLETE_FOLDER: sinew__buffer_put_text(out, "_files -/"); return;
    case CLI_COMPLETE_CLIP: sinew__buffer_put_text(out, "_sinew_clips"); return;
    case CLI_COMPLETE_JOINT: sinew__buffer_put_text(out, "_sinew_joints"); return;
    case CLI_COMPLETE_JOINT_LIST: sinew__buffer_put_text(out, "_sinew_joint_list"); return;
    case CLI_COMPLETE_NOTHING: break;
    }
    if (!option->choices && !option->choice_at) return;
    sinew__buffer_put_character(out, '(');
    cli_put_choices(out, option, " ");
    sinew__buffer_put_character(out, ')');
}

static void put_zsh_spec(sinew__buffer *out, const cli_option *option, const char *dashes, const char *name)
{
    sinew__buffer_format(out, " \\\n            '*%s%s%s[", dashes, name,
                         cli_option_has_value(option) && strlen(dashes) > 1 ? "=" : "");
    put_zsh_explanation(out, option->help);
    sinew__buffer_put_character(out, ']');
    if (cli_option_has_value(option)) put_zsh_value(out, option);
    sinew__buffer_put_character(out, '\'');
}

static void put_zsh_specs(sinew__buffer *out, const cli_option *table)
{
    for (; table && table->name; ++table) {
        const char letter[2] = {table->letter, '\0'};
        put_zsh_spec(out, table, "--", table->name);
        if (table->kind == CLI_SWITCH) put_zsh_spec(out, table, "--no-", table->name);
        if (table->letter) put_zsh_spec(out, table, "-", letter);
    }
}

/// Puts the completion of the arguments: words, files or none.
static void put_zsh_files(sinew__buffer *out, const cli_command *command, const cli_command *const *commands)
{
    if (command->put_actions) { // the command itself is the first argument
        sinew__buffer_put_text(out, " \\\n            '1:command:' '2:action:(");
        command->put_actions(out);
        sinew__buffer_put_text(out, ")' '*:file:_files'");
    } else if (command->put_arguments) {
        sinew__buffer_put_text(out, " \\\n            '*:word:(");
        command->put_arguments(out, commands);
        sinew__buffer_put_text(out, ")'");
    } else if (command->max_files >= 0) {
        sinew__buffer_put_text(out, " \\\n            '*:file:_files'");
    }
    sinew__buffer_put_text(out, "\n        ;;\n");
}

static void put_zsh_commands(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, "    local -a commands=(\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "        '%s:", (*row)->name);
        put_zsh_explanation(out, (*row)->summary);
        sinew__buffer_put_text(out, "'\n");
    }
    sinew__buffer_put_text(out, "    )\n");
}

static const char zsh_head[] =
    "#compdef sinew\n"
    "# zsh completion for sinew; load it with: source <(sinew completion zsh)\n"
    "_sinew_list_clips() { " CLI_COMPLETION_CLIPS "; }\n"
    "_sinew_list_joints() { " CLI_COMPLETION_JOINTS "; }\n"
    "_sinew_file() {\n"
    "    local word\n"
    "    for word in \"${(@Q)words[2,-1]}\"; do [[ $word != -* && -f $word ]] && print -r -- \"$word\" && return; "
    "done\n"
    "}\n"
    // Of a clip the part behind the last bar is a name, too, of a joint that behind the last colon.
    "_sinew_names() { compadd -a names || { names=(\"${(@)names##*[|:]}\"); compadd -a names } }\n"
    "_sinew_clips() { local -a names=(${(f)\"$(_sinew_list_clips \"$(_sinew_file)\")\"}); _sinew_names }\n"
    "_sinew_joints() { local -a names=(${(f)\"$(_sinew_list_joints \"$(_sinew_file)\")\"}); _sinew_names }\n"
    "_sinew_joint_list() {\n"
    "    local -a names=(${(f)\"$(_sinew_list_joints \"$(_sinew_file)\")\"})\n"
    "    names=(\"${(@)names//,/\\\\,}\")\n"
    "    compset -P '*[^\\\\],'\n"
    "    _sinew_names\n"
    "}\n"
    "_sinew() {\n";

static const char zsh_middle[] =
    "    local command=play word\n"
    "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
    "        if (( ${commands[(I)$word:*]} )); then command=$word; break; fi\n"
    "        [[ $word != -* ]] && break\n"
    "    done\n"
    "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; _files; return; fi\n"
    "    case $command in\n";

static void put_zsh_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, zsh_head);
    put_zsh_commands(out, commands);
    sinew__buffer_put_text(out, zsh_middle);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "    %s)\n        _arguments -S", (*row)->name);
        put_zsh_specs(out, (*row)->options);
        put_zsh_specs(out, cli_global_options);
        put_zsh_files(out, *row, commands);
    }
    sinew__buffer_put_text(out,
                           "    esac\n}\n"
                           "if [[ $funcstack[1] == _sinew ]]; then _sinew \"$@\"; else compdef _sinew sinew; fi\n");
}

// ---- fish ----------------------------------------------------------------------------------------------------------

static void put_fish_values(sinew__buffer *out, const cli_option *option)
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

static void put_fish_option(sinew__buffer *out, const char *condition, const cli_option *option, const char *prefix)
{
    sinew__buffer_format(out, "complete -c sinew%s -l %s%s", condition, prefix, option->name);
    if (option->letter && !*prefix) sinew__buffer_format(out, " -s %c", option->letter);
    if (cli_option_has_value(option)) put_fish_values(out, option);
    sinew__buffer_put_text(out, " -d ");
    put_quoted(out, option->help);
    sinew__buffer_put_character(out, '\n');
}

static void put_fish_options(sinew__buffer *out, const char *condition, const cli_option *table)
{
    for (; table && table->name; ++table) {
        put_fish_option(out, condition, table, "");
        if (table->kind == CLI_SWITCH) put_fish_option(out, condition, table, "no-");
    }
}

static const char fish_head[] = "# fish completion for sinew; load it with: sinew completion fish | source\n"
                                "function __sinew_file\n"
                                "    for word in (commandline -opc)[2..-1]\n"
                                "        if test -f $word\n"
                                "            echo $word\n"
                                "            return\n"
                                "        end\n"
                                "    end\n"
                                "end\n";

/// Needs __sinew_joints.
static const char fish_joint_list[] = "function __sinew_joint_list\n"
                                      "    set -l before (string match -r '^.*[^\\\\\\\\],' -- (commandline -ct))\n"
                                      "    for name in (__sinew_joints)\n"
                                      "        echo \"$before\"(string replace -a , '\\,' -- $name)\n"
                                      "    end\n"
                                      "end\n";

/// Puts a function that runs a sh command on the file of the command line.
static void put_fish_function(sinew__buffer *out, const char *name, const char *command)
{
    sinew__buffer_format(out, "function %s\n    sh -c ", name);
    put_quoted(out, command);
    sinew__buffer_put_text(out, " sh (__sinew_file)\nend\n");
}

/// Puts the arguments of a command that takes no files.
static void put_fish_arguments(sinew__buffer *out, const char *condition, const cli_command *command,
                               const cli_command *const *commands)
{
    if (command->put_actions) {
        sinew__buffer_format(
            out, "complete -c sinew -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from ",
            command->name);
        command->put_actions(out);
        sinew__buffer_put_text(out, "' -f -a '");
        command->put_actions(out);
        sinew__buffer_put_text(out, "'\n");
        return;
    }
    if (!command->put_arguments && command->max_files >= 0) return;
    sinew__buffer_format(out, "complete -c sinew%s -f", condition);
    if (command->put_arguments) {
        sinew__buffer_put_text(out, " -a '");
        command->put_arguments(out, commands);
        sinew__buffer_put_character(out, '\'');
    }
    sinew__buffer_put_character(out, '\n');
}

static void put_fish_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, fish_head);
    put_fish_function(out, "__sinew_clips", CLI_COMPLETION_CLIPS);
    put_fish_function(out, "__sinew_joints", CLI_COMPLETION_JOINTS);
    sinew__buffer_put_text(out, fish_joint_list);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "complete -c sinew -n __fish_use_subcommand -a %s -d ", (*row)->name);
        put_quoted(out, (*row)->summary);
        sinew__buffer_put_character(out, '\n');
    }
    put_fish_options(out, "", cli_global_options);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer condition = {0};
        sinew__buffer_format(&condition, " -n '__fish_seen_subcommand_from %s'", (*row)->name);
        sinew__buffer_put_character(&condition, '\0');
        if (condition.failed) {
            out->failed = 1;
        } else {
            put_fish_arguments(out, condition.text, *row, commands);
            put_fish_options(out, condition.text, (*row)->options);
        }
        sinew__buffer_free(&condition);
    }
}

// ---- the command ---------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*put)(sinew__buffer *out, const cli_command *const *commands);
} shells[] = {
    {"bash", put_bash_completion},
    {"zsh", put_zsh_completion},
    {"fish", put_fish_completion},
};

static void put_shells(sinew__buffer *out, const cli_command *const *commands)
{
    (void)commands;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; ++i)
        sinew__buffer_format(out, "%s%s", i ? " " : "", shells[i].name);
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    (void)settings;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; ++i) {
        if (strcmp(files->paths[0], shells[i].name) != 0) continue;
        sinew__buffer out = {0};
        shells[i].put(&out, context->commands);
        return cli_write_stdout(context, &out);
    }
    return cli_fail_usage(context, "bad-value", "expected bash, zsh or fish", "unsupported shell '%s'",
                          files->paths[0]);
}

const cli_command cli_completion = {
    .name = "completion",
    .summary = "print a completion script for bash, zsh or fish",
    .usage = "bash|zsh|fish",
    .description = "  bash  source <(sinew completion bash)\n"
                   "  zsh   source <(sinew completion zsh)\n"
                   "  fish  sinew completion fish | source",
    .settings_size = 1,
    .min_files = 1,
    .max_files = 1,
    .argument_name = "shell",
    .put_arguments = put_shells,
    .examples = "sinew completion bash > sinew.bash\n"
                "sinew completion zsh > _sinew\n"
                "sinew completion fish > sinew.fish",
    .run = run,
};
