/// Loading and checking many files on all processors.
#ifndef SINEW_PROGRAM_CLI_CHECK_CHECK_FILES_H
#define SINEW_PROGRAM_CLI_CHECK_CHECK_FILES_H

#include "program/check/check_model.h"
#include "program/cli/framework/command.h"

typedef enum cli_verdict {
    CLI_VERDICT_OK,
    CLI_VERDICT_WARNINGS,
    CLI_VERDICT_ERRORS,
    CLI_VERDICT_UNREADABLE
} cli_verdict;

/// The result of one file.
typedef struct cli_checked_file {
    const char *path;
    sinew__check_report report;
    sinew__file_facts facts;
    int is_unreadable;
    const char *mended;     ///< path of the mended copy, or NULL
    const char *edits;      ///< that made it, each option after a blank
    sinew_error failure;    ///< of the machine or of an animation, not of the file; SINEW_OK: none
    const char *failure_of; ///< the path that the failure concerns
} cli_checked_file;

/// What all files share.
typedef struct cli_check_run {
    const cli_context *context;
    const cli_texts *animations; ///< files whose clips are added to each file
    const sinew__contract *contract;
    const sinew__check_selection *selection;
    cli_checked_file *files; ///< [count]
    size_t count;
} cli_check_run;

/// Checks the files with `paths`, each with the clips of the files `animations` added, and the sets that they form.
/// Returns 0, or the exit code after printing the error. Free in both cases.
int cli_check_files(const cli_context *context, const cli_files *paths, const cli_texts *animations,
                    const sinew__contract *contract, const sinew__check_selection *selection, cli_check_run *out_run);
void cli_check_run_free(cli_check_run *run);

cli_verdict cli_verdict_of(const cli_checked_file *file);
extern const char *const cli_verdict_names[]; ///< by cli_verdict

#endif
