/// Measures a library in shards that share nothing: plans, the result of each shard, and the merging of results.
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

// A plan lists the files of a library to be measured, and the shard that measures each.
//
// A plan depends only on the folder and the database: the same state gives the same plan on every machine.

enum {
    LIBRARY_MAX_SHARDS = 10000,
    LIBRARY_MAX_PLANNED = 1000000, ///< largest number of files of a plan
};

typedef struct library_planned_file {
    char *path; ///< relative to the library's folder; any bytes; never absolute, without ".."
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
    double cost;      ///< expected seconds of processor time
    int32_t shard;    ///< from 0
} library_planned_file;

/// A plan. A zeroed one has no files.
typedef struct library_plan {
    char *folder;                ///< absolute
    library_planned_file *files; ///< [count] sorted by shard, then by path in byte order
    size_t count;
    int32_t shards;
    uint64_t id; ///< hash of the plan's text; 0: it was not computed yet
} library_plan;

typedef struct library_plan_options {
    int32_t shards;
    int retry;                ///< also plan files that failed before
    const char *texture_path; ///< additional folder for textures, as in the update; NULL: none
} library_plan_options;

/// Plans the files that `library_update` would measure: new and changed files, and files whose side files changed.
/// `database` may be NULL. The cost of a file is its recorded duration if the database has one, else an estimate by
/// size and format. *out_unchanged is the number of files without work. The caller frees *out_plan. SINEW_ERROR_LIMIT,
/// SINEW_ERROR_NOT_FOUND, SINEW_ERROR_OUT_OF_MEMORY, or an error of the database.
SINEW_NODISCARD sinew_result library_plan_shards(library_database *database, const char *folder,
                                                 const library_plan_options *options, library_plan *out_plan,
                                                 size_t *out_unchanged, library_skipped_folders *out_skipped,
                                                 sinew_error *out_error);
void library_plan_free(library_plan *plan);

/// Finds the files of a shard (from 0): *out_count files from plan->files + *out_first on.
void library_plan_shard(const library_plan *plan, int32_t shard, size_t *out_first, size_t *out_count);

// ---- the text of a plan --------------------------------------------------------------------------------------------

// The text of a plan is JSON, described in docs/internals/library.md.

#define LIBRARY_MAX_PLAN ((size_t)1 << 30) ///< limit of a plan's text in bytes

/// Puts a plan as JSON. Names that are not printable UTF-8 are put as hexadecimal bytes.
void library_put_plan(const library_plan *plan, sinew__buffer *out);

/// Reads a plan from any source. It must not have absolute or empty names, names with "..", or a name twice in a shard.
/// The caller frees *out_plan. SINEW_ERROR_DAMAGED, SINEW_ERROR_LIMIT, SINEW_ERROR_OUT_OF_MEMORY;
/// SINEW_ERROR_UNSUPPORTED: made by another version.
SINEW_NODISCARD sinew_result library_read_plan(const char *bytes, size_t size, library_plan *out_plan,
                                               sinew_error *out_error);

// ---- costs ---------------------------------------------------------------------------------------------------------

// Estimates the time to measure a file, from its size and format.

/// Sums of recorded durations, sizes and files, per format. A zeroed one has none.
typedef struct library_recorded_costs {
    double seconds[SINEW__MODEL_FORMAT_COUNT], bytes[SINEW__MODEL_FORMAT_COUNT];
    size_t files[SINEW__MODEL_FORMAT_COUNT];
} library_recorded_costs;

/// Adds the measured duration of a file.
void library_record_cost(library_recorded_costs *recorded, const char *path, uint64_t size, double seconds);

/// Returns the expected seconds to measure a file: a fixed part for starting the worker, and a part per byte. The part
/// per byte is taken from recorded durations of the same format if there are enough.
double library_estimate_cost(const library_recorded_costs *recorded, const char *path, uint64_t size);

// ---- sharing -------------------------------------------------------------------------------------------------------

// Distributes files over shards so that all shards take about the same time.

/// Assigns each of `count` costs to one of `shards` shards; out_shards[i] is from 0. The largest cost comes first, and
/// each goes to the shard with the least work so far. The largest shard then takes at most 4/3 of the shortest possible
/// time; for costs that differ as much as those of real files, it takes hardly more than the shortest time. Equal costs
/// are assigned in their order, so that the result is reproducible. Costs must be finite and not negative, and `shards`
/// positive. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_share_work(const double *costs, size_t count, int32_t shards, int32_t *out_shards,
                                                sinew_error *out_error);

// ---- results -------------------------------------------------------------------------------------------------------

