// The output of `sinew library find`: text, JSON and CSV.
#include "program/cli/library/library_commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/base/quoted_text.h"
#include "core/platform/file.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/text_table.h"
#include "program/library/columns.h"
#include "sinew/load.h"

// The options about loading models, as words for another run of the program.

int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS])
{
    int count = 0;
    if (context->sandbox == SINEW_SANDBOX_REQUIRED) {
        out[count++] = "--sandbox";
        out[count++] = "required";
    }
    if (context->timeout > 0) {
        out[count++] = "--timeout";
        out[count++] = sinew__arena_format(arena, "%.3fs", context->timeout);
    }
    if (context->memory_limit > 0) {
        out[count++] = "--memory-limit";
        out[count++] = sinew__arena_format(arena, "%.0f", context->memory_limit);
    }
    if (context->texture_path) {
        out[count++] = "--texture-path";

        // A path that cannot be resolved stays unchanged.
        const char *path = context->texture_path;
        char *found = sinew__absolute_path(path);
        const char *kept = sinew__arena_text(arena, found ? found : path, strlen(found ? found : path));
        sinew_free(found);
        out[count++] = kept;
    }
    if (context->up) {
        out[count++] = "--up";
        out[count++] = context->up == 'Z' ? "Z" : "Y";
    }
    return count;
}

// ---- values -------------------------------------------------------------------------------------------------------

/// A value of a match to be printed: a text or a number.
typedef struct printed_value {
    int is_known;
    const char *text; ///< NULL: the value is `number`
    double number;
} printed_value;

/// Returns a value of a match. `out` is memory for hashes and dates.
static printed_value value_of(const library_match *match, const library_column *column, char out[LIBRARY_DATE_SIZE])
{
    const void *at = (const char *)match + column->to_match - 1;
    printed_value value = {.is_known = 1};
    switch (column->print) {
    case LIBRARY_PRINT_TEXT:
        value.text = *(const char *const *)at;
        value.is_known = value.text != NULL;
        break;
    case LIBRARY_PRINT_WHOLE: value.number = *(const int32_t *)at; break;
    case LIBRARY_PRINT_KNOWN:
    case LIBRARY_PRINT_YES:
        value.number = *(const int32_t *)at;
        value.is_known = value.number >= 0;
        break;
    case LIBRARY_PRINT_NUMBER:
    case LIBRARY_PRINT_POSITIVE:
        value.number = *(const double *)at;
        value.is_known = isfinite(value.number);
        if (column->print == LIBRARY_PRINT_POSITIVE) value.number = value.number > 0;
        break;
    case LIBRARY_PRINT_HASH:
        snprintf(out, LIBRARY_DATE_SIZE, "%016llx", (unsigned long long)*(const uint64_t *)at);
        value.text = out;
        break;
    case LIBRARY_PRINT_DATE:
        value.is_known = *(const int64_t *)at != 0;
        library_write_time(*(const int64_t *)at, out);
        value.text = out;
        break;
    }
    return value;
}

// ---- text ---------------------------------------------------------------------------------------------------------

/// The additional column of a kind of search.
typedef enum extra_column { NOTHING_MORE, DISTANCES, TIMES, GROUPS } extra_column;

static void add_row(const library_match *match, extra_column extra, int with_dates, int shown_count, cli_table *table)
{
    char date[LIBRARY_DATE_SIZE], relation[64];
    // relation of a copy to its group, such as "same bytes mirrored"
    char rotation[32] = "";
    if (match->rotation != 0) snprintf(rotation, sizeof rotation, " rotated %.0f deg", match->rotation);
    snprintf(relation, sizeof relation, "%s%s%s", match->is_exact ? " same bytes" : "",
             match->is_mirrored ? " mirrored" : "", rotation);
    library_write_time(match->vanished ? match->vanished : match->changed, date);
    if (with_dates) {
        cli_table_add(table, "%s", match->change);
        cli_table_add(table, "%s", date);
    }
    if (extra == GROUPS)
        cli_table_add(table, "%d%s", (int)match->group, relation);
    else if (extra == NOTHING_MORE)
        cli_table_add_name(table, match->state);
    else
        cli_table_add(table, "%.3f", match->distance);
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].heading) {
            const library_column *column = &library_columns[i];
            char memory[LIBRARY_DATE_SIZE];
            const printed_value value = value_of(match, column, memory);
            if (column->print == LIBRARY_PRINT_TEXT)
                cli_table_add_name(table, value.text ? value.text : "");
            else
                cli_table_add_known(table, value.is_known, "%.*f", column->decimals, value.number);
        }
    if (extra == TIMES) cli_table_add(table, "%.3fs", match->time);
    for (int i = 0; i < shown_count; ++i) cli_table_add_name(table, match->shown[i] ? match->shown[i] : "");
}

static void put_text(const cli_context *context, const library_matches *matches, int with_dates, sinew__buffer *out)
{
    if (matches->count == 0) return;
    const library_match *first = &matches->items[0];
    const extra_column extra = first->group                ? GROUPS
                               : isfinite(first->time)     ? TIMES
                               : isfinite(first->distance) ? DISTANCES
                                                           : NOTHING_MORE;
    char columns[64], *end = columns; // texts are aligned left, numbers right
    end += sprintf(end, "%s", with_dates ? "lll" : "l");
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].heading) *end++ = library_columns[i].print == LIBRARY_PRINT_TEXT ? 'l' : 'r';
    if (extra == TIMES) *end++ = 'r';
    for (int i = 0; i < matches->shown_count; ++i) *end++ = 'l';
    *end = '\0';
    cli_table table = {.alignment = columns, .has_title = 1, .color = cli_wants_color(context)};
    if (with_dates) {
        cli_table_add(&table, "change");
        cli_table_add(&table, "date");
    }
    cli_table_add(&table, extra == GROUPS ? "group" : extra == NOTHING_MORE ? "state" : "distance");
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].heading) cli_table_add(&table, "%s", library_columns[i].heading);
    if (extra == TIMES) cli_table_add(&table, "at");
    for (int i = 0; i < matches->shown_count; ++i) cli_table_add_name(&table, matches->shown_titles[i]);
    for (size_t i = 0; i < matches->count; ++i)
        add_row(&matches->items[i], extra, with_dates, matches->shown_count, &table);
    cli_table_put(&table, "", out);
}

