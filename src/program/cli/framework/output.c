#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/output.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "core/base/arena.h"
#include "core/platform/descriptor.h"
#include "core/platform/file_status.h"
#include "core/platform/folder.h"
#include "draw/output/output.h"
#include "program/cli/framework/report.h"

int cli_format_of(const cli_context *context, int requested)
{
    if (requested != CLI_FORMAT_DEFAULT) return requested;
    return context->json ? CLI_FORMAT_JSON : CLI_FORMAT_TEXT;
}

int cli_write_stdout(const cli_context *context, sinew__buffer *text)
{
    return cli_write_output(context, "-", text);
}

int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text)
{
    sinew_error error;
    const int is_whole = !text->failed;
    const sinew_result result =
        is_whole ? sinew__output_write_bytes(path, text->text, text->size, &error) : sinew__fail_memory(&error);
    sinew__buffer_free(text);
    if (result == SINEW_OK) return CLI_EXIT_OK;
    return cli_fail(context, is_whole ? cli_output_label(path) : NULL, &error);
}

int cli_write_chunk(const cli_context *context, sinew__buffer *text, int *out_is_open)
{
    const int code = sinew__write_all(SINEW__STDOUT, text->text, text->size);
    text->size = 0;
    *out_is_open = code == 0;
    if (code == 0 || code == EPIPE) return CLI_EXIT_OK;
    sinew_error error;
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
    for (size_t i = 0; i < count && strcmp(path, "-") != 0; ++i) {
        if (!inputs[i] || !sinew__is_same_file(path, inputs[i])) continue;
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
