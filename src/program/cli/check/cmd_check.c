/// sinew check FILE…
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "program/check/check_limits.h"
#include "program/cli/check/check_files.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/parse_options.h"
#include "program/cli/framework/report.h"

// ---- --pictures ----------------------------------------------------------------------------------------------------

enum {
    MAX_WORDS = CHECK_WORDS + 8, ///< largest number of words of a finding's command with the options of the run,
                                 ///< without --anim, which adds two per animation
    LONGEST_BASE = 200           ///< largest number of bytes of the checked file's name in the name of an image; file
                                 ///< systems allow 255 for the whole name
};

/// Runs the command of a finding with the options of this run, and writes the image to `output`. Returns the exit code.
static int draw_finding(const cli_check_run *run, const cli_checked_file *file, const check_finding *finding,
                        char *output)
{
    const cli_context *context = run->context;
    char **words = malloc((MAX_WORDS + 2 * run->animations->count) * sizeof *words); // cli_parse only reads the words
    if (!words) return cli_fail_memory(context);
    int count = 0;
    for (int i = 1; i < finding->command_count; ++i)
        words[count++] = strcmp(finding->command[i - 1], "-o") == 0 ? output : (char *)finding->command[i];
    words[count++] = (char *)"--quiet";
    if (!context->cache) words[count++] = (char *)"--no-cache";
    for (size_t i = 0; i < run->animations->count; ++i) {
        words[count++] = (char *)"--anim";
        words[count++] = (char *)run->animations->items[i];
    }
    words[count++] = (char *)"--";
    words[count++] = (char *)file->path;
    cli_line line;
    const cli_command *render = cli_command_named(context->commands, "render");
    int code = cli_parse(render, context->commands, count, words, &line);
    if (code == 0) {
        line.context.retarget = context->retarget;
        line.context.retarget_map = context->retarget_map;
        line.context.reference = context->reference;
        line.context.cache_folder = context->cache_folder;
        line.context.texture_path = context->texture_path;
        line.context.timeout = context->timeout;
        line.context.memory_limit = context->memory_limit;
        line.context.commands = context->commands;
        code = render->run(&line.context, line.settings, &line.files);
    }
    sinew__arena_free(&line.arena);
    free(words);
    return code;
}

/// Returns the path of an image, with braces escaped. Its name consists of the file's name, the file's `number`, which
/// makes it unique, and the finding's code and number. Returns NULL when out of memory.
static char *name_picture(sinew__arena *arena, const char *folder, const char *file, size_t number,
                          const check_finding *finding, size_t finding_number)
{
    sinew__buffer pattern = {0};
    const char *name = sinew__base_name(file);
    size_t length = strlen(name);
    if (length > LONGEST_BASE) // not inside a UTF-8 character
        for (length = LONGEST_BASE; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;) --length;
    const char *path = sinew__arena_format(arena, "%s/%.*s-%zu-%s-%zu.png", folder, (int)length, name, number,
                                           finding->code, finding_number);
    if (path) cli_put_name_pattern(&pattern, path);
    char *kept = path && !pattern.failed ? sinew__arena_text(arena, pattern.text, pattern.size) : NULL;
    sinew__buffer_free(&pattern);
    return kept;
}

/// Returns whether the finding's command draws an image.
static int has_picture(const check_finding *finding)
{
    return finding->command_count > 0 && strcmp(finding->command[0], "render") == 0;
}

/// Draws one image per finding that has a `render` command into `folder`, which is created when missing, as
/// FILE-CODE-N.png. After a failure the other images are still drawn. Returns 0, or the exit code of the first failure
/// after printing the error.
static int draw_findings(const cli_check_run *run, const char *folder)
{
    int code = cli_create_folder(run->context, folder);
    size_t count = 0;
    for (size_t i = 0; i < run->count; ++i)
        for (size_t k = 0; k < run->files[i].report.count; ++k)
            count += (size_t)has_picture(&run->files[i].report.findings[k]);
    cli_progress progress = cli_progress_begin(run->context, "drawn", "images", count);
    const size_t drawn = code == 0 ? run->count : 0;
    for (size_t i = 0; i < drawn; ++i) {
        const cli_checked_file *file = &run->files[i];
        for (size_t k = 0; k < file->report.count; ++k) {
            const check_finding *finding = &file->report.findings[k];
            if (!has_picture(finding)) continue;
            sinew__arena arena = {0};
            char *output = name_picture(&arena, folder, file->path, i + 1, finding, k + 1);
            const int failed = output ? draw_finding(run, file, finding, output) : cli_fail_memory(run->context);
            if (!code) code = failed;
            cli_progress_add(&progress);
            sinew__arena_free(&arena);
        }
    }
    cli_progress_end(&progress);
    return code;
}

