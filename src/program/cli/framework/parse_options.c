#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/parse_options.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/word_table.h"
#include "core/platform/folder.h"
#include "core/platform/standard_input.h"
#include "program/cli/framework/report.h"

// ---- options of other programs -------------------------------------------------------------------------------------

static const struct {
    const char *theirs, *ours;
} names[] = {
    {"time", "at"},
    {"t", "at"},
    {"frame", "at"},
    {"animation-time", "at"},
    {"start", "from"},
    {"begin", "from"},
    {"start-frame", "from"},
    {"frame-start", "from"},
    {"end", "to"},
    {"stop", "to"},
    {"end-frame", "to"},
    {"frame-end", "to"},
    {"rate", "fps"},
    {"framerate", "fps"},
    {"frame-rate", "fps"},
    {"animation", "clip"},
    {"animation-index", "clip"},
    {"action", "clip"},
    {"take", "clip"},
    {"out", "output"},
    {"render-output", "output"},
    {"resolution", "size"},
    {"width", "size"},
    {"height", "size"},
    {"geometry", "size"},
    {"bg", "background"},
    {"bg-color", "background"},
    {"background-color", "background"},
    {"armature", "skeleton"},
    {"bones", "skeleton"},
    {"jobs", "threads"},
    {"exclude", "ignore"},
};

// ---- words of a command line ---------------------------------------------------------------------------------------

/// The state of parsing a command line.
typedef struct word_parser {
    const cli_command *command;
    cli_line *line;
    char **words; ///< [count]
    int count, next;
    int reads_input; ///< how often standard input is named
    const char *pipes[SINEW__MAX_INPUTS];
    int pipe_count;
} word_parser;

/// Returns the address of an option's field; cli_value_kind gives the field's type for each kind.
static void *field_of(const word_parser *parser, const cli_option *option)
{
    const int global = option >= cli_global_options &&
                       cli_option_named(cli_global_options, option->name, strlen(option->name)) == option;
    char *base = global ? (char *)&parser->line->context : (char *)parser->line->settings;
    return base + option->offset;
}

static int fail_value(const word_parser *parser, const cli_option *option, const char *text, const char *hint,
                      const char *problem)
{
    return cli_fail_usage(&parser->line->context, "bad-value", hint, "--%s: '%s' %s", option->name, text, problem);
}

/// Returns an option of a table that takes `word` as a choice and whose name is similar to `name`, or NULL.
static const cli_option *find_taker(const cli_command *command, const cli_option *table, const char *name,
                                    const char *word)
{
    int value;
    for (; table && table->name; ++table)
        if (table->kind == CLI_CHOICE && (!table->shared || cli_takes_global(command, table)) &&
            cli_find_choice(table, word, &value) && sinew__word_is_near(name, sinew__word_distance(name, table->name)))
            return table;
    return NULL;
}

/// Returns the command's option that takes `word` as a choice and whose name is similar to `name`: one of its own
/// options, else a shared one, or NULL.
static const cli_option *find_meant_by_value(const word_parser *parser, const char *name, const char *word)
{
    const cli_option *own = word ? find_taker(parser->command, parser->command->options, name, word) : NULL;
    return own || !word ? own : find_taker(parser->command, cli_global_options, name, word);
}

static int number_in_range(const cli_option *option, double number)
{
    return isfinite(number) && number >= option->min && number <= option->max;
}

static int fail_number(word_parser *parser, const cli_option *option, const char *text, const char *problem)
{
    char hint[100];
    snprintf(hint, sizeof hint, "expected a value from %.10g to %.10g", option->min, option->max);
    return fail_value(parser, option, text, hint, problem);
}

typedef struct number_unit {
    const char *name;
    double factor;
} number_unit;

static const number_unit second_units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}, {0}};
static const number_unit byte_units[] = {{"", 1}, {"K", 0x1p10}, {"M", 0x1p20}, {"G", 0x1p30}, {0}};

static int read_with_unit(word_parser *parser, const cli_option *option, const char *text, const number_unit *units,
                          const char *hint)
{
    char *end;
    const double number = strtod(text, &end);
    while (units->name && strcmp(units->name, end) != 0) ++units;
    if (end == text || !units->name) return fail_value(parser, option, text, hint, "is invalid");
    if (!number_in_range(option, number * units->factor))
        return fail_value(parser, option, text, hint, "is out of range");
    *(double *)field_of(parser, option) = number * units->factor;
    return 0;
}

