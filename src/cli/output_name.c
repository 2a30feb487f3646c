#define _POSIX_C_SOURCE 200809L
#include "cli/output_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "cli/report.h"

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
static int put_word(sinew__buffer *out, const char *word, size_t length, int digits, const cli_name_facts *facts)
{
    if (length == 4 && memcmp(word, "file", 4) == 0)
        put_stem(out, facts->path);
    else if (length == 4 && memcmp(word, "clip", 4) == 0)
        put_clip(out, facts->clip ? facts->clip : "rest");
    else if (length == 4 && memcmp(word, "time", 4) == 0)
        sinew__buffer_format(out, "%.3f", facts->seconds);
    else if (length == 6 && memcmp(word, "number", 6) == 0)
        sinew__buffer_format(out, "%0*d", digits, (int)facts->number);
    else if (length == 5 && memcmp(word, "frame", 5) == 0 && facts->fps > 0) {
        sinew__buffer_format(out, "%0*.0f", digits, round(facts->seconds * facts->fps) + 0.0);
    } else
        return 0;
    return 1;
}

static int fail_word(const cli_context *context, const char *word, size_t length, const cli_name_facts *facts)
{
    if (length == 5 && memcmp(word, "frame", 5) == 0 && !(facts->fps > 0)) {
        return cli_fail_usage(context, sinew_result_code(SINEW_ERROR_NO_RATE), "--fps 30",
                              "'{frame}' needs a frame rate");
    }
    return cli_fail_usage(context, "bad-value", "use {file} {clip} {number} {frame:04} {time}",
                          "'{%.*s}' stands for nothing", (int)length, word);
}

int cli_fill_name(const cli_context *context, const char *pattern, const cli_name_facts *facts, char **out_name)
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
            return fail_word(context, word, length, facts);
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
        failed = cli_fail_usage(context, "same-output", "put {clip} or {frame:04} in the name",
                                "two outputs would both be '%s'", sorted[i]);
    }
    free(sorted);
    return failed;
}
