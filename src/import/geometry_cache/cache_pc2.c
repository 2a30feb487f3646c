#include "import/geometry_cache/cache_pc2.h"

#include <math.h>
#include <string.h>

static const char magic[12] = "POINTCACHE2";
enum { HEADER_SIZE = 32, POINT_SIZE = 12, VERSION = 1 };

static uint32_t read_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static float read_float(const unsigned char *bytes)
{
    const uint32_t word = read_word(bytes);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

int sinew__cache_is_pc2(const void *bytes, size_t size)
{
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

sinew_result sinew__cache_pc2_read(const void *bytes, size_t size, double fps, cache_samples *samples,
                                   sinew_error *error)
{
    const unsigned char *at = bytes;
    if (!sinew__cache_is_pc2(bytes, size)) return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a PC2 file");
    if (size < HEADER_SIZE) return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu", size);
    const uint32_t version = read_word(at + 12), points = read_word(at + 16), count = read_word(at + 28);
    const double start = (double)read_float(at + 20), step = (double)read_float(at + 24);
    if (version != VERSION) return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported PC2 version %u", version);
    if (!isfinite(start) || !isfinite(step) || !(step > 0.0))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the times of its samples do not increase");
    const sinew_result fits = sinew__cache_samples_fit(samples, points, error);
    if (fits != SINEW_OK) return fits;
    const uint64_t sample_size = (uint64_t)points * POINT_SIZE;
    if (sample_size && count > (size - HEADER_SIZE) / sample_size)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early: %u samples of %u points in %zu bytes",
                           count, points, size);
    at += HEADER_SIZE;
    for (uint32_t s = 0; s < count && sample_size; s++) {
        float *out;
        const sinew_result result = sinew__cache_samples_add(samples, (start + step * s) / fps, &out, error);
        if (result != SINEW_OK) return result;
        for (size_t i = 0; i < (size_t)points * 3; i++, at += 4) out[i] = read_float(at);
    }
    return SINEW_OK;
}
