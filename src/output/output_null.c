/// Discards images, to measure everything else. The file to copy for a new driver.
#include "output/output.h"

static sinew_result open_null(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

static sinew_result write_null(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)out;
    (void)image;
    (void)time;
    (void)out_error;
    return SINEW_OK;
}

static sinew_result close_null(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

const output_driver sinew__output_null = {
    .name = "null",
    .open = open_null,
    .write = write_null,
    .close = close_null,
};
