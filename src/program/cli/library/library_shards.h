/// sinew library plan, work, merge and submit: measuring a library on many machines.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_SHARDS_H
#define SINEW_PROGRAM_CLI_LIBRARY_LIBRARY_SHARDS_H

#include "program/cli/framework/command.h"
#include "program/library/shards.h"
#include "program/library/update_library.h"

/// Options of these actions, a part of the settings of the command.
typedef struct cli_shard_settings {
    const char *output; ///< or NULL: the default of each action
    const char *folder; ///< that replaces the plan's, or NULL
    const char *plan;   ///< whose results are merged, or NULL
    int32_t shards;
    int32_t shard; ///< from 1; 0: none
    int slurm, parallel, makefile, dry_run;
} cli_shard_settings;

/// What an action gets.
typedef struct cli_shard_job {
    const cli_context *context;
    const cli_shard_settings *settings;
    int retry;
    const char *path;     ///< of the folder, or of the plan for `work`
    const char *database; ///< path of the library's database
} cli_shard_job;

/// Plans the folder and reports what is unreadable. `timeout` is that of library_open. Returns 0, or the exit code
/// after printing the error; then *out_plan is empty.
int cli_plan_shards(const cli_shard_job *job, double timeout, library_plan *out_plan);

/// The path of a database that the user names: that of the file where it is a link. In allocated memory; NULL when out
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

/// Puts what an update or a shard has done.
void cli_put_update_counts(const cli_context *context, const library_update_counts *counts, sinew__buffer *out);

#endif
