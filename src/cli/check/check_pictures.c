#include "cli/check/check_pictures.h"

#include <string.h>

#include "cli/framework/output.h"
#include "cli/framework/output_name.h"
#include "cli/framework/parse_options.h"
#include "cli/framework/progress.h"
#include "cli/framework/report.h"
#include "platform/side_files.h"

enum { MAX_WORDS = SINEW__CHECK_WORDS + 8 };

/// A finding, and the image that shows it.
typedef struct finding_picture {
    const cli_check_run *run;
    const cli_checked_file *file;
    const sinew__finding *finding;
    char *output;
} finding_picture;

/// The words of the command, with the path of the image in place of its own and the options of this run.
static int put_words(const finding_picture *picture, char *words[MAX_WORDS])
{
    const cli_context *context = picture->run->context;
    const sinew__finding *finding = picture->finding;
    int count = 0;
    for (int i = 1; i < finding->command_count; ++i) {
        const int is_path = strcmp(finding->command[i - 1], "-o") == 0;
        words[count++] = is_path ? picture->output : (char *)finding->command[i]; // cli_parse does not write to words
    }
    words[count++] = (char *)"--quiet";
    if (!context->cache) words[count++] = (char *)"--no-cache";
    words[count++] = (char *)"--";
    words[count++] = (char *)picture->file->path;
    return count;
}

static int draw(const finding_picture *picture)
{
    char *words[MAX_WORDS];
    cli_line line;
    const cli_command *render = cli_command_named(picture->run->context->commands, "render");
    int code = cli_parse(render, put_words(picture, words), words, &line);
    if (code == 0) {
        line.context.cache_folder = picture->run->context->cache_folder;
        line.context.texture_path = picture->run->context->texture_path;
        line.context.timeout = picture->run->context->timeout;
        line.context.memory_limit = picture->run->context->memory_limit;
        line.context.commands = picture->run->context->commands;
        code = render->run(&line.context, line.settings, &line.files);
    }
    sinew__arena_free(&line.arena);
    return code;
}

enum { LONGEST_BASE = 200 }; // of 255 bytes that a file system allows a name

/// Length of a name that is cut between characters.
static size_t cut_length(const char *name)
{
    size_t length = strlen(name);
    if (length > LONGEST_BASE)
        for (length = LONGEST_BASE; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;) --length;
    return length;
}

/// The file's name with the number of the file, which makes it unique; as a pattern, because braces in it are no
/// placeholders.
static char *name_picture(sinew__arena *arena, const char *folder, const finding_picture *picture, size_t file,
                          size_t index)
{
    sinew__buffer pattern = {0};
    const char *name = sinew__base_name(picture->file->path);
    const char *path = sinew__arena_format(arena, "%s/%.*s-%zu-%s-%zu.png", folder, (int)cut_length(name), name,
                                           file + 1, picture->finding->code, index + 1);
    if (path) cli_put_name_pattern(&pattern, path);
    char *kept = path && !pattern.failed ? sinew__arena_text(arena, pattern.text, pattern.size) : NULL;
    sinew__buffer_free(&pattern);
    return kept;
}

/// Whether an image shows the finding.
static int has_picture(const sinew__finding *finding)
{
    return finding->command_count > 0 && strcmp(finding->command[0], "render") == 0;
}

static size_t count_pictures(const cli_check_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->count; ++i)
        for (size_t k = 0; k < run->files[i].report.count; ++k)
            count += (size_t)has_picture(&run->files[i].report.findings[k]);
    return count;
}

/// An image that cannot be drawn is no reason to draw no others. Returns the exit code of the first failure.
static int draw_file(const cli_check_run *run, const char *folder, size_t index, cli_progress *progress)
{
    const cli_checked_file *file = &run->files[index];
    int first = 0;
    for (size_t i = 0; i < file->report.count; ++i) {
        finding_picture picture = {.run = run, .file = file, .finding = &file->report.findings[i]};
        sinew__arena arena = {0};
        if (!has_picture(picture.finding)) continue;
        picture.output = name_picture(&arena, folder, &picture, index, i);
        const int code = picture.output ? draw(&picture) : cli_fail_memory(run->context);
        if (!first) first = code;
        cli_progress_add(progress);
        sinew__arena_free(&arena);
    }
    return first;
}

int cli_draw_findings(const cli_check_run *run, const char *folder)
{
    int code = cli_create_folder(run->context, folder);
    cli_progress progress = cli_progress_begin(run->context, "drawn", "images", count_pictures(run));
    const int has_folder = code == 0;
    for (size_t i = 0; i < run->count && has_folder; ++i) {
        const int failed = draw_file(run, folder, i, &progress);
        if (!code) code = failed;
    }
    cli_progress_end(&progress);
    return code;
}
