/// One output for each of several files: the options -o, --recursive, --clobber and --threads, and the loop over the
/// files that `export`, `edit` and `bake` share.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_FILE_OUTPUTS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_FILE_OUTPUTS_H

#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"

typedef struct cli_file_outputs {
    const char *output; ///< a name, with {file} for the name of each file, or a directory; NULL: not given
    int recursive, clobber;
    int32_t threads; ///< 0: one per processor
} cli_file_outputs;

#define CLI_FILE_OUTPUT_DEFAULTS {.recursive = 1, .clobber = 1}

// clang-format off
/// `field` is an int32_t; 0: one per processor.
#define CLI_THREADS_OPTION(settings, field)                                                                            \
    {"threads", 'j', CLI_WHOLE, "N", "work on N files at once (one per core)", CLI_FIELD(settings, field), .min = 1, \
     .max = 256}

/// Rows of an option table; `field` is a cli_file_outputs, and `value` the placeholder of -o.
#define CLI_FILE_OUTPUT_OPTIONS(settings, field, placeholder)                                                          \
    {"output", 'o', CLI_TEXT, placeholder,                                                                             \
     "write to this file ({file} stands for the name of FILE), or below this directory (DIR/); - is stdout",           \
     CLI_FIELD(settings, field.output), .complete = CLI_COMPLETE_FILE},                                                \
    {"recursive", 0, CLI_SWITCH, NULL, "also take the models in the directories below a directory (on)",               \
     CLI_FIELD(settings, field.recursive)},                                                                            \
    {"clobber", 0, CLI_SWITCH, NULL, "replace outputs that exist (on); with --no-clobber skip their files",            \
     CLI_FIELD(settings, field.clobber)},                                                                              \
    CLI_THREADS_OPTION(settings, field.threads)
// clang-format on

/// Whether the output is a directory: it ends with a slash, or is one that exists and has no extension.
int cli_output_is_folder(const cli_file_outputs *outputs);

/// Returns the name pattern of a file's output in a directory: DIR/below/{file}.extension, or with the extension of the
/// file for NULL. `below` is cli_files.below of the file. For sinew_free; NULL when out of memory.
char *cli_pattern_in_folder(const char *folder, const char *path, const char *below, const char *extension);

/// Work on one file. `context` collects its messages. Several threads call it at once.
typedef void cli_file_work(const cli_context *context, size_t index, void *user);

/// Calls `work` for `count` files on up to `threads` threads (0: one per processor), and prints the messages in the
/// order of the files. A single file gets `context` itself. Returns 0, or the exit code after printing that there is no
/// memory.
int cli_for_files(const cli_context *context, size_t count, int32_t threads, cli_file_work *work, void *user);

/// Prints the line that several files end with, as in "sinew: exported 3 of 4 files; 1 outputs exist", or how many
/// failed. Returns the exit code: 0, the code that all files failed with, or 7.
int cli_summarize_files(const cli_context *context, const char *done, const cli_tally *tally, size_t skipped);

/// Writes the output of one file. `context` collects the messages of this file; `path` is the file, `pattern` the name
/// of its output, for cli_name_output or cli_name_outputs. Returns the exit code. Several threads call it at once.
typedef int cli_write_file_output(const cli_context *context, const char *path, const char *pattern, void *user);

typedef struct cli_file_run {
    const cli_context *context;
    const cli_file_outputs *outputs;
    const char *extension; ///< of outputs in a directory, without the dot; NULL: as the file's
    const char *done;      ///< "exported": for progress and the summary
    int has_times;         ///< names have times, which only the function below knows: it checks them itself
    cli_write_file_output *write;
    void *user;
} cli_file_run;

/// Calls run->write for each file, on several threads if there are several files, and prints messages in the order of
/// the files. In a directory, outputs keep their path below the named directory. A file that fails does not
/// stop the others; several files end with one line that counts them. Returns 0, the code that all files failed with, 7
/// if some failed, or 2 if two outputs have one name.
int cli_run_files(const cli_file_run *run, const cli_files *files);

#endif
