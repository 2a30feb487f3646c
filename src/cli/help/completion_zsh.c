#include <string.h>

#include "cli/help/completion.h"

/// Puts text inside `[…]` of an _arguments spec, where brackets and colons need escaping.
static void put_explanation(sinew__buffer *out, const char *text)
{
    for (; *text; ++text) {
        if (strchr("[]:\\", *text)) sinew__buffer_put_character(out, '\\');
        if (*text == '\'') sinew__buffer_put_text(out, "'\\'");
        sinew__buffer_put_character(out, *text);
    }
}

static void put_value(sinew__buffer *out, const cli_option *option)
{
    sinew__buffer_put_character(out, ':');
    put_explanation(out, option->value);
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

static void put_spec(sinew__buffer *out, const cli_option *option, const char *dashes, const char *name)
{
    sinew__buffer_format(out, " \\\n            '*%s%s%s[", dashes, name,
                         cli_option_has_value(option) && strlen(dashes) > 1 ? "=" : "");
    put_explanation(out, option->help);
    sinew__buffer_put_character(out, ']');
    if (cli_option_has_value(option)) put_value(out, option);
    sinew__buffer_put_character(out, '\'');
}

static void put_specs(sinew__buffer *out, const cli_option *table)
{
    for (; table && table->name; ++table) {
        const char letter[2] = {table->letter, '\0'};
        put_spec(out, table, "--", table->name);
        if (table->kind == CLI_SWITCH) put_spec(out, table, "--no-", table->name);
        if (table->letter) put_spec(out, table, "-", letter);
    }
}

/// Puts the completion of the arguments: words, files or none.
static void put_files(sinew__buffer *out, const cli_command *command, const cli_command *const *commands)
{
    if (command->put_arguments) {
        sinew__buffer_put_text(out, " \\\n            '*:word:(");
        command->put_arguments(out, commands);
        sinew__buffer_put_text(out, ")'");
    } else if (command->max_files >= 0) {
        sinew__buffer_put_text(out, " \\\n            '*:file:_files'");
    }
    sinew__buffer_put_text(out, "\n        ;;\n");
}

static void put_commands(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, "    local -a commands=(\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "        '%s:", (*row)->name);
        put_explanation(out, (*row)->summary);
        sinew__buffer_put_text(out, "'\n");
    }
    sinew__buffer_put_text(out, "    )\n");
}

static const char head[] =
    "#compdef sinew\n"
    "# zsh completion for sinew; load it with: source <(sinew completion zsh)\n"
    "_sinew_list_clips() { " CLI_COMPLETION_CLIPS "; }\n"
    "_sinew_list_joints() { " CLI_COMPLETION_JOINTS "; }\n"
    "_sinew_file() {\n"
    "    local word\n"
    "    for word in \"${(@Q)words[2,-1]}\"; do [[ $word != -* && -f $word ]] && print -r -- \"$word\" && return; "
    "done\n"
    "}\n"
    "_sinew_clips() { local -a names=(${(f)\"$(_sinew_list_clips \"$(_sinew_file)\")\"}); compadd -a names }\n"
    "_sinew_joints() { local -a names=(${(f)\"$(_sinew_list_joints \"$(_sinew_file)\")\"}); compadd -a names }\n"
    "_sinew_joint_list() {\n"
    "    local -a names=(${(f)\"$(_sinew_list_joints \"$(_sinew_file)\")\"})\n"
    "    names=(\"${(@)names//,/\\\\,}\")\n"
    "    compset -P '*[^\\\\],'\n"
    "    compadd -a names\n"
    "}\n"
    "_sinew() {\n";

static const char middle[] =
    "    local command=play word\n"
    "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
    "        if (( ${commands[(I)$word:*]} )); then command=$word; break; fi\n"
    "        [[ $word != -* ]] && break\n"
    "    done\n"
    "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then _describe command commands; _files; return; fi\n"
    "    case $command in\n";

void cli_put_zsh_completion(sinew__buffer *out, const cli_command *const *commands)
{
    sinew__buffer_put_text(out, head);
    put_commands(out, commands);
    sinew__buffer_put_text(out, middle);
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(out, "    %s)\n        _arguments -S", (*row)->name);
        put_specs(out, (*row)->options);
        put_specs(out, cli_global_options);
        put_files(out, *row, commands);
    }
    sinew__buffer_put_text(out,
                           "    esac\n}\n"
                           "if [[ $funcstack[1] == _sinew ]]; then _sinew \"$@\"; else compdef _sinew sinew; fi\n");
}
