/// Outputs for several input files, one each: the options -o, --recursive, --clobber and --threads, and the loop over
/// the files that `export`, `edit` and `bake` share.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_FILE_OUTPUTS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_FILE_OUTPUTS_H

#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"

typedef struct cli_file_outputs {
    const char *output; ///< a name, with {file} for each file's name, or a directory; NULL: not given
    int recursive, clobber;
    int32_t threads; ///< 0: one per processor
} cli_file_outputs;

#define CLI_FILE_OUTPUT_DEFAULTS {.recursive = 1, .clobber = 1}

// clang-format off
/// A row of an option table. `field` is an int32_t; 0: one thread per processor.
#define CLI_THREADS_OPTION(settings, field)                                                                            \
    {"threads", 'j', CLI_WHOLE, "N", "work on N files at once (one per core)", CLI_FIELD(settings, field), .min = 1, \
     .max = 256}

/// Rows of an option table. `field` is a cli_file_outputs; `placeholder` is the placeholder of -o in help.
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

/// Returns whether the output is a directory: it ends with a slash, or it exists as a directory and has no extension.
int cli_output_is_folder(const cli_file_outputs *outputs);

/// Returns the name pattern of a file's output in a directory, DIR/below/{file}.extension; `extension` NULL: the input
/// file's. `below` is the file's cli_files.below. Free with sinew_free; NULL when out of memory.
char *cli_pattern_in_folder(const char *folder, const char *path, const char *below, const char *extension);

/// Works on file `index`. `context` collects its messages. Several threads call it at once.
typedef void cli_file_work(const cli_context *context, size_t index, void *user);

/// Calls `work` for `count` files on up to `threads` threads (0: one per processor), and prints the messages in the
/// order of the files. A single file gets `context` itself. Returns 0, or the exit code after printing the error: out
/// of memory.
int cli_for_files(const cli_context *context, size_t count, int32_t threads, cli_file_work *work, void *user);

/// Prints the last line of a run over several files, such as "sinew: exported 3 of 4 files; 1 outputs exist". Returns
/// the exit code: 0; the common code if all files failed with the same one; else 7.
int cli_summarize_files(const cli_context *context, const char *done, const cli_tally *tally, size_t skipped);

/// Writes the output of one file. `context` collects its messages, `path` is the input, `pattern` the output's name for
/// cli_name_output or cli_name_outputs. Returns the exit code. Several threads call it at once.
typedef int cli_write_file_output(const cli_context *context, const char *path, const char *pattern, void *user);

typedef struct cli_file_run {
    const cli_context *context;
    const cli_file_outputs *outputs;
    const char *extension; ///< extension of outputs in a directory, without the dot; NULL: the input file's
    const char *done;      ///< verb for progress and the summary, such as "exported"
    int has_times;         ///< names of outputs contain times; `write` itself then checks that they differ
    cli_write_file_output *write;
    void *user;
} cli_file_run;

/// Calls run->write for each file, on several threads, and prints messages in the order of the files. In an output
/// directory, files keep their path below the directory that was named. A file that fails does not stop the others. A
/// run over several files prints a summary at the end. Returns 0; the common code if all files failed with the same
/// one; 7 if some failed; 2 if two outputs have one name.
int cli_run_files(const cli_file_run *run, const cli_files *files);

#endif
