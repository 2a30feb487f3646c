/// sinew pose FILE --at TIME
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "program/cli/facts/author_joints.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/rows.h"
#include "program/cli/framework/time_options.h"
#include "program/cli/posing/pose_edit_options.h"
#include "runtime/model/mesh_entries.h"
#include "runtime/pose/engine.h"
#include "runtime/view/shown_pose.h"

enum { CHUNK_SIZE = 1 << 20 }; // bytes of output that are collected before they are written

/// Bits of the values that are shown: --what sets WHAT_…, --euler sets WITH_EULER.
enum { WHAT_LOCAL = 1, WHAT_GLOBAL = 2, WHAT_PALETTE = 4, WITH_EULER = 8 };

static const sinew__word what_words[] = {
    {"local", WHAT_LOCAL, NULL}, {"global", WHAT_GLOBAL, NULL}, {"palette", WHAT_PALETTE, NULL}, {0}};

static const sinew__word euler_orders[] = {{"XYZ", SINEW_ROTATE_XYZ, NULL},
                                           {"XZY", SINEW_ROTATE_XZY, NULL},
                                           {"YZX", SINEW_ROTATE_YZX, NULL},
                                           {"YXZ", SINEW_ROTATE_YXZ, NULL},
                                           {"ZXY", SINEW_ROTATE_ZXY, NULL},
                                           {"ZYX", SINEW_ROTATE_ZYX, NULL},
                                           {0}};

typedef struct pose_settings {
    const char *clip;
    cli_texts animations;
    cli_time_options when;
    cli_texts joints;
    int in_place;
    cli_pose_edits edits;
    const char *what;
    int euler; ///< a sinew_rotation_order, or -1: not requested
    int32_t digits;
    int format;
} pose_settings;

