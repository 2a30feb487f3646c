// The tables of drivers, by kind of destination, and the driver that discards images.
#define _POSIX_C_SOURCE 200809L // strcasecmp

#include <string.h>
#include <strings.h>

#include "draw/output/output.h"

// Discards images, to measure everything else. The file to copy for a new driver.

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

const output_driver *const sinew__output_drivers[] = {
    &sinew__output_png,
    &sinew__output_null,
    NULL,
};

const output_driver *const sinew__output_film_drivers[] = {
    &sinew__output_gif, &sinew__output_mp4, &sinew__output_webm, &sinew__output_webp, NULL,
};

const output_driver *const sinew__output_stream_drivers[] = {
    &sinew__output_png,
    &sinew__output_y4m,
    &sinew__output_rgb,
    NULL,
};

const char *sinew__output_stream_at(int32_t row)
{
    return sinew__output_stream_drivers[row] ? sinew__output_stream_drivers[row]->name : NULL;
}

/// Counts the extensions of a table down from *number; returns the one that it reaches.
static const char *extension_at(const output_driver *const *drivers, int32_t *number)
{
    for (; *drivers; ++drivers)
        if ((*drivers)->extension && (*number)-- == 0) return (*drivers)->extension;
    return NULL;
}

const char *sinew__output_image_extension_at(int32_t number)
{
    return extension_at(sinew__output_drivers, &number);
}

const char *sinew__output_extension_at(int32_t number)
{
    const char *image = extension_at(sinew__output_drivers, &number);
    return image ? image : extension_at(sinew__output_film_drivers, &number);
}

static const output_driver *find_by_extension(const output_driver *const *row, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return NULL;
    for (; *row; ++row) {
        if ((*row)->extension && strcasecmp(dot + 1, (*row)->extension) == 0) return *row;
    }
    return NULL;
}

const output_driver *sinew__output_driver_for(const char *path)
{
    return find_by_extension(sinew__output_drivers, path);
}

const output_driver *sinew__output_film_driver_for(const char *path)
{
    return find_by_extension(sinew__output_film_drivers, path);
}
