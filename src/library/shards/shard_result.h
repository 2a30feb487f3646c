/// The result of a shard: a database with the schema of a library, and one more table that says of which plan it is.
///
/// It is written under a temporary name and renamed when it is complete. Unlike a library one program at a time has it
/// open, so that it can be on a network file system, and when it is complete it has no log, so that it is one file.
#ifndef SINEW_LIBRARY_SHARDS_SHARD_RESULT_H
#define SINEW_LIBRARY_SHARDS_SHARD_RESULT_H

#include "library/database.h"

typedef struct library_shard_label {
    uint64_t plan; ///< library_plan.id
    int32_t shard; ///< from 0
    int is_complete;
} library_shard_label;

/// As library_open, but while another program writes to the database, waits up to ten minutes.
SINEW_NODISCARD sinew_result library_open_waiting(const char *path, library_access access, double timeout,
                                                  library_database *out_database, sinew_error *out_error);

/// Opens a complete result for reading, as library_open. SINEW_ERROR_DAMAGED for a database that is no result or is
/// incomplete; SINEW_ERROR_UNSUPPORTED for one that another version has made.
SINEW_NODISCARD sinew_result library_open_result(const char *path, double timeout, library_database *out_database,
                                                 library_shard_label *out_label, sinew_error *out_error);

/// Makes an open database the incomplete result of a shard. Files that it has of the same shard stay.
SINEW_NODISCARD sinew_result library_begin_result(library_database *database, const library_shard_label *label,
                                                  sinew_error *out_error);

/// Marks the result as complete, closes it, and renames it. The lock of library_open_waiting is held until then.
SINEW_NODISCARD sinew_result library_complete_result(library_database *database, const char *temporary,
                                                     const char *path, sinew_error *out_error);

#endif
