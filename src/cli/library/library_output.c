#include "cli/library/library_output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quoted_text.h"
#include "cli/framework/json.h"
#include "cli/framework/report.h"
#include "cli/framework/text_table.h"
#include "library/date.h"

// ---- text ---------------------------------------------------------------------------------------------------------

/// What was searched: the first column of a match, and whether it has a time.
typedef enum extra_column { NOTHING_MORE, DISTANCES, TIMES, GROUPS } extra_column;

static extra_column extra_of(const library_matches *matches)
{
    if (matches->count == 0) return NOTHING_MORE;
    const library_match *first = &matches->items[0];
    if (first->group) return GROUPS;
    return isfinite(first->time) ? TIMES : isfinite(first->distance) ? DISTANCES : NOTHING_MORE;
}

/// The date of what a file's `change` says.
static void put_change_time(const library_match *match, char out[LIBRARY_DATE_SIZE])
{
    library_write_time(match->vanished ? match->vanished : match->changed, out);
}

static void add_titles(const library_matches *matches, extra_column extra, int with_dates, cli_table *table)
{
    if (with_dates) {
        cli_table_add(table, "change");
        cli_table_add(table, "date");
    }
    cli_table_add(table, extra == GROUPS ? "group" : extra == NOTHING_MORE ? "state" : "distance");
    cli_table_add(table, "file");
    cli_table_add(table, "clip");
    cli_table_add(table, "seconds");
    cli_table_add(table, "m/s");
    cli_table_add(table, "deg/s");
    cli_table_add(table, "loop error");
    cli_table_add(table, "joints");
    if (extra == TIMES) cli_table_add(table, "at");
    for (int i = 0; i < matches->shown_count; ++i) cli_table_add_name(table, matches->shown_titles[i]);
}

/// How a copy relates to others of its group: "same bytes mirrored".
static void put_relation(const library_match *match, char *out, size_t size)
{
    char rotation[32] = "";
    if (match->rotation != 0) snprintf(rotation, sizeof rotation, " rotated %.0f deg", match->rotation);
    snprintf(out, size, "%s%s%s", match->is_exact ? " same bytes" : "", match->is_mirrored ? " mirrored" : "",
             rotation);
}

static void add_row(const library_match *match, extra_column extra, int with_dates, int shown_count, cli_table *table)
{
    char date[LIBRARY_DATE_SIZE], relation[64];
    put_relation(match, relation, sizeof relation);
    put_change_time(match, date);
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
    cli_table_add_name(table, match->file);
    cli_table_add_name(table, match->clip ? match->clip : "");
    cli_table_add_known(table, isfinite(match->seconds), "%.3f", match->seconds);
    cli_table_add_known(table, isfinite(match->speed), "%.2f", match->speed);
    cli_table_add_known(table, isfinite(match->yaw_rate), "%.1f", match->yaw_rate);
    cli_table_add_known(table, isfinite(match->loop_error), "%.4f", match->loop_error);
    cli_table_add(table, "%d", (int)match->joints);
    if (extra == TIMES) cli_table_add(table, "%.3fs", match->time);
    for (int i = 0; i < shown_count; ++i) cli_table_add_name(table, match->shown[i] ? match->shown[i] : "");
}

static void put_text(const cli_context *context, const library_matches *matches, int with_dates, sinew__buffer *out)
{
    const extra_column extra = extra_of(matches);
    const char *alignment = &"lllllrrrrrr"[with_dates ? 0 : 2];
    char columns[16 + LIBRARY_MAX_SHOWN];
    cli_table table = {.alignment = columns, .has_title = 1, .color = cli_wants_color(context)};
    if (matches->count == 0) return;
    snprintf(columns, sizeof columns, "%.*s%.*s", (int)strlen(alignment) - (extra != TIMES), alignment,
             matches->shown_count, "llllllll");
    add_titles(matches, extra, with_dates, &table);
    for (size_t i = 0; i < matches->count; ++i)
        add_row(&matches->items[i], extra, with_dates, matches->shown_count, &table);
    cli_table_put(&table, "", out);
}

// ---- JSON and CSV -------------------------------------------------------------------------------------------------

static void put_time_json(cli_json *json, const char *key, int64_t seconds)
{
    char date[LIBRARY_DATE_SIZE];
    library_write_time(seconds, date);
    cli_json_text(json, key, seconds ? date : NULL);
}

static void put_count_json(cli_json *json, const char *key, int32_t count)
{
    if (count < 0)
        cli_json_null(json, key);
    else
        cli_json_whole(json, key, count);
}

/// Yes, no, or −1: not known.
static void put_known_json(cli_json *json, const char *key, int value)
{
    if (value < 0)
        cli_json_null(json, key);
    else
        cli_json_bool(json, key, value);
}