// ---- a contract from good files ------------------------------------------------------------------------------------

/// Rounds to three decimals, which suffice for later comparisons.
static double rounded(double value)
{
    return round(value * 1000) / 1000;
}

/// Puts a name as a glob that matches only this name.
static void put_glob(sinew__json_writer *json, const char *key, const char *name)
{
    sinew__buffer glob = {0};
    for (; *name; ++name) {
        if (strchr("*?[\\", *name)) sinew__buffer_put_character(&glob, '\\');
        sinew__buffer_put_character(&glob, *name);
    }
    sinew__buffer_put_character(&glob, '\0');
    if (glob.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, key, glob.text);
    sinew__buffer_free(&glob);
}

/// A file, and its name in the learned contract: an end of its path.
typedef struct learned_file {
    const cli_checked_file *file;
    const char *name;
} learned_file;

static int compare_learned(const void *a, const void *b)
{
    const learned_file *first = a, *second = b;
    const int order = strcmp(first->name, second->name);
    return order ? order : strcmp(first->file->path, second->file->path);
}

/// Names files for the contract: by the path below the directory that was named, or by the file's name. If different
/// files would have one name, each name is extended by one more folder of the file's path.
static void name_learned(learned_file *files, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const cli_checked_file *file = files[i].file;
        files[i].name = file->below ? file->below : sinew__file_name(file->path);
    }
    for (int changed = 1; changed;) {
        changed = 0;
        qsort(files, count, sizeof *files, compare_learned);
        for (size_t first = 0, end; first < count; first = end) {
            int differ = 0;
            for (end = first + 1; end < count && strcmp(files[end].name, files[first].name) == 0; ++end)
                differ |= strcmp(files[end].file->path, files[first].file->path) != 0;
            for (size_t i = first; i < end && differ; ++i) {
                const char *path = files[i].file->path, *name = files[i].name;
                if (name == path) continue;
                do --name;
                while (name > path && name[-1] != '/');
                files[i].name = name;
                changed = 1;
            }
        }
    }
}

static void put_clip(const learned_file *learned, const check_clip_facts *clip, sinew__json_writer *json)
{
    const check_file_facts *file = &learned->file->facts;
    sinew__json_put_object(json, NULL);
    put_glob(json, "file", learned->name);
    put_glob(json, "clip", clip->name);
    if (clip->loop == CHECK_LOOP_OPEN)
        sinew__json_put_text(json, "loop", "open");
    else
        sinew__json_put_bool(json, "loop", clip->loop == CHECK_LOOP_CLOSED);
    if (!isnan(clip->travel) && clip->duration > 0) { // the clip has a joint that moves the character
        const int travels = clip->travel > sinew__check_travel * file->size;
        sinew__json_put_bool(json, "in_place", !travels);
        if (travels) sinew__json_put_number(json, "speed", rounded(clip->travel / 100 / clip->duration));
    }
    if (clip->is_on_frames) sinew__json_put_number(json, "fps", clip->fps);
    sinew__json_put_number(json, "duration", rounded(clip->duration));
    sinew__json_end_object(json);
    sinew__buffer_put_character(json->out, '\n'); // one clip per line, so that people can edit the contract
}

