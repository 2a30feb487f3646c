/// Expressions over the facts of files and clips, as in `speed 1.2..1.6 and loop and joints>=50`, as SQL.
///
///     expression = term { ("and" | "or") term }        "and" binds more tightly
///     term       = "not" term | "(" expression ")" | fact | word
///     fact       = number ("<" | "<=" | "=" | ">=" | ">" | "!=") value
///                | number value ".." value
///                | text-field ("=" | "!=") pattern
///                | flag
///     number     = number-field | joint-field "(" pattern ")"
///     word       = part of a path or of a clip's name, or a pattern of one with * and ?
#ifndef SINEW_LIBRARY_QUERY_H
#define SINEW_LIBRARY_QUERY_H

#include "base/arena.h"
#include "base/buffer.h"
#include "library/database.h"

enum {
    LIBRARY_MAX_QUERY = 4096,
    LIBRARY_MAX_TERMS = 256,
    LIBRARY_MAX_NESTING = 64, ///< of parentheses and of what waits before them; SQLite's parser holds a hundred
    LIBRARY_MAX_SHOWN = 8,
};

/// A condition with its values. Zeroed: every clip.
typedef struct library_query {
    sinew__buffer sql;  ///< of the tables f (files) and c (clips)
    sinew__arena arena; ///< of the texts
    double numbers[LIBRARY_MAX_TERMS];
    const char *texts[LIBRARY_MAX_TERMS]; ///< NULL: the number of that index
    int value_count;
    sinew__buffer shown; ///< columns of what the expression asks for and a list does not have, each after a comma
    const char *shown_titles[LIBRARY_MAX_SHOWN];
    int shown_count;
    int64_t since; ///< only what was added, has changed or has vanished since then, in seconds since 1970; 0: all
} library_query;

/// Parses an expression; an empty one is every clip. SINEW_ERROR_INVALID_ARGUMENT quotes the part that is not
/// understood; SINEW_ERROR_LIMIT: it is too long or nested too deep. Free the query also after a failure.
SINEW_NODISCARD sinew_result library_parse_query(const char *text, library_query *out_query, sinew_error *out_error);
void library_query_free(library_query *query);

/// Reads a date as in 2026-11-01, at midnight UTC, as seconds since 1970. SINEW_ERROR_INVALID_ARGUMENT.
SINEW_NODISCARD sinew_result library_parse_date(const char *text, int64_t *out_seconds, sinew_error *out_error);

/// Sets the values of a statement whose condition is the query's.
void library_bind_query(const library_query *query, sqlite3_stmt *statement);

#endif
