#include "program/cli/facts/key_values.h"

#include <math.h>

#include "core/base/quoted_text.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/text_table.h"

enum { CHUNK_SIZE = 1 << 20 }; // bytes

enum { MAX_ROWS = 1 << 15 }; // of a text table, whose cells are in memory

const sinew__word cli_interpolation_words[] = {{"step", SINEW_STEP, NULL},
                                               {"step-next", SINEW_STEP_NEXT, NULL},
                                               {"linear", SINEW_LINEAR, NULL},
                                               {"cubic", SINEW_CUBIC, NULL},
                                               {0}};

const sinew__word cli_extrapolation_words[] = {{"hold", SINEW_EXTRAPOLATE_HOLD, NULL},
                                               {"repeat", SINEW_EXTRAPOLATE_REPEAT, NULL},
                                               {"mirror", SINEW_EXTRAPOLATE_MIRROR, NULL},
                                               {"slope", SINEW_EXTRAPOLATE_SLOPE, NULL},
                                               {"repeat-relative", SINEW_EXTRAPOLATE_REPEAT_RELATIVE, NULL},
                                               {0}};

const char *cli_curve_layer(const sinew_model *model, const joint_curve *curve)
{
    if (!curve->channel || model->layers[curve->channel->layer].is_base) return NULL;
    return sinew_text(model, model->layers[curve->channel->layer].name);
}

const char *cli_curve_component(const joint_curve *curve)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    return names[curve->component];
}

/// The curve whose keys are put.
typedef struct value_row {
    const cli_key_values *values;
    const joint_curve *curve;
    const char *joint;
    sinew__json_writer *json;
} value_row;

/// A handle as people know it: NAN where the segment is not cubic, or the handle is a point.
typedef struct tangent {
    double slope;  ///< value per second
    double weight; ///< length in time, as a part of the segment
} tangent;

static tangent tangent_of(double seconds, double value, double segment)
{
    const tangent none = {(double)NAN, (double)NAN};
    if (!(segment > 0.0) || (seconds == 0.0 && value == 0.0)) return none;
    return (tangent){seconds != 0.0 ? value / seconds : (double)NAN, fabs(seconds) / segment};
}

/// Both tangents of a key: 0 towards the key before, 1 towards the next.
static void find_tangents(const value_row *row, const joint_curve_key *key, tangent out[2])
{
    const sinew_model *model = row->values->joints->model;
    const int32_t clip = row->values->clip, number = key->number;
    double before = 0.0, after = 0.0;
    if (number > 0) before = key->seconds - sinew__joint_curve_key_at(model, clip, row->curve, number - 1).seconds;
    if (number + 1 < sinew__joint_curve_key_count(row->curve))
        after = sinew__joint_curve_key_at(model, clip, row->curve, number + 1).seconds - key->seconds;
    out[0] = tangent_of(key->in_seconds, key->in_value, before);
    out[1] = tangent_of(key->out_seconds, key->out_value, after);
}

static const char *interpolation_name(const joint_curve_key *key)
{
    return sinew__word_of(cli_interpolation_words, (int)key->interpolation)->name;
}

