#define _POSIX_C_SOURCE 200809L
#include "cli/framework/output_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "cli/framework/report.h"
#include "sinew/memory.h"

/// The values of the placeholders in one name.
typedef struct name_values {
    const char *path;
    const char *clip; ///< NULL: the output has no time, and {file} is the only placeholder
    int number;
    double seconds, fps;
} name_values;

/// Puts the name of a file without directory and extension.
static void put_stem(sinew__buffer *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    sinew__buffer_put(out, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/// Puts the name of a clip. Replaces separators: a name from a file must not lead into another directory.
static void put_clip(sinew__buffer *out, const char *clip)
{
    const size_t begin = out->size;
    sinew__buffer_put_printable(out, clip);
    for (size_t i = begin; i < out->size; ++i) {
        if (out->text[i] == '/' || out->text[i] == '\\' || out->text[i] == '|') out->text[i] = '_';
    }
}

/// Puts the value of one placeholder; `digits` follow its colon. Returns 0 for an unknown placeholder.
static int put_placeholder(sinew__buffer *out, const char *word, size_t length, int digits, const name_values *values)
{
    if (length == 4 && memcmp(word, "file", 4) == 0)
        put_stem(out, values->path);
    else if (!values->clip)
        return 0;
    else if (length == 4 && memcmp(word, "clip", 4) == 0)
        put_clip(out, values->clip);
    else if (length == 4 && memcmp(word, "time", 4) == 0)
        sinew__buffer_format(out, "%.3f", values->seconds);
    else if (length == 6 && memcmp(word, "number", 6) == 0)
        sinew__buffer_format(out, "%0*d", digits, values->number);
    else if (length == 5 && memcmp(word, "frame", 5) == 0 && values->fps > 0) {
        sinew__buffer_format(out, "%0*.0f", digits, round(values->seconds * values->fps) + 0.0);
    } else
        return 0;
    return 1;
}

/// `length` excludes the digits, `whole` is everything between the braces.
static int fail_placeholder(const cli_context *context, const char *word, size_t length, size_t whole,
                            const name_values *values)
{
    if (values->clip && length == 5 && memcmp(word, "frame", 5) == 0 && !(values->fps > 0)) {
        return cli_fail_usage(context, sinew_result_code(SINEW_ERROR_NO_RATE), "--fps 30",
                              "'{frame}' needs a frame rate");
    }
    return cli_fail_usage(context, "bad-value",
                          values->clip ? "placeholders: {file} {clip} {number} {frame:04} {time}"
                                       : "placeholder: {file}",
                          "unknown placeholder '{%.*s}'", (int)whole, word);
}

static int fill_name(const cli_context *context, const char *pattern, const name_values *values, char **out_name)
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
        if (digits < 0 || digits > 20 || !put_placeholder(&name, word, length, digits, values)) {
            sinew__buffer_free(&name);
            return fail_placeholder(context, word, length, (size_t)(close - word), values);
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

int cli_check_names(const cli_context *context, char *const *names, size_t count)
{
    char **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) return cli_fail_memory(context);
    int failed = 0;
    memcpy(sorted, names, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count && !failed; ++i) {
        if (strcmp(sorted[i], sorted[i - 1]) != 0) continue;
        failed = cli_fail_usage(context, "same-output", "put {file}, {clip} or {frame:04} in the name",
                                "two outputs would both be '%s'", sorted[i]);
    }
    free(sorted);
    return failed;
}

size_t cli_count_output_times(const cli_output_times *clips, size_t clip_count)
{
    size_t count = 0;
    for (size_t i = 0; i < clip_count; ++i) count += clips[i].count;
    return count;
}

/// Fills names[0 … count − 1].
static int name_times(const cli_context *context, const char *pattern, const cli_output_times *outputs, char **names)
{
    const sinew_model *model = outputs->model;
    name_values values = {.path = outputs->path, .clip = "rest", .fps = outputs->fps};
    if (outputs->clip != SINEW_NONE) values.clip = sinew_text(model, model->clips[outputs->clip].name);
    int failed = 0;
    for (size_t i = 0; i < outputs->count && !failed; ++i) {
        values.number = (int)i + 1;
        values.seconds = outputs->times[i];
        failed = fill_name(context, pattern, &values, &names[i]);
    }
    return failed;
}

int cli_name_outputs(const cli_context *context, const char *pattern, const cli_output_times *clips, size_t clip_count,
                     char ***out_names)
{
    const size_t count = cli_count_output_times(clips, clip_count);
    *out_names = NULL;
    char **names = calloc(count + 1, sizeof *names);
    int failed = names ? 0 : cli_fail_memory(context);
    for (size_t i = 0, named = 0; i < clip_count && !failed; named += clips[i++].count)
        failed = name_times(context, pattern, &clips[i], names + named);
    if (!failed) failed = cli_check_names(context, names, count);
    if (failed)
        cli_free_names(names, count);
    else
        *out_names = names;
    return failed;
}

int cli_name_output(const cli_context *context, const char *pattern, const char *path, char **out_name)
{
    return fill_name(context, pattern, &(name_values){.path = path}, out_name);
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; ++i) sinew_free(names[i]);
    free(names);
}
