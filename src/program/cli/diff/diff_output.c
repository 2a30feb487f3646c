// What `sinew diff` prints: text, JSON, and test cases.
#include "program/cli/diff/diff.h"

#include <math.h>
#include <string.h>

const char cli_diff_title[] = "sinew diff";

/// The side with the largest difference in a clip.
static size_t worst_side(const cli_diff_report *report, const cli_clip_difference *clip)
{
    size_t worst = 1;
    for (size_t i = 2; i < report->side_count; ++i) {
        const double ratio = cli_largest_ratio(&clip->of_sides[i], report->tolerance);
        if (ratio > cli_largest_ratio(&clip->of_sides[worst], report->tolerance)) worst = i;
    }
    return worst;
}

static double largest_ratio(const cli_diff_report *report, const cli_clip_difference *clip)
{
    return cli_largest_ratio(&clip->of_sides[worst_side(report, clip)], report->tolerance);
}

/// The clip with the largest difference.
static const cli_clip_difference *worst_clip(const cli_diff_report *report)
{
    const cli_clip_difference *worst = &report->differences[0];
    for (size_t i = 1; i < report->clips->count; ++i)
        if (largest_ratio(report, &report->differences[i]) > largest_ratio(report, worst))
            worst = &report->differences[i];
    return worst;
}

static int is_unmatched_clip(const cli_diff_report *report, int side, int32_t clip)
{
    return !report->of_engines && report->clips->only_in[side][clip];
}

static int is_unmatched_joint(const cli_diff_report *report, int side, int32_t id)
{
    return report->chosen[side][id] && report->matches[side][id] == SINEW_NONE;
}

static int lacks_clip(const cli_diff_report *report)
{
    for (int side = 0; side < 2; ++side)
        for (int32_t i = 0; i < report->sides[side].model->clip_count; ++i)
            if (is_unmatched_clip(report, side, i)) return 1;
    return 0;
}

int cli_diff_all_equal(const cli_diff_report *report)
{
    const sinew_model *a = report->sides[0].model, *b = report->sides[1].model;
    if (report->lacks_joint || lacks_clip(report)) return 0;
    if (report->meshes && !cli_meshes_are_equal(report->meshes, a, b, report->tolerance.cm)) return 0;
    return largest_ratio(report, worst_clip(report)) <= 1;
}

static const char *joint_name(const cli_diff_report *report, int32_t id)
{
    return cli_joint_name(&report->sides[0].joints, id);
}

static const char *clip_name(const cli_diff_side *side, int32_t clip)
{
    return clip == SINEW_NONE ? NULL : sinew_text(side->model, side->model->clips[clip].name);
}

static const char *engine_name(const cli_diff_side *side)
{
    return sinew_engine_info(side->engine)->name;
}

