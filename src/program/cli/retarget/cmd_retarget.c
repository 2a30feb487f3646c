/// sinew retarget FILE --anim FILE
#include "author/retarget/retarget.h"
#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/text_table.h"

typedef struct retarget_settings {
    const char *animation;
    int explain;
} retarget_settings;

static const cli_option options[] = {
    {"anim", 0, CLI_TEXT, "FILE", "show the map for the clips of this file", CLI_FIELD(retarget_settings, animation),
     .complete = CLI_COMPLETE_FILE, .is_input = 1},
    {"explain", 0, CLI_SWITCH, NULL, "show both bodies side by side, and their missing parts",
     CLI_FIELD(retarget_settings, explain)},
    {0},
};

/// One of the two bodies.
typedef struct mapped_body {
    const char *path;
    const char *key; ///< name of its section in a map: "character" or "animation"
    sinew_model *model;
    sinew_body_map map;
    sinew__reference_body body; ///< the body in its reference pose
} mapped_body;

/// The state of one run.
typedef struct retarget_job {
    const cli_context *context;
    mapped_body bodies[2];
    sinew__arena memory;
    int are_equal; ///< whether the skeletons are equal; then clips are copied, and bodies are not searched
} retarget_job;

static const char *joint_of(const mapped_body *body, int32_t part)
{
    const int32_t joint = body->map.joint[part];
    return joint == SINEW_NONE ? NULL : sinew_text(body->model, body->model->joints[joint].name);
}

static double leg_length(const mapped_body *body)
{
    return body->body.leg_length;
}

// ---- output -------------------------------------------------------------------------------------------------------

/// Puts a table of a body's candidates for the reference pose, with their scores, and marks the chosen one.
static void put_references(const retarget_job *job, const mapped_body *body, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrrrrrl", .has_title = 1, .color = cli_wants_color(job->context)};
    char name[SINEW__REFERENCE_NAME_SIZE];
    cli_table_add(&table, "reference pose of the %s", body->key);
    for (const char *const *title = (const char *const[]){"upright", "lengths", "symmetry", "feet", "score", "", NULL};
         *title; ++title)
        cli_table_add(&table, "%s", *title);
    for (int32_t i = 0; i < body->body.candidate_count; ++i) {
        const sinew__reference_candidate *candidate = &body->body.candidates[i];
        const double values[] = {candidate->upright, candidate->lengths, candidate->symmetry, candidate->feet,
                                 candidate->score};
        cli_table_add_name(&table, sinew__reference_name(body->model, candidate, name));
        for (size_t k = 0; k < sizeof values / sizeof *values; ++k) cli_table_add(&table, "%.2f", values[k]);
        cli_table_add(&table, "%s%s", i == body->body.chosen ? "chosen" : "",
                      !candidate->stands ? (i == body->body.chosen ? ", does not stand" : "does not stand") : "");
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "", out);
}

static void put_table(const retarget_job *job, sinew__buffer *out)
{
    if (job->are_equal) {
        sinew__buffer_put_text(out, "equal skeletons: joints copy the transforms of joints with the same name\n");
        return;
    }
    cli_table table = {.alignment = "llll", .has_title = 1, .color = cli_wants_color(job->context)};
    for (const char *const *title = (const char *const[]){"part", "character", "animation", "", NULL}; *title; ++title)
        cli_table_add(&table, "%s", *title);
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        const char *own = joint_of(&job->bodies[0], part), *other = joint_of(&job->bodies[1], part);
        if (!own && !other) continue;
        cli_table_add(&table, "%s", sinew_body_part_name(part));
        cli_table_add_name(&table, own ? own : "-");
        cli_table_add_name(&table, other ? other : "-");
        // spine and neck share their rotation among the joints of the chain; any other part needs a joint in both files
        const int is_chain = part >= SINEW_BODY_SPINE && part < SINEW_BODY_HEAD;
        cli_table_add(&table, "%s",
                      own && other ? ""
                      : is_chain   ? "shared among the joints of the chain"
                      : own        ? "missing in the animation: rests"
                                   : "missing in the character: dropped");
    }
    cli_table_put(&table, "", out);
    const double own = leg_length(&job->bodies[0]), other = leg_length(&job->bodies[1]);
    sinew__buffer_format(out, "\nlegs: %.5g and %.5g units; positions are scaled by %.5g\n", own, other, own / other);
    for (int i = 0; i < 2; ++i) put_references(job, &job->bodies[i], out);
}

