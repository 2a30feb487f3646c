/// A command is one file `cmd_<name>.c` with one `cli_command`, and one row of the table in main.c.
///
/// To add one: copy the most similar command, give it a settings struct, an option table and a `run`, declare its
/// `cli_command` below, add it to the table in main.c and the file to CMakeLists.txt. Help, manual pages and
/// completions read the table.
///
///     static int run(const cli_context *context, const void *settings, const cli_files *files)
///     {
///         const tree_settings *tree = settings;
///         sinew_model *model;
///         const int failed = cli_load_model(context, files->paths[0], SINEW_ENGINE_EXACT, &model);
///         if (failed) return failed; // its message has been printed
///         …
///         return cli_write_stdout(context, &text);
///     }
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_COMMAND_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_COMMAND_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "core/base/word_table.h"
#include "sinew/time_text.h"

typedef enum cli_value_kind {
    CLI_SWITCH,  ///< int, set to 1; `--no-NAME` sets it to 0
    CLI_ACTION,  ///< int, set to 1, without a `--no-` form: --help, --version
    CLI_TEXT,    ///< const char *
    CLI_TEXTS,   ///< cli_texts; repeatable
    CLI_CHOICE,  ///< int, set to the value of a word of `choices`
    CLI_NUMBER,  ///< double, within [min, max]
    CLI_WHOLE,   ///< int32_t, within [min, max]
    CLI_SECONDS, ///< double, within [min, max]: "90", "60s", "500ms", "2min"
    CLI_BYTES,   ///< double, within [min, max]: "1000000", "512M", "8G"
    CLI_SIZE,    ///< cli_size: "1280x720", each within [min, max]
    CLI_TIME,    ///< cli_time
    CLI_TIMES,   ///< cli_times; repeatable
    CLI_RANGE,   ///< cli_range: "A..B"
    CLI_STEP,    ///< cli_steps; repeatable; the steps keep the order of the command line; a row with `value` takes a
                 ///< value
} cli_value_kind;

typedef struct cli_texts {
    const char **items; ///< [count]
    size_t count, capacity;
} cli_texts;

typedef struct cli_size {
    int32_t width, height;
} cli_size;

/// A parsed time and its text. `text` is NULL if the option is absent.
typedef struct cli_time {
    const char *text;
    sinew_time time;
} cli_time;

typedef struct cli_times {
    cli_time *items; ///< [count]
    size_t count, capacity;
} cli_times;

typedef struct cli_range {
    cli_time from, to;
} cli_range;

/// A use of a CLI_STEP option on the command line. A command does its steps in the order of the command line; one field
/// of its settings holds all of them.
typedef struct cli_step {
    const struct cli_option *option;
    const char *text; ///< NULL: the option takes no value
} cli_step;

typedef struct cli_steps {
    cli_step *items; ///< [count]
    size_t count, capacity;
} cli_steps;

/// The names that completions offer for a value.
typedef enum cli_complete {
    CLI_COMPLETE_NOTHING,
    CLI_COMPLETE_FILE,
    CLI_COMPLETE_FOLDER,
    CLI_COMPLETE_CLIP,       ///< clips of the file on the command line
    CLI_COMPLETE_JOINT,      ///< joints of the file on the command line
    CLI_COMPLETE_JOINT_LIST, ///< joints of the file on the command line, separated by commas
} cli_complete;

typedef struct cli_option {
    const char *name; ///< without dashes; NULL ends a table
    char letter;      ///< short form, or 0
    cli_value_kind kind;
    const char *value;                     ///< placeholder of the value in help, such as "TIME"; NULL for switches
    const char *help;                      ///< one line; begins with an imperative verb
    size_t offset;                         ///< offset of the field in the settings struct, in bytes
    const sinew__word *choices;            ///< words of a CLI_CHOICE; or NULL
    unsigned offered;                      ///< set of the choices that the command takes, bits 1 << value; 0: all
    const char *(*choice_at)(int32_t row); ///< returns the word with the value `row`; NULL after the last word. Used if
                                           ///< `choices` is NULL. If the option takes a file name, the words are file
                                           ///< extensions
    double min, max;                       ///< range of a number
    cli_complete complete;
    int is_input;    ///< the value names a file that is read, so `-` means standard input
    unsigned shared; ///< in cli_global_options: the cli_share that a command must have to take the option; 0: all
                     ///< commands take it
} cli_option;

