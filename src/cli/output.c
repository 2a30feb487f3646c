#include "cli/output.h"

#include <string.h>

#include "cli/report.h"
#include "output/output.h"

int cli_write_stdout(const cli_context *context, sinew__buffer *text)
{
    return cli_write_output(context, "-", text);
}

int cli_write_output(const cli_context *context, const char *path, sinew__buffer *text)
{
    sinew_error error;
    const int is_whole = !text->failed;
    const sinew_result result =
        is_whole ? output_write_bytes(path, text->text, text->size, &error) : sinew__fail_memory(&error);
    sinew__buffer_free(text);
    if (result == SINEW_OK) return CLI_EXIT_OK;
    const char *place = strcmp(path, "-") == 0 ? "standard output" : path;
    return cli_fail(context, is_whole ? place : NULL, &error);
}
