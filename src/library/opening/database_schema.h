/// The tables of libraries and of results of shards: the steps that make them, and the check that a database has them
/// and nothing else.
#ifndef SINEW_LIBRARY_OPENING_DATABASE_SCHEMA_H
#define SINEW_LIBRARY_OPENING_DATABASE_SCHEMA_H

#include <stddef.h>

#include "library/database.h"

/// The statements that bring a database to schema `version`, 1 to LIBRARY_SCHEMA, from the one before.
const char *library_schema_step(int version);

/// Makes an empty database of a schema, as the bytes of its file: with a write-ahead log. Free it with sqlite3_free.
SINEW_NODISCARD sinew_result library_schema_make(int version, int is_result, void **out_bytes, size_t *out_size,
                                                 sinew_error *out_error);

/// Checks that a connection has the application id, and the tables and indexes, text for text, that the steps make for
/// its version. *out_version: of the database. SINEW_ERROR_DAMAGED: it has not; SINEW_ERROR_UNSUPPORTED: a newer
/// version made it, or an older one and it is only read.
SINEW_NODISCARD sinew_result library_schema_check(library_database *database, library_access access, int *out_version,
                                                  sinew_error *out_error);

#endif
