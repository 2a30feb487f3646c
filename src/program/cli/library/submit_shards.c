/// sinew library submit: writes scripts that run the shards of a plan on a farm, and starts them.
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/quoted_text.h"
#include "core/platform/encoder_process.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/process.h"
#include "program/cli/framework/report.h"
#include "program/cli/library/library_commands.h"
#include "program/library/shards.h"

// ---- scripts -------------------------------------------------------------------------------------------------------

/// A script as a template. put_script replaces %F by the library's folder, %D by its database, %P by the program, %W by
/// the scripts' folder, each quoted for a shell; %N by the number of shards, %O by the options about loading with a
/// space before each, %R by the names of the results, and %% by a percent sign.
typedef struct cli_farm_script {
    const char *name; ///< file name; NULL: without a script
    const char *text;
} cli_farm_script;

/// A system that runs the shards.
typedef struct cli_farm_kind {
    const char *start;  ///< command that starts the shards; the path of the scripts' folder follows it
    const char *script; ///< name of a file in the scripts' folder, appended to the path; "": the path of the folder
                        ///< itself is used
    cli_farm_script scripts[2];
} cli_farm_kind;

/// Scripts of every kind of farm: one measures a shard, one merges all results.
static const cli_farm_script cli_farm_common_scripts[2] = {
    {"shard.sh", "#!/bin/sh\n"
                 "# Measures one shard: sh shard.sh NUMBER. A shard that is complete is not measured again.\n"
                 "set -eu\n"
                 "cd -- %W\n"
                 "SINEW=${SINEW:-%P}\n"
                 "exec \"$SINEW\" library work plan.json --shard \"$1\" --threads \"${SLURM_CPUS_PER_TASK:-1}\"%O\n"},
    {"merge.sh", "#!/bin/sh\n"
                 "# Adds the results of the shards to the database. Running it again changes nothing.\n"
                 "set -eu\n"
                 "cd -- %W\n"
                 "SINEW=${SINEW:-%P}\n"
                 "exec \"$SINEW\" library merge %F --database %D --plan plan.json\n"},
};

static const char slurm_array[] =
    "#!/bin/sh\n"
    "# One task of the array. If its node is lost, Slurm queues it again. If it fails, it queues itself again, three\n"
    "# times.\n"
    "sh %W/shard.sh \"$SLURM_ARRAY_TASK_ID\" && exit\n"
    "[ \"${SLURM_RESTART_COUNT:-0}\" -ge 3 ] || scontrol requeue \"$SLURM_JOB_ID\"\n"
    "exit 1\n";

static const char slurm_submit[] =
    "#!/bin/sh\n"
    "# Submits the shards as one array, and a job that merges when all have ended. Options of sbatch are set in its\n"
    "# environment: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT.\n"
    "set -eu\n"
    "cd -- %W\n"
    "array=$(sbatch --parsable --job-name=sinew-library --requeue --array=1-%N --open-mode=append \\\n"
    "    --output=shard-%%a.log array.sh)\n"
    "merge=$(sbatch --parsable --job-name=sinew-merge --requeue --dependency=\"afterany:${array%%%%;*}\" \\\n"
    "    --open-mode=append --output=merge.log merge.sh)\n"
    "echo \"array job ${array%%%%;*}, merge job ${merge%%%%;*}\" >&2\n";

static const char parallel_script[] =
    "#!/bin/sh\n"
    "# Runs the shards with GNU parallel, then merges. Arguments are options of parallel: -j 4, or\n"
    "# --sshlogin host1,host2 with hosts that have this folder and the clips under the same paths.\n"
    "set -eu\n"
    "cd -- %W\n"
    "# GNU parallel runs nothing on other hosts, and exits with 0, where SHELL is not set, as in services and "
    "containers.\n"
    "export SHELL=\"${SHELL:-/bin/sh}\"\n"
    "seq %N | parallel --retries 3 --workdir \"$PWD\" \"$@\" sh shard.sh '{}' || true\n"
    "exec sh merge.sh\n";

