/// Any bytes as a geometry cache: a description in XML, whose channels are then looked for in the rest, a file of Maya,
/// or a point cache. The first byte chooses, and how many points the mesh has.
#include <stdint.h>
#include <string.h>

#include "import/side_files/geometry_cache.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MEMORY = 64 << 20 };

/// The description ends at the first NUL; a data file follows.
static void try_description(sinew__arena *arena, cache_samples *samples, const uint8_t *bytes, size_t size)
{
    const uint8_t *end = memchr(bytes, 0, size);
    const size_t length = end ? (size_t)(end - bytes) : size;
    const uint8_t *data = end ? end + 1 : bytes + size;
    const size_t data_size = size - (size_t)(data - bytes);
    cache_description description;
    sinew_error error;
    if (sinew__cache_xml_read(arena, bytes, length, &description, &error) != SINEW_OK) return;
    uint64_t *counts = SINEW__ARENA_ARRAY(arena, uint64_t, description.channel_count);
    if (!counts || sinew__cache_mc_count_points(data, data_size, &description, counts, &error) != SINEW_OK) return;
    const char *const names[] = {"body"};
    const cache_channel *channel = sinew__cache_choose_channel(&description, counts, samples->point_count, names, 1);
    if (channel) (void)!sinew__cache_mc_read(data, data_size, channel->name, 0, samples, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0) return 0;
    sinew__arena arena = {.limit = MEMORY};
    sinew_error error;
    cache_samples samples = {.arena = &arena, .point_count = bytes[0] >> 2};
    const sinew_raw_cache *cache;
    switch (bytes[0] & 3) {
    case 0: try_description(&arena, &samples, bytes + 1, size - 1); break;
    case 1: (void)!sinew__cache_mc_read(bytes + 1, size - 1, "body", 0, &samples, &error); break;
    default: (void)!sinew__cache_pc2_read(bytes + 1, size - 1, 24, &samples, &error); break;
    }
    (void)!sinew__cache_samples_finish(&samples, &cache, &error);
    sinew__arena_free(&arena);
    return 0;
}
