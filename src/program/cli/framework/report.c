#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/report.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/arena.h"
#include "core/base/json.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/signals.h"
#include "core/platform/standard_output.h"
#include "core/platform/terminal_device.h"
#include "core/platform/text_columns.h"
#include "core/platform/thread.h"
#include "sinew/memory.h"

// The only progress line of the program: the number of finished steps and the remaining time, or the file being read.
// Any thread may update the line; messages of any thread are printed above it.

/// Seconds after which a run shows a progress line.
static const double display_delay = 1.0;

/// Seconds between two updates.
static const double update_interval = 0.1;

/// Guards the progress line and all counts, which several threads update.
static sinew__lock lock = SINEW__UNLOCKED;

static int is_shown; ///< whether the terminal shows the line

int cli_progress_is_wanted(const cli_context *context)
{
    return !context->quiet && !context->json && sinew__is_terminal(SINEW__STDERR);
}

// ---- the line, with the lock held ---------------------------------------------------------------------------------

static void erase(void)
{
    if (is_shown) fputs("\r\033[K", stderr);
    is_shown = 0;
}

/// Shows a line, which the next call replaces. It is cut to the terminal's width, because a wrapped line cannot be
/// erased completely. The last column stays free, since some terminals wrap as soon as it is filled.
static void put(const char *text)
{
    erase();
    fwrite(text, 1, sinew__text_within(text, sinew__terminal_columns(SINEW__STDERR) - 1), stderr);
    is_shown = 1;
}

static void show(cli_progress *progress)
{
    const double now = sinew__now(), elapsed = now - progress->started;
    if (progress->done == 0 || elapsed < display_delay || now - progress->shown < update_interval) return;
    if (!cli_progress_is_wanted(progress->context)) return;
    progress->shown = now;
    const double left = elapsed / (double)progress->done * (double)(progress->total - progress->done);
    char line[256];
    snprintf(line, sizeof line, "sinew: %s %zu of %zu %s, %.0f s, %.0f s to go", progress->verb, progress->done,
             progress->total, progress->unit, elapsed, left);
    put(line);
}

// ---- steps --------------------------------------------------------------------------------------------------------

cli_progress cli_progress_begin(const cli_context *context, const char *verb, const char *unit, size_t total)
{
    return (cli_progress){context, verb, unit, total, 0, sinew__now(), 0};
}

void cli_progress_add(cli_progress *progress)
{
    sinew__lock_take(&lock);
    ++progress->done;
    show(progress);
    sinew__lock_release(&lock);
}

void cli_progress_set(cli_progress *progress, size_t done, size_t total)
{
    sinew__lock_take(&lock);
    progress->done = done;
    progress->total = total;
    show(progress);
    sinew__lock_release(&lock);
}

void cli_progress_end(cli_progress *progress)
{
    sinew__lock_take(&lock);
    if (progress->shown > 0) erase();
    progress->shown = 0;
    sinew__lock_release(&lock);
}

// ---- other lines --------------------------------------------------------------------------------------------------

void cli_progress_put_line(const char *text)
{
    sinew__lock_take(&lock);
    if (text)
        put(text);
    else
        erase();
    sinew__lock_release(&lock);
}

void cli_progress_put_message(const char *text, size_t size)
{
    sinew__lock_take(&lock);
    erase();
    fwrite(text, 1, size, stderr);
    sinew__lock_release(&lock);
}

/// The parts of a printed error.
typedef struct error_line {
    const char *file; ///< file that the error concerns, or NULL
    const char *code;
    int exit;
    const char *text, *hint; ///< hint: NULL or "" for none
} error_line;

