// The output of `sinew diff`: text, JSON, and test cases.
#define _POSIX_C_SOURCE 200809L
#include "program/cli/diff/diff.h"
#include "runtime/pose/engine.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "program/cli/framework/rows.h"
#include "runtime/model/look_up.h"

const char cli_diff_title[] = "sinew diff";

/// Returns the index of the side that differs most in a clip.
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

/// Returns the clip with the largest difference.
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

static int is_renamed(const cli_diff_report *report, int32_t id)
{
    return report->renamed && report->renamed[id] && report->chosen[0][id];
}

/// Returns whether the two clips of a pair have different names, ignoring case and everything up to the last `|`.
/// Returns 0 if the user selected the second clip, or if a side has no clip.
static int has_other_name(const cli_diff_report *report, const cli_clip_difference *clip)
{
    if (report->of_engines || report->has_other_clip || clip->clips[0] == SINEW_NONE || clip->clips[1] == SINEW_NONE)
        return 0;
    const sinew_model *a = report->sides[0].model, *b = report->sides[1].model;
    return strcasecmp(sinew__short_clip_name(sinew__clip_name(a, clip->clips[0])),
                      sinew__short_clip_name(sinew__clip_name(b, clip->clips[1]))) != 0;
}

static int has_other_joints(const cli_diff_report *report)
{
    for (int32_t id = 0; id < report->sides[0].joints.count; ++id)
        if (is_renamed(report, id) || cli_is_reparented(report, id)) return 1;
    return 0;
}

int cli_diff_all_equal(const cli_diff_report *report)
{
    const sinew_model *a = report->sides[0].model, *b = report->sides[1].model;
    if (report->lacks_joint) return 0;
    for (int side = 0; side < 2; ++side)
        for (int32_t i = 0; i < report->sides[side].model->clip_count; ++i)
            if (is_unmatched_clip(report, side, i)) return 0;
    if (report->clips->count > report->clips->named || has_other_joints(report)) return 0;
    if (report->materials && report->materials->different > 0) return 0;
    if (report->meshes && !cli_meshes_are_equal(report->meshes, a, b, report->tolerance.cm)) return 0;
    return largest_ratio(report, worst_clip(report)) <= 1;
}

int cli_leaves_out_meshes(const cli_diff_report *report)
{
    return !report->of_engines && !report->meshes && report->sides[0].model->mesh_count > 0 &&
           report->sides[1].model->mesh_count > 0;
}

int cli_leaves_out_materials(const cli_diff_report *report)
{
    return !report->of_engines && !report->materials && report->sides[0].model->material_count > 0 &&
           report->sides[1].model->material_count > 0;
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
    return sinew__engine_info(side->engine)->name;
}

static const char *mesh_name(const cli_diff_side *side, int32_t mesh)
{
    return sinew_text(side->model, side->model->meshes[mesh].object);
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

/// Bits of the kinds of JSON objects: each shows some columns of the table below. Text output does not use the table.
enum { SPOT = 1, CHANGE = 2, VERTEX = 4, MESH = 8, RENAMED = 16, REPARENTED = 32 };

typedef struct diff_row {
    const char *name, *name_b, *parent_b;
    double mesh, keys, vertex, triangles[2], time, deg, cm, is_equal;
} diff_row;

static const cli_column columns[] = {
    {.json = "mesh", .kind = CLI_CELL_WHOLE, CLI_FIELD(diff_row, mesh), .when = VERTEX},
    {.json = "joint", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name), .when = SPOT | CHANGE | REPARENTED},
    {.json = "name", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name), .when = VERTEX},
    {.json = "object", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name), .when = MESH},
    {.json = "a", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name), .when = RENAMED},
    {.json = "b", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name_b), .when = RENAMED},
    {.json = "parent_a", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, name_b), .when = REPARENTED},
    {.json = "parent_b", .kind = CLI_CELL_TEXT, CLI_FIELD(diff_row, parent_b), .when = REPARENTED},
    {.json = "keys", .kind = CLI_CELL_WHOLE, CLI_FIELD(diff_row, keys), .when = CHANGE},
    {.json = "vertex", .kind = CLI_CELL_WHOLE, CLI_FIELD(diff_row, vertex), .when = VERTEX},
    {.json = "triangles_a", .kind = CLI_CELL_WHOLE, CLI_FIELD(diff_row, triangles[0]), .when = MESH},
    {.json = "triangles_b", .kind = CLI_CELL_WHOLE, CLI_FIELD(diff_row, triangles[1]), .when = MESH},
    {.json = "time_s", .kind = CLI_CELL_NUMBER, CLI_FIELD(diff_row, time), .when = SPOT | CHANGE | VERTEX},
    {.json = "deg", .kind = CLI_CELL_NUMBER, CLI_FIELD(diff_row, deg), .when = SPOT | CHANGE},
    {.json = "cm", .kind = CLI_CELL_NUMBER, CLI_FIELD(diff_row, cm), .when = SPOT | CHANGE | VERTEX | MESH},
    {.json = "time_s", .kind = CLI_CELL_NUMBER, CLI_FIELD(diff_row, time), .when = MESH},
    {.json = "equal", .kind = CLI_CELL_YES, CLI_FIELD(diff_row, is_equal), .when = MESH},
    {0},
};

