// Parses the expressions of `find` into a condition in SQL and its values. Reads and writes dates.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/word_table.h"
#include "program/library/columns.h"
#include "program/library/find_clips.h"

// ---- dates ---------------------------------------------------------------------------------------------------------

// Conversion between dates and days: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".

static const int64_t seconds_per_day = 86400, last_day = 2932896; // last_day: 9999-12-31, in days since 1970-01-01

const char *library_read_date(const char *text, int64_t *out_seconds)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year, month, day, length = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 || length != 10) return 0;
    const int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days[month - 1] + (is_leap && month == 2)) return 0;
    const int y = year - (month <= 2), era = y / 400, of_era = y - era * 400;
    const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    *out_seconds = (era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468) * seconds_per_day;
    return text + length;
}

void library_write_time(int64_t seconds, char out[LIBRARY_DATE_SIZE])
{
    out[0] = '\0';
    if (seconds < 0 || seconds / seconds_per_day > last_day) return;
    const int days = (int)(seconds / seconds_per_day) + 719468, rest = (int)(seconds % seconds_per_day);
    const int era = days / 146097, of_era = days % 146097;
    const int years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * years + years / 4 - years / 100), shifted = (5 * of_year + 2) / 153;
    const int day = of_year - (153 * shifted + 2) / 5 + 1, month = shifted + (shifted < 10 ? 3 : -9);
    snprintf(out, LIBRARY_DATE_SIZE, "%04d-%02d-%02dT%02d:%02d:%02dZ", era * 400 + years + (month <= 2), month, day,
             rest / 3600, rest / 60 % 60, rest % 60);
}

// ---- expressions ---------------------------------------------------------------------------------------------------

/// The state of parsing an expression.
typedef struct query_reader {
    const char *next; ///< the rest of the text
    library_query *query;
    int nesting;
    sinew_error *error;
} query_reader;

// ---- words --------------------------------------------------------------------------------------------------------

static void skip_blanks(query_reader *reader)
{
    while (sinew__ascii_is_space(*reader->next)) ++reader->next;
}

/// Returns the length of the next word.
static size_t word_length(const query_reader *reader)
{
    size_t length = 0;
    while (reader->next[length] && !strchr(" \t\r\n()<>=!'\"", reader->next[length])) ++length;
    return length;
}

static int is_keyword(const query_reader *reader, const char *word)
{
    const size_t length = word_length(reader);
    return length == strlen(word) && strncmp(reader->next, word, length) == 0;
}

static int take_keyword(query_reader *reader, const char *word)
{
    skip_blanks(reader);
    if (!is_keyword(reader, word)) return 0;
    reader->next += strlen(word);
    return 1;
}

static sinew_result fail_here(query_reader *reader, const char *expected)
{
    if (!*reader->next)
        return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "the expression ends where %s is expected",
                           expected);
    return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "expected %s at '%.40s'", expected, reader->next);
}

/// Copies the next token into the arena if it is a word or a quoted text. Returns NULL if it is not, or when out of
/// memory.
static const char *take_text(query_reader *reader)
{
    skip_blanks(reader);
    const char quote = *reader->next;
    if (quote != '\'' && quote != '"') {
        const size_t length = word_length(reader);
        const char *text = length ? sinew__arena_text(&reader->query->arena, reader->next, length) : NULL;
        reader->next += length;
        return text;
    }
    const char *end = strchr(reader->next + 1, quote);
    if (!end) return NULL;
    const char *text = sinew__arena_text(&reader->query->arena, reader->next + 1, (size_t)(end - reader->next - 1));
    reader->next = end + 1;
    return text;
}

// ---- values -------------------------------------------------------------------------------------------------------

