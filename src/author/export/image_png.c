/// Writes PNG files: RGBA, each row as its difference from the row above, compressed with deflate's fixed codes
/// (RFC 1951), so that no compression library is needed.
#include <stdint.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "sinew/export.h"

enum { MIN_MATCH = 4, MAX_MATCH = 258, MAX_DISTANCE = 32768, HASH_BITS = 15, END_OF_BLOCK = 256 };

static const size_t max_row_bytes = (size_t)1 << 30; // compressed, they still fit into one chunk

/// A file in memory. `bytes` is large enough for the whole file.
typedef struct png_file {
    uint8_t *bytes;
    size_t size;
    uint64_t bits; ///< not yet in `bytes`, the first one lowest
    uint32_t bit_count;
} png_file;

// ---- deflate ------------------------------------------------------------------------------------------------------

static void put_bits(png_file *file, uint32_t value, uint32_t count)
{
    file->bits |= (uint64_t)value << file->bit_count;
    file->bit_count += count;
    for (; file->bit_count >= 8; file->bit_count -= 8, file->bits >>= 8)
        file->bytes[file->size++] = (uint8_t)file->bits;
}

/// Huffman codes have their highest bit first.
static void put_code(png_file *file, uint32_t code, uint32_t count)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < count; ++i) reversed |= (code >> i & 1u) << (count - 1 - i);
    put_bits(file, reversed, count);
}