/// Reads the digits up to `stop`. Returns -1 if there are none or another character is among them.
static double read_digits(const char *text, const char *stop)
{
    double value = text == stop ? -1 : 0;
    for (; text < stop; ++text) {
        if (*text < '0' || *text > '9') return -1;
        value = value * 10 + (*text - '0');
    }
    return value;
}

static int parse_time(word_parser *parser, const cli_option *option, const char *text, cli_time *out_time)
{
    sinew_error error;
    if (sinew_time_parse(text, &out_time->time, &error) != SINEW_OK) {
        return cli_fail_usage(&parser->line->context, sinew_result_code(error.result), error.hint, "--%s: %s",
                              option->name, error.message);
    }
    out_time->text = text;
    return 0;
}

/// Rejects an empty value, which is usually an unset variable of a script.
static int check_text(const word_parser *parser, const cli_option *option, const char *text)
{
    if (*text) return 0;
    return cli_fail_usage(&parser->line->context, "bad-value", "is a variable of the script unset?",
                          "--%s: the value is empty", option->name);
}

/// Handles the name of a file that is read. A name of standard input is replaced by SINEW__STDIN_PATH; pipes are
/// listed. Fails if standard input or a pipe is named twice, or there are too many pipes.
static int take_input(word_parser *parser, const char **name)
{
    if (strcmp(*name, "-") != 0 && strcmp(*name, "/dev/stdin") != 0 && strcmp(*name, "/dev/fd/0") != 0) {
        if (!sinew__is_pipe(*name)) return 0;
        for (int i = 0; i < parser->pipe_count; ++i)
            if (strcmp(parser->pipes[i], *name) == 0)
                return cli_fail_usage(&parser->line->context, "bad-value", NULL,
                                      "the pipe '%s' is one file, and can be read once", *name);
        if (parser->pipe_count == SINEW__MAX_INPUTS - 1)
            return cli_fail_usage(&parser->line->context, "bad-value", NULL, "more than %d pipes",
                                  SINEW__MAX_INPUTS - 1);
        parser->pipes[parser->pipe_count++] = *name;
        return 0;
    }
    *name = SINEW__STDIN_PATH;
    if (parser->reads_input++ == 0) return 0;
    return cli_fail_usage(&parser->line->context, "bad-value", "for a file of that name, write ./-",
                          "standard input is one file, and can be read once");
}

static int read_text(word_parser *parser, const cli_option *option, const char *text)
{
    // /dev/stdout is treated as -: its reader may close the pipe early.
    if (option->letter == 'o' && strcmp(text, "/dev/stdout") == 0) text = "-";
    *(const char **)field_of(parser, option) = text;
    return check_text(parser, option, text);
}

static int read_into_steps(word_parser *parser, const cli_option *option, const char *text)
{
    cli_steps *steps = field_of(parser, option);
    steps->items =
        sinew__arena_grow(&parser->line->arena, steps->items, steps->count, &steps->capacity, sizeof *steps->items);
    if (!steps->items) return cli_fail_memory(&parser->line->context);
    steps->items[steps->count++] = (cli_step){option, text};
    return text ? check_text(parser, option, text) : 0;
}