int cli_exit_of(sinew_result result)
{
    switch (result) {
    case SINEW_OK: return CLI_EXIT_OK;
    case SINEW_ERROR_INVALID_ARGUMENT: // validation rejects a model
    case SINEW_ERROR_NOT_FOUND:
    case SINEW_ERROR_NOT_A_FILE:
    case SINEW_ERROR_NO_PERMISSION:
    case SINEW_ERROR_EMPTY:
    case SINEW_ERROR_NOT_A_MODEL:
    case SINEW_ERROR_TRUNCATED:
    case SINEW_ERROR_DAMAGED:
    case SINEW_ERROR_NO_CURVES:
    case SINEW_ERROR_UNSUPPORTED: return CLI_EXIT_INPUT;
    case SINEW_ERROR_CRASHED:
    case SINEW_ERROR_TIMED_OUT:
    case SINEW_ERROR_MEMORY_LIMIT:
    case SINEW_ERROR_NO_WORKER:
    case SINEW_ERROR_NO_SANDBOX:
    case SINEW_ERROR_SYSTEM:
    case SINEW_ERROR_LIMIT:
    case SINEW_ERROR_OUT_OF_MEMORY: return CLI_EXIT_IMPORTER;
    case SINEW_ERROR_CANCELLED: return CLI_EXIT_INTERRUPTED;
    case SINEW_ERROR_NO_CLIP:
    case SINEW_ERROR_NO_JOINT:
    case SINEW_ERROR_NO_CAMERA:
    case SINEW_ERROR_NO_KEY:
    case SINEW_ERROR_NO_TIME:
    case SINEW_ERROR_NO_MATCH:
    case SINEW_ERROR_OUT_OF_REACH:
    case SINEW_ERROR_NO_MESH: return CLI_EXIT_NOT_FOUND;
    case SINEW_ERROR_MANY_CLIPS:
    case SINEW_ERROR_BAD_TIME:
    case SINEW_ERROR_NO_RATE: return CLI_EXIT_USAGE;
    case SINEW_ERROR_NO_DISPLAY:
    case SINEW_ERROR_NO_GL: return CLI_EXIT_DISPLAY;
    case SINEW_ERROR_WRITE: return CLI_EXIT_OUTPUT;
    }
    return CLI_EXIT_IMPORTER;
}

static void put_text_message(sinew__buffer *line, const error_line *message)
{
    sinew__buffer_put_text(line, "sinew: ");
    if (message->file) {
        sinew__buffer_put_printable(line, message->file);
        sinew__buffer_put_text(line, ": ");
    }
    sinew__buffer_put_printable(line, message->text);
    if (message->hint && *message->hint) {
        sinew__buffer_put_text(line, "\n  hint: ");
        sinew__buffer_put_printable(line, message->hint);
    }
    sinew__buffer_put_character(line, '\n');
}

/// Puts a message as JSON. Its text is made printable first, so that also a log viewer that decodes JSON is safe.
static void put_json_message(sinew__buffer *line, const error_line *message)
{
    sinew__buffer text = {0}, hint = {0};
    sinew__buffer_put_printable(&text, message->text);
    sinew__buffer_put_character(&text, '\0');
    sinew__buffer_put_printable(&hint, message->hint ? message->hint : "");
    sinew__buffer_put_character(&hint, '\0');
    sinew__json_writer json = sinew__json_begin(line);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.error/1");
    sinew__json_put_text(&json, "file", message->file);
    sinew__json_put_text(&json, "code", message->code);
    sinew__json_put_whole(&json, "exit", message->exit);
    sinew__json_put_text(&json, "message", text.failed ? "out of memory" : text.text);
    sinew__json_put_text(&json, "hint", hint.failed || !hint.text[0] ? NULL : hint.text);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(line, '\n');
    sinew__buffer_free(&text);
    sinew__buffer_free(&hint);
}

static void write_message(const cli_context *context, const sinew__buffer *line)
{
    if (context->held) {
        sinew__buffer_put(context->held, line->text, line->size);
        return;
    }
    cli_progress_put_message(line->text, line->size);
}

static int print(const cli_context *context, const error_line *message)
{
    sinew__buffer line = {0};
    if (context->json)
        put_json_message(&line, message);
    else
        put_text_message(&line, message);
    if (line.failed)
        fputs("sinew: out of memory\n", stderr);
    else
        write_message(context, &line);
    sinew__buffer_free(&line);
    return message->exit;
}

int cli_fail(const cli_context *context, const char *file, const sinew_error *error)
{
    char hint[sizeof error->hint] = "";
    const double timeout = context->timeout > 0 ? context->timeout : CLI_DEFAULT_TIMEOUT,
                 memory = context->memory_limit > 0 ? context->memory_limit : CLI_DEFAULT_MEMORY_LIMIT;
    if (error->result == SINEW_ERROR_TIMED_OUT)
        snprintf(hint, sizeof hint, "--timeout %.0fs allows more", fmax(1, ceil(timeout * 10)));
    else if (error->result == SINEW_ERROR_MEMORY_LIMIT)
        snprintf(hint, sizeof hint, "--memory-limit %.0fG allows more", ceil(4 * memory / 0x1p30));
    else if (error->result == SINEW_ERROR_NO_RATE)
        snprintf(hint, sizeof hint, "--fps 30");
    else if (error->result == SINEW_ERROR_NO_CURVES)
        snprintf(hint, sizeof hint, "bake it without --strip, or play it with --engine fast");
    return print(context, &(error_line){file, sinew_result_code(error->result), cli_exit_of(error->result),
                                        error->message, *error->hint ? error->hint : hint});
}