/// Puts `sinew-check.json`: the measured facts of the clips, and the level "info" for the codes of the files' findings.
static void put_learned_contract(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    learned_file *files = calloc(run->count + 1, sizeof *files);
    if (!files) {
        out->failed = 1;
        return;
    }
    for (size_t i = 0; i < run->count; ++i) files[i].file = &run->files[i];
    name_learned(files, run->count);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.contract/1");

    // The files are known to be good, so their warnings and errors become notes.
    sinew__json_put_object(&json, "levels");
    for (size_t code = 0; code < CHECK_COUNT; ++code) {
        int occurs = 0;
        for (size_t i = 0; i < run->count; ++i)
            for (size_t k = 0; k < run->files[i].report.count; ++k) {
                const check_finding *finding = &run->files[i].report.findings[k];
                occurs |= finding->severity > SINEW_SEVERITY_INFO && strcmp(finding->code, check_codes[code].code) == 0;
            }
        if (occurs) sinew__json_put_text(&json, check_codes[code].code, "info");
    }
    sinew__json_end_object(&json);
    int32_t influences = run->contract->influences;
    for (size_t j = 0; j < run->count; ++j)
        if (run->files[j].facts.max_influences > influences) influences = run->files[j].facts.max_influences;
    sinew__json_put_object(&json, "limits");
    sinew__json_put_whole(&json, "influences", influences);
    sinew__json_put_whole(&json, "texture_size", run->contract->texture_size);
    sinew__json_end_object(&json);
    sinew__json_put_array(&json, "clips");
    for (size_t i = 0; i < run->count; ++i)
        for (int32_t k = 0; k < files[i].file->facts.clip_count; ++k)
            put_clip(&files[i], &files[i].file->facts.clips[k], &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
    free(files);
}

// ---- settings ------------------------------------------------------------------------------------------------------

typedef struct check_settings {
    cli_texts only, ignore;
    int fail_on; ///< sinew_severity
    int format;
    const char *config, *pictures, *output;
    cli_texts animations;
    int learn, fix;
    const char *base;
    double embed_bytes; ///< bytes of models in a page; negative: not given
} check_settings;

static const check_settings defaults = {
    .fail_on = SINEW_SEVERITY_WARNING, .format = CLI_FORMAT_DEFAULT, .embed_bytes = -1};
static const double usual_embed_bytes = 50e6;

static const cli_option options[] = {
    {"only", 0, CLI_TEXTS, "CODES", "report only these codes, separated by commas; repeatable",
     CLI_FIELD(check_settings, only)},
    {"ignore", 0, CLI_TEXTS, "CODES", "do not report these codes, separated by commas; repeatable",
     CLI_FIELD(check_settings, ignore)},
    {"fail-on", 0, CLI_CHOICE, "LEVEL", "exit with 1 for findings of this level or above (warning)",
     CLI_FIELD(check_settings, fail_on), .choices = check_severities},
    CLI_FORMAT_OPTION(check_settings, format,
                      1u << CLI_FORMAT_SARIF | 1u << CLI_FORMAT_MARKDOWN | 1u << CLI_FORMAT_JUNIT |
                          1u << CLI_FORMAT_GITHUB | 1u << CLI_FORMAT_HTML),
    {"base", 0, CLI_TEXT, "URL",
     "in reports, write this before paths below the working directory (absolute paths become relative to the report)",
     CLI_FIELD(check_settings, base)},
    {"embed-bytes", 0, CLI_BYTES, "SIZE", "with --format html, put models into the page up to this size (50M)",
     CLI_FIELD(check_settings, embed_bytes), .max = 0x1p28},
    CLI_ANIM_OPTION(check_settings, animations),
    {"config", 0, CLI_TEXT, "FILE.json", "read the declarations of clips from this file (sinew-check.json)",
     CLI_FIELD(check_settings, config), .complete = CLI_COMPLETE_FILE, .is_input = 1},
    {"learn", 0, CLI_SWITCH, NULL, "print the declarations of the clips of good files, for --config",
     CLI_FIELD(check_settings, learn)},
    {"pictures", 0, CLI_TEXT, "DIR", "draw each finding into this directory", CLI_FIELD(check_settings, pictures),
     .complete = CLI_COMPLETE_FOLDER},
    {"fix", 0, CLI_SWITCH, NULL, "write repaired copies into the directory of -o", CLI_FIELD(check_settings, fix)},
    {"output", 'o', CLI_TEXT, "FILE", "write the results to this file; - is stdout", CLI_FIELD(check_settings, output),
     .complete = CLI_COMPLETE_FILE},
    {0},
};

static const char default_config[] = "sinew-check.json";

/// The state of one run. Lists of codes and files live in the arena.
typedef struct check_job {
    const cli_context *context;
    const check_settings *settings;
    sinew__arena arena;
    check_contract contract;
    check_selection selection;
    cli_files files;
    cli_check_run run;
    cli_tally tally;  ///< --learn: files that were measured; files that were left out count as failed
    cli_tally mended; ///< --fix: files with edits; files whose copies could not be made count as failed
} check_job;

// ---- codes --------------------------------------------------------------------------------------------------------

/// Splits the values of an option at commas into codes. Returns 0, or the exit code after printing the error.
static int read_codes(check_job *job, const char *option, const cli_texts *texts, const char *const **out_codes,
                      size_t *out_count)
{
    const char **codes = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < texts->count; ++i) {
        for (const char *at = texts->items[i]; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
            const char *code = sinew__arena_text(&job->arena, at, strcspn(at, ","));
            if (!code) return cli_fail_memory(job->context);
            if (!check_code_exists(code))
                return cli_fail_usage(job->context, "bad-value", "run 'sinew help check' for the list of codes",
                                      "--%s: unknown code '%s'", option, code);
            codes = sinew__arena_grow(&job->arena, codes, *out_count, &capacity, sizeof *codes);
            if (!codes) return cli_fail_memory(job->context);
            codes[(*out_count)++] = code;
        }
    }
    *out_codes = codes;
    return 0;
}

