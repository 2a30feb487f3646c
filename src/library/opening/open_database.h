/// Opening databases that may come from anybody. docs/isolation.md says what is refused, and why.
#ifndef SINEW_LIBRARY_OPENING_OPEN_DATABASE_H
#define SINEW_LIBRARY_OPENING_OPEN_DATABASE_H

#include "library/database.h"

/// Opens a database. `path` must be a regular file or, with the accesses that create, missing; folders above it may be
/// links. A query is stopped after `timeout` seconds, 0: ten minutes. A database of an older version is migrated,
/// unless it is only read. SINEW_ERROR_NOT_FOUND, SINEW_ERROR_NOT_A_FILE, SINEW_ERROR_DAMAGED: not a library, or not as
/// this program makes them; SINEW_ERROR_UNSUPPORTED: made by a newer version, or by an older one that cannot be
/// migrated; SINEW_ERROR_SYSTEM: another program writes to it.
SINEW_NODISCARD sinew_result library_open(const char *path, library_access access, double timeout,
                                          library_database *out_database, sinew_error *out_error);

#endif
