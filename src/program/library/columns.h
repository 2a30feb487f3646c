/// The columns of a library in one table: how each is stored, read, printed by `find`, and named in expressions. All
/// code that lists columns uses this table. To add a column, add one row here and one step in open_database.c.
#ifndef SINEW_PROGRAM_LIBRARY_COLUMNS_H
#define SINEW_PROGRAM_LIBRARY_COLUMNS_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "program/library/database.h"
#include "program/library/measure_file.h"

// ---- columns -------------------------------------------------------------------------------------------------------

typedef enum library_table {
    LIBRARY_NO_TABLE, ///< the value is computed
    LIBRARY_FILES,
    LIBRARY_CLIPS,
    LIBRARY_RANGES,
    LIBRARY_WARNINGS,
    LIBRARY_FINDINGS,
    LIBRARY_SIDE_FILES,
    LIBRARY_TABLES,
} library_table;

const char *library_table_name(library_table table);

/// The role of a column in its row.
typedef enum library_role {
    LIBRARY_FACT,
    LIBRARY_KEY,         ///< key that SQLite assigns
    LIBRARY_OWNER,       ///< key of the file that the row belongs to
    LIBRARY_CLIP_NUMBER, ///< number of the clip in its file, from 1
    LIBRARY_ADDED,       ///< date of adding: a merge keeps the older date
    LIBRARY_DRAWN,       ///< hash of the content whose pictures were drawn: a merge keeps the destination's
} library_role;

/// The C type of a value, and the value that stands for NULL in the database.
typedef enum library_value {
    LIBRARY_REAL,     ///< double; NaN is NULL
    LIBRARY_SECONDS,  ///< double, at least 0
    LIBRARY_COUNT,    ///< int32_t, at least 0; NULL reads as 0
    LIBRARY_ORDINAL,  ///< int32_t, at least 1; NULL reads as 0
    LIBRARY_KNOWN,    ///< int32_t, at least 0; −1 is NULL
    LIBRARY_SIZE,     ///< uint64_t below 2^63
    LIBRARY_WHOLE,    ///< int64_t or uint64_t; NULL reads as 0
    LIBRARY_OPTIONAL, ///< int64_t or uint64_t; 0 is NULL
    LIBRARY_WHOLE_AT, ///< const int64_t *; a NULL pointer is NULL
    LIBRARY_TEXT,     ///< const char *; NULL and "" are NULL
    LIBRARY_NAME,     ///< const char *; a NULL pointer is NULL
    LIBRARY_STATE,    ///< const char *: ok, failed or vanished
    LIBRARY_PATH,     ///< const char *, a path relative to the library's folder, stored as bytes
    LIBRARY_BYTES,    ///< const char *, stored as bytes; a NULL pointer is NULL
    LIBRARY_DESCRIPTION,
    LIBRARY_HEADINGS,
    LIBRARY_BODY,
    LIBRARY_POSE_LIST,
} library_value;

/// How `find` prints a value. An unknown value is null in JSON and empty in CSV.
typedef enum library_print {
    LIBRARY_PRINT_TEXT,
    LIBRARY_PRINT_WHOLE,
    LIBRARY_PRINT_NUMBER,
    LIBRARY_PRINT_KNOWN,    ///< a whole number, at least 0
    LIBRARY_PRINT_YES,      ///< true or false; 1 or 0 in CSV
    LIBRARY_PRINT_POSITIVE, ///< true if a number is more than 0
    LIBRARY_PRINT_HASH,     ///< 16 hexadecimal digits
    LIBRARY_PRINT_DATE,
} library_print;

/// The condition for JSON to contain a value.
typedef enum library_condition {
    LIBRARY_ALWAYS,
    LIBRARY_WITH_DATES, ///< with --since
    LIBRARY_IF_FINITE,
    LIBRARY_IN_GROUPS, ///< for groups of copies
} library_condition;

/// The arrays that a search reads in addition to the facts.
typedef enum library_details { LIBRARY_FACTS_ONLY, LIBRARY_WITH_MOTIONS, LIBRARY_WITH_POSES } library_details;

/// SQL condition: a row x of `findings` concerns the clip c of the file f.
#define LIBRARY_FINDINGS_OF_CLIP "x.file=f.id AND (x.clip IS NULL OR x.clip=c.name)"

/// The position of a value in a structure: its offset + 1; 0: the structure does not have it.
typedef size_t library_place;

typedef struct library_column {
    library_table table;
    const char *name, *type; ///< name and SQL type in the schema; NULL: the value is computed
    const char *sql;         ///< SQL expression over the tables f (files) and c (clips), r (ranges) or x (findings)
    library_role role;
    library_value value;
    library_place from; ///< position in library_file_values, library_clip_record, library_joint_range, …
    int of_model;       ///< the value is NULL unless the file is a model
    const char *update; ///< SQL expression that an existing row gets; NULL: the new value; "": it is not changed

    library_place to_file;   ///< position in library_file_row
    library_place to_match;  ///< position in library_match
    library_details details; ///< searches with these details read the column

    const char *key; ///< name in JSON and CSV; NULL: the value is not printed
    int csv_place;   ///< column number in CSV, from 1; 0: not in CSV. Programs read CSV by column number, so new
                     ///< columns come last
    library_print print;
    library_condition condition;
    const char *heading; ///< title of a column that all printed tables have; NULL: printed tables have the column only
                         ///< if an expression uses the fact
    int decimals;

    const char *word;     ///< name in expressions; NULL: none
    char kind;            ///< n number, t text, f flag, d date, c code of a finding, j number of a joint
    const char *meaning;  ///< explanation in help
    const char *searched; ///< SQL of the value that a search compares; NULL: `sql`
    const char *shown;    ///< SQL of the value that a table shows; NULL: the compared value
    const char *title;    ///< title of the table's column that shows `shown`; NULL: `word`
} library_column;

