/// sinew library: a database of the clips in a folder.
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/folder.h"
#include "core/platform/signals.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/library/library_commands.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/measure_clip.h"
#include "program/library/update_library.h"
#include "sinew/root_motion.h"
#include "sinew/time_text.h"

// ---- --like --------------------------------------------------------------------------------------------------------

typedef struct cli_like {
    int is_pose; ///< a pose; 0: a motion
    double pose[LIBRARY_POSE_FEATURES];
    float motion[LIBRARY_DESCRIPTOR];
    int is_body; ///< the parts of the body are known
    int8_t body[LIBRARY_BODY_DESCRIPTOR];
} cli_like;

/// The parts of the value of --like, which is cut in place.
typedef struct like_text {
    char *path, *clip, *time; ///< clip, time: NULL if missing
} like_text;

// ---- text ---------------------------------------------------------------------------------------------------------

/// Cuts the text after the shortest prefix that is an existing file, or takes all of it as a file name. In CLIP@TIME,
/// an '@' that no valid time follows belongs to the clip's name.
static like_text cut(char *text)
{
    sinew__file_status status;
    like_text parts = {.path = text};
    if (sinew__file_status_of_path(text, &status)) return parts;
    for (char *end = text + 1; *text && *end; ++end) {
        const char separator = *end;
        if (separator != ':' && separator != '@') continue;
        *end = '\0';
        const int exists = sinew__file_status_of_path(text, &status);
        if (!exists) *end = separator;
        if (!exists) continue;
        if (separator == '@') {
            parts.time = end + 1;
            return parts;
        }
        sinew_time time;
        parts.clip = end + 1;
        char *at = strrchr(parts.clip, '@');
        if (!at || sinew_time_parse(at + 1, &time, NULL) != SINEW_OK) return parts;
        *at = '\0';
        parts.time = at + 1;
        return parts;
    }
    return parts;
}

// ---- describing ---------------------------------------------------------------------------------------------------

static sinew_result describe(const sinew_model *model, int32_t clip, const char *time_text, cli_like *out,
                             sinew_error *error)
{
    library_scratch scratch;
    double time = 0;
    sinew_time parsed;
    out->is_pose = time_text || clip == SINEW_NONE;
    sinew_result result = time_text ? sinew_time_parse(time_text, &parsed, error) : SINEW_OK;
    if (result == SINEW_OK && time_text) {
        const sinew_time_context context = {.model = model, .clip = clip};
        result = sinew_time_resolve(&parsed, &context, &time, error);
    }
    if (result == SINEW_OK) result = library_scratch_create(model, &scratch, error);
    if (result != SINEW_OK) return result;
    int has_bones = 0;
    if (out->is_pose) {
        has_bones = library_describe_pose(model, clip, time, &scratch, out->pose);
    } else {
        sinew_body_map map;
        result = sinew_body_map_find(model, &map, error);
        if (result == SINEW_OK) result = sinew_body_map_check(model, &map, error);
        const double leg = result == SINEW_OK ? sinew_body_leg_length(model, &map) : 0;
        if (result == SINEW_OK && leg == 0) result = sinew__fail_memory(error);
        out->is_body = leg > 0 && library_describe_body(model, clip, &map, leg, &scratch, out->body);
        has_bones = library_describe_motion(model, clip, &scratch, out->motion);
    }
    library_scratch_free(&scratch);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return result;
    if (has_bones) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_NO_JOINT, "no bones, so its motion cannot be compared");
}

/// Loads and describes FILE, FILE:CLIP, FILE@TIME or FILE:CLIP@TIME. Without a time it describes the motion of the
/// clip, else the pose at that time; the clip `none` is the rest pose. FILE is the shortest prefix that exists, so it
/// may contain ':' and '@'. Returns 0, or the exit code after printing the error.
static int read_like(const cli_context *context, const char *text, cli_like *out_like)
{
    char *copy = sinew__copy_text(text);
    sinew_model *model = NULL;
    int32_t clip = SINEW_NONE;
    sinew_error error;
    if (!copy) return cli_fail_memory(context);
    const like_text parts = cut(copy);
    int failed = cli_load_quietly(context, parts.path, &(cli_texts){0}, SINEW_ENGINE_EXACT, &model);
    if (!failed) failed = cli_find_clip(context, parts.path, model, parts.clip, &clip);
    if (!failed && describe(model, clip, parts.time, out_like, &error) != SINEW_OK)
        failed = cli_fail(context, parts.path, &error);
    sinew_model_destroy(model);
    sinew_free(copy);
    return failed;
}