static int read_value(word_parser *parser, const cli_option *option, const char *text)
{
    const int failed = option->is_input ? take_input(parser, &text) : 0;
    if (failed) return failed;
    switch (option->kind) {
    case CLI_SWITCH:
    case CLI_ACTION: break; // no value is read
    case CLI_TEXT: return read_text(parser, option, text);
    case CLI_TEXTS: {
        cli_texts *texts = field_of(parser, option);
        texts->items =
            sinew__arena_grow(&parser->line->arena, texts->items, texts->count, &texts->capacity, sizeof *texts->items);
        if (!texts->items) return cli_fail_memory(&parser->line->context);
        texts->items[texts->count++] = text;
        return check_text(parser, option, text);
    }
    case CLI_CHOICE: {
        int value;
        if (!cli_find_choice(option, text, &value)) {
            const cli_option *meant = find_meant_by_value(parser, option->name, text);
            char hint[160];
            if (!meant) return cli_fail_choice(&parser->line->context, option, text);
            snprintf(hint, sizeof hint, "did you mean '--%s %s'?", meant->name, text);
            return fail_value(parser, option, text, hint, "is not a valid choice");
        }
        *(int *)field_of(parser, option) = value;
        return 0;
    }
    case CLI_NUMBER: {
        char *end;
        const double number = strtod(text, &end);
        if (end == text || *end) return fail_number(parser, option, text, "is not a number");
        if (!number_in_range(option, number)) return fail_number(parser, option, text, "is out of range");
        *(double *)field_of(parser, option) = number;
        return 0;
    }
    case CLI_WHOLE: {
        const double number = read_digits(text, text + strlen(text));
        if (number < 0) return fail_number(parser, option, text, "is not a whole number");
        if (!number_in_range(option, number)) return fail_number(parser, option, text, "is out of range");
        *(int32_t *)field_of(parser, option) = (int32_t)number;
        return 0;
    }
    case CLI_SECONDS: return read_with_unit(parser, option, text, second_units, "expected seconds, as in 60s or 2min");
    case CLI_BYTES: return read_with_unit(parser, option, text, byte_units, "expected bytes, as in 512M or 8G");
    case CLI_SIZE: {
        const char *cross = strchr(text, 'x');
        const double width = cross ? read_digits(text, cross) : -1;
        const double height = cross ? read_digits(cross + 1, text + strlen(text)) : -1;
        if (width < 0 || height < 0)
            return fail_value(parser, option, text, "expected WIDTHxHEIGHT, as in 1280x720", "is not a size");
        if (!number_in_range(option, width) || !number_in_range(option, height))
            return fail_number(parser, option, text, "is out of range");
        *(cli_size *)field_of(parser, option) = (cli_size){(int32_t)width, (int32_t)height};
        return 0;
    }
    case CLI_TIME: return parse_time(parser, option, text, field_of(parser, option));
    case CLI_TIMES: {
        cli_times *times = field_of(parser, option);
        times->items =
            sinew__arena_grow(&parser->line->arena, times->items, times->count, &times->capacity, sizeof *times->items);
        if (!times->items) return cli_fail_memory(&parser->line->context);
        return parse_time(parser, option, text, &times->items[times->count++]);
    }
    case CLI_RANGE: {
        cli_range *range = field_of(parser, option);
        const char *dots = strstr(text, "..");
        if (!dots)
            return fail_value(parser, option, text, "expected A..B, as in start..end or 10f..20f", "is not a range");
        char *from = sinew__arena_text(&parser->line->arena, text, (size_t)(dots - text));
        if (!from) return cli_fail_memory(&parser->line->context);
        const int wrong = parse_time(parser, option, from, &range->from);
        return wrong ? wrong : parse_time(parser, option, dots + 2, &range->to);
    }
    case CLI_STEP: return read_into_steps(parser, option, text);
    }
    assert(0 && "a switch has no value");
    return 0;
}

/// Finds an option that the command takes, its own or a shared one.
static const cli_option *find_named(const word_parser *parser, const char *name, size_t length)
{
    const cli_option *option = cli_option_named(parser->command->options, name, length);
    if (option) return option;
    option = cli_option_named(cli_global_options, name, length);
    return option && cli_takes_global(parser->command, option) ? option : NULL;
}

static const cli_option *find_lettered(const word_parser *parser, char letter)
{
    const cli_option *option = cli_option_lettered(parser->command->options, letter);
    return option ? option : cli_option_lettered(cli_global_options, letter);
}

static void find_nearest(const cli_command *command, const cli_option *table, const char *name, const cli_option **best,
                         int *best_distance)
{
    for (; table && table->name; ++table) {
        if (table->shared && !cli_takes_global(command, table)) continue;
        const int distance = sinew__word_distance(name, table->name);
        if (distance >= *best_distance) continue;
        *best = table;
        *best_distance = distance;
    }
}

/// Returns the option that an unknown name probably means, or NULL. `value` is the next word, or NULL.
static const cli_option *find_meant(const word_parser *parser, const char *name, const char *value)
{
    const cli_option *taker = find_meant_by_value(parser, name, value);
    if (taker) return taker;
    const cli_option *best = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) // the option for the same purpose, if the name is an
                                                              // option of another program
        if (strcmp(names[i].theirs, name) == 0) best = find_named(parser, names[i].ours, strlen(names[i].ours));
    if (best) return best;
    int distance = 1000;
    find_nearest(parser->command, parser->command->options, name, &best, &distance);
    find_nearest(parser->command, cli_global_options, name, &best, &distance);
    return best && sinew__word_is_near(name, distance) ? best : NULL;
}

