#include "cli/picture_reference.h"

#include <stdlib.h>

#include "cli/report.h"
#include "output/compare_images.h"
#include "output/read_png.h"

static int write_difference(const cli_context *context, const char *path, const output_frame *drawn, uint8_t *expected)
{
    sinew_error error;
    const output_frame frame = {drawn->width, drawn->height, expected};
    sinew__output_difference_image(drawn->pixels, expected, drawn->width, drawn->height, expected);
    return sinew__output_write_one(&sinew__output_png, path, &frame, &error) == SINEW_OK
               ? 0
               : cli_fail(context, path, &error);
}

/// Compares with `expected`, pixels of the same size, which the picture of the differences replaces.
static int compare(const cli_context *context, const cli_picture_reference *reference, const output_frame *drawn,
                   uint8_t *expected, FILE *out)
{
    sinew_error error;
    double apart = 0.0;
    if (sinew__output_compare_images(drawn->pixels, expected, drawn->width, drawn->height, &apart, &error) !=
        SINEW_OK) {
        return cli_fail(context, reference->path, &error);
    }
    if (reference->difference) {
        const int failed = write_difference(context, reference->difference, drawn, expected);
        if (failed) return failed;
    }
    fprintf(out, "error %.6f\n", apart);
    return apart <= reference->threshold ? CLI_EXIT_OK : CLI_EXIT_FOUND;
}

int cli_compare_picture(const cli_context *context, const cli_picture_reference *reference, const output_frame *drawn,
                        FILE *out)
{
    sinew_error error;
    int32_t width = 0, height = 0;
    uint8_t *expected = NULL;
    if (sinew__output_read_png(reference->path, &width, &height, &expected, &error) != SINEW_OK) {
        return cli_fail(context, reference->path, &error);
    }
    int code = CLI_EXIT_FOUND;
    if (width == drawn->width && height == drawn->height) {
        code = compare(context, reference, drawn, expected, out);
    } else {
        cli_warn(context, reference->path, "is %dx%d, the picture %dx%d", width, height, drawn->width, drawn->height);
    }
    free(expected);
    return code;
}
