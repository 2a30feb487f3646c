/// A command is one file `cmd_<name>.c` with one `cli_command`, and one row in the table in main.c.
///
/// To add one: copy the nearest neighbour, give it a settings struct, an option table and a `run`, declare its
/// `cli_command` below, add it to the table in main.c and the file to CMakeLists.txt. Help, manual pages
/// and completions read the table.
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
    CLI_SWITCH,  ///< int: 1; the `--no-` form sets 0
    CLI_ACTION,  ///< int: 1; has no `--no-` form (--help, --version)
    CLI_TEXT,    ///< const char *
    CLI_TEXTS,   ///< cli_texts; repeatable
    CLI_CHOICE,  ///< int: the value of a word of `choices`
    CLI_NUMBER,  ///< double, within [min, max]
    CLI_WHOLE,   ///< int32_t, within [min, max]
    CLI_SECONDS, ///< double, within [min, max]: "90", "60s", "500ms", "2min"
    CLI_BYTES,   ///< double, within [min, max]: "1000000", "512M", "8G"
    CLI_SIZE,    ///< cli_size: "1280x720", each within [min, max]
    CLI_TIME,    ///< cli_time
    CLI_TIMES,   ///< cli_times; repeatable
    CLI_RANGE,   ///< cli_range: "A..B"
    CLI_STEP,    ///< cli_steps; repeatable, in the order of the command line; takes a value if `value` is given
} cli_value_kind;

typedef struct cli_texts {
    const char **items; ///< [count]
    size_t count, capacity;
} cli_texts;

typedef struct cli_size {
    int32_t width, height;
} cli_size;

/// A parsed time and its text; `text` is NULL when the option is absent.
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

/// Options that are done one after the other, as they were given. All such options of a command have one field.
typedef struct cli_step {
    const struct cli_option *option;
    const char *text; ///< NULL: the option takes no value
} cli_step;

typedef struct cli_steps {
    cli_step *items; ///< [count]
    size_t count, capacity;
} cli_steps;

/// What completions suggest for a value.
typedef enum cli_complete {
    CLI_COMPLETE_NOTHING,
    CLI_COMPLETE_FILE,
    CLI_COMPLETE_FOLDER,
    CLI_COMPLETE_CLIP,       ///< clips of the file on the command line
    CLI_COMPLETE_JOINT,      ///< its joints
    CLI_COMPLETE_JOINT_LIST, ///< joints, separated by commas
} cli_complete;

typedef struct cli_option {
    const char *name; ///< without dashes; NULL ends a table
    char letter;      ///< short form, or 0
    cli_value_kind kind;
    const char *value;                     ///< placeholder in help: "TIME"; NULL for switches
    const char *help;                      ///< one line; begins with an imperative verb
    size_t offset;                         ///< of the field in the settings struct
    const sinew__word *choices;            ///< the words of a CLI_CHOICE; or NULL
    unsigned offered;                      ///< bits 1 << value of the choices that the command has; 0: all
    const char *(*choice_at)(int32_t row); ///< the names of another table, NULL after the last, instead of `choices`;
                                           ///< values are its rows. For file names, the choices are extensions
    double min, max;                       ///< for numbers
    cli_complete complete;
    int is_input;    ///< names a file that is read: `-` is the standard input
    unsigned shared; ///< of a row of cli_global_options: the cli_share that a command needs to take it; 0: all take it
} cli_option;

/// Groups of options that several commands share; bits of cli_command.shares.
typedef enum cli_share {
    CLI_SHARE_LOAD = 1,   ///< of reading models: --cache, --timeout, …
    CLI_SHARE_ENGINE = 2, ///< --engine
    CLI_SHARE_ERROR = 4,  ///< --error
    CLI_SHARE_BODY = 8,   ///< of the clips of --anim: --retarget, …
} cli_share;

/// Values of --format; each command offers some. DEFAULT: the option is absent and cli_format_of decides.
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

/// A row for --format of a command that has text, JSON and the formats `and`, bits 1 << cli_format.
#define CLI_FORMAT_OPTION(settings, field, and)                                                                        \
    {                                                                                                                  \
        "format", 0, CLI_CHOICE, "NAME", "select the output format", CLI_FIELD(settings, field),                       \
            .choices = cli_formats, .offered = 1u << CLI_FORMAT_TEXT | 1u << CLI_FORMAT_JSON | (and)                   \
    }

/// The settings field of an option.
#define CLI_FIELD(settings, field) .offset = offsetof(settings, field)

/// Finds an option by long name (the first `length` characters of `name`) or by letter. Returns NULL when absent.
const cli_option *cli_option_named(const cli_option *table, const char *name, size_t length);
const cli_option *cli_option_lettered(const cli_option *table, char letter);

/// Whether the option takes a value.
int cli_option_has_value(const cli_option *option);

/// Returns the words that an option takes, one by one from `number` 0, NULL after the last. *out_value is the value
/// that a CLI_CHOICE stores for the word.
const char *cli_choice(const cli_option *option, int32_t number, int *out_value);

/// Finds a word among those that an option takes. Returns 0 when the option does not take it.
int cli_find_choice(const cli_option *option, const char *word, int *out_value);

/// Returns the values, ORed, of the words in a list with commas; 0 if one of them is unknown.
int cli_values_of_words(const sinew__word *words, const char *list);

/// Puts the words that an option takes, with `separator` between them.
void cli_put_choices(sinew__buffer *out, const cli_option *option, const char *separator);

