/// Options as data: one table a command. The parser, `--help` and the completions all read the same rows.
///
/// An option writes its value into a struct of the command's own (its settings), at `offset`; the kind says what type
/// stands there:
///
///     typedef struct tree_settings { int meshes; int32_t depth; const char *under; } tree_settings;
///
///     static const cli_option options[] = {
///         {"meshes", 0, CLI_SWITCH, NULL, "show meshes too", CLI_FIELD(tree_settings, meshes)},
///         {"depth", 0, CLI_WHOLE, "N", "levels to show", CLI_FIELD(tree_settings, depth), .at_least = 0, .at_most =
///         1e6},
///         {"under", 0, CLI_TEXT, "JOINT", "only this joint and what hangs on it", CLI_FIELD(tree_settings, under)},
///         {0},
///     };
#ifndef SINEW_CLI_FRAMEWORK_OPTION_H
#define SINEW_CLI_FRAMEWORK_OPTION_H

#include <stddef.h>

#include "sinew/time_text.h"

typedef enum cli_value_kind {
    CLI_SWITCH,  ///< int: 1, or 0 by its `--no-` form
    CLI_ACTION,  ///< int: 1; has no `--no-` form (--help, --version)
    CLI_TEXT,    ///< const char *
    CLI_TEXTS,   ///< cli_texts: may be given many times
    CLI_CHOICE,  ///< int: position in `choices`
    CLI_NUMBER,  ///< double, within [at_least, at_most]
    CLI_WHOLE,   ///< int32_t, within [at_least, at_most]
    CLI_SECONDS, ///< double, within [at_least, at_most]: "90", "60s", "500ms", "2min"
    CLI_BYTES,   ///< double, within [at_least, at_most]: "1000000", "512M", "8G"
    CLI_SIZE,    ///< cli_size: "1280x720", each within [at_least, at_most]
    CLI_TIME,    ///< cli_time
    CLI_TIMES,   ///< cli_times: may be given many times
    CLI_RANGE,   ///< cli_range: "A..B"
} cli_value_kind;

typedef struct cli_texts {
    const char **items; ///< [count]
    size_t count, capacity;
} cli_texts;

typedef struct cli_size {
    int32_t width, height;
} cli_size;

/// A time as it was written; `text` is NULL while the option was not given.
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

/// What completions offer for a value.
typedef enum cli_complete {
    CLI_COMPLETE_NOTHING,
    CLI_COMPLETE_FILE,
    CLI_COMPLETE_FOLDER,
    CLI_COMPLETE_CLIP,       ///< clips of the file on the line
    CLI_COMPLETE_JOINT,      ///< its joints
    CLI_COMPLETE_JOINT_LIST, ///< some of them, with commas
} cli_complete;

typedef struct cli_option {
    const char *name; ///< without dashes; NULL ends a table
    char letter;      ///< short form, or 0
    cli_value_kind kind;
    const char *value;        ///< what help calls the value: "TIME"; NULL for switches
    const char *help;         ///< one line
    size_t offset;            ///< of the field in the settings
    const char *choices;      ///< "auto|always|never", for CLI_CHOICE
    double at_least, at_most; ///< for numbers
    cli_complete complete;
} cli_option;

/// Defaults of a --format: nothing was asked for, cli_format_of decides. Its choices begin with "text|json".
enum { CLI_FORMAT_UNSAID = -1, CLI_FORMAT_TEXT, CLI_FORMAT_JSON };

/// Where the value of a row goes.
#define CLI_FIELD(settings, field) .offset = offsetof(settings, field)

/// The row of that long name (`length` characters of it) or letter, in either table; NULL when there is none.
const cli_option *cli_option_named(const cli_option *table, const char *name, size_t length);
const cli_option *cli_option_lettered(const cli_option *table, char letter);

/// Whether the option is followed by a value.
int cli_option_has_value(const cli_option *option);

/// Position of `text` in "a|b|c", or -1.
int cli_choice_index(const char *choices, const char *text);

#endif
