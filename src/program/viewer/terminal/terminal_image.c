#include "program/viewer/terminal/terminal_image.h"

#include <glib.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "draw/output/output.h"
#include "program/viewer/terminal/terminal_letters.h"
#include "sinew/memory.h"

// Kitty's graphics protocol, https://sw.kovidgoyal.net/kitty/graphics-protocol/: a command has keys, a semicolon, and
// up to 4096 characters of base64.

enum {
    BYTES_PER_PIECE = 3072, // bytes that become 4096 characters of base64
    FASTEST = 1,            // libdeflate's lowest compression level, the fastest
};

/// Compresses RGB bytes of the pixels to a zlib stream. The caller frees the result. NULL on failure.
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
    // q=2: no replies; C=1: the cursor does not move.
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

const char terminal_image_clear[] = "\x1b_Ga=d,d=A,q=2\x1b\\";

struct terminal_image {
    viewer_term term;
    int colors;
    terminal_layout layout;
    uint8_t *dots;                ///< pixels scaled to the cells' resolution; NULL: the image is not made of cells
    terminal_cell *cells, *shown; ///< [columns × image rows] cells of this image; cells on the screen
    terminal_letters *letters;    ///< makes the cells of VIEWER_TERM_ASCII; else NULL
    terminal_sixel *sixel;        ///< encodes the image for VIEWER_TERM_SIXEL; else NULL
    int kitty_number;             ///< number of the image on the screen
};

const sinew__word viewer_term_words[] = {
    {"auto", VIEWER_TERM_AUTO, NULL},
    {"kitty", VIEWER_TERM_KITTY, NULL},
    {"sixel", VIEWER_TERM_SIXEL, NULL},
    {"blocks", VIEWER_TERM_BLOCKS, NULL},
    {"braille", VIEWER_TERM_BRAILLE, NULL},
    {"ascii", VIEWER_TERM_ASCII, NULL},
    {0},
};

/// The modes made of cells: pixels per cell, and the function that converts pixels.
static const struct {
    int columns, rows;
    void (*fill)(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);
    int on_black; ///< only the foreground is coloured, on a black background
} kinds[] = {
    [VIEWER_TERM_KITTY] = {0},
    [VIEWER_TERM_SIXEL] = {0},
    [VIEWER_TERM_BLOCKS] = {1, 2, terminal_fill_blocks, 0},
    [VIEWER_TERM_BRAILLE] = {2, 4, terminal_fill_braille, 1},
    [VIEWER_TERM_ASCII] = {0, 0, NULL, 1},
};

int terminal_image_is_on_black(viewer_term term)
{
    return kinds[term].on_black;
}

static void put_cells(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out)
{
    const terminal_layout *layout = &image->layout;
    const int columns = layout->columns, rows = layout->image_rows, kind = (int)image->term;
    if (kinds[kind].on_black) {
        // Put the transparent image on black so that thin edges and dark colours stay visible: coverage is multiplied,
        // and colours get a minimum brightness.
        const int darkest = image->colors > 0 ? 80 : 40;
        const uint8_t *end = pixels->rgba + 4 * (size_t)pixels->width * (size_t)pixels->height;
        for (uint8_t *pixel = pixels->rgba; pixel < end; pixel += 4) {
            const int cover = pixel[3] > 85 ? 255 : 3 * pixel[3];
            for (int i = 0; i < 3; ++i)
                pixel[i] = (uint8_t)((darkest + pixel[i] * (255 - darkest) / 255) * cover / 255);
            pixel[3] = 255;
        }
    }
    if (kinds[kind].fill) {
        terminal_shrink(pixels->rgba, pixels->width, pixels->height, image->dots, columns * kinds[kind].columns,
                        rows * kinds[kind].rows);
        kinds[kind].fill(image->dots, columns, rows, image->colors, image->cells);
    } else {
        terminal_letters_fill(image->letters, pixels, image->cells);
    }
    terminal_put_cells(image->cells, image->shown, columns, rows, image->colors, pixels->tolerance, out);
}

// ---- images -------------------------------------------------------------------------------------------------------

static int is_made_of_cells(viewer_term term)
{
    return term != VIEWER_TERM_KITTY && term != VIEWER_TERM_SIXEL;
}

sinew_result terminal_image_create(viewer_term term, int colors, const terminal_layout *layout,
                                   terminal_image **out_picture, sinew_error *out_error)
{
    *out_picture = NULL;
    terminal_image *image = calloc(1, sizeof *image);
    if (!image) return sinew__fail_memory(out_error);
    *image = (terminal_image){.term = term, .colors = colors, .layout = *layout};
    if (is_made_of_cells(term)) {
        const size_t count = (size_t)layout->columns * (size_t)layout->image_rows + 1;
        image->dots = malloc(4 * count * (size_t)(kinds[term].columns * kinds[term].rows) + 1);
        image->cells = calloc(count, sizeof *image->cells);
        image->shown = calloc(count, sizeof *image->shown);
    }
    const int has_letters = term == VIEWER_TERM_ASCII && layout->image_rows > 0;
    if (has_letters) image->letters = terminal_letters_create(layout->columns, layout->image_rows, colors);
    if (term == VIEWER_TERM_SIXEL) image->sixel = terminal_sixel_create(layout);
    if (is_made_of_cells(term) ? !image->dots || !image->cells || !image->shown || (has_letters && !image->letters)
                               : term == VIEWER_TERM_SIXEL && !image->sixel) {
        terminal_image_destroy(image);
        return sinew__fail_memory(out_error);
    }
    *out_picture = image;
    return SINEW_OK;
}

void terminal_image_invalidate(terminal_image *image)
{
    if (image->shown) terminal_clear_cells(image->shown, image->layout.columns * image->layout.image_rows);
}

void terminal_image_destroy(terminal_image *image)
{
    if (!image) return;
    terminal_letters_destroy(image->letters);
    terminal_sixel_destroy(image->sixel);
    free(image->dots);
    free(image->cells);
    free(image->shown);
    free(image);
}

void terminal_image_put(terminal_image *image, const terminal_pixels *pixels, sinew__buffer *out)
{
    if (image->term == VIEWER_TERM_KITTY) {
        image->kitty_number = image->kitty_number == 1 ? 2 : 1;
        terminal_put_kitty(pixels, &image->layout, image->kitty_number, out);
    } else if (image->term == VIEWER_TERM_SIXEL) {
        terminal_put_sixel(image->sixel, pixels, out);
    } else {
        put_cells(image, pixels, out);
    }
}
