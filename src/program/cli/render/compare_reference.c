#include "program/cli/render/compare_reference.h"

#include <math.h>
#include <stdio.h>

#include "core/base/json.h"
#include "draw/output/compare_images.h"
#include "draw/output/output.h"
#include "import/worker/host/worker_host.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"

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
    double image_error = (double)NAN; // NaN: the images differ in size
    if (expected.width != drawn->width || expected.height != drawn->height) {
        cli_warn(context, reference->path, "size is %dx%d, the image has %dx%d", expected.width, expected.height,
                 drawn->width, drawn->height);
    } else if (sinew__output_compare_images(drawn->pixels, expected.pixels, drawn->width, drawn->height, &image_error,
                                            &error) != SINEW_OK) {
        failed = cli_fail(context, reference->path, &error);
    } else if (reference->difference) {
        const output_driver *driver = sinew__output_driver_for(reference->difference);
        const output_image image = {drawn->width, drawn->height, expected.pixels, drawn->quality};
        sinew__output_difference_image(drawn->pixels, expected.pixels, drawn->width, drawn->height, expected.pixels);
        if (sinew__output_write_image(driver ? driver : &sinew__output_png, reference->difference, &image, &error) !=
            SINEW_OK)
            failed = cli_fail(context, reference->difference, &error);
    }
    sinew_image_free(&expected);
    if (failed) return failed;

    sinew__buffer text = {0};
    if (context->json) {
        sinew__json_writer json = sinew__json_begin(&text);
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.render/1");
        sinew__json_put_text(&json, "file", path);
        sinew__json_put_text(&json, "reference", reference->path);
        sinew__json_put_number(&json, "error", image_error);
        sinew__json_put_number(&json, "threshold", reference->threshold);
        sinew__json_put_bool(&json, "alike", image_error <= reference->threshold);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&text, '\n');
    } else if (isfinite(image_error)) {
        sinew__buffer_format(&text, "error %.6f\n", image_error);
    }
    if (to_stderr && !text.failed) { // a failed write to stderr is ignored; on stdout it is an error
        fwrite(text.text, 1, text.size, stderr);
        sinew__buffer_free(&text);
    } else {
        failed = cli_write_stdout(context, &text);
    }
    return failed ? failed : image_error <= reference->threshold ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}