// The result of a shard is a database with the tables of a library, and one more table with its plan and shard.
//
// It is written under a temporary name, and renamed when it is complete. Only one program at a time may have it open,
// so it can be on a network file system. When it is complete it has no log, so it is a single file.

typedef struct library_shard_label {
    uint64_t plan; ///< library_plan.id
    int32_t shard; ///< from 0
    int is_complete;
} library_shard_label;

/// Does the same as library_open; if another program is writing to the database, waits for up to ten minutes.
SINEW_NODISCARD sinew_result library_open_waiting(const char *path, library_access access, double timeout,
                                                  library_database *out_database, sinew_error *out_error);

/// Opens a complete result for reading. SINEW_ERROR_DAMAGED: it is not a result or is incomplete;
/// SINEW_ERROR_UNSUPPORTED: made by another version; other errors as in library_open.
SINEW_NODISCARD sinew_result library_open_result(const char *path, double timeout, library_database *out_database,
                                                 library_shard_label *out_label, sinew_error *out_error);

/// Makes an open database the incomplete result of a shard. Files of the same shard that it already has are kept.
SINEW_NODISCARD sinew_result library_begin_result(library_database *database, const library_shard_label *label,
                                                  sinew_error *out_error);

/// Marks the result as complete, closes it, and renames it. The lock taken by library_open_waiting is held until then.
SINEW_NODISCARD sinew_result library_complete_result(library_database *database, const char *temporary,
                                                     const char *path, sinew_error *out_error);

// ---- working -------------------------------------------------------------------------------------------------------

// Measures the files of one shard, and writes them to a result.

/// Measures the files of a shard (from 0), and writes the result to `path`. `folder` replaces the plan's folder if it
/// is mounted elsewhere; NULL: the plan's. Shards share nothing but the folder.
///
/// The result appears at `path` when it is complete. Until then it is `<path>.part`; interrupted work is resumed there.
/// If another program works on the same shard, this call waits for it. If the result exists, nothing is measured. Files
/// that have vanished are recorded as vanished. Errors as in library_update; SINEW_ERROR_NOT_FOUND: there is no such
/// folder.
SINEW_NODISCARD sinew_result library_work_shard(const library_plan *plan, int32_t shard, const char *folder,
                                                const char *path, const library_update_options *options,
                                                library_update_counts *out_counts, sinew_error *out_error);

// ---- copying -------------------------------------------------------------------------------------------------------

// Copies the entry of a file from one database to another: its row, and the rows of other tables that belong to it.

/// The statements that copy entries. A zeroed struct has none.
typedef struct library_copy {
    library_database *from, *to;
    sqlite3_stmt *select[LIBRARY_TABLES], *insert[LIBRARY_TABLES];
    library_budget budget; ///< limit of the bytes read from the source
} library_copy;

/// Prepares the statements. The caller frees *out_copy even after a failure.
SINEW_NODISCARD sinew_result library_copy_create(library_database *from, library_database *to, library_copy *out_copy,
                                                 sinew_error *out_error);
void library_copy_free(library_copy *copy);

/// Values of a file that the destination keeps if it already had the file.
typedef struct library_kept_values {
    int64_t id;         ///< key of the file; 0: a new key
    int64_t added_s;    ///< date of adding; 0: the source's
    int64_t drawn_hash; ///< hash of the content whose pictures were drawn; 0: none. Pictures belong to the destination
                        ///< only
} library_kept_values;

/// Copies the file with the key `id` of the source. The destination must not have it. SINEW_ERROR_DAMAGED: a value does
/// not have its column's type, a number is not finite, or all copies together exceed the size of the source.
SINEW_NODISCARD sinew_result library_copy_file(library_copy *copy, int64_t id, const library_kept_values *kept,
                                               sinew_error *out_error);

// ---- merging -------------------------------------------------------------------------------------------------------

// Adds the results of shards to a library.

typedef struct library_merge_counts {
    size_t files;     ///< files in the results
    size_t unchanged; ///< files that the library already has unchanged, or with a later state
    size_t merged, failed, vanished;
} library_merge_counts;

/// Adds the result at `path` to a library, completely or not at all, and adds to *counts. `plan` (library_plan.id):
/// results of other plans are refused; 0: any plan. A file is taken unless the library has the same content with the
/// same measurements, or a later state of the file. Adding a result again changes nothing. SINEW_ERROR_DAMAGED: the
/// file is incomplete or not a result; SINEW_ERROR_UNSUPPORTED: made by another version; SINEW_ERROR_WRITE,
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_merge_result(library_database *database, const char *path, uint64_t plan,
                                                  library_merge_counts *counts, sinew_error *out_error);

#endif
