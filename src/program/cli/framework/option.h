/// Options as data: one table per command, read by the parser, the help, the manual pages and the completions.
///
/// An option writes its value into the settings struct of its command, at `offset`; the kind determines the type of the
/// field:
///
///     typedef struct tree_settings { int meshes; int32_t depth; const char *under; } tree_settings;
///
///     static const cli_option options[] = {
///         {"meshes", 0, CLI_SWITCH, NULL, "show the meshes of each joint", CLI_FIELD(tree_settings, meshes)},
///         {"depth", 0, CLI_WHOLE, "N", "show this many levels", CLI_FIELD(tree_settings, depth), .min = 0,
///          .max = 1e6},
///         {"under", 0, CLI_TEXT, "JOINT", "show only this joint and its descendants", CLI_FIELD(tree_settings,
///         under)}, {0},
///     };
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_OPTION_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_OPTION_H

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
    const char *(*choice_at)(int32_t row); ///< the names of another table, NULL behind the last, in place of `choices`;
                                           ///< values are its rows. Of file names, it is their extensions
    double min, max;                       ///< for numbers
    cli_complete complete;
} cli_option;

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
} cli_format;
extern const sinew__word cli_formats[];

extern const sinew__word cli_severities[]; ///< of a sinew_severity

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

/// Returns the words that an option takes, one by one from `number` 0, NULL behind the last. *out_value is what a
/// CLI_CHOICE stores for it.
const char *cli_choice(const cli_option *option, int32_t number, int *out_value);

/// Finds a word among those that an option takes. Returns 0 when it is none of them.
int cli_find_choice(const cli_option *option, const char *word, int *out_value);

/// Puts the words that an option takes, with `separator` between them.
void cli_put_choices(sinew__buffer *out, const cli_option *option, const char *separator);

#endif
