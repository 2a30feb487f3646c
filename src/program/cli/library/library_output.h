/// What `library` prints.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_OUTPUT_H
#define SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_OUTPUT_H

#include "core/base/arena.h"
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

enum { CLI_MAX_LOAD_WORDS = 8 };

/// Puts --sandbox, --timeout, --memory-limit and --texture-path with their values where they are given; the texture
/// path is absolute. Texts are in the arena or static; out of memory, the arena has failed. Returns the number of
/// words.
int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS]);

#endif