static const pose_settings defaults = {.what = "local,global", .euler = -1, .format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {
    CLI_CLIP_OPTION(pose_settings, clip),
    CLI_ANIM_OPTION(pose_settings, animations),
    CLI_TIME_OPTIONS(pose_settings, when),
    CLI_JOINTS_OPTION(pose_settings, joints),
    CLI_IN_PLACE_OPTION(pose_settings, in_place),
    CLI_POSE_EDIT_OPTIONS(pose_settings, edits),
    {"what", 0, CLI_TEXT, "LIST", "print these values: local, global, palette (local,global)",
     CLI_FIELD(pose_settings, what)},
    {"euler", 0, CLI_CHOICE, "ORDER", "add Euler angles in degrees, in this order", CLI_FIELD(pose_settings, euler),
     .choices = euler_orders},
    {"digits", 0, CLI_WHOLE, "N", "print N significant digits (default: the shortest text that reads back, in text 5)",
     CLI_FIELD(pose_settings, digits), .min = 1, .max = 17},
    CLI_FORMAT_OPTION(pose_settings, format, 1u << CLI_FORMAT_JSONL | 1u << CLI_FORMAT_CSV),
    {0},
};

/// A palette entry of a mesh.
typedef struct mesh_entry {
    int32_t mesh, skin_joint;
    int32_t next; ///< index in `entries` of the joint's next entry, or SINEW_NONE
} mesh_entry;

/// The state of one run.
typedef struct pose_job {
    const cli_context *context;
    const pose_settings *settings;
    const char *path;
    const sinew_model *model;
    int what, format;
    sinew_engine engine;
    int32_t clip;
    shown_in_place in_place; ///< used with --in-place
    pose_edits edits;
    double fps;
    cli_joints joints;
    uint8_t *chosen;      ///< [joints.count] whether a joint was selected by --joints
    int32_t *first_entry; ///< [joint_count] the joint's first palette entry in `entries`, or SINEW_NONE
    mesh_entry *entries;  ///< the entries of each mesh, one after the other; shared entries repeat
    sinew_pose *pose;
} pose_job;

// ---- rows ---------------------------------------------------------------------------------------------------------

/// The values of one joint at one time.
typedef struct pose_row {
    double time, timeline, frame, id, parent_id;
    const char *name, *parent, *order;
    sinew_transform local, global;
    double euler[3], global_euler[3], matrix[16];
} pose_row;

static const cli_column columns[] = {
    {NULL, NULL, "time_s", CLI_CELL_NUMBER, CLI_FIELD(pose_row, time)},
    {NULL, NULL, "at_s", CLI_CELL_NUMBER, CLI_FIELD(pose_row, timeline)},
    {NULL, NULL, "frame", CLI_CELL_NUMBER, CLI_FIELD(pose_row, frame)},
    {NULL, NULL, "id", CLI_CELL_WHOLE, CLI_FIELD(pose_row, id)},
    {"joint", "name", "joint", CLI_CELL_TEXT, CLI_FIELD(pose_row, name)},
    {NULL, "parent", NULL, CLI_CELL_TEXT, CLI_FIELD(pose_row, parent)},
    {NULL, "id", NULL, CLI_CELL_WHOLE, CLI_FIELD(pose_row, id)},
    {NULL, "parent_id", "parent_id", CLI_CELL_WHOLE, CLI_FIELD(pose_row, parent_id)},
    {NULL, "local",
     "translation_x,translation_y,translation_z,rotation_x,rotation_y,rotation_z,rotation_w,scale_x,scale_y,scale_z",
     CLI_CELL_TRANSFORM, CLI_FIELD(pose_row, local), .when = WHAT_LOCAL},
    {"translation", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(pose_row, local.t), .when = WHAT_LOCAL},
    {"rotation %s", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(pose_row, euler), .when = WHAT_LOCAL},
    {"scale", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(pose_row, local.s), .when = WHAT_LOCAL},
    {NULL, "order", NULL, CLI_CELL_TEXT, CLI_FIELD(pose_row, order), .object = "euler", .when = WITH_EULER},
    {NULL, "deg", "euler_x,euler_y,euler_z", CLI_CELL_VECTOR, CLI_FIELD(pose_row, euler), .object = "euler",
     .when = WITH_EULER},
    {NULL, "global",
     "global_0,global_1,global_2,global_3,global_4,global_5,global_6,global_7,global_8,global_9,global_10,global_11,"
     "global_12,global_13,global_14,global_15",
     CLI_CELL_MATRIX, CLI_FIELD(pose_row, matrix), .when = WHAT_GLOBAL},
    {"global position", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(pose_row, global.t), .when = WHAT_GLOBAL},
    {"rotation %s", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(pose_row, global_euler), .when = WHAT_GLOBAL},
    {0},
};

/// Returns the rotation order of the Euler angles: --euler, else XYZ, because text output shows Euler angles even
/// without --euler.
static int order_of(const pose_job *job)
{
    return job->settings->euler < 0 ? SINEW_ROTATE_XYZ : job->settings->euler;
}

static void put_joint(const pose_job *job, double time, int32_t id, cli_rows *rows)
{
    const int is_json = job->format == CLI_FORMAT_JSON || job->format == CLI_FORMAT_JSONL;
    const int32_t parent = job->joints.parent[id], joint = job->joints.joint[id];
    const sinew_affine *global = &job->pose->global[joint];
    const double timeline = sinew_clip_to_timeline(job->model, job->clip, time);
    pose_row row = {.time = time,
                    .timeline = timeline,
                    .frame = job->fps > 0 ? cli_frame_at(timeline, job->fps) : (double)NAN,
                    .id = id,
                    .parent_id = parent == SINEW_NONE ? (double)NAN : parent,
                    .name = cli_joint_name(&job->joints, id),
                    .parent = parent == SINEW_NONE ? NULL : cli_joint_name(&job->joints, parent),
                    .order = rows->word,
                    .local = cli_joint_local(&job->joints, id, job->pose)};
    for (int i = 0; i < 16; ++i) row.matrix[i] = i % 4 < 3 ? global->row[i % 4][i / 4] : i == 15;
    sinew__transform_from_affine(global, &row.global);
    sinew__quat_to_least_euler(row.local.r, order_of(job), row.euler);
    sinew__quat_to_least_euler(row.global.r, order_of(job), row.global_euler);
    if (is_json) sinew__json_put_object(rows->json, NULL);
    cli_rows_add(rows, &row);
    if (job->what & WHAT_PALETTE) {
        sinew__json_put_array(rows->json, "palette");
        for (int32_t i = job->first_entry[joint]; i != SINEW_NONE; i = job->entries[i].next) {
            const mesh_entry *entry = &job->entries[i];
            sinew__json_put_object(rows->json, NULL);
            sinew__json_put_whole(rows->json, "mesh", entry->mesh);
            sinew__json_put_text(rows->json, "name", sinew_text(job->model, job->model->meshes[entry->mesh].name));
            cli_json_palette_matrix(rows->json, "matrix", &job->pose->palette[entry->skin_joint]);
            sinew__json_end_object(rows->json);
        }
        sinew__json_end_array(rows->json);
    }
    if (is_json) sinew__json_end_object(rows->json);
}

// ---- output around the rows --------------------------------------------------------------------------------------

static void put_json_head(const pose_job *job, double time, sinew__json_writer *json)
{
    const sinew_clip *clip = job->clip == SINEW_NONE ? NULL : &job->model->clips[job->clip];
    const double timeline = sinew_clip_to_timeline(job->model, job->clip, time);
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "schema", "sinew.pose/1");
    sinew__json_put_text(json, "file", job->path);
    sinew__json_put_text(json, "clip", clip ? sinew_text(job->model, clip->name) : NULL);
    sinew__json_put_number(json, "time_s", time);
    sinew__json_put_number(json, "at_s", timeline);
    sinew__json_put_number(json, "frame", job->fps > 0 ? cli_frame_at(timeline, job->fps) : (double)NAN);
    sinew__json_put_number(json, "unit_cm", job->model->info->unit_cm);
    sinew__json_put_text(json, "up", sinew_text(job->model, job->model->info->up));
    sinew__json_put_text(json, "engine", sinew__engine_info(job->engine)->name);
    sinew__json_put_text(json, "matrix", "16 floats, column-major, column vectors, right-handed");
    sinew__json_put_array(json, "joints");
}