// ---- JSON and CSV -------------------------------------------------------------------------------------------------

static int is_in_json(const library_match *match, const library_column *column, int with_dates)
{
    char memory[LIBRARY_DATE_SIZE];
    switch (column->condition) {
    case LIBRARY_ALWAYS: break;
    case LIBRARY_WITH_DATES: return with_dates;
    case LIBRARY_IF_FINITE: return value_of(match, column, memory).is_known;
    case LIBRARY_IN_GROUPS: return match->group != 0;
    }
    return column->key != NULL;
}

static void put_json(const library_matches *matches, int with_dates, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.library/1");
    sinew__json_put_array(&json, "clips");
    for (size_t i = 0; i < matches->count; ++i) {
        const library_match *match = &matches->items[i];
        sinew__json_put_object(&json, NULL);
        for (int k = 0; k < library_column_count; ++k) {
            const library_column *column = &library_columns[k];
            char memory[LIBRARY_DATE_SIZE];
            if (!is_in_json(match, column, with_dates)) continue;
            const printed_value value = value_of(match, column, memory);
            if (!value.is_known)
                sinew__json_put_null(&json, column->key);
            else if (value.text)
                sinew__json_put_text(&json, column->key, value.text);
            else if (column->print == LIBRARY_PRINT_NUMBER)
                sinew__json_put_number(&json, column->key, value.number);
            else if (column->print == LIBRARY_PRINT_WHOLE || column->print == LIBRARY_PRINT_KNOWN)
                sinew__json_put_whole(&json, column->key, (int64_t)value.number);
            else
                sinew__json_put_bool(&json, column->key, value.number != 0);
        }
        if (matches->shown_count) {
            sinew__json_put_object(&json, "shown");
            for (int k = 0; k < matches->shown_count; ++k)
                sinew__json_put_text(&json, matches->shown_titles[k], match->shown[k]);
            sinew__json_end_object(&json);
        }
        sinew__json_end_object(&json);
    }
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

/// Returns the column at a position in CSV, or NULL after the last.
static const library_column *csv_column(int place)
{
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].csv_place == place) return &library_columns[i];
    return NULL;
}

static void put_titles_csv(const library_matches *matches, sinew__buffer *out)
{
    const library_column *column;
    for (int place = 1; (column = csv_column(place)) != NULL; ++place)
        sinew__buffer_format(out, "%s%s", place > 1 ? "," : "", column->key);
    for (int i = 0; i < matches->shown_count; ++i) {
        sinew__buffer title = {0};
        sinew__buffer_format(&title, "shown %s", matches->shown_titles[i]);
        sinew__buffer_put_character(&title, '\0');
        sinew__buffer_put_character(out, ',');
        sinew__csv_spreadsheet_text(out, title.failed ? "" : title.text);
        sinew__buffer_free(&title);
    }
    sinew__buffer_put_character(out, '\n');
}

static void put_csv(const library_matches *matches, int with_dates, sinew__buffer *out)
{
    const library_column *column;
    put_titles_csv(matches, out);
    for (size_t i = 0; i < matches->count; ++i) {
        const library_match *match = &matches->items[i];
        for (int place = 1; (column = csv_column(place)) != NULL; ++place) {
            char memory[LIBRARY_DATE_SIZE];
            const printed_value value = value_of(match, column, memory);
            if (place > 1) sinew__buffer_put_character(out, ',');
            if (!value.is_known || (column->condition != LIBRARY_IF_FINITE && !is_in_json(match, column, with_dates)))
                continue;
            if (value.text)
                sinew__csv_spreadsheet_text(out, value.text);
            else
                sinew__csv_number(out, value.number, 0);
        }
        for (int k = 0; k < matches->shown_count; ++k) {
            sinew__buffer_put_character(out, ',');
            sinew__csv_spreadsheet_text(out, match->shown[k] ? match->shown[k] : "");
        }
        sinew__buffer_put_character(out, '\n');
    }
}

void cli_put_matches(const cli_context *context, const library_matches *matches, int with_dates, int format,
                     sinew__buffer *out)
{
    if (format == CLI_FORMAT_CSV)
        put_csv(matches, with_dates, out);
    else if (format == CLI_FORMAT_JSON)
        put_json(matches, with_dates, out);
    else
        put_text(context, matches, with_dates, out);
}

// ---- skipped folders ------------------------------------------------------------------------------------------------

void cli_warn_of_skipped_folders(const cli_context *context, const char *folder, const library_skipped_folders *skipped)
{
    if (skipped->unreadable)
        cli_warn(context, folder, "%zu %s cannot be read: %s%s", skipped->unreadable,
                 skipped->unreadable == 1 ? "folder" : "folders", skipped->first_unreadable,
                 skipped->unreadable > 1 ? ", …" : "");
    if (skipped->too_deep)
        cli_warn(context, folder, "%zu %s skipped, more than %d folders deep: %s%s", skipped->too_deep,
                 skipped->too_deep == 1 ? "folder is" : "folders are", LIBRARY_MAX_DEPTH, skipped->first_too_deep,
                 skipped->too_deep > 1 ? ", …" : "");
}