static const char *mesh_name(const cli_diff_side *side, int32_t mesh)
{
    return sinew_text(side->model, side->model->meshes[mesh].object);
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

static void put_spot_json(const cli_diff_report *report, const char *key, const cli_joint_spot *spot,
                          sinew__json_writer *json)
{
    if (spot->id == SINEW_NONE) {
        sinew__json_put_null(json, key);
        return;
    }
    sinew__json_put_object(json, key);
    sinew__json_put_text(json, "joint", joint_name(report, spot->id));
    sinew__json_put_number(json, "time_s", spot->time);
    sinew__json_put_number(json, "deg", spot->deg);
    sinew__json_put_number(json, "cm", spot->cm);
    sinew__json_end_object(json);
}

static void put_vertex_json(const cli_diff_report *report, const cli_vertex_spot *spot, sinew__json_writer *json)
{
    if (spot->mesh == SINEW_NONE) {
        sinew__json_put_null(json, "worst_vertex");
        return;
    }
    const sinew_model *model = report->sides[0].model;
    sinew__json_put_object(json, "worst_vertex");
    sinew__json_put_whole(json, "mesh", spot->mesh);
    sinew__json_put_text(json, "name", sinew_text(model, model->meshes[spot->mesh].name));
    sinew__json_put_whole(json, "vertex", spot->vertex);
    sinew__json_put_number(json, "time_s", spot->time);
    sinew__json_put_number(json, "cm", spot->cm);
    sinew__json_end_object(json);
}

static void put_difference_json(const cli_diff_report *report, const cli_difference *difference,
                                sinew__json_writer *json)
{
    put_spot_json(report, "worst", &difference->worst, json);
    put_spot_json(report, "worst_angle", &difference->angle, json);
    put_spot_json(report, "worst_distance", &difference->distance, json);
    put_vertex_json(report, &difference->vertex, json);
    sinew__json_put_number(json, "rmse_cm", cli_rmse(difference, report->of_engines));
}

/// Puts what a clip differs by between the times at which engines are compared, or null.
static void put_between_json(const cli_diff_report *report, const cli_clip_difference *clip, size_t side,
                             sinew__json_writer *json)
{
    if (!clip->has_between) {
        sinew__json_put_null(json, "between_frames");
        return;
    }
    sinew__json_put_object(json, "between_frames");
    put_difference_json(report, &clip->between[side], json);
    sinew__json_end_object(json);
}

static void put_engines_json(const cli_diff_report *report, sinew__json_writer *json)
{
    if (!report->of_engines) {
        sinew__json_put_null(json, "engines");
        return;
    }
    sinew__json_put_array(json, "engines");
    for (size_t i = 0; i < report->side_count; ++i) sinew__json_put_text(json, NULL, engine_name(&report->sides[i]));
    sinew__json_end_array(json);
}

static void put_comparisons_json(const cli_diff_report *report, const cli_clip_difference *clip,
                                 sinew__json_writer *json)
{
    if (!report->of_engines) {
        sinew__json_put_null(json, "comparisons");
        return;
    }
    sinew__json_put_array(json, "comparisons");
    for (size_t i = 1; i < report->side_count; ++i) {
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "engine", engine_name(&report->sides[i]));
        sinew__json_put_bool(json, "equal", cli_largest_ratio(&clip->of_sides[i], report->tolerance) <= 1);
        put_difference_json(report, &clip->of_sides[i], json);
        put_between_json(report, clip, i, json);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_clips_json(const cli_diff_report *report, sinew__json_writer *json)
{
    sinew__json_put_array(json, "clips");
    for (size_t i = 0; i < report->clips->count; ++i) {
        const cli_clip_difference *clip = &report->differences[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "clip", clip_name(&report->sides[0], clip->clips[0]));
        sinew__json_put_text(json, "clip_b", report->of_engines ? NULL : clip_name(&report->sides[1], clip->clips[1]));
        sinew__json_put_bool(json, "equal", largest_ratio(report, clip) <= 1);
        sinew__json_put_whole(json, "times", (int64_t)clip->time_count);
        put_difference_json(report, &clip->of_sides[worst_side(report, clip)], json);
        put_between_json(report, clip, worst_side(report, clip), json);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_meshes_json(const cli_diff_report *report, sinew__json_writer *json)
{
    if (!report->meshes) {
        sinew__json_put_null(json, "meshes");
        return;
    }
    sinew__json_put_array(json, "meshes");
    for (size_t i = 0; i < report->meshes->count; ++i) {
        const cli_mesh_pair *pair = &report->meshes->items[i];
        const int comparable = pair->triangles[0] == pair->triangles[1];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "object", pair->name);
        sinew__json_put_whole(json, "triangles_a", pair->triangles[0]);
        sinew__json_put_whole(json, "triangles_b", pair->triangles[1]);
        sinew__json_put_number(json, "cm", comparable ? pair->cm : (double)NAN);
        sinew__json_put_number(json, "time_s", comparable ? pair->time : (double)NAN);
        sinew__json_put_bool(json, "equal", comparable && pair->cm <= report->tolerance.cm);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_only_json(const cli_diff_report *report, int side, const char *joints_key, const char *clips_key,
                          const char *meshes_key, sinew__json_writer *json)
{
    const cli_diff_side *of = &report->sides[side];
    sinew__json_put_array(json, joints_key);
    for (int32_t id = 0; id < of->joints.count; ++id)
        if (is_unmatched_joint(report, side, id)) sinew__json_put_text(json, NULL, cli_joint_name(&of->joints, id));
    sinew__json_end_array(json);
    sinew__json_put_array(json, clips_key);
    for (int32_t i = 0; i < of->model->clip_count; ++i)
        if (is_unmatched_clip(report, side, i)) sinew__json_put_text(json, NULL, clip_name(of, i));
    sinew__json_end_array(json);
    sinew__json_put_array(json, meshes_key);
    for (int32_t i = 0; report->meshes && i < of->model->mesh_count; ++i)
        if (report->meshes->only_in[side][i]) sinew__json_put_text(json, NULL, mesh_name(of, i));
    sinew__json_end_array(json);
}

void cli_put_diff_json(const cli_diff_report *report, sinew__json_writer *json)
{
    const cli_diff_side *a = &report->sides[0], *b = &report->sides[1];
    const cli_clip_difference *worst = worst_clip(report);
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "schema", "sinew.diff/1");
    sinew__json_put_text(json, "a", a->path);
    sinew__json_put_text(json, "b", report->of_engines ? NULL : b->path);
    sinew__json_put_text(json, "clip", clip_name(a, worst->clips[0]));
    sinew__json_put_text(json, "clip_b", report->of_engines ? NULL : clip_name(b, worst->clips[1]));
    put_engines_json(report, json);
    sinew__json_put_object(json, "tolerance");
    sinew__json_put_number(json, "deg", report->tolerance.deg);
    sinew__json_put_number(json, "cm", report->tolerance.cm);
    sinew__json_end_object(json);
    sinew__json_put_bool(json, "equal", cli_diff_all_equal(report));
    sinew__json_put_whole(json, "times", (int64_t)worst->time_count);
    sinew__json_put_whole(json, "joints", report->joint_count);
    put_difference_json(report, &worst->of_sides[worst_side(report, worst)], json);
    put_between_json(report, worst, worst_side(report, worst), json);
    put_comparisons_json(report, worst, json);
    put_clips_json(report, json);
    put_meshes_json(report, json);
    put_only_json(report, 0, "only_in_a", "only_clips_in_a", "only_meshes_in_a", json);
    put_only_json(report, 1, "only_in_b", "only_clips_in_b", "only_meshes_in_b", json);
    sinew__json_end_object(json);
}

// ---- text ---------------------------------------------------------------------------------------------------------

static void put_clip_text(const cli_diff_side *side, int32_t clip, sinew__buffer *out)
{
    const char *name = clip_name(side, clip);
    if (!name) {
        sinew__buffer_put_text(out, "rest pose");
        return;
    }
    sinew__buffer_put_text(out, "clip '");
    sinew__buffer_put_printable(out, name);
    sinew__buffer_put_character(out, '\'');
}

static void put_title(const cli_diff_report *report, const cli_clip_difference *clip, sinew__buffer *out)
{
    const cli_diff_side *a = &report->sides[0], *b = &report->sides[1];
    sinew__buffer_put_printable(out, a->path);
    if (!report->of_engines) {
        sinew__buffer_put_text(out, " and ");
        sinew__buffer_put_printable(out, b->path);
    }
    sinew__buffer_put_text(out, ": ");
    put_clip_text(a, clip->clips[0], out);
    sinew__buffer_format(out, ", %zu time%s, %d joint%s\n", clip->time_count, clip->time_count == 1 ? "" : "s",
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

static void put_difference_text(const cli_diff_report *report, const cli_difference *difference, size_t index,
                                sinew__buffer *out)
{
    if (report->of_engines) {
        sinew__buffer_format(out, "%s compared with %s: %s\n", engine_name(&report->sides[index]),
                             engine_name(&report->sides[0]),
                             cli_largest_ratio(difference, report->tolerance) <= 1 ? "equal" : "different");
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

/// Puts the differences between the times that are compared.
static void put_between_text(const cli_diff_report *report, const cli_difference *difference, sinew__buffer *out)
{
    put_spot_text(report, "angle between", difference->angle.deg, "deg", &difference->angle, out);
    put_spot_text(report, "distance between", difference->distance.cm, "cm", &difference->distance, out);
}

static void put_mesh_text(const cli_diff_report *report, const cli_mesh_pair *pair, sinew__buffer *out)
{
    sinew__buffer_put_text(out, "  mesh ");
    sinew__buffer_put_printable(out, pair->name);
    if (pair->triangles[0] != pair->triangles[1]) {
        sinew__buffer_format(out, ": %lld and %lld triangles\n", (long long)pair->triangles[0],
                             (long long)pair->triangles[1]);
        return;
    }
    sinew__buffer_format(out, ": %lld triangles, %.6g cm", (long long)pair->triangles[0], pair->cm);
    if (pair->cm > report->tolerance.cm) sinew__buffer_format(out, " at %.4f s", pair->time);
    sinew__buffer_put_character(out, '\n');
}

/// The things of one kind that exist on one side only, in one line.
typedef struct only_list {
    const cli_diff_side *side;
    const char *what;
    int count;
} only_list;

static void put_only(only_list *list, const char *name, sinew__buffer *out)
{
    if (list->count++ == 0) {
        sinew__buffer_format(out, "  %sonly in ", list->what);
        sinew__buffer_put_printable(out, list->side->path);
        sinew__buffer_put_text(out, ": ");
    } else {
        sinew__buffer_put_text(out, ", ");
    }
    sinew__buffer_put_printable(out, name);
}

static void end_only(const only_list *list, sinew__buffer *out)
{
    if (list->count > 0) sinew__buffer_put_character(out, '\n');
}

static void put_only_text(const cli_diff_report *report, int index, sinew__buffer *out)
{
    const cli_diff_side *side = &report->sides[index];
    only_list joints = {side, "", 0}, clips = {side, "clips ", 0}, meshes = {side, "meshes ", 0};
    for (int32_t id = 0; id < side->joints.count; ++id)
        if (is_unmatched_joint(report, index, id)) put_only(&joints, cli_joint_name(&side->joints, id), out);
    end_only(&joints, out);
    for (int32_t i = 0; i < side->model->clip_count; ++i)
        if (is_unmatched_clip(report, index, i)) put_only(&clips, clip_name(side, i), out);
    end_only(&clips, out);
    for (int32_t i = 0; report->meshes && i < side->model->mesh_count; ++i)
        if (report->meshes->only_in[index][i]) put_only(&meshes, mesh_name(side, i), out);
    end_only(&meshes, out);
}

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out)
{
    for (size_t k = 0; k < report->clips->count; ++k) {
        const cli_clip_difference *clip = &report->differences[k];
        put_title(report, clip, out);
        for (size_t i = 1; i < report->side_count; ++i) {
            put_difference_text(report, &clip->of_sides[i], i, out);
            if (clip->has_between) put_between_text(report, &clip->between[i], out);
        }
    }
    for (size_t i = 0; report->meshes && i < report->meshes->count; ++i)
        put_mesh_text(report, &report->meshes->items[i], out);
    put_only_text(report, 0, out);
    put_only_text(report, 1, out);
    sinew__buffer_format(out, "%s (tolerance %.6g deg, %.6g cm)\n", cli_diff_all_equal(report) ? "equal" : "different",
                         report->tolerance.deg, report->tolerance.cm);
}

// ---- test cases ----------------------------------------------------------------------------------------------------

/// Puts a case of a name and a text that were built, and frees both. Without a text the case passes.
static void put_case(sinew__buffer *name, sinew__buffer *text, cli_test_cases *cases, sinew__buffer *out)
{
    const int is_failed = text->size > 0;
    while (text->size > 0 && text->text[text->size - 1] == '\n') --text->size;
    sinew__buffer_put_character(name, '\0');
    sinew__buffer_put_character(text, '\0');
    out->failed |= name->failed | text->failed;
    if (!name->failed && !text->failed)
        cli_test_cases_put(cases, &(cli_test_case){.type = "difference",
                                                   .name = name->text,
                                                   .text = is_failed ? text->text : NULL,
                                                   .severity = SINEW_SEVERITY_ERROR,
                                                   .is_failed = is_failed});
    sinew__buffer_free(name);
    sinew__buffer_free(text);
}

/// The lines of a difference, without the indentation that they have as text.
static void put_lines(const sinew__buffer *lines, sinew__buffer *out)
{
    for (size_t i = 0; i < lines->size; ++i)
        if (lines->text[i] != ' ' || (i > 0 && lines->text[i - 1] != ' ' && lines->text[i - 1] != '\n'))
            sinew__buffer_put_character(out, lines->text[i]);
    out->failed |= lines->failed;
}

static void put_clip_case(const cli_diff_report *report, const cli_clip_difference *clip, size_t side,
                          cli_test_cases *cases, sinew__buffer *out)
{
    sinew__buffer name = {0}, text = {0}, lines = {0};
    put_clip_text(&report->sides[0], clip->clips[0], &name);
    if (report->of_engines) sinew__buffer_format(&name, ", %s", engine_name(&report->sides[side]));
    if (cli_largest_ratio(&clip->of_sides[side], report->tolerance) > 1)
        put_difference_text(report, &clip->of_sides[side], side, &lines);
    put_lines(&lines, &text);
    sinew__buffer_free(&lines);
    put_case(&name, &text, cases, out);
}

static void put_mesh_case(const cli_diff_report *report, const cli_mesh_pair *pair, cli_test_cases *cases,
                          sinew__buffer *out)
{
    sinew__buffer name = {0}, text = {0}, lines = {0};
    sinew__buffer_put_text(&name, "mesh ");
    sinew__buffer_put_text(&name, pair->name);
    if (pair->triangles[0] != pair->triangles[1] || pair->cm > report->tolerance.cm)
        put_mesh_text(report, pair, &lines);
    put_lines(&lines, &text);
    sinew__buffer_free(&lines);
    put_case(&name, &text, cases, out);
}

void cli_put_diff_cases(const cli_diff_report *report, cli_test_cases *cases, sinew__buffer *out)
{
    for (size_t k = 0; k < report->clips->count; ++k)
        for (size_t i = 1; i < report->side_count; ++i) put_clip_case(report, &report->differences[k], i, cases, out);
    for (size_t i = 0; report->meshes && i < report->meshes->count; ++i)
        put_mesh_case(report, &report->meshes->items[i], cases, out);
    if (report->of_engines) return;
    sinew__buffer name = {0}, text = {0}, lines = {0};
    for (int side = 0; side < 2; ++side) put_only_text(report, side, &lines);
    put_lines(&lines, &text);
    sinew__buffer_free(&lines);
    sinew__buffer_put_text(&name, "same clips, joints and meshes");
    put_case(&name, &text, cases, out);
}