static void put_text_head(const pose_job *job, double time, sinew__buffer *out)
{
    const sinew_clip *clip = job->clip == SINEW_NONE ? NULL : &job->model->clips[job->clip];
    if (clip) {
        sinew__buffer_put_text(out, "clip ");
        sinew__buffer_put_printable(out, sinew_text(job->model, clip->name));
        const int digits = job->settings->digits, is_long = fabs(time) >= 1e9;
        sinew__buffer_format(out, digits || is_long ? " at %.*g s" : " at %.*f s",
                             digits    ? digits
                             : is_long ? 6
                                       : 4,
                             time);
    } else {
        sinew__buffer_put_text(out, "rest pose");
    }
    if (job->fps > 0)
        sinew__buffer_format(out, ", frame %.*g", job->settings->digits ? job->settings->digits : 7,
                             cli_frame_at(sinew_clip_to_timeline(job->model, job->clip, time), job->fps));
    sinew__buffer_put_character(out, '\n');
}

// ---- the command --------------------------------------------------------------------------------------------------

/// Puts the pose at one time. Returns 0, or the exit code after printing the error.
static int put_pose(pose_job *job, double time, int is_first, cli_rows *rows)
{
    const int is_text = job->format == CLI_FORMAT_TEXT, is_json = !is_text && job->format != CLI_FORMAT_CSV;
    sinew_error error;
    const shown_posing posing = {.model = job->model,
                                 .engine = job->engine,
                                 .clip = job->clip,
                                 .in_place = job->settings->in_place ? &job->in_place : NULL,
                                 .edits = &job->edits};
    if (sinew__shown_pose(&posing, time, job->pose, &error) != SINEW_OK)
        return cli_fail(job->context, job->path, &error);
    sinew_pose_compute_locals(job->model, job->pose);
    if (is_text && !is_first) sinew__buffer_put_character(rows->json->out, '\n');
    if (is_text) put_text_head(job, time, rows->json->out);
    if (is_json) put_json_head(job, time, rows->json);
    for (int32_t id = 0; id < job->joints.count; ++id) {
        if (job->chosen[id]) put_joint(job, time, id, rows);
    }
    cli_rows_end_table(rows);
    if (is_json) {
        sinew__json_end_array(rows->json);
        sinew__json_put_array(rows->json, "morphs");
        for (int32_t i = 0; i < job->model->morph_count; ++i) {
            const sinew_morph *morph = &job->model->morphs[i];
            sinew__json_put_object(rows->json, NULL);
            sinew__json_put_whole(rows->json, "mesh", morph->mesh);
            sinew__json_put_text(rows->json, "name", sinew_text(job->model, morph->name));
            sinew__json_put_float(rows->json, "weight", job->pose->morph_weights[i]);
            sinew__json_end_object(rows->json);
        }
        sinew__json_end_array(rows->json);
        sinew__json_end_object(rows->json);
    }
    if (job->format == CLI_FORMAT_JSONL) {
        sinew__buffer_put_character(rows->json->out, '\n');
        rows->json->after_value = 0;
    }
    return 0;
}

