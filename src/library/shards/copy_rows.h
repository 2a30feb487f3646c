/// Copying what one database knows of a file into another: the row of the file, and the rows of all tables that belong
/// to it.
#ifndef SINEW_LIBRARY_SHARDS_COPY_ROWS_H
#define SINEW_LIBRARY_SHARDS_COPY_ROWS_H

#include "library/columns.h"

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

/// What the destination says of a file that it had before.
typedef struct library_kept_values {
    int64_t id;         ///< 0: a new one
    int64_t added_s;    ///< 0: that of the source
    int64_t drawn_hash; ///< 0: none; pictures belong to the destination alone
} library_kept_values;

/// Copies the file with the number `id` in the source. The destination must not have it any more.
/// SINEW_ERROR_DAMAGED: a value is not of its column's type, a number is not finite, or what was copied altogether has
/// more bytes than the source.
SINEW_NODISCARD sinew_result library_copy_file(library_copy *copy, int64_t id, const library_kept_values *kept,
                                               sinew_error *out_error);

#endif
