/// Loading and checking many files on all processors.
#ifndef SINEW_PROGRAM_CLI_CHECK_CHECK_FILES_H
#define SINEW_PROGRAM_CLI_CHECK_CHECK_FILES_H

#include "core/base/buffer.h"
#include "program/check/check_model.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"
#include <stddef.h>

typedef enum cli_verdict {
    CLI_VERDICT_OK,
    CLI_VERDICT_WARNINGS,
    CLI_VERDICT_ERRORS,
    CLI_VERDICT_UNREADABLE
} cli_verdict;

/// The result of one file.
typedef struct cli_checked_file {
    const char *path;
    const char *shown; ///< path that reports for other people print, set by cli_show_paths; before that, `path`
    const char *link;  ///< URL or path that reports link to: the base of cli_show_paths, if there is one, followed by
                       ///< `shown`
    const char *below; ///< the part of the path below the directory that was named; NULL: the file itself was named
    check_report report;
    check_file_facts facts;
    int is_unreadable;
    int is_missing;         ///< the file was named and does not exist
    const char *mended;     ///< path of the fixed copy, or NULL
    const char *edits;      ///< the edits in that copy: each option after a blank, quoted for a shell
    sinew_error failure;    ///< an error of the machine or of an animation, not of the file; SINEW_OK: none
    const char *failure_of; ///< the path that `failure` concerns
} cli_checked_file;

/// A run of `check` over several files: settings, and the result of each file.
typedef struct cli_check_run {
    const cli_context *context;
    const cli_texts *animations; ///< paths of files whose clips are added to each checked file
    const check_contract *contract;
    const check_selection *selection;
    cli_checked_file *files; ///< [count]
    size_t count;
} cli_check_run;

/// Checks the files of cli_list_models(), each with the clips of `animations` added, then compares them with each
/// other. Returns 0, or the exit code after printing the error. Free *out_run in both cases.
int cli_check_files(const cli_context *context, const cli_files *paths, const cli_texts *animations,
                    const check_contract *contract, const check_selection *selection, cli_check_run *out_run);
void cli_check_run_free(cli_check_run *run);

/// Sets `shown` and `link` of all files for a report that other people read. Without a base, absolute paths are made
/// relative to the directory of `report` (NULL, "-": the working directory). With a base, paths are relative to the
/// working directory, and links have the base in front. The paths live in `memory`. Returns 0, or the exit code after
/// printing the error.
int cli_show_paths(cli_check_run *run, const char *report, const char *base, sinew__arena *memory);

cli_verdict cli_verdict_of(const cli_checked_file *file);
extern const char *const cli_verdict_names[]; ///< indexed by cli_verdict

// ---- the results in the formats of `check` --------------------------------------------------------------------------

void cli_put_check_text(const cli_check_run *run, sinew__buffer *out);
void cli_put_check_json(const cli_check_run *run, sinew__buffer *out);     ///< sinew.check/1
void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out);    ///< SARIF 2.1.0
void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out); ///< for a comment on a pull request

/// Puts an HTML page with the viewer and each finding's time, joint and view. It includes the models with findings, up
/// to `most_bytes` in all. Returns 0, or the exit code after printing the error.
int cli_put_check_html(const cli_check_run *run, double most_bytes, sinew__buffer *out);

/// Puts a suite per file and a case per finding, in a format of test_cases.h. Findings below `fail_on` do not fail.
void cli_put_check_cases(const cli_check_run *run, int format, sinew_severity fail_on, sinew__buffer *out);

// ---- a finding as words --------------------------------------------------------------------------------------------

/// Puts the place of a finding, "clip 'walk', Hips", with names unescaped; nothing if the finding concerns the whole
/// file.
void cli_put_finding_location(const check_finding *finding, sinew__buffer *out);

/// Puts the finding's command for a shell, `sinew render walk.fbx --clip walk …`; nothing if it has none. Words are
/// quoted if a shell needs that. `is_shown`: the text is for people, so unprintable characters become escapes that can
/// be copied, as in $'a\012b'; not every shell reads these, so data keeps the characters.
void cli_put_finding_command(const cli_check_run *run, const check_finding *finding, const char *path, int is_shown,
                             sinew__buffer *out);

/// The page docs/12-check.md, embedded by cmake/embed_bytes.cmake.
extern const unsigned char cli_check_page[];

/// Puts the paragraph about a code from docs/12-check.md on one line, without anchors, and without Markdown's marks
/// unless `keeps_marks` is set. Puts nothing for an importer's code.
void cli_put_code_page(const char *code, int keeps_marks, sinew__buffer *out);

// ---- `check --fix` --------------------------------------------------------------------------------------------------

/// Writes a fixed copy of each file into `folder`, created when missing, under the file's name. An edit is kept if it
/// removes its finding and adds no warning or error; a file without a kept edit gets no copy. `memory` holds texts of
/// the results. A file whose copy cannot be made is counted in *out_tally after printing the error, and the other files
/// are still fixed. Returns 0, or the exit code after printing the error if two files have one name or a copy would
/// replace a file that is read.
int cli_mend_files(cli_check_run *run, const char *folder, sinew__arena *memory, cli_tally *out_tally);

#endif