static sinew_result add_value(query_reader *reader, double number, const char *text)
{
    library_query *query = reader->query;
    if (query->value_count == LIBRARY_MAX_TERMS)
        return sinew__fail(reader->error, SINEW_ERROR_LIMIT, "the expression has more than %d values",
                           LIBRARY_MAX_TERMS);
    query->numbers[query->value_count] = number;
    query->texts[query->value_count++] = text;
    sinew__buffer_format(&query->sql, "?%d", query->value_count);
    return SINEW_OK;
}

static sinew_result take_number(query_reader *reader, char kind, double *out)
{
    char *end = NULL;
    int64_t seconds;
    skip_blanks(reader);
    if (kind == 'd') {
        const char *date_end = library_read_date(reader->next, &seconds);
        if (!date_end) return fail_here(reader, "a date, as in 2026-11-01,");
        reader->next = date_end;
        *out = (double)seconds;
        return SINEW_OK;
    }
    if (!strchr("+-.0123456789", *reader->next) || !*reader->next) return fail_here(reader, "a number");
    *out = strtod(reader->next, &end);
    if (end == reader->next || !isfinite(*out)) return fail_here(reader, "a number");
    if (end[-1] == '.' && *end == '.') --end; // in `1..2` both dots belong to the range
    reader->next = end;
    return SINEW_OK;
}

// ---- shown columns -------------------------------------------------------------------------------------------------

/// Adds a column that shows a fact of the expression, unless one with this title was added.
static void show(query_reader *reader, const char *title, const char *sql)
{
    library_query *query = reader->query;
    for (int i = 0; i < query->shown_count && title; ++i)
        if (strcmp(query->shown_titles[i], title) == 0) return;
    if (!title || !sql || // out of memory
        query->shown_count == LIBRARY_MAX_SHOWN)
        return;
    query->shown_titles[query->shown_count++] = title;
    sinew__buffer_format(&query->shown, ",%s", sql);
}

/// Returns the SQL that expressions compare for a column.
static const char *searched(const library_column *column)
{
    return column->searched ? column->searched : column->sql;
}

/// Shows a fact in a column of its own, unless all tables have that column.
static void show_fact(query_reader *reader, const library_column *column)
{
    if (column->heading) return;
    show(reader, column->title ? column->title : column->word, column->shown ? column->shown : searched(column));
}

/// Shows a column `name(pattern)` with the SQL expression `what` over rows of another table. `where` is the rest of the
/// query up to the column that must match the pattern, which is the value that was added last.
static void show_rows(query_reader *reader, const char *name, const char *pattern, const char *what, const char *where)
{
    sinew__arena *arena = &reader->query->arena;
    show(reader, sinew__arena_format(arena, "%s(%s)", name, pattern),
         sinew__arena_format(arena, "(SELECT %s FROM %s GLOB ?%d)", what, where, reader->query->value_count));
}

// ---- facts --------------------------------------------------------------------------------------------------------

/// Takes the next token if it is a comparison operator, else returns NULL.
static const char *take_operator(query_reader *reader)
{
    static const char *const operators[] = {"<=", ">=", "!=", "<", ">", "="};
    skip_blanks(reader);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i) {
        const size_t length = strlen(operators[i]);
        if (strncmp(reader->next, operators[i], length) != 0) continue;
        reader->next += length;
        return operators[i];
    }
    return NULL;
}

static const double last_second = 86399; ///< seconds from the start of a day to its last second

/// Writes a comparison with a range. If the value is missing, the comparison is false, so that with `not` it is true.
static sinew_result put_range(query_reader *reader, const library_column *column, const char *operator, double least,
                              double most)
{
    sinew__buffer_format(&reader->query->sql, "coalesce(%s %s ", searched(column), operator);
    sinew_result result = add_value(reader, least, NULL);
    sinew__buffer_put_text(&reader->query->sql, " AND ");
    if (result == SINEW_OK) result = add_value(reader, most, NULL);
    sinew__buffer_put_text(&reader->query->sql, ",0)");
    return result;
}

