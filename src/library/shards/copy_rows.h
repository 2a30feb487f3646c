/// Copying what one database knows of a file into another: the row of the file, and the rows of all tables that refer
/// to it, directly or through other tables. Which tables and columns there are is read from the schema.
#ifndef SINEW_LIBRARY_COPY_ROWS_H
#define SINEW_LIBRARY_COPY_ROWS_H

#include "base/arena.h"
#include "library/database.h"

typedef struct library_table library_table;

/// How to copy. Zeroed: nothing.
typedef struct library_copy {
    sinew__arena arena;
    library_database *from, *to;
    library_table *tables; ///< [count] `files` first, each after the table that it refers to
    int32_t count;
} library_copy;

/// Reads the schema of both databases and prepares the statements. SINEW_ERROR_DAMAGED: they have different tables or
/// columns. The caller frees *out_copy, also after a failure.
SINEW_NODISCARD sinew_result library_copy_create(library_database *from, library_database *to, library_copy *out_copy,
                                                 sinew_error *out_error);
void library_copy_free(library_copy *copy);

/// Copies the file with the number `id` in the source. Its number is `new_id` in the destination, or a new one if that
/// is 0, and `added_s` replaces when it was added; 0 keeps it. The destination must not have the file.
/// SINEW_ERROR_DAMAGED: a value is not of its column's type.
SINEW_NODISCARD sinew_result library_copy_file(const library_copy *copy, int64_t id, int64_t new_id, int64_t added_s,
                                               sinew_error *out_error);

#endif
