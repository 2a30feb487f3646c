// sinew complete SHELL LINE [WORD]: prints completions for the word at the end of LINE, the command line up to the
// cursor. The first line of the output is "names", "files" or "folders"; after "files" and "folders" the shell itself
// adds paths. Each other line is a candidate.
//
// A candidate for zsh and fish is a value, with an optional tab and meaning; these shells quote the value. A candidate
// for bash replaces WORD, the part of LINE that readline considers the last word, and bash inserts the candidate
// unchanged. A candidate for bash is therefore WORD plus the missing text, escaped for the open quote. In this way only
// this program parses and quotes the typed text.
#include <stdio.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/quoted_text.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/help/help.h"

/// Limit of processor time, in seconds, for loading the model whose names are offered. It is short because the user is
/// waiting.
static const double load_seconds = 1;

// ---- the words of the line -----------------------------------------------------------------------------------------

typedef struct typed_line {
    cli_files words;  ///< words before the cursor's word, without quotes; the first is the program
    const char *word; ///< the word at the cursor, which may be ""
    char quote;       ///< ' or " that is open at the cursor; 0: none
    int is_escaped;   ///< the line ends with a backslash that would escape the next character
    int is_unread; ///< the line has quotes that split() cannot read, such as $'…', $(…), ${…}, $[…] or `…`, or ends
                   ///< with a $
} typed_line;

/// Returns whether a backslash escapes this character. Before other characters a backslash is a plain character.
static int is_escapable(char character, char quote, int is_fish)
{
    if (quote == '"') return strchr("\"\\$", character) || (!is_fish && character == '`');
    if (quote == '\'') return is_fish && (character == '\'' || character == '\\');
    return 1;
}

/// Splits a line into words by the shell's rules, without running or expanding anything. Returns 0 when out of memory.
static int split(const char *line, int is_fish, sinew__arena *memory, typed_line *out)
{
    sinew__buffer word = {0};
    int is_word = 0;
    *out = (typed_line){0};
    for (; *line; ++line) {
        const char quote = out->quote;
        if (!quote && (*line == ' ' || *line == '\t' || *line == '\n')) {
            if (!is_word) continue;
            cli_files *words = &out->words;
            words->paths =
                sinew__arena_grow(memory, words->paths, words->count, &words->capacity, sizeof *words->paths);
            if (words->paths)
                words->paths[words->count++] = sinew__arena_text(memory, word.size ? word.text : "", word.size);
            word.size = 0;
            is_word = 0;
            continue;
        }
        is_word = 1;
        if (quote && *line == quote) {
            out->quote = 0;
        } else if (!quote && (*line == '\'' || *line == '"')) {
            out->quote = *line;
        } else if (*line == '\\' && !line[1] && (quote != '\'' || is_fish)) {
            out->is_escaped = 1;
        } else if (*line == '\\' && is_escapable(line[1], quote, is_fish)) {
            sinew__buffer_put_character(&word, *++line);
        } else {
            if (quote != '\'' && (*line == '`' || (*line == '$' && (!line[1] || strchr("'({[", line[1])))))
                out->is_unread = 1;
            sinew__buffer_put_character(&word, *line);
        }
    }
    out->word = sinew__arena_text(memory, word.size ? word.text : "", word.size);
    const int failed = word.failed || memory->failed;
    sinew__buffer_free(&word);
    return !failed;
}

// ---- candidates ----------------------------------------------------------------------------------------------------

typedef struct completing {
    const cli_context *context;
    const cli_command *command; ///< command of the line
    typed_line line;
    int is_zsh, is_fish;
    const char *tail;   ///< WORD of bash; NULL: the shell quotes by itself
    const char *value;  ///< for zsh and fish: the text that a candidate replaces
    const char *part;   ///< the end of `value` that a candidate must begin with
    const char *action; ///< first argument of a command with actions, or NULL
    const char *path;   ///< first file of the line, or NULL
    sinew__buffer out;
} completing;

/// Offers a word if it begins with the typed text. A word with unprintable characters is not offered.
static void offer(completing *job, const char *word, const char *meaning)
{
    const size_t typed = strlen(job->part);
    if (strncmp(word, job->part, typed) != 0 || !sinew__is_printable_text(word)) return;
    if (job->tail) {
        const size_t length = strlen(job->tail); // without a backslash at its end, because sinew__put_shell_rest puts
                                                 // the backslash again
        sinew__buffer_put(&job->out, job->tail, length - (size_t)(length > 0 && job->line.is_escaped));
        sinew__put_shell_rest(&job->out, word + typed, job->line.quote);
    } else {
        sinew__buffer_put(&job->out, job->value, (size_t)(job->part - job->value));
        sinew__buffer_put_text(&job->out, word);
        if (meaning) sinew__buffer_format(&job->out, "\t%s", meaning);
    }
    sinew__buffer_put_character(&job->out, '\n');
}