static sinew_result read_range(query_reader *reader, const library_column *column)
{
    double least, most;
    sinew_result result = take_number(reader, column->kind, &least);
    if (result != SINEW_OK) return result;
    skip_blanks(reader);
    if (strncmp(reader->next, "..", 2) != 0) return fail_here(reader, "a range, as in 1.2..1.6,");
    reader->next += 2;
    result = take_number(reader, column->kind, &most);
    if (result != SINEW_OK) return result;
    if (most < least)
        return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT,
                           "the range of %s ends before it starts: write its smaller end first", column->word);
    return put_range(reader, column, "BETWEEN", least, column->kind == 'd' ? most + last_second : most);
}

static sinew_result read_number_fact(query_reader *reader, const library_column *column)
{
    double number;
    const char *operator= take_operator(reader);
    if (column->kind != 'j') show_fact(reader, column);
    if (!operator) return read_range(reader, column);
    sinew_result result = take_number(reader, column->kind, &number);
    if (result != SINEW_OK) return result;
    if (column->kind == 'd' && strchr("!=", *operator)) // for `=` and `!=` a date is a whole day
        return put_range(reader, column, *operator== '!' ? "NOT BETWEEN" : "BETWEEN", number, number + last_second);
    const int is_from_end = column->kind == 'd' && (strcmp(operator, ">") == 0 || strcmp(operator, "<=") == 0);
    sinew__buffer_format(&reader->query->sql, "coalesce(%s%s", searched(column), operator);
    result = add_value(reader, is_from_end ? number + last_second : number, NULL);
    sinew__buffer_put_text(&reader->query->sql, ",0)");
    return result;
}

static sinew_result read_text_fact(query_reader *reader, const library_column *column)
{
    const char *operator= take_operator(reader);
    if (!operator||(strcmp(operator, "=") != 0 && strcmp(operator, "!=") != 0)) return fail_here(reader, "= or !=");
    const char *pattern = take_text(reader);
    if (!pattern) return fail_here(reader, "a text");
    show_fact(reader, column);
    sinew__buffer_format(&reader->query->sql, "(coalesce(%s,'') %s ", searched(column),
                         *operator== '!' ? "NOT GLOB" : "GLOB");
    const sinew_result result = add_value(reader, 0, pattern);
    sinew__buffer_put_character(&reader->query->sql, ')');
    return result;
}

/// Reads a comparison with a code, which is true if the clip has a finding of that code.
static sinew_result read_code_fact(query_reader *reader, const library_column *column)
{
    const char *operator= take_operator(reader);
    if (!operator||(strcmp(operator, "=") != 0 && strcmp(operator, "!=") != 0)) return fail_here(reader, "= or !=");
    const char *pattern = take_text(reader);
    if (!pattern) return fail_here(reader, "a code");
    sinew__buffer_put_text(&reader->query->sql, *operator== '!' ? "(NOT " : "(");
    sinew__buffer_put_text(&reader->query->sql,
                           "EXISTS(SELECT 1 FROM findings x WHERE " LIBRARY_FINDINGS_OF_CLIP " AND x.code GLOB ");
    const sinew_result result = add_value(reader, 0, pattern);
    if (*operator!= '!')
        show_rows(reader, column->word, pattern,
                  "substr(group_concat(x.code||': '||coalesce(x.node||': ','')||x.text,'; '),1,1000)",
                  "findings x WHERE " LIBRARY_FINDINGS_OF_CLIP " AND x.code");
    sinew__buffer_put_text(&reader->query->sql, "))");
    return result;
}

