/// What `library` prints.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_OUTPUT_H
#define SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_OUTPUT_H

#include "program/cli/framework/command.h"
#include "program/library/find_clips.h"
#include "program/library/walk_folder.h"

/// Puts matches as a table, as one JSON object, or as CSV. `with_dates` adds to tables when files were added, changed
/// or vanished.
void cli_put_matches(const cli_context *context, const library_matches *matches, int with_dates, int format,
                     sinew__buffer *out);

/// Warns of folders whose files are not in the library.
void cli_warn_of_skipped_folders(const cli_context *context, const char *folder,
                                 const library_skipped_folders *skipped);

#endif