static void put_row(sinew__json_writer *json, const char *key, unsigned shown, const diff_row *row)
{
    sinew__json_put_object(json, key);
    cli_rows_add(&(cli_rows){.columns = columns, .format = CLI_FORMAT_JSON, .json = json, .shown = shown}, row);
    sinew__json_end_object(json);
}

/// The joints of a cli_difference that are printed. Text has `label` and one value of the joint with its unit; JSON has
/// the whole cli_joint_spot.
static const struct {
    const char *label, *between, *unit; ///< NULL: not in text
    const char *key;
    size_t spot;  ///< offset in cli_difference
    size_t value; ///< offset in cli_joint_spot
} measures[] = {
    {NULL, NULL, NULL, "worst", offsetof(cli_difference, worst), 0},
    {"angle", "angle between", "deg", "worst_angle", offsetof(cli_difference, angle), offsetof(cli_joint_spot, deg)},
    {"distance", "distance between", "cm", "worst_distance", offsetof(cli_difference, distance),
     offsetof(cli_joint_spot, cm)},
};

enum { MEASURES = sizeof measures / sizeof *measures };

static const cli_joint_spot *spot_of(const cli_difference *difference, size_t measure)
{
    return (const void *)((const char *)difference + measures[measure].spot);
}

static void put_difference_json(const cli_diff_report *report, const cli_difference *difference,
                                sinew__json_writer *json)
{
    for (size_t i = 0; i < MEASURES; ++i) {
        const cli_joint_spot *spot = spot_of(difference, i);
        if (spot->id == SINEW_NONE)
            sinew__json_put_null(json, measures[i].key);
        else
            put_row(json, measures[i].key, SPOT,
                    &(diff_row){
                        .name = joint_name(report, spot->id), .time = spot->time, .deg = spot->deg, .cm = spot->cm});
    }
    const cli_vertex_spot *vertex = &difference->vertex;
    const sinew_model *model = report->sides[0].model;
    if (vertex->mesh == SINEW_NONE)
        sinew__json_put_null(json, "worst_vertex");
    else
        put_row(json, "worst_vertex", VERTEX,
                &(diff_row){.name = sinew_text(model, model->meshes[vertex->mesh].name),
                            .mesh = vertex->mesh,
                            .vertex = vertex->vertex,
                            .time = vertex->time,
                            .cm = vertex->cm});
    sinew__json_put_number(json, "rmse_cm", cli_rmse(difference, report->of_engines));
}

/// Puts the differences of a clip at times between the compared ones, or null.
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
        sinew__json_put_number(json, "tempo", clip->tempo > 0 ? clip->tempo : (double)NAN);
        sinew__json_put_array(json, "changed_keys");
        for (int32_t k = 0; k < clip->change_count; ++k) {
            const cli_joint_spot *worst = &clip->changes[k].worst;
            put_row(json, NULL, CHANGE,
                    &(diff_row){.name = joint_name(report, worst->id),
                                .keys = clip->changes[k].keys,
                                .time = worst->time,
                                .deg = worst->deg,
                                .cm = worst->cm});
        }
        sinew__json_end_array(json);
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
        put_row(json, NULL, MESH,
                &(diff_row){.name = pair->name,
                            .triangles = {(double)pair->triangles[0], (double)pair->triangles[1]},
                            .cm = comparable ? pair->cm : (double)NAN,
                            .time = comparable ? pair->time : (double)NAN,
                            .is_equal = comparable && pair->cm <= report->tolerance.cm});
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

