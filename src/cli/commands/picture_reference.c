#include "cli/commands/picture_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/framework/json.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "output/compare_images.h"
#include "output/read_png.h"

static int write_difference(const cli_context *context, const char *path, const output_image *drawn, uint8_t *expected)
{
    sinew_error error;
    const output_image frame = {drawn->width, drawn->height, expected};
    sinew__output_difference_image(drawn->pixels, expected, drawn->width, drawn->height, expected);
    return sinew__output_write_image(&sinew__output_png, path, &frame, &error) == SINEW_OK
               ? 0
               : cli_fail(context, path, &error);
}

/// `apart` NaN: there is no error, the pictures differ in size.
static void put_json(const char *path, const cli_picture_reference *reference, double apart, sinew__buffer *out)
{
    cli_json json = cli_json_begin(out);
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.render/1");
    cli_json_text(&json, "file", path);
    cli_json_text(&json, "reference", reference->path);
    cli_json_number(&json, "error", apart);
    cli_json_number(&json, "threshold", reference->threshold);
    cli_json_bool(&json, "alike", apart <= reference->threshold);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

/// Messages are written where they can be; data is written, or fails.
static int print(const cli_context *context, sinew__buffer *text, int as_message)
{
    if (!as_message || text->failed) return cli_write_stdout(context, text);
    fwrite(text->text, 1, text->size, stderr);
    sinew__buffer_free(text);
    return 0;
}

/// Says how far apart the pictures are, and gives the exit code for that.
static int report(const cli_context *context, const char *path, const cli_picture_reference *reference, double apart,
                  int as_message)
{
    sinew__buffer text = {0};
    if (context->json)
        put_json(path, reference, apart, &text);
    else if (isfinite(apart))
        sinew__buffer_format(&text, "error %.6f\n", apart);
    const int failed = print(context, &text, as_message);
    return failed ? failed : apart <= reference->threshold ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

/// Finds the error against `expected`, pixels of the same size, which the picture of the differences replaces.
static int compare(const cli_context *context, const cli_picture_reference *reference, const output_image *drawn,
                   uint8_t *expected, double *out_apart)
{
    sinew_error error;
    if (sinew__output_compare_images(drawn->pixels, expected, drawn->width, drawn->height, out_apart, &error) !=
        SINEW_OK) {
        return cli_fail(context, reference->path, &error);
    }
    return reference->difference ? write_difference(context, reference->difference, drawn, expected) : 0;
}

int cli_compare_picture(const cli_context *context, const char *path, const cli_picture_reference *reference,
                        const output_image *drawn, int as_message)
{
    sinew_error error;
    int32_t width = 0, height = 0;
    uint8_t *expected = NULL;
    if (sinew__output_read_png(reference->path, &width, &height, &expected, &error) != SINEW_OK) {
        return cli_fail(context, reference->path, &error);
    }
    int failed = 0;
    double apart = (double)NAN;
    if (width == drawn->width && height == drawn->height)
        failed = compare(context, reference, drawn, expected, &apart);
    else
        cli_warn(context, reference->path, "is %dx%d, the picture %dx%d", width, height, drawn->width, drawn->height);
    free(expected);
    return failed ? failed : report(context, path, reference, apart, as_message);
}
