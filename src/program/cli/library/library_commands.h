/// sinew library: lists, shards, and pictures of clips.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_COMMANDS_H
#define SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_COMMANDS_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"
#include "program/library/database.h"
#include "program/library/find_clips.h"
#include "program/library/shards.h"
#include "program/library/update_library.h"
#include "program/library/walk_folder.h"

// ---- lists ---------------------------------------------------------------------------------------------------------
// What `library` prints.

/// Puts matches as a table, as one JSON object, or as CSV. `with_dates` adds to tables when files were added, changed
/// or vanished.
void cli_put_matches(const cli_context *context, const library_matches *matches, int with_dates, int format,
                     sinew__buffer *out);

/// Warns of folders whose files are not in the library.
void cli_warn_of_skipped_folders(const cli_context *context, const char *folder,
                                 const library_skipped_folders *skipped);

enum { CLI_MAX_LOAD_WORDS = 10 };

/// Puts --sandbox, --timeout, --memory-limit and --texture-path with their values if they are given; the texture
/// path is absolute. Texts are in the arena or static; out of memory, the arena has failed. Returns the number of
/// words.
int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS]);

// ---- shards --------------------------------------------------------------------------------------------------------
// sinew library plan, work, merge and submit: measuring a library on many machines.

/// Options of these actions, a part of the settings of the command.
typedef struct cli_shard_settings {
    const char *output; ///< or NULL: the default of each action
    const char *folder; ///< that replaces the plan's, or NULL
    const char *plan;   ///< whose results are merged, or NULL
    int32_t shards;
    int32_t shard; ///< from 1; 0: none
    int slurm, parallel, makefile, dry_run;
} cli_shard_settings;

/// The arguments of an action.
typedef struct cli_shard_job {
    const cli_context *context;
    const cli_shard_settings *settings;
    int retry;
    const char *path;     ///< of the folder, or of the plan for `work`
    const char *database; ///< path of the library's database
} cli_shard_job;

/// Plans the folder and reports unreadable folders. `timeout` as in library_open. Returns 0, or the exit code
/// after printing the error; then *out_plan is empty.
int cli_plan_shards(const cli_shard_job *job, double timeout, library_plan *out_plan);

/// The path of a database that the user names: the file's if it is a link. In allocated memory; NULL when out
/// of memory.
char *cli_resolve_database(const char *path);

/// Returns 0, or the exit code after printing the error, if a path is a link: whoever made the folder of the clips does
/// not choose which file an output replaces.
int cli_fail_link(const cli_context *context, const char *path);

/// Puts the plan and its costs in one line, or as JSON with the file that it was written to.
void cli_put_plan(const cli_context *context, const library_plan *plan, const char *path, sinew__buffer *out);

/// folder/name, terminated, in allocated memory; NULL when out of memory.
char *cli_path_below(const char *folder, const char *name);

/// The actions. Return the exit code.
int cli_library_plan(const cli_shard_job *job);
int cli_library_work(const cli_shard_job *job, const library_update_options *options);
int cli_library_merge(const cli_shard_job *job, const char *const *results, size_t count);
int cli_library_submit(const cli_shard_job *job);

/// Puts the counts of an update or a shard.
void cli_put_update_counts(const cli_context *context, const library_update_counts *counts, sinew__buffer *out);

// ---- pictures ------------------------------------------------------------------------------------------------------
// A sheet and a short film of each clip of a library: drawing, and removing.

/// Draws the pictures missing in the folder `pictures`: HASH-NUMBER.png and .mp4, by the hash of the file's content and
/// the number of the clip, so that copies of a file share them. `folder` is the library's. Without the program ffmpeg
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
