/// Writes poses as a table: csv and jsonl.
#include <math.h>

#include "author/export/export_note.h"
#include "author/export/export_pose.h"
#include "author/export/export_writers.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/quoted_text.h"
#include "core/platform/clock.h"
#include "runtime/model/look_up.h"

static const size_t max_size = (size_t)1 << 31;

enum { NUMBER_COUNT = 13 };

static const char *const number_names[NUMBER_COUNT] = {
    "translation_x", "translation_y", "translation_z", "rotation_x", "rotation_y", "rotation_z", "rotation_w",
    "scale_x",       "scale_y",       "scale_z",       "position_x", "position_y", "position_z"};

typedef struct table_writer {
    const sinew_model *model;
    const sinew_export_options *options;
    int is_json;
    sinew_pose *pose, *scratch;
    double deadline; ///< time of sinew__now() at which the export fails; 0: none
    int field;       ///< number of the next field in the current row
    sinew__buffer text;
    sinew__json_writer json; ///< state of the current row
} table_writer;

/// The fields of a row that depend on its time.
typedef struct row_time {
    const char *clip; ///< NULL: the rest pose
    double seconds, frame;
} row_time;

// ---- fields -------------------------------------------------------------------------------------------------------

/// Writes the comma before a field, unless it is the first of its row.
static void begin_field(table_writer *writer)
{
    if (writer->field++ > 0) sinew__buffer_put_character(&writer->text, ',');
}

/// Writes a text field. NULL is written as an empty field in csv and as null in JSON, like NaN in number fields.
static void put_text(table_writer *writer, const char *name, const char *text)
{
    if (writer->is_json) {
        sinew__json_put_text(&writer->json, name, text);
        return;
    }
    begin_field(writer);
    if (text) sinew__csv_text(&writer->text, text);
}

static void put_number(table_writer *writer, const char *name, double number)
{
    if (writer->is_json) {
        sinew__json_put_number(&writer->json, name, number);
        return;
    }
    begin_field(writer);
    if (isfinite(number)) sinew__csv_number(&writer->text, number, 0);
}

// ---- rows ---------------------------------------------------------------------------------------------------------

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? NULL : sinew_text(model, model->joints[joint].name);
}

static void put_row(table_writer *writer, const row_time *time, int32_t joint)
{
    const sinew_transform *local = &writer->pose->local[joint];
    const sinew_affine *global = &writer->pose->global[joint];
    const double numbers[NUMBER_COUNT] = {
        local->t.x, local->t.y, local->t.z, local->r.x,        local->r.y,        local->r.z,       local->r.w,
        local->s.x, local->s.y, local->s.z, global->row[0][3], global->row[1][3], global->row[2][3]};
    writer->field = 0;
    writer->json = sinew__json_begin(&writer->text); // each line is a JSON document
    writer->json.is_plain = 1;
    if (writer->is_json) sinew__json_put_object(&writer->json, NULL);
    put_text(writer, "clip", time->clip);
    put_number(writer, "time_s", time->seconds);
    put_number(writer, "frame", time->frame);
    put_text(writer, "joint", joint_name(writer->model, joint));
    put_text(writer, "parent", joint_name(writer->model, writer->model->joints[joint].parent));
    for (int i = 0; i < NUMBER_COUNT; ++i) put_number(writer, number_names[i], numbers[i]);
    if (writer->is_json) sinew__json_end_object(&writer->json);
    sinew__buffer_put_character(&writer->text, '\n');
}

/// Writes the rows of one time, joints in the author's order.
static void put_time(table_writer *writer, int32_t clip, double time)
{
    const sinew_model *model = writer->model;
    const row_time of = {clip == SINEW_NONE ? NULL : sinew_text(model, model->clips[clip].name), time,
                         model->info->fps > 0 ? sinew__timeline(model, clip, time) * model->info->fps : (double)NAN};
    sinew__export_pose(model, writer->options, clip, time, writer->scratch, writer->pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        if (!(model->joints[joint].flags & SINEW_JOINT_HELPER)) put_row(writer, &of, joint);
    }
}

static sinew_result put_tables(table_writer *writer, const sinew_export_times *tables, int32_t count,
                               sinew_error *error)
{
    const sinew_export_options *options = writer->options;
    size_t done = 0, total = 0;
    for (int32_t t = 0; t < count; ++t) total += (size_t)tables[t].time_count;
    for (int32_t t = 0; t < count; ++t) {
        for (int32_t i = 0; i < tables[t].time_count; ++i) {
            put_time(writer, tables[t].clip, tables[t].times[i]);
            if (options->progress) options->progress(options->user, ++done, total);
            if (writer->deadline > 0 && sinew__now() > writer->deadline)
                return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s, while the table was written",
                                   options->seconds);
            if (writer->text.size > max_size)
                return sinew__fail(error, SINEW_ERROR_LIMIT, "the table would be larger than 2 GB");
            if (writer->text.failed) return sinew__fail_memory(error);
        }
    }
    return SINEW_OK;
}

static sinew_result write_table(const sinew_model *model, const sinew_export_options *options, int is_json,
                                sinew__buffer *out, sinew_error *error)
{
    const sinew_export_times single = {options->clip, options->times, options->time_count};
    const sinew_export_times *tables = options->tables ? options->tables : &single;
    const int32_t count = options->tables ? options->table_count : 1;
    table_writer writer = {.model = model,
                           .options = options,
                           .is_json = is_json,
                           .deadline = options->seconds > 0 ? sinew__now() + options->seconds : 0};
    int64_t times = 0;
    if (sinew__export_check(model, options, error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < count; ++i) {
        if (sinew__lacks_clip(model, tables[i].clip, error)) return SINEW_ERROR_INVALID_ARGUMENT;
        if (tables[i].time_count < 0)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d times", (int)tables[i].time_count);
        if (tables[i].times) times += tables[i].time_count;
    }
    if (times <= 0) return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "no times to export");
    sinew_result result = sinew_engine_accepts(model, options->engine, error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &writer.pose, error);
    if (result == SINEW_OK && options->in_place) result = sinew_pose_create(model, &writer.scratch, error);
    if (result == SINEW_OK && !is_json) {
        sinew__buffer_put_text(&writer.text, "clip,time_s,frame,joint,parent");
        for (int i = 0; i < NUMBER_COUNT; ++i) sinew__buffer_format(&writer.text, ",%s", number_names[i]);
        sinew__buffer_put_character(&writer.text, '\n');
    }
    if (result == SINEW_OK) result = put_tables(&writer, tables, count, error);
    if (result == SINEW_OK && writer.text.failed) result = sinew__fail_memory(error);
    if (result != SINEW_OK) sinew__buffer_free(&writer.text);
    sinew_pose_destroy(writer.pose);
    sinew_pose_destroy(writer.scratch);
    *out = writer.text;
    return result;
}

sinew_result sinew__export_csv(const sinew_model *model, const sinew_export_options *options, char **out_text,
                               size_t *out_size, sinew_error *out_error)
{
    sinew__buffer text = {0};
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = write_table(model, options, 0, &text, out_error);
    *out_text = text.text;
    *out_size = text.size;
    return result;
}

sinew_result sinew__export_jsonl(const sinew_model *model, const sinew_export_options *options, char **out_text,
                                 size_t *out_size, sinew_error *out_error)
{
    sinew__buffer text = {0};
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = write_table(model, options, 1, &text, out_error);
    *out_text = text.text;
    *out_size = text.size;
    return result;
}
