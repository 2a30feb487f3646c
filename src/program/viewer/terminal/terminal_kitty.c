// https://sw.kovidgoyal.net/kitty/graphics-protocol/: keys of a command come before the semicolon, base64 after it, at
// most 4096 characters at a time.
#include "program/viewer/terminal/terminal_kitty.h"

#include <glib.h>
#include <libdeflate.h>
#include <stdlib.h>

#include "draw/output/output.h"
#include "sinew/memory.h"

enum {
    BYTES_PER_PIECE = 3072, // 4096 characters of base64
    FASTEST = 1,            // libdeflate's lowest compression level
};

/// Compresses to zlib's format; the caller frees the result. NULL on failure.
static uint8_t *compress_pixels(const uint8_t *pixels, size_t count, size_t *out_size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(FASTEST);
    const size_t space = compressor ? libdeflate_zlib_compress_bound(compressor, 3 * count) : 0;
    uint8_t *colors = sinew__output_drop_alpha(pixels, count), *packed = space > 0 ? malloc(space) : NULL;
    *out_size = colors && packed ? libdeflate_zlib_compress(compressor, colors, 3 * count, packed, space) : 0;
    if (*out_size == 0) packed = (free(packed), NULL);
    sinew_free(colors);
    libdeflate_free_compressor(compressor);
    return packed;
}

static void put_base64(const uint8_t *bytes, size_t size, sinew__buffer *out)
{
    gint state = 0, save = 0;
    char *text = sinew__buffer_reserve(out, (size / 3 + 2) * 4 + 8);
    if (!text) return;
    gsize length = g_base64_encode_step(bytes, size, FALSE, text, &state, &save);
    length += g_base64_encode_close(FALSE, text + length, &state, &save);
    out->size += length;
}

void terminal_put_kitty(const terminal_pixels *pixels, const terminal_layout *layout, int number, sinew__buffer *out)
{
    size_t size;
    uint8_t *packed = compress_pixels(pixels->rgba, (size_t)pixels->width * (size_t)pixels->height, &size);
    if (!packed) {
        out->failed = 1;
        return;
    }
    // Suppress replies (q) and do not move the cursor (C).
    sinew__buffer_format(out, "\x1b[H\x1b_Ga=T,i=%d,p=1,q=2,C=1,f=24,o=z,s=%d,v=%d,c=%d,r=%d", number, pixels->width,
                         pixels->height, layout->columns, layout->image_rows);
    for (size_t done = 0; done < size; done += BYTES_PER_PIECE) {
        const size_t rest = size - done, length = rest < BYTES_PER_PIECE ? rest : BYTES_PER_PIECE;
        if (done > 0) sinew__buffer_put_text(out, "\x1b_Gq=2");
        sinew__buffer_format(out, ",m=%d;", length < rest);
        put_base64(packed + done, length, out);
        sinew__buffer_put_text(out, "\x1b\\");
    }
    sinew__buffer_format(out, "\x1b_Ga=d,d=I,i=%d,q=2\x1b\\", 3 - number);
    free(packed);
}
