/// sinew: finds the command, parses its options, runs it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/word_table.h"
#include "core/platform/descriptor.h"
#include "core/platform/encoder_process.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/signals.h"
#include "import/worker/host/worker_host.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/parse_options.h"
#include "program/cli/framework/report.h"
#include "program/cli/help/help.h"
#include "sinew/sinew_tools.h"

/// The commands in the order of `sinew help`. Only this file names the table; other files get it in the context. A
/// command line without a command runs the first one.
static const cli_command *const commands[] = {
#ifdef SINEW_VIEWER
    &cli_play,
#endif
    &cli_info,
    &cli_tree,
    &cli_keys,
    &cli_curves,
    &cli_pose,
    &cli_render,
    &cli_export,
    &cli_edit,
    &cli_check,
    &cli_diff,
    &cli_bench,
    &cli_bake,
    &cli_cache,
    &cli_library,
    &cli_page,
    &cli_retarget,
    &cli_formats_command,
    &cli_completion,
    &cli_help,
    NULL,
};

/// Returns the index of the first word that is neither a global option nor such an option's value. Returns -1 if an
/// option that is not global comes first, and `count` if there is no such word.
static int find_command_word(int count, char **words)
{
    for (int i = 0; i < count; ++i) {
        const char *word = words[i];
        if (word[0] != '-' || !word[1]) return i;
        const char *name = word + 2 + (strncmp(word, "--no-", 5) == 0 ? 3 : 0);
        const cli_option *option = word[1] == '-' ? cli_option_named(cli_global_options, name, strcspn(name, "="))
                                                  : cli_option_lettered(cli_global_options, word[1]);
        if (!option) return -1;
        if (cli_option_has_value(option) && !strchr(word, '=')) ++i;
    }
    return count;
}

/// Returns whether a word that names no command may be a file to play.
static int is_file(const char *word)
{
    sinew__file_status status;
    return strcmp(word, "-") == 0 || strchr(word, '.') || strchr(word, '/') ||
           sinew__file_status_of_path(word, &status);
}

/// Commands of other programs, and the corresponding commands of sinew.
static const struct {
    const char *foreign, *own;
} foreign_commands[] = {{"convert", "export"},  {"transform", "edit"}, {"view", "play"},    {"show", "play"},
                        {"list", "info"},       {"ls", "info"},        {"inspect", "info"}, {"dump", "tree"},
                        {"validate", "check"},  {"lint", "check"},     {"compare", "diff"}, {"benchmark", "bench"},
                        {"thumbnail", "render"}};

static int fail_unknown_command(const cli_context *context, const char *word)
{
    const char *best = NULL;
    int best_distance = 1000;
    for (const cli_command *const *row = commands; *row; ++row) {
        const int distance = sinew__word_distance(word, (*row)->name);
        if (distance >= best_distance) continue;
        best = (*row)->name;
        best_distance = distance;
    }
    if (!sinew__word_is_near(word, best_distance)) best = NULL;
    for (size_t i = 0; i < sizeof foreign_commands / sizeof *foreign_commands; ++i)
        if (strcmp(word, foreign_commands[i].foreign) == 0) best = foreign_commands[i].own;
    char hint[100] = "run 'sinew help' for a list of commands";
    if (best) snprintf(hint, sizeof hint, "did you mean 'sinew %s'?", best);
    return cli_fail_usage(context, "bad-command", hint, "unknown command or file '%s'", word);
}

/// Returns the cache directory: $SINEW_CACHE_DIR, else $XDG_CACHE_HOME/sinew, else ~/.cache/sinew; NULL if no variable
/// is set.
static const char *cache_folder(sinew__arena *arena)
{
    const char *own = getenv("SINEW_CACHE_DIR"), *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) return own;
    if (shared && *shared == '/') return sinew__arena_format(arena, "%s/sinew", shared); // a relative path is invalid
    return home && *home == '/' ? sinew__arena_format(arena, "%s/.cache/sinew", home) : NULL;
}

/// Returns the seconds of processor time that a command may use per file. With --timeout: twice the timeout, one for
/// the load and one for the command's work, plus `own` seconds.
static double seconds_of(const cli_command *command, double timeout)
{
    static const double own = 2;
    if (command->seconds == 0 || timeout == 0) return command->seconds;
    const double seconds = 2 * timeout + own;
    return command->only_extends && seconds < command->seconds ? command->seconds : seconds;
}

static int run_command(const cli_command *command, int count, char **words, int is_named)
{
    cli_line line;
    int code = cli_parse(command, commands, count, words, &line);
    if (code == 0) {
        line.context.cache_folder = cache_folder(&line.arena);
        if (line.context.version) {
            sinew__buffer text = {0};
            char sandbox[400];
            sinew_sandbox_description(NULL, sandbox, sizeof sandbox);
            sinew__buffer_format(&text, "sinew " SINEW_VERSION "\nimport protection: %s\nbuilt with: %s; without: %s\n",
                                 sandbox, SINEW_BUILT_WITH, SINEW_BUILT_WITHOUT);
            code = cli_write_stdout(&line.context, &text);
        } else if (line.context.help || (!is_named && count == 0)) {
            sinew__buffer text = {0};
            if (is_named)
                cli_put_command_help(&text, command);
            else
                cli_put_program_help(&text, commands);
            code = cli_write_help(&line.context, &text);
        } else if (command == &cli_help && !is_named)
            code = cli_fail_usage(&line.context, "missing-command", "run 'sinew help' for a list of commands",
                                  "%s needs a command or a file", words[0]);
        else {
            if (line.context.texture_path && !sinew__is_folder(line.context.texture_path))
                cli_warn(&line.context, line.context.texture_path, "--texture-path: not a directory");
            const cli_option *recursive = cli_option_named(command->options, "recursive", strlen("recursive"));
            if (recursive) { // replace directories by their models
                const void *field = (const char *)line.settings + recursive->offset;
                code = cli_expand_folders(&line.context, *(const int *)field, &line.arena, &line.files);
            }
            line.context.seconds = seconds_of(command, line.context.timeout);
            if (line.context.seconds > 0) {
                cli_limit_time(&line.context, line.files.count);
                sinew__inputs_begin();
            }
            if (code == 0) code = command->run(&line.context, line.settings, &line.files);
        }
    }
    sinew__arena_free(&line.arena);
    return code;
}

/// Cleans up when a signal ends the program.
static void clean_up(void)
{
    sinew__workers_stop_all();
    sinew__encoder_process_kill_running();
    sinew__temporary_output_remove_all();
}

int main(int count, char **words)
{
    sinew__signals_handle(clean_up);
    sinew__occupy_standard_streams();
    words += count > 0;
    count -= count > 0;
    const int index = find_command_word(count, words);
    if (index == count) return run_command(&cli_help, count, words, 0); // without arguments, or with only options
    const cli_command *command = index < 0 ? NULL : cli_command_named(commands, words[index]);
    if (index >= 0 && strcmp(words[index], cli_complete_line.name) == 0) command = &cli_complete_line;
    if (command) {
        memmove(words + index, words + index + 1, (size_t)(count - index - 1) * sizeof *words);
        --count;
        return run_command(command, count, words, 1);
    }
    if (index >= 0 && !is_file(words[index])) {
        const cli_context context = {.json = cli_wants_json(count, words)};
        return fail_unknown_command(&context, words[index]);
    }
    return run_command(commands[0], count, words, 0);
}
