/// The columns of a library in one table: how each is stored, read and printed by `find`, and its word in
/// expressions. All code that lists columns uses this table; a new column is one row here, and one step in
/// open_database.c.
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
    LIBRARY_KEY,         ///< numbered by SQLite
    LIBRARY_OWNER,       ///< the key of the file
    LIBRARY_CLIP_NUMBER, ///< of the clip in its file, from 1
    LIBRARY_ADDED,       ///< a merge keeps the older one
    LIBRARY_DRAWN,       ///< hash of the drawn pictures: a merge keeps the destination's
} library_role;

/// How a value is kept in memory.
typedef enum library_value {
    LIBRARY_REAL,     ///< double; NaN: NULL
    LIBRARY_SECONDS,  ///< double from 0
    LIBRARY_COUNT,    ///< int32_t from 0; NULL reads as 0
    LIBRARY_ORDINAL,  ///< int32_t from 1; NULL reads as 0
    LIBRARY_KNOWN,    ///< int32_t from 0; −1: NULL
    LIBRARY_SIZE,     ///< uint64_t below 2^63
    LIBRARY_WHOLE,    ///< int64_t or uint64_t; NULL reads as 0
    LIBRARY_OPTIONAL, ///< int64_t or uint64_t; 0: NULL
    LIBRARY_WHOLE_AT, ///< const int64_t *; NULL: NULL
    LIBRARY_TEXT,     ///< const char *; NULL and "": NULL
    LIBRARY_NAME,     ///< const char *; NULL: NULL
    LIBRARY_STATE,    ///< const char *: ok, failed or vanished
    LIBRARY_PATH,     ///< const char *, relative to the folder of the library, bytes in the database
    LIBRARY_BYTES,    ///< const char *, bytes in the database; NULL: NULL
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
    LIBRARY_PRINT_KNOWN,    ///< a whole number from 0
    LIBRARY_PRINT_YES,      ///< true or false; 1 or 0 in CSV
    LIBRARY_PRINT_POSITIVE, ///< whether a number is more than 0
    LIBRARY_PRINT_HASH,     ///< 16 hexadecimal digits
    LIBRARY_PRINT_DATE,
} library_print;

/// When JSON has a value.
typedef enum library_condition {
    LIBRARY_ALWAYS,
    LIBRARY_WITH_DATES, ///< --since
    LIBRARY_IF_FINITE,
    LIBRARY_IN_GROUPS, ///< of copies
} library_condition;

/// The details to read in addition to the facts.
typedef enum library_details { LIBRARY_FACTS_ONLY, LIBRARY_WITH_MOTIONS, LIBRARY_WITH_POSES } library_details;

/// Which rows of `findings` x concern a clip.
#define LIBRARY_FINDINGS_OF_CLIP "x.file=f.id AND (x.clip IS NULL OR x.clip=c.name)"

/// The position of a value in a structure: 1 + its offset; 0: none.
typedef size_t library_place;

typedef struct library_column {
    library_table table;
    const char *name, *type; ///< in the schema; NULL: it is computed
    const char *sql;         ///< of the tables f (files) and c (clips), r (ranges) or x (findings)
    library_role role;
    library_value value;
    library_place from; ///< in library_file_values, library_clip_record, library_joint_range, …
    int of_model;       ///< the value is NULL if the file is not a model
    const char *update; ///< SQL of the value of an existing row; NULL: the inserted value, "": unchanged

    library_place to_file;   ///< in library_file_row
    library_place to_match;  ///< in library_match
    library_details details; ///< that have it

    const char *key; ///< in JSON and CSV; NULL: it is not printed
    int csv_place;   ///< column in CSV, from 1: programs read CSV by column, so new ones come last. 0: not in CSV
    library_print print;
    library_condition condition;
    const char *heading; ///< of the column that every list has; NULL: none has
    int decimals;

    const char *word;     ///< in expressions; NULL: none
    char kind;            ///< n number, t text, f flag, d date, c code of a finding, j number of a joint
    const char *meaning;  ///< for help
    const char *searched; ///< SQL that is compared; NULL: `sql`
    const char *shown;    ///< SQL of the value that a list shows; NULL: the compared value
    const char *title;    ///< of the shown column; NULL: the word
} library_column;

/// In the order of JSON and help.
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
    const char *name, *path; ///< path NULL: missing
    const int64_t *size, *modified;
} library_side_values;

/// Appends a statement that inserts a row, or updates the row with the same key, with the values of library_bind_row.
/// For `files` the statement returns the key.
void library_put_insert(library_table table, sinew__buffer *out);

/// Binds the measured values of a row. `item` is the structure that the table's `from` refers to; `file`
/// and `clip` own a detail.
void library_bind_row(sqlite3_stmt *statement, library_table table, int64_t file, int32_t clip, const void *item);

/// A row of the table `files`, as updates, plans and merges read it. A database may be untrusted: values that no
/// update writes are damage.
typedef struct library_file_row {
    int64_t id;
    const char *path; ///< [path_length]; valid until the next step of the query, as `state` and `error_code` are
    size_t path_length;
    uint64_t size, hash, side_hash;
    int64_t drawn_hash; ///< 0: none
    int64_t modified;
    int64_t added_s, changed_s, vanished_s;
    double seconds;
    int64_t facts;
    const char *state, *error_code;
    int is_current; ///< measured by this version
    int is_vanished, is_failed;
    int is_late; ///< the first attempt timed out: it is repeated
} library_file_row;

/// Prepares a query of files, which ends with `tail`, as in "ORDER BY path".
SINEW_NODISCARD sinew_result library_prepare_files(library_database *database, const char *tail,
                                                   sqlite3_stmt **out_rows, sinew_error *out_error);

/// Reads the current row of such a query. SINEW_ERROR_DAMAGED: a path that leads out of the folder, an unknown state,
/// or a size or duration that no file can have.
SINEW_NODISCARD sinew_result library_read_file_row(sqlite3_stmt *row, library_file_row *out_row,
                                                   sinew_error *out_error);

/// Appends the columns of matches with these details: of files, then of clips. Returns their number,
/// and in *out_of_files the number of the files' columns.
int library_put_match_columns(library_details details, sinew__buffer *out, int *out_of_files);

struct library_match;

/// Reads these columns of the current row; texts and arrays are kept in the arena. SINEW_ERROR_DAMAGED.
SINEW_NODISCARD sinew_result library_read_match(sqlite3_stmt *row, library_details details, sinew__arena *arena,
                                                struct library_match *out_match, sinew_error *out_error);

/// Copies a text of a row into the arena; "" for NULL and when out of memory.
const char *library_keep_text(sinew__arena *arena, sqlite3_stmt *row, int column);

/// Whether a path of `length` bytes stays below the folder that it is relative to: it is not empty, not absolute,
/// contains no NUL, and no part is empty, "." or "..".
int library_is_below(const char *path, size_t length);

/// Whether a column is NULL or a finite number.
int library_is_finite(sqlite3_stmt *row, int column);

// ---- storing -------------------------------------------------------------------------------------------------------

// Writing the measurements of a file.

/// Compiled statements. Zeroed: none.
typedef struct library_statements {
    sqlite3_stmt *insert[LIBRARY_TABLES], *clear[LIBRARY_TABLES]; ///< of each table
    sqlite3_stmt *touch_file, *move_file, *move_side_files, *mark_vanished;
} library_statements;

SINEW_NODISCARD sinew_result library_statements_create(library_database *database, library_statements *out_statements,
                                                       sinew_error *out_error);
void library_statements_free(library_statements *statements);

/// Replaces the entry of a file. `now` is in seconds since 1970.
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