void cli_limit_time(const cli_context *context, size_t files)
{
    static char message[512]; // a static text, because the signal's handler reads it
    sinew__buffer line = {0};
    sinew_error error;
    char hint[80];
    const double seconds = context->seconds * (double)(files > 0 ? files : 1);
    sinew__fail(&error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s of processor time", seconds);
    snprintf(hint, sizeof hint, "--timeout %.0fs allows more", ceil(5 * context->seconds));
    const error_line text = {NULL, sinew_result_code(error.result), CLI_EXIT_IMPORTER, error.message, hint};
    sinew__processor_limit(0, NULL, 0, 0); // no limit while the message changes
    if (context->json)
        put_json_message(&line, &text);
    else
        put_text_message(&line, &text);
    const size_t size = line.failed ? 0 : line.size < sizeof message ? line.size : sizeof message;
    if (size > 0) memcpy(message, line.text, size);
    sinew__buffer_free(&line);
    sinew__processor_limit(seconds, message, size, CLI_EXIT_IMPORTER);
}

int cli_fail_model(const cli_context *context, const char *path, const sinew_error *error)
{
    sinew_error hinted = *error;
    if (error->result == SINEW_ERROR_NOT_A_FILE && path && !*error->hint && sinew__is_folder(path)) {
        const size_t size = sizeof hinted.hint;
        int length = snprintf(hinted.hint, size, "commands that take directories: ");
        const char *separator = "";
        for (const cli_command *const *row = context->commands; row && *row && (size_t)length < size; ++row) {
            if (!(*row)->takes_folders) continue;
            length += snprintf(hinted.hint + length, size - (size_t)length, "%s%s", separator, (*row)->name);
            separator = ", ";
        }
    }
    return cli_fail(context, path, &hinted);
}

int cli_fail_usage(const cli_context *context, const char *code, const char *hint, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return print(context, &(error_line){NULL, code, CLI_EXIT_USAGE, text, hint});
}

int cli_fail_not_built(const cli_context *context, const char *what, const char *hint)
{
    char text[200];
    snprintf(text, sizeof text, "%s is not part of this build", what);
    return print(context, &(error_line){NULL, "not-built", CLI_EXIT_NOT_BUILT, text, hint});
}

int cli_fail_choice(const cli_context *context, const cli_option *option, const char *word)
{
    sinew__buffer hint = {0};
    const char *name, *nearest = NULL;
    int value, distance = 1000;
    for (int32_t i = 0; (name = cli_choice(option, i, &value)) != NULL; ++i) {
        const int edits = sinew__word_distance(word, name);
        if (edits >= distance) continue;
        nearest = name;
        distance = edits;
    }
    if (nearest && sinew__word_is_near(word, distance)) sinew__buffer_format(&hint, "did you mean '%s'? ", nearest);
    sinew__buffer_put_text(&hint, "expected one of ");
    cli_put_choices(&hint, option, ", ");
    sinew__buffer_put_character(&hint, '\0');
    const int code = cli_fail_usage(context, "bad-value", hint.failed ? NULL : hint.text,
                                    "--%s: '%s' is not a valid choice", option->name, word);
    sinew__buffer_free(&hint);
    return code;
}

int cli_fail_format(const cli_context *context, const cli_option *option, const char *name, const char *output)
{
    sinew__buffer hint = {0};
    sinew__buffer_put_text(&hint, "formats: ");
    cli_put_choices(&hint, option, " ");
    sinew__buffer_put_character(&hint, '\0');
    const char *listed = hint.failed ? NULL : hint.text;
    const int code = name ? cli_fail_usage(context, "bad-value", listed, "unsupported format '%s'", name)
                          : cli_fail_usage(context, "bad-value", listed, "'%s': no format for this extension", output);
    sinew__buffer_free(&hint);
    return code;
}

int cli_fail_memory(const cli_context *context)
{
    return print(context, &(error_line){NULL, sinew_result_code(SINEW_ERROR_OUT_OF_MEMORY), CLI_EXIT_IMPORTER,
                                        "out of memory", NULL});
}

void cli_count_file(cli_tally *tally, int code)
{
    ++tally->count;
    if (code == CLI_EXIT_OK) return;
    if (tally->failed++ == 0)
        tally->code = code;
    else if (tally->code != code)
        tally->differing = 1;
}

int cli_fail_some(const cli_context *context, const cli_tally *tally)
{
    if (tally->failed == 0) return CLI_EXIT_OK;
    if (tally->failed == tally->count && !tally->differing) return tally->code;
    char text[100];
    snprintf(text, sizeof text, "%zu of %zu files failed", tally->failed, tally->count);
    return print(context, &(error_line){NULL, "some-failed", CLI_EXIT_SOME_FAILED, text, NULL});
}

/// Prints "sinew: FILE: `kind`text".
static void print_line(const cli_context *context, const char *file, const char *kind, const char *format,
                       va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    sinew__buffer line = {0};
    sinew__buffer_put_text(&line, "sinew: ");
    if (file) {
        sinew__buffer_put_printable(&line, file);
        sinew__buffer_put_text(&line, ": ");
    }
    sinew__buffer_put_text(&line, kind);
    sinew__buffer_put_printable(&line, text);
    sinew__buffer_put_character(&line, '\n');
    if (!line.failed) write_message(context, &line);
    sinew__buffer_free(&line);
}

void cli_warn(const cli_context *context, const char *file, const char *format, ...)
{
    va_list arguments;
    if (context->quiet) return;
    va_start(arguments, format);
    print_line(context, file, "warning: ", format, arguments);
    va_end(arguments);
}

void cli_note(const cli_context *context, const char *file, const char *format, ...)
{
    va_list arguments;
    if (context->quiet || context->json) return;
    va_start(arguments, format);
    print_line(context, file, "", format, arguments);
    va_end(arguments);
}

int cli_wants_color(const cli_context *context)
{
    if (context->color != CLI_COLOR_AUTO) return context->color == CLI_COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no_color && *no_color) && term && strcmp(term, "dumb") != 0 && sinew__is_terminal(SINEW__STDOUT);
}