static void put_match_json(const library_matches *matches, const library_match *match, int with_dates, cli_json *json)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)match->hash);
    cli_json_object(json, NULL);
    cli_json_text(json, "file", match->file);
    cli_json_text(json, "state", match->state);
    cli_json_text(json, "clip", match->clip);
    cli_json_whole(json, "number", match->number);
    cli_json_number(json, "seconds", match->seconds);
    cli_json_number(json, "frames", match->frames);
    cli_json_number(json, "speed_m_s", match->speed);
    cli_json_number(json, "path_speed_m_s", match->path_speed);
    cli_json_number(json, "foot_speed_m_s", match->foot_speed);
    cli_json_number(json, "yaw_rate_deg_s", match->yaw_rate);
    cli_json_number(json, "net_turn_deg", match->net_turn);
    cli_json_number(json, "total_turn_deg", match->total_turn);
    cli_json_number(json, "loop_error", match->loop_error);
    cli_json_number(json, "loop_angle_deg", match->loop_degrees);
    put_known_json(json, "loop", match->loops);
    put_known_json(json, "reference_pose", isfinite(match->motion_start) ? match->motion_start > 0 : -1);
    cli_json_whole(json, "joints", match->joints);
    put_count_json(json, "contacts", match->contacts);
    put_count_json(json, "feet", match->feet);
    cli_json_text(json, "hash", hash);
    if (with_dates) cli_json_text(json, "change", match->change);
    put_time_json(json, "added", match->added);
    put_time_json(json, "changed", match->changed);
    put_time_json(json, "vanished", match->vanished);
    if (isfinite(match->distance)) cli_json_number(json, "distance", match->distance);
    if (isfinite(match->time)) cli_json_number(json, "time_s", match->time);
    if (match->group) {
        cli_json_whole(json, "group", match->group);
        cli_json_bool(json, "same_bytes", match->is_exact);
        cli_json_bool(json, "mirrored", match->is_mirrored);
        cli_json_number(json, "rotated_deg", match->rotation);
    }
    if (matches->shown_count) {
        cli_json_object(json, "shown");
        for (int i = 0; i < matches->shown_count; ++i) cli_json_text(json, matches->shown_titles[i], match->shown[i]);
        cli_json_end_object(json);
    }
    cli_json_end_object(json);
}

static void put_json(const library_matches *matches, int with_dates, sinew__buffer *out)
{
    cli_json json = cli_json_begin(out);
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.library/1");
    cli_json_array(&json, "clips");
    for (size_t i = 0; i < matches->count; ++i) put_match_json(matches, &matches->items[i], with_dates, &json);
    cli_json_end_array(&json);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

static void put_number(double number, sinew__buffer *out)
{
    sinew__buffer_put_character(out, ',');
    if (isfinite(number)) sinew__csv_number(out, number, 0);
}

static void put_time(int64_t seconds, sinew__buffer *out)
{
    char date[LIBRARY_DATE_SIZE];
    library_write_time(seconds, date);
    sinew__buffer_format(out, ",%s", seconds ? date : "");
}

static void put_count(int32_t count, sinew__buffer *out)
{
    put_number(count < 0 ? (double)NAN : count, out);
}

static void put_csv(const library_matches *matches, int with_dates, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "file,state,clip,number,seconds,frames,speed_m_s,yaw_rate_deg_s,loop_error,joints,"
                                "distance,group,time_s,contacts,feet,hash,change,added,changed,vanished,"
                                "path_speed_m_s,foot_speed_m_s,net_turn_deg,total_turn_deg,loop_angle_deg,loop,"
                                "reference_pose,mirrored,rotated_deg");
    for (int i = 0; i < matches->shown_count; ++i) {
        sinew__buffer title = {0};
        sinew__buffer_format(&title, "shown %s", matches->shown_titles[i]);
        sinew__buffer_put_character(&title, '\0');
        sinew__buffer_put_character(out, ',');
        sinew__csv_spreadsheet_text(out, title.failed ? "" : title.text);
        sinew__buffer_free(&title);
    }
    sinew__buffer_put_character(out, '\n');
    for (size_t i = 0; i < matches->count; ++i) {
        const library_match *match = &matches->items[i];
        sinew__csv_spreadsheet_text(out, match->file);
        sinew__buffer_put_character(out, ',');
        sinew__csv_spreadsheet_text(out, match->state);
        sinew__buffer_put_character(out, ',');
        sinew__csv_spreadsheet_text(out, match->clip ? match->clip : "");
        sinew__buffer_format(out, ",%d", (int)match->number);
        put_number(match->seconds, out);
        put_number(match->frames, out);
        put_number(match->speed, out);
        put_number(match->yaw_rate, out);
        put_number(match->loop_error, out);
        sinew__buffer_format(out, ",%d", (int)match->joints);
        put_number(match->distance, out);
        put_count(match->group ? match->group : -1, out);
        put_number(match->time, out);
        put_count(match->contacts, out);
        put_count(match->feet, out);
        sinew__buffer_format(out, ",%016llx,%s", (unsigned long long)match->hash, with_dates ? match->change : "");
        put_time(match->added, out);
        put_time(match->changed, out);
        put_time(match->vanished, out);
        put_number(match->path_speed, out);
        put_number(match->foot_speed, out);
        put_number(match->net_turn, out);
        put_number(match->total_turn, out);
        put_number(match->loop_degrees, out);
        put_count(match->loops, out);
        put_number(isfinite(match->motion_start) ? match->motion_start > 0 : (double)NAN, out);
        put_count(match->group ? match->is_mirrored : -1, out);
        put_number(match->group ? match->rotation : (double)NAN, out);
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
    if (format == LIBRARY_FORMAT_CSV)
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