/// Puts the poses at all times, and writes them in chunks: a million poses may not fit in memory, and a closed pipe
/// ends the work early.
static int put_poses(pose_job *job, const double *times, size_t count, sinew__buffer *out)
{
    const int many = job->format == CLI_FORMAT_JSON && count > 1;
    int failed = 0, is_open = 1;
    sinew__json_writer json = sinew__json_begin(out);
    json.digits = job->settings->digits;
    cli_rows rows = {.columns = columns,
                     .format = job->format,
                     .json = &json,
                     .shown = (unsigned)job->what | (job->settings->euler < 0 ? 0u : WITH_EULER),
                     .word = sinew__word_of(euler_orders, order_of(job))->name,
                     .color = cli_wants_color(job->context)};
    if (many) {
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.pose/1");
        sinew__json_put_text(&json, "file", job->path);
        sinew__json_put_array(&json, "poses");
    }
    if (job->format == CLI_FORMAT_CSV) cli_rows_put_csv_titles(columns, rows.shown, out);
    for (size_t i = 0; i < count && is_open && !out->failed && !failed; ++i) {
        failed = put_pose(job, times[i], i == 0, &rows);
        if (!failed && out->size >= CHUNK_SIZE && !out->failed) failed = cli_write_chunk(job->context, out, &is_open);
    }
    if (many) {
        sinew__json_end_array(&json);
        sinew__json_end_object(&json);
    }
    if (job->format == CLI_FORMAT_JSON) sinew__buffer_put_character(out, '\n');
    return failed;
}

/// Lists the palette entries of each joint in all meshes, in the order of the meshes. Returns 0 when out of memory.
static int list_entries(pose_job *job)
{
    const sinew_model *model = job->model;
    size_t total = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) total += (size_t)model->meshes[i].skin_joint_count;
    job->first_entry = malloc(((size_t)model->joint_count + 1) * sizeof *job->first_entry);
    job->entries = malloc((total + 1) * sizeof *job->entries);
    uint8_t *has = malloc((size_t)model->skin_joint_count + 1);
    const int ok = job->first_entry && job->entries && has;
    int32_t count = 0;
    for (int32_t i = 0; ok && i < model->joint_count; ++i) job->first_entry[i] = SINEW_NONE;
    for (int32_t m = model->mesh_count - 1; ok && m >= 0; --m) {
        const sinew_mesh *mesh = &model->meshes[m];
        sinew__mark_mesh_entries(model, m, has);
        for (int32_t i = mesh->skin_joint_count - 1; i >= 0; --i) {
            int32_t *first = &job->first_entry[model->skin_joints[mesh->first_skin_joint + i].joint];
            if (!has[i]) continue;
            job->entries[count] = (mesh_entry){.mesh = m, .skin_joint = mesh->first_skin_joint + i, .next = *first};
            *first = count++;
        }
    }
    free(has);
    return ok;
}