static const char makefile[] =
    "# make -j N runs the shards, then merges. Shards that are complete are not measured again.\n"
    "results := %R\n"
    "\n"
    "library: $(results)\n"
    "\tsh merge.sh\n"
    "\n"
    "$(results): shard-%%.db: plan.json\n"
    "\tsh shard.sh $*\n"
    "\n"
    ".PHONY: library\n";

static const cli_farm_kind cli_farm_slurm = {
    "sh", "submit.sh", {{"array.sh", slurm_array}, {"submit.sh", slurm_submit}}};
static const cli_farm_kind cli_farm_parallel = {"sh", "parallel.sh", {{"parallel.sh", parallel_script}}};
static const cli_farm_kind cli_farm_makefile = {"make -C", "", {{"Makefile", makefile}}};

// ---- submitting ----------------------------------------------------------------------------------------------------

/// Values that scripts insert. All paths are absolute.
typedef struct farm_paths {
    char *work, *folder, *database, *program;
    int shards;
    const cli_context *context; ///< context whose options for loading models the scripts repeat
} farm_paths;

// ---- texts --------------------------------------------------------------------------------------------------------

/// Puts the text of a script with its % letters replaced.
static void put_script(const char *text, const farm_paths *paths, sinew__buffer *out)
{
    for (; *text; ++text) {
        if (*text != '%') {
            sinew__buffer_put_character(out, *text);
            continue;
        }
        switch (*++text) {
        case 'F': sinew__put_shell_word(out, paths->folder); break;
        case 'D': sinew__put_shell_word(out, paths->database); break;
        case 'P': sinew__put_shell_word(out, paths->program); break;
        case 'W': sinew__put_shell_word(out, paths->work); break;
        case 'N': sinew__buffer_format(out, "%d", paths->shards); break;
        case 'O': {
            const char *words[CLI_MAX_LOAD_WORDS];
            sinew__arena arena = {0};
            const int count = cli_put_load_words(paths->context, &arena, words);
            out->failed |= arena.failed;
            for (int i = 0; i < count && !arena.failed; ++i) {
                sinew__buffer_put_character(out, ' ');
                sinew__put_shell_word(out, words[i]);
            }
            sinew__arena_free(&arena);
            break;
        }
        case 'R':
            for (int i = 1; i <= paths->shards; ++i) sinew__buffer_format(out, "%sshard-%d.db", i > 1 ? " " : "", i);
            break;
        default: sinew__buffer_put_character(out, *text);
        }
    }
}

// ---- files --------------------------------------------------------------------------------------------------------

static int fail_path(const cli_context *context, const char *path)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_WRITE, "cannot write: no such folder");
    return cli_fail(context, path, &error);
}

/// Creates the folder of the scripts, and finds the absolute paths that scripts insert.
static int find_paths(const cli_shard_job *job, const char *work, const library_plan *plan, farm_paths *out)
{
    sinew__program_origin origin;
    char *folder = sinew__folder_of(job->database), *absolute = folder ? sinew__absolute_path(folder) : NULL;
    char *file = absolute ? cli_path_below(absolute, job->database + sinew__folder_length(job->database)) : NULL;
    sinew_free(folder);
    sinew_free(absolute);
    out->database = file;
    if (!out->database) return fail_path(job->context, job->database);
    char *inside = cli_path_below(work, "plan.json");
    if (!inside) return cli_fail_memory(job->context);
    sinew__folders_create_above(inside, 1);
    sinew_free(inside);
    out->work = sinew__absolute_path(work);
    if (!out->work) return fail_path(job->context, work);
    out->folder = sinew__copy_text(plan->folder);
    out->program =
        sinew__origin_of_program(&origin) ? cli_path_below(origin.folder, "sinew") : sinew__copy_text("sinew");
    out->context = job->context;
    out->shards = (int)plan->shards;
    return out->folder && out->program ? 0 : cli_fail_memory(job->context);
}

static int write_below(const cli_shard_job *job, const farm_paths *paths, const char *name, sinew__buffer *text)
{
    char *path = cli_path_below(paths->work, name);
    int failed = path ? cli_fail_link(job->context, path) : cli_fail_memory(job->context);
    if (!failed) failed = cli_write_output(job->context, path, text);
    sinew__buffer_free(text);
    sinew_free(path);
    return failed;
}

