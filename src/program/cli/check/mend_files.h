/// `check --fix`: copies of the files with findings, mended by the edits that the findings name.
#ifndef SINEW_PROGRAM_CLI_CHECK_MEND_FILES_H
#define SINEW_PROGRAM_CLI_CHECK_MEND_FILES_H

#include "program/cli/check/check_files.h"

/// Writes a mended copy of each file of the run into `folder`, which is created when missing, under the name of the
/// file. An edit is kept if the finding is gone afterwards and there is no new warning or error. Files for which none
/// is kept get no copy. `memory` holds what the files' results refer to. Returns 0, or the exit code of the first
/// failure after printing the error: two files of one name, or a copy that would be one of the files.
int cli_mend_files(cli_check_run *run, const char *folder, sinew__arena *memory);

#endif
