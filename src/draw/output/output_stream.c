/// Films as raw frames on standard output, for other programs: YUV4MPEG2 or plain RGB.
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "draw/output/output.h"

typedef struct stream_state {
    uint8_t *frame; ///< [frame_size + header_size] the bytes of one frame
    size_t frame_size;
} stream_state;

static const char frame_header[] = "FRAME\n"; // precedes each frame of YUV4MPEG2
enum { HEADER_SIZE = sizeof frame_header - 1 };

/// A closed pipe is not an error: the reader needs no more.
static sinew_result write_bytes(output *out, const void *bytes, size_t size, sinew_error *out_error)
{
    const int code = out->is_closed ? 0 : sinew__write_all(SINEW__STDOUT, bytes, size);
    if (code == EPIPE) out->is_closed = 1;
    if (code == 0 || code == EPIPE) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}

static sinew_result open_stream(output *out, sinew_error *out_error)
{
    stream_state *state = out->state;
    state->frame_size = 3 * (size_t)out->film.width * (size_t)out->film.height;
    state->frame = sinew__allocate(state->frame_size + HEADER_SIZE);
    return state->frame ? SINEW_OK : sinew__fail_memory(out_error);
}

static sinew_result close_stream(output *out, sinew_error *out_error)
{
    (void)out_error;
    stream_state *state = out->state;
    sinew_free(state->frame);
    return SINEW_OK;
}

// ---- RGB -----------------------------------------------------------------------------------------------------------

static sinew_result write_rgb(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    const stream_state *state = out->state;
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i) memcpy(state->frame + 3 * i, image->pixels + 4 * i, 3);
    return write_bytes(out, state->frame, state->frame_size, out_error);
}

// ---- YUV4MPEG2 -----------------------------------------------------------------------------------------------------

/// The frame rate as a fraction: whole numbers, NTSC's thousandths, else millionths.
static void rate_fraction(double fps, long *out_numerator, long *out_denominator)
{
    static const long denominators[] = {1, 1001};
    for (int i = 0; i < 2; ++i) {
        *out_denominator = denominators[i];
        *out_numerator = lround(fps * (double)*out_denominator);
        if (fabs((double)*out_numerator / (double)*out_denominator - fps) < 1e-6 * fps) return;
    }
    *out_denominator = 1000000;
    *out_numerator = lround(fps * 1e6);
}

static sinew_result open_y4m(output *out, sinew_error *out_error)
{
    char header[160];
    long numerator, denominator;
    rate_fraction(out->film.fps, &numerator, &denominator);
    const sinew_result result = open_stream(out, out_error);
    if (result != SINEW_OK) return result;
    const int length = snprintf(header, sizeof header, "YUV4MPEG2 W%d H%d F%ld:%ld Ip A1:1 C444 XCOLORRANGE=LIMITED\n",
                                (int)out->film.width, (int)out->film.height, numerator, denominator);
    return write_bytes(out, header, (size_t)length, out_error);
}

/// 16.16 fixed point: BT.709 with 219 steps of luma from 16, and 224 steps of each colour difference around 128.
static uint8_t weighted(const uint8_t color[3], const int weights[3], int offset)
{
    const int sum = weights[0] * color[0] + weights[1] * color[1] + weights[2] * color[2];
    return (uint8_t)((sum + (offset << 16) + (1 << 15)) >> 16);
}

static void convert_frame(const output_image *image, uint8_t *out_planes)
{
    static const int luma[3] = {11966, 40254, 4064}, blue[3] = {-6596, -22188, 28784}, red[3] = {28784, -26145, -2639};
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *color = image->pixels + 4 * i;
        out_planes[i] = weighted(color, luma, 16);
        out_planes[count + i] = weighted(color, blue, 128);
        out_planes[2 * count + i] = weighted(color, red, 128);
    }
}

static sinew_result write_y4m(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    const stream_state *state = out->state;
    memcpy(state->frame, frame_header, HEADER_SIZE);
    convert_frame(image, state->frame + HEADER_SIZE);
    return write_bytes(out, state->frame, HEADER_SIZE + state->frame_size, out_error);
}

const output_driver sinew__output_y4m = {.name = "y4m",
                                         .state_size = sizeof(stream_state),
                                         .drops_alpha = 1,
                                         .open = open_y4m,
                                         .write = write_y4m,
                                         .close = close_stream};

const output_driver sinew__output_rgb = {.name = "rgb",
                                         .state_size = sizeof(stream_state),
                                         .drops_alpha = 1,
                                         .open = open_stream,
                                         .write = write_rgb,
                                         .close = close_stream};
