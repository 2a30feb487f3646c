/// Destinations of images, one driver for each. To add one, copy the null driver in output.c, declare the new driver
/// below and add it to the table there.
#ifndef SINEW_DRAW_OUTPUT_OUTPUT_H
#define SINEW_DRAW_OUTPUT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// An image: sRGB, straight alpha, top row first.
typedef struct output_image {
    int32_t width, height;
    const uint8_t *pixels; ///< [width × height × 4] RGBA
    int quality;           ///< for lossy formats, 1 … 100; 0: OUTPUT_QUALITY
} output_image;

enum { OUTPUT_QUALITY = 75 };

typedef struct output_driver output_driver;

/// The settings of a film.
typedef struct output_film {
    int32_t width, height; ///< size of every image, pixels
    double fps;            ///< > 0
    int quality;           ///< 0 … 100
    int transparent;       ///< keep alpha if the driver supports it
    int palette_images;    ///< for drivers with has_palette: number of images before the first one, written only to
                           ///< determine the palette
} output_film;

enum { OUTPUT_PALETTE_IMAGES = 8 }; ///< enough for the colours of a film

/// An open destination.
typedef struct output {
    const output_driver *driver;
    const char *path; ///< the caller's path; "-" is standard output
    void *state;      ///< [driver->state_size] bytes, zeroed before open
    output_film film; ///< settings, for film drivers
    int is_cancelled; ///< set before close to leave no file
    int is_closed;    ///< set by write: the reader of standard output has closed the pipe, so no more images are needed
} output;

struct output_driver {
    const char *name;      ///< "png"
    const char *extension; ///< file extension that selects the driver, or NULL
    size_t state_size;
    int drops_alpha; ///< the format has no transparency
    int even_sizes;  ///< width and height must be even
    int has_palette; ///< the film has one palette, determined by the first palette_images
    sinew_result (*open)(output *out, sinew_error *out_error);
    sinew_result (*write)(output *out, const output_image *image, double time,
                          sinew_error *out_error); ///< time in seconds
    /// Encodes one image to memory, for sinew_free; *out_bytes is NULL on failure. NULL: not a driver of single images.
    sinew_result (*encode)(const output_image *image, void **out_bytes, size_t *out_size, sinew_error *out_error);
    sinew_result (*close)(output *out, sinew_error *out_error); ///< also called after a failed write
};

extern const output_driver sinew__output_null, sinew__output_png, sinew__output_jpg, sinew__output_gif,
    sinew__output_mp4, sinew__output_webm, sinew__output_webp, sinew__output_mov, sinew__output_apng, sinew__output_y4m,
    sinew__output_rgb;

/// The drivers of single images and of films; each list ends with NULL. A film driver writes all images to one file,
/// and needs the settings of a film.
extern const output_driver *const sinew__output_drivers[], *const sinew__output_film_drivers[];

/// The drivers that write to standard output and are selected by name: first for an image, then for films. Ends with
/// NULL.
extern const output_driver *const sinew__output_stream_drivers[];

/// Return entry `row` or `number` of a list, counted from 0, or NULL after the last one. The lists are: the names of
/// stream drivers; the file extensions of images; the file extensions of images and films.
const char *sinew__output_stream_at(int32_t row);
const char *sinew__output_image_extension_at(int32_t number);
const char *sinew__output_extension_at(int32_t number);

/// Returns the image driver for a file's extension (case-insensitive), or NULL.
const output_driver *sinew__output_driver_for(const char *path);

/// Returns the film driver for a file's extension (case-insensitive), or NULL.
const output_driver *sinew__output_film_driver_for(const char *path);

/// Opens a destination, writes one image and closes it.
SINEW_NODISCARD sinew_result sinew__output_write_image(const output_driver *driver, const char *path,
                                                       const output_image *image, sinew_error *out_error);

/// Returns the red, green and blue bytes of `count` RGBA pixels, allocated; NULL when out of memory.
uint8_t *sinew__output_drop_alpha(const uint8_t *pixels, size_t count);

#endif