static double timeline_of(const value_row *row, const joint_curve_key *key)
{
    return sinew_clip_to_timeline(row->values->joints->model, row->values->clip, key->seconds);
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

static void put_tangent_json(sinew__json_writer *json, const char *name, const tangent *side)
{
    if (!(side->weight >= 0.0)) {
        sinew__json_put_null(json, name);
        return;
    }
    sinew__json_put_object(json, name);
    sinew__json_put_number(json, "slope", side->slope);
    sinew__json_put_number(json, "weight", side->weight);
    sinew__json_end_object(json);
}

static void put_key_json(const value_row *row, const joint_curve_key *key)
{
    const double fps = row->values->fps, timeline = timeline_of(row, key);
    sinew__json_writer *json = row->json;
    tangent sides[2];
    find_tangents(row, key, sides);
    sinew__json_put_object(json, NULL);
    sinew__json_put_whole(json, "number", key->number + 1);
    sinew__json_put_number(json, "frame", fps > 0.0 ? cli_frame_at(timeline, fps) : (double)NAN);
    sinew__json_put_number(json, "time_s", key->seconds);
    sinew__json_put_number(json, "at_s", timeline);
    sinew__json_put_number(json, "value", key->value);
    put_tangent_json(json, "in", &sides[0]);
    put_tangent_json(json, "out", &sides[1]);
    sinew__json_put_text(json, "interpolation", interpolation_name(key));
    sinew__json_put_bool(json, "computed", key->is_computed);
    sinew__json_end_object(json);
}

static void put_curve_json(const value_row *row)
{
    const sinew_curve *curve = row->curve->curve;
    sinew__json_writer *json = row->json;
    sinew__json_put_text(json, "joint", row->joint);
    sinew__json_put_text(json, "property", sinew__joint_curve_property(row->curve));
    sinew__json_put_text(json, "layer", cli_curve_layer(row->values->joints->model, row->curve));
    sinew__json_put_text(json, "component", cli_curve_component(row->curve));
    sinew__json_put_text(json, "before",
                         curve ? sinew__word_of(cli_extrapolation_words, (int)curve->before)->name : "hold");
    sinew__json_put_text(json, "after",
                         curve ? sinew__word_of(cli_extrapolation_words, (int)curve->after)->name : "hold");
}

// ---- CSV -----------------------------------------------------------------------------------------------------------

void cli_put_key_values_title(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "clip,joint,property,layer,component,number,frame,time_s,at_s,value,in_slope,in_weight,"
                                "out_slope,out_weight,interpolation,computed\n");
}

static void put_known_csv(sinew__buffer *out, double number)
{
    sinew__buffer_put_character(out, ',');
    if (isfinite(number)) sinew__csv_number(out, number, 0);
}

static void put_key_csv(const value_row *row, const joint_curve_key *key)
{
    const sinew_model *model = row->values->joints->model;
    const char *layer = cli_curve_layer(model, row->curve);
    const double fps = row->values->fps, timeline = timeline_of(row, key);
    sinew__buffer *out = row->json->out;
    tangent sides[2];
    find_tangents(row, key, sides);
    sinew__csv_text(out, sinew_text(model, model->clips[row->values->clip].name));
    sinew__buffer_put_character(out, ',');
    sinew__csv_text(out, row->joint);
    sinew__buffer_format(out, ",%s,", sinew__joint_curve_property(row->curve));
    if (layer) sinew__csv_text(out, layer);
    sinew__buffer_format(out, ",%s,%d", cli_curve_component(row->curve), (int)key->number + 1);
    put_known_csv(out, fps > 0.0 ? cli_frame_at(timeline, fps) : (double)NAN);
    put_known_csv(out, key->seconds);
    put_known_csv(out, timeline);
    put_known_csv(out, key->value);
    for (int i = 0; i < 2; ++i) {
        put_known_csv(out, sides[i].slope);
        put_known_csv(out, sides[i].weight);
    }
    sinew__buffer_format(out, ",%s,%s\n", interpolation_name(key), key->is_computed ? "true" : "false");
}

// ---- text ----------------------------------------------------------------------------------------------------------

static void put_curve_title(const value_row *row)
{
    const sinew_curve *curve = row->curve->curve;
    const char *layer = cli_curve_layer(row->values->joints->model, row->curve);
    sinew__buffer *out = row->json->out;
    if (out->size > 0) sinew__buffer_put_character(out, '\n');
    sinew__buffer_put_printable(out, row->joint);
    sinew__buffer_format(out, " %s %s", sinew__joint_curve_property(row->curve), cli_curve_component(row->curve));
    if (layer) {
        sinew__buffer_put_text(out, ", layer ");
        sinew__buffer_put_printable(out, layer);
    }
    if (curve && (curve->before != SINEW_EXTRAPOLATE_HOLD || curve->after != SINEW_EXTRAPOLATE_HOLD))
        sinew__buffer_format(out, ", before: %s, after: %s",
                             sinew__word_of(cli_extrapolation_words, (int)curve->before)->name,
                             sinew__word_of(cli_extrapolation_words, (int)curve->after)->name);
    sinew__buffer_put_character(out, '\n');
}