/// Offers the name of a clip or joint. If the name does not begin with the typed text, its part after the last | or :
/// is offered, which also names the clip or joint.
static void offer_name(completing *job, const char *name, int is_listed, sinew__arena *memory)
{
    const size_t typed = strlen(job->part);
    sinew__buffer escaped = {0};
    for (const char *c = name; *c; ++c) {
        if (is_listed && *c == ',') sinew__buffer_put_character(&escaped, '\\');
        sinew__buffer_put_character(&escaped, *c);
    }
    name = escaped.failed ? NULL : sinew__arena_text(memory, escaped.size ? escaped.text : "", escaped.size);
    sinew__buffer_free(&escaped);
    if (!name || !*name) return;
    if (strncmp(name, job->part, typed) != 0)
        for (const char *c = name; *c; ++c)
            if (*c == '|' || *c == ':') name = c + 1;
    offer(job, name, NULL);
}

static void offer_names(completing *job, cli_complete kind, sinew__arena *memory)
{
    cli_context quick = *job->context;
    sinew_model *model;
    quick.timeout = load_seconds;
    sinew_load_options options = cli_load_options(&quick);
    options.only_curves = 1;
    if (!job->path || sinew_model_load(job->path, &options, &model, NULL) != SINEW_OK) return;
    for (int32_t i = 0; i < model->clip_count && kind == CLI_COMPLETE_CLIP; ++i)
        offer_name(job, sinew_text(model, model->clips[i].name), 0, memory);
    for (int32_t i = 0; i < model->joint_count && kind != CLI_COMPLETE_CLIP; ++i)
        offer_name(job, sinew_text(model, model->joints[i].name), kind == CLI_COMPLETE_JOINT_LIST, memory);
    sinew_model_destroy(model);
}

// ---- the text at the cursor -----------------------------------------------------------------------------------------

/// Puts the line that makes the shell complete a path. For fish, the line also contains the typed part without its
/// quote.
static void put_paths(completing *job, const char *kind)
{
    sinew__buffer_put_text(&job->out, kind);
    if (job->is_fish && sinew__is_printable_text(job->part)) sinew__buffer_format(&job->out, "\t%s", job->part);
    sinew__buffer_put_character(&job->out, '\n');
}

static void offer_options(completing *job, const cli_option *table, const cli_command *command)
{
    char name[64];
    for (; table && table->name; ++table) {
        if (command && !cli_takes_global(command, table)) continue;
        snprintf(name, sizeof name, "--%s", table->name);
        offer(job, name, table->help);
        if (table->letter) {
            snprintf(name, sizeof name, "-%c", table->letter);
            offer(job, name, table->help);
        }
        if (table->kind != CLI_SWITCH) continue;
        snprintf(name, sizeof name, "--no-%s", table->name);
        offer(job, name, table->help);
    }
}

/// Offers values of an option that begin with `job->part`.
static void offer_values(completing *job, const cli_option *option, sinew__arena *memory)
{
    const char *choice;
    int value;
    if (option->complete == CLI_COMPLETE_FILE || option->complete == CLI_COMPLETE_FOLDER) {
        put_paths(job, option->complete == CLI_COMPLETE_FILE ? "files" : "folders");
        return;
    }
    sinew__buffer_put_text(&job->out, "names\n");
    if (option->complete == CLI_COMPLETE_JOINT_LIST)
        for (const char *c = job->part; *c; ++c) {
            if (*c == '\\' && c[1])
                ++c; // \, is a comma inside a name
            else if (*c == ',')
                job->part = c + 1;
        }
    if (option->complete != CLI_COMPLETE_NOTHING) offer_names(job, option->complete, memory);
    for (int32_t i = 0; (choice = cli_choice(option, i, &value)) != NULL; ++i) offer(job, choice, NULL);
}

