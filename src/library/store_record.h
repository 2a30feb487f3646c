/// Writing what was measured of a file.
#ifndef SINEW_LIBRARY_STORE_RECORD_H
#define SINEW_LIBRARY_STORE_RECORD_H

#include "library/columns.h"

/// Compiled statements. Zeroed: none.
typedef struct library_statements {
    sqlite3_stmt *insert[LIBRARY_TABLES], *clear[LIBRARY_TABLES]; ///< of each table
    sqlite3_stmt *touch_file, *move_file, *move_side_files, *mark_vanished;
} library_statements;

SINEW_NODISCARD sinew_result library_statements_create(library_database *database, library_statements *out_statements,
                                                       sinew_error *out_error);
void library_statements_free(library_statements *statements);

/// Replaces what the library knows of a file. `now` is in seconds since 1970.
SINEW_NODISCARD sinew_result library_store(library_database *database, library_statements *statements, const char *path,
                                           int64_t now, const library_record *record, sinew_error *out_error);

/// Records another size and time of a file whose content is the same.
SINEW_NODISCARD sinew_result library_touch(library_database *database, library_statements *statements, const char *path,
                                           uint64_t size, int64_t modified, sinew_error *out_error);

/// Records that the file `id`, which was at the path `from`, is now at `path`. Its side files have moved along.
SINEW_NODISCARD sinew_result library_move(library_database *database, library_statements *statements, int64_t id,
                                          const char *from, const char *path, int64_t modified, sinew_error *out_error);

/// Records that a file is no longer there.
SINEW_NODISCARD sinew_result library_mark_vanished(library_database *database, library_statements *statements,
                                                   int64_t id, int64_t now, sinew_error *out_error);

#endif
