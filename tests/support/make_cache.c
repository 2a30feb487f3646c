#include "support/make_cache.h"

#include <assert.h>
#include <string.h>

static void put(make_cache *file, const void *bytes, size_t size)
{
    assert(file->size + size <= sizeof file->bytes);
    if (size) memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

static void big_endian(uint64_t number, size_t size, unsigned char *out)
{
    for (size_t i = 0; i < size; ++i) out[i] = (unsigned char)(number >> 8 * (size - 1 - i));
}

static void little_endian(uint32_t number, unsigned char *out)
{
    for (size_t i = 0; i < 4; ++i) out[i] = (unsigned char)(number >> 8 * i);
}

static void put_header(make_cache *file, const char *tag, size_t size)
{
    unsigned char header[16] = {0};
    memcpy(header, tag, 4);
    if (file->wide)
        big_endian(size, 8, header + 8);
    else
        big_endian(size, 4, header + 4);
    put(file, header, file->wide ? 16 : 8);
}

void make_mc_chunk(make_cache *file, const char *tag, const void *data, size_t size)
{
    static const unsigned char zeros[8];
    const size_t align = file->wide ? 8 : 4;
    put_header(file, tag, size);
    put(file, data, size);
    put(file, zeros, (align - size % align) % align);
}

static void put_number(make_cache *file, const char *tag, uint32_t number)
{
    unsigned char bytes[4];
    big_endian(number, 4, bytes);
    make_mc_chunk(file, tag, bytes, 4);
}

static void begin_group(make_cache *file, const char *type)
{
    file->group_at = file->size;
    put_header(file, file->wide ? "FOR8" : "FOR4", 0);
    put(file, type, 4);
}

void make_mc_end(make_cache *file)
{
    const size_t header = file->wide ? 16 : 8, size = file->size - file->group_at - header;
    if (file->wide)
        big_endian(size, 8, file->bytes + file->group_at + 8);
    else
        big_endian(size, 4, file->bytes + file->group_at + 4);
}

void make_mc_header(make_cache *file, int32_t start, int32_t end)
{
    begin_group(file, "CACH");
    make_mc_chunk(file, "VRSN", "0.1", 4);
    put_number(file, "STIM", (uint32_t)start);
    put_number(file, "ETIM", (uint32_t)end);
    make_mc_end(file);
}

void make_mc_begin(make_cache *file)
{
    begin_group(file, "MYCH");
}

void make_mc_time(make_cache *file, int32_t ticks)
{
    put_number(file, "TIME", (uint32_t)ticks);
}

void make_mc_floats(make_cache *file, const char *channel, const float *points, uint32_t count)
{
    unsigned char data[1024];
    assert(count * 12 <= sizeof data);
    for (size_t i = 0; i < count * 3; ++i) {
        uint32_t word;
        memcpy(&word, &points[i], sizeof word);
        big_endian(word, 4, data + i * 4);
    }
    make_mc_chunk(file, "CHNM", channel, strlen(channel) + 1);
    put_number(file, "SIZE", count);
    make_mc_chunk(file, "FVCA", data, (size_t)count * 12);
}

void make_mc_doubles(make_cache *file, const char *channel, const float *points, uint32_t count)
{
    unsigned char data[1024];
    assert(count * 24 <= sizeof data);
    for (size_t i = 0; i < count * 3; ++i) {
        const double number = (double)points[i];
        uint64_t word;
        memcpy(&word, &number, sizeof word);
        big_endian(word, 8, data + i * 8);
    }
    make_mc_chunk(file, "CHNM", channel, strlen(channel) + 1);
    put_number(file, "SIZE", count);
    make_mc_chunk(file, "DVCA", data, (size_t)count * 24);
}

static void put_little(make_cache *file, const void *word)
{
    uint32_t number;
    unsigned char bytes[4];
    memcpy(&number, word, sizeof number);
    little_endian(number, bytes);
    put(file, bytes, 4);
}

void make_pc2(make_cache *file, uint32_t points, float start, float step, uint32_t samples, const float *numbers)
{
    const uint32_t version = 1;
    put(file, "POINTCACHE2", 12);
    put_little(file, &version);
    put_little(file, &points);
    put_little(file, &start);
    put_little(file, &step);
    put_little(file, &samples);
    for (size_t i = 0; i < (size_t)points * samples * 3; ++i) put_little(file, &numbers[i]);
}