// ---- actions and settings ------------------------------------------------------------------------------------------

typedef enum library_action {
    ACTION_UPDATE,
    ACTION_FIND,
    ACTION_REMOVE,
    ACTION_PLAN,
    ACTION_WORK,
    ACTION_MERGE,
    ACTION_SUBMIT,
} library_action;

static const sinew__word actions[] = {{"update", ACTION_UPDATE, NULL}, {"find", ACTION_FIND, NULL},
                                      {"remove", ACTION_REMOVE, NULL}, {"plan", ACTION_PLAN, NULL},
                                      {"work", ACTION_WORK, NULL},     {"merge", ACTION_MERGE, NULL},
                                      {"submit", ACTION_SUBMIT, NULL}, {0}};

typedef struct library_settings {
    const char *database, *like, *since, *pictures;
    int copies, retry;
    int32_t threads, limit;
    int format;
    cli_shard_settings shard;
} library_settings;

static const library_settings defaults = {.format = CLI_FORMAT_DEFAULT, .shard.shards = 16};

static const size_t default_nearest = 10;

static const cli_option options[] = {
    {"database", 0, CLI_TEXT, "FILE", "keep the database here (library.db in the folder)",
     CLI_FIELD(library_settings, database), .complete = CLI_COMPLETE_FILE},
    {"threads", 0, CLI_WHOLE, "N", "measure N files at once (one per core)", CLI_FIELD(library_settings, threads),
     .min = 1, .max = 256},
    {"retry", 0, CLI_SWITCH, NULL, "measure failed files again; timeouts are retried once automatically",
     CLI_FIELD(library_settings, retry)},
    {"pictures", 0, CLI_TEXT, "DIR",
     "update draws a sheet and a short film of each clip into this directory, remove deletes the pictures of vanished "
     "files",
     CLI_FIELD(library_settings, pictures), .complete = CLI_COMPLETE_FOLDER},
    {"like", 0, CLI_TEXT, "FILE[:CLIP][@TIME]",
     "find the clips nearest to the motion of a clip, or with a time to its pose", CLI_FIELD(library_settings, like),
     .complete = CLI_COMPLETE_FILE},
    {"since", 0, CLI_TEXT, "DATE", "find files and clips that were added, changed or removed since this date",
     CLI_FIELD(library_settings, since)},
    {"limit", 0, CLI_WHOLE, "N", "print the first N clips, with --copies the first N groups (10 with --like, else all)",
     CLI_FIELD(library_settings, limit), .min = 1, .max = 1e6},
    {"copies", 0, CLI_SWITCH, NULL, "find clips with the same motion, and files with the same bytes",
     CLI_FIELD(library_settings, copies)},
    CLI_FORMAT_OPTION(library_settings, format, 1u << CLI_FORMAT_CSV),
    {"shards", 0, CLI_WHOLE, "N", "plan N shards that take the same time (16)",
     CLI_FIELD(library_settings, shard.shards), .min = 1, .max = LIBRARY_MAX_SHARDS},
    {"shard", 0, CLI_WHOLE, "I", "work on this shard of a plan, from 1", CLI_FIELD(library_settings, shard.shard),
     .min = 1, .max = LIBRARY_MAX_SHARDS},
    {"output", 'o', CLI_TEXT, "FILE",
     "write the plan (plan.json in the folder), the result of a shard (shard-I.db beside the plan), or the scripts of "
     "submit (library-work in the folder) here",
     CLI_FIELD(library_settings, shard.output), .complete = CLI_COMPLETE_FILE},
    {"folder", 0, CLI_TEXT, "DIR", "work on the files in this folder, if the folder of the plan is mounted elsewhere",
     CLI_FIELD(library_settings, shard.folder), .complete = CLI_COMPLETE_FOLDER},
    {"plan", 0, CLI_TEXT, "PLAN", "merge the results of all shards that are beside this plan",
     CLI_FIELD(library_settings, shard.plan), .complete = CLI_COMPLETE_FILE},
    {"slurm", 0, CLI_SWITCH, NULL, "submit a Slurm array, and a job that merges its results",
     CLI_FIELD(library_settings, shard.slurm)},
    {"parallel", 0, CLI_SWITCH, NULL, "write a script for GNU parallel", CLI_FIELD(library_settings, shard.parallel)},
    {"makefile", 0, CLI_SWITCH, NULL, "write a Makefile", CLI_FIELD(library_settings, shard.makefile)},
    {"dry-run", 0, CLI_SWITCH, NULL, "write the scripts of --slurm, but do not submit them",
     CLI_FIELD(library_settings, shard.dry_run)},
    {0},
};

