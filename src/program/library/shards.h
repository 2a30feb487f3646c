/// Measuring a library in shards that share nothing: a plan, the result of each shard, and merging the results.
#ifndef SINEW_PROGRAM_LIBRARY_SHARDS_H
#define SINEW_PROGRAM_LIBRARY_SHARDS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "core/base/model_formats.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/update_library.h"
#include "program/library/walk_folder.h"
#include "sinew/result.h"

// ---- plans ---------------------------------------------------------------------------------------------------------

// A plan: the files of a library to be measured, and the shard that measures each of them.
//
// The plan depends on the folder and the database only: the same state gives the same plan on every machine.

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
    uint64_t id; ///< hash of the plan's text; 0 before it has one
} library_plan;

typedef struct library_plan_options {
    int32_t shards;
    int retry;                ///< also plan files that failed
    const char *texture_path; ///< as of the update; NULL: none
} library_plan_options;

/// Plans the files that `library_update` would measure: new and changed ones, and those whose side files have changed.
/// `database` may be NULL. Costs are recorded durations if the database has the file, else estimated from its size
/// and format. The caller frees *out_plan. *out_unchanged: files without work. SINEW_ERROR_LIMIT,
/// SINEW_ERROR_NOT_FOUND, SINEW_ERROR_OUT_OF_MEMORY, or a failure of the database.
SINEW_NODISCARD sinew_result library_plan_shards(library_database *database, const char *folder,
                                                 const library_plan_options *options, library_plan *out_plan,
                                                 size_t *out_unchanged, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);
void library_plan_free(library_plan *plan);

/// The files of a shard, from 0: plan->files + *out_first, *out_count of them.
void library_plan_shard(const library_plan *plan, int32_t shard, size_t *out_first, size_t *out_count);

// ---- the text of a plan --------------------------------------------------------------------------------------------

// The text of a plan, as JSON. docs/internals/library.md describes it.

#define LIBRARY_MAX_PLAN ((size_t)1 << 30) ///< bytes

/// Puts a plan as JSON. Names that are not printable UTF-8 are put as hexadecimal bytes.
void library_put_plan(const library_plan *plan, sinew__buffer *out);

/// Reads a plan, which may come from anywhere: names that are absolute, empty or contain "..", and names that occur
/// twice in a shard are refused. The caller frees *out_plan. SINEW_ERROR_DAMAGED, SINEW_ERROR_LIMIT,
/// SINEW_ERROR_UNSUPPORTED: made by another version; SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_read_plan(const char *bytes, size_t size, library_plan *out_plan,
                                               sinew_error *out_error);

// ---- costs ---------------------------------------------------------------------------------------------------------

// How long it takes to measure a file, from its size and format.

/// Sums of recorded costs, per format. Zeroed: nothing.
typedef struct library_recorded_costs {
    double seconds[SINEW__MODEL_FORMAT_COUNT], bytes[SINEW__MODEL_FORMAT_COUNT];
    size_t files[SINEW__MODEL_FORMAT_COUNT];
} library_recorded_costs;

/// Adds the duration of a file.
void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds);

/// Returns the expected seconds: a fixed part for starting the worker, and a part per byte, which follows the recorded
/// durations of the same format when there are enough.
double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size);

// ---- sharing -------------------------------------------------------------------------------------------------------

// Distributing files over shards so that all shards take about the same time.

/// Assigns each of `count` costs to one of `shards` shards, out_shards[i] from 0: the longest first, each to the shard
/// with the least work so far. The largest shard takes at most 4/3 of the least possible time, and close to it when
/// costs differ as they do between files. Equal costs are assigned in their order, so that the result depends on
/// nothing else. Costs are finite and not negative; `shards` > 0. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_share_work(const double *costs, size_t count, int32_t shards, int32_t *out_shards,
                                                sinew_error *out_error);

// ---- results -------------------------------------------------------------------------------------------------------

// The result of a shard: a database with the schema of a library, and one more table with its plan and shard.
//
// It is written under a temporary name and renamed when it is complete. Unlike a library, only one program at a time
// has it open, so that it can be on a network file system, and when it is complete it has no log, so that it is one
// file.

