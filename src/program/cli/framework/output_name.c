#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/output_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/platform/file.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

/// The values of the placeholders in one name.
typedef struct name_values {
    const char *path;
    const char *clip; ///< NULL: the output has no time, and only {file} can be used
    int number;
    double seconds;  ///< from the clip's start
    double timeline; ///< seconds on the file's timeline
    double fps;
    int is_shown; ///< for a label: names are not changed to be parts of a path
} name_values;

/// Puts a name so that it cannot lead out of the output's folder: `_` replaces each slash, and each character of a name
/// that consists of dots only. The name "-" becomes `_`, because it means standard output; an empty name becomes `_`.
static void put_name(sinew__buffer *out, const char *name, size_t length)
{
    size_t last = length; // length without dots at the end
    while (last > 0 && name[last - 1] == '.') --last;
    const int is_special = last == 0 || (length == 1 && *name == '-');
    for (size_t i = 0; i < length; ++i)
        sinew__buffer_put_character(out, (char)(is_special || name[i] == '/' ? '_' : name[i]));
    if (length == 0) sinew__buffer_put_character(out, '_');
}

/// A placeholder's text between the braces. In "frame:04", the word is "frame", and `digits` is 4.
typedef struct placeholder {
    const char *word;
    size_t length, whole; ///< bytes of the word; bytes with colon and digits
    int digits;           ///< number of digits to pad to; 0: none is given
} placeholder;

enum { MAX_DIGITS = 20 };

/// Reads the number after the colon, if there is one. Returns 0 if it is not a valid number of digits.
static int read_digits(placeholder *out)
{
    const char *text = out->word + out->length + 1, *end = out->word + out->whole;
    if (out->length == out->whole) return 1;
    if (text == end) return 0;
    for (; text < end; ++text) {
        if (*text < '0' || *text > '9') return 0;
        out->digits = out->digits * 10 + *text - '0';
        if (out->digits > MAX_DIGITS) return 0;
    }
    return 1;
}

/// Reads the placeholder at `text`, an opening brace. Returns the position of its closing brace, or NULL if there is
/// none.
static const char *read_placeholder(const char *text, placeholder *out)
{
    const char *close = strchr(text, '}');
    if (!close) return NULL;
    *out = (placeholder){.word = text + 1, .length = strcspn(text + 1, ":}"), .whole = (size_t)(close - text - 1)};
    return close + 1;
}

static int is_word(const placeholder *of, const char *word)
{
    return of->length == strlen(word) && memcmp(of->word, word, of->length) == 0;
}

/// Puts the value of a placeholder. Returns 0 if the placeholder is unknown.
static int put_placeholder(sinew__buffer *out, placeholder *of, const name_values *values)
{
    const int has_digits = of->length < of->whole;
    if (!read_digits(of)) return 0;
    if (values->clip && is_word(of, "number"))
        sinew__buffer_format(out, "%0*d", of->digits, values->number);
    else if (values->clip && is_word(of, "frame") && values->fps > 0)
        sinew__buffer_format(out, "%0*.0f", of->digits, round(values->timeline * values->fps) + 0.0);
    else if (has_digits)
        return 0;
    else if (is_word(of, "file")) {
        const char *name = sinew__file_name(values->path), *dot = strrchr(name, '.');
        const size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
        if (values->is_shown)
            sinew__buffer_put(out, name, length);
        else
            put_name(out, name, length);
    } else if (values->clip && is_word(of, "clip") && values->is_shown)
        sinew__buffer_put_text(out, values->clip);
    else if (values->clip && is_word(of, "clip")) {
        sinew__buffer printable = {0};
        sinew__buffer_put_printable(&printable, values->clip);
        for (size_t i = 0; i < printable.size; ++i)
            if (printable.text[i] == '\\' || printable.text[i] == '|') printable.text[i] = '_';
        put_name(out, printable.size ? printable.text : "", printable.size);
        out->failed |= printable.failed;
        sinew__buffer_free(&printable);
    } else if (values->clip && is_word(of, "time"))
        sinew__buffer_format(out, "%.3f", round(values->seconds * 1e3) / 1e3 + 0.0);
    else
        return 0;
    return 1;
}

/// Returns whether an unclosed brace begins a known placeholder, as in "{clip at {time}": a mistake.
static int is_left_open(const char *text, const name_values *values)
{
    const size_t length = strspn(text + 1, "abcdefghijklmnopqrstuvwxyz");
    placeholder found = {.word = text + 1, .length = length, .whole = length};
    sinew__buffer unused = {0};
    const int is_known = put_placeholder(&unused, &found, values);
    sinew__buffer_free(&unused);
    return is_known;
}

/// Puts the next character or placeholder of a pattern, and moves *pattern after it. Returns the exit code.
static int put_next(const cli_context *context, const char **pattern, const name_values *values, sinew__buffer *out)
{
    placeholder found;
    const char *at = *pattern, *end = at[0] == '{' && at[1] != '{' ? read_placeholder(at, &found) : NULL;
    if (end) {
        *pattern = end;
        if (put_placeholder(out, &found, values)) return 0;
        if (values->clip && is_word(&found, "frame") && !(values->fps > 0))
            return cli_fail_usage(context, sinew_result_code(SINEW_ERROR_NO_RATE), "--fps 30",
                                  "'{frame}' needs a frame rate");
        return cli_fail_usage(context, "bad-value",
                              values->clip ? "placeholders: {file} {clip} {number} {frame:04} {time}"
                                           : "placeholder: {file}",
                              "unknown placeholder '{%.*s}'", (int)found.whole, found.word);
    }
    if (at[0] == '{' && at[1] != '{' && is_left_open(at, values)) {
        return cli_fail_usage(context, "bad-value", "write '{{' for a brace", "the placeholder '%s' is not closed", at);
    }
    const int is_doubled = (at[0] == '{' || at[0] == '}') && at[1] == at[0];
    sinew__buffer_put_character(out, at[0]);
    *pattern = at + 1 + is_doubled;
    return 0;
}

