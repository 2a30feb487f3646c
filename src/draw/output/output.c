#include "draw/output/output.h"

#include <errno.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"

sinew_result sinew__output_write_image(const output_driver *driver, const char *path, const output_image *image,
                                       sinew_error *out_error)
{
    output out = {.driver = driver, .path = path};
    out.state = sinew__allocate_zeroed(1, driver->state_size + 1);
    if (!out.state) return sinew__fail_memory(out_error);
    sinew_result result = driver->open(&out, out_error);
    if (result == SINEW_OK) {
        result = driver->write(&out, image, 0.0, out_error);
        const sinew_result closed = driver->close(&out, result == SINEW_OK ? out_error : NULL);
        if (result == SINEW_OK) result = closed;
    }
    sinew_free(out.state);
    return result;
}

sinew_result sinew__output_write_bytes(const char *path, const void *bytes, size_t size, sinew_error *out_error)
{
    if (strcmp(path, "-") != 0) return sinew__file_write(path, bytes, size, out_error);
    const int code = sinew__write_all(SINEW__STDOUT, bytes, size);
    if (code == 0 || code == EPIPE) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}

uint8_t *sinew__output_drop_alpha(const uint8_t *pixels, size_t count)
{
    uint8_t *colors = sinew__allocate(3 * count);
    for (size_t i = 0; colors && i < count; ++i) {
        for (size_t k = 0; k < 3; ++k) colors[3 * i + k] = pixels[4 * i + k];
    }
    return colors;
}