/// Offers words for the argument `number`, counted from 0.
static void offer_arguments(completing *job, size_t number, sinew__arena *memory)
{
    const cli_command *command = job->command;
    sinew__buffer words = {0};
    if (command->put_actions && number == 0) {
        command->put_actions(&words);
    } else if (command->put_terms && number >= 2 && command->put_terms(&words, job->action)) {
        for (const char *c = job->part; *c; ++c)
            if (strchr(" ()<>=!.", *c)) job->part = c + 1;
    } else if (command->put_arguments) {
        command->put_arguments(&words, job->context->commands);
    } else if (command->max_files >= 0) {
        put_paths(job, "files");
        return;
    }
    sinew__buffer_put_text(&job->out, "names\n");
    // arguments are separated by spaces
    for (size_t i = 0, end; i < words.size; i = end + 1) {
        for (end = i; end < words.size && words.text[end] != ' ';) ++end;
        const char *word = sinew__arena_text(memory, words.text + i, end - i);
        if (word && *word) offer(job, word, NULL);
    }
    job->out.failed |= words.failed;
    sinew__buffer_free(&words);
}

static const cli_option *find_option(const cli_command *command, const char *word)
{
    if (word[0] != '-' || !word[1]) return NULL;
    const size_t length = strcspn(word, "=");
    for (int i = 0; i < 2; ++i) {
        const cli_option *table = i == 0 ? command->options : cli_global_options;
        const cli_option *option = word[1] == '-' ? cli_option_named(table, word + 2, length - 2)
                                   : !word[2]     ? cli_option_lettered(table, word[1])
                                                  : NULL;
        if (option) return option;
    }
    return NULL;
}

/// Offers completions at the cursor, after parsing the words before it.
static void complete_line(completing *job, sinew__arena *memory)
{
    const cli_files *words = &job->line.words;
    const cli_option *taker = NULL; // option whose value comes next
    size_t arguments = 0;
    int is_named = 0, options_ended = 0;
    job->command = job->context->commands[0]; // the first command plays files without a command
    for (size_t i = 1; i < words->count; ++i) {
        const char *word = words->paths[i];
        if (taker) {
            taker = NULL;
        } else if (!options_ended && strcmp(word, "--") == 0) {
            options_ended = 1;
        } else if (!options_ended && word[0] == '-' && word[1]) {
            taker = strchr(word, '=') ? NULL : find_option(job->command, word);
            if (taker && !cli_option_has_value(taker)) taker = NULL;
        } else if (!is_named && arguments == 0 && cli_command_named(job->context->commands, word)) {
            job->command = cli_command_named(job->context->commands, word);
            is_named = 1;
        } else {
            if (arguments == 0) job->action = word;
            if (arguments == (size_t)(job->command->put_actions != NULL)) job->path = word;
            ++arguments;
        }
    }
    job->value = job->part = job->line.word;
    if (taker) {
        offer_values(job, taker, memory);
        return;
    }
    const char *equals = strncmp(job->part, "--", 2) == 0 ? strchr(job->part, '=') : NULL;
    if (equals && !options_ended) {
        const cli_option *option = find_option(job->command, job->part);
        job->part = equals + 1;
        if (job->is_zsh) job->value = job->part;
        if (option && cli_option_has_value(option)) offer_values(job, option, memory);
        return;
    }
    if (job->part[0] == '-' && !options_ended) {
        sinew__buffer_put_text(&job->out, "names\n");
        offer_options(job, job->command->options, NULL);
        offer_options(job, cli_global_options, job->command);
        return;
    }
    offer_arguments(job, arguments, memory);
    for (const cli_command *const *row = job->context->commands; !is_named && arguments == 0 && *row; ++row)
        offer(job, (*row)->name, (*row)->summary);
}

// ---- the command ---------------------------------------------------------------------------------------------------

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    (void)settings;
    const char *shell = files->paths[0];
    completing job = {.context = context, .is_zsh = strcmp(shell, "zsh") == 0, .is_fish = strcmp(shell, "fish") == 0};
    sinew__arena memory = {0};
    if (strcmp(shell, "bash") == 0) job.tail = files->count > 2 ? files->paths[2] : "";
    int failed = split(files->paths[1], job.is_fish, &memory, &job.line) ? 0 : cli_fail_memory(context);
    if (!failed && !job.line.is_unread) complete_line(&job, &memory);
    if (!failed && memory.failed) failed = cli_fail_memory(context);
    sinew__arena_free(&memory);
    if (!failed) return cli_write_stdout(context, &job.out);
    sinew__buffer_free(&job.out);
    return failed;
}

const cli_command cli_complete_line = {
    .name = "complete",
    .summary = "print what a shell offers at the end of a command line, for the scripts of sinew completion",
    .usage = "bash|zsh|fish LINE [WORD]",
    .settings_size = 1,
    .min_files = 2,
    .max_files = 3,
    .argument_name = "line",
    .examples = "sinew complete zsh 'sinew keys walk.fbx --clip w'",
    .run = run,
    .seconds = 60,
};
