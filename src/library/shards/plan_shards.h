/// A plan: which files of a library have to be measured, and which shard measures each of them.
///
/// The plan depends on the folder and the database only: the same state gives the same plan on every machine.
#ifndef SINEW_LIBRARY_SHARDS_PLAN_SHARDS_H
#define SINEW_LIBRARY_SHARDS_PLAN_SHARDS_H

#include "library/database.h"
#include "library/walk_folder.h"

enum {
    LIBRARY_MAX_SHARDS = 10000,
    LIBRARY_MAX_PLANNED = 1000000, ///< files of a plan; more are an error
};

typedef struct library_planned_file {
    char *path; ///< relative to the folder, any bytes; never absolute, no part is ".."
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
    double cost;      ///< expected seconds on one core
    int32_t shard;    ///< from 0
} library_planned_file;

/// Zeroed: none.
typedef struct library_plan {
    char *folder;                ///< absolute
    library_planned_file *files; ///< [count] by shard, then in byte order of their paths
    size_t count;
    int32_t shards;
    uint64_t id; ///< hash of the plan's text (plan_file.h); 0 before it has one
} library_plan;

typedef struct library_plan_options {
    int32_t shards;
    int retry;                ///< plan files that failed, too
    const char *texture_path; ///< as of the update; NULL: none
} library_plan_options;

/// Plans the files that `library_update` would measure: new and changed ones, and those whose side files have changed.
/// `database` may be NULL. Costs are recorded durations where the database knows the file, else estimated from its size
/// and format. The caller frees *out_plan. *out_unchanged: files without work. SINEW_ERROR_LIMIT,
/// SINEW_ERROR_NOT_FOUND, SINEW_ERROR_OUT_OF_MEMORY, or what the database reports.
SINEW_NODISCARD sinew_result library_plan_shards(library_database *database, const char *folder,
                                                 const library_plan_options *options, library_plan *out_plan,
                                                 size_t *out_unchanged, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);
void library_plan_free(library_plan *plan);

/// The files of a shard, from 0: plan->files + *out_first, *out_count of them.
void library_plan_shard(const library_plan *plan, int32_t shard, size_t *out_first, size_t *out_count);

#endif
