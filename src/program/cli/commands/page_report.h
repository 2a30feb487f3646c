/// The page of a report: what was found in models, beside the player.
#ifndef SINEW_PROGRAM_CLI_COMMANDS_PAGE_REPORT_H
#define SINEW_PROGRAM_CLI_COMMANDS_PAGE_REPORT_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

typedef struct cli_page_report {
    cli_files models;            ///< at most CLI_MAX_PAGE_FILES are in the page
    const cli_texts *animations; ///< files whose clips are added to each of them
    double most_bytes;           ///< that the models may take in the page; one that does not fit is left out
    sinew__buffer files;         ///< JSON: the array that report.js calls CheckedFile[]
} cli_page_report;

enum { CLI_MAX_PAGE_FILES = 32 };

/// Puts the page. Returns 0, or the exit code after printing the error: of a build without the module, of a model that
/// can no longer be read.
int cli_put_page_report(const cli_context *context, const cli_page_report *report, sinew__buffer *out);

#endif