/// Groups of options that several commands take; bits of cli_command.shares.
typedef enum cli_share {
    CLI_SHARE_LOAD = 1,   ///< reading models: --cache, --timeout, …
    CLI_SHARE_ENGINE = 2, ///< --engine
    CLI_SHARE_ERROR = 4,  ///< --error
    CLI_SHARE_BODY = 8,   ///< retargeting the clips of --anim: --retarget, …
} cli_share;

/// Values of --format. A command offers some of them. CLI_FORMAT_DEFAULT: the option is absent, and cli_format_of
/// decides.
typedef enum cli_format {
    CLI_FORMAT_DEFAULT = -1,
    CLI_FORMAT_TEXT,
    CLI_FORMAT_JSON,
    CLI_FORMAT_JSONL,
    CLI_FORMAT_DOT,
    CLI_FORMAT_CSV,
    CLI_FORMAT_SARIF,
    CLI_FORMAT_MARKDOWN,
    CLI_FORMAT_JUNIT,
    CLI_FORMAT_GITHUB,
    CLI_FORMAT_HTML,
} cli_format;

extern const sinew__word cli_formats[];

/// A row for --format: text, JSON, and the formats in `and`, a set of bits 1 << cli_format.
#define CLI_FORMAT_OPTION(settings, field, and)                                                                        \
    {                                                                                                                  \
        "format", 0, CLI_CHOICE, "NAME", "select the output format", CLI_FIELD(settings, field),                       \
            .choices = cli_formats, .offered = 1u << CLI_FORMAT_TEXT | 1u << CLI_FORMAT_JSON | (and)                   \
    }

/// Sets `offset` of a row to a field of the settings.
#define CLI_FIELD(settings, field) .offset = offsetof(settings, field)

/// Finds an option by long name (the first `length` characters of `name`) or by letter. Returns NULL if the table has
/// none.
const cli_option *cli_option_named(const cli_option *table, const char *name, size_t length);
const cli_option *cli_option_lettered(const cli_option *table, char letter);

/// Returns whether an option takes a value.
int cli_option_has_value(const cli_option *option);

/// Returns one of the words that an option takes, `number` counted from 0; NULL after the last. *out_value is the value
/// that a CLI_CHOICE stores for the word.
const char *cli_choice(const cli_option *option, int32_t number, int *out_value);

/// Finds a word among those that an option takes. Returns 0 if the option does not take it.
int cli_find_choice(const cli_option *option, const char *word, int *out_value);

/// Returns the values of the words in a comma-separated list, combined by OR; 0 if a word is unknown.
int cli_values_of_words(const sinew__word *words, const char *list);

/// Puts all words that an option takes, with `separator` between them.
void cli_put_choices(sinew__buffer *out, const cli_option *option, const char *separator);

/// Exit codes; `sinew help exit` prints them.
typedef enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FOUND = 1, ///< a check or a comparison found something
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_INPUT = 3,     ///< a file cannot be read
    CLI_EXIT_NOT_FOUND = 4, ///< a clip, joint, keyframe, time or mesh does not exist
    CLI_EXIT_DISPLAY = 5,
    CLI_EXIT_OUTPUT = 6,
    CLI_EXIT_SOME_FAILED = 7,
    CLI_EXIT_NOT_BUILT = 8, ///< this build lacks the feature
    CLI_EXIT_IMPORTER = 70, ///< the importer crashed, timed out or reached a limit
    CLI_EXIT_INTERRUPTED = 130,
} cli_exit;

/// Returns the engine's name for a row of the choices of --engine, in the order of sinew_engine; NULL after the last.
const char *cli_engine_at(int32_t row);

typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;

struct cli_command;

/// Defaults of --timeout in seconds and --memory-limit in bytes; they equal the defaults in load.h.
#define CLI_DEFAULT_TIMEOUT 6.0
#define CLI_DEFAULT_MEMORY_LIMIT 0x1p31