static int fail_unknown(const word_parser *parser, const char *word, const char *name, const char *value)
{
    const cli_option *unused = word[1] == '-' ? cli_option_named(cli_global_options, name, strlen(name)) : NULL;
    if (!unused && strncmp(word, "--no-", 5) == 0)
        unused = cli_option_named(cli_global_options, word + 5, strlen(word + 5));
    if (unused && unused->shared && !cli_takes_global(parser->command, unused)) {
        char commands[300];
        int length = snprintf(commands, sizeof commands, "commands with --%s:", unused->name);
        for (const cli_command *const *row = parser->line->context.commands; *row && (size_t)length < sizeof commands;
             ++row)
            if (cli_takes_global(*row, unused) || cli_option_named((*row)->options, unused->name, strlen(unused->name)))
                length += snprintf(commands + length, sizeof commands - (size_t)length, " %s", (*row)->name);
        return cli_fail_usage(&parser->line->context, "bad-option", commands, "--%s has no effect on %s", unused->name,
                              parser->command->name);
    }
    const cli_option *meant = find_meant(parser, name, value);
    char hint[160];
    sinew__file_status status;
    if (word[1] != '-' && sinew__file_status_of_path(word, &status))
        snprintf(hint, sizeof hint, "for the file of that name, write ./%s", word);
    else if (meant)
        snprintf(hint, sizeof hint, "did you mean '--%s'?", meant->name);
    else
        snprintf(hint, sizeof hint, "run 'sinew help %s' for a list of options", parser->command->name);
    return cli_fail_usage(&parser->line->context, "bad-option", hint, "unknown option '%s'", word);
}

static int fail_missing_value(const word_parser *parser, const cli_option *option)
{
    char hint[120] = "";
    const int may_begin_with_hash = option->kind == CLI_TIME || option->kind == CLI_TIMES ||
                                    option->kind == CLI_RANGE || option->kind == CLI_STEP ||
                                    option->complete == CLI_COMPLETE_CLIP;
    if (may_begin_with_hash && parser->next == parser->count) {
        snprintf(hint, sizeof hint, "an unquoted # starts a comment in the shell: write --%s=#7", option->name);
    }
    return cli_fail_usage(&parser->line->context, "missing-value", hint, "--%s needs a value: %s", option->name,
                          option->value);
}

/// Reads the next word as the value of an option. A value may begin with `-`, but must not be a known option.
static int read_next_word(word_parser *parser, const cli_option *option)
{
    if (parser->next == parser->count) return fail_missing_value(parser, option);
    const char *word = parser->words[parser->next];
    const int is_long = strncmp(word, "--", 2) == 0 && find_named(parser, word + 2, strcspn(word + 2, "="));
    const int is_letter = word[0] == '-' && word[1] && !word[2] && find_lettered(parser, word[1]);
    if (is_long || is_letter) return fail_missing_value(parser, option);
    ++parser->next;
    return read_value(parser, option, word);
}

/// Reads `--name`, `--name=value`, `--name value`, or `--no-name`, which switches an option off.
static int read_long(word_parser *parser, const char *word)
{
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    const cli_option *option = find_named(parser, name, length);
    if (!option && name[length]) {
        const char *bare = sinew__arena_text(&parser->line->arena, word, length + 2);
        return bare ? fail_unknown(parser, bare, bare + 2, name + length + 1) : cli_fail_memory(&parser->line->context);
    }
    if (!option) {
        option = strncmp(word, "--no-", 5) == 0 ? find_named(parser, word + 5, strlen(word + 5)) : NULL;
        const char *next = parser->next < parser->count ? parser->words[parser->next] : NULL;
        if (!option || option->kind != CLI_SWITCH) return fail_unknown(parser, word, name, next);
        *(int *)field_of(parser, option) = 0;
        return 0;
    }
    if (!cli_option_has_value(option)) {
        if (name[length])
            return cli_fail_usage(&parser->line->context, "bad-value", NULL, "--%s takes no value", option->name);
        if (option->kind == CLI_STEP) return read_into_steps(parser, option, NULL);
        *(int *)field_of(parser, option) = 1;
        return 0;
    }
    return name[length] ? read_value(parser, option, name + length + 1) : read_next_word(parser, option);
}

