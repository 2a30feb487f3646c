#include "program/cli/facts/key_values.h"

#include <math.h>
#include <stdio.h>

#include "program/cli/facts/clip_facts.h"
#include "program/cli/framework/report.h"

enum { CHUNK_SIZE = 1 << 20 }; // bytes of output that are collected before they are written

enum { MAX_ROWS = 1 << 15 }; // rows of one text table, which is laid out in memory

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

/// The curve whose keys are being put.
typedef struct value_row {
    const cli_key_values *values;
    const joint_curve *curve;
    const char *joint;
    sinew__json_writer *json;
} value_row;

/// The tangent on one side of a key. NaN: the segment is not cubic, or the handle has length 0.
typedef struct tangent {
    double slope;  ///< value per second
    double weight; ///< length of the handle along the time axis, as a fraction of the segment
} tangent;

static tangent tangent_of(double seconds, double value, double segment)
{
    const tangent none = {(double)NAN, (double)NAN};
    if (!(segment > 0.0) || (seconds == 0.0 && value == 0.0)) return none;
    return (tangent){seconds != 0.0 ? value / seconds : (double)NAN, fabs(seconds) / segment};
}

// ---- keys ----------------------------------------------------------------------------------------------------------

typedef struct key_row {
    const char *clip, *joint, *property, *layer, *component, *interpolation, *shown_interpolation, *computed;
    double number, frame, time, timeline, value, is_computed;
    tangent sides[2];
} key_row;

const cli_column cli_key_value_columns[] = {
    {NULL, NULL, "clip", CLI_CELL_TEXT, CLI_FIELD(key_row, clip)},
    {NULL, NULL, "joint", CLI_CELL_TEXT, CLI_FIELD(key_row, joint)},
    {NULL, NULL, "property", CLI_CELL_TEXT, CLI_FIELD(key_row, property)},
    {NULL, NULL, "layer", CLI_CELL_TEXT, CLI_FIELD(key_row, layer)},
    {NULL, NULL, "component", CLI_CELL_TEXT, CLI_FIELD(key_row, component)},
    {"#", "number", "number", CLI_CELL_WHOLE, CLI_FIELD(key_row, number)},
    {"frame", "frame", "frame", CLI_CELL_NUMBER, CLI_FIELD(key_row, frame), .digits = 7},
    {"seconds", "time_s", "time_s", CLI_CELL_NUMBER, CLI_FIELD(key_row, time), .decimals = 4},
    {NULL, "at_s", "at_s", CLI_CELL_NUMBER, CLI_FIELD(key_row, timeline)},
    {"value", "value", "value", CLI_CELL_NUMBER, CLI_FIELD(key_row, value), .digits = 6},
    {"in slope", "slope", "in_slope", CLI_CELL_NUMBER, CLI_FIELD(key_row, sides[0].slope), .digits = 5, .object = "in"},
    {"in weight", "weight", "in_weight", CLI_CELL_NUMBER, CLI_FIELD(key_row, sides[0].weight), .decimals = 3,
     .object = "in"},
    {"out slope", "slope", "out_slope", CLI_CELL_NUMBER, CLI_FIELD(key_row, sides[1].slope), .digits = 5,
     .object = "out"},
    {"out weight", "weight", "out_weight", CLI_CELL_NUMBER, CLI_FIELD(key_row, sides[1].weight), .decimals = 3,
     .object = "out"},
    {NULL, "interpolation", "interpolation", CLI_CELL_TEXT, CLI_FIELD(key_row, interpolation)},
    {"interpolation", NULL, NULL, CLI_CELL_TEXT, CLI_FIELD(key_row, shown_interpolation)},
    {NULL, "computed", NULL, CLI_CELL_YES, CLI_FIELD(key_row, is_computed)},
    {NULL, NULL, "computed", CLI_CELL_TEXT, CLI_FIELD(key_row, computed)},
    {0},
};