/// Finds the clip and the joints, and creates the pose. Returns 0, or the exit code after printing the error.
static int prepare(pose_job *job)
{
    sinew_error error;
    int failed = cli_find_clip(job->context, job->path, job->model, job->settings->clip, &job->clip);
    if (failed) return failed;
    job->fps = cli_frame_rate(job->model, job->settings->when.fps);
    if (sinew_engine_accepts(job->model, job->engine, &error) != SINEW_OK ||
        sinew_pose_create(job->model, &job->pose, &error) != SINEW_OK) {
        return cli_fail(job->context, job->path, &error);
    }
    const sinew_model *model = job->model;
    if (!cli_joints_init(&job->joints, model)) return cli_fail_memory(job->context);
    if (!list_entries(job)) return cli_fail_memory(job->context);
    job->chosen = malloc((size_t)job->joints.count + 1);
    if (!job->chosen) return cli_fail_memory(job->context);
    failed = cli_joints_choose(job->context, job->path, &job->joints, &job->settings->joints, job->chosen);
    if (failed) return failed;
    if (job->settings->in_place) {
        if (!sinew__shown_in_place_open(&job->in_place, model)) return cli_fail_memory(job->context);
        if (job->in_place.joint == SINEW_NONE)
            cli_warn(job->context, job->path, "no joint moves the character: --in-place has no effect");
    }
    return cli_resolve_pose_edits(job->context, job->path, model, &job->settings->edits, &job->edits);
}

static int print_poses(pose_job *job)
{
    double *times = NULL;
    size_t count = 0;
    int failed = prepare(job);
    if (!failed)
        failed = cli_list_times(job->context, job->path, job->model, job->clip, &job->settings->when, &times, &count);
    if (!failed) {
        sinew__buffer out = {0};
        failed = put_poses(job, times, count, &out);
        if (failed)
            sinew__buffer_free(&out);
        else
            failed = cli_write_stdout(job->context, &out);
    }
    free(times);
    free(job->chosen);
    free(job->first_entry);
    free(job->entries);
    sinew__pose_edits_free(&job->edits);
    sinew__shown_in_place_free(&job->in_place);
    sinew_pose_destroy(job->pose);
    cli_joints_free(&job->joints);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    pose_job job = {.context = context, .settings = settings, .path = files->paths[0]};
    job.format = cli_format_of(context, job.settings->format);
    job.what = cli_values_of_words(what_words, job.settings->what);
    job.engine = (sinew_engine)(context->engine < 0 ? SINEW_ENGINE_EXACT : context->engine);
    if (!job.what)
        return cli_fail_usage(context, "bad-value", "expected one or more of local,global,palette",
                              "--what: '%s' is not a valid choice", job.settings->what);
    if (job.what & WHAT_PALETTE && (job.format == CLI_FORMAT_TEXT || job.format == CLI_FORMAT_CSV))
        return cli_fail_usage(context, "bad-value", "use --json", "--what: the palette is available as JSON only");
    if (!cli_times_are_given(&job.settings->when))
        return cli_fail_usage(context, "missing-option", "use --at 50% or --range start..end",
                              "pose needs --at or --range");
    sinew_model *model;
    int failed = cli_load_animated(context, job.path, &job.settings->animations, job.engine, &model);
    if (failed) return failed;
    job.model = model;
    job.engine = cli_engine_of_model(context, job.path, model, job.engine);
    failed = print_poses(&job);
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_pose = {
    .name = "pose",
    .summary = "print transforms at one or more times",
    .usage = "FILE [--clip C] (--at TIME… | --range A..B [--step S]) [--joints G]",
    .description =
        "local is relative to the parent joint, global is in model space, palette is globalInverse · global · "
        "offset.\n"
        "Global positions are in the unit of the file. Local translations, also in --set, are in the parent joint's "
        "space: the scale of the joints above applies to them. Matrices are in column-major order.",
    .options = options,
    .settings_size = sizeof(pose_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .examples = "sinew pose walk.fbx --at 12f --joints 'hand.*'\n"
                "sinew pose walk.fbx --range start..end --step 2f --format csv > walk.csv\n"
                "sinew pose walk.fbx --at 0 --set 'forearm.L:rz=45' --what global",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ENGINE | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
