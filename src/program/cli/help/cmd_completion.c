// sinew completion bash|zsh|fish: prints a script for the shell, which calls `sinew complete` at each Tab.
#include <string.h>

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"

// clang-format off

/// The script for bash. bash inserts the words of COMPREPLY unchanged, and quotes only file names.
static const char bash[] =
    "# bash completion for sinew; load it with: source <(sinew completion bash)\n"
    "_sinew() {\n"
    "    local kind line=${COMP_LINE:0:COMP_POINT}\n"
    "    { read -r kind; mapfile -t COMPREPLY; } < <(sinew complete bash -- \"$line\" ${2:+\"$2\"} 2>/dev/null)\n"
    "    case $kind in\n"
    "    files) compopt -o filenames; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$2\") ;;\n"
    "    folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$2\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _sinew sinew\n";

static const char zsh[] =
    "#compdef sinew\n"
    "# zsh completion for sinew; load it with: source <(sinew completion zsh)\n"
    "_sinew() {\n"
    "    local line=\"$words[1,CURRENT-1] $QIPREFIX$PREFIX\"\n"
    "    local -a found=(\"${(@f)$(sinew complete zsh -- $line 2>/dev/null)}\")\n"
    "    local -a names=(\"${(@)found[2,-1]%%$'\\t'*}\") shown=(\"${(@)found[2,-1]/$'\\t'/  -- }\")\n"
    "    [[ $PREFIX == --*=* ]] && compset -P 1 '*='\n"
    "    compadd ${${(M)found:#*$'\\t'*}:+-l} -d shown -a names\n"
    "    case $found[1] in\n"
    "    files) _files ;;\n"
    "    folders) _files -/ ;;\n"
    "    esac\n"
    "}\n"
    "if [[ $funcstack[1] == _sinew ]]; then _sinew \"$@\"; else compdef _sinew sinew; fi\n";

static const char fish[] =
    "# fish completion for sinew; load it with: sinew completion fish | source\n"
    "function __sinew_complete\n"
    "    set -l found (sinew complete fish -- (commandline -cp | string collect) 2>/dev/null)\n"
    "    set -l kind (string split -- \\t \"$found[1]\")\n"
    "    switch \"$kind[1]\"\n"
    "        case files\n"
    "            __fish_complete_path \"$kind[2]\"\n"
    "        case folders\n"
    "            __fish_complete_directories \"$kind[2]\"\n"
    "    end\n"
    "    string join \\n -- $found[2..-1]\n"
    "end\n"
    "complete -c sinew -f -a '(__sinew_complete)'\n";

// clang-format on

static const struct {
    const char *name, *script;
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

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
        sinew__buffer_put_text(&out, shells[i].script);
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
    .seconds = 60,
};