/// Reads a comparison of a number that each joint of a clip has, such as `range(Hips)>10`. Case is ignored.
static sinew_result read_joint_fact(query_reader *reader, const library_column *column)
{
    skip_blanks(reader);
    if (*reader->next != '(') return fail_here(reader, "a joint in parentheses");
    ++reader->next;
    char *pattern = (char *)(uintptr_t)take_text(reader);
    if (!pattern) return fail_here(reader, "the name of a joint");
    for (char *c = pattern; *c; ++c) *c = sinew__ascii_lower(*c);
    skip_blanks(reader);
    if (*reader->next != ')') return fail_here(reader, "')'");
    ++reader->next;
    sinew__buffer_put_text(&reader->query->sql, "EXISTS(SELECT 1 FROM ranges r WHERE r.file=f.id AND r.clip=c.number"
                                                " AND lower(r.joint) GLOB ");
    sinew_result result = add_value(reader, 0, pattern);
    show_rows(reader, column->word, pattern, sinew__arena_format(&reader->query->arena, "max(%s)", column->sql),
              "ranges r WHERE r.file=f.id AND r.clip=c.number AND lower(r.joint)");
    sinew__buffer_put_text(&reader->query->sql, " AND ");
    if (result == SINEW_OK) result = read_number_fact(reader, column);
    sinew__buffer_put_character(&reader->query->sql, ')');
    return result;
}

/// Reads a word that is not the name of a fact: a part of the path or of the clip's name; with wildcards, a pattern for
/// the whole path or name. Case is ignored.
static sinew_result read_word(query_reader *reader)
{
    skip_blanks(reader);
    const int is_joiner = is_keyword(reader, "and") || is_keyword(reader, "or");
    char *text = is_joiner ? NULL : (char *)(uintptr_t)take_text(reader);
    if (!text) return fail_here(reader, "a fact or a name");
    skip_blanks(reader);
    const char next = *reader->next;
    if (next && next != ')' && !is_keyword(reader, "and") && !is_keyword(reader, "or")) {
        const int is_compared = strchr("<>=!", next) != NULL;
        const char *nearest = NULL;
        int distance = 1000;
        for (int i = 0; i < library_column_count; ++i) {
            const char *word = library_columns[i].word;
            const int edits = word ? sinew__word_distance(text, word) : distance;
            if (edits >= distance) continue;
            nearest = word;
            distance = edits;
        }
        const int is_near = nearest && sinew__word_is_near(text, distance);
        if (is_near || is_compared) {
            const char *meant =
                is_near ? sinew__arena_format(&reader->query->arena, "; did you mean '%s'?", nearest) : "";
            return sinew__fail(reader->error, SINEW_ERROR_INVALID_ARGUMENT, "unknown fact '%.40s'%s", text,
                               meant ? meant : "");
        }
    }
    for (char *c = text; *c; ++c) *c = sinew__ascii_lower(*c);
    const int is_pattern = strpbrk(text, "*?[") != NULL;
    const char *pattern = is_pattern ? text : sinew__arena_format(&reader->query->arena, "*%s*", text);
    if (!pattern) return sinew__arena_fail(&reader->query->arena, reader->error);
    sinew__buffer_put_text(&reader->query->sql, "(lower(CAST(f.path AS TEXT)) GLOB ");
    sinew_result result = add_value(reader, 0, pattern);
    sinew__buffer_put_text(&reader->query->sql, " OR lower(coalesce(c.name,'')) GLOB ");
    if (result == SINEW_OK) result = add_value(reader, 0, pattern);
    sinew__buffer_put_character(&reader->query->sql, ')');
    return result;
}

// ---- expressions --------------------------------------------------------------------------------------------------

static sinew_result read_expression(query_reader *reader);

static sinew_result read_nested(query_reader *reader)
{
    const int outside = reader->nesting;
    if (++reader->nesting > LIBRARY_MAX_NESTING)
        return sinew__fail(
            reader->error, SINEW_ERROR_LIMIT,
            "the expression is nested too deep: more than %d parentheses and the and, or, not before them",
            LIBRARY_MAX_NESTING);
    ++reader->next;
    sinew__buffer_put_character(&reader->query->sql, '(');
    const sinew_result result = read_expression(reader);
    if (result != SINEW_OK) return result;
    skip_blanks(reader);
    if (*reader->next != ')') return fail_here(reader, "')'");
    ++reader->next;
    reader->nesting = outside;
    sinew__buffer_put_character(&reader->query->sql, ')');
    return SINEW_OK;
}