static void add_key_text(const value_row *row, const joint_curve_key *key, cli_table *table)
{
    const double fps = row->values->fps;
    tangent sides[2];
    find_tangents(row, key, sides);
    cli_table_add(table, "%d", (int)key->number + 1);
    cli_table_add_known(table, fps > 0.0, "%.7g", cli_frame_at(timeline_of(row, key), fps));
    cli_table_add(table, "%.4f", key->seconds);
    cli_table_add(table, "%.6g", key->value + 0.0);
    for (int i = 0; i < 2; ++i) {
        cli_table_add_known(table, isfinite(sides[i].slope), "%.5g", sides[i].slope + 0.0);
        cli_table_add_known(table, sides[i].weight >= 0.0, "%.3f", sides[i].weight);
    }
    cli_table_add(table, "%s%s", interpolation_name(key), key->is_computed ? " (computed)" : "");
}

/// Begins a table, after the title of its curve if it is the first.
static cli_table begin_table(const value_row *row, int is_first)
{
    static const char *const titles[] = {"#",         "frame",     "seconds",    "value",        "in slope",
                                         "in weight", "out slope", "out weight", "interpolation"};
    cli_table table = {.alignment = "rrrrrrrrl", .has_title = is_first, .color = cli_wants_color(row->values->context)};
    for (size_t i = 0; is_first && i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    return table;
}

// ---- curves --------------------------------------------------------------------------------------------------------

/// Writes what is there if it is long.
static int write_some(const value_row *row, int *is_open)
{
    sinew__buffer *out = row->json->out;
    if (out->failed || out->size < CHUNK_SIZE) return 0;
    return cli_write_chunk(row->values->context, out, is_open);
}

static int put_curve_text(const value_row *row, int *is_open)
{
    const int32_t count = sinew__joint_curve_key_count(row->curve);
    int failed = 0;
    put_curve_title(row);
    for (int32_t first = 0; first < count && *is_open && !failed; first += MAX_ROWS) {
        cli_table table = begin_table(row, first == 0);
        for (int32_t i = first; i < count && i < first + MAX_ROWS; ++i) {
            const joint_curve_key key =
                sinew__joint_curve_key_at(row->values->joints->model, row->values->clip, row->curve, i);
            add_key_text(row, &key, &table);
        }
        cli_table_put(&table, "", row->json->out);
        failed = write_some(row, is_open);
    }
    return failed;
}

static int put_curve_rows(const value_row *row, int *is_open)
{
    const int is_json = row->values->format == CLI_FORMAT_JSON;
    const int32_t count = sinew__joint_curve_key_count(row->curve);
    int failed = 0;
    if (is_json) {
        sinew__json_put_object(row->json, NULL);
        put_curve_json(row);
        sinew__json_put_array(row->json, "keys");
    }
    for (int32_t i = 0; i < count && *is_open && !failed; ++i) {
        const joint_curve_key key =
            sinew__joint_curve_key_at(row->values->joints->model, row->values->clip, row->curve, i);
        if (is_json)
            put_key_json(row, &key);
        else
            put_key_csv(row, &key);
        failed = write_some(row, is_open);
    }
    if (is_json) {
        sinew__json_end_array(row->json);
        sinew__json_end_object(row->json);
    }
    return failed;
}

static int put_joint(const cli_key_values *values, int32_t id, sinew__json_writer *json, int *is_open)
{
    joint_curves curves = {0};
    int failed = 0;
    sinew__joint_curves_update(&curves, values->joints->model, values->clip, values->joints->joint[id], 0.0, 0.0, 2);
    for (int32_t i = 0; i < curves.count && *is_open && !failed; ++i) {
        const value_row row = {values, &curves.curves[i], cli_joint_name(values->joints, id), json};
        failed = values->format == CLI_FORMAT_TEXT ? put_curve_text(&row, is_open) : put_curve_rows(&row, is_open);
    }
    sinew__joint_curves_free(&curves);
    return failed;
}

int cli_put_key_values(const cli_key_values *values, sinew__json_writer *json, int *is_open)
{
    int failed = 0;
    if (values->format == CLI_FORMAT_JSON) sinew__json_put_array(json, "curves");
    for (int32_t id = 0; id < values->joints->count && *is_open && !failed; ++id) {
        if (values->chosen[id]) failed = put_joint(values, id, json, is_open);
    }
    if (values->format == CLI_FORMAT_JSON) sinew__json_end_array(json);
    return failed;
}