// ---- the contract -------------------------------------------------------------------------------------------------

/// Reads the contract: the file of --config, else sinew-check.json of the working directory if it exists.
static int read_contract(check_job *job)
{
    sinew__file_status status;
    const char *path = job->settings->config;
    sinew_error error;
    void *bytes;
    size_t size;
    check_contract_init(&job->contract);
    if (!path && (job->settings->learn || !sinew__file_status_of_path(default_config, &status))) return 0;
    if (!path) path = default_config;
    sinew_result result = sinew__file_read_within(path, SINEW__CONTRACT_MAX_BYTES, &bytes, &size, &error);
    if (result == SINEW_OK) {
        result = check_contract_read(bytes, size, &job->contract, &error);
        sinew_free(bytes);
    }
    return result == SINEW_OK ? 0 : cli_fail(job->context, path, &error);
}

// ---- results ------------------------------------------------------------------------------------------------------

/// Puts the results in the format of the settings. Returns 0, or the exit code after printing the error.
static int put_results(const check_job *job, sinew__buffer *out)
{
    if (job->settings->learn) {
        put_learned_contract(&job->run, out);
        return 0;
    }
    const int format = cli_format_of(job->context, job->settings->format);
    switch (format) {
    case CLI_FORMAT_JSON: cli_put_check_json(&job->run, out); break;
    case CLI_FORMAT_SARIF: cli_put_check_sarif(&job->run, out); break;
    case CLI_FORMAT_MARKDOWN: cli_put_check_markdown(&job->run, out); break;
    case CLI_FORMAT_JUNIT:
    case CLI_FORMAT_GITHUB: cli_put_check_cases(&job->run, format, (sinew_severity)job->settings->fail_on, out); break;
    case CLI_FORMAT_HTML:
        return cli_put_check_html(&job->run,
                                  job->settings->embed_bytes < 0 ? usual_embed_bytes : job->settings->embed_bytes, out);
    default: cli_put_check_text(&job->run, out); break;
    }
    return 0;
}

