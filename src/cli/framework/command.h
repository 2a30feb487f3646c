/// A command is one file `cmd_<name>.c` with one `cli_command`, and one row in commands.c.
///
/// To add one: copy the nearest neighbour, give it a settings struct, an option table and a `run`, declare its
/// `cli_command` in commands.h, add it to the table in commands.c and the file to CMakeLists.txt. Help and completions
/// follow by themselves.
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
#ifndef SINEW_CLI_FRAMEWORK_COMMAND_H
#define SINEW_CLI_FRAMEWORK_COMMAND_H

#include "base/buffer.h"
#include "cli/framework/option.h"

/// Exit codes; `sinew help exit` prints them.
typedef enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FOUND = 1, ///< check, diff or a comparison found something
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_INPUT = 3,     ///< unreadable
    CLI_EXIT_NOT_THERE = 4, ///< clip, joint, keyframe, time, mesh
    CLI_EXIT_DISPLAY = 5,
    CLI_EXIT_OUTPUT = 6,
    CLI_EXIT_SOME_FAILED = 7,
    CLI_EXIT_IMPORTER = 70, ///< crashed, timed out or reached a limit
    CLI_EXIT_INTERRUPTED = 130,
} cli_exit;

typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;

/// What the options that every command knows have set.
typedef struct cli_context {
    int help, version;
    int quiet, verbose;
    int json;
    int color;                ///< cli_color
    int engine;               ///< sinew_engine, or -1: the command's own default
    const char *texture_path; ///< or NULL
    int cache;                ///< models come from the cache, and go there
    const char *cache_folder; ///< or NULL: there is none
    double timeout;           ///< seconds of a load, and of each export; 0: the default
    double memory_limit;      ///< bytes of an import; 0: the library's default
    double bake_error;        ///< of baked clips, as a part of the character's diagonal; 0: the library's default
    sinew__buffer *held;      ///< where messages wait; NULL: they go to stderr at once
} cli_context;

/// The words that are not options, in their order.
typedef struct cli_files {
    const char **paths; ///< [count]
    size_t count, capacity;
} cli_files;

typedef struct cli_command {
    const char *name;
    const char *summary;                       ///< one line, for the list of commands
    const char *usage;                         ///< what follows `sinew NAME `
    const char *description;                   ///< paragraphs under the usage, or NULL
    void (*put_more_help)(sinew__buffer *out); ///< what stands under the options, or NULL
    const cli_option *options;
    size_t settings_size;
    const void *defaults;                  ///< settings before any option, or NULL: all zero
    int min_files, max_files;              ///< max 0: any number; -1: none
    const char *file_word;                 ///< what a file is called in messages; NULL: "FILE"
    void (*put_words)(sinew__buffer *out); ///< what may stand in place of files, with blanks between; NULL: files
    int (*run)(const cli_context *context, const void *settings, const cli_files *files); ///< gives the exit code
} cli_command;

/// Options that every command takes, for a cli_context.
extern const cli_option cli_global_options[];

#endif
