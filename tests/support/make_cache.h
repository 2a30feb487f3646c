/// Small geometry caches made by tests, byte by byte: Maya's mc and mcx, and PC2.
#ifndef SINEW_TESTS_MAKE_CACHE_H
#define SINEW_TESTS_MAKE_CACHE_H

#include <stddef.h>
#include <stdint.h>

/// A file being written. Zero it, set `wide` for mcx.
typedef struct make_cache {
    unsigned char bytes[4096];
    size_t size;
    int wide;
    size_t group_at; // of the group being written
} make_cache;

/// The first group, with the version and the times of the file.
void make_mc_header(make_cache *file, int32_t start, int32_t end);

/// A moment: begin, its time (a file of a single frame has none), channels, end.
void make_mc_begin(make_cache *file);
void make_mc_time(make_cache *file, int32_t ticks);
void make_mc_floats(make_cache *file, const char *channel, const float *points, uint32_t count);
void make_mc_doubles(make_cache *file, const char *channel, const float *points, uint32_t count);
void make_mc_end(make_cache *file);

/// Any chunk.
void make_mc_chunk(make_cache *file, const char *tag, const void *data, size_t size);

/// A whole PC2 file of `samples` × `points` points.
void make_pc2(make_cache *file, uint32_t points, float start, float step, uint32_t samples, const float *numbers);

#endif