static int write_results(check_job *job)
{
    sinew__buffer out = {0};
    const int is_report = job->settings->format > CLI_FORMAT_CSV;
    const char *report = job->settings->fix ? NULL : job->settings->output;
    int failed = is_report ? cli_show_paths(&job->run, report, job->settings->base, &job->arena) : 0;
    if (!failed && job->settings->pictures) failed = draw_findings(&job->run, job->settings->pictures);
    if (!failed) failed = put_results(job, &out);
    if (failed) {
        sinew__buffer_free(&out);
        return failed;
    }
    const int has_file = job->settings->output && !job->settings->fix;
    failed =
        has_file ? cli_write_output(job->context, job->settings->output, &out) : cli_write_stdout(job->context, &out);
    if (failed) return failed;
    if (job->settings->learn) return cli_fail_some(job->context, &job->tally);
    if (job->mended.failed > 0) return cli_fail_some(job->context, &job->mended);
    size_t missing = 0;
    for (size_t i = 0; i < job->run.count; ++i) missing += (size_t)job->run.files[i].is_missing;
    if (missing > 0) return missing == job->run.count ? CLI_EXIT_INPUT : CLI_EXIT_SOME_FAILED;
    for (size_t i = 0; i < job->run.count; ++i)
        if (check_report_count(&job->run.files[i].report, (sinew_severity)job->settings->fail_on) > 0)
            return CLI_EXIT_FOUND;
    return CLI_EXIT_OK;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    check_job job = {.context = context, .settings = settings};
    int failed = read_codes(&job, "only", &job.settings->only, &job.selection.only, &job.selection.only_count);
    if (!failed)
        failed = read_codes(&job, "ignore", &job.settings->ignore, &job.selection.ignore, &job.selection.ignore_count);
    if (!failed) failed = cli_check_animation(context, &job.settings->animations);
    if (!failed) failed = cli_list_models(context, files, &job.arena, &job.files);
    if (!failed) cli_limit_time(context, job.files.count);
    if (!failed && job.settings->fix && (!job.settings->output || job.settings->learn))
        failed = cli_fail_usage(context, "missing-option", "use --fix -o DIR", "--fix needs -o and no --learn");
    if (!failed && job.settings->embed_bytes >= 0 && job.settings->format != CLI_FORMAT_HTML)
        failed = cli_fail_usage(context, "missing-option", "use --format html", "--embed-bytes needs --format html");
    if (!failed && job.settings->base && job.settings->format <= CLI_FORMAT_CSV)
        failed = cli_fail_usage(context, "missing-option", "use --format html, sarif, markdown, junit or github",
                                "--base needs a report");
    const int has_file = job.settings->output && !job.settings->fix;
    if (!failed && has_file) failed = cli_check_output(context, job.settings->output, job.files.paths, job.files.count);
    if (!failed && has_file)
        failed = cli_check_animated_output(context, job.settings->output, NULL, &job.settings->animations);
    if (!failed) failed = read_contract(&job);
    job.selection.levels = job.contract.levels;
    job.selection.level_count = job.contract.level_count;
    if (!failed)
        failed =
            cli_check_files(context, &job.files, &job.settings->animations, &job.contract, &job.selection, &job.run);
    if (!failed && job.settings->fix) failed = cli_mend_files(&job.run, job.settings->output, &job.arena, &job.mended);
    if (!failed && job.settings->learn) {
        // unreadable files are left out of the contract
        for (size_t i = 0; i < job.run.count; ++i)
            cli_count_file(&job.tally, job.run.files[i].is_unreadable ? CLI_EXIT_INPUT : CLI_EXIT_OK);
        for (size_t i = 0; i < job.run.count; ++i)
            if (job.run.files[i].is_unreadable) {
                sinew_error error;
                const int leaves_others = job.tally.failed < job.tally.count;
                sinew__fail(&error, SINEW_ERROR_DAMAGED, "%s%s", leaves_others ? "left out: " : "",
                            job.run.files[i].report.findings[0].text);
                (void)cli_fail(job.context, job.run.files[i].path, &error); // the tally counts the exit code
            }
        failed = job.tally.failed < job.tally.count ? 0 : cli_fail_some(job.context, &job.tally);
    }
    if (!failed) failed = write_results(&job);
    cli_check_run_free(&job.run);
    check_contract_free(&job.contract);
    sinew__arena_free(&job.arena);
    return failed;
}

static void put_codes(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "Codes, their levels, the edits that fix them, and their meaning:\n");
    for (size_t i = 0; i < CHECK_COUNT; ++i) {
        const check_code *row = &check_codes[i];
        sinew__buffer_format(out, "  %s  %-7s  %-8s  %s\n", row->code,
                             sinew__word_of(check_severities, (int)row->severity)->name, row->mend, row->about);
    }
    sinew__buffer_put_text(out,
                           "\nI01 and above are warnings of the import, E01 and above files that cannot be loaded.\n");
}

const cli_command cli_check = {
    .name = "check",
    .summary = "find errors in models and animations",
    .usage =
        "FILE… [--anim FILE] [--config FILE.json] [--only CODES] [--ignore CODES] [--fail-on LEVEL] [--format FORMAT]",
    .description =
        "FILE may be a directory: all models in it and below are checked. Each finding has a stable code, and the "
        "command that shows it. Loops, speeds and sync groups are compared with the declarations of "
        "sinew-check.json in the working directory, or of the file of --config. --learn writes such declarations "
        "from good files; it names files by their paths below the checked directories.\n"
        "The exit code is 1 for warnings and errors. A file that cannot be loaded is also a finding. If a file on "
        "the command line does not exist, the exit code is 3, or 7 if there are other files.",
    .put_more_help = put_codes,
    .options = options,
    .settings_size = sizeof(check_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 0,
    .takes_folders = 1,
    .examples = "sinew check walk.fbx\n"
                "sinew check clips --fail-on error --format markdown\n"
                "sinew check walk.fbx character.fbx --only W20,R04 --json",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_BODY,
    .run = run,
    .seconds = 120,
};