/// Reads options by letters: `-o value`, `-ovalue`, or several as in `-qv`.
static int read_letters(word_parser *parser, const char *word)
{
    for (const char *letter = word + 1; *letter; ++letter) {
        const cli_option *option = find_lettered(parser, *letter);
        if (!option) return fail_unknown(parser, word, letter, NULL);
        if (cli_option_has_value(option)) {
            return letter[1] ? read_value(parser, option, letter + 1) : read_next_word(parser, option);
        }
        *(int *)field_of(parser, option) = 1;
    }
    return 0;
}

static int read_file(word_parser *parser, const char *word)
{
    cli_files *files = &parser->line->files;
    if (!*word)
        return cli_fail_usage(&parser->line->context, "bad-value", "is a variable of the script unset?",
                              "empty file name");
    const int failed = parser->command->argument_name ? 0 : take_input(parser, &word);
    if (failed) return failed;
    files->paths =
        sinew__arena_grow(&parser->line->arena, files->paths, files->count, &files->capacity, sizeof *files->paths);
    if (!files->paths) return cli_fail_memory(&parser->line->context);
    files->paths[files->count++] = word;
    return 0;
}

static int check_file_count(const cli_command *command, const cli_line *line)
{
    const char *argument_name = command->argument_name ? command->argument_name : "FILE";
    char hint[200];
    snprintf(hint, sizeof hint, "sinew %s %s", command->name, command->usage);
    if (line->files.count < (size_t)command->min_files) {
        return cli_fail_usage(&line->context, "missing-file", hint, "%s needs a %s", command->name, argument_name);
    }
    const size_t max = command->max_files < 0 ? 0 : (size_t)command->max_files;
    if (command->max_files != 0 && line->files.count > max) {
        return cli_fail_usage(&line->context, "extra-file", hint, "unexpected argument '%s'", line->files.paths[max]);
    }
    return 0;
}

int cli_wants_json(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; ++i) {
        if (strcmp(words[i], "--json") == 0) return 1;
    }
    return 0;
}

/// Refuses --json together with another --format.
static int check_format(const word_parser *parser)
{
    static const char name[] = "format";
    const cli_option *option = cli_option_named(parser->command->options, name, sizeof name - 1);
    if (!parser->line->context.json || !option || option->choices != cli_formats) return 0;
    const int format = *(const int *)field_of(parser, option);
    if (format == CLI_FORMAT_DEFAULT || format == CLI_FORMAT_JSON || format == CLI_FORMAT_JSONL) return 0;
    return cli_fail_usage(&parser->line->context, "bad-value", "use one of them",
                          "--json and --format %s are mutually exclusive", sinew__word_of(cli_formats, format)->name);
}

int cli_parse(const cli_command *command, const cli_command *const *commands, int count, char **words, cli_line *line)
{
    *line =
        (cli_line){.context = {.engine = -1, .cache = 1, .json = cli_wants_json(count, words), .commands = commands}};
    line->settings = sinew__arena_take(&line->arena, 1, command->settings_size);
    if (!line->settings) return cli_fail_memory(&line->context);
    if (command->defaults) memcpy(line->settings, command->defaults, command->settings_size);
    word_parser parser = {.command = command, .line = line, .words = words, .count = count};
    int options_ended = 0, failed = 0;
    while (!failed && parser.next < parser.count) {
        const char *word = parser.words[parser.next++];
        if (options_ended || word[0] != '-' || !word[1])
            failed = read_file(&parser, word);
        else if (strcmp(word, "--") == 0)
            options_ended = 1;
        else
            failed = word[1] == '-' ? read_long(&parser, word) : read_letters(&parser, word);
    }
    if (failed || line->context.help || line->context.version) return failed;
    int wrong = check_file_count(command, line);
    if (!wrong) wrong = check_format(&parser);
    if (!wrong && (parser.reads_input || parser.pipe_count > 0)) {
        // standard input and pipes are read within the limits of a load; they are not cached
        cli_context *context = &parser.line->context;
        static const double wall_factor = 4; // as in a load
        const double seconds = context->timeout > 0 ? context->timeout : CLI_DEFAULT_TIMEOUT,
                     bytes = context->memory_limit > 0 ? context->memory_limit : CLI_DEFAULT_MEMORY_LIMIT;
        context->cache = 0;
        if (parser.reads_input) sinew__standard_input_read((size_t)bytes, wall_factor * seconds);
        for (int i = 0; i < parser.pipe_count; ++i)
            sinew__pipe_read(parser.pipes[i], (size_t)bytes, wall_factor * seconds);
    }
    return wrong;
}
