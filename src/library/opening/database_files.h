/// The files that SQLite may use for one database: the database and its write-ahead log with the index of it, all of
/// them regular files. Rollback journals do not exist for it, so it rolls none back, and nothing else is opened,
/// written or removed, whatever a database or a journal beside it names.
#ifndef SINEW_LIBRARY_OPENING_DATABASE_FILES_H
#define SINEW_LIBRARY_OPENING_DATABASE_FILES_H

#include "sinew/result.h"

/// A file system of SQLite (VFS) for one database.
typedef struct library_database_files library_database_files;

/// `path` is absolute and without links. Without `has_log` there is no write-ahead log either. Until
/// library_database_files_allow_writes the files stay as they are. Free it after the connection; NULL: out of memory.
library_database_files *library_database_files_create(const char *path, int has_log);
void library_database_files_free(library_database_files *files);

/// The name under which sqlite3_open_v2 knows it.
const char *library_database_files_name(const library_database_files *files);

void library_database_files_allow_writes(library_database_files *files);

#endif
