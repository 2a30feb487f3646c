#include "cli/diff/diff_output.h"

#include "cli/framework/json.h"

/// The side with the largest difference.
static size_t worst_side(const cli_diff_report *report)
{
    size_t worst = 1;
    for (size_t i = 2; i < report->side_count; ++i) {
        const double ratio = cli_largest_ratio(&report->differences[i], report->tolerance);
        if (ratio > cli_largest_ratio(&report->differences[worst], report->tolerance)) worst = i;
    }
    return worst;
}

/// Whether side `index` equals the first.
static int is_equal(const cli_diff_report *report, size_t index)
{
    return !report->lacks_animated_joint && cli_largest_ratio(&report->differences[index], report->tolerance) <= 1;
}

int cli_diff_all_equal(const cli_diff_report *report)
{
    return is_equal(report, worst_side(report));
}

static const char *joint_name(const cli_diff_report *report, int32_t id)
{
    return cli_joint_name(&report->sides[0].joints, id);
}

static const char *clip_name(const cli_diff_side *side)
{
    return side->clip == SINEW_NONE ? NULL : sinew_text(side->model, side->model->clips[side->clip].name);
}

static const char *engine_name(const cli_diff_side *side)
{
    return sinew_engine_info(side->engine)->name;
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

static void put_spot_json(const cli_diff_report *report, const char *key, const cli_joint_spot *spot, cli_json *json)
{
    if (spot->id == SINEW_NONE) {
        cli_json_null(json, key);
        return;
    }
    cli_json_object(json, key);
    cli_json_text(json, "joint", joint_name(report, spot->id));
    cli_json_number(json, "time_s", spot->time);
    cli_json_number(json, "deg", spot->deg);
    cli_json_number(json, "cm", spot->cm);
    cli_json_end_object(json);
}

static void put_vertex_json(const cli_diff_report *report, const cli_vertex_spot *spot, cli_json *json)
{
    if (spot->mesh == SINEW_NONE) {
        cli_json_null(json, "worst_vertex");
        return;
    }
    const sinew_model *model = report->sides[0].model;
    cli_json_object(json, "worst_vertex");
    cli_json_whole(json, "mesh", spot->mesh);
    cli_json_text(json, "name", sinew_text(model, model->meshes[spot->mesh].name));
    cli_json_whole(json, "vertex", spot->vertex);
    cli_json_number(json, "time_s", spot->time);
    cli_json_number(json, "cm", spot->cm);
    cli_json_end_object(json);
}

static void put_difference_json(const cli_diff_report *report, const cli_difference *difference, cli_json *json)
{
    put_spot_json(report, "worst", &difference->worst, json);
    put_spot_json(report, "worst_angle", &difference->angle, json);
    put_spot_json(report, "worst_distance", &difference->distance, json);
    put_vertex_json(report, &difference->vertex, json);
    cli_json_number(json, "rmse_cm", cli_rmse(difference, report->of_engines));
}

static void put_engines_json(const cli_diff_report *report, cli_json *json)
{
    if (!report->of_engines) {
        cli_json_null(json, "engines");
        return;
    }
    cli_json_array(json, "engines");
    for (size_t i = 0; i < report->side_count; ++i) cli_json_text(json, NULL, engine_name(&report->sides[i]));
    cli_json_end_array(json);
}

static void put_comparisons_json(const cli_diff_report *report, cli_json *json)
{
    if (!report->of_engines) {
        cli_json_null(json, "comparisons");
        return;
    }
    cli_json_array(json, "comparisons");
    for (size_t i = 1; i < report->side_count; ++i) {
        cli_json_object(json, NULL);
        cli_json_text(json, "engine", engine_name(&report->sides[i]));
        cli_json_bool(json, "equal", is_equal(report, i));
        put_difference_json(report, &report->differences[i], json);
        cli_json_end_object(json);
    }
    cli_json_end_array(json);
}

static void put_only_json(const cli_diff_report *report, int index, const char *key, cli_json *json)
{
    const cli_joints *joints = &report->sides[index].joints;
    cli_json_array(json, key);
    for (int32_t id = 0; id < joints->count; ++id) {
        if (report->only_in[index][id]) cli_json_text(json, NULL, cli_joint_name(joints, id));
    }
    cli_json_end_array(json);
}

void cli_put_diff_json(const cli_diff_report *report, sinew__buffer *out)
{
    const cli_diff_side *a = &report->sides[0], *b = &report->sides[1];
    cli_json json = cli_json_begin(out);
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.diff/1");
    cli_json_text(&json, "a", a->path);
    cli_json_text(&json, "b", report->of_engines ? NULL : b->path);
    cli_json_text(&json, "clip", clip_name(a));
    cli_json_text(&json, "clip_b", report->of_engines ? NULL : clip_name(b));
    put_engines_json(report, &json);
    cli_json_object(&json, "tolerance");
    cli_json_number(&json, "deg", report->tolerance.deg);
    cli_json_number(&json, "cm", report->tolerance.cm);
    cli_json_end_object(&json);
    cli_json_bool(&json, "equal", cli_diff_all_equal(report));
    cli_json_whole(&json, "times", (int64_t)report->time_count);
    cli_json_whole(&json, "joints", report->joint_count);
    put_difference_json(report, &report->differences[worst_side(report)], &json);
    put_comparisons_json(report, &json);
    put_only_json(report, 0, "only_in_a", &json);
    put_only_json(report, 1, "only_in_b", &json);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- text ---------------------------------------------------------------------------------------------------------

static void put_clip_text(const cli_diff_side *side, sinew__buffer *out)
{
    const char *name = clip_name(side);
    if (!name) {
        sinew__buffer_put_text(out, "rest pose");
        return;
    }
    sinew__buffer_put_text(out, "clip '");
    sinew__buffer_put_printable(out, name);
    sinew__buffer_put_character(out, '\'');
}

static void put_title(const cli_diff_report *report, sinew__buffer *out)
{
    const cli_diff_side *a = &report->sides[0], *b = &report->sides[1];
    sinew__buffer_put_printable(out, a->path);
    if (!report->of_engines) {
        sinew__buffer_put_text(out, " and ");
        sinew__buffer_put_printable(out, b->path);
    }
    sinew__buffer_put_text(out, ": ");
    put_clip_text(a, out);
    sinew__buffer_format(out, ", %zu time%s, %d joint%s\n", report->time_count, report->time_count == 1 ? "" : "s",
                         (int)report->joint_count, report->joint_count == 1 ? "" : "s");
}

static void put_spot_text(const cli_diff_report *report, const char *what, double value, const char *unit,
                          const cli_joint_spot *spot, sinew__buffer *out)
{
    if (spot->id == SINEW_NONE) return;
    sinew__buffer_format(out, "  %-20s%.6g %s", what, value, unit);
    if (value > 0) {
        sinew__buffer_put_text(out, ", ");
        sinew__buffer_put_printable(out, joint_name(report, spot->id));
        sinew__buffer_format(out, " at %.4f s", spot->time);
    }
    sinew__buffer_put_character(out, '\n');
}

static void put_vertex_text(const cli_diff_report *report, const cli_vertex_spot *spot, sinew__buffer *out)
{
    if (spot->mesh == SINEW_NONE) return;
    const sinew_model *model = report->sides[0].model;
    sinew__buffer_format(out, "  %-20s%.6g cm", "vertex distance", spot->cm);
    if (spot->cm > 0) {
        sinew__buffer_format(out, ", vertex %d of '", (int)spot->vertex);
        sinew__buffer_put_printable(out, sinew_text(model, model->meshes[spot->mesh].name));
        sinew__buffer_format(out, "' at %.4f s", spot->time);
    }
    sinew__buffer_put_character(out, '\n');
}

static void put_difference_text(const cli_diff_report *report, size_t index, sinew__buffer *out)
{
    const cli_difference *difference = &report->differences[index];
    if (report->of_engines) {
        sinew__buffer_format(out, "%s compared with %s: %s\n", engine_name(&report->sides[index]),
                             engine_name(&report->sides[0]), is_equal(report, index) ? "equal" : "different");
    }
    put_spot_text(report, "angle", difference->angle.deg, "deg", &difference->angle, out);
    put_spot_text(report, "distance", difference->distance.cm, "cm", &difference->distance, out);
    put_vertex_text(report, &difference->vertex, out);
    const int of_vertices = report->of_engines && difference->vertex_count > 0;
    if (difference->joint_count > 0 || of_vertices) {
        sinew__buffer_format(out, "  %-20s%.6g cm\n", of_vertices ? "vertices rms" : "distances rms",
                             cli_rmse(difference, of_vertices));
    }
}

static void put_only_text(const cli_diff_report *report, int index, sinew__buffer *out)
{
    const cli_diff_side *side = &report->sides[index];
    const char *separator = ": ";
    for (int32_t id = 0; id < side->joints.count; ++id) {
        if (!report->only_in[index][id]) continue;
        if (*separator == ':') {
            sinew__buffer_put_text(out, "  only in ");
            sinew__buffer_put_printable(out, side->path);
        }
        sinew__buffer_put_text(out, separator);
        sinew__buffer_put_printable(out, cli_joint_name(&side->joints, id));
        separator = ", ";
    }
    if (*separator == ',') sinew__buffer_put_character(out, '\n');
}

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out)
{
    put_title(report, out);
    for (size_t i = 1; i < report->side_count; ++i) put_difference_text(report, i, out);
    put_only_text(report, 0, out);
    put_only_text(report, 1, out);
    sinew__buffer_format(out, "%s (tolerance %.6g deg, %.6g cm)\n", cli_diff_all_equal(report) ? "equal" : "different",
                         report->tolerance.deg, report->tolerance.cm);
}