static void add_key(const value_row *row, int32_t number, cli_rows *rows)
{
    const sinew_model *model = row->values->joints->model;
    const int32_t clip = row->values->clip;
    const double fps = row->values->fps;
    const joint_curve_key key = sinew__joint_curve_key_at(model, clip, row->curve, number);
    const double timeline = sinew_clip_to_timeline(model, clip, key.seconds);
    const char *interpolation = sinew__word_of(cli_interpolation_words, (int)key.interpolation)->name;
    char shown[64];
    key_row cells = {.clip = sinew_text(model, model->clips[clip].name),
                     .joint = row->joint,
                     .property = sinew__joint_curve_property(row->curve),
                     .layer = cli_curve_layer(model, row->curve),
                     .component = cli_curve_component(row->curve),
                     .interpolation = interpolation,
                     .shown_interpolation = shown,
                     .computed = key.is_computed ? "true" : "false",
                     .number = key.number + 1,
                     .frame = fps > 0.0 ? cli_frame_at(timeline, fps) : (double)NAN,
                     .time = key.seconds,
                     .timeline = timeline,
                     .value = key.value,
                     .is_computed = key.is_computed};
    snprintf(shown, sizeof shown, "%s%s", interpolation, key.is_computed ? " (computed)" : "");
    const int32_t at = key.number;
    double before = 0.0, after = 0.0;
    if (at > 0) before = key.seconds - sinew__joint_curve_key_at(model, clip, row->curve, at - 1).seconds;
    if (at + 1 < sinew__joint_curve_key_count(row->curve))
        after = sinew__joint_curve_key_at(model, clip, row->curve, at + 1).seconds - key.seconds;
    cells.sides[0] = tangent_of(key.in_seconds, key.in_value, before);
    cells.sides[1] = tangent_of(key.out_seconds, key.out_value, after);
    cli_rows_add(rows, &cells);
}

// ---- curves --------------------------------------------------------------------------------------------------------

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

static int put_curve(const value_row *row, int *is_open)
{
    const int format = row->values->format, is_text = format == CLI_FORMAT_TEXT, is_json = format == CLI_FORMAT_JSON;
    const int32_t count = sinew__joint_curve_key_count(row->curve);
    cli_rows rows = {.columns = cli_key_value_columns,
                     .format = format,
                     .json = row->json,
                     .color = cli_wants_color(row->values->context)};
    int failed = 0;
    if (is_text) put_curve_title(row);
    if (is_json) {
        sinew__json_put_object(row->json, NULL);
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
        sinew__json_put_array(row->json, "keys");
    }
    for (int32_t i = 0; i < count && *is_open && !failed; ++i) {
        if (is_json) sinew__json_put_object(row->json, NULL);
        add_key(row, i, &rows);
        if (is_json) sinew__json_end_object(row->json);
        if (is_text && i + 1 < count && (i + 1) % MAX_ROWS != 0) continue;
        cli_rows_end_table(&rows);
        rows.is_continued = 1;
        sinew__buffer *out = row->json->out;
        if (!out->failed && out->size >= CHUNK_SIZE) failed = cli_write_chunk(row->values->context, out, is_open);
    }
    if (is_json) {
        sinew__json_end_array(row->json);
        sinew__json_end_object(row->json);
    }
    return failed;
}

int cli_put_key_values(const cli_key_values *values, sinew__json_writer *json, int *is_open)
{
    int failed = 0;
    if (values->format == CLI_FORMAT_JSON) sinew__json_put_array(json, "curves");
    for (int32_t id = 0; id < values->joints->count && *is_open && !failed; ++id) {
        if (!values->chosen[id]) continue;
        joint_curves curves = {0};
        sinew__joint_curves_update(&curves, values->joints->model, values->clip, values->joints->joint[id], 0.0, 0.0,
                                   2);
        if (curves.is_out_of_memory) failed = cli_fail_memory(values->context);
        for (int32_t i = 0; i < curves.count && *is_open && !failed; ++i) {
            const value_row row = {values, &curves.curves[i], cli_joint_name(values->joints, id), json};
            failed = put_curve(&row, is_open);
        }
        sinew__joint_curves_free(&curves);
    }
    if (values->format == CLI_FORMAT_JSON) sinew__json_end_array(json);
    return failed;
}