static sinew_result read_term(query_reader *reader)
{
    int is_negated = 0;
    while (take_keyword(reader, "not")) is_negated = !is_negated; // a hundred in a row are too much for SQLite
    if (is_negated) sinew__buffer_put_text(&reader->query->sql, "NOT ");
    reader->nesting += is_negated;
    skip_blanks(reader);
    if (*reader->next == '(') return read_nested(reader);
    const library_column *column = NULL;
    for (int i = 0; i < library_column_count && !column; ++i)
        if (library_columns[i].word && take_keyword(reader, library_columns[i].word)) column = &library_columns[i];
    if (!column) return read_word(reader);
    if (column->kind == 't') return read_text_fact(reader, column);
    if (column->kind == 'c') return read_code_fact(reader, column);
    if (column->kind == 'j') return read_joint_fact(reader, column);
    if (column->kind != 'f') return read_number_fact(reader, column);
    sinew__buffer_format(&reader->query->sql, "coalesce(%s,0)", searched(column));
    return SINEW_OK;
}

/// Reads terms joined by `and` and `or`. While SQLite parses a term, its stack holds at most one unfinished `or` and
/// one unfinished `and`, which count as nesting.
static sinew_result read_expression(query_reader *reader)
{
    const int outside = reader->nesting;
    int waits_for_or = 0, waits_for_and = 0;
    sinew_result result = read_term(reader);
    while (result == SINEW_OK) {
        const int has_and = take_keyword(reader, "and"), has_or = !has_and && take_keyword(reader, "or");
        if (!has_and && !has_or) break;
        waits_for_or |= has_or;
        waits_for_and = has_and;
        reader->nesting = outside + 2 * (waits_for_or + waits_for_and);
        sinew__buffer_put_text(&reader->query->sql, has_and ? " AND " : " OR ");
        result = read_term(reader);
    }
    reader->nesting = outside;
    return result;
}

sinew_result library_parse_query(const char *text, library_query *out_query, sinew_error *out_error)
{
    *out_query = (library_query){.arena.limit = 1 << 20};
    query_reader reader = {.next = text, .query = out_query, .error = out_error};
    if (strlen(text) > LIBRARY_MAX_QUERY)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "the expression has more than %d bytes", LIBRARY_MAX_QUERY);
    skip_blanks(&reader);
    sinew_result result = SINEW_OK;
    if (*reader.next) {
        result = read_expression(&reader);
        skip_blanks(&reader);
        if (result == SINEW_OK && *reader.next) result = fail_here(&reader, "'and' or 'or'");
    } else {
        sinew__buffer_put_character(&out_query->sql, '1');
    }
    sinew__buffer_put_character(&out_query->sql, '\0');
    sinew__buffer_put_character(&out_query->shown, '\0');
    if (out_query->sql.failed || out_query->shown.failed || out_query->arena.failed)
        return sinew__fail_memory(out_error);
    return result;
}

sinew_result library_parse_date(const char *text, int64_t *out_seconds, sinew_error *out_error)
{
    const char *end = library_read_date(text, out_seconds);
    if (end && !*end) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "expected a date, as in 2026-11-01, found '%.40s'",
                       text);
}

void library_query_free(library_query *query)
{
    sinew__buffer_free(&query->sql);
    sinew__buffer_free(&query->shown);
    sinew__arena_free(&query->arena);
}

void library_bind_query(const library_query *query, sqlite3_stmt *statement)
{
    for (int i = 0; i < query->value_count; ++i) {
        if (query->texts[i])
            sqlite3_bind_text(statement, i + 1, query->texts[i], -1, SQLITE_STATIC);
        else
            sqlite3_bind_double(statement, i + 1, query->numbers[i]);
    }
}