/// The state of one run.
typedef struct library_job {
    const cli_context *context;
    const library_settings *settings;
    const char *folder;
    const char *expression; ///< expression of the action `find`
    const cli_files *files; ///< the action, the folder or plan, and further arguments
    char *path;             ///< path of the database
} library_job;

static int fail(const library_job *job, const sinew_error *error)
{
    return cli_fail(job->context, job->path, error);
}

// ---- update -------------------------------------------------------------------------------------------------------

static int show_progress(void *user, size_t done, size_t total)
{
    cli_progress_set(user, done, total);
    return 0;
}

static library_update_options update_options(const library_job *job, cli_progress *progress)
{
    library_update_options request = {.load = cli_load_options(job->context),
                                      .threads = (int)job->settings->threads,
                                      .retry = job->settings->retry,
                                      .progress = show_progress,
                                      .user = progress};
    request.load.only_curves = 1;
    request.load.cache_folder = NULL; // 100,000 files would displace everything else in the cache
    request.load.progress = NULL;
    return request;
}

static int update(const library_job *job)
{
    library_database database;
    library_update_counts counts;
    sinew_error error;
    sinew__buffer out = {0};
    cli_progress progress = cli_progress_begin(job->context, "measured", "files", 0);
    const library_update_options request = update_options(job, &progress);
    sinew_result result = library_open(job->path, LIBRARY_CREATE, 0, &database, &error);
    if (result == SINEW_OK) result = library_update(&database, job->folder, NULL, &request, &counts, &error);
    cli_progress_end(&progress);
    int failed = result == SINEW_OK ? 0 : fail(job, &error);
    if (!failed && job->settings->pictures)
        failed = cli_draw_library(job->context, &database, job->folder, job->settings->pictures);
    if (!failed && job->settings->pictures)
        failed = cli_remove_stale_pictures(job->context, &database, job->settings->pictures);
    library_close(&database);
    if (failed) return failed;
    cli_warn_of_skipped_folders(job->context, job->folder, &counts.skipped);
    cli_put_update_counts(job->context, &counts, &out);
    return cli_write_stdout(job->context, &out);
}

// ---- find ---------------------------------------------------------------------------------------------------------

static sinew_result find_matches(const library_job *job, const library_query *query, const cli_like *like,
                                 library_matches *matches, sinew_error *error)
{
    library_database database;
    const library_settings *settings = job->settings;
    const library_details details = like && like->is_pose      ? LIBRARY_WITH_POSES
                                    : like || settings->copies ? LIBRARY_WITH_MOTIONS
                                                               : LIBRARY_FACTS_ONLY;
    sinew__signals_hold(); // signals wait, because closing the database removes its log files
    sinew_result result = library_open(job->path, LIBRARY_READ, job->context->timeout, &database, error);
    if (result == SINEW_OK) {
        result = library_find(&database, query, details, matches, error);
        library_close(&database);
    }
    sinew__signals_release();
    const size_t nearest = settings->limit ? (size_t)settings->limit : default_nearest;
    if (result == SINEW_OK && like && like->is_pose)
        library_keep_with_pose(matches, like->pose, nearest);
    else if (result == SINEW_OK && like)
        library_keep_alike(matches, like->motion, like->is_body ? like->body : NULL, nearest);
    if (result == SINEW_OK && settings->copies) result = library_keep_copies(matches, error);
    if (result == SINEW_OK && settings->limit) {
        // keep the first clips; if there are groups of copies, only whole groups
        size_t kept = 0;
        while (kept < matches->count && (matches->items[kept].group ? matches->items[kept].group <= settings->limit
                                                                    : kept < (size_t)settings->limit))
            ++kept;
        matches->count = kept;
    }
    return result;
}