/// Exit codes; `sinew help exit` prints them.
typedef enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FOUND = 1, ///< a check or a comparison found something
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_INPUT = 3,     ///< unreadable
    CLI_EXIT_NOT_FOUND = 4, ///< clip, joint, keyframe, time, mesh
    CLI_EXIT_DISPLAY = 5,
    CLI_EXIT_OUTPUT = 6,
    CLI_EXIT_SOME_FAILED = 7,
    CLI_EXIT_NOT_BUILT = 8, ///< not part of this build
    CLI_EXIT_IMPORTER = 70, ///< crashed, timed out or reached a limit
    CLI_EXIT_INTERRUPTED = 130,
} cli_exit;

/// The choices of --engine: names of a sinew_engine.
const char *cli_engine_at(int32_t row);

typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;

struct cli_command;

/// The defaults of --timeout and --memory-limit: those of load.h.
#define CLI_DEFAULT_TIMEOUT 6.0
#define CLI_DEFAULT_MEMORY_LIMIT 0x1p31

/// The values of the global options, and what every command needs besides its own settings.
typedef struct cli_context {
    int help, version;
    int quiet, verbose;
    int json;
    int color;                ///< cli_color
    int engine;               ///< sinew_engine, or -1: the default of the command
    const char *texture_path; ///< or NULL
    int cache;                ///< whether models are read from and written to the cache
    const char *cache_folder; ///< or NULL: no cache directory
    double timeout;           ///< of a load, and of each export, in seconds; 0: the default
    int sandbox;              ///< sinew_sandbox
    double memory_limit;      ///< of an import, in bytes; 0: the library's default
    int up;                   ///< sinew_load_options.up
    int keep_document;        ///< sinew_load_options.keep_document; set by commands that write FBX
    double error;             ///< of baked clips and of fitted keys, as a fraction of the character's diagonal; 0: the
                              ///< library's default
    int retarget;             ///< whether clips of other files are retargeted
    const char *retarget_map; ///< a file with the parts of both bodies, or NULL
    const char *reference;    ///< the reference poses of both bodies, or NULL
    double seconds;           ///< of processor time for each file of the command, with --timeout; 0: no limit
    int creates_folders;      ///< outputs get the folder that they are in, when there is something to write
    sinew__buffer *held;      ///< collects messages while it is set; NULL: messages go to stderr
    /// The command table, NULL-terminated; help and completions print it. The first one gets files that no command
    /// precedes.
    const struct cli_command *const *commands;
} cli_context;

/// The arguments that are not options, in order.
typedef struct cli_files {
    const char **paths; ///< [count]
    size_t count, capacity;
    const char **below; ///< [count] of a list of models: the end of a path below the directory that was named, or NULL
                        ///< for a file that was named; NULL for the arguments themselves
} cli_files;

typedef struct cli_command {
    const char *name;
    const char *summary;                       ///< one line for the list of commands; begins with an imperative verb
    const char *usage;                         ///< the synopsis after `sinew NAME `
    const char *description;                   ///< paragraphs after the summary, or NULL
    const char *examples;                      ///< three command lines
    void (*put_more_help)(sinew__buffer *out); ///< prints more help after the options; or NULL
    const cli_option *options;
    size_t settings_size;
    const void *defaults;      ///< initial settings; NULL: all zero
    int min_files, max_files;  ///< max_files 0: unlimited; -1: none
    const char *argument_name; ///< name of an argument in messages; NULL: "FILE"
    unsigned shares;           ///< bits of cli_share: the groups of shared options that it takes
    int takes_folders;         ///< a directory among the arguments means the models in it
    /// Prints the accepted arguments, separated by spaces, for completions. NULL: the arguments are files.
    void (*put_arguments)(sinew__buffer *out, const struct cli_command *const *commands);
    /// Prints the words for the first argument; the arguments after it are files. NULL: there are none.
    void (*put_actions)(sinew__buffer *out);
    /// Prints the words, separated by spaces, that the argument after the file of an action is made of. Returns 0 when
    /// it is another file. NULL: it always is.
    int (*put_terms)(sinew__buffer *out, const char *action);
    int (*run)(const cli_context *context, const void *settings, const cli_files *files); ///< returns the exit code
    double seconds;   ///< of processor time for each file, after which it is stopped; 0: never
    int only_extends; ///< --timeout makes these seconds more, but not fewer
} cli_command;

extern const cli_command cli_play, cli_info, cli_tree, cli_keys, cli_curves, cli_pose, cli_render, cli_export,
    cli_check, cli_diff, cli_bench, cli_bake, cli_cache, cli_library, cli_page, cli_retarget, cli_edit, cli_completion,
    cli_formats_command, cli_help;
extern const cli_command cli_complete_line; ///< is not in the table: only scripts of `completion` call it

/// Options of every command, then those that commands share in groups, for a cli_context.
extern const cli_option cli_global_options[];

/// Whether a list of the options that are shared, or of those that are not, has an option. `command`: only options that
/// it takes; NULL: all.
int cli_lists_option(const cli_option *option, int are_shared, const cli_command *command);

/// Whether a command takes a row of cli_global_options. An option of its own with the same name hides the row.
int cli_takes_global(const cli_command *command, const cli_option *option);

/// Finds a command in a NULL-terminated table. Returns NULL when no command has that name.
const cli_command *cli_command_named(const cli_command *const *commands, const char *name);

#endif