/// Puts an expanded pattern and a terminating 0. Braces in inserted values are not expanded.
static int put_pattern(const cli_context *context, const char *pattern, const name_values *values, sinew__buffer *out)
{
    int failed = 0;
    while (*pattern && !failed) failed = put_next(context, &pattern, values, out);
    sinew__buffer_put_character(out, '\0');
    return failed;
}

enum { LONGEST_PART = 255 - 16 }; // bytes of a name in a path: 255, less a temporary file's suffix

/// Shortens each part of a path that is longer than LONGEST_PART: to its first characters, a hash of the whole part,
/// and the extension.
static void shorten_parts(sinew__buffer *path)
{
    sinew__buffer out = {0};
    for (size_t at = 0, end; at < path->size; at = end + 1) {
        for (end = at; path->text[end] && path->text[end] != '/';) ++end;
        const char *part = path->text + at;
        const size_t length = end - at;
        if (length > LONGEST_PART) {
            size_t tail = 0, head = LONGEST_PART;
            while (tail < 16 && part[length - 1 - tail] != '.') ++tail;
            tail = tail < 16 ? tail + 1 : 0; // length of the extension, dot included; 0: none
            head -= tail + sizeof "~0123abcd" - 1;
            while (head > 0 && ((unsigned char)part[head] & 0xc0) == 0x80) --head;
            sinew__buffer_put(&out, part, head);
            sinew__buffer_format(&out, "~%08x", (unsigned)(sinew__hash_name(part, length) & 0xffffffff));
            sinew__buffer_put(&out, part + length - tail, tail);
        } else {
            sinew__buffer_put(&out, part, length);
        }
        sinew__buffer_put_character(&out, path->text[end]);
    }
    out.failed |= path->failed;
    sinew__buffer_free(path);
    *path = out;
}

static int fill_name(const cli_context *context, const char *pattern, const name_values *values, char **out_name)
{
    sinew__buffer name = {0};
    *out_name = NULL;
    int failed = put_pattern(context, pattern, values, &name);
    if (!failed && !name.failed && strcmp(name.text, pattern) != 0) {
        shorten_parts(&name);
        sinew__outputs_replace_links();
    }
    if (!failed && name.failed) failed = cli_fail_memory(context);
    if (failed)
        sinew__buffer_free(&name);
    else
        *out_name = name.text;
    return failed;
}

int cli_name_has(const char *pattern, const char *word)
{
    placeholder found;
    while (*pattern) {
        const char *end = pattern[0] == '{' && pattern[1] != '{' ? read_placeholder(pattern, &found) : NULL;
        if (end && is_word(&found, word)) return 1;
        pattern = end ? end : pattern + 1 + (pattern[0] == '{' && pattern[1] == '{');
    }
    return 0;
}

void cli_put_name_pattern(sinew__buffer *out, const char *name)
{
    for (; *name; ++name) {
        if (*name == '{' || *name == '}') sinew__buffer_put_character(out, *name);
        sinew__buffer_put_character(out, *name);
    }
}

int cli_check_file_names(const cli_context *context, const char *pattern, size_t file_count)
{
    if (file_count < 2 || cli_name_has(pattern, "file")) return 0;
    return cli_fail_usage(context, "same-output", "put {file} in the name", "%zu files would all be '%s'", file_count,
                          pattern);
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

static name_values values_at(const cli_output_times *outputs, double seconds, int number)
{
    const sinew_model *model = outputs->model;
    const int32_t clip = outputs->clip;
    return (name_values){.path = outputs->path,
                         .clip = clip == SINEW_NONE ? "rest" : sinew_text(model, model->clips[clip].name),
                         .number = number,
                         .seconds = seconds,
                         .timeline = sinew_clip_to_timeline(model, clip, seconds),
                         .fps = outputs->fps};
}

int cli_name_outputs(const cli_context *context, const char *pattern, const cli_output_times *clips, size_t clip_count,
                     char ***out_names)
{
    const size_t count = cli_count_output_times(clips, clip_count);
    *out_names = NULL;
    char **names = calloc(count + 1, sizeof *names);
    int failed = names ? 0 : cli_fail_memory(context);
    size_t named = 0;
    for (size_t i = 0; i < clip_count; ++i)
        for (size_t k = 0; k < clips[i].count && !failed; ++k) {
            const name_values values = values_at(&clips[i], clips[i].times[k], (int)k + 1);
            failed = fill_name(context, pattern, &values, &names[named++]);
        }
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

int cli_put_label(const cli_context *context, const char *pattern, const cli_output_times *of, double seconds,
                  int number, sinew__buffer *out)
{
    name_values values = values_at(of, seconds, number);
    sinew__buffer text = {0};
    values.is_shown = 1;
    const int failed = put_pattern(context, pattern, &values, &text);
    if (!failed && !text.failed) sinew__buffer_put_printable(out, text.text);
    out->failed |= text.failed;
    sinew__buffer_free(&text);
    return failed;
}

void cli_free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; ++i) sinew_free(names[i]);
    free(names);
}
