#include "support/make_fbx.h"

#include <assert.h>
#include <libdeflate.h>
#include <string.h>

static void put(make_fbx *file, const void *bytes, size_t size)
{
    assert(file->size + size <= sizeof file->bytes);
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

static void store(make_fbx *file, size_t at, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; ++i)
        file->bytes[at + (file->big_endian ? width - 1 - i : i)] = (unsigned char)(value >> (8 * i) & 0xff);
}

static void put_unsigned(make_fbx *file, uint64_t value, size_t width)
{
    assert(file->size + width <= sizeof file->bytes);
    store(file, file->size, value, width);
    file->size += width;
}

static size_t width(const make_fbx *file)
{
    return file->wide ? 8 : 4;
}

void make_fbx_begin(make_fbx *file, uint32_t version, int big_endian)
{
    memset(file, 0, sizeof *file);
    file->wide = version >= 7500;
    file->big_endian = big_endian;
    put(file, "Kaydara FBX Binary  \0\x1a", 22);
    put_unsigned(file, big_endian != 0, 1);
    put_unsigned(file, version, 4);
}

/// Fills in how many values the innermost record has and how long they are.
static void finish_values(make_fbx *file)
{
    if (!file->in_values) return;
    const size_t header = file->open[file->depth - 1];
    store(file, header + width(file), file->value_count, width(file));
    store(file, header + 2 * width(file), file->size - file->values_at, width(file));
    file->in_values = 0;
}

void make_fbx_open(make_fbx *file, const char *name)
{
    finish_values(file);
    file->open[file->depth++] = file->size;
    for (int i = 0; i < 3; ++i) put_unsigned(file, 0, width(file));
    put_unsigned(file, strlen(name), 1);
    put(file, name, strlen(name));
    file->values_at = file->size;
    file->value_count = 0;
    file->in_values = 1;
}

void make_fbx_close(make_fbx *file)
{
    const int has_children = !file->in_values;
    finish_values(file);
    if (has_children)
        for (size_t i = 0; i < 3 * width(file) + 1; ++i) put_unsigned(file, 0, 1);
    store(file, file->open[--file->depth], file->size, width(file));
}

static void put_type(make_fbx *file, char type)
{
    put(file, &type, 1);
    ++file->value_count;
}

void make_fbx_int32(make_fbx *file, int32_t value)
{
    put_type(file, 'I');
    put_unsigned(file, (uint32_t)value, 4);
}

void make_fbx_int64(make_fbx *file, int64_t value)
{
    put_type(file, 'L');
    put_unsigned(file, (uint64_t)value, 8);
}

void make_fbx_double(make_fbx *file, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_type(file, 'D');
    put_unsigned(file, bits, 8);
}

void make_fbx_int8(make_fbx *file, int8_t value)
{
    put_type(file, 'Z');
    put(file, &value, 1);
}

void make_fbx_char(make_fbx *file, char value)
{
    put_type(file, 'C');
    put(file, &value, 1);
}

void make_fbx_text(make_fbx *file, const char *text, size_t length)
{
    put_type(file, 'S');
    put_unsigned(file, length, 4);
    put(file, text, length);
}

void make_fbx_array(make_fbx *file, char type, const void *items, uint32_t count, int deflate)
{
    const size_t item = type == 'b' ? 1 : type == 'i' || type == 'f' ? 4 : 8;
    unsigned char packed[1 << 14];
    size_t size = count * item;
    if (deflate) {
        struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
        size = libdeflate_zlib_compress(compressor, items, size, packed, sizeof packed);
        libdeflate_free_compressor(compressor);
        assert(size > 0);
        items = packed;
    }
    put_type(file, type);
    put_unsigned(file, count, 4);
    put_unsigned(file, deflate != 0, 4);
    put_unsigned(file, size, 4);
    put(file, items, size);
}

size_t make_fbx_end(make_fbx *file)
{
    assert(file->depth == 0);
    for (size_t i = 0; i < 3 * width(file) + 1; ++i) put_unsigned(file, 0, 1);
    const size_t footer = file->size;
    for (int i = 0; i < 64; ++i) put_unsigned(file, 0, 1);
    return footer;
}
