/// What `library find` prints.
#ifndef SINEW_CLI_LIBRARY_LIBRARY_OUTPUT_H
#define SINEW_CLI_LIBRARY_LIBRARY_OUTPUT_H

#include "cli/framework/command.h"
#include "library/find_clips.h"

enum { LIBRARY_FORMAT_CSV = CLI_FORMAT_JSON + 1 };

/// Puts matches as a table, as one JSON object, or as CSV. `with_dates` adds to tables when files were added, changed
/// or vanished.
void cli_put_matches(const cli_context *context, const library_matches *matches, int with_dates, int format,
                     sinew__buffer *out);

#endif
