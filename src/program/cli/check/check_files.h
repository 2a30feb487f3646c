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
    const char *shown; ///< path in commands of reports for other people: cli_show_paths; `path` before it
    const char *link;  ///< name in reports: the base of the report and `shown`
    const char *below; ///< the end of the path below the directory that was named; NULL: the file was named
    check_report report;
    check_file_facts facts;
    int is_unreadable;
    int is_missing;         ///< the command line names it, and there is no such file
    const char *mended;     ///< path of the fixed copy, or NULL
    const char *edits;      ///< that made it, each option after a blank, quoted for a shell
    sinew_error failure;    ///< of the machine or of an animation, not of the file; SINEW_OK: none
    const char *failure_of; ///< the path that the failure concerns
} cli_checked_file;

/// What all files share.
typedef struct cli_check_run {
    const cli_context *context;
    const cli_texts *animations; ///< files whose clips are added to each file
    const check_contract *contract;
    const check_selection *selection;
    cli_checked_file *files; ///< [count]
    size_t count;
} cli_check_run;

/// Checks the files of cli_list_models(), each with the clips of the files `animations` added, and the sets that they
/// form. Returns 0, or the exit code after printing the error. Free in both cases.
int cli_check_files(const cli_context *context, const cli_files *paths, const cli_texts *animations,
                    const check_contract *contract, const check_selection *selection, cli_check_run *out_run);
void cli_check_run_free(cli_check_run *run);

/// Sets `shown` and `link` of all files for a report that other people read: absolute paths are seen from the directory
/// of `report` (NULL, "-": the working directory); with a base paths are seen from the working directory, and links
/// have the base in front.
/// The files then own the memory in `memory`. Returns 0, or the exit code after printing the error.
int cli_show_paths(cli_check_run *run, const char *report, const char *base, sinew__arena *memory);

cli_verdict cli_verdict_of(const cli_checked_file *file);
extern const char *const cli_verdict_names[]; ///< by cli_verdict

// ---- the results in the formats of `check` --------------------------------------------------------------------------

void cli_put_check_text(const cli_check_run *run, sinew__buffer *out);
void cli_put_check_json(const cli_check_run *run, sinew__buffer *out);     ///< sinew.check/1
void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out);    ///< SARIF 2.1.0
void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out); ///< for a comment on a change

/// A page with each finding's time, joint and view. It includes models with findings until they take
/// `most_bytes`. Returns 0, or the exit code after printing the error.
int cli_put_check_html(const cli_check_run *run, double most_bytes, sinew__buffer *out);

/// A suite per file and a case per finding, in a format of test_cases.h. Findings below `fail_on` do not fail.
void cli_put_check_cases(const cli_check_run *run, int format, sinew_severity fail_on, sinew__buffer *out);

// ---- a finding as words --------------------------------------------------------------------------------------------

/// Puts "clip 'walk', Hips" as unescaped text of the file; nothing for a finding about the whole file.
void cli_put_finding_location(const check_finding *finding, sinew__buffer *out);

/// Puts the command for a shell, `sinew render walk.fbx --clip walk …`; nothing for a finding without one. Words are
/// quoted if a shell would change them. With `is_shown` words with unprintable characters become $'a\012b', so that
/// people can copy them; that is not in every shell, and data has them as they are.
void cli_put_finding_command(const cli_check_run *run, const check_finding *finding, const char *path, int is_shown,
                             sinew__buffer *out);

/// The page docs/12-check.md, embedded by cmake/embed_bytes.cmake.
extern const unsigned char cli_check_page[];

/// Puts the paragraph of that page about a code on one line, without anchors, and without Markdown unless
/// `keeps_marks`; nothing for a code of the import.
void cli_put_code_page(const char *code, int keeps_marks, sinew__buffer *out);

// ---- `check --fix` --------------------------------------------------------------------------------------------------

/// Writes a fixed copy of each file of the run into `folder`, which is created when missing, under the name of the
/// file. An edit is kept if the finding is gone afterwards and there is no new warning or error. Files without a kept
/// edit get no copy. `memory` holds the texts that the files' results refer to. A file whose copy cannot be made is
/// counted in *out_tally after printing the error, and the others go on. Returns 0, or the exit code after printing the
/// error: two files of one name, or a copy that would be one of the files.
int cli_mend_files(cli_check_run *run, const char *folder, sinew__arena *memory, cli_tally *out_tally);

#endif