static void put_names_json(const cli_diff_report *report, sinew__json_writer *json)
{
    const cli_joints *a = &report->sides[0].joints, *b = &report->sides[1].joints;
    sinew__json_put_array(json, "renamed_joints");
    for (int32_t id = 0; id < a->count && !report->of_engines; ++id) {
        if (is_renamed(report, id))
            put_row(json, NULL, RENAMED,
                    &(diff_row){.name = cli_joint_name(a, id), .name_b = cli_joint_name(b, report->matches[0][id])});
    }
    sinew__json_end_array(json);
    sinew__json_put_array(json, "reparented_joints");
    for (int32_t id = 0; id < a->count; ++id) {
        if (!cli_is_reparented(report, id)) continue;
        const int32_t above[2] = {a->parent[id], b->parent[report->matches[0][id]]};
        put_row(json, NULL, REPARENTED,
                &(diff_row){.name = cli_joint_name(a, id),
                            .name_b = above[0] == SINEW_NONE ? NULL : cli_joint_name(a, above[0]),
                            .parent_b = above[1] == SINEW_NONE ? NULL : cli_joint_name(b, above[1])});
    }
    sinew__json_end_array(json);
}

/// Returns whether a side is rotated to the axes of the first side.
static int is_rotated(const cli_diff_side *side)
{
    return memcmp(&side->rotate_to_first, &(sinew_quat){0, 0, 0, 1}, sizeof side->rotate_to_first) != 0;
}

