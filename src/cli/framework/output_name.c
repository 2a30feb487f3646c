#define _POSIX_C_SOURCE 200809L
#include "cli/framework/output_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "cli/framework/report.h"

/// What the braces of one name stand for.
typedef struct name_facts {
    const char *path;
    const char *clip; ///< NULL: the output shows no moment, {file} is the only word
    int number;
    double seconds, fps;
} name_facts;

/// Name of a file without folder and extension.
static void put_stem(sinew__buffer *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    sinew__buffer_put(out, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/// A name from a file must not lead into another folder.
static void put_clip(sinew__buffer *out, const char *clip)
{
    const size_t begin = out->size;
    sinew__buffer_put_printable(out, clip);
    for (size_t i = begin; i < out->size; ++i) {
        if (out->text[i] == '/' || out->text[i] == '\\' || out->text[i] == '|') out->text[i] = '_';
    }
}

/// Fills in one word; `digits` are those behind a colon. Returns 0 when there is no such word.
static int put_word(sinew__buffer *out, const char *word, size_t length, int digits, const name_facts *facts)
{
    if (length == 4 && memcmp(word, "file", 4) == 0)
        put_stem(out, facts->path);
    else if (!facts->clip)
        return 0;
    else if (length == 4 && memcmp(word, "clip", 4) == 0)
        put_clip(out, facts->clip);
    else if (length == 4 && memcmp(word, "time", 4) == 0)
        sinew__buffer_format(out, "%.3f", facts->seconds);
    else if (length == 6 && memcmp(word, "number", 6) == 0)
        sinew__buffer_format(out, "%0*d", digits, facts->number);
    else if (length == 5 && memcmp(word, "frame", 5) == 0 && facts->fps > 0) {
        sinew__buffer_format(out, "%0*.0f", digits, round(facts->seconds * facts->fps) + 0.0);
    } else
        return 0;
    return 1;
}

/// `length` is that of the word, `whole` that of all between the braces.
static int fail_word(const cli_context *context, const char *word, size_t length, size_t whole, const name_facts *facts)
{
    if (facts->clip && length == 5 && memcmp(word, "frame", 5) == 0 && !(facts->fps > 0)) {
        return cli_fail_usage(context, sinew_result_code(SINEW_ERROR_NO_RATE), "--fps 30",
                              "'{frame}' needs a frame rate");
    }
    return cli_fail_usage(context, "bad-value",
                          facts->clip ? "use {file} {clip} {number} {frame:04} {time}" : "use {file}",
                          "'{%.*s}' stands for nothing", (int)whole, word);
}

static int fill_name(const cli_context *context, const char *pattern, const name_facts *facts, char **out_name)
{
    sinew__buffer name = {0};
    *out_name = NULL;
    while (*pattern) {
        const char *close = *pattern == '{' ? strchr(pattern, '}') : NULL;
        if (!close) {
            sinew__buffer_put_character(&name, *pattern++);
            continue;
        }
        const char *word = pattern + 1;
        const size_t length = strcspn(word, ":}");
        const int digits = word[length] == ':' ? (int)strtol(word + length + 1, NULL, 10) : 0;
        if (digits < 0 || digits > 20 || !put_word(&name, word, length, digits, facts)) {
            sinew__buffer_free(&name);
            return fail_word(context, word, length, (size_t)(close - word), facts);
        }
        pattern = close + 1;
    }
    sinew__buffer_put_character(&name, '\0');
    if (name.failed) {
        sinew__buffer_free(&name);
        return cli_fail_memory(context);
    }
    *out_name = name.text;
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// The order of the names stays.
static int check_names(const cli_context *context, char *const *names, size_t count)
{
    char **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) return cli_fail_memory(context);
    int failed = 0;
    memcpy(sorted, names, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count && !failed; ++i) {
        if (strcmp(sorted[i], sorted[i - 1]) != 0) continue;
        failed = cli_fail_usage(context, "same-output", "put {clip} or {frame:04} in the name",
                                "two outputs would both be '%s'", sorted[i]);
    }
    free(sorted);
    return failed;
}

size_t cli_count_moments(const cli_named_moments *clips, size_t clip_count)
{
    size_t count = 0;
    for (size_t i = 0; i < clip_count; ++i) count += clips[i].count;
    return count;
}

/// Fills names[0 … count − 1].
static int name_moments(const cli_context *context, const char *pattern, const cli_named_moments *moments, char **names)
{
    const sinew_model *model = moments->model;
    name_facts facts = {.path = moments->path, .clip = "rest", .fps = moments->fps};
    if (moments->clip != SINEW_NONE) facts.clip = sinew_text(model, model->clips[moments->clip].name);
    int failed = 0;
    for (size_t i = 0; i < moments->count && !failed; ++i) {
        facts.number = (int)i + 1;
        facts.seconds = moments->times[i];
        failed = fill_name(context, pattern, &facts, &names[i]);
    }
    return failed;
}

int cli_name_outputs(const cli_context *context, const char *pattern, const cli_named_moments *clips, size_t clip_count,
                     char ***out_names)
{
    const size_t count = cli_count_moments(clips, clip_count);
    *out_names = NULL;
    char **names = calloc(count + 1, sizeof *names);
    int failed = names ? 0 : cli_fail_memory(context);
    for (size_t i = 0, named = 0; i < clip_count && !failed; named += clips[i++].count)
        failed = name_moments(context, pattern, &clips[i], names + named);
    if (!failed) failed = check_names(context, names, count);
    if (failed)
        cli_free_names(names, count);
    else
        *out_names = names;
    return failed;
}

int cli_name_output(const cli_context *context, const char *pattern, const char *path, char **out_name)
{
    return fill_name(context, pattern, &(name_facts){.path = path}, out_name);
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; ++i) free(names[i]);
    free(names);
}