static int find(const library_job *job)
{
    cli_like like;
    library_matches matches = {0};
    sinew_error error;
    sinew__buffer out = {0};
    if (job->settings->like && job->settings->copies)
        return cli_fail_usage(job->context, "conflict", NULL, "--like and --copies exclude each other");
    library_query query;
    sinew_result result = library_parse_query(job->expression, &query, &error);
    if (result == SINEW_OK && job->settings->since)
        result = library_parse_date(job->settings->since, &query.since, &error);
    int failed = 0;
    if (result == SINEW_ERROR_OUT_OF_MEMORY)
        failed = cli_fail_memory(job->context);
    else if (result != SINEW_OK) // the expression is part of the command line: a usage error
        failed = cli_fail_usage(job->context, "bad-value", "sinew library --help lists the facts", "%s", error.message);
    if (!failed && job->settings->like) failed = read_like(job->context, job->settings->like, &like);
    if (!failed && find_matches(job, &query, job->settings->like ? &like : NULL, &matches, &error) != SINEW_OK)
        failed = fail(job, &error);
    library_query_free(&query);
    if (!failed)
        cli_put_matches(job->context, &matches, job->settings->since != NULL,
                        cli_format_of(job->context, job->settings->format), &out);
    library_matches_free(&matches);
    return failed ? failed : cli_write_stdout(job->context, &out);
}

// ---- remove -------------------------------------------------------------------------------------------------------

static int remove_vanished(const library_job *job)
{
    library_database database;
    size_t count = 0, pictures = 0;
    int failed = 0;
    sinew_error error;
    sinew__buffer out = {0};
    sinew_result result = library_open(job->path, LIBRARY_WRITE, job->context->timeout, &database, &error);
    if (result == SINEW_OK && job->settings->pictures) // before the removal, while the database still lists them
        failed = cli_remove_vanished_pictures(job->context, &database, job->settings->pictures, &pictures);
    if (result == SINEW_OK && !failed) result = library_remove_vanished(&database, &count, &error);
    library_close(&database);
    if (failed || result != SINEW_OK) return failed ? failed : fail(job, &error);
    sinew__buffer_format(&out, "%zu %s", count, count == 1 ? "file" : "files");
    if (job->settings->pictures) sinew__buffer_format(&out, " and %zu pictures", pictures);
    sinew__buffer_put_text(&out, " removed\n");
    return cli_write_stdout(job->context, &out);
}

// ---- shards -------------------------------------------------------------------------------------------------------

static int run_shard_action(const library_job *job, library_action action)
{
    const cli_shard_job shard = {.context = job->context,
                                 .settings = &job->settings->shard,
                                 .retry = job->settings->retry,
                                 .path = job->folder,
                                 .database = job->path};
    if (action == ACTION_PLAN) return cli_library_plan(&shard);
    if (action == ACTION_WORK) {
        cli_progress progress = cli_progress_begin(job->context, "measured", "files", 0);
        const library_update_options request = update_options(job, &progress);
        const int failed = cli_library_work(&shard, &request);
        cli_progress_end(&progress);
        return failed;
    }
    if (action == ACTION_SUBMIT) return cli_library_submit(&shard);
    return cli_library_merge(&shard, job->files->paths + 2, job->files->count - 2);
}

// ---- the command --------------------------------------------------------------------------------------------------