/// The values of the global options, and the state that all commands share.
typedef struct cli_context {
    int help, version;
    int quiet, verbose;
    int json;
    int color;                ///< a cli_color
    int engine;               ///< a sinew_engine; -1: the default of the command
    const char *texture_path; ///< directory of --texture-path, or NULL
    int cache;                ///< whether models are read from the cache and written to it
    const char *cache_folder; ///< NULL: without a cache directory
    double timeout;           ///< seconds of processor time of a load, and of each export; 0: the default
    int sandbox;              ///< a sinew_sandbox
    double memory_limit;      ///< bytes that an import may use; 0: the library's default
    int up;                   ///< sinew_load_options.up
    int keep_document;        ///< sinew_load_options.keep_document; set by commands that write FBX
    double error;             ///< allowed error of baked clips and fitted keys, as a fraction of the character's
                              ///< diagonal; 0: the library's default
    int retarget;             ///< whether clips of other files are retargeted
    const char *retarget_map; ///< path of a file with the body parts of both characters, or NULL
    const char *reference;    ///< text of --reference: the reference poses of both bodies, or NULL
    double seconds;           ///< limit of the command's processor time for each file, in seconds, computed from the
                              ///< command's own limit and --timeout; 0: no limit
    int creates_folders;      ///< whether a missing directory of an output is created before the output is written
    sinew__buffer *held;      ///< buffer that collects messages; NULL: messages go to stderr
    /// The command table, NULL-terminated; help and completions print it. A command line without a command runs the
    /// first one.
    const struct cli_command *const *commands;
} cli_context;

/// The arguments that are not options, in the order of the command line.
typedef struct cli_files {
    const char **paths; ///< [count]
    size_t count, capacity;
    const char **below; ///< [count] for a file that was found in a named directory, the part of its path below that
                        ///< directory; NULL for a file that was named itself. The array is NULL if no directory was
                        ///< expanded
} cli_files;

typedef struct cli_command {
    const char *name;
    const char *summary;                       ///< one line for the list of commands; begins with an imperative verb
    const char *usage;                         ///< synopsis after `sinew NAME `
    const char *description;                   ///< paragraphs that follow the summary, or NULL
    const char *examples;                      ///< three command lines
    void (*put_more_help)(sinew__buffer *out); ///< puts more help after the options, or NULL
    const cli_option *options;
    size_t settings_size;
    const void *defaults;      ///< initial settings; NULL: all zero
    int min_files, max_files;  ///< max_files 0: unlimited; −1: the command takes no arguments
    const char *argument_name; ///< name of an argument in messages; NULL: "FILE"
    unsigned shares;           ///< bits of cli_share: groups of shared options that the command takes
    int takes_folders;         ///< a directory among the arguments stands for the models in it
    /// Puts the accepted arguments, separated by spaces, for completions. NULL: the arguments are files.
    void (*put_arguments)(sinew__buffer *out, const struct cli_command *const *commands);
    /// Puts the actions of the command: the words that its first argument can be. Further arguments are files. NULL:
    /// the command has no actions.
    void (*put_actions)(sinew__buffer *out);
    /// Puts the words, separated by spaces, that can follow the first file of an action. Returns 0 if a file follows
    /// there. NULL: always a file.
    int (*put_terms)(sinew__buffer *out, const char *action);
    int (*run)(const cli_context *context, const void *settings, const cli_files *files); ///< returns the exit code
    double seconds;   ///< limit of processor time for each file, in seconds; 0: no limit
    int only_extends; ///< whether --timeout can raise the limit `seconds` but not lower it
} cli_command;

extern const cli_command cli_play, cli_info, cli_tree, cli_keys, cli_curves, cli_pose, cli_render, cli_export,
    cli_check, cli_diff, cli_bench, cli_bake, cli_cache, cli_library, cli_page, cli_retarget, cli_edit, cli_completion,
    cli_formats_command, cli_help;
extern const cli_command cli_complete_line; ///< not in the table: only the scripts of `completion` call it

/// The options whose fields are in cli_context: first the options that every command takes, then the options that some
/// commands share.
extern const cli_option cli_global_options[];

/// Returns whether an option of cli_global_options is one that only some commands share (`are_shared` 1), or one that
/// every command takes (`are_shared` 0). If `command` is not NULL, the command must also take the option.
int cli_lists_option(const cli_option *option, int are_shared, const cli_command *command);

/// Returns whether a command takes a row of cli_global_options. If the command has its own option with that name, it
/// does not.
int cli_takes_global(const cli_command *command, const cli_option *option);

/// Finds a command in a NULL-terminated table. Returns NULL if none exists.
const cli_command *cli_command_named(const cli_command *const *commands, const char *name);

#endif