typedef struct library_shard_label {
    uint64_t plan; ///< library_plan.id
    int32_t shard; ///< from 0
    int is_complete;
} library_shard_label;

/// As library_open, but while another program writes to the database, waits up to ten minutes.
SINEW_NODISCARD sinew_result library_open_waiting(const char *path, library_access access, double timeout,
                                                  library_database *out_database, sinew_error *out_error);

/// Opens a complete result for reading, as library_open. SINEW_ERROR_DAMAGED for a database that is not a result or is
/// incomplete; SINEW_ERROR_UNSUPPORTED for a result of another version.
SINEW_NODISCARD sinew_result library_open_result(const char *path, double timeout, library_database *out_database,
                                                 library_shard_label *out_label, sinew_error *out_error);

/// Makes an open database the incomplete result of a shard. Files that it has of the same shard stay.
SINEW_NODISCARD sinew_result library_begin_result(library_database *database, const library_shard_label *label,
                                                  sinew_error *out_error);

/// Marks the result as complete, closes it, and renames it. The lock of library_open_waiting is held until then.
SINEW_NODISCARD sinew_result library_complete_result(library_database *database, const char *temporary,
                                                     const char *path, sinew_error *out_error);

// ---- working -------------------------------------------------------------------------------------------------------

// Measuring the files of one shard into a result of its own.

/// Measures the files of a shard, from 0, and writes the result to `path`. `folder` replaces the plan's folder if it is
/// mounted elsewhere; NULL: the plan's. Shards share nothing but the folder.
///
/// The result appears when it is complete. Work that was interrupted or killed is resumed in the temporary file
/// `<path>.part`; if another program works at the same shard, this call waits for it. A shard whose result exists is
/// not measured again. Files that have vanished are recorded as such. The results of library_update;
/// SINEW_ERROR_NOT_FOUND: no such folder.
SINEW_NODISCARD sinew_result library_work_shard(const library_plan *plan, int32_t shard, const char *folder,
                                                const char *path, const library_update_options *options,
                                                library_update_counts *out_counts, sinew_error *out_error);

// ---- copying -------------------------------------------------------------------------------------------------------

// Copying the entry of a file from one database to another: the row of the file, and the rows of all tables that belong
// to it.

/// How to copy. Zeroed: nothing.
typedef struct library_copy {
    library_database *from, *to;
    sqlite3_stmt *select[LIBRARY_TABLES], *insert[LIBRARY_TABLES];
    library_budget budget; ///< of the source
} library_copy;

/// Prepares the statements. The caller frees *out_copy, also after a failure.
SINEW_NODISCARD sinew_result library_copy_create(library_database *from, library_database *to, library_copy *out_copy,
                                                 sinew_error *out_error);
void library_copy_free(library_copy *copy);

/// Values that the destination keeps of a file that it had before.
typedef struct library_kept_values {
    int64_t id;         ///< 0: a new one
    int64_t added_s;    ///< 0: the source's
    int64_t drawn_hash; ///< 0: none; pictures belong to the destination only
} library_kept_values;

/// Copies the file with the number `id` in the source. The destination must not have it any more.
/// SINEW_ERROR_DAMAGED: a value is not of its column's type, a number is not finite, or all copies together have
/// more bytes than the source.
SINEW_NODISCARD sinew_result library_copy_file(library_copy *copy, int64_t id, const library_kept_values *kept,
                                               sinew_error *out_error);

// ---- merging -------------------------------------------------------------------------------------------------------

// Adding the results of shards to a library.

typedef struct library_merge_counts {
    size_t files;     ///< of the results
    size_t unchanged; ///< the library has the same or knows them from a later time
    size_t merged, failed, vanished;
} library_merge_counts;

/// Adds the result at `path` to a library, completely or not at all, and adds to *counts. With `plan`
/// (library_plan.id) the results of other plans are refused; 0: any plan. A file is taken
/// unless the library has the same content, measured in the same way, or a later entry of the file. Adding a
/// result again changes nothing. SINEW_ERROR_DAMAGED for files that are incomplete or not results,
/// SINEW_ERROR_UNSUPPORTED for results of another version, SINEW_ERROR_WRITE, SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_merge_result(library_database *database, const char *path, uint64_t plan,
                                                  library_merge_counts *counts, sinew_error *out_error);

#endif
