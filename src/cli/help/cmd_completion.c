/// sinew completion bash|zsh|fish
#include <string.h>

#include "cli/framework/command.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "cli/help/completion.h"

static const struct {
    const char *name;
    void (*put)(sinew__buffer *out, const cli_command *const *commands);
} shells[] = {
    {"bash", cli_put_bash_completion},
    {"zsh", cli_put_zsh_completion},
    {"fish", cli_put_fish_completion},
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
