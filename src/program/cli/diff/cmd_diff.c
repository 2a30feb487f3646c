/// sinew diff A B, sinew diff FILE --engine a,b
#include <string.h>

#include "core/platform/folder.h"
#include "program/cli/diff/diff.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"

typedef struct diff_settings {
    const char *clip, *other_clip;
    cli_texts joints;
    const char *engines;
    double tol_angle, tol_distance;
    int meshes, materials, only_different;
    int format;
} diff_settings;

static const diff_settings defaults = {.tol_angle = 0.1, .tol_distance = -1, .format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {
    CLI_CLIP_OPTION(diff_settings, clip),
    {"other-clip", 0, CLI_TEXT, "CLIP", "select the clip of the second file, whatever its name",
     CLI_FIELD(diff_settings, other_clip)},
    CLI_JOINTS_OPTION(diff_settings, joints),
    {"engine", 0, CLI_TEXT, "LIST",
     "select the engine that computes poses; with one FILE: engines to compare, separated by commas",
     CLI_FIELD(diff_settings, engines), .choice_at = cli_engine_at},
    {"meshes", 0, CLI_SWITCH, NULL, "also compare the deformed meshes of two files", CLI_FIELD(diff_settings, meshes)},
    {"materials", 0, CLI_SWITCH, NULL, "also compare the materials of two files", CLI_FIELD(diff_settings, materials)},
    {"only-different", 0, CLI_SWITCH, NULL, "show only files, clips and meshes that differ",
     CLI_FIELD(diff_settings, only_different)},
    {"tol-angle", 0, CLI_NUMBER, "DEGREES", "set the tolerance for local rotations (0.1)",
     CLI_FIELD(diff_settings, tol_angle), .min = 0, .max = 180},
    {"tol-distance", 0, CLI_NUMBER, "CM", "set the tolerance for global positions (a ten-thousandth of the character)",
     CLI_FIELD(diff_settings, tol_distance), .min = 0, .max = 1e9},
    CLI_FORMAT_OPTION(diff_settings, format, 1u << CLI_FORMAT_JUNIT | 1u << CLI_FORMAT_GITHUB),
    {0},
};

/// Reads the list of --engine. Returns 0, or the exit code after printing the error.
static int read_engines(const cli_context *context, const char *engines, size_t files, cli_diff_options *job)
{
    const cli_option *option = cli_option_named(options, "engine", strlen("engine"));
    for (const char *list = engines; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        char word[32] = "";
        const size_t length = strcspn(list, ",");
        memcpy(word, list, length < sizeof word ? length : sizeof word - 1);
        int engine;
        if (!cli_find_choice(option, word, &engine)) return cli_fail_choice(context, option, word);
        for (size_t i = 0; i < job->engine_count; ++i)
            if ((int)job->engines[i] == engine)
                return cli_fail_usage(context, "bad-value", NULL, "--engine: duplicate '%s'", word);
        job->engines[job->engine_count++] = (sinew_engine)engine;
    }
    if (files == 1 && job->engine_count < 2)
        return cli_fail_usage(context, "missing-file", "use sinew diff A B or sinew diff FILE --engine exact,assimp",
                              "diff needs two FILEs or two engines");
    if (files == 2 && job->engine_count > 1)
        return cli_fail_usage(context, "extra-file", "use sinew diff FILE --engine exact,assimp",
                              "comparing engines takes one FILE");
    if (job->engine_count == 0) job->engines[job->engine_count++] = SINEW_ENGINE_EXACT;
    return 0;
}

static int print_report(const cli_diff_job *job)
{
    sinew__buffer out = {0};
    if (job->options->format == CLI_FORMAT_TEXT) {
        cli_put_diff_text(&job->report, &out);
    } else if (job->options->format == CLI_FORMAT_JSON) {
        sinew__json_writer json = sinew__json_begin(&out);
        cli_put_diff_json(&job->report, &json);
        sinew__buffer_put_character(&out, '\n');
    } else {
        cli_test_cases cases = cli_test_cases_begin(job->options->format, cli_diff_title);
        cli_test_cases_put_suite(&cases, job->paths[0]);
        cli_put_diff_cases(&job->report, &cases, &out);
        cli_test_cases_end(&cases, &out);
    }
    const int failed = cli_write_stdout(job->context, &out);
    if (failed) return failed;
    return cli_diff_all_equal(&job->report) ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const diff_settings *diff = settings;
    cli_diff_options job_options = {.clip = diff->clip,
                                    .other_clip = diff->other_clip,
                                    .joints = diff->joints,
                                    .tolerance = {diff->tol_angle, diff->tol_distance},
                                    .only_different = diff->only_different,
                                    .meshes = diff->meshes,
                                    .materials = diff->materials,
                                    .format = (cli_format)cli_format_of(context, diff->format)};
    const int failed = read_engines(context, diff->engines, files->count, &job_options);
    if (failed) return failed;
    if (files->count == 1 && diff->meshes)
        return cli_fail_usage(context, "bad-value", "engines are compared by their vertices anyway",
                              "--meshes needs two FILEs");
    if (files->count == 1 && diff->other_clip)
        return cli_fail_usage(context, "bad-value", NULL, "--other-clip needs two FILEs");
    if (files->count == 1 && diff->materials)
        return cli_fail_usage(context, "bad-value", NULL, "--materials needs two FILEs");
    const int of_folders = files->count == 2 && sinew__is_folder(files->paths[0]) && sinew__is_folder(files->paths[1]);
    if (of_folders && diff->other_clip)
        return cli_fail_usage(context, "bad-value", NULL, "--other-clip needs two FILEs");
    if (of_folders) return cli_diff_folders(context, &job_options, files->paths);
    if (files->count == 1 && diff->only_different)
        return cli_fail_usage(context, "bad-value", NULL, "--only-different needs two FILEs or two directories");
    cli_diff_job job;
    int code = cli_diff_run(context, &job_options, files->paths, files->count, &job);
    if (!code) code = print_report(&job);
    cli_diff_job_free(&job);
    return code;
}

const cli_command cli_diff = {
    .name = "diff",
    .summary = "compare two animations, or two engines on one file",
    .usage = "A B [--clip C] [--meshes], or sinew diff FILE --engine LIST [--clip C]",
    .description =
        "Clips and joints are matched by name. If each file has only one clip with keys, these two are compared "
        "whatever their names. --other-clip names the clip of B, if its name differs from the name in --clip. diff "
        "compares local rotations and global positions of all clips, or of the clip of "
        "--clip, at the keyframes and frames of both clips, relative to the start of each clip.\n"
        "--meshes compares the vertices of each object in world space at these times. Objects match by name, "
        "number of triangles and position. Vertices match by the order of the triangles, or by their position in "
        "the pose in which the meshes agree best: at rest, in the bind pose, or at the start of the first clips. "
        "--materials compares materials of the same name.\n"
        "Engines are compared with the first engine of the list, also by their vertices. Two directories are "
        "compared file by file; files match by their names without the extension.\n"
        "diff reports renamed joints and clips, joints with another parent, another tempo, and the number of "
        "changed keys. The exit code is 0 if all compared data is equal, and 1 if a difference exceeds the "
        "tolerance, or if a clip, joint, mesh or file has another name or exists on one side only.",
    .options = options,
    .settings_size = sizeof(diff_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 2,
    .takes_folders = 1,
    .examples = "sinew diff walk.fbx character.fbx\n"
                "sinew diff walk.fbx --engine exact,fast\n"
                "sinew diff character.fbx character.glb --meshes --tol-distance 0.5",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR,
    .run = run,
    .seconds = 60,
};