static int write_script(const cli_shard_job *job, const farm_paths *paths, const cli_farm_script *script)
{
    sinew__buffer text = {0};
    if (!script->name) return 0;
    put_script(script->text, paths, &text);
    return write_below(job, paths, script->name, &text);
}

// ---- running ------------------------------------------------------------------------------------------------------

/// Submits the scripts, or prints how to start them. Without files to measure, nothing is started.
static int start(const cli_shard_job *job, const library_plan *plan, const farm_paths *paths, const cli_farm_kind *kind,
                 sinew__buffer *out)
{
    if (plan->count == 0) return 0;
    if (job->settings->slurm && !job->settings->dry_run) {
        // the last line of submit.sh names the jobs, or the reason why there are none
        sinew__encoder_process process;
        sinew_error error;
        char last_line[256];
        char *script = cli_path_below(paths->work, "submit.sh");
        const char *const words[] = {"sh", script, NULL};
        sinew_result result =
            script ? sinew__encoder_process_start(words, -1, &process, &error) : sinew__fail_memory(&error);
        if (result == SINEW_OK && !sinew__encoder_process_finish(&process, last_line, sizeof last_line))
            result = sinew__fail(&error, SINEW_ERROR_SYSTEM, "%s", *last_line ? last_line : "sbatch failed");
        sinew_free(script);
        if (result != SINEW_OK) return cli_fail(job->context, paths->work, &error);
        if (!job->context->json) sinew__buffer_format(out, "%s\n", last_line);
        return 0;
    }
    if (!job->context->json) {
        sinew__buffer_format(out, "start it with: %s ", kind->start);
        sinew__put_shown_shell_word(out, paths->work);
        if (*kind->script) sinew__buffer_format(out, "/%s", kind->script);
        sinew__buffer_put_character(out, '\n');
    }
    return 0;
}

static int submit_plan(const cli_shard_job *job, const library_plan *plan, const char *work, const cli_farm_kind *kind)
{
    farm_paths paths = {0};
    sinew__buffer out = {0};
    int failed = find_paths(job, work, plan, &paths);
    if (!failed) {
        sinew__buffer text = {0};
        library_put_plan(plan, &text);
        failed = write_below(job, &paths, "plan.json", &text);
        for (int i = 0; i < 2 && !failed; ++i) failed = write_script(job, &paths, &cli_farm_common_scripts[i]);
        for (int i = 0; i < 2 && !failed; ++i) failed = write_script(job, &paths, &kind->scripts[i]);
    }
    if (!failed) cli_put_plan(job->context, plan, work, &out);
    if (!failed) failed = start(job, plan, &paths, kind, &out);
    if (!failed) failed = cli_write_stdout(job->context, &out);
    sinew__buffer_free(&out);
    sinew_free(paths.work);
    sinew_free(paths.folder);
    sinew_free(paths.database);
    sinew_free(paths.program);
    return failed;
}

int cli_library_submit(const cli_shard_job *job)
{
    const cli_shard_settings *settings = job->settings;
    library_plan plan;
    if (settings->slurm + settings->parallel + settings->makefile != 1)
        return cli_fail_usage(job->context, "missing", NULL,
                              "library submit needs one of --slurm, --parallel and --makefile");
    int failed = cli_plan_shards(job, 0, &plan);
    if (failed) return failed;
    char *work = settings->output ? sinew__copy_text(settings->output) : cli_path_below(job->path, "library-work");
    const cli_farm_kind *kind = settings->slurm      ? &cli_farm_slurm
                                : settings->parallel ? &cli_farm_parallel
                                                     : &cli_farm_makefile;
    failed = !work ? cli_fail_memory(job->context) : settings->output ? 0 : cli_fail_link(job->context, work);
    if (!failed) failed = submit_plan(job, &plan, work, kind);
    sinew_free(work);
    library_plan_free(&plan);
    return failed;
}