static void put_reference_json(const mapped_body *body, sinew__json_writer *json)
{
    char name[SINEW__REFERENCE_NAME_SIZE];
    sinew__json_put_text(json, "reference",
                         sinew__reference_name(body->model, &body->body.candidates[body->body.chosen], name));
    sinew__json_put_array(json, "references");
    for (int32_t i = 0; i < body->body.candidate_count; ++i) {
        const sinew__reference_candidate *candidate = &body->body.candidates[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "pose", sinew__reference_name(body->model, candidate, name));
        sinew__json_put_number(json, "upright", candidate->upright);
        sinew__json_put_number(json, "lengths", candidate->lengths);
        sinew__json_put_number(json, "symmetry", candidate->symmetry);
        sinew__json_put_number(json, "feet", candidate->feet);
        sinew__json_put_number(json, "score", candidate->score);
        sinew__json_put_bool(json, "stands", candidate->stands);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_json(const retarget_job *job, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.retarget/1");
    for (int i = 0; i < 2; ++i) {
        sinew__json_put_object(&json, job->bodies[i].key);
        sinew__json_put_text(&json, "file", job->bodies[i].path);
        if (!job->are_equal) {
            sinew__json_put_number(&json, "leg_length", leg_length(&job->bodies[i]));
            put_reference_json(&job->bodies[i], &json);
        }
        sinew__json_end_object(&json);
    }
    sinew__json_put_bool(&json, "equal", job->are_equal);
    if (!job->are_equal)
        sinew__json_put_number(&json, "scale", leg_length(&job->bodies[0]) / leg_length(&job->bodies[1]));
    sinew__json_put_array(&json, "parts");
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        const char *own = joint_of(&job->bodies[0], part), *other = joint_of(&job->bodies[1], part);
        if (!own && !other) continue;
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "part", sinew_body_part_name(part));
        sinew__json_put_text(&json, "character", own);
        sinew__json_put_text(&json, "animation", other);
        sinew__json_end_object(&json);
    }
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- the command --------------------------------------------------------------------------------------------------

static int find_bodies(retarget_job *job, int explains)
{
    cli_context loading = *job->context; // loads each file without the clips of others
    loading.retarget = 0;
    loading.retarget_map = NULL;
    loading.reference = NULL;
    for (int i = 0; i < 2; ++i) {
        const int failed = cli_load_model(&loading, job->bodies[i].path, SINEW_ENGINE_EXACT, &job->bodies[i].model);
        if (failed) return failed;
    }
    const int is_free = !job->context->retarget_map && !job->context->reference;
    if (explains && is_free && !sinew__are_equal_skeletons(job->bodies[0].model, job->bodies[1].model, &job->are_equal))
        return cli_fail_memory(job->context);
    for (int i = 0; i < 2 && !job->are_equal; ++i) {
        mapped_body *body = &job->bodies[i];
        const cli_context *context = job->context;
        sinew_reference reference;
        sinew_error error;
        sinew_result result = sinew__body_map_read(body->model, context->retarget_map, body->key, &body->map, &error);
        if (result == SINEW_OK) result = cli_find_reference(context, body->model, body->key, &reference, &error);
        if (result == SINEW_OK)
            result = sinew__reference_body_init(&body->body, body->model, &body->map, &reference, &job->memory, &error);
        const int failed = result == SINEW_OK ? 0 : cli_fail(context, body->path, &error);
        if (failed) return failed;
    }
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT && job->are_equal; ++part)
        job->bodies[0].map.joint[part] = job->bodies[1].map.joint[part] = SINEW_NONE;
    return 0;
}

static int run(const cli_context *context, const void *data, const cli_files *files)
{
    const retarget_settings *settings = data;
    if (!settings->animation)
        return cli_fail_usage(context, "missing-option", "name the file with the clips", "retarget needs --anim");
    retarget_job job = {
        .context = context,
        .bodies = {{.path = files->paths[0], .key = "character"}, {.path = settings->animation, .key = "animation"}}};
    sinew__buffer out = {0};
    int code = find_bodies(&job, settings->explain);
    if (!code && !settings->explain) {
        sinew__json_writer json = sinew__json_begin(&out);
        json.indent = 2; // for people who edit the map
        sinew__json_put_object(&json, NULL);
        for (int k = 0; k < 2; ++k)
            sinew__body_map_put(job.bodies[k].model, &job.bodies[k].map, job.bodies[k].key, &json);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&out, '\n');
    }
    if (!code && settings->explain) {
        if (context->json)
            put_json(&job, &out);
        else
            put_table(&job, &out);
    }
    if (!code) code = cli_write_stdout(context, &out);
    sinew__buffer_free(&out);
    sinew__arena_free(&job.memory);
    for (int i = 0; i < 2; ++i) sinew_model_destroy(job.bodies[i].model);
    return code;
}

const cli_command cli_retarget = {
    .name = "retarget",
    .summary = "show which joints correspond when clips are retargeted",
    .usage = "FILE --anim FILE [--explain] [--retarget-map FILE]",
    .description =
        "Prints the map of both bodies as JSON, which --retarget-map reads. Edit the map if names mislead. With "
        "--explain, prints a table: the parts, the joints of both files, the missing joints, and the candidates "
        "for the reference pose of each body with their scores and the choice.",
    .options = options,
    .settings_size = sizeof(retarget_settings),
    .min_files = 1,
    .max_files = 1,
    .examples = "sinew retarget character.fbx --anim walk.fbx --explain\n"
                "sinew retarget character.fbx --anim walk.fbx > map.json\n"
                "sinew retarget character.fbx --anim walk.fbx --reference character:bind,0f --explain",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
