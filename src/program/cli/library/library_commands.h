/// sinew library: lists of clips, shards, and pictures of clips.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_COMMANDS_H
#define SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_COMMANDS_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"
#include "program/library/database.h"
#include "program/library/find_clips.h"
#include "program/library/shards.h"
#include "program/library/update_library.h"
#include "program/library/walk_folder.h"

// Output of the actions of `library`.

/// Puts matches as a table, as one JSON object or as CSV. `with_dates`: tables also show when files were added, changed
/// or vanished.
void cli_put_matches(const cli_context *context, const library_matches *matches, int with_dates, int format,
                     sinew__buffer *out);

/// Warns of folders that were skipped, whose files are not in the library.
void cli_warn_of_skipped_folders(const cli_context *context, const char *folder,
                                 const library_skipped_folders *skipped);

enum { CLI_MAX_LOAD_WORDS = 10 };

/// Puts --sandbox, --timeout, --memory-limit and --texture-path as words with their values, if they are given. The
/// texture path is made absolute. Texts are in the arena or static; the arena is marked as failed when out of memory.
/// Returns the number of words.
int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS]);

// sinew library plan, work, merge and submit: several machines measure a library.

/// Options of these actions; a part of the command's settings.
typedef struct cli_shard_settings {
    const char *output; ///< NULL: the default of the action
    const char *folder; ///< folder to use instead of the plan's, or NULL
    const char *plan;   ///< plan whose results are merged, or NULL
    int32_t shards;
    int32_t shard; ///< number of the shard, from 1; 0: not given
    int slurm, parallel, makefile, dry_run;
} cli_shard_settings;

/// The arguments of one action.
typedef struct cli_shard_job {
    const cli_context *context;
    const cli_shard_settings *settings;
    int retry;
    const char *path;     ///< path of the folder; for `work`, of the plan
    const char *database; ///< path of the library's database
} cli_shard_job;

/// Plans the shards of a folder, and warns of unreadable folders. `timeout`: as in library_open. Returns 0, or the exit
/// code after printing the error, with *out_plan empty.
int cli_plan_shards(const cli_shard_job *job, double timeout, library_plan *out_plan);

/// Returns the path of a database that the user names, with links resolved, in allocated memory; NULL when out of
/// memory.
char *cli_resolve_database(const char *path);

/// Fails if a path is a link, so that the owner of the clips' folder cannot choose which file an output replaces.
/// Returns 0, or the exit code after printing the error.
int cli_fail_link(const cli_context *context, const char *path);

/// Puts the plan and its costs: one line of text; or JSON, with the path of the plan's file.
void cli_put_plan(const cli_context *context, const library_plan *plan, const char *path, sinew__buffer *out);

/// Returns folder/name in allocated memory; NULL when out of memory.
char *cli_path_below(const char *folder, const char *name);

/// Run one action each. Return the exit code.
int cli_library_plan(const cli_shard_job *job);
int cli_library_work(const cli_shard_job *job, const library_update_options *options);
int cli_library_merge(const cli_shard_job *job, const char *const *results, size_t count);
int cli_library_submit(const cli_shard_job *job);

/// Puts the numbers of files of an update or a shard.
void cli_put_update_counts(const cli_context *context, const library_update_counts *counts, sinew__buffer *out);

// A sheet of images and a short film for each clip of a library.

/// Draws the pictures that are missing in the folder `pictures`: HASH-NUMBER.png and HASH-NUMBER.mp4. HASH is the hash
/// of the file's content, NUMBER the number of the clip, so that copies of a file share the pictures. `folder` is the
/// library's. Without the program ffmpeg only sheets are drawn, with a warning. Returns 0, or the exit code after
/// printing the error.
int cli_draw_library(const cli_context *context, library_database *database, const char *folder, const char *pictures);

/// Removes the pictures of files that vanished, unless another file of the library has the same content. Adds the
/// number of removed pictures to *out_count. Returns 0, or the exit code after printing the error.
int cli_remove_vanished_pictures(const cli_context *context, library_database *database, const char *pictures,
                                 size_t *out_count);

/// Removes the pictures of contents that no file of the library has any more. Returns 0, or the exit code after
/// printing the error.
int cli_remove_stale_pictures(const cli_context *context, library_database *database, const char *pictures);

#endif
