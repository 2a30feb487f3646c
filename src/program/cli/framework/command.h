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
///         const int failed = cli_load_model(context, files->paths[0], &model);   // has printed its message
///         if (failed) return failed;
///         …
///         return cli_write_stdout(context, &text);
///     }
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_COMMAND_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_COMMAND_H

#include "core/base/buffer.h"
#include "program/cli/framework/option.h"

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
    CLI_EXIT_IMPORTER = 70, ///< crashed, timed out or reached a limit
    CLI_EXIT_INTERRUPTED = 130,
} cli_exit;

/// The choices of --engine: names of a sinew_engine.
const char *cli_engine_at(int32_t row);

typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;

struct cli_command;

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
    double bake_error;        ///< of baked clips, as a fraction of the character's diagonal; 0: the library's default
    int retarget;             ///< whether clips of other files are retargeted
    const char *retarget_map; ///< a file with the parts of both bodies, or NULL
    sinew__buffer *held;      ///< collects messages while it is set; NULL: messages go to stderr
    const struct cli_command *const *commands; ///< the command table, NULL-terminated; help and completions print it
} cli_context;

/// The arguments that are not options, in order.
typedef struct cli_files {
    const char **paths; ///< [count]
    size_t count, capacity;
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
    /// Prints the accepted arguments, separated by spaces, for completions. NULL: the arguments are files.
    void (*put_arguments)(sinew__buffer *out, const struct cli_command *const *commands);
    int (*run)(const cli_context *context, const void *settings, const cli_files *files); ///< returns the exit code
} cli_command;

extern const cli_command cli_play, cli_info, cli_tree, cli_keys, cli_pose, cli_render, cli_export, cli_check, cli_diff,
    cli_bench, cli_bake, cli_cache, cli_library, cli_retarget, cli_completion, cli_help;

/// Options of every command, for a cli_context.
extern const cli_option cli_global_options[];

/// Finds a command in a NULL-terminated table. Returns NULL when no command has that name.
const cli_command *cli_command_named(const cli_command *const *commands, const char *name);

#endif
