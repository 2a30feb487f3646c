/// A sheet and a short film of each clip of a library: drawing, and removing.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_CLIP_PICTURES_H
#define SINEW_PROGRAM_CLI_LIBRARY_CLIP_PICTURES_H

#include "program/cli/framework/command.h"
#include "program/library/database.h"

/// Draws what is missing in the folder `pictures`: HASH-NUMBER.png and .mp4, by the hash of the file's content and the
/// number of the clip, so that copies of a file share them. `folder` is that of the library. Without the program ffmpeg
/// it draws sheets only, and says so. Returns 0, or the exit code after printing the error.
int cli_draw_library(const cli_context *context, library_database *database, const char *folder, const char *pictures);

/// Removes the pictures of files that vanished, unless other files of the library have the same content. Adds their
/// number to *out_count. Returns 0, or the exit code after printing the error.
int cli_remove_vanished_pictures(const cli_context *context, library_database *database, const char *pictures,
                                 size_t *out_count);

/// Removes the pictures that earlier calls have drawn of contents that no file has any more. Returns 0, or the exit
/// code after printing the error.
int cli_remove_stale_pictures(const cli_context *context, library_database *database, const char *pictures);

#endif
