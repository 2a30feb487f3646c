#include "cli/library/library_output.h"

#include <math.h>

#include "cli/framework/csv.h"
#include "cli/framework/json.h"
#include "cli/framework/report.h"
#include "cli/framework/text_table.h"

// ---- text ---------------------------------------------------------------------------------------------------------

/// Columns after the common ones: distances, groups, or none.
typedef enum extra_column { NOTHING_MORE, DISTANCES, GROUPS } extra_column;

static extra_column extra_of(const library_matches *matches)
{
    if (matches->count == 0) return NOTHING_MORE;
    return matches->items[0].group ? GROUPS : isfinite(matches->items[0].distance) ? DISTANCES : NOTHING_MORE;
}

static void add_titles(extra_column extra, cli_table *table)
{
    cli_table_add(table, extra == GROUPS ? "group" : extra == DISTANCES ? "distance" : "state");
    cli_table_add(table, "file");
    cli_table_add(table, "clip");
    cli_table_add(table, "seconds");
    cli_table_add(table, "m/s");
    cli_table_add(table, "deg/s");
    cli_table_add(table, "loop error");
    cli_table_add(table, "joints");
}

static void add_row(const library_match *match, extra_column extra, cli_table *table)
{
    if (extra == GROUPS)
        cli_table_add(table, "%d%s", (int)match->group, match->is_exact ? " same bytes" : "");
    else if (extra == DISTANCES)
        cli_table_add(table, "%.3f", match->distance);
    else
        cli_table_add(table, "%s", match->state);
    cli_table_add_name(table, match->file);
    cli_table_add_name(table, match->clip ? match->clip : "");
    cli_table_add_known(table, isfinite(match->seconds), "%.3f", match->seconds);
    cli_table_add_known(table, isfinite(match->speed), "%.2f", match->speed);
    cli_table_add_known(table, isfinite(match->yaw_rate), "%.1f", match->yaw_rate);
    cli_table_add_known(table, isfinite(match->loop_error), "%.4f", match->loop_error);
    cli_table_add(table, "%d", (int)match->joints);
}

static void put_text(const cli_context *context, const library_matches *matches, sinew__buffer *out)
{
    const extra_column extra = extra_of(matches);
    cli_table table = {.alignment = "lllrrrrr", .has_title = 1, .color = cli_wants_color(context)};
    if (matches->count == 0) return;
    add_titles(extra, &table);
    for (size_t i = 0; i < matches->count; ++i) add_row(&matches->items[i], extra, &table);
    cli_table_put(&table, "", out);
}

// ---- JSON and CSV -------------------------------------------------------------------------------------------------

static void put_match_json(const library_match *match, cli_json *json)
{
    cli_json_object(json, NULL);
    cli_json_text(json, "file", match->file);
    cli_json_text(json, "state", match->state);
    cli_json_text(json, "clip", match->clip);
    cli_json_whole(json, "number", match->number);
    cli_json_number(json, "seconds", match->seconds);
    cli_json_number(json, "frames", match->frames);
    cli_json_number(json, "speed_m_s", match->speed);
    cli_json_number(json, "yaw_rate_deg_s", match->yaw_rate);
    cli_json_number(json, "loop_error", match->loop_error);
    cli_json_whole(json, "joints", match->joints);
    if (isfinite(match->distance)) cli_json_number(json, "distance", match->distance);
    if (match->group) {
        cli_json_whole(json, "group", match->group);
        cli_json_bool(json, "same_bytes", match->is_exact);
    }
    cli_json_end_object(json);
}

static void put_json(const library_matches *matches, sinew__buffer *out)
{
    cli_json json = cli_json_begin(out);
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.library/1");
    cli_json_array(&json, "clips");
    for (size_t i = 0; i < matches->count; ++i) put_match_json(&matches->items[i], &json);
    cli_json_end_array(&json);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

static void put_number(double number, sinew__buffer *out)
{
    sinew__buffer_put_character(out, ',');
    if (isfinite(number)) cli_csv_number(out, number, 0);
}

static void put_csv(const library_matches *matches, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "file,state,clip,number,seconds,frames,speed_m_s,yaw_rate_deg_s,loop_error,joints,"
                                "distance,group\n");
    for (size_t i = 0; i < matches->count; ++i) {
        const library_match *match = &matches->items[i];
        cli_csv_text(out, match->file);
        sinew__buffer_format(out, ",%s,", match->state);
        cli_csv_text(out, match->clip ? match->clip : "");
        sinew__buffer_format(out, ",%d", (int)match->number);
        put_number(match->seconds, out);
        put_number(match->frames, out);
        put_number(match->speed, out);
        put_number(match->yaw_rate, out);
        put_number(match->loop_error, out);
        sinew__buffer_format(out, ",%d", (int)match->joints);
        put_number(match->distance, out);
        if (match->group)
            sinew__buffer_format(out, ",%d\n", (int)match->group);
        else
            sinew__buffer_put_text(out, ",\n");
    }
}

void cli_put_matches(const cli_context *context, const library_matches *matches, int format, sinew__buffer *out)
{
    if (format == LIBRARY_FORMAT_CSV)
        put_csv(matches, out);
    else if (format == CLI_FORMAT_JSON)
        put_json(matches, out);
    else
        put_text(context, matches, out);
}