/// Puts a line about axes and unit, if the second file was converted to the first file's axes or unit.
static void put_frame_text(const cli_diff_report *report, sinew__buffer *out)
{
    const sinew_model *models[2] = {report->sides[0].model, report->sides[1].model};
    const double factor = models[1]->info->unit_cm / models[0]->info->unit_cm;
    if (report->of_engines || (fabs(factor - 1) <= 1e-6 && !is_rotated(&report->sides[1]))) return;
    sinew__buffer_format(out, "frame: %s up, %s front, cm, the origin of each file",
                         sinew_text(models[0], models[0]->info->up), sinew_text(models[0], models[0]->info->front));
    if (is_rotated(&report->sides[1]))
        sinew__buffer_format(out, "; the second file has %s up, %s front", sinew_text(models[1], models[1]->info->up),
                             sinew_text(models[1], models[1]->info->front));
    if (fabs(factor - 1) > 1e-6)
        sinew__buffer_format(out, "; its unit is %.6g cm instead of %.6g", models[1]->info->unit_cm,
                             models[0]->info->unit_cm);
    sinew__buffer_put_character(out, '\n');
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
    if (report->of_engines) {
        sinew__json_put_array(json, "engines");
        for (size_t i = 0; i < report->side_count; ++i)
            sinew__json_put_text(json, NULL, engine_name(&report->sides[i]));
        sinew__json_end_array(json);
    } else {
        sinew__json_put_null(json, "engines");
    }
    sinew__json_put_object(json, "tolerance");
    sinew__json_put_number(json, "deg", report->tolerance.deg);
    sinew__json_put_number(json, "cm", report->tolerance.cm);
    sinew__json_end_object(json);
    const sinew_model *first = report->sides[0].model;
    sinew__json_put_object(json, "frame");
    sinew__json_put_text(json, "up", sinew_text(first, first->info->up));
    sinew__json_put_text(json, "front", sinew_text(first, first->info->front));
    sinew__json_put_text(json, "unit", "cm");
    sinew__json_put_text(json, "origin", "of each file");
    sinew__json_put_bool(json, "b_is_rotated", !report->of_engines && is_rotated(&report->sides[1]));
    sinew__json_end_object(json);
    sinew__json_put_bool(json, "equal", cli_diff_all_equal(report));
    sinew__json_put_whole(json, "times", (int64_t)worst->time_count);
    sinew__json_put_whole(json, "joints", report->joint_count);
    put_difference_json(report, &worst->of_sides[worst_side(report, worst)], json);
    put_between_json(report, worst, worst_side(report, worst), json);
    put_comparisons_json(report, worst, json);
    put_clips_json(report, json);
    put_meshes_json(report, json);
    put_names_json(report, json);
    sinew__json_put_array(json, "not_compared");
    if (cli_leaves_out_meshes(report)) sinew__json_put_text(json, NULL, "meshes");
    if (cli_leaves_out_materials(report)) sinew__json_put_text(json, NULL, "materials");
    sinew__json_end_array(json);
    cli_put_materials_json(report->materials, json);
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

/// Puts a line for each entry of `measures` that has a label for text. `is_between`: the differences are at times
/// between the compared ones.
static void put_measures_text(const cli_diff_report *report, const cli_difference *difference, int is_between,
                              sinew__buffer *out)
{
    for (size_t i = 0; i < MEASURES; ++i) {
        const cli_joint_spot *spot = spot_of(difference, i);
        if (!measures[i].label || spot->id == SINEW_NONE) continue;
        const double value = *(const double *)(const void *)((const char *)spot + measures[i].value);
        sinew__buffer_format(out, "  %-20s%.6g %s", is_between ? measures[i].between : measures[i].label, value,
                             measures[i].unit);
        if (value > 0) {
            sinew__buffer_put_text(out, ", ");
            sinew__buffer_put_printable(out, joint_name(report, spot->id));
            sinew__buffer_format(out, " at %.4f s", spot->time);
        }
        sinew__buffer_put_character(out, '\n');
    }
}

static void put_difference_text(const cli_diff_report *report, const cli_difference *difference, size_t index,
                                sinew__buffer *out)
{
    if (report->of_engines) {
        sinew__buffer_format(out, "%s compared with %s: %s\n", engine_name(&report->sides[index]),
                             engine_name(&report->sides[0]),
                             cli_largest_ratio(difference, report->tolerance) <= 1 ? "equal" : "different");
    }
    put_measures_text(report, difference, 0, out);
    if (difference->vertex.mesh != SINEW_NONE) {
        const sinew_model *model = report->sides[0].model;
        sinew__buffer_format(out, "  %-20s%.6g cm", "vertex distance", difference->vertex.cm);
        if (difference->vertex.cm > 0) {
            sinew__buffer_format(out, ", vertex %d of '", (int)difference->vertex.vertex);
            sinew__buffer_put_printable(out, sinew_text(model, model->meshes[difference->vertex.mesh].name));
            sinew__buffer_format(out, "' at %.4f s", difference->vertex.time);
        }
        sinew__buffer_put_character(out, '\n');
    }
    const int of_vertices = report->of_engines && difference->vertex_count > 0;
    if (difference->joint_count > 0 || of_vertices) {
        sinew__buffer_format(out, "  %-20s%.6g cm\n", of_vertices ? "vertices rms" : "distances rms",
                             cli_rmse(difference, of_vertices));
    }
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

/// Joints, meshes or clips that only one side has, printed in one line.
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

static void put_quoted(const char *before, const char *name, sinew__buffer *out)
{
    sinew__buffer_put_text(out, before);
    sinew__buffer_put_printable(out, name);
}

/// Puts an explanation of the difference of a clip: its tempo, or its changed keys.
static void put_review_text(const cli_diff_report *report, const cli_clip_difference *clip, sinew__buffer *out)
{
    if (clip->tempo > 0) sinew__buffer_format(out, "  all times × %.6g\n", clip->tempo);
    for (int32_t i = 0; i < clip->change_count; ++i) {
        const cli_key_change *change = &clip->changes[i];
        const sinew_model *model = report->sides[0].model;
        if (change->keys == 0) {
            put_quoted("  between the keys of ", joint_name(report, change->worst.id), out);
            sinew__buffer_put_text(out, " the curves changed\n");
            continue;
        }
        if (change->keys == 1)
            sinew__buffer_put_text(out, "  one key of ");
        else
            sinew__buffer_format(out, "  %d keys of ", (int)change->keys);
        sinew__buffer_put_printable(out, joint_name(report, change->worst.id));
        const int by_angle = change->worst.deg > report->tolerance.deg;
        sinew__buffer_format(out, " changed: %s%.3g %s at ", change->keys > 1 ? "at most " : "",
                             by_angle ? change->worst.deg : change->worst.cm, by_angle ? "deg" : "cm");
        if (model->info->fps > 0)
            sinew__buffer_format(out, "%.6gf\n",
                                 (model->clips[clip->clips[0]].start + change->worst.time) * model->info->fps);
        else
            sinew__buffer_format(out, "%.4f s\n", change->worst.time);
    }
}

/// Puts joints and clips whose names differ, and joints whose parents differ.
static void put_names_text(const cli_diff_report *report, sinew__buffer *out)
{
    const cli_joints *a = &report->sides[0].joints, *b = &report->sides[1].joints;
    if (report->of_engines) return;
    for (size_t i = 0; i < report->clips->count; ++i) {
        if (!has_other_name(report, &report->differences[i])) continue;
        put_quoted("  clip '", clip_name(&report->sides[0], report->differences[i].clips[0]), out);
        put_quoted("' renamed to '", clip_name(&report->sides[1], report->differences[i].clips[1]), out);
        sinew__buffer_put_text(out, "'\n");
    }
    for (int32_t id = 0; id < a->count; ++id) {
        if (is_renamed(report, id)) {
            put_quoted("  joint ", cli_joint_name(a, id), out);
            put_quoted(" renamed to ", cli_joint_name(b, report->matches[0][id]), out);
            sinew__buffer_put_character(out, '\n');
        }
        if (!cli_is_reparented(report, id)) continue;
        put_quoted("  joint ", cli_joint_name(a, id), out);
        const int32_t above[2] = {a->parent[id], b->parent[report->matches[0][id]]};
        put_quoted(" reparented from ", above[0] == SINEW_NONE ? "the root" : cli_joint_name(a, above[0]), out);
        put_quoted(" to ", above[1] == SINEW_NONE ? "the root" : cli_joint_name(b, above[1]), out);
        sinew__buffer_put_character(out, '\n');
    }
}

/// Puts one line for all equal clips, with the largest of their differences.
static void put_equal_clips(const cli_diff_report *report, sinew__buffer *out)
{
    double deg = 0, cm = 0;
    int count = 0;
    put_quoted("", report->sides[0].path, out);
    put_quoted(" and ", report->sides[1].path, out);
    sinew__buffer_put_text(out, ": clips ");
    for (size_t i = 0; i < report->clips->count; ++i) {
        const cli_clip_difference *clip = &report->differences[i];
        if (largest_ratio(report, clip) > 1) continue;
        put_quoted(count++ ? ", '" : "'", clip_name(&report->sides[0], clip->clips[0]), out);
        sinew__buffer_put_character(out, '\'');
        if (clip->of_sides[1].angle.id != SINEW_NONE) deg = fmax(deg, clip->of_sides[1].angle.deg);
        if (clip->of_sides[1].distance.id != SINEW_NONE) cm = fmax(cm, clip->of_sides[1].distance.cm);
    }
    sinew__buffer_format(out, " are equal: %d joint%s, at most %.6g deg and %.6g cm\n", (int)report->joint_count,
                         report->joint_count == 1 ? "" : "s", deg, cm);
}

void cli_put_not_compared(int meshes, int materials, sinew__buffer *out)
{
    if (!meshes && !materials) return;
    sinew__buffer_format(out, "not compared: %s%s%s (use %s%s%s)\n", meshes ? "meshes" : "",
                         meshes && materials ? ", " : "", materials ? "materials" : "", meshes ? "--meshes" : "",
                         meshes && materials ? ", " : "", materials ? "--materials" : "");
}

void cli_put_diff_text(const cli_diff_report *report, sinew__buffer *out)
{
    size_t equal = 0;
    for (size_t k = 0; k < report->clips->count && !report->of_engines; ++k)
        equal += largest_ratio(report, &report->differences[k]) <= 1;
    const int in_one_line = equal > 1 && !report->only_different;
    if (in_one_line) put_equal_clips(report, out);
    for (size_t k = 0; k < report->clips->count; ++k) {
        const cli_clip_difference *clip = &report->differences[k];
        if (!report->of_engines && (in_one_line || report->only_different) && largest_ratio(report, clip) <= 1)
            continue;
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
        for (size_t i = 1; i < report->side_count; ++i) {
            put_difference_text(report, &clip->of_sides[i], i, out);
            if (clip->has_between) put_measures_text(report, &clip->between[i], 1, out);
        }
        put_review_text(report, clip, out);
    }
    for (size_t i = 0; report->meshes && i < report->meshes->count; ++i) {
        const cli_mesh_pair *pair = &report->meshes->items[i];
        if (report->only_different && pair->triangles[0] == pair->triangles[1] && pair->cm <= report->tolerance.cm)
            continue;
        put_mesh_text(report, pair, out);
    }
    if (report->materials && !(report->only_different && report->materials->different == 0))
        cli_put_materials_text(report->materials, out);
    put_names_text(report, out);
    put_only_text(report, 0, out);
    put_only_text(report, 1, out);
    sinew__buffer_format(out, "%s (tolerance %.6g deg, %.6g cm)\n", cli_diff_all_equal(report) ? "equal" : "different",
                         report->tolerance.deg, report->tolerance.cm);
    put_frame_text(report, out);
    if (!report->in_folder) cli_put_not_compared(cli_leaves_out_meshes(report), cli_leaves_out_materials(report), out);
}

// ---- test cases ----------------------------------------------------------------------------------------------------

/// Puts a test case with a name and a text, and frees both buffers. The case passes if the text is empty.
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

/// Puts lines without their indentation.
static void put_lines(const sinew__buffer *lines, sinew__buffer *out)
{
    for (size_t i = 0; i < lines->size; ++i)
        if (lines->text[i] != ' ' || (i > 0 && lines->text[i - 1] != ' ' && lines->text[i - 1] != '\n'))
            sinew__buffer_put_character(out, lines->text[i]);
    out->failed |= lines->failed;
}

void cli_put_diff_cases(const cli_diff_report *report, cli_test_cases *cases, sinew__buffer *out)
{
    for (size_t k = 0; k < report->clips->count; ++k)
        for (size_t i = 1; i < report->side_count; ++i) {
            sinew__buffer clip_title = {0}, text = {0}, lines = {0};
            put_clip_text(&report->sides[0], report->differences[k].clips[0], &clip_title);
            if (report->of_engines) sinew__buffer_format(&clip_title, ", %s", engine_name(&report->sides[i]));
            if (cli_largest_ratio(&report->differences[k].of_sides[i], report->tolerance) > 1) {
                put_difference_text(report, &report->differences[k].of_sides[i], i, &lines);
                put_review_text(report, &report->differences[k], &lines);
            }
            put_lines(&lines, &text);
            sinew__buffer_free(&lines);
            put_case(&clip_title, &text, cases, out);
        }
    for (size_t i = 0; report->meshes && i < report->meshes->count; ++i) {
        sinew__buffer mesh_title = {0}, text = {0}, lines = {0};
        sinew__buffer_put_text(&mesh_title, "mesh ");
        sinew__buffer_put_text(&mesh_title, report->meshes->items[i].name);
        if (report->meshes->items[i].triangles[0] != report->meshes->items[i].triangles[1] ||
            report->meshes->items[i].cm > report->tolerance.cm)
            put_mesh_text(report, &report->meshes->items[i], &lines);
        put_lines(&lines, &text);
        sinew__buffer_free(&lines);
        put_case(&mesh_title, &text, cases, out);
    }
    if (report->of_engines) return;
    sinew__buffer name = {0}, text = {0}, lines = {0};
    if (has_other_joints(report) || report->clips->count > report->clips->named) put_names_text(report, &lines);
    for (int side = 0; side < 2; ++side) put_only_text(report, side, &lines);
    if (report->materials && report->materials->different > 0) cli_put_materials_text(report->materials, &lines);
    put_lines(&lines, &text);
    sinew__buffer_free(&lines);
    sinew__buffer_put_text(&name, "same clips, joints and meshes");
    put_case(&name, &text, cases, out);
}