/// Reads the arguments after the action. With --database, `find` needs no folder: a single argument that is not a
/// folder is the expression.
static int read_words(library_job *job, library_action action)
{
    const cli_files *words = job->files;
    const int has_database = job->settings->database != NULL && (action == ACTION_FIND || action == ACTION_REMOVE);
    const int is_expression =
        has_database && action == ACTION_FIND && words->count == 2 && !sinew__is_folder(words->paths[1]);
    if (words->count < 2 && !has_database)
        return cli_fail_usage(job->context, "missing-file", NULL, "library %s needs a %s", words->paths[0],
                              action == ACTION_WORK ? "plan" : "folder");
    if (action == ACTION_FIND ? words->count > 3 : action != ACTION_MERGE && words->count > 2)
        return cli_fail_usage(job->context, "bad-value", NULL, "library %s takes one %s", words->paths[0],
                              action == ACTION_FIND   ? "expression"
                              : action == ACTION_WORK ? "plan"
                                                      : "folder");
    if (!is_expression && words->count > 1) job->folder = words->paths[1];
    job->expression = is_expression ? words->paths[1] : words->count > 2 ? words->paths[2] : "";
    return 0;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    library_job job = {.context = context, .settings = settings, .files = files};
    const sinew__word *named = sinew__word_named(actions, files->paths[0]);
    if (!named) {
        char hint[120] = "expected one of";
        size_t length = strlen(hint);
        for (const sinew__word *row = actions; row->name; ++row)
            length +=
                (size_t)snprintf(hint + length, sizeof hint - length, "%s %s", row == actions ? "" : ",", row->name);
        return cli_fail_usage(context, "bad-value", hint, "library: '%s' is not an action", files->paths[0]);
    }
    const int action = named->value;
    int failed = read_words(&job, (library_action)action);
    if (failed) return failed;
    job.path = job.settings->database ? cli_resolve_database(job.settings->database)
                                      : cli_path_below(job.folder, "library.db");
    if (!job.path) return cli_fail_memory(context);
    failed = action == ACTION_UPDATE   ? update(&job)
             : action == ACTION_FIND   ? find(&job)
             : action == ACTION_REMOVE ? remove_vanished(&job)
                                       : run_shard_action(&job, (library_action)action);
    sinew_free(job.path);
    return failed;
}

static void put_fields(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "\nFacts of an expression, compared with < <= = >= > != or with a range A..B:\n");
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].word)
            sinew__buffer_format(out, "  %-12s %s\n", library_columns[i].word, library_columns[i].meaning);
    sinew__buffer_put_text(out, "A word that is no fact is a part of a path or of a clip's name, or a pattern of one.\n"
                                "Facts are joined by and, or, not and parentheses.\n");
}

static void put_actions(sinew__buffer *out)
{
    for (const sinew__word *row = actions; row->name; ++row)
        sinew__buffer_format(out, "%s%s", row == actions ? "" : " ", row->name);
}

static int put_terms(sinew__buffer *out, const char *action)
{
    if (strcmp(action, "find") != 0) return 0;
    for (int i = 0; i < library_column_count; ++i)
        if (library_columns[i].word) sinew__buffer_format(out, "%s ", library_columns[i].word);
    sinew__buffer_put_text(out, "and or not");
    return 1;
}

const cli_command cli_library = {
    .name = "library",
    .summary = "keep a database of the clips in a folder, and search it",
    .usage = "ACTION FOLDER|PLAN [EXPRESSION|SHARD...]",
    .description =
        "update measures new and changed files in the folder and in all folders below it, and marks files that "
        "vanished. If a file timed out, the next update measures it once more, without other work and with twice "
        "the time. An update can be interrupted; the next one resumes.\n"
        "find prints the clips that meet an expression, as in 'speed 1.2..1.6 and loop and joints>=50'; with "
        "--database it needs no folder. A query of find, plan, remove or merge is stopped after ten minutes, or "
        "after --timeout.\n"
        "remove deletes vanished files from the database, and with --pictures also their pictures.\n"
        "plan divides the files that have to be measured into shards. work measures one shard of a plan. merge "
        "adds the results of shards to the database, each once. submit writes a plan, and scripts that run it.",
    .put_more_help = put_fields,
    .options = options,
    .settings_size = sizeof(library_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .argument_name = "ACTION",
    .put_actions = put_actions,
    .put_terms = put_terms,
    .examples = "sinew library update clips\n"
                "sinew library find clips 'loop and speed 1.2..1.6'\n"
                "sinew library find clips --like walk.fbx:walk@12f",
    .shares = CLI_SHARE_LOAD,
    .run = run,
};