// Writes the output of a command: to a file completely or not at all, to stdout at once or in chunks.

int cli_format_of(const cli_context *context, int requested)
{
    if (requested != CLI_FORMAT_DEFAULT) return requested;
    return context->json ? CLI_FORMAT_JSON : CLI_FORMAT_TEXT;
}

int cli_write_stdout(const cli_context *context, sinew__buffer *text)
{
    int is_open;
    const int code = text->failed ? cli_fail_memory(context) : cli_write_chunk(context, text, &is_open);
    sinew__buffer_free(text);
    return code;
}

int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text)
{
    int failed = cli_check_output(context, path, NULL, 0);
    if (!failed && context->creates_folders) failed = cli_create_folder_of(context, path);
    if (failed) {
        sinew__buffer_free(text);
        return failed;
    }
    sinew_error error;
    const int is_whole = !text->failed;
    const sinew_result result =
        is_whole ? sinew__write_output(path, text->text, text->size, &error) : sinew__fail_memory(&error);
    sinew__buffer_free(text);
    if (result == SINEW_OK) return CLI_EXIT_OK;
    return cli_fail(context, is_whole ? cli_output_label(path) : NULL, &error);
}

int cli_write_chunk(const cli_context *context, sinew__buffer *text, int *out_is_open)
{
    const int code = sinew__write_stdout(text->text, text->size, 1);
    text->size = 0;
    *out_is_open = code == 0;
    if (code == 0 || code == EPIPE) return CLI_EXIT_OK;
    sinew_error error;
    if (code == ENOTSUP)
        (void)!sinew__fail_binary_output(&error);
    else
        sinew__fail(&error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
    return cli_fail(context, cli_output_label("-"), &error);
}

const char *cli_output_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard output" : path;
}

int cli_check_extension(const cli_context *context, const char *path, const char *extension)
{
    const size_t length = strlen(path), tail = strlen(extension);
    if (strcmp(path, "-") == 0 || (length >= tail && strcasecmp(path + length - tail, extension) == 0)) return 0;
    return cli_fail_usage(context, "bad-value", "-o - writes to standard output", "'%s': expected the extension %s",
                          path, extension);
}

int cli_check_output(const cli_context *context, const char *path, const char *const *inputs, size_t count)
{
    if (strcmp(path, "-") == 0) return 0;
    int is_input = sinew__is_input(path);
    for (size_t i = 0; i < count && !is_input; ++i) is_input = inputs[i] && sinew__is_same_file(path, inputs[i]);
    if (is_input) {
        return cli_fail_usage(context, "same-file", "choose another output name", "'%s' is an input of the command",
                              path);
    }
    return 0;
}

int cli_create_folder(const cli_context *context, const char *folder)
{
    sinew__arena arena = {0};
    const char *below = sinew__arena_format(&arena, "%s/x", folder);
    if (below) sinew__folders_create_above(below, 0);
    sinew__arena_free(&arena);
    if (sinew__is_folder(folder)) return 0;
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_WRITE, "cannot create this directory");
    return cli_fail(context, folder, &error);
}

int cli_create_folder_of(const cli_context *context, const char *name)
{
    char *folder = sinew__folder_of(name);
    const int failed = folder ? cli_create_folder(context, folder) : cli_fail_memory(context);
    sinew_free(folder);
    return failed;
}
