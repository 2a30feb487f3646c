/// Places a picture can go, one driver each. To add one: copy output_null.c, declare its driver below, add a row to the
/// table in output.c.
#ifndef SINEW_OUTPUT_OUTPUT_H
#define SINEW_OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// One picture: sRGB, straight alpha, top row first.
typedef struct output_frame {
    int32_t width, height;
    const uint8_t *pixels; ///< [width × height × 4] RGBA
} output_frame;

typedef struct output_driver output_driver;

/// A place that is open.
typedef struct output {
    const output_driver *driver;
    const char *path; ///< the caller's; "-" is stdout
    void *state;      ///< [driver->state_size] zeroed before open
} output;

struct output_driver {
    const char *name;        ///< "png"
    const char *description; ///< for help
    const char *extension;   ///< chooses the driver from the file's name, or NULL
    size_t state_size;
    sinew_result (*open)(output *out, sinew_error *out_error);
    sinew_result (*write)(output *out, const output_frame *frame, double time, sinew_error *out_error); ///< time in s
    sinew_result (*close)(output *out, sinew_error *out_error); ///< also called after a failed write
};

extern const output_driver sinew__output_null, sinew__output_png;

/// Every driver; NULL ends the table.
extern const output_driver *const sinew__output_drivers[];

/// The driver that a file's name asks for by its ending (in any case), or NULL.
const output_driver *sinew__output_driver_for(const char *path);

/// Opens, writes and closes: a place that holds one picture.
SINEW_NODISCARD sinew_result sinew__output_write_one(const output_driver *driver, const char *path,
                                                     const output_frame *frame, sinew_error *out_error);

/// Writes a whole file for a driver: a new one or none. A path of "-" is stdout, where a reader that leaves early is no
/// failure.
SINEW_NODISCARD sinew_result sinew__output_write_bytes(const char *path, const void *bytes, size_t size,
                                                       sinew_error *out_error);

#endif
