#define _POSIX_C_SOURCE 200809L
#include "output/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "platform/descriptor.h"
#include "platform/file.h"

const output_driver *const sinew__output_drivers[] = {
    &sinew__output_png,
    &sinew__output_null,
    NULL,
};

const output_driver *sinew__output_driver_for(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return NULL;
    for (const output_driver *const *row = sinew__output_drivers; *row; ++row) {
        if ((*row)->extension && strcasecmp(dot + 1, (*row)->extension) == 0) return *row;
    }
    return NULL;
}

sinew_result sinew__output_write_image(const output_driver *driver, const char *path, const output_image *frame,
                                       sinew_error *out_error)
{
    output out = {.driver = driver, .path = path};
    out.state = calloc(1, driver->state_size + 1);
    if (!out.state) return sinew__fail_memory(out_error);
    sinew_result result = driver->open(&out, out_error);
    if (result == SINEW_OK) {
        result = driver->write(&out, frame, 0.0, out_error);
        const sinew_result closed = driver->close(&out, result == SINEW_OK ? out_error : NULL);
        if (result == SINEW_OK) result = closed;
    }
    free(out.state);
    return result;
}

sinew_result sinew__output_write_bytes(const char *path, const void *bytes, size_t size, sinew_error *out_error)
{
    if (strcmp(path, "-") != 0) return sinew__file_write(path, bytes, size, out_error);
    const int code = sinew__write_all(STDOUT_FILENO, bytes, size);
    if (code == 0 || code == EPIPE) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}
