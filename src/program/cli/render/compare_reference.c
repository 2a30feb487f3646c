#include "program/cli/render/compare_reference.h"

#include <math.h>
#include <stdio.h>

#include "core/base/json.h"
#include "draw/output/compare_images.h"
#include "draw/output/output.h"
#include "import/worker/host/worker_host.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"

static int write_difference(const cli_context *context, const char *path, const output_image *drawn, uint8_t *expected)
{
    sinew_error error;
    const output_driver *driver = sinew__output_driver_for(path);
    const output_image frame = {drawn->width, drawn->height, expected, drawn->quality};
    sinew__output_difference_image(drawn->pixels, expected, drawn->width, drawn->height, expected);
    return sinew__output_write_image(driver ? driver : &sinew__output_png, path, &frame, &error) == SINEW_OK
               ? 0
               : cli_fail(context, path, &error);
}

/// `image_error` NaN: the images differ in size.
static void put_json(const char *path, const cli_reference_image *reference, double image_error, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.render/1");
    sinew__json_put_text(&json, "file", path);
    sinew__json_put_text(&json, "reference", reference->path);
    sinew__json_put_number(&json, "error", image_error);
    sinew__json_put_number(&json, "threshold", reference->threshold);
    sinew__json_put_bool(&json, "alike", image_error <= reference->threshold);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

/// A failed write to stderr is ignored; a failed write to stdout is an error.
static int print(const cli_context *context, sinew__buffer *text, int to_stderr)
{
    if (!to_stderr || text->failed) return cli_write_stdout(context, text);
    fwrite(text->text, 1, text->size, stderr);
    sinew__buffer_free(text);
    return 0;
}

/// Prints the error; returns the exit code.
static int report(const cli_context *context, const char *path, const cli_reference_image *reference,
                  double image_error, int to_stderr)
{
    sinew__buffer text = {0};
    if (context->json)
        put_json(path, reference, image_error, &text);
    else if (isfinite(image_error))
        sinew__buffer_format(&text, "error %.6f\n", image_error);
    const int failed = print(context, &text, to_stderr);
    return failed ? failed : image_error <= reference->threshold ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

/// Computes the error against `expected`, an image of the same size, whose pixels the difference image replaces.
static int compare(const cli_context *context, const cli_reference_image *reference, const output_image *drawn,
                   uint8_t *expected, double *out_image_error)
{
    sinew_error error;
    if (sinew__output_compare_images(drawn->pixels, expected, drawn->width, drawn->height, out_image_error, &error) !=
        SINEW_OK) {
        return cli_fail(context, reference->path, &error);
    }
    return reference->difference ? write_difference(context, reference->difference, drawn, expected) : 0;
}

int render_compare_image(const cli_context *context, const char *path, const cli_reference_image *reference,
                             const output_image *drawn, int to_stderr)
{
    sinew_error error;
    sinew_image expected;
    cli_load_progress progress = {.context = context, .path = reference->path};
    sinew_load_options options = cli_load_options(context);
    options.warn = cli_load_warn;
    options.user = &progress;
    if (sinew__load_image(reference->path, &options, &expected, &error) != SINEW_OK)
        return cli_fail(context, reference->path, &error);
    int failed = 0;
    double image_error = (double)NAN;
    if (expected.width == drawn->width && expected.height == drawn->height)
        failed = compare(context, reference, drawn, expected.pixels, &image_error);
    else
        cli_warn(context, reference->path, "size is %dx%d, the image has %dx%d", expected.width, expected.height,
                 drawn->width, drawn->height);
    sinew_image_free(&expected);
    return failed ? failed : report(context, path, reference, image_error, to_stderr);
}