/// Writes a byte, the end of the block, or a length, with the fixed code.
static void put_symbol(png_file *file, uint32_t symbol)
{
    if (symbol < 144)
        put_code(file, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(file, 0x190 + (symbol - 144), 9);
    else if (symbol < 280)
        put_code(file, symbol - 256, 7);
    else
        put_code(file, 0xc0 + (symbol - 280), 8);
}

/// Splits a value into a code and extra bits: `per_size` codes for each number of extra bits, twice as many for none.
static uint32_t split_value(uint32_t value, uint32_t per_size, uint32_t *out_extra, uint32_t *out_extra_bits)
{
    uint32_t bits = 0, first = 0;
    while (value - first >= (bits ? per_size : 2 * per_size) << bits) {
        first += (bits ? per_size : 2 * per_size) << bits;
        ++bits;
    }
    *out_extra_bits = bits;
    *out_extra = (value - first) & ((1u << bits) - 1);
    return (bits ? (bits + 1) * per_size : 0) + ((value - first) >> bits);
}

static void put_match(png_file *file, uint32_t length, uint32_t distance)
{
    uint32_t extra, bits, code = split_value(length - 3, 4, &extra, &bits);
    if (length == MAX_MATCH) code = 28, bits = extra = 0;
    put_symbol(file, END_OF_BLOCK + 1 + code);
    put_bits(file, extra, bits);
    code = split_value(distance - 1, 2, &extra, &bits);
    put_code(file, code, 5);
    put_bits(file, extra, bits);
}

static uint32_t hash_of(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word * 0x9e3779b1u >> (32 - HASH_BITS);
}

static uint32_t match_length(const uint8_t *a, const uint8_t *b, size_t left)
{
    uint32_t length = 0;
    while (length < MAX_MATCH && length < left && a[length] == b[length]) ++length;
    return length;
}

/// Compresses into one block. `latest` has a position per hash, zeroed.
static void put_block(png_file *file, const uint8_t *bytes, size_t size, size_t *latest)
{
    put_bits(file, 1, 1); // the last block
    put_bits(file, 1, 2); // with fixed codes
    for (size_t i = 0; i < size;) {
        uint32_t length = 0;
        size_t distance = 0;
        if (size - i >= MIN_MATCH) {
            size_t *slot = &latest[hash_of(bytes + i)];
            distance = i + 1 - *slot;
            if (*slot && distance <= MAX_DISTANCE) length = match_length(bytes + i, bytes + i - distance, size - i);
            *slot = i + 1;
        }
        if (length >= MIN_MATCH)
            put_match(file, length, (uint32_t)distance);
        else
            put_symbol(file, bytes[i]);
        i += length >= MIN_MATCH ? length : 1;
    }
    put_symbol(file, END_OF_BLOCK);
    put_bits(file, 0, 7); // fills the last byte
    file->bit_count = 0;
    file->bits = 0;
}

// ---- chunks -------------------------------------------------------------------------------------------------------

static void put_word(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t checksum_of(const uint8_t *bytes, size_t size)
{
    uint32_t table[256], crc = ~0u;
    for (uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int k = 0; k < 8; ++k) table[i] = table[i] >> 1 ^ (0xedb88320u & (0u - (table[i] & 1u)));
    }
    for (size_t i = 0; i < size; ++i) crc = table[(crc ^ bytes[i]) & 255u] ^ crc >> 8;
    return ~crc;
}

/// Adler-32 of the bytes before compression, which ends a zlib stream.
static uint32_t adler_of(const uint8_t *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; ++i) {
        a = (a + bytes[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

/// Returns the position of the chunk's contents.
static size_t begin_chunk(png_file *file, const char *name)
{
    memcpy(file->bytes + file->size + 4, name, 4);
    file->size += 8;
    return file->size;
}

static void end_chunk(png_file *file, size_t contents)
{
    put_word(file->bytes + contents - 8, (uint32_t)(file->size - contents));
    put_word(file->bytes + file->size, checksum_of(file->bytes + contents - 4, file->size - contents + 4));
    file->size += 4;
}

// ---- the file -----------------------------------------------------------------------------------------------------

static void put_image(png_file *file, const sinew_image *image, const uint8_t *rows, size_t size, size_t *latest)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t rgba_8_bits[5] = {8, 6, 0, 0, 0};
    memcpy(file->bytes, signature, sizeof signature);
    file->size = sizeof signature;
    size_t contents = begin_chunk(file, "IHDR");
    put_word(file->bytes + contents, (uint32_t)image->width);
    put_word(file->bytes + contents + 4, (uint32_t)image->height);
    memcpy(file->bytes + contents + 8, rgba_8_bits, sizeof rgba_8_bits);
    file->size += 13;
    end_chunk(file, contents);
    contents = begin_chunk(file, "IDAT");
    put_bits(file, 0x0178, 16); // a zlib stream with a window of 32 KiB
    put_block(file, rows, size, latest);
    put_word(file->bytes + file->size, adler_of(rows, size));
    file->size += 4;
    end_chunk(file, contents);
    end_chunk(file, begin_chunk(file, "IEND"));
}

sinew_result sinew_image_write_png(const sinew_image *image, const char *path, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, image, path)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (image->width < 1 || image->height < 1 || !image->pixels)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "an image of %d x %d pixels cannot be written",
                           (int)image->width, (int)image->height);
    const size_t row = 4 * (size_t)image->width + 1;
    if (row > max_row_bytes / (size_t)image->height)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "an image of %d x %d pixels is too large for a PNG file",
                           (int)image->width, (int)image->height);
    const size_t size = row * (size_t)image->height;
    uint8_t *rows = sinew__allocate(size);
    size_t *latest = sinew__allocate_zeroed((size_t)1 << HASH_BITS, sizeof *latest);
    png_file file = {.bytes = sinew__allocate(size + size / 8 + 128)}; // a byte takes nine bits at most
    sinew_result result = SINEW_OK;
    if (rows && latest && file.bytes) {
        for (size_t y = 0, at = 0; y < (size_t)image->height; ++y) {
            const uint8_t *pixels = image->pixels + y * (row - 1);
            rows[at++] = 2; // the filter "up"
            for (size_t x = 0; x + 1 < row; ++x) rows[at++] = (uint8_t)(pixels[x] - (y ? pixels[x - (row - 1)] : 0));
        }
        put_image(&file, image, rows, size, latest);
        result = sinew__file_write(path, file.bytes, file.size, out_error);
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(rows);
    sinew_free(latest);
    sinew_free(file.bytes);
    return result;
}