/// The columns in the order of JSON and help.
extern const library_column library_columns[];
extern const int library_column_count;

/// The stored values of a file.
typedef struct library_file_values {
    const char *path;
    int64_t now, facts;
    const char *state, *error_code, *error;
    library_record record;
} library_file_values;

/// The stored values of a side file.
typedef struct library_side_values {
    const char *name, *path; ///< path NULL: the file is missing
    const int64_t *size, *modified;
} library_side_values;

/// Appends a statement that inserts a row, or updates the row with the same key, with values that library_bind_row
/// binds. For `files` the statement returns the key.
void library_put_insert(library_table table, sinew__buffer *out);

/// Binds the measured values of a row. `item` is the structure that `from` of the table's columns refers to. A row of
/// any table except `files` belongs to `file`, and to the clip with the number `clip` if the table has clip numbers.
void library_bind_row(sqlite3_stmt *statement, library_table table, int64_t file, int32_t clip, const void *item);

/// A row of the table `files`, as updates, plans and merges read it. A database may be untrusted: a value that no
/// update writes is an error.
typedef struct library_file_row {
    int64_t id;
    const char *path; ///< [path_length]; like `state` and `error_code`, valid until the next row is read
    size_t path_length;
    uint64_t size, hash, side_hash;
    int64_t drawn_hash; ///< hash of the content whose pictures were drawn; 0: none
    int64_t modified;
    int64_t added_s, changed_s, vanished_s;
    double seconds;
    int64_t facts;
    const char *state, *error_code;
    int is_current; ///< measured by this version
    int is_vanished, is_failed;
    int is_late; ///< the first attempt timed out, so the file is measured once more
} library_file_row;

/// Prepares a query of files. `tail` is the end of its SQL, such as "ORDER BY path".
SINEW_NODISCARD sinew_result library_prepare_files(library_database *database, const char *tail,
                                                   sqlite3_stmt **out_rows, sinew_error *out_error);

/// Reads the current row of a query by library_prepare_files. SINEW_ERROR_DAMAGED: a path leads out of the folder, a
/// state is unknown, or a size or duration is impossible.
SINEW_NODISCARD sinew_result library_read_file_row(sqlite3_stmt *row, library_file_row *out_row,
                                                   sinew_error *out_error);

/// Appends the columns of matches with these details: first the columns of files, then of clips. Returns their number;
/// *out_of_files is the number of the files' columns.
int library_put_match_columns(library_details details, sinew__buffer *out, int *out_of_files);

struct library_match;

/// Reads the columns of a match with these details from the current row into *out_match; texts and arrays live in the
/// arena. SINEW_ERROR_DAMAGED.
SINEW_NODISCARD sinew_result library_read_match(sqlite3_stmt *row, library_details details, sinew__arena *arena,
                                                struct library_match *out_match, sinew_error *out_error);

/// Copies a text of a row into the arena. Returns "" for NULL, and when out of memory.
const char *library_keep_text(sinew__arena *arena, sqlite3_stmt *row, int column);

/// Returns whether a relative path of `length` bytes stays below its folder: it is not empty and not absolute, contains
/// no NUL, and none of its parts is empty, "." or "..".
int library_is_below(const char *path, size_t length);

/// Returns whether a column is NULL or a finite number.
int library_is_finite(sqlite3_stmt *row, int column);

// ---- storing -------------------------------------------------------------------------------------------------------

// Stores the measurements of a file.

/// The compiled statements that store measurements. A zeroed struct has none.
typedef struct library_statements {
    sqlite3_stmt *insert[LIBRARY_TABLES], *clear[LIBRARY_TABLES]; ///< indexed by table
    sqlite3_stmt *touch_file, *move_file, *move_side_files, *mark_vanished;
} library_statements;

SINEW_NODISCARD sinew_result library_statements_create(library_database *database, library_statements *out_statements,
                                                       sinew_error *out_error);
void library_statements_free(library_statements *statements);

/// Replaces the entry of a file. `now` is in seconds since 1970.
SINEW_NODISCARD sinew_result library_store(library_database *database, library_statements *statements, const char *path,
                                           int64_t now, const library_record *record, sinew_error *out_error);

/// Records another size and modification time of a file whose content has not changed.
SINEW_NODISCARD sinew_result library_touch(library_database *database, library_statements *statements, const char *path,
                                           uint64_t size, int64_t modified, sinew_error *out_error);

/// Records that the file `id` moved from the path `from` to `path`, together with its side files.
SINEW_NODISCARD sinew_result library_move(library_database *database, library_statements *statements, int64_t id,
                                          const char *from, const char *path, int64_t modified, sinew_error *out_error);

/// Records that a file no longer exists.
SINEW_NODISCARD sinew_result library_mark_vanished(library_database *database, library_statements *statements,
                                                   int64_t id, int64_t now, sinew_error *out_error);

#endif
